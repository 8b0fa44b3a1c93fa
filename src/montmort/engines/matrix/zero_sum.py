"""Zero-sum matrix games: the exact value and every optimal strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.results import Result, Table
from ...exact.programmes import Programme, Relation, maximise
from .dominance import Step, undominated
from .entries import Matrix, named, read_matrix
from .vertices import extreme_mixtures

__all__ = ["MatrixSolution", "optimal_mixtures", "solve_matrix"]

Mixture = tuple[Fraction, ...]


@dataclass(frozen=True)
class MatrixSolution(Result):
    """The value for the row player, one optimal pair, and all extreme optimal strategies."""

    value: Fraction
    row: Mixture
    column: Mixture
    rows: tuple[Mixture, ...]
    """The extreme optimal strategies of the row player: all others mix them."""
    columns: tuple[Mixture, ...]
    complete: bool
    """Whether ``rows`` and ``columns`` are all extreme ones (they may be too many to list)."""
    removed: tuple[Step, ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    secured: tuple[Fraction, Fraction]
    """What the pair guarantees: the row player at least, the column player at most."""
    method: str = "linear programme, basis solved exactly"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the value, the strategies by name, and the certificate."""
        return {
            "method": self.method,
            "exact": self.exact,
            "value": str(self.value),
            "row": _by_name(self.row, self.row_names),
            "column": _by_name(self.column, self.column_names),
            "optimal": {
                "row": [_by_name(x, self.row_names) for x in self.rows],
                "column": [_by_name(y, self.column_names) for y in self.columns],
                "complete": self.complete,
            },
            "dominated": [
                {
                    "side": step.side,
                    "name": (self.row_names if step.side == "row" else self.column_names)[
                        step.index
                    ],
                }
                for step in self.removed
            ],
            "certificate": {
                "row_secures": str(self.secured[0]),
                "column_holds_to": str(self.secured[1]),
            },
        }

    def tables(self) -> list[Table]:
        """Return each player's extreme optimal strategies."""
        tables = []
        for title, names, mixtures in (
            ("row player", self.row_names, self.rows),
            ("column player", self.column_names, self.columns),
        ):
            used = [k for k in range(len(names)) if any(mixture[k] for mixture in mixtures)]
            rows = tuple(tuple(mixture[k] for k in used) for mixture in mixtures)
            tables.append(
                Table(f"{title}: extreme optimal strategies", tuple(names[k] for k in used), rows)
            )
        return tables

    def notes(self) -> list[str]:
        """Return the value and the certificate in sentences."""
        notes = [
            f"value {self.value} = {float(self.value):.7f} for the row player ({self.method})",
            f"certificate: the row player secures {self.secured[0]}, "
            f"the column player holds her to {self.secured[1]}",
        ]
        if not self.complete:
            notes.append("the optimal strategies are too many to list: some are shown")
        return notes


def _by_name(mixture: Mixture, names: Sequence[str]) -> dict[str, str]:
    return {name: str(p) for name, p in zip(names, mixture, strict=True) if p}


def solve_matrix(
    rows: Sequence[Sequence[Any]],
    *,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
    limit: int = 20_000,
) -> MatrixSolution:
    """Solve a zero-sum game given by what the row player gets.

    Entries are whole numbers, fractions or text (``"3/7"``); floats are refused, since
    they are rounded. Strictly dominated rows and columns are taken away first; ``limit``
    bounds the work of listing all extreme optimal strategies.

    >>> solution = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> print(solution.value, *solution.row)
    0 1/3 1/3 1/3
    """
    matrix = read_matrix(rows)
    height, width = len(matrix), len(matrix[0])
    row_labels = named(row_names, height, "rows")
    column_labels = named(column_names, width, "columns")
    left, right, steps = undominated(matrix)
    small: Matrix = tuple(tuple(matrix[i][j] for j in right) for i in left)
    value, mine, yours = _one_pair(small)
    own = optimal_mixtures(small, value, yours, mine, limit=limit)
    turned: Matrix = tuple(tuple(-a for a in column) for column in zip(*small, strict=True))
    other = optimal_mixtures(turned, -value, mine, yours, limit=limit)
    rows_found = [_spread(x, left, height) for x in own or [mine]]
    columns_found = [_spread(y, right, width) for y in other or [yours]]
    row, column = _simplest(rows_found), _simplest(columns_found)
    low = min(sum(row[i] * matrix[i][j] for i in range(height) if row[i]) for j in range(width))
    high = max(sum(column[j] * a[j] for j in range(width) if column[j]) for a in matrix)
    if not low == value == high:
        raise ArithmeticError(f"the strategies secure {low} and {high}, not {value}")
    return MatrixSolution(
        value,
        row,
        column,
        tuple(rows_found),
        tuple(columns_found),
        own is not None and other is not None,
        tuple(steps),
        row_labels,
        column_labels,
        (Fraction(low), Fraction(high)),
    )


def _one_pair(matrix: Matrix) -> tuple[Fraction, Mixture, Mixture]:
    height, width = len(matrix), len(matrix[0])
    programme_rows: list[dict[int, int | Fraction]] = []
    for j in range(width):
        row: dict[int, int | Fraction] = {i: -matrix[i][j] for i in range(height) if matrix[i][j]}
        row[height] = 1
        programme_rows.append(row)
    programme_rows.append(dict.fromkeys(range(height), 1))
    relations: list[Relation] = ["<="] * width
    best = maximise(
        Programme(
            height + 1,
            {height: 1},
            programme_rows,
            [*relations, "="],
            [0] * width + [1],
            frozenset([height]),
        )
    )
    return best.value, best.primal[:height], best.dual[:width]


def optimal_mixtures(
    matrix: Matrix,
    value: Fraction,
    opposing: Mixture,
    own: Mixture,
    *,
    limit: int = 20_000,
) -> list[Mixture] | None:
    """List all extreme optimal strategies of the row player, given one optimal pair.

    By complementary slackness she uses only rows that are best replies to ``opposing``,
    and leaves exactly ``value`` in the columns that it uses. ``None`` if there are too
    many to list.
    """
    used = [
        i
        for i, row in enumerate(matrix)
        if sum(y * a for y, a in zip(opposing, row, strict=True) if y) == value
    ]
    equations, inequalities = [], []
    for j, y in enumerate(opposing):
        cut = [matrix[i][j] - value for i in used]
        if y:
            equations.append(cut)
        elif any(a < 0 for a in cut):
            inequalities.append(cut)
    points = extreme_mixtures(len(used), inequalities, equations, limit=limit)
    if points is None:
        return None
    return [_spread(point, used, len(matrix)) for point in points]


def _spread(mixture: Mixture, places: Sequence[int], size: int) -> Mixture:
    answer = [Fraction(0)] * size
    for place, p in zip(places, mixture, strict=True):
        answer[place] = p
    return tuple(answer)


def _simplest(mixtures: Sequence[Mixture]) -> Mixture:
    """Return the mixture of the fewest actions, the lowest first."""
    return min(mixtures, key=lambda x: (sum(1 for p in x if p), [i for i, p in enumerate(x) if p]))

"""Bimatrix games: every extreme equilibrium, by support enumeration in exact fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...core.errors import InputError
from ...core.results import Result, Table
from ...exact.sparse import SingularError, solve_sparse, to_fraction
from .entries import Matrix, named, read_matrix

__all__ = ["BimatrixSolution", "Equilibrium", "solve_bimatrix"]

Mixture = tuple[Fraction, ...]


@dataclass(frozen=True)
class Equilibrium:
    """Two mixtures that are best replies to each other, and what both players get."""

    row: Mixture
    column: Mixture
    values: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class BimatrixSolution(Result):
    """All extreme equilibria; every equilibrium mixes some of them (those that go together)."""

    equilibria: tuple[Equilibrium, ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    method: str = "support enumeration"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the equilibria, with probabilities by name."""
        return {
            "method": self.method,
            "exact": self.exact,
            "equilibria": [
                {
                    "row": {n: str(p) for n, p in zip(self.row_names, e.row, strict=True) if p},
                    "column": {
                        n: str(p) for n, p in zip(self.column_names, e.column, strict=True) if p
                    },
                    "value": [str(v) for v in e.values],
                }
                for e in self.equilibria
            ],
            "certificate": {"pure_deviations_that_gain": 0},
        }

    def tables(self) -> list[Table]:
        """Return one row an equilibrium."""
        columns = (
            *(f"row {n}" for n in self.row_names),
            *(f"column {n}" for n in self.column_names),
            "row gets",
            "column gets",
        )
        rows = tuple((*e.row, *e.column, *e.values) for e in self.equilibria)
        return [Table("extreme equilibria", columns, rows)]


def solve_bimatrix(
    rows: Sequence[Sequence[Any]],
    columns: Sequence[Sequence[Any]],
    *,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
    limit: int = 200_000,
) -> BimatrixSolution:
    """Find all extreme equilibria of a two-player game in normal form.

    ``rows`` and ``columns`` hold the payoffs of the two players. A mixture is a
    candidate if it is the only one that uses its support and leaves the opponent
    indifferent between as many replies, all of them best; candidates that are best
    replies to each other are equilibria, in degenerate games too (Mangasarian,
    *Equilibrium points of bimatrix games*, 1964). The work grows with the number of
    pairs of supports, which ``limit`` bounds.

    >>> for e in solve_bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]]).equilibria:
    ...     print(*e.row, "|", *e.column, "|", *e.values)
    1 0 | 1 0 | 2 1
    2/3 1/3 | 1/3 2/3 | 2/3 2/3
    0 1 | 0 1 | 1 2
    """
    mine, theirs = read_matrix(rows, "the first matrix"), read_matrix(columns, "the second matrix")
    height, width = len(mine), len(mine[0])
    if (len(theirs), len(theirs[0])) != (height, width):
        raise InputError(
            f"the matrices are {height} × {width} and {len(theirs)} × {len(theirs[0])}: "
            "a bimatrix game needs the same shape"
        )
    pairs = math.comb(height + width, height)
    if pairs > limit:
        raise InputError(
            f"a game of {height} × {width} has {pairs:,} pairs of supports: too many to "
            "enumerate; take away dominated strategies first (undominated)"
        )
    row_labels, column_labels = (
        named(row_names, height, "rows"),
        named(column_names, width, "columns"),
    )
    turned: Matrix = tuple(zip(*theirs, strict=True))
    own = _candidates(turned)  # mixtures of rows, by what they leave the column player
    other = _candidates(mine)
    found = []
    for x, good_columns in own.items():
        used = {i for i, p in enumerate(x) if p}
        for y, good_rows in other.items():
            if used <= good_rows and {j for j, q in enumerate(y) if q} <= good_columns:
                values = (
                    sum((y[j] * mine[min(used)][j] for j in range(width)), Fraction(0)),
                    sum((x[i] * theirs[i][min(good_columns)] for i in range(height)), Fraction(0)),
                )
                found.append(Equilibrium(x, y, values))
    found.sort(key=lambda e: (e.row, e.column), reverse=True)
    return BimatrixSolution(tuple(found), row_labels, column_labels)


def _candidates(replies: Matrix) -> dict[Mixture, frozenset[int]]:
    """List the extreme mixtures over columns, each with the rows that are best replies."""
    count, size = len(replies), len(replies[0])
    scaled = []
    for row in replies:
        scale = math.lcm(*(a.denominator for a in row))
        scaled.append([int(a * scale) for a in row] + [scale])
    answer: dict[Mixture, frozenset[int]] = {}
    for number in range(1, min(count, size) + 1):
        for support in combinations(range(size), number):
            for best in combinations(range(count), number):
                mixture = _indifferent(scaled, support, best)
                if mixture is None or min(mixture) <= 0:
                    continue
                full = [Fraction(0)] * size
                for j, q in zip(support, mixture, strict=True):
                    full[j] = q
                gains = [
                    sum(q * row[j] for j, q in zip(support, mixture, strict=True))
                    for row in replies
                ]
                top = max(gains)
                if all(gains[i] == top for i in best):
                    answer[tuple(full)] = frozenset(i for i, g in enumerate(gains) if g == top)
    return answer


def _indifferent(
    scaled: Sequence[Sequence[int]], support: Sequence[int], best: Sequence[int]
) -> list[Fraction] | None:
    """Solve for the mixture on a support that makes some replies equally good, if it is one."""
    size = len(support)
    system = []
    for i in best:
        row = {place: scaled[i][j] for place, j in enumerate(support)}
        row[size] = -scaled[i][-1]
        system.append(row)
    system.append(dict.fromkeys(range(size), 1))
    try:
        found = solve_sparse(system, [0] * size + [1])
    except SingularError:
        return None
    return [to_fraction(x) for x in found[:size]]

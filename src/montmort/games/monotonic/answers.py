"""What the solver of monotonic sequence games answers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.results import Chart, HeatMap, Result, Table
from .showing import rows_of

__all__ = [
    "AllDecks", "NimberTable", "PositionAnswer", "TypeTable", "central_block", "run_lengths",
]  # fmt: skip

WORDS = {"N": "the next player wins", "P": "the previous player wins", "D": "a draw"}
_SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def run_lengths(types: str) -> str:
    """Write a row of types by its runs.

    >>> run_lengths("DDDDDPNNN")
    'D⁵ P N³'
    """
    parts = []
    for letter, group in itertools.groupby(types):
        count = len(list(group))
        parts.append(letter + (str(count).translate(_SMALL) if count > 1 else ""))
    return " ".join(parts)


def central_block(values: Sequence[Any]) -> tuple[int, int] | None:
    """The longest run of equal values, as its first and last place (from 0).

    >>> central_block([3, 1, 1, 1, 2, 2])
    (1, 3)
    """
    best: tuple[int, int] | None = None
    start = 0
    for i in range(1, len(values) + 1):
        if i == len(values) or values[i] != values[start]:
            if best is None or i - start > best[1] - best[0] + 1:
                best = (start, i - 1)
            start = i
    return best


def show_board(board: Sequence[Any]) -> str:
    """A board as it would be typed."""
    return ",".join(f"{c[0]}:{c[1]}" if isinstance(c, tuple) else str(c) for c in board)


@dataclass(frozen=True)
class PositionAnswer(Result):
    """One position: its type, what wins, and whatever else was asked."""

    a: int
    d: int
    deck: str
    misere: bool
    extended: bool
    board: tuple[Any, ...]
    outcome: str
    winning: tuple[Any, ...]
    drawing: tuple[Any, ...]
    positions: int
    method: str
    steps: tuple[tuple[str, str], ...] = ()
    """Each card of the board with the colour word after it."""
    more: Mapping[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the answer in the documented shape."""
        return {
            "exact": True,
            "outcome": self.outcome,
            "winning": list(self.winning),
            **({"drawing": list(self.drawing)} if self.outcome == "D" else {}),
            "positions": self.positions,
            "method": self.method,
            "a": self.a,
            "d": self.d,
            "deck": self.deck,
            "misere": self.misere,
            "extended": self.extended,
            "board": list(self.board),
            "steps": [{"card": card, "word": word} for card, word in self.steps],
            **self.more,
            "notes": list(self.remarks),
        }

    def tables(self) -> list[Table]:
        """Return the answer, the board's double bumping, and the lines."""
        form = ("extended " if self.extended else "") + ("misère" if self.misere else "normal")
        rows: list[tuple[Any, ...]] = [
            ("type", f"{self.outcome}: {WORDS[self.outcome]}"),
            ("board", show_board(self.board) or "empty"),
        ]
        if self.outcome == "N":
            rows.append(("winning moves", _list(self.winning)))
            if self.more.get("winning_cards"):
                rows.append(("such as the cards", _list(self.more["winning_cards"])))
        elif self.outcome == "D":
            rows.append(("drawing moves", _list(self.drawing)))
        for name, label in (("nimber", "nimber"), ("eventual_nimber", "nimber of large decks")):
            if name in self.more:
                rows.append((label, self.more[name]))
        if "line" in self.more:
            line = self.more.get("line_cards", self.more["line"])
            rows.append((self.more["line_is"], ", ".join(map(str, line))))
        if "cooperative_draw" in self.more:
            line = self.more["cooperative_draw"]
            drawn = "impossible" if line is None else ", ".join(map(str, line))
            rows.append(("a draw if both want it", drawn))
        if "involution" in self.more:
            found = self.more["involution"]
            rows.append(
                (
                    "involution",
                    "none found"
                    if found is None
                    else f"{found['kind']}: " + ", ".join(f"{x} ↔ {y}" for x, y in found["pairs"]),
                )
            )
        rows += [("method", self.method), ("positions", self.positions)]
        title = f"({self.a}, {self.d}) on {self.deck}, {form}"
        found_tables = [Table(title, ("what", "found"), tuple(rows))]
        if self.steps:
            found_tables.append(Table("double bumping", ("card", "colour word"), self.steps))
        if "nimbers" in self.more:
            nimbers = self.more["nimbers"]
            found_tables.append(
                Table("nimber after each move", ("move", "nimber"), tuple(nimbers.items()))
            )
        return found_tables

    def notes(self) -> list[str]:
        """Return what must be said beside it."""
        return list(self.remarks)


def _list(items: Sequence[Any]) -> str:
    """Moves in order; runs of whole numbers as such."""
    if not items:
        return "none"
    if all(isinstance(item, int) for item in items):
        return rows_of(items)
    return ", ".join(show_board([item]) for item in items)


@dataclass(frozen=True)
class TypeTable(Result):
    """The types of all decks up to a size, in both forms."""

    a: int
    d: int
    misere: bool
    normal: str
    misere_types: str
    extended: bool
    positions: int
    method: str
    picture: Callable[[], Chart] | None = None
    around: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By form: the types of all shorter sequences too, for a picture in the terminal."""
    exact: bool = True

    @property
    def outcomes(self) -> str:
        """The types of the form that was asked for."""
        return self.misere_types if self.misere else self.normal

    def as_dict(self) -> dict[str, Any]:
        """Return the types as a word, a letter a deck."""
        return {
            "exact": True,
            "outcomes": self.outcomes,
            "normal": self.normal,
            "misere": self.misere_types,
            "runs": {"normal": run_lengths(self.normal), "misere": run_lengths(self.misere_types)},
            "a": self.a,
            "d": self.d,
            "extended": self.extended,
            "positions": self.positions,
            "method": self.method,
            **({"picture": self.around} if self.around else {}),
        }

    def tables(self) -> list[Table]:
        """Return the runs of both forms, and the picture over (a, d, n) if there is one."""
        rows = (
            ("normal", run_lengths(self.normal), _last_draw(self.normal)),
            ("misère", run_lengths(self.misere_types), _last_draw(self.misere_types)),
        )
        kind = "n × n boards" if self.extended else "decks 1 to n"
        return [
            Table(
                f"({self.a}, {self.d}): types of {kind}, n = 1 to {len(self.normal)}",
                ("form", "types", "last draw"),
                rows,
                note=f"a + d = {self.a + self.d}, (a-1)(d-1) = {(self.a - 1) * (self.d - 1)}",
            ),
            *(
                Table(
                    f"types over (a, d) and n, {form}",
                    ("(a, d)", ruler(len(self.normal))),
                    tuple(lines.items()),
                )
                for form, lines in self.around.items()
            ),
        ]

    def charts(self) -> list[Chart]:
        """Return the picture of the types over (a, d, n)."""
        return [self.picture()] if self.picture is not None else []


def ruler(most: int) -> str:
    """A row of places from 1 on, every fifth one with its number.

    >>> ruler(12)
    '1···5····10·'
    """
    marks = "1"
    for number in range(5, most + 1, 5):
        marks = marks.ljust(number - 1, "·") + str(number)
    return marks.ljust(most, "·")


def _last_draw(types: str) -> int | str:
    return types.rfind("D") + 1 or "-"


@dataclass(frozen=True)
class AllDecks(Result):
    """The type for all decks, from finitely many."""

    a: int
    d: int
    misere: bool
    eventual: str
    start: int
    """From this deck on the type is the eventual one."""
    types: str
    bound: int
    """The paper's: from here on all decks have one type."""
    used: int
    """The sharper bound that was computed to."""
    older: int
    classes: int
    checked: int
    holds: bool
    method: str
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the proof object in the documented shape."""
        return {
            "exact": True,
            "eventual": self.eventual,
            "from": self.start,
            "bound": self.bound,
            "bound_used": self.used,
            "older_bound": self.older if self.older < 1 << 53 else str(self.older),
            "classes": self.classes,
            "recheck": {"checked": self.checked, "of": self.classes, "holds": self.holds},
            "outcomes": self.types,
            "runs": f"{run_lengths(self.types[: self.start - 1])} {self.eventual}…".strip(),
            "last_draw": self.types.rfind("D") + 1,
            "a": self.a,
            "d": self.d,
            "misere": self.misere,
            "method": self.method,
        }

    def tables(self) -> list[Table]:
        """Return the types and the parts of the proof."""
        older = self.older if self.older < 10**12 else f"2^{(self.a - 1) * (self.d - 1)} - 1"
        before = run_lengths(self.types[: self.start - 1])
        rows = (
            ("type of all large decks", f"{self.eventual}: {WORDS[self.eventual]}"),
            ("from n", self.start),
            ("types before", before or "-"),
            ("bound used: gaps from here on are alike", self.used),
            ("the paper's bound, 2·C(a+d-2, a-1) - 1", self.bound),
            ("the older bound, 2^((a-1)(d-1)) - 1", older),
            ("classes of positions labelled", self.classes),
            ("labels checked again, card by card", self.checked),
            ("the labels hold", "yes" if self.holds else "NO"),
            ("method", self.method),
        )
        form = "misère" if self.misere else "normal"
        return [Table(f"({self.a}, {self.d}) on every chain, {form}", ("what", "found"), rows)]


@dataclass(frozen=True)
class NimberTable(Result):
    """Nimbers of the draw-free decks."""

    a: int
    d: int
    first: int
    nimbers: tuple[int, ...]
    bound: int
    eventual: int | None
    start: int | None
    classes: int
    method: str
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the nimbers by deck."""
        return {
            "exact": True,
            "nimbers": {str(self.first + i): v for i, v in enumerate(self.nimbers)},
            "draw_free_from": self.first,
            "bound": self.bound,
            "eventual": self.eventual,
            "from": self.start,
            "classes": self.classes,
            "a": self.a,
            "d": self.d,
            "method": self.method,
        }

    def tables(self) -> list[Table]:
        """Return the runs of equal nimbers."""
        rows = []
        place = self.first
        for value, group in itertools.groupby(self.nimbers):
            count = len(list(group))
            rows.append((f"{place}" if count == 1 else f"{place}-{place + count - 1}", value))
            place += count
        if self.eventual is not None:
            rows.append((f"all from {self.start}", self.eventual))
        return [
            Table(f"({self.a}, {self.d}): nimbers of decks 1 to n", ("n", "nimber"), tuple(rows))
        ]


def type_picture(rows: Mapping[str, str], title: str) -> HeatMap:
    """Types as colours: 1 for N, 0 for D, -1 for P."""
    width = max(map(len, rows.values()), default=0)
    value = {"N": 1.0, "D": 0.0, "P": -1.0}
    return HeatMap(
        title,
        tuple(rows),
        tuple(str(n + 1) for n in range(width)),
        tuple(
            tuple(value[t] for t in types) + (None,) * (width - len(types))
            for types in rows.values()
        ),
        axis="1: N, 0: D, -1: P",
    )

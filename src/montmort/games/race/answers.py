"""What ``montmort solve race`` answers: races, best replies, and matrices of win rates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...core.results import Chart, Curve, HeatMap, Result, Table
from ...exact.enclosure import Enclosure, Figure, written
from .diagrams import Diagram
from .figures import Ties
from .letters import Letters

__all__ = ["Distribution", "MatrixAnswer", "Player", "RaceAnswer", "ReplyAnswer", "about"]


def about(figure: Figure) -> str:
    """Write a figure for people: in full if it is short, else its first digits.

    >>> about(Fraction(2, 3)), about(Fraction(2**64 + 1, 2**65))
    ('2/3', '≈ 0.50000000000000000003')
    """
    text = written(figure)
    if len(text) <= 32 or isinstance(figure, Enclosure):
        return text
    if abs(figure) >= 10**15:
        return f"≈ {float(figure):.12e}"
    tiny = figure and abs(figure) < Fraction(1, 10**6)
    if tiny:
        return f"≈ {float(figure):.12e}"
    digits = 20
    whole = round(figure * 10**digits)
    sign, whole = "-" * (whole < 0), abs(whole)
    return f"≈ {sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"


@dataclass(frozen=True)
class Player:
    """One player of a race."""

    pattern: str
    first: Figure
    """The chance to be first, alone."""
    wait: Fraction
    """The expected number of flips until the pattern appears."""
    variance: Fraction
    """The variance of that number."""
    rate: Fraction
    """Occurrences per flip in the long run, overlaps allowed."""
    series: str = ""
    """The generating function of the wait."""


@dataclass(frozen=True)
class Distribution:
    """P(T = n) and P(T > n) for each player, and for the end of the race, n = 0, 1, ..."""

    arrivals: tuple[tuple[Fraction, ...], ...]
    """``arrivals[player][n]``"""
    tails: tuple[tuple[Fraction, ...], ...]
    ends: tuple[Fraction, ...]
    lasts: tuple[Fraction, ...]
    """``lasts[n]``: the chance that the race lasts more than n flips."""

    def as_dict(self) -> dict[str, Any]:
        """Return the rows by what they count."""
        return {
            "arrival": [list(map(written, row)) for row in self.arrivals],
            "tail": [list(map(written, row)) for row in self.tails],
            "end": list(map(written, self.ends)),
            "lasts": list(map(written, self.lasts)),
        }


@dataclass(frozen=True)
class RaceAnswer(Result):
    """The figures of one race."""

    players: tuple[Player, ...]
    tie: Figure
    length: Figure
    length_variance: Figure
    letters: Letters
    shared: bool
    ties: Ties
    method: str
    exact: bool
    leading: tuple[tuple[Fraction, ...], ...] = ()
    """Conway's leading numbers, on a shared coin."""
    diagrams: tuple[Diagram, ...] = ()
    same: tuple[tuple[str, str, str, Mapping[str, str] | None], ...] = ()
    """Pairs of patterns, the kind of diagram, and the renaming that makes them one graph."""
    distribution: Distribution | None = None
    remarks: tuple[str, ...] = field(default=())

    @property
    def digits(self) -> int | None:
        """How many digits of every figure are certain; ``None`` if all are fractions."""
        figures = [*(p.first for p in self.players), self.tie, self.length, self.length_variance]
        found = [f.digits for f in figures if isinstance(f, Enclosure)]
        return min(found) if found else None

    def as_dict(self) -> dict[str, Any]:
        """Return the figures; fractions and enclosures as text."""
        answer: dict[str, Any] = {
            "exact": self.exact,
            "players": [
                {
                    "pattern": p.pattern,
                    "first": written(p.first),
                    "wait": written(p.wait),
                    "variance": written(p.variance),
                    "rate": written(p.rate),
                    **({"generating_function": p.series} if p.series else {}),
                }
                for p in self.players
            ],
            "tie": written(self.tie),
            "length": written(self.length),
            "length_variance": written(self.length_variance),
            "shared": self.shared,
            "ties": self.ties,
            "letters": self.letters.as_dict(),
            "method": self.method,
        }
        if self.digits is not None:
            answer["digits"] = self.digits
        if self.leading:
            answer["leading"] = [list(row) for row in self.leading]
        if self.diagrams:
            answer["diagrams"] = [d.as_dict() for d in self.diagrams]
            answer["same_graph"] = [
                {
                    "patterns": [first, second],
                    "kind": kind,
                    "same": names is not None,
                    "names": None if names is None else dict(names),
                }
                for first, second, kind, names in self.same
            ]
        if self.distribution:
            answer["distribution"] = self.distribution.as_dict()
        return answer

    def tables(self) -> list[Table]:
        """Return the players, the race, and what else was asked for."""
        coin = "one shared coin" if self.shared else "own coins"
        rows = tuple(
            (
                p.pattern,
                about(p.first),
                f"{100 * float(p.first):.2f} %",
                about(p.wait),
                about(p.variance),
                about(p.rate),
            )
            for p in self.players
        )
        columns = ("pattern", "first", "", "mean wait", "variance", "long-run rate")
        race = (
            ("tie", about(self.tie)),
            ("mean length", about(self.length)),
            ("variance of the length", about(self.length_variance)),
        )
        tables = [
            Table(f"Who is first, with {coin}", columns, rows),
            Table("The race", ("", "value"), race, note=f"found by {self.method}"),
        ]
        if self.leading:
            names = tuple(p.pattern for p in self.players)
            tables.append(
                Table(
                    "Conway's leading numbers",
                    ("last letters of", *names),
                    tuple(
                        (name, *map(about, row))
                        for name, row in zip(names, self.leading, strict=True)
                    ),
                    note="against the first letters of the pattern at the top",
                )
            )
        for drawn in self.diagrams:
            tables.append(
                Table(
                    f"{drawn.pattern}, {drawn.kind}",
                    ("state", "letters", "leads to", "chance", ""),
                    tuple(
                        (
                            drawn.states[a.source],
                            a.letters,
                            drawn.states[a.target],
                            about(a.chance),
                            "complete" if a.completes else "",
                        )
                        for a in drawn.arrows
                    ),
                )
            )
        if self.distribution:
            tables.append(self._distribution_table(self.distribution))
        return tables

    def _distribution_table(self, distribution: Distribution) -> Table:
        columns = ["n"]
        for p in self.players:
            columns += [f"{p.pattern} at n", f"{p.pattern} later"]
        columns += ["end at n", "lasts longer"]
        rows = []
        for n in range(len(distribution.ends)):
            row: list[Any] = [n]
            for arrival, tail in zip(distribution.arrivals, distribution.tails, strict=True):
                row += [about(arrival[n]), about(tail[n])]
            rows.append((*row, about(distribution.ends[n]), about(distribution.lasts[n])))
        return Table("How long it takes", tuple(columns), tuple(rows))

    def charts(self) -> list[Chart]:
        """Return the chance that each is still waiting, if the distribution was asked for."""
        if not self.distribution:
            return []
        lines: dict[str, list[float]] = {}
        for n, (p, tail) in enumerate(zip(self.players, self.distribution.tails, strict=True), 1):
            lines[f"{n}: {p.pattern}"] = [float(x) for x in tail]
        lines["the race"] = [float(x) for x in self.distribution.lasts]
        flips = tuple(float(n) for n in range(len(self.distribution.lasts)))
        return [Curve("Still waiting after n flips", flips, lines, "flips", "probability")]

    def notes(self) -> list[str]:
        """Say which diagrams are the same graph, and how certain the figures are."""
        found = list(self.remarks)
        if self.digits is not None:
            found.append(f"Enclosed rigorously: {self.digits} digits of every figure are certain.")
        for first, second, kind, names in self.same:
            if names is None:
                found.append(f"The {kind} diagrams of {first} and {second} are different graphs.")
            else:
                listed = ", ".join(f"{a} → {b}" for a, b in names.items())
                found.append(
                    f"The {kind} diagrams of {first} and {second} are the same graph up to the "
                    f"names of the states ({listed})."
                )
        for p in self.players:
            if p.series:
                found.append(f"The generating function of the wait for {p.pattern}: {p.series}")
        return found


@dataclass(frozen=True)
class ReplyAnswer(Result):
    """The replies to a pattern, the best first."""

    pattern: str
    replies: tuple[tuple[str, Fraction], ...]
    letters: Letters
    shared: bool
    method: str
    exact: bool = True
    shown: int = 12

    @property
    def best(self) -> tuple[str, ...]:
        """The best reply; several if they are equally good."""
        return tuple(word for word, win in self.replies if win == self.replies[0][1])

    def as_dict(self) -> dict[str, Any]:
        """Return the best replies, and the ranking of the first few."""
        return {
            "exact": self.exact,
            "pattern": self.pattern,
            "best": list(self.best),
            "wins": written(self.replies[0][1]),
            "replies": [
                {"pattern": word, "wins": written(win)} for word, win in self.replies[: self.shown]
            ],
            "shared": self.shared,
            "letters": self.letters.as_dict(),
            "method": self.method,
        }

    def tables(self) -> list[Table]:
        """Return the first few replies."""
        coin = "on one shared coin" if self.shared else "with own coins"
        rows = tuple(
            (word, about(win), f"{100 * float(win):.2f} %")
            for word, win in self.replies[: self.shown]
        )
        columns = ("reply", "is first", "")
        return [Table(f"Replies to {self.pattern} {coin}", columns, rows, note=self.method)]


@dataclass(frozen=True)
class MatrixAnswer(Result):
    """How often each pattern of a length is first against each other."""

    words: tuple[str, ...]
    rates: tuple[tuple[Fraction | None, ...], ...]
    """``rates[row][column]``: the chance that the row's pattern is first."""
    letters: Letters
    shared: bool
    ties: str
    method: str
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the patterns and the matrix."""
        return {
            "exact": self.exact,
            "patterns": list(self.words),
            "first": [[None if x is None else written(x) for x in row] for row in self.rates],
            "shared": self.shared,
            "ties": self.ties,
            "letters": self.letters.as_dict(),
            "method": self.method,
        }

    def tables(self) -> list[Table]:
        """Return the matrix."""
        rows = tuple(
            (word, *("–" if x is None else about(x) for x in row))
            for word, row in zip(self.words, self.rates, strict=True)
        )
        return [Table(self._title, ("first ↓ against →", *self.words), rows, note=self.method)]

    @property
    def _title(self) -> str:
        coin = "on one shared coin" if self.shared else "with own coins"
        return f"How often the row's pattern is first {coin}"

    def charts(self) -> list[Chart]:
        """Return the matrix as a heat map."""
        values = tuple(tuple(None if x is None else float(x) for x in row) for row in self.rates)
        return [HeatMap(self._title, self.words, self.words, values, "chance to be first")]

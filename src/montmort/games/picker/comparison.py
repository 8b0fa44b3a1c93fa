"""The published tables beside ours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.results import Bars, Chart, Estimate, Result, Table
from ...engines.tournament import simulate
from . import Picker
from .published import GAMES, SOURCE, TABLES, Published, Reading

__all__ = ["SideBySide", "put_beside"]

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


@dataclass(frozen=True)
class SideBySide(Result):
    """A published table beside ours, in percent, with how far they are apart."""

    published: Published
    reading: Reading
    ours: tuple[tuple[Estimate, ...], ...]
    """``ours[row][place]``, shares."""
    games: int
    seed: int
    method: str = "simulation of a reconstruction"
    exact: bool = False

    @property
    def gaps(self) -> list[float]:
        """Ours less the published, cell by cell, in percentage points."""
        return [
            100 * cell.value - percent
            for row, (_, percents) in zip(self.ours, self.published.rows, strict=True)
            for cell, percent in zip(row, percents, strict=True)
        ]

    @property
    def largest(self) -> float:
        """The largest difference in percentage points."""
        return float(max(abs(gap) for gap in self.gaps))

    @property
    def rms(self) -> float:
        """The root of the mean square difference, in percentage points."""
        return math.sqrt(sum(gap * gap for gap in self.gaps) / len(self.gaps))

    @property
    def chi_squared(self) -> float:
        """Pearson's sum over the cells, for the published games and the errors of ours.

        If both came from the same rules its mean would be players · (players - 1): a cell
        with chance p adds 1 - p, and the chances add up to the number of players.
        """
        found = 0.0
        for gap, cell in zip(self.gaps, (cell for row in self.ours for cell in row), strict=True):
            found += (gap / 100) ** 2 / (max(cell.value, 1e-9) * (1 / GAMES + 1 / self.games))
        return found

    @property
    def by_chance(self) -> int:
        """What chi-squared would be on average if the reading were the truth."""
        players = len(self.published.rows)
        return players * (players - 1)

    @property
    def allowance(self) -> float:
        """Five standard errors of our least exact cell, in percentage points."""
        return max(
            500 * math.sqrt(cell.value * (1 - cell.value) / self.games)
            for row in self.ours
            for cell in row
        )

    def as_dict(self) -> dict[str, Any]:
        """Return both tables, the reading, and the three figures of their distance."""
        return {
            "table": self.published.number,
            "source": SOURCE,
            "reading": self.reading.words,
            "version": self.reading.version,
            "seating": self.reading.seating,
            "games": self.games,
            "seed": self.seed,
            "rows": [
                {
                    "name": name,
                    "strategy": strategy,
                    "published": [p / 100 for p in percents],
                    "ours": [cell.as_dict() for cell in row],
                }
                for (name, percents), strategy, row in zip(
                    self.published.rows, self.published.strategies(self.reading), self.ours,
                    strict=True,
                )
            ],
            "largest": self.largest,
            "rms": self.rms,
            "chi_squared": {"value": self.chi_squared, "mean_by_chance": self.by_chance},
            "notes": self.notes(),
        }  # fmt: skip

    def tables(self) -> list[Table]:
        """Return the published percentage and ours in each cell."""
        players = len(self.published.rows)
        rows = tuple(
            (name, *(f"{p:.2f} | {cell}" for p, cell in zip(percents, row, strict=True)))
            for (name, percents), row in zip(self.published.rows, self.ours, strict=True)
        )
        return [
            Table(
                f"published table {self.published.number}: published | ours",
                ("player", *PLACES[:players]),
                rows,
            )
        ]

    def charts(self) -> list[Chart]:
        """Return ours as stacked bars."""
        players = len(self.published.rows)
        title = f"published table {self.published.number}, our simulation"
        return [Bars(title, self.published.names, PLACES[:players], self.ours)]

    def notes(self) -> list[str]:
        """Give the reading and the distance in words."""
        return [
            "reading (a reconstruction: the rules behind the table are lost): "
            + self.reading.words,
            f"largest difference {self.largest:.2f} points, RMS {self.rms:.2f}, chi-squared "
            f"{self.chi_squared:.0f} (the same rules would give {self.by_chance} on average)",
            f"published: {GAMES:,} games (a cell is ±{self.published_error:.1f} points); "
            f"ours: {self.games:,} games, seed {self.seed}",
        ]

    @property
    def published_error(self) -> float:
        """The half-width of the 95 % interval of a middling published cell, in points."""
        p = 1 / len(self.published.rows)
        return 196 * math.sqrt(p * (1 - p) / GAMES)


def put_beside(number: int, *, games: int, seed: int = 1, reading: int = 0) -> SideBySide:
    """Simulate a published table (1, 2 or 3) under a reading: 0 is the best, 1, ... others.

    >>> beside = put_beside(1, games=2000)
    >>> beside.largest < 6
    True
    """
    published = TABLES[number - 1]
    chosen = (published.reading, *published.others)[reading]
    game = Picker(chosen.version, **dict(chosen.changes))
    names = published.strategies(chosen)
    order = list(range(len(names)))
    if chosen.seating == "fixed":
        # The initial list of the reading runs from Frank to Alice.
        order = sorted(order, key=lambda i: published.names[i], reverse=True)
    result = simulate(
        game, [names[i] for i in order], games=games, seed=seed, seating=chosen.seating
    )
    place = {i: seat for seat, i in enumerate(order)}
    ours = tuple(
        tuple(result.place(place[i], rank) for rank in range(len(names))) for i in range(len(names))
    )
    return SideBySide(published, chosen, ours, result.games, seed)

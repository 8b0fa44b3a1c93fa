"""Counting what tournaments of Sheng Ji come to, deal by deal."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ...core.results import Estimate
from ...statistics import intervals
from .kernel import COLUMNS

__all__ = ["FIGURES", "SEAT_FIGURES", "Tally", "shown"]

FIGURES = ("won", "levels", "dealing", "dealing_won", "grabbing", "grabbing_won", "points", "match",
           "given")  # fmt: skip
"""What is counted for each seat and round."""
SEAT_FIGURES = ("won", "levels", "deals", "points")
COLUMN = {name: i for i, name in enumerate(COLUMNS)}


def shown(figure: Estimate) -> Estimate | float | None:
    """Say what a table holds for a figure: no cell but what is known.

    What nothing was seen of has an empty cell; what was seen once has no interval.

    >>> print(shown(Estimate(0.62, 0.08, 0.98, share=True)))
    62% (8 to 98)
    >>> shown(Estimate(math.nan, -math.inf, math.inf)), shown(Estimate(3.0, -math.inf, math.inf))
    (None, 3.0)
    """
    if not math.isfinite(figure.value):
        return None
    if not (math.isfinite(figure.low) and math.isfinite(figure.high)):
        return figure.value
    return figure


@dataclass
class Tally:
    """Sums over deals from which every figure and its interval follow."""

    strategies: int
    players: int
    sums: npt.NDArray[np.float64] = field(init=False)
    """``sums[strategy, figure]``: of x, x², x·m, m, m² over deals, and how many deals."""
    rounds: int = 0
    games: int = 0
    deals: int = 0
    matches: int = 0
    moves: int = 0
    failures: int = 0
    points: npt.NDArray[np.int64] = field(init=False)
    """How often the grabbers had 0, 5, 10, ... points."""
    seats: npt.NDArray[np.float64] = field(init=False)
    """``seats[seat, figure]``, as in ``sums``: whoever sat there."""
    difference: npt.NDArray[np.float64] = field(init=False)
    """Of the first strategy's levels per seat less the second's: sum, sum of squares."""
    globals: npt.NDArray[np.float64] = field(init=False)
    """Over deals: x, x², x·m, m, m² of points, rise, bottom, grabbers' wins per round."""

    def __post_init__(self) -> None:
        self.sums = np.zeros((self.strategies, len(FIGURES), 6))
        self.points = np.zeros(2000, np.int64)
        self.seats = np.zeros((self.players, len(SEAT_FIGURES), 6))
        self.difference = np.zeros(2)
        self.globals = np.zeros((4, 5))

    def add(self, rows: npt.NDArray[np.int64], seating: npt.NDArray[np.int64], first: int,
            deals: int) -> None:  # fmt: skip
        """Count the rows of the deals from ``first`` on."""
        per_deal, players = seating.shape
        at = rows[:, COLUMN["game"]] // per_deal - first
        turn = rows[:, COLUMN["game"]] % per_deal
        grabbed = rows[:, COLUMN["grabbers_won"]] != 0
        over = rows[:, COLUMN["over"]] != 0
        value = rows[:, COLUMN["points"]].astype(float)
        rise = rows[:, COLUMN["rise"]].astype(float)
        x = np.zeros((self.strategies, len(FIGURES), deals))
        m = np.zeros((self.strategies, len(FIGURES), deals))
        y = np.zeros((self.players, len(SEAT_FIGURES), deals))
        n = np.zeros((self.players, len(SEAT_FIGURES), deals))
        for seat in range(players):
            who = seating[turn, seat]
            dealing = (rows[:, COLUMN["sides"]] >> seat) & 1 != 0
            won = dealing != grabbed
            champion = (rows[:, COLUMN["winners"]] >> seat) & 1 != 0
            ones = np.ones(len(rows))
            for f, (what, of) in enumerate(
                (
                    (won, ones), (won * rise, ones), (dealing, ones), (dealing & won, dealing),
                    (~dealing, ones), (~dealing & won, ~dealing), (~dealing * value, ~dealing),
                    (over & champion, over), (dealing * value, dealing),
                )
            ):  # fmt: skip
                np.add.at(x, (who, f, at), what)
                np.add.at(m, (who, f, at), of)
            deals_himself = rows[:, COLUMN["dealer"]] == seat
            for f, (what, of) in enumerate(
                (
                    (won, ones),
                    (won * rise, ones),
                    (deals_himself, ones),
                    (~dealing * value, ~dealing),
                )
            ):
                np.add.at(y[seat, f], at, what)
                np.add.at(n[seat, f], at, of)
        for k, part in enumerate((x, x * x, x * m, m, m * m, m > 0)):
            self.sums[:, :, k] += part.sum(axis=2)
        for k, part in enumerate((y, y * y, y * n, n, n * n, n > 0)):
            self.seats[:, :, k] += part.sum(axis=2)
        if self.strategies == 2:
            gap = x[0, 1] / np.maximum(m[0, 1], 1) - x[1, 1] / np.maximum(m[1, 1], 1)
            self.difference += gap.sum(), (gap * gap).sum()
        count = np.bincount(at, minlength=deals).astype(float)
        bottom = rows[:, COLUMN["bottom"]].astype(float)
        for k, what in enumerate((value, rise, bottom, grabbed.astype(float))):
            z = np.bincount(at, what, minlength=deals)
            self.globals[k] += [
                z.sum(), (z * z).sum(), (z * count).sum(), count.sum(), (count * count).sum(),
            ]  # fmt: skip
        np.add.at(self.points, np.minimum(rows[:, COLUMN["points"]] // 5, 1999), 1)
        self.rounds += len(rows)
        self.games += deals * per_deal
        self.deals += deals
        self.matches += int((over & (rows[:, COLUMN["winners"]] != 0)).sum())
        last = np.append(rows[1:, COLUMN["game"]] != rows[:-1, COLUMN["game"]], True)
        self.moves += int(rows[last, COLUMN["moves"]].sum()) if len(rows) else 0
        self.failures += int(rows[:, COLUMN["failures"]].sum())

    @property
    def lacking(self) -> bool:
        """Whether some mean was seen in one deal only, so that it has no interval."""
        points, seat_points = FIGURES.index("points"), SEAT_FIGURES.index("points")
        seen = (*self.sums[:, points, 5], *self.seats[:, seat_points, 5])
        return self.deals == 1 or 1 in seen

    def share(self, strategy: int, figure: str) -> Estimate:
        """Estimate a share of the rounds (or matches) of a strategy's seats."""
        x, xx, xm, m, mm, clusters = self.sums[strategy, FIGURES.index(figure)]
        return intervals.share(x, xx, xm, m, mm, int(clusters))

    def mean(self, strategy: int, figure: str) -> Estimate:
        """Estimate a mean over the rounds of a strategy's seats."""
        x, xx, xm, m, mm, clusters = self.sums[strategy, FIGURES.index(figure)]
        return intervals.mean(x, xx, xm, m, mm, int(clusters))

    def seat(self, seat: int, figure: str) -> Estimate:
        """Estimate a figure of a seat, whoever sat there: won, levels, deals or points."""
        x, xx, xm, m, mm, clusters = self.seats[seat, SEAT_FIGURES.index(figure)]
        found = intervals.share if figure in ("won", "deals") else intervals.mean
        return found(x, xx, xm, m, mm, int(clusters))

    def whole(self, what: int) -> Estimate:
        """Estimate a mean over rounds: points, rise, bottom, or how often the grabbers win."""
        x, xx, xm, m, mm = self.globals[what]
        found = intervals.share if what == 3 else intervals.mean
        return found(x, xx, xm, m, mm, self.deals)

"""What a tournament answers: ranks, scores and seats, each with its interval."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.results import Bars, Chart, Estimate, Histogram, Result, Table, plain
from ...statistics import intervals
from .tally import NUMBERS, Sums, Tally

__all__ = ["TournamentResult"]

PLACES = ("1st", "2nd", "3rd")


def ordinal(place: int) -> str:
    """Name a place, counted from 0.

    >>> ordinal(0), ordinal(3)
    ('1st', '4th')
    """
    return PLACES[place] if place < 3 else f"{place + 1}th"


@dataclass(frozen=True)
class TournamentResult(Result):
    """The figures of a tournament, with everything needed to run it again."""

    game: str
    version: str
    rules: Mapping[str, Any]
    names: tuple[str, ...]
    seating: str
    ties: str
    seed: int
    tally: Tally
    score_name: str = "payoff"
    package: str = ""
    seconds: float = 0.0
    interrupted: bool = False
    target: float | None = None
    remarks: tuple[str, ...] = ()
    resumed: int = 0
    """How many of the games were taken from a saved run."""
    method: str = "simulation"
    exact: bool = field(default=False)

    # -- figures -----------------------------------------------------------------

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.tally.games

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return self.tally.players

    def _share(self, sums: Sums, at: tuple[int, ...], kind: int) -> Estimate:
        return intervals.share(
            sums.x[(*at, kind)], sums.xx[(*at, kind)], sums.xm[(*at, kind)], sums.m[at],
            sums.mm[at], int(sums.clusters[at]),
        )  # fmt: skip

    def _mean(self, sums: Sums, at: tuple[int, ...], kind: int) -> Estimate:
        return intervals.mean(
            sums.x[(*at, kind)], sums.xx[(*at, kind)], sums.xm[(*at, kind)], sums.m[at],
            sums.mm[at], int(sums.clusters[at]),
        )  # fmt: skip

    def place(self, strategy: int, place: int) -> Estimate:
        """How often a strategy takes a place (from 0), of the times that it sits."""
        if len(self.names) == 1 and self.games:
            # It has every seat, and so its part of every place, whatever happens.
            even = 1 / self.players
            return Estimate(even, even, even, share=True)
        return self._share(self.tally.by_strategy, (strategy,), place)

    def seat_place(self, seat: int, place: int) -> Estimate:
        """How often a seat (from 0) takes a place."""
        return self._share(self.tally.by_seat, (seat,), place)

    def crossed_place(self, strategy: int, seat: int, place: int) -> Estimate:
        """How often a strategy takes a place when it sits in a seat."""
        return self._share(self.tally.crossed, (strategy, seat), place)

    def score(self, strategy: int) -> Estimate:
        """The mean score of a strategy."""
        return self._mean(self.tally.by_strategy, (strategy,), self.players)

    def seat_score(self, seat: int) -> Estimate:
        """The mean score of a seat."""
        return self._mean(self.tally.by_seat, (seat,), self.players)

    def crossed_score(self, strategy: int, seat: int) -> Estimate:
        """The mean score of a strategy in a seat."""
        return self._mean(self.tally.crossed, (strategy, seat), self.players)

    def deviation(self, strategy: int) -> Estimate:
        """The standard deviation of a strategy's scores.

        Its interval is that of a variance, whose own variance is (μ₄ - σ⁴)/n (Cramér,
        *Mathematical Methods of Statistics*, 1946, section 27.4), with the deals for n.
        """
        counts = self.tally.score_counts[strategy]
        total = sum(counts.values())
        m = self.tally.by_strategy.m[strategy]
        if m < 2:
            return Estimate(math.nan, 0.0, math.inf)
        mean = self.tally.by_strategy.x[strategy, self.players] / m
        squares = self.tally.squares[strategy].sum() - m * mean * mean
        variance = max(0.0, squares) / (m - 1)
        fourth = sum(n * (value - mean) ** 4 for value, n in sorted(counts.items())) / total
        clusters = int(self.tally.by_strategy.clusters[strategy])
        spread = math.sqrt(max(0.0, fourth - variance**2) / max(1, clusters))
        if clusters < 2:
            return Estimate(math.sqrt(variance), 0.0, math.inf)
        half = intervals.quantile_t(clusters - 1) * spread
        ends = (math.sqrt(max(0.0, variance - half)), math.sqrt(variance + half))
        return Estimate(math.sqrt(variance), *ends)

    def of_games(self, name: str) -> Estimate:
        """The mean of ``margin``, ``length`` or ``changes``, or a share of games.

        ``tied``: equal first; ``tied_any``: equal anywhere; ``cut``: ended by the limit.
        """
        kind = NUMBERS.index(name)
        if name in ("tied", "tied_any", "cut"):
            return self._share(self.tally.numbers, (0,), kind)
        return self._mean(self.tally.numbers, (0,), kind)

    def equal_seats(self) -> float:
        """The chance of wins as uneven by seat as these, if all seats were equal.

        Wald's test with the covariance of wins between the deals; for deals of one game
        without shared wins it is Pearson's, whose covariance is that of equal seats.
        """
        n, tally = self.players, self.tally
        if n < 2 or tally.deals < 2:
            return 1.0
        wins = tally.by_seat.x[:, 0]
        if tally.per_deal == 1 and self.ties != "share":
            expected = tally.games / n
            return intervals.chi_squared_tail(
                float(((wins - expected) ** 2).sum() / expected), n - 1
            )
        mean = wins / tally.deals
        covariance = tally.seat_products / tally.deals - np.outer(mean, mean)
        gap = (mean - mean.mean())[:-1]
        inner = covariance[:-1, :-1] / tally.deals
        if not np.any(inner):
            return 0.0 if np.any(np.abs(gap) > 1e-12) else 1.0
        value = float(gap @ np.linalg.pinv(inner) @ gap)
        return intervals.chi_squared_tail(value, n - 1)

    @property
    def widest(self) -> float:
        """Half the widest interval among the shares of wins, by strategy and by seat."""
        halves = [self.place(i, 0).half for i in range(len(self.names))]
        halves += [self.seat_place(s, 0).half for s in range(self.players)]
        return max(halves)

    # -- as a result ---------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Return all figures in the shape that other programs rely on."""
        n, e = self.players, len(self.names)
        mean_names = ("margin", "length", "changes")
        return {
            "game": self.game,
            "version": self.version,
            "players": n,
            "games": self.games,
            "seed": self.seed,
            "method": self.method,
            "exact": False,
            "rules": plain(self.rules),
            "seating": self.seating,
            "interrupted": self.interrupted,
            "package": self.package,
            "strategies": [
                {
                    "name": self.names[i],
                    "ranks": [self.place(i, r).as_dict() for r in range(n)],
                    "score": {
                        "mean": self.score(i).value,
                        "low": self.score(i).low,
                        "high": self.score(i).high,
                        "sd": self.deviation(i).value,
                        "sd_low": self.deviation(i).low,
                        "sd_high": self.deviation(i).high,
                    },
                    "seats": [
                        {
                            "seat": s + 1,
                            "games": int(self.tally.crossed.m[i, s]),
                            "wins": self.crossed_place(i, s, 0).as_dict(),
                            "ranks": [self.crossed_place(i, s, r).as_dict() for r in range(n)],
                            "score": _mean_dict(self.crossed_score(i, s)),
                        }
                        for s in range(n)
                    ],
                    "distribution": _pairs(self.tally.score_counts[i]),
                }
                for i in range(e)
            ],
            "seats": [
                {
                    "seat": s + 1,
                    "wins": self.seat_place(s, 0).as_dict(),
                    "ranks": [self.seat_place(s, r).as_dict() for r in range(n)],
                    "score": _mean_dict(self.seat_score(s)),
                }
                for s in range(n)
            ],
            "equal_seats": {"p": self.equal_seats()},
            "ties": {
                "rule": self.ties,
                "first": self.of_games("tied").as_dict(),
                "any": self.of_games("tied_any").as_dict(),
            },
            **{
                name: {
                    **_mean_dict(self.of_games(name)),
                    "distribution": _pairs(self.tally.distributions[name]),
                }
                for name in mean_names
            },
            "cut": self.of_games("cut").as_dict(),
            "notes": self._findings(),
        }

    def tables(self) -> list[Table]:
        """Return ranks by strategy, by seat, both crossed, and the games as a whole."""
        n, e = self.players, len(self.names)
        if not self.games:
            return []
        order = sorted(range(e), key=lambda i: -self.place(i, 0).value)
        heads = tuple(ordinal(r) for r in range(n))
        strategies = Table(
            f"{self.game} {self.version}: places by strategy",
            ("strategy", *heads, f"mean {self.score_name}", "sd"),
            tuple(
                (self.names[i], *(self.place(i, r) for r in range(n)), self.score(i),
                 self.deviation(i))
                for i in order
            ),
        )  # fmt: skip
        seats = Table(
            "places by seat",
            ("seat", *heads, f"mean {self.score_name}"),
            tuple(
                (s + 1, *(self.seat_place(s, r) for r in range(n)), self.seat_score(s))
                for s in range(n)
            ),
        )
        found = [strategies, seats]
        if e > 1 and n > 1:
            found.append(
                Table(
                    "wins by strategy and seat",
                    ("strategy", *(f"seat {s + 1}" for s in range(n))),
                    tuple(
                        (self.names[i],
                         *(self.crossed_place(i, s, 0) if self.tally.crossed.m[i, s] else None
                           for s in range(n)))
                        for i in order
                    ),
                        )
            )  # fmt: skip
        rows: list[tuple[Any, ...]] = [
            (f"margin of the winner ({self.score_name})", self.of_games("margin")),
            ("moves in a game", self.of_games("length")),
        ]
        if any(self.tally.distributions["changes"]):
            rows.append(("changes of the lead", self.of_games("changes")))
        rows.append(("games with equal first places", self.of_games("tied")))
        found.append(Table("the games", ("what", "mean"), tuple(rows)))
        return found

    def charts(self) -> list[Chart]:
        """Return the places as stacked bars, and the scores as distributions."""
        n = self.players
        heads = tuple(ordinal(r) for r in range(n))
        title = f"{self.game} {self.version}: {self.games:,} games"
        return [
            Bars(
                f"{title}, by strategy", self.names, heads,
                tuple(tuple(self.place(i, r) for r in range(n)) for i in range(len(self.names))),
            ),
            Bars(
                f"{title}, by seat", tuple(f"seat {s + 1}" for s in range(n)), heads,
                tuple(tuple(self.seat_place(s, r) for r in range(n)) for s in range(n)),
            ),
            Histogram(
                f"{title}, {self.score_name}", self.names, tuple(self.tally.score_counts),
                self.score_name,
            ),
        ]  # fmt: skip

    def notes(self) -> list[str]:
        """Say how it was found, and what the figures alone would hide."""
        went_on = f"went on from {self.resumed:,} games of a saved run"
        return [*([went_on] if self.resumed else []), *self._findings()]

    def _findings(self) -> list[str]:
        # What is true of the figures, however the run was made.
        tally = self.tally
        found = list(self.remarks)
        if not self.games:
            return [*found, "no game was finished"]
        cut = self.of_games("cut")
        if cut.value > 0:
            found.insert(0, f"{cut} of games were cut at the limit of moves and count as 0 for all")
        per_deal = f", {tally.per_deal} to a deal" if tally.per_deal > 1 else ""
        found.append(
            f"{self.games:,} games{per_deal}, seats {self.seating}, seed {self.seed}, "
            f"ties: {self.ties}; intervals are 95%, by "
            + ("deal" if tally.per_deal > 1 else "game")
        )
        if self.players > 1:
            found.append(self._seats_in_words())
        tied = self.of_games("tied")
        if tied.value > 0:
            found.append(
                f"{tied} of games end with equal first places; "
                + {
                    "random": "one of the equals is drawn to be ahead",
                    "share": "equals share the places",
                    "seat": "the earlier seat is ahead",
                }[self.ties]
            )
        if self.target is not None and not self.interrupted:
            reached = self.widest <= self.target
            found.append(
                f"{'stopped at' if reached else 'did not reach'} the precision asked for: "
                f"±{100 * self.target:g}% (widest: ±{100 * self.widest:.3g}%)"
            )
        if self.interrupted:
            found.append("interrupted: this is what was done so far")
        return found

    def _seats_in_words(self) -> str:
        chance = self.equal_seats()
        shares = [self.seat_place(s, 0) for s in range(self.players)]
        best = max(range(self.players), key=lambda s: shares[s].value)
        fixed = ", though here a seat is also a strategy" if self.seating == "fixed" else ""
        if chance < 0.01:
            odds = f"one in {1 / chance:,.0f}" if chance > 1e-9 else "less than one in a billion"
            return (
                f"the seats are not equal: seat {best + 1} wins {shares[best]} "
                f"(equal would be {100 / self.players:.1f}%; chance alone: {odds}){fixed}"
            )
        return f"no sign that the seats differ (chance alone: {100 * chance:.0f}%){fixed}"


def _mean_dict(estimate: Estimate) -> dict[str, float]:
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high}


def _pairs(counts: Counter[float]) -> list[list[float]]:
    return [[value, counts[value]] for value in sorted(counts)]

"""Counting what came of games: sums from which every figure and its interval follow.

A tally takes tables of games, deal by deal, and keeps sums only, so that ten million
games need no more memory than ten thousand. Tallies add up; adding them in the order
of the deals gives the same numbers however the work was shared out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ...statistics.streams import TIES, draw_many

__all__ = ["Games", "Sums", "Tally", "places"]

TIE_RULES = ("random", "share", "seat")

CUT = -1
"""Marks the length of a game that was cut at the limit of moves."""


@dataclass
class Games:
    """A table of games in order: a row each, a column a seat."""

    first: int
    seats: npt.NDArray[np.int64]
    """``seats[g, s]``: which strategy sat there."""
    scores: npt.NDArray[np.float64]
    lengths: npt.NDArray[np.int64]
    changes: npt.NDArray[np.int64]

    @classmethod
    def empty(cls, first: int, games: int, players: int) -> Games:
        """Make a table to be filled in."""
        return cls(
            first,
            np.zeros((games, players), np.int64),
            np.zeros((games, players)),
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
        )

    def __len__(self) -> int:
        return len(self.lengths)

    def until(self, games: int) -> Games:
        """Return the first so many games."""
        return Games(
            self.first, self.seats[:games], self.scores[:games], self.lengths[:games],
            self.changes[:games],
        )  # fmt: skip


def places(games: Games, ties: str, seed: int) -> npt.NDArray[np.float64]:
    """Say which place each seat took: ``shares[g, s, r]`` is 1 or, where ties share, a part.

    ``random`` puts equal scores in an order drawn from a stream of the game's own,
    ``seat`` puts the earlier seat ahead, ``share`` gives each an equal part of the
    places that they hold together.
    """
    count, players = games.scores.shape
    shares = np.zeros((count, players, players))
    counting.placing(count)(
        games.scores, games.first, TIE_RULES.index(ties), seed, *_room(players), shares
    )
    return shares


def _room(players: int) -> tuple[Any, ...]:
    # What the counting works with: a stream, the keys that order ties, places, equals.
    return (
        struct.Stream(), np.zeros(players), np.zeros(players, np.int64),
        np.zeros(players, np.int64),
    )  # fmt: skip


@dataclass
class Sums:
    """Sums over clusters for many figures at once: of x, x², x·m, and of m, m², and m > 0.

    ``x`` has one more axis than ``m``: its last tells what is counted (places), and all
    of these share one m (seats taken).
    """

    x: npt.NDArray[np.float64]
    xx: npt.NDArray[np.float64]
    xm: npt.NDArray[np.float64]
    m: npt.NDArray[np.float64]
    mm: npt.NDArray[np.float64]
    clusters: npt.NDArray[np.int64]

    @classmethod
    def zeros(cls, groups: tuple[int, ...], kinds: int) -> Sums:
        """Make sums of nothing."""
        x, m = (*groups, kinds), groups
        return cls(
            np.zeros(x), np.zeros(x), np.zeros(x), np.zeros(m), np.zeros(m), np.zeros(m, np.int64)
        )

    def merge(self, other: Sums) -> None:
        """Add another's sums."""
        for name in ("x", "xx", "xm", "m", "mm", "clusters"):
            getattr(self, name).__iadd__(getattr(other, name))


NUMBERS = ("margin", "length", "changes", "tied", "tied_any", "cut")
"""What is counted of a game as a whole."""


@dataclass
class Tally:
    """The sums of a tournament so far."""

    strategies: int
    players: int
    per_deal: int
    deals: int = 0
    games: int = 0
    by_strategy: Sums = field(init=False)
    by_seat: Sums = field(init=False)
    crossed: Sums = field(init=False)
    """Kinds: one for each place, then the score."""
    squares: npt.NDArray[np.float64] = field(init=False)
    """Sums of squared scores, by strategy and seat."""
    numbers: Sums = field(init=False)
    """Of games as a whole, by ``NUMBERS``."""
    number_squares: npt.NDArray[np.float64] = field(init=False)
    seat_products: npt.NDArray[np.float64] = field(init=False)
    """Sums over deals of products of two seats' wins."""
    distributions: dict[str, Counter[float]] = field(init=False)
    score_counts: list[Counter[float]] = field(init=False)
    widths: dict[str, float] = field(default_factory=dict)
    """The width of the bins of a distribution, where values are not whole numbers."""

    def __post_init__(self) -> None:
        e, n = self.strategies, self.players
        self.by_strategy = Sums.zeros((e,), n + 1)
        self.by_seat = Sums.zeros((n,), n + 1)
        self.crossed = Sums.zeros((e, n), n + 1)
        self.squares = np.zeros((e, n))
        self.numbers = Sums.zeros((1,), len(NUMBERS))
        self.number_squares = np.zeros(len(NUMBERS))
        self.seat_products = np.zeros((n, n))
        self.distributions = {name: Counter() for name in ("margin", "length", "changes")}
        self.score_counts = [Counter() for _ in range(e)]

    def add(self, games: Games, ties: str, seed: int) -> None:
        """Count a table of games; it must hold whole deals, or end with the last game."""
        if not len(games):
            return
        g, n = games.scores.shape
        e = self.strategies
        groups = e + n + e * n
        sums, times = np.zeros((3, groups, n + 1)), np.zeros((3, groups))
        numbers = np.zeros((3, len(NUMBERS)))
        margins = np.zeros(g)
        counting.counting(g)(
            games.seats, games.scores, games.lengths, games.changes, games.first,
            self.per_deal, TIE_RULES.index(ties), self._repeats(games.seats), seed, *_room(n),
            margins, sums, times, self.squares, numbers, self.number_squares,
            self.seat_products, np.zeros((groups, n + 1)), np.zeros(groups),
            np.zeros(groups, np.int64), np.zeros(len(NUMBERS)),
        )  # fmt: skip
        self.by_strategy.add(sums[:, :e], times[:, :e])
        self.by_seat.add(sums[:, e : e + n], times[:, e : e + n])
        self.crossed.add(sums[:, e + n :], times[:, e + n :])
        inside = np.arange(games.first, games.first + g) // self.per_deal
        played = np.bincount(inside - inside[0]).astype(float)
        self.numbers.add(
            numbers[:, None],
            np.array([[played.sum()], [(played**2).sum()], [float(len(played))]]),
        )
        whole = games.lengths != CUT
        for name, values in (
            ("margin", margins), ("length", games.lengths[whole]), ("changes", games.changes),
        ):  # fmt: skip
            self._count(name, [self.distributions[name]], values, None)
        self._count("score", self.score_counts, games.scores.reshape(-1), games.seats.reshape(-1))
        self.deals += len(played)
        self.games += g

    @staticmethod
    def _repeats(seats: npt.NDArray[np.int64]) -> bool:
        ordered = np.sort(seats, axis=1)
        return bool((ordered[:, 1:] == ordered[:, :-1]).any())

    def _count(self, name: str, counts: Counter[float], values: npt.NDArray[Any]) -> None:
        if not len(values):
            return
        low, high = values.min(), values.max()
        width = self.widths.get(name)
        if width is None:
            wholes = high - low < 100_000 and bool((values == np.floor(values)).all())
            width = 1.0 if wholes else float(f"{(high - low) / 60 or 1.0:.1g}")
            self.widths[name] = width
        steps = np.floor(np.asarray(values, float) / width + 1e-9).astype(np.int64)
        least = int(steps.min())
        if int(steps.max()) - least > 1_000_000:
            numbers, times = np.unique(steps, return_counts=True)
        else:
            times = np.bincount(steps - least)
            numbers = np.flatnonzero(times) + least
            times = times[times > 0]
        for number, count in zip(numbers.tolist(), times.tolist(), strict=True):
            counts[number * width] += count

    def merge(self, other: Tally) -> None:
        """Add a later tally's sums; the earlier one's bins are kept."""
        for name in ("by_strategy", "by_seat", "crossed", "numbers"):
            getattr(self, name).merge(getattr(other, name))
        self.squares += other.squares
        self.number_squares += other.number_squares
        self.seat_products += other.seat_products
        for name, counts in other.distributions.items():
            self.distributions[name].update(counts)
        for mine, theirs in zip(self.score_counts, other.score_counts, strict=True):
            mine.update(theirs)
        for name, width in other.widths.items():
            self.widths.setdefault(name, width)
        self.deals += other.deals
        self.games += other.games

"""Counting what came of games: sums from which every figure and its interval follow.

A tally takes tables of games, deal by deal, and keeps sums only, so that ten million
games need no more memory than ten thousand. Tallies add up; adding them in the order
of the deals gives the same numbers however the work was shared out.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import counting
from .counting import CUT

__all__ = ["CUT", "NUMBERS", "TIE_RULES", "Games", "Sums", "Tally", "places"]

TIE_RULES = ("random", "share", "seat")
"""In the order of their numbers in the counting."""


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
        games.scores,
        games.first,
        TIE_RULES.index(ties),
        seed,
        *counting.room(count, players),
        shares,
    )
    return shares


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

    def add(self, sums: npt.NDArray[np.float64], times: npt.NDArray[np.float64]) -> None:
        """Add sums of x, x² and x·m, and of m, m² and m > 0."""
        for part, name in enumerate(("x", "xx", "xm")):
            mine = getattr(self, name)
            mine += sums[part].reshape(mine.shape)
        self.m += times[0].reshape(self.m.shape)
        self.mm += times[1].reshape(self.m.shape)
        self.clusters += times[2].reshape(self.m.shape).astype(np.int64)

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
        number_squares, squares = np.zeros(len(NUMBERS)), np.zeros((e, n))
        products, margins = np.zeros((n, n)), np.zeros(g)
        counting.counting(g)(
            games.seats, games.scores, games.lengths, games.changes, games.first,
            self.per_deal, TIE_RULES.index(ties), seed, *counting.room(g, n), margins, sums,
            times, squares, numbers, number_squares, products, np.zeros((groups, n + 1)),
            np.zeros(groups), np.zeros(groups, np.int64), np.zeros(len(NUMBERS)),
        )  # fmt: skip
        self.squares += squares
        self.number_squares += number_squares
        self.seat_products += products
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

    def _count(
        self,
        name: str,
        counts: list[Counter[float]],
        values: npt.NDArray[Any],
        groups: npt.NDArray[np.int64] | None,
    ) -> None:
        if not len(values):
            return
        low, high = float(values.min()), float(values.max())
        width = 1.0
        if values.dtype.kind == "f":
            wholes = high - low < 100_000 and bool((values == np.floor(values)).all())
            # Powers of two: bins of one width are made of whole bins of a smaller one.
            width = 1.0 if wholes else 2.0 ** math.ceil(math.log2(((high - low) or 1.0) / 60))
        self._widen(name, counts, width)
        width = self.widths[name]
        steps = values if values.dtype.kind == "i" and width == 1 else np.floor(values / width)
        steps = steps.astype(np.int64)
        least = int(steps.min())
        span = int(steps.max()) - least + 1
        if groups is not None:
            steps = steps + span * groups
        if span * len(counts) > 1_000_000:
            numbers, times = np.unique(steps, return_counts=True)
        else:
            times = np.bincount(steps - least)
            numbers = np.flatnonzero(times) + least
            times = times[numbers - least]
        for number, count in zip(numbers.tolist(), times.tolist(), strict=True):
            group, step = divmod(number - least, span)
            counts[group][(step + least) * width] += count

    def _widen(self, name: str, counts: list[Counter[float]], width: float) -> None:
        # Counts of one kind have bins of one width: the widest asked for so far.
        before = self.widths.setdefault(name, width)
        if width > before:
            self.widths[name] = width
            for i, old in enumerate(counts):
                counts[i] = _binned(old, width)

    def merge(self, other: Tally) -> None:
        """Add a later tally's sums; the earlier one's bins are kept."""
        for name in ("by_strategy", "by_seat", "crossed", "numbers"):
            getattr(self, name).merge(getattr(other, name))
        self.squares += other.squares
        self.number_squares += other.number_squares
        self.seat_products += other.seat_products
        for name, width in other.widths.items():
            mine = self.score_counts if name == "score" else [self.distributions[name]]
            theirs = other.score_counts if name == "score" else [other.distributions[name]]
            self._widen(name, mine, width)
            for counts, more in zip(mine, theirs, strict=True):
                counts.update(
                    _binned(more, self.widths[name]) if width != self.widths[name] else more
                )
            if name != "score":
                self.distributions[name] = mine[0]
        self.deals += other.deals
        self.games += other.games


def _binned(counts: Counter[float], width: float) -> Counter[float]:
    found: Counter[float] = Counter()
    for value, count in counts.items():
        found[math.floor(value / width) * width] += count
    return found

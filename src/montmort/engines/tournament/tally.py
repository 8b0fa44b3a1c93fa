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
    scores = games.scores
    count, players = scores.shape
    ahead = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    equal = (scores[:, None, :] == scores[:, :, None]).sum(axis=2)
    shares = np.zeros((count, players, players))
    rows, columns = np.indices((count, players))
    tied = equal.max(axis=1) > 1
    if ties == "share":
        for step in range(players):
            inside = equal > step
            shares[rows[inside], columns[inside], ahead[inside] + step] = 1.0 / equal[inside]
        return shares
    if tied.any():
        at = np.flatnonzero(tied)
        if ties == "seat":
            keys = np.broadcast_to(np.arange(players, dtype=np.uint64), (len(at), players))
        else:
            keys = draw_many(seed, games.first + at, TIES, players)
        some = scores[at]
        same = some[:, None, :] == some[:, :, None]
        ahead[at] += (same & (keys[:, None, :] < keys[:, :, None])).sum(axis=2)
    shares[rows, columns, ahead] = 1.0
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

    def add_rows(
        self,
        cluster: npt.NDArray[np.int64],
        group: npt.NDArray[np.int64],
        x: npt.NDArray[np.float64],
        single: bool,
    ) -> None:
        """Add rows: in which cluster, of which group, how much of each kind.

        ``single`` says that no cluster has a group twice; then no grouping is needed.
        """
        kinds = self.x.shape[-1]
        groups = int(np.prod(self.m.shape))
        if single:
            total = np.bincount(group, minlength=groups).astype(float)
            sums, squares = np.zeros((groups, kinds)), np.zeros((groups, kinds))
            for kind in range(kinds):
                sums[:, kind] = np.bincount(group, x[:, kind], groups)
                squares[:, kind] = np.bincount(group, x[:, kind] ** 2, groups)
            self.x += sums.reshape(self.x.shape)
            self.xx += squares.reshape(self.x.shape)
            self.xm += sums.reshape(self.x.shape)
            self.m += total.reshape(self.m.shape)
            self.mm += total.reshape(self.m.shape)
            self.clusters += total.reshape(self.m.shape).astype(np.int64)
            return
        pairs, inverse = np.unique(cluster * groups + group, return_inverse=True)
        inverse = inverse.reshape(-1)
        m = np.bincount(inverse, minlength=len(pairs)).astype(float)
        of = pairs % groups
        self.m += np.bincount(of, m, groups).reshape(self.m.shape)
        self.mm += np.bincount(of, m * m, groups).reshape(self.m.shape)
        self.clusters += np.bincount(of, minlength=groups).reshape(self.m.shape)
        sums, squares, products = (np.zeros((groups, kinds)) for _ in range(3))
        for kind in range(kinds):
            inside = np.bincount(inverse, x[:, kind], len(pairs))
            sums[:, kind] = np.bincount(of, inside, groups)
            squares[:, kind] = np.bincount(of, inside * inside, groups)
            products[:, kind] = np.bincount(of, inside * m, groups)
        self.x += sums.reshape(self.x.shape)
        self.xx += squares.reshape(self.x.shape)
        self.xm += products.reshape(self.x.shape)

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
        deal = np.arange(g) // self.per_deal
        shares = places(games, ties, seed)
        x = np.concatenate([shares, games.scores[:, :, None]], axis=2).reshape(g * n, n + 1)
        cluster = np.repeat(deal, n)
        entry = games.seats.reshape(-1)
        seat = np.tile(np.arange(n), g)
        twice = self.per_deal > 1 or self._repeats(games.seats)
        self.by_strategy.add_rows(cluster, entry, x, single=not twice)
        self.by_seat.add_rows(cluster, seat, x, single=self.per_deal == 1)
        self.crossed.add_rows(cluster, entry * n + seat, x, single=self.per_deal == 1)
        self.squares += np.bincount(entry * n + seat, x[:, n] ** 2, e * n).reshape(e, n)
        wins = shares[:, :, 0]
        whole = -(-g // self.per_deal) * self.per_deal
        padded = np.zeros((whole, n))
        padded[:g] = wins
        by_deal = padded.reshape(-1, self.per_deal, n).sum(axis=1)
        self.seat_products += by_deal.T @ by_deal
        ordered = np.sort(games.scores, axis=1)
        margin = ordered[:, -1] - ordered[:, -2] if n > 1 else np.zeros(g)
        cut = games.lengths == CUT
        whole_game = np.stack(
            [
                margin, np.where(cut, 0, games.lengths), games.changes, (margin == 0) & (n > 1),
                (np.diff(ordered, axis=1) == 0).any(axis=1) if n > 1 else np.zeros(g), cut,
            ],
            axis=1,
        ).astype(float)  # fmt: skip
        self.numbers.add_rows(deal, np.zeros(g, np.int64), whole_game, self.per_deal == 1)
        self.number_squares += (whole_game**2).sum(axis=0)
        for name, values in (
            ("margin", margin), ("length", games.lengths[~cut]), ("changes", games.changes),
        ):  # fmt: skip
            self._count(name, self.distributions[name], values)
        for i in range(e):
            self._count("score", self.score_counts[i], games.scores[games.seats == i])
        self.deals += int(deal[-1]) + 1
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


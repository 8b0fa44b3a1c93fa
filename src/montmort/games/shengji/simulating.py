"""Tournaments of Sheng Ji: duplicate deals, points and levels by strategy, with intervals."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.errors import InputError
from ...core.results import Bars, Chart, Estimate, Histogram, Result, Table, plain
from ...engines.tournament.rows import Bot, play
from ...statistics import intervals
from .bots import find_bot, find_bots
from .game import Shengji
from .kernel import KERNEL
from .tallying import Tally, shown

__all__ = ["SEATINGS", "ShengjiResult", "Tally", "arrange", "run"]

SEATINGS = ("duplicate", "rotations", "fixed")
STRETCH = 500
"""Deals that are played and counted together; fixed, so that sums do not depend on workers."""
Progress = Callable[[int, int | None], None]


def arrange(game: Shengji, bots: Sequence[Bot], seating: str | None) -> npt.NDArray[np.int64]:
    """Say which strategy sits where in each game of a deal.

    With one strategy all seats play it; with two they are the two sides (or alternate
    among friends); else there is one for each seat. ``duplicate`` plays each deal twice,
    with the sides exchanged; ``rotations`` lets everyone sit everywhere.

    >>> from montmort.games.shengji.bots import BOTS
    >>> arrange(Shengji(), [BOTS["steady"], BOTS["greedy"]], None).tolist()
    [[0, 1, 0, 1], [1, 0, 1, 0]]
    """
    players = game.players
    if len(bots) not in (1, 2, players):
        raise InputError(
            f"{len(bots)} strategies for {players} seats: name one for all, two for the sides, "
            f"or {players}, one for each seat"
        )
    partners = game.rules.mode == "partners"
    way = seating or ("duplicate" if partners else "rotations")
    if way not in SEATINGS:
        raise InputError(f"no seating {way!r} for shengji (known: {', '.join(SEATINGS)})")
    if way == "duplicate" and not partners:
        raise InputError("among friends there are no sides to exchange: take seating rotations")
    first = [i % len(bots) for i in range(players)]
    turns = {"fixed": 1, "duplicate": 2, "rotations": players}[way]
    if len(bots) == 1:
        turns = 1
    rows = [[first[(seat + turn) % players] for seat in range(players)] for turn in range(turns)]
    return np.array(rows, np.int64)


@dataclass(frozen=True)
class ShengjiResult(Result):
    """What a tournament of Sheng Ji came to."""

    version: str
    rules: Mapping[str, Any]
    names: tuple[str, ...]
    seating: str
    per_deal: int
    seed: int
    tally: Tally
    package: str = ""
    seconds: float = 0.0
    interrupted: bool = False
    method: str = "simulation"
    exact: bool = False

    @property
    def matches(self) -> bool:
        """Whether whole matches were played."""
        return bool(self.rules["rounds"] == 0)

    def as_dict(self) -> dict[str, Any]:
        """Return all figures in the shape that other programs rely on."""
        t = self.tally
        return {
            "game": "shengji",
            "version": self.version,
            "method": self.method,
            "exact": False,
            "rules": plain(self.rules),
            "seating": self.seating,
            "seed": self.seed,
            "package": self.package,
            "interrupted": self.interrupted,
            "deals": t.deals,
            "games": t.games,
            "rounds": t.rounds,
            "strategies": [
                {
                    "name": name,
                    "rounds_won": t.share(i, "won").as_dict(),
                    "levels": t.mean(i, "levels").as_dict(),
                    "dealing": t.share(i, "dealing").as_dict(),
                    "won_dealing": t.share(i, "dealing_won").as_dict(),
                    "won_grabbing": t.share(i, "grabbing_won").as_dict(),
                    "points_grabbing": t.mean(i, "points").as_dict(),
                    "points_dealing": t.mean(i, "given").as_dict(),
                    **({"matches_won": t.share(i, "match").as_dict()} if self.matches else {}),
                }
                for i, name in enumerate(self.names)
            ],
            "difference": self.difference.as_dict() if len(self.names) == 2 else None,
            "seats": [
                {
                    "seat": p + 1,
                    "rounds_won": t.seat(p, "won").as_dict(),
                    "levels": t.seat(p, "levels").as_dict(),
                    "deals": t.seat(p, "deals").as_dict(),
                    "points_grabbing": t.seat(p, "points").as_dict(),
                }
                for p in range(t.players)
            ],
            "points": t.whole(0).as_dict(),
            "rise": t.whole(1).as_dict(),
            "bottom": t.whole(2).as_dict(),
            "grabbers_win": t.whole(3).as_dict(),
            "points_distribution": [[5 * k, int(n)] for k, n in enumerate(t.points) if n],
            "failed_tosses": t.failures,
            "moves": t.moves,
            "notes": self.notes(),
        }

    @property
    def difference(self) -> Estimate:
        """How many levels a round the first of two strategies rises more than the second."""
        return intervals.paired(
            float(self.tally.difference[0]), float(self.tally.difference[1]), self.tally.deals
        )

    def tables(self) -> list[Table]:
        """Return the figures by strategy, and those of the rounds."""
        t = self.tally
        heads = ["strategy", "rounds won", "levels a round", "won dealing", "won grabbing",
                 "points when grabbing"]  # fmt: skip
        if self.matches:
            heads.append("matches won")
        order = sorted(range(len(self.names)), key=lambda i: -t.mean(i, "levels").value)
        rows = tuple(
            (
                self.names[i], shown(t.share(i, "won")), shown(t.mean(i, "levels")),
                shown(t.share(i, "dealing_won")), shown(t.share(i, "grabbing_won")),
                shown(t.mean(i, "points")),
                *((shown(t.share(i, "match")),) if self.matches else ()),
            )
            for i in order
        )  # fmt: skip
        whole: list[tuple[str, Any]] = [
            ("points of the grabbers", shown(t.whole(0))),
            ("levels that the winners rise", shown(t.whole(1))),
            ("what the bottom adds", shown(t.whole(2))),
            ("rounds that the grabbers win", shown(t.whole(3))),
            ("failed tosses a round", t.failures / max(t.rounds, 1)),
            ("decisions a round", t.moves / max(t.rounds, 1)),
        ]
        if self.matches:
            whole.append(("rounds in a match", t.rounds / max(t.games, 1)))
        return [
            Table(f"shengji {self.version}: by strategy", tuple(heads), rows),
            self._by_seat(),
            Table("the rounds", ("what", "mean"), tuple(whole)),
        ]

    def _by_seat(self) -> Table:
        t, partners = self.tally, self.rules["mode"] == "partners"
        rows: list[tuple[Any, ...]] = [
            (f"seat {p + 1}",
             *(shown(t.seat(p, figure)) for figure in ("won", "levels", "deals", "points")))
            for p in range(t.players)
        ]  # fmt: skip
        note = ""
        if partners:
            sides = [" and ".join(str(p + 1) for p in range(k, t.players, 2)) for k in range(2)]
            note = f"partners win and rise together: seats {sides[0]}, seats {sides[1]}"
        return Table(
            "by seat, whoever sits there",
            ("seat", "rounds won", "levels a round", "deals", "points when grabbing"),
            tuple(rows), note,
        )  # fmt: skip

    def charts(self) -> list[Chart]:
        """Return rounds won as bars, and the grabbers' points as a distribution."""
        t = self.tally
        title = f"shengji {self.version}: {t.rounds:,} rounds"
        counts = {float(5 * k): float(n) for k, n in enumerate(t.points) if n}
        return [
            Bars(title, self.names, ("rounds won",),
                 tuple((t.share(i, "won"),) for i in range(len(self.names))), "share of rounds"),
            Histogram(title, ("points of the grabbers",), (counts,), "points"),
        ]  # fmt: skip

    def notes(self) -> list[str]:
        """Say how it was found."""
        t = self.tally
        what = {1: "once", 2: "twice, with the sides exchanged"}.get(
            self.per_deal, f"{self.per_deal} times, rotating"
        )
        found = [
            f"{t.deals:,} deals, each played {what}: {t.games:,} games, {t.rounds:,} rounds; "
            f"seed {self.seed}; intervals are 95%, by deal"
        ]
        if len(self.names) == 2 and t.deals > 1:
            gap = self.difference
            ahead, behind = self.names if gap.value >= 0 else self.names[::-1]
            size = Estimate(abs(gap.value), abs(gap.value) - gap.half, abs(gap.value) + gap.half)
            clear = gap.low > 0 or gap.high < 0
            found.append(
                f"{ahead} rises {size} levels a round more than {behind}"
                if clear
                else f"no sign of a difference in levels between {ahead} and {behind} ({size})"
            )
        if t.lacking:
            found.append("one deal gives no interval: a mean without ± was seen in one only")
        if self.interrupted:
            found.append("interrupted: this is what was done so far")
        return found


def run(
    game: Shengji,
    strategies: str | Sequence[str | Bot] | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    seating: str | None = None,
    until: float | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> ShengjiResult:
    """Let strategies play Sheng Ji many times.

    Parameters
    ----------
    game
        the game under its rules
    strategies
        one for all, two for the sides, or one for each seat; by default steady and greedy
    games
        how many games (rounded up to whole deals); by default 1,000
    seed
        the number from which all chance follows
    seating
        duplicate (each deal twice, sides exchanged), rotations, or fixed
    until
        stop when every share of rounds won is as sure as this
    workers
        threads; the numbers do not depend on it
    progress
        called with games done and, where it is known, games in all

    Raises
    ------
    InputError
        if strategies, seating or precision can't be
    StrategyError
        if a strategy's answer is refused by the rules

    Examples
    --------
    ``run(Shengji(), "steady,greedy", games=4000).difference`` is how many levels a round
    the one rises more than the other.
    """
    if strategies is None:
        strategies = "steady,greedy"
    if isinstance(strategies, str):
        bots = find_bots(strategies)
    else:
        bots = [item if isinstance(item, Bot) else find_bot(item) for item in strategies]
    seats = arrange(game, bots, seating)
    names = tuple(bot.name for bot in bots)
    per_deal = len(seats)
    if games is not None and games < 1:
        raise InputError(f"games is {games}: it must be at least 1")
    if workers is not None and workers < 1:
        raise InputError(f"{workers} workers: at least 1 is needed")
    if until is not None and not 0 < until < 1:
        raise InputError(f"until is {until}: a precision lies between 0 and 100%")
    wanted = math.ceil((games or (10_000_000 if until else 1000)) / per_deal)
    tally = Tally(len(bots), game.players)
    started = time.monotonic()
    initial = game.initial()
    most = game.max_moves if game.rules.rounds == 0 else 2000 * game.rules.rounds

    def stretch(first: int) -> npt.NDArray[np.int64]:
        count = min(STRETCH, wanted - first)
        parts = play(
            KERNEL, initial, bots, seats, seed=seed, first=first * per_deal,
            games=count * per_deal, max_moves=most,
        )  # fmt: skip
        return np.concatenate(list(parts))

    interrupted = False
    threads = workers or min(os.cpu_count() or 1, 8)
    with ThreadPoolExecutor(threads) as pool:
        starts = list(range(0, wanted, STRETCH))
        waiting = [pool.submit(stretch, first) for first in starts[:1]]
        try:
            for i, first in enumerate(starts):
                rows = waiting.pop(0).result()
                ahead = i + 1 + len(waiting)
                # The first stretch compiles; then all threads have work.
                while len(waiting) < threads and ahead < len(starts):
                    waiting.append(pool.submit(stretch, starts[ahead]))
                    ahead += 1
                count = min(STRETCH, wanted - first)
                tally.add(rows, seats, first, count)
                if progress is not None:
                    progress(tally.games, None if until else wanted * per_deal)
                if until is not None and tally.deals >= 1000:
                    widest = max(tally.share(k, "won").half for k in range(len(bots)))
                    if widest <= until:
                        break
        except KeyboardInterrupt:
            interrupted = True
        for future in waiting:
            future.cancel()
    from ... import __version__

    way = seating or ("duplicate" if game.rules.mode == "partners" else "rotations")
    return ShengjiResult(
        game.version, game.rules.as_dict(), names, way if len(bots) > 1 else "fixed", per_deal,
        seed, tally, __version__, time.monotonic() - started, interrupted,
    )  # fmt: skip

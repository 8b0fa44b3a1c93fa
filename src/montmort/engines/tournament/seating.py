"""Who sits where: the ways to seat strategies, as one function of deal and turn."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints, Stream
from ...statistics.streams import below, shuffle

__all__ = ["SEATINGS", "Seating", "plan_seating", "seat"]

SEATINGS = ("random", "rotations", "permutations", "fixed", "mirror", "focus")
RANDOM, ROTATIONS, PERMUTATIONS, FIXED, MIRROR, FOCUS = range(6)


@dataclass(frozen=True)
class Seating:
    """A way to seat strategies; ``games`` games share one deal, under as many seatings."""

    mode: int
    pool: tuple[int, ...]
    """The strategies to seat, by number, with repetitions; at least one for each seat."""
    games: int

    @property
    def name(self) -> str:
        """The way's name."""
        return SEATINGS[self.mode]


def plan_seating(mode: str, strategies: int, players: int, focus: bool = False) -> Seating:
    """Choose how many games a deal takes, and repeat strategies where seats are left.

    >>> plan_seating("rotations", 2, 4)
    Seating(mode=1, pool=(0, 1, 0, 1), games=4)
    """
    if focus:
        # Strategy 0 always sits; the others share the remaining seats.
        if mode != "random":
            raise InputError(f"--focus seats at random: it can't go with seating {mode!r}")
        field = list(range(1, strategies)) or [0]
        others = field * -(-(players - 1) // len(field))
        if len(field) < players - 1 and (players - 1) % len(field):
            others = field * (players - 1)
        return Seating(FOCUS, (0, *others), 1)
    if mode == "mirror":
        if strategies != 2 or players < 2:
            raise InputError("mirror matches are between two strategies: name exactly two")
        return Seating(MIRROR, tuple(i % 2 for i in range(players)), 2)
    if strategies < players:
        if players % strategies:
            fits = [k for k in range(1, players + 1) if players % k == 0]
            raise InputError(
                f"{strategies} strategies for {players} seats: name "
                f"{', '.join(map(str, fits[:-1]))} or at least {players} "
                "(a name may be repeated), or use --focus"
            )
        pool = tuple(range(strategies)) * (players // strategies)
    else:
        pool = tuple(range(strategies))
    if mode == "random":
        return Seating(RANDOM, pool, 1)
    if mode == "fixed":
        if len(pool) != players:
            raise InputError(
                f"fixed seats need exactly {players} strategies, one for each seat, not {len(pool)}"
            )
        return Seating(FIXED, pool, 1)
    if mode == "rotations":
        return Seating(ROTATIONS, pool, players)
    if mode == "permutations":
        if players > 7:
            raise InputError(
                f"{players} players have {math.factorial(players):,} permutations: "
                "use rotations or random seats"
            )
        return Seating(PERMUTATIONS, pool, math.factorial(players))
    raise InputError(f"no seating {mode!r} (known: {', '.join(SEATINGS[:-1])})")


@rule
def seat(
    mode: int, pool: Ints, players: int, turn: int, stream: Stream, scratch: Ints, out: Ints
) -> None:
    """Seat strategies for game ``turn`` of a deal: ``out[seat]`` is a strategy's number.

    Every game of a deal opens the same stream, so that it seats the same strategies.
    """
    size = len(pool)
    for i in range(size):
        scratch[i] = pool[i]
    if mode == FOCUS:
        # One place for the focus, and a random choice of the field for the others.
        for i in range(1, players):
            j = i + below(stream, size - i)
            scratch[i], scratch[j] = scratch[j], scratch[i]
        shuffle(stream, scratch[:players], players)
    elif mode == RANDOM or (mode != FIXED and mode != MIRROR and size > players):
        shuffle(stream, scratch, players)
    if mode == PERMUTATIONS:
        # The turn-th permutation, in the factorial number system.
        left = turn
        for i in range(players - 1):
            block = 1
            for k in range(2, players - i):
                block *= k
            j = i + left // block
            left %= block
            chosen = scratch[j]
            for k in range(j, i, -1):
                scratch[k] = scratch[k - 1]
            scratch[i] = chosen
    shift = turn if mode == ROTATIONS else 0
    for i in range(players):
        at = i + shift
        out[at if at < players else at - players] = scratch[i]
        if mode == MIRROR and turn == 1:
            out[i] = 1 - scratch[i]

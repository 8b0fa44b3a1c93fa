"""Tosses: which parts of a lead another hand can beat in that suit."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, CountTable
from .patterns import MOST_PARTS, list_parts
from .ranks import FIRST, SLOT_PLACE, SLOTS, WIDTH, level_place, offset

__all__ = ["can_beat", "first_of_part", "smallest_beaten", "smallest_copies", "unpack_part"]


@rule(apart=True)
def can_beat(t: int, g: int, hand: Counts, m: int, length: int, low: int) -> bool:
    """Say whether a hand has a higher run of so many copies, be it out of longer ones."""
    run = 0
    place = WIDTH[t, g] - 1
    level = level_place(t, g)
    while place > low:
        slot = FIRST[t, g] + offset(t, g, place)
        kinds = 1 if place != level else offset(t, g, place + 1) - offset(t, g, place)
        here = False
        for i in range(kinds):
            if hand[SLOTS[t, slot + i]] >= m:
                here = True
        run = run + 1 if here else 0
        if run == length:
            return True
        place -= 1
    return False


@rule(apart=True)
def smallest_beaten(
    t: int, g: int, play: Counts, hands: CountTable, leader: int, players: int
) -> int:
    """Check a toss against the other hands: the part that it falls back to, or -1.

    The smallest beaten part has the fewest cards, then the lowest rank. Its number packs
    size, lowest place, and as bits the multiplicities of the beaten parts of that size
    and place: a run and a multiple can have as many cards (see :func:`unpack_part`).
    """
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    count = list_parts(t, g, play, ms, ls, lows)
    best, kinds = -1, 0
    for i in range(count):
        key = ms[i] * ls[i] * 32 + lows[i]
        if best >= 0 and key > best:
            continue
        for j in range(1, players):
            if can_beat(t, g, hands[(leader + j) % players], ms[i], ls[i], lows[i]):
                if key != best:
                    best, kinds = key, 0
                kinds |= 1 << ms[i]
                break
    return best * 1024 + kinds if best >= 0 else -1


@rule
def smallest_copies(code: int) -> int:
    """Say which multiplicity comes first in a packed part: the longest run."""
    m = 1
    while (code >> m) & 1 == 0:
        m += 1
    return m


def unpack_part(code: int) -> tuple[int, int, list[int]]:
    """Read size, lowest place and the multiplicities of a packed part.

    >>> unpack_part((4 * 32 + 7) * 1024 + (1 << 2))
    (4, 7, [2])
    """
    return code // 32768, code // 1024 % 32, [m for m in range(1, 10) if code >> m & 1]


@rule(apart=True)
def first_of_part(t: int, g: int, play: Counts, m: int, length: int, low: int, out: Counts) -> None:
    """Write the cards of a part: where level cards share its place, the first kind."""
    for kind in range(54):
        out[kind] = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        place = SLOT_PLACE[t, i]
        kind = SLOTS[t, i]
        if low <= place < low + length and play[kind] == m:
            taken = False
            for j in range(FIRST[t, g], i):
                if SLOT_PLACE[t, j] == place and out[SLOTS[t, j]] > 0:
                    taken = True
            if not taken:
                out[kind] = m

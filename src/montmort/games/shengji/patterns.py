"""Patterns by counts: multiples and runs of a suit, packed into whole numbers.

The multiples of one multiplicity in a suit are packed three bits a place: how many kinds
there have exactly so many copies (more than one only where level cards share a place).
Numbers of runs are packed by length, four bits each. So a suit is read in one pass for
each multiplicity, whatever the size of the hand.
"""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Ints
from .ranks import FIRST, PLACES, SLOT_PLACE, SLOTS

__all__ = [
    "MOST_PARTS", "chains", "chains_inside", "common", "kinds_in", "list_parts", "most_copies",
    "multiples", "run_count", "suit_size",
]  # fmt: skip

MOST_PARTS = 128
"""How many parts a play has, at the most."""


@rule(apart=True)
def multiples(t: int, g: int, row: Counts, m: int) -> int:
    """Pack the kinds of a suit that have exactly ``m`` copies, by place."""
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        if row[SLOTS[t, i]] == m:
            found += 1 << (3 * SLOT_PLACE[t, i])
    return found


@rule(apart=True)
def common(t: int, g: int, hand: Counts, play: Counts, m: int) -> int:
    """Pack the kinds that have exactly ``m`` copies in the hand, all of them played."""
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        kind = SLOTS[t, i]
        if hand[kind] == m and play[kind] == m:
            found += 1 << (3 * SLOT_PLACE[t, i])
    return found


@rule(apart=True)
def suit_size(t: int, g: int, row: Counts) -> int:
    """Count the cards of a suit."""
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        found += row[SLOTS[t, i]]
    return found


@rule(apart=True)
def most_copies(t: int, g: int, row: Counts) -> int:
    """Find the largest multiplicity in a suit."""
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        found = max(found, row[SLOTS[t, i]])
    return found


@rule
def kinds_in(packed: int) -> int:
    """Count what is packed by place."""
    found = 0
    while packed > 0:
        found += packed & 7
        packed >>= 3
    return found


@rule(apart=True)
def chains(packed: int) -> int:
    """Count the maximal runs among packed multiples, by length: four bits each."""
    found, length = 0, 0
    while packed > 0 or length > 0:
        if packed & 7:
            length += 1
        else:
            if length >= 2:
                found += 1 << (4 * (length - 2))
            length = 0
        packed >>= 3
    return found


@rule(apart=True)
def chains_inside(packed: int, played: int) -> int:
    """Count the maximal runs of a hand that are wholly played, by length."""
    found, length, whole = 0, 0, True
    while packed > 0 or length > 0:
        if packed & 7:
            length += 1
            whole = whole and (played & 7) > 0
        else:
            if length >= 2 and whole:
                found += 1 << (4 * (length - 2))
            length = 0
            whole = True
        packed >>= 3
        played >>= 3
    return found


@rule
def run_count(packed_runs: int, length: int) -> int:
    """Say how many runs of a length are packed."""
    return (packed_runs >> (4 * (length - 2))) & 15


@rule(apart=True)
def list_parts(t: int, g: int, row: Counts, ms: Ints, ls: Ints, lows: Ints) -> int:
    """List the parts of a play in one suit, the longest run first; returns how many.

    Part i is a run of ``ls[i]`` multiples of ``ms[i]`` copies from place ``lows[i]``
    upwards. Runs come by length, then multiplicity; then multiples by multiplicity;
    equal ones the highest first.
    """
    most = most_copies(t, g, row)
    packed = np.zeros(most + 1, np.int64)
    runs = 0
    for m in range(1, most + 1):
        packed[m] = multiples(t, g, row, m)
        if m > 1:
            runs += chains(packed[m])
    count = 0
    longest = PLACES if runs > 0 else 1
    for length in range(longest, 1, -1):
        for m in range(most, 1, -1):
            high = PLACES - 1
            while high >= 0:
                low = high
                while low >= 0 and (packed[m] >> (3 * low)) & 7:
                    low -= 1
                if high - low == length:
                    ms[count] = m
                    ls[count] = length
                    lows[count] = low + 1
                    count += 1
                    for place in range(low + 1, high + 1):
                        packed[m] -= 1 << (3 * place)
                high = low - 1
    for m in range(most, 0, -1):
        for place in range(PLACES - 1, -1, -1):
            for _ in range((packed[m] >> (3 * place)) & 7):
                ms[count] = m
                ls[count] = 1
                lows[count] = place
                count += 1
    return count

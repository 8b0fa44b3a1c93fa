"""The ways in which cards of one suit can be read as given parts.

Maximal matching asks whether cards *can* form a run or a multiple, be it out of a longer
one. Where that is more than a glance, parts are placed one after another, from high to
low, and taken back: a search over places of parts, cut off as soon as a part falls under
the one that it has to beat. Single cards are never placed: they are what is left.
"""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Ints
from .ranks import CHOICES, FIRST, PLACES, SLOTS, WIDTH, level_place, offset

__all__ = ["advance", "can_form", "copy_suit", "one_part", "single_part", "singles_beat"]

SUIT_SLOTS = 52


@rule(apart=True)
def copy_suit(t: int, g: int, row: Counts, left: Ints) -> None:
    """Copy the counts of a suit, by slot."""
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        left[i - FIRST[t, g]] = row[SLOTS[t, i]]


@rule(apart=True)
def _fits(t: int, g: int, m: int, length: int, code: int, left: Ints) -> bool:
    low, which = code // CHOICES, code % CHOICES
    if low + length > WIDTH[t, g]:
        return False
    level = level_place(t, g)
    over = low <= level < low + length
    kinds = 1
    if over:
        kinds = offset(t, g, level + 1) - offset(t, g, level)
    if which >= kinds:
        return False
    for place in range(low, low + length):
        slot = offset(t, g, place)
        if place == level:
            slot += which
        if left[slot] < m:
            return False
    if over:
        first = offset(t, g, level)
        for other in range(which + 1, kinds):
            # Two level cards with as many copies left make no difference.
            if left[first + other] == left[first + which]:
                return False
    return True


@rule(apart=True)
def _take(t: int, g: int, m: int, length: int, code: int, left: Ints) -> None:
    # A negative multiplicity puts the cards back.
    low, which = code // CHOICES, code % CHOICES
    level = level_place(t, g)
    for place in range(low, low + length):
        slot = offset(t, g, place)
        if place == level:
            slot += which
        left[slot] -= m


@rule(apart=True)
def advance(
    t: int,
    g: int,
    count: int,
    ms: Ints,
    ls: Ints,
    floor: Ints,
    left: Ints,
    choice: Ints,
    fresh: bool,
) -> bool:
    """Go to the next way of placing the first ``count`` parts in what is left of a suit.

    Equal parts are placed from high to low, each strictly above its ``floor``. The first
    way found is the highest, part by part. ``left`` then holds the cards that are not in
    the parts. Returns whether there is a way; ``fresh`` starts.
    """
    if count == 0:
        return fresh
    top = PLACES * CHOICES
    i = 0
    if fresh:
        choice[0] = top
    else:
        i = count - 1
        _take(t, g, -ms[i], ls[i], choice[i], left)
    arrived = fresh
    while i >= 0:
        code = choice[i] - 1
        least = (floor[i] + 1) * CHOICES
        if arrived and ls[i] == 1 and not _enough(t, g, i, count, ms, left):
            code = -1
        arrived = False
        while code >= least and not _fits(t, g, ms[i], ls[i], code, left):
            code -= 1
        if code < least:
            i -= 1
            if i >= 0:
                _take(t, g, -ms[i], ls[i], choice[i], left)
            continue
        choice[i] = code
        _take(t, g, ms[i], ls[i], code, left)
        if i == count - 1:
            return True
        i += 1
        arrived = True
        same = ms[i] == ms[i - 1] and ls[i] == ls[i - 1]
        choice[i] = code + 1 if same else top
    return False


@rule(apart=True)
def _enough(t: int, g: int, i: int, count: int, ms: Ints, left: Ints) -> bool:
    # Whether as many multiples are left as part i and the equal ones after it need.
    needed, there = 0, 0
    for j in range(i, count):
        needed += 1 if ms[j] == ms[i] else 0
    for slot in range(FIRST[t, g + 1] - FIRST[t, g]):
        there += left[slot] // ms[i]
    return there >= needed


@rule(apart=True)
def can_form(t: int, g: int, count: int, ms: Ints, ls: Ints, row: Counts) -> bool:
    """Say whether a suit's cards can form the parts, be it out of longer ones."""
    left = np.zeros(SUIT_SLOTS, np.int64)
    choice = np.zeros(count + 1, np.int64)
    floor = np.full(count + 1, -1, np.int64)
    copy_suit(t, g, row, left)
    return advance(t, g, count, ms, ls, floor, left, choice, True)


@rule(apart=True)
def one_part(t: int, g: int, row: Counts, m: int, length: int) -> int:
    """Read a play of one suit as one run of multiples: its lowest place, or -1."""
    level = level_place(t, g)
    first = FIRST[t, g]
    place, low, run = 0, -1, 0
    width = WIDTH[t, g]
    while place < width:
        slot = offset(t, g, place)
        end = slot + 1 if place != level else offset(t, g, place + 1)
        here = 0
        while slot < end:
            copies = row[SLOTS[t, first + slot]]
            if copies != 0:
                if copies != m:
                    return -1
                here += 1
            slot += 1
        if here > 1:
            return -1
        if here == 1:
            if low < 0:
                low = place
            elif low + run != place:
                return -1
            run += 1
        place += 1
    return low if run == length else -1


@rule(apart=True)
def singles_beat(t: int, g: int, ours: Ints, theirs: Ints) -> bool:
    """Say whether our single cards, high to low, each outrank theirs."""
    above, reached = 0, 0
    for place in range(WIDTH[t, g] - 1, -1, -1):
        start, end = offset(t, g, place), offset(t, g, place + 1)
        for slot in range(start, end):
            reached += theirs[slot]
        if reached > above:
            return False
        for slot in range(start, end):
            above += ours[slot]
    return True


@rule(apart=True)
def single_part(t: int, g: int, row: Counts) -> int:
    """Say at which place a play begins if it is one single, multiple or run; else -1."""
    size, m = 0, 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        copies = row[SLOTS[t, i]]
        size += copies
        m = max(m, copies)
    if size == 0 or size % m != 0 or (m == 1 and size > 1):
        return -1
    return one_part(t, g, row, m, size // m)

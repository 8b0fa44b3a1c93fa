"""Following suit: what the lead owes out of a hand, and whether a play gives it."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Ints
from .patterns import (
    MOST_PARTS,
    chains,
    chains_inside,
    common,
    kinds_in,
    list_parts,
    most_copies,
    multiples,
    run_count,
    suit_size,
)
from .ranks import PLACES
from .splits import can_form

__all__ = [
    "FOLLOWS", "MAXIMAL", "MINIMAL", "NO_PATTERN", "OWED", "SUIT_OWED", "follow_refusal",
    "owed_parts", "refused_part", "unfold",
]  # fmt: skip

FOLLOWS = ("minimal", "maximal", "no_pattern")
MINIMAL, MAXIMAL, NO_PATTERN = 0, 1, 2

SUIT_OWED = 1
"""Cards of the led suit are held back."""
OWED = 1024
"""A part is owed: ``OWED + 32 * multiplicity + length``."""


def refused_part(code: int) -> tuple[int, int]:
    """Read the multiplicity and length of the part that was owed.

    >>> refused_part(OWED + 32 * 2 + 3)
    (2, 3)
    """
    return (code - OWED) // 32, (code - OWED) % 32


@rule(apart=True)
def follow_refusal(
    t: int, g: int, lead: Counts, hand: Counts, play: Counts, follow: int, shorter: int
) -> int:
    """Judge a play of as many cards as were led: 0, or what it holds back.

    The parts of the lead are matched from long to short. Under minimal matching a part
    is owed where the hand's own maximal run or multiple has exactly that length, and of
    these as many as the lead has: so counts suffice, and any choice among them is free.
    """
    held = suit_size(t, g, hand)
    given = suit_size(t, g, play)
    size = suit_size(t, g, lead)
    if given < min(held, size):
        return SUIT_OWED
    if held <= size or follow == NO_PATTERN:
        return 0
    most = most_copies(t, g, lead)
    if most < 2:
        return 0
    if follow == MAXIMAL:
        return _maximal(t, g, lead, hand, play, shorter)
    carry = 0
    for m in range(most, 1, -1):
        led = multiples(t, g, lead, m)
        if led == 0 and carry == 0:
            continue
        ours = multiples(t, g, hand, m)
        if ours == 0:
            carry += kinds_in(led)
            continue
        played = common(t, g, hand, play, m)
        available, wanted, used = kinds_in(ours), kinds_in(led) + carry, 0
        led_runs = chains(led)
        if led_runs != 0:
            our_runs = chains(ours)
            played_runs = chains_inside(ours, played)
            passed = 0
            for length in range(PLACES, 1, -1):
                asked = run_count(led_runs, length) + passed
                if asked == 0:
                    continue
                owed = min(asked, run_count(our_runs, length))
                if run_count(played_runs, length) < owed:
                    return OWED + 32 * m + length
                used += owed * length
                # A run that is not matched falls into its multiples, or by the house
                # rule into a shorter run and a multiple.
                passed = asked - owed if shorter != 0 else 0
        wanted -= used
        owed = min(wanted, available - used)
        if kinds_in(played) - used < owed:
            return OWED + 32 * m + 1
        carry = wanted - owed
    return 0


@rule(apart=True)
def unfold(ms: Ints, ls: Ints, i: int, count: int, shorter: int) -> int:
    """Replace an unmatched part i by what it falls into; returns the new number of parts.

    A run falls into its multiples (or a shorter run and a multiple), a multiple into the
    next smaller one and a single. The list stays sorted from long to short.
    """
    m, length = ms[i], ls[i]
    for j in range(i, count - 1):
        ms[j] = ms[j + 1]
        ls[j] = ls[j + 1]
    count -= 1
    if length > 1 and shorter != 0 and length > 2:
        count = _insert(ms, ls, i, count, m, length - 1)
        return _insert(ms, ls, i, count, m, 1)
    if length > 1:
        for _ in range(length):
            count = _insert(ms, ls, i, count, m, 1)
        return count
    # Single cards are owed by suit alone and need no place in the list.
    return _insert(ms, ls, i, count, m - 1, 1) if m > 2 else count


@rule(apart=True)
def _insert(ms: Ints, ls: Ints, start: int, count: int, m: int, length: int) -> int:
    at = start
    while at < count and (ls[at] > length or (ls[at] == length and ms[at] >= m)):
        at += 1
    for j in range(count, at, -1):
        ms[j] = ms[j - 1]
        ls[j] = ls[j - 1]
    ms[at] = m
    ls[at] = length
    return count + 1


@rule(apart=True)
def owed_parts(t: int, g: int, lead: Counts, hand: Counts, shorter: int, ms: Ints, ls: Ints) -> int:
    """List the parts owed under maximal matching: as long as the hand can form them all."""
    lows = np.zeros(MOST_PARTS, np.int64)
    count = list_parts(t, g, lead, ms, ls, lows)
    while count > 0 and ms[count - 1] == 1:
        count -= 1
    done = 0
    while done < count:
        if can_form(t, g, done + 1, ms, ls, hand):
            done += 1
        else:
            count = unfold(ms, ls, done, count, shorter)
    return count


@rule(apart=True)
def _maximal(t: int, g: int, lead: Counts, hand: Counts, play: Counts, shorter: int) -> int:
    ms = np.zeros(MOST_PARTS, np.int64)
    ls = np.zeros(MOST_PARTS, np.int64)
    count = owed_parts(t, g, lead, hand, shorter, ms, ls)
    for i in range(count):
        if not can_form(t, g, i + 1, ms, ls, play):
            return int(OWED + 32 * ms[i] + ls[i])
    return 0

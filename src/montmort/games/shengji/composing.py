"""Composing plays for bots: a legal follow by preference, and parts that beat a play."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Floats, Stream
from ...statistics.streams import below
from .following import MAXIMAL, MINIMAL, follow_refusal, owed_parts
from .patterns import MOST_PARTS, chains, kinds_in, most_copies, multiples, run_count, suit_size
from .ranks import FIRST, GROUP, PLACES, SLOTS, WIDTH, level_place, offset
from .splits import SUIT_SLOTS, advance, copy_suit

__all__ = ["compose_follow", "fill", "find_part", "random_cards"]


@rule(apart=True)
def fill(t: int, g: int, hand: Counts, count: int, weight: Floats, out: Counts) -> None:
    """Add the ``count`` cheapest cards of a suit (-1: of all others than those out)."""
    for _ in range(count):
        best = -1
        for kind in range(54):
            if (
                hand[kind] > out[kind]
                and (g < 0 or GROUP[t, kind] == g)
                and (best < 0 or weight[kind] < weight[best])
            ):
                best = kind
        if best >= 0:
            out[best] += 1


@rule(apart=True)
def random_cards(t: int, g: int, hand: Counts, count: int, stream: Stream, out: Counts) -> None:
    """Add ``count`` random cards of a suit (-1: of any)."""
    left = 0
    for kind in range(54):
        if g < 0 or GROUP[t, kind] == g:
            left += hand[kind] - out[kind]
    for _ in range(count):
        ticket = below(stream, left)
        left -= 1
        for kind in range(54):
            if g < 0 or GROUP[t, kind] == g:
                ticket -= hand[kind] - out[kind]
                if ticket < 0:
                    out[kind] += 1
                    break


@rule(apart=True)
def _take_run(
    t: int, g: int, hand: Counts, m: int, length: int, weight: Floats, wild: bool, stream: Stream,
    out: Counts,
) -> None:  # fmt: skip
    # One of the hand's maximal runs that is not taken yet: the cheapest, or any.
    packed = multiples(t, g, hand, m)
    best, cost, seen = -1, 0.0, 0
    high = PLACES - 1
    while high >= 0:
        low = high
        while low >= 0 and (packed >> (3 * low)) & 7:
            low -= 1
        if high - low == length:
            here, free = 0.0, True
            for place in range(low + 1, high + 1):
                kind = _cheapest(t, g, hand, m, place, weight, out)
                free = free and kind >= 0
                if kind >= 0:
                    here += m * weight[kind]
            if free:
                seen += 1
                if best < 0 or (wild and below(stream, seen) == 0) or (not wild and here < cost):
                    best, cost = low + 1, here
        high = low - 1
    for place in range(best, best + length):
        if place >= 0:
            kind = _cheapest(t, g, hand, m, place, weight, out)
            if kind >= 0:
                out[kind] = m


@rule(apart=True)
def _cheapest(t: int, g: int, hand: Counts, m: int, place: int, weight: Floats, out: Counts) -> int:
    # The cheapest kind at a place with exactly m copies, none of them out.
    best = -1
    slot = FIRST[t, g] + offset(t, g, place)
    end = slot + 1
    if place == level_place(t, g):
        end = FIRST[t, g] + offset(t, g, place + 1)
    while slot < end:
        kind = SLOTS[t, slot]
        if hand[kind] == m and out[kind] == 0 and (best < 0 or weight[kind] < weight[best]):
            best = kind
        slot += 1
    return best


@rule(apart=True)
def _take_multiple(
    t: int, g: int, hand: Counts, m: int, weight: Floats, wild: bool, stream: Stream, out: Counts
) -> None:
    best, seen = -1, 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        kind = SLOTS[t, i]
        if hand[kind] == m and out[kind] == 0:
            seen += 1
            if (
                best < 0
                or (wild and below(stream, seen) == 0)
                or (not wild and weight[kind] < weight[best])
            ):
                best = kind
    if best >= 0:
        out[best] = m


@rule(apart=True)
def compose_follow(
    t: int, g: int, lead: Counts, size: int, hand: Counts, follow: int, shorter: int,
    weight: Floats, wild: bool, stream: Stream, out: Counts,
) -> None:  # fmt: skip
    """Write a legal follow: what is owed, and the rest, by the least weight.

    ``wild`` draws at random instead; then every legal play can come.
    """
    for kind in range(54):
        out[kind] = 0
    held = suit_size(t, g, hand)
    if held <= size:
        if held > 0:
            for i in range(FIRST[t, g], FIRST[t, g + 1]):
                out[SLOTS[t, i]] = hand[SLOTS[t, i]]
        if wild:
            random_cards(t, -1, hand, size - held, stream, out)
        else:
            fill(t, -1, hand, size - held, weight, out)
        return
    given = 0
    most = most_copies(t, g, lead)
    if most > 1 and follow == MINIMAL:
        _compose_minimal(t, g, lead, most, hand, shorter, weight, wild, stream, out)
        given = suit_size(t, g, out)
    elif most > 1 and follow == MAXIMAL:
        if wild:
            random_cards(t, g, hand, size, stream, out)
            if follow_refusal(t, g, lead, hand, out, follow, shorter) == 0:
                return
            for kind in range(54):
                out[kind] = 0
        _compose_maximal(t, g, lead, hand, shorter, out)
        given = suit_size(t, g, out)
    if wild:
        random_cards(t, g, hand, size - given, stream, out)
    else:
        _fill_suit(t, g, hand, size - given, weight, out)


@rule(apart=True)
def _fill_suit(t: int, g: int, hand: Counts, count: int, weight: Floats, out: Counts) -> None:
    for _ in range(count):
        best = -1
        for i in range(FIRST[t, g], FIRST[t, g + 1]):
            kind = SLOTS[t, i]
            if hand[kind] > out[kind] and (best < 0 or weight[kind] < weight[best]):
                best = kind
        out[best] += 1


@rule(apart=True)
def _compose_minimal(
    t: int, g: int, lead: Counts, most: int, hand: Counts, shorter: int, weight: Floats, wild: bool,
    stream: Stream, out: Counts,
) -> None:  # fmt: skip
    carry = 0
    for m in range(most, 1, -1):
        led = multiples(t, g, lead, m)
        if led == 0 and carry == 0:
            continue
        ours = multiples(t, g, hand, m)
        wanted, used = kinds_in(led) + carry, 0
        led_runs = chains(led)
        if led_runs != 0 and ours != 0:
            our_runs = chains(ours)
            passed = 0
            for length in range(PLACES, 1, -1):
                asked = run_count(led_runs, length) + passed
                if asked == 0:
                    continue
                owed = min(asked, run_count(our_runs, length))
                for _ in range(owed):
                    _take_run(t, g, hand, m, length, weight, wild, stream, out)
                used += owed * length
                passed = asked - owed if shorter != 0 else 0
        wanted -= used
        owed = min(wanted, kinds_in(ours) - used)
        for _ in range(owed):
            _take_multiple(t, g, hand, m, weight, wild, stream, out)
        carry = wanted - owed


@rule(apart=True)
def _compose_maximal(t: int, g: int, lead: Counts, hand: Counts, shorter: int, out: Counts) -> None:
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    count = owed_parts(t, g, lead, hand, shorter, ms, ls)
    left, choice = np.zeros(SUIT_SLOTS, np.int64), np.zeros(count + 1, np.int64)
    floor = np.full(count + 1, -1, np.int64)
    copy_suit(t, g, hand, left)
    if count > 0 and advance(t, g, count, ms, ls, floor, left, choice, True):
        for i in range(FIRST[t, g], FIRST[t, g + 1]):
            out[SLOTS[t, i]] = hand[SLOTS[t, i]] - left[i - FIRST[t, g]]


@rule(apart=True)
def find_part(
    t: int, g: int, hand: Counts, m: int, length: int, above: int, low_first: bool, out: Counts
) -> bool:
    """Write a run of so many multiples from a place above another: the lowest or highest."""
    for kind in range(54):
        out[kind] = 0
    width = WIDTH[t, g]
    low = above + 1 if low_first else width - length
    while above < low <= width - length:
        fits = True
        for place in range(low, low + length):
            fits = fits and _holder(t, g, hand, m, place) >= 0
        if fits:
            for place in range(low, low + length):
                out[_holder(t, g, hand, m, place)] = m
            return True
        low += 1 if low_first else -1
    return False


@rule(apart=True)
def _holder(t: int, g: int, hand: Counts, m: int, place: int) -> int:
    # The kind at a place with enough copies, the fewest of them.
    best = -1
    slot = FIRST[t, g] + offset(t, g, place)
    end = slot + 1
    if place == level_place(t, g):
        end = FIRST[t, g] + offset(t, g, place + 1)
    while slot < end:
        kind = SLOTS[t, slot]
        if hand[kind] >= m and (best < 0 or hand[kind] < hand[best]):
            best = kind
        slot += 1
    return best

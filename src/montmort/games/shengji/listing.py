"""Listing what may be done, one by one as it is asked for, up to a cap.

Copies of a card make no difference: an action is a row of counts. Below the cap the list
is complete; above it, it is the beginning of a longer one, and any other action can still
be checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.struct import _Row
from ...equipment.cards import BLACK_JOKER, KINDS
from . import moves
from .following import MAXIMAL, MINIMAL, owed_parts
from .patterns import MOST_PARTS, chains, kinds_in, most_copies, multiples, run_count, suit_size
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, Cards, Position
from .ranks import FIRST, PLACES, POINTS, SLOT_PLACE, SLOTS, TRUMPS
from .splits import SUIT_SLOTS, advance, copy_suit
from .tossing import unpack_part

__all__ = ["actions", "follows", "iterate", "leads", "revealable"]

Counts = dict[int, int]
"""Cards as counts by kind."""


def actions(s: Position, cap: int) -> list[Any]:
    """List at most ``cap`` actions of who acts, as rows."""
    return list(itertools.islice(iterate(s), cap))


def iterate(s: Position) -> Iterator[Any]:
    """Go through the actions of who acts, as rows of counts, none twice."""
    seen: set[bytes] = set()
    for counts in _all(s):
        a = Cards()
        for kind, copies in counts.items():
            a.cards[kind] = copies
        key = a.pack()
        # Reveals are listed by what is held; all others are listed by the rules.
        if key not in seen and (s.phase != REVEAL or moves.allowed(s, a) == 0):
            seen.add(key)
            yield a.cards


def _all(s: Position) -> Iterable[Counts]:
    if s.turn < 0:
        return ()
    hand = {k: int(s.hands[s.turn, k]) for k in range(KINDS) if s.hands[s.turn, k]}
    if s.phase == REVEAL:
        return revealable(s.level, hand)
    if s.phase == BURY:
        return _choose(_dull_first(s.trump, hand), s.bottom_size)
    if s.phase == NAME:
        return ({k: n} for n in range(1, s.decks + 1) for k in reversed(range(KINDS)))
    if s.phase == LEAD:
        return leads(s.trump, hand)
    if s.phase == BACK:
        return _backs(s)
    if s.phase == FOLLOW:
        lead = s.table[s.leader]
        return follows(s.trump, s.led_suit, lead, hand, s.follow, s.shorter)
    return ()


def revealable(level: int, hand: Counts) -> Iterator[Counts]:
    """Go through the reveals that a hand has, nothing first."""
    yield {}
    for kind in (*range(level, BLACK_JOKER, 13), BLACK_JOKER, BLACK_JOKER + 1):
        for copies in range(1, hand.get(kind, 0) + 1):
            yield {kind: copies}


def _dull_first(t: int, hand: Counts) -> Counts:
    """The hand in the order in which cards are most easily given away."""

    def worth(kind: int) -> tuple[bool, int, int]:
        g = next(g for g in range(TRUMPS, -1, -1) if kind in _suit_kinds(t, g))
        place = int(SLOT_PLACE[t, list(SLOTS[t]).index(kind)])
        return (g == TRUMPS, place + 2 * int(POINTS[kind]), kind)

    return {kind: hand[kind] for kind in sorted(hand, key=worth)}


def _suit_kinds(t: int, g: int) -> list[int]:
    return [int(SLOTS[t, i]) for i in range(FIRST[t, g], FIRST[t, g + 1])]


def _choose(counts: Counts, size: int) -> Iterator[Counts]:
    """Go through the ways to take ``size`` cards, the first kinds first."""
    kinds = list(counts)
    after = [0] * (len(kinds) + 1)
    for i in range(len(kinds) - 1, -1, -1):
        after[i] = after[i + 1] + counts[kinds[i]]

    def walk(i: int, left: int) -> Iterator[Counts]:
        if left == 0:
            yield {}
            return
        if i == len(kinds) or after[i] < left:
            return
        for copies in range(min(counts[kinds[i]], left), -1, -1):
            for rest in walk(i + 1, left - copies):
                yield {kinds[i]: copies, **rest} if copies else rest

    return walk(0, size)


def leads(t: int, hand: Counts) -> Iterator[Counts]:
    """Go through leads: singles, multiples and runs first, then tosses by their size."""
    suits = [{k: hand[k] for k in _suit_kinds(t, g) if k in hand} for g in range(5)]
    for g, suit in enumerate(suits):
        places = {
            int(SLOTS[t, i]): int(SLOT_PLACE[t, i]) for i in range(FIRST[t, g], FIRST[t, g + 1])
        }
        for kind in suit:
            for m in range(1, suit[kind] + 1):
                yield {kind: m}
                if m > 1:
                    yield from _runs(suit, places, [kind], m)
    for size in range(2, sum(hand.values()) + 1):
        for suit in suits:
            if sum(suit.values()) >= size:
                yield from _choose(suit, size)


def _runs(suit: Counts, places: Counts, run: list[int], m: int) -> Iterator[Counts]:
    for kind, held in suit.items():
        if held >= m and places[kind] == places[run[-1]] + 1:
            longer = [*run, kind]
            yield dict.fromkeys(longer, m)
            yield from _runs(suit, places, longer, m)


def _backs(s: Position) -> Iterator[Counts]:
    """Go through the equal parts to which a failed toss may fall back."""
    size, low, copies = unpack_part(int(s.fallen))
    kinds = _suit_kinds(s.trump, s.led_suit)
    first = int(FIRST[s.trump, s.led_suit])
    for m in copies:
        pools = [
            [k for i, k in enumerate(kinds)
             if SLOT_PLACE[s.trump, first + i] == place and s.toss[k] == m]
            for place in range(low, low + size // m)
        ]  # fmt: skip
        for way in itertools.product(*pools):
            yield dict.fromkeys(way, m)


def follows(t: int, g: int, lead: Any, hand: Counts, follow: int, shorter: int) -> Iterator[Counts]:
    """Go through the plays that answer a lead."""
    row = np.zeros(KINDS, np.int64).view(_Row)
    for kind, copies in hand.items():
        row[kind] = copies
    size, held = int(suit_size(t, g, lead)), int(suit_size(t, g, row))
    kinds = _suit_kinds(t, g)
    own = {k: hand[k] for k in kinds if k in hand}
    if held <= size:
        others = {k: n for k, n in hand.items() if k not in own}
        for rest in _choose(_dull_first(t, others), size - held):
            yield {**own, **rest}
        return
    if follow == MINIMAL:
        starts = _owed_minimal(t, g, lead, row, shorter)
    elif follow == MAXIMAL:
        starts = _owed_maximal(t, g, lead, row, shorter)
    else:
        starts = iter([{}])
    for taken in starts:
        rest_of = {k: n - taken.get(k, 0) for k, n in own.items() if n > taken.get(k, 0)}
        for rest in _choose(rest_of, size - sum(taken.values())):
            yield {k: taken.get(k, 0) + rest.get(k, 0) for k in {**taken, **rest}}


def _owed_minimal(t: int, g: int, lead: Any, hand: Any, shorter: int) -> Iterator[Counts]:
    # For each multiplicity the ways to give the runs and multiples that are owed.
    stages: list[list[Counts]] = []
    carry = 0
    for m in range(int(most_copies(t, g, lead)), 1, -1):
        led, ours = int(multiples(t, g, lead, m)), int(multiples(t, g, hand, m))
        kinds = [
            (int(SLOT_PLACE[t, i]), int(SLOTS[t, i]))
            for i in range(FIRST[t, g], FIRST[t, g + 1])
            if hand[SLOTS[t, i]] == m
        ]
        wanted, used, passed = kinds_in(led) + carry, 0, 0
        ways: list[list[int]] = [[]]
        for length in range(PLACES, 1, -1):
            asked = run_count(chains(led), length) + passed
            owed = min(asked, run_count(chains(ours), length))
            if owed:
                runs = _maximal_runs(kinds, length)
                ways = [
                    [*way, *itertools.chain.from_iterable(some)]
                    for way in ways
                    for some in itertools.combinations(runs, owed)
                    if len(set(itertools.chain.from_iterable(some))) == owed * length
                ]
            used += owed * length
            passed = asked - owed if shorter else 0
        wanted -= used
        owed = min(wanted, len(kinds) - used)
        stages.append(
            [
                dict.fromkeys([*way, *some], m)
                for way in ways
                for some in itertools.combinations([k for _, k in kinds if k not in way], owed)
            ]
        )
        carry = wanted - owed
    for chosen in itertools.product(*stages):
        yield {k: n for part in chosen for k, n in part.items()}


def _maximal_runs(kinds: Sequence[tuple[int, int]], length: int) -> list[list[int]]:
    places = sorted({place for place, _ in kinds})
    found: list[list[int]] = []
    for low in places:
        run = range(low, low + length)
        if low - 1 in places or low + length in places or any(p not in places for p in run):
            continue
        pools = [[k for place, k in kinds if place == p] for p in run]
        found += [list(way) for way in itertools.product(*pools)]
    return found


def _owed_maximal(t: int, g: int, lead: Any, hand: Any, shorter: int) -> Iterator[Counts]:
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    count = int(owed_parts(t, g, lead, hand, shorter, ms, ls))
    if count == 0:
        yield {}
        return
    left, choice = np.zeros(SUIT_SLOTS, np.int64), np.zeros(count + 1, np.int64)
    floor = np.full(count + 1, -1, np.int64)
    copy_suit(t, g, hand, left)
    fresh = True
    while advance(t, g, count, ms, ls, floor, left, choice, fresh):
        fresh = False
        kinds = _suit_kinds(t, g)
        yield {k: int(hand[k] - left[i]) for i, k in enumerate(kinds) if hand[k] > left[i]}

"""Which play takes a trick: full matches of the led pattern, and the partial order on them."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, CountTable, Ints
from .patterns import MOST_PARTS, list_parts, most_copies, suit_size
from .ranks import (
    CHOICES,
    FIRST,
    GROUP,
    SLOT_PLACE,
    SLOTS,
    TRUMPS,
    WIDTH,
    offset,
)
from .splits import SUIT_SLOTS, advance, can_form, copy_suit, one_part, singles_beat

__all__ = ["ALL", "HIGHEST", "LONGEST", "TOSS_RANKS", "outranks", "suit_of", "trick_winner"]

TOSS_RANKS = ("all", "longest", "highest")
ALL, LONGEST, HIGHEST = 0, 1, 2


@rule(apart=True)
def suit_of(t: int, row: Counts) -> int:
    """Say to which suit all cards of a play belong: -1 if it has none, -2 if several."""
    # Without a jump: the suits that there are, as bits.
    suits = 0
    for kind in range(54):
        here = 1 if row[kind] != 0 else 0
        suits |= here << GROUP[t, kind]
    for suit in range(TRUMPS + 1):
        if suits == 1 << suit:
            return suit
    return -1 if suits == 0 else -2


@rule(apart=True)
def outranks(
    t: int, g: int, count: int, ms: Ints, ls: Ints, ours: Counts, theirs: Counts, toss_rank: int
) -> bool:
    """Say whether one play outranks another of the same suit; both match the led parts.

    ``count`` is how many of the led parts are more than a single card. Some reading of
    each play suffices under which every part outranks its counterpart; equal parts are
    compared from high to low, for if any correspondence does, that one does.
    """
    our_left, their_left = np.zeros(SUIT_SLOTS, np.int64), np.zeros(SUIT_SLOTS, np.int64)
    our_choice, their_choice = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64)
    floor, bottom = np.full(count + 1, -1, np.int64), np.full(count + 1, -1, np.int64)
    copy_suit(t, g, theirs, their_left)
    copy_suit(t, g, ours, our_left)
    if toss_rank == HIGHEST:
        return _highest(t, g, ours) > _highest(t, g, theirs)
    if toss_rank == LONGEST:
        advance(t, g, count, ms, ls, bottom, their_left, their_choice, True)
        advance(t, g, count, ms, ls, bottom, our_left, our_choice, True)
        for i in range(count):
            difference = our_choice[i] // CHOICES - their_choice[i] // CHOICES
            if difference != 0:
                return bool(difference > 0)
        return count == 0 and _first_single_beats(t, g, our_left, their_left)
    if count > 0 and ls[0] == 1 and ms[0] == ms[count - 1]:
        return _multiples_beat(t, g, ms[0], count, our_left, their_left)
    fresh = True
    while advance(t, g, count, ms, ls, bottom, their_left, their_choice, fresh):
        fresh = False
        for i in range(count):
            floor[i] = their_choice[i] // CHOICES
        copy_suit(t, g, ours, our_left)
        start = True
        while advance(t, g, count, ms, ls, floor, our_left, our_choice, start):
            start = False
            if singles_beat(t, g, our_left, their_left):
                return True
    return False


@rule(apart=True)
def _multiples_beat(t: int, g: int, m: int, count: int, ours: Ints, theirs: Ints) -> bool:
    # A toss of multiples of one multiplicity, and singles: by places from high to low,
    # with u of our multiples above a place and v of theirs from it upwards. Each of theirs
    # needs one of ours above it (u >= v), and so do the singles that are left; reached[v]
    # holds the possible u as bits. No choice of multiples is tried one by one.
    reached = np.zeros(count + 1, np.int64)
    reached[0] = 1
    our_cards, their_cards = 0, 0
    for place in range(WIDTH[t, g] - 1, -1, -1):
        our_most, their_most, here = 0, 0, 0
        for slot in range(offset(t, g, place), offset(t, g, place + 1)):
            our_most += ours[slot] // m
            their_most += theirs[slot] // m
            here += ours[slot]
            their_cards += theirs[slot]
        for v in range(count, -1, -1):
            found = 0
            for taken in range(min(their_most, v) + 1):
                found |= reached[v - taken]
            # Of the singles: our_cards - m u >= their_cards - m v.
            most = v + (our_cards - their_cards) // m
            kept = 0
            for u in range(v, min(count, most) + 1):
                kept |= found & (1 << u)
            wider = kept
            for taken in range(1, our_most + 1):
                wider |= kept << taken
            reached[v] = wider & ((1 << (count + 1)) - 1)
        our_cards += here
    return bool((reached[count] >> count) & 1)


@rule(apart=True)
def _highest(t: int, g: int, row: Counts) -> int:
    found = -1
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        if row[SLOTS[t, i]] > 0:
            found = SLOT_PLACE[t, i]
    return found


@rule(apart=True)
def _first_single_beats(t: int, g: int, ours: Ints, theirs: Ints) -> bool:
    # Lexicographic, from the highest card on.
    for place in range(WIDTH[t, g] - 1, -1, -1):
        difference = 0
        for slot in range(offset(t, g, place), offset(t, g, place + 1)):
            difference += ours[slot] - theirs[slot]
        if difference != 0:
            return difference > 0
    return False


@rule(apart=True)
def trick_winner(t: int, plays: CountTable, leader: int, players: int, toss_rank: int) -> int:
    """Find who takes the trick: the first play that no other competing play outranks.

    ``plays[seat]`` are the rows of counts; the leader's play fixes the pattern. A play
    competes if it forms the pattern in the led suit or in trumps.
    """
    lead = plays[leader]
    g = suit_of(t, lead)
    size = suit_size(t, g, lead)
    m = most_copies(t, g, lead)
    low = -1
    if size % m == 0 and (m > 1 or size == 1):
        low = one_part(t, g, lead, m, size // m)
    if low >= 0:
        best, most = leader, low + (OVER_PLAIN if g == TRUMPS else 0)
        for i in range(1, players):
            seat = (leader + i) % players
            low = one_part(t, TRUMPS, plays[seat], m, size // m)
            if low >= 0:
                low += OVER_PLAIN
            elif g != TRUMPS:
                low = one_part(t, g, plays[seat], m, size // m)
            if low > most:
                best, most = seat, low
        return best
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    parts = list_parts(t, g, lead, ms, ls, lows)
    count = 0
    while count < parts and ms[count] > 1:
        count += 1
    competes = np.full(players, -1, np.int64)
    for seat in range(players):
        for group in (g, TRUMPS):
            if suit_size(t, group, plays[seat]) == size and can_form(
                t, group, count, ms, ls, plays[seat]
            ):
                competes[seat] = group
    for i in range(players):
        seat = (leader + i) % players
        if competes[seat] < 0:
            continue
        beaten = False
        for other in range(players):
            if other == seat or competes[other] < 0 or beaten:
                continue
            if competes[other] != competes[seat]:
                beaten = competes[other] == TRUMPS
            else:
                beaten = outranks(
                    t, competes[seat], count, ms, ls, plays[other], plays[seat], toss_rank
                )
        if not beaten:
            return seat
    return leader


OVER_PLAIN = 16
"""Added to a trump's place, so that it is above every card of the led suit."""

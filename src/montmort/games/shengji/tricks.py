"""Tricks: cards laid on the table, tosses that fail, and who takes it all."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Ints
from . import ending
from .patterns import MOST_PARTS, list_parts, suit_size
from .position import BACK, FOLLOW, LEAD, Cards, Position
from .ranking import suit_of, trick_winner
from .ranks import FIRST, SLOT_PLACE, SLOTS
from .splits import single_part
from .tossing import first_of_part, smallest_beaten, smallest_copies

__all__ = ["begin_trick", "falls_back_to", "lay", "lead", "take_trick", "total_cards"]


@rule(apart=True)
def total_cards(cards: Counts) -> int:
    """Count the cards of a row."""
    found = 0
    for kind in range(54):
        found += cards[kind]
    return found


@rule(apart=True)
def lay(s: Position, a: Cards) -> None:
    """Lay cards on the table."""
    p = s.turn
    for kind in range(54):
        s.table[p, kind] = a.cards[kind]
        s.hands[p, kind] -= a.cards[kind]
        s.played[p, kind] += a.cards[kind]
    s.sizes[p] -= s.led_size
    if s.phase == FOLLOW and suit_size(s.trump, s.led_suit, a.cards[:]) < s.led_size:
        s.void[p, s.led_suit] = 1
    if s.friends > 0 and p != s.dealer:
        for i in range(s.names):
            kind = s.named_kind[i]
            if a.cards[kind] > 0:
                s.named_seen[i] += a.cards[kind]
                if s.friend[i] < 0 and s.named_seen[i] >= s.named_copy[i]:
                    s.friend[i] = p
                    s.side[p] = 1


@rule(apart=True)
def lead(s: Position, a: Cards) -> None:
    """Lead: a toss that fails falls back to its smallest beaten part."""
    t = s.trump
    suit = suit_of(t, a.cards[:])
    s.leader = s.turn
    s.led_suit = suit
    for kind in range(54):
        s.toss[kind] = 0
        for p in range(s.players):
            s.table[p, kind] = 0
    if single_part(t, suit, a.cards[:]) < 0:
        fallen = smallest_beaten(t, suit, a.cards[:], s.hands[:], s.turn, s.players)
        if fallen >= 0:
            for kind in range(54):
                s.toss[kind] = a.cards[kind]
            s.failures[s.turn] += 1
            s.fallen = fallen
            if _ways_back(s) > 1:
                s.phase = BACK
                return
            s.fallen = -1
            m = smallest_copies(fallen)
            low = fallen // 1024 % 32
            first_of_part(t, suit, s.toss[:], m, fallen // 32768 // m, low, a.cards[:])
    begin_trick(s, a)


@rule(apart=True)
def begin_trick(s: Position, a: Cards) -> None:
    """Lay the cards that are led."""
    s.led_size = total_cards(a.cards[:])
    lay(s, a)
    s.phase = FOLLOW
    s.turn = (s.turn + 1) % s.players


@rule(apart=True)
def _ways_back(s: Position) -> int:
    # More than one only where several level cards share the place of the fallen part.
    t, g = s.trump, s.led_suit
    size, low = s.fallen // 32768, s.fallen // 1024 % 32
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    count = list_parts(t, g, s.toss[:], ms, ls, lows)
    ways = 0
    for i in range(count):
        if (
            ms[i] * ls[i] == size
            and lows[i] == low
            and (s.fallen >> ms[i]) & 1
            and not _listed(ms, ls, lows, i)
        ):
            kinds = 1
            for place in range(low, low + ls[i]):
                here = 0
                for j in range(FIRST[t, g], FIRST[t, g + 1]):
                    if SLOT_PLACE[t, j] == place and s.toss[SLOTS[t, j]] == ms[i]:
                        here += 1
                kinds *= here
            ways += kinds
    return ways


@rule
def _listed(ms: Ints, ls: Ints, lows: Ints, i: int) -> bool:
    found = False
    for j in range(i):
        found = found or (ms[j] == ms[i] and ls[j] == ls[i] and lows[j] == lows[i])
    return found


@rule(apart=True)
def falls_back_to(s: Position, a: Cards) -> bool:
    """Say whether these cards are the part to which a failed toss falls back."""
    t, g = s.trump, s.led_suit
    size, low = s.fallen // 32768, s.fallen // 1024 % 32
    m = 0
    for kind in range(54):
        copies = a.cards[kind]
        if copies < 0 or (copies != 0 and copies != s.toss[kind]):
            return False
        m = max(m, copies)
    if m == 0 or (s.fallen >> m) & 1 == 0 or total_cards(a.cards[:]) != size:
        return False
    return single_part(t, g, a.cards[:]) == low


@rule(apart=True)
def take_trick(s: Position) -> None:
    """Give the trick to its winner; the last one ends the round."""
    winner = trick_winner(s.trump, s.table[:], s.leader, s.players, s.toss_rank)
    for p in range(s.players):
        for kind in range(54):
            s.last[p, kind] = s.table[p, kind]
        for two in range(0, 52, 13):
            tens = s.table[p, two + 8] + s.table[p, two + 11]
            s.points[winner] += 5 * s.table[p, two + 3] + 10 * tens
    s.last_leader = s.leader
    s.last_winner = winner
    s.tricks += 1
    s.leader = winner
    s.turn = winner
    s.phase = LEAD
    if s.sizes[winner] == 0:
        ending.end_round(s)

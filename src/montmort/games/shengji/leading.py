"""What the bot steady leads: sure tricks, safe tosses, a card for the friend."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Floats
from .habits import clear, known_ally, unseen_cards
from .patterns import MOST_PARTS, list_parts, suit_size
from .position import Cards, View
from .ranks import FIRST, PLACE, POINTS, SLOTS, TRUMPS
from .tossing import can_beat, first_of_part

__all__ = ["steady_lead"]


@rule(apart=True)
def steady_lead(v: View, parameters: Floats, a: Cards) -> None:
    """Lead the part, or the toss of safe parts, that seems worth most."""
    t = v.trump
    unseen = np.zeros(54, np.int8)
    unseen_cards(v, unseen)
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    best = -1000
    trumps_out = 0 if _all_void(v, TRUMPS) else suit_size(t, TRUMPS, unseen)
    attacking = v.side[v.me] != 0 and suit_size(t, TRUMPS, v.hand[:]) >= v.sizes[v.me] // 3
    for g in range(5):
        held = suit_size(t, g, v.hand[:])
        if held == 0:
            continue
        alone = _all_void(v, g)
        out_there = 0 if alone else suit_size(t, g, unseen)
        count = list_parts(t, g, v.hand[:], ms, ls, lows)
        safe_parts, safe_cards = 0, 0
        for i in range(count):
            size = ms[i] * ls[i]
            safe = alone or not can_beat(t, g, unseen, ms[i], ls[i], lows[i])
            if safe:
                safe_parts += 1
                safe_cards += size
            worth = 0
            if g != TRUMPS:
                # A sure trick, as long as the others still have the suit to follow.
                if safe and (out_there >= 3 * size or trumps_out == 0):
                    worth = 300 + 40 * size
                elif safe:
                    worth = 60 + 10 * size
                else:
                    worth = 40 - 2 * lows[i] + 12 * (size - 1) - 2 * held
                    if lows[i] < 12 and size == 1:
                        worth -= 3 * _points_at(t, g, v.hand[:], lows[i])
            else:
                if safe:
                    worth = 180 + 30 * size if attacking else 20 + 5 * size
                else:
                    worth = (70 if attacking else 0) + 14 * (size - 1) - 2 * lows[i]
            if worth > best:
                best = worth
                first_of_part(t, g, v.hand[:], ms[i], ls[i], lows[i], a.cards[:])
        if safe_parts > 1 and parameters[1] != 0.0:
            # All the parts that nobody can beat, at once: whoever follows must match them all.
            if g != TRUMPS:
                likely = trumps_out == 0 or (out_there >= 6 and not _enemy_void(v, g))
                worth = (300 if likely else 60) + (40 if likely else 10) * safe_cards
            else:
                worth = 180 + 30 * safe_cards if attacking else 20 + 5 * safe_cards
            if worth > best:
                best = worth
                clear(a)
                for i in range(count):
                    if alone or not can_beat(t, g, unseen, ms[i], ls[i], lows[i]):
                        _add_part(t, g, v.hand[:], ms[i], ls[i], lows[i], a)


@rule(apart=True)
def _add_part(t: int, g: int, hand: Counts, m: int, length: int, low: int, a: Cards) -> None:
    # A part out of what is not taken yet: level cards of several suits share a place.
    rest, part = np.zeros(54, np.int8), np.zeros(54, np.int8)
    for kind in range(54):
        rest[kind] = hand[kind] - a.cards[kind]
    first_of_part(t, g, rest, m, length, low, part)
    for kind in range(54):
        a.cards[kind] += part[kind]


@rule(apart=True)
def _all_void(v: View, g: int) -> bool:
    # Whether nobody else has cards of a suit, as all have failed to follow it.
    void = True
    for p in range(v.players):
        void = void and (p == v.me or v.void[p, g] != 0)
    return void


@rule(apart=True)
def _enemy_void(v: View, g: int) -> bool:
    for p in range(v.players):
        if v.void[p, g] != 0 and v.void[p, TRUMPS] == 0 and not known_ally(v, p):
            return True
    return False


@rule(apart=True)
def _points_at(t: int, g: int, hand: Counts, place: int) -> int:
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        kind = SLOTS[t, i]
        if PLACE[t, kind] == place and hand[kind] > 0:
            found = max(found, POINTS[kind])
    return found

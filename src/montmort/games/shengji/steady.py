"""A bot that knows points, trumps and partners."""

from __future__ import annotations

import numpy as np

from ...core.struct import Floats, Stream
from .apart import Row, apart
from .composing import fill, find_part
from .following import follow_refusal
from .habits import back, cheapest_win, clear, follow_by, height, may_reveal, name_an_ace, so_far
from .patterns import MOST_PARTS, list_parts, most_copies, suit_size
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, Cards, View
from .ranking import suit_of
from .ranks import FIRST, GROUP, PLACE, POINTS, SLOTS, TRUMPS
from .splits import single_part
from .tossing import can_beat, first_of_part

__all__ = ["steady"]


@apart
def steady(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Give points to the partner, keep them from the others, lead what is unbeatable."""
    clear(a)
    if v.phase == FOLLOW:
        _steady_follow(v, stream, a)
    elif v.phase == LEAD:
        _steady_lead(v, a)
    elif v.phase == REVEAL:
        _steady_reveal(v, parameters, a)
    elif v.phase == BURY:
        _steady_bury(v, a)
    elif v.phase == NAME:
        name_an_ace(v, a)
    elif v.phase == BACK:
        back(v, a)


@apart
def _ally(v: View, p: int) -> bool:
    # Whether a player is of one's own side, as far as one knows.
    mine = v.side[v.me] != 0
    if v.friends > 0 and not mine:
        for i in range(v.names):
            if v.friend[i] < 0 and v.hand[v.named_kind[i]] > 0 and v.named_copy[i] == 1:
                mine = True
    return p == v.me or (v.side[p] != 0) == mine


@apart
def _steady_reveal(v: View, parameters: Floats, a: Cards) -> None:
    best, worth = -1, 0.0
    for i in range(4):
        kind = 13 * i + v.level
        if not may_reveal(v, kind, v.hand[kind]):
            continue
        trumps = 0.0
        for rank in range(13):
            trumps += v.hand[13 * i + rank]
        here = trumps + v.hand[kind]
        # Few trumps so far are no reason to call; parameters[0] is the share that is.
        if here > worth and trumps >= parameters[0] * v.sizes[v.me] + 1.0:
            best, worth = kind, here
    if v.governor == v.me and best != v.shown_kind:
        best = -1
    if best >= 0:
        a.cards[best] = v.hand[best]


@apart
def _steady_bury(v: View, a: Cards) -> None:
    t = v.trump
    weight = np.zeros(54)
    for kind in range(54):
        g = GROUP[t, kind]
        if g == TRUMPS:
            weight[kind] = 200 + PLACE[t, kind]
        else:
            # Short suits go first, so as to ruff them; points, pairs and aces stay.
            weight[kind] = (
                4 * suit_size(t, g, v.hand[:]) + PLACE[t, kind] + 3 * POINTS[kind]
                + 12 * (v.hand[kind] > 1) + 30 * (PLACE[t, kind] == 11)
            )  # fmt: skip
    fill(t, -1, v.hand[:], v.bottom_size, weight, a.cards[:])


@apart
def _unseen(v: View, out: Row) -> None:
    # The cards that the others may hold.
    for kind in range(54):
        left = v.decks - v.hand[kind] - v.bottom[kind]
        for p in range(v.players):
            left -= v.played[p, kind]
        out[kind] = left


@apart
def _steady_lead(v: View, a: Cards) -> None:
    t = v.trump
    unseen = np.zeros(54, np.int8)
    _unseen(v, unseen)
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    best = -1000
    trumps_out = suit_size(t, TRUMPS, unseen)
    attacking = v.side[v.me] != 0 and suit_size(t, TRUMPS, v.hand[:]) >= v.sizes[v.me] // 3
    for g in range(5):
        held = suit_size(t, g, v.hand[:])
        if held == 0:
            continue
        out_there = suit_size(t, g, unseen)
        count = list_parts(t, g, v.hand[:], ms, ls, lows)
        for i in range(count):
            size = ms[i] * ls[i]
            safe = not can_beat(t, g, unseen, ms[i], ls[i], lows[i])
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


@apart
def _points_at(t: int, g: int, hand: Row, place: int) -> int:
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        kind = SLOTS[t, i]
        if PLACE[t, kind] == place and hand[kind] > 0:
            found = max(found, POINTS[kind])
    return found


@apart
def _steady_follow(v: View, stream: Stream, a: Cards) -> None:
    t = v.trump
    best = so_far(v)
    played = (v.me - v.leader) % v.players
    last = played == v.players - 1
    suit = suit_of(t, v.table[best])
    unseen = np.zeros(54, np.int8)
    _unseen(v, unseen)
    on_table = 0
    for p in range(v.players):
        for kind in range(54):
            on_table += v.table[p, kind] * POINTS[kind]
    low = single_part(t, suit, v.table[best])
    sure = last
    if not sure and low >= 0:
        m = most_copies(t, suit, v.table[best])
        sure = not can_beat(t, suit, unseen, m, v.led_size // m, low) and (
            suit == TRUMPS or suit_size(t, suit, unseen) >= 3 * v.led_size
        )
    held = suit_size(t, v.led_suit, v.hand[:])
    weight = np.zeros(54)
    for kind in range(54):
        weight[kind] = height(t, kind) + 6 * (v.hand[kind] > 1 and v.led_size == 1)
        if GROUP[t, kind] == TRUMPS and held < v.led_size:
            weight[kind] += 40
    if _ally(v, best):
        if sure:
            for kind in range(54):
                weight[kind] -= 6 * POINTS[kind]
            follow_by(v, weight, stream, a)
            return
        # A friend is ahead, but not for sure: neither points nor high cards.
        for kind in range(54):
            weight[kind] += 2 * POINTS[kind]
        follow_by(v, weight, stream, a)
        return
    wins = cheapest_win(v, stream, a)
    if wins:
        mine = suit_of(t, a.cards[:])
        at = single_part(t, mine, a.cards[:])
        m = most_copies(t, mine, a.cards[:])
        length = v.led_size // m
        # Not last: play high enough to stay ahead where that can be done.
        if not last and mine == v.led_suit and can_beat(t, mine, unseen, m, length, at):
            other = np.zeros(54, np.int8)
            if find_part(t, mine, v.hand[:], m, length, at, False, other):
                top = single_part(t, mine, other)
                code = follow_refusal(
                    t, mine, v.table[v.leader], v.hand[:], other, v.follow, v.shorter
                )
                if code == 0 and not can_beat(t, mine, unseen, m, length, top):
                    for kind in range(54):
                        a.cards[kind] = other[kind]
        if mine == v.led_suit or on_table > 0 or v.led_size > 1 or last:
            return
    for kind in range(54):
        weight[kind] += 3 * POINTS[kind]
    follow_by(v, weight, stream, a)

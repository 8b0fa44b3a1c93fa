"""A bot that knows points, trumps and partners."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Counts, Floats, Stream
from .composing import fill, find_part
from .following import follow_refusal
from .habits import (
    back,
    cheapest_win,
    clear,
    follow_by,
    height,
    known_ally,
    may_reveal,
    name_an_ace,
    so_far,
    unseen_cards,
)  # fmt: skip
from .leading import steady_lead
from .patterns import most_copies, suit_size
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, Cards, View
from .ranking import suit_of
from .ranks import GROUP, PLACE, POINTS, TRUMPS
from .splits import single_part
from .tossing import can_beat

__all__ = ["steady"]

SURELY = 2
"""A play that wins, and that nobody can beat in its suit, as far as one sees."""


@rule(apart=True)
def steady(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Give points to the partner, keep them from the others, lead what is unbeatable."""
    clear(a)
    if v.phase == FOLLOW:
        _steady_follow(v, stream, a)
    elif v.phase == LEAD:
        steady_lead(v, parameters, a)
    elif v.phase == REVEAL:
        _steady_reveal(v, parameters, a)
    elif v.phase == BURY:
        _steady_bury(v, a)
    elif v.phase == NAME:
        _steady_name(v, a)
    elif v.phase == BACK:
        back(v, a)


@rule(apart=True)
def _steady_reveal(v: View, parameters: Floats, a: Cards) -> None:
    best, worth = -1, 0.0
    # Few trumps so far are no reason to call; parameters[0] is the share that is.
    need = parameters[0] * v.sizes[v.me] + 1.0
    if v.dealer < 0 and v.by_governor != 0:
        # Who governs deals, and a lone dealer's level is worth more than good trumps.
        need = 0.0 if v.friends > 0 else 0.5 * parameters[0] * v.sizes[v.me] + 1.0
    if v.governor < 0 and v.dealt == 54 * v.decks - v.bottom_size:
        # The last chance: any suit is better than none.
        need = 0.0
    for i in range(4):
        kind = 13 * i + v.level
        if not may_reveal(v, kind, v.hand[kind]):
            continue
        trumps = 0.0
        for rank in range(13):
            trumps += v.hand[13 * i + rank]
        here = trumps + v.hand[kind]
        if here > worth and trumps >= need:
            best, worth = kind, here
    if v.governor == v.me and best != v.shown_kind:
        best = -1
    if best >= 0:
        a.cards[best] = v.hand[best]


@rule(apart=True)
def _steady_name(v: View, a: Cards) -> None:
    # An ace that the dealer lacks, in a short suit of which he has other cards to lead.
    top = 12 if v.level != 12 else 11
    best, worth = -1, -100
    for suit in range(4):
        kind = 13 * suit + top
        if GROUP[v.trump, kind] == TRUMPS or v.hand[kind] + v.bottom[kind] >= v.decks:
            continue
        taken = False
        for i in range(v.names):
            taken = taken or v.named_kind[i] == kind
        size = suit_size(v.trump, suit, v.hand[:])
        here = 20 * (size > v.hand[kind]) - 8 * v.hand[kind] - size
        if not taken and here > worth:
            best, worth = kind, here
    if best < 0:
        name_an_ace(v, a)
    else:
        a.cards[best] = 1


@rule(apart=True)
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


@rule(apart=True)
def _seems_sure(v: View, best: int, suit: int, unseen: Counts) -> bool:
    # Whether the play that is ahead will take the trick, as far as one sees.
    t = v.trump
    low = single_part(t, suit, v.table[best])
    if low < 0:
        # A toss holds in its suit, or it would have fallen; over trumps anything may come.
        return best == v.leader and (
            suit == TRUMPS or suit_size(t, suit, unseen) >= 3 * v.players - 3
        )
    m = most_copies(t, suit, v.table[best])
    return not can_beat(t, suit, unseen, m, v.led_size // m, low) and (
        suit == TRUMPS or suit_size(t, suit, unseen) >= 3 * v.led_size
    )


@rule(apart=True)
def _steady_follow(v: View, stream: Stream, a: Cards) -> None:
    t = v.trump
    best = so_far(v)
    played = (v.me - v.leader) % v.players
    last = played == v.players - 1
    suit = suit_of(t, v.table[best])
    unseen = np.zeros(54, np.int8)
    unseen_cards(v, unseen)
    on_table = 0
    for p in range(v.players):
        for kind in range(54):
            on_table += v.table[p, kind] * POINTS[kind]
    sure = last or _seems_sure(v, best, suit, unseen)
    held = suit_size(t, v.led_suit, v.hand[:])
    weight = np.zeros(54)
    for kind in range(54):
        weight[kind] = height(t, kind) + 6 * (v.hand[kind] > 1 and v.led_size == 1)
        if GROUP[t, kind] == TRUMPS and held < v.led_size:
            weight[kind] += 40
    if known_ally(v, best):
        if sure:
            for kind in range(54):
                weight[kind] -= 6 * POINTS[kind]
            follow_by(v, weight, stream, a)
            return
        # A friend is ahead, but not for sure: take it over, or give neither points nor heights.
        if _winning(v, stream, unseen, last, a) == SURELY:
            return
        for kind in range(54):
            weight[kind] += 2 * POINTS[kind]
        follow_by(v, weight, stream, a)
        return
    wins = _winning(v, stream, unseen, last, a)
    if wins > 0 and (
        suit_of(t, a.cards[:]) == v.led_suit or on_table > 0 or v.led_size > 1 or last
    ):
        return
    for kind in range(54):
        weight[kind] += 3 * POINTS[kind]
    follow_by(v, weight, stream, a)


@rule(apart=True)
def _winning(v: View, stream: Stream, unseen: Counts, last: bool, a: Cards) -> int:
    # The cheapest play that wins so far; in suit a higher one, if that is what stays ahead.
    t = v.trump
    if not cheapest_win(v, stream, a):
        return 0
    mine = suit_of(t, a.cards[:])
    at = single_part(t, mine, a.cards[:])
    m = most_copies(t, mine, a.cards[:])
    length = v.led_size // m
    if last or not can_beat(t, mine, unseen, m, length, at):
        return SURELY
    if mine != v.led_suit:
        return 1
    other = np.zeros(54, np.int8)
    if find_part(t, mine, v.hand[:], m, length, at, False, other):
        top = single_part(t, mine, other)
        code = follow_refusal(t, mine, v.table[v.leader], v.hand[:], other, v.follow, v.shorter)
        if code == 0 and not can_beat(t, mine, unseen, m, length, top):
            for kind in range(54):
                a.cards[kind] = other[kind]
            return SURELY
    return 1

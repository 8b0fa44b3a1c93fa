"""Two bots without a plan: one plays at random, one takes what it can."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from ...core.struct import Floats, Stream
from ...equipment.cards import BLACK_JOKER
from ...statistics.streams import below
from .composing import compose_follow, fill, random_cards
from .habits import back, cheapest_win, clear, follow_by, height, may_reveal, name_an_ace
from .patterns import MOST_PARTS, list_parts, suit_size
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, Cards, View
from .ranks import FIRST, GROUP, PLACE, SLOTS, WIDTH
from .tossing import first_of_part

__all__ = ["greedy", "random_legal"]


@rule(apart=True)
def random_legal(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Do anything that the rules allow."""
    if v.phase == FOLLOW:
        weight = np.zeros(54)
        compose_follow(
            v.trump, v.led_suit, v.table[v.leader], v.led_size, v.hand[:], v.follow, v.shorter,
            weight, True, stream, a.cards[:],
        )  # fmt: skip
        return
    clear(a)
    if v.phase == LEAD:
        _random_lead(v, stream, a)
    elif v.phase == REVEAL:
        if below(stream, 2) == 0:
            return
        seen = 0
        for i in range(6):
            kind = 13 * i + v.level if i < 4 else BLACK_JOKER + i - 4
            for copies in range(1, v.hand[kind] + 1):
                if may_reveal(v, kind, copies):
                    seen += 1
                    if below(stream, seen) == 0:
                        clear(a)
                        a.cards[kind] = copies
    elif v.phase == BURY:
        random_cards(v.trump, -1, v.hand[:], v.bottom_size, stream, a.cards[:])
    elif v.phase == NAME:
        a.cards[below(stream, 54)] = 1 + below(stream, v.decks)
    elif v.phase == BACK:
        back(v, a)


@rule(apart=True)
def _random_lead(v: View, stream: Stream, a: Cards) -> None:
    t = v.trump
    ticket = below(stream, v.sizes[v.me])
    kind = 0
    while ticket >= v.hand[kind]:
        ticket -= v.hand[kind]
        kind += 1
    g = GROUP[t, kind]
    m = 1 + below(stream, v.hand[kind])
    a.cards[kind] = m
    style = below(stream, 16)
    if style == 0:
        # A toss of whatever comes: it may well fail.
        for i in range(FIRST[t, g], FIRST[t, g + 1]):
            other = SLOTS[t, i]
            if other != kind and v.hand[other] > 0 and below(stream, 4) == 0:
                a.cards[other] = 1 + below(stream, v.hand[other])
    elif m > 1 and style < 12:
        place = PLACE[t, kind]
        for i in range(FIRST[t, g], FIRST[t, g + 1]):
            other = SLOTS[t, i]
            if PLACE[t, other] == place + 1 and v.hand[other] >= m:
                a.cards[other] = m
                place += 1


@rule(apart=True)
def greedy(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Take every trick that can be taken, as cheaply as possible; else throw the lowest."""
    t = v.trump
    clear(a)
    if v.phase == FOLLOW:
        if not cheapest_win(v, stream, a):
            weight = np.zeros(54)
            for kind in range(54):
                weight[kind] = height(t, kind)
            follow_by(v, weight, stream, a)
    elif v.phase == LEAD:
        ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
        lows = np.zeros(MOST_PARTS, np.int64)
        best = -1
        for g in range(5):
            if suit_size(t, g, v.hand[:]) == 0:
                continue
            count = list_parts(t, g, v.hand[:], ms, ls, lows)
            for i in range(count):
                # The most cards; of as many the highest, within their suit.
                worth = ms[i] * ls[i] * 64 + lows[i] + 16 - WIDTH[t, g]
                if worth > best:
                    best = worth
                    first_of_part(t, g, v.hand[:], ms[i], ls[i], lows[i], a.cards[:])
    elif v.phase == REVEAL:
        for i in range(6):
            kind = 13 * i + v.level if i < 4 else BLACK_JOKER + i - 4
            if may_reveal(v, kind, v.hand[kind]):
                clear(a)
                a.cards[kind] = v.hand[kind]
    elif v.phase == BURY:
        weight = np.zeros(54)
        for kind in range(54):
            weight[kind] = height(t, kind) + 3 * v.hand[kind]
        fill(t, -1, v.hand[:], v.bottom_size, weight, a.cards[:])
    elif v.phase == NAME:
        name_an_ace(v, a)
    elif v.phase == BACK:
        back(v, a)

"""The rules of Sheng Ji: who acts, what may be done, what then is."""

from __future__ import annotations

import numpy as np

from ...core.game import CHANCE
from ...core.game import OVER as NOBODY
from ...core.rule import rule
from ...core.struct import Counts, Ints, Stream
from ...equipment.cards import BLACK_JOKER
from ...statistics.streams import below
from . import ending
from .declaring import NOT_HELD, NOT_IDENTICAL, one_kind, reveal_refusal
from .following import follow_refusal
from .patterns import MOST_PARTS, list_parts, suit_size
from .position import (
    BACK,
    BURY,
    DEAL,
    FLIP,
    FOLLOW,
    LEAD,
    NAME,
    OVER,
    REVEAL,
    Cards,
    Position,
)
from .ranking import suit_of, trick_winner
from .ranks import FIRST, NOTRUMP, SLOT_PLACE, SLOTS
from .splits import single_part
from .tossing import first_of_part, smallest_beaten, smallest_copies

__all__ = [
    "EMPTY", "FINISHED", "MANY_SUITS", "MOST_DEALS",
    "NOT_A_CARD", "NOT_A_PART", "NOT_ONE_CARD", "NO_SUCH_COPY", "WRONG_COUNT",
    "actor", "allowed", "apply", "sample", "total_cards",
]  # fmt: skip

MOST_DEALS = 100
"""After so many deals without a reveal the round is played at notrump."""

EMPTY, MANY_SUITS, WRONG_COUNT, NOT_A_CARD, NO_SUCH_COPY, NOT_A_PART, FINISHED, NOT_ONE_CARD = (
    range(21, 29)
)


@rule
def actor(s: Position) -> int:
    """Say who acts."""
    if s.phase == OVER:
        return NOBODY
    return CHANCE if s.turn < 0 else s.turn


@rule(apart=True)
def total_cards(cards: Counts) -> int:
    """Count the cards of a row."""
    found = 0
    for kind in range(54):
        found += cards[kind]
    return found


@rule(apart=True)
def _holds(s: Position, p: int, a: Cards) -> bool:
    for kind in range(54):
        # Not all(...): the compiled code would build a generator.
        if a.cards[kind] < 0 or a.cards[kind] > s.hands[p, kind]:
            return False
    return p >= 0


@rule(apart=True)
def allowed(s: Position, a: Cards) -> int:
    """Let an action or a card that is dealt pass (0), or say why not."""
    p = s.turn
    if s.phase == FOLLOW:
        if not _holds(s, p, a):
            return NOT_HELD
        if total_cards(a.cards[:]) != s.led_size:
            return WRONG_COUNT
        return follow_refusal(
            s.trump, s.led_suit, s.table[s.leader], s.hands[p], a.cards[:], s.follow, s.shorter
        )
    if s.phase == LEAD:
        if not _holds(s, p, a):
            return NOT_HELD
        suit = suit_of(s.trump, a.cards[:])
        if suit == -1:
            return EMPTY
        return 0 if suit >= 0 else MANY_SUITS
    if s.phase == DEAL or s.phase == FLIP:
        kind = one_kind(a.cards[:])
        if kind < 0 or a.cards[kind] != 1 or s.stock[kind] < 1:
            return NOT_A_CARD
        return 0
    if s.phase == REVEAL:
        kind = one_kind(a.cards[:])
        if kind == -1:
            return 0
        if kind < 0:
            return NOT_IDENTICAL
        if not _holds(s, p, a):
            return NOT_HELD
        return reveal_refusal(
            s.level, s.governor, s.shown_kind, s.shown_count, s.jokers_least, p, kind,
            a.cards[kind],
        )  # fmt: skip
    if s.phase == BURY:
        if not _holds(s, p, a):
            return NOT_HELD
        return 0 if total_cards(a.cards[:]) == s.bottom_size else WRONG_COUNT
    if s.phase == NAME:
        kind = one_kind(a.cards[:])
        if kind < 0:
            return NOT_ONE_CARD
        return 0 if 1 <= a.cards[kind] <= s.decks else NO_SUCH_COPY
    if s.phase == BACK:
        return 0 if _falls_back_to(s, a) else NOT_A_PART
    return FINISHED


@rule(apart=True)
def apply(s: Position, a: Cards) -> None:
    """Do what an action does, or deal a card; whoever calls has asked ``allowed``."""
    if s.phase == FOLLOW:
        _lay(s, a)
        s.turn = (s.turn + 1) % s.players
        if s.turn == s.leader:
            _take_trick(s)
    elif s.phase == DEAL:
        _deal(s, one_kind(a.cards[:]))
    elif s.phase == REVEAL:
        _reveal(s, a)
    elif s.phase == LEAD:
        _lead(s, a)
    elif s.phase == BURY:
        for kind in range(54):
            s.hands[s.turn, kind] -= a.cards[kind]
            s.bottom[kind] = a.cards[kind]
        s.sizes[s.turn] -= s.bottom_size
        s.phase = NAME if s.friends > 0 else LEAD
    elif s.phase == NAME:
        kind = one_kind(a.cards[:])
        s.named_kind[s.names] = kind
        s.named_copy[s.names] = a.cards[kind]
        s.named_seen[s.names] = 0
        s.friend[s.names] = -1
        s.names += 1
        if s.names == s.friends:
            s.phase = LEAD
    elif s.phase == BACK:
        s.fallen = -1
        _begin_trick(s, a)
    elif s.phase == FLIP:
        _flip(s, one_kind(a.cards[:]))


# -- the deal ---------------------------------------------------------------------


@rule
def sample(s: Position, stream: Stream, a: Cards) -> None:
    """Draw the next card out of those that are left."""
    left = 0
    for kind in range(54):
        a.cards[kind] = 0
        left += s.stock[kind]
    ticket = below(stream, left)
    drawn = 0
    for kind in range(54):
        # Without a jump: how many kinds lie wholly under the ticket.
        ticket -= s.stock[kind]
        drawn += 1 if ticket >= 0 else 0
    a.cards[drawn] = 1


@rule(apart=True)
def _deal(s: Position, kind: int) -> None:
    p = (s.first + s.dealt) % s.players
    s.stock[kind] -= 1
    s.hands[p, kind] += 1
    s.sizes[p] += 1
    s.dealt += 1
    s.asked = 0
    _ask(s)


@rule(apart=True)
def _ask(s: Position) -> None:
    # The next, from the one who drew the last card, who has a reveal to make.
    drawer = (s.first + s.dealt - 1) % s.players
    while s.asked < s.players:
        p = (drawer + s.asked) % s.players
        s.asked += 1
        if _can_reveal(s, p):
            s.phase = REVEAL
            s.turn = p
            return
    s.turn = -1
    if s.dealt < s.decks * 54 - s.bottom_size:
        s.phase = DEAL
    elif s.governor >= 0:
        suit = NOTRUMP if s.shown_kind >= BLACK_JOKER else s.shown_kind // 13
        _begin_play(s, suit)
    elif s.no_reveal == 0 or s.deals >= MOST_DEALS:
        _begin_play(s, NOTRUMP)
    elif s.no_reveal == 1:
        s.phase = FLIP
    else:
        ending.begin_round(s)


@rule(apart=True)
def _can_reveal(s: Position, p: int) -> bool:
    for i in range(6):
        kind = 13 * i + s.level if i < 4 else BLACK_JOKER + i - 4
        copies = s.hands[p, kind]
        code = reveal_refusal(
            s.level, s.governor, s.shown_kind, s.shown_count, s.jokers_least, p, kind, copies
        )
        if copies > 0 and code == 0:
            return True
    return False


@rule(apart=True)
def _reveal(s: Position, a: Cards) -> None:
    kind = one_kind(a.cards[:])
    if kind >= 0:
        s.governor = s.turn
        s.shown_kind = kind
        s.shown_count = a.cards[kind]
        s.shown[s.turn, kind] = max(s.shown[s.turn, kind], a.cards[kind])
        s.asked = 0
    _ask(s)


@rule(apart=True)
def _flip(s: Position, kind: int) -> None:
    s.stock[kind] -= 1
    s.flipped[kind] += 1
    if kind >= BLACK_JOKER:
        _begin_play(s, NOTRUMP)
    elif kind % 13 == s.level:
        _begin_play(s, kind // 13)
    else:
        # No trump among them all: the suit of the highest card, the first of equals.
        if s.shown_kind < 0 or kind % 13 > s.shown_kind % 13:
            s.shown_kind = kind
        s.dealt += 1
        if s.dealt == s.decks * 54:
            _begin_play(s, s.shown_kind // 13)


@rule(apart=True)
def _begin_play(s: Position, suit: int) -> None:
    s.trump = 13 * suit + s.level
    if s.dealer < 0:
        s.dealer = s.governor if s.by_governor != 0 and s.governor >= 0 else 0
    if s.friends == 0:
        for p in range(s.players):
            s.side[p] = 1 if (p - s.dealer) % 2 == 0 else 0
    else:
        s.side[s.dealer] = 1
    for kind in range(54):
        s.hands[s.dealer, kind] += s.stock[kind] + s.flipped[kind]
        s.stock[kind] = 0
    s.sizes[s.dealer] += s.bottom_size
    s.turn = s.dealer
    s.phase = BURY


# -- tricks -----------------------------------------------------------------------


@rule(apart=True)
def _lay(s: Position, a: Cards) -> None:
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
def _lead(s: Position, a: Cards) -> None:
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
    _begin_trick(s, a)


@rule(apart=True)
def _begin_trick(s: Position, a: Cards) -> None:
    s.led_size = total_cards(a.cards[:])
    _lay(s, a)
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
def _falls_back_to(s: Position, a: Cards) -> bool:
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
def _take_trick(s: Position) -> None:
    winner = trick_winner(s.trump, s.table[:], s.leader, s.players, s.toss_rank)
    for p in range(s.players):
        for kind in range(54):
            copies = s.table[p, kind]
            s.last[p, kind] = copies
            if kind % 13 == 3 or kind % 13 == 8 or kind % 13 == 11:
                s.points[winner] += copies * (5 if kind % 13 == 3 else 10)
    s.last_leader = s.leader
    s.last_winner = winner
    s.tricks += 1
    s.leader = winner
    s.turn = winner
    s.phase = LEAD
    if s.sizes[winner] == 0:
        ending.end_round(s)

"""The deal: card by card, with a question to whoever may reveal, until the trump is decided."""

from __future__ import annotations

from ...core.rule import rule
from ...core.struct import Stream
from ...equipment.cards import BLACK_JOKER
from ...statistics.streams import below
from . import ending
from .declaring import one_kind, reveal_refusal
from .position import BURY, DEAL, FLIP, REVEAL, Cards, Position
from .ranks import NOTRUMP

__all__ = ["MOST_DEALS", "deal", "flip", "reveal", "sample"]

MOST_DEALS = 100
"""After so many deals without a reveal the round is played at notrump."""


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
def deal(s: Position, kind: int) -> None:
    """Deal a card, and ask who may reveal."""
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
        if copies > 0:
            code = reveal_refusal(
                s.level, s.governor, s.shown_kind, s.shown_count, s.jokers_least, p, kind, copies
            )
            if code == 0:
                return True
    return False


@rule(apart=True)
def reveal(s: Position, a: Cards) -> None:
    """Make a reveal, or none."""
    kind = one_kind(a.cards[:])
    if kind >= 0:
        s.governor = s.turn
        s.shown_kind = kind
        s.shown_count = a.cards[kind]
        s.shown[s.turn, kind] = max(s.shown[s.turn, kind], a.cards[kind])
        s.asked = 0
    _ask(s)


@rule(apart=True)
def flip(s: Position, kind: int) -> None:
    """Turn over a card of the bottom, where nobody revealed."""
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

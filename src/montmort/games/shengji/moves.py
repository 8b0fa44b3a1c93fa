"""The rules of Sheng Ji: who acts, what may be done, what then is."""

from __future__ import annotations

from ...core.game import CHANCE
from ...core.game import OVER as NOBODY
from ...core.rule import rule
from .dealing import deal, flip, reveal, sample
from .declaring import NOT_HELD, NOT_IDENTICAL, one_kind, reveal_refusal
from .following import follow_refusal
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
from .ranking import suit_of
from .tricks import begin_trick, falls_back_to, lay, lead, take_trick, total_cards

__all__ = [
    "EMPTY", "FINISHED", "MANY_SUITS", "NOT_A_CARD", "NOT_A_PART", "NOT_ONE_CARD", "NO_SUCH_COPY",
    "WRONG_COUNT", "actor", "allowed", "apply", "sample", "total_cards",
]  # fmt: skip

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
def _holds(s: Position, p: int, a: Cards) -> bool:
    # Without a jump: one number of the row falls below zero, or the sign stays off.
    sign = p
    for kind in range(54):
        copies = a.cards[kind]
        sign |= copies | (s.hands[p, kind] - copies)
    return sign >= 0


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
        return 0 if falls_back_to(s, a) else NOT_A_PART
    return FINISHED


@rule(apart=True)
def apply(s: Position, a: Cards) -> None:
    """Do what an action does, or deal a card; whoever calls has asked ``allowed``."""
    if s.phase == FOLLOW:
        lay(s, a)
        s.turn = (s.turn + 1) % s.players
        if s.turn == s.leader:
            take_trick(s)
    elif s.phase == DEAL:
        deal(s, one_kind(a.cards[:]))
    elif s.phase == REVEAL:
        reveal(s, a)
    elif s.phase == LEAD:
        lead(s, a)
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
        begin_trick(s, a)
    elif s.phase == FLIP:
        flip(s, one_kind(a.cards[:]))

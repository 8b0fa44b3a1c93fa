"""What bots of all kinds do alike."""

from __future__ import annotations

from ...core.rule import rule
from ...core.struct import Counts, Floats, Stream
from ...equipment.cards import BLACK_JOKER
from .composing import compose_follow, find_part
from .declaring import reveal_refusal
from .following import follow_refusal
from .patterns import most_copies, suit_size
from .position import Cards, View
from .ranking import suit_of, trick_winner
from .ranks import GROUP, PLACE, TRUMPS
from .splits import single_part
from .tossing import first_of_part, smallest_copies

__all__ = [
    "back",
    "cheapest_win",
    "clear",
    "follow_by",
    "height",
    "known_ally",
    "may_reveal",
    "name_an_ace",
    "so_far",
    "unseen_cards",
]


@rule(apart=True)
def clear(a: Cards) -> None:
    """Answer with no cards."""
    for kind in range(54):
        a.cards[kind] = 0


@rule(apart=True)
def back(v: View, a: Cards) -> None:
    """Leave the first of the equal parts to which a failed toss may fall back."""
    m = smallest_copies(v.fallen)
    low = v.fallen // 1024 % 32
    first_of_part(v.trump, v.led_suit, v.toss[:], m, v.fallen // 32768 // m, low, a.cards[:])


@rule(apart=True)
def may_reveal(v: View, kind: int, copies: int) -> bool:
    """Say whether a reveal of so many copies is allowed."""
    code = reveal_refusal(
        v.level, v.governor, v.shown_kind, v.shown_count, v.jokers_least, v.me, kind, copies
    )
    return copies > 0 and code == 0


@rule(apart=True)
def height(t: int, kind: int) -> int:
    """Give a card's place, with every trump above every plain card."""
    return int(PLACE[t, kind] + (16 if GROUP[t, kind] == TRUMPS else 0))


@rule(apart=True)
def follow_by(v: View, weight: Floats, stream: Stream, a: Cards) -> None:
    """Follow legally with the cards of least weight."""
    compose_follow(
        v.trump, v.led_suit, v.table[v.leader], v.led_size, v.hand[:], v.follow, v.shorter, weight,
        False, stream, a.cards[:],
    )  # fmt: skip


@rule(apart=True)
def so_far(v: View) -> int:
    """Say who would take the trick if it ended here."""
    played = (v.me - v.leader) % v.players
    best = trick_winner(v.trump, v.table[:], v.leader, v.players, v.toss_rank)
    return best if (best - v.leader) % v.players < played else v.leader


@rule(apart=True)
def cheapest_win(v: View, stream: Stream, a: Cards) -> bool:
    """Write the lowest legal play that beats all so far, in suit or with trumps."""
    t, lead = v.trump, v.table[v.leader]
    if single_part(t, v.led_suit, lead) < 0:
        return False
    m = most_copies(t, v.led_suit, lead)
    length = v.led_size // m
    best = so_far(v)
    suit = suit_of(t, v.table[best])
    low = single_part(t, suit, v.table[best])
    held = suit_size(t, v.led_suit, v.hand[:])
    if held == 0 and v.led_suit != TRUMPS:
        return find_part(
            t, TRUMPS, v.hand[:], m, length, low if suit == TRUMPS else -1, True, a.cards[:]
        )
    if suit != v.led_suit or held < v.led_size:
        return False
    at = low
    while find_part(t, suit, v.hand[:], m, length, at, True, a.cards[:]):
        if follow_refusal(t, suit, lead, v.hand[:], a.cards[:], v.follow, v.shorter) == 0:
            return True
        at = single_part(t, suit, a.cards[:])
    return False


@rule(apart=True)
def known_ally(v: View, p: int) -> bool:
    """Say whether a player is of one's own side, as far as one knows."""
    mine = v.side[v.me] != 0
    if v.friends > 0 and not mine:
        for i in range(v.names):
            if v.friend[i] < 0 and v.hand[v.named_kind[i]] > 0 and v.named_copy[i] == 1:
                mine = True
    return p == v.me or (v.side[p] != 0) == mine


@rule(apart=True)
def unseen_cards(v: View, out: Counts) -> None:
    """Write the cards that the others may hold: those of the deck that one has not seen."""
    for kind in range(54):
        left = v.decks - v.hand[kind] - v.bottom[kind]
        for p in range(v.players):
            left -= v.played[p, kind]
        out[kind] = left


@rule(apart=True)
def name_an_ace(v: View, a: Cards) -> None:
    """Name the highest plain card of a suit of which the dealer lacks a copy."""
    clear(a)
    top = 12 if v.level != 12 else 11
    best, worth = -1, -100
    for suit in range(4):
        kind = 13 * suit + top
        if GROUP[v.trump, kind] == TRUMPS or v.hand[kind] + v.bottom[kind] >= v.decks:
            continue
        taken = False
        for i in range(v.names):
            taken = taken or v.named_kind[i] == kind
        here = 8 * v.hand[kind] + 2 * (suit_size(v.trump, suit, v.hand[:]) > 0)
        if not taken and here > worth:
            best, worth = kind, here
    if best < 0:
        best = BLACK_JOKER + 1
        while v.hand[best] + v.bottom[best] >= v.decks and best > 0:
            best -= 1
    a.cards[best] = 1

"""The order of the cards under each trump: suits for play, and final ranks within them.

A trump is a number: ``13 * suit + level``, with suit 4 for notrump. Under it every kind
of card has a group (the suit that it belongs to for play: a plain suit 0 to 3, or the
trumps) and a place in that group, counted from 0 upwards. Kinds of equal rank share a
place: the level cards outside the trump suit.
"""

from __future__ import annotations

import functools

import numpy as np

from ...core.rule import rule
from ...equipment.cards import BLACK_JOKER, COLOUR_JOKER, KINDS, RANKS, SUITS, points

__all__ = [
    "CHOICES", "FIRST", "GROUP", "NOTRUMP", "PLACE", "PLACES", "POINTS", "SLOTS", "SLOT_PLACE",
    "TRUMPS", "WIDTH", "describe_trump", "level_place", "offset", "sorted_kinds", "trump_number",
]  # fmt: skip

NOTRUMP = 4
"""The suit of a round without a trump suit."""
TRUMPS = 4
"""The group of the trumps."""
CHOICES = 4
"""How many kinds share one place, at the most."""
PLACES = 16
"""How many places a group has, at the most."""


def _tables() -> tuple[np.ndarray, ...]:
    group = np.zeros((65, KINDS), np.int64)
    place = np.zeros((65, KINDS), np.int64)
    slots = np.zeros((65, KINDS), np.int64)
    first = np.zeros((65, 6), np.int64)
    for suit in range(5):
        for level in range(13):
            t = 13 * suit + level
            other, own = (0, 0) if suit == NOTRUMP else (12, 13)
            for k in range(BLACK_JOKER):
                s, r = divmod(k, 13)
                if r == level:
                    group[t, k], place[t, k] = TRUMPS, own if s == suit else other
                else:
                    group[t, k] = TRUMPS if s == suit else s
                    place[t, k] = r - (r > level)
            top = 1 if suit == NOTRUMP else 14
            group[t, BLACK_JOKER:] = TRUMPS
            place[t, BLACK_JOKER], place[t, COLOUR_JOKER] = top, top + 1
            order = sorted(range(KINDS), key=lambda k: (group[t, k], place[t, k], k))
            slots[t] = order
            for g in range(5):
                first[t, g + 1] = first[t, g] + int((group[t] == g).sum())
    return group, place, slots, first


GROUP, PLACE, SLOTS, FIRST = _tables()
"""``GROUP[t, kind]``, ``PLACE[t, kind]``; ``SLOTS[t]``: the kinds by group and place;
``FIRST[t, g]``: where group g begins in it."""
SLOT_PLACE = np.take_along_axis(PLACE, SLOTS, axis=1)
"""The place of each slot."""
WIDTH = np.array(
    [
        [16 if g == TRUMPS and t < 52 else 3 if g == TRUMPS else 12 for g in range(5)]
        for t in range(65)
    ]
)
"""How many places a group has; a plain trump suit has none of its own."""
POINTS = np.array([points(kind) for kind in range(KINDS)], np.int64)
"""What each kind counts."""


@rule
def level_place(t: int, g: int) -> int:
    """Say at which place of a group the level cards of other suits are; -1: nowhere."""
    if g != TRUMPS:
        return -1
    return 0 if t >= 52 else 12


@rule
def offset(t: int, g: int, place: int) -> int:
    """Say how far from the group's first slot a place begins."""
    if g != TRUMPS:
        return place
    if t >= 52:
        return place + 3 if place > 0 else 0
    return place + 2 if place > 12 else place


def trump_number(suit: str | None, level: str) -> int:
    """Number a trump: its suit (``None``: notrump) and level.

    >>> trump_number("S", "2"), trump_number(None, "A")
    (39, 64)
    """
    return 13 * (NOTRUMP if suit is None else SUITS.index(suit)) + RANKS.index(level)


def describe_trump(t: int) -> str:
    """Write a trump as its level card, or as the level and ``NT``.

    >>> describe_trump(39), describe_trump(64)
    ('2S', 'ANT')
    """
    suit, level = divmod(t, 13)
    return RANKS[level] + ("NT" if suit == NOTRUMP else SUITS[suit])


@functools.cache
def sorted_kinds(t: int) -> tuple[int, ...]:
    """The kinds as a hand is sorted: trumps first, high cards first.

    >>> from montmort.equipment.cards import name
    >>> [name(k) for k in sorted_kinds(trump_number("S", "2"))[:7]]
    ['BJ', 'SJ', '2S', '2H', '2D', '2C', 'AS']
    """
    return tuple(int(k) for k in SLOTS[t][::-1])

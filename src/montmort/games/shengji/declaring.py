"""Declaring trumps: which reveals take over, and who governs."""

from __future__ import annotations

from ...core.rule import rule
from ...core.struct import Counts
from ...equipment.cards import BLACK_JOKER

__all__ = [
    "DECLARING_REASONS", "FEWER_JOKERS", "NOTHING_NEW", "NOT_HELD", "NOT_IDENTICAL", "NOT_LEVEL",
    "OTHER_CARDS", "TOO_FEW", "one_kind", "reveal_refusal",
]  # fmt: skip

NOT_HELD, NOT_IDENTICAL, NOT_LEVEL, OTHER_CARDS, NOTHING_NEW, TOO_FEW, FEWER_JOKERS = range(11, 18)
DECLARING_REASONS = {
    NOT_HELD: "these cards are not all in the hand",
    NOT_IDENTICAL: "a reveal is of identical cards",
    NOT_LEVEL: "only level cards and jokers can be revealed",
    OTHER_CARDS: "who governs the trump may only add cards identical to those shown",
    NOTHING_NEW: "who governs the trump must show more than before",
    TOO_FEW: "it takes more cards than the governing reveal has (or as many jokers, if that is "
    "of level cards)",
    FEWER_JOKERS: "fewer jokers than may be revealed",
}


@rule(apart=True)
def one_kind(row: Counts) -> int:
    """Say of which kind all cards of a row are: -1 if there are none, -2 if several."""
    # Without a jump: how many kinds there are, and the sum of their numbers.
    kinds, where = 0, 0
    for kind in range(54):
        here = 1 if row[kind] != 0 else 0
        kinds += here
        where += here * kind
    if kinds == 1:
        return where
    return -1 if kinds == 0 else -2


@rule(apart=True)
def reveal_refusal(
    level: int, governor: int, shown_kind: int, shown: int, jokers_least: int, player: int,
    kind: int, copies: int,
) -> int:  # fmt: skip
    """Judge a reveal of so many copies against the governing one: 0, or the reason."""
    joker = kind >= BLACK_JOKER
    if not joker and kind % 13 != level:
        return NOT_LEVEL
    if joker and copies < jokers_least:
        return FEWER_JOKERS
    if governor < 0:
        return 0
    if governor == player:
        if kind != shown_kind:
            return OTHER_CARDS
        return 0 if copies > shown else NOTHING_NEW
    if copies > shown or (joker and shown_kind < BLACK_JOKER and copies >= shown):
        return 0
    return TOO_FEW

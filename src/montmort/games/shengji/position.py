"""The records of Sheng Ji: the table as all see it, the position, a player's view, cards."""

from __future__ import annotations

from typing import Any

from ...core.struct import Ints, Struct, number, numbers
from ...equipment.cards import KINDS
from .versions import MOST_FRIENDS, MOST_PLAYERS, MOST_STEPS

__all__ = [
    "BACK", "BURY", "DEAL", "FLIP", "FOLLOW", "LEAD", "NAME", "OVER", "PHASES", "REVEAL", "Cards",
    "Position", "Public", "View",
]  # fmt: skip

DEAL, REVEAL, FLIP, BURY, NAME, LEAD, BACK, FOLLOW, OVER = range(9)
"""What happens next: a card is dealt, someone may reveal trumps, the bottom is turned
over card by card, the dealer lays down the bottom, names a friend's card, someone leads,
the leader chooses which part of a failed toss stays, someone follows, nothing."""
PHASES = ("deal", "reveal", "flip", "bury", "name", "lead", "back", "follow", "over")


class Cards(Struct):
    """What is done: a row of counts. No cards: the reveal is passed."""

    cards: Any = numbers(KINDS, dtype="i1")


class Public(Struct):
    """What everybody at the table sees, and the rules as numbers."""

    phase: int = number("i1")
    round: int = number("i2")
    """How many rounds are finished."""
    turn: int = number("i1")
    """The seat to act; -1 where chance acts or nobody does."""
    trump: int = number("i1")
    """The trump of the round: ``13 * suit + level``, suit 4 for notrump; -1: undecided."""
    level: int = number("i1")
    """The level of the round, from 0 for the twos."""
    dealer: int = number("i1")
    """-1 in the first round until the trump is decided."""
    first: int = number("i1")
    """Who is dealt the first card."""
    dealt: int = number("i2")
    deals: int = number("i1")
    """How often this round was dealt: more than once where nobody revealed."""
    asked: int = number("i1")
    """How many have been asked for a reveal since the last card or reveal."""
    governor: int = number("i1")
    """Whose reveal governs; -1: nobody's."""
    shown_kind: int = number("i1")
    shown_count: int = number("i1")
    shown: Any = numbers(MOST_PLAYERS, KINDS, dtype="i1")
    """The most that each player has revealed of each kind."""
    flipped: Any = numbers(KINDS, dtype="i1")
    """Cards of the bottom that were turned over to find a trump."""
    sizes: Ints = numbers(MOST_PLAYERS, dtype="i2")
    """How many cards each hand has."""
    leader: int = number("i1")
    led_suit: int = number("i1")
    led_size: int = number("i2")
    table: Any = numbers(MOST_PLAYERS, KINDS, dtype="i1")
    """The plays of the trick so far, by seat."""
    toss: Any = numbers(KINDS, dtype="i1")
    """A toss of this trick that failed: what was shown; else nothing."""
    fallen: int = number()
    """The part to which a failed toss falls back, packed; -1 where there is none."""
    last: Any = numbers(MOST_PLAYERS, KINDS, dtype="i1")
    """The trick before."""
    last_leader: int = number("i1")
    last_winner: int = number("i1")
    played: Any = numbers(MOST_PLAYERS, KINDS, dtype="i1")
    """All that each player has played in the round."""
    void: Any = numbers(MOST_PLAYERS, 5, dtype="i1")
    """Whether a player is known to have nothing left of a suit: he did not follow."""
    tricks: int = number("i2")
    points: Ints = numbers(MOST_PLAYERS, dtype="i2")
    """The points that each player has taken in the round."""
    failures: Ints = numbers(MOST_PLAYERS, dtype="i2")
    """How many tosses of each player failed in the round."""
    names: int = number("i1")
    """How many friends' cards are named."""
    named_kind: Ints = numbers(MOST_FRIENDS, dtype="i1")
    named_copy: Ints = numbers(MOST_FRIENDS, dtype="i1")
    """Which copy (from 1) of the card makes a friend, of those that others play."""
    named_seen: Ints = numbers(MOST_FRIENDS, dtype="i1")
    friend: Ints = numbers(MOST_FRIENDS, dtype="i1")
    """Who was found; -1: not yet."""
    side: Ints = numbers(MOST_PLAYERS, dtype="i1")
    """1: of the dealer's side as far as it is known, else 0."""
    levels: Any = numbers(MOST_PLAYERS, dtype="i1")
    """Each player's level; beyond 12 (the ace) the match is won."""
    end_points: int = number("i4")
    """The grabbers' points in the last finished round."""
    end_rise: int = number("i1")
    end_grabbers: int = number("i1")
    """Whether the grabbers won it."""
    end_dealer: int = number("i1")
    end_side: Ints = numbers(MOST_PLAYERS, dtype="i1")
    end_bottom: int = number("i4")
    """What the bottom added."""
    end_failures: int = number("i2")
    """How many tosses failed in it."""
    end_trump: int = number("i1")

    # The rules, as numbers.
    players: int = number("i1")
    decks: int = number("i1")
    friends: int = number("i1")
    """How many friends are named; 0: fixed partners."""
    bottom_size: int = number("i2")
    rounds: int = number("i2")
    start: int = number("i1")
    no_reveal: int = number("i1")
    by_governor: int = number("i1")
    jokers_least: int = number("i1")
    follow: int = number("i1")
    shorter: int = number("i1")
    toss_rank: int = number("i1")
    penalty: int = number("i2")
    grabbers_need: int = number("i2")
    grabber_steps: int = number("i1")
    grabber_rise: Ints = numbers(MOST_STEPS, dtype="i2")
    dealer_steps: int = number("i1")
    dealer_rise: Ints = numbers(MOST_STEPS, dtype="i2")
    extra_steps: int = number("i2")
    bottom_factor: int = number("i1")
    bottom_cap: int = number("i2")
    must_play: int = number("i2")
    """Levels that can't be passed, as bits."""
    jack_rule: int = number("i1")
    same_dealer: int = number("i1")


class Position(Public):
    """Everything there is to know."""

    stock: Any = numbers(KINDS, dtype="i1")
    """The cards that are not dealt yet, in no order: chance deals them one by one."""
    hands: Any = numbers(MOST_PLAYERS, KINDS, dtype="i1")
    bottom: Any = numbers(KINDS, dtype="i1")


class View(Public):
    """What one player sees: the table, the hand, and the bottom that he laid down himself."""

    me: int = number("i1")
    hand: Any = numbers(KINDS, dtype="i1")
    bottom: Any = numbers(KINDS, dtype="i1")

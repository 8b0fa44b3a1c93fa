"""The rules of Sheng Ji as values: every house rule a field, and the versions by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...core.errors import InputError
from ...core.rules import Rules, setting
from ...equipment.cards import KINDS, RANKS

__all__ = ["MOST_DECKS", "MOST_FRIENDS", "MOST_PLAYERS", "MOST_STEPS", "VERSIONS", "ShengjiRules"]

MOST_PLAYERS = 8
MOST_DECKS = 8
MOST_FRIENDS = 4
MOST_STEPS = 8


@dataclass(frozen=True, kw_only=True)
class ShengjiRules(Rules):
    """The parameters of Sheng Ji; the defaults are the version ``standard``."""

    players: int = setting(4, "number of players", low=3, high=MOST_PLAYERS)
    decks: int = setting(2, "number of decks, jokers included", low=1, high=MOST_DECKS)
    mode: Literal["partners", "friends"] = setting(
        "partners", "fixed partners across the table, or friends found by a named card"
    )
    friends: int = setting(
        1, "friends that the dealer names (friends only)", low=1, high=MOST_FRIENDS
    )
    bottom: int = setting(
        0, "cards in the bottom; 0: the least of 6 or more that deals evenly", low=0, high=54
    )
    rounds: int = setting(
        1, "rounds in a game; 0: a whole match, until someone rises beyond the ace", low=0, high=999
    )
    start_level: str = setting("2", "the level on which everyone starts")
    no_reveal: Literal["notrump", "flip_bottom", "redeal"] = setting(
        "notrump", "what is done if nobody reveals trumps"
    )
    first_dealer: Literal["governor", "seat_1"] = setting(
        "governor", "who deals round one: who governs the trump, or seat 1"
    )
    jokers_least: int = setting(1, "the least number of jokers that may be revealed", low=1, high=8)
    follow: Literal["minimal", "maximal", "no_pattern"] = setting(
        "minimal", "what a lead draws: equal patterns, also parts of longer ones, or its suit only"
    )
    shorter_run_duty: bool = setting(
        False, "whether a shorter run must answer a run that can't be matched"
    )
    toss_rank: Literal["all", "longest", "highest"] = setting(
        "all", "what counts between tosses: every part, the longest on, or the highest card"
    )
    failed_toss_penalty: int = setting(
        0, "points that a failed toss costs the side of its leader", low=0, high=200
    )
    grabbers_need: int = setting(80, "points with which the grabbers win", low=0, high=5000)
    grabber_rise: tuple[int, ...] = setting(
        (120,), "points from which the grabbers rise one level, one more, ..."
    )
    dealer_rise: tuple[int, ...] = setting(
        (), "grabbers' points below which the dealer's side rises one more level, one more, ..."
    )
    extra_steps: int = setting(
        0, "beyond the last step of grabber_rise, one level more for each so many; 0: none",
        low=0, high=5000,
    )  # fmt: skip
    bottom_factor: Literal["double", "cards", "twice_cards", "power"] = setting(
        "double",
        "what the bottom counts if the grabbers take the last trick: double, or by the number "
        "of cards in the longest part that took it: as many times, twice as many, 2 to the power",
    )
    bottom_cap: int = setting(
        0, "the most times that the bottom counts; 0: no limit", low=0, high=9999
    )
    must_play: tuple[str, ...] = setting(
        (), "levels that can't be passed but by winning on them as the dealer's side"
    )
    must_hold_ace: bool = setting(
        False, "whether a match is won only by the dealer's side on the ace"
    )
    jack_rule: bool = setting(
        False, "at level J: if a jack takes the last trick for the grabbers, the dealer's side "
        "falls back to the first level",
    )  # fmt: skip
    dealer_keeps: Literal["partner", "same"] = setting(
        "partner", "who deals after the dealer's side has won (partners only)"
    )

    def check(self) -> None:
        """Refuse rules under which a round could not be dealt or scored."""
        for name, level in (
            ("start_level", self.start_level),
            *(("must_play", x) for x in self.must_play),
        ):
            if len(level) != 1 or level not in RANKS:
                raise InputError(f"{name} has {level!r}: a level is one of {', '.join(RANKS)}")
        if self.mode == "partners" and self.players % 2:
            raise InputError(
                f"{self.players} players can't be two sides: take an even number, or mode friends"
            )
        if self.mode == "friends" and self.friends >= self.players - 1:
            raise InputError(
                f"{self.friends} friends among {self.players} players leave no two sides"
            )
        for name, steps in (("grabber_rise", self.grabber_rise), ("dealer_rise", self.dealer_rise)):
            if len(steps) > MOST_STEPS:
                raise InputError(f"{name} has {len(steps)} steps: give at most {MOST_STEPS}")
            if any(not 0 <= step <= 30_000 for step in steps):
                raise InputError(f"{name} has a step that is not from 0 to 30000")
        if list(self.grabber_rise) != sorted(self.grabber_rise):
            raise InputError("grabber_rise must go up: each step needs more points")
        if list(self.dealer_rise) != sorted(self.dealer_rise, reverse=True):
            raise InputError("dealer_rise must go down: each step needs fewer points")
        if self.bottom and (KINDS * self.decks - self.bottom) % self.players:
            raise InputError(
                f"a bottom of {self.bottom} leaves {KINDS * self.decks - self.bottom} cards, "
                f"which {self.players} players can't share evenly"
            )
        if self.bottom_size >= KINDS * self.decks:
            raise InputError("the bottom takes all the cards")

    @property
    def bottom_size(self) -> int:
        """How many cards the bottom has.

        >>> ShengjiRules().bottom_size, VERSIONS["friends"].changed(decks=3).bottom_size
        (8, 7)
        """
        if self.bottom:
            return self.bottom
        size = 6
        while (KINDS * self.decks - size) % self.players:
            size += 1
        return size

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt."""
        return (KINDS * self.decks - self.bottom_size) // self.players


VERSIONS = {
    "standard": ShengjiRules(),
    "friends": ShengjiRules(players=5, mode="friends", grabbers_need=130, grabber_rise=(130, 195)),
    # Tractor as the card game site pagat.com has it, in the reading of an open program that
    # follows that page (the documentation says what stands on which of the two).
    "pagat": ShengjiRules(
        follow="maximal",
        shorter_run_duty=True,
        jokers_least=2,
        no_reveal="flip_bottom",
        dealer_rise=(40, 5),
        extra_steps=40,
        bottom_factor="twice_cards",
    ),
    # What open servers on the web have in common, by their settings and rules pages.
    "online": ShengjiRules(
        follow="maximal",
        shorter_run_duty=True,
        jokers_least=2,
        no_reveal="flip_bottom",
        failed_toss_penalty=10,
        dealer_rise=(40, 5),
        extra_steps=40,
        bottom_factor="twice_cards",
        must_hold_ace=True,
    ),
}
"""Named versions; each is ``standard`` but for the values written here."""

"""Situations for the referee: their fields read, and what can't be at any table refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.errors import InputError, unknown
from ...core.struct import _Row
from ...equipment import cards
from .fields import Fields, shape
from .notation import parse_cards, read_trump
from .ranking import suit_of
from .ranks import trump_number
from .versions import VERSIONS

__all__ = ["MOST_DECKS", "Situation"]

MOST_DECKS = 9


class Situation(Fields):
    """A situation, with its fields read and checked."""

    def __init__(self, data: Any, at: int, version: str | None, changes: Mapping[str, Any],
                 chinese: bool) -> None:  # fmt: skip
        super().__init__(data, f"situation {at}")
        name = self.get("id", at)
        if isinstance(name, bool) or not isinstance(name, (str, int)):
            raise self.wrong("id", name, "text or a number")
        self.id = str(name)
        self.where = f"situation {self.id}"
        self.chinese = chinese
        if version is not None and version not in VERSIONS:
            raise unknown("version", version, VERSIONS, where="shengji")
        usual = changes.get("players", VERSIONS[version or "standard"].players)
        players = self.number("players", usual, 3, 8)
        # An odd number of players can't be two sides: they play Finding Friends.
        base = VERSIONS[version or ("friends" if players % 2 else "standard")]
        if "players" not in changes and players != base.players:
            fits = base.mode == "friends" or players % 2 == 0
            base = base.changed(players=players) if fits else base
        self.rules = base.changed(**changes)
        self.players = players
        self.decks = self.number("decks", self.rules.decks, 1, MOST_DECKS)
        # Where nobody says how many decks there are, as many as the cards need.
        given = "decks" in self.data or "decks" in changes
        self.most = self.decks if given else MOST_DECKS

    def say(self, english: str, chinese: str) -> str:
        """Choose the language."""
        return chinese if self.chinese else english

    def row(self, value: Any, name: str, most: int | None = None) -> Any:
        """Read cards, written as a text or as a list of texts, into a row of counts."""
        listed = list(value) if isinstance(value, (list, tuple)) else [value]
        if not all(isinstance(item, str) for item in listed):
            wrong = next(item for item in listed if not isinstance(item, str))
            among = "" if wrong is value else "a list with "
            raise self.fail(
                f"{name!r} is {among}{shape(wrong)}: write cards, as '9S 9S' or ['9S', '9S']"
            )
        try:
            counts = cards.count(parse_cards(" ".join(listed)))
        except InputError as error:
            raise self.fail(f"{name}: {error}") from error
        self.check_copies(counts, name, most)
        return np.array(counts, np.int64).view(_Row)

    def check_copies(self, counts: Any, what: str, most: int | None = None) -> None:
        """Refuse more copies of a card than there are decks."""
        most = most or self.most
        for kind, copies in enumerate(counts):
            if copies > most:
                raise self.fail(
                    f"{what}: there are {copies} {cards.name(kind)}, out of "
                    f"{most} deck{'s' if most != 1 else ''}"
                )

    def cards(self, name: str) -> Any:
        """Read a field of cards."""
        return self.row(self.get(name), name)

    def rows(self, name: str, least: int, most: int) -> list[Any]:
        """Read a list of plays or hands, one for a player."""
        found = self.items(name)
        if not least <= len(found) <= most:
            raise self.fail(f"{name!r} is a list of {len(found)}: it has {least} to {most} entries")
        return [self.row(value, f"{name} {at}") for at, value in enumerate(found, 1)]

    def suit(self, row: Any, what: str) -> int:
        """Say of which suit cards are for play; no cards are refused."""
        suit = int(suit_of(self.trump, row))
        if suit == -1:
            raise self.fail(f"{what} has no cards")
        return suit

    def one_suit(self, row: Any, what: str) -> int:
        """Say of which one suit cards are for play; several are refused."""
        suit = self.suit(row, what)
        if suit < 0:
            raise self.fail(f"{what} is not of one suit")
        return suit

    @property
    def level(self) -> str:
        """The level's rank."""
        trump = self.get("trump")
        if not isinstance(trump, dict):
            return cards.RANKS[self.trump % 13]
        if "level" not in trump:
            raise self.fail(f"the trump has no level: it is one of {cards.RANKS}")
        level = trump["level"]
        if isinstance(level, int) and not isinstance(level, bool):
            level = str(level)
        if not isinstance(level, str):
            raise self.fail(f"the trump has level {shape(level)}: it is one of {cards.RANKS}")
        rank = "T" if level == "10" else level
        if rank not in cards.RANKS or len(rank) != 1:
            raise self.fail(f"the trump has level {shape(level)}: it is one of {cards.RANKS}")
        return rank

    @property
    def trump(self) -> int:
        """The trump's number."""
        written = self.get("trump")
        if isinstance(written, str):
            try:
                return read_trump(written)
            except InputError as error:
                raise self.fail(str(error)) from error
        if not isinstance(written, dict):
            raise self.fail(
                f"the trump is {shape(written)}: write its level card, such as 7H, or 7NT, "
                "or an object with suit and level"
            )
        level, suit = self.level, written.get("suit")
        if suit is not None and not (isinstance(suit, str) and suit in tuple(cards.SUITS)):
            raise self.fail(
                f"the trump has suit {shape(suit)}: it is C, D, H, S, or null for notrump"
            )
        return trump_number(suit, level)

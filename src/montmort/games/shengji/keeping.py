"""Keeping a match at a real table: points go in; levels, dealer and winner come out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.rules import settings
from ...equipment import cards
from .ending import pass_on, raise_levels
from .game import Shengji
from .position import Position
from .scoring import ACE
from .versions import VERSIONS

__all__ = ["Entry", "Keeper", "Standing"]


@dataclass(frozen=True)
class Entry:
    """What was reported of one round; seats from 0."""

    points: int
    friends: tuple[int, ...] = ()
    """Who was found by the dealer (friends only)."""
    dealer: int | None = None
    """Who dealt, where that was not as the rules say (the first round)."""
    jack: bool = False
    """Whether the jack rule struck."""


@dataclass(frozen=True)
class Standing:
    """How a match stands."""

    levels: tuple[int, ...]
    dealer: int | None
    """Who deals next; ``None`` before the first round, where the reveal decides."""
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether someone has risen beyond the ace."""
        return bool(self.winners)


def level_name(level: int) -> str:
    """Write a level; beyond the ace it is a win.

    >>> level_name(0), level_name(12), level_name(13)
    ('2', 'A', 'won')
    """
    return cards.RANKS[level] if level <= ACE else "won"


@dataclass
class Keeper:
    """A match as it is kept: rules, names, and what was reported, in order."""

    game: Shengji
    names: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.names:
            self.names = tuple(f"seat {p + 1}" for p in range(self.game.players))
        if len(self.names) != self.game.players:
            raise InputError(f"{len(self.names)} names for {self.game.players} players")
        if len(set(self.names)) != len(self.names):
            raise InputError("two players have one name: write each differently")

    def seat(self, word: str) -> int:
        """Find a seat by its name or number (from 1)."""
        if word in self.names:
            return self.names.index(word)
        if word.isdecimal() and 1 <= int(word) <= self.game.players:
            return int(word) - 1
        raise InputError(f"nobody is called {word!r}: there are {', '.join(self.names)}")

    def history(self) -> list[Standing]:
        """Return the standing before the first round, and after each."""
        s = self.game.initial()
        found = [self._standing(s, known=self.game.rules.first_dealer == "seat_1")]
        for entry in self.entries:
            self._score(s, entry)
            found.append(self._standing(s))
        return found

    @property
    def standing(self) -> Standing:
        """How the match stands now."""
        return self.history()[-1]

    def _standing(self, s: Position, known: bool = True) -> Standing:
        levels = tuple(int(s.levels[p]) for p in range(self.game.players))
        winners = tuple(p for p, level in enumerate(levels) if level > ACE)
        return Standing(levels, int(s.dealer) if known and s.dealer >= 0 else None, winners)

    def _score(self, s: Position, entry: Entry) -> None:
        players = self.game.players
        if entry.dealer is not None:
            s.dealer = entry.dealer
        if s.dealer < 0:
            raise InputError("who dealt the first round? write: points POINTS dealer NAME")
        for p in range(players):
            partner = (p - s.dealer) % 2 == 0 if s.friends == 0 else p in entry.friends
            s.side[p] = int(partner or p == s.dealer)
        s.level = s.levels[s.dealer]
        raise_levels(s, entry.points, entry.jack)
        pass_on(s)

    def report(self, entry: Entry) -> Standing:
        """Report a round; raises :class:`InputError` for what can't have happened."""
        if self.standing.over:
            raise InputError("the match is over: undo, or begin a new one")
        if entry.points < 0:
            raise InputError(f"{entry.points} points: the grabbers have at least 0")
        if entry.points % 5:
            raise InputError(f"{entry.points} points: they come in fives")
        if entry.friends and self.game.rules.mode == "partners":
            raise InputError("partners are fixed here: there are no friends to name")
        if len(entry.friends) > self.game.rules.friends:
            raise InputError(f"the dealer finds at most {self.game.rules.friends} friends")
        dealer = entry.dealer if entry.dealer is not None else self.standing.dealer
        if dealer in entry.friends:
            raise InputError("the dealer is not his own friend")
        self.entries.append(entry)
        try:
            return self.standing
        except InputError:
            self.entries.pop()
            raise

    def undo(self) -> Entry:
        """Take back the last round that was reported."""
        if not self.entries:
            raise InputError("there is nothing to take back")
        return self.entries.pop()

    # -- kept in a file ---------------------------------------------------------

    def to_json(self) -> str:
        """Write the match as JSON; seats are numbered from 1."""
        base = VERSIONS.get(self.game.version)
        changed = {
            item.name: getattr(self.game.rules, item.name)
            for item in settings(type(self.game.rules))
            if base is None or getattr(self.game.rules, item.name) != getattr(base, item.name)
        }
        return json.dumps(
            {
                "game": "shengji",
                "version": self.game.version if base is not None else "standard",
                "changes": {k: list(v) if isinstance(v, tuple) else v for k, v in changed.items()},
                "names": list(self.names),
                "rounds": [
                    {
                        "points": entry.points,
                        "friends": [p + 1 for p in entry.friends],
                        "dealer": None if entry.dealer is None else entry.dealer + 1,
                        "jack": entry.jack,
                    }
                    for entry in self.entries
                ],
            },
            ensure_ascii=False,
            indent=1,
        )

    @classmethod
    def from_json(cls, text: str) -> Keeper:
        """Read a match that was kept, checking every round."""
        try:
            data = json.loads(text)
            changes = {
                k: tuple(v) if isinstance(v, list) else v for k, v in data["changes"].items()
            }
            keeper = cls(Shengji(data["version"], **changes), tuple(map(str, data["names"])))
            entries = [
                Entry(
                    int(item["points"]),
                    tuple(int(p) - 1 for p in item["friends"]),
                    None if item["dealer"] is None else int(item["dealer"]) - 1,
                    bool(item["jack"]),
                )
                for item in data["rounds"]
            ]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"this is no match that was kept: {error!r} is wrong in it") from error
        for entry in entries:
            keeper.report(entry)
        return keeper

    def save(self, file: Path) -> None:
        """Write the match into a file, whole or not at all."""
        part = file.with_name(file.name + ".part")
        part.write_text(self.to_json() + "\n", encoding="utf-8")
        part.replace(file)


def read_entry(keeper: Keeper, words: Sequence[str]) -> Entry:
    """Read a round as it is typed: ``85``, ``85 dealer Ann``, ``130 friend Bob``, ``40 jack``."""
    if not words:
        raise InputError("write the grabbers' points, such as 85")
    try:
        points = int(words[0])
    except ValueError:
        raise InputError(f"{words[0]!r} is no number of points") from None
    friends: list[int] = []
    dealer, jack = None, False
    rest: list[Any] = list(words[1:])
    while rest:
        word = rest.pop(0)
        if word == "jack":
            jack = True
        elif word in ("friend", "dealer") and rest:
            seat = keeper.seat(rest.pop(0))
            if word == "friend":
                friends.append(seat)
            else:
                dealer = seat
        else:
            raise InputError(f"{word!r} is not understood: write dealer NAME, friend NAME or jack")
    return Entry(points, tuple(friends), dealer, jack)

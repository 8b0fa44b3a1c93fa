"""Keeping a match at a real table: points go in; levels, dealer and winner come out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin

from ...core.errors import InputError
from ...core.rules import settings
from ...equipment import cards
from .ending import JACK, pass_on, raise_levels
from .game import Shengji
from .position import Position
from .scoring import ACE, BOTTOM_FACTORS, bottom_multiplier
from .versions import VERSIONS, ShengjiRules

__all__ = ["Entry", "Keeper", "Standing", "level_name", "most_points", "read_entry"]


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
        if not all(self.names):
            raise InputError("a name is empty: write one for each player, with commas between")
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
            raise InputError("who dealt the first round? write it after the points: 85 dealer NAME")
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
        self._check_points(entry.points)
        if entry.friends and self.game.rules.mode == "partners":
            raise InputError("partners are fixed here: there are no friends to name")
        if len(entry.friends) > self.game.rules.friends:
            most = self.game.rules.friends
            raise InputError(f"the dealer finds at most {most} friend{'s' if most != 1 else ''}")
        for p in (*entry.friends, *(() if entry.dealer is None else (entry.dealer,))):
            if not 0 <= p < self.game.players:
                raise InputError(f"there is no seat {p + 1}: seats are 1 to {self.game.players}")
        if len(set(entry.friends)) < len(entry.friends):
            raise InputError("a friend is named twice: write each once")
        dealer = entry.dealer if entry.dealer is not None else self.standing.dealer
        if dealer in entry.friends:
            raise InputError("the dealer is not his own friend")
        if entry.jack and not self.game.rules.jack_rule:
            raise InputError("the jack rule is not in force here (--jack-rule)")
        if entry.jack and dealer is not None and self.standing.levels[dealer] != JACK:
            raise InputError("the jack rule strikes on level J only")
        self.entries.append(entry)
        try:
            return self.standing
        except InputError:
            self.entries.pop()
            raise

    def _check_points(self, points: int) -> None:
        if points < 0:
            raise InputError(f"{points} points: the grabbers have at least 0")
        if points % 5:
            raise InputError(f"{points} points: they come in fives")
        most = most_points(self.game.rules)
        if points > most:
            decks = self.game.rules.decks
            raise InputError(
                f"{points} points: {decks} deck{'s have' if decks != 1 else ' has'} {100 * decks}, "
                f"and with the bottom the grabbers can't have more than {most}"
            )

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
        except ValueError as error:
            raise InputError(f"this is no match that was kept: it is not JSON ({error})") from error
        _shape(data, dict, "it")
        if (game := _field(data, "game", str, "it")) != "shengji":
            raise InputError(f"this is a match of {game!r}, not of shengji")
        version = _field(data, "version", str, "it")
        changes = _changes(_field(data, "changes", dict, "it"))
        names = _field(data, "names", list, "it")
        for name in names:
            _shape(name, str, "a name")
        entries = [
            _entry(item, f"round {number}")
            for number, item in enumerate(_field(data, "rounds", list, "it"), 1)
        ]
        keeper = cls(Shengji(version, **changes), tuple(names))
        for number, entry in enumerate(entries, 1):
            try:
                keeper.report(entry)
            except InputError as error:
                raise InputError(f"round {number}: {error}") from error
        return keeper

    def save(self, file: Path) -> None:
        """Write the match into a file, whole or not at all."""
        part = file.with_name(file.name + ".part")
        try:
            part.write_text(self.to_json() + "\n", encoding="utf-8")
            part.replace(file)
        except OSError as error:
            raise InputError(f"{file} can't be written: {error.strerror}") from error


# -- what a kept file must look like -----------------------------------------------------

_SHAPES = {
    dict: "an object", list: "a list", str: "a text", int: "a whole number",
    bool: "true or false",
}  # fmt: skip


def _shape(value: Any, kind: type, what: str) -> None:
    """Refuse a value of another kind, by name."""
    if type(value) is not kind:
        shown = json.dumps(value, ensure_ascii=False)
        shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
        raise InputError(
            f"this is no match that was kept: {what} is {shown}, and must be {_SHAPES[kind]}"
        )


def _field(item: dict[str, Any], name: str, kind: type, where: str) -> Any:
    if name not in item:
        raise InputError(f"this is no match that was kept: {where} has no {name!r}")
    _shape(item[name], kind, name if where == "it" else f"{name} of {where}")
    return item[name]


def _changes(changes: dict[str, Any]) -> dict[str, Any]:
    # Rules that hold lists come back as tuples; all else is checked by the rules themselves.
    found = dict(changes)
    for item in settings(ShengjiRules):
        if item.name in found and get_origin(item.type) is tuple:
            _shape(found[item.name], list, item.name)
            for value in found[item.name]:
                _shape(value, get_args(item.type)[0], f"a value of {item.name}")
            found[item.name] = tuple(found[item.name])
        elif item.name in found and found[item.name] is None:
            raise InputError(f"this is no match that was kept: {item.name} has no value")
    return found


def _entry(item: Any, where: str) -> Entry:
    _shape(item, dict, where)
    friends = _field(item, "friends", list, where)
    for friend in friends:
        _shape(friend, int, f"a friend of {where}")
    dealer = None
    if "dealer" not in item or item["dealer"] is not None:
        dealer = _field(item, "dealer", int, where) - 1
    return Entry(
        _field(item, "points", int, where), tuple(p - 1 for p in friends), dealer,
        _field(item, "jack", bool, where),
    )  # fmt: skip


def most_points(rules: ShengjiRules) -> int:
    """Say how many points the grabbers can have at the most.

    All that the decks have, and what a bottom full of kings and tens adds: with two decks
    and a bottom of eight that counts double, 200 and 80.

    >>> most_points(VERSIONS["standard"])
    280
    """
    tens = min(rules.bottom_size, 8 * rules.decks)
    under = 10 * tens + 5 * min(rules.bottom_size - tens, 4 * rules.decks)
    factor = BOTTOM_FACTORS.index(rules.bottom_factor)
    times = int(bottom_multiplier(factor, rules.bottom_cap, rules.hand_size))
    # A failed toss a trick, at the most.
    return 100 * rules.decks + (times - 1) * under + rules.failed_toss_penalty * rules.hand_size


def read_entry(keeper: Keeper, words: Sequence[str]) -> Entry:
    """Read a round as it is typed: ``85``, ``85 dealer Ann``, ``130 friend Bob``, ``40 jack``."""
    words = list(words)
    if words[:1] == ["points"]:
        del words[0]
    if not words:
        raise InputError("write the grabbers' points, such as 85")
    try:
        points = int(words[0])
    except ValueError:
        raise InputError(
            f"{words[0]!r} is no number of points: begin with the grabbers' points, such as 85"
        ) from None
    friends: list[int] = []
    dealer, jack = None, False
    rest: list[Any] = list(words[1:])
    while rest:
        word = rest.pop(0)
        if word == "jack":
            jack = True
        elif word in ("friend", "dealer") and rest:
            seat = keeper.seat(_name(keeper, rest))
            if word == "friend":
                friends.append(seat)
            else:
                dealer = seat
        else:
            raise InputError(f"{word!r} is not understood: write dealer NAME, friend NAME or jack")
    return Entry(points, tuple(friends), dealer, jack)


def _name(keeper: Keeper, rest: list[Any]) -> str:
    # A name may be of several words, such as "seat 1": the longest that is known is meant.
    for count in range(len(rest), 1, -1):
        name = " ".join(rest[:count])
        if name in keeper.names:
            del rest[:count]
            return name
    return str(rest.pop(0))

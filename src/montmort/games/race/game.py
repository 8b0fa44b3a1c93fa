"""Pattern races as a game that can be played out: only chance acts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from ...core import game as core
from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game
from ...core.rules import Rules, setting
from .letters import Letters
from .patterns import Steps, steps

__all__ = ["Race", "RaceRules", "RaceState"]


@dataclass(frozen=True, kw_only=True)
class RaceRules(Rules):
    """Who waits for what, on which coins, and what a tie is."""

    players: int = setting(2, "number of players; the patterns say it", low=1)
    patterns: str = setting("HHT HTH", "one pattern for each player, separated by spaces")
    shared: bool = setting(False, "whether all players watch one coin")
    # Not "ties": that is how a tournament ranks players with equal scores.
    on_tie: Literal["count", "void", "restart"] = setting(
        "count", "several completions at once: an outcome, ignored, or a new start"
    )
    alphabet: str = setting("HT", "the letters that a coin or die shows")
    bias: str = setting("", "chances of letters, such as H=2/3; the others share the rest")

    def check(self) -> None:
        """Refuse patterns that can't come up, and races that never end."""
        words = self.words
        if len(words) != self.players:
            raise InputError(
                f"{len(words)} patterns are given for {self.players} players: "
                "give one pattern for each"
            )
        for word in words:
            self.letters.check(word)
        if self.shared and len(set(words)) < len(words):
            raise InputError(
                "two players wait for the same pattern on the same coin, so they always finish "
                "together: give them different patterns, or coins of their own"
            )
        if self.on_tie != "count" and self._endless():
            raise InputError(
                "this race may go on for ever, because from some moment on every completion is "
                "a tie: count ties instead (on_tie count)"
            )

    def _endless(self) -> bool:
        """Whether a race that goes on after ties can come to where only ties are left."""
        words = self.words
        if self.shared:
            from .patterns import Pattern
            from .shared import shared_chain

            chain = shared_chain([Pattern(w, self.letters) for w in words], self.on_tie)
            return any(isinstance(chain.states[m[0]], str) for m in chain.closed)
        # With coins of their own players part sooner or later, unless one letter is sure.
        shortest = min(map(len, words))
        return 1 in self.letters.chances and [len(w) for w in words].count(shortest) > 1

    def changed(self, **values: Any) -> RaceRules:
        """Return these rules with some values changed; new patterns bring their players."""
        if values.get("patterns") and values.get("players") is None:
            values["players"] = len(values["patterns"].split())
        return super().changed(**values)

    @property
    def words(self) -> tuple[str, ...]:
        """The patterns, one for each player."""
        return tuple(self.patterns.split())

    @property
    def letters(self) -> Letters:
        """The alphabet with its chances."""
        return Letters.parse(self.alphabet, self.bias)


@dataclass(frozen=True)
class _Table:
    """What all positions of one race share; compared by its rules alone."""

    rules: RaceRules
    steps: tuple[Steps, ...]
    chances: tuple[tuple[str, int], ...]

    def __hash__(self) -> int:
        return hash(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and self.rules == other.rules

    def __repr__(self) -> str:
        return f"<race of {self.rules.patterns}>"


@dataclass(frozen=True)
class RaceState(core.State[str]):
    """How much of each pattern stands, and which coins of this round are flipped."""

    table: _Table
    progress: tuple[int, ...]
    flipped: str = ""
    winners: tuple[int, ...] = ()
    """Who was first, at the end."""

    @property
    def actor(self) -> int:
        """Chance, until somebody is first."""
        return OVER if self.winners else CHANCE

    def actions(self) -> Sequence[str]:
        """No player ever decides anything."""
        return ()

    def chances(self) -> Sequence[tuple[str, int]]:
        """List the letters of the next coin with their weights."""
        return self.table.chances

    def after(self, action: str) -> RaceState:
        """Flip one coin; when all have been flipped, see who is complete."""
        rules = self.table.rules
        flipped = self.flipped + action
        count = len(self.progress)
        if rules.shared:
            flipped = action * count
        elif len(flipped) < count:
            return RaceState(self.table, self.progress, flipped)
        progress = tuple(
            rows[s][letter]
            for rows, s, letter in zip(self.table.steps, self.progress, flipped, strict=True)
        )
        done = tuple(
            i
            for i, (rows, s) in enumerate(zip(self.table.steps, progress, strict=True))
            if s == len(rows) - 1
        )
        if len(done) > 1 and rules.on_tie != "count":
            # The row of a completed word goes on as its longest border would.
            return RaceState(self.table, (0,) * count if rules.on_tie == "restart" else progress)
        return RaceState(self.table, progress, "", done)

    def payoffs(self) -> Sequence[Fraction]:
        """Give 1 to who was first; players who tie share it."""
        share = Fraction(1, len(self.winners)) if self.winners else Fraction(0)
        return tuple(share if i in self.winners else Fraction(0) for i in range(len(self.progress)))

    def describe(self, action: Any) -> str:
        """Say which coin shows what."""
        if self.table.rules.shared:
            return f"the coin shows {action}"
        return f"player {len(self.flipped) + 1}'s coin shows {action}"


class Race(Game):
    """Each player waits for a pattern in the flips of a coin.

    All players flip at once, each a coin of her own (or all watch one coin, with
    ``shared``). Who sees her pattern first wins 1; players who complete theirs at the
    same flip share it, or go on as if nothing had happened (``on_tie="void"``), or begin
    anew (``on_tie="restart"``). Nobody decides anything: what there is to know is who
    should bet on whom.
    """

    Rules = RaceRules
    versions: ClassVar[Mapping[str, RaceRules]] = {
        "own-coins": RaceRules(),
        "shared-coin": RaceRules(shared=True),
    }
    score: ClassVar[str] = "wins"

    def start(self) -> RaceState:
        """Return the position before the first flip.

        >>> state = Race(patterns="HHT HTH THH", shared=True).start()
        >>> state.after("H").after("H").after("T").winners
        (0,)
        """
        rules: RaceRules = self.rules
        letters = rules.letters
        unit = math.lcm(*(c.denominator for c in letters.chances))
        table = _Table(
            rules,
            tuple(steps(word, letters.names) for word in rules.words),
            tuple((letter, int(chance * unit)) for letter, chance in letters.possible),
        )
        return RaceState(table, (0,) * rules.players)

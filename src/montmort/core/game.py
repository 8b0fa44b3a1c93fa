"""The plain form of a game: a frozen state that answers a few questions.

A game is a class of states and a :class:`Game` that starts one::

    @dataclass(frozen=True)
    class NimState(State[int]):
        heap: int
        turn: int = 0

        @property
        def actor(self):    return self.turn if self.heap else OVER
        def actions(self):  return range(1, min(3, self.heap) + 1)
        def after(self, n): return NimState(self.heap - n, 1 - self.turn)
        def payoffs(self):  return (1, -1) if self.turn else (-1, 1)

    class Nim(Game):
        def start(self):    return NimState(21)
"""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from . import rules as typed
from .errors import InputError, unknown

if TYPE_CHECKING:
    import random

    from .strategy import Part, Strategy

__all__ = ["CHANCE", "OVER", "Game", "Number", "State"]

CHANCE = -1
"""The actor where chance acts."""
OVER = -2
"""The actor of a finished game."""

Number = int | float | Fraction
Action = TypeVar("Action", bound=Hashable)


class State(ABC, Generic[Action]):
    """A position of a game: immutable, hashable, and complete.

    The first five questions make a game. The others have answers that are right for
    every game and can be answered better by one that knows itself.
    """

    # -- what makes a game ---------------------------------------------------

    @property
    @abstractmethod
    def actor(self) -> int:
        """Who acts: a player (from 0), :data:`CHANCE`, or :data:`OVER`."""

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """What the player to act may do, in a fixed order; never empty."""

    @abstractmethod
    def after(self, action: Action) -> State[Action]:
        """The position after an action, or after an outcome of chance."""

    @abstractmethod
    def payoffs(self) -> Sequence[Number]:
        """What each player has at the end; more is better."""

    def chances(self) -> Sequence[tuple[Action, int]]:
        """Where chance acts: its outcomes with positive integer weights."""
        raise InputError(f"{type(self).__name__} does not list its chances")

    def view(self, player: int) -> Hashable:
        """What a player sees: by default everything, as in chess."""
        return self

    # -- what can be answered better -----------------------------------------

    def sample(self, stream: Any) -> Action:
        """Draw an outcome of chance from a stream of random numbers."""
        outcomes = self.chances()
        ticket = stream.below(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            ticket -= weight
            if ticket < 0:
                return outcome
        raise AssertionError("the weights of chance do not add up")

    def refusal(self, action: Action) -> str | None:
        """Say why an action (or an outcome of chance) is refused; ``None``: it is allowed."""
        actor = self.actor
        if actor == OVER:
            return "the game is over"
        if actor == CHANCE:
            try:
                known: Sequence[Action] = [outcome for outcome, _ in self.chances()]
            except InputError:
                return None  # chance that is only sampled lists nothing to compare with
        else:
            known = self.actions()
        if action in known:
            return None
        try:
            words = self.describe(action)
        except Exception:
            words = repr(action)  # of no kind that the game knows
        return f"{words} is not among the {'outcomes' if actor == CHANCE else 'actions'} here"

    def key(self) -> Hashable:
        """A name for this position that all its mirror images share."""
        return self

    def decided(self) -> Sequence[Number] | None:
        """The payoffs, where they are plain to see before the end; else ``None``."""
        return None

    def promise(self, action: Action) -> float:
        """How good an action looks: engines try the most promising first."""
        return 0.0

    def guess(self, player: int, rng: random.Random) -> State[Action]:
        """A position that this player can't tell from this one, drawn at random."""
        return self

    def standing(self) -> Sequence[Number] | None:
        """The score so far, where the game keeps one and it compares; else ``None``."""
        return None

    def decision(self) -> int:
        """Which of the game's named decisions is to be made here."""
        return 0

    def describe(self, action: Any) -> str:
        """An action (or an outcome of chance) in words."""
        return str(action)

    def show(self, player: int) -> str:
        """What a player sees, as text for the terminal."""
        return shown(self.view(player))

    def heard(self, action: Any, player: int) -> str | None:
        """What a player hears of an action done here, or of an outcome of chance.

        By default every action, and what chance does only where nothing is hidden. A
        game in which players act unseen must say less.
        """
        if self.actor == CHANCE and self.view(player) != self:
            return None
        return self.describe(action)


def shown(view: Any) -> str:
    """Show a view as text: its own words, or its fields with their values.

    >>> from collections import namedtuple
    >>> print(shown(namedtuple("Hand", "card bets")("K", 2)))
    card: K
    bets: 2
    """
    own: Any = type(view).__str__
    if own is not object.__str__ and own is not tuple.__str__:
        return str(view)
    if dataclasses.is_dataclass(view):
        names = [field.name for field in dataclasses.fields(view)]
    elif hasattr(view, "_fields"):
        names = list(view._fields)
    else:
        return str(view)
    return "\n".join(f"{name}: {getattr(view, name)}" for name in names)


class Game:
    """A game under one set of rules.

    Subclasses say what a game is called, which parameters it has, under which names
    versions of it are published, and where it starts. Making one chooses the rules::

        Nim()                        # the default version
        Picker("v1.1", players=6)    # a published version, with one value changed
    """

    name: ClassVar[str] = ""
    """The name on the command line; by default the class's own, in small letters."""
    Rules: ClassVar[type[typed.Rules]] = typed.Rules
    versions: ClassVar[Mapping[str, typed.Rules]] = {}
    """Published versions by name, the default first; a published one is never edited."""
    hidden: ClassVar[bool] = False
    """Whether players see less than everything."""
    lists_all: ClassVar[bool] = True
    """Whether ``actions()`` lists every action. Where they are too many, or can be written
    in several ways, say False: then the door may let others pass, which can be played."""
    decisions: ClassVar[tuple[str, ...]] = ("move",)
    """The kinds of decision that players make, by name."""
    strategies: ClassVar[Mapping[str, Strategy]] = {}
    """Whole strategies by name; ``random`` is always there."""
    parts: ClassVar[tuple[tuple[Part, ...], ...]] = ()
    """For each decision the functions that can be combined, the default first."""
    aliases: ClassVar[Mapping[str, str]] = {}
    """Names for combinations, as they would be typed."""
    score: ClassVar[str] = "payoff"
    """What the payoffs count, for headings."""
    max_moves: ClassVar[int] = 10_000
    """A game that has not ended after so many moves is cut."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, version: str | typed.Rules | None = None, **changes: Any) -> None:
        if isinstance(version, typed.Rules):
            self.version, base = "custom", version
            for name, rules in self.versions.items():
                if rules == version:
                    self.version = name
        elif self.versions:
            chosen = version or next(iter(self.versions))
            if chosen not in self.versions:
                raise unknown("version", chosen, self.versions, where=self.name)
            self.version, base = chosen, self.versions[chosen]
        elif version not in (None, "standard"):
            raise unknown("version", str(version), ["standard"], where=self.name)
        else:
            self.version, base = "standard", self.Rules()
        self.rules: Any = base.changed(**changes)

    @property
    def players(self) -> int:
        """How many players sit at the table."""
        return int(self.rules.players)

    def start(self) -> State[Any]:
        """The position before anything has happened."""
        raise NotImplementedError(f"{type(self).__name__} does not say where it starts")

    @classmethod
    def about(cls) -> str:
        """The rules in words: the class's docstring."""
        import inspect

        return inspect.cleandoc(cls.__doc__ or "")

    def __repr__(self) -> str:
        values = ", ".join(f"{k}={v!r}" for k, v in self.rules.as_dict().items())
        return f"{type(self).__name__}({self.version!r}, {values})"

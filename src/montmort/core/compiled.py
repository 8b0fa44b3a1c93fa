"""The compiled form of a game: the same questions as functions over one record.

A designer writes a :class:`~montmort.core.struct.Struct` that holds the position and a
handful of ``@rule`` functions over it, and binds them in a :class:`Kernel`. The plain
:class:`~montmort.core.game.State` over that record is derived here, not written.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .errors import IllegalActionError, InputError
from .game import CHANCE, Game, Number, State
from .struct import Struct, _Row

if TYPE_CHECKING:
    import random

__all__ = ["CompiledGame", "CompiledState", "Kernel"]


@dataclass(frozen=True)
class Kernel:
    """A game's rules in the compiled form: the functions, by the question they answer.

    ``s`` is the position's record, ``a`` a whole number: an action or an outcome of
    chance. Optional questions may be left out.
    """

    position: type[Struct]
    actor: Callable[..., int]
    """``actor(s)``: a player from 0, ``CHANCE`` (-1) or ``OVER`` (-2)."""
    actions: Callable[..., int]
    """``actions(s, out)``: writes the actions into the buffer, returns how many."""
    allowed: Callable[..., int]
    """``allowed(s, a)``: 0 where the action (or outcome of chance) may be applied,
    else the number of the reason. The one door: it must be right for *any* number."""
    apply: Callable[..., None]
    """``apply(s, a)``: changes the record."""
    payoffs: Callable[..., None]
    """``payoffs(s, out)``: writes what each player has."""
    sample: Callable[..., int] | None = None
    """``sample(s, stream)``: draws an outcome of chance."""
    chances: Callable[..., int] | None = None
    """``chances(s, outcomes, weights)``: lists them, returns how many; -1 where they
    are more than the buffers hold."""
    view: type[Struct] | None = None
    """What a player sees; ``None`` where everybody sees everything."""
    observe: Callable[..., None] | None = None
    """``observe(s, player, v)``: writes what the player sees into an empty view."""
    decision: Callable[..., int] | None = None
    """``decision(s)``: which of the game's named decisions is to be made."""
    standing: Callable[..., bool] | None = None
    """``standing(s, out)``: writes each player's score so far and says True where the
    scores compare (after whole rounds, say), else False."""
    reasons: Mapping[int, str] = field(default_factory=dict)
    """The sentences of refusal by number; ``{a}`` stands for the action in words."""
    capacity: int = 64
    """How many actions a position has at the most."""
    listed: int = 65_536
    """How many outcomes of chance are listed at the most."""

    @property
    def seen(self) -> type[Struct]:
        """The record that strategies get."""
        return self.view or self.position


class CompiledGame(Game):
    """A game whose rules are a :class:`Kernel`; subclass it and set ``kernel``."""

    kernel: ClassVar[Kernel]

    def initial(self) -> Struct:
        """The record before anything has happened, with the values of the rules in it."""
        raise NotImplementedError

    def start(self) -> CompiledState:
        """The position before anything has happened."""
        return CompiledState(self, self.initial())

    def describe(self, record: Any, action: int) -> str:
        """An action (or an outcome of chance) in words."""
        return str(action)

    def show(self, view: Any, player: int) -> str:
        """What a player sees, as text for the terminal: the fields that are not rules."""
        return str(view)

    def guess(self, view: Any, player: int, rng: random.Random) -> Struct:
        """A record that the player can't tell from the true one, drawn at random."""
        raise InputError(f"{self.name} does not say how to guess what a player can't see")


class CompiledState(State[int]):
    """A position of a compiled game, in the plain form; made by the game."""

    def __init__(self, game: CompiledGame, record: Struct) -> None:
        self.game = game
        self._record = record

    @property
    def record(self) -> Struct:
        """A copy of the record."""
        return self._record.copy()

    @functools.cached_property
    def _packed(self) -> bytes:
        return self._record.pack()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CompiledState) and self._packed == other._packed

    def __hash__(self) -> int:
        return hash(self._packed)

    def __repr__(self) -> str:
        # What is zero says nothing; a position must be readable in one line.
        shown = {k: _without_zeros(v) for k, v in self._record.values().items()}
        inside = ", ".join(f"{k}={v}" for k, v in shown.items() if v not in (0, 0.0, [], False))
        return f"<{self.game.name}: {inside}>"

    @property
    def actor(self) -> int:
        """Who acts: a player (from 0), chance, or nobody."""
        return int(self.game.kernel.actor(self._record))

    def actions(self) -> Sequence[int]:
        """What the player to act may do."""
        out = np.zeros(self.game.kernel.capacity, np.int64).view(_Row)
        count = self.game.kernel.actions(self._record, out)
        return [int(a) for a in out[:count]]

    def refusal(self, action: Any) -> str | None:
        """Say why an action or an outcome is refused, or ``None``."""
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            return f"an action of {self.game.name} is a whole number, not {action!r}"
        if not -(2**63) <= int(action) < 2**63:
            return f"{action} is not an action of {self.game.name}"
        code = int(self.game.kernel.allowed(self._record, int(action)))
        if code == 0:
            return None
        sentence = self.game.kernel.reasons.get(code, "the rules refuse {a} here")
        return sentence.format(a=f"action {action}")

    def after(self, action: int) -> CompiledState:
        """The position after an action that the door lets pass."""
        refused = self.refusal(action)
        if refused is not None:
            raise IllegalActionError(refused)
        record = self._record.copy()
        self.game.kernel.apply(record, int(action))
        return CompiledState(self.game, record)

    def chances(self) -> Sequence[tuple[int, int]]:
        """The outcomes of chance with their weights, where they can be listed."""
        kernel = self.game.kernel
        if kernel.chances is None:
            raise InputError(f"{self.game.name} only samples chance: no exact engine can list it")
        outcomes = np.zeros(kernel.listed, np.int64).view(_Row)
        weights = np.zeros(kernel.listed, np.int64).view(_Row)
        count = kernel.chances(self._record, outcomes, weights)
        if count < 0:
            raise InputError(
                f"{self.game.name} has too many outcomes of chance to list here: "
                "no exact engine can take it; simulate it"
            )
        return list(zip(outcomes[:count].tolist(), weights[:count].tolist(), strict=True))

    def sample(self, stream: Any) -> int:
        """Draw an outcome of chance."""
        if self.game.kernel.sample is None:
            return super().sample(stream)
        return int(self.game.kernel.sample(self._record, stream))

    def payoffs(self) -> Sequence[Number]:
        """What each player has; whole numbers as such."""
        out = np.zeros(self.game.players).view(_Row)
        self.game.kernel.payoffs(self._record, out)
        return self._numbers(out)

    def standing(self) -> Sequence[Number] | None:
        """The score so far, where the game keeps one."""
        kernel = self.game.kernel
        if kernel.standing is None:
            return None
        out = np.zeros(self.game.players).view(_Row)
        return self._numbers(out) if kernel.standing(self._record, out) else None

    @staticmethod
    def _numbers(out: Any) -> Sequence[Number]:
        return tuple(int(x) if float(x).is_integer() else float(x) for x in out)

    def view(self, player: int) -> Struct:
        """What a player sees, as a record of its own."""
        kernel = self.game.kernel
        if kernel.view is None or kernel.observe is None:
            return self._record.copy()
        seen = kernel.view()
        kernel.observe(self._record, player, seen)
        return seen

    def decision(self) -> int:
        """Which of the game's named decisions is to be made."""
        question = self.game.kernel.decision
        return 0 if question is None else int(question(self._record))

    def guess(self, player: int, rng: random.Random) -> State[int]:
        """A position that this player can't tell from this one."""
        if self.game.kernel.view is None:
            return self
        return CompiledState(self.game, self.game.guess(self.view(player), player, rng))

    def describe(self, action: Any) -> str:
        """An action (or an outcome of chance) in words."""
        return self.game.describe(self._record, int(action))

    def show(self, player: int) -> str:
        """What a player sees, as text for the terminal."""
        return self.game.show(self.view(player), player)

    def heard(self, action: Any, player: int) -> str | None:
        """What a player hears of an action, or of an outcome of chance."""
        if self.actor == CHANCE and self.game.kernel.view is not None:
            return None
        return self.describe(action)


def _without_zeros(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    kept = [_without_zeros(item) for item in value]
    while kept and kept[-1] in (0, 0.0, [], False):
        kept.pop()
    return kept

"""Outcomes of plain games: depth first where positions never come back, else by labels."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, State
from .labels import LIMIT, Labels, label_graph, refuse_chance, sign_of

__all__ = ["Outcome", "outcome_of"]


@dataclass(frozen=True)
class Outcome:
    """The type of a position of a plain game, and what to do there."""

    type: str
    """N: the player to act wins; P: the other one does; D: neither."""
    best: tuple[Any, ...]
    """The actions that keep the type's promise: all that win, else (at D) all that draw."""
    positions: int
    """How many positions were looked at."""
    method: str
    labels: Labels | None = None
    """All positions with their labels, where positions come back."""


def outcome_of(start: Game | State[Any], *, limit: int = LIMIT) -> Outcome:
    """Find the type of a position of a game of two players in which nothing is hidden.

    A position that comes back is allowed; play without end is a draw. Hidden cards,
    chance, another number of players and more than ``limit`` positions are each an
    ``InputError``.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Pile(State):
    ...     left: int = 5
    ...     turn: int = 0
    ...     @property
    ...     def actor(self): return self.turn if self.left else OVER
    ...     def actions(self): return range(1, min(3, self.left) + 1)
    ...     def after(self, n): return Pile(self.left - n, 1 - self.turn)
    ...     def payoffs(self): return (1, -1) if self.turn else (-1, 1)
    >>> found = outcome_of(Pile())
    >>> found.type, found.best
    ('N', (1,))
    """
    if isinstance(start, Game):
        if start.players != 2:
            raise InputError(f"{start.name} has {start.players} players: outcomes are for two")
        if start.hidden:
            raise InputError(f"{start.name} hides something: outcomes are for open games")
        state: State[Any] = start.start()
    else:
        state = start
    search = _Search(limit)
    mover = state.actor
    if mover < 0:
        value = sign_of(state.payoffs()) if mover == OVER else refuse_chance()
        return Outcome("NDP"[1 - value], (), 1, "the game is over")
    labels: Labels | None = None
    try:
        value = search.value(state)
        actions = state.actions()
        values = [search.value(state.after(action)) for action in actions]
        method = "depth-first search"
        positions = len(search.known)
    except _LoopError:
        labels = label_graph(state, limit=limit)
        value = labels.value(state)
        actions = state.actions()
        values = [labels.value(state.after(action)) for action in actions]
        method = "retrograde labels"
        positions = len(labels.values)
    sign = 1 if mover == 0 else -1
    best: tuple[Any, ...] = ()
    if value * sign >= 0:
        best = tuple(a for a, v in zip(actions, values, strict=True) if v == value)
    return Outcome("PDN"[value * sign + 1], best, positions, method, labels)


class _LoopError(Exception):
    pass


class _Search:
    """Depth first with a table of bounds; values are the first player's."""

    def __init__(self, limit: int) -> None:
        self.known: dict[Hashable, tuple[int, int]] = {}
        self.limit = limit
        self.path: set[Hashable] = set()

    def value(self, state: State[Any]) -> int:
        """The value of a position, whole."""
        if self.reaches(state, 1):
            return 1
        return 0 if self.reaches(state, 0) else -1

    def look(self, state: State[Any], key: Hashable) -> tuple[int, int]:
        """Between what the value is known to lie."""
        found = self.known.get(key)
        if found is None:
            actor = state.actor
            if actor == CHANCE:
                refuse_chance()
            plain = state.payoffs() if actor == OVER else state.decided()
            if plain is None:
                return -1, 1
            found = (sign_of(plain),) * 2
            self.known[key] = found
        return found

    def reaches(self, state: State[Any], target: int) -> bool:
        """Whether the first player gets at least so much."""
        root = state.key()
        low, high = self.look(state, root)
        if low >= target or high < target:
            return low >= target
        self.path = {root}
        stack = [(root, state.actor, self.ordered(state))]
        while True:
            key, actor, rest = stack[-1]
            good = actor == 0  # this player wants the answer to be yes
            answer: bool | None = None
            while rest:
                child, name = rest[-1]
                low, high = self.look(child, name)
                if low >= target or high < target:
                    rest.pop()
                    if (low >= target) == good:
                        answer = good
                        break
                    continue
                if name in self.path:
                    raise _LoopError
                if len(self.known) + len(stack) >= self.limit:
                    raise InputError(
                        f"the game has more than {self.limit:,} positions: too many to search"
                    )
                self.path.add(name)
                stack.append((name, child.actor, self.ordered(child)))
                break
            else:
                answer = not good
            if answer is None:
                continue
            stack.pop()
            self.path.discard(key)
            low, high = self.known.get(key, (-1, 1))
            self.known[key] = (max(low, target), high) if answer else (low, min(high, target - 1))
            if not stack:
                return answer

    def ordered(self, state: State[Any]) -> list[tuple[State[Any], Hashable]]:
        """The children, the most promising last."""
        actions = list(state.actions())
        if not actions:
            raise InputError("a position that is not over has no actions")
        if type(state).promise is not State.promise:
            actions.sort(key=state.promise)
        else:
            actions.reverse()
        children = [state.after(action) for action in actions]
        return [(child, child.key()) for child in children]

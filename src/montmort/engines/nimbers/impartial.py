"""Whether a game is impartial, found out by asking it; then its nimber means something."""

from __future__ import annotations

import dataclasses
from typing import Any

from ...core.compiled import CompiledState
from ...core.errors import InputError
from ...core.game import OVER, State
from .plain import nimber_of

__all__ = ["nimber_if_impartial"]

LIMIT = 20_000
"""How many positions are asked, if nothing else is said."""


def nimber_if_impartial(start: State[Any], *, limit: int = LIMIT) -> int | None:
    """The nimber of a position, or ``None`` where the game is not seen to be impartial.

    A game is seen to be impartial if one field of its positions says whose turn it is,
    if in every position the other player would have the same moves and they would lead
    to the same positions, and if who moves last wins. More than ``limit`` positions
    are not looked at.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Pile(State):
    ...     left: int = 7
    ...     turn: int = 0
    ...     @property
    ...     def actor(self): return self.turn if self.left else OVER
    ...     def actions(self): return range(1, min(3, self.left) + 1)
    ...     def after(self, n): return Pile(self.left - n, 1 - self.turn)
    ...     def payoffs(self): return (1, -1) if self.turn else (-1, 1)
    >>> nimber_if_impartial(Pile())
    3
    """
    if start.actor < 0:
        return None
    for name, value in _fields(start).items():
        if value == start.actor and _is_impartial(start, name, limit):
            try:
                return nimber_of(start, limit=limit)
            except InputError:
                return None
    return None


def _fields(state: State[Any]) -> dict[str, int]:
    """The fields that may say whose turn it is."""
    if isinstance(state, CompiledState):
        values = state.record.values()
    elif dataclasses.is_dataclass(state):
        values = {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
    else:
        return {}
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, int) and not isinstance(value, bool) and value in (0, 1)
    }


def _turned(state: State[Any], name: str) -> State[Any]:
    """The same position with the other player's turn."""
    if isinstance(state, CompiledState):
        record = state.record
        setattr(record, name, 1 - getattr(record, name))
        return CompiledState(state.game, record)
    made: Any = state
    return dataclasses.replace(made, **{name: 1 - getattr(made, name)})  # type: ignore[no-any-return]


def _is_impartial(start: State[Any], name: str, limit: int) -> bool:
    seen = {start}
    todo = [start]
    while todo:
        here = todo.pop()
        if here.actor == OVER:
            continue
        try:
            other = _turned(here, name)
            actions = list(here.actions())
            if (here.actor, other.actor) not in ((0, 1), (1, 0)) or list(
                other.actions()
            ) != actions:
                return False
            for action in actions:
                child = here.after(action)
                if _turned(child, name) != other.after(action):
                    return False
                if child not in seen:
                    if len(seen) >= limit:
                        return False
                    seen.add(child)
                    todo.append(child)
        except (InputError, TypeError, ValueError):
            return False  # the other player can't be put in this place
    return True

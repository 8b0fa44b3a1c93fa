"""Nimbers of plain games: who can't move loses, and both players have the same moves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...core.errors import InputError
from ...core.game import OVER, State

__all__ = ["nimber_of"]


def nimber_of(
    state: State[Any], *, known: dict[Hashable, int] | None = None, limit: int = 2_000_000
) -> int:
    """The nimber of a position of a plain game (Sprague 1935, Grundy 1939).

    Who makes the last move must win: an end that gives anything else is an
    ``InputError``, as is a position that comes back. Positions are told apart by
    ``key()``; hand in ``known`` to go on with what an earlier call found.
    """
    table = {} if known is None else known
    root = state.key()
    stack: list[tuple[Hashable, list[State[Any]], set[int]]] = []
    path: set[Hashable] = set()

    def enter(position: State[Any], key: Hashable, mover: int) -> None:
        if position.actor == OVER:
            first, second = position.payoffs()
            if (first, second)[mover] <= (first, second)[1 - mover]:
                raise InputError(
                    "a game ends here without a win for who moved last: nimbers are for games "
                    "that the last move wins"
                )
            table[key] = 0
            return
        if len(table) + len(stack) >= limit:
            raise InputError(f"the game has more than {limit:,} positions: too many for nimbers")
        if position.actor < 0:
            raise InputError("chance acts here: nimbers are for games without chance")
        path.add(key)
        stack.append((key, [position.after(action) for action in position.actions()], set()))

    if root not in table:
        enter(state, root, 1 - state.actor if state.actor >= 0 else 0)
    while stack:
        key, rest, seen = stack[-1]
        down = False
        while rest:
            child = rest[-1]
            name = child.key()
            if name in table:
                seen.add(table[name])
                rest.pop()
                continue
            if name in path:
                raise InputError("a position can come back: nimbers are for games that end")
            mover = 1 - child.actor if child.actor >= 0 else len(stack) - 1 + _first(state) & 1
            enter(child, name, mover)
            down = True
            break
        if down:
            continue
        stack.pop()
        path.discard(key)
        number = 0
        while number in seen:
            number += 1
        table[key] = number
    return table[root]


def _first(state: State[Any]) -> int:
    return state.actor if state.actor >= 0 else 0

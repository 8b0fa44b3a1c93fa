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
    stack: list[tuple[Hashable, int, list[State[Any]], set[int]]] = []
    path: set[Hashable] = set()

    def enter(position: State[Any], key: Hashable, mover: int | None) -> None:
        actor = position.actor
        if actor == OVER:
            if mover is not None:
                payoffs = position.payoffs()
                if payoffs[mover] <= payoffs[1 - mover]:
                    raise InputError(
                        "a game ends here without a win for who moved last: nimbers are for "
                        "games that the last move wins"
                    )
            table[key] = 0
            return
        if actor < 0:
            raise InputError("chance acts here: nimbers are for games without chance")
        if actor == mover:
            raise InputError("a player moves twice here: nimbers are for players who take turns")
        if len(table) + len(stack) >= limit:
            raise InputError(f"the game has more than {limit:,} positions: too many for nimbers")
        path.add(key)
        children = [position.after(action) for action in position.actions()]
        stack.append((key, actor, children, set()))

    if root not in table:
        enter(state, root, None)
    while stack:
        key, actor, rest, seen = stack[-1]
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
            enter(child, name, actor)
            down = bool(stack) and stack[-1][0] == name
            if down:
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

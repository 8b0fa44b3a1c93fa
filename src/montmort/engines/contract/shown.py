"""What a position shows: the players' views, and its hints for the engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.compiled import CompiledState
from ...core.game import State
from .ledger import FAILED, Where, place
from .strangers import is_number

if TYPE_CHECKING:
    from .desk import Desk

__all__ = ["check_hints", "check_views"]


def check_views(desk: Desk, state: State[Any], actor: int, where: Where) -> None:
    """Check what each player sees: the same when asked again, and no more than she may know."""
    book, at = desk.ledger, place(state, where)
    for player in range(desk.players):
        view = book.ask("view", f"view({player})", state.view, player, **at)
        if view is FAILED:
            continue
        if book.ask("view", f"hashing view({player})", hash, view, **at) is FAILED:
            continue
        if not book.keep(
            "view",
            view == state.view(player),
            f"view({player}) is another one when asked again",
            **at,
        ):
            continue
        actions = None
        if actor == player:
            listed = book.ask("actions", "actions()", state.actions, **at)
            actions = None if listed is FAILED else (tuple(listed), state.decision())
        first = desk.by_view.setdefault((player, view), (state, actions, where))
        other, others, there = first
        if not desk.game.hidden:
            book.keep(
                "view",
                other == state,
                f"player {player + 1} sees the same here and {there}, in different positions, "
                "though nothing is hidden: show it, or say hidden = True",
                **at,
            )
        elif actions is not None and others is not None:
            book.keep(
                "secrets",
                others == actions,
                f"player {player + 1} sees the same here and {there}, and may do {actions[0]} "
                f"here but {others[0]} there: what she may do tells what is hidden",
                **at,
            )
        elif actions is not None:
            desk.by_view[player, view] = (state, actions, where)
        if isinstance(state, CompiledState):
            _is_own(desk, state, view, at)


def _is_own(desk: Desk, state: CompiledState, view: Any, at: dict[str, Any]) -> None:
    before = state.record.pack()
    memory = view.memory.view(np.uint8).reshape(-1)
    kept = memory.copy()
    memory[:] = 0x5A
    desk.ledger.keep(
        "view",
        state.record.pack() == before,
        "a view shares memory with the state: writing into it changes the state",
        **at,
    )
    memory[:] = kept


def check_hints(desk: Desk, state: State[Any], where: Where) -> None:
    """Check standing, decided and decision."""
    book, at = desk.ledger, place(state, where)
    standing = book.ask("hints", "standing()", state.standing, **at)
    if standing is not FAILED and standing is not None:
        book.keep(
            "hints",
            len(standing) == desk.players and all(is_number(x) for x in standing),
            f"standing() is {standing!r}: it must be None or one finite number a player",
            **at,
        )
    decided = book.ask("decided", "decided()", state.decided, **at)
    if decided is not FAILED and decided is not None:
        book.keep(
            "decided",
            len(decided) == desk.players and all(is_number(x) for x in decided),
            f"decided() is {decided!r}: it must be None or one finite number a player",
            **at,
        )
    if state.actor < 0:
        return
    decision = book.ask("hints", "decision()", state.decision, **at)
    count = len(desk.game.decisions)
    book.keep(
        "hints",
        decision is FAILED or decision in range(count),
        f"decision() is {decision!r}: it must be from 0 to {count - 1}, "
        f"an index into {desk.game.decisions}",
        **at,
    )

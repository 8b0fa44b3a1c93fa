"""What a position lists: payoffs, chances, actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.game import State
from .ledger import FAILED, Where, place
from .strangers import is_number

if TYPE_CHECKING:
    from .desk import Desk

__all__ = ["LONG", "check_actions", "check_chances", "check_payoffs"]

LONG = 100
"""Lists of chances that are longer cost time: they are asked for less often."""


def check_payoffs(desk: Desk, state: State[Any], where: Where) -> bool:
    """Check the payoffs of a finished position; False where they can't be had."""
    book, at = desk.ledger, place(state, where)
    found = book.ask("payoffs", "payoffs()", state.payoffs, **at)
    if found is FAILED:
        return False
    values = list(found)
    book.keep(
        "payoffs",
        len(values) == desk.players,
        f"payoffs() gives {len(values)} numbers for {desk.players} players",
        **at,
    )
    for value in values:
        book.keep("payoffs", is_number(value), f"a payoff is {value!r}: not a finite number", **at)
    book.keep(
        "payoffs",
        list(state.payoffs()) == values or any(value != value for value in values),
        "payoffs() gives other numbers when asked again",
        **at,
    )
    return True


def check_chances(desk: Desk, state: State[Any], where: Where) -> bool:
    """Check the outcomes of chance and their weights; False where there are none to go on with."""
    book, at = desk.ledger, place(state, where)
    found = book.ask("chances", "chances()", desk.listed, state, **at)
    if found is FAILED:
        return False
    if found is None:
        return True
    if not book.keep("chances", found, "chance acts, but chances() is empty", **at):
        return False
    if not book.keep(
        "chances",
        all(isinstance(item, tuple) and len(item) == 2 for item in found),
        "chances() must list pairs of an outcome and its weight",
        **at,
    ):
        return False
    for outcome, weight in found:
        fine = isinstance(weight, (int, np.integer)) and not isinstance(weight, bool)
        if not book.keep(
            "chances",
            fine and weight > 0,
            f"outcome {outcome!r} has the weight {weight!r}: weights are whole numbers above 0",
            **at,
        ):
            return False
    outcomes = [outcome for outcome, _ in found]
    if not _are_distinct(desk, "chances", "outcome", outcomes, at):
        return False
    again = desk.listed(state)
    if again is not None:
        book.keep(
            "chances",
            again == found,
            "chances() gives another list when asked again",
            **at,
        )
        if len(found) <= LONG:
            _stays(desk, state, "chances", state.chances, at)
    return True


def check_actions(desk: Desk, state: State[Any], where: Where) -> bool:
    """Check the list of actions; False where there is none to go on with."""
    book, at = desk.ledger, place(state, where)
    found = book.ask("actions", "actions()", state.actions, **at)
    if found is FAILED:
        return False
    if not book.keep(
        "actions",
        not isinstance(found, (set, frozenset)) and hasattr(found, "__len__"),
        f"actions() gives a {type(found).__name__}: give a sequence, in a fixed order",
        **at,
    ):
        return False
    actions = list(found)
    if not book.keep(
        "actions", actions, f"player {state.actor + 1} is to act and has no action", **at
    ):
        return False
    if not _are_distinct(desk, "actions", "action", actions, at):
        return False
    book.keep(
        "actions",
        list(state.actions()) == actions,
        lambda: f"actions() gives {list(state.actions())} when asked again, not {actions}",
        **at,
    )
    _stays(desk, state, "actions", state.actions, at)
    for action in actions:
        refused = book.ask("door", f"refusal({action!r})", state.refusal, action, **at)
        book.keep(
            "door",
            refused is None or refused is FAILED,
            f"actions() lists {action!r}, and refusal() refuses it: {refused!r}",
            **at,
        )
    return True


def _are_distinct(
    desk: Desk, promise: str, kind: str, items: list[Any], at: dict[str, Any]
) -> bool:
    for item in items:
        if desk.ledger.ask(promise, f"hashing {kind} {item!r}", hash, item, **at) is FAILED:
            return False
    twice = next((item for item in items if items.count(item) > 1), None) if len(
        set(items)
    ) < len(items) else None  # fmt: skip
    desk.ledger.keep(
        promise, len(set(items)) == len(items), f"{kind} {twice!r} is listed twice", **at
    )
    if len(desk.pool) < 60:
        desk.pool.update(dict.fromkeys(items[:12]))
    return True


def _stays(
    desk: Desk, state: State[Any], promise: str, question: Callable[[], Any], at: dict[str, Any]
) -> None:
    # A list that the state still holds could be changed by whoever asked for it.
    given = question()
    if not isinstance(given, list):
        return
    before = list(given)
    given.clear()
    after = list(question())
    given[:] = before
    desk.ledger.keep(
        "immutable",
        after == before,
        f"{promise}() hands out a list of the state's own: emptying it changes the state",
        **at,
    )

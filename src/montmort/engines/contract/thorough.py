"""Some positions, thoroughly: the door, what leaving a position changes, words for actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.compiled import CompiledState
from ...core.errors import IllegalActionError
from ...core.game import CHANCE, OVER, State
from .ledger import FAILED, Where, place
from .strangers import is_number, strangers_to

if TYPE_CHECKING:
    from .desk import Desk

__all__ = ["inspect_changes", "inspect_door", "inspect_words"]


def inspect_door(desk: Desk, state: State[Any], where: Where) -> None:
    """Try wrong actions at the door."""
    book, at = desk.ledger, place(state, where)
    actor = state.actor
    compiled = isinstance(state, CompiledState)
    if actor == CHANCE:
        found = desk.listed(state)
        if found is None:
            return
        right = {outcome for outcome, _ in found}
    else:
        right = set(state.actions()) if actor >= 0 else set()
    wrong = [item for item in strangers_to(list(right), list(desk.pool)) if item not in right]
    before = snapshot(desk, state)
    for item in wrong:
        refused = book.ask("door", f"refusal({item!r})", state.refusal, item, **at)
        if refused is FAILED:
            continue
        if refused is None and actor >= 0 and not desk.game.lists_all:
            _is_played(desk, state, item, at)
            continue
        book.keep(
            "door",
            refused is not None,
            f"{item!r} is not among the {'outcomes' if actor == CHANCE else 'actions'}, "
            "and the door lets it pass",
            **at,
        )
        book.keep(
            "door",
            refused is None or (isinstance(refused, str) and refused.strip()),
            f"refusal({item!r}) is {refused!r}: a refusal is a sentence",
            **at,
        )
        if compiled and refused is not None:
            _is_stopped(desk, state, item, at)
    book.keep("door", snapshot(desk, state) == before, "refusing actions changed the state", **at)


def _is_played(desk: Desk, state: State[Any], item: Any, at: dict[str, Any]) -> None:
    # The game says that it lists some actions only: this is one of the others.
    book = desk.ledger
    next_ = book.ask(
        "door", f"the door lets {item!r} pass, and after() of it", state.after, item, **at
    )
    if next_ is FAILED:
        return
    actor = book.ask("door", f"after {item!r}, actor", lambda: next_.actor, **at)
    book.keep(
        "door",
        actor is FAILED or OVER <= actor < desk.players,
        f"the door lets {item!r} pass, and then the actor is {actor!r}",
        **at,
    )


def _is_stopped(desk: Desk, state: State[Any], item: Any, at: dict[str, Any]) -> None:
    try:
        state.after(item)
    except IllegalActionError:
        stopped = True
    except Exception as error:
        stopped = False
        desk.ledger.remark(f"after({item!r}) raised {type(error).__name__}: {error}")
    else:
        stopped = False
    desk.ledger.keep(
        "door", stopped, f"after({item!r}) does not refuse what the door refuses", **at
    )


def inspect_changes(desk: Desk, state: State[Any], where: Where) -> None:
    """See that leaving a state, and asking it everything, leaves it as it was."""
    book, at = desk.ledger, place(state, where)
    before = snapshot(desk, state)
    actor = state.actor
    if actor == OVER:
        moves: list[Any] = []
    elif actor == CHANCE:
        moves = [outcome for outcome, _ in (desk.listed(state) or [])[:6]]
    else:
        moves = list(state.actions())[:8]
    for move in moves:
        next_ = book.ask(
            "actions" if actor >= 0 else "chances", f"after({move!r})", state.after, move, **at
        )
        if next_ is FAILED:
            continue
        book.keep("immutable", next_ is not state, f"after({move!r}) gives the same object", **at)
        if not book.keep(
            "immutable",
            snapshot(desk, state) == before,
            f"after({move!r}) changed the state that it was asked of",
            **at,
        ):
            return
        again = book.ask("actions", f"after({move!r}) again", state.after, move, **at)
        same = again is FAILED or _same(next_, again)
        book.keep(
            "equality",
            same,
            f"after({move!r}), asked twice, gives two states that are not equal",
            **at,
        )
    state.key(), state.decided(), state.standing()
    book.keep("immutable", snapshot(desk, state) == before, "asking changed the state", **at)


def inspect_words(desk: Desk, state: State[Any], where: Where) -> None:
    """See that actions have words and promises."""
    book, at = desk.ledger, place(state, where)
    actor = state.actor
    if actor == OVER:
        return
    if actor == CHANCE:
        moves = [outcome for outcome, _ in (desk.listed(state) or [])[:8]]
    else:
        moves = list(state.actions())[:16]
    for move in moves:
        text = book.ask("words", f"describe({move!r})", state.describe, move, **at)
        book.keep(
            "words",
            text is FAILED or (isinstance(text, str) and text.strip()),
            f"describe({move!r}) is {text!r}: it must be text",
            **at,
        )
        if actor >= 0:
            value = book.ask("hints", f"promise({move!r})", state.promise, move, **at)
            book.keep(
                "hints",
                value is FAILED or is_number(value),
                f"promise({move!r}) is {value!r}: it must be a finite number",
                **at,
            )


def snapshot(desk: Desk, state: State[Any]) -> Any:
    try:
        return repr(state), hash(state), desk.answer(state)
    except Exception as error:
        return type(error).__name__


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other and hash(one) == hash(other))
    except TypeError:
        return True  # that it can't be hashed is said elsewhere

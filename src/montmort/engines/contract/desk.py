"""One position at a time: the questions that every position must answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.compiled import CompiledState
from ...core.errors import IllegalActionError, InputError
from ...core.game import CHANCE, OVER, Game, State
from .ledger import FAILED, Ledger, Where, place

__all__ = ["Desk", "is_number", "strangers_to"]

LONG, HUGE = 100, 3_000
"""Lists of chances that are longer cost time: they are asked for less often, or twice."""


class Desk:
    """Inspects positions of one game, and remembers what they answered."""

    def __init__(self, game: Game, ledger: Ledger) -> None:
        self.game, self.ledger = game, ledger
        self.players = game.players
        self.pool: dict[Hashable, None] = {}
        """Actions and outcomes seen anywhere: most are wrong elsewhere."""
        self.answers: dict[Any, tuple[Any, Where]] = {}
        """What each state answered when it was first met."""
        self.by_view: dict[tuple[int, Any], tuple[Any, Any, Where]] = {}
        """The first state in which a player saw something, with her actions if she acts."""
        self.long: set[Any] = set()
        """The states whose list of chances is long."""
        self._budget, self._huge = 40_000, 0

    # -- asking ------------------------------------------------------------------

    def listed(self, state: State[Any]) -> list[tuple[Any, int]] | None:
        """The outcomes of chance, or ``None`` where they are not listed (or too long).

        Long lists are asked for again and again only until they have cost enough.
        """
        if (self._huge >= 2) or (self._budget <= 0 and state in self.long):
            self.long.add(state)
            return None
        try:
            found = list(state.chances())
        except InputError as error:
            self.ledger.remark(f"chance is only sampled somewhere, never listed: {error}")
            return None
        if len(found) > LONG:
            self.long.add(state)
            self._budget -= len(found)
            self._huge += len(found) > HUGE
        return found

    def answer(self, state: State[Any]) -> tuple[Any, ...]:
        """Everything that a position answers, to be compared."""
        actor = state.actor
        inside: Any = None
        if actor == OVER:
            inside = tuple(state.payoffs())
        elif actor == CHANCE:
            found = None if state in self.long else self.listed(state)
            inside = tuple(found) if found is not None and len(found) <= LONG else None
        else:
            inside = (tuple(state.actions()), state.decision())
        standing = state.standing()
        views = tuple(state.view(p) for p in range(self.players))
        return actor, inside, None if standing is None else tuple(standing), views

    # -- every position ----------------------------------------------------------

    def inspect(self, state: State[Any], where: Where) -> bool:
        """Check what every position must keep; False where it can't be gone on with."""
        book = self.ledger
        at = place(state, where)
        if not self._is_value(state, where):
            return False
        actor = book.ask("actor", "actor", lambda: state.actor, **at)
        if actor is FAILED:
            return False
        if not book.keep(
            "actor",
            isinstance(actor, (int, np.integer)) and OVER <= actor < self.players,
            f"the actor is {actor!r}: it must be a player from 0 to {self.players - 1}, "
            f"CHANCE (-1) or OVER (-2)",
            **at,
        ):
            return False
        if actor == OVER:
            fine = self._check_payoffs(state, where)
        elif actor == CHANCE:
            fine = self._check_chances(state, where)
        else:
            fine = self._check_actions(state, where)
        self._check_views(state, int(actor), where)
        self._check_hints(state, where)
        self.compare(state, where)
        return fine

    def _is_value(self, state: State[Any], where: Where) -> bool:
        book, at = self.ledger, place(state, where)
        if not book.keep("equality", isinstance(state, State), f"{state!r} is not a State", **at):
            return False
        if book.ask("equality", "hashing a state", hash, state, **at) is FAILED:
            return False
        parameters = getattr(type(state), "__dataclass_params__", None)
        book.keep(
            "immutable",
            not is_dataclass(state) or parameters is None or parameters.frozen,
            f"{type(state).__name__} is a dataclass that is not frozen: "
            "write @dataclass(frozen=True)",
            **at,
        )
        return True

    def _check_payoffs(self, state: State[Any], where: Where) -> bool:
        book, at = self.ledger, place(state, where)
        found = book.ask("payoffs", "payoffs()", state.payoffs, **at)
        if found is FAILED:
            return False
        values = list(found)
        book.keep(
            "payoffs",
            len(values) == self.players,
            f"payoffs() gives {len(values)} numbers for {self.players} players",
            **at,
        )
        for value in values:
            book.keep(
                "payoffs", is_number(value), f"a payoff is {value!r}: not a finite number", **at
            )
        book.keep(
            "payoffs",
            list(state.payoffs()) == values or any(value != value for value in values),
            "payoffs() gives other numbers when asked again",
            **at,
        )
        return True

    def _check_chances(self, state: State[Any], where: Where) -> bool:
        book, at = self.ledger, place(state, where)
        found = book.ask("chances", "chances()", self.listed, state, **at)
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
        if not self._are_distinct("chances", "outcome", outcomes, at):
            return False
        again = self.listed(state)
        if again is not None:
            book.keep(
                "chances",
                again == found,
                "chances() gives another list when asked again",
                **at,
            )
            if len(found) <= LONG:
                self._stays(state, "chances", state.chances, at)
        return True

    def _check_actions(self, state: State[Any], where: Where) -> bool:
        book, at = self.ledger, place(state, where)
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
        if not self._are_distinct("actions", "action", actions, at):
            return False
        book.keep(
            "actions",
            list(state.actions()) == actions,
            lambda: f"actions() gives {list(state.actions())} when asked again, not {actions}",
            **at,
        )
        self._stays(state, "actions", state.actions, at)
        for action in actions:
            refused = book.ask("door", f"refusal({action!r})", state.refusal, action, **at)
            book.keep(
                "door",
                refused is None or refused is FAILED,
                f"actions() lists {action!r}, and refusal() refuses it: {refused!r}",
                **at,
            )
        return True

    def _are_distinct(self, promise: str, kind: str, items: list[Any], at: dict[str, Any]) -> bool:
        for item in items:
            if self.ledger.ask(promise, f"hashing {kind} {item!r}", hash, item, **at) is FAILED:
                return False
        twice = next((item for item in items if items.count(item) > 1), None) if len(
            set(items)
        ) < len(items) else None  # fmt: skip
        self.ledger.keep(
            promise, len(set(items)) == len(items), f"{kind} {twice!r} is listed twice", **at
        )
        if len(self.pool) < 60:
            self.pool.update(dict.fromkeys(items[:12]))
        return True

    def _stays(
        self, state: State[Any], promise: str, question: Callable[[], Any], at: dict[str, Any]
    ) -> None:
        # A list that the state still holds could be changed by whoever asked for it.
        given = question()
        if not isinstance(given, list):
            return
        before = list(given)
        given.clear()
        after = list(question())
        given[:] = before
        self.ledger.keep(
            "immutable",
            after == before,
            f"{promise}() hands out a list of the state's own: emptying it changes the state",
            **at,
        )

    def _check_views(self, state: State[Any], actor: int, where: Where) -> None:
        book, at = self.ledger, place(state, where)
        for player in range(self.players):
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
            first = self.by_view.setdefault((player, view), (state, actions, where))
            other, others, there = first
            if not self.game.hidden:
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
                self.by_view[player, view] = (state, actions, where)
            if isinstance(state, CompiledState):
                self._is_own(state, view, at)

    def _is_own(self, state: CompiledState, view: Any, at: dict[str, Any]) -> None:
        before = state.record.pack()
        memory = view.memory.view(np.uint8).reshape(-1)
        kept = memory.copy()
        memory[:] = 0x5A
        self.ledger.keep(
            "view",
            state.record.pack() == before,
            "a view shares memory with the state: writing into it changes the state",
            **at,
        )
        memory[:] = kept

    def _check_hints(self, state: State[Any], where: Where) -> None:
        book, at = self.ledger, place(state, where)
        standing = book.ask("hints", "standing()", state.standing, **at)
        if standing is not FAILED and standing is not None:
            book.keep(
                "hints",
                len(standing) == self.players and all(is_number(x) for x in standing),
                f"standing() is {standing!r}: it must be None or one finite number a player",
                **at,
            )
        decided = book.ask("decided", "decided()", state.decided, **at)
        if decided is not FAILED and decided is not None:
            book.keep(
                "decided",
                len(decided) == self.players and all(is_number(x) for x in decided),
                f"decided() is {decided!r}: it must be None or one finite number a player",
                **at,
            )
        if state.actor < 0:
            return
        decision = book.ask("hints", "decision()", state.decision, **at)
        count = len(self.game.decisions)
        book.keep(
            "hints",
            decision is FAILED or decision in range(count),
            f"decision() is {decision!r}: it must be from 0 to {count - 1}, "
            f"an index into {self.game.decisions}",
            **at,
        )

    def compare(self, state: State[Any], where: Where) -> None:
        """Compare a state's answers with those of the first one that equals it."""
        book, at = self.ledger, place(state, where)
        answer = book.ask("equality", "asking a state everything", self.answer, state, **at)
        if answer is FAILED:
            return
        known, there = self.answers.setdefault(state, (answer, where))
        if there is where:
            return
        asked = ("actor", "actions, chances or payoffs", "standing", "views")
        for name, now, before in zip(asked, answer, known, strict=True):
            book.keep(
                "equality",
                now == before or (name.startswith("actions") and None in (now, before)),
                lambda name=name, now=now, before=before: (  # type: ignore[misc]
                    f"this state equals the one {there}, but differs in its {name}: "
                    f"{now!r:.120} here, {before!r:.120} there"
                ),
                **at,
            )

    # -- some positions, thoroughly ------------------------------------------------

    def inspect_door(self, state: State[Any], where: Where) -> None:
        """Try wrong actions at the door."""
        book, at = self.ledger, place(state, where)
        actor = state.actor
        compiled = isinstance(state, CompiledState)
        if actor == CHANCE:
            found = self.listed(state)
            if found is None:
                return
            right = {outcome for outcome, _ in found}
        else:
            right = set(state.actions()) if actor >= 0 else set()
        wrong = [item for item in strangers_to(list(right), list(self.pool)) if item not in right]
        before = self._snapshot(state)
        for item in wrong:
            refused = book.ask("door", f"refusal({item!r})", state.refusal, item, **at)
            if refused is FAILED:
                continue
            if refused is None and actor >= 0 and not self.game.lists_all:
                self._is_played(state, item, at)
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
                self._is_stopped(state, item, at)
        book.keep(
            "door", self._snapshot(state) == before, "refusing actions changed the state", **at
        )

    def _is_played(self, state: State[Any], item: Any, at: dict[str, Any]) -> None:
        # The game says that it lists some actions only: this is one of the others.
        book = self.ledger
        next_ = book.ask(
            "door", f"the door lets {item!r} pass, and after() of it", state.after, item, **at
        )
        if next_ is FAILED:
            return
        actor = book.ask("door", f"after {item!r}, actor", lambda: next_.actor, **at)
        book.keep(
            "door",
            actor is FAILED or OVER <= actor < self.players,
            f"the door lets {item!r} pass, and then the actor is {actor!r}",
            **at,
        )

    def _is_stopped(self, state: State[Any], item: Any, at: dict[str, Any]) -> None:
        try:
            state.after(item)
        except IllegalActionError:
            stopped = True
        except Exception as error:
            stopped = False
            self.ledger.remark(f"after({item!r}) raised {type(error).__name__}: {error}")
        else:
            stopped = False
        self.ledger.keep(
            "door", stopped, f"after({item!r}) does not refuse what the door refuses", **at
        )

    def inspect_changes(self, state: State[Any], where: Where) -> None:
        """See that leaving a state, and asking it everything, leaves it as it was."""
        book, at = self.ledger, place(state, where)
        before = self._snapshot(state)
        actor = state.actor
        if actor == OVER:
            moves: list[Any] = []
        elif actor == CHANCE:
            moves = [outcome for outcome, _ in (self.listed(state) or [])[:6]]
        else:
            moves = list(state.actions())[:8]
        for move in moves:
            next_ = book.ask(
                "actions" if actor >= 0 else "chances", f"after({move!r})", state.after, move, **at
            )
            if next_ is FAILED:
                continue
            book.keep(
                "immutable", next_ is not state, f"after({move!r}) gives the same object", **at
            )
            if not book.keep(
                "immutable",
                self._snapshot(state) == before,
                f"after({move!r}) changed the state that it was asked of",
                **at,
            ):
                return
            again = book.ask("actions", f"after({move!r}) again", state.after, move, **at)
            same = again is FAILED or self._same(next_, again)
            book.keep(
                "equality",
                same,
                f"after({move!r}), asked twice, gives two states that are not equal",
                **at,
            )
        state.key(), state.decided(), state.standing()
        book.keep("immutable", self._snapshot(state) == before, "asking changed the state", **at)

    def inspect_words(self, state: State[Any], where: Where) -> None:
        """See that actions have words and promises."""
        book, at = self.ledger, place(state, where)
        actor = state.actor
        if actor == OVER:
            return
        if actor == CHANCE:
            moves = [outcome for outcome, _ in (self.listed(state) or [])[:8]]
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

    def _snapshot(self, state: State[Any]) -> Any:
        try:
            return repr(state), hash(state), self.answer(state)
        except Exception as error:
            return type(error).__name__

    @staticmethod
    def _same(one: Any, other: Any) -> bool:
        try:
            return bool(one == other and hash(one) == hash(other))
        except TypeError:
            return True  # that it can't be hashed is said elsewhere


def is_number(value: Any) -> bool:
    """Say whether something is a finite number.

    >>> is_number(Fraction(1, 3)), is_number(float("nan")), is_number("1"), is_number(True)
    (True, False, False, False)
    """
    if isinstance(value, (bool, np.bool_)):
        return False
    if isinstance(value, (float, np.floating)):
        return math.isfinite(value)
    return isinstance(value, (int, np.integer, Fraction))


def strangers_to(actions: Sequence[Any], pool: Sequence[Any] = ()) -> list[Any]:
    """Think of things that are hardly actions: neighbours, huge, negative, of wrong types.

    >>> 3 in strangers_to([0, 1, 2]), (0, 2) in strangers_to([(0, 1)])
    (True, True)
    """
    found: list[Any] = [None, 1.5, "", "no such action", (), (0, 0, 0, 0, 0, 0, 0), b"x"]
    found += [-1, -2, 10**6, 2**31, 2**40, -(2**63), 2**63 - 1, 2**63, -(2**70)]
    sample = list(actions[:3]) + list(actions[-3:])
    for action in sample:
        if isinstance(action, (int, np.integer)):
            found += [int(action) - 1, int(action) + 1, -int(action) - 1, str(action)]
            found += [int(action) + (1 << bits) for bits in (8, 16, 32)]
        elif isinstance(action, str):
            found += [action + action, action + " ", action.swapcase(), action[:-1]]
        elif isinstance(action, tuple):
            for i, item in enumerate(action):
                if isinstance(item, (int, np.integer)):
                    found += [
                        (*action[:i], int(item) + step, *action[i + 1 :])
                        for step in (-1, 1, 10**6, -(10**6))
                    ]
            found += [action[:-1], (*action, 0)]
    found += list(pool)
    kept: list[Any] = []
    for item in found:
        if not any(type(item) is type(other) and item == other for other in kept):
            kept.append(item)
    return kept

"""One position at a time: the questions that every position must answer."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, State
from . import lists, shown
from .ledger import FAILED, Ledger, Where, place
from .lists import LONG

__all__ = ["Desk"]

HUGE = 3_000
"""Lists of chances that are longer are asked for twice and no more."""


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
            fine = lists.check_payoffs(self, state, where)
        elif actor == CHANCE:
            fine = lists.check_chances(self, state, where)
        else:
            fine = lists.check_actions(self, state, where)
        shown.check_views(self, state, int(actor), where)
        shown.check_hints(self, state, where)
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

"""The answer to who wins, as ``montmort solve`` gives it: N, P or D, and the best moves."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.game import Game
from ...core.results import Table
from ..solution import Behaviour, Solution
from .labels import LIMIT, label_graph
from .plain import outcome_of

__all__ = ["OutcomeSolution", "solve_outcome"]

_MEANINGS = {
    "N": "the player to move wins",
    "P": "the player to move loses",
    "D": "neither player can be kept from a draw",
}


@dataclass(frozen=True)
class OutcomeSolution(Solution):
    """A solution of a game that is won, lost or drawn.

    ``value`` is 1 for a win, 0 for a draw and -1 for a loss of each player.
    """

    outcome: str = "D"
    """N: the player to move wins; P: the other one does; D: neither."""
    best: tuple[str, ...] = ()
    """All moves that win, or at D all that draw, as the game describes them."""
    moves: int | None = None
    """Where it was found: how many moves the game lasts if the winner hurries."""

    def as_dict(self) -> dict[str, Any]:
        """Return outcome and best moves, then what every solution has."""
        return {
            "outcome": self.outcome,
            "best": list(self.best),
            "moves_to_the_end": self.moves,
            **super().as_dict(),
        }

    def tables(self) -> list[Table]:
        """Return the type with the best moves, then the values."""
        rows: list[tuple[Any, ...]] = [("type", f"{self.outcome}: {_MEANINGS[self.outcome]}")]
        if self.best:
            words = {"N": "winning moves", "D": "drawing moves"}[self.outcome]
            rows.append((words, ", ".join(self.best)))
        if self.moves is not None:
            rows.append(("moves to the end", self.moves))
        return [Table(f"{self.game}: who wins", ("", ""), tuple(rows)), *super().tables()[:1]]


def solve_outcome(game: Game, *, limit: int = LIMIT, loops: bool = False) -> OutcomeSolution:
    """Solve a game of two players without chance in which nothing is hidden, loops or not.

    A position may come back: play without end is then a draw. Where the search meets
    such a position, or is told that there are (``loops``), all are labelled, and every
    label is checked against those of its children. Hidden cards, chance, another number
    of players and more than ``limit`` positions are each an ``InputError``.

    >>> from dataclasses import dataclass
    >>> from montmort import OVER, Rules, State, setting
    >>> @dataclass(frozen=True)
    ... class Walk(State):  # step on, or step back; who steps on 3 wins
    ...     at: int = 0
    ...     turn: int = 0
    ...     @property
    ...     def actor(self): return self.turn if self.at < 3 else OVER
    ...     def actions(self): return (1, -1) if self.at else (1,)
    ...     def after(self, step): return Walk(self.at + step, 1 - self.turn)
    ...     def payoffs(self): return (1, -1) if self.turn else (-1, 1)
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Two(Rules):
    ...     players: int = setting(2, "number of players", low=2, high=2)
    >>> class Path(Game):
    ...     Rules = Two
    ...     def start(self): return Walk()
    >>> found = solve_outcome(Path())
    >>> found.outcome, found.best, found.method
    ('D', ('1',), 'retrograde labels')
    """
    start = game.start()
    found = outcome_of(game, limit=limit)
    certificate: dict[str, Any] = {"positions": found.positions}
    moves, labels, method = None, found.labels, found.method
    if labels is None and loops:
        with contextlib.suppress(InputError):  # too many to label them all
            labels = label_graph(start, limit=limit)
    if labels is not None:
        method = "retrograde labels"
        certificate["positions"] = len(labels.states)
        certificate["labels_that_do_not_follow"] = labels.faults()
        moves = labels.length(start)
    actor = start.actor
    value = {"N": 1, "P": -1, "D": 0}[found.type] * (1 if actor <= 0 else -1)
    strategies: list[tuple[Behaviour, ...]] = [(), ()]
    if found.best:
        chances = [Fraction(i == 0) for i in range(len(found.best))]
        strategies[actor] = (Behaviour.of("the start", start, found.best, chances),)
    remarks = ["values are 1 for a win, 0 for a draw and -1 for a loss"]
    if loops or labels is not None:
        remarks.append("a position can come back: play without end is a draw")
    return OutcomeSolution(
        game.name,
        game.rules.as_dict(),
        method,
        True,
        (value, -value),
        certificate,
        tuple(strategies),
        remarks=tuple(remarks),
        outcome=found.type,
        best=tuple(start.describe(action) for action in found.best),
        moves=moves,
    )

"""Backward induction (Zermelo 1913; Kuhn 1953), each position once, in exact fractions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, Number, State
from ..sequence.tree import exact_number
from ..solution import Behaviour, Solution

__all__ = ["InductionError", "LoopError", "solve_induction"]

Values = tuple[Number, ...]


class InductionError(InputError):
    """The game has loops, or is too large: another engine may still be for it."""


class LoopError(InductionError):
    """A position can come back."""


class _Position:
    """A position on the way: what is known of it, and where its children lead."""

    __slots__ = ("actor", "children", "key", "place", "weights")

    def __init__(
        self, key: Hashable, actor: int, children: list[Hashable], weights: list[int]
    ) -> None:
        self.key, self.actor, self.children, self.weights = key, actor, children, weights
        self.place = 0


def solve_induction(game: Game, *, limit: int = 3_000_000) -> Solution:
    """Solve a game of perfect information, for any number of players.

    Positions with the same ``key()`` are solved once. With more than two players (or
    payoffs that don't add up to a constant) the values are those of one subgame-perfect
    equilibrium, in which a player who is indifferent takes the first of her best
    actions; the notes say whether another choice gives other values.

    A game in which a position comes back, more than ``limit`` positions, and a view
    that hides something from the player to act are each an ``InputError``.
    """
    players = game.players
    start = game.start()
    solver = _Solver(game, limit)
    root = solver.run(start)
    actor, best, words = start.actor, [], []
    strategies: list[tuple[Behaviour, ...]] = [()] * players
    if actor >= 0:
        actions = list(start.actions())
        results = [solver.values[start.after(action).key()] for action in actions]
        top = max(result[actor] for result in results)
        best = [a for a, result in zip(actions, results, strict=True) if result[actor] == top]
        words = [start.describe(a) for a in best]
        first = next(i for i, result in enumerate(results) if result[actor] == top)
        chances = [Fraction(i == first) for i in range(len(actions))]
        strategies[actor] = (Behaviour.of("the start", start, actions, chances),)
    certificate: dict[str, Any] = {
        "positions": len(solver.values),
        "one_move_deviations_that_gain": solver.check(),
    }
    if best:
        certificate["best_first_actions"] = words
    remarks = []
    if not solver.unique:
        remarks.append(
            "a player is indifferent somewhere between actions that matter to the others: "
            "this is one equilibrium of several, and its values depend on that choice"
        )
    return Solution(
        game.name,
        game.rules.as_dict(),
        "backward induction",
        True,
        root,
        certificate,
        tuple(strategies),
        remarks=tuple(remarks),
    )


class _Solver:
    def __init__(self, game: Game, limit: int) -> None:
        self.game, self.limit, self.players = game, limit, game.players
        self.values: dict[Hashable, Values] = {}
        self.moves: dict[Hashable, tuple[int, list[Hashable], list[int]]] = {}
        self.unique = True
        self.views: dict[tuple[int, Hashable], Hashable] = {}

    def pay(self, payoffs: Sequence[Number]) -> Values:
        if len(payoffs) != self.players:
            raise InputError(
                f"{self.game.name} pays {len(payoffs)} players "
                f"where {self.players} sit at the table"
            )
        return tuple(exact_number(value) for value in payoffs)

    def run(self, start: State[Any]) -> Values:
        """Solve a position and all that follow it, without recursion."""
        root = start.key()
        stack: list[tuple[_Position, list[State[Any]]]] = []
        open_keys: set[Hashable] = set()
        self.open(start, root, stack, open_keys)
        while stack:
            position, states = stack[-1]
            if position.place < len(states):
                state = states[position.place]
                key = position.children[position.place]
                position.place += 1
                if key in self.values:
                    continue
                if key in open_keys:
                    raise LoopError(
                        f"{self.game.name} can come back to a position ({key!r}): backward "
                        "induction needs a game that always ends; try simulate or play"
                    )
                self.open(state, key, stack, open_keys)
            else:
                stack.pop()
                open_keys.discard(position.key)
                self.values[position.key] = self.settle(
                    position.actor, position.children, position.weights, True
                )
                self.moves[position.key] = (position.actor, position.children, position.weights)
        return self.values[root]

    def open(
        self,
        state: State[Any],
        key: Hashable,
        stack: list[tuple[_Position, list[State[Any]]]],
        open_keys: set[Hashable],
    ) -> None:
        if len(self.values) + len(stack) >= self.limit:
            raise InductionError(
                f"{self.game.name} has more than {self.limit:,} positions: "
                "too large to solve by induction; try simulate or play"
            )
        actor = state.actor
        if actor == OVER:
            self.values[key] = self.pay(state.payoffs())
            return
        decided = state.decided()
        if decided is not None:
            self.values[key] = self.pay(decided)
            return
        if actor == CHANCE:
            chances = state.chances()
            if not chances or min(w for _, w in chances) <= 0:
                raise InputError(f"{self.game.name} lists a chance without a positive weight")
            states = [state.after(outcome) for outcome, _ in chances]
            weights = [w for _, w in chances]
        else:
            if not 0 <= actor < self.players:
                raise InputError(
                    f"{self.game.name} lets {actor!r} act: players are 0 to {self.players - 1}"
                )
            actions = state.actions()
            if not actions:
                raise InputError(
                    f"{self.game.name} has a position without actions that is not over"
                )
            if type(state).view is not State.view:
                seen = self.views.setdefault((actor, state.view(actor)), state)
                if seen != state:
                    raise InputError(
                        f"{self.game.name} hides something: player {actor + 1} can't tell two "
                        "positions apart; say hidden = True in the game"
                    )
            states = [state.after(action) for action in actions]
            weights = []
        position = _Position(key, actor, [s.key() for s in states], weights)
        open_keys.add(key)
        stack.append((position, states))

    def settle(
        self, actor: int, children: Sequence[Hashable], weights: Sequence[int], watch: bool
    ) -> Values:
        """Return the values of a position from those of its children."""
        results = [self.values[child] for child in children]
        if actor == CHANCE:
            total = sum(weights)
            sums = [
                sum(w * result[p] for w, result in zip(weights, results, strict=True))
                for p in range(self.players)
            ]
            return tuple(
                Fraction(s, total) if isinstance(s, int) else Fraction(s) / total for s in sums
            )
        best = results[0]
        for result in results:
            if result[actor] > best[actor]:
                best = result
        if watch and self.unique:
            self.unique = all(r == best for r in results if r[actor] == best[actor])
        return best

    def check(self) -> int:
        """Count the positions where another single move (or another mean) would be better."""
        return sum(
            self.settle(actor, children, weights, False) != self.values[key]
            for key, (actor, children, weights) in self.moves.items()
        )

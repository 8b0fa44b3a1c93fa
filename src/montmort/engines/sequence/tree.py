"""A game unfolded into flat lists: every position once for every way to reach it.

An information set is all positions that a player can't tell apart: those with the same
``view(player)``. Perfect recall (a player never forgets what she saw or did) is checked
while the tree grows.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, State

__all__ = ["InformationSet", "Tree", "exact_number", "unfold"]


@dataclass(frozen=True)
class InformationSet:
    """What a player knows at a decision, what she can do, and what she did before.

    Her sequences (what she has done so far: an information set and an action) are
    numbered; number 0 is to have done nothing yet. The actions here lead to the
    sequences from ``first`` on, in their order.
    """

    player: int
    view: Hashable
    actions: tuple[Any, ...]
    parent: int
    first: int
    state: State[Any] = field(compare=False, repr=False)
    """One of the positions that look like this."""


@dataclass(frozen=True)
class Tree:
    """A two-player game (or one player's, against nobody) in sequence form.

    ``payoffs`` maps a pair of sequences (first player's, second player's) to what the
    first player has there, weighted with chance, as ``{denominator: numerator}``.
    Sets are in the order of discovery: a set comes after those that lead to it.
    """

    sets: tuple[tuple[InformationSet, ...], ...]
    sequences: tuple[int, int]
    payoffs: dict[tuple[int, int], dict[int, int]]
    total: Fraction
    """What the payoffs of both players add up to."""
    positions: int
    terminals: int

    def matrix(self) -> dict[tuple[int, int], Fraction]:
        """Return the payoffs of the first player as fractions."""
        return {
            pair: sum((Fraction(n, d) for d, n in parts.items()), Fraction(0))
            for pair, parts in self.payoffs.items()
        }


def exact_number(value: Any) -> int | Fraction:
    """Read a payoff as an exact number; a float means the decimal that it prints as.

    >>> exact_number(0.1), exact_number(3)
    (Fraction(1, 10), 3)
    """
    if isinstance(value, (int, Fraction)):
        return value
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, int):
        return value
    try:
        return Fraction(repr(value))
    except ValueError:
        raise InputError(f"a payoff is {value!r}: it must be a finite number") from None


def unfold(game: Game, *, limit: int = 5_000_000) -> Tree:
    """Unfold a game for one or two players whose payoffs add up to a constant.

    A single player's opponent is nobody. More than ``limit`` positions, payoffs that
    don't add up, and imperfect recall are each an ``InputError``.
    """
    players = game.players
    if players > 2:
        raise InputError(f"{game.name} has {players} players: the sequence form is for two")
    known: list[dict[Hashable, int]] = [{}, {}]
    sets: list[list[InformationSet]] = [[], []]
    count = [1, 1]
    payoffs: dict[tuple[int, int], dict[int, int]] = {}
    total: Fraction | int | None = None
    positions = terminals = 0
    # What is still to be visited: position, sequences, probability as two integers, depth.
    stack: list[tuple[State[Any], int, int, int, int, int]] = [(game.start(), 0, 0, 1, 1, 0)]
    while stack:
        state, mine, yours, over, under, depth = stack.pop()
        positions += 1
        if positions > limit:
            raise InputError(
                f"{game.name} has more than {limit:,} positions: "
                "too large to list; try simulate or play"
            )
        if depth > game.max_moves:
            raise InputError(f"{game.name} has not ended after {game.max_moves:,} moves")
        actor = state.actor
        if actor == OVER:
            terminals += 1
            values = [exact_number(value) for value in state.payoffs()]
            if len(values) != players:
                raise InputError(
                    f"{game.name} pays {len(values)} players where {players} sit at the table"
                )
            together = sum(values) if players == 2 else 0
            if total is None:
                total = together
            elif together != total:
                raise InputError(
                    f"{game.name} is not zero-sum: the payoffs add up to {total} in one place "
                    f"and to {together} in another; try simulate or play"
                )
            value = values[0]
            if value:
                under *= value.denominator
                parts = payoffs.setdefault((mine, yours), {})
                parts[under] = parts.get(under, 0) + over * value.numerator
            continue
        if actor == CHANCE:
            chances = state.chances()
            weight = sum([w for _, w in chances])
            if not chances or min([w for _, w in chances]) <= 0:
                raise InputError(f"{game.name} lists a chance without a positive weight")
            under *= weight
            depth += 1
            for outcome, w in reversed(chances):
                stack.append((state.after(outcome), mine, yours, over * w, under, depth))
            continue
        if not 0 <= actor < players:
            raise InputError(f"{game.name} lets {actor!r} act: players are 0 to {players - 1}")
        actions = state.actions()
        if not actions:
            raise InputError(f"{game.name} has a position without actions that is not over")
        view = state.view(actor)
        parent = yours if actor else mine
        number = known[actor].get(view)
        if number is None:
            known[actor][view] = len(sets[actor])
            here = InformationSet(actor, view, tuple(actions), parent, count[actor], state)
            sets[actor].append(here)
            count[actor] += len(actions)
        else:
            here = sets[actor][number]
            if here.parent != parent:
                raise InputError(
                    f"{game.name} has imperfect recall: player {actor + 1} came to the view "
                    f"{view!r} in two ways that she had told apart before; "
                    "let view() hold what she saw and did"
                )
            if len(here.actions) != len(actions) or here.actions != tuple(actions):
                raise InputError(
                    f"{game.name} offers different actions in two positions that player "
                    f"{actor + 1} can't tell apart ({view!r})"
                )
        depth += 1
        step = here.first + len(actions) - 1
        for action in reversed(actions):
            if actor:
                stack.append((state.after(action), mine, step, over, under, depth))
            else:
                stack.append((state.after(action), step, yours, over, under, depth))
            step -= 1
    return Tree(
        (tuple(sets[0]), tuple(sets[1])),
        (count[0], count[1]),
        payoffs,
        Fraction(total or 0),
        positions,
        terminals,
    )

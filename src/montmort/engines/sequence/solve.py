"""The sequence form as a linear programme, solved exactly or in floating point."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.game import Game, Number
from ...exact.programmes import Programme, Relation, approximate, maximise
from ..solution import Behaviour, Solution
from .tree import InformationSet, Tree, unfold

__all__ = ["behaviours", "best_replies", "plan_of", "programme_of", "solve_sequence"]


def solve_sequence(game: Game, *, exact: bool = True, tree: Tree | None = None) -> Solution:
    """Solve a two-player zero-sum game of perfect recall (or a game for one).

    With ``exact`` the value is a fraction, and both strategies are proved optimal by
    their best replies; without it, HiGHS answers in floating point, and the same best
    replies give the duality gap: the value lies between what the two strategies secure.

    Imperfect recall, payoffs that don't add up and a tree too large to list are each an
    ``InputError``.
    """
    tree = tree or unfold(game)
    matrix = tree.matrix()
    programme, scale = programme_of(tree, matrix)
    plans: tuple[Sequence[Number], Sequence[Number]]
    if exact:
        found = maximise(programme)
        plans = found.primal[: tree.sequences[0]], found.dual[: tree.sequences[1]]
        low, high = best_replies(tree, matrix, plans)
        if low != high or found.value != low * scale:
            raise ArithmeticError(f"the strategies secure {low} and {high}: they are not optimal")
        certificate: dict[str, Any] = {
            "first_secures": low,
            "second_holds_to": high,
            "information_sets": [len(sets) for sets in tree.sets],
            "positions": tree.positions,
        }
        value: Number = low
        method = "sequence-form linear programme, basis solved exactly"
    else:
        guess = approximate(programme)
        if not guess.solved:
            raise InputError(f"the linear programme of {game.name} was not solved; try CFR+")
        plans = (
            plan_of(tree.sets[0], tree.sequences[0], guess.primal[: tree.sequences[0]]),
            plan_of(tree.sets[1], tree.sequences[1], guess.dual[: tree.sequences[1]]),
        )
        floats = {pair: float(a) for pair, a in matrix.items()}
        low, high = best_replies(tree, floats, plans)
        certificate = {
            "low": low,
            "high": high,
            "duality_gap": high - low,
            "information_sets": [len(sets) for sets in tree.sets],
            "positions": tree.positions,
        }
        value = (low + high) / 2
        method = "sequence-form linear programme in floating point"
    values = (value, tree.total - value if exact else float(tree.total) - value)
    return Solution(
        game.name,
        game.rules.as_dict(),
        method,
        exact,
        values[: game.players],
        certificate,
        tuple(behaviours(tree.sets[p], plans[p]) for p in range(game.players)),
    )


def programme_of(tree: Tree, matrix: Mapping[tuple[int, int], Fraction]) -> tuple[Programme, int]:
    """Write a tree as the first player's linear programme, and how far it is scaled.

    Variables: the weights of her sequences, then what the second player's best reply
    leaves at each of his information sets. One row for each of his sequences (the duals
    are the weights of an optimal plan of his), then her flow equations.
    """
    scale = math.lcm(*(a.denominator for a in matrix.values())) if matrix else 1
    own, other = tree.sequences
    base = own  # the variable of the root; set i of the second player is base + 1 + i
    rows: list[dict[int, int | Fraction]] = [{} for _ in range(other)]
    rows[0][base] = 1
    for i, item in enumerate(tree.sets[1]):
        for k in range(item.first, item.first + len(item.actions)):
            rows[k][base + 1 + i] = 1
        rows[item.parent][base + 1 + i] = -1
    for (mine, yours), a in matrix.items():
        if a:
            rows[yours][mine] = -(a.numerator * (scale // a.denominator))
    relations: list[Relation] = ["<="] * other
    bounds: list[int | Fraction] = [0] * other
    rows.append({0: 1})
    relations.append("=")
    bounds.append(1)
    for item in tree.sets[0]:
        flow: dict[int, int | Fraction] = {item.parent: -1}
        for k in range(item.first, item.first + len(item.actions)):
            flow[k] = 1
        rows.append(flow)
        relations.append("=")
        bounds.append(0)
    variables = own + 1 + len(tree.sets[1])
    free = frozenset(range(base, variables))
    return Programme(variables, {base: 1}, rows, relations, bounds, free), scale


def best_replies(
    tree: Tree,
    matrix: Mapping[tuple[int, int], Any],
    plans: tuple[Sequence[Any], Sequence[Any]],
) -> tuple[Any, Any]:
    """Return what each plan secures against a best reply, in the first player's payoff.

    The value of the game lies between the two; the arithmetic is that of the plans.
    """
    mine, yours = plans
    against_first: list[Any] = [0] * tree.sequences[1]
    against_second: list[Any] = [0] * tree.sequences[0]
    for (i, j), a in matrix.items():
        if mine[i]:
            against_first[j] += a * mine[i]
        if yours[j]:
            against_second[i] += a * yours[j]
    for gains, sets, choose in (
        (against_first, tree.sets[1], min),
        (against_second, tree.sets[0], max),
    ):
        for item in reversed(sets):
            best = choose(gains[item.first : item.first + len(item.actions)])
            gains[item.parent] += best
    return against_first[0], against_second[0]


def plan_of(
    sets: Sequence[InformationSet], sequences: int, weights: Sequence[float]
) -> list[float]:
    """Turn approximate weights of sequences into a plan that a player can follow."""
    plan = [0.0] * sequences
    plan[0] = 1.0
    for item in sets:
        end = item.first + len(item.actions)
        parts = [max(0.0, w) for w in weights[item.first : end]]
        total = sum(parts)
        for k, part in enumerate(parts):
            share = part / total if total > 0 else 1 / len(parts)
            plan[item.first + k] = plan[item.parent] * share
    return plan


def behaviours(sets: Sequence[InformationSet], plan: Sequence[Number]) -> tuple[Behaviour, ...]:
    """Read the probabilities of actions off a plan, where the plan itself comes at all.

    Information sets that the plan never reaches are left out: nothing there matters
    for what the plan secures.
    """
    answer = []
    for item in sets:
        reached = plan[item.parent]
        if reached:
            weights = plan[item.first : item.first + len(item.actions)]
            chances = [w / reached for w in weights]
            answer.append(Behaviour.of(item.view, item.state, item.actions, chances))
    return tuple(answer)

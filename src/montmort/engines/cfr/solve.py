"""CFR+ on the sequence form: each iteration is a few passes over flat arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.errors import InputError
from ...core.game import Game
from ..sequence.solve import behaviours
from ..sequence.tree import InformationSet, Tree, unfold
from ..solution import Solution
from . import kernel

__all__ = ["Learner", "solve_cfr"]

Floats = npt.NDArray[np.float64]


def solve_cfr(
    game: Game,
    *,
    exploitability: float = 1e-6,
    iterations: int = 1_000_000,
    tree: Tree | None = None,
) -> Solution:
    """Approach the value of a two-player zero-sum game until little can be exploited.

    Exploitability is what a best reply gains against the two strategies, half of it a
    player (the usual definition: half the distance between what the two secure). It
    stops at ``exploitability`` or after so many ``iterations``; the value then lies
    between ``low`` and ``high``, up to rounding.
    """
    if not exploitability > 0:
        raise InputError(f"exploitability is {exploitability}: it must be above 0")
    if iterations < 1:
        raise InputError(f"iterations is {iterations}: it must be at least 1")
    tree = tree or unfold(game)
    learner = Learner(tree)
    step = 16
    while True:
        learner.run(min(step, iterations - learner.iterations))
        low, high = learner.secured()
        if (high - low) / 2 <= exploitability or learner.iterations >= iterations:
            break
        step = min(2 * step, 4096)
    value = (low + high) / 2
    values = (value, float(tree.total) - value)
    remarks: tuple[str, ...] = ()
    if (high - low) / 2 > exploitability:
        remarks = (
            f"stopped after {learner.iterations:,} iterations, before the exploitability of "
            f"{exploitability:g} that was asked for",
        )
    return Solution(
        game.name,
        game.rules.as_dict(),
        "CFR+",
        False,
        values[: game.players],
        {
            "low": low,
            "high": high,
            "exploitability": (high - low) / 2,
            "iterations": learner.iterations,
            "information_sets": [len(sets) for sets in tree.sets],
            "positions": tree.positions,
        },
        tuple(behaviours(tree.sets[p], learner.average(p).tolist()) for p in range(game.players)),
        remarks=remarks,
    )


class Learner:
    """Two players who learn against each other; their average strategies approach the optimum.

    >>> from montmort.engines.sequence.tree import Tree
    >>> learner = Learner(Tree(((), ()), (1, 1), {(0, 0): {1: 1}}, 0, 1, 1))
    >>> learner.run(2)
    >>> learner.secured()
    (1.0, 1.0)
    """

    def __init__(self, tree: Tree) -> None:
        matrix = tree.matrix()
        pairs = sorted(matrix)
        self.first = np.array([i for i, _ in pairs], dtype=np.int64)
        self.second = np.array([j for _, j in pairs], dtype=np.int64)
        self.gains = np.array([float(matrix[pair]) for pair in pairs], dtype=np.float64)
        self.shapes = tuple(_shape(sets) for sets in tree.sets)
        self.regrets = tuple(np.zeros(n) for n in tree.sequences)
        self.plans = tuple(
            _uniform(sets, n) for sets, n in zip(tree.sets, tree.sequences, strict=True)
        )
        self.sums = tuple(np.zeros(n) for n in tree.sequences)
        self.iterations = 0

    def run(self, count: int) -> None:
        """Make ``count`` iterations; both players learn in each, one after the other."""
        _compiled("iterate")(
            self.first, self.second, self.gains, *self.shapes[0], *self.shapes[1],
            *self.regrets, *self.plans, *self.sums, self.iterations, count,
        )  # fmt: skip
        self.iterations += count

    def average(self, player: int) -> Floats:
        """Return a player's average plan: the weight of each of her sequences."""
        sums = self.sums[player]
        average: Floats = sums / sums[0]
        return average

    def secured(self) -> tuple[float, float]:
        """Return what the two average strategies secure against best replies."""
        low, high = _compiled("secured")(
            self.first, self.second, self.gains, *self.shapes[0], *self.shapes[1],
            self.average(0), self.average(1),
        )  # fmt: skip
        return float(low), float(high)


def _shape(sets: Sequence[InformationSet]) -> tuple[npt.NDArray[np.int64], ...]:
    """Return for each information set its parent sequence, its first one, and their number."""
    return (
        np.array([item.parent for item in sets], dtype=np.int64),
        np.array([item.first for item in sets], dtype=np.int64),
        np.array([len(item.actions) for item in sets], dtype=np.int64),
    )


def _uniform(sets: Sequence[InformationSet], sequences: int) -> Floats:
    plan = np.ones(sequences)
    for item in sets:
        end = item.first + len(item.actions)
        plan[item.first : end] = plan[item.parent] / len(item.actions)
    return plan


@cache
def _compiled(name: str) -> Callable[..., Any]:
    """Compile a pass of the kernel, which uses nothing outside its own file."""
    from numba import njit

    function = getattr(kernel, name)
    try:
        compiled: Callable[..., Any] = njit(cache=True)(function)
    except RuntimeError:  # nowhere to keep what was compiled
        compiled = njit(function)
    return compiled

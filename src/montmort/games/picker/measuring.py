"""Playing tables of Picker and following one strategy, game by game, to compare variants.

Two variants that are played with the same seed meet the same dice and the same seats
(common random numbers), so that the mean of the differences game by game is far more
exact than the difference of the means.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.results import Estimate
from ...core.strategy import Strategy
from ...engines.tournament import parse, play_tables, set_table
from ...statistics import intervals
from . import Picker

__all__ = ["Course", "difference", "follow", "mean", "named"]


@dataclass(frozen=True)
class Course:
    """What came of each game for each strategy: ``wins[game, strategy]``, ``points`` as well.

    Who is first together with others has won a part of the game, as when one of them is
    drawn. A strategy that did not sit has ``seats`` 0 and no part in the means.
    """

    names: tuple[str, ...]
    wins: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]
    seats: npt.NDArray[np.float64]
    tied: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.tied)


def named(game: Picker, text: str, name: str) -> Strategy:
    """Make a strategy under a name of one's own, so that it counts apart."""
    return parse(game, text).named(name)


def follow(
    game: Picker,
    strategies: list[Strategy],
    *,
    games: int,
    seed: int,
    seating: str | None = None,
    focus: Strategy | None = None,
) -> Course:
    """Play games and keep what each strategy won and scored; with a focus it comes first."""
    table = set_table(game, strategies, seating=seating, focus=focus, ties="share")
    count = len(table.strategies)
    stack: list[tuple[Any, ...]] = []
    for part in play_tables(table, games=games, seed=seed):
        top = part.scores == part.scores.max(axis=1, keepdims=True)
        share = top / top.sum(axis=1, keepdims=True)
        here = part.seats[:, :, None] == np.arange(count)
        stack.append(
            (
                (share[:, :, None] * here).sum(axis=1),
                (part.scores[:, :, None] * here).sum(axis=1),
                here.sum(axis=1).astype(float),
                (top.sum(axis=1) > 1).astype(float),
            )
        )
    wins, points, seats, tied = (np.concatenate(arrays) for arrays in zip(*stack, strict=True))
    return Course(tuple(item.name for item in table.strategies), wins, points, seats, tied)


def mean(values: npt.NDArray[np.float64], *, share: bool = False) -> Estimate:
    """Estimate a mean of independent values; ``share`` says that it is to be read in percent.

    >>> print(mean(np.array([1.0, 2.0, 3.0, 2.0])))
    2.0 ±1.3
    """
    found = intervals.paired(float(values.sum()), float((values**2).sum()), len(values))
    return replace(found, share=share)


def difference(first: Course, second: Course, who: int, what: str = "wins") -> Estimate:
    """Estimate by how much the second variant is better for a strategy: wins or points."""
    a, b = getattr(first, what)[:, who], getattr(second, what)[:, who]
    return mean(b - a, share=what == "wins")


def retitled(strategies: list[Strategy], at: int, other: Strategy) -> list[Strategy]:
    """Return the list with one strategy's play replaced, under its old name."""
    swapped = list(strategies)
    swapped[at] = replace(other, name=strategies[at].name)
    return swapped

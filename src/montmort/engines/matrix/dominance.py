"""Dominated rows and columns, taken away one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...exact.programmes import Programme, Relation, maximise
from .entries import Matrix, read_matrix

__all__ = ["Step", "undominated"]


@dataclass(frozen=True)
class Step:
    """One row or column that was taken away, and the mixture of others that is better."""

    side: str
    """``row`` or ``column``"""
    index: int
    by: Mapping[int, Fraction]


def undominated(
    rows: Sequence[Sequence[Any]],
    columns: Sequence[Sequence[Any]] | None = None,
    *,
    weak: bool = False,
    mixed: bool = False,
) -> tuple[list[int], list[int], list[Step]]:
    """Take away dominated rows and columns until there are none; return what is left.

    ``rows`` holds the row player's payoffs, ``columns`` the column player's (without it
    the game is zero-sum). Only *strict* dominance keeps every optimal strategy (and
    every equilibrium); ``weak`` keeps the value, but may lose some of them. With
    ``mixed``, mixtures of others count too (one exact linear programme each).

    >>> undominated([[3, 1], [2, 0], [1, 4]])[:2]
    ([0, 2], [0, 1])
    """
    mine = read_matrix(rows)
    theirs = (
        read_matrix(columns)
        if columns is not None
        else tuple(tuple(-a for a in row) for row in mine)
    )
    if (len(theirs), len(theirs[0])) != (len(mine), len(mine[0])):
        raise InputError("the two matrices of a bimatrix game must have the same shape")
    turned: Matrix = tuple(zip(*theirs, strict=True))
    left, right = list(range(len(mine))), list(range(len(mine[0])))
    steps: list[Step] = []
    while True:
        found = _dominated(mine, left, right, weak, mixed)
        if found is not None:
            steps.append(Step("row", *found))
            left.remove(found[0])
            continue
        found = _dominated(turned, right, left, weak, mixed)
        if found is None:
            return left, right, steps
        steps.append(Step("column", *found))
        right.remove(found[0])


def _dominated(
    payoffs: Matrix, own: Sequence[int], other: Sequence[int], weak: bool, mixed: bool
) -> tuple[int, dict[int, Fraction]] | None:
    if len(own) < 2:
        return None
    for i in own:
        row = payoffs[i]
        for k in own:
            better = payoffs[k]
            if k != i and (
                (all(row[j] <= better[j] for j in other) and any(row[j] < better[j] for j in other))
                if weak
                else all(row[j] < better[j] for j in other)
            ):
                return i, {k: Fraction(1)}
    if mixed and len(own) > 2:
        for i in own:
            mixture = _mixture(payoffs, i, [k for k in own if k != i], other, weak)
            if mixture is not None:
                return i, mixture
    return None


def _mixture(
    payoffs: Matrix, i: int, others: Sequence[int], columns: Sequence[int], weak: bool
) -> dict[int, Fraction] | None:
    """Find a mixture of other rows that is better than row i, if there is one."""
    size = len(others)
    if weak:  # as much as possible better in sum, nowhere worse
        objective: dict[int, int | Fraction] = {
            n: sum((payoffs[k][j] for j in columns), Fraction(0)) for n, k in enumerate(others)
        }
        base = sum((payoffs[i][j] for j in columns), Fraction(0))
        extra, free = 0, frozenset[int]()
    else:  # as much as possible better everywhere
        objective, base = {size: 1}, Fraction(0)
        extra, free = 1, frozenset([size])
    rows: list[dict[int, int | Fraction]] = []
    relations: list[Relation] = []
    for j in columns:
        row: dict[int, int | Fraction] = {n: payoffs[k][j] for n, k in enumerate(others)}
        if extra:
            row[size] = -1
        rows.append(row)
        relations.append(">=")
    rows.append(dict.fromkeys(range(size), 1))
    relations.append("=")
    try:
        best = maximise(
            Programme(
                size + extra,
                objective,
                rows,
                relations,
                [payoffs[i][j] for j in columns] + [1],
                free,
            )
        )
    except InputError:  # no mixture is as good everywhere
        return None
    if best.value <= base:
        return None
    return {k: p for k, p in zip(others, best.primal, strict=False) if p}

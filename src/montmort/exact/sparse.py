"""Sparse square systems of linear equations with integer coefficients, solved exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

__all__ = ["SingularError", "solve_sparse", "to_fraction"]


class SingularError(ArithmeticError):
    """A system of equations that does not have exactly one solution."""


def to_fraction(value: Any) -> Fraction:
    """Turn flint's rational number (or any other) into Python's.

    >>> from flint import fmpq
    >>> to_fraction(fmpq(6, 4))
    Fraction(3, 2)
    """
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    return Fraction(int(value.p), int(value.q))


def solve_sparse(rows: Sequence[Mapping[int, int]], right: Sequence[Any]) -> list[Any]:
    """Solve ``rows · x = right``, one row a variable; the answers are flint's rationals.

    Equations with one unknown are solved first, unknowns with one equation last; what
    is left between them is a dense system, usually a small one, and flint's p-adic
    lifting solves it. A system without exactly one solution is a ``SingularError``.

    >>> [str(x) for x in solve_sparse([{0: 2}, {0: 1, 1: 3}], [1, 1])]
    ['1/2', '1/6']
    """
    from flint import fmpq

    size = len(rows)
    rest = [fmpq(b.numerator, b.denominator) if isinstance(b, Fraction) else fmpq(b) for b in right]
    unknown: list[dict[int, int]] = [dict(row) for row in rows]
    places: list[set[int]] = [set() for _ in range(size)]
    for i, row in enumerate(unknown):
        for j, a in row.items():
            if a:
                places[j].add(i)
    for i, row in enumerate(unknown):
        if 0 in row.values():
            unknown[i] = {j: a for j, a in row.items() if a}
    answer: list[Any] = [None] * size
    postponed: list[tuple[int, int]] = []
    open_rows, open_columns = set(range(size)), set(range(size))
    ready_rows = [i for i in range(size) if len(unknown[i]) <= 1]
    ready_columns = [j for j in range(size) if len(places[j]) <= 1]
    while ready_rows or ready_columns:
        if ready_rows:
            i = ready_rows.pop()
            if i not in open_rows:
                continue
            if not unknown[i]:
                raise SingularError("an equation has no unknown left")
            ((j, a),) = unknown[i].items()
            answer[j] = x = rest[i] / a
            open_rows.discard(i)
            open_columns.discard(j)
            for k in places[j]:
                if k in open_rows:
                    a = unknown[k].pop(j)
                    if x:
                        rest[k] -= x * a
                    if len(unknown[k]) == 1:
                        ready_rows.append(k)
                    elif not unknown[k]:
                        raise SingularError("two equations have the same single unknown")
        else:
            j = ready_columns.pop()
            if j not in open_columns:
                continue
            here = [i for i in places[j] if i in open_rows]
            if not here:
                raise SingularError("an unknown has no equation left")
            (i,) = here
            postponed.append((i, j))
            open_rows.discard(i)
            open_columns.discard(j)
            for k in unknown[i]:
                if k != j:
                    places[k].discard(i)
                    if sum(1 for p in places[k] if p in open_rows) == 1:
                        ready_columns.append(k)
    if open_rows:
        _solve_dense(unknown, rest, sorted(open_rows), sorted(open_columns), answer)
    for i, j in reversed(postponed):
        total = rest[i]
        for k, a in unknown[i].items():
            if k != j and answer[k]:
                total -= answer[k] * a
        answer[j] = total / unknown[i][j]
    return answer


def _solve_dense(
    rows: Sequence[Mapping[int, int]],
    right: Sequence[Any],
    chosen: Sequence[int],
    unknowns: Sequence[int],
    answer: list[Any],
) -> None:
    from flint import fmpz_mat

    size = len(chosen)
    column = {j: place for place, j in enumerate(unknowns)}
    entries = [0] * (size * size)
    scale = math.lcm(*(int(right[i].q) for i in chosen))
    for place, i in enumerate(chosen):
        for j, a in rows[i].items():
            entries[place * size + column[j]] = a
    bound = fmpz_mat(size, 1, [right[i].p * (scale // right[i].q) for i in chosen])
    try:
        solution = fmpz_mat(size, size, entries).solve(bound)
    except ZeroDivisionError:
        raise SingularError("the equations depend on each other") from None
    for place, j in enumerate(unknowns):
        answer[j] = solution[place, 0] / scale

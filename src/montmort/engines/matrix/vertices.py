"""All extreme points of a set of mixtures, by the double description method.

Motzkin, Raiffa, Thompson and Thrall, *The double description method* (1953): start
with the rays of an orthant, cut with one inequality after another, and keep the extreme
rays. Equations are solved first, so that the dimension is that of what is left. All
in integers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ...exact.sparse import to_fraction

__all__ = ["extreme_mixtures"]


def extreme_mixtures(
    size: int,
    inequalities: Sequence[Sequence[Fraction | int]],
    equations: Sequence[Sequence[Fraction | int]] = (),
    *,
    limit: int = 20_000,
) -> list[tuple[Fraction, ...]] | None:
    """List the extreme points of all mixtures x with a · x ≥ 0 and b · x = 0.

    A mixture has ``size`` probabilities that add up to 1. ``None`` where more than
    ``limit`` rays come up on the way. The list is sorted, the first weights highest first.

    >>> for point in extreme_mixtures(3, [[1, -1, 0]]): print(*point)
    1 0 0
    1/2 1/2 0
    0 0 1
    """
    free, basis = _parametrise(size, [_integers(row) for row in equations])
    if not free:
        return []
    # In terms of the free weights, which are themselves at least 0, the others are cuts.
    cuts = [_integers(column) for i, column in enumerate(basis) if i not in free]
    for row in inequalities:
        terms = [
            sum((a * basis[i][k] for i, a in enumerate(row) if a), Fraction(0))
            for k in range(len(free))
        ]
        cuts.append(_integers(terms))
    rays = _cone(len(free), cuts, limit)
    if rays is None:
        return None
    points = []
    for ray in rays:
        weights = [sum(a * t for a, t in zip(row, ray, strict=True) if t) for row in basis]
        total = sum(weights)
        points.append(tuple(Fraction(x) / total for x in weights))
    return sorted(points, reverse=True)


def _parametrise(
    size: int, equations: Sequence[Sequence[int]]
) -> tuple[list[int], list[list[Fraction]]]:
    """Write all solutions of the equations by some of the weights, which stay free.

    Returns the free weights, and each weight as a row of multiples of them.
    """
    if not equations:
        return list(range(size)), [[Fraction(i == j) for j in range(size)] for i in range(size)]
    from flint import fmpq_mat

    echelon, rank = fmpq_mat(len(equations), size, [a for row in equations for a in row]).rref()
    pivots: list[int] = []
    for i in range(rank):
        start = pivots[-1] + 1 if pivots else 0
        pivots.append(next(j for j in range(start, size) if echelon[i, j] != 0))
    free = [j for j in range(size) if j not in pivots]
    basis = [[Fraction(j == f) for f in free] for j in range(size)]
    for i, j in enumerate(pivots):
        basis[j] = [-to_fraction(echelon[i, f]) for f in free]
    return free, basis


def _cone(size: int, cuts: Sequence[Sequence[int]], limit: int) -> list[tuple[int, ...]] | None:
    """List the extreme rays of all t ≥ 0 with cut · t ≥ 0; ``None`` if there are too many."""
    # A ray is an integer vector with the set of constraints that it meets with equality.
    rays: list[tuple[tuple[int, ...], int]] = [
        (tuple(int(i == j) for j in range(size)), ((1 << size) - 1) & ~(1 << i))
        for i in range(size)
    ]
    for number, cut in enumerate(cuts, start=size):
        bit = 1 << number
        above, on, below = [], [], []
        for ray, zeros in rays:
            height = sum(a * x for a, x in zip(cut, ray, strict=True) if a and x)
            if height > 0:
                above.append((ray, zeros, height))
            elif height < 0:
                below.append((ray, zeros, height))
            else:
                on.append((ray, zeros | bit))
        if not below:
            rays = [(ray, zeros) for ray, zeros, _ in above] + on
            continue
        if len(above) * len(below) > 50 * limit:
            return None
        fresh = []
        for up, zeros_up, high in above:
            for down, zeros_down, low in below:
                common = zeros_up & zeros_down
                if _adjacent(common, rays):
                    joined = [high * d - low * u for u, d in zip(up, down, strict=True)]
                    divisor = math.gcd(*joined)
                    fresh.append((tuple(x // divisor for x in joined), common | bit))
        rays = [(ray, zeros) for ray, zeros, _ in above] + on + fresh
        if len(rays) > limit:
            return None
    return [ray for ray, _ in rays]


def _adjacent(common: int, rays: Sequence[tuple[tuple[int, ...], int]]) -> bool:
    """Say whether no third ray meets all constraints that two rays share."""
    found = 0
    for _, zeros in rays:
        if common & ~zeros == 0:
            found += 1
            if found > 2:
                return False
    return True


def _integers(row: Sequence[Fraction | int]) -> tuple[int, ...]:
    scale = math.lcm(*(a.denominator for a in row))
    return tuple(a.numerator * (scale // a.denominator) for a in row)

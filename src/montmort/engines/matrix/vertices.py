"""All extreme points of a set of mixtures, by the double description method.

Motzkin, Raiffa, Thompson and Thrall, *The double description method* (1953): start
with the corners of the simplex, cut with one inequality after another, and keep the
extreme rays. All in integers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

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
    cuts = [(True, _integers(row)) for row in equations]
    cuts += [(False, _integers(row)) for row in inequalities]
    # A ray is an integer vector with the set of constraints that it meets with equality.
    rays: list[tuple[tuple[int, ...], int]] = [
        (tuple(int(i == j) for j in range(size)), ((1 << size) - 1) & ~(1 << i))
        for i in range(size)
    ]
    for number, (equal, cut) in enumerate(cuts, start=size):
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
        if not below and not (equal and above):
            rays = [(ray, zeros) for ray, zeros, _ in above] + on
            continue
        fresh = []
        for up, zeros_up, high in above:
            for down, zeros_down, low in below:
                common = zeros_up & zeros_down
                if _adjacent(common, rays):
                    joined = [high * d - low * u for u, d in zip(up, down, strict=True)]
                    divisor = math.gcd(*joined)
                    fresh.append((tuple(x // divisor for x in joined), common | bit))
        kept = [] if equal else [(ray, zeros) for ray, zeros, _ in above]
        rays = kept + on + fresh
        if len(rays) > limit:
            return None
    points = []
    for ray, _ in rays:
        total = sum(ray)
        points.append(tuple(Fraction(x, total) for x in ray))
    return sorted(points, reverse=True)


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

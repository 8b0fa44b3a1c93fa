"""Cuts for a Euclidean ball of chances, enclosed as tightly as is asked.

Points of the ball are added where the rates found so far fall shortest of it. The linear
programme over these points bounds the cuts from below; mixing its answer with equal rates,
which always are supported, makes it one that the whole ball supports.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ..exact.programmes import Programme, maximise
from .chances import Euclid, mean_gains

__all__ = ["euclid_cuts", "point_near"]

_0, _1 = Fraction(0), Fraction(1)
_FINE = 10**12
_ROUNDS = 400


def euclid_cuts(
    rates: tuple[Fraction, ...],
    ball: Euclid,
    tolerance: Fraction,
    accuracy: Fraction = Fraction(1, 10**7),
) -> tuple[tuple[Fraction, ...], Fraction, Fraction]:
    """Return supported rates, and lower bounds of the largest relative and the total cut."""
    lowest, total = min(rates), sum(rates, _0)
    if ball.largest(rates).at_most(tolerance):
        return rates, _0, _0
    if tolerance == 0:
        # Without tolerance a ball supports equal rates only.
        return (lowest,) * len(rates), 1 - lowest / max(rates), total - len(rates) * lowest
    fine = accuracy * tolerance
    points: list[tuple[Fraction, ...]] = []
    least, first = _search(rates, ball, tolerance, fine, points, None)
    first = _mixed(first, ball, tolerance)
    reached = max((r - rho) / r for r, rho in zip(rates, first, strict=True) if r)
    found_total, second = _search(rates, ball, tolerance, fine, points, reached)
    second = _mixed(second, ball, tolerance)
    return second, least, found_total


def _search(
    rates: tuple[Fraction, ...],
    ball: Euclid,
    tolerance: Fraction,
    fine: Fraction,
    points: list[tuple[Fraction, ...]],
    largest: Fraction | None,
) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Solve over the points, adding to them, until the ball exceeds the tolerance by little.

    Without ``largest`` the largest relative cut is made small, with it the sum of cuts.
    """
    n = len(rates)
    for _ in range(_ROUNDS):
        # One variable a cut, and the largest relative cut as the last.
        rows: list[dict[int, Fraction]] = [{i: _1, n: -r} for i, r in enumerate(rates)]
        bounds = [_0] * n
        rows.append({n: _1})
        bounds.append(_1 if largest is None else largest)
        for gains in points:
            rows.append({i: -g for i, g in enumerate(gains) if g})
            bounds.append(tolerance - sum((r * g for r, g in zip(rates, gains, strict=True)), _0))
        objective = {n: -_1} if largest is None else dict.fromkeys(range(n), -_1)
        best = maximise(Programme(n + 1, objective, rows, ["<="] * len(rows), bounds))
        found = tuple(r - y for r, y in zip(rates, best.primal, strict=False))
        if ball.largest(found).at_most(tolerance + fine):
            break
        points.append(mean_gains(point_near(found, ball)))
    return -best.value, found


def _mixed(rates: tuple[Fraction, ...], ball: Euclid, tolerance: Fraction) -> tuple[Fraction, ...]:
    """Draw rates towards the lowest of them until the ball supports them."""
    largest = ball.largest(rates)
    if largest.at_most(tolerance):
        return rates
    # Rounded down, so that the answer has short fractions and is supported for certain.
    part = Fraction(math.floor(tolerance / largest.above() * _FINE), _FINE)
    lowest = min(rates)
    return tuple(lowest + part * (r - lowest) for r in rates)


def point_near(rates: Sequence[Fraction], ball: Euclid) -> tuple[Fraction, ...]:
    """Return chances within the ball that nearly make Σ r_i·p_i largest."""
    n = ball.players
    order = sorted(range(n), key=lambda i: -rates[i])
    floats = [float(rates[i]) for i in order]
    chances = [0.0] * n
    chances[0] = 1.0
    for active in range(n, 0, -1):
        mean = sum(floats[:active]) / active
        spread = math.fsum((r - mean) ** 2 for r in floats[:active])
        room = float(ball.radius) ** 2 - (1 / active - 1 / n)
        if room < 0:
            break
        scale = math.sqrt(room / spread) if spread else 0.0
        trial = [1 / active + scale * (r - mean) for r in floats[:active]]
        if trial[-1] >= 0:
            chances = trial + [0.0] * (n - active)
            break
    whole = [round(p * _FINE) for p in chances]
    whole[0] += _FINE - sum(whole)
    exact = [_0] * n
    for i, part in zip(order, whole, strict=True):
        exact[i] = Fraction(part, _FINE)
    shrink = Fraction(1, _FINE)
    while not ball.contains(exact):
        exact = [(1 - shrink) * p + shrink / n for p in exact]
        shrink *= 2
    return tuple(exact)

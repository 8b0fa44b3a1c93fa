"""Intervals for shares and means that were counted in clusters.

A cluster is whatever was drawn together: a game, or all games played on one deal. A
figure is a ratio of sums over clusters, x to m: wins to seats taken, points to games.
Its variance is that of the residuals x - p m (the linearised ratio estimator: Cochran,
*Sampling Techniques*, 1977, section 6.4, with clusters for units). Shares get Wilson's
interval (*Probable inference*, 1927) for as many independent trials as would have the
same variance; means get Student's.
"""

from __future__ import annotations

import functools
import math
from statistics import NormalDist

from ..core.results import Estimate

__all__ = ["chi_squared_tail", "mean", "paired", "quantile_t", "share", "wilson"]

LEVEL = 0.95


@functools.cache
def _z(level: float) -> float:
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(value: float, trials: float, level: float = LEVEL) -> Estimate:
    """Give Wilson's interval for a share seen in so many independent trials.

    >>> wilson(0.0, 100)
    Estimate(value=0.0, low=0.0, high=0.03699349820698566, share=True)
    """
    if trials <= 0:
        return Estimate(math.nan, 0.0, 1.0, share=True)
    z = _z(level)
    centre = (value + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = max(0.0, value * (1 - value)) / trials + z * z / (4 * trials * trials)
    half = z * math.sqrt(spread) / (1 + z * z / trials)
    low = 0.0 if value <= 0 else max(0.0, centre - half)
    high = 1.0 if value >= 1 else min(1.0, centre + half)
    return Estimate(value, low, high, share=True)


def share(
    x: float, xx: float, xm: float, m: float, mm: float, clusters: int, level: float = LEVEL
) -> Estimate:
    """Estimate a share from sums over clusters: of x, x², x·m, m and m².

    ``clusters`` is how many clusters have a part in it (m > 0).

    >>> print(share(461, 461, 461, 1000, 1000, 1000))
    46% ±3
    """
    if m <= 0 or clusters <= 0:
        return Estimate(math.nan, 0.0, 1.0, share=True)
    p = min(1.0, max(0.0, x / m))
    if clusters == 1:
        return wilson(p, 1.0, level)
    squares = max(0.0, xx - 2 * p * xm + p * p * mm)
    variance = squares * clusters / (clusters - 1) / (m * m)
    trials = float(clusters)
    if 0 < p < 1 and variance > 0:
        # The unbiased factor clusters/(clusters-1) is undone for the effective size.
        trials = p * (1 - p) / variance * clusters / (clusters - 1)
    return wilson(p, trials, level)


def mean(
    y: float, yy: float, ym: float, m: float, mm: float, clusters: int, level: float = LEVEL
) -> Estimate:
    """Estimate a mean from sums over clusters: of y, y², y·m, m and m².

    >>> print(mean(350.0, 1490.0, 350.0, 100, 100, 100))
    3.5 ±0.3
    """
    if m <= 0 or clusters <= 0:
        return Estimate(math.nan, -math.inf, math.inf)
    value = y / m
    if clusters < 2:
        return Estimate(value, -math.inf, math.inf)
    squares = max(0.0, yy - 2 * value * ym + value * value * mm)
    half = quantile_t(clusters - 1, level) * math.sqrt(squares * clusters / (clusters - 1)) / m
    return Estimate(value, value - half, value + half)


def paired(differences: float, squares: float, pairs: int, level: float = LEVEL) -> Estimate:
    """Estimate a mean difference from its sum and its sum of squares over pairs.

    >>> print(paired(12.0, 40.0, 400))
    0.03 ±0.03
    """
    return mean(differences, squares, differences, pairs, pairs, pairs, level)


@functools.cache
def quantile_t(freedom: int, level: float = LEVEL) -> float:
    """Find the two-sided quantile of Student's t.

    >>> round(quantile_t(10), 4), round(quantile_t(1), 3)
    (2.2281, 12.706)
    """
    if freedom > 10_000:
        return _z(level)
    from flint import arb

    def inside(t: float) -> float:
        ratio = arb(t * t) / (freedom + arb(t * t))
        return float(ratio.beta_lower(arb(1) / 2, arb(freedom) / 2, regularized=True).mid())

    low, high = 0.0, 1.0
    while inside(high) < level:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < level else (low, middle)
    return (low + high) / 2


def chi_squared_tail(value: float, freedom: int) -> float:
    """Find the chance that chi-squared exceeds a value.

    >>> round(chi_squared_tail(3.841459, 1), 6)
    0.05
    """
    if value <= 0 or freedom < 1:
        return 1.0
    from flint import arb

    tail = (arb(value) / 2).gamma_upper(arb(freedom) / 2, regularized=True)
    return min(1.0, max(0.0, float(tail.mid())))

"""Intervals and tails against textbook values, and coverage by exact sums."""

import math

import numpy as np
import pytest

from montmort.core.results import Estimate
from montmort.statistics import intervals


@pytest.mark.parametrize(
    ("freedom", "value"),
    # Two-sided 95 % quantiles from the tables of Fisher and Yates.
    [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (10**6, 1.960)],
)
def test_quantiles_of_students_t(freedom, value):
    assert intervals.quantile_t(freedom) == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    # Upper 5 % and 1 % points of chi-squared from the tables of Fisher and Yates.
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (11.070, 5, 0.05), (18.307, 10, 0.05), (23.209, 10, 0.01)],
)
def test_tails_of_chi_squared(value, freedom, tail):
    assert intervals.chi_squared_tail(value, freedom) == pytest.approx(tail, abs=2e-5)


def test_wilson_is_wilsons():
    # Wilson's formula, solved as the quadratic (p - q)^2 = z^2 q (1 - q) / n.
    for hits, trials in ((3, 10), (0, 7), (7, 7), (461, 1000)):
        found = intervals.wilson(hits / trials, trials)
        for end in (found.low, found.high):
            if 0 < end < 1:
                gap = (hits / trials - end) ** 2 - 1.959964**2 * end * (1 - end) / trials
                assert abs(gap) < 1e-6


@pytest.mark.parametrize("trials", [20, 100, 400])
def test_wilson_covers(trials):
    """By exact binomial sums, over a grid of true shares: near 95 % on average."""
    covered = []
    for p in np.linspace(0.02, 0.98, 49):
        chance = 0.0
        for hits in range(trials + 1):
            found = intervals.wilson(hits / trials, trials)
            if found.low <= p <= found.high:
                chance += math.comb(trials, hits) * p**hits * (1 - p) ** (trials - hits)
        covered.append(chance)
    assert 0.945 < np.mean(covered) < 0.965
    assert min(covered) > 0.88


def test_clusters_widen_the_interval():
    """Twenty identical games in a cluster are worth one."""
    rng = np.random.default_rng(1)
    hits = rng.random(500) < 0.3
    alone = intervals.share(hits.sum(), hits.sum(), hits.sum(), 500, 500, 500)
    x, m = 20.0 * hits, np.full(500, 20.0)
    together = intervals.share(
        x.sum(), (x * x).sum(), (x * m).sum(), m.sum(), (m * m).sum(), len(x)
    )
    assert together.half == pytest.approx(alone.half, rel=1e-9)


def test_a_share_of_clusters_of_random_size_covers():
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(2000):
        m = rng.integers(0, 5, 300)
        quality = rng.beta(2, 3, 300)
        x = rng.binomial(m, quality)
        found = intervals.share(
            x.sum(), (x * x).sum(), (x * m).sum(), m.sum(), (m * m).sum(), int((m > 0).sum())
        )
        inside += found.low <= 0.4 <= found.high
    # 2000 trials of 95 %: a deviation above 0.026 has a chance below one in ten million.
    assert abs(inside / 2000 - 0.95) < 0.026


def test_means_cover():
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(2000):
        y = rng.normal(5, 2, 12)
        found = intervals.mean(y.sum(), (y * y).sum(), y.sum(), 12, 12, 12)
        inside += found.low <= 5 <= found.high
    assert abs(inside / 2000 - 0.95) < 0.026


def test_too_little_is_said_to_be_unknown():
    assert intervals.share(0, 0, 0, 0, 0, 0).low == 0.0
    assert intervals.mean(3.0, 9.0, 3.0, 1, 1, 1).high == math.inf
    assert "no interval" in str(intervals.mean(3.0, 9.0, 3.0, 1, 1, 1))


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(0.461, 0.4588, 0.4632, True), "46.1% ±0.2"),
        (Estimate(0.461, 0.4596, 0.4624, True), "46.10% ±0.14"),
        (Estimate(44.3034, 44.28, 44.33), "44.30 ±0.03"),
        (Estimate(1234.6, 1100.0, 1369.2), "1235 ±135"),
        (Estimate(5.0, 5.0, 5.0), "5.0 ±0.0"),
        # Never beyond what a share can be.
        (Estimate(0.62, 0.08, 0.98, True), "62% (8 to 98)"),
        (Estimate(0.005, 0.001, 0.02, True), "0.5% (0.1 to 2.0)"),
        (Estimate(0.5, 0.4, 0.6, True), "50% ±10"),
    ],
)
def test_figures_show_as_many_digits_as_they_deserve(estimate, text):
    assert str(estimate) == text

"""Sets of chances: greedy answers beside corners gone through and linear programmes."""

from fractions import Fraction as F  # noqa: N817
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.exact.programmes import Programme, maximise
from montmort.stakes.chances import (
    Box,
    Euclid,
    Total,
    around_equal,
    largest_shortfall,
    mean_gains,
    supported,
)
from montmort.stakes.tradeoff import covariance_shortfall, deviation_bound

RATE = st.fractions(min_value=0, max_value=4, max_denominator=12)


def corners_of_box(box):
    """All but one chance at a bound, the last one what remains."""
    n = box.players
    for free in range(n):
        others = [i for i in range(n) if i != free]
        for ends in product((0, 1), repeat=n - 1):
            p = [F(0)] * n
            for i, end in zip(others, ends, strict=True):
                p[i] = (box.low, box.high)[end][i]
            p[free] = 1 - sum(p)
            if box.low[free] <= p[free] <= box.high[free]:
                yield tuple(p)


@st.composite
def boxes(draw, players=None):
    n = players or draw(st.integers(2, 5))
    weights = [draw(st.integers(0, 6)) for _ in range(n)]
    weights[0] += 1
    inside = [F(w, sum(weights)) for w in weights]
    step = st.fractions(min_value=0, max_value=1, max_denominator=8)
    low = tuple(p * draw(step) for p in inside)
    high = tuple(p + (1 - p) * draw(step) for p in inside)
    return Box(low, high)


@st.composite
def rated_boxes(draw):
    box = draw(boxes())
    n = box.players
    return draw(st.lists(RATE, min_size=n, max_size=n)), box


def dot(rates, gains):
    return sum((r * g for r, g in zip(rates, gains, strict=True)), F(0))


@settings(derandomize=True, deadline=None)
@given(rated_boxes())
def test_box_as_by_its_corners(case):
    rates, box = case
    found = largest_shortfall(rates, box)
    assert box.contains(found.chances)
    assert found.value == dot(rates, mean_gains(found.chances)) == found.bound
    assert found.value == max(dot(rates, mean_gains(p)) for p in corners_of_box(box))


@settings(derandomize=True, deadline=None, max_examples=30)
@given(rated_boxes())
def test_box_as_by_a_linear_programme(case):
    rates, box = case
    n = box.players
    rows = [dict.fromkeys(range(n), F(1))] + [{i: F(1)} for i in range(n)] * 2
    relations = ["="] + ["<="] * n + [">="] * n
    bounds = [F(1), *box.high, *box.low]
    best = maximise(Programme(n, dict(enumerate(rates)), rows, relations, bounds))
    assert n * best.value - sum(rates) == largest_shortfall(rates, box).value


@settings(derandomize=True, deadline=None, max_examples=30)
@given(
    st.lists(RATE, min_size=2, max_size=5),
    st.fractions(min_value=0, max_value=1, max_denominator=9),
)
def test_total_variation_as_by_a_linear_programme(rates, radius):
    n = len(rates)
    found = largest_shortfall(rates, Total(n, radius))
    assert Total(n, radius).contains(found.chances)
    assert found.value == dot(rates, mean_gains(found.chances)) == found.bound
    # p = 1/n + up − down, with the sum of ups at most the radius.
    rows = [dict.fromkeys(range(n), F(1)) | {n + i: F(-1) for i in range(n)}]
    rows += [dict.fromkeys(range(n), F(1))]
    rows += [{n + i: F(1), i: F(-1)} for i in range(n)]
    bounds = [F(0), radius] + [F(1, n)] * n
    objective = dict(enumerate(rates)) | {n + i: -r for i, r in enumerate(rates)}
    best = maximise(Programme(2 * n, objective, rows, ["=", *["<="] * (n + 1)], bounds))
    assert n * best.value == found.value


@settings(derandomize=True, deadline=None)
@given(
    st.lists(RATE, min_size=2, max_size=5),
    st.fractions(min_value=0, max_value=1, max_denominator=9),
)
def test_euclidean_ball_is_enclosed_by_points_and_by_multipliers(rates, radius):
    n = len(rates)
    ball = Euclid(n, radius)
    value = float(ball.largest(rates))
    # From below: the best point on the ray of every face of the simplex.
    best = 0.0
    for k in range(1, n + 1):
        for face in combinations(range(n), k):
            mean = sum(rates[i] for i in face) / k
            spread = sum((rates[i] - mean) ** 2 for i in face)
            room = radius**2 - (F(1, k) - F(1, n))
            if room < 0:
                continue
            scale = float(room / spread) ** 0.5 if spread else 0.0
            p = [0.0] * n
            for i in face:
                p[i] = 1 / k + scale * float(rates[i] - mean)
            if min(p) >= -1e-12:
                best = max(best, n * sum(float(r) * x for r, x in zip(rates, p, strict=True)))
    assert value == pytest.approx(max(best - float(sum(rates)), 0.0), abs=1e-9)
    # From above: by Cauchy and Schwarz, and by the simplex.
    gains_square = n * n * radius**2
    bound = float(covariance_shortfall(rates, rates) * gains_square) ** 0.5
    assert value <= min(bound, float(n * max(rates) - sum(rates))) + 1e-9


def test_euclid_exact_values():
    # Within the simplex: n·radius·√Σ(r − mean)² = 2·(1/10)·√2 for rates 1 and 3.
    found = Euclid(2, F(1, 10)).largest([F(3), F(1)])
    assert found.square == F(8, 100)
    assert found.at_most(F(2829, 10000))
    assert not found.at_most(F(2828, 10000))
    # All chances: the player of the highest rate always wins.
    assert Euclid(3, F(1)).largest([F(3), F(1), F(1)]).exact == 4


@settings(derandomize=True, deadline=None)
@given(rated_boxes())
def test_deviation_bound_is_sufficient(case):
    rates, box = case
    for p in corners_of_box(box):
        gains = mean_gains(p)
        assert sum(gains) == 0
        assert dot(rates, gains) == covariance_shortfall(rates, gains)
        # Σ r·μ ≤ n·sd(r)·sd(μ), compared through squares.
        bound = deviation_bound(rates, gains)
        short = dot(rates, gains)
        assert short <= 0 or short * short <= bound.square


def test_the_two_ends():
    for n in (2, 3, 5):
        equal = around_equal(n, F(0))
        everything = around_equal(n, F(1))
        uneven = [F(k + 1) for k in range(n)]
        assert supported(uneven, equal, F(0))
        assert not supported(uneven, everything, F(0))
        assert supported([F(2)] * n, everything, F(0))
        for kind in ("total", "euclid"):
            assert supported(uneven, around_equal(n, F(0), kind), F(0))
            assert not supported(uneven, around_equal(n, F(1), kind), F(0))
            assert supported([F(2)] * n, around_equal(n, F(1), kind), F(0))


@settings(derandomize=True, deadline=None)
@given(RATE, RATE, st.fractions(min_value=0, max_value=F(1, 2), max_denominator=20), RATE)
def test_two_players(first, second, spread, tolerance):
    lead = 2 * (F(1, 2) + spread) - 1
    for kind in ("max", "total"):
        ball = around_equal(2, spread, kind)
        assert supported([first, second], ball, tolerance) == (
            abs(first - second) * lead <= tolerance
        )


def test_stakes_scale_the_shortfall():
    rates, ball = [F(3), F(1)], around_equal(2, F(1, 10))
    assert supported(rates, ball, F(4, 5), stake=F(2))
    assert not supported(rates, ball, F(79, 100), stake=F(2))
    assert supported(rates, around_equal(2, F(1, 10), "euclid"), F(1), stake=F(3))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Box((F(1, 2),), (F(1),)), "two or more"),
        (lambda: Box((F(1, 2), F(2, 3)), (F(1), F(1))), "no chances of sum 1"),
        (lambda: Box((F(1, 2), F(0)), (F(1, 3), F(1))), "player 1"),
        (lambda: around_equal(1, F(0)), "two players"),
        (lambda: around_equal(3, F(-1)), "negative"),
        (lambda: around_equal(3, F(1), "cube"), "'max', 'total' or 'euclid'"),
    ],
)
def test_bad_sets_are_refused(make, words):
    with pytest.raises(InputError, match=words):
        make()

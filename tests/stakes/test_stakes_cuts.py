"""Cuts before play, beside linear programmes over all corners."""

from fractions import Fraction as F  # noqa: N817
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.exact.programmes import Programme, maximise
from montmort.stakes.chances import (
    Box,
    Total,
    around_equal,
    largest_shortfall,
    mean_gains,
    supported,
)
from montmort.stakes.cuts import cuts

RATE = st.fractions(min_value=0, max_value=4, max_denominator=8)
TOLERANCE = st.fractions(min_value=0, max_value=2, max_denominator=10)


@st.composite
def cases(draw):
    n = draw(st.integers(2, 4))
    rates = draw(st.lists(RATE, min_size=n, max_size=n))
    if draw(st.booleans()):
        return rates, around_equal(n, draw(st.fractions(0, 1, max_denominator=8)))
    weights = [draw(st.integers(1, 5)) for _ in range(n)]
    inside = [F(w, sum(weights)) for w in weights]
    step = st.fractions(min_value=0, max_value=1, max_denominator=4)
    low = tuple(p * draw(step) for p in inside)
    return rates, Box(low, tuple(p + (1 - p) * draw(step) for p in inside))


def corners(box):
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


def twin(rates, points, tolerance):
    """Both steps as linear programmes with a row for every corner, without HiGHS."""
    n = len(rates)
    rows, bounds = [{i: F(1), n: -r} for i, r in enumerate(rates)], [F(0)] * n
    rows += [{i: F(1)} for i in range(n)]
    bounds += list(rates)
    for p in points:
        gains = mean_gains(p)
        rows.append({i: -g for i, g in enumerate(gains) if g})
        bounds.append(tolerance - sum(r * g for r, g in zip(rates, gains, strict=True)))
    relations = ["<="] * len(rows)
    first = maximise(Programme(n + 1, {n: F(-1)}, rows, relations, bounds), propose=False)
    rows, bounds, relations = [*rows, {n: F(1)}], [*bounds, -first.value], [*relations, "<="]
    second = maximise(
        Programme(n + 1, dict.fromkeys(range(n), F(-1)), rows, relations, bounds), propose=False
    )
    return -first.value, -second.value


def check(found, rates, chances, tolerance):
    assert all(0 <= rho <= r for rho, r in zip(found.rates, rates, strict=True))
    assert supported(found.rates, chances, tolerance)
    assert found.total == sum(rates) - sum(found.rates)
    assert max(found.relative) == found.largest
    assert found.exact
    if found.needs is not None:
        # The witness: even if all who win there were cut by less, it would be too much.
        assert chances.contains(found.needs.chances)
        gains = mean_gains(found.needs.chances)
        won = sum(r * g for r, g in zip(rates, gains, strict=True) if g > 0)
        lost = -sum(r * g for r, g in zip(rates, gains, strict=True) if g < 0)
        assert (1 - found.largest) * won - lost == tolerance
    # The prices prove the sum by weak duality.
    gains = [mean_gains(w.chances) for w in found.proof]
    assert all(w.weight > 0 and chances.contains(w.chances) for w in found.proof)
    bound = F(0)
    for w, g in zip(found.proof, gains, strict=True):
        bound += w.weight * (sum(r * x for r, x in zip(rates, g, strict=True)) - tolerance)
    for i, r in enumerate(rates):
        worth = sum((w.weight * g[i] for w, g in zip(found.proof, gains, strict=True)), F(0))
        bound -= max(F(0), worth - 1) * found.largest * r
    assert bound == found.total


@settings(derandomize=True, deadline=None, max_examples=80)
@given(cases(), TOLERANCE)
def test_cuts_as_by_all_corners(case, tolerance):
    rates, box = case
    found = cuts(rates, box, tolerance)
    check(found, rates, box, tolerance)
    assert (found.largest, found.total) == twin(rates, list(corners(box)), tolerance)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(RATE, min_size=2, max_size=4), st.fractions(0, 1, max_denominator=8), TOLERANCE)
def test_cuts_for_total_variation(rates, radius, tolerance):
    n = len(rates)
    ball = Total(n, radius)
    found = cuts(rates, ball, tolerance)
    check(found, rates, ball, tolerance)
    # The corners: all that moves comes from some, one of them in part, and goes to one.
    points = []
    for order in _orders(n):
        winner, losers = order[0], order[1:]
        p, left = [F(1, n)] * n, radius
        for i in losers:
            part = min(left, F(1, n))
            p[i] -= part
            p[winner] += part
            left -= part
        points.append(tuple(p))
    assert (found.largest, found.total) == twin(rates, points, tolerance)


def _orders(n):
    from itertools import permutations

    return permutations(range(n))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(RATE, min_size=2, max_size=6))
def test_schemes_a_and_b_are_the_ends(rates):
    everything = cuts(rates, around_equal(len(rates), F(1)), F(0))
    assert everything.rates == (min(rates),) * len(rates)
    for kind in ("max", "total", "euclid"):
        assert cuts(rates, around_equal(len(rates), F(0), kind), F(0)).rates == tuple(rates)
        scheme_a = cuts(rates, around_equal(len(rates), F(1, 50), kind), F(0))
        assert scheme_a.rates == (min(rates),) * len(rates)
        assert scheme_a.exact


@settings(derandomize=True, deadline=None, max_examples=25)
@given(
    st.lists(st.fractions(F(1, 8), 4, max_denominator=8), min_size=2, max_size=4),
    st.fractions(F(1, 20), 1, max_denominator=20),
    st.fractions(F(1, 10), 2, max_denominator=10),
)
def test_cuts_for_a_euclidean_ball_are_enclosed(rates, radius, tolerance):
    ball = around_equal(len(rates), radius, "euclid")
    found = cuts(rates, ball, tolerance)
    assert all(0 <= rho <= r for rho, r in zip(found.rates, rates, strict=True))
    assert supported(found.rates, ball, tolerance)
    assert 0 <= found.largest - found.least <= F(1, 10**5)
    assert 0 <= found.total - found.least_total <= F(1, 10**5) * sum(rates)


def test_a_euclidean_pair_has_a_closed_form():
    # Two players at distance d: (r_1 − r_2)·√2·d ≤ s, so the richer is cut to r_2 + s/(√2·d).
    found = cuts([F(3), F(1)], around_equal(2, F(1, 5), "euclid"), F(1, 5))
    assert float(found.rates[0]) == pytest.approx(1 + 0.2 / (2**0.5 * 0.2), abs=1e-6)
    assert found.rates[1] == 1


def test_players_who_are_alike_are_cut_alike():
    rates = [F(4), F(4), F(1), F(1)]
    for kind in ("max", "total"):
        found = cuts(rates, around_equal(4, F(1, 5), kind), F(1, 2))
        assert found.rates[0] == found.rates[1]
        assert found.rates[2] == found.rates[3] == 1
        assert largest_shortfall(found.rates, around_equal(4, F(1, 5), kind)).value <= F(1, 2)


def test_many_players():
    rates = [F(k + 3, 20) for k in range(40)]
    ball = around_equal(40, F(1, 80))
    found = cuts(rates, ball, F(1))
    check(found, rates, ball, F(1))


def test_tolerance_and_stake_scale_together():
    rates, ball = [F(4), F(2), F(1)], around_equal(3, F(1, 4))
    assert cuts(rates, ball, F(1, 2)).rates == cuts(rates, ball, F(5), stake=F(10)).rates


@pytest.mark.parametrize(
    ("rates", "tolerance", "stake", "words"),
    [
        ([F(1)], F(0), F(1), "1 rates but chances of 2"),
        ([F(1), F(-1)], F(0), F(1), "rate can't be negative"),
        ([F(1), F(1)], F(-1), F(1), "tolerance can't be negative"),
        ([F(1), F(1)], F(0), F(0), "more than 0 chips"),
    ],
)
def test_bad_questions_are_refused(rates, tolerance, stake, words):
    with pytest.raises(InputError, match=words):
        cuts(rates, around_equal(2, F(1, 4)), tolerance, stake)

"""The trade-off between chances and rates, beside brute force over rates."""

from fractions import Fraction as F  # noqa: N817
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.exact.programmes import Programme, maximise
from montmort.stakes.chances import Box, around_equal, mean_gains, supported
from montmort.stakes.tradeoff import (
    curve_of_ratios,
    curve_of_spreads,
    largest_ratios,
    largest_spreads,
    ratios_over,
    two_player_gap,
    widest,
)

SPREAD = st.fractions(min_value=F(1, 40), max_value=1, max_denominator=40)
TOLERANCE = st.fractions(min_value=0, max_value=3, max_denominator=12)
KINDS = st.sampled_from(["max", "total", "euclid"])


def profiles(n, ratio):
    """Rates between 1 and the ratio, some of each: enough to find the cheapest and dearest."""
    levels = [F(1), (1 + ratio) / 2, ratio]
    for middle in product(levels, repeat=n - 2):
        yield (ratio, *middle, F(1))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 5), SPREAD, TOLERANCE, KINDS)
def test_largest_ratios_are_sharp(n, spread, tolerance, kind):
    ball = around_equal(n, spread, kind)
    found = largest_ratios(n, spread, tolerance, kind)
    tiny = F(1, 10**6)
    for limit, every in ((found.possible, False), (found.safe, True)):
        at_most, more = limit.above(), limit.above() + tiny
        quantifier = all if every else any
        # Irrational limits are met from just below, so the tolerance gives way a little.
        ease = F(0) if limit.exact is not None else F(1, 10**9)
        assert quantifier(supported(r, ball, tolerance + ease) for r in profiles(n, at_most))
        assert not quantifier(supported(r, ball, tolerance) for r in profiles(n, more))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(2, 6), st.fractions(min_value=F(21, 20), max_value=6, max_denominator=20),
       st.fractions(min_value=F(1, 20), max_value=3, max_denominator=20), KINDS)  # fmt: skip
def test_the_two_curves_are_inverse(n, ratio, tolerance, kind):
    """A spread is within the limit for a ratio exactly where the ratio is for the spread."""
    limits = largest_spreads(n, ratio, tolerance, kind)
    far = widest(n, kind).above()
    for limit, name in ((limits.possible, "possible"), (limits.safe, "safe")):
        if limit is None:
            assert getattr(largest_ratios(n, far, tolerance, kind), name).above() >= ratio
            continue
        for shift, holds in ((F(-1, 10**8), True), (F(1, 10**8), False)):
            back = getattr(largest_ratios(n, limit.above() + shift, tolerance, kind), name)
            assert (back.above() >= ratio) is holds


@settings(derandomize=True, deadline=None)
@given(st.integers(2, 6), SPREAD, TOLERANCE)
def test_ratios_over_a_symmetric_box_are_those_of_the_ball(n, spread, tolerance):
    ball, known = around_equal(n, spread), largest_ratios(n, spread, tolerance)
    assert isinstance(ball, Box)
    found = ratios_over(ball, tolerance)
    assert found.possible.exact == known.possible.exact
    assert found.safe.exact == known.safe.exact


@st.composite
def boxes(draw):
    n = draw(st.integers(2, 4))
    weights = [draw(st.integers(1, 6)) for _ in range(n)]
    inside = [F(w, sum(weights)) for w in weights]
    step = st.fractions(min_value=0, max_value=1, max_denominator=6)
    return Box(
        tuple(p * draw(step) for p in inside), tuple(p + (1 - p) * draw(step) for p in inside)
    )


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


@settings(derandomize=True, deadline=None, max_examples=40)
@given(boxes(), st.fractions(min_value=F(1, 10), max_value=2, max_denominator=10))
def test_ratios_over_any_box_as_by_linear_programmes(box, tolerance):
    """For each pair: make r_i largest with r_j = 1, all between, every corner borne."""
    n = box.players
    best = F(1)
    for i, j in product(range(n), repeat=2):
        if i == j:
            continue
        rows, bounds = [{j: F(1)}, {i: F(1)}], [F(1), F(10**6)]
        relations = ["=", "<="]
        for k in range(n):
            rows += [{k: F(1)}, {k: F(1), i: F(-1)} if k != i else {i: F(0)}]
            bounds += [F(1), F(0)]
            relations += [">=", "<="]
        for p in corners(box):
            rows.append(dict(enumerate(mean_gains(p))))
            bounds.append(tolerance)
            relations.append("<=")
        best = max(best, maximise(Programme(n, {i: F(1)}, rows, relations, bounds)).value)
    found = ratios_over(box, tolerance).possible
    assert best == (10**6 if found is None else found.exact)


def test_two_player_closed_form():
    for chance in (F(11, 20), F(3, 5), F(9, 10), F(1)):
        gap = two_player_gap(chance, F(1, 5))
        assert gap * (2 * chance - 1) == F(1, 5)
        spread = chance - F(1, 2)
        assert largest_ratios(2, spread, F(1, 5)).possible.exact == 1 + gap
    assert two_player_gap(F(1, 2), F(1, 5)) is None
    assert two_player_gap(F(1, 3), F(0)) is None


def test_the_ends_of_the_curve():
    # No spread of chances: any rates (Scheme B). Without tolerance and with any spread:
    # equal rates only (Scheme A).
    assert largest_ratios(4, F(0), F(0)).possible is None
    for kind in ("max", "total", "euclid"):
        assert largest_ratios(4, F(1, 100), F(0), kind).possible.exact == 1
        assert largest_ratios(4, F(1), F(0), kind).safe.exact == 1
        # All chances possible: one who pays less than the others may miss s of his stake,
        # and one who asks more may win n − 1 stakes.
        everything = largest_ratios(4, F(1), F(1, 2), kind)
        assert everything.possible.exact == F(3, 2)
        assert everything.safe.exact == 1 + F(1, 2) / 3
    assert largest_spreads(4, F(1), F(0)).possible is None
    assert largest_spreads(4, F(2), F(0)).possible.exact == 0


def test_curves_fall_and_have_their_length():
    for draw in (curve_of_ratios, curve_of_spreads):
        curve = draw(4, [F(1, 10), F(1, 2)], points=20)
        assert len(curve.lines) == 4
        for line in curve.lines.values():
            assert len(line) == len(curve.x) == 20
            shown = [y for y in line if y is not None]
            assert shown == sorted(shown, reverse=True)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: largest_ratios(1, F(0), F(0)), "two players"),
        (lambda: largest_ratios(2, F(-1), F(0)), "spread"),
        (lambda: largest_ratios(2, F(0), F(-1)), "tolerance"),
        (lambda: largest_spreads(2, F(1, 2), F(0)), "at least 1"),
    ],
)
def test_bad_questions_are_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()

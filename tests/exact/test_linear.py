"""Linear systems, series and enclosures: each way against another, and against brute force."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.exact.enclosure import Enclosure, written
from montmort.exact.linear import (
    Flow,
    TooDenseError,
    enclose_flow,
    enclose_stationary,
    solve,
    solve_flow,
)
from montmort.exact.poles import enclose_dots
from montmort.exact.series import Series, dots

steady = settings(derandomize=True, deadline=None, max_examples=60)
small = st.fractions(min_value=-5, max_value=5, max_denominator=9)


def gauss(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """Twin: Gauss and Jordan on plain fractions."""
    size = len(matrix)
    rows = [
        [Fraction(x) for x in row] + [Fraction(b)] for row, b in zip(matrix, right, strict=True)
    ]
    for c in range(size):
        pivot = next((r for r in range(c, size) if rows[r][c]), None)
        if pivot is None:
            return None
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(size):
            if r != c and rows[r][c]:
                rows[r] = [x - rows[r][c] * y for x, y in zip(rows[r], rows[c], strict=True)]
    return [row[-1] for row in rows]


@st.composite
def flows(draw: st.DrawFn) -> Flow:
    """Systems of chains in which every state leaks at least a little, so that all are left."""
    size = draw(st.integers(1, 7))
    rows = []
    for _ in range(size):
        weights = draw(st.lists(st.integers(0, 6), min_size=size, max_size=size))
        total = sum(weights) + draw(st.integers(1, 5))
        rows.append({j: Fraction(w, total) for j, w in enumerate(weights) if w})
    return Flow.among(rows)


@steady
@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(small, min_size=n + 1, max_size=n + 1), min_size=n, max_size=n)
    )
)
def test_dense_systems_agree_with_gauss(rows: list[list[Fraction]]) -> None:
    matrix, right = [row[:-1] for row in rows], [row[-1] for row in rows]
    expected = gauss(matrix, right)
    if expected is None:
        with pytest.raises(InputError, match="no unique solution"):
            solve(matrix, [[x] for x in right])
    else:
        assert [x for [x] in solve(matrix, [[x] for x in right])] == expected


def test_a_system_must_be_square() -> None:
    with pytest.raises(InputError, match="as many equations as unknowns"):
        solve([[1, 2]], [[1]])


@steady
@given(flows(), st.data())
def test_lifted_and_enclosed_solutions_agree_with_gauss(flow: Flow, data: st.DataObject) -> None:
    size = len(flow)
    chances = st.fractions(min_value=0, max_value=7, max_denominator=50)
    right = data.draw(st.lists(chances, min_size=size, max_size=size))
    matrix = [
        [Fraction(int(i == j)) - row.get(j, Fraction(0)) for j in range(size)]
        for i, row in enumerate(flow.rows)
    ]
    expected = gauss(matrix, right)
    assert expected is not None
    assert solve_flow(flow, [right]) == [expected]
    [enclosed] = enclose_flow(flow, [right], digits=25)
    for x, ball in zip(expected, enclosed, strict=True):
        assert x in ball
        assert ball.digits >= 25


@steady
@given(
    st.integers(2, 7).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(1, 9), min_size=n, max_size=n), min_size=n, max_size=n
        )
    )
)
def test_stationary_enclosures_hold_the_solution(weights: list[list[int]]) -> None:
    rows = [{j: Fraction(w, sum(row)) for j, w in enumerate(row)} for row in weights]
    size = len(rows)
    matrix = [[rows[i][j] - int(i == j) for i in range(size)] for j in range(size)]
    matrix[-1] = [Fraction(1)] * size
    expected = gauss(matrix, [Fraction(0)] * (size - 1) + [Fraction(1)])
    assert expected is not None
    found = enclose_stationary(rows, digits=20)
    assert all(x in ball and ball.digits >= 20 for x, ball in zip(expected, found, strict=True))


def test_long_chains_lose_no_digits() -> None:
    """A walk that is thrown back to the start lasts 2^300 steps; the mean is known."""
    size = 299
    rows = [
        {0: Fraction(1, 2)} | ({i + 1: Fraction(1, 2)} if i + 1 < size else {}) for i in range(size)
    ]
    rows[0] = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    flow = Flow.among(rows)
    ones = [Fraction(1)] * size
    exact = 2 ** (size + 1) - 2
    assert solve_flow(flow, [ones])[0][0] == exact
    [ball] = [enclose_flow(flow, [ones], digits=30)[0][0]]
    assert exact in ball
    assert ball.digits >= 30


def test_a_budget_stops_a_dense_elimination() -> None:
    size = 30
    rows = [{j: Fraction(1, size + 1) for j in range(size)} for _ in range(size)]
    with pytest.raises(TooDenseError):
        solve_flow(Flow.among(rows), [[Fraction(1)] * size], budget=1000)


# -- enclosures -------------------------------------------------------------------


@steady
@given(
    st.fractions(max_denominator=10**6),
    st.fractions(min_value=0, max_value=1, max_denominator=10**9),
)
def test_what_is_printed_is_true(middle: Fraction, radius: Fraction) -> None:
    """The printed midpoint and radius enclose the enclosure."""
    ball = Enclosure(middle - radius, middle + radius)
    if radius == 0:
        assert Fraction(str(ball)) == middle
        return
    shown_middle, shown_radius = (Fraction(x) for x in str(ball).strip("[]").split(" +/- "))
    assert shown_middle - shown_radius <= ball.low
    assert ball.high <= shown_middle + shown_radius
    assert shown_radius <= 3 * radius


@steady
@given(*[st.fractions(min_value=-9, max_value=9, max_denominator=99)] * 6)
def test_arithmetic_of_enclosures(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, s: Fraction, t: Fraction
) -> None:
    """Whatever the operands are inside, the result is inside."""
    one, two = Enclosure(min(a, b), max(a, b)), Enclosure(min(c, d), max(c, d))
    x = one.low + (one.high - one.low) * abs(s) / 9
    y = two.low + (two.high - two.low) * abs(t) / 9
    assert x + y in one + two
    assert x - y in one - two
    assert x * y in one * two
    assert x - 3 in one - 3
    assert 3 - x in 3 - one
    if 0 not in two:
        assert x / y in one / two
        assert 1 / y in 1 / two
    else:
        with pytest.raises(ZeroDivisionError):
            one / two


def test_digits_are_counted_cautiously() -> None:
    assert Enclosure(Fraction(-1), Fraction(1)).digits == 0
    assert Enclosure(Fraction(1), Fraction(1)).digits == 1_000_000
    ball = Enclosure(1 - Fraction(1, 10**12), 1 + Fraction(1, 10**12))
    assert 10 <= ball.digits <= 12
    with pytest.raises(ValueError, match="low end"):
        Enclosure(Fraction(2), Fraction(1))


def test_figures_beyond_pythons_limit_are_written() -> None:
    text = written(Fraction(10**5000 + 1, 3))
    assert text.startswith("100") or "/" in text
    assert len(text) > 4990


# -- series -------------------------------------------------------------------------


def geometric(a: Fraction, r: Fraction) -> Series:
    return Series([a], [1, -r])


rates = st.fractions(min_value=Fraction(-9, 10), max_value=Fraction(9, 10), max_denominator=20)


@st.composite
def recurrences(draw: st.DrawFn) -> tuple[Series, list[Fraction]]:
    """A sum of geometric sequences plus a polynomial, and its first terms by hand."""
    parts = draw(st.lists(st.tuples(small, rates), min_size=1, max_size=3))
    start = draw(st.lists(small, max_size=4))
    series = Series(start or [0])
    for a, r in parts:
        series = series + geometric(a, r)
    terms = [
        (start[n] if n < len(start) else 0) + sum((a * r**n for a, r in parts), Fraction(0))
        for n in range(30)
    ]
    return series, terms


@steady
@given(recurrences(), recurrences())
def test_series_agree_with_their_terms(
    one: tuple[Series, list[Fraction]], two: tuple[Series, list[Fraction]]
) -> None:
    (a, x), (b, y) = one, two
    assert a.terms(30) == x
    assert a.term(17) == x[17]
    assert a.weighted().terms(30) == [n * v for n, v in enumerate(x)]
    assert a.times(b).terms(30) == [v * w for v, w in zip(x, y, strict=True)]
    assert (a * b).terms(5) == [sum(x[k] * y[n - k] for k in range(n + 1)) for n in range(5)]
    tails = a.tails().terms(30)
    assert tails[0] == a.at_one() - x[0]
    assert all(tails[n - 1] - tails[n] == x[n] for n in range(1, 30))
    assert a.reduced() == a
    assert hash(a.reduced()) == hash(a)


@steady
@given(recurrences(), recurrences())
def test_sums_of_products_by_two_routes(
    one: tuple[Series, list[Fraction]], two: tuple[Series, list[Fraction]]
) -> None:
    """Residues against the product series at 1."""
    (a, _), (b, _) = one, two
    assert a.dot(b) == a.times(b).at_one() == b.dot(a)
    twice = Series(a.numerator * 2, a.denominator)
    assert dots([a, twice], [b, b]) == [a.dot(b), 2 * a.dot(b)]


@steady
@given(
    st.lists(
        st.tuples(
            st.fractions(1, 5, max_denominator=9),
            st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=30),
        ),
        min_size=2,
        max_size=4,
    )
)
def test_enclosed_sums_hold_the_exact_ones(parts: list[tuple[Fraction, Fraction]]) -> None:
    series = [geometric(a, r) + Series([0, 1, 2]) for a, r in parts]
    product = series[0]
    for s in series[1:]:
        product = product.times(s)
    [ball] = enclose_dots([series], digits=20)
    assert product.at_one() in ball
    assert ball.digits >= 20


@steady
@given(recurrences(), st.integers(0, 29))
def test_a_far_term_is_enclosed(one: tuple[Series, list[Fraction]], n: int) -> None:
    series, terms = one
    assert terms[n] in series.term_enclosed(n, 15)


def test_a_geometric_term_at_ten_to_the_thirty() -> None:
    """(1 - 1/n)^n is 1/e - 1/(2en) + ..., even where n has thirty digits."""
    n = 10**30
    ball = geometric(Fraction(1), 1 - Fraction(1, n)).term_enclosed(n, 25)
    assert abs(float(ball) - math.exp(-1)) < 1e-15
    assert ball.digits >= 25


def test_a_divergent_sum_is_refused() -> None:
    with pytest.raises(InputError, match="does not converge"):
        geometric(Fraction(1), Fraction(2)).dot(geometric(Fraction(1), Fraction(1, 2)))
    with pytest.raises(InputError, match="not 0 at 0"):
        Series([1], [0, 1])


def test_a_series_is_written_like_a_quotient() -> None:
    assert (
        str(Series([0, 0, 0, Fraction(1, 8)], [1, -1, 0, Fraction(1, 8)])) == "z^3/(8 - 8*z + z^3)"
    )
    assert str(Series([1, 2])) == "1 + 2*z"
    assert Series([0, 1], [2]).as_dict() == {"numerator": [0, Fraction(1, 2)], "denominator": [1]}

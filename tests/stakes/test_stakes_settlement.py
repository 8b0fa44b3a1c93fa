"""Settlements in cents, and the fewest payments, beside brute force."""

from fractions import Fraction as F  # noqa: N817

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.stakes.settlement import divide, round_to_zero, settle
from montmort.stakes.transfers import fewest_transfers

RATES = st.fractions(min_value=0, max_value=5, max_denominator=40)
CHIPS = st.fractions(min_value=-50, max_value=50, max_denominator=4)


@st.composite
def evenings(draw):
    n = draw(st.integers(2, 6))
    chips = draw(st.lists(CHIPS, min_size=n - 1, max_size=n - 1))
    chips.append(-sum(chips, F(0)))
    rates = draw(st.lists(RATES, min_size=n, max_size=n))
    return rates, chips


@settings(derandomize=True, deadline=None)
@given(evenings(), st.sampled_from(["losers", "reserve"]), st.integers(0, 2000))
def test_cents_sum_to_zero_and_lie_within_a_cent(evening, surplus, reserve):
    rates, chips = evening
    found = settle(rates, chips, surplus, reserve)
    assert sum(found.cents) + found.after - found.before == 0
    assert found.after >= 0
    for claim, exact, cents in zip(found.claims, found.exact, found.cents, strict=True):
        assert abs(100 * exact - cents) < 1
        assert abs(exact) <= abs(claim)
        assert claim * cents >= 0
    if found.shortfall > 0:
        # Everyone who lost pays in full; what the winners get is in proportion to claims.
        parts = {e / c for c, e in zip(found.claims, found.exact, strict=True) if c > 0}
        assert len(parts) <= 1
        assert all(e == c for c, e in zip(found.claims, found.exact, strict=True) if c < 0)
    elif surplus == "reserve":
        assert found.exact == found.claims
    else:
        parts = {e / c for c, e in zip(found.claims, found.exact, strict=True) if c < 0}
        assert len(parts) <= 1
        assert all(e == c for c, e in zip(found.claims, found.exact, strict=True) if c > 0)


def test_equal_rates_pay_every_claim():
    found = settle([F(1, 10)] * 4, [F(45), F(-30), F(10), F(-25)])
    assert found.shortfall == 0
    assert found.cents == (450, -300, 100, -250)


def test_shortage_is_shared_pro_rata_and_the_reserve_pays_first():
    # Claims 6.00 and 3.00, payments 4.50: each winner gets half of what he claims.
    rates, chips = [F(2), F(1), F(3, 4)], [F(3), F(3), F(-6)]
    assert settle(rates, chips).cents == (300, 150, -450)
    helped = settle(rates, chips, reserve=450)
    assert helped.cents == (600, 300, -450)
    assert (helped.before, helped.after) == (450, 0)


def test_surplus_goes_to_the_losers_or_to_the_reserve():
    rates, chips = [F(1), F(2), F(4)], [F(3), F(-1), F(-2)]
    # The losers owe 2 and 8 and the winner claims 3: they pay 0.60 and 2.40.
    assert settle(rates, chips).cents == (300, -60, -240)
    kept = settle(rates, chips, "reserve", 100)
    assert kept.cents == (300, -200, -800)
    assert kept.after == 800


def test_nobody_claims_or_nobody_pays():
    assert settle([F(0), F(1)], [F(5), F(-5)]).cents == (0, 0)
    assert settle([F(1), F(0)], [F(5), F(-5)]).cents == (0, 0)
    assert settle([F(1), F(2)], [F(0), F(0)]).cents == (0, 0)
    assert divide([F(0), F(0)]) == ((F(0), F(0)), F(0))


@pytest.mark.parametrize(
    ("rates", "chips", "words"),
    [
        ([F(1), F(1)], [F(3), F(-2)], "sum to 1, not to 0"),
        ([F(1)], [F(3), F(-3)], "1 rates but 2 results"),
        ([F(-1), F(1)], [F(3), F(-3)], "can't be negative"),
    ],
)
def test_bad_sessions_are_refused(rates, chips, words):
    with pytest.raises(InputError, match=words):
        settle(rates, chips)
    with pytest.raises(InputError, match="can't be negative"):
        settle([F(1), F(1)], [F(1), F(-1)], reserve=-1)


@settings(derandomize=True, deadline=None)
@given(st.lists(st.fractions(max_denominator=30, min_value=-9, max_value=9), max_size=7))
def test_rounding_is_the_nearest_with_sum_zero(values):
    values.append(-sum(values, F(0)))
    found = round_to_zero(values)
    assert sum(found) == 0
    # Every whole vector of sum zero within one of the values is no nearer in total.
    moved = sum(abs(a - b) for a, b in zip(found, values, strict=True))
    if len(values) <= 5:
        assert moved == _nearest(values)
    for value, whole in zip(values, found, strict=True):
        assert abs(whole - value) < 1
        assert value.denominator != 1 or whole == value


def _nearest(values):
    """Go through all ways of rounding down or up."""
    best = None
    for ups in range(1 << len(values)):
        trial = [v.__floor__() + (ups >> i & 1) for i, v in enumerate(values)]
        if sum(trial) == 0:
            moved = sum(abs(a - b) for a, b in zip(trial, values, strict=True))
            best = moved if best is None else min(best, moved)
    return best


def _paid(balances, plan):
    left = list(balances)
    for t in plan.transfers:
        assert t.cents > 0
        left[t.payer] += t.cents
        left[t.payee] -= t.cents
    return left


def _most_groups_by_partitions(values):
    """Go through all partitions of the balances that are not zero."""
    values = [v for v in values if v]

    def partitions(rest):
        if not rest:
            yield []
            return
        for smaller in partitions(rest[1:]):
            yield [[rest[0]], *smaller]
            for i, group in enumerate(smaller):
                yield [*smaller[:i], [rest[0], *group], *smaller[i + 1 :]]

    return max(len(p) for p in partitions(values) if all(sum(g) == 0 for g in p))


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_fewest_payments_as_by_partitions(balances):
    balances.append(-sum(balances))
    plan = fewest_transfers(balances)
    assert plan.fewest
    assert not any(_paid(balances, plan))
    count = sum(1 for b in balances if b)
    assert len(plan.transfers) == count - _most_groups_by_partitions(balances)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.lists(st.integers(-500, 500), min_size=20, max_size=40))
def test_many_players_are_settled_too(balances):
    balances.append(-sum(balances))
    plan = fewest_transfers(balances, largest=10)
    assert not any(_paid(balances, plan))
    assert len(plan.transfers) <= max(0, sum(1 for b in balances if b) - 1)


def test_fewest_payments_of_twenty_balances():
    # Four groups of five that no smaller group of sum zero divides, in one list.
    balances = [k * scale for scale in (1, 101, 10201, 1030301) for k in (1, 2, 4, 8, -15)]
    plan = fewest_transfers(balances)
    assert plan.fewest
    assert len(plan.transfers) == 16
    assert len(plan.groups) == 4
    assert not any(_paid(balances, plan))


def test_balances_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(InputError, match="not to 1 cents"):
        fewest_transfers([3, -2])

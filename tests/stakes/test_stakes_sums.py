"""Shortfalls of one and of many games, beside sequences gone through one by one."""

import math
from fractions import Fraction as F  # noqa: N817
from itertools import accumulate, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.core.results import Estimate
from montmort.stakes import repeated
from montmort.stakes.outcomes import (
    Distribution,
    Outcomes,
    recorded,
    shortfall_of_a_game,
    winner_takes_all,
)
from montmort.stakes.repeated import after, largest_on_the_way, simulated
from montmort.stakes.settlement import divide
from montmort.stakes.shortfall import shortfall
from montmort.stakes.sums import Enclosed, Simulated, Summed
from montmort.stakes.underpaid import long_run, settled, settled_after

VALUE = st.fractions(min_value=-3, max_value=3, max_denominator=5)


@st.composite
def games(draw):
    values = draw(st.lists(VALUE, min_size=1, max_size=4, unique=True))
    weights = [draw(st.integers(1, 5)) for _ in values]
    return Distribution.of((v, F(w, sum(weights))) for v, w in zip(values, weights, strict=True))


def sequences(game, count):
    """Every sequence of games, with its chance."""
    for picked in product(range(len(game.values)), repeat=count):
        yield [game.values[k] for k in picked], math.prod(game.chances[k] for k in picked)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(games(), st.integers(1, 4))
def test_sums_as_by_all_sequences(game, count):
    known = Distribution.of((sum(values), p) for values, p in sequences(game, count))
    found = after(game, count)
    assert isinstance(found, Summed)
    assert found.distribution() == known
    assert known.mean == count * game.mean
    assert known.variance == count * game.variance
    for limit in (F(-2), F(0), F(1, 3), F(5)):
        assert found.above(limit).exact == known.above(limit)
    top = Distribution.of(
        (max([F(0), *accumulate(values)]), p) for values, p in sequences(game, count)
    )
    way = largest_on_the_way(game, count)
    for limit in (F(0), F(1, 3), F(5)):
        assert way.above(limit).exact == top.above(limit)
    for risk in (F(1), F(1, 2), F(1, 10), F(1, 1000)):
        for ours, twin in ((found, known), (way, top)):
            candidates = sorted({F(0), *(v for v in twin.values if v > 0)})
            least = next(v for v in candidates if twin.above(v) < risk)
            assert ours.reserve(risk) == (least, least)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(games(), st.integers(1, 40))
def test_every_way_of_summing_agrees(game, count):
    step, places = repeated._lattice(game.values, game.values[0])
    if not step:
        assert after(game, count).above(count * game.values[0]).value == 0
        return
    weights, whole = repeated._weights(game)
    start = count * game.values[0]
    power = repeated._power(start, step, places, weights, count, whole)
    counted = repeated._multinomial(start, step, places, weights, count, whole)
    assert power == counted
    enclosed = repeated._enclosed(start, step, places, weights, count, whole)
    for limit in (F(-5), F(0), F(1, 2), F(7), F(200)):
        exact, bounds = power.above(limit), enclosed.above(limit)
        assert bounds.low <= exact.value <= bounds.high
        assert bounds.high - bounds.low < F(1, 10**50)
    low, high = enclosed.reserve(F(1, 20))
    assert low <= power.reserve(F(1, 20))[0] <= high


@settings(derandomize=True, deadline=None, max_examples=40)
@given(games(), st.integers(1, 30))
def test_the_way_is_enclosed(game, count):
    step, places = repeated._lattice(game.values, F(0))
    if not step or places[-1] <= 0:
        assert largest_on_the_way(game, count).above(F(0)).value == 0
        return
    weights, whole = repeated._weights(game)
    exact = repeated._way_exact(step, places, weights, count, whole)
    enclosed = repeated._way_enclosed(step, places, weights, count, whole)
    for limit in (F(0), F(1, 2), F(7)):
        bounds = enclosed.above(limit)
        assert bounds.low <= exact.above(limit).value <= bounds.high
        assert bounds.high - bounds.low < F(1, 10**50)
    shares = dict(enclosed.shares())
    for value, share in exact.shares():
        assert shares[value] == pytest.approx(share)


def walk(up=F(1, 2)):
    return Distribution.of([(F(-1), 1 - up), (F(1), up)])


def test_reflection_principle():
    # P(max of n steps ≥ a) = P(S_n ≥ a) + P(S_n > a): Feller, volume I, III.7.
    for count in (1, 7, 50, 200):
        end, way = after(walk(), count), largest_on_the_way(walk(), count)
        for a in (1, 2, 5, 12):
            reflected = end.above(F(a - 1)).value + end.above(F(a)).value
            assert way.above(F(a - 1)).value == reflected


def test_huge_numbers_of_games():
    count = 10**6
    found = after(walk(), count)
    assert isinstance(found, Enclosed)
    short = found.above(F(0))
    assert short.high - short.low < F(1, 10**45)
    # P(S > 0) = (1 − C(n, n/2)/2^n)/2, with ln C from the log-gamma function.
    tie = math.exp(math.lgamma(count + 1) - 2 * math.lgamma(count / 2 + 1) - count * math.log(2))
    assert float(short.value) == pytest.approx((1 - tie) / 2, rel=1e-9)
    low, high = found.reserve(F(1, 100))
    assert low == high
    assert 2326 <= high <= 2330  # 2.3263 standard deviations of 1000


def test_a_fine_lattice_is_simulated_and_covers_the_truth():
    values = [F(1037, 10007), F(-513, 10009), F(5001, 100003), F(-11, 101)]
    game = Distribution.of((v, F(1, 4)) for v in values)
    found = after(game, 200, seed=3, sessions=4000)
    assert isinstance(found, Simulated)
    short = found.above(F(0))
    assert short.low <= short.value <= short.high
    # The normal limit with Edgeworth's skewness term is within 0.002 here.
    z = float(game.mean) * 200 / math.sqrt(200 * float(game.variance))
    normal = 0.5 * (1 + math.erf(z / math.sqrt(2)))
    assert abs(float(short.value) - normal) < 5 * 0.5 / math.sqrt(4000) + 0.01
    assert simulated(game, 200, 3, 4000) == found
    assert simulated(game, 200, 4, 4000) != found


def test_simulation_agrees_with_the_exact_tail():
    game = Distribution.of([(F(-1), F(1, 2)), (F(0), F(1, 6)), (F(3, 2), F(1, 3))])
    for way, exact in ((False, after(game, 25)), (True, largest_on_the_way(game, 25))):
        sample = simulated(game, 25, 11, 20_000, way)
        for limit in (F(0), F(3), F(8)):
            truth = float(exact.above(limit).value)
            error = math.sqrt(truth * (1 - truth) / 20_000)
            assert abs(float(sample.above(limit).value) - truth) < 5.5 * error
        low, high = sample.reserve(F(1, 20))
        assert low <= high
        wide = (exact.reserve(F(1, 10))[0], exact.reserve(F(1, 50))[0])
        assert wide[0] <= low <= high <= wide[1]


def test_a_sample_too_small_gives_no_upper_reserve():
    assert simulated(walk(), 10, 1, 20).reserve(F(1, 1000))[1] is None
    assert simulated(walk(), 10, 1, 20).reserve(F(1))[0] == 0


def test_sessions_do_not_depend_on_the_block(monkeypatch):
    whole = simulated(walk(), 1000, 5, 40)
    drawn = []
    from montmort.statistics import streams

    original = streams.draw_many

    def watched(seed, rows, who, draws):
        drawn.append(len(rows))
        return np.concatenate([original(seed, np.array([row]), who, draws) for row in rows])

    monkeypatch.setattr(streams, "draw_many", watched)
    assert simulated(walk(), 1000, 5, 40) == whole
    assert sum(drawn) == 40


def test_exact_answers_do_not_depend_on_the_seed():
    assert after(walk(F(1, 3)), 50, seed=1) == after(walk(F(1, 3)), 50, seed=2)


RATES = st.fractions(min_value=0, max_value=3, max_denominator=6)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(RATES, min_size=2, max_size=4), st.data(), st.integers(1, 4))
def test_underpaid_as_by_all_sequences(rates, data, count):
    n = len(rates)
    weights = [data.draw(st.integers(1, 4)) for _ in range(n)]
    outcomes = winner_takes_all([F(w, sum(weights)) for w in weights], F(2))
    known = [F(0)] * n
    for picked in product(range(n), repeat=count):
        chance = math.prod(outcomes.chances[k] for k in picked)
        chips = [sum(outcomes.chips[k][i] for k in picked) for i in range(n)]
        claims = [r * c for r, c in zip(rates, chips, strict=True)]
        paid, _ = divide(claims)
        for i in range(n):
            known[i] += chance * max(F(0), claims[i] - paid[i])
    found, exact = settled_after(rates, outcomes, count)
    assert exact
    assert list(found) == known
    each = settled(rates, outcomes)
    assert [share.underpaid for share in each] == list(settled_after(rates, outcomes, 1)[0])
    for share in each:
        assert share.paid == share.due - share.underpaid + share.spared
    assert sum(share.paid for share in each) == 0
    limit = long_run(rates, outcomes)
    assert sum(share.paid for share in limit) == 0
    short = sum(share.due for share in limit)
    assert sum(share.underpaid for share in limit) == max(F(0), short)


def test_underpaid_is_simulated_when_too_many(monkeypatch):
    rates = [F(3), F(1), F(1, 2), F(2), F(1)]
    outcomes = winner_takes_all([F(3, 10), F(1, 5), F(1, 10), F(1, 5), F(1, 5)])
    exact, sure = settled_after(rates, outcomes, 8)
    assert sure
    from montmort.stakes import underpaid

    monkeypatch.setattr(underpaid, "_EXACT_ATOMS", 0)
    guessed, sure = settled_after(rates, outcomes, 8, seed=5)
    assert not sure
    for truth, guess in zip(exact, guessed, strict=True):
        assert isinstance(guess, Estimate)
        assert abs(float(truth) - guess.value) <= 3 * guess.half + 1e-9


def test_two_player_shortfall_in_closed_form():
    # Σ r·μ = (r_1 − r_2)(2p − 1).
    for p in (F(1, 2), F(3, 5), F(1)):
        game = shortfall_of_a_game([F(5), F(2)], winner_takes_all([p, 1 - p]))
        assert game.mean == 3 * (2 * p - 1)


def test_a_part_that_gathers_all():
    outcomes = winner_takes_all([F(3, 5), F(2, 5)])
    found = shortfall([F(2), F(1)], outcomes, 10, risk=F(1, 20), reserve=F(3))
    assert found.exact
    known = sum(F(math.comb(10, k)) * F(3, 5) ** k * F(2, 5) ** (10 - k) for k in range(7, 11))
    assert found.total.above(F(3)).exact == known
    rows = dict(found.tables(("ann", "bob"))[0].rows)
    assert rows["mean a game, Σ r·μ = n·Cov(r, μ)"] == "$0.20"
    assert found.as_dict(("ann", "bob"))["after"]["at_the_end"]["short"]["exact"] == known


def test_recorded_games_are_a_distribution():
    outcomes = recorded([[F(3), F(-3)], [F(-1), F(1)], [F(3), F(-3)]])
    assert outcomes == Outcomes(((F(3), F(-3)), (F(-1), F(1))), (F(2, 3), F(1, 3)))
    assert recorded([[F(1), F(-1)], [F(2), F(-2)]], [F(0), F(1)]).chances == (F(1),)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: winner_takes_all([F(1)]), "two players"),
        (lambda: winner_takes_all([F(1), F(1)]), "sum to 1"),
        (lambda: winner_takes_all([F(1, 2)] * 2, F(0)), "more than 0 chips"),
        (lambda: recorded([[F(1), F(0)]]), "sum to 1, not to 0"),
        (lambda: recorded([[F(1), F(-1)]], [F(0)]), "not all 0"),
        (lambda: after(walk(), 0), "at least one game"),
        (lambda: largest_on_the_way(walk(), 0), "at least one game"),
        (lambda: shortfall_of_a_game([F(1)], winner_takes_all([F(1, 2)] * 2)), "1 rates"),
    ],
)
def test_bad_questions_are_refused(call, words):
    with pytest.raises(InputError, match=words):
        call()

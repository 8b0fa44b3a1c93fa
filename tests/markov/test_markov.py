"""Markov chains: every method against the others, against brute force and against known answers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.core.game import CHANCE, OVER, Game, State
from montmort.engines.markov import Chain, End, absorption, chain_of, hitting, rates, stationary
from montmort.engines.markov.methods import Method
from montmort.exact.enclosure import Enclosure
from montmort.statistics.streams import Source

steady = settings(derandomize=True, deadline=None, max_examples=50)
HALF = Fraction(1, 2)
METHODS: tuple[Method, ...] = ("auto", "dense", "sparse")


def ruin(size: int, p: Fraction) -> Chain[int]:
    """The gambler's ruin between 0 and ``size``."""
    table: dict[int, dict[int, Fraction | int]] = {0: {0: 1}, size: {size: 1}}
    for i in range(1, size):
        table[i] = {i + 1: p, i - 1: 1 - p}
    return Chain(table)


@st.composite
def chains(draw: st.DrawFn, most: int = 6) -> Chain[int]:
    size = draw(st.integers(1, most))
    table = {}
    for i in range(size):
        weights = draw(st.lists(st.sampled_from([0, 0, 1, 2, 5]), min_size=size, max_size=size))
        if not any(weights):
            weights[i] = 1
        table[i] = {j: Fraction(w, sum(weights)) for j, w in enumerate(weights)}
    return Chain(table)


def powers(chain: Chain[int], start: int, steps: int) -> list[float]:
    """Twin: floating-point powers."""
    size = len(chain)
    now = [float(i == start) for i in range(size)]
    for _ in range(steps):
        now = [
            sum(now[i] * float(chain.rows[i].get(j, 0)) for i in range(size)) for j in range(size)
        ]
    return now


# -- known answers -------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("p", [HALF, Fraction(2, 3), Fraction(1, 5)])
def test_gamblers_ruin(method: Method, p: Fraction) -> None:
    """De Moivre's formula (The Doctrine of Chances, 1718): ((q/p)^i - 1) / ((q/p)^n - 1)."""
    size = 9
    chain = ruin(size, p)
    for start in range(1, size):
        answer = absorption(chain, start, method=method)
        ratio = (1 - p) / p
        won = Fraction(start, size) if ratio == 1 else (ratio**start - 1) / (ratio**size - 1)
        mean = start * (size - start) if ratio == 1 else (start - size * won) / (1 - 2 * p)
        assert answer.probabilities[size] == won
        assert answer.probabilities[0] == 1 - won
        assert answer.mean == mean
        assert answer.exact


def test_variance_of_the_fair_ruin() -> None:
    """For the fair walk from i, Var T = i(n - i)(i² + (n - i)² - 2)/3 (Feller, volume I, XIV)."""
    for size in (2, 5, 8):
        for start in range(1, size):
            other = size - start
            expected = Fraction(start * other * (start**2 + other**2 - 2), 3)
            assert absorption(ruin(size, HALF), start).variance == expected


def test_ehrenfests_urn() -> None:
    """The stationary law of Ehrenfest's urn is binomial."""
    size = 12
    table: dict[int, dict[int, Fraction]] = {}
    for i in range(size + 1):
        table[i] = {}
        if i:
            table[i][i - 1] = Fraction(i, size)
        if i < size:
            table[i][i + 1] = Fraction(size - i, size)
    chain = Chain(table)
    assert chain.period(3) == 2
    expected = {i: Fraction(math.comb(size, i), 2**size) for i in range(size + 1)}
    for method in METHODS:
        assert stationary(chain, method=method).shares == expected
    enclosed = stationary(chain, method="enclosed", digits=25)
    assert not enclosed.exact
    for i, share in enclosed.shares.items():
        assert isinstance(share, Enclosure)
        assert expected[i] in share


def test_coupon_collector() -> None:
    """The mean is n·H(n), the variance n² Σ 1/k² - n·H(n)."""
    size = 8
    chain = Chain.explore(
        0,
        lambda k: [] if k == size else [(k, Fraction(k, size)), (k + 1, Fraction(size - k, size))],
    )
    time = hitting(chain, 0, [size])
    mean = size * sum(Fraction(1, k) for k in range(1, size + 1))
    assert time.mean == mean
    assert time.variance == size**2 * sum(Fraction(1, k**2) for k in range(1, size + 1)) - mean
    # P(T <= n): inclusion and exclusion.
    for n in (8, 15, 40):
        covered = sum(
            Fraction((-1) ** k * math.comb(size, k) * (size - k) ** n, size**n)
            for k in range(size + 1)
        )
        assert time.tail(n) == 1 - covered


def test_snakes_and_short_ladders_by_simulation() -> None:
    """A little board: exact mean inside the interval of 20,000 simulated games (6 sigma)."""
    jumps = {3: 11, 9: 2, 14: 5, 17: 19}

    def successors(square: int) -> list[tuple[int, Fraction]]:
        if square == 20:
            return []
        found = []
        for pips in range(1, 7):
            target = square + pips
            target = square if target > 20 else jumps.get(target, target)
            found.append((target, Fraction(1, 6)))
        return found

    chain = Chain.explore(0, successors)
    time = hitting(chain, 0, [20])
    source = Source(5, 0, 0)
    games = 20_000
    total = 0
    for _ in range(games):
        square = 0
        while square != 20:
            target = square + source.below(6) + 1
            square = square if target > 20 else jumps.get(target, target)
            total += 1
    sigma = math.sqrt(float(time.variance) / games)
    assert abs(total / games - float(time.mean)) < 6 * sigma


# -- properties ------------------------------------------------------------------------


@steady
@given(chains())
def test_methods_agree_and_match_long_powers(chain: Chain[int]) -> None:
    ends = {i: k for k, members in enumerate(chain.closed) for i in members}
    for start in chain.states:
        if start in ends:
            continue
        answers = [absorption(chain, start, method=m) for m in METHODS]
        assert all(a.probabilities == answers[0].probabilities for a in answers)
        assert all((a.mean, a.variance) == (answers[0].mean, answers[0].variance) for a in answers)
        assert sum(answers[0].probabilities.values(), Fraction(0)) == 1
        enclosed = absorption(chain, start, method="enclosed", digits=20)
        for end, chance in answers[0].probabilities.items():
            ball = enclosed.probabilities[end]
            assert isinstance(ball, Enclosure)
            assert chance in ball
            assert ball.digits >= 20
        assert isinstance(enclosed.mean, Enclosure)
        assert answers[0].mean in enclosed.mean
        assert enclosed.variance == answers[0].variance or answers[0].variance in enclosed.variance
        late = powers(chain, start, 3000)
        for end, chance in answers[0].probabilities.items():
            members = end if isinstance(end, frozenset) else {end}
            assert abs(sum(late[i] for i in members) - float(chance)) < 1e-6


@steady
@given(chains(), st.integers(0, 5))
def test_hitting_times_by_three_routes(chain: Chain[int], pick: int) -> None:
    """The walk, the generating function, and the chain made absorbing."""
    target = pick % len(chain)
    start = 0
    time = hitting(chain, start, [target])
    stopped = Chain(
        {
            s: {s: Fraction(1)} if s == target else {chain.states[j]: w for j, w in row.items()}
            for s, row in zip(chain.states, chain.rows, strict=True)
        }
    )
    rows = time.distribution(12)
    for n, mass, rest in rows:
        arrived = stopped.after(start, n).get(target, Fraction(0))
        assert 1 - rest == arrived
        assert mass == arrived - (stopped.after(start, n - 1).get(target, Fraction(0)) if n else 0)
        assert time.tail(n) == rest
    series = time.series()
    assert series.terms(13) == [mass for _, mass, _ in rows]
    assert series.at_one() == time.probability
    if time.probability == 1:
        assert time.mean == series.mean()
        assert time.variance == series.variance()
    else:
        with pytest.raises(InputError, match="infinite"):
            _ = time.mean
    assert time.as_dict()["probability"] == time.probability


@steady
@given(chains())
def test_rates_are_stationary_and_agree(chain: Chain[int]) -> None:
    for start in chain.states:
        answers = [rates(chain, start, method=m) for m in METHODS]
        shares = answers[0].shares
        assert all(a.shares == shares for a in answers)
        assert sum(shares.values(), Fraction(0)) == 1
        following: dict[int, Any] = dict.fromkeys(chain.states, Fraction(0))
        for i, row in enumerate(chain.rows):
            for j, w in row.items():
                following[chain.states[j]] += shares[chain.states[i]] * w
        assert following == shares


@steady
@given(chains(most=8))
def test_classes_against_reachability(chain: Chain[int]) -> None:
    reach = [set(chain.reached(i)) for i in range(len(chain))]
    for members in chain.classes:
        for i in members:
            assert {j for j in range(len(chain)) if j in reach[i] and i in reach[j]} == set(members)
    assert sorted(i for m in chain.classes for i in m) == list(range(len(chain)))
    for members in chain.closed:
        assert all(reach[i] == set(members) for i in members)
    for state in chain.states:
        lengths = [n for n in range(1, 40) if chain.after(state, n).get(state)]
        assert chain.period(state) == math.gcd(*lengths)


# -- size ---------------------------------------------------------------------------


def test_a_large_sparse_chain_is_exact() -> None:
    """Fair ruin among 3001 states, far beyond dense fractions in this time."""
    answer = absorption(ruin(3000, HALF), 1000)
    assert answer.mean == 1000 * 2000
    assert answer.probabilities[3000] == Fraction(1, 3)
    assert "sparse" in answer.method


def test_a_larger_chain_is_enclosed() -> None:
    size = 6000
    answer = absorption(ruin(size, Fraction(2, 3)), 10)
    assert not answer.exact
    won = answer.probabilities[size]
    assert isinstance(won, Enclosure)
    ratio = HALF
    assert (ratio**10 - 1) / (ratio**size - 1) in won
    assert won.digits >= 30


def test_far_tails() -> None:
    """P(T > n) of a geometric time, exactly near and enclosed far away."""
    p = Fraction(1, 1000)
    chain = Chain({0: {0: 1 - p, 1: p}, 1: {1: 1}})
    time = hitting(chain, 0, [1])
    assert time.tail(-1) == 1
    assert time.tail(100) == (1 - p) ** 100
    for n in (500_000, 20_000_000):
        far = time.tail(n)
        assert isinstance(far, Enclosure)
        assert (
            abs(
                math.log(far.middle.numerator)
                - math.log(far.middle.denominator)
                - n * math.log1p(-0.001)
            )
            < 1e-3
        )
        assert far.digits >= 30
    lossy = Chain({0: {0: HALF, 1: Fraction(1, 4), 2: Fraction(1, 4)}, 1: {1: 1}, 2: {2: 1}})
    never = hitting(lossy, 0, [1])
    far = never.tail(20_000_000)
    assert isinstance(far, Enclosure)
    assert abs(float(far) - 0.5) < 1e-12


# -- results and games ------------------------------------------------------------


def test_results_can_be_shown() -> None:
    chain = ruin(4, HALF)
    for result in (
        absorption(chain, 1),
        hitting(chain, 1, [0]),
        rates(chain, 1),
        stationary(Chain({0: {0: 1}})),
    ):
        assert result.as_dict()["method"]
        assert result.tables()
    assert hitting(chain, 1, [0, 4]).charts()
    assert repr(chain) == "Chain(5 states, 3 classes)"
    assert len(hitting(chain, 0, [0]).distribution(2)) == 3
    assert hitting(chain, 0, [0]).mean == 0
    assert hitting(chain, 0, [4]).probability == 0
    assert hitting(chain, 0, [4]).tail(3) == 1


class Tosses(State[int]):
    """Toss until heads; heads at an odd toss wins."""

    def __init__(self, n: int = 0, over: bool = False) -> None:
        self.n, self.over = n % 2, over

    @property
    def actor(self) -> int:
        return OVER if self.over else CHANCE

    def actions(self) -> tuple[int, ...]:
        return ()

    def chances(self) -> list[tuple[int, int]]:
        return [(0, 1), (1, 1)]

    def after(self, action: int) -> Tosses:
        return Tosses(self.n + 1, bool(action))

    def payoffs(self) -> tuple[int, int]:
        return (1, 0) if self.n else (0, 1)

    def key(self) -> tuple[int, bool]:
        return self.n, self.over


class Deciding(Tosses):
    @property
    def actor(self) -> int:
        return 0


class TossGame(Game):
    name = "tosses"
    begin: State[int] = Tosses()

    def start(self) -> State[int]:
        return self.begin


class DecidingGame(TossGame):
    begin = Deciding()


def test_the_chain_of_a_game() -> None:
    chain = chain_of(TossGame())
    answer = absorption(chain, chain.states[0])
    assert answer.probabilities == {End((1, 0)): Fraction(2, 3), End((0, 1)): Fraction(1, 3)}
    with pytest.raises(InputError, match="decides something"):
        chain_of(DecidingGame())


# -- bad input ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, "at least one state"),
        ({0: {0: "1/2"}}, "sum to 1/2, not to 1"),
        ({0: {1: 1}}, "has no row of its own"),
        ({0: {0: "3/2", 1: "-1/2"}, 1: {1: 1}}, "must be from 0 to 1"),
        ({0: {0: "half"}}, "must be a fraction"),
        ({0: {0: 0.5, 1: 0.5}, 1: {1: 1}}, "write a fraction, such as 1/2"),
    ],
)
def test_bad_chains_are_explained(table: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Chain(table)


def test_bad_questions_are_explained() -> None:
    circle = Chain({"a": {"b": 1}, "b": {"a": 1}})
    with pytest.raises(InputError, match="never absorbs"):
        absorption(circle, "a")
    with pytest.raises(InputError, match="has no state 'c'"):
        absorption(circle, "c")
    with pytest.raises(InputError, match="2 closed classes"):
        stationary(ruin(3, HALF))
    with pytest.raises(InputError, match="at least one target"):
        hitting(circle, "a", [])
    with pytest.raises(InputError, match="no method 'spare'"):
        absorption(ruin(3, HALF), 1, method="spare")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="digits is 0"):
        absorption(ruin(3, HALF), 1, method="enclosed", digits=0)
    with pytest.raises(InputError, match="more than 10 states"):
        Chain.explore(0, lambda n: [(n + 1, 1)], most=10)
    with pytest.raises(InputError, match="steps is -1"):
        circle.after("a", -1)

"""Known values about stakes at different rates, beside ours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..core.results import Fact, Facts, Result

__all__ = ["reproduce"]

_ESSAY = "the essay that posed the problem"
_FELLER = "Feller, An Introduction to Probability Theory, volume I, III"
_CAUCHY = "the inequality of Cauchy and Schwarz"
_ALGEBRA = "closed form, derived in docs/stakes.md"
_SUBSETS = "counted by hand"


def _fact(statement: str, source: str, expected: Any, found: Any, note: str = "") -> Fact:
    return Fact(statement, source, expected, found, expected == found, note)


def reproduce(seed: int = 1) -> Iterator[Result]:
    """Yield what is known about stakes at different rates beside ours.

    >>> all(fact.agrees for facts in reproduce() for fact in facts.facts)
    True
    """
    yield Facts("Stakes: two schemes and what lies between", tuple(_schemes()))
    yield Facts("Stakes: the trade-off", tuple(_tradeoff()))
    yield Facts("Stakes: the pot after many games", tuple(_sums(seed)))
    yield Facts("Stakes: settling", tuple(_settling()))


def _schemes() -> Iterator[Fact]:
    from .chances import Box, around_equal, largest_shortfall, mean_gains, supported
    from .cuts import cuts

    rates = [Fraction(1, 10), Fraction(1, 20), Fraction(1, 50), Fraction(1, 4)]
    everything, equal = around_equal(4, Fraction(1)), around_equal(4, Fraction(0))
    same = [Fraction(1, 50)] * 4
    yield _fact(
        "equal rates support any chances (Scheme A)",
        _ESSAY,
        True,
        supported(same, everything, Fraction(0)),
    )
    yield _fact(
        "and without tolerance no others do",
        _ESSAY,
        False,
        supported(rates, everything, Fraction(0)),
    )
    yield _fact(
        "equal chances support any rates (Scheme B)",
        _ESSAY,
        True,
        supported(rates, equal, Fraction(0)),
    )
    yield _fact(
        "with equal chances nobody gains in the mean",
        _ESSAY,
        (0,) * 4,
        mean_gains([Fraction(1, 4)] * 4),
    )
    yield _fact(
        "cut for all chances: everybody's rate is the least that anyone asked for",
        _ESSAY,
        (min(rates),) * 4,
        cuts(rates, everything, Fraction(0)).rates,
    )
    yield _fact(
        "cut for equal chances: nothing",
        _ESSAY,
        tuple(rates),
        cuts(rates, equal, Fraction(0)).rates,
    )
    corner = largest_shortfall(rates, Box((Fraction(1, 5),) * 4, (Fraction(3, 10),) * 4))
    yield _fact(
        "chances within 1/20 of 1/4: largest shortfall (r_4 + r_1 − r_2 − r_3)·4/20",
        _ALGEBRA,
        (rates[3] + rates[0] - rates[1] - rates[2]) * Fraction(4, 20),
        corner.value,
        f"price {corner.price}",
    )


def _tradeoff() -> Iterator[Fact]:
    from .chances import Euclid, mean_gains
    from .tradeoff import (
        covariance_shortfall,
        deviation_bound,
        largest_ratios,
        largest_spreads,
        two_player_gap,
    )

    rates = [Fraction(1, 10), Fraction(1, 20), Fraction(1, 50), Fraction(1, 4)]
    chances = [Fraction(2, 5), Fraction(1, 5), Fraction(1, 10), Fraction(3, 10)]
    gains = mean_gains(chances)
    direct = sum((r * g for r, g in zip(rates, gains, strict=True)), Fraction(0))
    yield _fact("Σ r·μ = n·Cov(r, μ)", _ESSAY, direct, covariance_shortfall(rates, gains))
    bound = deviation_bound(rates, gains)
    yield _fact("(Σ r·μ)² ≤ (n·sd(r)·sd(μ))²", _CAUCHY, True, direct**2 <= bound.square)
    spread = Euclid(4, Fraction(1, 10)).largest(rates)
    mean = sum(rates, Fraction(0)) / 4
    squares = sum(((r - mean) ** 2 for r in rates), Fraction(0))
    yield _fact(
        "chances at distance 1/10: the largest shortfall is n·sd(r)·sd(μ), squared",
        _CAUCHY,
        16 * Fraction(1, 100) * squares,
        spread.square,
    )
    for chance in (Fraction(11, 20), Fraction(3, 5), Fraction(4, 5)):
        known = Fraction(1, 10) / (2 * chance - 1)
        ours = largest_ratios(2, chance - Fraction(1, 2), Fraction(1, 10)).possible
        yield _fact(
            f"two players, p = {chance}, s = r_2/10: largest r_1/r_2 − 1 = s/(2p − 1)",
            "(r_1 − r_2)(2p − 1) ≤ s",
            (known, known),
            (two_player_gap(chance, Fraction(1, 10)), ours and ours.exact and ours.exact - 1),
        )
    for players, radius in ((3, Fraction(1, 12)), (4, Fraction(1, 10)), (6, Fraction(1, 6))):
        found = largest_ratios(players, radius, Fraction(1, 4))
        yield _fact(
            f"{players} players, chances within {radius} of equal, s = 1/4 of the lowest stake: "
            "max r / min r for some rates, for all",
            _ALGEBRA,
            (
                1 + Fraction(1, 4) / (players * radius),
                1 + Fraction(1, 4) / (players * (players // 2) * radius),
            ),
            (found.possible and found.possible.exact, found.safe and found.safe.exact),
        )
    back = largest_spreads(4, Fraction(13, 8), Fraction(1, 4)).possible
    yield _fact(
        "and back: the spread that supports the ratio 13/8 among 4 players",
        _ALGEBRA,
        Fraction(1, 10),
        back and back.exact,
    )


def _sums(seed: int) -> Iterator[Fact]:
    from .outcomes import shortfall_of_a_game, winner_takes_all
    from .repeated import after, largest_on_the_way, simulated

    half = Fraction(1, 2)
    walk = shortfall_of_a_game([Fraction(2), Fraction(1)], winner_takes_all([half, half]))
    yield _fact(
        "rates 2 and 1, equal chances: a game is short or over by 1",
        _ALGEBRA,
        (-1, 1, half, half),
        (*walk.values, *walk.chances),
    )
    games = 100
    tie = Fraction(math.comb(games, games // 2), 2**games)
    end, way = after(walk, games), largest_on_the_way(walk, games)
    yield _fact(
        "short after 100 games: (1 − C(100, 50)/2^100)/2",
        _FELLER,
        (1 - tie) / 2,
        end.above(Fraction(0)).exact,
    )
    yield _fact(
        "short after any of 100 games: 1 − C(100, 50)/2^100 (reflection)",
        _FELLER,
        1 - tie,
        way.above(Fraction(0)).exact,
    )
    tails = [
        Fraction(sum(math.comb(games, k) for k in range(k0, 101)), 2**games) for k0 in (62, 63)
    ]
    yield _fact(
        "reserve to be short after 100 games with less than 1%: 24, by binomial tails",
        "binomial coefficients summed",
        (True, Fraction(24)),
        (tails[1] < Fraction(1, 100) <= tails[0], end.reserve(Fraction(1, 100))[0]),
    )
    sample = simulated(walk, games, seed, 20_000).above(Fraction(0))
    yield Fact(
        "the same chance of being short by simulation, 95% interval",
        "exact value above",
        float((1 - tie) / 2),
        f"{float(sample.low):.4f} to {float(sample.high):.4f}",
        abs(sample.value - (1 - tie) / 2) < 3 * (sample.high - sample.low),
        "agreement: within 6 half widths",
    )


def _settling() -> Iterator[Fact]:
    from .settlement import settle
    from .transfers import fewest_transfers

    rates = [Fraction(2), Fraction(1), Fraction(3, 4)]
    short = settle(rates, [Fraction(3), Fraction(3), Fraction(-6)])
    yield _fact(
        "claims 6 and 3, payment 4.50: paid pro rata", _SUBSETS, (300, 150, -450), short.cents
    )
    over = settle(
        [Fraction(1), Fraction(2), Fraction(4)], [Fraction(3), Fraction(-1), Fraction(-2)]
    )
    yield _fact(
        "claim 3, payments 2 and 8: lowered pro rata", _SUBSETS, (300, -60, -240), over.cents
    )
    third = settle([Fraction(1, 300)] * 3, [Fraction(1), Fraction(1), Fraction(-2)])
    yield _fact("thirds of a cent sum to zero in whole cents", _SUBSETS, 0, sum(third.cents))
    balances = [k * scale for scale in (1, 101) for k in (1, 2, 4, 8, -15)]
    plan = fewest_transfers(balances)
    yield _fact(
        "ten balances in two groups that owe each other nothing: 10 − 2 payments",
        _SUBSETS,
        8,
        len(plan.transfers),
    )

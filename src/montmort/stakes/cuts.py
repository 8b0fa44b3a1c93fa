"""Before play: the smallest cuts that make declared rates ones that can be supported.

Declared rates r are upper limits. We look for rates ρ_i ≤ r_i that the set U of possible
chances supports, first with the smallest largest relative cut x = max (r_i − ρ_i)/r_i,
then with the smallest sum of cuts.

For a given x the least that U can be made to cost is found by exchanging the minimum over
ρ and the maximum over μ: whoever wins is paid at (1 − x)·r_i, whoever loses pays at r_i.
So x is enough exactly where, for all gains μ in U, (1 − x)·W(μ) ≤ L(μ) + s, with
W = Σ r_i·μ_i⁺ what the winners ask and L = Σ r_i·μ_i⁻ what the losers bring: the pro rata
rule of a settlement, applied before play to the worst chances. The smallest such x is the
largest 1 − (L + s)/W, found by Dinkelbach's iteration over exact fractions. The sum of
cuts is then an exact linear programme, in which the dual of the largest shortfall is kept
within the tolerance; its prices are chances that prove that less can't be cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..core.errors import InputError
from ..exact.programmes import Programme, maximise
from .chances import Ball, Box, Euclid, Total, mean_gains
from .round_sets import euclid_cuts

__all__ = ["Cuts", "Witness", "cuts", "least_relative_cut"]

_0, _1 = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Witness:
    """Possible chances, and how much they weigh in the proof that less can't be cut."""

    chances: tuple[Fraction, ...]
    weight: Fraction


@dataclass(frozen=True)
class Cuts:
    """Rates that are supported, cut from the declared ones as little as possible."""

    declared: tuple[Fraction, ...]
    rates: tuple[Fraction, ...]
    largest: Fraction
    """The largest relative cut."""
    total: Fraction
    """The sum of the cuts, in dollars a chip."""
    needs: Witness | None
    """Chances for which no smaller relative cut would do; ``None`` if nothing is cut."""
    proof: tuple[Witness, ...]
    """Chances, and the price of the tolerance there, that prove the sum of the cuts."""
    least: Fraction
    """No smaller largest relative cut is possible than this (equal to it where exact)."""
    least_total: Fraction
    """Nor, with the largest relative cut at most ``largest``, a smaller sum of cuts."""

    @property
    def exact(self) -> bool:
        """Whether the bounds and what was found are the same."""
        return self.least == self.largest and self.least_total == self.total

    @property
    def relative(self) -> tuple[Fraction, ...]:
        """The relative cut of each player."""
        pairs = zip(self.declared, self.rates, strict=True)
        return tuple((r - rho) / r if r else _0 for r, rho in pairs)


def least_relative_cut(
    rates: Sequence[Fraction], chances: Box | Total, tolerance: Fraction
) -> tuple[Fraction, tuple[Fraction, ...] | None]:
    """Return the smallest possible largest relative cut, and chances that need it.

    ``tolerance`` is in dollars a game for a stake of one chip.

    >>> from .chances import around_equal
    >>> rates = [Fraction(2), Fraction(1)]
    >>> least_relative_cut(rates, around_equal(2, Fraction(1, 2)), Fraction(0))[0]
    Fraction(1, 2)
    """
    cut, needs = _0, None
    while True:
        corner = chances.corner([(1 - cut) * r for r in rates], rates)
        if corner.value <= tolerance:
            return cut, needs
        needs = corner.chances
        gains = mean_gains(needs)
        won = sum((r * g for r, g in zip(rates, gains, strict=True) if g > 0), _0)
        lost = -sum((r * g for r, g in zip(rates, gains, strict=True) if g < 0), _0)
        cut = 1 - (lost + tolerance) / won


def cuts(
    rates: Sequence[Fraction], chances: Ball, tolerance: Fraction, stake: Fraction = _1
) -> Cuts:
    """Cut declared rates as little as possible to ones that the chances support.

    ``tolerance`` is the mean shortfall in dollars a game that is borne, ``stake`` the
    chips that each puts in. Players who are alike are cut alike. For a Euclidean ball the
    answer is supported, and optimal up to the difference from its lower bounds.

    >>> from .chances import around_equal
    >>> found = cuts([Fraction(4), Fraction(2), Fraction(1)], around_equal(3, Fraction(2, 3)),
    ...              Fraction(0))
    >>> [str(rate) for rate in found.rates], str(found.largest)
    (['1', '1', '1'], '3/4')
    """
    rates = tuple(Fraction(r) for r in rates)
    if len(rates) != chances.players:
        raise InputError(f"{len(rates)} rates but chances of {chances.players} players")
    if min(rates) < 0:
        raise InputError(f"a rate can't be negative, as {min(rates)} is")
    if tolerance < 0:
        raise InputError(f"a tolerance can't be negative, as {tolerance} is")
    if stake <= 0:
        raise InputError(f"a stake is more than 0 chips, not {stake}")
    if isinstance(chances, Euclid):
        found, least, least_total = euclid_cuts(rates, chances, tolerance / stake)
        found = _alike(found, rates, chances)
        relative = max((r - rho) / r if r else _0 for r, rho in zip(rates, found, strict=True))
        total = sum(rates, _0) - sum(found, _0)
        return Cuts(rates, found, relative, total, None, (), least, least_total)
    return _polygonal(rates, chances, tolerance / stake)


def _polygonal(rates: tuple[Fraction, ...], chances: Box | Total, tolerance: Fraction) -> Cuts:
    largest, needs = least_relative_cut(rates, chances, tolerance)
    if needs is None:
        return Cuts(rates, rates, _0, _0, None, (), _0, _0)
    n = len(rates)
    programme = _programme(rates, chances, tolerance, largest)
    best = maximise(programme)
    found = tuple(r - y for r, y in zip(rates, best.primal[:n], strict=True))
    price = best.dual[-1]
    # The prices of the rows between rates and the dual of h are chances, times the price.
    if isinstance(chances, Box):
        worst = [
            low + d / (n * price) if price else low
            for low, d in zip(chances.low, best.dual[n : 2 * n], strict=True)
        ]
    else:
        up, down = best.dual[n : 2 * n], best.dual[2 * n : 3 * n]
        worst = [
            Fraction(1, n) + ((u - d) / (n * price) if price else _0)
            for u, d in zip(up, down, strict=True)
        ]
    proof = (Witness(tuple(worst), price),) if price else ()
    total = -best.value
    found = _alike(found, rates, chances)
    return Cuts(rates, found, largest, total, Witness(needs, _1), proof, largest, total)


def _programme(
    rates: tuple[Fraction, ...], chances: Box | Total, tolerance: Fraction, largest: Fraction
) -> Programme:
    """Make the sum of cuts small, where the dual of the largest shortfall is at most s.

    Variables are the cuts y, the rate ν of the marginal player, and for a box what each
    rate is above ν; for a ball of total variation what the highest is above ν, and what
    each is below.
    """
    n = len(rates)
    rows: list[dict[int, Fraction]] = [{i: _1} for i in range(n)]
    bounds = [largest * r for r in rates]
    budget: dict[int, Fraction]
    if isinstance(chances, Box):
        rows += [{i: -_1, n: -_1, n + 1 + i: -_1} for i in range(n)]
        bounds += [-r for r in rates]
        budget = {i: 1 - n * low for i, low in enumerate(chances.low)}
        budget[n] = n * (1 - sum(chances.low, _0))
        ends = zip(chances.low, chances.high, strict=True)
        budget |= {n + 1 + i: n * (high - low) for i, (low, high) in enumerate(ends)}
        limit = tolerance
        limit += sum((r * (1 - n * low) for r, low in zip(rates, chances.low, strict=True)), _0)
        size = 2 * n + 1
    else:
        rows += [{i: -_1, n: -_1, n + 1: -_1} for i in range(n)]
        rows += [{i: _1, n: _1, n + 2 + i: -_1} for i in range(n)]
        bounds += [-r for r in rates] + list(rates)
        budget = {n + 1: n * chances.radius} | {n + 2 + i: _1 for i in range(n)}
        limit, size = tolerance, 2 * n + 2
    rows.append(budget)
    bounds.append(limit)
    objective = dict.fromkeys(range(n), -_1)
    return Programme(size, objective, rows, ["<="] * len(rows), bounds, frozenset({n}))


def _alike(
    found: tuple[Fraction, ...], rates: tuple[Fraction, ...], chances: Ball
) -> tuple[Fraction, ...]:
    """Give players of the same rate and the same possible chances the same cut.

    Exchanging two of them maps solutions to solutions, and the mean of solutions of a
    convex problem is one.
    """
    keys = [
        (r, chances.low[i], chances.high[i]) if isinstance(chances, Box) else (r,)
        for i, r in enumerate(rates)
    ]
    means = {}
    for key in set(keys):
        same = [rho for rho, other in zip(found, keys, strict=True) if other == key]
        means[key] = sum(same, _0) / len(same)
    return tuple(means[key] for key in keys)

"""The trade-off: the less winning chances are spread, the more rates may be.

Rates are supported by a set U of chances when the largest mean shortfall over U is at
most the tolerance s. Let U be convex and treat all players alike, let

* t be the largest chance that can move from one player to another within U, and
* v be the largest total variation from equal within U.

With rates in units of the lowest, some rates with max r / min r = R are supported exactly
where n·t·(R − 1) ≤ s, and all rates with that ratio are supported exactly where
n·v·(R − 1) ≤ s. The proofs are in ``docs/stakes.md``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..core.errors import InputError
from ..core.results import Curve
from .chances import Ball, Box, Euclid, Kind
from .surd import Surd

__all__ = [
    "Ratios", "covariance_shortfall", "curve_of_ratios", "curve_of_spreads", "deviation_bound",
    "largest_ratios", "largest_spreads", "ratios_over", "two_player_gap", "widest",
]  # fmt: skip

_0 = Fraction(0)
LARGEST_SET = 14
"""Up to so many players all subsets are gone through for a box."""


@dataclass(frozen=True)
class Ratios:
    """The largest max r / min r, or the largest spread, that is supported."""

    possible: Surd | None
    """For some rates; ``None`` where there is no limit."""
    safe: Surd | None
    """For all rates; ``None`` where there is no limit."""
    complete: bool = True
    """Whether ``safe`` was looked for."""


def widest(players: int, kind: Kind) -> Surd:
    """Return the radius from which on all chances are possible.

    >>> str(widest(4, "max")), str(widest(4, "euclid"))
    ('3/4', '√(3/4)')
    """
    far = 1 - Fraction(1, players)
    return Surd(_0, far) if kind == "euclid" else Surd(far)


def _squares(players: int, radius: Fraction, kind: Kind) -> tuple[Fraction, Fraction]:
    """Return t² and v² of the ball."""
    equal = Fraction(1, players)
    sizes = range(1, players)
    if kind == "total":
        return min(radius, equal) ** 2, min(radius, 1 - equal) ** 2
    if kind == "max":
        moved = min(radius, equal)
        v = max(min(k * radius, (players - k) * moved) for k in sizes)
        return moved**2, v**2
    square = radius**2
    v2 = max(
        min(square * Fraction(k * (players - k), players), Fraction(players - k, players) ** 2)
        for k in sizes
    )
    return min(square / 2, equal**2), v2


def largest_ratios(
    players: int, radius: Fraction, tolerance: Fraction, kind: Kind = "max"
) -> Ratios:
    """Return the largest max r / min r that chances within a radius of equal support.

    ``tolerance`` is the mean shortfall a game that is borne, as a multiple of the stake of
    the player with the lowest rate.

    >>> largest_ratios(2, Fraction(1, 10), Fraction(1, 5)).possible.exact
    Fraction(2, 1)
    """
    _check(players, radius, tolerance)
    t2, v2 = _squares(players, radius, kind)
    if t2 == 0:
        return Ratios(None, None)
    part = (tolerance / players) ** 2
    return Ratios(Surd(Fraction(1), part / t2), Surd(Fraction(1), part / v2))


def largest_spreads(
    players: int, ratio: Fraction, tolerance: Fraction, kind: Kind = "max"
) -> Ratios:
    """Return the largest radius around equal that supports rates of a given max r / min r.

    ``possible`` is for the rates of that ratio that need least, ``safe`` for any;
    ``None`` means that all chances are possible.

    >>> largest_spreads(2, Fraction(2), Fraction(1, 5)).possible.exact
    Fraction(1, 10)
    """
    _check(players, _0, tolerance)
    if ratio < 1:
        raise InputError(f"max r / min r is at least 1, not {ratio}")
    if ratio == 1:
        return Ratios(None, None)
    most = tolerance / (players * (ratio - 1))
    sizes = [k for k in range(1, players) if Fraction(players - k, players) > most]
    everything = most >= Fraction(1, players)
    if kind == "euclid":
        possible = Surd(_0, 2 * most**2)
        limits = [Surd(_0, most**2 * Fraction(players, k * (players - k))) for k in sizes]
    else:
        possible = Surd(most)
        if kind == "total":
            limits = [Surd(most)] * bool(sizes)
        else:
            limits = [Surd(max(most / k, most / (players - k))) for k in sizes]
    safe = min(limits, key=lambda s: s.square + s.rational) if limits else None
    return Ratios(None if everything else possible, safe)


def _check(players: int, radius: Fraction, tolerance: Fraction) -> None:
    if players < 2:
        raise InputError("stakes need at least two players")
    if radius < 0:
        raise InputError(f"a spread of chances can't be negative, as {radius} is")
    if tolerance < 0:
        raise InputError(f"a tolerance can't be negative, as {tolerance} is")


def two_player_gap(chance: Fraction, tolerance: Fraction) -> Fraction | None:
    """Return the largest r_1 − r_2 for which (r_1 − r_2)·(2p − 1) ≤ s.

    Player 1 wins with the given chance; ``None`` where any difference is supported.

    >>> two_player_gap(Fraction(3, 5), Fraction(1, 5))
    Fraction(1, 1)
    """
    lead = 2 * chance - 1
    return tolerance / lead if lead > 0 else None


def covariance_shortfall(rates: Sequence[Fraction], gains: Sequence[Fraction]) -> Fraction:
    """Return n·Cov(r, μ), which is Σ r_i·μ_i because the mean gains sum to zero.

    >>> covariance_shortfall([Fraction(3), Fraction(1)], [Fraction(1, 5), Fraction(-1, 5)])
    Fraction(2, 5)
    """
    n = len(rates)
    mean_rate, mean_gain = sum(rates, _0) / n, sum(gains, _0) / n
    terms = ((r - mean_rate) * (m - mean_gain) for r, m in zip(rates, gains, strict=True))
    return sum(terms, _0)


def deviation_bound(rates: Sequence[Fraction], gains: Sequence[Fraction]) -> Surd:
    """Return n·sd(r)·sd(μ): where it is at most s, the rates are supported.

    The standard deviations are of the n players (divided by n).

    >>> deviation_bound([Fraction(3), Fraction(1)], [Fraction(1, 5), Fraction(-1, 5)]).exact
    Fraction(2, 5)
    """
    return Surd(_0, covariance_shortfall(rates, rates) * covariance_shortfall(gains, gains))


def curve_of_ratios(
    players: int, tolerances: Sequence[Fraction], kind: Kind = "max", points: int = 160
) -> Curve:
    """Draw the largest max r / min r against the spread of chances."""
    end = float(widest(players, kind))
    # From where the steepest curve would leave the picture; then in equal steps.
    grid = [Fraction(math.ceil(1000 * end * k / points), 1000) for k in range(1, points + 1)]
    lines: dict[str, list[float | None]] = {}
    for tolerance in tolerances:
        found = [largest_ratios(players, radius, tolerance, kind) for radius in grid]
        label = f"s = {float(tolerance):.3g} lowest stakes"
        lines[f"{label}, some rates"] = [_shown(f.possible) for f in found]
        lines[f"{label}, all rates"] = [_shown(f.safe) for f in found]
    return Curve(
        f"How far rates may spread, {players} players",
        tuple(float(radius) for radius in grid),
        lines,
        f"spread of winning chances around equal ({_axis(kind)})",
        "largest max r / min r",
        {"equal rates (Scheme A)": 1.0},
    )


def curve_of_spreads(
    players: int, tolerances: Sequence[Fraction], kind: Kind = "max", points: int = 160
) -> Curve:
    """Draw the largest spread of chances against max r / min r."""
    grid = [1 + Fraction(4 * k, points) for k in range(1, points + 1)]
    far = float(widest(players, kind))
    lines: dict[str, list[float | None]] = {}
    for tolerance in tolerances:
        found = [largest_spreads(players, ratio, tolerance, kind) for ratio in grid]
        label = f"s = {float(tolerance):.3g} lowest stakes"
        lines[f"{label}, some rates"] = [_or(f.possible, far) for f in found]
        lines[f"{label}, all rates"] = [_or(f.safe, far) for f in found]
    return Curve(
        f"How far chances may spread, {players} players",
        tuple(float(ratio) for ratio in grid),
        lines,
        "max r / min r",
        f"largest spread of winning chances ({_axis(kind)})",
        {"all chances possible": far},
    )


def _axis(kind: Kind) -> str:
    return {"max": "largest difference", "total": "total variation", "euclid": "distance"}[kind]


def _shown(value: Surd | None, top: float = 10.0) -> float | None:
    """Leave out what would flatten the picture."""
    return None if value is None or float(value) > top else float(value)


def _or(value: Surd | None, far: float) -> float:
    return far if value is None else float(value)


def ratios_over(chances: Ball, tolerance: Fraction) -> Ratios:
    """Return the largest max r / min r that any set of chances supports.

    ``tolerance`` is a multiple of the stake of the player with the lowest rate. The sets
    need not treat the players alike: with player i at R, j at 1 and the others between,
    the cheapest rates cost (R − 1)·g with g the largest μ_i − Σ μ_k⁻ over U, k other than
    i and j. ``safe`` is left out for boxes of more than 14 players.

    >>> from .chances import Box
    >>> sure = Box((Fraction(1, 2), Fraction(1, 4)), (Fraction(3, 4), Fraction(1, 2)))
    >>> ratios_over(sure, Fraction(1, 2)).possible, str(ratios_over(sure, Fraction(1, 2)).safe)
    (None, '2')
    """
    n = chances.players
    if not isinstance(chances, Box):
        kind: Kind = "euclid" if isinstance(chances, Euclid) else "total"
        return largest_ratios(n, chances.radius, tolerance, kind)
    least: Fraction | None = None
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            win = [Fraction(k == i) for k in range(n)]
            lose = [Fraction(k != j) for k in range(n)]
            costs = chances.corner(win, lose).value
            least = costs if least is None else min(least, costs)
    assert least is not None
    possible = Surd(1 + tolerance / least) if least > 0 else None
    if n > LARGEST_SET:
        return Ratios(possible, None, False)
    most = _0
    for subset in range(1, (1 << n) - 1):
        inside = [i for i in range(n) if subset >> i & 1]
        high = sum((chances.high[i] for i in inside), _0)
        low = sum((chances.low[i] for i in range(n) if not subset >> i & 1), _0)
        most = max(most, n * min(high, 1 - low) - len(inside))
    return Ratios(possible, Surd(1 + tolerance / most) if most > 0 else None)

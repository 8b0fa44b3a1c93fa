"""Sets of possible winning chances, and the largest shortfall that each allows.

In one game each of n players puts in one stake and the winner takes all, so that
player i, who wins with chance p_i, gains μ_i = n·p_i − 1 stakes in the mean. Over a set U
of possible chances the mean shortfall Σ r_i·μ_i is largest at a corner of U: a linear
programme, and for the sets of this module one that is solved by going through the players
in the order of their rates (a continuous knapsack). Each answer carries the price that
proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

from ..core.errors import InputError
from .surd import Surd

__all__ = [
    "Ball", "Box", "Chances", "Corner", "Euclid", "Kind", "Total", "around_equal",
    "largest_shortfall", "mean_gains", "supported",
]  # fmt: skip

Kind = Literal["max", "total", "euclid"]
"""How far chances are from equal: the largest difference, the total that moves
(total variation), or the Euclidean distance."""

_0, _1 = Fraction(0), Fraction(1)


def mean_gains(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the mean gain of each player in stakes a game, n·p_i − 1.

    >>> [str(gain) for gain in mean_gains([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])]
    ['1/2', '0', '-1/2']
    """
    return tuple(len(chances) * p - 1 for p in chances)


@dataclass(frozen=True)
class Corner:
    """Chances where a sum is largest, and the bound that no others pass."""

    value: Fraction
    """The sum, in dollars for a stake of one chip."""
    chances: tuple[Fraction, ...]
    price: Fraction
    """The multiplier of the constraint that binds all: the rate of the marginal player
    (box), or what moving one more stake is worth (ball of total variation)."""
    bound: Fraction
    """The upper bound that the price proves; equal to ``value``."""


class Chances(Protocol):
    """A set of winning chances over which linear sums can be made largest."""

    @property
    def players(self) -> int:
        """How many players there are."""
        ...

    def corner(self, win: Sequence[Fraction], lose: Sequence[Fraction]) -> Corner:
        """Make Σ win_i·μ_i⁺ − lose_i·μ_i⁻ largest, where win_i ≤ lose_i for each."""
        ...

    def contains(self, chances: Sequence[Fraction]) -> bool:
        """Say whether these chances are possible."""
        ...


@dataclass(frozen=True)
class Box:
    """Chances between bounds: low_i ≤ p_i ≤ high_i, with sum 1.

    >>> box = Box((Fraction(1, 4),) * 2, (Fraction(3, 4),) * 2)
    >>> largest_shortfall([Fraction(3), Fraction(1)], box).value
    Fraction(1, 1)
    """

    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.low) != len(self.high) or len(self.low) < 2:
            raise InputError("bounds of chances are needed for two or more players, low and high")
        for i, (low, high) in enumerate(zip(self.low, self.high, strict=True), 1):
            if not 0 <= low <= high <= 1:
                raise InputError(
                    f"player {i}: the bounds {low} and {high} are not in order in 0..1"
                )
        if not sum(self.low) <= 1 <= sum(self.high):
            raise InputError("no chances of sum 1 fit these bounds")

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.low)

    def contains(self, chances: Sequence[Fraction]) -> bool:
        """Say whether these chances are possible."""
        inside = all(
            low <= p <= high for low, p, high in zip(self.low, chances, self.high, strict=True)
        )
        return inside and sum(chances) == 1

    def corner(self, win: Sequence[Fraction], lose: Sequence[Fraction]) -> Corner:
        """Make Σ win_i·μ_i⁺ − lose_i·μ_i⁻ largest, where win_i ≤ lose_i for each.

        The sum is concave in each chance, so chance is given out from the lower bounds
        upwards to whoever makes the most of it.
        """
        n = self.players
        equal = Fraction(1, n)
        pieces = []
        for i, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            kink = min(max(low, equal), high)
            pieces.append((-lose[i], 0, i, kink - low))
            pieces.append((-win[i], 1, i, high - kink))
        chances = list(self.low)
        free = 1 - sum(self.low, _0)
        price: Fraction | None = None
        for slope, _, i, room in sorted(pieces):
            part = min(room, free)
            chances[i] += part
            free -= part
            if price is None and room and free == 0:
                price = -slope
        price = price if price is not None else _0
        value = _kinked(mean_gains(chances), win, lose)
        bound = _0
        for i, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            ends = {low, high, min(max(low, equal), high)}
            bound += max(
                _kinked([n * p - 1], [win[i]], [lose[i]]) - price * (n * p - 1) for p in ends
            )
        return Corner(value, tuple(chances), price, bound)


@dataclass(frozen=True)
class Total:
    """Chances that differ from equal by moving at most ``radius`` in all.

    The distance is the total variation ½·Σ|p_i − 1/n|.
    """

    players: int
    radius: Fraction

    def contains(self, chances: Sequence[Fraction]) -> bool:
        """Say whether these chances are possible."""
        moved = sum((abs(p - Fraction(1, self.players)) for p in chances), _0) / 2
        return min(chances) >= 0 and sum(chances) == 1 and moved <= self.radius

    def corner(self, win: Sequence[Fraction], lose: Sequence[Fraction]) -> Corner:
        """Make Σ win_i·μ_i⁺ − lose_i·μ_i⁻ largest, where win_i ≤ lose_i for each.

        Stakes move to the player who makes the most of winning, from those who lose the
        least by losing, each of whom has one to lose.
        """
        n = self.players
        winner = max(range(n), key=lambda i: (win[i], -i))
        gains = [_0] * n
        left = n * self.radius
        price = _0
        order = sorted((i for i in range(n) if i != winner), key=lambda i: (lose[i], i))
        for i in order:
            worth = win[winner] - lose[i]
            if worth <= 0:
                break
            if left <= 1:
                price = worth
            part = min(left, _1)
            gains[i] -= part
            gains[winner] += part
            left -= part
            if left == 0:
                break
        value = _kinked(gains, win, lose)
        # Whoever loses a stake, it brings at most the price and what it is worth above it.
        spare = (max(_0, win[winner] - lose[i] - price) for i in range(n))
        bound = n * self.radius * price + sum(spare, _0)
        return Corner(value, tuple((1 + g) / n for g in gains), price, bound)


@dataclass(frozen=True)
class Euclid:
    """Chances within a Euclidean distance of equal; the distance may be a root."""

    players: int
    radius: Fraction

    def contains(self, chances: Sequence[Fraction]) -> bool:
        """Say whether these chances are possible."""
        squares = sum(((p - Fraction(1, self.players)) ** 2 for p in chances), _0)
        return min(chances) >= 0 and sum(chances) == 1 and squares <= self.radius**2

    def largest(self, rates: Sequence[Fraction]) -> Surd:
        """Return the largest Σ r_i·μ_i over the set, as a fraction plus a root.

        Where the ball lies within the possible chances this is n·sd(r)·sd(μ) with the
        largest sd(μ), by Cauchy and Schwarz. Where it does not, the k players of lowest
        rates never win and the same holds among the others.
        """
        n = self.players
        order = sorted(rates, reverse=True)
        best = Surd(n * order[0] - sum(order, _0))
        for active in range(n, 0, -1):
            top = order[:active]
            mean = sum(top, _0) / active
            spread = sum(((r - mean) ** 2 for r in top), _0)
            room = self.radius**2 - (Fraction(1, active) - Fraction(1, n))
            base = n * mean - sum(order, _0)
            if room < 0:
                break
            if spread == 0:
                return Surd(base)
            # The lowest active chance is 1/active − √(room/spread)·(mean − lowest).
            if room * (mean - top[-1]) ** 2 <= spread * Fraction(1, active**2):
                return Surd(base, n * n * room * spread)
        return best


Ball = Box | Total | Euclid


def _kinked(
    gains: Sequence[Fraction], win: Sequence[Fraction], lose: Sequence[Fraction]
) -> Fraction:
    terms = ((w if gain > 0 else x) * gain for gain, w, x in zip(gains, win, lose, strict=True))
    return sum(terms, _0)


def around_equal(players: int, radius: Fraction, kind: Kind = "max") -> Ball:
    """Return the set of chances within a radius of equal.

    >>> around_equal(4, Fraction(1, 8)).contains([Fraction(3, 8), Fraction(1, 8)] * 2)
    True
    """
    if players < 2:
        raise InputError("stakes need at least two players")
    if radius < 0:
        raise InputError(f"a spread of chances can't be negative, as {radius} is")
    if kind == "total":
        return Total(players, radius)
    if kind == "euclid":
        return Euclid(players, radius)
    if kind != "max":
        raise InputError(f"a ball is 'max', 'total' or 'euclid', not {kind!r}")
    equal = Fraction(1, players)
    low, high = max(_0, equal - radius), min(_1, equal + radius)
    return Box((low,) * players, (high,) * players)


def largest_shortfall(rates: Sequence[Fraction], chances: Box | Total) -> Corner:
    """Return the largest mean shortfall Σ r_i·μ_i over a set of chances, with its proof.

    >>> largest_shortfall([Fraction(3), Fraction(1)], Total(2, Fraction(1, 10))).value
    Fraction(2, 5)
    """
    return chances.corner(rates, rates)


def supported(
    rates: Sequence[Fraction], chances: Ball, tolerance: Fraction, stake: Fraction = _1
) -> bool:
    """Say whether no possible chances make the mean shortfall exceed the tolerance.

    ``tolerance`` is in dollars a game, ``stake`` the chips that each puts in.

    >>> supported([Fraction(2), Fraction(1)], around_equal(2, Fraction(1, 10)), Fraction(1, 5))
    True
    """
    if isinstance(chances, Euclid):
        largest = chances.largest([r * stake for r in rates])
        return largest.at_most(tolerance)
    return stake * largest_shortfall(rates, chances).value <= tolerance

"""The sum of many games: exact, enclosed, or simulated, whichever is possible.

Shortfalls lie on a lattice (all are multiples of some part of a cent), so the
distribution after T games is a power of a polynomial:

* *exact*: by python-flint over the integers while the answer is of bearable size, or by
  going through how often each result happens (multinomial) where the lattice is fine;
* *enclosed*: with coefficients rounded down to multiples of 2^-192. All that rounding
  loses is the difference of their sum from 1, so each chance lies between the sum of the
  rounded terms and that sum plus the loss: certain to some fifty digits;
* *simulated*: with 95 % intervals, where the lattice is too fine for either.

The largest sum on the way (is the pot short after any of the games?) has the distribution
of M_T, where M_0 = 0 and M_{t+1} = max(0, X + M_t) with an independent game X: games
exchange, so the largest sum of t + 1 games may begin with any of them (Lindley 1952).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from ..core.errors import InputError
from .outcomes import Distribution
from .sums import BITS, Enclosed, Simulated, Sum, Summed

__all__ = ["after", "largest_on_the_way", "simulated"]

_0 = Fraction(0)
_EXACT_BITS = 60_000_000
_ENCLOSED_ATOMS = 3_000_000
_WAY_WORK = 30_000_000
_DRAWS = 20_000_000


def _lattice(values: Sequence[Fraction], origin: Fraction) -> tuple[Fraction, list[int]]:
    """Return the widest step such that all values are ``origin`` plus multiples of it."""
    unit = math.lcm(*(v.denominator for v in values), origin.denominator)
    whole = [int((v - origin) * unit) for v in values]
    step = math.gcd(*whole)
    if step == 0:
        return _0, [0] * len(values)
    return Fraction(step, unit), [w // step for w in whole]


def _weights(game: Distribution) -> tuple[list[int], int]:
    unit = math.lcm(*(p.denominator for p in game.chances))
    return [int(p * unit) for p in game.chances], unit


def after(game: Distribution, games: int, seed: int = 1, sessions: int = 0) -> Sum:
    """Return the distribution of the sum of so many independent games.

    ``sessions`` is how often a simulation plays them (0: as the size allows); ``seed``
    is used by a simulation only.

    >>> game = Distribution.of([(Fraction(-1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2))])
    >>> after(game, 4).above(Fraction(0)).exact
    Fraction(5, 16)
    """
    if games < 1:
        raise InputError(f"at least one game is needed, not {games}")
    step, places = _lattice(game.values, game.values[0])
    start = games * game.values[0]
    if not step:
        return Summed(start, step, (0,), (1,), 1)
    weights, whole = _weights(game)
    span = places[-1] * games
    bits = games * math.log2(whole)
    if span * bits <= _EXACT_BITS:
        return _power(start, step, places, weights, games, whole)
    if _ways(games, len(places)) * bits <= _EXACT_BITS:
        return _multinomial(start, step, places, weights, games, whole)
    width = min(span, 40 * math.isqrt(games) * places[-1])
    if width <= _ENCLOSED_ATOMS and games < 1 << 60:
        return _enclosed(start, step, places, weights, games, whole)
    return simulated(game, games, seed, sessions)


def _ways(games: int, kinds: int) -> int:
    """Return in how many ways so many games divide among kinds of results."""
    return math.comb(games + kinds - 1, kinds - 1) if games < 1 << 20 and kinds < 64 else 1 << 99


def _power(
    start: Fraction, step: Fraction, places: list[int], weights: list[int], games: int, whole: int
) -> Summed:
    import flint

    coefficients = [0] * (places[-1] + 1)
    for place, weight in zip(places, weights, strict=True):
        coefficients[place] = weight
    power = flint.fmpz_poly(coefficients) ** games
    found = [(k, int(c)) for k, c in enumerate(power.coeffs()) if c]
    return Summed(start, step, *_columns(found), whole**games)


def _columns(found: list[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(k for k, _ in found), tuple(c for _, c in found)


def _multinomial(
    start: Fraction, step: Fraction, places: list[int], weights: list[int], games: int, whole: int
) -> Summed:
    """Go through how often each result happens."""
    # by[left] maps the place reached to its count, with so many games left to give out.
    by: list[dict[int, int]] = [{} for _ in range(games + 1)]
    by[games][0] = 1
    for place, weight in zip(places, weights, strict=True):
        powers = list(accumulate([1] + [weight] * games, lambda a, b: a * b))
        following: list[dict[int, int]] = [{} for _ in range(games + 1)]
        last = place == places[-1]
        for left, reached in enumerate(by):
            for used in range(left if last else 0, left + 1):
                factor = math.comb(left, used) * powers[used]
                target = following[left - used]
                for at, count in reached.items():
                    key = at + used * place
                    target[key] = target.get(key, 0) + count * factor
        by = following
    return Summed(start, step, *_columns(sorted(by[0].items())), whole**games)


def _enclosed(
    start: Fraction, step: Fraction, places: list[int], weights: list[int], games: int, whole: int
) -> Enclosed:
    """Raise to a power by squaring, rounding every coefficient down."""
    base = [0] * (places[-1] + 1)
    for place, weight in zip(places, weights, strict=True):
        base[place] = (weight << BITS) // whole
    low, counts = 0, [1 << BITS]
    square_low, square = 0, base
    left = games
    while True:
        if left & 1:
            low, counts = _product(low, counts, square_low, square)
        left >>= 1
        if not left:
            return Enclosed(start, step, range(low, low + len(counts)), tuple(counts))
        square_low, square = _product(square_low, square, square_low, square)


def _product(a_low: int, a: list[int], b_low: int, b: list[int]) -> tuple[int, list[int]]:
    """Multiply two polynomials, round down, and drop zeros at both ends."""
    import flint

    product = flint.fmpz_poly(a) * flint.fmpz_poly(b)
    counts = [int(c) >> BITS for c in product.coeffs()]
    first = next((k for k, c in enumerate(counts) if c), 0)
    while counts and not counts[-1]:
        counts.pop()
    return a_low + b_low + first, counts[first:]


def largest_on_the_way(game: Distribution, games: int, seed: int = 1, sessions: int = 0) -> Sum:
    """Return the distribution of the largest of 0 and the sums after 1, 2, ... games.

    A pot with a reserve R is short after some game exactly where this is above R.

    >>> game = Distribution.of([(Fraction(-1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2))])
    >>> largest_on_the_way(game, 4).above(Fraction(0)).exact
    Fraction(5, 8)
    """
    if games < 1:
        raise InputError(f"at least one game is needed, not {games}")
    step, places = _lattice(game.values, _0)
    if not step or places[-1] <= 0:
        return Summed(_0, step, (0,), (1,), 1)
    weights, whole = _weights(game)
    most = places[-1] * games
    bits = games * math.log2(whole)
    if games * most * len(places) * (1 + bits / 64) <= _WAY_WORK:
        return _way_exact(step, places, weights, games, whole)
    drift, spread = float(game.mean / step), math.sqrt(float(game.variance / step**2) * games)
    width = min(most, int(max(0.0, drift * games) + 20 * spread + places[-1]))
    if games * width * len(places) <= _WAY_WORK:
        return _way_enclosed(step, places, weights, games, whole)
    return simulated(game, games, seed, sessions, way=True)


def _way_factor(places: list[int], weights: Sequence[int]) -> tuple[int, list[int]]:
    down = max(0, -places[0])
    coefficients = [0] * (places[-1] + down + 1)
    for place, weight in zip(places, weights, strict=True):
        coefficients[place + down] = weight
    return down, coefficients


def _way_exact(
    step: Fraction, places: list[int], weights: list[int], games: int, whole: int
) -> Summed:
    import flint

    down, coefficients = _way_factor(places, weights)
    factor, way = flint.fmpz_poly(coefficients), flint.fmpz_poly([1])
    for _ in range(games):
        way = _folded(way * factor, down)
    found = [(k, int(c)) for k, c in enumerate(way.coeffs()) if c]
    return Summed(_0, step, *_columns(found), whole**games)


def _folded(product: Any, down: int) -> Any:
    """Move what lies below zero to zero, where the polynomial is shifted by ``down``."""
    below = sum((product[k] for k in range(down)), product[0] * 0)
    return product.right_shift(down) + below


def _way_enclosed(
    step: Fraction, places: list[int], weights: list[int], games: int, whole: int
) -> Enclosed:
    import flint

    down, coefficients = _way_factor(places, [(w << BITS) // whole for w in weights])
    factor, way = flint.fmpz_poly(coefficients), flint.fmpz_poly([1 << BITS])
    one = 1 << BITS
    for _ in range(games):
        # Division by a constant rounds every coefficient down.
        way = _folded((way * factor) // one, down)
    counts = tuple(int(c) for c in way.coeffs())
    return Enclosed(_0, step, range(len(counts)), counts)


def simulated(
    game: Distribution, games: int, seed: int = 1, sessions: int = 0, way: bool = False
) -> Simulated:
    """Play sessions of so many games, each with a stream of its own.

    Sums are exact where they fit 63 bits. With ``way`` the largest of 0 and the sums after
    each game is taken; ``sessions`` of 0 means as many as time allows.

    >>> game = Distribution.of([(Fraction(-1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2))])
    >>> simulated(game, 4, seed=7, sessions=1000).size
    1000
    """
    import numpy as np

    from ..statistics.streams import DEAL, draw_many

    sessions = sessions or max(200, min(20_000, _DRAWS // games))
    if sessions * games > 1 << 31:
        raise InputError(
            f"{games} games of such fine rates are too many to simulate: take fewer games, or "
            "rates that are multiples of a cent"
        )
    step, places = _lattice(game.values, _0)
    fits = max(map(abs, places)) * games < 1 << 62
    if fits:
        steps = np.array(places, np.int64)
    else:
        steps = np.array([float(value) for value in game.values])
    limits = np.cumsum([float(p) for p in game.chances])[:-1]
    results: list[Any] = []
    # A session is a stream of its own, so that the block size changes nothing.
    block = max(1, 2_000_000 // games)
    for first in range(0, sessions, block):
        rows = np.arange(first, min(first + block, sessions))
        uniform = (draw_many(seed, rows, DEAL, games) >> np.uint64(11)) * 2.0**-53
        taken = steps[np.searchsorted(limits, uniform, side="right")]
        found = taken.cumsum(axis=1).max(axis=1).clip(min=0) if way else taken.sum(axis=1)
        results.append(found)
    values, counts = np.unique(np.concatenate(results), return_counts=True)
    unit = step if fits else Fraction(1)
    exact = tuple(unit * Fraction(value.item()) for value in values)
    return Simulated(exact, tuple(int(count) for count in counts))

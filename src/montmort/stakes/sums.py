"""Distributions of a sum of games, by how well they are known: exact, enclosed, simulated."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from ..statistics.intervals import wilson
from .outcomes import Distribution

__all__ = ["BITS", "Chance", "Enclosed", "Simulated", "Sum", "Summed"]

_0 = Fraction(0)
BITS = 192
"""Enclosed chances are counted in multiples of 2^-192."""


@dataclass(frozen=True)
class Chance:
    """A chance, and how well it is known."""

    low: Fraction
    high: Fraction
    value: Fraction
    method: str
    """``exact``, ``enclosed`` (certain to lie within) or ``simulated`` (95 % interval)."""

    @property
    def exact(self) -> Fraction | None:
        """The chance itself where it is known."""
        return self.value if self.method == "exact" else None


@dataclass(frozen=True)
class Summed:
    """An exact distribution of a sum on a lattice, by counts that share a denominator."""

    start: Fraction
    step: Fraction
    places: tuple[int, ...]
    """Where the values are: ``start + step·place``, rising."""
    counts: tuple[int, ...]
    whole: int
    method: str = "exact"

    @cached_property
    def _above(self) -> list[int]:
        """Counts of more than each place."""
        return [*list(accumulate(reversed(self.counts)))[-2::-1], 0]

    def above(self, limit: Fraction) -> Chance:
        """Return the chance of more than a limit."""
        at = _first_above(self, limit)
        count = self.whole if at == 0 else self._above[at - 1]
        chance = Fraction(count, self.whole)
        return Chance(chance, chance, chance, self.method)

    def reserve(self, chance: Fraction) -> tuple[Fraction, Fraction | None]:
        """Return the least reserve that is passed with less than a chance, as both bounds."""
        if self.above(_0).value < chance:
            return _0, _0
        low, high = 0, len(self.places) - 1
        while low < high:
            middle = (low + high) // 2
            if Fraction(self._above[middle], self.whole) < chance:
                high = middle
            else:
                low = middle + 1
        value = max(_0, self.start + self.step * self.places[low])
        return value, value

    def shares(self) -> list[tuple[Fraction, float]]:
        """Return values and chances for a picture."""
        shift = max(0, self.whole.bit_length() - 200)
        whole = self.whole >> shift
        return [
            (self.start + self.step * k, (count >> shift) / whole)
            for k, count in zip(self.places, self.counts, strict=True)
        ]

    def distribution(self) -> Distribution:
        """Return all values with their chances as fractions."""
        return Distribution(
            tuple(self.start + self.step * k for k in self.places),
            tuple(Fraction(count, self.whole) for count in self.counts),
        )


def _first_above(found: Summed | Enclosed, limit: Fraction) -> int:
    """Return how many places hold values of at most the limit."""
    if not found.step:
        return len(found.places) if found.start <= limit else 0
    return bisect_right(found.places, (limit - found.start) / found.step)


@dataclass(frozen=True)
class Enclosed:
    """A distribution on a lattice from below, with what rounding lost."""

    start: Fraction
    step: Fraction
    places: range
    counts: tuple[int, ...]
    """Multiples of 2^-192 that the chances are at least."""
    method: str = "enclosed"

    @cached_property
    def lost(self) -> int:
        """What the counts lack to 1."""
        return (1 << BITS) - sum(self.counts)

    @cached_property
    def _above(self) -> list[int]:
        return [*list(accumulate(reversed(self.counts)))[-2::-1], 0]

    def above(self, limit: Fraction) -> Chance:
        """Return bounds of the chance of more than a limit."""
        at = _first_above(self, limit)
        low = sum(self.counts) if at == 0 else self._above[at - 1]
        return _chance(low, low + self.lost)

    def reserve(self, chance: Fraction) -> tuple[Fraction, Fraction | None]:
        """Return bounds of the least reserve that is passed with less than a chance."""
        low = self._least(chance, 0)
        high = self._least(chance, self.lost)
        return low if low is not None else _0, high

    def _least(self, chance: Fraction, extra: int) -> Fraction | None:
        enough = chance * (1 << BITS)
        at = _first_above(self, _0)
        if (sum(self.counts) if at == 0 else self._above[at - 1]) + extra < enough:
            return _0
        for k in range(max(at - 1, 0), len(self.counts)):
            if self._above[k] + extra < enough:
                return max(_0, self.start + self.step * self.places[k])
        return None

    def shares(self) -> list[tuple[Fraction, float]]:
        """Return values and chances for a picture."""
        return [
            (self.start + self.step * k, count / (1 << BITS))
            for k, count in zip(self.places, self.counts, strict=True)
        ]


def _chance(low: int, high: int) -> Chance:
    bounds = Fraction(low, 1 << BITS), min(Fraction(1), Fraction(high, 1 << BITS))
    return Chance(*bounds, sum(bounds, _0) / 2, "enclosed")


@dataclass(frozen=True)
class Simulated:
    """A sample of a sum, in rising order."""

    values: tuple[Fraction, ...]
    """The different values, rising."""
    counts: tuple[int, ...]
    method: str = "simulated"

    @cached_property
    def size(self) -> int:
        """How many times the sum was drawn."""
        return sum(self.counts)

    def above(self, limit: Fraction) -> Chance:
        """Estimate the chance of more than a limit, with Wilson's 95 % interval."""
        pairs = zip(self.values, self.counts, strict=True)
        return self._wilson(sum(count for value, count in pairs if value > limit))

    def _wilson(self, hits: int) -> Chance:
        found = wilson(hits / self.size, self.size)
        return Chance(
            Fraction(found.low), Fraction(found.high), Fraction(hits, self.size), self.method
        )

    def reserve(self, chance: Fraction) -> tuple[Fraction, Fraction | None]:
        """Return bounds (95 %) of the least reserve that is passed with less than a chance."""
        low = high = None
        hits = self.size
        candidates = [(_0, sum(c for v, c in zip(self.values, self.counts, strict=True) if v > 0))]
        for value, count in zip(self.values, self.counts, strict=True):
            hits -= count
            if value > 0:
                candidates.append((value, hits))
        for value, above in candidates:
            interval = self._wilson(above)
            if low is None and interval.low < chance:
                low = value
            if interval.high < chance:
                high = value
                break
        return low if low is not None else _0, high

    def shares(self) -> list[tuple[Fraction, float]]:
        """Return values and shares for a picture."""
        return [(v, c / self.size) for v, c in zip(self.values, self.counts, strict=True)]


Sum = Summed | Enclosed | Simulated

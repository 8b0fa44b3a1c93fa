"""Numbers a + √b with fractions a and b: what Euclidean distances lead to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Surd", "root"]


def root(square: Fraction) -> Fraction | None:
    """Return the square root where it is a fraction.

    >>> root(Fraction(9, 4)), root(Fraction(2))
    (Fraction(3, 2), None)
    """
    above, below = math.isqrt(square.numerator), math.isqrt(square.denominator)
    if above * above == square.numerator and below * below == square.denominator:
        return Fraction(above, below)
    return None


@dataclass(frozen=True)
class Surd:
    """The number ``rational + √square``, compared exactly.

    >>> Surd(Fraction(1), Fraction(2)).at_most(Fraction(5, 2))
    True
    """

    rational: Fraction
    square: Fraction = Fraction(0)

    def at_most(self, limit: Fraction) -> bool:
        """Say whether the number is at most a fraction, without rounding."""
        gap = limit - self.rational
        return gap >= 0 and self.square <= gap * gap

    @property
    def exact(self) -> Fraction | None:
        """The number as a fraction, or ``None`` where it is irrational."""
        side = root(self.square)
        return None if side is None else self.rational + side

    def above(self, digits: int = 30) -> Fraction:
        """Return a fraction that is no smaller, and larger by at most 10^-digits."""
        exact = self.exact
        if exact is not None:
            return exact
        scale = 10 ** (2 * digits)
        whole = math.isqrt(self.square.numerator * scale // self.square.denominator) + 1
        return self.rational + Fraction(whole, 10**digits)

    def __float__(self) -> float:
        return float(self.above(40))

    def __str__(self) -> str:
        exact = self.exact
        if exact is not None:
            return str(exact)
        return f"{self.rational} + √({self.square})" if self.rational else f"√({self.square})"

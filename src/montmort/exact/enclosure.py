"""Enclosures: two fractions with the truth between them, and how many digits that makes certain."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core.errors import InputError

__all__ = ["Enclosure", "Figure", "digits_of", "until_digits", "written"]


@dataclass(frozen=True)
class Enclosure:
    """A number known to lie between two fractions, both of them included.

    It prints as a midpoint and a radius, rounded so that what is printed is true.

    >>> third = Enclosure(Fraction(33333, 100000), Fraction(33334, 100000))
    >>> print(third)
    [0.3333350 +/- 5e-6]
    >>> third.digits, Fraction(1, 3) in third
    (4, True)
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("an enclosure's low end is at most its high end")

    @classmethod
    def of_ball(cls, ball: Any) -> Enclosure:
        """Take over a ball of python-flint (``arb``), without rounding."""
        if not ball.is_finite():
            raise ValueError("a ball without bounds encloses nothing")
        middle, radius = _dyadic(ball.mid()), _dyadic(ball.rad())
        return cls(middle - radius, middle + radius)

    @property
    def middle(self) -> Fraction:
        """The midpoint."""
        return (self.low + self.high) / 2

    @property
    def radius(self) -> Fraction:
        """Half the width."""
        return (self.high - self.low) / 2

    @property
    def digits(self) -> int:
        """How many significant digits are certain: the radius is at most that share of the value.

        An enclosure that contains 0 has no certain digit; one of width 0 counts as
        having a million.
        """
        if self.radius == 0:
            return 1_000_000
        smallest = min(abs(self.low), abs(self.high))
        if self.low <= 0 <= self.high:
            return 0
        return max(0, -_exponent(self.radius / smallest) - 1)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (int, Fraction)) and self.low <= value <= self.high

    def __add__(self, other: Figure | int) -> Enclosure:
        low, high = _ends(other)
        return Enclosure(self.low + low, self.high + high)

    __radd__ = __add__

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __sub__(self, other: Figure | int) -> Enclosure:
        return self + (-other)

    def __rsub__(self, other: Figure | int) -> Enclosure:
        return -self + other

    def __mul__(self, other: Figure | int) -> Enclosure:
        corners = [x * y for x in (self.low, self.high) for y in _ends(other)]
        return Enclosure(min(corners), max(corners))

    __rmul__ = __mul__

    def __truediv__(self, other: Figure | int) -> Enclosure:
        low, high = _ends(other)
        if low <= 0 <= high:
            raise ZeroDivisionError("the divisor may be 0: enclose it more narrowly")
        return self * Enclosure(1 / high, 1 / low)

    def __rtruediv__(self, other: Figure | int) -> Enclosure:
        return Enclosure(*_ends(other)) / self

    def __float__(self) -> float:
        return float(self.middle)

    def __str__(self) -> str:
        if self.radius == 0:
            return str(self.middle)
        # Two digits of the radius are shown; the midpoint is cut where they begin.
        power = _exponent(self.radius) - 1
        unit = Fraction(10) ** power
        middle = round(self.middle / unit)
        radius = self.radius / unit + abs(self.middle / unit - middle)
        ceiling = -(-radius.numerator // radius.denominator)
        while ceiling > 99:
            ceiling, power = -(-ceiling // 10), power + 1
        return f"[{_decimal(middle, _exponent(self.radius) - 1)} +/- {_scientific(ceiling, power)}]"


def _ends(value: Fraction | Enclosure | int) -> tuple[Fraction, Fraction]:
    if isinstance(value, Enclosure):
        return value.low, value.high
    return Fraction(value), Fraction(value)


Figure = Fraction | Enclosure
"""A figure: a fraction, or an enclosure of what was too large to write down."""


def digits_of(value: Figure) -> int:
    """Count the certain digits of a figure; a fraction counts as a million.

    >>> digits_of(Fraction(1, 3))
    1000000
    """
    return value.digits if isinstance(value, Enclosure) else 1_000_000


def written(value: Figure) -> str:
    """Write a figure in full, however long it is (Python itself stops at 4300 digits).

    >>> written(Fraction(1, 3)), len(written(Fraction(10**6000)))
    ('1/3', 6001)
    """
    if isinstance(value, Enclosure) or max(map(abs, value.as_integer_ratio())) < 10**4000:
        return str(value)
    from flint import fmpz

    over, under = value.as_integer_ratio()
    text: str = fmpz(over).str()
    return text if under == 1 else f"{text}/{fmpz(under).str()}"


def until_digits(
    attempt: Callable[[], list[list[Any]]], digits: int, most: int = 1 << 17
) -> list[list[Enclosure]]:
    """Repeat a computation in balls with more bits until every figure is certain enough.

    ``attempt`` computes rows of balls at the precision that is set when it is called.
    A figure that is exactly 0 is certain; one that can't be told from 0 with ``most``
    bits stays as uncertain as it is.
    """
    from flint import ctx

    before = ctx.prec
    bits = math.ceil(digits * math.log2(10)) + 40
    try:
        while True:
            ctx.prec = bits
            found = attempt()
            finite = all(x.is_finite() for row in found for x in row)
            if finite:
                answer = [[Enclosure.of_ball(x) for x in row] for row in found]
                short = any(x.digits < digits for row in answer for x in row)
                if not short or bits >= most:
                    return answer
            elif bits >= most:
                raise InputError(f"no enclosure was found with {bits} bits: ask for fewer digits")
            bits *= 2
    finally:
        ctx.prec = before


def _dyadic(ball: Any) -> Fraction:
    mantissa, exponent = ball.man_exp()
    mantissa, exponent = int(mantissa), int(exponent)
    return Fraction(mantissa * 2**exponent) if exponent >= 0 else Fraction(mantissa, 2**-exponent)


def _exponent(value: Fraction) -> int:
    """Return the e with 10^e <= value < 10^(e+1), for a positive value."""
    guess = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    while Fraction(10) ** guess > value:
        guess -= 1
    while Fraction(10) ** (guess + 1) <= value:
        guess += 1
    return guess


def _decimal(mantissa: int, power: int) -> str:
    """Write mantissa·10^power without an exponent where that is short."""
    sign, digits = "-" * (mantissa < 0), str(abs(mantissa))
    if power >= 0:
        if power == 0:
            return sign + digits
        head, tail = digits[0], digits[1:]
        return f"{sign}{head}.{tail or '0'}e+{power + len(tail)}"
    if len(digits) + 8 < -power:
        head, tail = digits[0], digits[1:]
        return f"{sign}{head}.{tail or '0'}e{power + len(tail)}"
    digits = digits.rjust(1 - power, "0")
    return f"{sign}{digits[:power]}.{digits[power:]}"


def _scientific(mantissa: int, power: int) -> str:
    digits = str(mantissa)
    tail = digits[1:].rstrip("0")
    return f"{digits[0]}{'.' + tail if tail else ''}e{power + len(digits) - 1:+d}"

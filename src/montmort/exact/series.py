"""Generating functions that are quotients of polynomials, over exact fractions.

A sequence a(0), a(1), ... that obeys a linear recurrence is the power series of a
quotient N(z)/D(z). Waiting times in Markov chains are such sequences. Two of them
can be multiplied term by term and summed to infinity *exactly*, by one extended
Euclidean algorithm (:meth:`Series.dot`); that is what decides races of 64-letter
patterns without a chain of 4096 states.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import arb_poly, ctx, fmpq, fmpq_poly, fmpq_series

from ..core.errors import InputError
from .enclosure import Enclosure, until_digits

__all__ = ["Series", "dots", "fraction", "rational"]


def rational(value: Any) -> Any:
    """Turn a fraction or integer into python-flint's ``fmpq``."""
    fraction = Fraction(value)
    return fmpq(fraction.numerator, fraction.denominator)


def fraction(value: Any) -> Fraction:
    """Turn python-flint's ``fmpq`` into a fraction."""
    return Fraction(int(value.p), int(value.q))


class Series:
    """A power series N(z)/D(z) with D(0) ≠ 0; immutable.

    >>> fair_coin_until_heads = Series([0, Fraction(1, 2)], [1, Fraction(-1, 2)])
    >>> fair_coin_until_heads.terms(4)
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)]
    >>> fair_coin_until_heads.at_one(), fair_coin_until_heads.mean()
    (Fraction(1, 1), Fraction(2, 1))
    """

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Any, denominator: Any = (1,)) -> None:
        over, under = _polynomial(numerator), _polynomial(denominator)
        if under[0] == 0:
            raise InputError("a power series needs a denominator that is not 0 at 0")
        scale = 1 / under[0]
        self.numerator: Any = over * scale
        """N, a polynomial of python-flint (``fmpq_poly``)."""
        self.denominator: Any = under * scale
        """D, scaled so that D(0) = 1."""

    # -- terms and values ------------------------------------------------------

    def terms(self, count: int) -> list[Fraction]:
        """Return the first ``count`` terms a(0), ..., a(count - 1)."""
        if count < 1:
            return []
        with _terms(count):
            series = fmpq_series(self.numerator, prec=count) / fmpq_series(
                self.denominator, prec=count
            )
            return [fraction(series[n]) for n in range(count)]

    def term(self, n: int) -> Fraction:
        """Return a(n) alone, without those before it; its size grows with n."""
        over, under = self.numerator, self.denominator
        while n > 0:
            over, under, n = _halved(over, under, n)
        return fraction(over[0] / under[0])

    def term_enclosed(self, n: int, digits: int = 30) -> Enclosure:
        """Enclose a(n), for an n of any size, to at least so many digits.

        The method halves n: N(z)/D(z) = N(z)D(-z) / (D(z)D(-z)), whose denominator is a
        polynomial in z² (Bostan and Mori, *A simple and fast algorithm for computing
        the N-th term of a linearly recurrent sequence*, 2021), here in balls.

        >>> heads = Series([1], [1, Fraction(-1, 2)])
        >>> Fraction(1, 2**100) in heads.term_enclosed(100)
        True
        """

        def attempt() -> list[list[Any]]:
            over, under, left = arb_poly(self.numerator), arb_poly(self.denominator), n
            while left > 0:
                over, under, left = _halved(over, under, left)
                if (scale := under[0]).abs_lower() > 0:
                    over, under = over * (1 / scale), under * (1 / scale)
            return [[over[0] / under[0]]]

        return until_digits(attempt, digits)[0][0]

    def at_one(self) -> Fraction:
        """Return the sum of all terms (the value at 1)."""
        return fraction(self.numerator(1) / self.denominator(1))

    def reduced(self) -> Series:
        """Return the same series in lowest terms."""
        common = self.numerator.gcd(self.denominator)
        return Series(self.numerator // common, self.denominator // common)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Series) and bool(
            self.numerator * other.denominator == other.numerator * self.denominator
        )

    def __hash__(self) -> int:
        low = self.reduced()
        return hash((str(low.numerator), str(low.denominator)))

    # -- algebra -----------------------------------------------------------------

    def __add__(self, other: Series) -> Series:
        if self.denominator == other.denominator:
            return Series(self.numerator + other.numerator, self.denominator)
        return Series(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __mul__(self, other: Series) -> Series:
        """Multiply the functions (which convolves the sequences)."""
        return Series(self.numerator * other.numerator, self.denominator * other.denominator)

    def weighted(self) -> Series:
        """Return the series of n·a(n)."""
        over, under = self.numerator, self.denominator
        z = fmpq_poly([0, 1])
        return Series(z * (over.derivative() * under - over * under.derivative()), under * under)

    def tails(self) -> Series:
        """Return the series of a(n+1) + a(n+2) + ..., which for a time is P(T > n)."""
        one_minus_z = fmpq_poly([1, -1])
        rest = self.denominator * rational(self.at_one()) - self.numerator
        return Series(rest // one_minus_z, self.denominator)

    # -- a time's moments ----------------------------------------------------------

    def mean(self) -> Fraction:
        """Return the sum of n·a(n)."""
        return self.weighted().at_one()

    def variance(self) -> Fraction:
        """Return the variance of a time whose distribution this is."""
        # With N/D = F: F'' at 1 from the derivatives of N and D.
        n0, d0 = self.numerator(1), self.denominator(1)
        n1, d1 = self.numerator.derivative()(1), self.denominator.derivative()(1)
        n2 = self.numerator.derivative().derivative()(1)
        d2 = self.denominator.derivative().derivative()(1)
        f0 = n0 / d0
        f1 = (n1 - f0 * d1) / d0
        f2 = (n2 - 2 * f1 * d1 - f0 * d2) / d0
        return fraction(f2 + f1 - f1 * f1)

    # -- products term by term ---------------------------------------------------------

    def dot(self, other: Series) -> Fraction:
        """Return the sum of a(n)·b(n) over all n, exactly; see :func:`dots`."""
        return dots([self], [other])[0]

    def times(self, other: Series) -> Series:
        """Return the series of a(n)·b(n) (the Hadamard product).

        The poles of the product are the products of the poles, so its denominator
        follows from the power sums of both by Newton's identities; its numerator
        from the first terms. The degree is the product of the degrees.
        """
        left, right = self._proper(), other._proper()
        under = _composed(left[1].denominator, right[1].denominator)
        # Beyond both polynomial parts the recurrence holds, so so many terms do.
        count = max(left[0].degree(), right[0].degree(), -1) + 1 + under.degree() + 1
        a, b = self.terms(count), other.terms(count)
        product = _polynomial([x * y for x, y in zip(a, b, strict=True)])
        return Series((product * under).truncate(count), under)

    def _proper(self) -> tuple[Any, Series]:
        whole, rest = divmod(self.numerator, self.denominator)
        return whole, Series(rest, self.denominator)

    # -- words ---------------------------------------------------------------------------

    def as_dict(self) -> dict[str, list[Fraction]]:
        """Return the coefficients of N and D, lowest power first, in lowest terms."""
        low = self.reduced()
        return {
            "numerator": [fraction(c) for c in low.numerator.coeffs()],
            "denominator": [fraction(c) for c in low.denominator.coeffs()],
        }

    def __str__(self) -> str:
        """Write the quotient in lowest terms with integer coefficients.

        >>> print(Series([0, 0, Fraction(1, 4)], [1, -1, Fraction(1, 4)]))
        z^2/(4 - 4*z + z^2)
        """
        low = self.reduced()
        scale = math.lcm(int(low.numerator.denom()), int(low.denominator.denom()))
        over = [int(c * scale) for c in low.numerator.coeffs()]
        under = [int(c * scale) for c in low.denominator.coeffs()]
        common = math.gcd(*over, *under)
        top = _words([c // common for c in over])
        bottom = _words([c // common for c in under])
        if bottom == "1":
            return top
        top = f"({top})" if " " in top else top
        bottom = f"({bottom})" if " " in bottom or "*" in bottom else bottom
        return f"{top}/{bottom}"

    __repr__ = __str__


def _words(coefficients: Sequence[int]) -> str:
    """Write a polynomial in z, lowest power first."""
    text = ""
    for power, c in enumerate(coefficients):
        if not c:
            continue
        size = "" if abs(c) == 1 and power else str(abs(c))
        letter = "" if not power else "z" if power == 1 else f"z^{power}"
        term = size + ("*" if size and letter else "") + letter
        if text:
            text += (" - " if c < 0 else " + ") + term
        else:
            text = ("-" if c < 0 else "") + term
    return text or "0"


@contextmanager
def _terms(count: int) -> Iterator[None]:
    """Let python-flint keep so many terms of a power series."""
    before = ctx.cap
    ctx.cap = count
    try:
        yield
    finally:
        ctx.cap = before


def dots(left: Sequence[Series], right: Sequence[Series]) -> list[Fraction]:
    """Return the sums over n of a(n)·b(n) for pairs of series, exactly.

    All series on the left share one denominator, and so do all on the right; the
    terms of at least one side go to 0 geometrically and those of the other stay
    bounded (poles outside, or on, the unit circle).

    Method: sum a(n) b(n) is the integral of A(z) B(1/z) / z around the circle,
    divided by 2πi. With b = deg D_B and reversed polynomials that is
    N_A(z) Ñ_B(z) / (D_A(z) D̃_B(z)), where D_A has its roots outside the circle and
    D̃_B inside. The residues inside sum to the leading coefficient of
    N_A Ñ_B D_A⁻¹ mod D̃_B. One extended Euclidean algorithm gives D_A⁻¹: for degrees
    a and b the work is that of a system with a + b unknowns, where the chain of
    both together has a·b states.

    >>> geometric = Series([1], [1, Fraction(-1, 2)])
    >>> geometric.dot(geometric)
    Fraction(4, 3)
    """
    if not left:
        return []
    under_left, under_right = left[0].denominator, right[0].denominator
    size = under_right.degree()
    inverse: Any = None
    mirrored: Any = None
    if size > 0 and under_left.degree() > 0:
        mirrored = _reversed(under_right, size)
        common, inverse, _ = under_left.xgcd(mirrored)
        if common.degree() != 0:
            raise InputError("the sum does not converge: two poles are each other's inverse")
        inverse = inverse * (1 / common[0])
    found = []
    for a, b in zip(left, right, strict=True):
        whole_a, rest_a = divmod(a.numerator, a.denominator)
        whole_b, rest_b = divmod(b.numerator, b.denominator)
        total = Fraction(0)
        if whole_a != 0:
            total += _finite(whole_a, b)
        if whole_b != 0:
            total += _finite(whole_b, Series(rest_a, a.denominator))
        if inverse is not None and rest_a != 0 and rest_b != 0:
            residues = (rest_a * _reversed(rest_b, size - 1) % mirrored) * inverse % mirrored
            total += fraction(residues[size - 1] / mirrored[size])
        found.append(total)
    return found


def _halved(over: Any, under: Any, n: int) -> tuple[Any, Any, int]:
    kind = type(under)
    mirror = kind([-c if k % 2 else c for k, c in enumerate(under.coeffs())])
    top, bottom = (over * mirror).coeffs(), (under * mirror).coeffs()
    return kind(top[n % 2 :: 2]), kind(bottom[::2]), n // 2


def _finite(whole: Any, series: Series) -> Fraction:
    coefficients = [fraction(c) for c in whole.coeffs()]
    terms = series.terms(len(coefficients))
    return sum((x * y for x, y in zip(coefficients, terms, strict=True)), Fraction(0))


def _polynomial(value: Any) -> Any:
    if isinstance(value, fmpq_poly):
        return value
    return fmpq_poly([rational(c) for c in value])


def _reversed(polynomial: Any, degree: int) -> Any:
    return fmpq_poly([polynomial[degree - i] for i in range(degree + 1)])


def _composed(left: Any, right: Any) -> Any:
    """Return the product of (1 - λμz) over the inverse roots λ of left and μ of right."""
    size = left.degree() * right.degree()
    if size == 0:
        return fmpq_poly([1])
    # -z·D'/D generates the power sums of the inverse roots; multiply them term by
    # term, divide by -n, and the exponential is the denominator.
    sums = [_power_sums(side, size + 1) for side in (left, right)]
    with _terms(size + 1):
        logarithm = [
            rational(-x * y / n) if n else fmpq(0)
            for n, (x, y) in enumerate(zip(*sums, strict=True))
        ]
        series = fmpq_series(logarithm, prec=size + 1).exp()
        return fmpq_poly([series[i] for i in range(size + 1)])


def _power_sums(under: Any, count: int) -> list[Fraction]:
    return Series(fmpq_poly([0, -1]) * under.derivative(), under).terms(count)

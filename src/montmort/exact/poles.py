"""Sums of products of many sequences, enclosed by way of their poles.

A sequence with the generating function N(z)/D(z) and simple poles ρ is a sum of
geometric sequences, a(n) = -Σ N(ρ) / (ρ D'(ρ)) ρ⁻ⁿ. Multiplying several of these term
by term multiplies the poles; and the last sequence need not be taken apart, since
Σ b(n) μⁿ is B(μ). The poles are isolated rigorously by python-flint, so that the
balls that come out hold the truth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import acb, acb_poly

from ..core.errors import InputError
from .enclosure import Enclosure, until_digits
from .linear import ball
from .series import Series

__all__ = ["enclose_dots"]


def enclose_dots(products: Sequence[Sequence[Series]], digits: int = 30) -> list[Enclosure]:
    """Enclose, for each product, the sum over n of a₁(n)·a₂(n)···aₖ(n).

    ``products[p][i]`` is the i-th factor of product p. For each i, all the i-th factors
    share one denominator; all but one of these denominators must have simple roots. The
    sums must converge, and be positive (or they would never be certain to a digit).

    >>> geometric = Series([1], [1, Fraction(-1, 2)])
    >>> [sum] = enclose_dots([[geometric, geometric, geometric]])
    >>> Fraction(8, 7) in sum, sum.digits >= 30
    (True, True)
    """
    if not products:
        return []
    unders = [series.denominator for series in products[0]]
    order = sorted(range(len(unders)), key=lambda i: (_repeated(unders[i]), unders[i].degree()))
    taken, last = order[:-1], order[-1]
    if any(_repeated(unders[i]) for i in taken):
        raise InputError("two of the sequences have poles of higher order: use the chain instead")
    # The polynomial parts are over after so many terms; these are summed apart.
    apart = 1 + max(
        (s[i].numerator.degree() - unders[i].degree() for s in products for i in taken), default=-1
    )
    apart = max(0, apart)
    heads = []
    lasts = []
    for factors in products:
        terms = [series.terms(apart) for series in factors]
        heads.append(sum((math.prod(row) for row in zip(*terms, strict=True)), Fraction(0)))
        lasts.append(terms[last])

    def attempt() -> list[list[Any]]:
        poles = [[root for root, _ in unders[i].complex_roots()] for i in taken]
        ratios = [[1 / root for root in roots] for roots in poles]
        shares = []
        for k, i in enumerate(taken):
            slope = acb_poly(unders[i].derivative())
            slopes = [slope(root) for root in poles[k]]
            shares.append(
                [
                    [
                        -acb_poly(factors[i].numerator)(root) * ratio / d
                        for root, ratio, d in zip(poles[k], ratios[k], slopes, strict=True)
                    ]
                    for factors in products
                ]
            )
        under = acb_poly(unders[last])
        overs = [acb_poly(factors[last].numerator) for factors in products]
        starts = [acb_poly([acb(ball(x)) for x in terms]) for terms in lasts]
        totals = [acb(0)] * len(products)

        def descend(level: int, ratio: Any, share: list[Any]) -> None:
            if level == len(taken):
                bottom = 1 / under(ratio)
                for p, over in enumerate(overs):
                    value = over(ratio) * bottom
                    if apart:
                        value -= starts[p](ratio)
                    totals[p] += share[p] * value
                return
            for r, factor in enumerate(ratios[level]):
                descend(
                    level + 1,
                    ratio * factor,
                    [c * shares[level][p][r] for p, c in enumerate(share)],
                )

        descend(0, acb(1), [acb(1)] * len(products))
        return [[ball(head) + total.real for head, total in zip(heads, totals, strict=True)]]

    return until_digits(attempt, digits)[0]


def _repeated(under: Any) -> bool:
    return bool(under.degree() > 0 and under.gcd(under.derivative()).degree() > 0)

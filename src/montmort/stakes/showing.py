"""Amounts, chances and limits as text for people and as values for JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..core.results import Estimate
from .money import cents_text, decimal, dollars_text
from .sums import Chance
from .surd import Surd

__all__ = [
    "LONGEST", "chance_dict", "chance_text", "dollars", "known", "limit_dict", "limit_text",
    "money", "number_text", "short_text", "signed_text", "surd_dict", "surd_text",
]  # fmt: skip

LONGEST = 300
"""Fractions of more digits than this are given as decimals only."""


def money(value: Fraction | None) -> Any:
    """Return dollars for JSON: a decimal where it ends, else a fraction.

    >>> money(Fraction(5, 4)), money(Fraction(1, 3))
    ('1.25', Fraction(1, 3))
    """
    if value is None:
        return None
    return decimal(value) or value


def chance_text(chance: Chance) -> str:
    """Write a chance for a person, with how well it is known.

    >>> chance_text(Chance(*[Fraction(5, 16)] * 3, "exact"))
    '31.25% = 5/16'
    """
    value = float(chance.value)
    if chance.method == "simulated":
        return str(Estimate(value, float(chance.low), float(chance.high), share=True))
    if value > 0.9999 and chance.value < 1:
        shown = f"100% − {100 * float(1 - chance.value):.3g}%"
    else:
        shown = f"{100 * value:.6g}%"
    if chance.method == "exact" and 0 < chance.value < 1 and chance.value.denominator < 10**6:
        return f"{shown} = {chance.value}"
    return shown


def chance_dict(chance: Chance) -> dict[str, Any]:
    """Return a chance with its bounds; ``exact`` is left out where its fraction is too long."""
    exact = chance.exact
    if exact is not None and exact.denominator >= 10**LONGEST:
        exact = None
    return {
        "value": float(chance.value),
        "low": float(chance.low),
        "high": float(chance.high),
        "exact": exact,
        "method": chance.method,
    }


def dollars(value: Fraction | Estimate | None) -> str:
    """Write dollars that may be estimated, or unknown."""
    if value is None:
        return "no limit found"
    if isinstance(value, Estimate):
        return f"${value.value:.4f} ± {value.half:.4f}"
    return dollars_text(value)


def known(chance: Fraction) -> Chance:
    """Take a fraction as a chance that is known."""
    return Chance(chance, chance, chance, "exact")


def surd_dict(value: Surd) -> dict[str, Any]:
    """Return a number a + √b exactly and as a float."""
    exact = value.exact
    shown = str(value) if exact is None else money(exact)
    return {"exact": shown, "value": float(value)}


def surd_text(value: Surd) -> str:
    """Write dollars that may be irrational."""
    exact = value.exact
    return dollars_text(exact) if exact is not None else f"≈ ${float(value):.6f}"


def limit_dict(value: Surd | None) -> Any:
    """Return a limit, or that there is none."""
    return "unlimited" if value is None else surd_dict(value)


def limit_text(value: Surd | None, everything: str = "any") -> str:
    """Write a limit, or that there is none."""
    if value is None:
        return everything
    exact = value.exact
    if exact is None or exact.denominator > 10**6:
        return f"≈ {float(value):.6g}"
    return str(exact) if exact.denominator == 1 else f"{float(exact):.6g} = {exact}"


def number_text(value: Fraction) -> str:
    """Write a number as a decimal where that ends."""
    return decimal(value) or str(value)


def short_text(value: Fraction) -> str:
    """Write a fraction, or its first digits where it is long.

    >>> short_text(Fraction(1, 3)), short_text(Fraction(123457, 1000003))
    ('1/3', '≈ 0.1235')
    """
    return str(value) if value.denominator <= 10_000 else f"≈ {float(value):.4g}"


def signed_text(cents: int) -> str:
    """Write cents as dollars with their sign."""
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}${cents_text(abs(cents))}"

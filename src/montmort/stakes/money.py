"""Amounts as people write them: rates, chips, chances and dollars, always exact."""

from __future__ import annotations

import re
from fractions import Fraction

from ..core.errors import InputError

__all__ = ["amount", "cents_text", "decimal", "dollars_text"]

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?(\s*/\s*\d+)?", re.ASCII)
_LONGEST = 80


def amount(text: str | int | Fraction, what: str = "number") -> Fraction:
    """Read a whole number, a decimal, a fraction or a percentage exactly.

    Raises :class:`~montmort.core.errors.InputError` for anything else.

    >>> [str(amount(text)) for text in ("0.05", "1/3", "$2.50", "12.5%", "−3")]
    ['1/20', '1/3', '5/2', '1/8', '-3']
    """
    if not isinstance(text, str):
        return Fraction(text)
    bare = text.strip().replace("−", "-").replace("$", "", 1)
    percent = bare.endswith("%")
    bare = bare.removesuffix("%").rstrip()
    if len(bare) > _LONGEST or not _NUMBER.fullmatch(bare):
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise InputError(
            f"{what} {shown!r} is not a number: write a decimal (0.05) or a fraction (1/20)"
        )
    above, _, below = bare.partition("/")
    divisor = int(below) if below else 1
    if divisor == 0:
        raise InputError(f"{what} {text!r} divides by zero")
    value = Fraction(above.strip()) / divisor
    return value / 100 if percent else value


def decimal(value: Fraction) -> str | None:
    """Return the exact decimal of a fraction, or ``None`` where it never ends.

    >>> decimal(Fraction(-13, 80)), decimal(Fraction(5)), decimal(Fraction(1, 3))
    ('-0.1625', '5', None)
    """
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest //= 2
        twos += 1
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    if rest != 1:
        return None
    places = max(twos, fives)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def dollars_text(value: Fraction) -> str:
    """Write dollars for a person: cents where that is exact, else up to four decimals.

    >>> dollars_text(Fraction(-5, 2)), dollars_text(Fraction(1, 3)), dollars_text(Fraction(0))
    ('−$2.50', '≈ $0.3333', '$0.00')
    """
    sign = "−" if value < 0 else ""
    size = abs(value)
    exact = decimal(size)
    if exact is not None and len(exact.partition(".")[2]) <= 4:
        whole, _, places = exact.partition(".")
        return f"{sign}${whole}.{places.ljust(2, '0')}"
    tenths = round(size * 10_000)
    if tenths == 0:
        return f"≈ {sign}${float(size):.2g}"
    return f"≈ {sign}${tenths // 10_000}.{tenths % 10_000:04d}"


def cents_text(cents: int) -> str:
    """Write whole cents as dollars.

    >>> cents_text(-1205), cents_text(3)
    ('-12.05', '0.03')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"

"""After play: who pays and who is paid, in cents that sum exactly to zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ..core.errors import InputError

__all__ = ["Settlement", "Surplus", "check_chips", "divide", "round_to_zero", "settle"]

Surplus = Literal["losers", "reserve"]
"""Who keeps a surplus: the losers, who pay less pro rata, or a reserve for later games."""


@dataclass(frozen=True)
class Settlement:
    """What every player receives (above zero) or pays (below zero)."""

    claims: tuple[Fraction, ...]
    """What the player's chips are worth at his own rate, in dollars."""
    exact: tuple[Fraction, ...]
    """What he gets after the shortage or surplus is shared, in dollars, before rounding."""
    cents: tuple[int, ...]
    """What he gets, in whole cents."""
    before: int
    """The reserve before, in cents."""
    after: int
    """The reserve after, in cents."""
    surplus: Surplus

    @property
    def shortfall(self) -> Fraction:
        """Claims of the winners less debts of the losers, in dollars."""
        return sum(self.claims, Fraction(0))


def check_chips(chips: Sequence[Fraction], where: str = "") -> None:
    """Refuse chips that do not sum to zero."""
    total = sum(chips, Fraction(0))
    if total:
        place = f"{where}: " if where else ""
        more = "won than lost" if total > 0 else "lost than won"
        raise InputError(
            f"{place}the chips sum to {total}, not to 0: {abs(total)} more were {more}, "
            "so a result is missing or miscounted"
        )


def divide(
    claims: Sequence[Fraction], surplus: Surplus = "losers", reserve: Fraction = Fraction(0)
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Share a shortage or a surplus; return what each one gets and the reserve after.

    In a shortage the reserve pays first, then all winners are paid the same part of what
    they claim. A surplus lowers what the losers pay, by the same part for each, or is kept.

    >>> paid, left = divide([Fraction(6), Fraction(3), Fraction(-6)])
    >>> [str(part) for part in paid], str(left)
    (['4', '2', '-6'], '0')
    """
    won = sum((c for c in claims if c > 0), Fraction(0))
    lost = -sum((c for c in claims if c < 0), Fraction(0))
    if won > lost:
        drawn = min(won - lost, reserve)
        part = (lost + drawn) / won
        return tuple(c * part if c > 0 else c for c in claims), reserve - drawn
    if lost > won and surplus == "losers":
        part = won / lost
        return tuple(c * part if c < 0 else c for c in claims), reserve
    return tuple(claims), reserve + lost - won


def round_to_zero(values: Sequence[Fraction]) -> tuple[int, ...]:
    """Round values that sum to zero to whole numbers that sum to zero.

    All are rounded down, then the largest remainders are rounded up, the larger value and
    then the earlier place first (Hamilton's method of largest remainders). Each moves by
    less than one, whole numbers stay, and no sign changes.

    >>> round_to_zero([Fraction(1, 3), Fraction(1, 2), Fraction(-5, 6)])
    (0, 1, -1)
    """
    if sum(values, Fraction(0)):
        raise ValueError("values that are rounded to a sum of zero must sum to zero")
    floors = [value.numerator // value.denominator for value in values]
    order = sorted(range(len(values)), key=lambda i: (floors[i] - values[i], -abs(values[i]), i))
    for i in order[: -sum(floors)]:
        floors[i] += 1
    return tuple(floors)


def settle(
    rates: Sequence[Fraction],
    chips: Sequence[Fraction],
    surplus: Surplus = "losers",
    reserve: int = 0,
) -> Settlement:
    """Settle a session: each one's chips at his own rate, the pot shared when it is short.

    ``rates`` are dollars a chip, ``chips`` are the chips won (above zero) or lost and sum
    to zero, ``reserve`` is what earlier games left, in cents. Raises
    :class:`~montmort.core.errors.InputError` for chips that do not sum to zero.

    >>> session = settle([Fraction(1, 10), Fraction(1, 20)], [Fraction(30), Fraction(-30)])
    >>> session.cents, str(session.shortfall)
    ((150, -150), '3/2')
    """
    if len(rates) != len(chips):
        raise InputError(f"{len(rates)} rates but {len(chips)} results in chips")
    if reserve < 0:
        raise InputError("the reserve is what is left of earlier games: it can't be negative")
    for rate in rates:
        if rate < 0:
            raise InputError(f"a rate can't be negative, as {rate} is")
    check_chips(chips)
    claims = tuple(Fraction(r) * c for r, c in zip(rates, chips, strict=True))
    exact, left = divide(claims, surplus, Fraction(reserve, 100))
    # The reserve is one more account, so that its cents take part in the rounding.
    accounts = [100 * value for value in exact] + [100 * left - reserve]
    cents = round_to_zero(accounts)
    return Settlement(claims, exact, cents[:-1], reserve, reserve + cents[-1], surplus)

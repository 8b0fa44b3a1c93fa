"""How thresholds and value grow with the deck, and how often no pure solution exists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.results import Chart, Curve, Result, Table
from . import single

__all__ = ["GrowthCurve", "PureCount", "count_pure", "growth"]


@dataclass(frozen=True)
class GrowthCurve(Result):
    """Optimal thresholds and value for many deck sizes, beside their limits."""

    sizes: tuple[int, ...]
    first: tuple[Fraction, ...]
    """Player 1's threshold (the mean of a mixture)."""
    second: tuple[Fraction, ...]
    values: tuple[Fraction, ...]
    limits: tuple[float, float, float]
    method: str = "closed form for each N"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return one entry a deck size, and the limits."""
        return {
            "exact": True,
            "cards": list(self.sizes),
            "first": [str(i) for i in self.first],
            "second": [str(j) for j in self.second],
            "value": [str(v) for v in self.values],
            "limits": dict(zip(("first", "second", "value"), self.limits, strict=True)),
            "method": self.method,
        }

    def tables(self) -> list[Table]:
        """Return thresholds and value by deck size, and the limits."""
        rows: list[tuple[Any, ...]] = [
            (n, i, j, f"{float(i / n):.6f}", f"{float(j / n):.6f}", f"{float(v):.6f}")
            for n, i, j, v in zip(self.sizes, self.first, self.second, self.values, strict=True)
        ]
        if len(rows) > 60:
            step = -(-len(rows) // 60)
            rows = rows[:-1:step] + rows[-1:]
        rows.append(("limit", "", "", *(f"{x:.6f}" for x in self.limits)))
        columns = ("cards", "1 keeps from", "2 keeps from", "i/N", "j/N", "V")
        return [Table("Le Her by the size of the deck", columns, tuple(rows))]

    def charts(self) -> list[Chart]:
        """Return thresholds by deck size, and the value, with their limits."""
        x, y, v = self.limits
        sizes = tuple(float(n) for n in self.sizes)
        shares = {
            "1 keeps from, i/N": [
                float(i / n) for n, i in zip(self.sizes, self.first, strict=True)
            ],
            "2 keeps from, j/N": [
                float(j / n) for n, j in zip(self.sizes, self.second, strict=True)
            ],
        }
        value = {"V": [float(value) for value in self.values]}
        return [
            Curve(
                "Le Her: optimal thresholds (mean of a mixture)", sizes, shares,
                "cards N", "share of the deck", {"limit of i/N": x, "limit of j/N": y},
            ),
            Curve(
                "Le Her: player 1's winning chance", sizes, value,
                "cards N", "V", {"limit": v},
            ),
        ]  # fmt: skip

    def notes(self) -> list[str]:
        """State the limits."""
        x, y, v = self.limits
        return [
            f"limits: i/N to x = {x:.6f}, the root of x³ + x² + x = 1; j/N to "
            f"(1 + x²)/2 = {y:.6f}; V to {v:.6f}",
            "a fraction is the mean of two thresholds, between which the player mixes",
        ]


def growth(sizes: Sequence[int]) -> GrowthCurve:
    """Solve the game for each of several deck sizes.

    >>> growth([13]).first
    (Fraction(57, 7),)
    """
    if not sizes:
        raise InputError("no deck size was given: Le Her needs at least 3 cards")
    first, second, values = [], [], []
    for cards in sizes:
        single.check_cards(cards)
        mine, theirs = single.optimal_pair(cards)
        first.append(sum((p * i for i, p in mine), Fraction(0)))
        second.append(sum((p * j for j, p in theirs), Fraction(0)))
        values.append(single.secured(cards, mine, theirs)[0])
    return GrowthCurve(tuple(sizes), tuple(first), tuple(second), tuple(values), single.limits())


@dataclass(frozen=True)
class PureCount(Result):
    """How many deck sizes up to a bound have no optimal pair of pure thresholds."""

    bound: int
    mixed: int
    """How many N from 3 to the bound have no pure solution."""
    listed: tuple[int, ...]
    """The first of them."""
    method: str = "both best replies in whole numbers, for every N"
    exact: bool = True

    @property
    def sizes(self) -> int:
        """How many deck sizes were looked at."""
        return self.bound - 2

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, and the first deck sizes without a pure solution."""
        return {
            "exact": True,
            "bound": self.bound,
            "sizes": self.sizes,
            "without_pure": self.mixed,
            "with_pure": self.sizes - self.mixed,
            "share": str(Fraction(self.mixed, self.sizes)),
            "limit_of_share": limit_share(),
            "listed": list(self.listed),
            "method": self.method,
        }

    def tables(self) -> list[Table]:
        """Return the counts."""
        rows = (
            ("no pure solution", self.mixed, f"{self.mixed / self.sizes:.6f}"),
            ("a pure solution", self.sizes - self.mixed, f"{1 - self.mixed / self.sizes:.6f}"),
        )
        return [Table(f"Le Her with 3 to {self.bound:,} cards", ("", "deck sizes", "share"), rows)]

    def notes(self) -> list[str]:
        """State the exact count, and what it tends to."""
        shown = ", ".join(map(str, self.listed[:20]))
        more = ", ..." if self.mixed > 20 else ""
        return [
            f"of the {self.sizes:,} deck sizes from 3 to {self.bound:,}, exactly {self.mixed:,} "
            f"have no pure solution: {shown}{more}",
            f"the share tends to x²/(x² + x + y) = {limit_share():.6f}",
        ]


def limit_share() -> float:
    """Return the share of deck sizes without a pure solution, in the limit.

    >>> round(limit_share(), 6)
    0.198777
    """
    x, y, _ = single.limits()
    return x * x / (x * x + x + y)


def count_pure(bound: int) -> PureCount:
    """Count the deck sizes from 3 to a bound that have no pure solution, exactly.

    >>> count_pure(50).listed
    (8, 13, 19, 28, 30, 33, 39, 41, 48, 50)
    """
    single.check_cards(bound)
    if bound > 20_000_000:
        raise InputError(f"the bound is {bound}: deck sizes are counted up to 20,000,000")
    import numpy as np

    small = [n for n in range(3, min(bound, 29) + 1) if len(single.optimal_pair(n)[0]) > 1]
    mixed, listed = len(small), list(small)
    for start in range(30, bound + 1, 500_000):
        numbers = np.arange(start, min(bound + 1, start + 500_000))
        without = numbers[~single.pure_exists(numbers)]
        mixed += len(without)
        if len(listed) < 200:
            listed += without[: 200 - len(listed)].tolist()
    return PureCount(bound, mixed, tuple(listed))

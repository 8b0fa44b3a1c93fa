"""Whether possible chances support the declared rates, and how far both may spread."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core.results import Curve, Table
from .chances import Ball, Box, Corner
from .money import dollars_text
from .showing import limit_dict, limit_text, money, short_text, surd_dict, surd_text
from .surd import Surd
from .tradeoff import Ratios

__all__ = ["Support"]


@dataclass(frozen=True)
class Support:
    """Whether a set of chances supports the declared rates, and how far both may go."""

    chances: Ball
    what: str
    tolerance: Fraction
    stake: Fraction
    largest: Surd
    """The largest mean shortfall, in dollars a game."""
    corner: Corner | None
    ratio: Fraction | None
    """Declared max r / min r; ``None`` with a rate of 0."""
    ratios: Ratios | None
    spreads: Ratios | None
    curves: tuple[Curve, ...]

    @property
    def holds(self) -> bool:
        """Whether the declared rates are supported."""
        return self.largest.at_most(self.tolerance)

    def as_dict(self, players: tuple[str, ...]) -> dict[str, Any]:
        """Return everything as plain values."""
        found: dict[str, Any] = {"set": self.what, "players": len(players)}
        if isinstance(self.chances, Box):
            found["low"], found["high"] = self.chances.low, self.chances.high
        else:
            found["radius"] = self.chances.radius
        found |= {
            "tolerance": money(self.tolerance),
            "supported": self.holds,
            "largest_shortfall": surd_dict(self.largest),
            "worst_chances": None if self.corner is None else self.corner.chances,
            "certificate": None
            if self.corner is None
            else {
                "price": money(self.stake * self.corner.price),
                "bound": money(self.stake * self.corner.bound),
            },
            "ratio": self.ratio,
        }
        for name, ratios in (("largest_ratio", self.ratios), ("largest_spread", self.spreads)):
            found[name] = ratios and {
                "some_rates": limit_dict(ratios.possible),
                "all_rates": limit_dict(ratios.safe) if ratios.complete else None,
            }
        return found

    def tables(self, players: tuple[str, ...]) -> list[Table]:
        """Return the largest shortfall and the trade-off around it."""
        rows: list[tuple[Any, ...]] = [
            ("possible chances", self.what),
            ("tolerance a game", dollars_text(self.tolerance)),
            ("largest mean shortfall a game", surd_text(self.largest)),
            ("declared rates are supported", "yes" if self.holds else "NO"),
        ]
        if self.corner is not None:
            worst = ", ".join(
                f"{name} {short_text(p)}"
                for name, p in zip(players, self.corner.chances, strict=True)
            )
            rows.append(("chances that reach it", worst))
        if self.ratio is not None:
            rows.append(("declared max r / min r", f"{float(self.ratio):.4g}"))
        if self.ratios is not None:
            rows.append(
                ("largest that is supported for some rates", limit_text(self.ratios.possible))
            )
            if self.ratios.complete:
                rows.append(("and for all rates", limit_text(self.ratios.safe)))
        if self.spreads is not None:
            rows.append(
                ("largest spread of chances for some rates of the declared ratio",
                 limit_text(self.spreads.possible, "any chances"))
            )  # fmt: skip
            rows.append(("and for all such rates", limit_text(self.spreads.safe, "any chances")))
        note = "max r / min r for the same lowest rate"
        return [Table("Which rates the chances support", ("what", "value"), tuple(rows), note)]

"""The answer about one file of players: its parts, as tables, JSON and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.results import Chart, Result, Table
from .chances import Euclid
from .cuts import Cuts
from .money import cents_text, dollars_text
from .session import Session
from .settlement import Settlement
from .shortfall import Shortfall
from .showing import money, number_text, signed_text
from .support import Support
from .transfers import Plan
from .truthfulness import Declaration

__all__ = ["StakesResult"]


@dataclass(frozen=True)
class StakesResult(Result):
    """What was found about one file: each part is there where the file allows it."""

    session: Session
    shortfall: Shortfall | None = None
    support: Support | None = None
    cuts: Cuts | None = None
    settlement: Settlement | None = None
    plan: Plan | None = None
    declarations: tuple[Declaration, ...] = ()
    remarks: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def method(self) -> str:  # type: ignore[override]
        """How it was found."""
        ways = ["exact fractions"]
        if self.shortfall is not None:
            ways += sorted(self.shortfall.methods - {"exact"})
        return ", ".join(ways)

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Whether every figure is exact."""
        fair = self.shortfall is None or self.shortfall.exact
        return fair and (self.cuts is None or self.cuts.exact)

    def as_dict(self) -> dict[str, Any]:
        """Return everything: money in dollars as decimals where they end, and in cents."""
        names = self.session.players
        rows: list[dict[str, Any]] = []
        chips = self.session.chips
        for i, name in enumerate(names):
            row: dict[str, Any] = {"player": name, "rate": money(self.session.rates[i])}
            if chips is not None:
                row["chips"] = chips[i]
            for key in ("win", "low", "high"):
                values = getattr(self.session, key)
                if values is not None:
                    row[key] = values[i]
            rows.append(row)
        return {
            "method": self.method,
            "exact": self.exact,
            "parameters": dict(self.parameters),
            "players": rows,
            "settlement": self._settlement(),
            "shortfall": self.shortfall and self.shortfall.as_dict(names),
            "support": self.support and self.support.as_dict(names),
            "cuts": self._cuts(),
            "truthfulness": [
                {
                    "player": names[d.player],
                    "own": money(d.own),
                    "declared": money(d.declared),
                    "dollars": {k: money(v) for k, v in d.dollars.items()},
                    "gain": {k: money(v) for k, v in d.gains.items()},
                    "others_gain": {k: money(v) for k, v in d.others.items()},
                    "played_at": {k: money(v) for k, v in d.played.items()},
                }
                for d in self.declarations
            ],
            "notes": self.notes(),
        }

    def _settlement(self) -> dict[str, Any] | None:
        found, plan = self.settlement, self.plan
        if found is None or plan is None:
            return None
        accounts = (*self.session.players, "reserve")
        return {
            "shortfall": money(found.shortfall),
            "surplus_to": found.surplus,
            "players": [
                {
                    "player": name,
                    "claim": money(claim),
                    "share": money(share),
                    "cents": cents,
                    "dollars": cents_text(cents),
                }
                for name, claim, share, cents in zip(
                    self.session.players, found.claims, found.exact, found.cents, strict=True
                )
            ],
            "reserve": {"before": found.before, "after": found.after},
            "transfers": [
                {
                    "from": accounts[t.payer],
                    "to": accounts[t.payee],
                    "cents": t.cents,
                    "dollars": cents_text(t.cents),
                }
                for t in plan.transfers
            ],
            "fewest": plan.fewest,
        }

    def _cuts(self) -> dict[str, Any] | None:
        found = self.cuts
        if found is None:
            return None
        return {
            "exact": found.exact,
            "players": [
                {
                    "player": name,
                    "declared": money(declared),
                    "rate": money(rate),
                    "cut": money(declared - rate),
                    "relative": relative,
                }
                for name, declared, rate, relative in zip(
                    self.session.players, found.declared, found.rates, found.relative, strict=True
                )
            ],
            "largest_relative_cut": found.largest,
            "sum_of_cuts": money(found.total),
            "certificate": {
                "least_relative_cut": found.least,
                "needed_by": found.needs and found.needs.chances,
                "least_sum": money(found.least_total),
                "prices": [{"chances": w.chances, "price": w.weight} for w in found.proof],
            },
        }

    def tables(self) -> list[Table]:
        """Return the parts in the order of an evening: settled, short, supported, cut."""
        names = self.session.players
        tables = self._settlement_tables()
        if self.shortfall is not None:
            tables += self.shortfall.tables(names)
        if self.support is not None:
            tables += self.support.tables(names)
        if self.cuts is not None:
            tables.append(self._cuts_table(self.cuts))
        if self.declarations:
            tables.append(self._declarations_table())
        return tables

    def _settlement_tables(self) -> list[Table]:
        found, plan, chips = self.settlement, self.plan, self.session.chips
        if found is None or plan is None or chips is None:
            return []
        rows = tuple(
            (name, number_text(chip), dollars_text(rate), dollars_text(claim), signed_text(cents))
            for name, chip, rate, claim, cents in zip(
                self.session.players, chips, self.session.rates, found.claims, found.cents,
                strict=True,
            )
        )  # fmt: skip
        short = found.shortfall
        if short > 0:
            note = f"claims exceed payments by {dollars_text(short)}"
        elif short < 0:
            kept = "kept" if found.surplus == "reserve" else "left to those who lost"
            note = f"payments exceed claims by {dollars_text(-short)}, {kept}"
        else:
            note = "claims and payments are equal"
        if found.before or found.after:
            note += (
                f"; reserve ${cents_text(found.before)} before, ${cents_text(found.after)} after"
            )
        accounts = (*self.session.players, "the reserve")
        paid = tuple(
            (accounts[t.payer], accounts[t.payee], f"${cents_text(t.cents)}")
            for t in plan.transfers
        )
        few = "no plan has fewer payments" if plan.fewest else "possibly not the fewest payments"
        columns = ("player", "chips", "rate", "claim", "receives")
        return [
            Table("Settlement", columns, rows, note),
            Table("Payments", ("from", "to", "amount"), paid, few),
        ]

    def _cuts_table(self, found: Cuts) -> Table:
        lowest = min(found.declared)
        rows = tuple(
            (name, dollars_text(r), dollars_text(rho), f"{100 * float(part):.4g}%",
             dollars_text(lowest))
            for name, r, rho, part in zip(
                self.session.players, found.declared, found.rates, found.relative, strict=True
            )
        )  # fmt: skip
        note = (
            f"largest relative cut {100 * float(found.largest):.4g}%, "
            f"then sum of cuts {dollars_text(found.total)}: both as small as can be"
        )
        if not found.exact:
            note += " (up to 1 part in 100,000)"
        columns = ("player", "declared", "cut to", "cut", "Scheme A")
        return Table("Rates cut before play", columns, rows, note)

    def _declarations_table(self) -> Table:
        schemes = list(self.declarations[0].gains)
        # Under B everyone plays at what he declares.
        cut = [scheme for scheme in schemes if not scheme.startswith("B")]
        rows = tuple(
            (
                self.session.players[d.player],
                dollars_text(d.own),
                dollars_text(d.declared),
                *(dollars_text(d.gains[scheme]) for scheme in schemes),
                *(dollars_text(d.played[scheme]) for scheme in cut),
            )
            for d in self.declarations
        )
        columns = (
            "player", "own rate", "declares",
            *(f"gain, {scheme}" for scheme in schemes),
            *(f"rate, {scheme}" for scheme in cut),
        )  # fmt: skip
        when = "in this session" if len(self.session.games) == 1 else "a game in the mean"
        note = f"dollars {when} more than by declaring the own rate; the rate played at"
        return Table("What another declaration brings", columns, rows, note)

    def charts(self) -> list[Chart]:
        """Draw the trade-off both ways, and the shortfall after the games."""
        charts: list[Chart] = []
        if self.support is not None:
            charts += self.support.curves
        if self.shortfall is not None:
            charts.append(self.shortfall.chart())
        return charts

    def notes(self) -> list[str]:
        """Return what must be said beside the figures."""
        notes = [*self.session.remarks, *self.remarks]
        if self.shortfall is not None:
            if "enclosed" in self.shortfall.methods:
                notes.append("Enclosed chances are certain to some fifty digits.")
            if "simulated" in self.shortfall.methods:
                notes.append("Simulated figures have 95 % intervals; quote the larger reserve.")
        if isinstance(self.support and self.support.chances, Euclid) and self.cuts is not None:
            notes.append(
                "Cuts for a Euclidean ball are enclosed: no smaller than their certificate."
            )
        if self.declarations:
            notes.append(
                "The table of declarations claims no mechanism: all others declare their own "
                "rates, and a player's own rate is the one at which chips matter to him as agreed."
            )
        return notes

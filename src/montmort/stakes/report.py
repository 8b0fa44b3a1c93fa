"""The answer about one file of players: its parts, as tables, JSON and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core.results import Chart, Curve, Estimate, Histogram, Result, Table
from .chances import Ball, Box, Corner, Euclid
from .cuts import Cuts
from .money import cents_text, decimal, dollars_text
from .outcomes import Distribution
from .session import Session
from .settlement import Settlement
from .sums import Chance, Sum, Summed
from .surd import Surd
from .tradeoff import Ratios
from .transfers import Plan
from .truthfulness import Declaration
from .underpaid import Share

__all__ = ["Money", "Shortfall", "StakesResult", "Support", "chance_text", "money"]

_LISTED = 200
_LONGEST = 300


def money(value: Fraction | None) -> Any:
    """Return dollars for JSON: a decimal where it ends, else a fraction.

    >>> money(Fraction(5, 4)), money(Fraction(1, 3))
    ('1.25', Fraction(1, 3))
    """
    if value is None:
        return None
    return decimal(value) or value


Money = Fraction | Estimate


def chance_text(chance: Chance) -> str:
    """Write a chance for a person, with how well it is known.

    >>> chance_text(Chance(*[Fraction(5, 16)] * 3, "exact"))
    '31.25 % = 5/16'
    """
    value = float(chance.value)
    if chance.method == "simulated":
        return Estimate(value, float(chance.low), float(chance.high)).percent()
    if 0.9999 < value < 1:
        rest = 1 - chance.value
        shown = f"100 % − {100 * float(rest):.3g} %"
    else:
        shown = f"{100 * value:.6g} %"
    if chance.method == "exact" and 0 < value < 1 and chance.value.denominator < 10**6:
        return f"{shown} = {chance.value}"
    return shown


def _chance_dict(chance: Chance) -> dict[str, Any]:
    exact = chance.exact
    if exact is not None and exact.denominator >= 10**_LONGEST:
        exact = None
    return {
        "value": float(chance.value),
        "low": float(chance.low),
        "high": float(chance.high),
        "exact": exact,
        "method": chance.method,
    }


def _dollars(value: Fraction | Estimate | None) -> str:
    if value is None:
        return "no limit found"
    if isinstance(value, Estimate):
        return f"${value.value:.4f} ± {value.half:.4f}"
    return dollars_text(value)


@dataclass(frozen=True)
class Shortfall:
    """How short the pot falls at declared rates."""

    game: Distribution
    games: int
    total: Sum
    """After so many games."""
    way: Sum
    """The largest after any of them."""
    risk: Fraction
    reserve: Fraction
    """What the pot holds before, in dollars."""
    each: tuple[Share, ...]
    """Every game settled by itself."""
    long_run: tuple[Share, ...]
    after: tuple[Money, ...]
    """Underpaid when all games are settled at once."""
    covariance: Fraction
    deviations: Surd

    @property
    def exact(self) -> bool:
        """Whether nothing in it is simulated or rounded."""
        return self.total.method == self.way.method == "exact" and not any(
            isinstance(value, Estimate) for value in self.after
        )

    def as_dict(self, players: tuple[str, ...]) -> dict[str, Any]:
        """Return everything as plain values."""
        pairs = list(zip(self.game.values, self.game.chances, strict=True))
        return {
            "mean": money(self.game.mean),
            "variance": money(self.game.variance),
            "covariance_times_players": money(self.covariance),
            "deviation_bound": {"exact": str(self.deviations), "value": float(self.deviations)},
            "distribution": [
                {"dollars": money(value), "chance": chance} for value, chance in pairs[:_LISTED]
            ],
            "short": _chance_dict(_known(self.game.above(self.reserve))),
            "after": {
                "games": self.games,
                "mean": money(self.games * self.game.mean),
                "variance": money(self.games * self.game.variance),
                "at_the_end": self._tail(self.total),
                "after_any_game": self._tail(self.way),
                "distribution": self._listed(),
            },
            "underpaid": [
                {
                    "player": name,
                    "due": money(each.due),
                    "paid": money(each.paid),
                    "underpaid": money(each.underpaid),
                    "spared": money(each.spared),
                    "underpaid_in_the_long_run": money(long.underpaid),
                    "underpaid_after_games": total if isinstance(total, Estimate) else money(total),
                }
                for name, each, long, total in zip(
                    players, self.each, self.long_run, self.after, strict=True
                )
            ],
        }

    def _tail(self, found: Sum) -> dict[str, Any]:
        low, high = found.reserve(self.risk)
        return {
            "method": found.method,
            "short": _chance_dict(found.above(self.reserve)),
            "reserve": {"risk": self.risk, "dollars": money(high), "at_least": money(low)},
        }

    def _listed(self) -> list[dict[str, Any]] | None:
        """List the distribution after all games while its fractions are of bearable length."""
        found = self.total
        if not isinstance(found, Summed) or len(found.places) > _LISTED:
            return None
        if found.whole >= 10**_LONGEST:
            return None
        whole = found.distribution()
        return [
            {"dollars": money(value), "chance": chance}
            for value, chance in zip(whole.values, whole.chances, strict=True)
        ]

    def tables(self, players: tuple[str, ...]) -> list[Table]:
        """Return the shortfall, and who is underpaid."""
        held = self.reserve
        rows: list[tuple[Any, ...]] = [
            ("mean a game, Σ r·μ = n·Cov(r, μ)", dollars_text(self.game.mean)),
            ("standard deviation a game", f"${float(self.game.variance) ** 0.5:.4f}"),
            (f"mean after {self.games} games", dollars_text(self.games * self.game.mean)),
            ("chance that one game can't be paid", chance_text(_known(self.game.above(held)))),
        ]
        for found, name in (
            (self.total, f"after {self.games} games"),
            (self.way, f"after any of {self.games} games"),
        ):
            low, high = found.reserve(self.risk)
            rows.append((f"chance that the pot can't pay {name}", chance_text(found.above(held))))
            shown = _dollars(high)
            if low != high:
                shown += f" (at least {dollars_text(low or Fraction(0))})"
            risk = f"{100 * float(self.risk):g} %"
            rows.append((f"reserve to be short {name} with less than {risk}", shown))
        title = "Shortfall: what winners claim beyond what losers pay"
        if held:
            title += f", with {dollars_text(held)} in reserve"
        people = tuple(
            (
                name,
                dollars_text(each.due),
                dollars_text(each.paid),
                dollars_text(each.underpaid),
                _dollars(total),
                dollars_text(long.underpaid),
            )
            for name, each, long, total in zip(
                players, self.each, self.long_run, self.after, strict=True
            )
        )
        columns = (
            "player", "due a game", "paid a game", "underpaid a game",
            f"underpaid in {self.games} games", "underpaid a game in the long run",
        )  # fmt: skip
        note = "paid out of the pot alone: pro rata in a shortage, means over all results"
        return [
            Table(title, ("what", "value"), tuple(rows)),
            Table("Who is underpaid", columns, people, note),
        ]

    def chart(self) -> Chart:
        """Draw the distribution after all games."""
        shares = self.total.shares()
        if len(shares) <= 400:
            return Histogram(
                f"Shortfall after {self.games} games",
                ("shortfall",),
                ({float(value): share for value, share in shares},),
                "dollars",
            )
        points, below = [], 0.0
        for k, (value, share) in enumerate(shares):
            below += share
            if k % (len(shares) // 200) == 0:
                points.append((float(value), 1 - below))
        return Curve(
            f"Chance of a larger shortfall after {self.games} games",
            tuple(x for x, _ in points),
            {"chance": [max(0.0, y) for _, y in points]},
            "dollars",
            "chance of more",
        )


def _known(chance: Fraction) -> Chance:
    return Chance(chance, chance, chance, "exact")


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
            "largest_shortfall": _surd(self.largest),
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
                "some_rates": _limit(ratios.possible),
                "all_rates": _limit(ratios.safe) if ratios.complete else None,
            }
        return found

    def tables(self, players: tuple[str, ...]) -> list[Table]:
        """Return the largest shortfall and the trade-off around it."""
        rows: list[tuple[Any, ...]] = [
            ("possible chances", self.what),
            ("tolerance a game", dollars_text(self.tolerance)),
            ("largest mean shortfall a game", _surd_text(self.largest)),
            ("declared rates are supported", "yes" if self.holds else "NO"),
        ]
        if self.corner is not None:
            worst = ", ".join(
                f"{name} {p}" for name, p in zip(players, self.corner.chances, strict=True)
            )
            rows.append(("chances that reach it", worst))
        if self.ratio is not None:
            rows.append(("declared max r / min r", f"{float(self.ratio):.4g}"))
        if self.ratios is not None:
            rows.append(
                ("largest that is supported for some rates", _limit_text(self.ratios.possible))
            )
            if self.ratios.complete:
                rows.append(("and for all rates", _limit_text(self.ratios.safe)))
        if self.spreads is not None:
            rows.append(
                ("largest spread of chances for some rates of the declared ratio",
                 _limit_text(self.spreads.possible, "any chances"))
            )  # fmt: skip
            rows.append(("and for all such rates", _limit_text(self.spreads.safe, "any chances")))
        note = "max r / min r for the same lowest rate"
        return [Table("Which rates the chances support", ("what", "value"), tuple(rows), note)]


def _surd(value: Surd) -> dict[str, Any]:
    exact = value.exact
    shown = str(value) if exact is None else money(exact)
    return {"exact": shown, "value": float(value)}


def _surd_text(value: Surd) -> str:
    exact = value.exact
    return dollars_text(exact) if exact is not None else f"≈ ${float(value):.6f}"


def _limit(value: Surd | None) -> Any:
    return "unlimited" if value is None else _surd(value)


def _limit_text(value: Surd | None, everything: str = "any") -> str:
    if value is None:
        return everything
    exact = value.exact
    if exact is None or exact.denominator > 10**6:
        return f"≈ {float(value):.6g}"
    return str(exact) if exact.denominator == 1 else f"{float(exact):.6g} = {exact}"


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

    @property
    def method(self) -> str:  # type: ignore[override]
        """How it was found."""
        ways = ["exact fractions"]
        if self.shortfall is not None:
            ways += sorted({self.shortfall.total.method, self.shortfall.way.method} - {"exact"})
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
            (name, _number(chip), dollars_text(rate), dollars_text(claim), _signed(cents))
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
            (name, dollars_text(r), dollars_text(rho), f"{100 * float(part):.4g} %",
             dollars_text(lowest))
            for name, r, rho, part in zip(
                self.session.players, found.declared, found.rates, found.relative, strict=True
            )
        )  # fmt: skip
        note = (
            f"largest relative cut {100 * float(found.largest):.4g} %, "
            f"then sum of cuts {dollars_text(found.total)}: both as small as can be"
        )
        if not found.exact:
            note += " (up to 1 part in a million)"
        columns = ("player", "declared", "cut to", "cut", "Scheme A")
        return Table("Rates cut before play", columns, rows, note)

    def _declarations_table(self) -> Table:
        schemes = list(self.declarations[0].gains)
        rows = tuple(
            (
                self.session.players[d.player],
                dollars_text(d.own),
                dollars_text(d.declared),
                *(dollars_text(d.gains[scheme]) for scheme in schemes),
                *(dollars_text(d.played[scheme]) for scheme in schemes),
            )
            for d in self.declarations
        )
        columns = (
            "player", "own rate", "declares",
            *(f"gain, {scheme}" for scheme in schemes),
            *(f"rate, {scheme}" for scheme in schemes),
        )  # fmt: skip
        note = "dollars a game in the mean more than by declaring the own rate; the rate played at"
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
            methods = {self.shortfall.total.method, self.shortfall.way.method}
            if "enclosed" in methods:
                notes.append("Enclosed chances are certain to some fifty digits.")
            if "simulated" in methods or any(
                isinstance(value, Estimate) for value in self.shortfall.after
            ):
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


def _number(value: Fraction) -> str:
    return decimal(value) or str(value)


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}${cents_text(abs(cents))}"

"""How short the pot falls when all settle at the rates they declared, and who feels it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core.results import Chart, Curve, Estimate, Histogram, Table
from .money import dollars_text
from .outcomes import Distribution, Outcomes, shortfall_of_a_game
from .repeated import after, largest_on_the_way
from .settlement import Surplus
from .showing import LONGEST, chance_dict, chance_text, dollars, known, money
from .sums import Sum, Summed
from .surd import Surd
from .tradeoff import covariance_shortfall, deviation_bound
from .underpaid import Share, long_run, settled, settled_after

__all__ = ["Shortfall", "shortfall"]

_LISTED = 200


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
    after: tuple[Fraction | Estimate, ...]
    """Underpaid when all games are settled at once."""
    covariance: Fraction
    deviations: Surd

    @property
    def methods(self) -> set[str]:
        """How its figures were found."""
        guessed = any(isinstance(value, Estimate) for value in self.after)
        return {self.total.method, self.way.method} | ({"simulated"} if guessed else set())

    @property
    def exact(self) -> bool:
        """Whether nothing in it is simulated or rounded."""
        return self.methods == {"exact"}

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
            "short": chance_dict(known(self.game.above(self.reserve))),
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
            "short": chance_dict(found.above(self.reserve)),
            "reserve": {"risk": self.risk, "dollars": money(high), "at_least": money(low)},
        }

    def _listed(self) -> list[dict[str, Any]] | None:
        """List the distribution after all games while its fractions are of bearable length."""
        found = self.total
        if not isinstance(found, Summed) or len(found.places) > _LISTED:
            return None
        if found.whole >= 10**LONGEST:
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
            ("chance that one game can't be paid", chance_text(known(self.game.above(held)))),
        ]
        for found, name in (
            (self.total, f"after {self.games} games"),
            (self.way, f"after any of {self.games} games"),
        ):
            low, high = found.reserve(self.risk)
            rows.append((f"chance that the pot can't pay {name}", chance_text(found.above(held))))
            shown = dollars(high)
            if low != high:
                shown += f" (at least {dollars_text(low or Fraction(0))})"
            risk = f"{100 * float(self.risk):g}%"
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
                dollars(total),
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


def shortfall(
    rates: Sequence[Fraction],
    outcomes: Outcomes,
    games: int = 100,
    *,
    risk: Fraction = Fraction(1, 100),
    reserve: Fraction = Fraction(0),
    surplus: Surplus = "losers",
    seed: int = 1,
    sessions: int = 0,
) -> Shortfall:
    """Find how short the pot falls in a game and in so many, and who is underpaid.

    ``risk`` is the chance with which a reserve may not suffice, ``reserve`` the dollars
    that the pot holds; ``seed`` and ``sessions`` matter only where sums are simulated.

    >>> from .outcomes import winner_takes_all
    >>> game = winner_takes_all([Fraction(3, 5), Fraction(2, 5)])
    >>> found = shortfall([Fraction(2), Fraction(1)], game, games=3)
    >>> str(found.game.mean), str(found.total.above(Fraction(0)).exact)
    ('1/5', '81/125')
    """
    game, means = shortfall_of_a_game(rates, outcomes), outcomes.means
    # First what refuses more games than can be simulated.
    way = largest_on_the_way(game, games, seed, sessions)
    total = after(game, games, seed, sessions)
    under, _ = settled_after(rates, outcomes, games, surplus, seed)
    return Shortfall(
        game,
        games,
        total,
        way,
        risk,
        reserve,
        settled(rates, outcomes, surplus),
        long_run(rates, outcomes, surplus),
        under,
        covariance_shortfall(rates, means),
        deviation_bound(rates, means),
    )

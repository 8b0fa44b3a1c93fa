"""What ``montmort stakes`` does with a file of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

from ..core.errors import InputError
from .chances import Ball, Box, Corner, Euclid, Kind, around_equal, largest_shortfall
from .cuts import cuts
from .money import amount
from .outcomes import Outcomes, recorded, winner_takes_all
from .reading import read
from .report import StakesResult
from .session import Session
from .settlement import Surplus, settle
from .shortfall import shortfall
from .support import Support
from .surd import Surd
from .tradeoff import (
    Ratios,
    curve_of_ratios,
    curve_of_spreads,
    largest_ratios,
    largest_spreads,
    ratios_over,
)
from .transfers import fewest_transfers
from .truthfulness import FACTORS, declarations

__all__ = ["answer", "stakes"]

_TABLE = 12
"""Up to so many players the table of declarations is made."""
_PAIRS = 40
"""Up to so many players all pairs are gone through for the largest ratio over bounds."""
_DRAWN = 60
"""Up to so many players the trade-off is drawn."""


def stakes(
    file: Path,
    *,
    results: Path | None = None,
    rate: tuple[str, ...] = (),
    by: Literal["strategies", "seats"] = "strategies",
    games: int = 100,
    risk: str = "1/100",
    tolerance: str = "0",
    spread: str | None = None,
    ball: Literal["max", "total", "euclid"] = "max",
    stake: str = "1",
    surplus: Literal["losers", "reserve"] = "losers",
    reserve: str = "0",
    declare: tuple[str, ...] = (),
    seed: int = 1,
    sessions: int = 0,
) -> StakesResult:
    """Settle chips at each player's own rate, and say which rates his chances support.

    Amounts are decimals or fractions (0.05, 1/20).

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "evening.csv"
    ...     _ = file.write_text("player,rate,chips\\nann,0.10,30\\nbob,0.05,-30\\n")
    ...     stakes(file).settlement.cents
    (150, -150)

    Parameters
    ----------
    file
        CSV with the columns player, rate (dollars a chip) and chips, or win, or low and
        high; or the JSON of a simulation, with all rates given by --rate.
    results
        Results apart from the rates: the JSON that simulate --json prints, or a CSV with one
        column a player and one row of chips a game.
    rate
        A player's rate, NAME=DOLLARS, instead of the one in the file.
    by
        Whether the players of a simulation are its strategies or its seats.
    games
        After how many games the pot is settled.
    risk
        The chance with which the reserve may not suffice.
    tolerance
        Mean shortfall in dollars a game that is borne.
    spread
        How far winning chances may be from equal; without it, the bounds of the file.
    ball
        How that is measured: the largest difference, the total that moves, or Euclidean.
    stake
        Chips that each player puts into a game that the winner takes.
    surplus
        Who keeps a surplus: the losers, who pay less, or a reserve.
    reserve
        Dollars that earlier games left in the reserve.
    declare
        Multiples of the own rate that players are taken to declare.
    seed
        Seed of a simulation, where one is needed.
    sessions
        How often it plays all games (0: as time allows).
    """
    session = read(file, results, rate, by)
    return answer(
        session,
        games=games,
        risk=amount(risk, "risk"),
        tolerance=amount(tolerance, "tolerance"),
        spread=None if spread is None else amount(spread, "spread"),
        ball=ball,
        stake=amount(stake, "stake"),
        surplus=surplus,
        reserve=amount(reserve, "reserve"),
        factors=[amount(factor, "declare") for factor in declare] or FACTORS,
        seed=seed,
        sessions=sessions,
    )


def answer(
    session: Session,
    *,
    games: int = 100,
    risk: Fraction = Fraction(1, 100),
    tolerance: Fraction = Fraction(0),
    spread: Fraction | None = None,
    ball: Kind = "max",
    stake: Fraction = Fraction(1),
    surplus: Surplus = "losers",
    reserve: Fraction = Fraction(0),
    factors: Sequence[Fraction] = FACTORS,
    seed: int = 1,
    sessions: int = 0,
) -> StakesResult:
    """Answer everything that a session allows.

    >>> from .reading import parse
    >>> found = answer(parse("player,rate,win\\nann,0.10,3/5\\nbob,0.05,2/5"), games=10)
    >>> str(found.shortfall.game.mean), [str(rate) for rate in found.cuts.rates]
    ('1/100', ['1/20', '1/20'])
    """
    _check(games, risk, tolerance, stake, reserve, sessions)
    outcomes = _outcomes(session, stake)
    chances, what = _chances(session, spread, ball)
    remarks = []
    short = None
    if outcomes is not None and (session.win is not None or len(session.games) > 1):
        short = shortfall(
            session.rates,
            outcomes,
            games,
            risk=risk,
            reserve=reserve,
            surplus=surplus,
            seed=seed,
            sessions=sessions,
        )
    support = cut = None
    if chances is not None:
        support = _support(session, chances, what, tolerance, stake, spread, ball)
        cut = cuts(session.rates, chances, tolerance, stake)
    settlement = plan = None
    chips = session.chips
    if chips is not None:
        cents = 100 * reserve
        if cents.denominator != 1:
            raise InputError(f"the reserve is in whole cents: {reserve} dollars are not")
        settlement = settle(session.rates, chips, surplus, int(cents))
        plan = fewest_transfers([*settlement.cents, settlement.after - settlement.before])
        if chances is None:
            remarks.append("Give --spread to see which rates a spread of chances supports.")
    table = []
    if len(session.players) > _TABLE:
        remarks.append(f"With more than {_TABLE} players there is no table of declarations.")
    elif outcomes is not None:
        table = declarations(session.rates, outcomes, chances, tolerance, stake, factors, surplus)
    parameters = {
        "games": games,
        "risk": risk,
        "tolerance": tolerance,
        "spread": spread,
        "ball": ball if spread is not None else None,
        "stake": stake,
        "surplus": surplus,
        "reserve": reserve,
        "declare": list(factors),
        "seed": seed,
    }
    return StakesResult(
        session,
        short,
        support,
        cut,
        settlement,
        plan,
        tuple(table),
        tuple(remarks),
        parameters,
    )


def _check(
    games: int,
    risk: Fraction,
    tolerance: Fraction,
    stake: Fraction,
    reserve: Fraction,
    sessions: int,
) -> None:
    if games < 1:
        raise InputError(f"at least one game is settled, not {games}")
    if not 0 < risk <= 1:
        raise InputError(f"a risk is a chance above 0 and at most 1, not {risk}")
    if tolerance < 0:
        raise InputError(f"a tolerance can't be negative, as {tolerance} is")
    if stake <= 0:
        raise InputError(f"a stake is more than 0 chips, not {stake}")
    if reserve < 0:
        raise InputError(f"a reserve can't be negative, as {reserve} is")
    if sessions < 0:
        raise InputError(f"a number of sessions can't be negative, as {sessions} is")


def _outcomes(session: Session, stake: Fraction) -> Outcomes | None:
    if session.games:
        return recorded(session.games, session.weights)
    return None if session.win is None else winner_takes_all(session.win, stake)


def _chances(session: Session, spread: Fraction | None, ball: Kind) -> tuple[Ball | None, str]:
    """Choose the set of possible chances: a ball if a spread is given, else the file's."""
    n = len(session.players)
    if spread is not None:
        names = {
            "max": "each within {} of 1/{}",
            "total": "at most {} moved from 1/{} each",
            "euclid": "within a distance of {} of 1/{} each",
        }
        return around_equal(n, spread, ball), names[ball].format(spread, n)
    if session.low is not None and session.high is not None:
        return Box(session.low, session.high), "between the bounds of the file"
    if session.win is not None:
        return Box(session.win, session.win), "exactly those of the file"
    return None, ""


def _support(
    session: Session,
    chances: Ball,
    what: str,
    tolerance: Fraction,
    stake: Fraction,
    spread: Fraction | None,
    ball: Kind,
) -> Support:
    rates, n = session.rates, len(session.players)
    corner: Corner | None = None
    if isinstance(chances, Euclid):
        largest = chances.largest([stake * r for r in rates])
    else:
        corner = largest_shortfall(rates, chances)
        largest = Surd(stake * corner.value)
    lowest = min(rates)
    if not lowest:
        # With a rate of 0 every ratio is infinite, and the trade-off has no unit.
        return Support(chances, what, tolerance, stake, largest, corner, None, None, None, ())
    part, ratio = tolerance / (stake * lowest), max(rates) / lowest
    spreads: Ratios | None = largest_spreads(n, ratio, part, ball) if n <= _DRAWN else None
    shown = [part] if part else [Fraction(1, 20), Fraction(1, 4)]
    curves = (
        (curve_of_ratios(n, shown, ball), curve_of_spreads(n, shown, ball)) if n <= _DRAWN else ()
    )
    ratios: Ratios | None = None
    if spread is not None:
        ratios = largest_ratios(n, spread, part, ball)
    elif n <= _PAIRS:
        ratios = ratios_over(chances, part)
    return Support(chances, what, tolerance, stake, largest, corner, ratio, ratios, spreads, curves)

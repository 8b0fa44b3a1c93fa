"""Who is underpaid when a pot that pays nobody's difference settles at declared rates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..core.results import Estimate
from .outcomes import Outcomes
from .settlement import Surplus, divide

__all__ = ["Share", "long_run", "settled", "settled_after"]

_0 = Fraction(0)
_EXACT_ATOMS = 20_000
_SESSIONS = 4_000


@dataclass(frozen=True)
class Share:
    """What one player is due and what he gets, in dollars in the mean."""

    due: Fraction
    paid: Fraction
    underpaid: Fraction
    """Mean of what his winnings are paid less than claimed."""
    spared: Fraction
    """Mean of what his losses are lowered."""


def _gather(
    rates: Sequence[Fraction],
    results: Iterator[tuple[Fraction, Sequence[Fraction]]],
    surplus: Surplus,
) -> tuple[Share, ...]:
    n = len(rates)
    due, paid, under, spared = [_0] * n, [_0] * n, [_0] * n, [_0] * n
    for chance, chips in results:
        claims = [r * c for r, c in zip(rates, chips, strict=True)]
        got, _ = divide(claims, surplus)
        for i in range(n):
            due[i] += chance * claims[i]
            paid[i] += chance * got[i]
            if claims[i] > got[i]:
                under[i] += chance * (claims[i] - got[i])
            else:
                spared[i] += chance * (got[i] - claims[i])
    return tuple(Share(*row) for row in zip(due, paid, under, spared, strict=True))


def settled(
    rates: Sequence[Fraction], outcomes: Outcomes, surplus: Surplus = "losers"
) -> tuple[Share, ...]:
    """Return each one's mean share when every game is settled by itself.

    >>> from .outcomes import winner_takes_all
    >>> rich, poor = settled([Fraction(2), Fraction(1)], winner_takes_all([Fraction(1, 2)] * 2))
    >>> str(rich.underpaid), str(rich.spared), str(poor.underpaid)
    ('1/2', '1/2', '0')
    """
    pairs = zip(outcomes.chances, outcomes.chips, strict=True)
    return _gather(rates, iter(pairs), surplus)


def long_run(
    rates: Sequence[Fraction], outcomes: Outcomes, surplus: Surplus = "losers"
) -> tuple[Share, ...]:
    """Return each one's share a game when ever more games are settled at once.

    The law of large numbers leaves the mean gains, and the pot is short of them by
    n·Cov(r, μ).

    >>> from .outcomes import winner_takes_all
    >>> rich, _ = long_run([Fraction(2), Fraction(1)],
    ...                    winner_takes_all([Fraction(3, 4), Fraction(1, 4)]))
    >>> str(rich.due), str(rich.paid)
    ('1', '1/2')
    """
    return _gather(rates, iter([(Fraction(1), outcomes.means)]), surplus)


def settled_after(
    rates: Sequence[Fraction],
    outcomes: Outcomes,
    games: int,
    surplus: Surplus = "losers",
    seed: int = 1,
) -> tuple[tuple[Fraction | Estimate, ...], bool]:
    """Return what each is underpaid in the mean when so many games are settled at once.

    The second answer says whether that is exact (by going through how often each result
    happens) or simulated, with 95 % intervals.

    >>> from .outcomes import winner_takes_all
    >>> settled_after([Fraction(2), Fraction(1)], winner_takes_all([Fraction(1, 2)] * 2), 2)
    ((Fraction(1, 2), Fraction(0, 1)), True)
    """
    kinds = len(outcomes.chances)
    if games <= 2000 and kinds < 64 and _work(games, kinds) <= 50 * _EXACT_ATOMS:
        shares = _gather(rates, _counts(outcomes, games), surplus)
        return tuple(share.underpaid for share in shares), True
    return _simulated(rates, outcomes, games, seed), False


def _work(games: int, kinds: int) -> int:
    """Return about how many digits going through all counts of results handles."""
    return math.comb(games + kinds - 1, kinds - 1) * games


def _counts(outcomes: Outcomes, games: int) -> Iterator[tuple[Fraction, Sequence[Fraction]]]:
    """Go through how often each result happens in so many games."""

    def place(
        kind: int, left: int, chance: Fraction, chips: list[Fraction]
    ) -> Iterator[tuple[Fraction, Sequence[Fraction]]]:
        p, row = outcomes.chances[kind], outcomes.chips[kind]
        last = kind == len(outcomes.chances) - 1
        for used in range(left if last else 0, left + 1):
            ways = chance * math.comb(left, used) * p**used
            total = [c + used * add for c, add in zip(chips, row, strict=True)]
            if last:
                yield ways, total
            else:
                yield from place(kind + 1, left - used, ways, total)

    return place(0, games, Fraction(1), [_0] * outcomes.players)


def _simulated(
    rates: Sequence[Fraction], outcomes: Outcomes, games: int, seed: int
) -> tuple[Estimate, ...]:
    import numpy as np

    from ..statistics.streams import DEAL, draw_many

    limits = np.cumsum([float(p) for p in outcomes.chances])[:-1]
    dollars = np.array(
        [[float(r * c) for r, c in zip(rates, row, strict=True)] for row in outcomes.chips]
    )
    sessions = max(100, min(_SESSIONS, 20_000_000 // games))
    block = max(1, 2_000_000 // max(games, len(rates)))
    short = np.zeros((sessions, len(rates)))
    for first in range(0, sessions, block):
        rows = np.arange(first, min(first + block, sessions))
        drawn = np.searchsorted(
            limits, (draw_many(seed, rows, DEAL, games) >> np.uint64(11)) * 2.0**-53, side="right"
        )
        kinds = len(outcomes.chances)
        at = np.arange(len(rows))[:, None] * kinds + drawn
        counts = np.bincount(at.ravel(), minlength=len(rows) * kinds).reshape(len(rows), kinds)
        claims = counts @ dollars
        won = claims.clip(min=0).sum(axis=1)
        lost = (-claims).clip(min=0).sum(axis=1)
        part = np.where(won > lost, 1 - lost / np.where(won > 0, won, 1), 0)
        short[rows] = claims.clip(min=0) * part[:, None]
    means = short.mean(axis=0)
    half = 1.96 * short.std(axis=0, ddof=1) / math.sqrt(sessions)
    return tuple(
        Estimate(float(m), max(0.0, float(m - h)), float(m + h))
        for m, h in zip(means, half, strict=True)
    )

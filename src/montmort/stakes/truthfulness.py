"""What a player gains or loses by declaring a rate other than his own.

No mechanism is claimed: the tables say what a declaration brings when all others declare
their own rates and nobody else reacts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..core.errors import InputError
from .chances import Ball
from .cuts import cuts
from .outcomes import Outcomes
from .settlement import Surplus
from .underpaid import settled

__all__ = ["FACTORS", "Declaration", "declarations"]

FACTORS = (Fraction(1, 2), Fraction(4, 5), Fraction(1), Fraction(5, 4), Fraction(2))
"""What multiples of their own rates players are taken to declare."""


@dataclass(frozen=True)
class Declaration:
    """One player declares a rate; all others declare their own."""

    player: int
    own: Fraction
    declared: Fraction
    dollars: dict[str, Fraction]
    """What he gets a game in the mean, by scheme."""
    gains: dict[str, Fraction]
    """How much more that is than if he declares his own rate."""
    played: dict[str, Fraction]
    """At what rate he then plays, by scheme."""
    others: dict[str, Fraction]
    """How much more all others together get than if he declares his own rate."""


def declarations(
    rates: Sequence[Fraction],
    outcomes: Outcomes,
    chances: Ball | None = None,
    tolerance: Fraction = Fraction(0),
    stake: Fraction = Fraction(1),
    factors: Sequence[Fraction] = FACTORS,
    surplus: Surplus = "losers",
) -> list[Declaration]:
    """Return what declarations bring under several schemes, for each player in turn.

    ``A``: all play at the lowest declared rate. ``B``: each at his declared rate, all
    claims paid. ``B, closed pot``: the same, each game settled pro rata out of what the
    losers pay. ``between``: declared rates cut to ones that the chances support (left out
    without ``chances``).

    >>> from .outcomes import winner_takes_all
    >>> game = winner_takes_all([Fraction(3, 4), Fraction(1, 4)])
    >>> table = declarations([Fraction(2), Fraction(1)], game, factors=[Fraction(2)])
    >>> {scheme: str(gain) for scheme, gain in table[0].gains.items()}
    {'A': '0', 'B': '1', 'B, closed pot': '0'}
    """
    rates = tuple(rates)
    for factor in factors:
        if factor < 0:
            raise InputError(f"a declared rate can't be negative: {factor} times the own rate is")
    truth = _played(rates, outcomes, chances, tolerance, stake, surplus)
    found = []
    for i, own in enumerate(rates):
        for factor in factors:
            declared = (*rates[:i], own * factor, *rates[i + 1 :])
            if declared == rates:
                now = truth
            else:
                now = _played(declared, outcomes, chances, tolerance, stake, surplus)
            dollars = {scheme: got[i] for scheme, (_, got) in now.items()}
            gains = {scheme: dollars[scheme] - truth[scheme][1][i] for scheme in now}
            others = {
                scheme: sum(now[scheme][1]) - sum(truth[scheme][1]) - gains[scheme]
                for scheme in now
            }
            played = {scheme: at[i] for scheme, (at, _) in now.items()}
            found.append(Declaration(i, own, own * factor, dollars, gains, played, others))
    return found


_Schemes = dict[str, tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]


def _played(
    declared: tuple[Fraction, ...],
    outcomes: Outcomes,
    chances: Ball | None,
    tolerance: Fraction,
    stake: Fraction,
    surplus: Surplus,
) -> _Schemes:
    """Return the rates that are played, and the mean dollars a game, by scheme."""
    means = outcomes.means

    def paid(at: tuple[Fraction, ...]) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        return at, tuple(r * m for r, m in zip(at, means, strict=True))

    shares = settled(declared, outcomes, surplus)
    schemes: _Schemes = {
        "A": paid((min(declared),) * len(declared)),
        "B": paid(declared),
        "B, closed pot": (declared, tuple(share.paid for share in shares)),
    }
    if chances is not None:
        schemes["between"] = paid(cuts(declared, chances, tolerance, stake).rates)
    return schemes

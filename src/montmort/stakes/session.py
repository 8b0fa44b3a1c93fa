"""Who plays, at what rate, and what is known of the results."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Session"]


@dataclass(frozen=True)
class Session:
    """Who plays, at what rate, and what is known of the results."""

    players: tuple[str, ...]
    rates: tuple[Fraction, ...]
    """Dollars a chip that each one declared."""
    games: tuple[tuple[Fraction, ...], ...] = ()
    """The chips of each player, one row for each game that was recorded."""
    weights: tuple[Fraction, ...] = ()
    """How much each recorded game counts."""
    win: tuple[Fraction, ...] | None = None
    """The chance of each player to win a game."""
    low: tuple[Fraction, ...] | None = None
    high: tuple[Fraction, ...] | None = None
    remarks: tuple[str, ...] = ()
    """What was done to the figures on reading them."""

    @property
    def chips(self) -> tuple[Fraction, ...] | None:
        """The chips of each player over all recorded games, if results were given."""
        if not self.games:
            return None
        return tuple(
            sum((w * row[i] for w, row in zip(self.weights, self.games, strict=True)), Fraction(0))
            for i in range(len(self.players))
        )

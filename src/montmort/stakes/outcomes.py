"""What a game can bring: results in chips with their chances, and distributions of dollars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..core.errors import InputError

__all__ = ["Distribution", "Outcomes", "recorded", "shortfall_of_a_game", "winner_takes_all"]

_0 = Fraction(0)


@dataclass(frozen=True)
class Outcomes:
    """The results of one game in chips, one row each, with their chances."""

    chips: tuple[tuple[Fraction, ...], ...]
    chances: tuple[Fraction, ...]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.chips[0])

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean gain of each player in chips a game."""
        return tuple(
            sum((p * row[i] for p, row in zip(self.chances, self.chips, strict=True)), _0)
            for i in range(self.players)
        )


def winner_takes_all(win: Sequence[Fraction], stake: Fraction = Fraction(1)) -> Outcomes:
    """Return the results of a game in which each puts in a stake and the winner takes all.

    >>> [str(mean) for mean in winner_takes_all([Fraction(3, 5), Fraction(2, 5)]).means]
    ['1/5', '-1/5']
    """
    n = len(win)
    if n < 2:
        raise InputError("stakes need at least two players")
    if min(win) < 0 or sum(win) != 1:
        raise InputError(f"chances to win are 0 or more and sum to 1, not to {sum(win)}")
    if stake <= 0:
        raise InputError(f"a stake is more than 0 chips, not {stake}")
    rows = [
        (tuple(stake * (n - 1 if j == i else -1) for j in range(n)), p)
        for i, p in enumerate(win)
        if p
    ]
    return Outcomes(tuple(row for row, _ in rows), tuple(p for _, p in rows))


def recorded(
    games: Sequence[Sequence[Fraction]], weights: Sequence[Fraction] | None = None
) -> Outcomes:
    """Take recorded games as the possible results, each as likely as its weight says.

    >>> recorded([[Fraction(3), Fraction(-3)], [Fraction(-1), Fraction(1)]]).means
    (Fraction(1, 1), Fraction(-1, 1))
    """
    weights = [Fraction(1)] * len(games) if weights is None else list(weights)
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for row, weight in zip(games, weights, strict=True):
        key = tuple(row)
        if sum(key, _0):
            raise InputError(f"the chips of a game sum to {sum(key, _0)}, not to 0")
        found[key] = found.get(key, _0) + weight
    total = sum(found.values(), _0)
    if total <= 0 or min(weights) < 0:
        raise InputError("weights of games are 0 or more, and not all 0")
    kept = {row: weight for row, weight in found.items() if weight}
    return Outcomes(tuple(kept), tuple(weight / total for weight in kept.values()))


@dataclass(frozen=True)
class Distribution:
    """An exact distribution of dollars: values in rising order, and their chances."""

    values: tuple[Fraction, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[Fraction, Fraction]]) -> Distribution:
        """Gather pairs of value and chance."""
        found: dict[Fraction, Fraction] = {}
        for value, chance in pairs:
            if chance:
                found[value] = found.get(value, _0) + chance
        values = sorted(found)
        return cls(tuple(values), tuple(found[value] for value in values))

    @property
    def mean(self) -> Fraction:
        """The mean in dollars."""
        return sum((v * p for v, p in zip(self.values, self.chances, strict=True)), _0)

    @property
    def variance(self) -> Fraction:
        """The variance in square dollars."""
        mean = self.mean
        terms = ((v - mean) ** 2 * p for v, p in zip(self.values, self.chances, strict=True))
        return sum(terms, _0)

    def above(self, limit: Fraction) -> Fraction:
        """Return the chance of more than a limit.

        >>> Distribution.of([(Fraction(1), Fraction(1, 3)), (Fraction(2), Fraction(2, 3))]
        ...                 ).above(Fraction(1))
        Fraction(2, 3)
        """
        pairs = zip(self.values, self.chances, strict=True)
        return sum((p for v, p in pairs if v > limit), _0)


def shortfall_of_a_game(rates: Sequence[Fraction], outcomes: Outcomes) -> Distribution:
    """Return the distribution of what winners claim beyond what losers pay in one game.

    >>> game = shortfall_of_a_game([Fraction(2), Fraction(1)],
    ...                            winner_takes_all([Fraction(1, 2)] * 2))
    >>> [str(value) for value in game.values], str(game.mean)
    (['-1', '1'], '0')
    """
    if len(rates) != outcomes.players:
        raise InputError(f"{len(rates)} rates for {outcomes.players} players")
    return Distribution.of(
        (sum((r * c for r, c in zip(rates, row, strict=True)), _0), p)
        for row, p in zip(outcomes.chips, outcomes.chances, strict=True)
    )

"""Le Her for two, solved: the value, every optimal threshold, and the certificate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.results import Result, Table
from . import single
from .deck import Deck
from .single import Mixture

__all__ = ["LeHerSolution", "solve_deck", "solve_single"]

LISTED = 10_000
"""Up to so many cards the best of all replies is added up card by card."""


@dataclass(frozen=True)
class LeHerSolution(Result):
    """Optimal play: thresholds from which a card is kept, with probabilities."""

    rules: Mapping[str, Any]
    value: Fraction
    """Player 1's winning chance (a tie, where there are ties, counts half)."""
    first: Mixture
    second: Mixture
    optimal: tuple[tuple[Mixture, ...], tuple[Mixture, ...]]
    """All extreme optimal mixtures of thresholds of each player."""
    certificate: Mapping[str, Any]
    method: str
    exact: bool = True

    @property
    def net(self) -> Fraction:
        """What player 1 wins a game."""
        return 2 * self.value - 1

    def as_dict(self) -> dict[str, Any]:
        """Return the value, one optimal pair, all extreme optimal strategies, the proof."""
        return {
            "exact": True,
            "value": str(self.value),
            "net": str(self.net),
            "first": _plain(self.first),
            "second": _plain(self.second),
            "optimal": {
                "first": [_plain(mixture) for mixture in self.optimal[0]],
                "second": [_plain(mixture) for mixture in self.optimal[1]],
            },
            "certificate": {
                key: str(value) if isinstance(value, Fraction) else value
                for key, value in self.certificate.items()
            },
            "method": self.method,
            "rules": dict(self.rules),
        }

    def tables(self) -> list[Table]:
        """Return the optimal pair, then every extreme optimal strategy where there are more."""
        rows = [
            (who, threshold, probability)
            for who, mixture in (("1", self.first), ("2, the dealer", self.second))
            for threshold, probability in mixture
        ]
        tables = [
            Table("Le Her: optimal play", ("player", "keeps from", "probability"), tuple(rows))
        ]
        if max(map(len, self.optimal)) > 1:
            every = tuple(
                (who, ", ".join(f"{i}: {p}" for i, p in mixture))
                for who, mixtures in zip(("1", "2, the dealer"), self.optimal, strict=True)
                for mixture in mixtures
            )
            tables.append(
                Table(
                    "all extreme optimal strategies", ("player", "keeps from: probability"), every
                )
            )
        return tables

    def notes(self) -> list[str]:
        """Return the value and the certificate in sentences."""
        secures, holds = self.certificate["first_secures"], self.certificate["second_holds_to"]
        never = int(self.rules["ranks"]) + 1
        notes = [
            f"player 1 wins with probability {_short(self.value)} = {float(self.value):.7f} "
            f"(net {_short(self.net)})",
            f"certificate: against {self.certificate['replies']}, player 1 secures "
            f"{_short(secures)} and the dealer holds her to {_short(holds)}",
            self.method,
        ]
        if any(i == never for side in self.optimal for mixture in side for i, _ in mixture):
            notes.append(f"to keep from {never} is never to keep")
        return notes


def _short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:24]}...{text[-8:]}"


def _plain(mixture: Mixture) -> list[dict[str, Any]]:
    return [{"keep_from": i, "probability": str(p)} for i, p in mixture]


def _simplest(mixtures: Sequence[Mixture]) -> Mixture:
    """Return the mixture with the fewest thresholds, the lowest first."""
    return min(mixtures, key=lambda mixture: (len(mixture), [i for i, _ in mixture]))


def _ordered(mixtures: Sequence[Mixture]) -> tuple[Mixture, ...]:
    return tuple(sorted(mixtures, key=lambda mixture: (len(mixture), [i for i, _ in mixture])))


def _extremes(
    payoffs: Any, own: Sequence[int], other: Sequence[int], value: Fraction, opposing: Mixture
) -> tuple[Mixture, ...]:
    """List the extreme mixtures of ``own`` thresholds that secure the value against ``other``.

    ``payoffs(own, other)`` is what the mixing player gets; where the opposing optimal
    mixture goes, she gets the value exactly.
    """
    from ...engines.matrix import extreme_mixtures

    used = {threshold for threshold, _ in opposing}
    equations, inequalities = [], []
    for j in other:
        cut = [payoffs(i, j) - value for i in own]
        if j in used:
            equations.append(cut)
        elif any(gain < 0 for gain in cut):
            inequalities.append(cut)
    points = extreme_mixtures(len(own), inequalities, equations)
    if points is None:
        raise ArithmeticError("too many optimal thresholds to list")
    return _ordered(
        [tuple((i, p) for i, p in zip(own, point, strict=True) if p) for point in points]
    )


def solve_single(cards: int) -> LeHerSolution:
    """Solve the game with one suit of N cards, in closed form, for any N.

    >>> solution = solve_single(13)
    >>> print(solution.value, [f"{i}: {p}" for i, p in solution.first])
    548/1001 ['8: 6/7', '9: 1/7']
    """
    single.check_cards(cards)
    first, second = single.optimal_pair(cards)
    low, high = single.secured(cards, first, second)
    if low != high:
        raise ArithmeticError(f"the thresholds secure {low} and {high}: not optimal")
    units = single.units(cards)
    count = low * units
    mine = range(single.first_replies(cards, second)[0], single.first_replies(cards, second)[1] + 1)
    theirs = range(
        single.second_replies(cards, first)[0], single.second_replies(cards, first)[1] + 1
    )

    # Wins are convex in the other's threshold: if the neighbours of those in use are no
    # better for the opponent, none is.
    def around(mixture: Mixture) -> list[int]:
        used = [threshold for threshold, _ in mixture]
        every = range(max(1, used[0] - 1), min(cards + 1, used[-1] + 1) + 1)
        return list(every)

    optimal = (
        _extremes(lambda i, j: single.wins(cards, i, j), mine, around(second), count, second),
        _extremes(lambda j, i: -single.wins(cards, i, j), theirs, around(first), -count, first),
    )
    pair = _simplest(optimal[0]), _simplest(optimal[1])
    if cards <= LISTED:
        checked = single.secured_by_cards(cards, *pair)
        how = f"all 2^{cards} replies, a sum over single cards"
    else:
        checked = single.secured(cards, *pair)
        how = "all replies, of which a threshold is best since gains grow with the card"
    if not checked[0] == low == checked[1]:
        raise ArithmeticError(f"the thresholds secure {checked[0]} and {checked[1]}: not optimal")
    rules = {
        "suits": 1,
        "ranks": cards,
        "ties_to_dealer": False,
        "king_refuses": False,
        "king_bars": False,
    }
    certificate = {"first_secures": checked[0], "second_holds_to": checked[1], "replies": how}
    method = "closed form: the crossing of the best replies"
    return LeHerSolution(rules, low, *pair, optimal, certificate, method)


def solve_deck(deck: Deck, *, limit: int = 2_000) -> LeHerSolution:
    """Solve the game with any deck and rules (up to ``limit`` ranks).

    The matrix of thresholds is solved on a few rows and columns, to which best replies
    are added until nothing is better among all 2^r of them.

    >>> print(solve_deck(Deck(4, 13)).value)
    11327/22100
    """
    if deck.ranks > limit:
        raise InputError(
            f"ranks is {deck.ranks}: a deck of several suits is solved up to {limit} ranks; "
            "one suit without house rules goes to any number (--cards)"
        )
    from ...engines.matrix import solve_matrix

    table, every = deck.table, range(1, deck.ranks + 2)
    rows, columns = [deck.ranks // 2 + 1], [deck.ranks // 2 + 1]
    while True:
        small = solve_matrix([[table[i][j] for j in columns] for i in rows], limit=200)
        first: Mixture = tuple((i, p) for i, p in zip(rows, small.row, strict=True) if p)
        second: Mixture = tuple((j, p) for j, p in zip(columns, small.column, strict=True) if p)
        against_first = [sum(p * table[i][j] for i, p in first) for j in every]
        against_second = [sum(p * table[i][j] for j, p in second) for i in every]
        low, high = min(against_first), max(against_second)
        if low == high:
            break
        i, j = every[against_second.index(high)], every[against_first.index(low)]
        rows, columns = sorted({*rows, i}), sorted({*columns, j})
    secured = deck.secured(first, second)
    if not secured[0] == Fraction(low, deck.units) == secured[1]:
        raise ArithmeticError(
            f"a reply that is no threshold is better here: thresholds secure {secured[0]} and "
            f"{secured[1]}; solve the game itself instead: solve_game(LeHer(...))"
        )
    value = Fraction(low)
    mine = [i for i, gain in zip(every, against_second, strict=True) if gain == value]
    theirs = [j for j, gain in zip(every, against_first, strict=True) if gain == value]
    optimal = (
        _extremes(lambda i, j: table[i][j], mine, every, value, second),
        _extremes(lambda j, i: -table[i][j], theirs, every, -value, first),
    )
    pair = _simplest(optimal[0]), _simplest(optimal[1])
    checked = deck.secured(*pair)
    if checked != secured:
        raise ArithmeticError(f"the thresholds secure {checked[0]} and {checked[1]}: not optimal")
    winning = tuple((1 + net) / 2 for net in checked)
    rules = {
        "suits": deck.suits,
        "ranks": deck.ranks,
        "ties_to_dealer": deck.ties_to_dealer,
        "king_refuses": deck.king_refuses,
        "king_bars": deck.king_bars,
    }
    certificate = {
        "first_secures": winning[0],
        "second_holds_to": winning[1],
        "replies": f"all 2^{deck.ranks} replies, a sum over single ranks",
    }
    method = "matrix of thresholds, exact linear programme"
    return LeHerSolution(rules, winning[0], *pair, optimal, certificate, method)

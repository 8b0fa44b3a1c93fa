"""Le Her for more than two: thresholds that are best replies to each other.

A seat has two thresholds: one for the card that it was dealt, one for a lower card that
its right neighbour passed on. (A card that is higher than the one given away for it is
safe, and is kept.) Few players are counted exactly over all ranks; more are simulated,
all thresholds on the same deals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ...core.errors import InputError
from ...core.results import Estimate, Result, Table

if TYPE_CHECKING:
    from .game import LeHerRules

__all__ = ["Deals", "SeatsSolution", "iterate"]

Ints = npt.NDArray[np.int64]
COUNTED = 1_500_000
"""Up to so many combinations of ranks are counted; beyond, deals are simulated."""


@dataclass(frozen=True)
class SeatsSolution(Result):
    """One threshold profile: what each seat does, what it wins, and whether it is stable."""

    rules: dict[str, Any]
    keep_from: tuple[int, ...]
    given_from: tuple[int, ...]
    """From which card on a lower card that was passed on is kept (ranks + 1: never)."""
    values: tuple[Fraction | Estimate, ...]
    gains: tuple[Fraction | float, ...]
    """What each seat could still gain by other thresholds; all 0 in an equilibrium."""
    rounds: int
    deals: int
    exact: bool
    method: str = "best-response iteration over thresholds"

    @property
    def stable(self) -> bool:
        """Whether no seat gains by other thresholds."""
        return not any(self.gains)

    def as_dict(self) -> dict[str, Any]:
        """Return thresholds, values and what is left to gain, by seat."""
        return {
            "exact": self.exact,
            "value": [str(v) if isinstance(v, Fraction) else v.as_dict() for v in self.values],
            "keep_from": list(self.keep_from),
            "given_from": list(self.given_from),
            "certificate": {
                "equilibrium_in_thresholds": self.stable,
                "gains": [str(g) if isinstance(g, Fraction) else g for g in self.gains],
                "deals": self.deals,
            },
            "method": self.method,
            "rounds": self.rounds,
            "rules": self.rules,
        }

    def tables(self) -> list[Table]:
        """Return one row a seat."""
        last = len(self.values)
        rows = tuple(
            (
                f"{seat}" if seat < last else f"{seat} (dealer)",
                own,
                "-" if seat == 1 else given,
                value,
                f"{value.value:.5f}" if isinstance(value, Estimate) else f"{float(value):.5f}",
            )
            for seat, (own, given, value) in enumerate(
                zip(self.keep_from, self.given_from, self.values, strict=True), start=1
            )
        )
        columns = ("seat", "keeps from", "keeps a lower card passed on from", "wins a game", "")
        return [Table("Le Her: thresholds by seat", columns, rows)]

    def notes(self) -> list[str]:
        """Say how it was found, and whether a seat could still gain."""
        how = "counted exactly" if self.exact else f"simulated on {self.deals:,} common deals"
        if self.stable:
            end = f"no seat gains by other thresholds (after {self.rounds} rounds)"
        else:
            worst = max(float(g) for g in self.gains)
            end = (
                f"the best replies go round in a circle: after {self.rounds} rounds a seat "
                f"still gains {worst:.5f}; an equilibrium mixes thresholds"
            )
        return [f"{self.method}, {how}: {end}"]


class Deals:
    """All deals of a table (or a sample of them) with their weights, played at once."""

    def __init__(self, rules: LeHerRules, deals: int | None = None, seed: int = 1) -> None:
        self.rules, self.players = rules, rules.players
        self.suits, self.king = rules.deck
        size = self.players + 1
        if deals is None:
            grid = np.indices((self.king,) * size, dtype=np.int16).reshape(size, -1) + 1
            weights: Ints = np.ones(grid.shape[1], dtype=np.int64)
            for place in range(size):
                before = (grid[:place] == grid[place]).sum(axis=0)
                weights *= np.maximum(0, self.suits - before)
            kept = weights > 0
            self.cards, self.weights = grid[:, kept], weights[kept]
        else:
            source = np.random.Generator(np.random.Philox(key=seed))
            cards = self.suits * self.king
            drawn = np.empty((size, deals), dtype=np.int64)
            # Card by card without replacement: the n-th card left, skipping those dealt.
            for place in range(size):
                card = source.integers(0, cards - place, deals)
                for other in np.sort(drawn[:place], axis=0):
                    card += card >= other
                drawn[place] = card
            self.cards = (drawn // self.suits + 1).astype(np.int16)
            self.weights = np.ones(deals, dtype=np.int64)
        self.total = int(self.weights.sum())
        # Payoffs are whole numbers of this unit: a share of a stake.
        self.unit = math.lcm(*range(1, self.players))

    def play(
        self, keep_from: list[int], given_from: list[int], seat: int = -1, forced: bool = True
    ) -> tuple[Ints, Any, Any]:
        """Play every deal; ``seat`` is forced to keep (or swap) where the choice is open.

        Returns the payoffs (in units, by seat), the card on which the seat had to choose
        (0: it had not), and whether that card had been passed on to it.
        """
        players, king = self.players, self.king
        hands = list(self.cards[:players])
        nothing = np.zeros(hands[0].shape, dtype=bool)
        passed, gave = nothing, hands[0]
        choice, from_neighbour = np.zeros(hands[0].shape, dtype=np.int16), nothing
        for turn in range(players):
            hand = hands[turn]
            safe = passed & (hand >= gave if self.rules.ties_to_dealer else hand > gave)
            if turn == seat:
                choice, from_neighbour = np.where(safe, 0, hand), passed
                keep = safe | forced
            else:
                keep = safe | np.where(passed, hand >= given_from[turn], hand >= keep_from[turn])
            swap = ~keep
            if turn < players - 1:
                other = hands[turn + 1]
                if self.rules.king_refuses:
                    swap = swap & (other != king)
                hands[turn] = np.where(swap, other, hand)
                hands[turn + 1] = np.where(swap, hand, other)
                passed, gave = swap, other
            else:
                drawn = self.cards[players]
                if self.rules.king_bars:
                    swap = swap & (drawn != king)
                hands[turn] = np.where(swap, drawn, hand)
        return self.pay(np.stack(hands)), choice, from_neighbour

    def pay(self, hands: Any) -> Ints:
        """Return what each seat wins: the lowest card pays one stake to the others."""
        lowest = hands == hands.min(axis=0)
        if self.rules.ties_to_dealer:
            first = lowest.argmax(axis=0)
            lowest = np.zeros_like(lowest)
            lowest[first, np.arange(hands.shape[1])] = True
        losers = lowest.sum(axis=0)
        everyone = losers == self.players
        losers = np.where(everyone, 1, losers)
        won = self.unit // (self.players - losers)
        paid = -(self.unit // losers)
        answer: Ints = np.where(everyone, 0, np.where(lowest, paid, won)).astype(np.int64)
        return answer

    def best_reply(
        self, keep_from: list[int], given_from: list[int], seat: int
    ) -> tuple[int, int, int]:
        """Return a seat's best two thresholds, and what they gain (in weighted units).

        Whether to keep or to swap matters on one card only in each deal: playing all
        deals both ways tells what each card adds, and so every threshold at once.
        """
        kept, choice, passed = self.play(keep_from, given_from, seat, True)
        swapped, _, _ = self.play(keep_from, given_from, seat, False)
        difference = (kept[seat] - swapped[seat]) * self.weights
        found, gain = [], 0
        for where, now in ((~passed, keep_from[seat]), (passed, given_from[seat])):
            by_card = [0] * (self.king + 2)
            for card in range(1, self.king + 1):
                by_card[card] = int(difference[where & (choice == card)].sum())
            # What a threshold gains over never keeping: the sum of its cards.
            above = [sum(by_card[card:]) for card in range(self.king + 2)]
            best = max(above[1:])
            gain += best - above[now]
            found.append(now if above[now] == best else above.index(best, 1))
        return found[0], found[1], gain


def iterate(
    rules: LeHerRules, *, deals: int | None = None, seed: int = 1, rounds: int = 60
) -> SeatsSolution:
    """Let each seat in turn take its best thresholds until no seat gains by others.

    ``deals`` asks for a simulation on so many deals with ``seed``; without it the
    ranks are counted exactly where they are few enough. Best replies may go round in a
    circle (two players mix): the result then says what is left to gain.
    """
    if deals is not None and deals < 1_000:
        raise InputError(f"games is {deals}: a simulation of Le Her needs at least 1000")
    size = rules.deck[1] ** (rules.players + 1)
    if deals is None and size > COUNTED:
        deals = 400_000
    table = Deals(rules, deals, seed)
    middle = rules.deck[1] // 2 + 1
    keep_from, given_from = [middle] * rules.players, [rules.deck[1] + 1] * rules.players
    done = 0
    seen = set()
    while done < rounds:
        state = (tuple(keep_from), tuple(given_from))
        if state in seen:
            break
        seen.add(state)
        done += 1
        for seat in range(rules.players):
            keep_from[seat], given_from[seat], _ = table.best_reply(keep_from, given_from, seat)
    left = [table.best_reply(keep_from, given_from, seat)[2] for seat in range(rules.players)]
    scale = table.total * table.unit
    payoffs, _, _ = table.play(keep_from, given_from)
    values: tuple[Fraction | Estimate, ...]
    if deals is None:
        values = tuple(Fraction(int((row * table.weights).sum()), scale) for row in payoffs)
    else:
        values = tuple(_estimate(row / table.unit) for row in payoffs)
    exact = deals is None
    return SeatsSolution(
        rules.as_dict(),
        tuple(keep_from),
        tuple(given_from),
        values,
        tuple(Fraction(gain, scale) if exact else gain / scale for gain in left),
        done,
        table.total,
        exact,
    )


def _estimate(sample: Any) -> Estimate:
    mean = float(sample.mean())
    half = 1.959964 * float(sample.std(ddof=1)) / math.sqrt(len(sample))
    return Estimate(mean, mean - half, mean + half)

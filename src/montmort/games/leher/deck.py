"""Any deck of s suits and r ranks, with each of the three house rules on or off.

Everything is a sum over pairs of ranks; the third card is counted, not listed. Results
are counted as wins minus losses of player 1 (a tie, where ties are not the dealer's, is
neither) over ordered deals of three cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from ...core.errors import InputError
from .single import Mixture

__all__ = ["Deck"]


@dataclass(frozen=True)
class Deck:
    """A deck and its rules; rank ``ranks`` is the king.

    >>> Deck(4, 13).net(7, 8)
    Fraction(131, 5525)
    """

    suits: int
    ranks: int
    ties_to_dealer: bool = True
    king_refuses: bool = True
    king_bars: bool = True

    def __post_init__(self) -> None:
        if self.suits < 1 or self.ranks < 2:
            raise InputError(
                f"a deck of {self.suits} suits and {self.ranks} ranks: Le Her needs at least "
                "one suit and two ranks"
            )
        if self.suits * self.ranks < 3:
            raise InputError(
                f"a deck of {self.suits * self.ranks} cards is too small: Le Her needs at least 3"
            )

    @property
    def units(self) -> int:
        """How many ordered deals of three cards there are."""
        n = self.suits * self.ranks
        return n * (n - 1) * (n - 2)

    def outcome(self, mine: int, dealers: int) -> int:
        """Return what player 1 wins with one card against the dealer's."""
        if mine == dealers:
            return -1 if self.ties_to_dealer else 0
        return 1 if mine > dealers else -1

    def pairs(self, x: int, y: int) -> int:
        """Count the ways to deal rank x and then rank y."""
        return self.suits * (self.suits - (x == y))

    def drawn(self, mine: int, dealers: int) -> int:
        """Add up the outcomes over the third card, where the dealer draws it."""
        s, king = self.suits, self.ranks
        # Against a full deck, then without the two cards that are out.
        total = s * (mine - 1) - s * (king - mine) + s * self.outcome(mine, mine)
        total -= self.outcome(mine, mine) + self.outcome(mine, dealers)
        if self.king_bars:
            kings = s - (mine == king) - (dealers == king)
            total += kings * (self.outcome(mine, dealers) - self.outcome(mine, king))
        return total

    @cached_property
    def swapped(self) -> list[int]:
        """What player 1 wins by swapping each rank (index 0 is unused)."""
        third = self.suits * self.ranks - 2
        answer = [0]
        for x in range(1, self.ranks + 1):
            total = 0
            for y in range(1, self.ranks + 1):
                ways = self.pairs(x, y)
                if not ways:
                    continue
                if self.king_refuses and y == self.ranks:
                    total += ways * third * self.outcome(x, y)
                else:  # now the dealer holds x, knows y, and takes the better way
                    total += ways * min(third * self.outcome(y, x), self.drawn(y, x))
            answer.append(total)
        return answer

    @cached_property
    def kept(self) -> list[list[int]]:
        """``kept[x][y]``: what player 1 wins if both keep."""
        third = self.suits * self.ranks - 2
        return [
            [
                self.pairs(x, y) * third * self.outcome(x, y) if x and y else 0
                for y in range(self.ranks + 1)
            ]
            for x in range(self.ranks + 1)
        ]

    @cached_property
    def taken(self) -> list[list[int]]:
        """``taken[x][y]``: what player 1 wins if she keeps x and the dealer draws for y."""
        return [
            [
                self.pairs(x, y) * self.drawn(x, y) if x and y and self.pairs(x, y) else 0
                for y in range(self.ranks + 1)
            ]
            for x in range(self.ranks + 1)
        ]

    @cached_property
    def rows(self) -> list[list[int]]:
        """``rows[x][j]``: what player 1 wins by keeping x if the dealer keeps from j on."""
        answer: list[list[int]] = [[]]
        for kept, taken in zip(self.kept[1:], self.taken[1:], strict=True):
            before = [0, *accumulate(taken[1:])]
            after = [0, *accumulate(reversed(kept[1:]))]
            answer.append(
                [0] + [before[j - 1] + after[self.ranks + 1 - j] for j in range(1, self.ranks + 2)]
            )
        return answer

    @cached_property
    def table(self) -> list[list[int]]:
        """``table[i][j]``: what player 1 wins in all with thresholds i and j."""
        size = self.ranks + 1
        kept = [0] * (size + 1)
        table = [[0] * (size + 1) for _ in range(size + 1)]
        for i in range(size, 0, -1):
            if i < size:
                kept = [a + b for a, b in zip(kept, self.rows[i], strict=True)]
            base = sum(self.swapped[1:i])
            table[i] = [0] + [base + kept[j] for j in range(1, size + 1)]
        return table

    def net(self, keep_from: int, dealer_from: int) -> Fraction:
        """Return player 1's expected winnings with two thresholds."""
        return Fraction(self.table[keep_from][dealer_from], self.units)

    def card_gains(self, first: Mixture, second: Mixture) -> tuple[list[Fraction], list[Fraction]]:
        """Return for each rank what keeping it gains over the other choice, for each player.

        Player 1's gains are against ``second``, the dealer's against ``first``.
        """
        ranks = range(1, self.ranks + 1)
        mine = [sum(p * self.rows[x][j] for j, p in second) - self.swapped[x] for x in ranks]
        theirs = []
        for y in ranks:
            total = Fraction(0)
            for i, p in first:
                total += p * sum(
                    self.taken[x][y] - self.kept[x][y] for x in range(i, self.ranks + 1)
                )
            theirs.append(total)
        return [Fraction(g) for g in mine], theirs

    def secured(self, first: Mixture, second: Mixture) -> tuple[Fraction, Fraction]:
        """Return what each mixture secures (net, for player 1) against all 2^r replies."""
        mine, theirs = self.card_gains(first, second)
        never = self.ranks + 1
        low = sum((p * self.table[i][never] for i, p in first), Fraction(0))
        low -= sum((gain for gain in theirs if gain > 0), Fraction(0))
        high = sum((p * self.table[never][j] for j, p in second), Fraction(0))
        high += sum((gain for gain in mine if gain > 0), Fraction(0))
        return low / self.units, high / self.units

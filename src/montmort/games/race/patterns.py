"""Patterns: their overlaps with themselves and each other, and the times they are waited for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from .letters import Letters

if TYPE_CHECKING:
    from ...exact.series import Series

__all__ = ["Pattern", "Steps", "leading", "overlaps", "steps"]

Steps = tuple[dict[str, int], ...]
"""``steps[s][letter]``: how much of the pattern stands there after the next letter."""


def overlaps(first: str, second: str) -> list[int]:
    """List the k for which the last k letters of one word are the first k of another.

    >>> overlaps("HTH", "HTH"), overlaps("HHT", "HTH")
    ([1, 3], [2])
    """
    return [k for k in range(1, min(len(first), len(second)) + 1) if first[-k:] == second[:k]]


def leading(first: str, second: str, letters: Letters) -> Fraction:
    """Return Conway's leading number of two words, for any alphabet and bias.

    Each k for which the last k letters of the first are the first k of the second
    counts 1/(q·p), with p the chance of those k letters and q the size of the alphabet:
    for a fair coin 2^(k-1), which is Conway's (Gardner, *Mathematical Games*, Scientific
    American, October 1974; with a bias: Li, *A martingale approach to the study of
    occurrence of sequence patterns in repeated experiments*, 1980).

    >>> from .letters import COIN
    >>> leading("HHH", "HHH", COIN), leading("THH", "HHH", COIN)
    (Fraction(7, 1), Fraction(3, 1))
    """
    size = len(letters.names)
    total, weight, done = Fraction(0), Fraction(1), 0
    for k in overlaps(first, second):
        weight *= letters.weight(second[done:k])
        done = k
        total += 1 / weight
    return total / size


def steps(word: str, names: str) -> Steps:
    """Return the automaton that waits for a word (Knuth, Morris and Pratt).

    State s says that the last s letters are the first s of the word, and no more are.
    The last row belongs to the completed word, for going on with overlaps.

    >>> steps("HTH", "HT")
    ({'H': 1, 'T': 0}, {'H': 1, 'T': 2}, {'H': 3, 'T': 0}, {'H': 1, 'T': 2})
    """
    rows: list[dict[str, int]] = [dict.fromkeys(names, 0)]
    border = 0  # of the first s letters
    for s, letter in enumerate(word):
        following = rows[border][letter] if s else 0
        rows[s][letter] = s + 1
        border = following
        rows.append(dict(rows[border]))
    return tuple(rows)


@dataclass(frozen=True)
class Pattern:
    """A word that somebody waits for, with letters of given chances.

    Everything about its waiting time T follows from one polynomial, the correlation
    polynomial C(z): the sum of p·z^(m-k) over the overlaps k of the word with itself,
    where p is the chance of its last m - k letters. With P the chance of the whole
    word and D(z) = P·z^m + (1 - z)·C(z), the generating functions are

    - of P(T = n): P·z^m / D,  of P(T > n): C / D;
    - of the time from one occurrence to the next: 1 - (1 - z)/D, with tails 1 / D

    (Guibas and Odlyzko, *String overlaps, pattern matching, and nontransitive games*,
    1981, section 1; derived in ``docs/races.md``).

    >>> hth = Pattern("HTH", Letters.fair("HT"))
    >>> hth.wait, hth.variance, hth.rate
    (Fraction(10, 1), Fraction(58, 1), Fraction(1, 8))
    """

    word: str
    letters: Letters

    def __post_init__(self) -> None:
        self.letters.check(self.word)

    @property
    def rate(self) -> Fraction:
        """How often the word turns up per letter in the long run, overlaps allowed."""
        return self.letters.weight(self.word)

    @property
    def border(self) -> int:
        """The length of the longest proper border, where a completed word leads to."""
        return ([0, *overlaps(self.word, self.word)])[-2]

    @cached_property
    def correlation(self) -> tuple[Fraction, ...]:
        """The coefficients of C(z), lowest power first."""
        size = len(self.word)
        found = [Fraction(0)] * size
        for k in overlaps(self.word, self.word):
            found[size - k] = self.letters.weight(self.word[k:])
        return tuple(found)

    @cached_property
    def _polynomials(self) -> tuple[list[Fraction], list[Fraction]]:
        power = [Fraction(0)] * len(self.word) + [self.rate]
        under = list(power)
        for n, c in enumerate(self.correlation):
            under[n] += c
            under[n + 1] -= c
        return power, under

    @cached_property
    def arrival(self) -> Series:
        """The generating function of P(T = n), T being the time of the first occurrence."""
        from ...exact.series import Series

        return Series(*self._polynomials)

    @cached_property
    def tail(self) -> Series:
        """The generating function of P(T > n)."""
        from ...exact.series import Series

        return Series(self.correlation, self._polynomials[1])

    @cached_property
    def return_arrival(self) -> Series:
        """The generating function of the time from one occurrence to the next."""
        from ...exact.series import Series

        under = self._polynomials[1]
        over = list(under)
        over[0] -= 1
        over[1] += 1
        return Series(over, under)

    @cached_property
    def return_tail(self) -> Series:
        """The generating function of its tails: P(the next is more than n later)."""
        from ...exact.series import Series

        return Series([1], self._polynomials[1])

    @property
    def wait(self) -> Fraction:
        """E T: the sum of 1/p over the chances p of all overlaps."""
        return sum(self.correlation, Fraction(0)) / self.rate

    @property
    def variance(self) -> Fraction:
        """Var T, from the derivatives at 1: E T(T - 1) = 2·(C/D)'(1)."""
        # D(1) = P and D'(1) = mP - C(1).
        c0 = sum(self.correlation, Fraction(0))
        c1 = sum((n * c for n, c in enumerate(self.correlation)), Fraction(0))
        p, size = self.rate, len(self.word)
        slope = c1 / p - c0 * (size * p - c0) / p**2
        return 2 * slope + c0 / p - (c0 / p) ** 2

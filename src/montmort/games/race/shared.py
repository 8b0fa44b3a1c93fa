"""The race in which all players watch one coin: Penney's game and its relatives.

Where no pattern contains another, Guibas and Odlyzko's linear equations between
overlap polynomials answer everything with one unknown a player. Otherwise the chain
of what stands of all patterns (Aho and Corasick's automaton) does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core.errors import InputError
from ...exact.enclosure import Figure
from .figures import Figures, Ties
from .letters import Letters
from .patterns import Pattern, leading, overlaps

if TYPE_CHECKING:
    from ...engines.markov import Chain

__all__ = ["Place", "chain_figures", "conway", "race_together", "shared_chain"]

Place = str | tuple[int, ...]
"""A state of a race's chain."""


def conway(first: str, second: str, letters: Letters) -> Fraction:
    """Return the chance that one word comes before another on the same coin.

    Conway: the odds are (BB - BA) to (AA - AB) for A, in leading numbers. Neither word
    may contain the other.

    >>> from .letters import COIN
    >>> conway("HHT", "HTH", COIN)
    Fraction(2, 3)
    """
    mine = leading(second, second, letters) - leading(second, first, letters)
    theirs = leading(first, first, letters) - leading(first, second, letters)
    return mine / (mine + theirs)


def race_together(
    players: Sequence[Pattern], ties: Ties = "count", digits: int | None = None
) -> Figures:
    """Find the figures of a race on one shared coin.

    >>> from .letters import COIN
    >>> figures = race_together([Pattern("HHT", COIN), Pattern("HTH", COIN)])
    >>> print(*figures.first, figures.tie, figures.length)
    2/3 1/3 0 6
    """
    words = [p.word for p in players]
    for i, word in enumerate(words):
        for j in range(i):
            if words[j] == word:
                raise InputError(
                    f"players {j + 1} and {i + 1} both wait for {word} on the same coin, so they "
                    "always finish together: give them different patterns, or coins of their own "
                    "(without --shared)"
                )
    contained = any(a != b and a in b for a in words for b in words)
    if digits is None and not contained:
        return _by_overlaps(players)
    return chain_figures(shared_chain(players, ties), "", len(players), digits)


def _by_overlaps(players: Sequence[Pattern]) -> Figures:
    """Solve Guibas and Odlyzko's equations at 1, and differentiated once.

    S(z) generates P(N > n) and F_i(z) P(i is first at n). Then 1 + zS = S + Σ F_i, and
    for each j: P_j z^(m_j) S = Σ F_i C_ij with the overlap polynomials C_ij.
    """
    from ...exact.linear import solve

    letters = players[0].letters
    count = len(players)
    # Unknown 0 is S, unknown i + 1 is F_i. value, slope: M(1) and M'(1).
    value = [[Fraction(0)] + [Fraction(1)] * count]
    slope = [[Fraction(-1)] + [Fraction(0)] * count]
    for target in players:
        size = len(target.word)
        row, steep = [target.rate], [size * target.rate]
        for source in players:
            c0, c1 = Fraction(0), Fraction(0)
            for k in overlaps(source.word, target.word):
                chance = letters.weight(target.word[k:])
                c0 += chance
                c1 += (size - k) * chance
            row.append(-c0)
            steep.append(-c1)
        value.append(row)
        slope.append(steep)
    one = [[Fraction(1)]] + [[Fraction(0)]] * count
    at_one = [x for [x] in solve(value, one)]
    right = [
        [-sum((a * x for a, x in zip(row, at_one, strict=True)), Fraction(0))] for row in slope
    ]
    slopes = [x for [x] in solve(value, right)]
    mean = at_one[0]
    # E N(N - 1) = 2 S'(1).
    variance = 2 * slopes[0] + mean - mean * mean
    method = "overlap polynomials (Guibas and Odlyzko)"
    return Figures(tuple(at_one[1:]), Fraction(0), mean, variance, method)


def shared_chain(players: Sequence[Pattern], ties: Ties = "count") -> Chain[Place]:
    """Build the chain of a race on one coin.

    A state is the longest end of what was flipped that begins a pattern. An ended race
    is a state of its own: the players (from 0) who were first, behind a -1.

    >>> from .letters import COIN
    >>> shared_chain([Pattern("HHT", COIN), Pattern("HTH", COIN)]).states
    ('', 'H', 'HH', 'HT', (-1, 0), (-1, 1))
    """
    from ...engines.markov import Chain

    words = [p.word for p in players]
    letters = players[0].letters
    begun = {word[:k] for word in words for k in range(len(word) + 1)}

    def successors(state: Place) -> list[tuple[Place, Fraction]]:
        found: list[tuple[Place, Fraction]] = []
        if not isinstance(state, str):
            return found
        for letter, chance in letters.possible:
            text = state + letter
            done = tuple(i for i, word in enumerate(words) if text.endswith(word))
            if len(done) == 1 or (done and ties == "count"):
                found.append(((-1, *done), chance))
                continue
            if done and ties == "restart":
                text = ""
            while text not in begun:
                text = text[1:]
            found.append((text, chance))
        return found

    start: Place = ""
    return Chain.explore(start, successors)


def chain_figures(
    chain: Chain[Place],
    start: Place,
    count: int,
    digits: int | None,
) -> Figures:
    """Read the figures of a race off its chain, whichever it is."""
    from ...engines.markov import absorption

    for members in chain.closed:
        state = chain.states[members[0]]
        if len(members) > 1 or not isinstance(state, tuple) or state[0] >= 0:
            raise InputError(
                "this race may go on for ever, because from some moment on every completion is "
                "a tie: count ties instead (--ties count)"
            )
    if digits is None:
        answer = absorption(chain, start)
    else:
        answer = absorption(chain, start, method="enclosed", digits=digits + 6)
    ends: dict[tuple[int, ...], Figure] = {}
    for end, chance in answer.probabilities.items():
        assert isinstance(end, tuple)
        ends[end[1:]] = chance
    zero: Figure = Fraction(0)
    first = tuple(ends.get((i,), zero) for i in range(count))
    tie = sum((chance for who, chance in ends.items() if len(who) > 1), zero)
    return Figures(first, tie, answer.mean, answer.variance, answer.method)

"""The figures of a race: who is first, how often it is a tie, how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ...core.errors import InputError
from ...exact.enclosure import Enclosure, Figure
from .letters import Letters
from .patterns import Pattern

__all__ = ["Figures", "Stage", "Ties", "patterns_of", "settle"]

Ties = Literal["count", "void", "restart"]
"""What several completions at once are: an outcome; ignored; or a new start from nothing."""


@dataclass(frozen=True)
class Figures:
    """What comes out of a race."""

    first: tuple[Figure, ...]
    """The chance of each player to be first, alone."""
    tie: Figure
    """The chance that the race ends with several first at once."""
    length: Figure
    """The expected number of flips."""
    variance: Figure
    """The variance of the number of flips."""
    method: str

    @property
    def exact(self) -> bool:
        """Whether every figure is a fraction."""
        figures = (*self.first, self.tie, self.length, self.variance)
        return not any(isinstance(x, Enclosure) for x in figures)


@dataclass(frozen=True)
class Stage:
    """A race up to its first completion: what :func:`settle` needs to know of it."""

    first: tuple[Figure, ...]
    tie: Figure
    length: Figure
    """E N, N being the number of flips."""
    second: Figure
    """E N²."""
    at_tie: Figure
    """E N·[tie]."""


def settle(ties: Ties, fresh: Stage, again: Stage | None, method: str) -> Figures:
    """Follow a race through its ties, by the rule for them.

    ``again`` is the race as it goes on after a tie (for ``restart``, that is ``fresh``).
    With X the flips of a stage and t its chance of a tie, the length L of a race that
    goes on is L = X + [tie]·L', so that E L = E X + t·E L' and
    E L² = E X² + 2·E(X·[tie])·E L' + t·E L'²; likewise for who is first.
    """
    if ties == "count":
        variance = fresh.second - fresh.length * fresh.length
        return Figures(fresh.first, fresh.tie, fresh.length, variance, method)
    if fresh.tie == 0:
        return settle("count", fresh, None, method)
    after = fresh if again is None else again
    if after.tie == 1:
        raise InputError(
            "every completion is a tie, so this race would never end: count ties instead "
            "(--ties count)"
        )
    once = 1 - after.tie
    first = tuple(a + fresh.tie * (b / once) for a, b in zip(fresh.first, after.first, strict=True))
    mean_after = after.length / once
    second_after = (after.second + 2 * after.at_tie * mean_after) / once
    mean = fresh.length + fresh.tie * mean_after
    second = fresh.second + 2 * fresh.at_tie * mean_after + fresh.tie * second_after
    return Figures(first, Fraction(0), mean, second - mean * mean, method)


def patterns_of(words: Sequence[str], letters: Letters) -> tuple[Pattern, ...]:
    """Make the players' patterns, with an error that says what is wrong with one."""
    if not words:
        raise InputError("a race needs patterns: give one for each player, such as HHT HTH")
    return tuple(Pattern(word, letters) for word in words)

"""Where a chain ends, and when: absorption probabilities, mean and variance of the time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from ...core.errors import InputError
from ...core.results import Result, Table
from ...exact.enclosure import Figure
from ...exact.linear import Flow
from .chain import Chain, State
from .methods import DIGITS, Method, certain, solve_moments

__all__ = ["Absorption", "absorption"]


@dataclass(frozen=True)
class Absorption(Result, Generic[State]):
    """Where a chain ends from one start, and how long that takes."""

    start: State
    probabilities: Mapping[Hashable, Figure]
    """By the absorbing state, or by the set of the states of a closed class."""
    mean: Figure
    """The expected number of steps until the chain is in a closed class."""
    variance: Figure
    method: str
    exact: bool
    size: int
    """How many transient states were solved for."""

    def as_dict(self) -> dict[str, Any]:
        """Return the probabilities by end, and the moments of the time."""
        return {
            "method": self.method,
            "exact": self.exact,
            "start": str(self.start),
            "probabilities": {_name(k): v for k, v in self.probabilities.items()},
            "mean": self.mean,
            "variance": self.variance,
        }

    def tables(self) -> list[Table]:
        """Return the ends with their probabilities, and the time."""
        rows = tuple((_name(k), v, float(v)) for k, v in self.probabilities.items())
        time = (
            ("mean", self.mean, float(self.mean)),
            ("variance", self.variance, float(self.variance)),
        )
        return [
            Table(f"Where the chain ends from {self.start}", ("end", "probability", "about"), rows),
            Table("How many steps it takes", ("", "steps", "about"), time),
        ]


def absorption(
    chain: Chain[State], start: State, *, method: Method = "auto", digits: int = DIGITS
) -> Absorption[State]:
    """Find where a chain ends and how long it takes.

    >>> ruin = Chain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"}, 2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
    >>> answer = absorption(ruin, 1)
    >>> answer.probabilities, answer.mean, answer.variance
    ({0: Fraction(2, 3), 3: Fraction(1, 3)}, Fraction(2, 1), Fraction(2, 1))

    A closed class of several states counts as an end, named by the set of its states;
    but a chain that starts inside one is refused, since it never ends.
    """
    first = chain.index(start)
    ends: dict[int, int] = {}
    for k, members in enumerate(chain.closed):
        for i in members:
            ends[i] = k
    if first in ends:
        members = chain.closed[ends[first]]
        if len(members) > 1:
            raise InputError(
                f"the chain never absorbs: from {start!r} it goes round {len(members)} states "
                "for ever; ask for its stationary rates instead"
            )
        return Absorption(
            start, {start: Fraction(1)}, Fraction(0), Fraction(0), "no step to take", True, 0
        )
    inside = [i for i in chain.reached(first) if i not in ends]
    place = {i: n for n, i in enumerate(inside)}
    rows: list[dict[int, Fraction]] = []
    leaks: dict[int, list[Fraction]] = {}
    for n, i in enumerate(inside):
        row = {}
        for j, w in chain.rows[i].items():
            if j in place:
                row[place[j]] = w
            else:
                column = leaks.setdefault(ends[j], [Fraction(0)] * len(inside))
                column[n] += w
        rows.append(row)
    flow = Flow.among(rows)
    order = sorted(leaks)
    how, chances, mean, variance = solve_moments(flow, [leaks[k] for k in order], method, digits)
    names: list[Hashable] = []
    for k in order:
        members = chain.closed[k]
        states = [chain.states[i] for i in members]
        names.append(states[0] if len(states) == 1 else frozenset(states))
    return Absorption(
        start,
        dict(zip(names, chances, strict=True)),
        mean,
        variance,
        how,
        all(map(certain, (*chances, mean, variance))),
        len(inside),
    )


def _name(end: Hashable) -> str:
    if isinstance(end, frozenset):
        return "{" + ", ".join(sorted(map(str, end))) + "}"
    return str(end)

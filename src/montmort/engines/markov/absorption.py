"""Where a chain ends, and when: absorption probabilities, mean and variance of the time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from ...core.errors import InputError
from ...core.results import Result, Table
from ...exact.enclosure import Enclosure, Figure
from ...exact.linear import Flow, enclose_flow
from .chain import Chain, State
from .methods import DIGITS, Method, certain, solve_system

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
    ones = [Fraction(1)] * len(inside)
    right = [*(leaks[k] for k in order), ones]
    how, found = solve_system(flow, right, method, digits)
    names: list[Hashable] = []
    for k in order:
        members = chain.closed[k]
        states = [chain.states[i] for i in members]
        names.append(states[0] if len(states) == 1 else frozenset(states))
    mean = found[-1][0]
    variance = variance_of(flow, found[-1], method, digits)
    return Absorption(
        start,
        {name: found[n][0] for n, name in enumerate(names)},
        mean,
        variance,
        how,
        all(certain(column[0]) for column in found),
        len(inside),
    )


def variance_of(flow: Flow, means: Sequence[Figure], method: Method, digits: int) -> Figure:
    """Solve for the second moments: E T² = 1 + 2 Σ Q(i, j) E T_j + Q E T²."""
    exact = [m for m in means if isinstance(m, Fraction)]
    if len(exact) == len(means):
        right = [
            1 + 2 * sum((w * exact[j] for j, w in row.items()), Fraction(0)) for row in flow.rows
        ]
        [second] = solve_system(flow, [right], method, digits)[1]
        return second[0] - means[0] * means[0]
    # The second moments grow with the right-hand side, so the ends of the enclosed
    # means, solved for each, enclose them.
    sides = []
    for end in ("low", "high"):
        sides.append(
            [
                1 + 2 * sum((w * getattr(means[j], end) for j, w in row.items()), Fraction(0))
                for row in flow.rows
            ]
        )
    low, high = enclose_flow(flow, sides, digits)
    return Enclosure(low[0].low, high[0].high) - means[0] * means[0]


def _name(end: Hashable) -> str:
    if isinstance(end, frozenset):
        return "{" + ", ".join(sorted(map(str, end))) + "}"
    return str(end)

"""When a chain first reaches some states: the whole distribution, and its moments."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic

from flint import fmpq_mat, fmpq_poly

from ...core.errors import InputError
from ...core.results import Chart, Curve, Result, Table
from ...exact.enclosure import Figure, until_digits
from ...exact.linear import Flow, ball
from ...exact.series import Series, rational
from .chain import Chain, State
from .methods import DIGITS, Method, certain, solve_moments, solve_system

__all__ = ["Hitting", "hitting"]

_EXACT, _BALLS, _SERIES = 300_000, 10_000_000, 500
"""Bounds on states x steps for a walk in fractions and in balls; on states for a series."""


@dataclass(frozen=True)
class Hitting(Result, Generic[State]):
    """The number of steps T until a chain first reaches some states.

    ``probability`` is the chance that it ever does; ``mean`` and ``variance`` exist
    where that is 1, and say so where it isn't.
    """

    chain: Chain[State]
    start: State
    targets: tuple[State, ...]
    probability: Figure
    method: str
    exact: bool
    flow: Flow = field(repr=False)
    """The system of the states from which a target can still be reached, the start first."""
    hits: tuple[Fraction, ...] = field(repr=False)
    """The probability of stepping from each of these states onto a target."""
    digits: int = DIGITS
    way: Method = "auto"

    # -- moments -------------------------------------------------------------------

    @cached_property
    def _moments(self) -> tuple[Figure, Figure]:
        if self.probability != 1:
            raise InputError(
                f"from {self.start!r} the chain reaches {_list(self.targets)} with probability "
                f"{self.probability} only, so the mean time is infinite: ask for `probability`, "
                "`tail` or `series` instead"
            )
        if not len(self.flow):
            return Fraction(0), Fraction(0)
        _, _, mean, variance = solve_moments(self.flow, [], self.way, self.digits)
        return mean, variance

    @property
    def mean(self) -> Figure:
        """E T, in steps; an error where the targets may never be reached."""
        return self._moments[0]

    @property
    def variance(self) -> Figure:
        """Var T, in steps squared."""
        return self._moments[1]

    # -- distribution -----------------------------------------------------------------

    def terms(self) -> Iterator[Fraction]:
        """Yield P(T = 0), P(T = 1), ... exactly, without end."""
        for mass, _ in self._walk():
            yield mass

    def _walk(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield P(T = n) and P(T > n) for n = 0, 1, ..."""
        if not len(self.flow):
            hit = Fraction(int(self.start in self.targets))
            yield hit, 1 - hit
            while True:
                yield Fraction(0), 1 - hit
        rows = self.flow.rows
        scale = math.lcm(
            1,
            *(w.denominator for row in rows for w in row.values()),
            *(w.denominator for w in self.hits),
        )
        whole = [[(j, int(w * scale)) for j, w in row.items()] for row in rows]
        hits = [int(w * scale) for w in self.hits]
        weights = {0: 1}
        total, left = 1, 1
        yield Fraction(0), Fraction(1)
        while True:
            mass = sum(w * hits[i] for i, w in weights.items())
            following: dict[int, int] = {}
            for i, weight in weights.items():
                for j, w in whole[i]:
                    following[j] = following.get(j, 0) + weight * w
            weights = following
            total *= scale
            left = left * scale - mass
            yield Fraction(mass, total), Fraction(left, total)

    def distribution(self, most: int) -> list[tuple[int, Fraction, Fraction]]:
        """List n, P(T = n) and P(T > n) for n = 0, ..., most."""
        if most < 0:
            raise InputError(f"the distribution up to {most} is empty: ask for 0 or more")
        return [
            (n, mass, rest)
            for n, (mass, rest) in enumerate(itertools.islice(self._walk(), most + 1))
        ]

    def tail(self, n: int) -> Figure:
        """Return P(T > n): exactly for moderate n, enclosed for an n of any size.

        In a chain of more than 500 states the steps are counted one by one, which sets
        a limit to n; the error says so.
        """
        if n < 0:
            return Fraction(1)
        size = len(self.flow)
        if size * n <= _EXACT:
            return next(itertools.islice(self._walk(), n, None))[1]
        if size * n <= _BALLS:
            return until_digits(lambda: [[self._ball_tail(n)]], self.digits)[0][0]
        if size > _SERIES:
            raise InputError(
                f"P(T > {n}) in a chain of {size} states takes too many steps: "
                f"ask for an n of at most {_BALLS // size}"
            )
        # With what never arrives taken out, no pole is left at 1.
        series = self.series()
        return series.tails().term_enclosed(n, self.digits) + (1 - series.at_one())

    def _ball_tail(self, n: int) -> Any:
        rows = [[(j, ball(w)) for j, w in row.items()] for row in self.flow.rows]
        astray = [ball(leak - hit) for leak, hit in zip(self.flow.leak, self.hits, strict=True)]
        weights = {0: ball(Fraction(1))}
        lost = ball(Fraction(0))
        for _ in range(n):
            following: dict[int, Any] = {}
            for i, weight in weights.items():
                lost = lost + weight * astray[i]
                for j, w in rows[i]:
                    following[j] = following[j] + weight * w if j in following else weight * w
            weights = following
        return sum(weights.values(), lost)

    def series(self) -> Series:
        """Return the generating function of T: the sum of P(T = n) zⁿ, as a quotient.

        Its denominator is det(1 - zQ), the reversed characteristic polynomial; as many
        terms of the distribution as there are states then determine the numerator.
        """
        size = len(self.flow)
        if not size:
            return Series([int(self.start in self.targets)])
        entries = [rational(0)] * (size * size)
        for i, row in enumerate(self.flow.rows):
            for j, w in row.items():
                entries[i * size + j] = rational(w)
        characteristic = fmpq_mat(size, size, entries).charpoly()
        under = fmpq_poly([characteristic[size - k] for k in range(size + 1)])
        terms = list(itertools.islice(self.terms(), size + 1))
        over = fmpq_poly([rational(x) for x in terms]) * under
        return Series(over.truncate(size + 1), under).reduced()

    # -- result ------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Return the probability, the moments where they exist, and the first terms."""
        sure = self.probability == 1
        return {
            "method": self.method,
            "exact": self.exact,
            "start": str(self.start),
            "targets": [str(t) for t in self.targets],
            "probability": self.probability,
            "mean": self.mean if sure else None,
            "variance": self.variance if sure else None,
            "distribution": [list(row) for row in self.distribution(20)],
        }

    def tables(self) -> list[Table]:
        """Return the moments and the first terms of the distribution."""
        facts: list[tuple[str, Any]] = [("probability", self.probability)]
        if self.probability == 1:
            facts += [("mean", self.mean), ("variance", self.variance)]
        return [
            Table(f"From {self.start} to {_list(self.targets)}", ("", "value"), tuple(facts)),
            Table(
                "The distribution of the time",
                ("n", "P(T = n)", "P(T > n)"),
                tuple(self.distribution(20)),
            ),
        ]

    def charts(self) -> list[Chart]:
        """Return P(T > n) against n."""
        rows = self.distribution(60)
        return [
            Curve(
                f"From {self.start} to {_list(self.targets)}",
                tuple(float(n) for n, _, _ in rows),
                {"P(T > n)": [float(rest) for _, _, rest in rows]},
                "n",
                "P(T > n)",
            )
        ]


def hitting(
    chain: Chain[State],
    start: State,
    targets: Iterable[State],
    *,
    method: Method = "auto",
    digits: int = DIGITS,
) -> Hitting[State]:
    """Find when a chain first reaches one of the targets.

    >>> flips = Chain.explore(0, lambda n: [] if n == 2 else [(n + 1, "1/2"), (0, "1/2")])
    >>> two_heads = hitting(flips, 0, [2])
    >>> two_heads.mean, two_heads.variance, two_heads.tail(4)
    (Fraction(6, 1), Fraction(22, 1), Fraction(1, 2))
    >>> print(two_heads.series())
    z^2/(4 - 2*z - z^2)
    """
    goals = tuple(targets)
    if not goals:
        raise InputError("a hitting time needs at least one target state")
    goal = {chain.index(t) for t in goals}
    first = chain.index(start)
    if first in goal:
        return Hitting(
            chain, start, goals, Fraction(1), "already there", True, Flow([], []), (), digits
        )
    # The states before the target, and of these the ones that can still get there.
    before = [first]
    seen = {first}
    for i in before:
        for j in chain.rows[i]:
            if j not in seen and j not in goal:
                seen.add(j)
                before.append(j)
    sources: dict[int, list[int]] = {}
    waiting = []
    for i in before:
        for j in chain.rows[i]:
            if j in goal:
                waiting.append(i)
            else:
                sources.setdefault(j, []).append(i)
    hopeful = set(waiting)
    waiting = list(hopeful)
    for i in waiting:
        for j in sources.get(i, ()):
            if j not in hopeful:
                hopeful.add(j)
                waiting.append(j)
    if first not in hopeful:
        return Hitting(
            chain, start, goals, Fraction(0), "never there", True, Flow([], []), (), digits
        )
    inside = [i for i in before if i in hopeful]
    place = {i: n for n, i in enumerate(inside)}
    flow = Flow.among(
        [{place[j]: w for j, w in chain.rows[i].items() if j in place} for i in inside]
    )
    hits = tuple(
        sum((w for j, w in chain.rows[i].items() if j in goal), Fraction(0)) for i in inside
    )
    # Certain if nothing can be reached from which there is no hope.
    if len(inside) == len(before):
        how, probability = "Markov chain, every way leads there", Fraction(1)
        return Hitting(chain, start, goals, probability, how, True, flow, hits, digits, method)
    how, [found] = solve_system(flow, [hits], method, digits)
    return Hitting(
        chain, start, goals, found[0], how, certain(found[0]), flow, hits, digits, method
    )


def _list(states: Iterable[Any]) -> str:
    return " or ".join(repr(s) for s in states)

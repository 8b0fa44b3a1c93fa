"""Linear systems over exact fractions, and rigorous enclosures where those grow too large.

Two kinds of system are solved here:

- any square system, dense, by python-flint (:func:`solve`);
- the system of a Markov chain, x = b + Qx with a sparse matrix Q of probabilities
  (:class:`Flow`): exactly by p-adic lifting (:func:`solve_flow`), or enclosed in ball
  arithmetic (:func:`enclose_flow`).

A chain's system is eliminated without a single subtraction (Grassmann, Taksar and
Heyman, *Regenerative analysis and steady state distributions for Markov chains*,
1985): the pivot 1 - Q(s, s) is the sum of what leaves s. So no digit is lost by
cancellation, however long the chain lasts (O'Cinneide, 1993), and balls stay narrow.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb, fmpq_mat, fmpz_mod_ctx

from ..core.errors import InputError
from .enclosure import Enclosure, until_digits
from .series import fraction, rational

__all__ = [
    "Elimination", "Flow", "TooDenseError", "ball", "enclose_flow", "enclose_stationary", "solve",
    "solve_flow",
]  # fmt: skip

_MERSENNE = (521, 607, 1279, 2203)
"""2^p - 1 is prime for these p."""


def solve(
    matrix: Sequence[Sequence[Fraction | int]], right: Sequence[Sequence[Fraction | int]]
) -> list[list[Fraction]]:
    """Solve A X = B exactly, for a dense square A of full rank.

    >>> solve([[2, 1], [1, 3]], [[1], [2]])
    [[Fraction(1, 5)], [Fraction(3, 5)]]
    """
    size = len(matrix)
    if any(len(row) != size for row in matrix) or len(right) != size:
        raise InputError("a linear system needs as many equations as unknowns")
    if not size or not right[0]:
        return [[] for _ in range(size)]
    left = fmpq_mat(size, size, [rational(x) for row in matrix for x in row])
    try:
        found = left.solve(fmpq_mat(size, len(right[0]), [rational(x) for r in right for x in r]))
    except ZeroDivisionError:
        raise InputError("the linear system has no unique solution") from None
    return [[fraction(found[i, j]) for j in range(len(right[0]))] for i in range(size)]


@dataclass(frozen=True)
class Flow:
    """The sparse system x = b + Qx of a chain among its transient states.

    ``rows[i]`` holds the probabilities Q(i, j) > 0; ``leak[i]`` is what leaves the
    system from i, so that each row and its leak sum to 1.
    """

    rows: Sequence[dict[int, Fraction]]
    leak: Sequence[Fraction]

    @classmethod
    def among(cls, rows: Sequence[dict[int, Fraction]]) -> Flow:
        """Make the system of these rows; what they lack to 1 is the leak."""
        return cls(rows, [1 - sum(row.values(), Fraction(0)) for row in rows])

    def __len__(self) -> int:
        return len(self.rows)


class TooDenseError(Exception):
    """An elimination that would fill in too much; never shown to a person."""


@dataclass
class _Step:
    state: int
    pivot: Any
    onward: list[tuple[int, Any]]
    """Where the state leads to, among those eliminated later."""
    into: list[tuple[int, Any]]
    """What leads to the state, among those eliminated later."""


@dataclass
class Elimination:
    """A chain's system with its states eliminated one by one, sparsest first.

    The numbers may be of any kind that adds, multiplies and divides: fractions,
    residues modulo a prime, balls. Nothing is ever subtracted.
    """

    flow: Flow
    number: Callable[[Fraction], Any]
    keep_one: bool = False
    """Keep the last state: for a closed chain, which has no leak."""
    budget: int | None = None
    """Give up with :class:`TooDenseError` after so many new or changed arrows."""
    steps: list[_Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        number, size = self.number, len(self.flow)
        rows: list[dict[int, Any]] = [
            {j: number(w) for j, w in row.items()} for row in self.flow.rows
        ]
        leak: list[Any] = [number(w) if w else None for w in self.flow.leak]
        into: list[set[int]] = [set() for _ in range(size)]
        for i, row in enumerate(rows):
            for j in row:
                into[j].add(i)

        def cost(s: int) -> int:
            # Markowitz: how many new arrows the elimination may make.
            return (len(into[s]) - (s in into[s])) * (len(rows[s]) - (s in rows[s]))

        waiting = [(cost(s), s) for s in range(size)]
        heapq.heapify(waiting)
        done = [False] * size
        left, work = size, 0
        while left > (1 if self.keep_one else 0):
            price, s = heapq.heappop(waiting)
            if done[s]:
                continue
            if price != (now := cost(s)):
                heapq.heappush(waiting, (now, s))
                continue
            done[s] = True
            left -= 1
            row = rows[s]
            row.pop(s, None)
            into[s].discard(s)
            out = leak[s]
            for w in row.values():
                out = w if out is None else out + w
            if out is None:
                raise InputError("a state of the chain leads nowhere but to itself")
            onward = list(row.items())
            work += len(onward) * len(into[s])
            if self.budget is not None and work > self.budget:
                raise TooDenseError(f"more than {self.budget} arrows change")
            sources = []
            for i in into[s]:
                target = rows[i]
                w = target.pop(s)
                sources.append((i, w))
                share = w / out
                for j, x in onward:
                    if j in target:
                        target[j] = target[j] + share * x
                    else:
                        target[j] = share * x
                        into[j].add(i)
                if leak[s] is not None:
                    leak[i] = share * leak[s] + (0 if leak[i] is None else leak[i])
            for j in row:
                into[j].discard(s)
            for i, _ in sources:
                heapq.heappush(waiting, (cost(i), i))
            self.steps.append(_Step(s, out, onward, sources))
            rows[s] = {}
        self.last = next((s for s in range(size) if not done[s]), None)

    def solve(self, right: Sequence[Any]) -> list[Any]:
        """Solve x = b + Qx for one right-hand side b of the same kind of numbers."""
        b = list(right)
        for step in self.steps:
            if b[step.state] != 0:
                share = b[step.state] / step.pivot
                for i, w in step.into:
                    b[i] = b[i] + w * share
        for step in reversed(self.steps):
            total = b[step.state]
            for j, w in step.onward:
                total = total + w * b[j]
            b[step.state] = total / step.pivot
        return b

    def stationary(self, one: Any) -> list[Any]:
        """Return the stationary weights of a closed chain, not yet summing to 1."""
        weights: list[Any] = [None] * len(self.flow)
        weights[self.last if self.last is not None else 0] = one
        for step in reversed(self.steps):
            total = None
            for i, w in step.into:
                part = weights[i] * w
                total = part if total is None else total + part
            weights[step.state] = total / step.pivot
        return weights


# -- exactly, by lifting ----------------------------------------------------------


def solve_flow(
    flow: Flow, right: Sequence[Sequence[Fraction]], budget: int | None = None
) -> list[list[Fraction]]:
    """Solve x = b + Qx exactly for several b, each a list over the states.

    The system is eliminated once modulo a large prime and the solution lifted to
    powers of it (Dixon, *Exact solution of linear equations using p-adic expansions*,
    1982) until fractions appear that fulfil every equation, which is checked in
    integers: the answer doesn't rest on the prime. Raises :class:`TooDenseError` when
    the elimination changes more arrows than ``budget``.

    >>> half = Fraction(1, 2)
    >>> flow = Flow.among([{0: half, 1: half}, {0: half}])  # until two heads in a row
    >>> solve_flow(flow, [[Fraction(1), Fraction(1)]])
    [[Fraction(6, 1), Fraction(4, 1)]]
    """
    if not len(flow):
        return [[] for _ in right]
    scales = [math.lcm(1, *(w.denominator for w in row.values())) for row in flow.rows]
    whole: list[list[tuple[int, int]]] = []
    for i, row in enumerate(flow.rows):
        entries = {j: -int(w * scales[i]) for j, w in row.items()}
        entries[i] = entries.get(i, 0) + scales[i]
        whole.append(list(entries.items()))
    for power in _MERSENNE[1 if len(flow) > 600 else 0 :]:
        prime = 2**power - 1
        residue = fmpz_mod_ctx(prime)

        def number(w: Fraction, residue: Any = residue) -> Any:
            return residue(w.numerator) / residue(w.denominator)

        try:
            elimination = Elimination(flow, number, budget=budget)
            return [_lift(elimination, residue, prime, scales, whole, b) for b in right]
        except ZeroDivisionError:
            continue
    raise AssertionError("four primes divide pivots of one system")


def _lift(
    elimination: Elimination,
    residue: Any,
    prime: int,
    scales: Sequence[int],
    whole: Sequence[Sequence[tuple[int, int]]],
    b: Sequence[Fraction],
) -> list[Fraction]:
    unit = math.lcm(1, *(x.denominator for x in b))
    goal = [int(x * unit) * s for x, s in zip(b, scales, strict=True)]
    if not any(goal):
        return [Fraction(0)] * len(b)
    inverses = [1 / residue(s) for s in scales]
    rest, found, modulus = list(goal), [0] * len(b), 1
    lifts, attempt = 0, 2
    while True:
        digit = [
            int(x)
            for x in elimination.solve(
                [residue(r) * s for r, s in zip(rest, inverses, strict=True)]
            )
        ]
        found = [f + modulus * d for f, d in zip(found, digit, strict=True)]
        modulus *= prime
        lifts += 1
        rest = [
            (r - sum(w * digit[j] for j, w in row)) // prime
            for r, row in zip(rest, whole, strict=True)
        ]
        if not any(rest):
            attempt = lifts
        if lifts < attempt:
            continue
        attempt = lifts + max(1, lifts // 2)
        answer = _fractions(found, modulus)
        if answer is None:
            continue
        over, under = answer
        if all(
            sum(w * over[j] for j, w in row) == g * under
            for row, g in zip(whole, goal, strict=True)
        ):
            return [Fraction(x, under * unit) for x in over]


def _fractions(found: Sequence[int], modulus: int) -> tuple[list[int], int] | None:
    """Find small integers over one denominator that are congruent to what was found."""
    under = 1
    bound = math.isqrt(modulus >> 1)
    over: list[int] = []
    for x in found:
        y = x * under % modulus
        y = y - modulus if y > modulus >> 1 else y
        if abs(y) * under > modulus >> 32:
            # Euclid's algorithm on (modulus, y) down to half its length.
            r0, r1, s0, s1 = modulus, y % modulus, 0, 1
            while r1 > bound:
                q = r0 // r1
                r0, r1, s0, s1 = r1, r0 - q * r1, s1, s0 - q * s1
            if s1 == 0 or abs(s1) > bound:
                return None
            factor = abs(s1)
            over = [o * factor for o in over]
            under *= factor
            y = x * under % modulus
            y = y - modulus if y > modulus >> 1 else y
            if under > bound or abs(y) > bound:
                return None
        over.append(y)
    return over, under


# -- enclosed, in balls -----------------------------------------------------------


def ball(w: Fraction) -> Any:
    """Make the ball around a fraction, as narrow as the precision allows."""
    return arb(w.numerator) / w.denominator if w.denominator != 1 else arb(w.numerator)


def enclose_flow(
    flow: Flow, right: Sequence[Sequence[Fraction]], digits: int = 30
) -> list[list[Enclosure]]:
    """Enclose the solution of x = b + Qx to at least so many digits, for b >= 0.

    >>> half = Fraction(1, 2)
    >>> flow = Flow.among([{0: half, 1: half}, {0: half}])
    >>> [[first, second]] = enclose_flow(flow, [[Fraction(1), Fraction(1)]], digits=10)
    >>> 6 in first, first.digits >= 10
    (True, True)
    """

    def attempt() -> list[list[Any]]:
        elimination = Elimination(flow, ball)
        return [elimination.solve([ball(x) for x in b]) for b in right]

    return until_digits(attempt, digits)


def enclose_stationary(rows: Sequence[dict[int, Fraction]], digits: int = 30) -> list[Enclosure]:
    """Enclose the stationary distribution of one closed, irreducible chain.

    >>> half = Fraction(1, 2)
    >>> [a, b] = enclose_stationary([{0: half, 1: half}, {0: Fraction(1)}], digits=10)
    >>> Fraction(2, 3) in a, Fraction(1, 3) in b
    (True, True)
    """
    flow = Flow(rows, [Fraction(0)] * len(rows))

    def attempt() -> list[list[Any]]:
        weights = Elimination(flow, ball, keep_one=True).stationary(arb(1))
        total = sum(weights, arb(0))
        return [[w / total for w in weights]]

    return until_digits(attempt, digits)[0]

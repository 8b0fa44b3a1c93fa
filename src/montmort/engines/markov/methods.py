"""Which way a chain's system is solved: dense, sparse, or enclosed; and saying so."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from ...core.errors import InputError, unknown
from ...exact.enclosure import Enclosure, Figure, until_digits
from ...exact.linear import (
    Elimination,
    Flow,
    TooDenseError,
    ball,
    enclose_flow,
    enclose_stationary,
    solve,
    solve_flow,
)

__all__ = ["DIGITS", "Method", "certain", "solve_moments", "solve_stationary", "solve_system"]

Method = Literal["auto", "dense", "sparse", "enclosed"]
"""``auto`` takes the fastest exact method, and encloses where exact figures grow too large."""

DIGITS = 30
"""How many digits an enclosure has, unless more are asked for."""

_SPARSE, _DENSE, _BUDGET = 5000, 1200, 3_000_000

_NAMES = {
    "dense": "Markov chain, dense exact elimination",
    "sparse": "Markov chain, sparse elimination lifted p-adically, checked in integers",
    "enclosed": "Markov chain, subtraction-free elimination in ball arithmetic",
}


def solve_system(
    flow: Flow, right: Sequence[Sequence[Fraction]], method: Method, digits: int
) -> tuple[str, Sequence[Sequence[Figure]]]:
    """Solve x = b + Qx for several b; return how that was done, and the solutions."""
    _known(method, digits)
    exact = _exactly(flow, right, method)
    return exact or (_NAMES["enclosed"], enclose_flow(flow, right, digits))


def solve_moments(
    flow: Flow, leaks: Sequence[Sequence[Fraction]], method: Method, digits: int
) -> tuple[str, list[Figure], Figure, Figure]:
    """Find, from state 0, the chance to leave by each leak, and the time's mean and variance.

    The second moments solve E T² = 1 + 2 Σ Q(i, j) E T_j + Q E T².
    """
    _known(method, digits)
    ones = [Fraction(1)] * len(flow)
    exact = _exactly(flow, [*leaks, ones], method)
    if exact:
        how, found = exact
        means = found[-1]
        right = [
            1 + 2 * sum((w * means[j] for j, w in row.items()), Fraction(0)) for row in flow.rows
        ]
        again = _exactly(flow, [right], method)
        assert again
        variance = again[1][0][0] - means[0] ** 2
        return how, [column[0] for column in found[:-1]], means[0], variance

    def attempt() -> list[list[Any]]:
        elimination = Elimination(flow, ball)
        chances = [elimination.solve([ball(x) for x in leak])[0] for leak in leaks]
        one = ball(Fraction(1))
        means = elimination.solve([one] * len(flow))
        right = [sum((2 * ball(w) * means[j] for j, w in row.items()), one) for row in flow.rows]
        return [[*chances, means[0], elimination.solve(right)[0]]]

    wanted = digits
    while True:
        [[*chances, mean, second]] = until_digits(attempt, wanted)
        spread = second - mean * mean
        # The difference may cancel; and where it is 0 no number of digits helps.
        if spread.digits >= digits or wanted > 8 * digits + 100:
            return _NAMES["enclosed"], list(chances), mean, spread
        wanted *= 2


def _exactly(
    flow: Flow, right: Sequence[Sequence[Fraction]], method: Method
) -> tuple[str, list[list[Fraction]]] | None:
    """Solve in fractions, or return ``None`` where an enclosure is asked for or needed."""
    if method == "auto":
        method = "enclosed"
        if len(flow) <= _SPARSE:
            try:
                return _NAMES["sparse"], solve_flow(flow, right, _BUDGET)
            except TooDenseError:
                if len(flow) <= _DENSE:
                    method = "dense"
    if method == "sparse":
        return _NAMES["sparse"], solve_flow(flow, right)
    if method == "dense":
        return _NAMES["dense"], _dense(flow, right)
    return None


def solve_stationary(
    rows: Sequence[dict[int, Fraction]], method: Method, digits: int
) -> tuple[str, Sequence[Figure]]:
    """Find the stationary distribution of a closed, irreducible chain."""
    _known(method, digits)
    size = len(rows)
    if size == 1:
        return _NAMES["dense"], [Fraction(1)]
    if method == "auto":
        method = "sparse" if size <= _SPARSE else "enclosed"
        try:
            if method == "sparse":
                return _NAMES["sparse"], _visits(rows, _BUDGET)
        except TooDenseError:
            method = "dense" if size <= _DENSE else "enclosed"
    if method == "sparse":
        return _NAMES["sparse"], _visits(rows, None)
    if method == "dense":
        # πP = π, with one equation replaced by the sum; transposed.
        matrix = [[Fraction(0)] * size for _ in range(size)]
        for i, row in enumerate(rows):
            for j, w in row.items():
                matrix[j][i] += w
        for i in range(size):
            matrix[i][i] -= 1
        matrix[-1] = [Fraction(1)] * size
        found = solve(matrix, [[Fraction(int(i == size - 1))] for i in range(size)])
        return _NAMES["dense"], [x for [x] in found]
    return _NAMES["enclosed"], enclose_stationary(rows, digits)


def _visits(rows: Sequence[dict[int, Fraction]], budget: int | None) -> list[Fraction]:
    """Count the visits on a round trip from the last state: y = b + yQ among the others."""
    last = len(rows) - 1
    into: list[dict[int, Fraction]] = [{} for _ in range(last)]
    start = [Fraction(0)] * last
    for i, row in enumerate(rows):
        for j, w in row.items():
            if j == last:
                continue
            if i == last:
                start[j] = w
            else:
                into[j][i] = w
    # The transposed system is no flow of probabilities; but over a field of residues
    # nothing depends on that, once the leak makes up for what its rows lack to 1.
    [found] = solve_flow(Flow.among(into), [start], budget)
    total = sum(found, Fraction(1))
    return [x / total for x in found] + [1 / total]


def _dense(flow: Flow, right: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    size = len(flow)
    if not size:
        return [[] for _ in right]
    matrix = [[Fraction(0)] * size for _ in range(size)]
    for i, row in enumerate(flow.rows):
        matrix[i][i] = Fraction(1)
        for j, w in row.items():
            matrix[i][j] -= w
    found = solve(matrix, [[b[i] for b in right] for i in range(size)])
    return [[found[i][k] for i in range(size)] for k in range(len(right))]


def _known(method: str, digits: int) -> None:
    if method not in ("auto", *_NAMES):
        raise unknown("method", method, ("auto", *_NAMES))
    if digits < 1:
        raise InputError(f"digits is {digits}: it must be at least 1")


def certain(figure: Figure) -> bool:
    """Whether a figure is a fraction, not an enclosure."""
    return not isinstance(figure, Enclosure)

"""Linear programmes over the rationals, solved exactly and certified.

HiGHS solves the programme in floating point and only proposes a basis. The basis is
then solved in exact arithmetic (python-flint), and where it turns out not to be
optimal it is repaired by exact pivots (Bland's rule, so that it ends). What comes out
is a primal and a dual solution with the same value, checked against the programme as
it was given: by weak duality nothing is better.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from ..core.errors import InputError
from .sparse import SingularError, solve_sparse, to_fraction

__all__ = ["Approximation", "Exact", "Optimum", "Programme", "approximate", "maximise", "verify"]

Exact = int | Fraction
"""A number without rounding."""
Relation = Literal["<=", "=", ">="]

_NONNEGATIVE, _FREE, _FIXED = 0, 1, 2


@dataclass(frozen=True)
class Programme:
    """Maximise ``objective · x`` where every row holds and ``x`` is at least 0.

    Rows and the objective are sparse: they map the number of a variable (from 0) to
    its coefficient. Variables in ``free`` may be negative.
    """

    variables: int
    objective: Mapping[int, Exact]
    rows: Sequence[Mapping[int, Exact]]
    relations: Sequence[Relation]
    bounds: Sequence[Exact]
    free: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not len(self.rows) == len(self.relations) == len(self.bounds):
            raise InputError(
                f"a programme with {len(self.rows)} rows needs as many relations and bounds, "
                f"not {len(self.relations)} and {len(self.bounds)}"
            )
        for place, row in [("the objective", self.objective)] + [
            (f"row {i}", row) for i, row in enumerate(self.rows)
        ]:
            for j in row:
                if not 0 <= j < self.variables:
                    raise InputError(f"{place} names variable {j}: there are {self.variables}")
        for i, relation in enumerate(self.relations):
            if relation not in ("<=", "=", ">="):
                raise InputError(f"row {i} has the relation {relation!r}: use <=, = or >=")


@dataclass(frozen=True)
class Optimum:
    """An optimal solution with the proof of it: ``dual`` has the same value.

    ``dual`` has one number a row: at least 0 for ``<=``, at most 0 for ``>=``.
    ``pivots`` counts the exact pivots that the proposed basis needed.
    """

    value: Fraction
    primal: tuple[Fraction, ...]
    dual: tuple[Fraction, ...]
    pivots: int


@dataclass(frozen=True)
class Approximation:
    """What HiGHS found in floating point: a proposal, not a proof."""

    primal: Sequence[float]
    dual: Sequence[float]
    basis: tuple[int, ...] | None
    solved: bool


def maximise(programme: Programme, *, propose: bool = True) -> Optimum:
    """Solve a programme exactly.

    With ``propose=False`` the exact simplex method starts without help from HiGHS.
    An infeasible or unbounded programme is an ``InputError``.

    >>> best = maximise(Programme(2, {0: 3, 1: 2}, [{0: 2, 1: 1}, {0: 1, 1: 3}],
    ...                           ["<=", "<="], [4, 5]))
    >>> print(best.value, *best.primal, *best.dual)
    33/5 7/5 6/5 7/5 1/5
    """
    simplex = _Simplex(programme)
    basis = approximate(programme).basis if propose else None
    return simplex.solve(basis)


def verify(programme: Programme, primal: Sequence[Fraction], dual: Sequence[Fraction]) -> None:
    """Check a primal and a dual solution against a programme; raise if they prove nothing.

    The check uses nothing but the programme itself: primal feasibility, dual
    feasibility, and equal values (weak duality then makes both optimal).
    """
    slack = [programme.objective.get(j, 0) * Fraction(1) for j in range(programme.variables)]
    for row, relation, bound, price in zip(
        programme.rows, programme.relations, programme.bounds, dual, strict=True
    ):
        excess = sum((a * primal[j] for j, a in row.items() if primal[j]), Fraction(0)) - bound
        if (excess > 0 and relation != ">=") or (excess < 0 and relation != "<="):
            raise ArithmeticError("the primal solution breaks a row")
        if (relation == "<=" and price < 0) or (relation == ">=" and price > 0):
            raise ArithmeticError("the dual solution has a price of the wrong sign")
        if price:
            for j, a in row.items():
                slack[j] -= price * a
    for j, reduced in enumerate(slack):
        if reduced > 0 or (reduced and j in programme.free):
            raise ArithmeticError("the dual solution breaks a column")
        if primal[j] < 0 and j not in programme.free:
            raise ArithmeticError("the primal solution has a negative variable")
    low = sum((c * primal[j] for j, c in programme.objective.items()), Fraction(0))
    high = sum((b * y for b, y in zip(programme.bounds, dual, strict=True)), Fraction(0))
    if low != high:
        raise ArithmeticError(f"the two values differ: {low} and {high}")


def approximate(programme: Programme) -> Approximation:
    """Solve a programme in floating point with HiGHS.

    The basis lists the basic variables; the slack of row i is ``variables + i``.
    """
    import highspy
    import numpy as np

    n, m = programme.variables, len(programme.rows)
    infinity = highspy.kHighsInf
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = n, m
    cost = np.zeros(n)
    for j, c in programme.objective.items():
        cost[j] = float(c)
    lp.col_cost_ = cost
    lp.sense_ = highspy.ObjSense.kMaximize
    lower = np.zeros(n)
    lower[list(programme.free)] = -infinity
    lp.col_lower_, lp.col_upper_ = lower, np.full(n, infinity)
    bounds = np.array([float(b) for b in programme.bounds])
    relations = np.array(programme.relations)
    lp.row_lower_ = np.where(relations == "<=", -infinity, bounds)
    lp.row_upper_ = np.where(relations == ">=", infinity, bounds)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.concatenate([[0], np.cumsum([len(row) for row in programme.rows])])
    lp.a_matrix_.index_ = np.array([j for row in programme.rows for j in row], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([float(a) for row in programme.rows for a in row.values()])

    class Quiet(highspy.Highs):  # type: ignore[misc]
        # HiGHS greets on standard output while it is made, before it can be told not to.
        def enableCallbacks(self) -> None:  # noqa: N802
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    solver = Quiet()
    solver.setOptionValue("threads", 1)
    solver.passModel(lp)
    solver.run()
    solution, found = solver.getSolution(), solver.getBasis()
    solved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    basic = highspy.HighsBasisStatus.kBasic
    statuses = [*found.col_status, *found.row_status]
    basis = tuple(j for j, status in enumerate(statuses) if status == basic)
    proposed = basis if solved and len(basis) == m and len(statuses) == n + m else None
    return Approximation(solution.col_value, solution.row_dual, proposed, solved)


class _Simplex:
    """The revised simplex method in exact arithmetic, from any basis.

    Every row has a slack variable; that of an equation is fixed at 0. Rows are scaled
    to integers. Each step solves its systems afresh: few steps are needed, and the
    systems of a good basis are nearly triangular.
    """

    def __init__(self, programme: Programme) -> None:
        self.programme = programme
        n = self.structural = programme.variables
        m = self.size = len(programme.rows)
        self.columns: list[dict[int, int]] = [{} for _ in range(n + m)]
        self.kinds = [_FREE if j in programme.free else _NONNEGATIVE for j in range(n)]
        self.scales: list[int] = []
        self.bounds: list[int] = []
        for i, (row, relation, bound) in enumerate(
            zip(programme.rows, programme.relations, programme.bounds, strict=True)
        ):
            scale = math.lcm(bound.denominator, *(a.denominator for a in row.values()))
            self.scales.append(scale)
            self.bounds.append(int(bound * scale))
            for j, a in row.items():
                if a:
                    self.columns[j][i] = int(a * scale)
            self.columns[n + i][i] = -1 if relation == ">=" else 1
            self.kinds.append(_FIXED if relation == "=" else _NONNEGATIVE)
        self.unit = math.lcm(*(c.denominator for c in programme.objective.values()))
        self.costs = [0] * (n + m)
        for j, c in programme.objective.items():
            self.costs[j] = int(c * self.unit)

    # -- systems -------------------------------------------------------------

    def forward(self, basis: Sequence[int], right: Sequence[Any]) -> list[Any]:
        """Solve ``B x = right``; the answer is in the order of the basis."""
        rows: list[dict[int, int]] = [{} for _ in range(self.size)]
        for place, j in enumerate(basis):
            for i, a in self.columns[j].items():
                rows[i][place] = a
        return solve_sparse(rows, right)

    def backward(self, basis: Sequence[int], costs: Sequence[Any]) -> list[Any]:
        """Solve ``y B = costs``: one number a row."""
        return solve_sparse([self.columns[j] for j in basis], costs)

    def reduced(self, j: int, prices: Sequence[Any], costs: Sequence[Any]) -> Any:
        """Return what a unit of variable j earns beyond what its rows are worth."""
        return costs[j] - sum(prices[i] * a for i, a in self.columns[j].items())

    # -- the method ----------------------------------------------------------

    def solve(self, basis: Sequence[int] | None) -> Optimum:
        slacks = list(range(self.structural, self.structural + self.size))
        basic = list(basis) if basis is not None else slacks
        try:
            values = self.forward(basic, self.bounds)
        except SingularError:
            basic = slacks
            values = self.forward(basic, self.bounds)
        pivots = 0
        if any(self.violated(j, x) for j, x in zip(basic, values, strict=True)):
            pivots += self.restore(basic)
        pivots += self.improve(basic)
        values = self.forward(basic, self.bounds)
        prices = self.backward(basic, [self.costs[j] for j in basic])
        primal = [Fraction(0)] * self.structural
        for j, x in zip(basic, values, strict=True):
            if j < self.structural:
                primal[j] = to_fraction(x)
        dual = tuple(
            to_fraction(y) * scale / self.unit for y, scale in zip(prices, self.scales, strict=True)
        )
        verify(self.programme, primal, dual)
        value = sum((c * primal[j] for j, c in self.programme.objective.items()), Fraction(0))
        return Optimum(value, tuple(primal), dual, pivots)

    def violated(self, j: int, value: Any) -> bool:
        """Say whether a basic variable has a value that it may not have."""
        return self.kinds[j] != _FREE and (value < 0 or (self.kinds[j] == _FIXED and value > 0))

    def restore(self, basic: list[int]) -> int:
        """Make a basis primal feasible by the dual simplex method; return the pivots.

        Costs are shifted first, so that the basis is dual feasible for them.
        """
        inside = set(basic)
        prices = self.backward(basic, [self.costs[j] for j in basic])
        costs: list[Any] = list(self.costs)
        for j in range(len(costs)):
            if j not in inside:
                earned = self.reduced(j, prices, costs)
                if earned > 0 or self.kinds[j] == _FREE:
                    costs[j] -= earned
        pivots = 0
        while True:
            values = self.forward(basic, self.bounds)
            wrong = [
                (j, place)
                for place, (j, x) in enumerate(zip(basic, values, strict=True))
                if self.violated(j, x)
            ]
            if not wrong:
                return pivots
            _, place = min(wrong)
            rising = values[place] < 0
            unit = [0] * self.size
            unit[place] = 1
            row = self.backward(basic, unit)
            prices = self.backward(basic, [costs[j] for j in basic])
            inside, best, entering = set(basic), None, -1
            for j in range(len(costs)):
                if j in inside or self.kinds[j] == _FIXED:
                    continue
                step = sum(row[i] * a for i, a in self.columns[j].items())
                if not step or (self.kinds[j] == _NONNEGATIVE and (step < 0) != rising):
                    continue
                ratio = abs(self.reduced(j, prices, costs) / step)
                if best is None or ratio < best:
                    best, entering = ratio, j
            if entering < 0:
                raise InputError("the programme is infeasible: its rows contradict each other")
            basic[place] = entering
            pivots += 1

    def improve(self, basic: list[int]) -> int:
        """Pivot from a feasible basis to an optimal one; return the pivots."""
        pivots = 0
        while True:
            prices = self.backward(basic, [self.costs[j] for j in basic])
            inside, entering, rising = set(basic), -1, True
            for j, kind in enumerate(self.kinds):
                if j in inside or kind == _FIXED:
                    continue
                earned = self.reduced(j, prices, self.costs)
                if earned > 0 or (earned and kind == _FREE):
                    entering, rising = j, earned > 0
                    break
            if entering < 0:
                return pivots
            right = [0] * self.size
            for i, a in self.columns[entering].items():
                right[i] = a if rising else -a
            change = self.forward(basic, right)
            values = self.forward(basic, self.bounds)
            best, leaving = None, -1
            for place, j in enumerate(basic):
                rate, kind = change[place], self.kinds[j]
                if kind == _FREE or not rate or (kind == _NONNEGATIVE and rate < 0):
                    continue
                ratio = abs(values[place] / rate)
                if best is None or ratio < best or (ratio == best and j < basic[leaving]):
                    best, leaving = ratio, place
            if leaving < 0:
                raise InputError("the programme is unbounded: its objective grows for ever")
            basic[leaving] = entering
            pivots += 1

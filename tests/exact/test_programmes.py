"""Exact linear programmes: against vertices tried one by one, from good and bad bases."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.exact import programmes
from montmort.exact.programmes import Programme, approximate, maximise, verify
from montmort.exact.sparse import SingularError, solve_sparse, to_fraction


def eliminate(matrix, right):
    """Gauss's elimination in fractions: the twin of the sparse solver; None if singular."""
    size = len(matrix)
    rows = [
        [Fraction(a) for a in row] + [Fraction(b)] for row, b in zip(matrix, right, strict=True)
    ]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [a / rows[column][column] for a in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[-1] for row in rows]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(1, 7), st.integers(0, 10**6), st.sampled_from([0.3, 0.6, 1.0]))
def test_sparse_systems_agree_with_elimination(size, seed, density):
    rng = random.Random(seed)
    matrix = [
        [rng.randint(-3, 3) if rng.random() < density else 0 for _ in range(size)]
        for _ in range(size)
    ]
    right = [Fraction(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(size)]
    expected = eliminate(matrix, right)
    rows = [dict(enumerate(row)) for row in matrix]
    if expected is None:
        with pytest.raises(SingularError):
            solve_sparse(rows, right)
    else:
        assert [to_fraction(x) for x in solve_sparse(rows, right)] == expected


def best_vertex(programme):
    """Try every vertex of a bounded programme: the twin of the simplex method."""
    n = programme.variables
    planes = []
    for row, bound in zip(programme.rows, programme.bounds, strict=True):
        planes.append(([row.get(j, 0) for j in range(n)], bound))
    planes += [([int(i == j) for j in range(n)], 0) for i in range(n)]
    best = None
    for chosen in itertools.combinations(planes, n):
        point = eliminate([a for a, _ in chosen], [b for _, b in chosen])
        if point is None or any(x < 0 for x in point):
            continue
        if all(
            (sum(a * point[j] for j, a in row.items()) <= bound)
            if relation == "<="
            else (sum(a * point[j] for j, a in row.items()) >= bound)
            if relation == ">="
            else (sum(a * point[j] for j, a in row.items()) == bound)
            for row, relation, bound in zip(
                programme.rows, programme.relations, programme.bounds, strict=True
            )
        ):
            value = sum(c * point[j] for j, c in programme.objective.items())
            best = value if best is None else max(best, value)
    return best


def random_programme(rng):
    n, m = rng.randint(1, 4), rng.randint(1, 4)
    rows = [
        {j: Fraction(rng.randint(-4, 6), rng.randint(1, 3)) for j in range(n)} for _ in range(m)
    ]
    relations = [rng.choice(["<=", "<=", ">=", "="]) for _ in range(m)]
    bounds = [rng.randint(-2, 6) for _ in range(m)]
    rows.append(dict.fromkeys(range(n), 1))  # bounded
    return Programme(
        n,
        {j: rng.randint(-5, 5) for j in range(n)},
        rows,
        [*relations, "<="],
        [*bounds, rng.randint(1, 9)],
    )


@settings(derandomize=True, deadline=None, max_examples=120)
@given(st.integers(0, 10**9))
def test_random_programmes_agree_with_all_vertices(seed):
    programme = random_programme(random.Random(seed))
    expected = best_vertex(programme)
    for propose in (True, False):
        if expected is None:
            with pytest.raises(InputError, match="infeasible"):
                maximise(programme, propose=propose)
        else:
            found = maximise(programme, propose=propose)
            assert found.value == expected
            verify(programme, found.primal, found.dual)


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.integers(0, 10**9))
def test_any_proposed_basis_is_repaired(seed):
    rng = random.Random(seed)
    programme = random_programme(rng)
    expected = best_vertex(programme)
    columns = programme.variables + len(programme.rows)
    basis = rng.sample(range(columns), len(programme.rows))
    simplex = programmes._Simplex(programme)
    if expected is None:
        with pytest.raises(InputError, match="infeasible"):
            simplex.solve(basis)
    else:
        assert simplex.solve(basis).value == expected


def test_a_basis_that_floats_cannot_tell_apart_is_repaired():
    # The second row is better by less than any floating-point tolerance.
    tiny = Fraction(1, 10**30)
    programme = Programme(2, {0: 1, 1: 1 + tiny}, [{0: 1, 1: 1}], ["<="], [1])
    found = maximise(programme)
    assert found.value == 1 + tiny
    assert found.primal == (0, 1)


def test_free_variables_and_negative_values():
    programme = Programme(2, {0: -1}, [{0: 1, 1: 1}, {1: 1}], [">=", "<="], [-7, 3], frozenset([0]))
    found = maximise(programme)
    assert (found.value, found.primal) == (10, (-10, 3))


def test_degenerate_programme_that_cycles_without_a_rule():
    # Beale's example: the simplex method with the largest coefficient goes round for ever.
    programme = Programme(
        4,
        {0: Fraction(3, 4), 1: -150, 2: Fraction(1, 50), 3: -6},
        [
            {0: Fraction(1, 4), 1: -60, 2: Fraction(-1, 25), 3: 9},
            {0: Fraction(1, 2), 1: -90, 2: Fraction(-1, 50), 3: 3},
            {2: 1},
        ],
        ["<="] * 3,
        [0, 0, 1],
    )
    assert maximise(programme, propose=False).value == Fraction(1, 20)
    assert maximise(programme).value == Fraction(1, 20)


@pytest.mark.parametrize("propose", [True, False])
def test_unbounded_and_infeasible_programmes_say_so(propose):
    with pytest.raises(InputError, match="unbounded"):
        maximise(Programme(1, {0: 1}, [{0: 1}], [">="], [1]), propose=propose)
    with pytest.raises(InputError, match="infeasible"):
        maximise(Programme(1, {0: 1}, [{0: 1}, {0: 1}], [">=", "<="], [2, 1]), propose=propose)


def test_the_certificate_is_checked():
    programme = Programme(1, {0: 2}, [{0: 1}], ["<="], [3])
    good = maximise(programme)
    verify(programme, good.primal, good.dual)
    for primal, dual in (
        ((Fraction(4),), good.dual),
        ((Fraction(-1),), good.dual),
        (good.primal, (Fraction(1),)),
        (good.primal, (Fraction(-1),)),
        ((Fraction(2),), good.dual),
    ):
        with pytest.raises(ArithmeticError):
            verify(programme, primal, dual)


def test_malformed_programmes_are_refused():
    with pytest.raises(InputError, match="as many relations"):
        Programme(1, {0: 1}, [{0: 1}], [], [1])
    with pytest.raises(InputError, match="names variable 3"):
        Programme(1, {0: 1}, [{3: 1}], ["<="], [1])
    with pytest.raises(InputError, match="use <=, = or >="):
        Programme(1, {0: 1}, [{0: 1}], ["<"], [1])


def test_the_solver_is_silent():
    # A greeting on standard output would spoil JSON.
    code = (
        "from montmort.exact.programmes import *\n"
        "approximate(Programme(1, {0: 1}, [{0: 1}], ['<='], [1]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_the_floating_point_solution_is_near():
    found = approximate(
        Programme(2, {0: 3, 1: 2}, [{0: 2, 1: 1}, {0: 1, 1: 3}], ["<="] * 2, [4, 5])
    )
    assert found.solved
    assert list(found.primal) == pytest.approx([1.4, 1.2])

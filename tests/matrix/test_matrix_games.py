"""Matrix games against square kernels (Shapley and Snow), bimatrix games against the definition."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.engines.matrix import (
    extreme_mixtures,
    solve_bimatrix,
    solve_matrix,
    undominated,
)


def unique_solution(matrix, right):
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


def extremes_by_vertices(matrix):
    """Find value and extreme optimal strategies by trying every vertex of {(x, v)}."""
    height, width = len(matrix), len(matrix[0])
    planes = [[int(i == k) for k in range(height)] + [0] for i in range(height)]
    planes += [[matrix[i][j] for i in range(height)] + [-1] for j in range(width)]
    best, found = None, set()
    for chosen in itertools.combinations(planes, height):
        point = unique_solution([*chosen, [1] * height + [0]], [0] * height + [1])
        if point is None:
            continue
        if any(sum(a * x for a, x in zip(plane, point, strict=True)) < 0 for plane in planes):
            continue
        if best is None or point[-1] > best:
            best, found = point[-1], set()
        if point[-1] == best:
            found.add(tuple(point[:-1]))
    return best, found


@settings(derandomize=True, deadline=None, max_examples=120)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**9))
def test_value_and_all_extreme_strategies(height, width, size, seed):
    rng = random.Random(seed)  # small numbers make ties and degenerate games
    matrix = [
        [Fraction(rng.randint(-size, size), rng.choice([1, 1, 2])) for _ in range(width)]
        for _ in range(height)
    ]
    solution = solve_matrix(matrix)
    value, rows = extremes_by_vertices(matrix)
    minus, columns = extremes_by_vertices([[-a for a in c] for c in zip(*matrix, strict=True)])
    assert value == -minus == solution.value
    assert solution.complete
    assert set(solution.rows) == rows
    assert set(solution.columns) == columns
    assert solution.row in rows
    assert solution.column in columns
    assert solution.secured == (value, value)


@pytest.mark.parametrize(
    ("matrix", "value", "row", "column"),
    [
        # Rock, paper, scissors.
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [[1, 1, 1]], [[1, 1, 1]]),
        # Two-finger Morra (Dantzig 1963): all extreme strategies, for both the same.
        (
            [[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]],
            0,
            [[0, 4, 3, 0], [0, 3, 2, 0]],
            [[0, 4, 3, 0], [0, 3, 2, 0]],
        ),
    ],
)
def test_published_games(matrix, value, row, column):
    solution = solve_matrix(matrix)
    assert solution.value == value

    def normal(weights):
        return tuple(Fraction(w, sum(weights)) for w in weights)

    assert set(solution.rows) == {normal(w) for w in row}
    assert set(solution.columns) == {normal(w) for w in column}


def test_large_random_matrix_is_certified():
    rng = random.Random(4)
    matrix = [[rng.randint(-9, 9) for _ in range(50)] for _ in range(40)]
    solution = solve_matrix(matrix)
    low = min(sum(solution.row[i] * matrix[i][j] for i in range(40)) for j in range(50))
    high = max(sum(solution.column[j] * matrix[i][j] for j in range(50)) for i in range(40))
    assert low == high == solution.value


def test_too_many_extremes_leave_one():
    solution = solve_matrix([[0] * 12 for _ in range(12)], limit=5)
    assert (solution.value, solution.complete) == (0, True)  # corners need no cuts
    cuts = [[(-1) ** (i * j % 5) for i in range(12)] for j in range(12)]
    assert extreme_mixtures(12, cuts, limit=3) is None


def test_the_simplest_optimal_strategy_is_chosen():
    solution = solve_matrix([[1, 1], [1, 1], [0, 2]])
    assert solution.row == (1, 0, 0)
    assert solution.as_dict()["row"] == {"1": "1"}
    assert solution.tables()
    assert "value 1" in solution.notes()[0]


def test_dominance():
    left, right, steps = undominated([[3, 1], [2, 0], [1, 4]])
    assert (left, right, [s.side for s in steps]) == ([0, 2], [0, 1], ["row"])
    # A mixture dominates where no single row does.
    matrix = [[4, 0], [0, 4], [1, 1]]
    assert undominated(matrix)[0] == [0, 1, 2]
    left, _, steps = undominated(matrix, mixed=True)
    assert left == [0, 1]
    assert sum(steps[0].by.values()) == 1
    # Weak dominance only where it is asked for.
    assert undominated([[1, 1], [1, 0]])[0] == [0, 1]
    assert undominated([[1, 1], [1, 0]], weak=True)[0] == [0]
    # The prisoner's dilemma is solved by dominance.
    assert undominated([[3, 0], [5, 1]], [[3, 5], [0, 1]])[:2] == ([1], [1])


@settings(derandomize=True, deadline=None, max_examples=15)
@given(st.integers(0, 10**9))
def test_dominance_keeps_the_value(seed):
    rng = random.Random(seed)
    matrix = [[rng.randint(-3, 3) for _ in range(4)] for _ in range(4)]
    value = solve_matrix(matrix).value
    for weak, mixed in itertools.product((False, True), repeat=2):
        left, right, _ = undominated(matrix, weak=weak, mixed=mixed)
        assert solve_matrix([[matrix[i][j] for j in right] for i in left]).value == value


def extreme_equilibria(mine, theirs):
    """Find extreme equilibria by all vertices of both best-reply polyhedra."""

    def vertices(payoffs):  # mixtures over the columns of payoffs, with the value above
        count, size = len(payoffs), len(payoffs[0])
        planes = [[int(j == k) for k in range(size)] + [0] for j in range(size)]
        planes += [[-a for a in row] + [1] for row in payoffs]
        found = {}
        for chosen in itertools.combinations(range(size + count), size):
            point = unique_solution(
                [*(planes[c] for c in chosen), [1] * size + [0]], [0] * size + [1]
            )
            if point is None:
                continue
            heights = [sum(a * x for a, x in zip(p, point, strict=True)) for p in planes]
            if min(heights) >= 0:
                zero = {k for k, h in enumerate(heights) if h == 0}
                found[tuple(point[:-1])] = (
                    {k for k in zero if k < size},
                    {k - size for k in zero if k >= size},
                )
        return found

    height, width = len(mine), len(mine[0])
    answer = set()
    for y, (unused_y, best_rows) in vertices(mine).items():
        for x, (unused_x, best_columns) in vertices(list(zip(*theirs, strict=True))).items():
            if all(i in unused_x or i in best_rows for i in range(height)) and all(
                j in unused_y or j in best_columns for j in range(width)
            ):
                answer.add((x, y))
    return answer


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 4), st.integers(0, 10**9))
def test_support_enumeration_finds_every_extreme_equilibrium(height, width, size, seed):
    rng = random.Random(seed)
    mine, theirs = (
        [[rng.randint(0, size) for _ in range(width)] for _ in range(height)] for _ in "ab"
    )
    solution = solve_bimatrix(mine, theirs)
    assert {(e.row, e.column) for e in solution.equilibria} == extreme_equilibria(mine, theirs)
    for e in solution.equilibria:
        row_gains = [sum(a * q for a, q in zip(r, e.column, strict=True)) for r in mine]
        column_gains = [sum(theirs[i][j] * p for i, p in enumerate(e.row)) for j in range(width)]
        assert (
            max(row_gains)
            == e.values[0]
            == sum(p * g for p, g in zip(e.row, row_gains, strict=True))
        )
        assert max(column_gains) == e.values[1]


def test_battle_of_the_sexes():
    solution = solve_bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]], row_names=["opera", "match"])
    assert len(solution.equilibria) == 3
    assert solution.as_dict()["equilibria"][1]["row"] == {"opera": "2/3", "match": "1/3"}
    assert solution.tables()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: solve_matrix([]), "empty"),
        (lambda: solve_matrix([[1, 2], [3]]), "1 entries in row 2"),
        (lambda: solve_matrix([[0.5]]), "floats are rounded"),
        (lambda: solve_matrix([["a"]]), "must be an exact number"),
        (lambda: solve_matrix([[1]], row_names=["a", "b"]), "2 names were given for 1"),
        (lambda: solve_bimatrix([[1]], [[1, 2]]), "same shape"),
        (lambda: solve_bimatrix([[1] * 20] * 20, [[1] * 20] * 20), "too many to enumerate"),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_text_is_read_exactly():
    assert solve_matrix([["1/3", "0.25"]]).value == Fraction(1, 4)

"""Rules: functions that run as they stand, and compile from their annotations."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.core.compiler import compile_cached, specialise
from montmort.core.rule import Rule, compiled_type, rule
from montmort.core.struct import Counts, CountTable, Floats, Ints, Struct, number, numbers


class Pile(Struct):
    """Tokens."""

    tokens: int = number("i1")
    taken: Ints = numbers(2, dtype="i2")


@rule
def twice(n: int) -> int:
    """Double it."""
    return 2 * n


@rule
def four_times(n: int) -> int:
    return twice(twice(n))


@rule
def take(pile: Pile, player: int, many: bool) -> None:
    count = 3 if many else 1
    pile.tokens -= count
    pile.taken[player] += count


@rule
def total(pile: Pile, row: Floats) -> float:
    row[0] = pile.taken[0] + pile.taken[1]
    return row[0] / 2


@rule
def anything(x: Any) -> Any:
    return x + x


def _in_halves(n):  # type: ignore[no-untyped-def]
    return n // 2


@rule(compiled=_in_halves)
def halves(n: int) -> int:
    return n // 2 if n >= 0 else -(-n // 2)


@rule
def both_worlds(n: int) -> int:
    return halves(n)


def test_a_rule_is_the_function_that_it_marks() -> None:
    assert twice(21) == 42
    assert twice.__name__ == "twice"
    assert twice.__doc__ == "Double it."
    assert "twice" in repr(twice)
    pile = Pile()
    pile.tokens = 5
    take(pile, 1, True)
    assert (pile.tokens, pile.taken.tolist()) == (2, [0, 3])


def dispatcher(function: Any) -> Any:
    assert isinstance(function, Rule)
    return function.dispatcher


def test_it_compiles_with_the_rules_that_it_calls() -> None:
    assert dispatcher(four_times)(10) == 40
    assert dispatcher(four_times) is dispatcher(four_times)
    assert len(dispatcher(four_times).signatures) == 1


def test_records_rows_and_yes_or_no_are_typed_by_annotations() -> None:
    pile = Pile()
    pile.tokens = 5
    dispatcher(take)(pile.memory[0], 0, True)
    dispatcher(take)(pile.memory[0], 1, False)
    assert pile.values() == {"tokens": 1, "taken": [3, 1]}
    row = np.zeros(1)
    assert dispatcher(total)(pile.memory[0], row) == 2.0
    assert row[0] == 4.0


def test_any_takes_what_it_gets() -> None:
    assert dispatcher(anything)(2) == 4
    assert dispatcher(anything)(2.5) == 5.0


def test_a_twin_takes_the_place_of_the_function_in_compiled_code() -> None:
    assert halves(-7) == -3
    assert dispatcher(both_worlds)(-7) == -4


def test_types_that_can_not_be_compiled_are_named() -> None:
    with pytest.raises(TypeError, match="can't take or return"):
        compiled_type(dict[str, int])


def test_marking_imports_no_compiler() -> None:
    code = (
        "import sys\n"
        "from montmort.core.rule import rule\n"
        "from montmort.statistics.streams import Source, below\n"
        "@rule\n"
        "def f(n: int) -> int: return n\n"
        "assert f(3) == 3 and below(Source(1, 1, 1), 6) < 6\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_specialised_functions_leave_the_original_alone() -> None:
    def area(r: int) -> int:
        return factor * r  # type: ignore[name-defined,no-any-return]  # noqa: F821

    assert specialise(area, factor=3)(2) == 6
    assert specialise(area, factor=4)(2) == 8
    with pytest.raises(NameError):
        area(2)


def test_what_can_not_be_kept_is_compiled_all_the_same(tmp_path: Any) -> None:
    from numba import types

    blocked = tmp_path / "file"
    blocked.write_text("in the way of a folder")
    made = compile_cached(_in_halves, types.int64(types.int64), blocked / "x", what="halves")
    assert made(9) == 4


def test_a_folder_keeps_two_functions_apart(tmp_path: Any) -> None:
    from numba import types

    def plus(n):  # type: ignore[no-untyped-def]
        return n + step  # type: ignore[name-defined]  # noqa: F821

    signature = types.int64(types.int64)
    made = [
        compile_cached(specialise(plus, step=step), signature, tmp_path, what=f"plus {step}")
        for step in (1, 2)
    ]
    assert [function(10) for function in made] == [11, 12]
    again = [
        compile_cached(specialise(plus, step=step), signature, tmp_path, what=f"plus {step}")
        for step in (1, 2)
    ]
    assert [function(10) for function in again] == [11, 12]
    assert all(function.stats.cache_hits for function in again), "not taken from the folder"


# -- rules as other rules call them ----------------------------------------------------------


@rule(apart=True)
def brightest(lamps: Counts) -> int:
    best = 0
    for i in range(len(lamps)):
        if lamps[i] > lamps[best]:
            best = i
    return best


@rule(apart=True)
def brightest_row(rooms: CountTable) -> int:
    best = 0
    for r in range(len(rooms)):
        if rooms[r, brightest(rooms[r])] > rooms[best, brightest(rooms[best])]:
            best = r
    return best


@rule
def counted(n: int) -> int:
    print("asked for", n)
    if n > 3:
        raise ValueError("too many", n)
    return n


@rule(apart=True)
def one_more(n: int) -> int:
    return counted(n) + 1


def _rooms(rooms):  # type: ignore[no-untyped-def]
    return brightest_row(rooms) + four_times(len(rooms))


def _counting(n):  # type: ignore[no-untyped-def]
    return one_more(n) + four_times(n)


def test_a_rule_apart_means_the_same_and_is_not_copied_by_force() -> None:
    from numba import njit, types

    rooms = np.array([[1, 5, 2], [3, 4, 9], [0, 0, 0]], np.int8)
    assert brightest(rooms[1]) == dispatcher(brightest)(rooms[1]) == 2
    assert brightest_row(rooms) == dispatcher(brightest_row)(rooms) == 1
    assert njit(types.int64(types.int8[:, ::1]))(_rooms)(rooms) == 1 + 12
    assert [dispatcher(f).targetoptions["forceinline"] for f in (brightest, twice)] == [False, True]


def test_what_rules_call_is_optimised_once_with_what_is_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from numba import njit, types
    from numba.core.codegen import JITCodeLibrary

    names = []
    optimise = JITCodeLibrary._optimize_final_module

    def noting(library: Any) -> None:
        names.append(library.name)
        optimise(library)

    monkeypatch.setattr(JITCodeLibrary, "_optimize_final_module", noting)
    njit(types.int64(types.int8[:, ::1]))(_rooms)
    assert names == ["_rooms"]


SCRIPT = """
import sys
from pathlib import Path
from numba import types
sys.path.insert(0, sys.argv[1])
from test_rule_functions import _counting
from montmort.core.compiler import compile_cached
made = compile_cached(_counting, types.int64(types.int64), Path(sys.argv[2]), what="counting")
print(made(2))
try:
    made(5)
except ValueError as error:
    print(error.args)
print(made.stats.cache_hits.total())
"""


def test_inner_rules_print_and_raise_when_compiled_and_from_the_folder(tmp_path: Path) -> None:
    # Both need Python's constants, which Numba looks up by address.
    for hits in (0, 1):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(Path(__file__).parent), str(tmp_path)],
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.stdout.splitlines() == [
            "asked for 2", "11", "asked for 5", "('too many', 5)", str(hits),
        ], done.stderr  # fmt: skip

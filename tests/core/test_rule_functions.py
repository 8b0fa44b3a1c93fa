"""Rules: functions that run as they stand, and compile from their annotations."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from montmort.core.compiler import compile_cached, specialise
from montmort.core.rule import Rule, compiled_type, rule
from montmort.core.struct import Floats, Ints, Struct, number, numbers


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

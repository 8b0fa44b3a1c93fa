"""Structs: named fields over memory, the same in Python and in compiled code."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from montmort.core.struct import Floats, Ints, Struct, number, numbers
from montmort.statistics.streams import Source


class Sheet(Struct):
    """Every kind of field, in an order that leaves gaps."""

    small: int = number("i1")
    wide: int = number("i8")
    flag: int = number("u1")
    half: float = number("f4")
    row: Ints = numbers(3, dtype="i2")
    table: Ints = numbers(2, 3, dtype="i1")
    floats: Floats = numbers(2, dtype="f8")
    yes: bool = number("?")
    word: int = number("u8")


class Longer(Sheet):
    more: int = number("i4")


def test_fields_are_there_and_empty() -> None:
    sheet = Sheet()
    assert sheet.values() == {
        "small": 0, "wide": 0, "flag": 0, "half": 0.0, "row": [0, 0, 0],
        "table": [[0, 0, 0], [0, 0, 0]], "floats": [0.0, 0.0], "yes": False, "word": 0,
    }  # fmt: skip
    assert Sheet.size() == 1 + 1 + 1 + 1 + 3 + 6 + 2 + 1 + 1
    assert Longer().values()["more"] == 0
    assert list(Longer.dtype.names or ())[:2] == ["small", "wide"]


def test_numbers_come_out_as_python_numbers() -> None:
    sheet = Sheet()
    sheet.small, sheet.wide, sheet.word = 100, 2**62, 2**64 - 1
    sheet.row[1] = 30_000
    sheet.table[1, 2] = 7
    assert sheet.small * 100 == 10_000
    assert sheet.wide * 4 == 2**64
    assert sheet.word + 1 == 2**64
    assert type(sheet.row[1]) is int
    assert type(sheet.table[1, 2]) is int
    assert sheet.row[1] * 30_000 == 900_000_000
    assert type(sheet.floats[0]) is float
    sheet.row[0] += 5
    assert sheet.row.tolist() == [5, 30_000, 0]


def test_what_does_not_fit_is_an_error_and_changes_nothing() -> None:
    sheet = Sheet()
    before = sheet.pack()
    for change in (
        lambda: setattr(sheet, "small", 128),
        lambda: setattr(sheet, "word", -1),
        lambda: sheet.row.__setitem__(0, 2**15),
        lambda: sheet.row.__setitem__(3, 1),
        lambda: sheet.table.__setitem__((0, 3), 1),
    ):
        with pytest.raises((OverflowError, IndexError)):
            change()
    assert sheet.pack() == before


def test_copies_are_their_own_and_equal_ones_hash_equal() -> None:
    sheet = Sheet()
    sheet.small, sheet.row[2] = -3, 9
    other = sheet.copy()
    assert other == sheet
    assert hash(other) == hash(sheet)
    other.row[2] = 8
    assert sheet.row[2] == 9
    assert other != sheet
    assert sheet != Longer()
    assert sheet != 3


def test_gaps_between_fields_do_not_count() -> None:
    memory = np.zeros(1, Sheet.dtype)
    memory.view(np.uint8)[:] = 0xFF
    full = Sheet(memory)
    for name in Sheet.dtype.names or ():
        memory[name] = 0
    assert full == Sheet()
    assert hash(full) == hash(Sheet())
    assert memory.tobytes() != np.zeros(1, Sheet.dtype).tobytes()


def test_a_record_over_memory_is_that_memory() -> None:
    memory = np.zeros(3, Sheet.dtype)
    middle = Sheet(memory[1:2])
    middle.wide, middle.row[0], middle.table[1, 1] = 7, 8, 9
    assert memory[1]["wide"] == 7
    assert memory[1]["row"].tolist() == [8, 0, 0]
    assert memory[1]["table"][1, 1] == 9
    assert Sheet(memory[0:1]) == Sheet() == Sheet(memory[2:3])
    memory[1]["small"] = 5
    assert middle.small == 5


@njit
def change(records: Any) -> int:
    s = records[0]
    s.small += 1
    s.row[1] = s.small * 100
    s.table[1, 2] = s.row[1] // 50
    s.floats[0] = s.row[1] / 3
    s.yes = s.small > 0
    s.word = s.word + np.uint64(1)
    return s.small * 1000  # type: ignore[no-any-return]


def test_compiled_code_sees_the_same_fields() -> None:
    sheet = Sheet()
    sheet.small, sheet.word = 40, 2**63
    assert change(sheet.memory) == 41_000  # not in eight bits
    assert sheet.values() == {
        "small": 41, "wide": 0, "flag": 0, "half": 0.0, "row": [0, 4100, 0],
        "table": [[0, 0, 0], [0, 0, 82]], "floats": [4100 / 3, 0.0], "yes": True,
        "word": 2**63 + 1,
    }  # fmt: skip


@given(
    st.integers(-128, 127), st.integers(-(2**63), 2**63 - 1),
    st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3),
)  # fmt: skip
@settings(derandomize=True, deadline=None, max_examples=60)
def test_what_goes_in_comes_out(small: int, wide: int, row: list[int]) -> None:
    sheet = Sheet()
    sheet.small, sheet.wide, sheet.row[:] = small, wide, row
    assert (sheet.small, sheet.wide, sheet.row.tolist()) == (small, wide, row)
    assert str(small) in repr(sheet)
    assert sheet.copy().pack() == sheet.pack()


def test_deep_copies_and_pickles_keep_the_values() -> None:
    sheet = Sheet()
    sheet.small, sheet.row[0] = 5, 6
    for made in (copy.copy(sheet), copy.deepcopy(sheet), pickle.loads(pickle.dumps(sheet))):
        assert made == sheet
        assert made.values() == sheet.values()
        made.small = 9
        made.row[0] = 10
        assert made.memory["small"][0] == 9, "the fields are no longer those of the memory"
        assert made.memory["row"][0].tolist() == [10, 0, 0]


def test_streams_are_copied_and_pickled_too() -> None:
    stream = Source(1, 2, 3)
    stream.word()
    copies = [stream.copy(), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream))]
    wanted = [stream.word() for _ in range(3)]
    for made in copies:
        assert [made.word() for _ in range(3)] == wanted


def test_a_row_of_bool_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="u1"):
        numbers(3, dtype="?")


INDICES = [0, -1, 5, np.int64(2), True, slice(1, 3), Ellipsis, None, [0, 1], (1,), ()]


@pytest.mark.parametrize("table", [False, True])
def test_rows_are_indexed_as_numpy_indexes_them(table: bool) -> None:
    class Field(Struct):
        row: Any = numbers(6, dtype="i1")
        rows: Any = numbers(6, 9, dtype="i1")

    record = Field()
    record.row[:] = range(6)
    record.rows[:] = np.arange(54).reshape(6, 9)
    ours = record.rows if table else record.row
    plain = np.array(ours)

    def ask(array: Any, index: Any) -> Any:
        try:
            found = array[index]
        except IndexError:
            return IndexError
        return found.tolist() if isinstance(found, np.ndarray) else int(found)

    pairs = [(i, j) for i in INDICES[:9] for j in INDICES[:9]]
    for index in [*INDICES, 6, -7, (6, 0), (0, 9), *pairs]:
        assert ask(ours, index) == ask(plain, index), index
    single = ours[2, 3] if table else ours[2]
    assert type(single) is int
    assert type(ours[np.int64(2)]) is (type(ours) if table else int)

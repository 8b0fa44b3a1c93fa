"""The table of the outcome search: what it keeps it finds, however it grows and whoever writes."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core import compiler
from montmort.core.rule import Rule
from montmort.engines.outcome import shared, table
from montmort.engines.outcome.keeping import Kept, write_table

CODES = range(1, 6)


def test_codes_know_their_bounds() -> None:
    for code in range(16):
        for least in (-1, 0, 1):
            for most in range(least, 2):
                if max(least, table.low(code)) > min(most, table.high(code)):
                    continue
                joined = table.narrow(code, least, most)
                assert table.low(joined) == max(least, table.low(code))
                assert table.high(joined) == min(most, table.high(code))


def filled(words: int, slots: int, count: int, spread: int, seed: int) -> tuple[Any, Any]:
    """A table as a list, and the same as a dictionary."""
    generator = random.Random(seed)
    room: Any = [0] * (slots * words)
    known: dict[tuple[int, ...], int] = {}
    for _ in range(count):
        key = tuple(generator.randrange(spread) for _ in range(words))
        code = generator.randrange(1, 7)
        new = table.keep_hashed(room, slots - 1, words, key, 0, code)  # type: ignore[arg-type]
        assert new == (key not in known)
        known[key] = code
    return room, known


@pytest.mark.parametrize("words", [1, 2, 3])
def test_the_table_finds_what_it_keeps(words: int) -> None:
    room, known = filled(words, 512, 400, 40, 1)
    for key, code in known.items():
        assert table.find_hashed(room, 511, words, key, 0) == code  # type: ignore[arg-type]
    assert table.find_hashed(room, 511, words, (99,) * words, 0) == 0  # type: ignore[arg-type]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(1, 2), st.integers(2, 6), st.floats(0.1, 0.97), st.integers(0, 1 << 20))
def test_a_table_grown_in_place_finds_all_it_knew(
    words: int, log: int, fill: float, seed: int
) -> None:
    # Small tables, crowded: chains of entries run over the end and wrap around.
    slots = 1 << log
    room, known = filled(words, slots, int(slots * fill), 1 << 20, seed)
    room.extend([0] * (slots * words))
    kept = table.enlarge(room, words, slots, [0] * words)
    kept_codes = {key: code for key, code in known.items() if code != 6}
    assert kept == len(kept_codes)
    for key in known:
        wanted = kept_codes.get(key, 0)
        assert table.find_hashed(room, 2 * slots - 1, words, key, 0) == wanted
    found = [row for piece in table.entries_of(np.array(room), words) for row in piece.tolist()]
    assert {(*row[:-1], row[-1] >> 4) for row in found} == set(kept_codes)
    assert len(found) == kept


# -- several threads -----------------------------------------------------------------------


def _write_many(room, mask, words, keys, codes, order, keep):  # type: ignore[no-untyped-def]
    added = 0
    for i in order:
        added += keep_one(room, mask, words, keys, i * words, codes[i])
    return added


keep_one: Any = None


@functools.cache
def compiled_writer(direct: bool) -> Any:
    from numba import njit

    load, store, swap = compiler.atomics()
    function = shared.keep_shared_direct if direct else shared.keep_shared
    keep = Rule(compiler.specialise(function, load=load, store=store, swap=swap))
    return njit(nogil=True)(compiler.specialise(_write_many, keep_one=keep))


def meet(codes: Sequence[int]) -> tuple[int, int]:
    return max(map(table.low, codes)), min(map(table.high, codes))


@pytest.mark.parametrize("words", [1, 2, 3])
def test_threads_that_write_to_one_table_lose_nothing(words: int) -> None:
    # All write the same keys, in orders of their own, each what it knows of them. Keys of
    # two words are pairs of few numbers, so that a torn one would be another's.
    generator = np.random.default_rng(3)
    count, slots, threads = 40_000, 1 << 16, 4
    numbers = generator.permutation(1 << 18)[:count]
    parts = [numbers >> (18 // words * w) & ((1 << 18 // words) - 1) for w in range(words)]
    keys = np.ascontiguousarray(np.stack(parts, axis=1).astype(np.int64)).reshape(-1)
    # A position is a win (3), a draw (2) or a loss (1); who writes knows all or a bound.
    truth = generator.integers(1, 4, count)
    partial = {3: (3, 5, 6), 2: (2, 4, 5, 6), 1: (1, 4, 6)}
    told = [
        np.array([generator.choice(partial[int(t)]) for t in truth], np.int64)
        for _ in range(threads)
    ]
    orders = [generator.permutation(count).astype(np.int64) for _ in range(threads)]
    room = np.zeros(slots * words, np.int64)
    write = compiled_writer(False)
    write(np.zeros(2 * words, np.int64), 1, words, keys, told[0], orders[0][:1], 0)
    with ThreadPoolExecutor(threads) as pool:
        runs = [
            pool.submit(write, room, slots - 1, words, keys, codes, order, 0)
            for codes, order in zip(told, orders, strict=True)
        ]
        added = sum(run.result() for run in runs)
    assert added == count
    rows = room.reshape(-1, words)
    rows = rows[rows[:, -1] != 0]
    assert len(rows) == count  # each key once
    found = {(*row[:-1], row[-1] >> 4): row[-1] & 15 for row in rows.tolist()}
    for i, key in enumerate(keys.reshape(-1, words).tolist()):
        code = found[tuple(key)]
        assert (table.low(code), table.high(code)) == meet([int(t[i]) for t in told])


def test_threads_that_write_to_numbered_positions() -> None:
    write = compiled_writer(True)
    room = np.zeros(5_000, np.uint8)
    keys = np.arange(5_000, dtype=np.int64)
    told = [np.full(5_000, code, np.int64) for code in (4, 5)]
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(write, room, 0, 1, keys, codes, keys, 0) for codes in told]
        added = sum(run.result() for run in runs)
    assert added == 5_000
    assert set(room.tolist()) == {2}  # at most a draw and at least a draw


# -- the file -----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [1, 2])
def test_the_file_gives_back_the_entries(words: int, tmp_path: Path) -> None:
    room, known = filled(words, 1024, 700, 1 << 20, 5)
    file = tmp_path / "deeper" / "table.npy"
    write_table(file, np.array(room), words, False)
    kept = Kept.find(file, "<i8")
    assert kept is not None
    rows = np.concatenate(list(kept.pieces())).reshape(-1, words).tolist()
    assert {(*row[:-1], row[-1] >> 4): row[-1] & 15 for row in rows} == {
        key: code for key, code in known.items() if code != 6
    }
    assert np.load(file).shape == kept.shape  # an array of NumPy's
    assert [path.name for path in file.parent.iterdir()] == ["table.npy"]
    assert Kept.find(file, "u1") is None
    file.write_bytes(file.read_bytes()[:-3])
    assert Kept.find(file, "<i8") is None
    assert Kept.find(tmp_path / "none.npy", "<i8") is None

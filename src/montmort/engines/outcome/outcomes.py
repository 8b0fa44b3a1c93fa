"""Values of positions of a compiled kernel: a table that grows, threads, a file to go on from."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import cache, compiler
from ...core.errors import InputError
from . import search as search_module
from . import table as table_module
from .kernel import LAST_BITS, WORD_BITS, Kernel
from .search import ADDED, ANSWER, CONTROL, DONE, LEVEL, NODES

__all__ = ["Outcomes", "half_of_free", "memory_of", "size_in_words"]

CHUNK = 1 << 15
"""Nodes between two looks at the clock, the other threads and the table."""
FIRST = 1 << 14
"""Places of the table at first."""
FILL = 0.7
"""How full the table may be before it grows."""

Position = tuple[int, ...]


def memory_of(text: str | float | None) -> int | None:
    """Read a size in GiB (``1.5``), or with a unit (``800M``, ``20G``), in bytes.

    >>> memory_of("1G"), memory_of("512M"), memory_of(None)
    (1073741824, 536870912, None)
    """
    if text is None:
        return None
    word = str(text).strip().upper().removesuffix("IB").removesuffix("B")
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
    unit = units.get(word[-1:], 1 << 30)
    try:
        size = float(word.rstrip("KMGT"))
    except ValueError:
        size = 0.0
    if not 0 < size < float("inf"):
        raise InputError(f"memory is {text!r}: give a size such as 2G or 500M")
    return int(size * unit)


@functools.cache
def _compiled(
    expand: Callable[..., int], drawless: Callable[..., bool], module: Any, words: int,
    direct: bool, several: bool,
) -> Any:  # fmt: skip
    from numba import types

    borrow = compiler.intrinsics(types.FunctionType(types.int64(types.int64)))[0]
    function = compiler.specialise(
        search_module.search_on,
        expand=expand,
        drawless=drawless,
        find=table_module.find_direct if direct else table_module.find_hashed,
        keep=table_module.keep_direct if direct else table_module.keep_hashed,
        borrow=borrow,
        words=words,
        several=several,
    )
    row = types.int64[::1]
    table = types.uint8[::1] if direct else row
    n = types.int64
    signature = n(table, n, row, row, n, row, row, row, row, row, row, row, n, n, row)
    paths = cache.sources(module) + cache.sources(search_module)
    folder = compiler.home(f"outcome-{module.__name__.split('.')[-1]}", paths)
    what = f"search {module.__name__} {expand.__name__} {words} {direct} {several}"
    return compiler.compile_cached(
        function, signature, folder, what=what,
        about=f"compiling the search of {module.__name__.split('.')[-1]} (once) ...",
    )  # fmt: skip


@functools.cache
def _mover() -> Any:
    from numba import types

    row, n = types.int64[::1], types.int64
    folder = compiler.home("outcome-table", cache.sources(table_module))
    return compiler.compile_cached(
        table_module.move_all, n(row, n, row, n, row), folder, what="move"
    )


def _list_children(keys, parameters, out, values, promises, scratch):  # type: ignore[no-untyped-def]
    return expand(keys, 0, parameters, out, 0, values, promises, 0, scratch)


expand: Any = None


@functools.cache
def _lister(expand: Callable[..., int], module: Any) -> Any:
    from numba import types

    row, n = types.int64[::1], types.int64
    folder = compiler.home(f"outcome-{module.__name__.split('.')[-1]}", cache.sources(module))
    return compiler.compile_cached(
        compiler.specialise(_list_children, expand=expand), n(row, row, row, row, row, row), folder,
        what=f"children {module.__name__} {expand.__name__}",
    )  # fmt: skip


class _Line:
    """The working arrays of one thread."""

    def __init__(self, kernel: Kernel, twist: int) -> None:
        levels, pool = kernel.depth + 2, (kernel.depth + 2) * kernel.capacity
        row = functools.partial(np.zeros, dtype=np.int64)
        self.control = row(CONTROL)
        self.keys = row(levels * kernel.words)
        self.frames = row(levels * 4)
        self.out = row(pool * kernel.words)
        self.values, self.promises, self.order = row(pool), row(pool), row(pool)
        self.scratch = row(max(kernel.scratch, 1))
        self.twist = twist

    def open(self, position: Position, target: int) -> None:
        self.control[[LEVEL, NODES, ADDED, ANSWER]] = 0
        self.keys[: len(position)] = position
        self.frames[0], self.frames[2] = target, -1


class Outcomes:
    """What is known of one game's positions; ask it for values.

    Parameters
    ----------
    kernel
        The game.
    memory
        How many bytes the table may take; by default half of what the machine has free.
    threads
        How many search together.
    file
        Where the table is kept when the search is interrupted or the memory is too
        small, and read from when it goes on.
    progress
        Called now and then with the number of positions in the table.
    """

    def __init__(
        self,
        kernel: Kernel,
        *,
        memory: int | None = None,
        threads: int = 1,
        file: Path | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        if threads < 1:
            raise InputError(f"threads is {threads}: it must be at least 1")
        self.kernel = kernel
        self.threads = threads if kernel.words == 1 else 1
        self.memory = memory if memory is not None else half_of_free()
        self.file = file
        self.progress = progress
        self.nodes = 0
        self.size = 0
        self._kept = -1
        self.parameters = np.array([*kernel.parameters, 0], np.int64)
        self.direct = kernel.states > 0
        need = kernel.states if self.direct else FIRST * 8 * kernel.words
        if need > self.memory:
            raise InputError(
                f"the table of {kernel.name} needs {size_in_words(need)} at the least: "
                f"give it a memory of more than {size_in_words(self.memory)}"
            )
        self.table: npt.NDArray[Any] = (
            np.zeros(kernel.states, np.uint8)
            if self.direct
            else np.zeros(FIRST * kernel.words, np.int64)
        )
        self._key = np.zeros(kernel.words, np.int64)
        self._search = _compiled(
            kernel.expand, kernel.drawless, kernel.module, kernel.words, self.direct,
            self.threads > 1,
        )  # fmt: skip
        self._stop = np.zeros(1, np.int64)
        odd = 0x9E3779B1
        self._lines = [_Line(kernel, odd * i if i else 0) for i in range(self.threads)]
        if file is not None and file.exists():
            self._load(file)

    # -- questions -------------------------------------------------------------

    def value(self, position: Position) -> int:
        """The value for the player to move: 1 a win, 0 a draw, -1 a loss."""
        if self.reaches(position, 1):
            return 1
        return 0 if self.reaches(position, 0) else -1

    def reaches(self, position: Position, target: int) -> bool:
        """Whether the player to move gets at least so much."""
        least, most = self.known(position)
        if least >= target:
            return True
        if most < target:
            return False
        with self.keeping():
            return self._run(position, target)

    @contextlib.contextmanager
    def keeping(self) -> Iterator[None]:
        """Write the table to the file, if there is one, where what is done inside is stopped."""
        try:
            yield
        except BaseException as error:
            if self.file is not None and self.size != self._kept:
                self.save()
                if isinstance(error, KeyboardInterrupt):
                    compiler.announce(
                        f"stopped: {self.size:,} positions are kept, and the same command goes on"
                    )
            raise

    def known(self, position: Position) -> tuple[int, int]:
        """Between which values the table knows a position to lie."""
        code = self._find(position)
        return table_module.low(code), table_module.high(code)

    def children(self, position: Position) -> list[tuple[Position, int]]:
        """What follows a position: packed, with the value where it is plain to see."""
        kernel, line = self.kernel, self._lines[0]
        line.keys[: kernel.words] = self._check(position)
        lister = _lister(kernel.expand, kernel.module)
        count = lister(
            line.keys, self.parameters, line.out, line.values, line.promises, line.scratch
        )
        rows: Any = line.out[: count * kernel.words].reshape(count, kernel.words).tolist()
        return [(tuple(row), v) for row, v in zip(rows, line.values[:count].tolist(), strict=True)]

    # -- the file --------------------------------------------------------------

    def save(self) -> None:
        """Write the table to the file, if there is one."""
        if self.file is None or self.size == 0:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        partial = self.file.with_suffix(".part")
        with partial.open("wb") as out:
            np.save(out, self.table if self.direct else self.entries())
        partial.replace(self.file)
        self._kept = self.size

    def entries(self) -> npt.NDArray[np.int64]:
        """The positions of which something is known: the words, and the code in the last."""
        return table_module.entries_of(self.table, self.kernel.words)

    def forget_file(self) -> None:
        """Remove the file: the answer is found."""
        if self.file is not None and self.file.exists():
            self.file.unlink(missing_ok=True)

    def _load(self, file: Path) -> None:
        try:
            found = np.load(file, allow_pickle=False)
        except (OSError, ValueError):
            return  # a damaged file costs the saved work, never the answer
        if self.direct:
            if found.shape == self.table.shape and found.dtype == np.uint8:
                self.table = found
                self.size = int(np.count_nonzero(found))
            return
        if found.ndim != 2 or found.shape[1] != self.kernel.words:
            return
        slots = FIRST
        while slots * FILL < len(found) + CHUNK:
            slots *= 2
        self._allow(slots, len(found))
        self.table = np.zeros(slots * self.kernel.words, np.int64)
        self.size = int(
            _mover()(found.reshape(-1), self.kernel.words, self.table, slots - 1, self._key)
        )

    # -- the work --------------------------------------------------------------

    @property
    def _slots(self) -> int:
        return len(self.table) // self.kernel.words

    def _check(self, position: Position) -> Position:
        *first, last = position
        if len(position) != self.kernel.words or not (
            all(0 <= word < 1 << WORD_BITS for word in first) and 0 <= last < 1 << LAST_BITS
        ):
            raise InputError(f"{position} is no position of {self.kernel.name}")
        return position

    def _find(self, position: Position) -> int:
        keys = self._check(position)
        if self.direct:
            return int(self.table[position[0]])
        table: Any = self.table
        return int(table_module.find_hashed(_Whole(table), self._slots - 1, len(keys), keys, 0))  # type: ignore[arg-type]

    def _run(self, position: Position, target: int) -> bool:
        self._check(position)
        self._stop[0] = 0
        for line in self._lines:
            line.open(position, target)
        answer: bool | None = None
        # A short search is not worth a second thread.
        at_work = self._lines[:1]
        while answer is None:
            budget = self._room()
            if len(at_work) == 1:
                ends = [self._advance(at_work[0], budget)]
            else:
                ends = list(self._pool.map(self._advance, at_work, [budget] * self.threads))
            for line, end in zip(at_work, ends, strict=True):
                if end == DONE and answer is None:
                    answer = bool(line.control[ANSWER])
                self.size += int(line.control[ADDED])
                self.nodes += int(line.control[NODES])
                line.control[[ADDED, NODES]] = 0
            at_work = self._lines
            if self.progress is not None:
                self.progress(self.size)
        return answer

    @functools.cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def _advance(self, line: _Line, budget: int) -> int:
        mask = len(self.table) - 1 if self.direct else self._slots - 1
        return int(
            self._search(
                self.table, mask, self.parameters, line.control, budget, line.keys, line.frames,
                line.out, line.values, line.promises, line.order, line.scratch,
                self.kernel.capacity, line.twist, self._stop,
            )
        )  # fmt: skip

    def _room(self) -> int:
        """How many nodes each thread may search before the table is looked at again."""
        if self.direct:
            return CHUNK
        depth = self.kernel.depth + 2
        # Each node is entered once and each open one is closed once more.
        wanted = (CHUNK + depth) * self.threads * (2 if self.threads > 1 else 1)
        while self._slots * 0.9 < self.size + wanted or self._slots * FILL < self.size:
            self._grow()
        return CHUNK

    def _allow(self, slots: int, have: int) -> None:
        need = slots * 8 * self.kernel.words
        old = len(self.table) * 8
        if need + old > self.memory:
            raise InputError(
                f"the table of {self.kernel.name} is full at {have:,} positions: to grow, it needs "
                f"a memory of {size_in_words(need + old)} and has {size_in_words(self.memory)}"
                + (
                    "; what is done is kept: the same command with more memory goes on from here"
                    if self.file is not None
                    else ""
                )
            )

    def _grow(self) -> None:
        slots = self._slots * 2
        self._allow(slots, self.size)
        table = np.zeros(slots * self.kernel.words, np.int64)
        self.size = int(_mover()(self.table, self.kernel.words, table, slots - 1, self._key))
        self.table = table


class _Whole:
    """A table read from Python: its words as Python's own numbers."""

    def __init__(self, table: npt.NDArray[np.int64]) -> None:
        self.table = table

    def __getitem__(self, index: int) -> int:
        return int(self.table[index])


def size_in_words(number: int) -> str:
    """A number of bytes in words.

    >>> size_in_words(3 << 29)
    '1.5 GiB'
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return f"{number} bytes"


def half_of_free() -> int:
    """Half of the memory that the machine has free, in bytes."""
    try:
        pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        pages = 4 << 30
    return max(int(pages) // 2, 64 << 20)

"""Values of positions of a compiled kernel: a table that grows, threads, a file to go on from."""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import compiler
from ...core.errors import InputError
from . import table as table_module
from .compiling import compiled_enlarge, compiled_insert, compiled_lister, compiled_search
from .keeping import Kept, write_table
from .kernel import LAST_BITS, WORD_BITS, Kernel
from .lines import Line, Position, side_by_side
from .memory import half_of_free, size_in_words
from .search import ANSWER, DONE

__all__ = ["Outcomes"]

CHUNK = 1 << 15
"""Nodes that one thread searches between two looks at the clock and the table."""
MOST = 1 << 20
"""Nodes that each of several threads searches at the most before they come together."""
FILL = 0.7
"""How full the table may be before it grows."""
FULL = 0.9
"""How full it may ever be."""
SAVE_EVERY = 180.0
"""Seconds between two copies of the table in the file, lest a crash costs more."""
COPIES = sys.platform != "linux"
"""Whether an array may be copied to be made longer (on Linux its pages are only renamed)."""


class Outcomes:
    """What is known of one game's positions; ask it for values.

    Parameters
    ----------
    kernel
        The game.
    memory
        How many bytes the search may take; by default half of what the machine has free.
    threads
        How many search together.
    file
        Where the table is kept when the search is interrupted or the memory is too
        small (and every few minutes), and read from when it goes on.
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
        self.threads = threads
        self.memory = memory if memory is not None else half_of_free()
        self.file = file
        self.progress = progress
        self.nodes = 0
        self.size = 0
        self._kept = -1
        self._kept_at, self._keeping_took = time.monotonic(), 0.0
        self.parameters = np.array([*kernel.parameters, 0], np.int64)
        self.direct = kernel.states > 0
        self._working = Line.size(kernel) * threads
        slots = 1 << 14
        while slots * FULL < (CHUNK + kernel.depth + 2) * threads:
            slots *= 2
        need = self._working + (kernel.states if self.direct else slots * 8 * kernel.words)
        if need > self.memory:
            raise InputError(
                f"the table of {kernel.name} needs {size_in_words(need)} at the least: "
                f"give it a memory of more than {size_in_words(self.memory)}"
            )
        self.table: npt.NDArray[Any] = (
            np.zeros(kernel.states, np.uint8)
            if self.direct
            else np.zeros(slots * kernel.words, np.int64)
        )
        self._key = np.zeros(kernel.words, np.int64)
        self._stop = np.zeros(1, np.int64)
        self._lines = [Line(kernel) for _ in range(threads)]
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
                try:
                    self.save()
                except OSError as trouble:
                    compiler.announce(f"{self.file} can't be written ({trouble.strerror})")
                else:
                    if isinstance(error, KeyboardInterrupt):
                        compiler.announce(
                            f"stopped: {self.size:,} positions are kept, and the same command "
                            "goes on"
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
        lister = compiled_lister(kernel.expand, kernel.module)
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
        began = time.monotonic()
        write_table(self.file, self.table, self.kernel.words, self.direct)
        self._kept = self.size
        self._kept_at = time.monotonic()
        self._keeping_took = self._kept_at - began

    def entries(self) -> Iterator[npt.NDArray[np.int64]]:
        """The positions of which something is known, a row each, in pieces.

        A row is the position's words, with the code of :mod:`.table` in the last one.
        """
        return table_module.entries_of(self.table, self.kernel.words)

    def forget_file(self) -> None:
        """Remove the file: the answer is found."""
        if self.file is not None and self.file.exists():
            self.file.unlink(missing_ok=True)

    def _load(self, file: Path) -> None:
        kernel = self.kernel
        kept = Kept.find(file, "u1" if self.direct else "<i8")
        if kept is None:
            return
        if self.direct:
            if kept.shape == self.table.shape:
                self.table = np.concatenate(list(kept.pieces()))
                self.size = int(np.count_nonzero(self.table))
            return
        if len(kept.shape) != 2 or kept.shape[1] != kernel.words:
            return
        slots = self._slots
        while slots * FULL < kept.shape[0]:
            slots *= 2
        self._allow(slots, kept.shape[0], 0)
        self.table = np.zeros(slots * kernel.words, np.int64)
        for piece in kept.pieces():
            self.size += int(
                compiled_insert()(piece, kernel.words, self.table, slots - 1, self._key)
            )
        self._kept = self.size

    def _keep_now_and_then(self) -> None:
        wait = max(SAVE_EVERY, 20 * self._keeping_took)
        if self.file is not None and time.monotonic() - self._kept_at > wait:
            try:
                self.save()
            except OSError as trouble:
                self._kept_at = time.monotonic()
                compiler.announce(f"{self.file} can't be written ({trouble.strerror})")

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
        self._counted()
        for line in self._lines:
            line.open(position, target)
        # A short search is not worth a second thread.
        at_work = self._lines[:1]
        while True:
            budget = self._room(len(at_work))
            advance = functools.partial(self._advance, budget=budget)
            try:
                if len(at_work) == 1:
                    self._stop[0] = 0
                    ends = [advance(at_work[0])]
                else:
                    ends = side_by_side(self._pool, advance, at_work, self._stop)
            finally:
                self._counted()
            if self.progress is not None:
                self.progress(self.size)
            for line, end in zip(at_work, ends, strict=True):
                if end == DONE:
                    if len(at_work) > 1:
                        self._unmark([other for other in at_work if other is not line])
                    return bool(line.control[ANSWER])
            at_work = self._lines
            self._keep_now_and_then()

    def _counted(self) -> None:
        for line in self._lines:
            nodes, added = line.counted()
            self.nodes += nodes
            self.size += added

    @functools.cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def _unmark(self, lines: list[Line]) -> None:
        """Nobody is at these positions any more."""
        for position in {position for line in lines for position in line.path()}:
            code = self._find(position)
            if not code & table_module.BUSY:
                continue
            if self.direct:
                self.table[position[0]] = code & 7
            else:
                *first, last = position
                row = np.array([*first, last << 4 & _FULL_WORD | code & 7], np.uint64)
                compiled_insert()(
                    row.view(np.int64), len(row), self.table, self._slots - 1, self._key
                )

    @functools.cached_property
    def _search(self) -> Any:
        kernel = self.kernel
        return compiled_search(
            kernel.expand, kernel.drawless, kernel.module, kernel.words, self.direct,
            self.threads > 1,
        )  # fmt: skip

    def _advance(self, line: Line, budget: int) -> int:
        mask = len(self.table) - 1 if self.direct else self._slots - 1
        return int(
            self._search(
                self.table, mask, self.parameters, line.control, budget, line.keys, line.frames,
                line.out, line.values, line.promises, line.order, line.scratch,
                self.kernel.capacity, self._stop,
            )
        )  # fmt: skip

    def _room(self, threads: int) -> int:
        """How many nodes each thread may search before the table is looked at again."""
        if self.direct:
            return CHUNK if threads == 1 else MOST
        # A node adds one entry, when it is entered or when it is left.
        extra = self.kernel.depth + 2
        least = (CHUNK + extra) * threads
        while self._slots * FULL < self.size + least or self._slots * FILL < self.size:
            self._grow()
        if threads == 1:
            return CHUNK
        return min(MOST, int(self._slots * FULL - self.size) // threads - extra)

    def _allow(self, slots: int, have: int, old: int) -> None:
        need = slots * 8 * self.kernel.words + self._working + (old if COPIES else 0)
        if need > self.memory:
            raise InputError(
                f"the table of {self.kernel.name} is full at {have:,} positions: to grow, it needs "
                f"a memory of {size_in_words(need)} and has {size_in_words(self.memory)}"
                + (
                    "; what is done is kept: the same command with more memory goes on from here"
                    if self.file is not None
                    else ""
                )
            )

    def _grow(self) -> None:
        slots = self._slots
        self._allow(slots * 2, self.size, self.table.nbytes)
        enlarge = compiled_enlarge()
        with compiler.undisturbed():
            self.table.resize(slots * 2 * self.kernel.words, refcheck=False)
            self.size = int(enlarge(self.table, self.kernel.words, slots, self._key))


_FULL_WORD = (1 << 64) - 1


class _Whole:
    """A table read from Python: its words as Python's own numbers."""

    def __init__(self, table: npt.NDArray[np.int64]) -> None:
        self.table = table

    def __getitem__(self, index: int) -> int:
        return int(self.table[index])

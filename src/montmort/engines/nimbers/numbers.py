"""Nimbers of positions of a compiled kernel."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core import cache, compiler
from ...core.errors import InputError
from ...core.rule import Rule
from ..outcome.kernel import Kernel
from ..outcome.memory import half_of_free, size_in_words
from . import search as search_module

__all__ = ["Nimbers"]

CHUNK = 1 << 14
FIRST = 1 << 15
FILL = 0.7

Position = tuple[int, ...]


@functools.cache
def _compiled(expand: Callable[..., int], module: Any, words: int) -> tuple[Any, Any]:
    from numba import types

    row, n = types.int64[::1], types.int64
    borrow = compiler.intrinsics(types.FunctionType(types.int64(types.int64)))[0]
    place = Rule(search_module.place_of)
    search = compiler.specialise(
        search_module.search_on, expand=expand, borrow=borrow, words=words, place=place
    )
    move = compiler.specialise(search_module.move_all, place=place)
    label = module.__name__.split(".")[-1]
    folder = compiler.home(f"nimbers-{label}", cache.sources(module) + cache.sources(search_module))
    return (
        compiler.compile_cached(
            search, n(row, n, row, row, n, row, row, row, row, row, row, row, n), folder,
            what=f"nimbers {module.__name__} {expand.__name__} {words}",
            about=f"compiling the nimbers of {label} (once) ...",
        ),
        compiler.compile_cached(move, n(row, n, row, n, row), folder, what="move"),
    )  # fmt: skip


class Nimbers:
    """What is known of one game's nimbers (Sprague 1935, Grundy 1939); ask it for more.

    The kernel must list *every* move, and announce with -1 just the children where the
    game is over; who can't move loses.
    """

    def __init__(
        self,
        kernel: Kernel,
        *,
        memory: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self.kernel = kernel
        self.memory = memory if memory is not None else half_of_free()
        self.progress = progress
        self.size = 0
        words, levels = kernel.words, kernel.depth + 2
        pool = levels * kernel.capacity
        self.parameters = np.array([*kernel.parameters, 0], np.int64)
        self._slots = FIRST
        self._allow(FIRST)
        self.table = np.zeros(FIRST * (words + 1), np.int64)
        row = functools.partial(np.zeros, dtype=np.int64)
        self._control, self._keys = row(4), row(levels * words)
        self._frames, self._seen = row(levels * 2), row(levels * search_module.SEEN)
        self._out, self._values, self._promises = row(pool * words), row(pool), row(pool)
        self._scratch, self._key = row(max(kernel.scratch, 1)), row(words)
        self._search, self._move = _compiled(kernel.expand, kernel.module, words)

    def nimber(self, position: Position) -> int:
        """The nimber of a position; 0 where the player to move loses."""
        self._control[:] = 0
        self._keys[: len(position)] = position
        self._frames[0] = -1
        done = 0
        while not done:
            while self._slots * FILL < self.size + CHUNK + self.kernel.depth:
                self._grow()
            before = int(self._control[2])
            done = self._search(
                self.table, self._slots - 1, self.parameters, self._control, CHUNK, self._keys,
                self._frames, self._seen, self._out, self._values, self._promises, self._scratch,
                self.kernel.capacity,
            )  # fmt: skip
            self.size += int(self._control[2]) - before
            if self.progress is not None:
                self.progress(self.size)
        found = int(self._control[3])
        if found >= search_module.MOST:
            raise InputError(f"a nimber of {self.kernel.name} is above {search_module.MOST}")
        return found

    def _allow(self, slots: int, more: int = 0) -> None:
        need = (slots + more) * 8 * (self.kernel.words + 1)
        if need > self.memory:
            raise InputError(
                f"the table of nimbers of {self.kernel.name} needs {size_in_words(need)} for more "
                f"than {self.size:,} positions and has {size_in_words(self.memory)}: give it more "
                "memory"
            )

    def _grow(self) -> None:
        self._allow(self._slots * 2, self._slots)
        table = np.zeros(self._slots * 2 * (self.kernel.words + 1), np.int64)
        self._move(self.table, self.kernel.words, table, self._slots * 2 - 1, self._key)
        self._slots *= 2
        self.table = table

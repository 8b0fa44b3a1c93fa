"""What each thread of a search works with, and how several work side by side."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from .kernel import Kernel
from .search import ADDED, ANSWER, CONTROL, LEVEL, NODES, PAUSE

__all__ = ["Line", "side_by_side"]

Position = tuple[int, ...]


class Line:
    """The working arrays of one thread."""

    def __init__(self, kernel: Kernel) -> None:
        levels, pool = kernel.depth + 2, (kernel.depth + 2) * kernel.capacity
        row = functools.partial(np.zeros, dtype=np.int64)
        self.control = row(CONTROL)
        self.keys = row(levels * kernel.words)
        self.frames = row(levels * 4)
        self.out = row(pool * kernel.words)
        self.values, self.promises, self.order = row(pool), row(pool), row(pool)
        self.scratch = row(max(kernel.scratch, 1))
        self.words = kernel.words

    @staticmethod
    def size(kernel: Kernel) -> int:
        """How many bytes the arrays take."""
        levels, words = kernel.depth + 2, kernel.words
        pool = levels * kernel.capacity * (words + 3)
        return 8 * (pool + levels * (words + 4) + CONTROL + max(kernel.scratch, 1))

    def open(self, position: Position, target: int) -> None:
        """Begin at a position, with the question whether its value reaches the target."""
        self.control[[LEVEL, NODES, ADDED, ANSWER]] = 0
        self.keys[: len(position)] = position
        self.frames[0], self.frames[2] = target, -1

    def path(self) -> list[Position]:
        """The positions that are being searched, below the first."""
        last = int(self.control[LEVEL]) + 1
        rows = self.keys[: last * self.words].reshape(last, self.words)[1:]
        return [tuple(row) for row in rows.tolist()]

    def counted(self) -> tuple[int, int]:
        """The nodes searched and the entries added since the last time."""
        found = int(self.control[NODES]), int(self.control[ADDED])
        self.control[[NODES, ADDED]] = 0
        return found


def side_by_side(
    pool: ThreadPoolExecutor, advance: Callable[[Line], int], lines: list[Line], stop: Any
) -> list[int]:
    """Let all threads search until one of them comes back; no thread is left running.

    An interrupt calls them back too, and is passed on when all have come.
    """
    stop[0] = 0
    runs: list[Future[int]] = [pool.submit(advance, line) for line in lines]
    try:
        return [run.result() for run in runs]
    finally:
        stop[0] = PAUSE
        while not all(run.done() for run in runs):
            with contextlib.suppress(KeyboardInterrupt):
                wait(runs)

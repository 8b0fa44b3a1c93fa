"""All positions at once, from the end: for games whose positions are numbered along the play.

Where every move leads to a larger number and who can't move has lost, one pass from
the largest number down labels everything: a position that no lost one has marked is
lost itself, and marks those that lead to it. A bit a position is kept.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import cache, compiler
from ...core.errors import InputError

__all__ = ["Numbered", "label_all", "wins"]


@dataclass(frozen=True)
class Numbered:
    """A game whose positions are numbers that grow with every move.

    ``parents(position, parameters, out) -> int`` writes the positions that lead to this
    one and returns how many they are; ``earlier(position, parameters) -> int`` is the
    next smaller position, -1 after the smallest. Both must be rules
    (:func:`montmort.core.rule.rule`).
    """

    name: str
    parents: Callable[..., int]
    earlier: Callable[..., int]
    last: int
    """The largest position."""
    parameters: Sequence[int]
    capacity: int
    """The most positions that lead to one."""

    @property
    def module(self) -> Any:
        """The module of the rules, whose sources name the folder of the compiled code."""
        import sys

        return sys.modules[self.parents.__module__]


# Stand-ins: replaced before this is compiled.
parents: Any = None
earlier: Any = None
borrow: Any = None


def _sweep(marks, last, parameters, out):  # type: ignore[no-untyped-def]
    marks = borrow(marks)
    parameters = borrow(parameters)
    out = borrow(out)
    position = last
    seen = 0
    while position >= 0:
        seen += 1
        if marks[position >> 6] >> (position & 63) & 1 == 0:
            count = parents(position, parameters, out)
            for i in range(count):
                other = out[i]
                marks[other >> 6] |= 1 << (other & 63)
        position = earlier(position, parameters)
    return seen


@functools.cache
def _compiled(parents: Callable[..., int], earlier: Callable[..., int], module: Any) -> Any:
    import sys

    from numba import types

    row, n = types.int64[::1], types.int64
    borrow = compiler.intrinsics(types.FunctionType(types.int64(types.int64)))[0]
    function = compiler.specialise(_sweep, parents=parents, earlier=earlier, borrow=borrow)
    paths = cache.sources(module) + cache.sources(sys.modules[__name__])
    label = module.__name__.split(".")[-1]
    return compiler.compile_cached(
        function, n(row, n, row, row), compiler.home(f"sweep-{label}", paths),
        what=f"sweep {module.__name__} {parents.__name__}",
        about=f"compiling the sweep of {label} (once) ...",
    )  # fmt: skip


def label_all(game: Numbered, *, memory: int | None = None) -> tuple[npt.NDArray[np.int64], int]:
    """Label all positions; the bits of those that win, and how many positions there are."""
    words = (game.last >> 6) + 1
    if memory is not None and words * 8 > memory:
        raise InputError(
            f"the labels of {game.name} need {words * 8:,} bytes of memory and have {memory:,}"
        )
    marks = np.zeros(words, np.int64)
    sweep = _compiled(game.parents, game.earlier, game.module)
    out = np.zeros(game.capacity, np.int64)
    seen = sweep(marks, game.last, np.array([*game.parameters, 0], np.int64), out)
    return marks, int(seen)


def wins(marks: npt.NDArray[np.int64], position: int) -> bool:
    """Whether the player to move wins, by the labels."""
    return bool(int(marks[position >> 6]) >> (position & 63) & 1)

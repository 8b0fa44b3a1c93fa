"""How long won games last, compiled: for lines through millions of positions.

Who wins makes the last move, or the other one does, by the form; so the parity of a
length follows from the outcome, and half of it is kept in the four bits of a table that
are for what is known of a position.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core import cache, compiler
from ...core.errors import InputError
from ...engines.outcome import table as table_module
from ...engines.outcome.kernel import UNKNOWN
from ...engines.outcome.table import high, low

if TYPE_CHECKING:
    from ...engines.outcome import Outcomes

__all__ = ["Lengths"]

LONGEST = 29
"""The longest game whose half fits beside a position."""
SLOTS = 1 << 23
"""Places for lengths: 64 MiB a word of a position, of which only what is used is taken."""
FILL = 0.7

DONE, ASK, FULL, LONG = range(4)
LEVEL, ADDED, CHILD, ANSWER = range(4)
INDEX, COUNT, BEST, VALUE, FRAME = range(5)

# Stand-ins: replaced before this is compiled.
expand: Any = None
find: Any = None
keep: Any = None
words: Any = 1


def _walk(  # type: ignore[no-untyped-def]
    table, mask, memo, memo_mask, parameters, control, room, keys, frames, out, values, promises,
    scratch, capacity, longest,
):  # fmt: skip
    """Find the length of the position at the first level, or say whose outcome is missing."""
    level = control[LEVEL]
    while True:
        frame = level * FRAME
        base = level * capacity
        if frames[frame + COUNT] < 0:
            frames[frame + COUNT] = expand(
                keys, level * words, parameters, out, base * words, values, promises, base, scratch
            )
            frames[frame + INDEX] = 0
            frames[frame + BEST] = -1
        value = frames[frame + VALUE]
        down = False
        while frames[frame + INDEX] < frames[frame + COUNT]:
            child = base + frames[frame + INDEX]
            length = 0
            if values[child] != UNKNOWN:
                if value == 1 and values[child] != -1:
                    frames[frame + INDEX] += 1
                    continue
            else:
                if value == 1:
                    code = find(table, mask, words, out, child * words) & 7
                    if high(code) >= 0:
                        if low(code) < 0:
                            control[LEVEL] = level
                            control[CHILD] = child
                            return ASK
                        frames[frame + INDEX] += 1
                        continue
                half = find(memo, memo_mask, words, out, child * words)
                if half == 0:
                    down = True
                    break
                length = 2 * (half - 1) + (1 if value == -1 else 0)
            best = frames[frame + BEST]
            if best < 0 or (length < best if value == 1 and not longest else length > best):
                frames[frame + BEST] = length
            frames[frame + INDEX] += 1
        if down:
            child = base + frames[frame + INDEX]
            level += 1
            for w in range(words):
                keys[level * words + w] = out[child * words + w]
            frames[level * FRAME + COUNT] = -1
            frames[level * FRAME + VALUE] = -value
            continue
        length = frames[frame + BEST] + 1
        if length > LONGEST:
            return LONG
        control[ADDED] += keep(memo, memo_mask, words, keys, level * words, length // 2 + 1)
        if level == 0:
            control[ANSWER] = length
            return DONE
        level -= 1
        if control[ADDED] >= room:
            control[LEVEL] = level
            return FULL


@functools.cache
def _compiled(expand: Callable[..., int], module: Any, words: int) -> Any:
    import sys

    from numba import types

    row, n = types.int64[::1], types.int64
    function = compiler.specialise(
        _walk, expand=expand, find=table_module.find_hashed, keep=table_module.keep_hashed,
        words=words,
    )  # fmt: skip
    label = module.__name__.split(".")[-1]
    paths = cache.sources(module) + cache.sources(sys.modules[__name__])
    return compiler.compile_cached(
        function, n(row, n, row, n, row, row, n, row, row, row, row, row, row, n, n),
        compiler.home(f"lengths-{label}", paths), what=f"lengths {module.__name__} {words}",
        about=f"compiling the lengths of {label} (once) ...",
    )  # fmt: skip


class Lengths:
    """Moves to the end of won and lost positions, of those moves that the kernel lists.

    Shortest: the winner hurries and the loser delays; longest: both take the most moves
    that keep the outcome. Positions with no listed move have length 0. A game that is
    too long, or more than ``most`` positions, is an ``InputError``.
    """

    def __init__(self, outcomes: Outcomes, *, longest: bool, most: int = int(SLOTS * FILL)) -> None:
        kernel = outcomes.kernel
        self.outcomes, self.longest, self.most = outcomes, longest, most
        self._walk = _compiled(kernel.expand, kernel.module, kernel.words)
        slots = SLOTS
        while slots > 1 << 14 and slots * FILL / 2 > most:
            slots //= 2
        self._mask = slots - 1
        levels, pool = kernel.depth + 2, (kernel.depth + 2) * kernel.capacity
        row = functools.partial(np.zeros, dtype=np.int64)
        self._memo = row(slots * kernel.words)
        self._control, self._keys = row(4), row(levels * kernel.words)
        self._frames, self._out = row(levels * FRAME), row(pool * kernel.words)
        self._values, self._promises = row(pool), row(pool)
        self._scratch = row(max(kernel.scratch, 1))

    @property
    def size(self) -> int:
        """How many positions have a length."""
        return int(self._control[ADDED])

    def of(self, position: tuple[int, ...]) -> int:
        """Moves to the end of a position."""
        outcomes, kernel = self.outcomes, self.outcomes.kernel
        value = outcomes.value(position)
        if value == 0:
            raise InputError("a position that nobody wins has no length")
        self._keys[: kernel.words] = position
        self._frames[COUNT], self._frames[VALUE] = -1, value
        self._control[LEVEL] = 0
        while True:
            end = self._walk(
                outcomes.table, len(outcomes.table) // kernel.words - 1, self._memo, self._mask,
                outcomes.parameters, self._control, self.most, self._keys, self._frames, self._out,
                self._values, self._promises, self._scratch, kernel.capacity, int(self.longest),
            )  # fmt: skip
            if end == DONE:
                return int(self._control[ANSWER])
            if end == LONG:
                raise InputError(f"a game lasts more than {LONGEST} moves: too long for lengths")
            if end == FULL:
                raise InputError(f"the line runs through more than {self.most:,} positions")
            at = int(self._control[CHILD]) * kernel.words
            outcomes.value(tuple(self._out[at : at + kernel.words].tolist()))

"""Re-checking a table: every label against its children, as another kernel lists them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core import cache, compiler
from ...core.errors import InputError
from . import table as table_module
from .kernel import UNKNOWN, Kernel
from .outcomes import Outcomes
from .table import KEY, high, low

__all__ = ["Check", "recheck"]

# Stand-ins: replaced before this is compiled.
expand: Any = None
find: Any = None
words: Any = 1


def _check(  # type: ignore[no-untyped-def]
    entries, count, table, mask, parameters, key, out, values, promises, scratch
):
    """Check some entries; return the number of the first that does not follow, or -1."""
    last = words - 1
    for e in range(count):
        for w in range(last):
            key[w] = entries[e * words + w]
        entry = entries[e * words + last]
        key[last] = entry >> 4 & KEY
        least = low(entry & 7)
        most = high(entry & 7)
        children = expand(key, 0, parameters, out, 0, values, promises, 0, scratch)
        # At least so much: one child does it. At most so much: all children do.
        reached = least == -1
        best = -1
        for i in range(children):
            worst = values[i]
            top = values[i]
            if values[i] == UNKNOWN:
                code = find(table, mask, words, out, i * words)
                worst = high(code)
                top = low(code)
            if -worst >= least:
                reached = True
            best = max(best, -top)
        if not reached or best > most:
            return e
    return -1


@functools.cache
def _compiled(expand: Callable[..., int], module: Any, words: int) -> Any:
    import sys

    from numba import types

    row, n = types.int64[::1], types.int64
    function = compiler.specialise(
        _check, expand=expand, find=table_module.find_hashed, words=words
    )
    label = module.__name__.split(".")[-1]
    paths = cache.sources(module) + cache.sources(sys.modules[__name__])
    return compiler.compile_cached(
        function, n(row, n, row, n, row, row, row, row, row, row),
        compiler.home(f"check-{label}", paths), what=f"check {module.__name__} {words}",
        about=f"compiling the check of {label} (once) ...",
    )  # fmt: skip


@dataclass(frozen=True)
class Check:
    """What a re-check found."""

    entries: int
    """How many labels the table has."""
    checked: int
    fault: tuple[int, ...] | None
    """A position whose label does not follow from its children, or ``None``."""

    @property
    def holds(self) -> bool:
        """Whether every label that was looked at follows."""
        return self.fault is None


def recheck(outcomes: Outcomes, kernel: Kernel, *, most: int | None = None) -> Check:
    """Check the labels of a table by a kernel that was written apart from the first.

    With ``most`` only so many are looked at, spread evenly over the table.
    """
    if outcomes.direct or kernel.words != outcomes.kernel.words:
        raise InputError("a re-check needs a hashed table, and positions packed the same way")
    total = sum(len(piece) for piece in outcomes.entries())
    check = _compiled(kernel.expand, kernel.module, kernel.words)
    row = functools.partial(np.zeros, dtype=np.int64)
    room = kernel.capacity
    slots = len(outcomes.table) // kernel.words
    parameters = np.array([*kernel.parameters, 0], np.int64)
    work = (
        row(kernel.words), row(room * kernel.words), row(room), row(room),
        row(max(kernel.scratch, 1)),
    )  # fmt: skip
    seen = checked = 0
    for piece in outcomes.entries():
        if most is not None and most < total:
            numbers = np.arange(seen, seen + len(piece)) * most
            chosen = piece[numbers // total != (numbers - most) // total]
        else:
            chosen = piece
        seen += len(piece)
        found = check(chosen.reshape(-1), len(chosen), outcomes.table, slots - 1, parameters, *work)
        checked += len(chosen)
        if found >= 0:
            *head, last = chosen[found].tolist()
            return Check(total, checked, (*head, last >> 4 & KEY))
    return Check(total, checked, None)

"""The game on a chain once more, card by card: what re-checks the labels of :mod:`.chain`.

Written apart from that module, and plainly: a position is a row of single cards, a move
takes one out and lowers the others as the rules say. Only the packing is shared.
"""

from __future__ import annotations

import dataclasses

from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import UNKNOWN, Kernel
from .chain import drawless
from .packing import (
    ASC,
    DESC,
    EDGE,
    HIGH,
    IN_G,
    IN_X,
    IN_Y,
    KEY_0,
    KEY_1,
    LOW,
    MISERE,
    OUT_G,
    OUT_X,
    OUT_Y,
    SCRATCH,
    TABLE,
    WORDS,
    read,
    write_least,
)  # fmt: skip

__all__ = ["expand", "kernel_of"]

MOST = 4096
"""Cards of a position, written out."""
XS, YS, NEW_XS, NEW_YS = (SCRATCH + i * MOST for i in range(4))
ROOM = SCRATCH + 4 * MOST


@rule
def _cards_of(keys: Ints, at: int, parameters: Ints, scratch: Ints) -> int:
    """Write a position out as single cards, the lowest first."""
    blocks = read(keys, at, parameters, scratch)
    count = 0
    for e in range(parameters[ASC], 2, -1):
        if scratch[LOW] >> (e - 3) & 1:
            scratch[XS + count] = e
            scratch[YS + count] = 2
            count += 1
    for b in range(blocks):
        for _ in range(scratch[IN_G + b]):
            scratch[XS + count] = scratch[IN_X + b]
            scratch[YS + count] = scratch[IN_Y + b]
            count += 1
    for e in range(3, parameters[DESC] + 1):
        if scratch[HIGH] >> (e - 3) & 1:
            scratch[XS + count] = 2
            scratch[YS + count] = e
            count += 1
    return count


@rule
def _draw_possible(parameters: Ints, scratch: Ints, count: int) -> bool:
    for x in range(1, parameters[ASC] + 1):
        for y in range(1, parameters[DESC] + 1):
            inside = 0
            for i in range(count):
                if scratch[NEW_XS + i] <= x and scratch[NEW_YS + i] <= y:
                    inside += 1
            if inside > (x - 1) * (y - 1):
                return False
    return True


@rule
def _pack(parameters: Ints, scratch: Ints, count: int, p: int) -> int:
    """Pack the new row; return how many cards it has left, dead ones not counted."""
    a = parameters[ASC]
    d = parameters[DESC]
    high = 0
    low = 0
    start = 0
    stop = count
    over = 0
    under = 0
    if p and parameters[MISERE] == 0:
        # From the top: each card (2, y) once the ones above it are gone.
        over = d
        while stop > 0 and scratch[NEW_XS + stop - 1] == 2:
            stop -= 1
            e = min(scratch[NEW_YS + stop], over)
            if e > 2:
                high |= 1 << (e - 3)
                over = e - 1
        under = a
        while start < stop and scratch[NEW_YS + start] == 2:
            e = min(scratch[NEW_XS + start], under)
            if e > 2:
                low |= 1 << (e - 3)
                under = e - 1
            start += 1
    scratch[HIGH] = high
    scratch[LOW] = low
    left = 0
    blocks = 0
    i = start
    while i < stop:
        x = scratch[NEW_XS + i]
        y = scratch[NEW_YS + i]
        g = 0
        while i < stop and scratch[NEW_XS + i] == x and scratch[NEW_YS + i] == y:
            g += 1
            i += 1
        if p:
            place = 0
            if parameters[MISERE] == 0:
                place = ((over - 2) * (a - 1) + under - 2) * (a + 1) * (d + 1)
            g = min(g, parameters[TABLE + place + x * (d + 1) + y])
        if g:
            scratch[OUT_X + blocks] = x
            scratch[OUT_Y + blocks] = y
            scratch[OUT_G + blocks] = g
            blocks += 1
            left += g
    write_least(parameters, scratch, blocks, p)
    for mask in (high, low):
        while mask:
            left += 1
            mask &= mask - 1
    return left


@rule
def _can_be_safe(scratch: Ints, count: int) -> bool:
    """Say whether some card of the new row can be played without letting the other end it."""
    for c in range(count):
        safe = True
        for i in range(count):
            if i > c and min(scratch[NEW_XS + i], scratch[NEW_XS + c] - 1) == 1:
                safe = False
            if i < c and min(scratch[NEW_YS + i], scratch[NEW_YS + c] - 1) == 1:
                safe = False
        if safe:
            return True
    return False


@rule
def expand(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """List what follows, card by card."""
    misere = parameters[MISERE]
    words = parameters[WORDS]
    p = keys[at] & 1
    count = _cards_of(keys, at, parameters, scratch)
    found = 0
    for c in range(count):
        x = scratch[XS + c]
        y = scratch[YS + c]
        now = p
        kept = 0
        gives_away = False
        for i in range(count):
            if i == c:
                continue
            ox = scratch[XS + i]
            oy = scratch[YS + i]
            if i > c:
                ox = min(ox, x - 1)
            else:
                oy = min(oy, y - 1)
            if ox == 1 or oy == 1:
                gives_away = True
                now = 1
            else:
                scratch[NEW_XS + kept] = ox
                scratch[NEW_YS + kept] = oy
                kept += 1
        if gives_away and misere == 0:
            continue
        if now == 0 and not _draw_possible(parameters, scratch, kept):
            now = 1
        left = _pack(parameters, scratch, kept, now)
        out[to + found * words] = scratch[KEY_0]
        if words == 2:
            out[to + found * words + 1] = scratch[KEY_1]
        values[first + found] = UNKNOWN
        if now == 0 and kept <= 1:
            values[first + found] = 0
        elif left == 0 or (now == 0 and misere == 0 and not _can_be_safe(scratch, kept)):
            values[first + found] = -1
        promises[first + found] = 0
        found += 1
    return found


def kernel_of(kernel: Kernel) -> Kernel:
    """The witness of a kernel of :mod:`.chain`.

    >>> from montmort.games.monotonic import chain
    >>> kernel_of(chain.kernel_of(4, 3, 20)).module.__name__
    'montmort.games.monotonic.witness'
    """
    assert kernel.parameters[EDGE] == 2
    return dataclasses.replace(
        kernel, expand=expand, drawless=drawless, scratch=ROOM, capacity=kernel.capacity + 64
    )

"""The game on a chain as a compiled kernel: all that matters of a position, and its moves.

An unused card is known by (x, y): so many more cards, this one among them, would make
an ascending (a descending) sequence of the critical length. From the lowest card to the
highest x never rises and y never falls, so a position is a row of blocks (x, y, g): g
cards that nothing tells apart. Cards with x = 1 or y = 1 end the game when played.

Once no draw is possible (the bit ``p``), cards that nobody will ever play safely are
left out and the blocks are clipped to the bounds of :mod:`.bounds`; see the
documentation for the proofs.
"""

from __future__ import annotations

from typing import Any

from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import UNKNOWN, Kernel
from .limits import ChainRules
from .packing import (
    ASC,
    BIG,
    COUNT,
    DESC,
    DRAWLESS,
    HIGH,
    IN_G,
    IN_X,
    IN_Y,
    KEY_0,
    KEY_1,
    LOW,
    MISERE,
    OPEN_BOTTOM,
    OPEN_TOP,
    OUT_G,
    OUT_X,
    OUT_Y,
    SAFE,
    SCRATCH,
    TABLE,
    WORDS,
    add,
    part,
    read,
    write_least,
)  # fmt: skip

__all__ = ["drawless", "expand", "kernel_of", "pack"]


@rule
def drawless(keys: Ints, at: int, parameters: Ints) -> bool:
    """The lowest bit of a position says whether a draw is out of reach."""
    return keys[at] & 1 == 1


@rule
def _crowded(scratch: Ints, count: int) -> bool:
    """Say whether a draw is out of reach.

    Whenever a card is played, its (x, y) differs from those of all cards played before
    in the same stretch (as in the proof of Erdős and Szekeres); of cards with x at most
    X and y at most Y, (X-1)(Y-1) can be played without an end.
    """
    for i in range(count):
        total = 0
        for k in range(i, count):
            total += scratch[OUT_G + k]
            if total > (scratch[OUT_X + i] - 1) * (scratch[OUT_Y + k] - 1):
                return True
    return False


@rule
def settle(parameters: Ints, scratch: Ints, count: int, p: int) -> None:
    """Bring the blocks of the working memory into the form that equal positions share.

    Writes how many blocks are left, whether a draw is out of reach, how many cards can
    be played without giving the game away, and the packed words.
    """
    misere = parameters[MISERE]
    # Equal neighbours are one block; in the misère form cards that end the game are
    # never played while there is another, so that only their being there matters.
    kept = 0
    for i in range(count):
        g = scratch[OUT_G + i]
        if g == 0:
            continue
        x = scratch[OUT_X + i]
        y = scratch[OUT_Y + i]
        if x <= 1 or y <= 1:
            p = 1
            if misere:
                continue
        kept = add(scratch, kept, x, y, g)
    count = kept
    if p == 0 and _crowded(scratch, count):
        p = 1
    safe = 0
    if p == 0:
        if misere:
            for i in range(count):
                safe += scratch[OUT_G + i]
        else:
            for i in range(count):
                x = scratch[OUT_X + i]
                y = scratch[OUT_Y + i]
                if x > 2 and y > 2:
                    safe += scratch[OUT_G + i]
                else:
                    highest = y > 2 and i == count - 1
                    lowest = x > 2 and i == 0
                    if highest or lowest or (count == 1 and scratch[OUT_G] == 1):
                        safe += 1
    else:
        count, safe = _settle_drawless(parameters, scratch, count)
    scratch[COUNT] = count
    scratch[DRAWLESS] = p
    scratch[SAFE] = safe
    write_least(parameters, scratch, count, p)


@rule
def _cap(numbers: int, most: int, endless: int) -> int:
    """One less than the smallest number of a set of them from 3 up, or all there may be."""
    if endless:
        return 2
    if numbers == 0:
        return most
    cap = 2
    while numbers >> (cap - 2) & 1 == 0:
        cap += 1
    return cap


@rule
def _settle_drawless(parameters: Ints, scratch: Ints, count: int) -> Any:
    a = parameters[ASC]
    d = parameters[DESC]
    safe = 0
    kept = 0
    if parameters[MISERE]:
        for i in range(count):
            x = scratch[OUT_X + i]
            y = scratch[OUT_Y + i]
            g = min(scratch[OUT_G + i], parameters[TABLE + x * (d + 1) + y])
            scratch[OUT_G + i] = g
            safe += g
        return count, safe
    # Cards with x = 2 can be played from the top only, and then lower the y of all
    # others: from the top down they count with strictly falling y, down to 3.
    high = scratch[HIGH]
    cap = _cap(high, d, parameters[OPEN_TOP])
    while count > 0 and scratch[OUT_X + count - 1] == 2:
        count -= 1
        y = min(scratch[OUT_Y + count], cap)
        g = scratch[OUT_G + count]
        while g > 0 and y >= 3:
            high |= 1 << (y - 3)
            y -= 1
            cap = y
            g -= 1
    over = cap
    low = scratch[LOW]
    cap = _cap(low, a, parameters[OPEN_BOTTOM])
    start = 0
    while start < count and scratch[OUT_Y + start] == 2:
        x = min(scratch[OUT_X + start], cap)
        g = scratch[OUT_G + start]
        start += 1
        while g > 0 and x >= 3:
            low |= 1 << (x - 3)
            x -= 1
            cap = x
            g -= 1
    scratch[HIGH] = high
    scratch[LOW] = low
    safe = (1 if high else 0) + (1 if low else 0)
    bounds_at = TABLE + ((over - 2) * (a - 1) + cap - 2) * (a + 1) * (d + 1)
    kept = 0
    for i in range(start, count):
        x = scratch[OUT_X + i]
        y = scratch[OUT_Y + i]
        g = min(scratch[OUT_G + i], parameters[bounds_at + x * (d + 1) + y])
        if g > 0:
            scratch[OUT_X + kept] = x
            scratch[OUT_Y + kept] = y
            scratch[OUT_G + kept] = g
            safe += g
            kept += 1
    return kept, safe


@rule
def expand(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """List what follows a position; moves that let the other player end the game are left out."""
    misere = parameters[MISERE]
    a = parameters[ASC]
    d = parameters[DESC]
    words = parameters[WORDS]
    p = keys[at] & 1
    count = read(keys, at, parameters, scratch)
    high = scratch[HIGH]
    low = scratch[LOW]
    found = 0
    # First the highest card and the lowest, where they can be played, then the blocks.
    for i in range(-2, count):
        start = 0
        stop = 1
        if i == -2:
            if high == 0:
                continue
            x = 2
            y = d
            while high >> (y - 3) & 1 == 0:
                y -= 1
            high_now = high ^ 1 << (y - 3)
            low_now = low
            below = above = count
            g = 0
        elif i == -1:
            if low == 0:
                continue
            y = 2
            x = a
            while low >> (x - 3) & 1 == 0:
                x -= 1
            high_now = high
            low_now = low ^ 1 << (x - 3)
            below = above = 0
            g = 0
        else:
            x = scratch[IN_X + i]
            y = scratch[IN_Y + i]
            g = scratch[IN_G + i]
            stop = g
            high_now = high
            low_now = low
            below = i
            above = i + 1
            if not misere:
                if x == 2:
                    # Safe only as the highest card of all.
                    if i < count - 1:
                        continue
                    start = g - 1
                if y == 2:
                    if i > 0:
                        continue
                    stop = 1
        top = i == count - 1 and i >= 0 and y == d and parameters[OPEN_TOP] == 1
        bottom = i == 0 and x == a and parameters[OPEN_BOTTOM] == 1
        if top or bottom:
            start = 0
            stop = 1 if top and bottom else g + 1
        for j in range(start, stop):
            under = j
            over = max(g - 1 - j, 0)
            if top:
                over = BIG
                under = BIG if bottom or j == g else j
            elif bottom:
                under = BIG
                over = BIG if j == g else j
            n = part(scratch, count, below, above, x, y, under, over)
            scratch[HIGH] = high_now
            scratch[LOW] = low_now
            settle(parameters, scratch, n, p)
            value = UNKNOWN
            safe = scratch[SAFE]
            if safe == 0:
                # Nothing can be played: a draw if nothing is left, else a loss.
                value = 0 if scratch[DRAWLESS] == 0 and scratch[COUNT] == 0 else -1
            elif scratch[DRAWLESS] == 0 and scratch[COUNT] == 1 and scratch[OUT_G] == 1:
                value = 0  # the last card ends nothing
            out[to + found * words] = scratch[KEY_0]
            if words == 2:
                out[to + found * words + 1] = scratch[KEY_1]
            values[first + found] = value
            promises[first + found] = -safe
            found += 1
    return found


def kernel_of(
    a: int, d: int, n: int | None, *, misere: bool = False, open_top: bool = False,
    open_bottom: bool = False,
) -> Kernel:  # fmt: skip
    """The kernel of the game on a chain of at most n cards (``None``: any number).

    >>> kernel_of(4, 3, 20).words
    1
    """
    rules = ChainRules(a, d, n, misere, open_top, open_bottom)
    return Kernel(
        f"({a}, {d}) {'misère' if misere else 'normal'}",
        expand,
        drawless,
        tuple(rules.parameters),
        rules.capacity,
        rules.depth,
        rules.words,
        SCRATCH,
    )


def pack(kernel: Kernel, blocks: list[tuple[int, int, int]]) -> tuple[tuple[int, ...], int]:
    """Pack blocks (x, y, size), the lowest first; also say how it ends, where it has ended.

    The second value is the outcome for the player to move where it is plain (1, 0, -1),
    else ``UNKNOWN``.
    """
    parameters = kernel.parameters
    scratch: Any = [0] * SCRATCH
    solid = [block for block in blocks if block[2] > 0]
    for i, (x, y, g) in enumerate(solid):
        scratch[OUT_X + i], scratch[OUT_Y + i], scratch[OUT_G + i] = x, y, g
    critical = any(min(x, y) <= 1 for x, y, _ in solid)
    if critical and not parameters[MISERE]:
        return (0,) * kernel.words, 1
    settle(parameters, scratch, len(solid), 0)  # type: ignore[arg-type]
    key = (scratch[KEY_0], scratch[KEY_1])[: kernel.words]
    value = UNKNOWN
    if scratch[SAFE] == 0:
        value = 0 if not solid else -1
    return key, value

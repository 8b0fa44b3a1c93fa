"""Packing blocks into words: the layout that the kernels of a chain share."""

from __future__ import annotations

from ...core.rule import rule
from ...core.struct import Ints

__all__ = [
    "ASC", "BIG", "BLOCKS", "COUNT", "DESC", "DRAWLESS", "EDGE", "HIGH", "IN_G", "IN_X", "IN_Y",
    "KEY_0", "KEY_1", "LOW", "MIRROR", "MISERE", "OPEN_BOTTOM", "OPEN_TOP", "OUT_G", "OUT_X",
    "OUT_Y", "SAFE", "SCRATCH", "TABLE", "WIDTHS", "WORDS", "add", "part", "read", "write",
    "write_least",
]  # fmt: skip

# Where the parameters are.
ASC, DESC, MISERE, MIRROR, OPEN_TOP, OPEN_BOTTOM, WORDS, WIDTHS, EDGE, TABLE = range(10)

# Where things are in the working memory. A position has less than 2 * BLOCKS blocks.
BLOCKS = 64
IN_X, IN_Y, IN_G, OUT_X, OUT_Y, OUT_G = (i * BLOCKS for i in range(6))
COUNT, DRAWLESS, KEY_0, KEY_1, SAFE, HIGH, LOW = (6 * BLOCKS + i for i in range(7))
SCRATCH = 6 * BLOCKS + 8

BIG = 1 << 40
"""A block without end: clipped to the bound where it is packed."""


@rule
def write(parameters: Ints, scratch: Ints, count: int, p: int, backwards: int) -> None:
    """Pack the blocks, lowest bits first.

    At each place on the way from (a, 2) to (2, d): a 1 and the size of the block there
    less one, or a 0; then a step, 0 down in x or 1 up in y.
    """
    a = parameters[ASC]
    widths = parameters[WIDTHS]
    side = parameters[DESC] + 1
    first = 0
    second = 0
    place = 1
    first = p
    x = a
    y = parameters[EDGE]
    if p and parameters[MISERE] == 0:
        high = scratch[HIGH]
        low = scratch[LOW]
        first |= (low if backwards else high) << 1
        place = parameters[DESC] - 1
        first |= (high if backwards else low) << place
        place += a - 2
        y = 3
    for n in range(count):
        if backwards:
            i = count - 1 - n
            bx = scratch[OUT_Y + i]
            by = scratch[OUT_X + i]
        else:
            i = n
            bx = scratch[OUT_X + i]
            by = scratch[OUT_Y + i]
        g = scratch[OUT_G + i]
        place += 2 * (x - bx)
        if n > 0:
            place -= 1  # where a block was, the 0 is not there
        rise = by - y
        steps = 2 * rise
        piece = 0xAAAAAAAAAAAAAAA & ((1 << steps) - 1)
        length = steps + 1
        piece |= 1 << steps
        if p:
            width = parameters[widths + bx * side + by]
        else:
            width = 0
        for part in range(2):
            if part == 1:
                if p:
                    piece = g - 1
                    length = width
                else:
                    # Few cards: one bit each, and a stop.
                    piece = (1 << (g - 1)) - 1
                    length = g
            if place >= 60:
                second |= piece << (place - 60)
            else:
                first |= (piece << place) & 0xFFFFFFFFFFFFFFF
                if place + length > 60:
                    second |= piece >> (60 - place)
            place += length
        x = bx
        y = by
    scratch[KEY_0] = first
    scratch[KEY_1] = second


@rule
def write_least(parameters: Ints, scratch: Ints, count: int, p: int) -> None:
    """Pack the blocks; where a = d, a position and its reversal are one: the smaller words."""
    write(parameters, scratch, count, p, 0)
    if parameters[MIRROR]:
        first = scratch[KEY_0]
        second = scratch[KEY_1]
        write(parameters, scratch, count, p, 1)
        if scratch[KEY_1] > second or (scratch[KEY_1] == second and scratch[KEY_0] > first):
            scratch[KEY_0] = first
            scratch[KEY_1] = second


@rule
def read(keys: Ints, at: int, parameters: Ints, scratch: Ints) -> int:
    """Unpack a position into blocks; return how many they are (the reverse of packing)."""
    first = keys[at]
    second = 0
    if parameters[WORDS] == 2:
        second = keys[at + 1]
    widths = parameters[WIDTHS]
    side = parameters[DESC] + 1
    p = first & 1
    x = parameters[ASC]
    y = parameters[EDGE]
    first >>= 1
    have = 59
    if p and parameters[MISERE] == 0:
        scratch[HIGH] = first & ((1 << (side - 3)) - 1)
        first >>= side - 3
        scratch[LOW] = first & ((1 << (x - 2)) - 1)
        first >>= x - 2
        have -= side + x - 5
        y = 3
    else:
        scratch[HIGH] = 0
        scratch[LOW] = 0
    count = 0
    while first != 0 or second != 0:
        if have < 32:
            # Refill from the second word.
            first |= (second << have) & 0xFFFFFFFFFFFFFFF
            second >>= 60 - have
            have = 60
        if first & 1:
            if p:
                width = parameters[widths + x * side + y]
                g = (first >> 1 & ((1 << width) - 1)) + 1
                used = width + 1
                first >>= used
                have -= used
            else:
                g = 1
                first >>= 1
                have -= 1
                if have < 32:
                    first |= (second << have) & 0xFFFFFFFFFFFFFFF
                    second >>= 60 - have
                    have = 60
                while first & 1:
                    g += 1
                    first >>= 1
                    have -= 1
                    if have < 1:
                        first |= (second << have) & 0xFFFFFFFFFFFFFFF
                        second >>= 60 - have
                        have = 60
                first >>= 1
                have -= 1
            scratch[IN_X + count] = x
            scratch[IN_Y + count] = y
            scratch[IN_G + count] = g
            count += 1
            if have < 32:
                first |= (second << have) & 0xFFFFFFFFFFFFFFF
                second >>= 60 - have
                have = 60
            if first & 1:
                y += 1
            else:
                x -= 1
            first >>= 1
            have -= 1
        else:
            if first & 2:
                y += 1
            else:
                x -= 1
            first >>= 2
            have -= 2
    return count


@rule
def part(
    scratch: Ints, count: int, below: int, above: int, x: int, y: int, under: int, over: int
) -> int:
    """Write down what a card (x, y) leaves, and return how many blocks that is.

    Of the blocks that were read those up to ``below`` lie below the card and those from
    ``above`` on above it; its own block keeps ``under`` cards below it and ``over`` above.
    """
    for b in range(below):
        scratch[OUT_X + b] = scratch[IN_X + b]
        scratch[OUT_Y + b] = min(scratch[IN_Y + b], y - 1)
        scratch[OUT_G + b] = scratch[IN_G + b]
    scratch[OUT_X + below] = x
    scratch[OUT_Y + below] = y - 1
    scratch[OUT_G + below] = under
    scratch[OUT_X + below + 1] = x - 1
    scratch[OUT_Y + below + 1] = y
    scratch[OUT_G + below + 1] = over
    n = below + 2
    for b in range(above, count):
        scratch[OUT_X + n] = min(scratch[IN_X + b], x - 1)
        scratch[OUT_Y + n] = scratch[IN_Y + b]
        scratch[OUT_G + n] = scratch[IN_G + b]
        n += 1
    return n


@rule
def add(scratch: Ints, kept: int, x: int, y: int, g: int) -> int:
    """Put a block after those kept, or into the last one if it is alike; count them."""
    if kept > 0 and scratch[OUT_X + kept - 1] == x and scratch[OUT_Y + kept - 1] == y:
        scratch[OUT_G + kept - 1] += g
        return kept
    scratch[OUT_X + kept] = x
    scratch[OUT_Y + kept] = y
    scratch[OUT_G + kept] = g
    return kept + 1

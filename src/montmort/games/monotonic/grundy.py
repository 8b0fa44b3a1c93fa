"""The game on a chain as a kernel for nimbers: normal form, every move, clipped gaps.

Here the cards that end the game count as well, and every loss is a loss of its own, so
that nothing is left out; gaps are clipped to the bound of the paper.
"""

from __future__ import annotations

from typing import Any

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import LAST_BITS, UNKNOWN, WORD_BITS, Kernel
from .bounds import paper
from .chain import drawless
from .packing import (
    ASC,
    BIG,
    DESC,
    EDGE,
    IN_G,
    IN_X,
    IN_Y,
    KEY_0,
    KEY_1,
    OUT_G,
    OUT_X,
    OUT_Y,
    SCRATCH,
    TABLE,
    WIDTHS,
    WORDS,
    add,
    part,
    read,
    write_least,
)  # fmt: skip

__all__ = ["expand", "kernel_of", "pack"]


@rule
def settle(parameters: Ints, scratch: Ints, count: int) -> None:
    """Join equal neighbours, clip, pack."""
    side = parameters[DESC] + 1
    kept = 0
    for i in range(count):
        g = scratch[OUT_G + i]
        if g == 0:
            continue
        x = scratch[OUT_X + i]
        y = scratch[OUT_Y + i]
        kept = add(scratch, kept, x, y, g)
    for i in range(kept):
        most = parameters[TABLE + scratch[OUT_X + i] * side + scratch[OUT_Y + i]]
        scratch[OUT_G + i] = min(scratch[OUT_G + i], most)
    write_least(parameters, scratch, kept, 1)


@rule
def expand(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """List every move; all moves that end the game are one."""
    words = parameters[WORDS]
    count = read(keys, at, parameters, scratch)
    found = 0
    over = False
    for i in range(count):
        x = scratch[IN_X + i]
        y = scratch[IN_Y + i]
        g = scratch[IN_G + i]
        if x == 1 or y == 1:
            over = True
            continue
        for j in range(g):
            n = part(scratch, count, i, i + 1, x, y, j, g - 1 - j)
            settle(parameters, scratch, n)
            out[to + found * words] = scratch[KEY_0]
            if words == 2:
                out[to + found * words + 1] = scratch[KEY_1]
            values[first + found] = UNKNOWN
            promises[first + found] = 0
            found += 1
    if over:
        values[first + found] = -1
        found += 1
    return found


def kernel_of(a: int, d: int, n: int | None) -> Kernel:
    """The kernel for nimbers of the normal game on a chain of n cards (``None``: any number).

    >>> kernel_of(4, 3, 12).words
    1
    """
    most = n if n is not None else BIG
    sizes = [min(paper(x, y), most) if x and y else 0 for x in range(a + 1) for y in range(d + 1)]
    widths = [(size - 1).bit_length() if size else 0 for size in sizes]
    side = d + 1
    # The heaviest path, where one block at the most lies at x = a and one at y = d.
    heaviest: dict[tuple[int, int], int] = {}
    for x in range(1, a + 1):
        for y in range(d, 0, -1):
            after = [2 + heaviest[x - 1, y]] if x > 1 else []
            after += [2 + heaviest[x, y + 1]] if y < d else []
            edge = (x == a) + (y == d) and not (x == a and y == 1) and not (x == 1 and y == d)
            here = 0 if edge else 1 + widths[x * side + y]
            heaviest[x, y] = here + max(after, default=0)
    longest = 1 + max(
        heaviest[a, 1] + 2 + max(widths[a * side :]) + max(widths[x * side + d] for x in range(a)),
        2 * (a + d) + widths[a * side + d],
    )
    if longest > LAST_BITS + WORD_BITS:
        raise InputError(
            f"nimbers of a = {a}, d = {d} with {n if n is not None else 'any'} cards: a position "
            f"needs {longest} bits, and no more than {LAST_BITS + WORD_BITS} fit"
        )
    words = 1 if longest <= LAST_BITS else 2
    head = [a, d, 1, int(a == d), 0, 0, words, TABLE + len(sizes), 1]
    assert head[EDGE] == 1 and head[WIDTHS] and head[ASC] == a
    return Kernel(
        f"nimbers of ({a}, {d})", expand, drawless, (*head, *sizes, *widths), max(sizes) + 2,
        (a - 1) * (d - 1) + 2, words, SCRATCH,
    )  # fmt: skip


def pack(kernel: Kernel, blocks: list[tuple[int, int, int]]) -> tuple[int, ...]:
    """Pack blocks (x, y, size), the lowest first."""
    scratch: Any = [0] * SCRATCH
    for i, (x, y, g) in enumerate(blocks):
        scratch[OUT_X + i], scratch[OUT_Y + i], scratch[OUT_G + i] = x, y, g
    settle(kernel.parameters, scratch, len(blocks))  # type: ignore[arg-type]
    return tuple(scratch[KEY_0 : KEY_1 + 1][: kernel.words])

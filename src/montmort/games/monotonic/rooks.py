"""The extended game on 1 to n as a compiled kernel: non-attacking rooks on an n × n board.

A move names a place of the row (a line of the board) and a card (a column of it). A
position is the column of each line's rook, or none; turning the board by half a turn
and exchanging lines and columns change nothing, and for a = d neither do reflections.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import UNKNOWN, Kernel

__all__ = ["MOST_SIDE", "drawless", "expand", "kernel_of", "pack"]

MOST_SIDE = 15
"""Four bits a line: so many fit into the 60 bits of a position."""

ASC, DESC, SIDE, MISERE, MIRROR = range(5)
SQUARE = (MOST_SIDE + 2) * (MOST_SIDE + 2)
ROW = MOST_SIDE + 2
# Working memory: rooks of the position and of a child; the four longest chains at a cell.
HERE, CHILD, NW, SE, SW, NE, LABEL = 0, ROW, *(2 * ROW + i * SQUARE for i in range(5))
SAFE, ENDS, BEST = (2 * ROW + 5 * SQUARE + i for i in range(3))
SCRATCH = 2 * ROW + 5 * SQUARE + 8


@rule
def drawless(keys: Ints, at: int, parameters: Ints) -> bool:
    """On a board of more than (a - 1)(d - 1) lines somebody ends the game."""
    return parameters[SIDE] > (parameters[ASC] - 1) * (parameters[DESC] - 1)


@rule
def _survey(parameters: Ints, scratch: Ints, rooks: int, mark: int) -> None:
    """Count the free cells that end the game and those that don't; mark the latter."""
    n = parameters[SIDE]
    a = parameters[ASC]
    d = parameters[DESC]
    side = n + 2
    columns = 0
    for i in range(n):
        if scratch[rooks + i]:
            columns |= 1 << scratch[rooks + i]
    for c in range(side):
        scratch[NW + c] = 0
        scratch[NE + c] = 0
        scratch[SE + (n + 1) * side + c] = 0
        scratch[SW + (n + 1) * side + c] = 0
    # The longest chains of rooks in the quarter before (after) each cell.
    for r in range(1, n + 1):
        rook = scratch[rooks + r - 1]
        here = r * side
        up = here - side
        best = 0
        scratch[NW + here] = 0
        for c in range(1, n + 1):
            best = scratch[NW + up + c]
            if c == rook:
                best = max(best, scratch[NW + up + c - 1] + 1)
            scratch[NW + here + c] = max(best, scratch[NW + here + c - 1])
        scratch[NE + here + n + 1] = 0
        for c in range(n, 0, -1):
            best = scratch[NE + up + c]
            if c == rook:
                best = max(best, scratch[NE + up + c + 1] + 1)
            scratch[NE + here + c] = max(best, scratch[NE + here + c + 1])
    for r in range(n, 0, -1):
        rook = scratch[rooks + r - 1]
        here = r * side
        down = here + side
        scratch[SE + here + n + 1] = 0
        for c in range(n, 0, -1):
            best = scratch[SE + down + c]
            if c == rook:
                best = max(best, scratch[SE + down + c + 1] + 1)
            scratch[SE + here + c] = max(best, scratch[SE + here + c + 1])
        scratch[SW + here] = 0
        for c in range(1, n + 1):
            best = scratch[SW + down + c]
            if c == rook:
                best = max(best, scratch[SW + down + c - 1] + 1)
            scratch[SW + here + c] = max(best, scratch[SW + here + c - 1])
    safe = 0
    ends = 0
    for r in range(1, n + 1):
        if scratch[rooks + r - 1]:
            continue
        here = r * side
        up = here - side
        down = here + side
        for c in range(1, n + 1):
            if columns >> c & 1:
                if mark:
                    scratch[LABEL + here + c] = 0
                continue
            rising = scratch[NW + up + c - 1] + scratch[SE + down + c + 1] + 1
            falling = scratch[NE + up + c + 1] + scratch[SW + down + c - 1] + 1
            if rising >= a or falling >= d:
                ends += 1
                if mark:
                    scratch[LABEL + here + c] = 0
            else:
                safe += 1
                if mark:
                    scratch[LABEL + here + c] = 1
    scratch[SAFE] = safe
    scratch[ENDS] = ends


@rule
def settle(parameters: Ints, scratch: Ints) -> int:
    """Pack the child, turned and mirrored into the smallest number."""
    n = parameters[SIDE]
    turns = 8 if parameters[MIRROR] else 4
    best = -1
    for turn in range(turns):
        word = 0
        for r in range(n):
            c = scratch[CHILD + r]
            if c:
                line = r
                column = c - 1
                if turn & 1:
                    line = n - 1 - line
                    column = n - 1 - column
                if turn & 4:
                    column = n - 1 - column
                if turn & 2:
                    line, column = column, line
                word |= (column + 1) << (4 * line)
        if best < 0 or word < best:
            best = word
    return best


@rule
def expand(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """List what follows; in the normal form not what lets the other player end the game."""
    n = parameters[SIDE]
    misere = parameters[MISERE]
    side = n + 2
    placed = 0
    for r in range(n):
        scratch[HERE + r] = keys[at] >> (4 * r) & 15
        if scratch[HERE + r]:
            placed += 1
    _survey(parameters, scratch, HERE, 1)
    found = 0
    for r in range(n):
        if scratch[HERE + r]:
            continue
        for c in range(1, n + 1):
            if scratch[LABEL + (r + 1) * side + c] == 0:
                continue
            for i in range(n):
                scratch[CHILD + i] = scratch[HERE + i]
            scratch[CHILD + r] = c
            _survey(parameters, scratch, CHILD, 0)
            if misere == 0 and scratch[ENDS]:
                continue
            word = settle(parameters, scratch)
            known = False
            for i in range(found):
                if out[to + i] == word:
                    known = True
                    break
            if known:
                continue
            value = UNKNOWN
            if scratch[SAFE] == 0:
                value = -1 if scratch[ENDS] else 0
            out[to + found] = word
            values[first + found] = value
            promises[first + found] = -scratch[SAFE]
            found += 1
    return found


def kernel_of(a: int, d: int, n: int, *, misere: bool = False) -> Kernel:
    """The kernel of the extended game on 1 to n.

    >>> kernel_of(3, 3, 6).depth
    6
    """
    if n > MOST_SIDE:
        raise InputError(
            f"n is {n}: the extended game is searched for n up to {MOST_SIDE}, "
            "since a position keeps four bits a line in a word of 60"
        )
    return Kernel(
        f"({a}, {d}) {'misère' if misere else 'normal'} extended on {n}",
        expand,
        drawless,
        (a, d, n, int(misere), int(a == d)),
        n * n,
        min(n, (a - 1) * (d - 1) + 1) + 1,
        1,
        SCRATCH,
    )


def pack(kernel: Kernel, board: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], int]:
    """Pack rooks given as (line, column); also say what is plain to see, or ``UNKNOWN``."""
    parameters: Any = kernel.parameters
    scratch: Any = [0] * SCRATCH
    for line, column in board:
        scratch[CHILD + line - 1] = column
    _survey(parameters, scratch, CHILD, 0)
    key = (settle(parameters, scratch),)
    if scratch[ENDS] and not parameters[MISERE]:
        return key, 1
    if scratch[SAFE] == 0:
        return key, -1 if scratch[ENDS] else 0
    return key, UNKNOWN

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

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import LAST_BITS, UNKNOWN, WORD_BITS, Kernel
from .bounds import gap_table
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
    MIRROR,
    MISERE,
    OPEN_BOTTOM,
    OPEN_TOP,
    OUT_G,
    OUT_X,
    OUT_Y,
    SAFE,
    SCRATCH,
    TABLE,
    WIDTHS,
    WORDS,
    read,
    write,
)  # fmt: skip

__all__ = ["ChainRules", "drawless", "expand", "kernel_of", "pack"]


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
        if kept > 0 and scratch[OUT_X + kept - 1] == x and scratch[OUT_Y + kept - 1] == y:
            scratch[OUT_G + kept - 1] += g
        else:
            scratch[OUT_X + kept] = x
            scratch[OUT_Y + kept] = y
            scratch[OUT_G + kept] = g
            kept += 1
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
    first = 0
    second = 0
    for backwards in range(1 + parameters[MIRROR]):
        write(parameters, scratch, count, p, backwards)
        if backwards == 0 or (
            scratch[KEY_1] < second or (scratch[KEY_1] == second and scratch[KEY_0] < first)
        ):
            first = scratch[KEY_0]
            second = scratch[KEY_1]
    scratch[KEY_0] = first
    scratch[KEY_1] = second


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
    cap = d
    if parameters[OPEN_TOP]:
        cap = 2
    elif high:
        cap = 2
        while high >> (cap - 2) & 1 == 0:
            cap += 1
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
    cap = a
    if parameters[OPEN_BOTTOM]:
        cap = 2
    elif low:
        cap = 2
        while low >> (cap - 2) & 1 == 0:
            cap += 1
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
            below = count
            g = 1
        elif i == -1:
            if low == 0:
                continue
            y = 2
            x = a
            while low >> (x - 3) & 1 == 0:
                x -= 1
            high_now = high
            low_now = low ^ 1 << (x - 3)
            below = 0
            g = 1
        else:
            x = scratch[IN_X + i]
            y = scratch[IN_Y + i]
            g = scratch[IN_G + i]
            stop = g
            high_now = high
            low_now = low
            below = i
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
            over = g - 1 - j
            if top:
                over = BIG
                under = BIG if bottom or j == g else j
            elif bottom:
                under = BIG
                over = BIG if j == g else j
            n = 0
            for b in range(below):
                scratch[OUT_X + n] = scratch[IN_X + b]
                scratch[OUT_Y + n] = min(scratch[IN_Y + b], y - 1)
                scratch[OUT_G + n] = scratch[IN_G + b]
                n += 1
            if i >= 0:
                scratch[OUT_X + n] = x
                scratch[OUT_Y + n] = y - 1
                scratch[OUT_G + n] = under
                scratch[OUT_X + n + 1] = x - 1
                scratch[OUT_Y + n + 1] = y
                scratch[OUT_G + n + 1] = over
                n += 2
            for b in range(below + (1 if i >= 0 else 0), count):
                scratch[OUT_X + n] = min(scratch[IN_X + b], x - 1)
                scratch[OUT_Y + n] = scratch[IN_Y + b]
                scratch[OUT_G + n] = scratch[IN_G + b]
                n += 1
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


class ChainRules:
    """The numbers that the kernel needs for one game, and how large its positions get."""

    def __init__(
        self, a: int, d: int, n: int | None, misere: bool = False, open_top: bool = False,
        open_bottom: bool = False,
    ) -> None:  # fmt: skip
        self.a, self.d, self.n, self.misere = a, d, n, misere
        most = n if n is not None else BIG
        self.most = {(x, y): 0 for x in range(a + 1) for y in range(d + 1)}
        for (_, _, x, y), size in gap_table(a, d, misere, largest=True).items():
            self.most[x, y] = min(size, most)
        longest = self._longest()
        self.words = 1 if longest <= LAST_BITS else 2
        if longest > LAST_BITS + WORD_BITS:
            raise InputError(
                f"positions of a = {a}, d = {d} with {n if n is not None else 'any'} cards need "
                f"{longest} bits: no more than {LAST_BITS + WORD_BITS} fit"
            )
        table = gap_table(a, d, misere)
        sizes: list[int] = []
        contexts = 1 if misere else (d - 1) * (a - 1)
        for c in range(contexts):
            h, k = (0, 0) if misere else (c // (a - 1) + 2, c % (a - 1) + 2)
            for x in range(a + 1):
                for y in range(d + 1):
                    sizes.append(min(table.get((h, k, x, y), 0), most))
        widths = [
            max(self.most[x, y] - 1, 0).bit_length() for x in range(a + 1) for y in range(d + 1)
        ]
        mirror = a == d and open_top == open_bottom
        head = [a, d, int(misere), int(mirror), int(open_top), int(open_bottom), self.words, 0, 2]
        head[WIDTHS] = TABLE + len(sizes)
        self.parameters = [*head, *sizes, *widths]

    def _longest(self) -> int:
        """The most bits that a packed position can need."""
        a, d = self.a, self.d
        steps = max(a - 2, 0) + max(d - 2, 0)
        # While a draw is possible: a bit a card, and one more to stop each block.
        cards = min((a - 1) * (d - 1), self.n if self.n is not None else BIG)
        few = 1 + 2 * steps + cards + 1
        # Later: the heaviest path. Cards at x = a lie below the whole board and cards at
        # y = d above it, so that each of these is one block at the most.
        edge = 2 if self.misere else 3
        heaviest: dict[tuple[int, int], int] = {}
        for x in range(edge, a):
            for y in range(d - 1, edge - 1, -1):
                after = [2 + heaviest[x - 1, y]] if x > edge else []
                after += [2 + heaviest[x, y + 1]] if y < d - 1 else []
                # Beyond the last step there is one block at y = d, or none.
                last = [2 * (d - y + x - z) + self._cost(z, d) for z in range(edge, x + 1)]
                heaviest[x, y] = self._cost(x, y) + max(after + last)
        most = self._cost(a, d) + 2 * (d - edge)
        for y in range(edge, d):
            for x in range(edge, a):
                for up in range(y, d):
                    start = 2 * (y - edge + a - x + up - y)
                    most = max(most, self._cost(a, y) + start + heaviest[x, up])
        return max(few, (2 if self.misere else 2 + steps) + most)

    def _cost(self, x: int, y: int) -> int:
        return (self.most[x, y] - 1).bit_length() if self.most[x, y] else 0

    @property
    def capacity(self) -> int:
        """The most moves of a position."""
        most = max(self.most.values()) + self.a + self.d + 4
        cards = (self.a - 1) * (self.d - 1) + 2
        return max(most, min(cards, self.n if self.n is not None else BIG)) + 2

    @property
    def depth(self) -> int:
        """The most moves of a game."""
        return (self.a - 1) * (self.d - 1) + 2


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

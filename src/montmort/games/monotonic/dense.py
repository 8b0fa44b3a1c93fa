"""The game on the rationals as a compiled kernel: colour words alone.

Write every Purple as Red Blue (no word has a Red before a Blue otherwise), put one Blue
in front for each bluish element that is missing, and one Red behind for each reddish
one. What comes out has as many letters for all words of one game, and a move swaps two
of them: a Blue and a Red behind it, between which all letters are equal. See the
documentation.

In the normal form nobody may bring a sequence within one card of its critical length,
so (a, d) is the misère game of (a - 1, d - 1): the letters are a - 2 Reds and d - 2
Blues, and who finds no swap has lost.
"""

from __future__ import annotations

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import UNKNOWN, Kernel

__all__ = ["drawless", "expand", "kernel_of", "pack"]

MOST_LETTERS = 34
LENGTH, MIRROR = 0, 1


@rule
def drawless(keys: Ints, at: int, parameters: Ints) -> bool:
    """No game on a chain is longer than (a - 1)(d - 1) + 1 cards."""
    return True


@rule
def _least(word: int, length: int, mirror: int) -> int:
    """Of a word and its mirror image (backwards, colours exchanged), the smaller number."""
    if mirror == 0:
        return word
    other = 0
    rest = word
    for _ in range(length):
        other = other << 1 | (1 - (rest & 1))
        rest >>= 1
    return min(word, other)


@rule
def expand(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """List the swaps of a Blue (0) and a Red (1) behind it with equal letters between."""
    word = keys[at]
    length = parameters[LENGTH]
    mirror = parameters[MIRROR]
    found = 0
    # Reds behind the word and Blues before it only fill up: of these the nearest is there.
    end = 0
    while word >> end & 1:
        end += 1
    start = length
    while start > 0 and word >> (start - 1) & 1 == 0:
        start -= 1
    if start <= end:
        if 0 < end < length:
            out[to] = _least(word ^ 3 << (end - 1), length, mirror)
            values[first] = UNKNOWN
            promises[first] = 0
            return 1
        return 0
    # The Blue at start and the Red at end - 1 are the nearest of those that fill up.
    blue = start if start < length else start - 1
    red = end - 1 if end > 0 else 0
    while blue > red:
        if word >> blue & 1:
            blue -= 1
            continue
        # The Reds right behind this Blue, or the Blues right before that Red.
        place = blue - 1
        if place >= red and word >> place & 1:
            while place >= red and word >> place & 1:
                out[to + found] = _least(word ^ (1 << blue | 1 << place), length, mirror)
                found += 1
                place -= 1
            # Further Blues before the Red that follows.
            before = blue + 1
            while before <= start and before < length and word >> before & 1 == 0:
                out[to + found] = _least(word ^ (1 << before | 1 << (blue - 1)), length, mirror)
                found += 1
                before += 1
            blue = place
        else:
            blue -= 1
    for i in range(found):
        values[first + i] = UNKNOWN
        promises[first + i] = _mobility(out[to + i])
    return found


def kernel_of(a: int, d: int) -> Kernel:
    """The kernel of the normal game (a, d) on the rationals.

    >>> kernel_of(5, 4).states
    32
    """
    length = max(a - 2, 0) + max(d - 2, 0)
    if length > MOST_LETTERS:
        raise InputError(
            f"a + d is {a + d}: on the rationals it can be at most {MOST_LETTERS + 4} "
            "(the table has 2^(a + d - 4) places)"
        )
    depth = max(a - 2, 0) * max(d - 2, 0) + 2
    return Kernel(
        f"({a}, {d}) on the rationals", expand, drawless, (length, int(a == d)), 2 * length + 2,
        depth, 1, 0, 1 << length,
    )  # fmt: skip


def pack(a: int, d: int, word: str = "") -> tuple[int]:
    """Pack a colour word of the normal game (a, d) that nobody can end at once.

    >>> pack(5, 5, "RPB"), pack(5, 5)
    ((25,), (7,))
    """
    letters = word.replace("P", "RB")
    reds, blues = letters.count("R"), letters.count("B")
    full = "B" * (d - 2 - blues) + letters + "R" * (a - 2 - reds)
    number = int(full.replace("B", "0").replace("R", "1") or "0", 2)
    return (_least(number, len(full), int(a == d)),)


@rule
def _mobility(word: int) -> int:
    x = word
    n = 0
    x = word & ~(word << 1)
    while x:
        n += 1
        x &= x - 1
    return n

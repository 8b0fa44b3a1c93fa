"""The game on the rationals: colour words alone, numbered along the play.

Write every Purple as Red Blue (no word has a Red before a Blue otherwise), put one Blue
in front for each bluish element that is missing, and one Red behind for each reddish
one. What comes out has as many letters for all words of one game, and a move swaps two
of them: a Blue and a Red behind it, between which all letters are equal. With Red as 1
and Blue as 0 every move leads to a larger number. See the documentation.

In the normal form nobody may bring a sequence within one card of its critical length,
so (a, d) is the misère game of (a - 1, d - 1): the letters are a - 2 Reds and d - 2
Blues, and who finds no swap has lost.
"""

from __future__ import annotations

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.sweep import Numbered

__all__ = ["MOST_LETTERS", "earlier", "number_of", "numbered", "parents"]

MOST_LETTERS = 36
"""Words of so many letters take a table of 8 GiB."""


@rule
def earlier(position: int, parameters: Ints) -> int:
    """The next smaller number with as many ones."""
    full = (1 << parameters[0]) - 1
    # The next larger one of the complement.
    other = full ^ position
    if other == 0:
        return -1
    lowest = other & -other
    ripple = other + lowest
    if ripple > full:
        return -1
    ones = other ^ ripple
    shift = 2
    while lowest > 1:
        lowest >>= 1
        shift += 1
    return full ^ (ripple | ones >> shift)


@rule
def parents(position: int, parameters: Ints, out: Ints) -> int:
    """List the words that one swap makes into this one."""
    length = parameters[0]
    bottom = 0
    while position >> bottom & 1:
        bottom += 1
    top = length - 1
    while top >= 0 and position >> top & 1 == 0:
        top -= 1
    found = 0
    # Every Red (1) that stands right before a Blue (0).
    corners = (position >> 1) & ~position
    while corners:
        mark = corners & -corners
        corners ^= mark
        blue = mark
        red = mark << 1
        out[found] = position ^ (red | blue)
        found += 1
        # Further Reds before it: but beyond the word only the nearest one is taken.
        if blue != 1 << bottom:
            far = red << 1
            while position & far:
                out[found] = position ^ (far | blue)
                found += 1
                far <<= 1
        if red != 1 << top:
            near = blue >> 1
            while near and position & near == 0:
                out[found] = position ^ (red | near)
                found += 1
                near >>= 1
    return found


def numbered(a: int, d: int) -> Numbered:
    """The normal game (a, d) on the rationals, for :func:`~montmort.engines.outcome.label_all`.

    >>> bin(numbered(5, 4).last)
    '0b11100'
    """
    reds, blues = a - 2, d - 2
    if min(reds, blues) < 0:
        raise InputError(f"a = {a}, d = {d}: sequences of one card end the game at once")
    if reds + blues > MOST_LETTERS:
        raise InputError(
            f"a + d is {a + d}: on the rationals it can be at most {MOST_LETTERS + 4} "
            "(the table has 2^(a + d - 4) bits)"
        )
    last = (1 << reds) - 1 << blues
    return Numbered(
        f"({a}, {d}) on the rationals", parents, earlier, last, (reds + blues,), reds + blues + 2
    )


def number_of(word: str, a: int, d: int) -> int:
    """The number of a colour word in the normal game (a, d).

    >>> number_of("", 5, 5), number_of("RPB", 5, 5)
    (7, 25)
    """
    letters = word.replace("P", "RB")
    reds, blues = letters.count("R"), letters.count("B")
    full = "B" * (d - 2 - blues) + letters + "R" * (a - 2 - reds)
    return int(full.replace("B", "0").replace("R", "1") or "0", 2)

"""Streams of random numbers: one for each game and each who draws in it.

A stream is two words: a counter's present value and its step. Drawing adds the step
and mixes (SplitMix64: Steele, Lea and Flood, *Fast splittable pseudorandom number
generators*, 2014). The words are themselves mixed from (master seed, game, who), so
that any stream can be opened without the others, in any order, on any machine, and a
strategy that draws more never moves the dice.
"""

from __future__ import annotations

import numpy as np

from ..core.rule import rule
from ..core.struct import Ints, Stream

__all__ = [
    "DEAL", "SEATING", "SEATS", "TIES", "Source", "below", "open_stream", "shuffle", "uniform",
]  # fmt: skip

DEAL, SEATING, TIES, SEATS = 0, 1, 2, 3
"""Who draws: the deal (chance), the seating, the breaking of ties; seat s is SEATS + s."""

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_A = 0xBF58476D1CE4E5B9
_B = 0x94D049BB133111EB


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * _A) & _MASK
    z = ((z ^ (z >> 27)) * _B) & _MASK
    return z ^ (z >> 31)


def _mix_compiled(z):  # type: ignore[no-untyped-def]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_A)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_B)
    return z ^ (z >> np.uint64(31))


def _open_compiled(stream, seed, game, who):  # type: ignore[no-untyped-def]
    golden = np.uint64(_GOLDEN)
    key = _mix_word(np.uint64(seed) + golden)
    key = _mix_word((key ^ np.uint64(game)) + golden)
    key = _mix_word((key ^ np.uint64(who)) + golden)
    stream[0] = key
    stream[1] = _mix_word(key + golden) | np.uint64(1)


def _next_compiled(stream):  # type: ignore[no-untyped-def]
    z = stream[0] + stream[1]
    stream[0] = z
    return _mix_word(z)


def _below_compiled(stream, n):  # type: ignore[no-untyped-def]
    if n < 1:
        raise ValueError("below(n) needs n of at least 1")
    bound = np.uint64(n)
    word = _next_word(stream) >> np.uint64(32)
    product = word * bound
    low = product & np.uint64(0xFFFFFFFF)
    if low < bound:
        floor = (np.uint64(1 << 32) - bound) % bound
        while low < floor:
            product = (_next_word(stream) >> np.uint64(32)) * bound
            low = product & np.uint64(0xFFFFFFFF)
    return np.int64(product >> np.uint64(32))


def _uniform_compiled(stream):  # type: ignore[no-untyped-def]
    return np.float64(_next_word(stream) >> np.uint64(11)) * 2.0**-53


def _mix_any(z):  # type: ignore[no-untyped-def]
    return _mix(int(z))


def _next(stream):  # type: ignore[no-untyped-def]
    z = (int(stream[0]) + int(stream[1])) & _MASK
    stream[0] = z
    return _mix(z)


_mix_word = rule(compiled=_mix_compiled)(_mix_any)
_next_word = rule(compiled=_next_compiled)(_next)


@rule(compiled=_open_compiled)
def open_stream(stream: Stream, seed: int, game: int, who: int) -> None:
    """Open the stream of one who draws in one game.

    >>> words = np.zeros(2, np.uint64)
    >>> open_stream(words, 7, 4711, DEAL)
    >>> [below(words, 6) + 1 for _ in range(8)]
    [6, 2, 3, 2, 6, 3, 4, 5]
    """
    key = _mix(((seed & _MASK) + _GOLDEN) & _MASK)
    key = _mix(((key ^ (game & _MASK)) + _GOLDEN) & _MASK)
    key = _mix(((key ^ (who & _MASK)) + _GOLDEN) & _MASK)
    stream[0] = key
    stream[1] = _mix((key + _GOLDEN) & _MASK) | 1


@rule(compiled=_below_compiled)
def below(stream: Stream, n: int) -> int:
    """Draw a whole number from 0 to n - 1, all equally likely (n below 2³²).

    The method is Lemire's (*Fast random integer generation in an interval*, 2019):
    multiply, and draw again in the rare case that would favour some numbers.
    """
    if n < 1:
        raise ValueError("below(n) needs n of at least 1")
    product = (int(_next_word(stream)) >> 32) * n
    if (product & 0xFFFFFFFF) < n:
        floor = ((1 << 32) - n) % n
        while (product & 0xFFFFFFFF) < floor:
            product = (int(_next_word(stream)) >> 32) * n
    return product >> 32


@rule(compiled=_uniform_compiled)
def uniform(stream: Stream) -> float:
    """Draw a number from 0 (included) to 1 (excluded)."""
    return float(int(_next_word(stream)) >> 11) * 2.0**-53


@rule
def shuffle(stream: Stream, items: Ints, count: int) -> None:
    """Put a random choice of the items, in random order, into the first ``count`` places."""
    size = len(items)
    for i in range(min(count, size - 1)):
        j = i + below(stream, size - i)
        items[i], items[j] = items[j], items[i]


class Source:
    """A stream for interpreted code, with the draws as methods.

    >>> Source(7, 4711, DEAL).below(6) + 1
    6
    """

    def __init__(self, seed: int, game: int, who: int) -> None:
        self.words = np.zeros(2, np.uint64)
        open_stream(self.words, seed, game, who)

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""
        return below(self.words, n)

    def uniform(self) -> float:
        """Draw a number from 0 (included) to 1 (excluded)."""
        return uniform(self.words)

    def choice(self, items):  # type: ignore[no-untyped-def]
        """Draw one of the items of a sequence."""
        return items[below(self.words, len(items))]

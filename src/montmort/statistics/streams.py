"""Streams of random numbers: one for each game and each who draws in it.

A stream is two words: a counter's present value and its step. Drawing adds the step
and mixes (SplitMix64: Steele, Lea and Flood, *Fast splittable pseudorandom number
generators*, 2014). The words are themselves mixed from (master seed, game, who), so
that any stream can be opened without the others, in any order, on any machine, and a
strategy that draws more never moves the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..core.rule import rule
from ..core.struct import Ints, Stream

__all__ = [
    "DEAL", "SEATING", "SEATS", "TIES", "Source", "below", "draw_many", "open_stream",
    "several", "shuffle", "uniform",
]  # fmt: skip

DEAL, SEATING, TIES, SEATS = 0, 1, 2, 3
"""Who draws: the deal (chance), the seating, the breaking of ties; seat s is SEATS + s."""

T = TypeVar("T")

BATCH = 1 << 16
"""How many results the draws from one word may have; fewer than one in 2¹⁶ is refused."""

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
    stream.state = key
    stream.step = _mix_word(key + golden) | np.uint64(1)


def _next_compiled(stream):  # type: ignore[no-untyped-def]
    z = stream.state + stream.step
    stream.state = z
    return _mix_word(z)


def _below_compiled(stream, n):  # type: ignore[no-untyped-def]
    if np.uint64(n - 1) >= np.uint64(1 << 32):  # a number below 1 is huge when unsigned
        raise ValueError("below(n) needs n from 1 to 2**32")
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


def _half_compiled(stream):  # type: ignore[no-untyped-def]
    return np.int64(_next_word(stream) >> np.uint64(32))


def _uniform_compiled(stream):  # type: ignore[no-untyped-def]
    return np.float64(_next_word(stream) >> np.uint64(11)) * 2.0**-53


def _mix_any(z):  # type: ignore[no-untyped-def]
    return _mix(int(z))


def _next(stream):  # type: ignore[no-untyped-def]
    z = (stream.state + stream.step) & _MASK
    stream.state = z
    return _mix(z)


_mix_word = rule(compiled=_mix_compiled)(_mix_any)
_next_word = rule(compiled=_next_compiled)(_next)


def _half(stream):  # type: ignore[no-untyped-def]
    return int(_next_word(stream)) >> 32


_half_word = rule(compiled=_half_compiled)(_half)


@rule(compiled=_open_compiled)
def open_stream(stream: Stream, seed: int, game: int, who: int) -> None:
    """Open the stream of one who draws in one game.

    >>> stream = Stream()
    >>> open_stream(stream, 7, 4711, DEAL)
    >>> [below(stream, 6) + 1 for _ in range(8)]
    [6, 2, 2, 6, 3, 2, 1, 2]
    """
    key = _mix(((seed & _MASK) + _GOLDEN) & _MASK)
    key = _mix(((key ^ (game & _MASK)) + _GOLDEN) & _MASK)
    key = _mix(((key ^ (who & _MASK)) + _GOLDEN) & _MASK)
    stream.state = key
    stream.step = _mix((key + _GOLDEN) & _MASK) | 1


def draw_many(seed: int, games: npt.NDArray[Any], who: int, draws: int) -> npt.NDArray[np.uint64]:
    """Draw the first words of many games' streams at once: ``words[game, draw]``.

    >>> stream = Source(7, 4711, TIES)
    >>> int(draw_many(7, np.array([4711]), TIES, 2)[0, 1]) == [stream.word(), stream.word()][1]
    True
    """
    golden = np.uint64(_GOLDEN)

    def mix(z: Any) -> Any:
        z = (z ^ (z >> np.uint64(30))) * np.uint64(_A)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(_B)
        return z ^ (z >> np.uint64(31))

    key = np.uint64(_mix(((seed & _MASK) + _GOLDEN) & _MASK))
    keys = mix((key ^ np.asarray(games).astype(np.uint64)) + golden)
    keys = mix((keys ^ np.uint64(who)) + golden)
    steps = mix(keys + golden) | np.uint64(1)
    counts = np.arange(1, draws + 1, dtype=np.uint64)
    return np.asarray(mix(keys[:, None] + steps[:, None] * counts[None, :]), np.uint64)


@rule(compiled=_below_compiled)
def below(stream: Stream, n: int) -> int:
    """Draw a whole number from 0 to n - 1, all equally likely (n from 1 to 2³²).

    The method is Lemire's (*Fast random integer generation in an interval*, 2019):
    multiply, and draw again in the rare case that would favour some numbers.
    """
    if not 1 <= n <= 1 << 32:
        raise ValueError("below(n) needs n from 1 to 2**32")
    product = (int(_next_word(stream)) >> 32) * n
    if (product & 0xFFFFFFFF) < n:
        floor = ((1 << 32) - n) % n
        while (product & 0xFFFFFFFF) < floor:
            product = (int(_next_word(stream)) >> 32) * n
    return product >> 32


@rule
def several(stream: Stream, n: int, count: int, bits: int) -> int:
    """Draw so many numbers from 0 to n - 1 at once, into one: ``bits`` bits for each.

    The first stands in the lowest bits. One word gives several: each is what a product
    carries over, and the next is drawn with the rest (Brackett-Rozinsky and Lemire,
    *Batched ranged random integer generation*, 2024). n is below 2¹⁶, and all bits
    together are below 63.

    >>> stream = Stream()
    >>> open_stream(stream, 7, 4711, DEAL)
    >>> oct(several(stream, 6, 5, 3))
    '0o25415'
    """
    if n < 1:
        raise ValueError("several(n) needs n of at least 1")
    drawn, done = 0, 0
    while done < count:
        here, results = 1, n
        while done + here < count and results * n < BATCH:
            here += 1
            results *= n
        while True:
            rest, some = _half_word(stream), 0
            for i in range(here):
                rest *= n
                some |= rest >> 32 << bits * (done + i)
                rest &= 0xFFFFFFFF
            # 2³² words are not quite equally many for each result: those over are refused.
            if rest >= results or rest >= ((1 << 32) - results) % results:
                break
        drawn |= some
        done += here
    return drawn


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


class Source(Stream):
    """A stream for interpreted code, with the draws as methods too.

    >>> Source(7, 4711, DEAL).below(6) + 1
    6
    """

    def __init__(self, seed: int, game: int, who: int) -> None:
        super().__init__()
        open_stream(self, seed, game, who)

    def word(self) -> int:
        """Draw 64 random bits."""
        return int(_next_word(self))

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""
        return below(self, n)

    def uniform(self) -> float:
        """Draw a number from 0 (included) to 1 (excluded)."""
        return uniform(self)

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of the items of a sequence."""
        return items[below(self, len(items))]

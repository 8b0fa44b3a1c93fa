"""The table of what is known of positions: plain arrays, open addressing, no locks.

An entry keeps what is known beside the position in one word, so that a thread writes
all of it or nothing. Two threads that write to one place at one time lose one of the
entries, which costs its search again and nothing else. Positions of several words take
several writes: they are for one thread.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.rule import rule
from ...core.struct import Ints

__all__ = [
    "BUSY", "EMPTY", "KEY", "entries_of", "find_direct", "find_hashed", "high", "keep_direct",
    "keep_hashed", "low", "move_all", "narrow", "start_of",
]  # fmt: skip

EMPTY = 0
KEY = (1 << 60) - 1
"""The bits of a position's last word, once the code is shifted out."""
BUSY = 8
"""Another thread is at it."""
LOWS = np.array([-1, -1, 0, 1, -1, 0, -1, -1] * 2, np.int64)
HIGHS = np.array([1, -1, 0, 1, 0, 1, 1, 1] * 2, np.int64)
# 0 nothing known; 1 loss, 2 draw, 3 win; 4 at most a draw, 5 at least a draw; 6 seen only

_words: Any = 1


@rule
def low(code: int) -> int:
    """The least value that a code leaves open."""
    if code & 7 == 3:
        return 1
    if code & 7 == 2 or code & 7 == 5:
        return 0
    return -1


@rule
def high(code: int) -> int:
    """The largest value that a code leaves open."""
    if code & 7 == 1:
        return -1
    if code & 7 == 2 or code & 7 == 4:
        return 0
    return 1


@rule
def narrow(code: int, least: int, most: int) -> int:
    """The code that knows what this one knows, and that the value lies between two."""
    least = max(least, low(code))
    most = min(most, high(code))
    if least == most:
        return least + 2
    if least == -1:
        return 4 if most == 0 else 6
    return 5


def _start_compiled(keys, at, words, mask):  # type: ignore[no-untyped-def]
    h = np.uint64(0)
    for w in range(words):
        h = (h ^ np.uint64(keys[at + w])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h = h * np.uint64(0xBF58476D1CE4E5B9)
    h ^= h >> np.uint64(29)
    return np.int64(h) & mask


@rule(compiled=_start_compiled)
def start_of(keys: Ints, at: int, words: int, mask: int) -> int:
    """Where the search for a position's place begins."""
    full = (1 << 64) - 1
    h = 0
    for w in range(words):
        h = ((h ^ int(keys[at + w])) * 0x9E3779B97F4A7C15) & full
        h ^= h >> 32
    h = (h * 0xBF58476D1CE4E5B9) & full
    h ^= h >> 29
    return h & mask


@rule
def find_hashed(table: Ints, mask: int, words: int, keys: Ints, at: int) -> int:
    """What is known of a position; 0 where it isn't in the table."""
    slot = start_of(keys, at, words, mask)
    last = words - 1
    while True:
        entry = table[slot * words + last]
        if entry == 0:
            return 0
        if entry >> 4 & KEY == keys[at + last]:
            same = True
            for w in range(last):
                if table[slot * words + w] != keys[at + w]:
                    same = False
            if same:
                return entry & 15
        slot = (slot + 1) & mask


@rule
def keep_hashed(table: Ints, mask: int, words: int, keys: Ints, at: int, code: int) -> int:
    """Write what is known of a position; 1 where it was not in the table before."""
    slot = start_of(keys, at, words, mask)
    last = words - 1
    while True:
        entry = table[slot * words + last]
        if entry == 0:
            for w in range(last):
                table[slot * words + w] = keys[at + w]
            table[slot * words + last] = keys[at + last] << 4 | code
            return 1
        if entry >> 4 & KEY == keys[at + last]:
            same = True
            for w in range(last):
                if table[slot * words + w] != keys[at + w]:
                    same = False
            if same:
                table[slot * words + last] = keys[at + last] << 4 | code
                return 0
        slot = (slot + 1) & mask


@rule
def find_direct(table: Any, mask: int, words: int, keys: Ints, at: int) -> int:
    """What is known of a numbered position."""
    return int(table[keys[at]])


@rule
def keep_direct(table: Any, mask: int, words: int, keys: Ints, at: int, code: int) -> int:
    """Write what is known of a numbered position."""
    new = 1 if table[keys[at]] == 0 else 0
    table[keys[at]] = code
    return new


def move_all(old, words, table, mask, key):  # type: ignore[no-untyped-def]
    """Put all entries of a table into a larger one; return how many they are."""
    moved = 0
    for slot in range(len(old) // words):
        entry = old[slot * words + words - 1]
        if entry & 7 == 0 or entry & 7 == 6:
            continue
        for w in range(words - 1):
            key[w] = old[slot * words + w]
        key[words - 1] = entry >> 4 & KEY
        moved += keep_hashed(table, mask, words, key, 0, entry & 7)
    return moved


def entries_of(table: npt.NDArray[np.int64], words: int) -> npt.NDArray[np.int64]:
    """The entries of a hashed table in which something is known, a row each."""
    rows = table.reshape(-1, words)
    code = rows[:, -1] & 7
    return np.ascontiguousarray(rows[(code != 0) & (code != 6)])

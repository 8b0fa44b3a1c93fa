"""The table of what is known of positions: plain arrays, open addressing.

An entry is the words of a position, with what is known of it beside the last one. What
is here is for one thread; :mod:`.shared` has the same for several.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.rule import rule
from ...core.struct import Ints

__all__ = [
    "BUSY", "KEY", "enlarge", "entries_of", "find_direct", "find_hashed", "high", "insert",
    "keep_direct", "keep_hashed", "low", "narrow", "start_of",
]  # fmt: skip

KEY = (1 << 60) - 1
"""The bits of a position's last word, once the code is shifted out."""
BUSY = 8
"""Another thread is at it."""
PIECE = 1 << 16
"""Places that are looked at together: working memory is for so many only."""
# 0 nothing known; 1 loss, 2 draw, 3 win; 4 at most a draw, 5 at least a draw; 6 seen only


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


def insert(entries, words, table, mask, key):  # type: ignore[no-untyped-def]
    """Put entries, a row each, into a table; return how many were not there before."""
    added = 0
    for row in range(len(entries) // words):
        entry = entries[row * words + words - 1]
        for w in range(words - 1):
            key[w] = entries[row * words + w]
        key[words - 1] = entry >> 4 & KEY
        added += keep_hashed(table, mask, words, key, 0, entry & 7)
    return added


def enlarge(table, words, slots, key):  # type: ignore[no-untyped-def]
    """Spread the entries of the first so many places over twice as many, in the same array.

    The places of the second half must be empty. Returns how many entries there are;
    those that say nothing but "seen" are dropped.
    """
    # Begin behind a hole: then every entry that is put back goes to a place that was
    # emptied before, or into the second half; what is put back is never moved again,
    # and the entries in front of it stay, so that it is found.
    mask = 2 * slots - 1
    last = words - 1
    first = 0
    while table[first * words + last] != 0:
        first += 1
    kept = 0
    for step in range(1, slots):
        slot = (first + step) & (slots - 1)
        entry = table[slot * words + last]
        if entry == 0:
            continue
        table[slot * words + last] = 0
        code = entry & 7
        if code == 0 or code >= 6:
            continue
        for w in range(last):
            key[w] = table[slot * words + w]
        key[last] = entry >> 4 & KEY
        kept += keep_hashed(table, mask, words, key, 0, code)
    return kept


def entries_of(table: npt.NDArray[np.int64], words: int) -> Iterator[npt.NDArray[np.int64]]:
    """The entries of a hashed table in which something is known, a row each, piece by piece."""
    rows = table.reshape(-1, words)
    for start in range(0, len(rows), PIECE):
        piece = rows[start : start + PIECE]
        code = piece[:, -1] & 7
        found = piece[(code != 0) & (code < 6)]
        found[:, -1] &= ~BUSY
        yield np.ascontiguousarray(found)

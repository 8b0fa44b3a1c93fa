"""The table where several threads share it: no locks, nothing lost, no key ever wrong.

A thread claims an empty place by an atomic exchange, writes the position's other words,
and then publishes the last one, with what is known, in one store; who meets a claimed
place waits for those few instructions. A place never changes its position again, so that
what is read of a published one is true. What two threads know of one position is joined.
"""

from __future__ import annotations

from typing import Any

from .table import KEY, high, low, narrow, start_of

__all__ = ["CLAIMED", "find_shared", "keep_shared", "keep_shared_direct"]

CLAIMED = 7
"""A place that is being written: no code is 7."""

# Stand-ins: replaced before this is compiled, by montmort.core.compiler.atomics.
load: Any = None
store: Any = None
swap: Any = None


def find_shared(table, mask, words, keys, at):  # type: ignore[no-untyped-def]
    """What is known of a position; 0 where it isn't in the table."""
    slot = start_of(keys, at, words, mask)
    last = words - 1
    while True:
        entry = load(table, slot * words + last)
        if entry == 0:
            return 0
        if entry & 7 == CLAIMED:
            continue
        if entry >> 4 & KEY == keys[at + last]:
            same = True
            for w in range(last):
                if table[slot * words + w] != keys[at + w]:
                    same = False
            if same:
                return entry & 15
        slot = (slot + 1) & mask


def keep_shared(table, mask, words, keys, at, code):  # type: ignore[no-untyped-def]
    """Add what is known of a position; 1 where it was not in the table before."""
    slot = start_of(keys, at, words, mask)
    last = words - 1
    while True:
        place = slot * words + last
        entry = load(table, place)
        if entry == 0:
            whole = keys[at + last] << 4 | code
            if last == 0:
                if swap(table, place, 0, whole):
                    return 1
            elif swap(table, place, 0, CLAIMED):
                for w in range(last):
                    table[slot * words + w] = keys[at + w]
                store(table, place, whole)
                return 1
            continue  # another thread was first: look at what it writes
        if entry & 7 == CLAIMED:
            continue
        if entry >> 4 & KEY == keys[at + last]:
            same = True
            for w in range(last):
                if table[slot * words + w] != keys[at + w]:
                    same = False
            if same:
                joined = narrow(entry & 7, low(code), high(code)) | (code & 8)
                if swap(table, place, entry, keys[at + last] << 4 | joined):
                    return 0
                continue
        slot = (slot + 1) & mask


def keep_shared_direct(table, mask, words, keys, at, code):  # type: ignore[no-untyped-def]
    """Add what is known of a numbered position; 1 where nothing was known before."""
    while True:
        old = load(table, keys[at])
        joined = narrow(old & 7, low(code), high(code)) | (code & 8)
        if swap(table, keys[at], old, joined):
            return 1 if old == 0 else 0

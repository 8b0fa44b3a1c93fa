"""The search for nimbers: every child of every position, with a table of what is known."""

from __future__ import annotations

from typing import Any

from ..outcome.kernel import UNKNOWN
from ..outcome.table import start_of

__all__ = ["MOST", "SEEN", "search_on"]

SEEN = 16
"""Words of the set of nimbers seen at one level."""
MOST = SEEN * 62 - 1
"""The largest nimber that can be told."""

# Stand-ins: replaced before this is compiled.
expand: Any = None
borrow: Any = None
words: Any = 1


def place_of(table, mask, words, keys, at):  # type: ignore[no-untyped-def]
    """The place of a position in the table, or of the hole where it would go."""
    slot = start_of(keys, at, words, mask)
    while True:
        if table[slot * (words + 1) + words] == 0:
            return slot
        same = True
        for w in range(words):
            if table[slot * (words + 1) + w] != keys[at + w]:
                same = False
        if same:
            return slot
        slot = (slot + 1) & mask


place: Any = place_of


def move_all(old, words, table, mask, key):  # type: ignore[no-untyped-def]
    """Put all entries of a table into a larger one; return how many they are."""
    moved = 0
    for slot in range(len(old) // (words + 1)):
        number = old[slot * (words + 1) + words]
        if number == 0:
            continue
        for w in range(words):
            key[w] = old[slot * (words + 1) + w]
        to = place(table, mask, words, key, 0)
        for w in range(words):
            table[to * (words + 1) + w] = key[w]
        table[to * (words + 1) + words] = number
        moved += 1
    return moved


def search_on(  # type: ignore[no-untyped-def]
    table, mask, parameters, control, budget, keys, frames, seen, out, values, promises, scratch,
    capacity,
):  # fmt: skip
    """Search on for so many positions; return 1 when the root's nimber is in ``control[3]``.

    An entry of the table is the position's words and its nimber plus one.
    """
    table = borrow(table)
    parameters = borrow(parameters)
    keys = borrow(keys)
    frames = borrow(frames)
    seen = borrow(seen)
    out = borrow(out)
    values = borrow(values)
    promises = borrow(promises)
    scratch = borrow(scratch)
    level = control[0]
    nodes = 0
    while True:
        base = level * capacity
        if frames[level * 2] < 0:
            if nodes >= budget:
                control[0] = level
                control[1] += nodes
                return 0
            nodes += 1
            count = expand(
                keys, level * words, parameters, out, base * words, values, promises, base, scratch
            )
            for w in range(SEEN):
                seen[level * SEEN + w] = 0
            left = 0
            for i in range(count):
                if values[base + i] != UNKNOWN:
                    seen[level * SEEN] |= 1  # over: the nimber is 0
                    continue
                number = table[
                    place(table, mask, words, out, (base + i) * words) * (words + 1) + words
                ]
                if number:
                    seen[level * SEEN + (number - 1) // 62] |= 1 << (number - 1) % 62
                else:
                    for w in range(words):
                        out[(base + left) * words + w] = out[(base + i) * words + w]
                    left += 1
            frames[level * 2] = 0
            frames[level * 2 + 1] = left
        # The next child that is not known.
        down = False
        while frames[level * 2] < frames[level * 2 + 1]:
            at = (base + frames[level * 2]) * words
            number = table[place(table, mask, words, out, at) * (words + 1) + words]
            if number:
                seen[level * SEEN + (number - 1) // 62] |= 1 << (number - 1) % 62
                frames[level * 2] += 1
            else:
                level += 1
                for w in range(words):
                    keys[level * words + w] = out[at + w]
                frames[level * 2] = -1
                down = True
                break
        if down:
            continue
        number = 0
        while seen[level * SEEN + number // 62] >> number % 62 & 1:
            number += 1
            if number == MOST:
                break
        to = place(table, mask, words, keys, level * words)
        for w in range(words):
            table[to * (words + 1) + w] = keys[level * words + w]
        if table[to * (words + 1) + words] == 0:
            control[2] += 1
        table[to * (words + 1) + words] = number + 1
        if level == 0:
            control[0] = 0
            control[1] += nodes
            control[3] = number
            return 1
        level -= 1

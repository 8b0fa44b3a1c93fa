"""The search: is the value at least so much? Depth first, best first, with a table.

``search_on`` keeps where it is in its arrays, so that it can be left after any number of
nodes: for a look at the clock, or to enlarge the table.
"""

from __future__ import annotations

from typing import Any

from .kernel import UNKNOWN
from .table import BUSY, high, low, narrow

__all__ = [
    "ADDED", "ANSWER", "CONTROL", "DONE", "LEVEL", "NODES", "PAUSE", "RUNNING", "search_on",
]  # fmt: skip

RUNNING, DONE = 0, 1
LEVEL, NODES, ADDED, ANSWER = range(4)
PAUSE = 1
"""In ``stop[0]``: all threads are to come back."""
CONTROL = 8
"""The words in which the search keeps where it is."""

# Stand-ins: replaced before this is compiled.
expand: Any = None
drawless: Any = None
find: Any = None
keep: Any = None
borrow: Any = None
words: Any = 1
several: Any = False


def search_on(  # type: ignore[no-untyped-def]
    table, mask, parameters, control, budget, keys, frames, out, values, promises, order, scratch,
    capacity, stop,
):  # fmt: skip
    """Search on for so many nodes; the answer is whether the root's value reaches the target.

    ``keys[level * words]`` is the position at each level; ``frames[level * 4]`` its
    target, how many children are left, which is next, and how many were passed over.
    Several threads come back together: who has the answer, or no nodes left, tells the
    others by ``stop[0]``.
    """
    table = borrow(table)
    parameters = borrow(parameters)
    keys = borrow(keys)
    frames = borrow(frames)
    out = borrow(out)
    values = borrow(values)
    promises = borrow(promises)
    order = borrow(order)
    scratch = borrow(scratch)
    stop = borrow(stop)
    level = control[LEVEL]
    nodes = 0
    added = 0
    returned = -1
    status = RUNNING
    while True:
        frame = level * 4
        base = level * capacity
        target = frames[frame]
        result = -1
        if frames[frame + 2] < 0:
            # A new position: list its children, and look all of them up before any is searched.
            if nodes >= budget:
                if several:
                    stop[0] = PAUSE
                break
            if several and stop[0]:
                break
            nodes += 1
            count = expand(
                keys, level * words, parameters, out, base * words, values, promises, base, scratch
            )
            left = 0
            for i in range(count):
                value = values[base + i]
                if value != UNKNOWN:
                    if -value >= target:
                        result = 1
                        break
                    continue
                code = find(table, mask, words, out, (base + i) * words)
                if -high(code) >= target:
                    result = 1
                    break
                if -low(code) < target:
                    continue
                order[base + left] = i
                left += 1
            if result < 0:
                if left == 0:
                    result = 0
                else:
                    # Shell's sort, the most promising first.
                    gap = 1
                    while gap * 3 + 1 < left:
                        gap = gap * 3 + 1
                    while gap > 0:
                        for i in range(gap, left):
                            item = order[base + i]
                            wanted = promises[base + item]
                            j = i
                            while j >= gap and promises[base + order[base + j - gap]] < wanted:
                                order[base + j] = order[base + j - gap]
                                j -= gap
                            order[base + j] = item
                        gap //= 3
                    frames[frame + 1] = left
                    frames[frame + 2] = 0
                    frames[frame + 3] = 0
        elif returned == 0:
            result = 1
        returned = -1
        if result < 0:
            # The next child that the table does not know.
            left = frames[frame + 1]
            while True:
                if frames[frame + 2] >= left:
                    passed = frames[frame + 3]
                    if passed <= 0:
                        result = 0
                        break
                    # Those that another thread was at: by now it may have finished.
                    frames[frame + 1] = passed
                    left = passed
                    frames[frame + 2] = 0
                    frames[frame + 3] = -1
                place = frames[frame + 2]
                item = order[base + place]
                frames[frame + 2] = place + 1
                code = find(table, mask, words, out, (base + item) * words)
                if -high(code) >= target:
                    result = 1
                    break
                if -low(code) < target:
                    continue
                if several:
                    # Threads go through the children in one order, and part where another is at
                    # work: what one finds is then what the other would have looked for.
                    if code & BUSY and frames[frame + 3] >= 0:
                        order[base + frames[frame + 3]] = item
                        frames[frame + 3] += 1
                        continue
                    added += keep(
                        table, mask, words, out, (base + item) * words,
                        (code if code & 7 else 6) | BUSY,
                    )  # fmt: skip
                level += 1
                for w in range(words):
                    keys[level * words + w] = out[(base + item) * words + w]
                frames[level * 4] = 1 - target
                frames[level * 4 + 2] = -1
                break
            if result < 0:
                continue
        # The question of this level is answered.
        code = find(table, mask, words, keys, level * words)
        if drawless(keys, level * words, parameters):
            code = 3 if result else 1
        elif result:
            code = narrow(code, target, 1)
        else:
            code = narrow(code, -1, target - 1)
        added += keep(table, mask, words, keys, level * words, code)
        if level == 0:
            control[ANSWER] = result
            status = DONE
            stop[0] = PAUSE
            break
        level -= 1
        returned = result
    control[LEVEL] = level
    control[NODES] += nodes
    control[ADDED] += added
    return status

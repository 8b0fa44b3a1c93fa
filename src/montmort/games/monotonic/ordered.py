"""The game on any finite poset as a compiled kernel.

A position says of every element whether it is used and, if not, its (x, y): so many
more cards, this one among them, would make an ascending (a descending) sequence of the
critical length. In the misère form an element that would end the game is never played
while there is another, so it is left out and a bit remembers that there is one.
"""

from __future__ import annotations

from typing import Any

from ...core.errors import InputError
from ...core.rule import rule
from ...core.struct import Ints
from ...engines.outcome.kernel import UNKNOWN, Kernel
from ...equipment.posets import Poset

__all__ = ["MOST_ELEMENTS", "drawless", "expand", "kernel_of", "pack"]

MOST_ELEMENTS = 60
MOST_MAPS = 96

SIZE, DESC, MISERE, WORDS, EACH, FIELD, MAPS, TABLE = range(8)
# Working memory: the labels of the position, those of a child, those of an image.
HERE, CHILD, IMAGE = (i * (MOST_ELEMENTS + 4) for i in range(3))
KEY, OTHER = (3 * (MOST_ELEMENTS + 4) + i * 32 for i in range(2))
SCRATCH = 3 * (MOST_ELEMENTS + 4) + 64


@rule
def drawless(keys: Ints, at: int, parameters: Ints) -> bool:
    """Some element is left that ends the game: then it will be ended."""
    return keys[at] & 1 == 1


@rule
def _write(parameters: Ints, scratch: Ints, source: int, to: int, p: int) -> None:
    size = parameters[SIZE]
    each = parameters[EACH]
    field = parameters[FIELD]
    words = parameters[WORDS]
    for w in range(words):
        word = 0
        start = w * each
        for i in range(min(each, size - start)):
            word |= scratch[source + start + i] << (i * field)
        scratch[to + w] = word << 1
    scratch[to] |= p


@rule
def settle(parameters: Ints, scratch: Ints, p: int) -> None:
    """Pack the child into the form that its images under the symmetries share."""
    size = parameters[SIZE]
    words = parameters[WORDS]
    _write(parameters, scratch, CHILD, KEY, p)
    side = parameters[DESC] + 1
    at = TABLE + 2 * size
    for _ in range(parameters[MAPS]):
        turn = parameters[at]
        at += 1
        for i in range(size):
            label = scratch[CHILD + i]
            if turn and label:
                label = label % side * side + label // side
            scratch[IMAGE + parameters[at + i]] = label
        at += size
        _write(parameters, scratch, IMAGE, OTHER, p)
        for w in range(words):
            if scratch[OTHER + w] < scratch[KEY + w]:
                for v in range(words):
                    scratch[KEY + v] = scratch[OTHER + v]
                break
            if scratch[OTHER + w] > scratch[KEY + w]:
                break


@rule
def expand(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """List what follows; in the normal form not what lets the other player end the game."""
    size = parameters[SIZE]
    side = parameters[DESC] + 1
    misere = parameters[MISERE]
    each = parameters[EACH]
    field = parameters[FIELD]
    words = parameters[WORDS]
    p = keys[at] & 1
    for i in range(size):
        word = keys[at + i // each] >> 1
        scratch[HERE + i] = word >> (i % each * field) & ((1 << field) - 1)
    found = 0
    for c in range(size):
        label = scratch[HERE + c]
        if label == 0:
            continue
        x = label // side
        y = label % side
        up = parameters[TABLE + c]
        down = parameters[TABLE + size + c]
        ends = 0
        left = 0
        for i in range(size):
            other = scratch[HERE + i]
            if i == c or other == 0:
                scratch[CHILD + i] = 0
                continue
            ox = other // side
            oy = other % side
            if up >> i & 1:
                ox = min(ox, x - 1)
            elif down >> i & 1:
                oy = min(oy, y - 1)
            if ox == 1 or oy == 1:
                ends += 1
                scratch[CHILD + i] = 0
            else:
                left += 1
                scratch[CHILD + i] = ox * side + oy
        if ends and misere == 0:
            continue
        now = 1 if p or ends else 0
        settle(parameters, scratch, now)
        for w in range(words):
            out[to + found * words + w] = scratch[KEY + w]
        values[first + found] = UNKNOWN if left else -now
        promises[first + found] = -left
        found += 1
    return found


def kernel_of(poset: Poset, a: int, d: int, *, misere: bool = False) -> Kernel:
    """The kernel of the game on a poset.

    >>> from montmort.equipment.posets import subsets
    >>> kernel_of(subsets(3), 3, 3).words
    1
    """
    size = len(poset)
    if size > MOST_ELEMENTS:
        raise InputError(
            f"{poset.label} has {size} elements: the search takes at most {MOST_ELEMENTS}, "
            "since the set of those above an element is one word"
        )
    side = d + 1
    field = (a * side + d).bit_length()
    each = max(1, min(58 // field, size))
    words = -(-size // each)
    maps: list[int] = []
    count = 0
    for turn in (0, 1) if a == d else (0,):
        for image in poset.maps(reverse=bool(turn)):
            if count >= MOST_MAPS:
                break
            if turn or image != tuple(range(size)):
                maps += [turn, *image]
                count += 1
    head = [size, d, int(misere), words, each, field, count]
    return Kernel(
        f"({a}, {d}) {'misère' if misere else 'normal'} on {poset.label}",
        expand,
        drawless,
        (*head, *poset.above, *poset.below, *maps),
        size + 1,
        size + 1,
        words,
        SCRATCH,
    )


def pack(kernel: Kernel, labels: list[tuple[int, int] | None]) -> tuple[tuple[int, ...], int]:
    """Pack the labels (x, y) of the unused elements (``None``: used), in the poset's order.

    Also say what is plain to see: 1, 0 or -1 for the player to move, or ``UNKNOWN``.
    """
    parameters = kernel.parameters
    side, misere = parameters[DESC] + 1, parameters[MISERE]
    scratch: Any = [0] * SCRATCH
    p = 0
    for i, label in enumerate(labels):
        if label is not None and min(label) <= 1:
            p = 1
        elif label is not None:
            scratch[CHILD + i] = label[0] * side + label[1]
    if p and not misere:
        return (0,) * kernel.words, 1
    settle(parameters, scratch, p)  # type: ignore[arg-type]
    key = tuple(scratch[KEY : KEY + kernel.words])
    left = any(scratch[CHILD : CHILD + len(labels)])
    return key, UNKNOWN if left else -p

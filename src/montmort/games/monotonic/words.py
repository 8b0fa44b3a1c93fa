"""Double bumping and the colour words: what a board is, as far as it matters.

The recording sequence of a board keeps the least maxima of its ascending sequences
(overlined: Red), the largest minima of its descending ones (underlined: Blue), and what
is both (Purple). Source: the paper on monotonic sequence games that introduced double
bumping; Schensted, *Longest increasing and decreasing subsequences* (1961).
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = [
    "binary", "bluish", "bump", "gaps_of", "insert", "is_reachable", "rank", "record",
    "reddish", "steps", "unrank", "words_of", "words_with",
]  # fmt: skip

Marked = tuple[tuple[Any, str], ...]
"""A recording sequence: values in rising order, each with its colour R, B or P."""


def reddish(word: str) -> int:
    """How many letters are Red or Purple: the longest ascending subsequence.

    >>> reddish("RRPBB"), bluish("RRPBB")
    (3, 3)
    """
    return len(word) - word.count("B")


def bluish(word: str) -> int:
    """How many letters are Blue or Purple: the longest descending subsequence."""
    return len(word) - word.count("R")


def bump(sequence: Marked, card: Any) -> Marked:
    """Add one card to a recording sequence.

    >>> bump(((1, "P"), (5, "B")), 4)
    ((1, 'R'), (4, 'P'), (5, 'B'))
    """
    values = [value for value, _ in sequence]
    place = bisect.bisect_left(values, card)
    below, above = list(sequence[:place]), list(sequence[place:])
    for i in range(len(below) - 1, -1, -1):
        if below[i][1] in "BP":
            below[i : i + 1] = [(below[i][0], "R")] if below[i][1] == "P" else []
            break
    for i, (value, colour) in enumerate(above):
        if colour in "RP":
            above[i : i + 1] = [(value, "B")] if colour == "P" else []
            break
    return (*below, (card, "P"), *above)


def record(board: Sequence[Any]) -> Marked:
    """The recording sequence of a board.

    >>> record([5, 1, 4, 2, 6, 3])
    ((1, 'R'), (2, 'R'), (3, 'P'), (4, 'B'), (6, 'B'))
    """
    sequence: Marked = ()
    for card in board:
        sequence = bump(sequence, card)
    return sequence


def steps(board: Sequence[Any]) -> list[str]:
    """The colour words on the way, one for each card.

    >>> steps([5, 1, 4, 2, 6, 3])
    ['P', 'PB', 'RPB', 'RPBB', 'RPBP', 'RRPBB']
    """
    sequence: Marked = ()
    words = []
    for card in board:
        sequence = bump(sequence, card)
        words.append("".join(colour for _, colour in sequence))
    return words


def gaps_of(board: Sequence[int], n: int) -> tuple[int, ...]:
    """How many unused cards of 1 to n lie below, between and above the recorded ones.

    >>> gaps_of([5, 1, 4], 6)
    (0, 2, 0, 1)
    """
    cards = [value for value, _ in record(board)]
    edges = [0, *cards, n + 1]
    used = sorted(board)
    return tuple(
        high - low - 1 - (bisect.bisect_left(used, high) - bisect.bisect_right(used, low))
        for low, high in itertools.pairwise(edges)
    )


def insert(word: str, gap: int) -> str:
    """The word after a card is played into a gap (0 below the first letter).

    >>> insert("PP", 1), insert("P", 0)
    ('RPB', 'PB')
    """
    below, above = word[:gap], word[gap:]
    last = max(below.rfind("B"), below.rfind("P"))
    if last >= 0:
        below = below[:last] + ("R" if below[last] == "P" else "") + below[last + 1 :]
    first = min((i for i in (above.find("R"), above.find("P")) if i >= 0), default=-1)
    if first >= 0:
        above = above[:first] + ("B" if above[first] == "P" else "") + above[first + 1 :]
    return below + "P" + above


def is_reachable(word: str) -> bool:
    """Whether a board has this colour word.

    >>> [is_reachable(word) for word in ("", "RPB", "BP", "PR", "RBP")]
    [True, True, False, False, False]
    """
    if set(word) - set("RPB"):
        return False
    return not word or (word[0] != "B" and word[-1] != "R" and "RB" not in word)


def words_of(length: int) -> Iterator[str]:
    """Yield the reachable words of a length.

    >>> [sum(1 for _ in words_of(n)) for n in (1, 2, 3, 4)]
    [1, 3, 8, 21]
    """
    if length == 0:
        yield ""
        return
    todo = ["R", "P"]
    while todo:
        word = todo.pop()
        if len(word) == length:
            if word[-1] != "R":
                yield word
        else:
            todo += [word + c for c in "RBP" if word[-1] != "R" or c != "B"]


def words_with(reds: int, blues: int) -> int:
    """How many reachable words have so many reddish and so many bluish letters.

    >>> words_with(3, 3)
    6
    """
    if reds < 1 or blues < 1:
        return int(reds == blues == 0)
    return math.comb(reds + blues - 2, reds - 1)


def rank(word: str) -> int:
    """The place of a reachable word among those with as many reddish and bluish letters.

    >>> [rank(unrank(3, 3, i)) for i in range(6)]
    [0, 1, 2, 3, 4, 5]
    """
    inner = word.replace("P", "RB")[1:-1]
    place, reds = 0, inner.count("R")
    for i, letter in enumerate(inner):
        if letter == "R":
            place += math.comb(len(inner) - 1 - i, reds)
            reds -= 1
    return place


def unrank(reds: int, blues: int, place: int) -> str:
    """The reachable word at a place; the inverse of :func:`rank`.

    >>> unrank(2, 2, 0), unrank(2, 2, 1)
    ('PP', 'RPB')
    """
    if reds < 1 or blues < 1:
        return ""
    left, length = reds - 1, reds + blues - 2
    inner = ""
    for i in range(length):
        without = math.comb(length - 1 - i, left)
        if place >= without:
            place -= without
            inner += "R"
            left -= 1
        else:
            inner += "B"
    return f"R{inner}B".replace("RB", "P")


def binary(word: str) -> str:
    """The binary word without 11 that belongs to a nonempty colour word: P 00, R 01, B 10.

    >>> binary("RPB")
    '1001'
    """
    return "".join({"P": "00", "R": "01", "B": "10"}[c] for c in word)[1:-1]

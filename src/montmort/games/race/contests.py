"""Many races at once: the best reply to a pattern, and all patterns of a length."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from ...core.errors import InputError
from .figures import Ties
from .letters import Letters
from .patterns import Pattern, leading

__all__ = ["replies", "win_rates", "words_of"]

_MOST_REPLIES = 1 << 16
_MOST_OWN = 1 << 10
_MOST_ROWS = 256


def words_of(length: int, letters: Letters) -> list[str]:
    """List all words of a length that can come up, in the order of the alphabet.

    >>> words_of(2, Letters.fair("HT"))
    ['HH', 'HT', 'TH', 'TT']
    """
    if length < 1:
        raise InputError(f"a length of {length} has no patterns: ask for at least 1")
    names = "".join(letter for letter, _ in letters.possible)
    return ["".join(word) for word in itertools.product(names, repeat=length)]


def _judge(letters: Letters, shared: bool, ties: Ties) -> Callable[[str, str], Fraction]:
    """Make a function that says how often the first word wins against the second."""
    from .own import race_apart

    if shared:
        own = _remembered(lambda word: leading(word, word, letters))

        def together(first: str, second: str) -> Fraction:
            mine = own(second) - leading(second, first, letters)
            theirs = own(first) - leading(first, second, letters)
            return mine / (mine + theirs)

        return together

    # With own coins a word matters only by its chance and its correlation polynomial,
    # and few words of a length differ in these.
    pattern = _remembered(lambda word: Pattern(word, letters))
    known: dict[tuple[object, object], Fraction] = {}

    def apart(first: str, second: str) -> Fraction:
        a, b = pattern(first), pattern(second)
        key = ((a.rate, a.correlation), (b.rate, b.correlation))
        if key not in known:
            figures = race_apart([a, b], ties)
            one, two = figures.first
            if not isinstance(one, Fraction) or not isinstance(two, Fraction):
                raise InputError("patterns of this length are too long to compare them all")
            known[key], known[key[1], key[0]] = one, two
        return known[key]

    return apart


T = TypeVar("T")


def _remembered(function: Callable[[str], T]) -> Callable[[str], T]:
    known: dict[str, T] = {}

    def remembered(word: str) -> T:
        if word not in known:
            known[word] = function(word)
        return known[word]

    return remembered


def replies(
    pattern: str,
    letters: Letters,
    *,
    shared: bool = True,
    ties: Ties = "count",
) -> tuple[list[tuple[str, Fraction]], str]:
    """Rank the replies of the same length to a pattern, with their chance to win.

    Returns the replies, the best first, and how they were found. All words of the
    length are tried where there are at most 65,536 of them (1,024 with own coins).
    Beyond that, on a fair shared coin, only a letter before all but the last of the
    pattern is: the best reply has that form (Guibas and Odlyzko 1981 for two letters and
    length 5 or more; Felix, *Optimal Penney Ante strategy via correlation polynomial
    identities*, 2006, for more letters).

    >>> found, _ = replies("HHH", Letters.fair("HT"))
    >>> found[0]
    ('THH', Fraction(7, 8))
    """
    letters.check(pattern)
    names = [letter for letter, _ in letters.possible]
    judge = _judge(letters, shared, ties)
    size = len(names) ** len(pattern)
    if size <= (_MOST_REPLIES if shared else _MOST_OWN):
        candidates = words_of(len(pattern), letters)
        how = f"all {size} patterns of the length tried"
    elif shared and letters.is_fair and len(names) > 1:
        candidates = [letter + pattern[:-1] for letter in names]
        how = (
            "one letter before all but the last of the pattern: the best reply has that form "
            "(Guibas and Odlyzko 1981, Felix 2006)"
        )
    else:
        raise InputError(
            f"{len(names)} letters have {size} patterns of length {len(pattern)}, too many to try "
            "each as a reply: ask about a shorter pattern"
        )
    # On one coin a word against itself is no race.
    found = [(word, judge(word, pattern)) for word in candidates if not shared or word != pattern]
    if not found:
        raise InputError(f"there is no other pattern to reply to {pattern!r} with")
    found.sort(key=lambda pair: -pair[1])
    return found, how


def win_rates(
    length: int, letters: Letters, *, shared: bool = True, ties: Ties = "count"
) -> tuple[list[str], list[list[Fraction | None]]]:
    """Return the patterns of a length, and how often the one of the row beats the column's.

    On a shared coin the diagonal is empty.

    >>> words, rates = win_rates(2, Letters.fair("HT"))
    >>> words[2], words[0], rates[2][0]
    ('TH', 'HH', Fraction(3, 4))
    """
    count = len(letters.possible) ** length if length > 0 else 0
    if count > _MOST_ROWS:
        raise InputError(
            f"there are {count} patterns of length {length}, more than {_MOST_ROWS}: "
            "ask for a shorter length"
        )
    words = words_of(length, letters)
    judge = _judge(letters, shared, ties)
    rates: list[list[Fraction | None]] = []
    for row in words:
        rates.append([None if shared and row == column else judge(row, column) for column in words])
    return words, rates

"""Playing cards: names, decks, and rows of counts.

A card is a kind, a number from 0 to 53: the twos to aces of clubs, diamonds, hearts and
spades, then the black joker and the colour joker. A set of cards is a row of 54 counts,
so that several decks need nothing new. Written, a card is its rank and suit: ``TD`` is
the ten of diamonds, ``AS`` the ace of spades, ``SJ`` and ``BJ`` the two jokers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..core.errors import InputError

__all__ = [
    "BLACK_JOKER", "COLOUR_JOKER", "KINDS", "RANKS", "SUITS", "chinese", "count", "deck", "english",
    "kind", "name", "parse", "points", "text",
]  # fmt: skip

RANKS = "23456789TJQKA"
SUITS = "CDHS"
BLACK_JOKER, COLOUR_JOKER = 52, 53
KINDS = 54

_NAMES = [rank + suit for suit in SUITS for rank in RANKS] + ["SJ", "BJ"]
_KINDS = {name: i for i, name in enumerate(_NAMES)}
_ENGLISH_RANKS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_ENGLISH_SUITS = ("clubs", "diamonds", "hearts", "spades")
_CHINESE_SUITS = ("梅花", "方块", "红桃", "黑桃")
_SIGNS = {
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "梅花": "C",
    "方块": "D",
    "红桃": "H",
    "黑桃": "S",
}
_JOKERS = {"小王": "SJ", "大王": "BJ"}
_CARD = re.compile(r"(?:10|[2-9TJQKA])[CDHS]|SJ|BJ")
_AROUND = re.compile(r"[\s,+]*")


def name(kind: int) -> str:
    """Write a card.

    >>> name(0), name(21), name(53)
    ('2C', 'TD', 'BJ')
    """
    return _NAMES[kind]


def kind(name: str) -> int:
    """Read one card.

    >>> kind("TD"), kind("10♦"), kind("大王")
    (21, 21, 53)
    """
    found = parse(name)
    if len(found) != 1:
        raise InputError(f"{name!r} is not one card: write rank and suit, such as TD, AS or BJ")
    return found[0]


def parse(text: str) -> list[int]:
    """Read cards, with spaces, commas or nothing between them; ``KSx2`` is two of a kind.

    >>> [name(k) for k in parse("KSKS 10♥, bj 3Cx2")]
    ['KS', 'KS', 'TH', 'BJ', '3C', '3C']
    """
    words = text
    for sign, letter in (*_JOKERS.items(), *_SIGNS.items()):
        # In Chinese the suit comes first: 红桃K.
        if len(sign) == 2 and sign in _SIGNS:
            words = re.sub(sign + r"(10|[2-9TJQKAtjqka])", r"\1" + letter, words)
        words = words.replace(sign, letter)
    words = words.upper().replace("×", "X")
    found: list[int] = []
    at = _end(_AROUND, words, 0)
    while at < len(words):
        match = _CARD.match(words, at)
        if match is None:
            raise InputError(
                f"{words[at : at + 3].strip()!r} in {text!r} is not a card: write rank and suit, "
                "such as TD (the ten of diamonds), AS, SJ or BJ"
            )
        card = _KINDS[match[0].replace("10", "T")]
        times = re.compile(r"X([1-9])(?![0-9CDHS])").match(words, match.end())
        found += [card] * (int(times[1]) if times else 1)
        at = _end(_AROUND, words, times.end() if times else match.end())
    return found


def _end(pattern: re.Pattern[str], words: str, at: int) -> int:
    match = pattern.match(words, at)
    return match.end() if match else at


def count(cards: Iterable[int]) -> list[int]:
    """Count cards by kind.

    >>> count([0, 0, 53])[:2]
    [2, 0]
    """
    row = [0] * KINDS
    for card in cards:
        row[card] += 1
    return row


def text(row: Any, order: Iterable[int] | None = None) -> str:
    """Write a row of counts as cards, in an order of kinds (by default the row's).

    >>> text(count(parse("BJ 2C 2C")))
    '2C 2C BJ'
    """
    kinds = range(KINDS) if order is None else order
    counts = [int(n) for n in getattr(row, "tolist", lambda: row)()]
    return " ".join(_NAMES[i] for i in kinds for _ in range(counts[i]))


def deck(decks: int = 1) -> list[int]:
    """Return the counts of some decks, with their jokers.

    >>> sum(deck(2)), sum(points(k) * n for k, n in enumerate(deck(2)))
    (108, 200)
    """
    return [decks] * KINDS


def points(kind: int) -> int:
    """Return what a card counts in games of fives, tens and kings.

    >>> points(parse("5C")[0]), points(parse("KS")[0]), points(parse("QS")[0])
    (5, 10, 0)
    """
    if kind >= BLACK_JOKER:
        return 0
    return {3: 5, 8: 10, 11: 10}.get(kind % 13, 0)


def english(kind: int) -> str:
    """Name a card in English.

    >>> english(parse("QH")[0]), english(BLACK_JOKER)
    ('queen of hearts', 'black joker')
    """
    if kind >= BLACK_JOKER:
        return "black joker" if kind == BLACK_JOKER else "colour joker"
    return f"{_ENGLISH_RANKS[kind % 13]} of {_ENGLISH_SUITS[kind // 13]}"


def chinese(kind: int) -> str:
    """Name a card in Chinese.

    >>> chinese(parse("QH")[0]), chinese(COLOUR_JOKER), chinese(parse("TD")[0])
    ('红桃Q', '大王', '方块10')
    """
    if kind >= BLACK_JOKER:
        return "小王" if kind == BLACK_JOKER else "大王"
    rank = RANKS[kind % 13]
    return _CHINESE_SUITS[kind // 13] + ("10" if rank == "T" else rank)

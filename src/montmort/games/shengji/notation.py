"""Cards and trumps as they are typed and read."""

from __future__ import annotations

from typing import Any

from ...core.errors import InputError
from ...equipment import cards
from .position import Cards
from .ranks import NOTRUMP, describe_trump, sorted_kinds, trump_number

__all__ = [
    "PASS", "brief", "parse_cards", "read_cards", "read_trump", "row_of", "short", "write_cards",
    "write_trump",
]  # fmt: skip

PASS, PASS_ZH = "pass", "不亮"


LONGEST = 40


def brief(text: str) -> str:
    """Shorten a text that an error quotes.

    >>> brief("KS " * 25)
    'KS KS KS KS KS KS KS KS KS KS KS KS K...'
    """
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def parse_cards(text: str) -> list[int]:
    """Read cards as kinds; of a long line, an error quotes the word that is none.

    >>> parse_cards("2C " * 20 + "XS")
    Traceback (most recent call last):
    ...
    montmort.core.errors.InputError: 'XS' in 'XS' is not a card: write rank and suit, such as TD (the ten of diamonds), AS, SJ or BJ
    """  # noqa: E501
    try:
        return cards.parse(text)
    except InputError:
        if len(text) <= LONGEST:
            raise
        for word in text.split():
            if len(word) <= LONGEST:
                cards.parse(word)
        raise InputError(
            f"{brief(text)!r} are not all cards: write rank and suit, such as TD, AS, SJ or BJ"
        ) from None


def read_cards(text: str) -> Cards:
    """Read cards into a row; ``pass`` and ``-`` are no cards.

    >>> write_cards(read_cards("KS ks 10h").cards, -1)
    'TH KS KS'
    """
    a = Cards()
    if text.strip().lower() in (PASS, PASS_ZH, "-", ""):
        return a
    for kind in parse_cards(text):
        if a.cards[kind] >= 100:
            raise InputError(f"there are no hundred cards {cards.name(kind)}")
        a.cards[kind] += 1
    return a


def row_of(text: str) -> Any:
    """Read cards into a row of counts.

    >>> int(sum(row_of("2C 2C")))
    2
    """
    return read_cards(text).cards


def write_cards(row: Any, trump: int, chinese: bool = False) -> str:
    """Write a row as a hand is sorted under a trump (-1: by suit); no cards are a pass.

    >>> write_cards(row_of("KS KS TH"), -1, chinese=True)
    '红桃10 黑桃K 黑桃K'
    """
    order = sorted_kinds(trump) if trump >= 0 else None
    if not chinese:
        return cards.text(row, order) or PASS
    kinds = range(cards.KINDS) if order is None else order
    listed = " ".join(cards.chinese(kind) for kind in kinds for _ in range(int(row[kind])))
    return listed or PASS_ZH


def short(row: Any, trump: int, chinese: bool = False) -> str:
    """Write a row with nothing between equal cards.

    >>> short(row_of("KS KS AS"), 0)
    'AS KSKS'
    """
    order = sorted_kinds(trump) if trump >= 0 else range(cards.KINDS)
    named = cards.chinese if chinese else cards.name
    listed = " ".join(named(kind) * int(row[kind]) for kind in order if row[kind])
    return listed or (PASS_ZH if chinese else PASS)


def write_trump(trump: int, chinese: bool = False) -> str:
    """Write a trump as its level card, or as the level and NT.

    >>> write_trump(31), write_trump(64), write_trump(64, chinese=True)
    ('7H', 'ANT', '无主A')
    """
    if not chinese:
        return describe_trump(trump)
    suit, level = divmod(trump, 13)
    if suit == NOTRUMP:
        return "无主" + ("10" if cards.RANKS[level] == "T" else cards.RANKS[level])
    return cards.chinese(trump)


def read_trump(text: str) -> int:
    """Read a trump: its level card, or the level and NT.

    >>> read_trump("7H"), read_trump("ANT"), read_trump("红桃7"), read_trump("无主A")
    (31, 64, 31, 64)
    """
    word = text.strip().upper().replace("10", "T")
    if len(word) == 3 and word.endswith("NT") and word[0] in cards.RANKS:
        return 13 * NOTRUMP + cards.RANKS.index(word[0])
    if len(word) == 2 and word[0] in cards.RANKS and word[1] in cards.SUITS:
        return trump_number(word[1], word[0])
    if word.startswith("无主") and word[2:] in tuple(cards.RANKS):
        return 13 * NOTRUMP + cards.RANKS.index(word[2:])
    try:
        (kind,) = cards.parse(word)
    except (InputError, ValueError):
        kind = cards.BLACK_JOKER
    if kind < cards.BLACK_JOKER:
        return kind
    raise InputError(f"{brief(text)!r} is no trump: write its level card, such as 7H, or 7NT")

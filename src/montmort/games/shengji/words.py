"""Patterns and refusals in words, in English and Chinese."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.struct import _Row
from ...equipment import cards
from . import moves
from .declaring import (
    DECLARING_REASONS,
    FEWER_JOKERS,
    NOT_HELD,
    NOT_IDENTICAL,
    NOT_LEVEL,
    NOTHING_NEW,
    OTHER_CARDS,
    TOO_FEW,
)
from .following import MAXIMAL, OWED, SUIT_OWED, refused_part
from .notation import short, write_cards
from .patterns import MOST_PARTS, list_parts
from .position import BURY, Cards, Position
from .ranks import FIRST, SLOT_PLACE, SLOTS, TRUMPS

__all__ = ["explain_follow", "ordinal", "part_name", "parts_of", "refusal", "suit_name"]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
MULTIPLES = ("", "single", "pair", "triple", "quad", "quint", "six of a kind", "seven of a kind",
             "eight of a kind", "nine of a kind")  # fmt: skip
MULTIPLES_ZH = ("", "单张", "对子", "三条", "四条", "五条", "六条", "七条", "八条", "九条")
NUMBERS_ZH = "零一二三四五六七八九十"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth")  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades", "trumps")
SUIT_NAMES_ZH = ("梅花", "方块", "红桃", "黑桃", "主牌")

REASONS = {
    **DECLARING_REASONS,
    moves.EMPTY: "a lead has at least one card",
    moves.MANY_SUITS: "a lead is of one suit (jokers and level cards belong to the trumps)",
    moves.NOT_A_CARD: "that is not one of the cards that are left to deal",
    moves.NO_SUCH_COPY: "there are not so many copies of that card",
    moves.NOT_A_PART: "a failed toss leaves its smallest beaten part",
    moves.FINISHED: "the game is over",
    moves.NOT_ONE_CARD: "a friend's card is named by one card, or so many copies of it",
}
REASONS_ZH = {
    NOT_HELD: "手中没有这些牌",
    NOT_IDENTICAL: "亮主须用相同的牌",
    NOT_LEVEL: "只有级牌和王可以亮主",
    OTHER_CARDS: "自己亮的主只能用相同的牌加固",
    NOTHING_NEW: "加固须多于已亮的张数",
    TOO_FEW: "反主须张数更多（对级牌亮主，张数相同的王也可）",
    FEWER_JOKERS: "亮王的张数不够",
    moves.EMPTY: "至少要出一张牌",
    moves.MANY_SUITS: "首家出牌须为同一花色（王和级牌属于主牌）",
    moves.NOT_A_CARD: "这不是剩下的牌",
    moves.NO_SUCH_COPY: "没有那么多张这种牌",
    moves.NOT_A_PART: "甩牌失败须出最小的被管住的部分",
    moves.FINISHED: "牌局已经结束",
    moves.NOT_ONE_CARD: "找朋友须叫一种牌（第几张就叫几张）",
}


def ordinal(number: int) -> str:
    """Name a position, counted from 1.

    >>> ordinal(2), ordinal(11)
    ('second', '11th')
    """
    return ORDINALS[number - 1] if 1 <= number <= len(ORDINALS) else f"{number}th"


def part_name(m: int, length: int, chinese: bool = False) -> str:
    """Name a pattern.

    >>> part_name(2, 1), part_name(2, 3), part_name(3, 2), part_name(2, 2, chinese=True)
    ('pair', 'three-pair run', 'two-triple run', '两连对拖拉机')
    """
    if chinese:
        if length == 1:
            return MULTIPLES_ZH[m]
        count = "两" if length == 2 else NUMBERS_ZH[length] if length <= 10 else str(length)
        return f"{count}连{'对' if m == 2 else MULTIPLES_ZH[m]}拖拉机"
    if length == 1:
        return MULTIPLES[m]
    count = NUMBERS[length] if length < len(NUMBERS) else str(length)
    return f"{count}-{MULTIPLES[m]} run"


def suit_name(t: int, g: int, chinese: bool = False) -> str:
    """Name a suit for play."""
    return (SUIT_NAMES_ZH if chinese else SUIT_NAMES)[g]


def parts_of(t: int, g: int, row: Any) -> list[tuple[int, int, int]]:
    """List the parts of a play: multiplicity, length, lowest place; longest runs first."""
    ms, ls, lows = (np.zeros(MOST_PARTS, np.int64) for _ in range(3))
    count = list_parts(t, g, row, ms, ls, lows)
    return [(int(ms[i]), int(ls[i]), int(lows[i])) for i in range(count)]


def _row(kinds: dict[int, int]) -> Any:
    row = np.zeros(cards.KINDS, np.int64).view(_Row)
    for kind, copies in kinds.items():
        row[kind] = copies
    return row


def _choices(
    t: int, g: int, hand: Any, play: Any, m: int, length: int, exact: bool, chinese: bool
) -> list[str]:
    """The hand's own multiples or runs that would have answered, and were not played whole."""
    slots = range(FIRST[t, g], FIRST[t, g + 1])
    fits = [
        (int(SLOT_PLACE[t, i]), int(SLOTS[t, i]))
        for i in slots
        if (hand[SLOTS[t, i]] == m if exact else hand[SLOTS[t, i]] >= m)
    ]
    if length == 1:
        return [
            write_cards(_row({kind: m}), t, chinese)
            for _, kind in reversed(fits)
            if not exact or play[kind] != m
        ]
    places = sorted({place for place, _ in fits})
    found = []
    for low in reversed(places):
        run = range(low, low + length)
        if any(place not in places for place in run):
            continue
        if exact and (low - 1 in places or low + length in places):
            continue
        kinds = {next(k for p, k in fits if p == place): m for place in run}
        if not exact or any(play[k] != m for k in kinds):
            found.append(write_cards(_row(kinds), t, chinese))
    return found


def _sources(
    parts: list[tuple[int, int, int]], hand_runs: dict[tuple[int, int], int], m: int
) -> list[tuple[str, str]]:
    """What of the lead asks for multiples of m copies, one entry each, in order."""
    found: list[tuple[str, str]] = []
    unmatched = dict(hand_runs)
    for multiplicity, length, _ in parts:
        if multiplicity == m and length > 1:
            if unmatched.get((m, length), 0) > 0:
                unmatched[m, length] -= 1
                continue
            name, zh = part_name(m, length), part_name(m, length, True)
            found += [
                (
                    f"the {ordinal(i + 1)} {MULTIPLES[m]} of the lead's {name}",
                    f"首家{zh}的第{i + 1}个{MULTIPLES_ZH[m]}",
                )
                for i in range(length)
            ]
    own = [part for part in parts if part[0] == m and part[1] == 1]
    for i in range(len(own)):
        which = f" {ordinal(i + 1)}" if len(own) > 1 else ""
        which_zh = f"第{i + 1}个" if len(own) > 1 else ""
        found.append((f"the lead's{which} {MULTIPLES[m]}", f"首家的{which_zh}{MULTIPLES_ZH[m]}"))
    for multiplicity, length, _ in parts:
        if multiplicity > m:
            larger, larger_zh = (
                part_name(multiplicity, length),
                part_name(multiplicity, length, True),
            )
            found += [(f"the lead's {larger}", f"首家的{larger_zh}")] * length
    return found


def explain_follow(
    t: int, g: int, lead: Any, hand: Any, play: Any, code: int, follow: int, shorter: int,
    chinese: bool = False,
) -> str:  # fmt: skip
    """Say in words what a play holds back: which part was owed, and which cards would do."""
    suit = suit_name(t, g, chinese)
    slots = [int(SLOTS[t, i]) for i in range(FIRST[t, g], FIRST[t, g + 1])]
    if code == SUIT_OWED:
        held = _row({k: int(hand[k]) - int(play[k]) for k in slots if hand[k] > play[k]})
        owed = min(sum(int(hand[k]) for k in slots), sum(int(lead[k]) for k in slots))
        if chinese:
            return f"首家出{suit}：须出{owed}张{suit}，手中还留有 {short(held, t, True)}"
        cards_ = "one card" if owed == 1 else f"{owed} cards"
        return f"{suit} were led, and {cards_} of that suit must follow: {short(held, t)} held back"
    m, length = refused_part(code)
    parts = parts_of(t, g, lead)
    exact = follow != MAXIMAL
    choices = _choices(t, g, hand, play, m, length, exact, chinese)
    name = part_name(m, length, chinese)
    target, target_zh = "the lead", "首家"
    if length > 1:
        runs = [part for part in parts if part[0] == m and part[1] == length]
        played = sum(_played_runs(t, g, hand, play, m, length)) if exact else 0
        if runs:
            which = f" {ordinal(played + 1)}" if len(runs) > 1 else ""
            target = f"the lead's{which} {part_name(m, length)}"
            target_zh = f"首家的{part_name(m, length, True)}"
    elif exact:
        hand_parts = parts_of(t, g, hand)
        runs_held: dict[tuple[int, int], int] = {}
        for part in hand_parts:
            if part[1] > 1:
                runs_held[part[0], part[1]] = runs_held.get((part[0], part[1]), 0) + 1
        sources = _sources(parts, runs_held, m)
        whole = sum(1 for k in slots if hand[k] == m and play[k] == m)
        answered = sum(
            length_ * min(n, sum(1 for p in parts if p[0] == m and p[1] == length_))
            for (m_, length_), n in runs_held.items()
            if m_ == m
        )
        at = max(0, whole - answered)
        if at < len(sources):
            target, target_zh = sources[at]
    if target == "the lead":
        # Under maximal matching: the first part of the lead that is as large.
        larger = [part for part in parts if part[0] >= m and part[0] * part[1] >= m * length]
        same = [part for part in larger if part[:2] == (m, length)]
        if larger:
            asks = (same or larger)[0]
            target = f"the lead's {part_name(asks[0], asks[1])}"
            target_zh = f"首家的{part_name(asks[0], asks[1], True)}"
    if chinese:
        listed = " 或 ".join(choices) or "手中有"
        return f"须出{name}（{listed}）跟{target_zh}"
    if len(choices) == 1:
        return f"the {name} {choices[0]} was owed to {target}"
    listed = " or ".join(choices)
    return (
        f"a {name} ({listed}) was owed to {target}" if choices else f"a {name} was owed to {target}"
    )


def _played_runs(t: int, g: int, hand: Any, play: Any, m: int, length: int) -> list[bool]:
    whole = _row({k: m for k in range(cards.KINDS) if hand[k] == m and play[k] == m})
    return [True for part in parts_of(t, g, whole) if part[0] == m and part[1] == length]


def _suits_in(t: int, row: Any) -> list[int]:
    return [
        g
        for g in range(TRUMPS + 1)
        if any(row[SLOTS[t, i]] for i in range(FIRST[t, g], FIRST[t, g + 1]))
    ]


def refusal(s: Position, a: Cards, chinese: bool = False) -> str | None:
    """Say why the rules refuse an action here, or ``None`` where they don't."""
    code = int(moves.allowed(s, a))
    if code == 0:
        return None
    if code == SUIT_OWED or code >= OWED:
        return explain_follow(
            s.trump, s.led_suit, s.table[s.leader], s.hands[s.turn], a.cards, code, s.follow,
            s.shorter, chinese,
        )  # fmt: skip
    if code == NOT_HELD:
        missing = _row(
            {k: max(0, int(a.cards[k]) - int(s.hands[s.turn, k])) for k in range(cards.KINDS)}
        )
        listed = short(missing, s.trump, chinese)
        return f"手中没有 {listed}" if chinese else f"{listed} is not in the hand"
    if code == moves.WRONG_COUNT:
        wanted = int(s.bottom_size if s.phase == BURY else s.led_size)
        found = int(moves.total_cards(a.cards))
        if chinese:
            return f"须{'扣' if s.phase == BURY else '出'}{wanted}张牌，而不是{found}张"
        what = "the bottom has" if s.phase == BURY else "the lead has"
        return f"{what} {wanted} card{'s' if wanted != 1 else ''}, not {found}"
    return (REASONS_ZH if chinese else REASONS)[code]

"""What the table says to the person at it, in English and Chinese."""

from __future__ import annotations

from typing import Any

from ...equipment import cards
from . import words
from .keeping import level_name
from .notation import write_cards, write_trump
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, View
from .ranks import GROUP, sorted_kinds

__all__ = [
    "did_text", "hand_list", "hand_text", "help_text", "last_text", "prompt_text", "score_text",
    "table_text",
]  # fmt: skip

HELP = (
    "cards by name (KS KS), by number (#1 #2), or with the cursor: arrows, space, enter. "
    "hint: what the rules allow; last: the last trick; score; pass: no reveal; q: leave"
)
HELP_ZH = (
    "出牌：写牌名（KS KS 或 黑桃K）、写序号（#1 #2），或用光标：方向键、空格、回车。"
    "hint：可出的牌；last：上一墩；score：比分；pass：不亮；q：离开"
)


def _order(v: View) -> tuple[int, ...]:
    return sorted_kinds(v.trump if v.trump >= 0 else 13 * 4 + v.level)


def help_text(chinese: bool = False) -> str:
    """What can be typed."""
    return HELP_ZH if chinese else HELP


def hand_list(v: View, chinese: bool = False) -> list[str]:
    """The hand as it is sorted: trumps first, high cards first."""
    hand = v.hand.tolist()
    named = cards.chinese if chinese else cards.name
    return [named(kind) for kind in _order(v) for _ in range(hand[kind])]


def hand_text(v: View, chinese: bool = False) -> str:
    """The hand by suit, under the trump as far as it is known.

    >>> from .notation import row_of
    >>> v = View()
    >>> v.trump, v.hand[:] = 39, row_of("AS 3H BJ KH 2D")
    >>> hand_text(v)
    'trumps BJ 2D AS | hearts KH 3H'
    """
    t = v.trump if v.trump >= 0 else 13 * 4 + v.level
    named = cards.chinese if chinese else cards.name
    parts = []
    for g in (4, 3, 2, 1, 0):
        kinds = [k for k in _order(v) if GROUP[t, k] == g and v.hand[k]]
        if kinds:
            listed = " ".join(named(k) for k in kinds for _ in range(v.hand[k]))
            parts.append(f"{words.suit_name(t, g, chinese)} {listed}")
    return " | ".join(parts)


def _who(v: View, p: int, chinese: bool = False) -> str:
    if chinese:
        return "你" if p == v.me else f"{p + 1}号位"
    return "you" if p == v.me else f"seat {p + 1}"


def table_text(v: View, chinese: bool = False) -> str:
    """Where the round stands, and what lies on the table."""
    lines = []
    level = cards.RANKS[v.level]
    if v.trump < 0:
        shown = "还没有人亮主" if chinese else "nobody has revealed"
        if v.governor >= 0:
            who = _who(v, v.governor, chinese)
            named = cards.chinese if chinese else cards.name
            held = named(v.shown_kind) * v.shown_count
            shown = f"{who}亮{held}" if chinese else f"{who} revealed {held}"
        lines.append(
            f"第{v.round + 1}局，打{level}：{shown}"
            if chinese
            else f"round {v.round + 1}, level {level}: {shown}"
        )
    else:
        grabbed = sum(int(v.points[p]) for p in range(v.players) if not v.side[p])
        trump, dealer = write_trump(v.trump, chinese), _who(v, v.dealer, chinese)
        lines.append(
            f"第{v.round + 1}局第{v.tricks + 1}墩：主{trump}，庄家{dealer}，"
            f"闲家{grabbed}分（须{v.grabbers_need}分）"
            if chinese
            else f"round {v.round + 1}, trick {v.tricks + 1}: trump {trump}, dealer {dealer}, "
            f"grabbers {grabbed} of {v.grabbers_need} points"
        )
        lines += [_friend_text(v, i, chinese) for i in range(v.names)]
    if v.phase in (FOLLOW, BACK) and v.leader >= 0:
        if any(v.toss):
            toss = write_cards(v.toss, v.trump, chinese)
            lines.append(f"甩牌 {toss} 失败" if chinese else f"the toss {toss} failed")
        for i in range(v.players):
            p = (v.leader + i) % v.players
            if any(v.table[p]) and (p != v.me or v.phase != FOLLOW):
                laid = write_cards(v.table[p], v.trump, chinese)
                lines.append(f"  {_who(v, p, chinese)}: {laid}")
    return "\n".join(lines)


def _friend_text(v: View, i: int, chinese: bool) -> str:
    found = f": {_who(v, v.friend[i], chinese)}" if v.friend[i] >= 0 else ""
    if chinese:
        nth = f"第{v.named_copy[i]}张" if v.named_copy[i] > 1 else ""
        return f"朋友牌：{nth}{cards.chinese(v.named_kind[i])}{found}"
    copy = words.ordinal(int(v.named_copy[i])) + " " if v.named_copy[i] > 1 else ""
    return f"friend's card: {copy}{cards.name(v.named_kind[i])}{found}"


def last_text(v: View, chinese: bool = False) -> str:
    """The last trick."""
    if v.last_leader < 0:
        return "本局还没有打完一墩" if chinese else "no trick is finished in this round"
    plays = []
    for i in range(v.players):
        p = (v.last_leader + i) % v.players
        plays.append(f"{_who(v, p, chinese)} {write_cards(v.last[p], v.trump, chinese)}")
    taker = _who(v, v.last_winner, chinese)
    return " / ".join(plays) + (f"：{taker}得" if chinese else f": {taker} took it")


def score_text(v: View, chinese: bool = False) -> str:
    """Points by player, and levels."""
    if chinese:
        return "，".join(
            f"{_who(v, p, True)}：{_level_zh(int(v.levels[p]))}，{int(v.points[p])}分"
            for p in range(v.players)
        )
    return ", ".join(
        f"{_who(v, p)}: level {level_name(int(v.levels[p]))}, {int(v.points[p])} points"
        for p in range(v.players)
    )


def _level_zh(level: int) -> str:
    name = level_name(level)
    return "已胜" if name == "won" else f"{name}级"


def prompt_text(v: View, chinese: bool = False) -> str:
    """What is asked of the person."""
    count = {BURY: v.bottom_size, FOLLOW: v.led_size}.get(v.phase, 0)
    english = {
        REVEAL: "reveal (or pass)", BURY: f"lay down {count} cards", LEAD: "lead",
        NAME: "name a friend's card", FOLLOW: f"play {count}", BACK: "which part stays",
    }  # fmt: skip
    zh = {
        REVEAL: "亮主（或 pass）", BURY: f"扣{count}张底牌", LEAD: "领出",
        NAME: "叫朋友", FOLLOW: f"跟{count}张", BACK: "留哪一部分",
    }  # fmt: skip
    return (zh if chinese else english)[v.phase]


def did_text(v: View, p: int, row: Any, chinese: bool = False) -> str:
    """What another player has revealed or named."""
    shown = write_cards(row, -1, chinese)
    if chinese:
        return f"{_who(v, p, True)}{'亮' if v.phase == REVEAL else '叫朋友'} {shown}"
    return f"{_who(v, p)} {'reveals' if v.phase == REVEAL else 'names'} {shown}"

"""Judging single situations, with reasons in words, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.errors import InputError, unknown
from ...core.struct import _Row
from ...equipment import cards
from .declaring import NOT_HELD, NOT_IDENTICAL, one_kind, reveal_refusal
from .following import FOLLOWS, follow_refusal
from .game import write_rules
from .notation import read_trump, short, write_trump
from .patterns import suit_size
from .position import Position
from .ranking import TOSS_RANKS, suit_of, trick_winner
from .ranks import TRUMPS, trump_number
from .scoring import BOTTOM_FACTORS, bottom_multiplier, grabbers_win, levels_won
from .tossing import can_beat, first_of_part
from .versions import VERSIONS
from .words import REASONS, REASONS_ZH, explain_follow, ordinal, part_name, parts_of, suit_name

__all__ = ["Judgement", "judge"]


@dataclass(frozen=True)
class Judgement:
    """What the referee says of one situation."""

    id: str
    topic: str
    verdict: Any
    reason: str


class _Case:
    """A situation, with its fields read and checked."""

    def __init__(self, data: Any, at: int, version: str | None, changes: Mapping[str, Any],
                 chinese: bool) -> None:  # fmt: skip
        if not isinstance(data, dict):
            raise InputError(f"situation {at} is {type(data).__name__}, not an object with fields")
        self.data = data
        self.id = str(data.get("id", at))
        self.chinese = chinese
        players = self.number("players", 4)
        decks = self.number("decks", 2)
        base = VERSIONS[version or ("friends" if players == 5 else "standard")]
        if "players" not in changes and players != base.players and players >= 3:
            fits = base.mode == "friends" or players % 2 == 0
            base = base.changed(players=players) if fits else base
        self.rules = base.changed(**changes)
        self.decks = decks

    def fail(self, sentence: str) -> InputError:
        return InputError(f"situation {self.id}: {sentence}")

    def say(self, english: str, chinese: str) -> str:
        return chinese if self.chinese else english

    def get(self, name: str) -> Any:
        if name not in self.data:
            raise self.fail(f"{name!r} is missing")
        return self.data[name]

    def number(self, name: str, default: int | None = None) -> int:
        value = self.data.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(f"{name!r} is {value!r}: it must be a whole number")
        return value

    def row(self, value: Any, name: str) -> Any:
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        try:
            counts = cards.count(cards.parse(text))
        except InputError as error:
            raise self.fail(f"{name}: {error}") from error
        return np.array(counts, np.int64).view(_Row)

    def cards(self, name: str) -> Any:
        return self.row(self.get(name), name)

    @property
    def level(self) -> str:
        trump = self.get("trump")
        if isinstance(trump, str):
            return cards.RANKS[self.trump % 13]
        level = str(trump.get("level") if isinstance(trump, dict) else None).replace("10", "T")
        if level not in cards.RANKS or len(level) != 1:
            raise self.fail(f"the trump has level {level!r}: a level is one of {cards.RANKS}")
        return level

    @property
    def trump(self) -> int:
        written = self.get("trump")
        if isinstance(written, str):
            try:
                return read_trump(written)
            except InputError as error:
                raise self.fail(str(error)) from error
        level, suit = self.level, written.get("suit")
        if suit is not None and (len(str(suit)) != 1 or suit not in cards.SUITS):
            raise self.fail(f"the trump has suit {suit!r}: it is C, D, H, S, or null for notrump")
        return trump_number(suit, level)


def judge(
    data: Any, at: int = 1, version: str | None = None, changes: Mapping[str, Any] | None = None,
    chinese: bool = False,
) -> Judgement:  # fmt: skip
    """Judge one situation.

    >>> said = judge({"id": "a", "topic": "follow", "trump": {"suit": "H", "level": "2"},
    ...     "lead": ["5S", "5S"], "hand": ["3S", "4S", "9S", "9S"], "play": ["3S", "4S"]})
    >>> print(said.verdict, "-", said.reason)
    illegal - the pair 9S 9S was owed to the lead's pair
    """
    case = _Case(data, at, version, changes or {}, chinese)
    topic = case.get("topic")
    if topic not in TOPICS:
        raise case.fail(str(unknown("topic", str(topic), TOPICS)))
    verdict, reason = TOPICS[topic](case)
    return Judgement(case.id, str(topic), verdict, reason)


def _suit(case: _Case, row: Any, what: str) -> int:
    suit = int(suit_of(case.trump, row))
    if suit == -1:
        raise case.fail(f"{what} has no cards")
    return suit


def _decompose(case: _Case) -> tuple[Any, str]:
    play, t = case.cards("play"), case.trump
    g = _suit(case, play, "the play")
    if g < 0:
        return "not one suit", case.say(
            f"under trump {write_trump(t)} these cards are of several suits",
            f"主为{write_trump(t, True)}时，这些牌不是同一花色",
        )
    parts = parts_of(t, g, play)
    return [f"{m}x{length}" for m, length, _ in parts], _in_words(parts, case.chinese)


def _in_words(parts: list[tuple[int, int, int]], chinese: bool = False) -> str:
    names = [part_name(m, length, chinese) for m, length, _ in parts]
    counted = [(name, names.count(name)) for name in dict.fromkeys(names)]
    if chinese:
        return "、".join(name if n == 1 else f"{n}个{name}" for name, n in counted)
    return ", ".join(f"a {name}" if n == 1 else f"{n} × {name}" for name, n in counted)


def _follow(case: _Case) -> tuple[Any, str]:
    t, lead, hand, play = case.trump, case.cards("lead"), case.cards("hand"), case.cards("play")
    g = _suit(case, lead, "the lead")
    if g < 0:
        raise case.fail("the lead is not of one suit")
    missing = (play - np.minimum(play, hand)).view(_Row)
    if missing.any():
        return "illegal", case.say(
            f"{short(missing, t)} is not in the hand", f"手中没有 {short(missing, t, True)}"
        )
    size, given = int(sum(lead)), int(sum(play))
    if given != size:
        return "illegal", case.say(
            f"the lead has {size} card{'s' if size != 1 else ''}, the play {given}",
            f"须出{size}张牌，而不是{given}张",
        )
    follow, shorter = FOLLOWS.index(case.rules.follow), int(case.rules.shorter_run_duty)
    code = int(follow_refusal(t, g, lead, hand, play, follow, shorter))
    if code:
        return "illegal", explain_follow(
            t, g, lead, hand, play, code, follow, shorter, case.chinese
        )
    held = int(suit_size(t, g, hand))
    suit, suit_zh = suit_name(t, g), suit_name(t, g, True)
    if held == 0:
        return "legal", case.say(
            f"the hand has no {suit}: any cards will do", f"手中没有{suit_zh}，可以随意出牌"
        )
    if held <= size:
        rest = held < size
        return "legal", case.say(
            f"all {held} {suit} are given" + (", the rest is free" if rest else ""),
            f"{held}张{suit_zh}全部跟出" + ("，其余任意" if rest else ""),
        )
    return "legal", case.say(
        f"{suit} for {suit}, and no part that was owed is held back",
        f"跟出{suit_zh}，应跟的牌型都已跟出",
    )


def _rank(case: _Case) -> tuple[Any, str]:
    t = case.trump
    plays = case.get("plays")
    if not isinstance(plays, list) or not plays:
        raise case.fail("'plays' must be a list of plays, the lead first")
    rows = np.array([case.row(play, "plays") for play in plays], np.int64).view(_Row)
    g = _suit(case, rows[0], "the lead")
    if g < 0:
        raise case.fail("the lead is not of one suit")
    toss_rank = TOSS_RANKS.index(case.rules.toss_rank)
    winner = int(trick_winner(t, rows, 0, len(plays), toss_rank))
    parts = parts_of(t, g, rows[0])
    led, led_zh = _in_words(parts), _in_words(parts, True)
    if winner == 0:
        return 0, case.say(
            f"no other play forms what was led ({led}) and outranks the lead",
            f"没有别家按首家牌型（{led_zh}）管住首家",
        )
    trumped = suit_of(t, rows[winner]) == TRUMPS
    suit = "trumps" if trumped else suit_name(t, g)
    suit_zh = "主牌" if trumped else suit_name(t, g, True)
    return winner, case.say(
        f"the {ordinal(winner + 1)} play forms what was led ({led}) in {suit}, and is the first "
        "that no other play outranks",
        f"第{winner + 1}手以{suit_zh}组成首家牌型（{led_zh}），且最先出而无人管住",
    )


def _toss(case: _Case) -> tuple[Any, str]:
    t, play = case.trump, case.cards("play")
    g = _suit(case, play, "the play")
    if g < 0:
        raise case.fail("a toss is of one suit")
    hands = [case.row(hand, "other_hands") for hand in case.get("other_hands")]
    beaten, said = [], []
    taken: dict[tuple[int, int, int], int] = {}
    for m, length, low in sorted(parts_of(t, g, play), key=lambda part: -part[2]):
        rest = play.copy()
        out = np.zeros(cards.KINDS, np.int64).view(_Row)
        for _ in range(taken.get((m, length, low), 0) + 1):
            first_of_part(t, g, rest, m, length, low, out)
            rest = (rest - out).view(_Row)
        taken[m, length, low] = taken.get((m, length, low), 0) + 1
        by = [i for i, hand in enumerate(hands) if can_beat(t, g, hand, m, length, low)]
        if by:
            beaten.append(cards.text(out).split())
            said.append(
                case.say(
                    f"the {part_name(m, length)} {short(out, t)} by other hand {by[0] + 1}",
                    f"{part_name(m, length, True)} {short(out, t, True)}（另一手牌{by[0] + 1}）",
                )
            )
    verdict = {"is_toss": not beaten, "beaten_components": beaten}
    if not beaten:
        return verdict, case.say(
            "no other hand can beat any part of it in that suit", "在该花色中无人能管住任何一部分"
        )
    return verdict, case.say("can be beaten: " + "; ".join(said), "可被管住：" + "；".join(said))


def _bid(case: _Case) -> tuple[Any, str]:
    level = cards.RANKS.index(case.level)
    player = case.number("player", 0)
    hand, play = case.cards("hand"), case.cards("play")
    governor, kind, copies = -1, -1, 0
    least = case.rules.jokers_least
    for at, reveal in enumerate(case.data.get("shown", ()), 1):
        row = case.row(reveal["cards"], "shown")
        shown = int(one_kind(row))
        if shown < 0:
            raise case.fail(f"reveal {at} is not of identical cards")
        governor, kind, copies = int(reveal["player"]), shown, int(row[shown])
    what = int(one_kind(play))
    words = REASONS_ZH if case.chinese else REASONS
    if what == -1:
        raise case.fail("the reveal has no cards")
    if any(p > h for p, h in zip(play, hand, strict=True)):
        return "illegal", words[NOT_HELD]
    code = NOT_IDENTICAL if what < 0 else int(
        reveal_refusal(level, governor, kind, copies, least, player, what, play[what])
    )  # fmt: skip
    if code:
        return "illegal", words[code]
    if governor == player:
        return "legal", case.say("the governor adds identical cards", "以相同的牌加固")
    if governor >= 0:
        return "legal", case.say("it takes over", "反主成功")
    return "legal", case.say("nobody has revealed before", "此前无人亮主")


def _score(case: _Case) -> tuple[Any, str]:
    points = case.number("grabber_points")
    s = Position()
    write_rules(s, case.rules)
    rise = int(levels_won(s, points))
    grabbers = bool(grabbers_win(s, points))
    winner = "grabber" if grabbers else "dealer"
    need = case.rules.grabbers_need
    compared = f"{points} is {'at least' if grabbers else 'less than'} {need}"
    if case.chinese:
        compared = f"{points}分{'不少于' if grabbers else '少于'}{need}分"
        side = "闲家胜" if grabbers else "庄家方胜"
        reason = f"{compared}：{side}，{f'升{rise}级' if rise else '不升级'}"
    elif grabbers:
        reason = f"{compared}: the {winner}s win" + (
            f" and rise {rise}" if rise else ", nobody rises"
        )
    else:
        reason = f"{compared}: the dealer's side rises {rise}"
    return {"winner": winner, "rise": rise}, reason


def _bottom(case: _Case) -> tuple[Any, str]:
    points = case.number("bottom_points")
    taker = case.get("last_trick_winner")
    if taker not in ("dealer", "grabber"):
        raise case.fail(f"'last_trick_winner' is {taker!r}: it is dealer or grabber")
    if taker == "dealer":
        return {"multiplier": 0, "added": 0}, case.say(
            "the dealer's side took the last trick", "庄家方得最后一墩"
        )
    t, play = case.trump, case.cards("play")
    g = _suit(case, play, "the play")
    longest = max(m * length for m, length, _ in parts_of(t, max(g, 0), play)) if g >= 0 else 1
    factor = BOTTOM_FACTORS.index(case.rules.bottom_factor)
    times = int(bottom_multiplier(factor, case.rules.bottom_cap, longest))
    return {"multiplier": times, "added": times * points}, case.say(
        f"the grabbers took the last trick: the bottom's {points} count {times} times",
        f"闲家得最后一墩：底牌{points}分按{times}倍计",
    )


def _friend(case: _Case) -> tuple[Any, str]:
    named = case.cards("named")
    kind = int(one_kind(named))
    if kind < 0:
        return "illegal", case.say("a friend's card is one card", "找朋友须叫一种牌")
    copy = max(int(named[kind]), case.number("copy", 1))
    name, name_zh = cards.name(kind), cards.chinese(kind)
    if copy > case.decks:
        return "illegal", case.say(
            f"there are {case.decks} copies of {name}, not {copy}",
            f"{name_zh}只有{case.decks}张，没有第{copy}张",
        )
    return "legal", case.say(
        f"any card may be named: who plays {name} becomes the partner",
        f"可以叫任何牌：打出{name_zh}的人成为朋友",
    )


TOPICS: Mapping[str, Callable[[_Case], tuple[Any, str]]] = {
    "decompose": _decompose,
    "follow": _follow,
    "rank": _rank,
    "toss": _toss,
    "bid": _bid,
    "score": _score,
    "bottom": _bottom,
    "friend": _friend,
}

"""Judging single situations, with reasons in words, in English and Chinese."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.errors import InputError, unknown
from ...core.struct import _Row
from ...equipment import cards
from ...equipment.cards import BLACK_JOKER, COLOUR_JOKER
from .declaring import NOT_HELD, NOT_IDENTICAL, TOO_FEW, one_kind, reveal_refusal
from .following import FOLLOWS, follow_refusal
from .game import write_rules
from .keeping import most_points
from .notation import brief, short, write_trump
from .patterns import suit_size
from .position import Position
from .ranking import TOSS_RANKS, suit_of, trick_winner
from .ranks import TRUMPS
from .scoring import BOTTOM_FACTORS, bottom_multiplier, grabbers_win, levels_won
from .situations import MOST_DECKS, Situation
from .tossing import can_beat, first_of_part
from .words import REASONS, REASONS_ZH, explain_follow, ordinal, part_name, parts_of, suit_name

__all__ = ["Judgement", "judge"]


@dataclass(frozen=True)
class Judgement:
    """What the referee says of one situation."""

    id: str
    topic: str
    verdict: Any
    reason: str


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
    case = Situation(data, at, version, changes or {}, chinese)
    topic = case.text("topic")
    if topic not in TOPICS:
        raise case.fail(str(unknown("topic", brief(topic), TOPICS)))
    trump = case.data.get("trump")
    if trump not in (None, {"suit": None, "level": None}):
        # Read where it decides nothing, too, so that a slip in it is never passed over.
        _ = case.trump
    verdict, reason = TOPICS[topic](case)
    return Judgement(case.id, topic, verdict, reason)


def _decompose(case: Situation) -> tuple[Any, str]:
    play, t = case.cards("play"), case.trump
    g = case.suit(play, "the play")
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


def _follow(case: Situation) -> tuple[Any, str]:
    t, lead, hand, play = case.trump, case.cards("lead"), case.cards("hand"), case.cards("play")
    g = case.one_suit(lead, "the lead")
    case.check_copies(lead + hand, "the lead and the hand")
    if sum(hand) < sum(lead):
        raise case.fail(
            f"the hand has {int(sum(hand))} cards and the lead {int(sum(lead))}: "
            "who follows holds as many cards as are led"
        )
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
    if held == 1:
        return "legal", case.say(
            f"the hand's only card of {suit} is given" + (", the rest is free" if size > 1 else ""),
            f"1张{suit_zh}已跟出" + ("，其余任意" if size > 1 else ""),
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


def _rank(case: Situation) -> tuple[Any, str]:
    t = case.trump
    plays = case.rows("plays", 1, 8)
    g = case.one_suit(plays[0], "the lead")
    for at, play in enumerate(plays[1:], 2):
        if sum(play) != sum(plays[0]):
            raise case.fail(
                f"play {at} has {int(sum(play))} cards and the lead {int(sum(plays[0]))}: "
                "all plays of a trick have as many"
            )
    case.check_copies(sum(plays), "the plays together")
    rows = np.array(plays, np.int64).view(_Row)
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


def _toss(case: Situation) -> tuple[Any, str]:
    t, play = case.trump, case.cards("play")
    g = case.one_suit(play, "the play")
    hands = case.rows("other_hands", 0, 7)
    own = case.cards("hand") if "hand" in case.data else play
    if any(own < play):
        raise case.fail("the play is not all in the hand")
    case.check_copies(sum(hands, own), "all hands together")
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


def _governing(case: Situation, level: int) -> tuple[int, int, int]:
    """Go through the reveals so far: who governs, with which card and how many of it."""
    governor, kind, copies = -1, -1, 0
    for at, reveal in enumerate(case.objects("shown", "reveal", []), 1):
        row = case.row(reveal.get("cards"), f"reveal {at}")
        who = reveal.number("player", low=0, high=case.players - 1)
        shown = int(one_kind(row))
        if shown == -1:
            raise reveal.fail("it has no cards")
        code = NOT_IDENTICAL if shown < 0 else int(
            reveal_refusal(level, governor, kind, copies, case.rules.jokers_least, who, shown,
                           row[shown])
        )  # fmt: skip
        # Colour jokers over as many black ones are allowed elsewhere: what comes after them
        # can be judged.
        colour = shown == COLOUR_JOKER and kind == BLACK_JOKER and row[shown] == copies
        if code and not (code == TOO_FEW and colour):
            raise reveal.fail(f"{short(row, -1)} can't have been shown: {REASONS[code]}")
        governor, kind, copies = who, shown, int(row[shown])
    return governor, kind, copies


def _bid(case: Situation) -> tuple[Any, str]:
    level = case.trump % 13
    player = case.number("player", 0, 0, case.players - 1)
    hand, play = case.cards("hand"), case.cards("play")
    governor, kind, copies = _governing(case, level)
    least = case.rules.jokers_least
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


def _score(case: Situation) -> tuple[Any, str]:
    try:
        most = most_points(case.rules.changed(decks=case.decks))
    except InputError as error:
        raise case.fail(str(error)) from error
    points = case.number("grabber_points", low=0, high=most)
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


def _bottom(case: Situation) -> tuple[Any, str]:
    points = case.number("bottom_points", low=0, high=100 * case.decks)
    if points % 5:
        raise case.fail(f"'bottom_points' is {points}: points come in fives")
    taker = case.get("last_trick_winner")
    if taker not in ("dealer", "grabber"):
        raise case.wrong("last_trick_winner", taker, "dealer or grabber")
    if taker == "dealer":
        return {"multiplier": 0, "added": 0}, case.say(
            "the dealer's side took the last trick", "庄家方得最后一墩"
        )
    t, play = case.trump, case.cards("play")
    g = case.one_suit(play, "the play that took the last trick")
    longest = max(m * length for m, length, _ in parts_of(t, g, play))
    factor = BOTTOM_FACTORS.index(case.rules.bottom_factor)
    times = int(bottom_multiplier(factor, case.rules.bottom_cap, longest))
    return {"multiplier": times, "added": times * points}, case.say(
        f"the grabbers took the last trick: the bottom's {points} count {times} times",
        f"闲家得最后一墩：底牌{points}分按{times}倍计",
    )


def _friend(case: Situation) -> tuple[Any, str]:
    named = case.row(case.get("named"), "named", MOST_DECKS)
    kind = int(one_kind(named))
    if kind < 0:
        return "illegal", case.say("a friend's card is one card", "找朋友须叫一种牌")
    copy = max(int(named[kind]), case.number("copy", 1, 1, MOST_DECKS))
    name, name_zh = cards.name(kind), cards.chinese(kind)
    if copy > case.decks:
        return "illegal", case.say(
            f"there are {case.decks} copies of {name}, not {copy}",
            f"{name_zh}只有{case.decks}张，没有第{copy}张",
        )
    if copy > 1:
        return "legal", case.say(
            f"any card may be named: the other player who plays the {ordinal(copy)} {name} "
            "becomes the partner",
            f"可以叫任何牌：别家中打出第{copy}张{name_zh}的人成为朋友",
        )
    return "legal", case.say(
        f"any card may be named: who plays {name} becomes the partner",
        f"可以叫任何牌：打出{name_zh}的人成为朋友",
    )


TOPICS: Mapping[str, Callable[[Situation], tuple[Any, str]]] = {
    "decompose": _decompose,
    "follow": _follow,
    "rank": _rank,
    "toss": _toss,
    "bid": _bid,
    "score": _score,
    "bottom": _bottom,
    "friend": _friend,
}

"""The referee: judges situations written in a file, with reasons in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

import numpy as np

from ...core.errors import InputError, unknown
from ...core.results import Result, Table
from ...core.rules import settings
from ...core.struct import _Row
from ...equipment import cards
from .declaring import one_kind, reveal_refusal
from .following import FOLLOWS, follow_refusal
from .game import write_rules
from .notation import read_trump, short
from .patterns import suit_size
from .position import Position
from .ranking import TOSS_RANKS, suit_of, trick_winner
from .ranks import describe_trump, trump_number
from .scoring import bottom_multiplier, grabbers_win, levels_won
from .tossing import can_beat, first_of_part
from .versions import VERSIONS, ShengjiRules
from .words import REASONS, REASONS_ZH, explain_follow, ordinal, part_name, parts_of, suit_name

__all__ = ["Judgement", "Verdicts", "judge", "read_options", "referee"]


@dataclass(frozen=True)
class Judgement:
    """What the referee says of one situation."""

    id: str
    topic: str
    verdict: Any
    reason: str


@dataclass(frozen=True)
class Verdicts(Result):
    """The judgements of a file, in its order."""

    judgements: tuple[Judgement, ...]
    rules: Mapping[str, Any]
    method: str = "the rules, by pattern and counts"
    exact: bool = True

    def as_dict(self) -> Any:
        """Return id, verdict and reason of every situation."""
        return [
            {"id": item.id, "verdict": item.verdict, "reason": item.reason}
            for item in self.judgements
        ]

    def tables(self) -> list[Table]:
        """Return one row a situation."""
        rows = tuple((j.id, j.topic, _shown(j.verdict), j.reason) for j in self.judgements)
        return [Table("the referee", ("situation", "asks", "verdict", "reason"), rows)]


def _shown(verdict: Any) -> str:
    if isinstance(verdict, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_shown(v)}" for key, v in verdict.items())
    if isinstance(verdict, list):
        return " ".join("".join(v) if isinstance(v, list) else str(v) for v in verdict) or "none"
    if isinstance(verdict, bool):
        return "yes" if verdict else "no"
    return str(verdict)


def referee(
    file: Path, *, option: Sequence[str] = (), version: str | None = None, chinese: bool = False
) -> Verdicts:
    """Judge the situations of a file, and say why.

    A file is JSON: a list of situations, or an object with such a list as ``cases``. A
    situation has an ``id``, a ``topic`` (decompose, follow, rank, toss, bid, score,
    bottom, friend), a ``trump`` (suit, or null for notrump, and level; or as 7H and 7NT),
    and what its topic needs: ``play``, ``lead``, ``hand``, ``plays``, ``other_hands``,
    ``shown``, ``grabber_points``, ``bottom_points``, ``last_trick_winner``, ``named``.
    A record of a round or match (see the notation) is played again and every play judged.

    Parameters
    ----------
    file
        the situations, as JSON
    option
        a rule that is different, as follow=maximal; may be repeated
    version
        a named version of the rules; by default standard, or friends with five players
    chinese
        give the reasons of refused plays in Chinese

    Raises
    ------
    InputError
        if the file, an option or a situation can't be read; it names the situation
    """
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror}") from error
    if text.lstrip("# \n").startswith("shengji"):
        return Verdicts((_judge_record(Path(file).name, text),), {})
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(f"{file} is not JSON: {error}") from error
    if isinstance(data, dict) and "rounds" in data:
        return Verdicts((_judge_record(Path(file).name, text),), {})
    cases = data.get("cases") if isinstance(data, dict) else data
    if not isinstance(cases, list):
        raise InputError(f"{file} has no list of situations (as 'cases', or by itself)")
    if version is not None and version not in VERSIONS:
        raise unknown("version", version, VERSIONS, where="shengji")
    changes = read_options(option)
    found = [judge(case, at, version, changes, chinese) for at, case in enumerate(cases, 1)]
    return Verdicts(tuple(found), changes)


def _judge_record(name: str, text: str) -> Judgement:
    from .records import read
    from .replaying import replay, summary

    match = read(text)
    try:
        s = replay(match)
    except InputError as error:
        return Judgement(name, "record", "illegal", str(error))
    ended = f"; the last round: {summary(s)}" if s.end_dealer >= 0 else ""
    return Judgement(name, "record", "legal", f"every play is allowed{ended}")


def read_options(options: Sequence[str]) -> dict[str, Any]:
    """Read options such as ``follow=maximal``.

    >>> read_options(["follow=maximal", "extra_steps=40", "dealer_rise=40,5"])
    {'follow': 'maximal', 'extra_steps': 40, 'dealer_rise': (40, 5)}
    """
    known = {item.name: item for item in settings(ShengjiRules)}
    found: dict[str, Any] = {}
    for text in options:
        name, equals, word = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise InputError(f"--option {text!r}: write a rule and its value, as follow=maximal")
        if name not in known:
            raise unknown("rule", name, known, where="shengji")
        wanted = known[name].type
        try:
            if get_origin(wanted) is tuple:
                inner = get_args(wanted)[0]
                found[name] = tuple(inner(item) for item in word.split(",") if item)
            elif wanted is bool:
                found[name] = {"true": True, "yes": True, "1": True, "false": False, "no": False,
                               "0": False}[word.strip().lower()]  # fmt: skip
            else:
                found[name] = wanted(word) if wanted is int else word.strip()
        except (KeyError, ValueError):
            raise InputError(f"--option {text!r}: {word!r} is not a value of {name}") from None
    ShengjiRules().changed(**{k: v for k, v in found.items() if k not in ("players", "mode")})
    return found


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
        return "not one suit", f"under trump {describe_trump(t)} these cards are of several suits"
    parts = parts_of(t, g, play)
    return [f"{m}x{length}" for m, length, _ in parts], _in_words(parts)


def _in_words(parts: list[tuple[int, int, int]]) -> str:
    names = [part_name(m, length) for m, length, _ in parts]
    counted = [(name, names.count(name)) for name in dict.fromkeys(names)]
    return ", ".join(f"a {name}" if n == 1 else f"{n} × {name}" for name, n in counted)


def _follow(case: _Case) -> tuple[Any, str]:
    t, lead, hand, play = case.trump, case.cards("lead"), case.cards("hand"), case.cards("play")
    g = _suit(case, lead, "the lead")
    if g < 0:
        raise case.fail("the lead is not of one suit")
    missing = (play - np.minimum(play, hand)).view(_Row)
    if missing.any():
        listed = short(missing, t)
        return "illegal", f"手中没有 {listed}" if case.chinese else f"{listed} is not in the hand"
    size, given = int(sum(lead)), int(sum(play))
    if given != size:
        if case.chinese:
            return "illegal", f"须出{size}张牌，而不是{given}张"
        return "illegal", f"the lead has {size} card{'s' if size != 1 else ''}, the play {given}"
    follow, shorter = FOLLOWS.index(case.rules.follow), int(case.rules.shorter_run_duty)
    code = int(follow_refusal(t, g, lead, hand, play, follow, shorter))
    if code:
        return "illegal", explain_follow(
            t, g, lead, hand, play, code, follow, shorter, case.chinese
        )
    held, suit = int(suit_size(t, g, hand)), suit_name(t, g)
    if held == 0:
        return "legal", f"the hand has no {suit}: any cards will do"
    if held <= size:
        return "legal", f"all {held} {suit} are given" + (
            ", the rest is free" if held < size else ""
        )
    return "legal", f"{suit} for {suit}, and no part that was owed is held back"


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
    led = _in_words(parts_of(t, g, rows[0]))
    if winner == 0:
        return 0, f"no other play forms what was led ({led}) and outranks the lead"
    suit = "trumps" if suit_of(t, rows[winner]) == 4 else suit_name(t, g)
    return winner, (
        f"the {ordinal(winner + 1)} play forms what was led ({led}) in {suit}, and is the first "
        "that no other play outranks"
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
            said.append(f"the {part_name(m, length)} {short(out, t)} by other hand {by[0] + 1}")
    verdict = {"is_toss": not beaten, "beaten_components": beaten}
    if not beaten:
        return verdict, "no other hand can beat any part of it in that suit"
    return verdict, "can be beaten: " + "; ".join(said)


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
        return "illegal", words[11]
    code = 12 if what < 0 else int(
        reveal_refusal(level, governor, kind, copies, least, player, what, play[what])
    )  # fmt: skip
    if code:
        return "illegal", words[code]
    if governor == player:
        return "legal", "the governor adds identical cards"
    return "legal", "it takes over" if governor >= 0 else "nobody has revealed before"


def _score(case: _Case) -> tuple[Any, str]:
    points = case.number("grabber_points")
    s = Position()
    write_rules(s, case.rules)
    rise = int(levels_won(s, points))
    grabbers = bool(grabbers_win(s, points))
    winner = "grabber" if grabbers else "dealer"
    need = case.rules.grabbers_need
    compared = f"{points} is {'at least' if grabbers else 'less than'} {need}"
    return {"winner": winner, "rise": rise}, (
        f"{compared}: the {winner}s win" + (f" and rise {rise}" if rise else ", nobody rises")
        if grabbers
        else f"{compared}: the dealer's side rises {rise}"
    )


def _bottom(case: _Case) -> tuple[Any, str]:
    points = case.number("bottom_points")
    if case.get("last_trick_winner") == "dealer":
        return {"multiplier": 0, "added": 0}, "the dealer's side took the last trick"
    t, play = case.trump, case.cards("play")
    g = _suit(case, play, "the play")
    longest = max(m * length for m, length, _ in parts_of(t, max(g, 0), play)) if g >= 0 else 1
    factor = ("double", "cards", "twice_cards", "power").index(case.rules.bottom_factor)
    times = int(bottom_multiplier(factor, case.rules.bottom_cap, longest))
    return {"multiplier": times, "added": times * points}, (
        f"the grabbers took the last trick: the bottom's {points} count {times} times"
    )


def _friend(case: _Case) -> tuple[Any, str]:
    named = case.cards("named")
    kind = int(one_kind(named))
    if kind < 0:
        return "illegal", "a friend's card is one card"
    copy = max(int(named[kind]), case.number("copy", 1))
    if copy > case.decks:
        return "illegal", f"there are {case.decks} copies of {cards.name(kind)}, not {copy}"
    return "legal", f"any card may be named: who plays {cards.name(kind)} becomes the partner"


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

"""Playing a record again, with every card checked."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.errors import InputError
from ...equipment import cards
from . import moves, words
from .notation import brief, read_cards, short, write_trump
from .position import BACK, BURY, DEAL, FLIP, LEAD, NAME, OVER, REVEAL, Cards, Position
from .records import Match, Reveal, Round, Trick

__all__ = ["replay", "summary", "unfinished"]


@dataclass(frozen=True)
class _Place:
    """Where in a record one is: the line that it was read from, and in words."""

    english: str
    chinese: str
    zh: bool
    line: int = 0

    def at(self, english: str, chinese: str, line: int = 0) -> _Place:
        return _Place(self.english + english, self.chinese + chinese, self.zh, line or self.line)

    def wrong(self, english: str, chinese: str = "") -> InputError:
        words = f"{self.chinese}：{chinese}" if self.zh and chinese else f"{self.english}{english}"
        if not self.line:
            return InputError(words)
        return InputError(f"第{self.line}行：{words}" if self.zh else f"line {self.line}: {words}")


def _zh(text: str) -> str:
    # Cards of a record by their Chinese names, where they can be read.
    try:
        return short(read_cards(text).cards, -1, True)
    except InputError:
        return text


def replay(match: Match, chinese: bool = False) -> Position:
    """Play a record again, checking every card, and return the position at its end.

    Raises :class:`InputError` that says in which line and round, where in it, and why.
    """
    s = match.initial()
    for number, item in enumerate(match.rounds, 1):
        where = _Place(f"round {number}", f"第{number}局", chinese, item.lines.get("round", 0))
        if s.phase == OVER:
            raise where.wrong(": the game was over before", "牌局在此之前已经结束")
        _replay_deal(s, item, where)
        if s.phase in (DEAL, REVEAL):
            if number < len(match.rounds):
                raise where.wrong(
                    ": the deal is not complete, and another round follows", "发牌未完，却另有一局"
                )
            _nothing_after(item, where, ": the deal is not complete", "发牌未完")
            return s
        _replay_play(s, item, where)
        if s.phase not in (DEAL, OVER) and number < len(match.rounds):
            raise where.wrong(" is not finished, and another round follows", "未打完，却另有一局")
    return s


def _do(s: Position, text: str, where: _Place, lead: bool = False) -> None:
    try:
        a = read_cards(text)
    except InputError as error:
        raise where.wrong(f": {error}", str(error)) from error
    refused = words.refusal(s, a)
    if refused is not None:
        other, zh = _other_leader(s, a) if lead else ("", "")
        raise where.wrong(f": {refused}{other}", f"{words.refusal(s, a, True)}{zh}")
    moves.apply(s, a)


def _other_leader(s: Position, a: Cards) -> tuple[str, str]:
    # Whoever took the last trick leads: a frequent slip in records that are typed.
    for p in range(int(s.players)):
        if p != s.turn and all(a.cards[k] <= s.hands[p, k] for k in range(cards.KINDS)):
            return (
                f" (seat {p + 1} has it, but seat {s.turn + 1} leads)",
                f"（{p + 1}号位有，但轮到{s.turn + 1}号位领出）",
            )
    return "", ""


def _nothing_after(item: Round, where: _Place, english: str, chinese: str) -> None:
    # A bottom, a name or a trick can't come yet.
    lines = item.lines
    if item.bottom:
        raise where.at("", "", lines.get("bottom", 0)).wrong(
            f"{english}, and the bottom is laid down", f"{chinese}，却已扣底"
        )
    if item.friends:
        raise where.at("", "", lines.get("friend 1", 0)).wrong(
            f"{english}, and a friend is named", f"{chinese}，却已叫朋友"
        )
    if item.tricks:
        raise where.at("", "", item.tricks[0].line).wrong(
            f"{english}, and a trick is played", f"{chinese}，却已出牌"
        )


def _replay_deal(s: Position, item: Round, where: _Place) -> None:
    players = int(s.players)
    size = (cards.KINDS * int(s.decks) - int(s.bottom_size)) // players
    _check_deal(s, item, where, size)
    left = list(item.reveals)
    total = size * players
    while s.phase in (DEAL, REVEAL) and (s.phase == REVEAL or s.dealt < total):
        if s.phase == DEAL:
            if left and left[0].after <= s.dealt:
                raise _refused_reveal(s, left[0], where)
            seat, at = (int(s.first) + int(s.dealt)) % players, int(s.dealt) // players
            if at >= len(item.deal[seat]):
                break
            place = where.at(
                f", card {at + 1} of seat {seat + 1}", f"，{seat + 1}号位第{at + 1}张",
                item.lines.get(f"deal {seat + 1}", 0),
            )  # fmt: skip
            _do(s, item.deal[seat][at], place)
        elif left and left[0].after == s.dealt and left[0].seat == s.turn:
            reveal = left.pop(0)
            _do(s, reveal.cards, _reveal_place(reveal, where))
        elif left and left[0].after == s.dealt and not _still_asked(s, left[0].seat):
            raise _refused_reveal(s, left[0], where)
        else:
            moves.apply(s, Cards())
    _check_whole(s, item, where)
    if left:
        raise _refused_reveal(s, left[0], where)
    _replay_flips(s, item, where)


def _check_whole(s: Position, item: Round, where: _Place) -> None:
    # A deal that breaks off may do so at any card, but no seat may be ahead of it.
    if s.phase not in (DEAL, REVEAL):
        return
    behind = (int(s.first) + int(s.dealt)) % int(s.players)
    missing = len(item.deal[behind]) + 1
    for seat, dealt in enumerate(item.deal):
        if len(dealt) > int(s.sizes[seat]):
            raise where.at("", "", item.lines.get(f"deal {behind + 1}", 0)).wrong(
                f": card {missing} of seat {behind + 1} is missing, and seat {seat + 1} is dealt "
                f"{len(dealt)}",
                f"缺{behind + 1}号位第{missing}张，而{seat + 1}号位发了{len(dealt)}张",
            )


def _replay_flips(s: Position, item: Round, where: _Place) -> None:
    place = where.at(", the bottom turned over", "，翻底牌", item.lines.get("flip", 0))
    flips = list(item.flipped)
    while s.phase == FLIP and flips:
        _do(s, flips.pop(0), place)
    if flips:
        raise where.at("", "", place.line).wrong(
            f": {flips[0]} is turned over though the trump is decided",
            f"主已定，却翻出{_zh(flips[0])}",
        )


def _reveal_place(reveal: Reveal, where: _Place, after: bool = False) -> _Place:
    dealt = f" after {reveal.after}" if after else ""
    return where.at(
        f", reveal of {brief(reveal.cards)} by seat {reveal.seat + 1}{dealt}",
        f"，{reveal.seat + 1}号位亮{_zh(reveal.cards)}"
        + (f"（发到第{reveal.after}张）" if after else ""),
        reveal.line,
    )


def _still_asked(s: Position, seat: int) -> bool:
    # Whether a seat is asked for a reveal later, before the next card.
    drawer = (int(s.first) + int(s.dealt) - 1) % int(s.players)
    return (seat - drawer) % int(s.players) >= int(s.asked)


def _refused_reveal(s: Position, reveal: Reveal, where: _Place) -> InputError:
    place = _reveal_place(reveal, where, after=True)
    probe = s.copy()
    probe.phase, probe.turn = REVEAL, reveal.seat
    try:
        shown = read_cards(reveal.cards)
    except InputError as error:
        return place.wrong(f": {error}", str(error))
    refused = words.refusal(probe, shown)
    if refused is None:
        return place.wrong(": it is out of turn", "未轮到")
    return place.wrong(f": {refused}", words.refusal(probe, shown, True) or "")


def _check_seats(s: Position, item: Round, where: _Place) -> None:
    players = int(s.players)
    if len(item.deal) != players:
        raise where.wrong(
            f": the deal has {len(item.deal)} seats for {players} players",
            f"发给{len(item.deal)}家，应为{players}家",
        )
    for reveal in item.reveals:
        if not 0 <= reveal.seat < players:
            raise where.at("", "", reveal.line).wrong(
                f": there is no seat {reveal.seat + 1} to reveal: seats are 1 to {players}",
                f"没有{reveal.seat + 1}号位",
            )
    most = max(map(len, item.deal))
    for seat, dealt in enumerate(item.deal, 1):
        # A deal that breaks off leaves a seat at most one card behind.
        if most > 1 and not dealt:
            raise where.wrong(
                f": deal {seat} is missing: others are dealt {most} cards",
                f"缺{seat}号位的牌，而别家发了{most}张",
            )


def _check_deal(s: Position, item: Round, where: _Place, size: int) -> None:
    _check_seats(s, item, where)
    seen = [0] * cards.KINDS
    for seat, dealt in enumerate(item.deal):
        place = where.at("", "", item.lines.get(f"deal {seat + 1}", 0))
        if len(dealt) > size:
            raise place.wrong(
                f": seat {seat + 1} is dealt {len(dealt)} cards, not {size}",
                f"{seat + 1}号位发了{len(dealt)}张，应为{size}张",
            )
        for word in dealt:
            kind = cards.kind(word)
            seen[kind] += 1
            if seen[kind] > s.decks:
                raise place.wrong(
                    f": {cards.name(kind)} is dealt {seen[kind]} times, out of "
                    f"{s.decks} deck{'s' if s.decks != 1 else ''}",
                    f"{cards.chinese(kind)}发了{seen[kind]}张，只有{s.decks}副牌",
                )


def _replay_play(s: Position, item: Round, where: _Place) -> None:
    if s.phase == BURY:
        if item.bottom:
            _do(s, item.bottom, where.at(", the bottom", "，扣底", item.lines.get("bottom", 0)))
        elif item.friends or item.tricks:
            raise where.wrong(" has no bottom", "没有扣底")
    elif s.phase == FLIP:
        _nothing_after(item, where, ": the bottom must be turned over", "底牌须先翻开")
    for at, named in enumerate(item.friends, 1):
        place = where.at(", the friend's card", "，叫朋友", item.lines.get(f"friend {at}", 0))
        if s.phase != NAME:
            raise where.at("", "", place.line).wrong(
                f": friend {brief(named)} is named out of turn", f"不该叫朋友：{_zh(named)}"
            )
        _do(s, named, place)
    for at, trick in enumerate(item.tricks, 1):
        place = where.at(f", trick {at}", f"，第{at}墩", trick.line)
        _replay_trick(s, trick, place)
        if len(trick.plays) < s.players and at < len(item.tricks):
            raise place.wrong(
                f" has {len(trick.plays)} plays for {s.players} players",
                f"只有{len(trick.plays)}手，应有{s.players}手",
            )


def _replay_trick(s: Position, trick: Trick, place: _Place) -> None:
    if s.phase == NAME:
        raise place.wrong(": no friend's card is named", "还没有叫朋友")
    if s.phase != LEAD:
        raise place.wrong(": it is not time to lead", "还不能出牌")
    if not trick.plays or not trick.plays[0]:
        raise place.wrong(" has no plays", "没有牌")
    if len(trick.plays) > s.players:
        raise place.wrong(
            f" has {len(trick.plays)} plays for {s.players} players",
            f"有{len(trick.plays)}手，只有{s.players}人",
        )
    lead, rest = trick.plays[0], trick.plays[1:]
    leader = int(s.turn)
    seat = place.at(f", lead of seat {leader + 1}", f"，{leader + 1}号位领出")
    _do(s, trick.toss or lead, seat, lead=True)
    if s.phase == BACK:
        _do(s, lead, place.at(", what is left of the toss", "，甩牌失败后"))
    fallen = short(s.table[leader], s.trump)
    try:
        wanted = short(read_cards(lead).cards, s.trump)
    except InputError as error:
        raise place.wrong(f": {error}", str(error)) from error
    if fallen != wanted:
        raise place.wrong(
            f": of the toss {trick.toss or lead} stays {fallen}, not {wanted}",
            f"甩牌{_zh(trick.toss or lead)}失败，应留{_zh(fallen)}，而不是{_zh(wanted)}",
        )
    if trick.toss and not any(s.toss):
        raise place.wrong(
            f": the toss {trick.toss} holds, and {lead} is not what is led",
            f"甩牌{_zh(trick.toss)}成功，出的不是{_zh(lead)}",
        )
    for text in rest:
        _do(s, text, place.at(f", seat {int(s.turn) + 1}", f"，{int(s.turn) + 1}号位"))


def unfinished(match: Match, s: Position, chinese: bool = False) -> str:
    """Say that the last round of a record, played again to its end, is not finished; or nothing."""
    between = s.phase == DEAL and s.dealt == 0
    if s.phase == OVER or (between and match.rounds and match.rounds[-1].tricks):
        return ""
    number, tricks = len(match.rounds), int(s.tricks)
    if chinese:
        return f"；第{number}局未打完（已打{tricks}墩）"
    played = f"{tricks} trick{'s are' if tricks != 1 else ' is'} played"
    return f"; round {number} is not finished: {played}"


def summary(s: Position, chinese: bool = False) -> str:
    """Say in a line how the last finished round ended."""
    trump = write_trump(s.end_trump, chinese)
    if chinese:
        side = "闲家胜" if s.end_grabbers else "庄家方胜"
        rise = f"升{s.end_rise}级" if s.end_rise else "不升级"
        return f"主{trump}，闲家{s.end_points}分：{side}，{rise}"
    levels = f"{s.end_rise} level{'s' * (s.end_rise != 1)}"
    if not s.end_grabbers:
        ending = f"the dealer's side wins and rises {levels}"
    else:
        ending = f"the grabbers win and rise {levels}" if s.end_rise else "the grabbers win"
    return f"trump {trump}, {s.end_points} points: {ending}"

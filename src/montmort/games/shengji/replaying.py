"""Playing a record again, with every card checked."""

from __future__ import annotations

from ...core.errors import InputError
from ...equipment import cards
from . import moves, words
from .notation import read_cards, short
from .position import BACK, BURY, DEAL, FLIP, LEAD, NAME, OVER, REVEAL, Cards, Position
from .ranks import describe_trump
from .records import Match, Reveal, Round

__all__ = ["replay", "summary"]


def replay(match: Match) -> Position:
    """Play a record again, checking every card, and return the position at its end.

    Raises :class:`InputError` that says in which round and where, and why.
    """
    s = match.initial()
    for number, item in enumerate(match.rounds, 1):
        where = f"round {number}"
        if s.phase == OVER:
            raise InputError(f"{where}: the game was over before")
        _replay_deal(s, item, where)
        if s.phase in (DEAL, REVEAL):
            if number < len(match.rounds):
                raise InputError(f"{where}: the deal is not complete, and another round follows")
            return s
        _replay_play(s, item, where)
        if s.phase not in (DEAL, OVER) and number < len(match.rounds):
            raise InputError(f"{where} is not finished, and another round follows")
    return s


def _do(s: Position, text: str | Cards, where: str) -> None:
    try:
        a = read_cards(text) if isinstance(text, str) else text
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    refused = words.refusal(s, a)
    if refused is not None:
        raise InputError(f"{where}: {refused}")
    moves.apply(s, a)


def _replay_deal(s: Position, item: Round, where: str) -> None:
    players, size = (
        int(s.players),
        (cards.KINDS * int(s.decks) - int(s.bottom_size)) // int(s.players),
    )
    _check_deal(s, item, where, size)
    left = list(item.reveals)
    total = size * players
    while s.phase in (DEAL, REVEAL) and (s.phase == REVEAL or s.dealt < total):
        if s.phase == DEAL:
            _check_late(s, left, where)
            seat, at = (int(s.first) + int(s.dealt)) % players, int(s.dealt) // players
            if at >= len(item.deal[seat]):
                break
            _do(s, item.deal[seat][at], f"{where}, card {at + 1} of seat {seat + 1}")
        elif left and left[0].after == s.dealt and left[0].seat == s.turn:
            reveal = left.pop(0)
            _do(s, reveal.cards, f"{where}, reveal of {reveal.cards} by seat {reveal.seat + 1}")
        elif left and left[0].after == s.dealt and not _still_asked(s, left[0].seat):
            _refuse_reveal(s, left[0], where)
        else:
            moves.apply(s, Cards())
    if left:
        _refuse_reveal(s, left[0], where)
    flips = list(item.flipped)
    while s.phase == FLIP and flips:
        _do(s, flips.pop(0), f"{where}, the bottom turned over")
    if flips:
        raise InputError(f"{where}: {flips[0]} is turned over though the trump is decided")


def _check_late(s: Position, left: list[Reveal], where: str) -> None:
    if left and left[0].after <= s.dealt:
        _refuse_reveal(s, left[0], where)


def _still_asked(s: Position, seat: int) -> bool:
    # Whether a seat is asked for a reveal later, before the next card.
    drawer = (int(s.first) + int(s.dealt) - 1) % int(s.players)
    return (seat - drawer) % int(s.players) >= int(s.asked)


def _refuse_reveal(s: Position, reveal: Reveal, where: str) -> None:
    place = f"{where}, reveal of {reveal.cards} by seat {reveal.seat + 1} after {reveal.after}"
    probe = s.copy()
    probe.phase, probe.turn = REVEAL, reveal.seat
    try:
        refused = words.refusal(probe, read_cards(reveal.cards))
    except InputError as error:
        refused = str(error)
    raise InputError(f"{place}: {refused or 'it is out of turn'}")


def _check_deal(s: Position, item: Round, where: str, size: int) -> None:
    seen = [0] * cards.KINDS
    for seat, dealt in enumerate(item.deal):
        if len(dealt) > size:
            raise InputError(f"{where}: seat {seat + 1} is dealt {len(dealt)} cards, not {size}")
        for word in dealt:
            kind = cards.kind(word)
            seen[kind] += 1
            if seen[kind] > s.decks:
                raise InputError(
                    f"{where}: {cards.name(kind)} is dealt {seen[kind]} times, out of "
                    f"{s.decks} deck{'s' if s.decks != 1 else ''}"
                )


def _replay_play(s: Position, item: Round, where: str) -> None:
    if s.phase == BURY and item.bottom:
        _do(s, item.bottom, f"{where}, the bottom")
    for named in item.friends:
        if s.phase != NAME:
            raise InputError(f"{where}: friend {named} is named out of turn")
        _do(s, named, f"{where}, the friend's card")
    for at, trick in enumerate(item.tricks, 1):
        place = f"{where}, trick {at}"
        if s.phase != LEAD:
            raise InputError(f"{place}: it is not time to lead")
        if not trick.plays or not trick.plays[0]:
            raise InputError(f"{place} has no plays")
        if len(trick.plays) > s.players:
            raise InputError(f"{place} has {len(trick.plays)} plays for {s.players} players")
        lead, rest = trick.plays[0], trick.plays[1:]
        leader = int(s.turn)
        _do(s, trick.toss or lead, f"{place}, lead of seat {leader + 1}")
        if s.phase == BACK:
            _do(s, lead, f"{place}, what is left of the toss")
        fallen = short(s.table[leader], s.trump)
        wanted = short(read_cards(lead).cards, s.trump)
        if fallen != wanted:
            raise InputError(
                f"{place}: of the toss {trick.toss or lead} stays {fallen}, not {wanted}"
            )
        if trick.toss and not any(s.toss):
            raise InputError(f"{place}: the toss {trick.toss} holds, and {lead} is not what is led")
        for text in rest:
            _do(s, text, f"{place}, seat {int(s.turn) + 1}")
        if len(trick.plays) < s.players and at < len(item.tricks):
            raise InputError(f"{place} has {len(trick.plays)} plays for {s.players} players")


def summary(s: Position) -> str:
    """Say in a line how the last finished round ended."""
    trump, levels = describe_trump(s.end_trump), f"{s.end_rise} level{'s' * (s.end_rise != 1)}"
    if not s.end_grabbers:
        ending = f"the dealer's side wins and rises {levels}"
    else:
        ending = f"the grabbers win and rise {levels}" if s.end_rise else "the grabbers win"
    return f"trump {trump}, {s.end_points} points: {ending}"

"""Three simple bots: random, greedy, and one that knows points, trumps and partners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...core.errors import InputError, unknown
from ...core.loading import is_file_name, load_file, public_names, split_name
from ...core.strategy import Strategy
from ...core.struct import Floats, Stream, _Row
from ...engines.tournament.rows import Bot
from ...equipment.cards import BLACK_JOKER
from ...statistics.streams import below
from .apart import Row, apart
from .composing import compose_follow, fill, find_part, random_cards
from .declaring import reveal_refusal
from .following import follow_refusal
from .notation import write_cards
from .patterns import MOST_PARTS, list_parts, most_copies, suit_size
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, Cards, View
from .ranking import suit_of, trick_winner
from .ranks import FIRST, GROUP, PLACE, POINTS, SLOTS, TRUMPS, WIDTH
from .splits import single_part
from .tossing import can_beat, first_of_part, smallest_copies

__all__ = ["BOTS", "STRATEGIES", "find_bot", "greedy", "random_legal", "steady"]


@apart
def _clear(a: Cards) -> None:
    for kind in range(54):
        a.cards[kind] = 0


@apart
def _back(v: View, a: Cards) -> None:
    # The first of the equal parts to which a failed toss may fall back.
    m = smallest_copies(v.fallen)
    low = v.fallen // 1024 % 32
    first_of_part(v.trump, v.led_suit, v.toss[:], m, v.fallen // 32768 // m, low, a.cards[:])


@apart
def _may_reveal(v: View, kind: int, copies: int) -> bool:
    code = reveal_refusal(
        v.level, v.governor, v.shown_kind, v.shown_count, v.jokers_least, v.me, kind, copies
    )
    return copies > 0 and code == 0


# -- random -----------------------------------------------------------------------


@apart
def random_legal(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Do anything that the rules allow."""
    if v.phase == FOLLOW:
        weight = np.zeros(54)
        compose_follow(
            v.trump, v.led_suit, v.table[v.leader], v.led_size, v.hand[:], v.follow, v.shorter,
            weight, True, stream, a.cards[:],
        )  # fmt: skip
        return
    _clear(a)
    if v.phase == LEAD:
        _random_lead(v, stream, a)
    elif v.phase == REVEAL:
        if below(stream, 2) == 0:
            return
        seen = 0
        for i in range(6):
            kind = 13 * i + v.level if i < 4 else BLACK_JOKER + i - 4
            for copies in range(1, v.hand[kind] + 1):
                if _may_reveal(v, kind, copies):
                    seen += 1
                    if below(stream, seen) == 0:
                        _clear(a)
                        a.cards[kind] = copies
    elif v.phase == BURY:
        random_cards(v.trump, -1, v.hand[:], v.bottom_size, stream, a.cards[:])
    elif v.phase == NAME:
        a.cards[below(stream, 54)] = 1 + below(stream, v.decks)
    elif v.phase == BACK:
        _back(v, a)


@apart
def _random_lead(v: View, stream: Stream, a: Cards) -> None:
    t = v.trump
    ticket = below(stream, v.sizes[v.me])
    kind = 0
    while ticket >= v.hand[kind]:
        ticket -= v.hand[kind]
        kind += 1
    g = GROUP[t, kind]
    m = 1 + below(stream, v.hand[kind])
    a.cards[kind] = m
    style = below(stream, 16)
    if style == 0:
        # A toss of whatever comes: it may well fail.
        for i in range(FIRST[t, g], FIRST[t, g + 1]):
            other = SLOTS[t, i]
            if other != kind and v.hand[other] > 0 and below(stream, 4) == 0:
                a.cards[other] = 1 + below(stream, v.hand[other])
    elif m > 1 and style < 12:
        place = PLACE[t, kind]
        for i in range(FIRST[t, g], FIRST[t, g + 1]):
            other = SLOTS[t, i]
            if PLACE[t, other] == place + 1 and v.hand[other] >= m:
                a.cards[other] = m
                place += 1


# -- greedy -----------------------------------------------------------------------


@apart
def greedy(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Take every trick that can be taken, as cheaply as possible; else throw the lowest."""
    t = v.trump
    _clear(a)
    if v.phase == FOLLOW:
        if not _cheapest_win(v, stream, a):
            weight = np.zeros(54)
            for kind in range(54):
                weight[kind] = _height(t, kind)
            _follow_by(v, weight, stream, a)
    elif v.phase == LEAD:
        ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
        lows = np.zeros(MOST_PARTS, np.int64)
        best = -1
        for g in range(5):
            if suit_size(t, g, v.hand[:]) == 0:
                continue
            count = list_parts(t, g, v.hand[:], ms, ls, lows)
            for i in range(count):
                # The most cards; of as many the highest, within their suit.
                worth = ms[i] * ls[i] * 64 + lows[i] + 16 - WIDTH[t, g]
                if worth > best:
                    best = worth
                    first_of_part(t, g, v.hand[:], ms[i], ls[i], lows[i], a.cards[:])
    elif v.phase == REVEAL:
        for i in range(6):
            kind = 13 * i + v.level if i < 4 else BLACK_JOKER + i - 4
            if _may_reveal(v, kind, v.hand[kind]):
                _clear(a)
                a.cards[kind] = v.hand[kind]
    elif v.phase == BURY:
        weight = np.zeros(54)
        for kind in range(54):
            weight[kind] = _height(t, kind) + 3 * v.hand[kind]
        fill(t, -1, v.hand[:], v.bottom_size, weight, a.cards[:])
    elif v.phase == NAME:
        _name_an_ace(v, a)
    elif v.phase == BACK:
        _back(v, a)


@apart
def _height(t: int, kind: int) -> int:
    # A card's place, with every trump above every plain card.
    return int(PLACE[t, kind] + (16 if GROUP[t, kind] == TRUMPS else 0))


@apart
def _follow_by(v: View, weight: Floats, stream: Stream, a: Cards) -> None:
    compose_follow(
        v.trump, v.led_suit, v.table[v.leader], v.led_size, v.hand[:], v.follow, v.shorter, weight,
        False, stream, a.cards[:],
    )  # fmt: skip


@apart
def _so_far(v: View) -> int:
    # Who would take the trick if it ended here.
    played = (v.me - v.leader) % v.players
    best = trick_winner(v.trump, v.table[:], v.leader, v.players, v.toss_rank)
    return best if (best - v.leader) % v.players < played else v.leader


@apart
def _cheapest_win(v: View, stream: Stream, a: Cards) -> bool:
    # The lowest legal play that beats all so far, in the led suit or with trumps.
    t, lead = v.trump, v.table[v.leader]
    if single_part(t, v.led_suit, lead) < 0:
        return False
    m = most_copies(t, v.led_suit, lead)
    length = v.led_size // m
    best = _so_far(v)
    suit = suit_of(t, v.table[best])
    low = single_part(t, suit, v.table[best])
    held = suit_size(t, v.led_suit, v.hand[:])
    if held == 0 and v.led_suit != TRUMPS:
        return find_part(
            t, TRUMPS, v.hand[:], m, length, low if suit == TRUMPS else -1, True, a.cards[:]
        )
    if suit != v.led_suit or held < v.led_size:
        return False
    at = low
    while find_part(t, suit, v.hand[:], m, length, at, True, a.cards[:]):
        if follow_refusal(t, suit, lead, v.hand[:], a.cards[:], v.follow, v.shorter) == 0:
            return True
        at = single_part(t, suit, a.cards[:])
    return False


@apart
def _name_an_ace(v: View, a: Cards) -> None:
    # The highest plain card of a suit where the dealer does not hold all copies himself.
    _clear(a)
    top = 12 if v.level != 12 else 11
    best, worth = -1, -100
    for suit in range(4):
        kind = 13 * suit + top
        if GROUP[v.trump, kind] == TRUMPS or v.hand[kind] + v.bottom[kind] >= v.decks:
            continue
        taken = False
        for i in range(v.names):
            taken = taken or v.named_kind[i] == kind
        here = 8 * v.hand[kind] + 2 * (suit_size(v.trump, suit, v.hand[:]) > 0)
        if not taken and here > worth:
            best, worth = kind, here
    if best < 0:
        best = BLACK_JOKER + 1
        while v.hand[best] + v.bottom[best] >= v.decks and best > 0:
            best -= 1
    a.cards[best] = 1


# -- steady -----------------------------------------------------------------------


@apart
def steady(v: View, stream: Stream, parameters: Floats, a: Cards) -> None:
    """Give points to the partner, keep them from the others, lead what is unbeatable."""
    _clear(a)
    if v.phase == FOLLOW:
        _steady_follow(v, stream, a)
    elif v.phase == LEAD:
        _steady_lead(v, a)
    elif v.phase == REVEAL:
        _steady_reveal(v, parameters, a)
    elif v.phase == BURY:
        _steady_bury(v, a)
    elif v.phase == NAME:
        _name_an_ace(v, a)
    elif v.phase == BACK:
        _back(v, a)


@apart
def _ally(v: View, p: int) -> bool:
    # Whether a player is of one's own side, as far as one knows.
    mine = v.side[v.me] != 0
    if v.friends > 0 and not mine:
        for i in range(v.names):
            if v.friend[i] < 0 and v.hand[v.named_kind[i]] > 0 and v.named_copy[i] == 1:
                mine = True
    return p == v.me or (v.side[p] != 0) == mine


@apart
def _steady_reveal(v: View, parameters: Floats, a: Cards) -> None:
    best, worth = -1, 0.0
    for i in range(4):
        kind = 13 * i + v.level
        if not _may_reveal(v, kind, v.hand[kind]):
            continue
        trumps = 0.0
        for rank in range(13):
            trumps += v.hand[13 * i + rank]
        here = trumps + v.hand[kind]
        # Few trumps so far are no reason to call; parameters[0] is the share that is.
        if here > worth and trumps >= parameters[0] * v.sizes[v.me] + 1.0:
            best, worth = kind, here
    if v.governor == v.me and best != v.shown_kind:
        best = -1
    if best >= 0:
        a.cards[best] = v.hand[best]


@apart
def _steady_bury(v: View, a: Cards) -> None:
    t = v.trump
    weight = np.zeros(54)
    for kind in range(54):
        g = GROUP[t, kind]
        if g == TRUMPS:
            weight[kind] = 200 + PLACE[t, kind]
        else:
            # Short suits go first, so as to ruff them; points, pairs and aces stay.
            weight[kind] = (
                4 * suit_size(t, g, v.hand[:]) + PLACE[t, kind] + 3 * POINTS[kind]
                + 12 * (v.hand[kind] > 1) + 30 * (PLACE[t, kind] == 11)
            )  # fmt: skip
    fill(t, -1, v.hand[:], v.bottom_size, weight, a.cards[:])


@apart
def _unseen(v: View, out: Row) -> None:
    # The cards that the others may hold.
    for kind in range(54):
        left = v.decks - v.hand[kind] - v.bottom[kind]
        for p in range(v.players):
            left -= v.played[p, kind]
        out[kind] = left


@apart
def _steady_lead(v: View, a: Cards) -> None:
    t = v.trump
    unseen = np.zeros(54, np.int8)
    _unseen(v, unseen)
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    best = -1000
    trumps_out = suit_size(t, TRUMPS, unseen)
    attacking = v.side[v.me] != 0 and suit_size(t, TRUMPS, v.hand[:]) >= v.sizes[v.me] // 3
    for g in range(5):
        held = suit_size(t, g, v.hand[:])
        if held == 0:
            continue
        out_there = suit_size(t, g, unseen)
        count = list_parts(t, g, v.hand[:], ms, ls, lows)
        for i in range(count):
            size = ms[i] * ls[i]
            safe = not can_beat(t, g, unseen, ms[i], ls[i], lows[i])
            worth = 0
            if g != TRUMPS:
                # A sure trick, as long as the others still have the suit to follow.
                if safe and (out_there >= 3 * size or trumps_out == 0):
                    worth = 300 + 40 * size
                elif safe:
                    worth = 60 + 10 * size
                else:
                    worth = 40 - 2 * lows[i] + 12 * (size - 1) - 2 * held
                    if lows[i] < 12 and size == 1:
                        worth -= 3 * _points_at(t, g, v.hand[:], lows[i])
            else:
                if safe:
                    worth = 180 + 30 * size if attacking else 20 + 5 * size
                else:
                    worth = (70 if attacking else 0) + 14 * (size - 1) - 2 * lows[i]
            if worth > best:
                best = worth
                first_of_part(t, g, v.hand[:], ms[i], ls[i], lows[i], a.cards[:])


@apart
def _points_at(t: int, g: int, hand: Row, place: int) -> int:
    found = 0
    for i in range(FIRST[t, g], FIRST[t, g + 1]):
        kind = SLOTS[t, i]
        if PLACE[t, kind] == place and hand[kind] > 0:
            found = max(found, POINTS[kind])
    return found


@apart
def _steady_follow(v: View, stream: Stream, a: Cards) -> None:
    t = v.trump
    best = _so_far(v)
    played = (v.me - v.leader) % v.players
    last = played == v.players - 1
    suit = suit_of(t, v.table[best])
    unseen = np.zeros(54, np.int8)
    _unseen(v, unseen)
    on_table = 0
    for p in range(v.players):
        for kind in range(54):
            on_table += v.table[p, kind] * POINTS[kind]
    low = single_part(t, suit, v.table[best])
    sure = last
    if not sure and low >= 0:
        m = most_copies(t, suit, v.table[best])
        sure = not can_beat(t, suit, unseen, m, v.led_size // m, low) and (
            suit == TRUMPS or suit_size(t, suit, unseen) >= 3 * v.led_size
        )
    held = suit_size(t, v.led_suit, v.hand[:])
    weight = np.zeros(54)
    for kind in range(54):
        weight[kind] = _height(t, kind) + 6 * (v.hand[kind] > 1 and v.led_size == 1)
        if GROUP[t, kind] == TRUMPS and held < v.led_size:
            weight[kind] += 40
    if _ally(v, best):
        if sure:
            for kind in range(54):
                weight[kind] -= 6 * POINTS[kind]
            _follow_by(v, weight, stream, a)
            return
        # A friend is ahead, but not for sure: neither points nor high cards.
        for kind in range(54):
            weight[kind] += 2 * POINTS[kind]
        _follow_by(v, weight, stream, a)
        return
    wins = _cheapest_win(v, stream, a)
    if wins:
        mine = suit_of(t, a.cards[:])
        at = single_part(t, mine, a.cards[:])
        m = most_copies(t, mine, a.cards[:])
        length = v.led_size // m
        # Not last: play high enough to stay ahead where that can be done.
        if not last and mine == v.led_suit and can_beat(t, mine, unseen, m, length, at):
            other = np.zeros(54, np.int8)
            if find_part(t, mine, v.hand[:], m, length, at, False, other):
                top = single_part(t, mine, other)
                code = follow_refusal(
                    t, mine, v.table[v.leader], v.hand[:], other, v.follow, v.shorter
                )
                if code == 0 and not can_beat(t, mine, unseen, m, length, top):
                    for kind in range(54):
                        a.cards[kind] = other[kind]
        if mine == v.led_suit or on_table > 0 or v.led_size > 1 or last:
            return
    for kind in range(54):
        weight[kind] += 3 * POINTS[kind]
    _follow_by(v, weight, stream, a)


BOTS: Mapping[str, Bot] = {
    "random": Bot("random", random_legal, help="does anything that the rules allow"),
    "greedy": Bot(
        "greedy", greedy, help="takes every trick that it can, as cheaply as possible"
    ),
    "steady": Bot(
        "steady", steady, (0.28,), ("call",),
        help="knows points, trumps and partners; call: share of trumps that it reveals on",
    ),
}  # fmt: skip


def find_bot(text: str) -> Bot:
    """Find a bot by name, with values for its parameters, or a function in a file.

    A file is named as ``mine.py:patient``; the function takes view, stream, parameters
    and the answer that it writes (see :func:`random_legal`), or it is a :class:`Bot`.

    >>> find_bot("steady:call=0.3").parameters
    (0.3,)
    """
    if is_file_name(text.strip()):
        return _own_bot(text.strip())
    name, _, values = text.strip().partition(":")
    if name not in BOTS:
        raise unknown("bot", name, BOTS, where="shengji")
    bot = BOTS[name]
    numbers = list(bot.parameters)
    for item in filter(None, values.split(";")):
        key, _, value = item.partition("=")
        if key not in bot.names:
            raise unknown("parameter", key, bot.names, where=name)
        try:
            numbers[bot.names.index(key)] = float(value)
        except ValueError:
            raise InputError(f"{text!r}: {value!r} is not a number") from None
    return Bot(text.strip(), bot.chooser, tuple(numbers), bot.names, bot.help)


def _own_bot(text: str) -> Bot:
    path, name = split_name(text)
    module = load_file(path)
    own = [item for item in public_names(module) if callable(getattr(module, item))]
    if not name and len(own) == 1:
        name = own[0]
    found = getattr(module, name, None) if name else None
    if isinstance(found, Bot):
        return found
    if not callable(found):
        raise unknown("bot", name, own, where=path)
    return Bot(text, found)


def _plain(bot: Bot) -> Strategy:
    # The same bot for the plain form: it gets a view, and answers with cards as text.
    def choose(view: View, actions: Sequence[str], stream: Any, parameters: Any) -> str:
        a = Cards()
        values = np.array([*parameters, 0.0]).view(_Row)
        chooser: Callable[..., None] = bot.chooser
        chooser(view, stream, values, a)
        return write_cards(a.cards[:], view.trump)

    return Strategy(bot.name, (choose,), (bot.parameters,), (bot.names,), bot.help)


STRATEGIES: Mapping[str, Strategy] = {name: _plain(bot) for name, bot in BOTS.items()}

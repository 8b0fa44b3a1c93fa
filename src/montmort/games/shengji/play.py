"""``montmort play shengji``: sit down at the table, in the terminal, with three bots."""

from __future__ import annotations

import itertools
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import InputError
from ...core.game import CHANCE
from ...core.results import Result, Table
from ...core.struct import _Row
from ...engines.tournament.rows import Bot
from ...equipment import cards
from ...statistics.streams import DEAL as DEALING
from ...statistics.streams import SEATS, Source
from . import listing, moves, words
from .bots import find_bot
from .choosing import choose_game, takes_rules
from .game import Shengji
from .keeping import level_name
from .notation import read_cards, write_cards
from .position import BACK, BURY, FOLLOW, LEAD, NAME, REVEAL, Cards, Position, View
from .ranks import GROUP, describe_trump, sorted_kinds
from .records import Match, Recorder, write
from .replaying import summary
from .seeing import observe

__all__ = ["Left", "Played", "Sitting", "hand_text", "play", "table_text"]

HELP = (
    "cards by name (KS KS), by number (#1 #2), or with the cursor: arrows, space, enter. "
    "hint: what the rules allow; last: the last trick; score; pass: no reveal; q: leave"
)
HINTS = 12
SHADE = re.compile(r"\x1b\[[0-9]*m")


class Left(Exception):
    """The person has left the table."""


@dataclass(frozen=True)
class Played(Result):
    """How a game at the terminal ended, and its record."""

    match: Match
    names: tuple[str, ...]
    levels: tuple[str, ...]
    ending: str
    seed: int
    method: str = "played"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return names, levels and the record."""
        return {
            "game": "shengji", "names": list(self.names), "levels": list(self.levels),
            "ending": self.ending, "seed": self.seed, "record": self.match.as_dict(),
        }  # fmt: skip

    def tables(self) -> list[Table]:
        """Return everyone's level."""
        rows = tuple(zip(range(1, len(self.names) + 1), self.names, self.levels, strict=True))
        return [Table("levels", ("seat", "who", "level"), rows)]

    def notes(self) -> list[str]:
        """Say how it ended."""
        return [self.ending]


def _order(v: View) -> tuple[int, ...]:
    return sorted_kinds(v.trump if v.trump >= 0 else 13 * 4 + v.level)


def hand_list(v: View) -> list[str]:
    """The hand as it is sorted: trumps first, high cards first."""
    hand = v.hand.tolist()
    return [cards.name(kind) for kind in _order(v) for _ in range(hand[kind])]


def hand_text(v: View) -> str:
    """The hand by suit, under the trump as far as it is known.

    >>> from .notation import row_of
    >>> v = View()
    >>> v.trump, v.hand[:] = 39, row_of("AS 3H BJ KH 2D")
    >>> hand_text(v)
    'trumps BJ 2D AS | hearts KH 3H'
    """
    t = v.trump if v.trump >= 0 else 13 * 4 + v.level
    parts = []
    for g in (4, 3, 2, 1, 0):
        kinds = [k for k in _order(v) if GROUP[t, k] == g and v.hand[k]]
        if kinds:
            listed = " ".join(cards.name(k) for k in kinds for _ in range(v.hand[k]))
            parts.append(f"{words.suit_name(t, g)} {listed}")
    return " | ".join(parts)


def _who(v: View, p: int) -> str:
    return "you" if p == v.me else f"seat {p + 1}"


def table_text(v: View) -> str:
    """Where the round stands, and what lies on the table."""
    lines = []
    if v.trump < 0:
        shown = "nobody has revealed"
        if v.governor >= 0:
            held = cards.name(v.shown_kind) * v.shown_count
            shown = f"{_who(v, v.governor)} revealed {held}"
        lines.append(f"round {v.round + 1}, level {cards.RANKS[v.level]}: {shown}")
    else:
        grabbed = sum(int(v.points[p]) for p in range(v.players) if not v.side[p])
        lines.append(
            f"round {v.round + 1}, trick {v.tricks + 1}: trump {describe_trump(v.trump)}, dealer "
            f"{_who(v, v.dealer)}, grabbers {grabbed} of {v.grabbers_need} points"
        )
        for i in range(v.names):
            found = f": {_who(v, v.friend[i])}" if v.friend[i] >= 0 else ""
            copy = words.ordinal(int(v.named_copy[i])) + " " if v.named_copy[i] > 1 else ""
            lines.append(f"friend's card: {copy}{cards.name(v.named_kind[i])}{found}")
    if v.phase in (FOLLOW, BACK) and v.leader >= 0:
        if any(v.toss):
            lines.append(f"the toss {write_cards(v.toss, v.trump)} failed")
        for i in range(v.players):
            p = (v.leader + i) % v.players
            if any(v.table[p]) and (p != v.me or v.phase != FOLLOW):
                lines.append(f"  {_who(v, p)}: {write_cards(v.table[p], v.trump)}")
    return "\n".join(lines)


def last_text(v: View) -> str:
    """The last trick."""
    if v.last_leader < 0:
        return "no trick is finished in this round"
    plays = []
    for i in range(v.players):
        p = (v.last_leader + i) % v.players
        plays.append(f"{_who(v, p)} {write_cards(v.last[p], v.trump)}")
    return " / ".join(plays) + f": {_who(v, v.last_winner)} took it"


def score_text(v: View) -> str:
    """Points by player, and levels."""
    return ", ".join(
        f"{_who(v, p)}: level {level_name(int(v.levels[p]))}, {int(v.points[p])} points"
        for p in range(v.players)
    )


class Sitting:
    """A table at which one person sits; ``ask`` gets the hand and answers with a line."""

    def __init__(
        self, game: Shengji, bots: list[Bot], seat: int, seed: int,
        ask: Callable[[str, list[str]], str], say: Callable[[str], None], chinese: bool = False,
    ) -> None:  # fmt: skip
        if not 0 <= seat < game.players:
            raise InputError(f"seat {seat + 1}: there are seats 1 to {game.players}")
        if len(bots) == 1:
            bots = bots * (game.players - 1)
        if len(bots) != game.players - 1:
            raise InputError(f"{len(bots)} bots for {game.players - 1} other seats")
        self.game, self.seat, self.seed, self.chinese = game, seat, seed, chinese
        self.bots: list[Bot | None] = [*bots[:seat], None, *bots[seat:]]
        self.ask, self.say = ask, say
        self.passed: tuple[str, ...] = ()
        self.s: Position = game.initial()
        self.recorder = Recorder(game, self.s)
        self.dealing = Source(seed, 0, DEALING)
        self.streams = [Source(seed, 0, SEATS + p) for p in range(game.players)]

    def view(self, p: int) -> View:
        """What a player sees."""
        v = View()
        observe(self.s, p, v)
        return v

    def run(self) -> None:
        """Play to the end; raises :class:`Left` where the person leaves."""
        s = self.s
        while (p := int(moves.actor(s))) >= 0 or p == CHANCE:
            a = Cards()
            if p == CHANCE:
                moves.sample(s, self.dealing, a)
            elif (bot := self.bots[p]) is not None:
                values = np.array([*bot.parameters, 0.0]).view(_Row)
                bot.chooser(self.view(p), self.streams[p], values, a)
            else:
                a = self._asked()
            self._do(p, a)

    def _do(self, p: int, a: Cards) -> None:
        s = self.s
        before, tricks = int(s.round), int(s.tricks)
        self.recorder(s, p, a)
        if p >= 0 and p != self.seat and s.phase in (REVEAL, NAME) and any(a.cards):
            verb = "reveals" if s.phase == REVEAL else "names"
            self.say(f"seat {p + 1} {verb} {write_cards(a.cards, -1)}")
        moves.apply(s, a)
        if s.round != before:
            self.say(f"the round is over: {summary(s)}")
            bottom = write_cards(
                read_cards(self.recorder.match.rounds[-1].bottom).cards, s.end_trump
            )
            self.say(f"the bottom was {bottom}")
        elif s.tricks != tricks:
            self.say(last_text(self.view(self.seat)))

    def _asked(self) -> Cards:
        s, v = self.s, self.view(self.seat)
        if s.phase == REVEAL:
            # One who has passed is asked again only when there is something new to reveal.
            could = tuple(write_cards(row, -1) for row in listing.iterate(s))
            if could == self.passed:
                return Cards()
            self.passed = could
        self.say(table_text(v))
        self.say(hand_text(v))
        prompt = {
            REVEAL: "reveal (or pass)", BURY: f"lay down {s.bottom_size} cards", LEAD: "lead",
            NAME: "name a friend's card", FOLLOW: f"play {s.led_size}", BACK: "which part stays",
        }[s.phase]  # fmt: skip
        while True:
            word = self.ask(prompt, hand_list(v)).strip()
            if word.lower() in ("q", "quit", "exit"):
                raise Left
            answer = self._aside(word.lower(), v)
            if answer is not None:
                self.say(answer)
                continue
            try:
                a = read_cards(self._numbered(word, v))
            except InputError as error:
                self.say(str(error))
                continue
            if not any(a.cards) and s.phase != REVEAL:
                self.say(HELP)
                continue
            refused = words.refusal(s, a, self.chinese)
            if refused is None:
                return a
            self.say(refused)

    def _aside(self, word: str, v: View) -> str | None:
        if word in ("?", "help"):
            return f"{HELP}\n{table_text(v)}\n{hand_text(v)}"
        if word == "last":
            return last_text(v)
        if word == "score":
            return score_text(v)
        if word == "hint":
            some = list(itertools.islice(listing.iterate(self.s), HINTS + 1))
            shown = "; ".join(write_cards(row, v.trump) for row in some[:HINTS])
            return shown + ("; ..." if len(some) > HINTS else "")
        return None

    @staticmethod
    def _numbered(word: str, v: View) -> str:
        if not word or not all(part.lstrip("#").isdecimal() for part in word.split()):
            return word
        hand = hand_list(v)
        picked = [int(part.lstrip("#")) for part in word.split()]
        if len(set(picked)) != len(picked) or not all(1 <= i <= len(hand) for i in picked):
            raise InputError(f"{word!r}: the cards in hand are numbered from 1 to {len(hand)}")
        return " ".join(hand[i - 1] for i in picked)


def _ask_line(prompt: str, hand: list[str]) -> str:
    try:
        return input(f"{prompt}: ")
    except EOFError:
        raise Left from None


def _ask_cursor(prompt: str, hand: list[str]) -> str:
    from .picking import keys, pick

    print(f"{prompt}:")
    below = 0

    def draw(line: str) -> None:
        # A long hand wraps: go back up to where it began, and clear from there.
        nonlocal below
        up = f"\x1b[{below}A" if below else ""
        sys.stdout.write(f"{up}\r\x1b[J{line}")
        sys.stdout.flush()
        width = max(shutil.get_terminal_size().columns, 1)
        below = max(len(SHADE.sub("", line)) - 1, 0) // width

    pressed = keys()
    try:
        return pick(hand, pressed, draw)
    finally:
        pressed.close()  # type: ignore[attr-defined]
        print()


@takes_rules(rounds=0)
def play(
    *,
    bots: str = "steady",
    seat: int = 1,
    version: str | None = None,
    seed: int = 1,
    save: Path | None = None,
    cursor: bool | None = None,
    chinese: bool = False,
    rules: Any,
) -> Result:
    """Play Sheng Ji in the terminal against bots: a whole match, unless rounds says otherwise.

    Parameters
    ----------
    bots
        who sits in the other seats: random, greedy, steady; one for all or one for each
    seat
        where you sit
    version
        standard, friends, pagat or online
    seed
        the number from which all chance follows
    save
        write the record of the game into a file, also when you leave
    cursor
        pick cards with the arrow keys; by default where the terminal can
    chinese
        give the reasons of refusals in Chinese"""
    game = choose_game(version, rules)
    listed = [find_bot(word) for word in bots.split(",") if word.strip()]
    if cursor is None:
        cursor = sys.stdin.isatty() and sys.platform != "win32"
    sitting = Sitting(
        game, listed, seat - 1, seed, _ask_cursor if cursor else _ask_line, print, chinese
    )
    print(f"shengji {game.version}; you have seat {seat}; seed {seed}. {HELP}")
    try:
        sitting.run()
        ending = "the match is over"
        winners = [p for p in range(game.players) if sitting.s.levels[p] > 12]
        if winners:
            ending = "won by " + ", ".join(
                "you" if p == sitting.seat else f"seat {p + 1}" for p in winners
            )
    except (Left, KeyboardInterrupt):
        ending = "left before the end"
    if save is not None:
        save.write_text(write(sitting.recorder.match), encoding="utf-8")
    names = tuple("you" if bot is None else bot.name for bot in sitting.bots)
    levels = tuple(level_name(int(sitting.s.levels[p])) for p in range(game.players))
    return Played(sitting.recorder.match, names, levels, ending, seed)

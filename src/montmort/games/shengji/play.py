"""``montmort play shengji``: sit down at the table, in the terminal, with three bots."""

from __future__ import annotations

import itertools
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
from ...statistics.streams import DEAL as DEALING
from ...statistics.streams import SEATS, Source
from . import listing, moves, words
from .bots import find_bots
from .choosing import choose_game, takes_rules
from .game import Shengji
from .keeping import level_name
from .notation import read_cards, write_cards
from .picking import fold, keys, pick, wrap
from .position import FOLLOW, NAME, REVEAL, Cards, Position, View
from .ranking import trick_winner
from .records import Match, Recorder, write
from .replaying import summary
from .scoring import ACE
from .seeing import observe
from .telling import (
    did_text,
    hand_list,
    hand_text,
    help_text,
    last_text,
    prompt_text,
    score_text,
    table_text,
)

__all__ = ["Left", "Played", "Sitting", "hand_list", "hand_text", "play", "table_text"]

HINTS = 12
_TYPED_AHEAD: list[str] = []


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
    chinese: bool = False
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
        zh = {"you": "你", "won": "获胜"} if self.chinese else {}
        rows = tuple(
            (seat, zh.get(name, name), zh.get(level, level))
            for seat, (name, level) in enumerate(zip(self.names, self.levels, strict=True), 1)
        )
        if self.chinese:
            return [Table("级数", ("座位", "谁", "级"), rows)]
        return [Table("levels", ("seat", "who", "level"), rows)]

    def notes(self) -> list[str]:
        """Say how it ended."""
        return [self.ending]


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
        self.passed: tuple[Any, ...] = ()
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
        s, zh = self.s, self.chinese
        before = int(s.round)
        taken = self._taken(p, a)
        self.recorder(s, p, a)
        if p >= 0 and p != self.seat and s.phase in (REVEAL, NAME) and any(a.cards):
            self.say(did_text(self.view(self.seat), p, a.cards, zh))
        moves.apply(s, a)
        if taken is not None:
            self.say(taken)
        if s.round != before:
            ended = summary(s, zh)
            self.say(f"本局结束：{ended}" if zh else f"the round is over: {ended}")
            laid = read_cards(self.recorder.match.rounds[-1].bottom).cards
            bottom = write_cards(laid, s.end_trump, zh)
            self.say(f"底牌是 {bottom}" if zh else f"the bottom was {bottom}")

    def _taken(self, p: int, a: Cards) -> str | None:
        """The trick that these cards complete; told before a new round clears the table."""
        s = self.s
        if s.phase != FOLLOW or (p + 1) % s.players != s.leader:
            return None
        v = self.view(self.seat)
        v.table[p, :] = a.cards[:]
        for i in range(s.players):
            v.last[i, :] = v.table[i, :]
        v.last_leader = s.leader
        v.last_winner = trick_winner(s.trump, v.table[:], s.leader, s.players, s.toss_rank)
        return last_text(v, self.chinese)

    def _asked(self) -> Cards:
        s, v, zh = self.s, self.view(self.seat), self.chinese
        if s.phase == REVEAL:
            # One who has passed is asked again only when there is something new to reveal.
            could = (int(s.round), int(s.deals),
                     *(write_cards(row, -1) for row in listing.iterate(s)))  # fmt: skip
            if could == self.passed:
                return Cards()
            self.passed = could
        self.say(table_text(v, zh))
        self.say(hand_text(v, zh))
        while True:
            word = self.ask(prompt_text(v, zh), hand_list(v, zh)).strip()
            if word.lower() in ("q", "quit", "exit"):
                raise Left
            answer = self._aside(word.lower(), v)
            if answer is not None:
                self.say(answer)
                continue
            try:
                a = read_cards(self._numbered(word, v))
            except InputError as error:
                self.say(
                    f"“{word}”不是手中可以认出的牌：写牌名，如 TD、10♦、方块10"
                    if zh
                    else str(error)
                )
                continue
            if not word and s.phase != REVEAL:
                self.say(help_text(zh))
                continue
            refused = words.refusal(s, a, zh)
            if refused is None:
                return a
            self.say(refused)

    def _aside(self, word: str, v: View) -> str | None:
        zh = self.chinese
        if word in ("?", "help", "帮助"):
            return f"{help_text(zh)}\n{table_text(v, zh)}\n{hand_text(v, zh)}"
        if word in ("last", "上一墩"):
            return last_text(v, zh)
        if word in ("score", "比分"):
            return score_text(v, zh)
        if word in ("undo", "悔牌"):
            return "出过的牌不能收回" if zh else "a card that was laid stays: nothing is taken back"
        if word in ("hint", "提示"):
            some = list(itertools.islice(listing.iterate(self.s), HINTS + 1))
            shown = "; ".join(write_cards(row, v.trump, zh) for row in some[:HINTS])
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


def _talk(text: str, end: str = "\n") -> None:
    # Where the answer goes into a file or a pipe, the talk at the table does not.
    stream = sys.stdout if sys.stdout.isatty() else sys.stderr
    if stream.isatty():
        text = fold(text, shutil.get_terminal_size().columns)
    print(text, end=end, file=stream, flush=True)


def _ask_line(prompt: str, hand: list[str]) -> str:
    _talk(f"{prompt}: ", end="")
    line = sys.stdin.readline()
    if not line:
        _talk("")
        raise Left
    return line


def _ask_cursor(prompt: str, hand: list[str]) -> str:
    print(f"{prompt}:")
    below = 0

    def draw(line: str) -> None:
        # A long hand takes several lines: go back up to the first, and clear from there.
        nonlocal below
        up = f"\x1b[{below}A" if below else ""
        rows = wrap(line, shutil.get_terminal_size().columns)
        sys.stdout.write(f"{up}\r\x1b[J" + "\r\n".join(rows))
        sys.stdout.flush()
        below = len(rows) - 1

    pressed = keys(waiting=_TYPED_AHEAD)
    try:
        return pick(hand, pressed, draw)
    finally:
        pressed.close()  # type: ignore[attr-defined]
        print()


def _reserve(file: Path) -> None:
    # Better now than after a long evening.
    try:
        with file.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise InputError(f"--save {file}: {error.strerror}") from error


def _keep(file: Path, match: Match) -> None:
    part = file.with_name(file.name + ".part")
    part.write_text(write(match), encoding="utf-8")
    part.replace(file)


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
        speak Chinese: cards, patterns, refusals and all that the table says"""
    game = choose_game(version, rules)
    listed = find_bots(bots, "--bots")
    if cursor is None:
        cursor = sys.stdin.isatty() and sys.stdout.isatty() and sys.platform != "win32"
    ask = _ask_cursor if cursor else _ask_line
    sitting = Sitting(game, listed, seat - 1, seed, ask, _talk, chinese)
    if save is not None:
        _reserve(save)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if chinese:
        _talk(f"升级 {game.version}，你坐{seat}号位，种子{seed}。{help_text(True)}")
    else:
        _talk(f"shengji {game.version}; you have seat {seat}; seed {seed}. {help_text()}")
    left = False
    try:
        sitting.run()
    except (Left, KeyboardInterrupt):
        left = True
    finally:
        if save is not None:
            _keep(save, sitting.recorder.match)
    names = tuple("you" if bot is None else bot.name for bot in sitting.bots)
    levels = tuple(level_name(int(sitting.s.levels[p])) for p in range(game.players))
    ending = _ending(sitting, left)
    return Played(sitting.recorder.match, names, levels, ending, seed, chinese)


def _ending(sitting: Sitting, left: bool) -> str:
    zh = sitting.chinese
    if left:
        return "中途离开" if zh else "left before the end"
    winners = [p for p in range(sitting.game.players) if sitting.s.levels[p] > ACE]
    if not winners:
        return "打完" if zh else "all rounds are played"
    if zh:
        return "、".join("你" if p == sitting.seat else f"{p + 1}号位" for p in winners) + "获胜"
    return "won by " + ", ".join("you" if p == sitting.seat else f"seat {p + 1}" for p in winners)

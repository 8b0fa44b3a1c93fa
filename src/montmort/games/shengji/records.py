"""Records of rounds and matches: written, read, and played again with every play checked."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import InputError
from ...core.rules import settings
from ...equipment import cards
from .game import Shengji
from .notation import PASS, brief, parse_cards, short, write_cards
from .position import BACK, BURY, DEAL, FLIP, FOLLOW, LEAD, NAME, REVEAL, Cards, Position
from .referee import read_options
from .versions import VERSIONS

__all__ = ["Match", "Recorder", "Reveal", "Round", "Trick", "looks_like_record", "read", "write",
           "written_lines"]  # fmt: skip


@dataclass(frozen=True)
class Reveal:
    """A reveal: who (from 0), all the cards then on the table, after how many cards dealt."""

    seat: int
    cards: str
    after: int
    line: int = field(default=0, compare=False, repr=False)
    """The line that it was read from; 0: from none."""


@dataclass
class Trick:
    """A trick: the plays from the leader on, and the toss if it failed."""

    plays: list[str] = field(default_factory=list)
    toss: str = ""
    line: int = field(default=0, compare=False, repr=False)


@dataclass
class Round:
    """One round; what has not happened yet is empty."""

    deal: list[list[str]] = field(default_factory=list)
    """Each seat's cards in the order in which they were dealt."""
    reveals: list[Reveal] = field(default_factory=list)
    flipped: list[str] = field(default_factory=list)
    bottom: str = ""
    friends: list[str] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The lines of the rest, by what they begin with: ``round``, ``deal 1``, ``bottom`` ..."""


@dataclass
class Match:
    """Rounds under one set of rules."""

    version: str = "standard"
    changes: dict[str, Any] = field(default_factory=dict)
    """What differs from the version."""
    levels: list[str] = field(default_factory=list)
    """The levels before the first round, by seat; empty: the first level for all."""
    dealer: int = -1
    """Who deals the first round; -1: as the rules say."""
    rounds: list[Round] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    """The lines of levels and dealer."""

    def _wrong(self, what: str, sentence: str) -> InputError:
        line = self.lines.get(what)
        return InputError(f"line {line}: {sentence}" if line else sentence)

    @property
    def game(self) -> Shengji:
        """The game under these rules, long enough for the rounds."""
        return Shengji(self.version, **self.changes)

    def initial(self) -> Position:
        """The position before the first round."""
        game = self.game
        s = game.initial()
        if self.levels:
            if len(self.levels) != game.players:
                raise self._wrong("levels", f"{len(self.levels)} levels for {game.players} players")
            for p, level in enumerate(self.levels):
                if level not in cards.RANKS or len(level) != 1:
                    raise self._wrong(
                        "levels", f"{level!r} is no level: it is one of {cards.RANKS}"
                    )
                s.levels[p] = cards.RANKS.index(level)
            if game.rules.mode == "partners":
                for p in range(game.players):
                    if s.levels[p] != s.levels[p % 2]:
                        raise self._wrong(
                            "levels", "partners have one level: write the same for both"
                        )
        if self.dealer >= game.players:
            raise self._wrong(
                "dealer", f"dealer {self.dealer + 1}: there are seats 1 to {game.players}"
            )
        if self.dealer >= 0:
            s.dealer = self.dealer
            s.first = self.dealer
        s.level = s.levels[max(s.dealer, 0)]
        return s

    def to_json(self) -> str:
        """Write as JSON; seats in it are numbered from 1."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=1)

    def as_dict(self) -> dict[str, Any]:
        """Return as plain values; seats are numbered from 1."""
        return {
            "game": "shengji",
            "version": self.version,
            "changes": {k: list(v) if isinstance(v, tuple) else v for k, v in self.changes.items()},
            "levels": self.levels,
            "dealer": self.dealer + 1 if self.dealer >= 0 else None,
            "rounds": [
                {
                    "deal": item.deal,
                    "reveals": [
                        {"seat": r.seat + 1, "cards": r.cards, "after": r.after}
                        for r in item.reveals
                    ],
                    "flipped": item.flipped,
                    "bottom": item.bottom,
                    "friends": item.friends,
                    "tricks": [
                        {"plays": t.plays, **({"toss": t.toss} if t.toss else {})}
                        for t in item.tricks
                    ],
                }
                for item in self.rounds
            ],
        }

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Read from JSON; raises :class:`InputError` for what is none."""
        from .record_json import read_match

        return read_match(text)


# -- writing ----------------------------------------------------------------------


class Recorder:
    """Writes down what happens at a table: call it with position, actor and action."""

    def __init__(self, game: Shengji, initial: Position) -> None:
        base = VERSIONS.get(game.version, VERSIONS["standard"])
        version = game.version if game.version in VERSIONS else "standard"
        self.match = Match(version, {
            item.name: getattr(game.rules, item.name)
            for item in settings(type(game.rules))
            if getattr(game.rules, item.name) != getattr(base, item.name)
        })  # fmt: skip
        levels = [int(level) for level in initial.levels[: game.players]]
        if set(levels) != {int(initial.start)}:
            self.match.levels = [cards.RANKS[level] for level in levels]
        self.match.dealer = int(initial.dealer) if game.rules.first_dealer == "governor" else -1
        if game.rules.first_dealer == "seat_1" and initial.dealer > 0:
            self.match.dealer = int(initial.dealer)

    def __call__(self, s: Position, actor: int, a: Cards) -> None:
        """Write down an action that is about to be applied."""
        if s.phase == DEAL:
            if s.dealt == 0:
                new = Round([[] for _ in range(s.players)])
                if self.match.rounds and not self.match.rounds[-1].tricks:
                    # Nobody revealed, and the cards are dealt again.
                    self.match.rounds[-1] = new
                else:
                    self.match.rounds.append(new)
            seat = (int(s.first) + int(s.dealt)) % int(s.players)
            self.match.rounds[-1].deal[seat].append(write_cards(a.cards, -1))
            return
        now = self.match.rounds[-1]
        text = short(a.cards, s.trump)
        if s.phase == REVEAL:
            if text != PASS:
                now.reveals.append(Reveal(actor, text, int(s.dealt)))
        elif s.phase == FLIP:
            now.flipped.append(text)
        elif s.phase == BURY:
            now.bottom = text
        elif s.phase == NAME:
            now.friends.append(text)
        elif s.phase == LEAD:
            now.tricks.append(Trick([text]))
        elif s.phase == BACK:
            now.tricks[-1].toss, now.tricks[-1].plays = now.tricks[-1].plays[0], [text]
        elif s.phase == FOLLOW:
            trick = now.tricks[-1]
            if len(trick.plays) == 1:
                lead = short(s.table[s.leader], s.trump)
                if lead != trick.plays[0]:
                    trick.toss, trick.plays[0] = trick.plays[0], lead
            trick.plays.append(text)


def write(match: Match, chinese: bool = False) -> str:
    """Write a match in the notation that people type and read; cards in Chinese if asked.

    >>> match = read("shengji standard\\nround 1\\ndeal 1: 2S TH")
    >>> write(match, chinese=True).splitlines()[-4]
    'deal 1: 黑桃2 红桃10'
    """

    def cards_(text: str) -> str:
        if not chinese or text == PASS:
            return text
        # Between equal cards there is no space, as in the plain notation.
        return " ".join(
            "".join(cards.chinese(kind) for kind in cards.parse(word)) for word in text.split()
        )

    lines = [f"shengji {match.version}" + "".join(
        f" {k}={','.join(map(str, v)) if isinstance(v, tuple) else v}"
        for k, v in match.changes.items()
    )]  # fmt: skip
    if match.levels:
        lines.append(f"levels {' '.join(match.levels)}")
    if match.dealer >= 0:
        lines.append(f"dealer {match.dealer + 1}")
    for number, item in enumerate(match.rounds, 1):
        lines.append(f"\nround {number}")
        lines += [
            f"deal {p}: {' '.join(map(cards_, dealt))}" for p, dealt in enumerate(item.deal, 1)
        ]
        lines += [f"reveal {r.seat + 1}: {cards_(r.cards)} after {r.after}" for r in item.reveals]
        if item.flipped:
            lines.append(f"flip: {' '.join(map(cards_, item.flipped))}")
        if item.bottom:
            lines.append(f"bottom: {cards_(item.bottom)}")
        lines += [f"friend: {cards_(named)}" for named in item.friends]
        for at, trick in enumerate(item.tricks, 1):
            toss = f"({cards_(trick.toss)}) " if trick.toss else ""
            lines.append(f"{at}. {toss}{' / '.join(map(cards_, trick.plays))}")
    return "\n".join(lines) + "\n"


# -- reading ----------------------------------------------------------------------


def read(text: str) -> Match:
    """Read the notation, or JSON; raises :class:`InputError` naming the line.

    ``#`` begins a remark, ``+`` a line that goes on from the last. The lines are:
    ``shengji VERSION rule=value ...``, ``levels``, ``dealer SEAT``; for each round
    ``round N``, ``deal SEAT: cards`` in the order in which they were dealt,
    ``reveal SEAT: cards after N`` (cards dealt by then), ``flip: cards``,
    ``bottom: cards``, ``friend: card`` (``ASAS``: the second copy), and the tricks,
    ``1. lead / play / ...`` with a failed toss in parentheses before what was left of it.

    >>> match = read("shengji standard\\nround 1\\ndeal 1: 2S 3S")
    >>> match.rounds[0].deal[0]
    ['2S', '3S']
    """
    if text.lstrip().startswith("{"):
        return Match.from_json(text)
    match = Match()
    for number, line in written_lines(text):
        try:
            _read_line(match, line, number)
        except InputError as error:
            raise InputError(f"line {number}: {error}") from error
        except ValueError:
            raise InputError(f"line {number}: {brief(line)!r} can't be read") from None
    if not match.rounds:
        raise InputError("the record has no round: write a line 'round 1'")
    return match


RECORD_WORDS = (
    "shengji", "levels", "dealer", "round", "deal", "reveal", "flip", "bottom", "friend",
)  # fmt: skip


def written_lines(text: str) -> list[tuple[int, str]]:
    """List the lines that say something, with their numbers: no remarks, rules or notes.

    >>> written_lines("# as printed\\n ---\\n deal 1: 2S\\n + 3S\\n- seat 1 random")
    [(3, 'deal 1: 2S 3S')]
    """
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].strip()
        if not bare.strip("-─") or bare.startswith("- "):
            continue
        if bare.startswith("+") and found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {bare[1:].strip()}")
        else:
            found.append((number, bare))
    return found


def looks_like_record(line: str) -> bool:
    """Say whether a line begins as the lines of a record do."""
    return line.split(":")[0].split()[:1] in [[word] for word in RECORD_WORDS]


def _seat(match: Match, head: str) -> int:
    words = head.split()
    if len(words) != 2 or not words[1].isdecimal():
        raise InputError(f"{brief(head)!r} names no seat: write '{words[0]} 1:' and the cards")
    seat = int(words[1]) - 1
    if not 0 <= seat < match.game.players:
        raise InputError(f"there is no seat {seat + 1}: seats are 1 to {match.game.players}")
    return seat


def _in_order(what: str, found: int, due: int) -> None:
    """Refuse a number that is not the next."""
    if found > due:
        raise InputError(f"{what} {due} is missing: here comes {what} {found}")
    if found < due:
        raise InputError(f"{what} {found} is out of order: here {what} {due} is due")


def _read_line(match: Match, line: str, number: int) -> None:
    word, _, rest = line.partition(" ")
    head, _, body = line.partition(":")
    if word in ("shengji", "levels", "dealer") and match.rounds:
        raise InputError(f"{brief(line)!r} stands after round 1: it belongs before all rounds")
    if word == "shengji":
        version, *options = rest.split() or ["standard"]
        if "=" in version:
            version, options = "standard", [version, *options]
        if version not in VERSIONS:
            raise InputError(f"no version {version!r} (known: {', '.join(VERSIONS)})")
        match.version, match.changes = version, read_options(options, VERSIONS[version], "")
    elif word == "levels":
        match.lines["levels"] = number
        match.levels = rest.replace("10", "T").upper().split()
    elif word == "dealer":
        match.lines["dealer"] = number
        match.dealer = int(rest) - 1
        if match.dealer < 0:
            raise InputError(f"dealer {rest.strip()}: seats are 1 to {match.game.players}")
    elif word == "round":
        _in_order("round", int(rest), len(match.rounds) + 1)
        match.rounds.append(Round([[] for _ in range(match.game.players)]))
        match.rounds[-1].lines["round"] = number
    elif not match.rounds:
        if looks_like_record(line) or word.rstrip(".").isdecimal():
            raise InputError(f"{brief(line)!r} stands before the line 'round 1'")
        raise _no_line(line)
    elif word in ("deal", "reveal"):
        seat = _seat(match, head)
        if word == "deal":
            match.rounds[-1].lines[f"deal {seat + 1}"] = number
            match.rounds[-1].deal[seat] += [cards.name(kind) for kind in parse_cards(body)]
        else:
            shown, after, dealt = body.partition(" after ")
            if not after:
                raise InputError(f"{brief(line)!r} does not say after how many cards dealt")
            match.rounds[-1].reveals.append(Reveal(seat, shown.strip(), int(dealt), number))
    elif head == "flip":
        match.rounds[-1].lines["flip"] = number
        match.rounds[-1].flipped += [cards.name(kind) for kind in parse_cards(body)]
    elif head == "bottom":
        if match.rounds[-1].bottom:
            raise InputError(f"round {len(match.rounds)} has a bottom already")
        match.rounds[-1].lines["bottom"] = number
        match.rounds[-1].bottom = body.strip()
    elif head == "friend":
        match.rounds[-1].lines[f"friend {len(match.rounds[-1].friends) + 1}"] = number
        match.rounds[-1].friends.append(body.strip())
    elif word.rstrip(".").isdecimal():
        _in_order("trick", int(word.rstrip(".")), len(match.rounds[-1].tricks) + 1)
        toss = ""
        plays = rest.strip()
        if plays.startswith("("):
            toss, _, plays = plays[1:].partition(")")
        trick = Trick([play.strip() for play in plays.split("/")], toss.strip(), number)
        match.rounds[-1].tricks.append(trick)
    else:
        raise _no_line(line)


def _no_line(line: str) -> InputError:
    return InputError(
        f"{brief(line)!r} is no line of a record: it begins with {', '.join(RECORD_WORDS)}, "
        "or a trick's number"
    )

"""``montmort simulate shengji``: tournaments, and single games to look at."""

from __future__ import annotations

import sys
import textwrap
import time
from dataclasses import dataclass
from typing import Any

from ...core.errors import InputError
from ...core.results import Result, Table
from ...engines.tournament.rows import play_interpreted
from .bots import find_bots
from .choosing import choose_game, takes_rules
from .kernel import KERNEL
from .position import OVER
from .records import Match, Recorder, write
from .replaying import summary
from .simulating import arrange, run

__all__ = ["RecordResult", "simulate"]


def _broken(line: str) -> list[str]:
    """Break a line that is too long for a terminal; ``+`` begins what goes on."""
    return textwrap.wrap(line, 74, subsequent_indent="+ ", break_long_words=False) or [""]


@dataclass(frozen=True)
class RecordResult(Result):
    """One game, written down."""

    match: Match
    names: tuple[str, ...]
    seed: int
    number: int
    ending: str
    method: str = "played again from its streams"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the record, and its text."""
        return {
            **self.match.as_dict(),
            "strategies": list(self.names),
            "seed": self.seed,
            "number": self.number,
            "ending": self.ending,
            "text": write(self.match),
        }

    def tables(self) -> list[Table]:
        """Return the record, a line a row; as it is printed, ``read`` takes it."""
        lines = tuple((part,) for line in write(self.match).splitlines() for part in _broken(line))
        return [Table(f"# game {self.number} of seed {self.seed}", ("# record",), lines)]

    def notes(self) -> list[str]:
        """Say who sat where, and how it ended."""
        seats = ", ".join(f"seat {i} {name}" for i, name in enumerate(self.names, 1))
        return [seats, self.ending]


@takes_rules()
def simulate(
    *,
    strategies: str | None = None,
    version: str | None = None,
    games: int | None = None,
    seed: int = 1,
    seating: str | None = None,
    until: str | None = None,
    workers: int | None = None,
    replay: int | None = None,
    rules: Any,
) -> Result:
    """Let bots play Sheng Ji or Finding Friends: points and levels, with intervals.

    Parameters
    ----------
    strategies
        random, greedy, steady: one for all, two for the sides, or one for each seat, with
        commas between them; steady:call=0.3 changes a parameter
    version
        standard, friends, pagat or online
    games
        how many games (of one round each, unless rounds says otherwise); by default 1000
    seed
        the number from which all chance follows
    seating
        duplicate: each deal twice, with the sides exchanged; rotations; fixed
    until
        stop when every share of rounds won is as sure as this, such as 0.5%
    workers
        how many threads; the numbers do not depend on it
    replay
        write down game K of the tournament instead"""
    game = choose_game(version, rules)
    if replay is not None:
        return _record(game, strategies, seating, seed, replay)
    return run(
        game, strategies, games=games, seed=seed, seating=seating, until=_precision(until),
        workers=workers, progress=_Counter() if sys.stderr.isatty() else None,
    )  # fmt: skip


class _Counter:
    """A line on the terminal for a run that takes more than a moment."""

    def __init__(self) -> None:
        self.started = time.monotonic()

    def __call__(self, done: int, total: int | None) -> None:
        if time.monotonic() - self.started > 1:
            of = f" of {total:,}" if total else ""
            end = "\r\x1b[2K" if done == total else ""
            print(f"\r{done:,}{of} games{end}", end="", file=sys.stderr, flush=True)


def _precision(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise InputError(f"--until takes a precision such as 0.5%, not {text!r}") from None


def _record(
    game: Any, strategies: str | None, seating: str | None, seed: int, number: int
) -> RecordResult:
    if number < 0:
        raise InputError(f"--replay {number}: games are numbered from 0")
    bots = find_bots("steady,greedy" if strategies is None else strategies)
    seats = arrange(game, bots, seating)
    sitting = [int(i) for i in seats[number % len(seats)]]
    initial = game.initial()
    recorder = Recorder(game, initial)
    s, rows = play_interpreted(
        KERNEL, initial, bots, sitting, seed=seed, number=number, per_deal=len(seats),
        watch=recorder,
    )  # fmt: skip
    ending = summary(s) if rows and s.phase == OVER else "not finished"
    names = tuple(bots[i].name for i in sitting)
    return RecordResult(recorder.match, names, seed, number, ending)

"""Playing a stretch of games: compiled, with interpreted seats, or wholly interpreted.

All three play the same games: game k is fixed by the seed, the strategies, the seating
and k. A task is a stretch; it can be sent to a thread, a process or another machine.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.compiled import CompiledGame
from ...core.struct import Stream, _Row
from ...statistics.streams import SEATS, Source
from . import loop
from .asking import ask, whole
from .compiling import Chooser, chooser_type, compile_chooser, compiled_loop, manner
from .plainly import Failure, explain, play_plain
from .table import Table
from .tally import Games, Tally

__all__ = ["Outcome", "Task", "choosers_of", "play_task"]


@dataclass(frozen=True)
class Task:
    """A stretch of games of one table."""

    table: Table
    seed: int
    first: int
    games: int


@dataclass
class Outcome:
    """What came of a stretch."""

    tally: Tally
    games: Games | None = None
    failure: Failure | None = None
    notes: list[str] = field(default_factory=list)


def play_task(task: Task, keep: bool = False) -> Outcome:
    """Play a stretch of games and count it; ``keep`` also returns the table of games."""
    table = task.table
    before = _global_randomness()
    games = Games.empty(task.first, task.games, table.game.players)
    if isinstance(table.game, CompiledGame) and not table.interpreted:
        played, failure = _play_compiled(table, task.seed, games)
    else:
        played, failure = play_plain(table, task.seed, games)
    tally = Tally(len(table.strategies), table.game.players, table.seating.games)
    done = games.until(played)
    tally.add(done, table.ties, task.seed)
    notes = [] if _global_randomness() == before else [GLOBAL]
    return Outcome(tally, done if keep else None, failure, notes)


GLOBAL = (
    "something drew from Python's or NumPy's global random numbers: "
    "these games can't be replayed (draw from the stream that strategies are given)"
)


def _global_randomness() -> Any:
    state: Any = np.random.get_state(legacy=False)
    return random.getstate(), state["state"]["pos"], state["state"]["key"].tobytes()


def choosers_of(table: Table) -> list[Chooser]:
    """Compile every chooser of the table that can be, in the order of strategies."""
    assert isinstance(table.game, CompiledGame)
    return [compile_chooser(c, table.game) for s in table.strategies for c in s.choosers]


def _play_compiled(table: Table, seed: int, games: Games) -> tuple[int, Failure | None]:
    game = table.game
    assert isinstance(game, CompiledGame)
    kernel = game.kernel
    kind: Any = type(game)
    run = compiled_loop(kind)
    choosers = choosers_of(table)
    widest = max([len(p) for s in table.strategies for p in s.parameters], default=0)
    parameters = np.zeros((len(choosers), max(1, widest)))
    rows = [p for s in table.strategies for p in s.parameters]
    for i, values in enumerate(rows):
        parameters[i, : len(values)] = values
    addresses = _addresses(tuple(c.code for c in choosers), kind)
    lengths = np.array([len(values) for values in rows], np.int64)
    manners = np.array([manner(c) for c in choosers], np.int64)
    initial = game.initial()
    pool = np.array(table.seating.pool, np.int64)
    states, views = np.zeros(1, kernel.position.dtype), np.zeros(1, kernel.seen.dtype)
    blank = np.zeros(1, kernel.seen.dtype)
    streams = np.zeros(game.players + SEATS, Stream.dtype)
    # Twice the room: a game that writes too many actions is found before it does harm.
    buffer = np.zeros(2 * kernel.capacity, np.int64)
    progress = np.zeros(loop.PROGRESS, np.int64)
    arguments = (
        initial.memory, blank, states, views, addresses, parameters, lengths,
        manners, len(game.decisions), game.players, table.seating.mode, pool,
        table.seating.games, seed, games.first, len(games), game.max_moves, games.seats,
        games.scores, games.lengths, games.changes, streams, buffer, np.zeros(game.players),
        np.zeros(max(len(pool), game.players), np.int64), progress,
    )  # fmt: skip
    while True:
        try:
            status = run(*arguments)
        except Exception as error:
            # The loop keeps no more than where it was: the game is played again to say why.
            done = int(progress[loop.GAME])
            return done, explain(table, seed, games.first + done, error)
        done = int(progress[loop.GAME])
        if status == loop.DONE:
            return done, None
        if status != loop.ASKED:
            return done, explain(table, seed, games.first + done, None)
        i = int(progress[loop.CHOOSER])
        player = int(progress[loop.PLAYER])
        try:
            answer = ask(
                choosers[i].function,
                kernel.seen(views.copy()),
                buffer[: progress[loop.COUNT]].copy().view(_Row),
                _Words(streams[SEATS + player : SEATS + player + 1]),
                rows[i],
            )
            progress[loop.ACTION] = whole(answer)
        except Exception as error:
            return done, explain(table, seed, games.first + done, error)


class _Words(Source):
    """A stream over memory that the compiled loop goes on with."""

    def __init__(self, memory: Any) -> None:
        Stream.__init__(self, memory)


@functools.lru_cache(maxsize=64)
def _addresses(codes: tuple[Any, ...], kind: type[CompiledGame]) -> Any:
    from ...core import compiler

    some = next((code for code in codes if code is not None), None)
    if some is None:
        return np.zeros((len(codes), 3), np.int64)
    return compiler.addresses([code or some for code in codes], chooser_type(kind))

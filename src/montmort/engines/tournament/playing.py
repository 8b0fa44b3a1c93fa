"""Playing a stretch of games: compiled, with interpreted seats, or wholly interpreted.

All three play the same games: game k is fixed by the seed, the strategies, the seating
and k. A task is a stretch; it can be sent to a thread, a process or another machine.
"""

from __future__ import annotations

import functools
import random
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...core.compiled import CompiledGame
from ...core.errors import StrategyError
from ...core.game import CHANCE, OVER, Game, State
from ...core.loading import Reference, refer
from ...core.record import Move, Record
from ...core.strategy import Part, Strategy
from ...core.struct import Stream, _Row
from ...statistics.streams import DEAL, SEATING, SEATS, Source
from . import loop
from .compiling import Chooser, chooser_type, compile_chooser, compiled_loop, manner
from .seating import Seating, seat
from .tally import CUT, Games, Tally

__all__ = [
    "Failure",
    "Outcome",
    "Table",
    "Task",
    "ask_strategy",
    "play_task",
    "record_game",
    "seat_game",
]


@dataclass(frozen=True)
class Table:
    """Who plays what under which rules: everything that fixes game k, but for the seed."""

    game: Game
    strategies: tuple[Strategy, ...]
    seating: Seating
    ties: str = "random"
    interpreted: bool = False
    """Plays a compiled game interpreted: slow, for checking."""

    def __reduce__(self) -> Any:
        # Games and functions travel by name, so that any process can find them.
        game = (refer(type(self.game)), self.game.rules.as_dict(), self.game.version)
        strategies = [
            (s.name, [refer(c) for c in s.choosers], s.parameters, s.names) for s in self.strategies
        ]
        return _restore, (game, strategies, self.seating, self.ties, self.interpreted)

    @property
    def portable(self) -> bool:
        """Whether another process could find the game and all its strategies."""
        things = [type(self.game), *(c for s in self.strategies for c in s.choosers)]
        return all(refer(thing) is not None for thing in things)


def _restore(
    game: tuple[Reference, dict[str, Any], str], strategies: list[Any], seating: Seating, ties: str,
    interpreted: bool,
) -> Table:  # fmt: skip
    reference, values, version = game
    kind = reference.find()
    made = kind(kind.Rules(**values))
    made.version = version
    return Table(
        made,
        tuple(
            Strategy(name, tuple(_function(r) for r in references), parameters, names)
            for name, references, parameters, names in strategies
        ),
        seating, ties, interpreted,
    )  # fmt: skip


def _function(reference: Reference) -> Callable[..., Any]:
    found = reference.find()
    chooser: Callable[..., Any] = found.chooser if isinstance(found, Part) else found
    return chooser


@dataclass(frozen=True)
class Task:
    """A stretch of games of one table."""

    table: Table
    seed: int
    first: int
    games: int


@dataclass(frozen=True)
class Failure:
    """Why a stretch ended early: in which game, whose strategy, and what happened."""

    number: int
    message: str


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
        played, failure = _play_plain(table, task.seed, games)
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


# -- compiled ----------------------------------------------------------------------


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
            return done, _explain(table, seed, games.first + done, error)
        done = int(progress[loop.GAME])
        if status == loop.DONE:
            return done, None
        if status != loop.ASKED:
            return done, _explain(table, seed, games.first + done, None)
        i = int(progress[loop.CHOOSER])
        player = int(progress[loop.PLAYER])
        try:
            answer = _ask(
                choosers[i].function,
                kernel.seen(views.copy()),
                buffer[: progress[loop.COUNT]].copy().view(_Row),
                _Words(streams[SEATS + player : SEATS + player + 1]),
                rows[i],
            )
            progress[loop.ACTION] = _whole(answer)
        except Exception as error:
            return done, _explain(table, seed, games.first + done, error)


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


def _whole(answer: Any) -> int:
    if isinstance(answer, (bool, np.bool_)) or not isinstance(answer, (int, np.integer)):
        raise _Strange(answer)
    if not -(2**63) <= int(answer) < 2**63:
        raise _Strange(answer)
    return int(answer)


class _Strange(Exception):
    """An answer that is not an action of any kind."""


def _ask(
    function: Callable[..., Any], view: Any, actions: Any, stream: Any, parameters: Any
) -> Any:
    if _arity(function) == 3:
        return function(view, actions, stream)
    return function(view, actions, stream, parameters)


@functools.lru_cache(maxsize=1024)
def _arity(function: Callable[..., Any]) -> int:
    import inspect

    return len(inspect.signature(function).parameters)


# -- interpreted -------------------------------------------------------------------


def seat_game(table: Table, seed: int, number: int) -> list[int]:
    """Say which strategy sits where in a game."""
    deal, turn = divmod(number, table.seating.games)
    pool = np.array(table.seating.pool, np.int64).view(_Row)
    out = np.zeros(table.game.players, np.int64).view(_Row)
    scratch = np.zeros(max(len(pool), len(out)), np.int64).view(_Row)
    stream = Source(seed, deal, SEATING)
    seat(table.seating.mode, pool, len(out), turn, stream, scratch, out)
    return [int(i) for i in out]


class _Stopped(Exception):
    """A game that can't go on, with the position and the reason."""

    def __init__(self, player: int, strategy: str, reason: str, moves: int, state: Any) -> None:
        super().__init__(reason)
        self.player, self.strategy, self.reason = player, strategy, reason
        self.moves, self.state = moves, state


def _one_game(
    table: Table, seed: int, number: int, watch: Callable[[State[Any], int, Any], None] | None
) -> Played:
    """Play one game by its plain states.

    Raises :class:`_Stopped` where a strategy or the game itself breaks, with the reason.
    """
    game = table.game
    deal = number // table.seating.games
    seats = seat_game(table, seed, number)
    dealing = Source(seed, deal, DEAL)
    streams = [Source(seed, deal, SEATS + p) for p in range(game.players)]
    moves, leader, changes = 0, -1, 0
    state: Any = None
    player = 0
    try:
        state = game.start()
        while (player := _actor(game, state)) != OVER:
            if player == CHANCE:
                action = state.sample(dealing)
            else:
                if moves >= game.max_moves:
                    return Played(seats, moves, changes, None)
                strategy = table.strategies[seats[player]]
                action = _chosen(game, strategy, state, player, streams[player], moves)
                moves += 1
            if watch is not None:
                watch(state, player, action)
            state = state.after(action)
            if player != CHANCE:
                front = _leader(state.standing())
                changes += front is not None and leader not in (-1, front)
                leader = leader if front is None else front
        return Played(seats, moves, changes, _checked_payoffs(game, state))
    except _Stopped:
        raise
    except Exception as error:
        reason = f"raised {type(error).__name__}: {error}{_line_of(error)}"
        raise _Stopped(player, "", reason, moves, state) from error


@dataclass(frozen=True)
class Played:
    """What came of one game; no payoffs where it was cut at the limit of moves."""

    seats: list[int]
    moves: int
    changes: int
    payoffs: tuple[Any, ...] | None


def _actor(game: Game, state: State[Any]) -> int:
    player = state.actor
    if player not in (CHANCE, OVER) and not 0 <= player < game.players:
        raise ValueError(f"says that player {player} acts, of {game.players}")
    return player


def _leader(standing: Any) -> int | None:
    if standing is None:
        return None
    top = max(standing)
    return list(standing).index(top) if list(standing).count(top) == 1 else None


def _checked_payoffs(game: Game, state: State[Any]) -> tuple[Any, ...]:
    payoffs = tuple(state.payoffs())
    if len(payoffs) != game.players:
        raise ValueError(f"pays {len(payoffs)} players where {game.players} sit")
    if not all(abs(float(x)) < 1e300 for x in payoffs):
        raise ValueError(f"pays {payoffs}: every player needs a finite number")
    return payoffs


def _chosen(
    game: Game, strategy: Strategy, state: State[Any], player: int, stream: Source, moves: int
) -> Any:
    count = len(state.actions())
    if not count or (isinstance(game, CompiledGame) and count > game.kernel.capacity):
        what = "no action to choose from" if not count else f"{count} actions, beyond its capacity"
        raise _Stopped(player, "", f"has {what}", moves, state)
    decision = state.decision()
    if not 0 <= decision < len(game.decisions):
        reason = f"asks for decision {decision}, and names {len(game.decisions)}"
        raise _Stopped(player, "", reason, moves, state)
    try:
        action = ask_strategy(game, strategy, state, player, stream)
    except _Strange as error:
        reason = f"answered {error.args[0]!r}, which is not an action"
        raise _Stopped(player, strategy.name, reason, moves, state) from None
    except Exception as error:
        reason = f"raised {type(error).__name__}: {error}{_line_of(error)}"
        raise _Stopped(player, strategy.name, reason, moves, state) from error
    refused = _refusal(state, action)
    if refused is not None:
        raise _Stopped(player, strategy.name, f"answered {action!r}: {refused}", moves, state)
    return action


def _line_of(error: BaseException) -> str:
    """Say in which file and line of a user's own something was raised."""
    found = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__", "").startswith("montmort_file_"):
            found = f" ({Path(frame.f_code.co_filename).name}, line {line})"
    return found


def ask_strategy(
    game: Game, strategy: Strategy, state: State[Any], player: int, stream: Source
) -> Any:
    """Ask a strategy, interpreted, what it does in a state where the player acts."""
    decision = state.decision()
    actions: Any = state.actions()
    if isinstance(game, CompiledGame):
        actions = np.array(actions, np.int64).view(_Row)
    chooser, values = strategy.choosers[decision], strategy.parameters[decision]
    answer = _ask(chooser, state.view(player), actions, stream, values)
    return _whole(answer) if isinstance(game, CompiledGame) else answer


def _refusal(state: State[Any], action: Any) -> str | None:
    try:
        return state.refusal(action)
    except Exception as error:
        return f"the game can't judge it ({type(error).__name__}: {error})"


def _play_plain(table: Table, seed: int, games: Games) -> tuple[int, Failure | None]:
    for g in range(len(games)):
        number = games.first + g
        try:
            played = _one_game(table, seed, number, None)
        except _Stopped as stop:
            return g, _failure(table, seed, number, stop)
        games.seats[g] = played.seats
        games.changes[g] = played.changes
        if played.payoffs is not None:
            games.scores[g] = [float(x) for x in played.payoffs]
            games.lengths[g] = played.moves
        else:
            games.lengths[g] = CUT
    return len(games), None


def _failure(table: Table, seed: int, number: int, stop: _Stopped) -> Failure:
    who = f"strategy {stop.strategy!r}" if stop.strategy else f"the game {table.game.name}"
    place = f"seat {stop.player + 1}, " if stop.player >= 0 else ""
    check = "" if stop.strategy else ". montmort check looks for what is wrong with a game"
    return Failure(
        number,
        f"{who} {stop.reason} (game {number}, seed {seed}, {place}"
        f"after {stop.moves} moves; position: {stop.state!r}). "
        f"See it again with --seed {seed} --replay {number}{check}",
    )


def _explain(table: Table, seed: int, number: int, error: Exception | None) -> Failure:
    try:
        _one_game(table, seed, number, None)
    except _Stopped as stop:
        return _failure(table, seed, number, stop)
    what = f"raised {type(error).__name__}: {error}" if error else "was refused an action"
    return Failure(
        number,
        f"compiled code {what} in game {number} (seed {seed}), and played interpreted it does "
        "not: the strategy or the game means different things in the two worlds",
    )


def record_game(table: Table, seed: int, number: int) -> Record:
    """Play game ``number`` again and write it down, move by move."""
    moves: list[Move] = []

    def watch(state: State[Any], actor: int, action: Any) -> None:
        moves.append(Move(actor, action, state.describe(action)))

    game = table.game
    failed = ""
    try:
        played = _one_game(table, seed, number, watch)
        seats, payoffs = played.seats, played.payoffs or ()
    except _Stopped as stop:
        seats, payoffs = seat_game(table, seed, number), ()
        failed = _failure(table, seed, number, stop).message
    return Record(
        game.name, game.version, game.rules.as_dict(), tuple(moves), payoffs,
        tuple(table.strategies[i].name for i in seats), seed, number,
        {"stopped": failed} if failed else {},
    )  # fmt: skip


def raise_failure(failure: Failure, partial: object) -> None:
    """Turn a failure into the error that a person sees."""
    raise StrategyError(failure.message, partial)

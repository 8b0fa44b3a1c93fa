"""Playing games by their plain states, one at a time: to count, to explain, to write down."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.compiled import CompiledGame
from ...core.game import CHANCE, OVER, Game, State
from ...core.record import Move, Record
from ...core.strategy import Strategy
from ...statistics.streams import DEAL, SEATS, Source
from .asking import Strange, ask_strategy
from .table import Table, seat_game
from .tally import CUT, Games

__all__ = ["Failure", "explain", "play_plain", "record_game"]


@dataclass(frozen=True)
class Failure:
    """Why a stretch ended early: in which game, whose strategy, and what happened."""

    number: int
    message: str


def play_plain(table: Table, seed: int, games: Games) -> tuple[int, Failure | None]:
    """Fill a table of games; returns how many were played, and why it stopped early."""
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


@dataclass(frozen=True)
class Played:
    """What came of one game; no payoffs where it was cut at the limit of moves."""

    seats: list[int]
    moves: int
    changes: int
    payoffs: tuple[Any, ...] | None


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
    except Strange as error:
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


def _refusal(state: State[Any], action: Any) -> str | None:
    try:
        return state.refusal(action)
    except Exception as error:
        return f"the game can't judge it ({type(error).__name__}: {error})"


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


def explain(table: Table, seed: int, number: int, error: Exception | None) -> Failure:
    """Play a game that stopped in compiled code again, and say what happened in it."""
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

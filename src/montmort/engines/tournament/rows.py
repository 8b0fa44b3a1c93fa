"""Tournaments of games whose actions are records: rows of card counts, say.

The loop is the small brother of the one for whole-number actions. A chooser writes its
answer into an action record; the game's ``allowed`` judges it before it is applied; and
whenever the game has something to report (a round has ended), it writes a row of numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import cache, compiler
from ...core.errors import StrategyError
from ...core.game import CHANCE, OVER
from ...core.rule import Rule, compiled_type
from ...core.struct import Stream, Struct, _Row
from ...statistics.streams import DEAL, SEATS, Source, open_stream

__all__ = ["Bot", "RowKernel", "play", "play_interpreted"]

DONE, FULL, ILLEGAL = 0, 1, 2
GAME, STARTED, MOVES, FILLED, PLAYER = range(5)
PROGRESS = 5

Chooser = Callable[..., None]
"""``chooser(view, stream, parameters, answer)``: writes the answer."""


@dataclass(frozen=True)
class RowKernel:
    """A game's rules in the compiled form, with records for actions."""

    name: str
    position: type[Struct]
    view: type[Struct]
    action: type[Struct]
    actor: Callable[..., int]
    allowed: Callable[..., int]
    """``allowed(s, a)``: 0, or the number of the reason; must be right for any record."""
    apply: Callable[..., None]
    sample: Callable[..., None]
    """``sample(s, stream, a)``: writes an outcome of chance."""
    observe: Callable[..., None]
    """``observe(s, player, v)``: writes what a player sees; every field of the view."""
    report: Callable[..., bool]
    """``report(s, out)``: asked after every action; writes a row and says True where
    something has ended, else False."""
    columns: int
    """How long a reported row is."""


@dataclass(frozen=True)
class Bot:
    """A strategy whose one function writes its answers into an action record."""

    name: str
    chooser: Chooser
    parameters: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    help: str = ""


# Stand-ins: the kernel of a game takes their places before this is compiled.
actor: Any = None
allowed: Any = None
apply: Any = None
sample: Any = None
observe: Any = None
report: Any = None
borrow: Any = None
function_at: Any = None


def play_rows(  # type: ignore[no-untyped-def]
    initial, states, views, answers, choosers, parameters, seating, seed, first, games, max_moves,
    rows, streams, progress,
):  # fmt: skip
    """Play games until they are done or the rows are full; returns why it stopped.

    ``seating[turn, seat]`` says which chooser sits where in game ``turn`` of a deal. A
    reported row begins with the number of the game and the moves so far; the game
    writes the rest.
    """
    parameters = borrow(parameters)
    s = states[0]
    v = views[0]
    a = answers[0]
    per_deal, players = seating.shape
    while progress[GAME] < games:
        number = first + progress[GAME]
        deal = number // per_deal
        turn = number - deal * per_deal
        if progress[STARTED] == 0:
            open_stream(streams[DEAL], seed, deal, DEAL)
            for p in range(players):
                open_stream(streams[SEATS + p], seed, deal, SEATS + p)
            states[0] = initial[0]
            progress[MOVES] = 0
            progress[STARTED] = 1
        while True:
            p = actor(s)
            if p == CHANCE:
                sample(s, streams[DEAL], a)
                apply(s, a)
                continue
            if p == OVER or progress[MOVES] >= max_moves:
                break
            if progress[FILLED] == len(rows):
                return FULL
            observe(s, p, v)
            choose = function_at(choosers, seating[turn, p])
            choose(v, streams[SEATS + p], parameters[seating[turn, p]], a)
            progress[PLAYER] = p
            if allowed(s, a) != 0:
                return ILLEGAL
            apply(s, a)
            progress[MOVES] += 1
            out = rows[progress[FILLED]]
            if report(s, out[2:]):
                out[0] = number
                out[1] = progress[MOVES]
                progress[FILLED] += 1
        progress[STARTED] = 0
        progress[GAME] += 1
    return DONE


def chooser_type(kernel: RowKernel) -> Any:
    """The type of a chooser as a value."""
    from numba import types

    return types.FunctionType(
        types.void(
            compiled_type(kernel.view), compiled_type(Stream), types.float64[::1],
            compiled_type(kernel.action),
        )
    )  # fmt: skip


def _layout(kernel: RowKernel) -> str:
    kinds = (kernel.position, kernel.view, kernel.action)
    return "".join(str(kind.dtype.descr) for kind in kinds)


@functools.lru_cache(maxsize=16)
def compiled_loop(kernel: RowKernel) -> Any:
    """Compile the loop for a game, or load it."""
    import sys

    from numba import types

    borrow, function_at, _ = compiler.intrinsics(chooser_type(kernel))
    position, view, action = map(compiled_type, (kernel.position, kernel.view, kernel.action))
    signature = types.int64(
        types.Array(position, 1, "C"), types.Array(position, 1, "C"), types.Array(view, 1, "C"),
        types.Array(action, 1, "C"), types.int64[:, ::1], types.float64[:, ::1],
        types.int64[:, ::1], types.int64, types.int64, types.int64, types.int64,
        types.int64[:, ::1], types.Array(compiled_type(Stream), 1, "C"), types.int64[::1],
    )  # fmt: skip
    function = compiler.specialise(
        play_rows, actor=kernel.actor, allowed=kernel.allowed, apply=kernel.apply,
        sample=kernel.sample, observe=kernel.observe, report=kernel.report, borrow=borrow,
        function_at=function_at,
    )  # fmt: skip
    home = sys.modules[kernel.apply.__module__]
    paths = cache.sources(home) + cache.sources(sys.modules[__name__])
    folder = compiler.home(kernel.name, paths, _layout(kernel))
    return compiler.compile_cached(
        function, signature, folder, what="rows loop",
        about=f"compiling {kernel.name} (once for these sources, about a quarter of a minute) ...",
    )  # fmt: skip


@functools.lru_cache(maxsize=256)
def compile_chooser(function: Chooser, kernel: RowKernel) -> Any:
    """Compile a chooser; raises Numba's error where that can't be done."""
    import sys

    plain = function.function if isinstance(function, Rule) else function
    module = sys.modules.get(plain.__module__)
    ours = module is not None and module.__name__.startswith("montmort.")
    folder = None
    if module is not None and getattr(module, "__file__", None):
        folder = compiler.home(
            f"{kernel.name}-strategies", cache.sources(module), _layout(kernel),
            plain.__qualname__,
        )  # fmt: skip
    return compiler.compile_cached(
        plain, chooser_type(kernel).signature, folder,
        what=f"{plain.__module__}.{plain.__qualname__}", boundscheck=not ours,
        about=f"compiling the strategy {plain.__name__} ...",
    )  # fmt: skip


def play(
    kernel: RowKernel, initial: Struct, bots: Sequence[Bot], seating: npt.NDArray[np.int64], *,
    seed: int, first: int, games: int, max_moves: int = 100_000, room: int = 4096,
) -> Iterator[npt.NDArray[np.int64]]:  # fmt: skip
    """Play games compiled, and yield the reported rows as the buffer fills.

    ``seating[turn, seat]`` is an index into ``bots``; games of one deal share its streams.
    Raises :class:`StrategyError` naming the game, seat and seed of a refused answer.
    """
    run = compiled_loop(kernel)
    codes = [compile_chooser(bot.chooser, kernel) for bot in bots]
    addresses = compiler.addresses(codes, chooser_type(kernel))
    parameters = np.zeros((len(bots), max(1, *(len(bot.parameters) for bot in bots), 1)))
    for i, bot in enumerate(bots):
        parameters[i, : len(bot.parameters)] = bot.parameters
    states = np.zeros(1, kernel.position.dtype)
    views, answers = np.zeros(1, kernel.view.dtype), np.zeros(1, kernel.action.dtype)
    streams = np.zeros(seating.shape[1] + SEATS, Stream.dtype)
    rows = np.zeros((room, kernel.columns + 2), np.int64)
    progress = np.zeros(PROGRESS, np.int64)
    seats = np.ascontiguousarray(seating, np.int64)
    while True:
        status = run(
            initial.memory, states, views, answers, addresses, parameters, seats, seed, first,
            games, max_moves, rows, streams, progress,
        )  # fmt: skip
        yield rows[: progress[FILLED]].copy()
        if status == DONE:
            return
        if status == ILLEGAL:
            number = first + int(progress[GAME])
            player = int(progress[PLAYER])
            bot = bots[int(seats[number % len(seats), player])]
            code = kernel.allowed(kernel.position(states.copy()), kernel.action(answers.copy()))
            raise StrategyError(
                f"strategy {bot.name!r} gave an answer that the rules refuse (reason {code}; "
                f"game {number}, seed {seed}, seat {player + 1}, after {progress[MOVES]} moves)"
            )
        progress[FILLED] = 0


Watch = Callable[[Any, int, Any], None]


def play_interpreted(
    kernel: RowKernel, initial: Struct, bots: Sequence[Bot], seats: Sequence[int], *,
    seed: int, number: int, per_deal: int, max_moves: int = 100_000, watch: Watch | None = None,
) -> tuple[Any, list[list[int]]]:  # fmt: skip
    """Play one game as Python runs it, from the same streams; returns position and rows.

    ``watch(s, actor, a)`` sees every action before it is applied.
    """
    deal = number // per_deal
    dealing = Source(seed, deal, DEAL)
    streams = [Source(seed, deal, SEATS + p) for p in range(len(seats))]
    s: Any = initial.copy()
    a = kernel.action()
    rows: list[list[int]] = []
    moves = 0
    while True:
        p = kernel.actor(s)
        if p == CHANCE:
            kernel.sample(s, dealing, a)
            if watch is not None:
                watch(s, p, a)
            kernel.apply(s, a)
            continue
        if p == OVER or moves >= max_moves:
            return s, rows
        v = kernel.view()
        kernel.observe(s, p, v)
        bot = bots[seats[p]]
        parameters = np.array([*bot.parameters, 0.0]).view(_Row)
        bot.chooser(v, streams[p], parameters, a)
        code = kernel.allowed(s, a)
        if code != 0:
            raise StrategyError(
                f"strategy {bot.name!r} gave an answer that the rules refuse (reason {code}; "
                f"game {number}, seed {seed}, seat {p + 1}, after {moves} moves)"
            )
        if watch is not None:
            watch(s, p, a)
        kernel.apply(s, a)
        moves += 1
        out = np.zeros(kernel.columns, np.int64).view(_Row)
        if kernel.report(s, out):
            rows.append([number, moves, *map(int, out)])

"""Running a tournament: stretches of games, shared out, added up in order."""

from __future__ import annotations

import contextlib
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from ...core.compiled import CompiledGame
from ...core.errors import InputError, StrategyError
from ...core.game import Game
from ...core.strategy import Strategy
from .compiling import OWN_NUMBERS
from .lineup import parse_all
from .playing import Outcome, Task, choosers_of, play_task
from .result import TournamentResult
from .saving import RunStore, run_key
from .seating import plan_seating
from .table import Table
from .tally import TIE_RULES, Games, Tally

__all__ = ["compare", "play_tables", "simulate"]

COMPILED_STRETCH, PLAIN_STRETCH = 8192, 64
"""Games in a stretch; fixed, so that sums are added in one order whoever plays them."""
LEAST_DEALS = 1000
"""Deals before a precision is believed."""
SAVE_EVERY = 2.0
"""Seconds between saving what is done."""

Progress = Callable[[int, int | None], None]


def set_table(
    game: Game,
    strategies: Iterable[str | Strategy] | str | None = None,
    *,
    seating: str | None = None,
    ties: str | None = None,
    focus: str | Strategy | None = None,
    interpreted: bool = False,
) -> Table:
    """Seat strategies at a game's table; what is left out is the game's own way."""
    rules = game.rules.as_dict()
    # A whole list of Strategy objects passes through; words are parsed.
    listed = parse_all(game, strategies if strategies is not None else ["random"])  # type: ignore[arg-type]
    way = seating or rules.get("seating", "random")
    if seating is None and way == "fixed" and len(listed) not in (1, game.players):
        way = "random"
    # A game may mean something else by its own rule about ties.
    rule = ties or (rules["ties"] if rules.get("ties") in TIE_RULES else "random")
    if rule not in TIE_RULES:
        raise InputError(f"no tie rule {rule!r} (known: {', '.join(TIE_RULES)})")
    if focus is not None:
        front = parse_all(game, [focus])[0]  # type: ignore[list-item]
        listed = [front, *(item for item in listed if item.name != front.name)]
    # A name that is repeated is one strategy that sits more than once.
    distinct: list[Strategy] = []
    numbers: list[int] = []
    for item in listed:
        same = next((i for i, other in enumerate(distinct) if other == item), None)
        if same is None:
            same = len(distinct)
            distinct.append(item)
        numbers.append(same)
    plan = plan_seating(way, len(listed), game.players, focus is not None)
    pool = tuple(numbers[i] for i in plan.pool)
    plan = type(plan)(plan.mode, pool, plan.games)
    return Table(game, tuple(distinct), plan, rule, interpreted)


def simulate(
    game: Game,
    strategies: Iterable[str | Strategy] | str | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    seating: str | None = None,
    ties: str | None = None,
    focus: str | Strategy | None = None,
    until: float | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    store: RunStore | None = None,
    interpreted: bool = False,
) -> TournamentResult:
    """Let strategies play a game many times, and report who wins and how sure that is.

    >>> from montmort.games import find
    >>> result = simulate(find("picker")(players=3), "gain,highest,random", games=300, seed=7)
    >>> result.games, [name for name in result.names]
    (300, ['gain', 'highest', 'random'])

    Without ``strategies`` all seats play at random. ``until`` stops when the widest
    interval of a share of wins is ± that. The numbers depend on the game, its rules,
    the strategies, seating, ties and seed, and on nothing else: not on ``workers`` or
    ``executor`` (any :class:`concurrent.futures.Executor`; by default threads where all
    is compiled and processes where not). With a ``store`` unfinished runs are kept and
    gone on with. Raises :class:`StrategyError`, with the result so far as its
    ``partial``, where a strategy breaks.
    """
    _check_wishes(games, until, workers, seed)
    remarks = []
    if strategies is None:
        remarks.append("all seats play at random: name some with --strategies")
    table = set_table(
        game, strategies, seating=seating, ties=ties, focus=focus, interpreted=interpreted
    )
    remarks += _interpreted_seats(table)
    per_deal = table.seating.games
    compiled = isinstance(game, CompiledGame) and not interpreted
    if games is None:
        games = (2**62) // per_deal * per_deal if until else (100_000 if compiled else 2_000)
    games = -(-games // per_deal) * per_deal
    stretch = COMPILED_STRETCH if compiled else PLAIN_STRETCH
    stretch = max(1, stretch // per_deal) * per_deal

    started = time.monotonic()
    resumed = 0
    total = Tally(len(table.strategies), game.players, per_deal)
    key = run_key(table, seed, stretch) if store is not None else ""
    if store is not None:
        saved = store.load(key, games)
        if saved is not None:
            total = saved
            resumed = saved.games

    def result(interrupted: bool = False) -> TournamentResult:
        from ... import __version__

        return TournamentResult(
            game.name, game.version, game.rules.as_dict(),
            tuple(item.name for item in table.strategies), table.seating.name, table.ties, seed,
            total, game.score, __version__, time.monotonic() - started, interrupted, until,
            tuple(remarks), resumed,
        )  # fmt: skip

    def enough() -> bool:
        return until is not None and total.deals >= LEAST_DEALS and result().widest <= until

    last_saved = time.monotonic()
    tasks = (
        Task(table, seed, first, min(stretch, games - first))
        for first in range(total.games, games, stretch)
    )
    played: contextlib.AbstractContextManager[Iterator[Outcome]] = (
        contextlib.nullcontext(iter(())) if enough() else outcomes(tasks, workers, executor)
    )
    try:
        with played as stream:
            for outcome in stream:
                total.merge(outcome.tally)
                remarks += [note for note in outcome.notes if note not in remarks]
                if outcome.failure is not None:
                    raise StrategyError(outcome.failure.message, result(interrupted=True))
                if progress is not None:
                    progress(total.games, None if until else games)
                if store is not None and time.monotonic() - last_saved > SAVE_EVERY:
                    store.save(key, total, _label(table, seed))
                    last_saved = time.monotonic()
                if enough():
                    break
    except KeyboardInterrupt:
        if store is not None:
            store.save(key, total, _label(table, seed))
        return result(interrupted=True)
    if store is not None and time.monotonic() - started > SAVE_EVERY:
        store.save(key, total, _label(table, seed))
    return result()


@dataclass(frozen=True)
class Comparison:
    """Two variants played on the same streams: their tables, game for game."""

    first: Games
    second: Games


def play_tables(
    table: Table, *, games: int, seed: int = 1, workers: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Games]:  # fmt: skip
    """Play games and yield their tables, stretch by stretch, for counting of one's own."""
    per_deal = table.seating.games
    stretch = COMPILED_STRETCH if isinstance(table.game, CompiledGame) else PLAIN_STRETCH
    stretch = max(1, stretch // per_deal) * per_deal
    tasks = (
        Task(table, seed, first, min(stretch, games - first)) for first in range(0, games, stretch)
    )
    with outcomes(tasks, workers, executor, keep=True) as stream:
        for outcome in stream:
            if outcome.failure is not None:
                raise StrategyError(outcome.failure.message)
            assert outcome.games is not None
            yield outcome.games


def compare(
    first: Table, second: Table, *, games: int, seed: int = 1, workers: int | None = None
) -> Iterator[Comparison]:
    """Play two variants on common random numbers and yield their tables side by side."""
    for one, other in zip(
        play_tables(first, games=games, seed=seed, workers=workers),
        play_tables(second, games=games, seed=seed, workers=workers),
        strict=True,
    ):
        yield Comparison(one, other)


def _check_wishes(games: int | None, until: float | None, workers: int | None, seed: int) -> None:
    if games is not None and games < 1:
        raise InputError(f"{games} games: ask for at least 1")
    if until is not None and not 0 < until < 1:
        raise InputError(f"a precision of {100 * until:g} %: give more than 0 and less than 100 %")
    if until is not None and not math.isfinite(until):
        raise InputError("the precision must be a number")
    if workers is not None and workers < 1:
        raise InputError(f"{workers} workers: at least 1 is needed")
    if not 0 <= seed < 2**63:
        raise InputError(f"seed {seed}: give a whole number from 0 to 2^63 - 1")


def _label(table: Table, seed: int) -> str:
    names = ",".join(item.name for item in table.strategies)
    return f"{table.game.name} {table.game.version} {names} seed {seed}"


def _interpreted_seats(table: Table) -> list[str]:
    if not isinstance(table.game, CompiledGame) or table.interpreted:
        return []
    slow = {}
    choosers = iter(choosers_of(table))
    for strategy in table.strategies:
        for _ in strategy.choosers:
            chooser = next(choosers)
            if chooser.code is None:
                slow[strategy.name] = chooser.why
    return [
        f"{name} draws random numbers of its own: its games can't be replayed "
        "(draw from the stream that strategies are given)"
        if why == OWN_NUMBERS
        else f"{name} runs interpreted, which is slower but plays the same: {why}"
        for name, why in slow.items()
    ]


@contextlib.contextmanager
def outcomes(
    tasks: Iterable[Task], workers: int | None, executor: Executor | None, keep: bool = False
) -> Iterator[Iterator[Outcome]]:
    """Play tasks on workers and give their outcomes in the order of the tasks."""
    count = workers or os.cpu_count() or 1
    tasks = iter(tasks)
    first = next(tasks, None)
    if first is None:
        yield iter(())
        return
    table = first.table
    if executor is not None:
        if not table.portable:
            raise InputError(
                "the game or a strategy has no name that another process could find: "
                "put it at the top level of a file"
            )
        yield _in_order(executor, _chain(first, tasks), 4 * count, keep)
        return
    compiled = isinstance(table.game, CompiledGame) and not table.interpreted
    native = compiled and all(c.code is not None for c in choosers_of(table))
    if count == 1 or (not native and not table.portable):
        yield (play_task(task, keep) for task in _chain(first, tasks))
        return
    pool: Executor
    if native:
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(count)
    else:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(count, context, _leave_interrupts_to_parent)
    try:
        yield _in_order(pool, _chain(first, tasks), 2 * count, keep)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_parent() -> None:
    import signal

    from ...core import compiler

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compiler.announce = lambda line: None  # the parent has said it


def _chain(first: Task, rest: Iterator[Task]) -> Iterator[Task]:
    yield first
    yield from rest


def _in_order(pool: Executor, tasks: Iterator[Task], ahead: int, keep: bool) -> Iterator[Outcome]:
    waiting: deque[Future[Outcome]] = deque()
    for task in tasks:
        waiting.append(pool.submit(play_task, task, keep))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()

"""Compiled rules beside interpreted ones: every answer, at every position of a play-out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core import cache, compiler
from ...core.compiled import CompiledGame, CompiledState
from ...core.game import CHANCE, OVER
from ...core.rule import Rule, compiled_type
from ...core.struct import Stream, Struct, _Row
from ...statistics.streams import DEAL, SEATS, Source
from ..tournament.compiling import lasting_sources
from .desk import Desk
from .ledger import FAILED, Ledger, Where, place

__all__ = ["INTEGERS", "check_buffers", "check_twins", "compiled_probe"]

GUARD = 64
"""Places before and after a buffer that must stay as they are."""
MARK = 0x5A5A5A5A5A5A5A5A
INTEGERS = (
    *range(-3, 20), 31, 32, 63, 64, 127, 128, 129, 255, 256, 257, 999, 1_000, 10**6, 46_656,
    2**31 - 1, 2**31, 2**32, 2**32 + 1, 2**40, 2**62, 2**63 - 1, -127, -128, -129, -256, -(10**6),
    -(2**31), -(2**32), -(2**40), -(2**63) + 1, -(2**63),
)  # fmt: skip
"""Numbers that are tried at the door of compiled rules."""

ASK, APPLY, SAMPLE, LIST, OBSERVE = range(5)
ACTOR, DECISION, COUNT, COMPARES = range(4)


def _probe(  # type: ignore[no-untyped-def]
    question, states, views, numbers, codes, buffer, words, row, scores, outcomes, weights,
    streams, players, capacity,
):  # fmt: skip
    # The names in capitals and the rules are put in when this is compiled.
    s = states[1]
    if question == ASK:
        p = actor(s)  # type: ignore[name-defined]  # noqa: F821
        words[ACTOR] = p
        for i in range(len(numbers)):
            codes[i] = allowed(s, numbers[i])  # type: ignore[name-defined]  # noqa: F821
        if p >= 0:
            words[COUNT] = actions(s, buffer[GUARD : GUARD + capacity])  # type: ignore[name-defined]  # noqa: F821
            words[DECISION] = decision(s)  # type: ignore[name-defined]  # noqa: F821
        if p == OVER:
            payoffs(s, row[GUARD : GUARD + players])  # type: ignore[name-defined]  # noqa: F821
        words[COMPARES] = 1 if standing(s, scores[GUARD : GUARD + players]) else 0  # type: ignore[name-defined]  # noqa: F821
    elif question == APPLY:
        apply(s, numbers[0])  # type: ignore[name-defined]  # noqa: F821
    elif question == SAMPLE:
        words[0] = sample(s, streams[0])  # type: ignore[name-defined]  # noqa: F821
    elif question == LIST:
        size = len(outcomes) - 2 * GUARD
        words[0] = chances(s, outcomes[GUARD : GUARD + size], weights[GUARD : GUARD + size])  # type: ignore[name-defined]  # noqa: F821
    else:
        observe(s, numbers[0], views[1])  # type: ignore[name-defined]  # noqa: F821


def _nothing_compares(s, row):  # type: ignore[no-untyped-def]
    return False


def _one_decision(s):  # type: ignore[no-untyped-def]
    return 0


def _no_sample(s, stream):  # type: ignore[no-untyped-def]
    return 0


def _no_list(s, outcomes, weights):  # type: ignore[no-untyped-def]
    return -1


def _no_view(s, player, view):  # type: ignore[no-untyped-def]
    return


@functools.cache
def compiled_probe(kind: type[CompiledGame]) -> Any:
    """Compile the questions of a game into one function, or load it."""
    import sys

    from numba import njit, types

    kernel = kind.kernel
    position, view = compiled_type(kernel.position), compiled_type(kernel.seen)
    integers, floats = types.int64[::1], types.float64[::1]
    signature = types.void(
        types.int64, types.Array(position, 1, "C"), types.Array(view, 1, "C"), integers, integers,
        integers, integers, floats, floats, integers, integers,
        types.Array(compiled_type(Stream), 1, "C"), types.int64, types.int64,
    )  # fmt: skip

    def or_else(rule: Any, missing: Callable[..., Any]) -> Any:
        return rule if rule is not None else njit(nogil=True)(missing)

    function = compiler.specialise(
        _probe, GUARD=GUARD, OVER=OVER, ASK=ASK, APPLY=APPLY, SAMPLE=SAMPLE, LIST=LIST,
        ACTOR=ACTOR, DECISION=DECISION, COUNT=COUNT, COMPARES=COMPARES,
        actor=kernel.actor, actions=kernel.actions, allowed=kernel.allowed, apply=kernel.apply,
        payoffs=kernel.payoffs,
        decision=or_else(kernel.decision, _one_decision),
        standing=or_else(kernel.standing, _nothing_compares),
        sample=or_else(kernel.sample, _no_sample),
        chances=or_else(kernel.chances, _no_list),
        observe=or_else(kernel.observe if kernel.view is not None else None, _no_view),
    )  # fmt: skip
    paths = lasting_sources(
        kind, *(item for item in vars(kernel).values() if isinstance(item, Rule))
    )
    folder = None
    if paths is not None:
        paths = paths + cache.sources(sys.modules[__name__])
        layout = f"{kernel.position.dtype.descr}{kernel.seen.dtype.descr}"
        folder = compiler.home(f"{kind.name}-contract", paths, layout)
    return compiler.compile_cached(
        function, signature, folder, what=f"probe {kind.__qualname__}",
        about=f"compiling the questions of {kind.name} (once for these sources) ...",
    )  # fmt: skip


class _Bench:
    """Memory for one compiled game, with guards around everything that may be written."""

    def __init__(self, game: CompiledGame) -> None:
        kernel = game.kernel
        self.game, self.kernel = game, kernel
        self.run = compiled_probe(type(game))  # type: ignore[arg-type]
        self.states = np.zeros(3, kernel.position.dtype)
        self.views = np.zeros(3, kernel.seen.dtype)
        self.numbers = np.array(INTEGERS, np.int64)
        self.codes = np.zeros(len(INTEGERS), np.int64)
        self.words = np.zeros(8, np.int64)
        self.buffer = np.zeros(kernel.capacity + 2 * GUARD, np.int64)
        self.row, self.scores = (np.zeros(game.players + 2 * GUARD) for _ in range(2))
        listed = kernel.listed if kernel.chances is not None else 0
        self.outcomes, self.weights = (np.zeros(listed + 2 * GUARD, np.int64) for _ in range(2))
        self.streams = np.zeros(1, Stream.dtype)
        for array in (self.states, self.views):
            array.view(np.uint8)[:] = 0x5A
        for array in (self.buffer, self.row, self.scores, self.outcomes, self.weights):
            array.view(np.int64)[:] = MARK
        self.guards = self._outside()

    def _outside(self) -> bytes:
        ends = [
            part.tobytes()
            for array in (self.buffer, self.row, self.scores, self.outcomes, self.weights)
            for part in (array[:GUARD], array[len(array) - GUARD :])
        ]
        records = [self.states[0:1], self.states[2:3], self.views[0:1], self.views[2:3]]
        return b"".join([*ends, *(record.tobytes() for record in records)])

    def whole(self) -> bool:
        """Say whether nothing outside was written, and mend it."""
        fine = self._outside() == self.guards
        if not fine:
            for array in (self.buffer, self.row, self.scores, self.outcomes, self.weights):
                array[:GUARD].view(np.int64)[:] = MARK
                array[len(array) - GUARD :].view(np.int64)[:] = MARK
            for array in (self.states, self.views):
                for i in (0, 2):
                    array[i : i + 1].view(np.uint8)[:] = 0x5A
        return fine

    def put(self, record: Struct) -> None:
        """Set the position."""
        self.states[1] = record.memory[0]

    def record(self) -> Struct:
        """The position as it is now."""
        return self.kernel.position(self.states[1:2].copy())

    def ask(self, question: int, number: int | None = None) -> None:
        """Run the compiled questions."""
        numbers = self.numbers if number is None else np.array([number], np.int64)
        self.run(
            question, self.states, self.views, numbers, self.codes, self.buffer, self.words,
            self.row, self.scores, self.outcomes, self.weights, self.streams, self.game.players,
            self.kernel.capacity,
        )  # fmt: skip


def check_twins(desk: Desk, seed: int, count: int, longest: int) -> None:
    """Walk through play-outs in both worlds at once, and compare every answer."""
    game, book = desk.game, desk.ledger
    assert isinstance(game, CompiledGame)
    bench = book.ask("twins", "compiling the rules", _Bench, game)
    if bench is FAILED:
        return
    lists = 0
    for number in range(count):
        state = game.start()
        dealing = Source(seed, number, DEAL)
        streams = [Source(seed, number, SEATS + p) for p in range(game.players)]
        path: list[int] = []
        while len(path) < longest:
            where = Where(seed, number, tuple(path))
            actor = state.actor
            if not _compare_answers(bench, state, where, book):
                return
            if actor == OVER:
                break
            if actor == CHANCE:
                if lists < 2 and bench.kernel.chances is not None:
                    lists += 1
                    _compare_lists(bench, state, where, book)
                move = _compare_draw(bench, state, dealing, where, book)
            else:
                move = streams[actor].pick(state.actions())
            after = book.ask(
                "twins", f"after({move!r})", state.after, move, state=state, where=where
            )
            if after is FAILED or not _compare_step(bench, state, move, after, where, book):
                return
            path.append(move)
            state = after


def _compare_answers(bench: _Bench, state: CompiledState, where: Where, book: Ledger) -> bool:
    at = place(state, where)
    kernel, record = bench.kernel, state.record
    bench.put(record)
    if book.ask("twins", "a compiled rule", bench.ask, ASK, **at) is FAILED:
        return False
    book.keep(
        "buffer", bench.whole(), "a compiled rule writes outside the buffer that it is given", **at
    )
    book.keep("twins", bench.record() == record, "a compiled question changes the position", **at)
    actor = state.actor
    pairs: list[tuple[str, Any, Any]] = [("actor", actor, int(bench.words[ACTOR]))]
    for number, code in zip(INTEGERS, bench.codes.tolist(), strict=True):
        pairs.append((f"allowed({number})", int(kernel.allowed(record, number)), code))
    if actor >= 0:
        count = int(bench.words[COUNT])
        if not book.keep(
            "buffer",
            0 <= count <= kernel.capacity,
            f"actions counts {count} where the buffer holds {kernel.capacity}",
            **at,
        ):
            return False
        listed = bench.buffer[GUARD : GUARD + count].tolist()
        pairs.append(("actions", list(state.actions()), listed))
        pairs.append(("decision", state.decision(), int(bench.words[DECISION])))
    if actor == OVER:
        ours = [float(x) for x in state.payoffs()]
        pairs.append(("payoffs", ours, bench.row[GUARD : GUARD + bench.game.players].tolist()))
    standing = state.standing()
    compiled = bench.scores[GUARD : GUARD + bench.game.players].tolist()
    pairs.append((
        "standing",
        None if standing is None else [float(x) for x in standing],
        compiled if bench.words[COMPARES] else None,
    ))  # fmt: skip
    if kernel.view is not None:
        for player in range(bench.game.players):
            bench.views[1:2] = np.zeros(1, kernel.seen.dtype)
            if book.ask("twins", "observe, compiled,", bench.ask, OBSERVE, player, **at) is FAILED:
                return False
            seen = kernel.seen(bench.views[1:2].copy())
            pairs.append((f"view({player})", state.view(player), seen))
    fine = True
    for name, interpreted, compiled in pairs:
        fine &= book.keep(
            "twins",
            interpreted == compiled,
            f"{name} is {interpreted!r:.200} interpreted and {compiled!r:.200} compiled",
            **at,
        )
    return fine


def _compare_draw(
    bench: _Bench, state: CompiledState, dealing: Source, where: Where, book: Ledger
) -> int:
    at = place(state, where)
    bench.streams[:] = dealing.memory
    move = state.sample(dealing)
    if bench.kernel.sample is not None:
        bench.put(state.record)
        if book.ask("twins", "sample, compiled,", bench.ask, SAMPLE, **at) is not FAILED:
            book.keep(
                "twins",
                int(bench.words[0]) == move,
                f"sample draws {move} interpreted and {int(bench.words[0])} compiled "
                "from the same stream",
                **at,
            )
            book.keep(
                "twins",
                Stream(bench.streams.copy()) == Stream(dealing.memory.copy()),
                "sample draws more numbers compiled than interpreted, or fewer",
                **at,
            )
    return move


def _compare_lists(bench: _Bench, state: CompiledState, where: Where, book: Ledger) -> None:
    at = place(state, where)
    kernel = bench.kernel
    assert kernel.chances is not None
    bench.put(state.record)
    if book.ask("twins", "chances, compiled,", bench.ask, LIST, **at) is FAILED:
        return
    count = int(bench.words[0])
    book.keep("buffer", bench.whole(), "chances writes outside its buffers when compiled", **at)
    if not book.keep(
        "buffer",
        count <= kernel.listed,
        f"chances counts {count} where the buffers hold {kernel.listed}",
        **at,
    ):
        return
    outcomes, weights = (np.zeros(kernel.listed, np.int64).view(_Row) for _ in range(2))
    ours = int(kernel.chances(state.record, outcomes, weights))
    book.keep(
        "twins", ours == count, f"chances counts {ours} interpreted and {count} compiled", **at
    )
    if ours == count > 0:
        same = (
            outcomes[:count].tolist() == bench.outcomes[GUARD : GUARD + count].tolist()
            and weights[:count].tolist() == bench.weights[GUARD : GUARD + count].tolist()
        )
        book.keep("twins", same, "chances lists other outcomes compiled than interpreted", **at)


def _compare_step(
    bench: _Bench, state: CompiledState, move: int, after: CompiledState, where: Where, book: Ledger
) -> bool:
    at = place(state, where)
    bench.put(state.record)
    if book.ask("twins", f"apply({move}), compiled,", bench.ask, APPLY, move, **at) is FAILED:
        return False
    book.keep("buffer", bench.whole(), f"apply({move}) writes outside the record", **at)
    compiled = bench.record()
    differing = [
        f"{name} is {value!r:.80} interpreted and {compiled.values()[name]!r:.80} compiled"
        for name, value in after.record.values().items()
        if value != compiled.values()[name]
    ]
    return book.keep(
        "twins", compiled == after.record, f"after {move}: {'; '.join(differing)}", **at
    )


def check_buffers(desk: Desk, state: CompiledState, where: Where) -> None:
    """See that interpreted ``actions`` stays inside a buffer of the declared capacity."""
    kernel, book = desk.game.kernel, desk.ledger  # type: ignore[attr-defined]
    if state.actor < 0:
        return
    at = place(state, where)
    out = np.full(kernel.capacity + GUARD, MARK, np.int64).view(_Row)
    count = book.ask("buffer", "actions", kernel.actions, state.record, out, **at)
    if count is FAILED:
        return
    inside = 0 <= count <= kernel.capacity and (out[kernel.capacity :] == MARK).all()
    book.keep(
        "buffer",
        inside,
        f"actions writes {count} actions where the kernel's capacity is {kernel.capacity}",
        **at,
    )

"""From a game and its strategies to compiled code: the loop, and each chooser."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core import cache, compiler
from ...core.compiled import CompiledGame
from ...core.rule import Rule, compiled_type
from ...core.struct import Stream
from ...statistics import streams as stream_module
from . import loop as loop_module

__all__ = ["Chooser", "compile_chooser", "compiled_loop", "manner"]


OWN_NUMBERS = "it draws random numbers of its own"


@dataclass(frozen=True)
class Chooser:
    """A function for one decision, compiled (``code``) or not (``why`` says why not)."""

    function: Callable[..., Any]
    code: Any = None
    why: str = ""
    reads: bool = False
    """Whether it is proven that the compiled function writes nothing into its view."""


def manner(chooser: Chooser) -> int:
    """How the loop asks a chooser: one of its three manners."""
    if chooser.code is None:
        return loop_module.OUTSIDE
    return loop_module.READER if chooser.reads else loop_module.WRITER


def chooser_type(kind: type[CompiledGame]) -> Any:
    """The type of a compiled chooser as a value.

    From the view and the seat's stream, where the actions are and how many, and where
    the parameters are and how many, to an action. Rows travel as addresses: an array
    is seven words and a count of references, too much for a function so small.
    """
    from numba import types

    view, stream, word = compiled_type(kind.kernel.seen), compiled_type(Stream), types.int64
    return types.FunctionType(word(view, stream, word, word, word, word))


# In each of the three a chooser's view: a record of its own, unless it is proven only
# to read and everybody may see everything.


def _look_at_all(reads, states, blank, views, player):  # type: ignore[no-untyped-def]
    if reads:
        return states[0]
    views[0] = states[0]
    return views[0]


def _look_at_some(reads, states, blank, views, player):  # type: ignore[no-untyped-def]
    views[0] = blank[0]
    observe(states[0], player, views[0])  # type: ignore[name-defined]  # noqa: F821
    return views[0]


def _standing_none(s, row):  # type: ignore[no-untyped-def]
    return False


def _one_decision(s):  # type: ignore[no-untyped-def]
    return 0


def _sample_listed(s, stream):  # type: ignore[no-untyped-def]
    outcomes = np.empty(listed, np.int64)  # type: ignore[name-defined]  # noqa: F821
    weights = np.empty(listed, np.int64)  # type: ignore[name-defined]  # noqa: F821
    count = chances(s, outcomes, weights)  # type: ignore[name-defined]  # noqa: F821
    if count < 1:
        raise ValueError("chance lists no outcomes and the game has no sample")
    total = 0
    for i in range(count):
        total += weights[i]
    ticket = below(stream, total)  # type: ignore[name-defined]  # noqa: F821
    for i in range(count):
        ticket -= weights[i]
        if ticket < 0:
            return outcomes[i]
    return outcomes[count - 1]


def _no_chance(s, stream):  # type: ignore[no-untyped-def]
    if stream.step != 0:  # as always; a bare raise would leave the compiler without a type
        raise ValueError("chance acts, but the game neither samples nor lists it")
    return 0


def module_of(thing: Any) -> Any:
    """The module in which a class or function stands."""
    return sys.modules.get(getattr(thing, "__module__", ""), None)


def lasting_sources(*things: Any) -> list[Path] | None:
    """Find the sources of classes and functions that stand at the top of files.

    ``None`` where one is made inside a function or typed at a prompt: it can be another
    one tomorrow, and no file would tell.
    """
    found: dict[Path, None] = {}
    for thing in things:
        module = module_of(thing)
        if "<" in thing.__qualname__ or getattr(module, "__file__", None) is None:
            return None
        found.update(dict.fromkeys(cache.sources(module)))
    return sorted(found)


def _is_ours(module: Any) -> bool:
    return module is not None and module.__name__.startswith("montmort.")


def _describe_layout(game: CompiledGame) -> str:
    return f"{game.kernel.position.dtype.descr}{game.kernel.seen.dtype.descr}"


@functools.cache
def compiled_loop(kind: type[CompiledGame]) -> Any:
    """Compile the loop for a game, or load it: one function for every version and size."""
    from numba import njit, types

    kernel = kind.kernel
    position = compiled_type(kernel.position)
    view = compiled_type(kernel.seen)
    integers, floats = types.int64[::1], types.float64[::1]
    borrow, function_at, _ = compiler.intrinsics(chooser_type(kind))
    signature = types.int64(
        types.Array(position, 1, "C"), types.Array(view, 1, "C"), types.Array(position, 1, "C"),
        types.Array(view, 1, "C"), types.int64[:, ::1], types.float64[:, ::1],
        integers, integers, types.int64, types.int64, types.int64, integers,
        types.int64, types.int64, types.int64, types.int64, types.int64,
        types.int64[:, ::1], types.float64[:, ::1], integers, integers,
        types.Array(compiled_type(Stream), 1, "C"), integers, floats, integers, integers,
    )  # fmt: skip

    rules = [item for item in vars(kernel).values() if isinstance(item, Rule)]
    paths = lasting_sources(kind, *rules)
    folder = None
    if paths is not None:
        layout = f"{kernel.position.dtype.descr}{kernel.seen.dtype.descr}{kernel.listed}"
        folder = compiler.home(kind.name, paths + cache.sources(loop_module), layout)

    def inner(function: Callable[..., Any], **names: Any) -> Any:
        return njit(nogil=True, error_model="python", forceinline=True)(
            compiler.specialise(function, **names)
        )

    if kernel.sample is not None:
        sample = kernel.sample
    elif kernel.chances is not None:
        import numpy as np

        sample = inner(
            _sample_listed, chances=kernel.chances, listed=kernel.listed,
            below=stream_module.below, np=np,
        )  # fmt: skip
    else:
        sample = inner(_no_chance)
    function = compiler.specialise(
        loop_module.play_games,
        actor=kernel.actor,
        actions=kernel.actions,
        allowed=kernel.allowed,
        apply=kernel.apply,
        payoffs=kernel.payoffs,
        sample=sample,
        look=inner(_look_at_all)
        if kernel.view is None
        else inner(_look_at_some, observe=kernel.observe),
        decision=kernel.decision or inner(_one_decision),
        follow_lead=inner(loop_module.follow_lead),
        borrow=borrow,
        function_at=function_at,
        standing=kernel.standing or inner(_standing_none),
    )
    return compiler.compile_cached(
        function,
        signature,
        folder,
        what=f"loop {kind.__qualname__}",
        about=f"compiling {kind.name} (once for these sources, about 10 seconds) ...",
    )


def compile_chooser(function: Callable[..., Any], game: CompiledGame) -> Chooser:
    """Compile a chooser where that can be done with the same meaning, else say why not."""
    kind: Any = type(game)
    return _compile_chooser(function, kind)


@functools.cache
def _compile_chooser(function: Callable[..., Any], kind: type[CompiledGame]) -> Chooser:

    plain = function.function if isinstance(function, Rule) else function
    code = getattr(plain, "__code__", None)
    if code is None:
        return Chooser(function, why="it is not a plain function")
    if _draws_globally(plain):
        return Chooser(function, why=OWN_NUMBERS)
    from numba import njit, types

    signature = chooser_type(kind).signature
    ours = _is_ours(module_of(plain))
    paths = lasting_sources(plain)
    folder = None
    if paths is not None:
        layout = str(kind.kernel.seen.dtype.descr)
        paths = paths + cache.sources(sys.modules[__name__])
        folder = compiler.home(f"{kind.name}-strategies", paths, layout, plain.__qualname__)
    options = {"nogil": True, "error_model": "python", "boundscheck": not ours}
    target = compiler.specialise(
        _asked_for_three if code.co_argcount == 3 else _asked,
        chooser=njit(forceinline=True, **options)(plain),
        whole=compiler.whole(),
        whole_numbers=compiler.row_at(types.int64),
        numbers=compiler.row_at(types.float64),
    )
    try:
        made = compiler.compile_cached(
            target, signature, folder, what=f"{plain.__module__}.{plain.__qualname__}",
            boundscheck=not ours, about=f"compiling the strategy {plain.__name__} ...",
        )  # fmt: skip
    except Exception as error:
        # Whatever stops the compiler, the function itself can still be asked.
        return Chooser(function, why=_first_line(error))
    return Chooser(function, made, reads=compiler.only_reads(made, "view"))


def _asked(view, stream, actions, count, parameters, length):  # type: ignore[no-untyped-def]
    answer = chooser(  # type: ignore[name-defined]  # noqa: F821
        view,
        whole_numbers(actions, count),  # type: ignore[name-defined]  # noqa: F821
        stream,
        numbers(parameters, length),  # type: ignore[name-defined]  # noqa: F821
    )
    return whole(answer)  # type: ignore[name-defined]  # noqa: F821


def _asked_for_three(view, stream, actions, count, parameters, length):  # type: ignore[no-untyped-def]
    answer = chooser(view, whole_numbers(actions, count), stream)  # type: ignore[name-defined]  # noqa: F821
    return whole(answer)  # type: ignore[name-defined]  # noqa: F821


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    useful = [line for line in lines if not line.startswith(("Failed in", "During:", "File"))]
    return (useful or lines or [type(error).__name__])[0][:160]


def _draws_globally(function: Callable[..., Any]) -> bool:
    code = function.__code__
    names = set(code.co_names)
    scope = getattr(function, "__globals__", {})
    for name in names:
        value = scope.get(name)
        origin = getattr(value, "__name__", "") if inspect.ismodule(value) else ""
        if origin == "random" or origin.startswith("numpy.random"):
            return True
        if origin == "numpy" and "random" in names:
            return True
        if getattr(value, "__module__", None) == "random":
            return True
    return False

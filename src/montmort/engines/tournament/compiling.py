"""From a game and its strategies to compiled code: the loop, and each chooser."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...core import cache, compiler
from ...core.compiled import CompiledGame
from ...core.rule import Rule, compiled_type
from ...core.struct import Stream
from ...statistics import streams as stream_module
from . import loop as loop_module

__all__ = ["Chooser", "compile_chooser", "compiled_loop"]


@dataclass(frozen=True)
class Chooser:
    """A function for one decision, compiled (``code``) or not (``why`` says why not)."""

    function: Callable[..., Any]
    code: Any = None
    why: str = ""


def chooser_type(kind: type[CompiledGame]) -> Any:
    """The type of a chooser as a value: from view, actions, stream and parameters to action."""
    from numba import types

    view = compiled_type(kind.kernel.seen)
    return types.FunctionType(
        types.int64(view, types.int64[::1], compiled_type(Stream), types.float64[::1])
    )


def _observe_all(states, blank, views, player):  # type: ignore[no-untyped-def]
    views[0] = states[0]


def _observe_some(states, blank, views, player):  # type: ignore[no-untyped-def]
    views[0] = blank[0]
    observe(states[0], player, views[0])  # type: ignore[name-defined]  # noqa: F821


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
    raise ValueError("chance acts, but the game neither samples nor lists it")
    return 0


def module_of(thing: Any) -> Any:
    """The module in which a class or function stands."""
    return sys.modules.get(getattr(thing, "__module__", ""), None)


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
        types.boolean[::1], types.int64, types.int64, types.int64, integers,
        types.int64, types.int64, types.int64, types.int64, types.int64,
        types.int64[:, ::1], types.float64[:, ::1], integers, integers,
        types.Array(compiled_type(Stream), 1, "C"), integers, floats, integers, integers,
    )  # fmt: skip

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
        observe=inner(_observe_all)
        if kernel.view is None
        else inner(_observe_some, observe=kernel.observe),
        decision=kernel.decision or inner(_one_decision),
        borrow=borrow,
        function_at=function_at,
        standing=kernel.standing or inner(_standing_none),
    )
    module = module_of(kind)
    paths = cache.sources(module) + cache.sources(loop_module)
    layout = f"{kernel.position.dtype.descr}{kernel.seen.dtype.descr}{kernel.listed}"
    folder = compiler.home(kind.name, paths, layout)
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
        return Chooser(function, why="it draws random numbers of its own")
    arity = code.co_argcount
    signature = chooser_type(kind).signature
    module = module_of(plain)
    ours = _is_ours(module)
    folder = None
    if module is not None and getattr(module, "__file__", None) and code.co_freevars == ():
        layout = str(kind.kernel.seen.dtype.descr)
        folder = compiler.home(
            f"{kind.name}-strategies", cache.sources(module), layout, plain.__qualname__
        )
    target: Callable[..., Any] = plain
    if arity == 3:
        from numba import njit

        inner = njit(nogil=True, error_model="python", boundscheck=not ours)(plain)
        target = compiler.specialise(_without_parameters, chooser=inner)
    try:
        made = compiler.compile_cached(
            target, signature, folder, what=f"{plain.__module__}.{plain.__qualname__}",
            boundscheck=not ours,
        )  # fmt: skip
    except Exception as error:
        # Whatever stops the compiler, the function itself can still be asked.
        return Chooser(function, why=_first_line(error))
    return Chooser(function, made)


def _without_parameters(view, actions, stream, parameters):  # type: ignore[no-untyped-def]
    return chooser(view, actions, stream)  # type: ignore[name-defined]  # noqa: F821


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

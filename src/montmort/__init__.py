"""Montmort: who wins a game, by how much, and how to play it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .core.compiled import CompiledGame, Kernel
    from .core.errors import IllegalActionError, InputError, MontmortError, StrategyError
    from .core.game import CHANCE, OVER, Game, State
    from .core.rule import rule
    from .core.rules import Rules, setting
    from .core.strategy import Strategy, strategy
    from .core.struct import Floats, Ints, Stream, Struct, number, numbers
    from .statistics.streams import below, uniform

__all__ = [
    "CHANCE",
    "OVER",
    "CompiledGame",
    "Floats",
    "Game",
    "IllegalActionError",
    "InputError",
    "Ints",
    "Kernel",
    "MontmortError",
    "Rules",
    "State",
    "Strategy",
    "StrategyError",
    "Stream",
    "Struct",
    "below",
    "number",
    "numbers",
    "rule",
    "setting",
    "strategy",
    "uniform",
]

_HOMES = {
    "CHANCE": "core.game",
    "OVER": "core.game",
    "CompiledGame": "core.compiled",
    "Floats": "core.struct",
    "Game": "core.game",
    "IllegalActionError": "core.errors",
    "InputError": "core.errors",
    "Ints": "core.struct",
    "Kernel": "core.compiled",
    "MontmortError": "core.errors",
    "Rules": "core.rules",
    "State": "core.game",
    "Strategy": "core.strategy",
    "StrategyError": "core.errors",
    "Stream": "core.struct",
    "Struct": "core.struct",
    "below": "statistics.streams",
    "number": "core.struct",
    "numbers": "core.struct",
    "rule": "core.rule",
    "setting": "core.rules",
    "strategy": "core.strategy",
    "uniform": "statistics.streams",
}


def __getattr__(name: str) -> Any:
    # Names are fetched when they are used, so that importing the package costs nothing.
    if name in _HOMES:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

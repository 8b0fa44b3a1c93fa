"""Montmort: who wins a game, by how much, and how to play it."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .core.errors import IllegalActionError, InputError, MontmortError, StrategyError
    from .core.game import CHANCE, OVER, Game, State
    from .core.rules import Rules, setting

_HOMES = {
    "CHANCE": "core.game",
    "OVER": "core.game",
    "Game": "core.game",
    "IllegalActionError": "core.errors",
    "InputError": "core.errors",
    "MontmortError": "core.errors",
    "Rules": "core.rules",
    "State": "core.game",
    "StrategyError": "core.errors",
    "setting": "core.rules",
}

__all__ = [*_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    # Names are fetched when they are used, so that importing the package costs nothing.
    if name in _HOMES:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

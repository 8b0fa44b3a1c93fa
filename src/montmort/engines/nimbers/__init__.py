"""Nimbers: the size of the heap of Nim that a position is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .impartial import nimber_if_impartial
    from .numbers import Nimbers
    from .plain import nimber_of

__all__ = ["Nimbers", "nimber_if_impartial", "nimber_of"]

_HOMES = {"Nimbers": "numbers", "nimber_if_impartial": "impartial", "nimber_of": "plain"}


def __getattr__(name: str) -> Any:
    # The compiled engine is imported when it is asked for.
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

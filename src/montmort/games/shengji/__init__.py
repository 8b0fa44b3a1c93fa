"""Sheng Ji (Tractor, 80 points) and Finding Friends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Shengji

__all__ = ["Shengji"]


def __getattr__(name: str) -> Any:
    if name == "Shengji":
        from .game import Shengji

        return Shengji
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Listing what may be done: lazily, complete up to cards that make no difference."""

from __future__ import annotations

from typing import Any

__all__ = ["actions"]


def actions(s: Any, cap: int) -> list[Any]:
    """Placeholder."""
    return []

"""Le Her: keep your card, or swap it for one that you can't see; the higher card wins.

The game that Montmort and Nicolas Bernoulli could not settle by letter in 1713, since
its solution mixes strategies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import LeHer

__all__ = ["LeHer"]


def __getattr__(name: str) -> Any:
    if name == "LeHer":
        from .game import LeHer

        return LeHer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Who wins, who loses, or a draw: any game of two players in which nothing is hidden.

``outcome_of`` takes a plain game as it is; ``Outcomes`` takes a compiled ``Kernel``, and
``label_all`` a game whose positions are ``Numbered`` along the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kernel import UNKNOWN, Kernel
    from .outcomes import Outcomes
    from .plain import Labels, Outcome, label_graph, outcome_of
    from .sweep import Numbered, label_all

__all__ = [
    "UNKNOWN", "Kernel", "Labels", "Numbered", "Outcome", "Outcomes", "label_all", "label_graph",
    "outcome_of",
]  # fmt: skip

_HOMES = {
    "UNKNOWN": "kernel", "Kernel": "kernel", "Outcomes": "outcomes", "Labels": "plain",
    "Outcome": "plain", "label_graph": "plain", "outcome_of": "plain", "Numbered": "sweep",
    "label_all": "sweep",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    # The compiled engines are imported when they are asked for.
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

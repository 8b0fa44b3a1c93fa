"""Who wins, who loses, or a draw: any game of two players in which nothing is hidden.

``outcome_of`` takes a plain game as it is; ``Outcomes`` takes a compiled ``Kernel``, and
``label_all`` a game whose positions are ``Numbered`` along the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kernel import UNKNOWN, Kernel
    from .labels import Labels, label_graph
    from .outcomes import Outcomes
    from .plain import Outcome, outcome_of
    from .solution import OutcomeSolution, solve_outcome
    from .sweep import Numbered, label_all

__all__ = [
    "UNKNOWN", "Kernel", "Labels", "Numbered", "Outcome", "OutcomeSolution", "Outcomes",
    "label_all", "label_graph", "outcome_of", "solve_outcome",
]  # fmt: skip

_HOMES = {
    "UNKNOWN": "kernel", "Kernel": "kernel", "Outcomes": "outcomes", "Labels": "labels",
    "Outcome": "plain", "label_graph": "labels", "outcome_of": "plain", "Numbered": "sweep",
    "label_all": "sweep", "OutcomeSolution": "solution", "solve_outcome": "solution",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    # The compiled engines are imported when they are asked for.
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

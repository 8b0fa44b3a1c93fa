"""Strategies: small functions of what a player sees, one for each named decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .errors import InputError

__all__ = ["Part", "Strategy", "combine", "strategy"]

Chooser = Callable[..., Any]
"""``chooser(view, actions, stream)`` or ``chooser(view, actions, stream, parameters)``."""


@dataclass(frozen=True)
class Strategy:
    """What a seat plays: one function for each decision of the game.

    A function gets the view of the player to act, the actions open to her, the seat's
    own stream of random numbers and the strategy's parameters (a vector of numbers,
    which the compiled code takes as values: a new weight compiles nothing). It
    returns one of the actions. It is a function of the view: what it remembers from
    other games would make results depend on the order of play.
    """

    name: str
    choosers: tuple[Chooser, ...]
    parameters: tuple[tuple[float, ...], ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    """The names of the parameters, for each decision."""
    help: str = ""
    source: str = ""
    """``file.py:name`` for one that comes from a user's file."""

    def __post_init__(self) -> None:
        if not self.parameters:
            object.__setattr__(self, "parameters", tuple(() for _ in self.choosers))
        if not self.names:
            object.__setattr__(self, "names", tuple(() for _ in self.choosers))

    def named(self, name: str) -> Strategy:
        """Return this strategy under another name."""
        return replace(self, name=name)


@dataclass(frozen=True)
class Part:
    """A function for one decision, with the names and defaults of its parameters."""

    name: str
    decision: str
    chooser: Chooser
    parameters: Mapping[str, float] = field(default_factory=dict)
    help: str = ""

    def with_values(self, values: Mapping[str, float]) -> Part:
        """Return this part with some parameters changed."""
        for name in values:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise InputError(f"{self.name} has no parameter {name!r} (it has: {known})")
        return replace(self, parameters={**self.parameters, **values})


def strategy(
    decision: str = "move", name: str | None = None, **parameters: float
) -> Callable[[Chooser], Part]:
    """Mark a function as a strategy for one decision, with its parameters and defaults.

    >>> @strategy("choose", picker=0.0)
    ... def gain(view, actions, stream, parameters): "Keep what gains most."
    >>> gain.name, gain.decision, dict(gain.parameters)
    ('gain', 'choose', {'picker': 0.0})
    """

    def mark(chooser: Chooser) -> Part:
        text = (chooser.__doc__ or "").strip().split("\n")[0]
        label = name or chooser.__name__.replace("_", "-")
        return Part(label, decision, chooser, dict(parameters), text)

    return mark


def combine(name: str, parts: Sequence[Part]) -> Strategy:
    """Make a strategy out of one part for each decision, in the game's order."""
    return Strategy(
        name,
        tuple(part.chooser for part in parts),
        tuple(tuple(float(v) for v in part.parameters.values()) for part in parts),
        tuple(tuple(part.parameters) for part in parts),
        "; ".join(part.help for part in parts if part.help),
    )

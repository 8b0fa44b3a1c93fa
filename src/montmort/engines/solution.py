"""What the engines answer when a game is solved: its value, how to play it, and the proof."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..core.game import Number, State
from ..core.results import Result, Table, plain

__all__ = ["Behaviour", "Solution", "label"]


def label(view: Hashable) -> str:
    """Write a view so that it fits in a table: named fields by name, empty ones left out.

    >>> from typing import NamedTuple
    >>> class View(NamedTuple):
    ...     card: str
    ...     moves: str
    >>> label(View("Q", "pb")), label(View("Q", ""))
    ('card Q, moves pb', 'card Q')
    """
    names = getattr(view, "_fields", None)
    if isinstance(view, tuple) and names:
        parts = [
            f"{name} {_inner(value)}"
            for name, value in zip(names, view, strict=True)
            if not hasattr(value, "as_dict") and value not in ("", (), None)
        ]
        return ", ".join(parts)
    return _inner(view)


def _inner(value: Any) -> str:
    if isinstance(value, tuple):
        return "/".join(_inner(item) for item in value)
    return str(value)


@dataclass(frozen=True)
class Behaviour:
    """What a player does at one information set: actions with their probabilities."""

    view: Hashable
    actions: tuple[Any, ...]
    probabilities: tuple[Number, ...]
    words: tuple[str, ...]
    """The actions as the game describes them."""

    @classmethod
    def of(
        cls,
        view: Hashable,
        state: State[Any],
        actions: Sequence[Any],
        probabilities: Sequence[Number],
    ) -> Behaviour:
        """Make one, with the actions in the words of the game."""
        words = tuple(state.describe(action) for action in actions)
        return cls(view, tuple(actions), tuple(probabilities), words)


@dataclass(frozen=True)
class Solution(Result):
    """The value of a game for each player, the strategies that secure it, and why it is so."""

    game: str
    rules: Mapping[str, Any]
    method: str
    exact: bool
    value: tuple[Number, ...]
    certificate: Mapping[str, Any]
    strategies: tuple[tuple[Behaviour, ...], ...] = ()
    """For each player, her behaviour at each information set (or only at the start)."""
    reason: str = ""
    """Why this method was chosen."""
    remarks: tuple[str, ...] = ()
    shown: int = field(default=40, compare=False)
    """How many rows of each strategy the tables show."""

    def because(self, reason: str) -> Solution:
        """Return this solution with the reason for its method."""
        return replace(self, reason=reason)

    def as_dict(self) -> dict[str, Any]:
        """Return method, exactness, value and certificate; then the rest.

        Exact values are text, whole ones too: ``"-1/18"``, ``"1"``.
        """
        return {
            "method": self.method,
            "exact": self.exact,
            "value": [str(v) if self.exact else plain(v) for v in self.value],
            "certificate": plain(self.certificate),
            "game": self.game,
            "rules": plain(self.rules),
            "reason": self.reason,
            "strategies": [
                [
                    {
                        "view": label(item.view),
                        "actions": {
                            word: plain(p)
                            for word, p in zip(item.words, item.probabilities, strict=True)
                        },
                    }
                    for item in items
                ]
                for items in self.strategies
            ],
            "notes": list(self.remarks),
        }

    def tables(self) -> list[Table]:
        """Return the values, then each player's strategy."""
        values = Table(
            f"{self.game}: value under perfect play",
            ("player", "value", ""),
            tuple(
                (player, value, f"{float(value):.7f}" if isinstance(value, Fraction) else "")
                for player, value in enumerate(self.value, start=1)
            ),
        )
        tables = [values]
        for player, items in enumerate(self.strategies, start=1):
            rows = tuple(
                (
                    label(item.view),
                    ", ".join(
                        word if p == 1 else f"{word} {p if isinstance(p, Fraction) else f'{p:.4f}'}"
                        for word, p in zip(item.words, item.probabilities, strict=True)
                        if p
                    ),
                )
                for item in items[: self.shown]
            )
            left = len(items) - len(rows)
            note = f"{left} more information sets: see --json" if left > 0 else ""
            if rows:
                tables.append(Table(f"player {player}", ("sees", "plays"), rows, note))
        return tables

    def notes(self) -> list[str]:
        """Return method, reason and certificate in sentences."""
        kind = "exact" if self.exact else "approximate"
        proof = ", ".join(f"{k.replace('_', ' ')} {_show(v)}" for k, v in self.certificate.items())
        first = f"{self.method} ({kind})" + (f": {self.reason}" if self.reason else "")
        return [first, f"certificate: {proof}", *self.remarks]


def _show(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1e-3 else f"{value:.7f}"
    if isinstance(value, (list, tuple)):
        return " and ".join(_show(item) for item in value)
    return str(value)

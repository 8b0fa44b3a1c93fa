"""What a study of Picker answers: tables, curves and figures with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.results import Chart, Result, Table, plain

__all__ = ["Study"]


@dataclass(frozen=True)
class Study(Result):
    """The answer to one question about the game, by simulation."""

    title: str
    question: str
    games: int
    """How many games were played for it, of all variants together."""
    seed: int
    found: tuple[Table, ...]
    figures: Mapping[str, Any]
    remarks: tuple[str, ...] = ()
    pictures: tuple[Chart, ...] = ()
    method: str = "simulation"
    exact: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the question, the figures by name, and how they were found."""
        figures: dict[str, Any] = plain(self.figures)
        return {
            "title": self.title,
            "question": self.question,
            "method": self.method,
            "exact": self.exact,
            "games": self.games,
            "seed": self.seed,
            **figures,
            "notes": self.notes(),
        }

    def tables(self) -> list[Table]:
        """Return the tables."""
        return list(self.found)

    def charts(self) -> list[Chart]:
        """Return the pictures."""
        return list(self.pictures)

    def notes(self) -> list[str]:
        """Say what the figures mean, and what they rest on."""
        return [*self.remarks, f"{self.games:,} games, seed {self.seed}; intervals are 95 %"]

"""The answer of a check: which promises are kept, and the sentences about those that aren't."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.results import Result, Table, plain
from .ledger import PROMISES, Broken

__all__ = ["Report"]


@dataclass(frozen=True)
class Report(Result):
    """What a game keeps and breaks; a sequence of its broken promises."""

    game: str
    version: str
    rules: Mapping[str, Any]
    seed: int
    checked: Mapping[str, int]
    """How often each promise was put to the test."""
    failures: Mapping[str, int]
    broken: tuple[Broken, ...]
    remarks: tuple[str, ...] = ()
    """What could not be checked here, and why."""
    method: str = "random play-outs, and all positions where they are few"
    exact: bool = False

    @property
    def kept(self) -> bool:
        """Whether no promise was seen broken."""
        return not self.broken

    def __len__(self) -> int:
        return len(self.broken)

    def __iter__(self) -> Iterator[Broken]:
        return iter(self.broken)

    def as_dict(self) -> dict[str, Any]:
        """Return the promises with what was found."""
        return {
            "game": self.game,
            "version": self.version,
            "rules": plain(self.rules),
            "seed": self.seed,
            "kept": self.kept,
            "promises": [
                {
                    "promise": name,
                    "says": text,
                    "checked": self.checked.get(name, 0),
                    "failed": self.failures.get(name, 0),
                    "broken": [item.sentence for item in self.broken if item.promise == name],
                }
                for name, text in PROMISES.items()
            ],
            "notes": list(self.remarks),
        }

    def tables(self) -> list[Table]:
        """Return one row a promise, and one a sentence about a broken one."""
        rows = tuple(
            (
                name,
                text,
                self.checked.get(name, 0),
                "BROKEN" if self.failures.get(name) else "kept" if self.checked.get(name) else "-",
            )
            for name, text in PROMISES.items()
        )
        title = f"{self.game} {self.version}: what it promises"
        found = [Table(title, ("promise", "says", "checked", "found"), rows)]
        if self.broken:
            lines = tuple((item.promise, item.sentence) for item in self.broken)
            found.insert(0, Table(f"{self.game}: broken promises", ("promise", "how"), lines))
        return found

    def notes(self) -> list[str]:
        """Return what could not be checked, and why."""
        return list(self.remarks)

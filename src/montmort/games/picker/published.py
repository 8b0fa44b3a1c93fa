"""The published tables of Picker as data, and the readings of their rules.

Source: Daniel Solis, "Analyzing the Math behind Picker" (the first two tables, with Mark
Sherry's simulations and his comment with the third). Each table counts 10,000 games. The
rules and programs behind them are lost: a reading is a reconstruction, the one of many
tried that fits best.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["GAMES", "SOURCE", "TABLES", "Published", "Reading"]

GAMES = 10_000
SOURCE = "Analyzing the Math behind Picker (article, with the comment of its simulations' author)"


@dataclass(frozen=True)
class Reading:
    """Rules and strategies that may have made a table, and how near they come."""

    words: str
    version: str
    largest: float
    """Percentage points: no cell is further off, by an independent recomputation."""
    rms: float
    seating: str = "random"
    changes: tuple[tuple[str, Any], ...] = ()
    picks: tuple[tuple[str, str], ...] = ()
    """Names of strategies that differ from the version's, by the table's names."""


@dataclass(frozen=True)
class Published:
    """A table: how often, in percent, each strategy came first, second, ..."""

    number: int
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    reading: Reading
    others: tuple[Reading, ...] = field(default=())

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies, in the order in which the table lists them."""
        return tuple(name for name, _ in self.rows)

    def strategies(self, reading: Reading) -> list[str]:
        """The strategies as they are typed, in the order of the table's rows."""
        other = dict(reading.picks)
        return [other.get(name, f"table-{self.number}.{name.lower()}") for name in self.names]


TABLES = (
    Published(
        1,
        (
            ("Alice", (31.05, 29.23, 27.66, 12.06)),
            ("Carol", (14.52, 21.06, 26.15, 38.27)),
            ("Doug", (17.09, 21.95, 23.80, 37.16)),
            ("Bob", (37.34, 27.76, 22.39, 12.51)),
        ),
        Reading(
            "four rounds; sets by value, 1, 3 and 6 points for 2, 3 and 4 dice; the first to keep "
            "the highest is the Shaft and acts last; random picks anybody but oneself; right is "
            "the right-hand neighbour, or the next on that side where that is the Shaft; "
            "random seats",
            "table-1", 1.9, 1.0,
        ),
        (
            Reading("the same, but right names the Shaft too", "table-1", 1.9, 1.0,
                    picks=(("Bob", "highest@right"), ("Doug", "safe@right"))),
            Reading("six rounds and 2 points for each repetition, random picks oneself too, "
                    "right names the Shaft too", "table-1", 2.1, 0.9,
                    changes=(("rounds", 6), ("bonus", (0, 0, 2, 4, 6, 8, 10)),
                             ("may_name_self", True)),
                    picks=(("Alice", "highest@random"), ("Bob", "highest@right"),
                           ("Carol", "safe@random"), ("Doug", "safe@right"))),
        ),
    ),
    Published(
        2,
        (
            ("Frank", (21.38, 24.06, 20.72, 16.37, 11.25, 6.22)),
            ("Bob", (16.48, 18.84, 20.49, 19.81, 14.79, 9.59)),
            ("Carol", (17.07, 13.98, 14.76, 14.94, 18.54, 20.71)),
            ("Eve", (13.34, 13.98, 15.50, 16.31, 18.88, 21.99)),
            ("Doug", (21.53, 17.31, 14.87, 15.25, 14.89, 16.15)),
            ("Alice", (10.20, 11.83, 13.66, 17.32, 21.65, 25.34)),
        ),
        Reading(
            "twelve rounds; sets by colour, the bonus table read off by one (1 kept 1 point, "
            "2 kept 2, ...); the first to keep the highest is the Shaft and acts last; random "
            "picks anybody but oneself; among equal gains the lowest pips, then the first colour; "
            "random seats and starter",
            "table-2", 2.1, 0.9,
        ),
        (
            Reading("the bonus table as it is printed, equal gains left to chance, right passes "
                    "over the Shaft", "table-2", 2.3, 1.0,
                    changes=(("bonus", (0, 0, 1, 2, 3, 6, 8, 10, 11, 12)), ("equal", "random")),
                    picks=(("Frank", "gain@right:skip=1"), ("Bob", "highest@right:skip=1"),
                           ("Doug", "safe@right:skip=1"))),
        ),
    ),
    Published(
        3,
        (
            ("Alice", (16.05, 15.79, 15.85, 17.31, 17.07, 17.93)),
            ("Bob", (17.67, 17.95, 18.21, 17.12, 16.25, 12.80)),
            ("Carol", (12.92, 12.98, 14.02, 15.58, 17.85, 26.65)),
            ("Doug", (15.84, 16.59, 17.08, 17.78, 17.44, 15.27)),
            ("Eve", (18.27, 17.27, 16.77, 15.93, 15.96, 15.80)),
            ("Frank", (19.25, 19.42, 18.07, 16.28, 15.43, 11.55)),
        ),
        Reading(
            "twelve rounds; sets by colour, the bonus table as it is printed; the last to keep the "
            "highest is the Shaft; the turn order is a list that is carried over, at first Frank "
            "to Alice, the starter drawn; the player before is the one before on the list, "
            "passing over the Shaft; random is anybody but the Shaft; among equal gains the "
            "colour owned most, then the first; minus 1 for the Shaft only while nobody is",
            "table-3", 1.25, 0.65, seating="fixed",
        ),
        (Reading("the same with random seats", "table-3", 2.5, 1.15),),
    ),
)  # fmt: skip

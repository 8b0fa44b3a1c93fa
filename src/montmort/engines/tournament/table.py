"""Who plays what under which rules, and who sits where in a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.game import Game
from ...core.loading import Reference, refer
from ...core.strategy import Part, Strategy
from ...core.struct import _Row
from ...statistics.streams import SEATING, Source
from .seating import Seating, seat

__all__ = ["Table", "seat_game"]


@dataclass(frozen=True)
class Table:
    """Who plays what under which rules: everything that fixes game k, but for the seed."""

    game: Game
    strategies: tuple[Strategy, ...]
    seating: Seating
    ties: str = "random"
    interpreted: bool = False
    """Plays a compiled game interpreted: slow, for checking."""

    def __reduce__(self) -> Any:
        # Games and functions travel by name, so that any process can find them.
        game = (refer(type(self.game)), self.game.rules.as_dict(), self.game.version)
        strategies = [
            (s.name, [refer(c) for c in s.choosers], s.parameters, s.names) for s in self.strategies
        ]
        return _restore, (game, strategies, self.seating, self.ties, self.interpreted)

    @property
    def portable(self) -> bool:
        """Whether another process could find the game and all its strategies."""
        things = [type(self.game), *(c for s in self.strategies for c in s.choosers)]
        return all(refer(thing) is not None for thing in things)


def _restore(
    game: tuple[Reference, dict[str, Any], str], strategies: list[Any], seating: Seating, ties: str,
    interpreted: bool,
) -> Table:  # fmt: skip
    reference, values, version = game
    kind = reference.find()
    made = kind(kind.Rules(**values))
    made.version = version
    return Table(
        made,
        tuple(
            Strategy(name, tuple(_function(r) for r in references), parameters, names)
            for name, references, parameters, names in strategies
        ),
        seating, ties, interpreted,
    )  # fmt: skip


def _function(reference: Reference) -> Callable[..., Any]:
    found = reference.find()
    chooser: Callable[..., Any] = found.chooser if isinstance(found, Part) else found
    return chooser


def seat_game(table: Table, seed: int, number: int) -> list[int]:
    """Say which strategy sits where in a game."""
    deal, turn = divmod(number, table.seating.games)
    pool = np.array(table.seating.pool, np.int64).view(_Row)
    out = np.zeros(table.game.players, np.int64).view(_Row)
    scratch = np.zeros(max(len(pool), len(out)), np.int64).view(_Row)
    stream = Source(seed, deal, SEATING)
    seat(table.seating.mode, pool, len(out), turn, stream, scratch, out)
    return [int(i) for i in out]

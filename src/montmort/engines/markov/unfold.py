"""The chain of a game in which only chance acts."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, Number
from .chain import Chain

__all__ = ["End", "chain_of"]


@dataclass(frozen=True)
class End:
    """The absorbing state of all finished games with the same payoffs."""

    payoffs: tuple[Number, ...]

    def __str__(self) -> str:
        return "payoffs " + " : ".join(map(str, self.payoffs))


def chain_of(game: Game, most: int = 200_000) -> Chain[Any]:
    """Make the chain of a game's positions, from its start.

    A finished game leads to an absorbing :class:`End` with its payoffs, so that
    :func:`absorption` gives the probability of each result. Positions are told
    apart by their ``key()``. A game in which a player decides is refused.
    """
    places: dict[Hashable, Any] = {}

    def name(position: Any) -> Hashable:
        if position.actor == OVER:
            return End(tuple(position.payoffs()))
        key: Hashable = position.key()
        places.setdefault(key, position)
        return key

    def successors(key: Hashable) -> Iterator[tuple[Hashable, Fraction]]:
        position = places.get(key)
        if position is None:
            return
        if position.actor != CHANCE:
            raise InputError(
                f"in {game.name} player {position.actor + 1} decides something, so it is no "
                "chain: fix her strategy, or ask an engine that searches"
            )
        outcomes = position.chances()
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            yield name(position.after(outcome)), Fraction(weight, total)

    return Chain.explore(name(game.start()), successors, most)

"""Nim: take any number of tokens from one heap; whoever takes the last one wins.

C. L. Bouton, *Nim, a game with a complete mathematical theory* (1901): the player to
move loses if and only if the binary sum without carry of the heaps is zero::

    montmort solve examples/nim.py:Nim --first 3 --second 4 --third 5
"""

from __future__ import annotations

from dataclasses import dataclass

from montmort import OVER, Game, Rules, State, setting


@dataclass(frozen=True)
class NimState(State[tuple[int, int]]):
    """The heaps, whose turn it is, and whether the last token wins or loses."""

    heaps: tuple[int, ...]
    turn: int = 0
    misere: bool = False

    @property
    def actor(self) -> int:
        return self.turn if any(self.heaps) else OVER

    def actions(self) -> list[tuple[int, int]]:
        return [(i, n) for i, heap in enumerate(self.heaps) for n in range(1, heap + 1)]

    def after(self, action: tuple[int, int]) -> NimState:
        heap, number = action
        heaps = tuple(size - number * (i == heap) for i, size in enumerate(self.heaps))
        return NimState(heaps, 1 - self.turn, self.misere)

    def payoffs(self) -> tuple[int, int]:
        won = self.turn if self.misere else 1 - self.turn
        return (1, -1) if won == 0 else (-1, 1)

    def key(self) -> NimState:
        return NimState(tuple(sorted(self.heaps)), self.turn, self.misere)

    def describe(self, action: tuple[int, int]) -> str:
        return f"take {action[1]} from heap {action[0] + 1}"


@dataclass(frozen=True, kw_only=True)
class NimRules(Rules):
    """Three heaps of any size (an empty one does no harm)."""

    players: int = setting(2, "number of players", low=2, high=2)
    first: int = setting(3, "tokens in the first heap", low=0)
    second: int = setting(4, "tokens in the second heap", low=0)
    third: int = setting(5, "tokens in the third heap", low=0)
    misere: bool = setting(False, "whoever takes the last token loses")


class Nim(Game):
    """Nim: take any number of tokens from one heap; whoever takes the last one wins."""

    Rules = NimRules

    def start(self) -> NimState:
        """All heaps are full, and the first player is to move."""
        rules = self.rules
        return NimState((rules.first, rules.second, rules.third), 0, rules.misere)

"""The game: its rules, its published versions, its strategies."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...core.game import Game
from ...core.rules import Rules, setting
from ...core.strategy import Strategy
from .decks import parse_deck
from .states import BoardState, Table, start_of

__all__ = ["Monotonic", "MonotonicRules"]


@dataclass(frozen=True, kw_only=True)
class MonotonicRules(Rules):
    """How long the sequences are, what is played with, and who wins."""

    players: int = setting(2, "number of players", low=2, high=2)
    a: int = setting(3, "cards of an ascending sequence that ends the game", low=1)
    d: int = setting(3, "cards of a descending sequence that ends the game", low=1)
    deck: str = setting(
        "5", "cards 1 to N, or rationals, naturals, integers, subsets:K, product:AxB, a file"
    )
    misere: bool = setting(False, "who ends the game loses")
    extended: bool = setting(False, "the place in the row is chosen as well as the card")

    def check(self) -> None:
        """Refuse a deck that can't be read, and forms that don't exist."""
        self.table.check()

    @functools.cached_property
    def table(self) -> Table:
        """The deck and the rules as one value."""
        return Table(parse_deck(self.deck), self.a, self.d, self.misere, self.extended)


class _Strategies(Mapping[str, Strategy]):
    """The strategies, made when one is asked for: they bring the engines with them."""

    names = ("perfect", "mirror")  # the best first

    def __getitem__(self, name: str) -> Strategy:
        if name not in self.names:
            raise KeyError(name)
        from .strategies import STRATEGIES

        return STRATEGIES[name]

    def __iter__(self) -> Any:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


class Monotonic(Game):
    """Build no long sequence, or be the one who does.

    Two players in turn take an unused card of the deck and append it to a row. The game
    ends when the row holds an ascending subsequence of ``a`` cards or a descending one
    of ``d`` cards. Who ends it wins; in the misère form that player loses. A deck that
    is used up without either is a draw. In the extended form the player also chooses
    where in the row the card goes (on 1 to N: a rook on an N × N board, in nobody's
    line). Harary, Sagan and West, *Computer-aided analysis of monotonic sequence games*
    (1983).

    >>> Monotonic(a=4, deck="12").start().actions()[-1]
    12
    """

    Rules = MonotonicRules
    versions: ClassVar[Mapping[str, MonotonicRules]] = {
        "normal": MonotonicRules(),
        "misere": MonotonicRules(misere=True),
        "rationals": MonotonicRules(a=5, d=4, deck="rationals"),
        "cube": MonotonicRules(deck="subsets:3"),
        "rooks": MonotonicRules(extended=True),
    }
    strategies: ClassVar[Mapping[str, Strategy]] = _Strategies()
    score: ClassVar[str] = "wins less losses"
    max_moves: ClassVar[int] = 10_000

    def start(self) -> BoardState:
        """The empty board."""
        return start_of(self.rules.table)

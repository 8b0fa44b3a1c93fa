"""Kuhn poker: three cards, one bet, and bluffing already pays.

H. W. Kuhn, *A simplified two-person poker* (1950). The first player loses 1/18 of a
chip a game under perfect play::

    montmort solve examples/kuhn.py:Kuhn
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import NamedTuple

from montmort import CHANCE, OVER, Game, Rules, State, setting

DECK = "JQK"
ENDS = {"pp": 1, "bb": 2, "pbb": 2, "bp": 1, "pbp": 1}
"""How a game ends (pass, bet), with what the loser pays."""


class KuhnView(NamedTuple):
    """What a player sees: her own card, and what was said."""

    card: str
    moves: str


@dataclass(frozen=True)
class KuhnState(State[str]):
    """The cards dealt so far (first player's first) and the moves made."""

    cards: str = ""
    moves: str = ""

    @property
    def actor(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        return OVER if self.moves in ENDS else len(self.moves) % 2

    def chances(self) -> list[tuple[str, int]]:
        return [(card, 1) for card in DECK if card not in self.cards]

    def actions(self) -> list[str]:
        return ["p", "b"]

    def after(self, action: str) -> KuhnState:
        if action in DECK:
            return replace(self, cards=self.cards + action)
        return replace(self, moves=self.moves + action)

    def payoffs(self) -> tuple[int, int]:
        if self.moves.endswith("bp"):
            won = self.moves == "bp"  # whoever passes a bet has lost
        else:
            won = DECK.index(self.cards[0]) > DECK.index(self.cards[1])
        pot = ENDS[self.moves]
        return (pot, -pot) if won else (-pot, pot)

    def view(self, player: int) -> KuhnView:
        return KuhnView(self.cards[player : player + 1], self.moves)

    def guess(self, player: int, rng: random.Random) -> KuhnState:
        if len(self.cards) <= 1 - player:  # the other one has no card yet
            return self
        mine = self.cards[player : player + 1]
        other = rng.choice([card for card in DECK if card != mine])
        return replace(self, cards=mine + other if player == 0 else other + mine)

    def describe(self, action: str) -> str:
        return {"p": "pass", "b": "bet"}.get(action, action)


@dataclass(frozen=True, kw_only=True)
class KuhnRules(Rules):
    """Kuhn poker has two players."""

    players: int = setting(2, "number of players", low=2, high=2)


class Kuhn(Game):
    """Kuhn poker: one of three cards each, an ante of one chip, and one bet of one chip.

    A player may pass or bet. A bet that is passed wins the pot, a bet that is met is
    shown down, and so are two passes; the higher card wins.
    """

    Rules = KuhnRules
    hidden = True
    score = "chips"

    def start(self) -> KuhnState:
        """No card is dealt yet."""
        return KuhnState()

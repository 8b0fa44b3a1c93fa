"""Leduc poker: six cards, two rounds of betting, one open card.

F. Southey and others, *Bayes' bluff: opponent modelling in poker* (2005). The first
player loses about 0.0856 chips a game under perfect play::

    montmort solve examples/leduc.py:Leduc
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import NamedTuple

from montmort import CHANCE, OVER, Game, Rules, State, setting

RANKS = "JQK"  # two cards of each
RAISES = 2  # at most, in each round
STEPS = (2, 4)  # chips that a raise adds in the two rounds


class LeducView(NamedTuple):
    """What a player sees: her own card, the open card, and both rounds of betting."""

    card: str
    board: str
    rounds: tuple[str, str]


@dataclass(frozen=True)
class LeducState(State[str]):
    """The cards (first player's, second player's, open) and the moves of both rounds."""

    cards: str = ""
    rounds: tuple[str, str] = ("", "")

    @property
    def actor(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        for number, moves in enumerate(self.rounds):
            if moves.endswith("f"):
                return OVER
            if len(moves) < 2 or not moves.endswith("c"):
                return len(moves) % 2 if len(self.cards) == 2 + number else CHANCE
        return OVER

    def chances(self) -> list[tuple[str, int]]:
        left = [(card, 2 - self.cards.count(card)) for card in RANKS]
        return [(card, weight) for card, weight in left if weight]

    def actions(self) -> list[str]:
        moves = self.rounds[len(self.cards) - 2]
        fold = ["f"] if moves.endswith("r") else []
        return [*fold, "c", "r"] if moves.count("r") < RAISES else [*fold, "c"]

    def after(self, action: str) -> LeducState:
        if action in RANKS:
            return replace(self, cards=self.cards + action)
        first, second = self.rounds
        if len(self.cards) == 2:
            return replace(self, rounds=(first + action, second))
        return replace(self, rounds=(first, second + action))

    def payoffs(self) -> tuple[int, int]:
        paid = [1, 1]  # the antes
        for moves, step in zip(self.rounds, STEPS, strict=True):
            level = max(paid)
            for place, move in enumerate(moves):
                level += step * (move == "r")
                if move != "f":
                    paid[place % 2] = level
                else:
                    won = -paid[place % 2]
                    return (won, -won) if place % 2 == 0 else (-won, won)
        mine, other = (10 * (card == self.cards[2]) + RANKS.index(card) for card in self.cards[:2])
        won = paid[0] * ((mine > other) - (mine < other))
        return won, -won

    def view(self, player: int) -> LeducView:
        return LeducView(self.cards[player : player + 1], self.cards[2:], self.rounds)

    def guess(self, player: int, rng: random.Random) -> LeducState:
        if len(self.cards) <= 1 - player:  # the other one has no card yet
            return self
        deck = list(RANKS + RANKS)
        for card in self.cards[player : player + 1] + self.cards[2:]:
            deck.remove(card)
        hidden = rng.choice(deck)
        dealt = [hidden, *self.cards[1:]] if player else [self.cards[0], hidden, *self.cards[2:]]
        return replace(self, cards="".join(dealt))

    def describe(self, action: str) -> str:
        return {"f": "fold", "c": "check or call", "r": "raise"}.get(action, action)


@dataclass(frozen=True, kw_only=True)
class LeducRules(Rules):
    """Leduc poker has two players."""

    players: int = setting(2, "number of players", low=2, high=2)


class Leduc(Game):
    """Leduc poker: a card each of J, J, Q, Q, K, K, and one open card between two rounds.

    Both put in one chip. A raise is two chips in the first round and four in the second,
    at most two a round. Whoever pairs the open card wins, else the higher card; equal
    cards share.
    """

    Rules = LeducRules
    hidden = True
    score = "chips"

    def start(self) -> LeducState:
        """No card is dealt yet."""
        return LeducState()

"""Boards under the names that people give their cards: reading them, and naming answers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import InputError
from .states import BoardState, Table, start_of

__all__ = ["Board", "board_of", "position_of", "start_board"]


@dataclass(frozen=True)
class Board:
    """A position with the names of the cards that led to it.

    On the rationals the state knows gaps only; here every card has its number. With free
    places a name is a pair (place, card).

    >>> from .decks import parse_deck
    >>> board = start_board(Table(parse_deck("rationals"), 4, 4)).play("1").play("2")
    >>> board.named(1), board.play("3/2").state
    (Fraction(3, 2), <word RPB>)
    """

    state: BoardState
    names: tuple[Any, ...] = ()

    @property
    def table(self) -> Table:
        """The rules and the deck."""
        return self.state.table

    def play(self, word: str) -> Board:
        """Play the card that a word names; one that can't be played is an ``InputError``."""
        name, action = self.read(word)
        return Board(self.state.after(action), (*self.names, name))

    def answer(self, action: Any) -> Board:
        """Play an action of the state, under a name of its own."""
        name = self.named(action)
        return Board(self.state.after(action), (*self.names, name))

    def read(self, word: str) -> tuple[Any, Any]:
        """The name and the action that a word stands for."""
        if self.state.actor < 0:
            raise InputError(f"the game is over: {word} can't be played")
        deck, word = self.table.deck, word.strip()
        if not self.table.extended:
            card = deck.card(word)
            if card in self.names:
                raise InputError(f"card {word} is on the board already")
            return card, self._gap_of(card) if deck.kind == "rationals" else card
        place, colon, card = word.partition(":")
        if not colon:
            raise InputError(f"{word!r}: write place:card, such as 1:3")
        point = (deck.card(place), deck.card(card))
        if any(p == point[0] or c == point[1] for p, c in self.names):
            raise InputError(f"{word} is in line with an earlier point of the board")
        if deck.size is not None:
            return point, point
        gaps = tuple(sum(name[i] < point[i] for name in self.names) for i in (0, 1))
        return point, gaps

    def named(self, action: Any) -> Any:
        """A name for an action of the state: the simplest number of a gap."""
        if self.table.deck.kind != "rationals":
            return action
        if self.table.extended:
            return tuple(
                _number_in(sorted(name[i] for name in self.names), action[i]) for i in (0, 1)
            )
        kept = [value for value, _ in self._record()]
        low = kept[action - 1] if action else None
        high = kept[action] if action < len(kept) else None
        inside = [
            card
            for card in sorted(self.names)
            if (low is None or card > low) and (high is None or card < high)
        ]
        # Bare cards divide the gap; any part will do, and the last one is taken.
        edges = [
            *([low] if low is not None else []),
            *inside,
            *([high] if high is not None else []),
        ]
        return _number_in(edges, len(edges) - 1 if high is not None else len(edges))

    def gaps(self) -> list[tuple[Any, Any, int]]:
        """The gaps of a colour word on the rationals: between which cards, and the action."""
        kept = [value for value, _ in self._record()]
        edges = [None, *kept, None]
        return [(low, high, i) for i, (low, high) in enumerate(itertools.pairwise(edges))]

    def _record(self) -> Any:
        from .words import record

        return record(self.names)

    def _gap_of(self, card: Any) -> int:
        return sum(value < card for value, _ in self._record())


def _number_in(edges: Sequence[Fraction], gap: int) -> Fraction:
    """The simplest number of a gap between sorted numbers (gap 0 is below all of them)."""
    if not edges:
        return Fraction(0)
    if gap == 0:
        return Fraction(-(-edges[0].numerator // edges[0].denominator) - 1)
    if gap == len(edges):
        return Fraction(edges[-1].numerator // edges[-1].denominator + 1)
    return _simplest(edges[gap - 1], edges[gap])


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The number with the smallest denominator strictly between two."""
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    low, high = low - whole, high - whole
    if low == 0:
        # 1/k for the smallest k above 1/high.
        return whole + Fraction(1, high.denominator // high.numerator + 1)
    return whole + 1 / _simplest(1 / high, 1 / low)


def start_board(table: Table) -> Board:
    """The empty board."""
    return Board(start_of(table))


def position_of(table: Table, board: str | None) -> BoardState:
    """Play the cards of a board, such as ``5,1,4``; on the rationals any numbers.

    >>> from .decks import parse_deck
    >>> position_of(Table(parse_deck("6"), 4, 4), "5,1,4").actions()
    [2, 3, 6]
    """
    return board_of(table, board).state


def board_of(table: Table, text: str | None) -> Board:
    """The same with the cards' names."""
    board = start_board(table)
    words = [word.strip() for word in (text or "").split(",") if word.strip()]
    for number, word in enumerate(words, 1):
        if board.state.actor < 0:
            raise InputError(f"the game is over before card {number} of the board ({word})")
        board = board.play(word)
    return board

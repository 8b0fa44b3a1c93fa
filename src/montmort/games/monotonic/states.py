"""Positions as they are played, in every form: plain states."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import InputError
from ...core.game import OVER, State
from . import bounds, words
from .decks import Deck

__all__ = [
    "BoardState", "CardState", "NumberState", "RookState", "Table", "WordState", "start_of",
]  # fmt: skip


@dataclass(frozen=True)
class Table:
    """What all positions of one game share."""

    deck: Deck
    a: int
    d: int
    misere: bool = False
    extended: bool = False
    _hash: int = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "_hash", hash((self.deck, self.a, self.d, self.misere, self.extended))
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<({self.a}, {self.d}) on {self.deck.text}>"

    def check(self) -> None:
        """Refuse what does not exist."""
        for name, value in (("a", self.a), ("d", self.d)):
            if value < 1:
                raise InputError(f"{name} is {value}: it must be at least 1")
        if self.extended and self.deck.kind not in ("chain", "rationals"):
            raise InputError(
                "the extended game is played on cards 1 to N or on the rationals, not on "
                f"{self.deck.text}"
            )

    def pay(self, mover: int, ended: bool) -> tuple[int, int]:
        """The payoffs after a last move by a player: who ends the game wins, or loses."""
        if not ended:
            return (0, 0)
        winner = 1 - mover if self.misere else mover
        return (1, -1) if winner == 0 else (-1, 1)


class BoardState(State[Any]):
    """What the forms have in common: a row of cards, and whether the last one ended it."""

    table: Table
    board: tuple[Any, ...]
    ended: bool

    @property
    def actor(self) -> int:
        """The player to move; nobody once the game has ended or no card is left."""
        return OVER if self.ended or not self.has_moves() else len(self.board) % 2

    def has_moves(self) -> bool:
        """Whether a card is left."""
        return True

    def after(self, action: Any) -> BoardState:
        """Play a card."""
        raise NotImplementedError

    def payoffs(self) -> Sequence[int]:
        """1 and -1, or 0 for both at a draw."""
        return self.table.pay((len(self.board) - 1) % 2, self.ended)


@dataclass(frozen=True, repr=False)
class CardState(BoardState):
    """A finite deck: for each unused card how many more would end the game with it.

    ``labels[i]`` is (x, y): so many cards, this one among them, complete an ascending (a
    descending) sequence; ``None`` for a used card.
    """

    table: Table
    board: tuple[int, ...]
    """The cards played, by their place in the deck."""
    labels: tuple[tuple[int, int] | None, ...]
    ended: bool = False

    def __repr__(self) -> str:
        return f"<board {' '.join(str(self._name(c)) for c in self.board) or 'empty'}>"

    def _name(self, place: int) -> Any:
        deck = self.table.deck
        return place + 1 if deck.kind == "chain" else deck.order.names[place]

    def has_moves(self) -> bool:
        """Whether a card is left."""
        return len(self.board) < len(self.labels)

    def actions(self) -> Sequence[Any]:
        """The unused cards: numbers on a chain, names on another poset."""
        if self.ended:
            return ()
        return [self._name(i) for i, label in enumerate(self.labels) if label is not None]

    def after(self, action: Any) -> CardState:
        """Play a card."""
        deck = self.table.deck
        place = action - 1 if deck.kind == "chain" else deck.order.index(action)
        label = self.labels[place]
        if label is None or self.ended:
            raise InputError(f"card {action} can't be played: it is on the board already")
        x, y = label
        labels: list[tuple[int, int] | None] = list(self.labels)
        labels[place] = None
        if deck.kind == "chain":
            for i in range(place):
                other = labels[i]
                if other is not None and other[1] >= y:
                    labels[i] = (other[0], y - 1)
            for i in range(place + 1, len(labels)):
                other = labels[i]
                if other is not None and other[0] >= x:
                    labels[i] = (x - 1, other[1])
        else:
            up, down = deck.order.above[place], deck.order.below[place]
            for i, other in enumerate(labels):
                if other is None:
                    continue
                if up >> i & 1:
                    labels[i] = (min(other[0], x - 1), other[1])
                elif down >> i & 1:
                    labels[i] = (other[0], min(other[1], y - 1))
        return CardState(self.table, (*self.board, place), tuple(labels), x == 1 or y == 1)

    def key(self) -> Hashable:
        """What matters: the labels (on a chain without the used cards), and who moves."""
        labels = self.labels
        if self.table.deck.kind == "chain":
            labels = tuple(label for label in labels if label is not None)
        return self.table, labels, len(self.board) % 2, self.ended

    def decided(self) -> Sequence[int] | None:
        """In the normal form a card that ends the game wins it."""
        if self.table.misere or self.ended:
            return None
        if any(label is not None and min(label) == 1 for label in self.labels):
            return self.table.pay(len(self.board) % 2, True)
        return None

    def promise(self, action: Any) -> float:
        """In the misère form, and next to the end, it is better to leave few cards."""
        label = self.labels[
            action - 1 if self.table.deck.kind == "chain" else self.table.deck.order.index(action)
        ]
        return -float(min(label)) if label is not None and self.table.misere else 0.0

    def describe(self, action: Any) -> str:
        """The card."""
        return f"card {action}"


@dataclass(frozen=True, repr=False)
class WordState(BoardState):
    """The rationals: the colour word, and a gap of it as an action (0 is the lowest)."""

    table: Table
    board: tuple[int, ...] = ()
    """The gaps that were played."""
    word: str = ""
    ended: bool = False

    def __repr__(self) -> str:
        return f"<word {self.word or 'empty'}>"

    def actions(self) -> Sequence[int]:
        """The gaps of the word, from below."""
        return () if self.ended else range(len(self.word) + 1)

    def after(self, action: int) -> WordState:
        """Play any card of a gap."""
        if self.ended or not 0 <= action <= len(self.word):
            raise InputError(f"there is no gap {action} to play in")
        word = words.insert(self.word, action)
        ended = words.reddish(word) >= self.table.a or words.bluish(word) >= self.table.d
        return WordState(self.table, (*self.board, action), word, ended)

    def key(self) -> Hashable:
        """The word, and who moves."""
        return self.table, self.word, len(self.board) % 2, self.ended

    def decided(self) -> Sequence[int] | None:
        """In the normal form, one card short of a critical sequence wins."""
        if self.table.misere or self.ended:
            return None
        if words.reddish(self.word) == self.table.a - 1 or words.bluish(self.word) == (
            self.table.d - 1
        ):
            return self.table.pay(len(self.board) % 2, True)
        return None

    def describe(self, action: int) -> str:
        """The gap, by the letters on both sides."""
        if not self.word:
            return "any card"
        below, above = self.word[:action], self.word[action:]
        return f"gap {action} ({below or 'below'}|{above or 'above'})"


@dataclass(frozen=True, repr=False)
class NumberState(BoardState):
    """ℕ (from 1) or ℤ: the cards played.

    Cards far from all that were played are alike, and the last that is listed on the way
    there stands for them.
    """

    table: Table
    board: tuple[int, ...] = ()
    ended: bool = False

    def __repr__(self) -> str:
        return f"<board {' '.join(map(str, self.board)) or 'empty'}>"

    @property
    def reach(self) -> int:
        """How far from the cards played it matters how far."""
        return bounds.paper(self.table.a, self.table.d) + 1

    def actions(self) -> Sequence[int]:
        """The unused cards, on each side up to where further ones are like the last of these."""
        if self.ended:
            return ()
        naturals = self.table.deck.kind == "naturals"
        if not self.board and not naturals:
            return (0,)
        reach = self.reach
        used = sorted(self.board)
        edges = [0, *used] if naturals else [used[0] - reach - 1, *used]
        found: list[int] = []
        for low, high in itertools.pairwise([*edges, edges[-1] + reach + 1]):
            if high - low - 1 <= 2 * reach:
                found += range(low + 1, high)
            else:
                found += [*range(low + 1, low + 1 + reach), *range(high - reach, high)]
        return found

    def after(self, action: int) -> NumberState:
        """Play a card."""
        board = (*self.board, action)
        word = words.steps(board)[-1]
        ended = words.reddish(word) >= self.table.a or words.bluish(word) >= self.table.d
        return NumberState(self.table, board, ended)

    def key(self) -> Hashable:
        """The recorded cards and what is unused between them, and who moves."""
        kept = words.record(self.board)
        if not kept:
            return self.table, 0
        gaps = words.gaps_of([c - kept[0][0] + 1 for c in self.board if c >= kept[0][0]],
                             kept[-1][0] - kept[0][0] + 1)[1:-1]  # fmt: skip
        first = 0
        if self.table.deck.kind == "naturals":
            first = kept[0][0] - 1 - sum(1 for c in self.board if c < kept[0][0])
        word = "".join(colour for _, colour in kept)
        return self.table, word, first, gaps, len(self.board) % 2, self.ended

    def describe(self, action: int) -> str:
        """The card."""
        return f"card {action}"


@dataclass(frozen=True, repr=False)
class RookState(BoardState):
    """The extended game: points (place, card); on the rationals only their order counts."""

    table: Table
    board: tuple[tuple[int, int], ...] = ()
    ended: bool = False

    def __repr__(self) -> str:
        return f"<points {' '.join(f'{p}:{c}' for p, c in self.board) or 'none'}>"

    def has_moves(self) -> bool:
        """Whether a line is free."""
        size = self.table.deck.size
        return size is None or len(self.board) < size

    def actions(self) -> Sequence[tuple[int, int]]:
        """The free cells as (place, card); on the rationals the gaps between the points."""
        if self.ended:
            return ()
        size = self.table.deck.size
        if size is None:
            count = len(self.board) + 1
            return [(i, k) for i in range(count) for k in range(count)]
        places = {p for p, _ in self.board}
        cards = {c for _, c in self.board}
        free = range(1, size + 1)
        return [(p, c) for p in free if p not in places for c in free if c not in cards]

    def after(self, action: tuple[int, int]) -> RookState:
        """Set a point."""
        place, card = action
        if self.table.deck.size is None:
            moved = [(p + (p > place), c + (c > card)) for p, c in self.board]
            board = (*moved, (place + 1, card + 1))
        else:
            board = (*self.board, action)
        row = [c for _, c in sorted(board)]
        word = words.steps(row)[-1]
        ended = words.reddish(word) >= self.table.a or words.bluish(word) >= self.table.d
        return RookState(self.table, board, ended)

    def key(self) -> Hashable:
        """The points in the order of their places, and who moves."""
        points = tuple(sorted(self.board))
        turned = tuple(sorted((c, p) for p, c in points))
        return self.table, min(points, turned), len(self.board) % 2, self.ended

    def describe(self, action: tuple[int, int]) -> str:
        """The cell, or the gaps."""
        if self.table.deck.size is None:
            return f"into place gap {action[0]} and card gap {action[1]}"
        return f"card {action[1]} in place {action[0]}"


def start_of(table: Table) -> BoardState:
    """The empty board."""
    table.check()
    if table.extended:
        return RookState(table)
    kind = table.deck.kind
    if kind == "rationals":
        return WordState(table)
    if kind in ("naturals", "integers"):
        return NumberState(table)
    size = table.deck.size or 0
    return CardState(table, (), ((table.a, table.d),) * size)

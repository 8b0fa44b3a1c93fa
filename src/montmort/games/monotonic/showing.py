"""A board as text: the row, what it comes to, and the cards that are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import words
from .boards import Board
from .states import CardState, RookState, Table

__all__ = ["how_to_name", "name_of", "picture_of", "rows_of"]

GRID = 20
"""Boards up to this side are drawn."""


def name_of(card: Any) -> str:
    """A card, or a place and a card, as it is typed.

    >>> name_of((1, 3)), name_of("13")
    ('1:3', '13')
    """
    return ":".join(str(part) for part in card) if isinstance(card, tuple) else str(card)


def rows_of(cards: Sequence[int]) -> str:
    """Whole numbers in rising order, runs of three or more as such.

    >>> rows_of([1, 2, 4, 5, 6, 9])
    '1, 2, 4-6, 9'
    """
    parts: list[str] = []
    run: list[int] = []
    for card in [*cards, None]:
        if run and card != run[-1] + 1:
            whole = len(run) > 2 and run[0] >= 0
            parts += [f"{run[0]}-{run[-1]}"] if whole else [str(c) for c in run]
            run = []
        if card is not None:
            run.append(card)
    return ", ".join(parts)


def how_to_name(table: Table) -> str:
    """How cards are named in this form."""
    deck = table.deck
    if table.extended:
        if deck.size is None:
            return "name a place and a card, any numbers, such as 0:1 or 1/2:-3"
        return f"name a place and a card, each from 1 to {deck.size}, such as 1:{deck.size}"
    return {
        "chain": f"name a card from 1 to {deck.size}",
        "naturals": "name a card: any whole number from 1 on",
        "integers": "name a card: any whole number",
        "rationals": "name a card: any number, such as 2, -1 or 3/2; between two cards there "
        "always is another",
        "poset": "name an element that is left",
    }[deck.kind]


def picture_of(board: Board) -> str:
    """The board for a person: the row, its longest sequences, the cards that are left."""
    table, state = board.table, board.state
    lines = []
    if table.extended:
        lines += _points(board)
    else:
        lines.append("row: " + (" ".join(name_of(name) for name in board.names) or "empty"))
        if table.deck.kind != "poset" and board.names:
            kept = " ".join(f"{value}{colour}" for value, colour in words.record(board.names))
            lines.append(f"double bumping: {kept}")
    up, down = _longest(board)
    lines.append(f"longest ascending {up} of {table.a}, descending {down} of {table.d}")
    if isinstance(state, CardState) and state.actor >= 0:
        left = list(state.actions())
        numbers = table.deck.kind == "chain"
        lines.append(f"left: {rows_of(left) if numbers else ', '.join(map(str, left))}")
    return "\n".join(lines)


def _longest(board: Board) -> tuple[int, int]:
    """The longest ascending and descending sequences of the board."""
    deck = board.table.deck
    if board.table.extended:
        row = [card for _, card in sorted(board.names)]
    elif deck.kind == "poset":
        order = deck.order
        lengths: list[list[int]] = [[], []]
        for i, name in enumerate(board.names):
            for k, found in enumerate(lengths):
                pairs = [
                    found[j]
                    for j in range(i)
                    if (order.less(board.names[j], name), order.less(name, board.names[j]))[k]
                ]
                found.append(1 + max(pairs, default=0))
        return max(lengths[0], default=0), max(lengths[1], default=0)
    else:
        row = list(board.names)
    word = words.steps(row)[-1] if row else ""
    return words.reddish(word), words.bluish(word)


def _points(board: Board) -> list[str]:
    """Points in the order of their places; boards that are not too large are drawn."""
    listed = " ".join(name_of(point) for point in sorted(board.names)) or "none"
    lines = [f"points (place:card) by place: {listed}"]
    side = board.table.deck.size
    if isinstance(board.state, RookState) and side is not None and side <= GRID:
        points = set(board.names)
        places = {place for place, _ in points}
        cards = {card for _, card in points}
        for card in range(side, 0, -1):
            marks = [
                "#" if (place, card) in points else " " if place in places or card in cards else "."
                for place in range(1, side + 1)
            ]
            lines.append(f"{card:3} {' '.join(marks)}".rstrip())
        lines.append("    " + " ".join(str(place % 10) for place in range(1, side + 1)))
    return lines

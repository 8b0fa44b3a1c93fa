"""Reading a board as it is typed."""

from __future__ import annotations

from typing import Any

from ...core.errors import InputError
from .game import BoardState, Table, WordState, start_of

__all__ = ["position_of"]


def position_of(table: Table, board: str | None) -> BoardState:
    """Play the cards of a board, such as ``5,1,4``; on the rationals any numbers.

    >>> from .decks import parse_deck
    >>> position_of(Table(parse_deck("6"), 4, 4), "5,1,4").actions()
    [2, 3, 6]
    """
    state = start_of(table)
    words = [word.strip() for word in (board or "").split(",") if word.strip()]
    played: list[Any] = []
    for number, word in enumerate(words, 1):
        if state.actor < 0:
            raise InputError(f"the game is over before card {number} of the board ({word})")
        if table.extended:
            place, colon, card = word.partition(":")
            if not colon:
                raise InputError(f"{word!r}: write the board as place:card, such as 1:3,2:1")
            point = (table.deck.card(place), table.deck.card(card))
            if any(p == point[0] or c == point[1] for p, c in played):
                raise InputError(f"{word} is in line with an earlier point of the board")
            action: Any = point
            if table.deck.size is None:
                action = (
                    sum(p < point[0] for p, _ in played),
                    sum(c < point[1] for _, c in played),
                )
            played.append(point)
        else:
            card = table.deck.card(word)
            if card in played:
                raise InputError(f"card {word} is on the board twice")
            action = card
            if isinstance(state, WordState):
                action = _gap_of(played, card)
            played.append(card)
        state = state.after(action)
    return state


def _gap_of(played: list[Any], card: Any) -> int:
    """The gap of the colour word into which a rational falls."""
    from .words import record

    return sum(value < card for value, _ in record(played))

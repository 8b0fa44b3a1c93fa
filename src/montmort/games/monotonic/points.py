"""The extended game on the rationals: points, of which only the order counts."""

from __future__ import annotations

from . import words
from .states import RookState

__all__ = ["point_chains", "square_value"]


def point_chains(board: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The longest rising and the longest falling sequence of points."""
    if not board:
        return 0, 0
    word = words.steps([card for _, card in sorted(board)])[-1]
    return words.reddish(word), words.bluish(word)


def square_value(state: RookState) -> int:
    """The extended game on the rationals: safe moves last until the square is full.

    A set of points without a rising sequence of a - 1 or a falling one of d - 1 can be
    extended by a point to another one until it has (a - 2)(d - 2) points; so only the
    parity counts.
    """
    table = state.table
    a, d = table.a, table.d
    if not table.misere:
        rising, falling = point_chains(state.board)
        if rising >= a - 1 or falling >= d - 1:
            return 1
        a, d = a - 1, d - 1
    return 1 if ((a - 1) * (d - 1) - len(state.board)) % 2 else -1

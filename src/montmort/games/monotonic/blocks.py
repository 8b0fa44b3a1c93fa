"""A position of a chain, of ℕ or of ℤ as blocks of cards that nothing tells apart."""

from __future__ import annotations

from ...core.errors import InputError
from . import words
from .states import BoardState, CardState, NumberState

__all__ = ["blocks_of"]


def blocks_of(state: BoardState) -> list[tuple[int, int, int]]:
    """The unused cards of a chain, ℕ or ℤ as blocks (x, y, size), the lowest first."""
    from .packing import BIG

    table = state.table
    if isinstance(state, CardState):
        blocks: list[tuple[int, int, int]] = []
        for label in state.labels:
            if label is None:
                continue
            if blocks and blocks[-1][:2] == label:
                blocks[-1] = (*label, blocks[-1][2] + 1)
            else:
                blocks.append((*label, 1))
        return blocks
    if not isinstance(state, NumberState):
        raise InputError(f"{state!r} has no blocks of cards")
    kept = words.record(state.board)
    if not kept:
        return [(table.a, table.d, BIG)]
    low = kept[0][0] - 1
    sizes: list[int] = list(
        words.gaps_of([c - low for c in state.board if c > low], kept[-1][0] - low)
    )
    sizes[-1] = BIG
    if table.deck.kind == "integers":
        sizes[0] = BIG
    else:
        sizes[0] = low - sum(1 for c in state.board if c <= low)
    found = []
    for i, size in enumerate(sizes):
        below = "".join(colour for _, colour in kept[:i])
        above = "".join(colour for _, colour in kept[i:])
        found.append((table.a - words.reddish(below), table.d - words.bluish(above), size))
    return found

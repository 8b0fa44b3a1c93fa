"""The nimber of a position and of its moves, and what is refused before any long work."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...core.errors import InputError
from . import words
from .blocks import blocks_of
from .states import BoardState, Table, WordState

__all__ = ["check_nimbers", "draw_free", "nimber_on_rationals", "nimbers_of", "only_normal"]

MOST_ON_RATIONALS = 22
"""a + d up to which every colour word is labelled: 184,756 words at a = d = 11."""


def draw_free(table: Table) -> bool:
    """Whether the game can't end in a draw, by the theorem of Erdős and Szekeres (1935)."""
    size = table.deck.size
    if table.deck.kind == "poset":
        return False
    return size is None or size > (table.a - 1) * (table.d - 1)


def nimber_on_rationals(word: str, a: int, d: int, known: dict[str, int]) -> int:
    """The nimber of a colour word in the normal game (a, d) on the rationals."""
    found = known.get(word)
    if found is None:
        if words.reddish(word) >= a or words.bluish(word) >= d:
            found = 0
        else:
            seen = {
                nimber_on_rationals(words.insert(word, gap), a, d, known)
                for gap in range(len(word) + 1)
            }
            found = next(number for number in range(len(seen) + 1) if number not in seen)
        known[word] = found
    return found


def only_normal(misere: bool, extended: bool) -> None:
    """Refuse nimbers of other forms than the basic normal one."""
    if misere or extended:
        raise InputError("nimbers are for the basic normal form: who can't move must lose")


def check_nimbers(table: Table) -> None:
    """Refuse a game that has no nimbers, or too many positions for them."""
    only_normal(table.misere, table.extended)
    a, d = table.a, table.d
    if not draw_free(table) or table.deck.kind not in ("chain", "rationals"):
        raise InputError(
            "a nimber needs a deck without draws: the rationals, or more than "
            f"{(a - 1) * (d - 1)} cards 1 to N"
        )
    if table.deck.kind == "chain":
        from . import grundy

        grundy.kernel_of(a, d, table.deck.size)
    elif a + d > MOST_ON_RATIONALS:
        raise InputError(
            f"a + d is {a + d}: nimbers on the rationals go up to {MOST_ON_RATIONALS}, since each "
            f"of the {math.comb(a + d - 2, a - 1):,} colour words needs its own"
        )


def nimbers_of(state: BoardState, memory: int | None) -> dict[str, Any]:
    """The nimber of a position, those after each move, and the block of equal moves."""
    from .answers import central_block

    number = _nimbers(state.table, memory)
    found: dict[str, Any] = {"nimber": number(state)}
    if state.actor >= 0:
        after = {str(action): number(state.after(action)) for action in state.actions()}
        found["nimbers"] = after
        block = central_block(list(after.values()))
        if block is not None:
            names = list(after)
            found["central_block"] = {
                "from": names[block[0]],
                "to": names[block[1]],
                "length": block[1] - block[0] + 1,
                "nimber": after[names[block[0]]],
            }
    return found


def _nimbers(table: Table, memory: int | None) -> Callable[[BoardState], int]:
    check_nimbers(table)
    if table.deck.kind == "rationals":
        known: dict[str, int] = {}

        def on_rationals(here: BoardState) -> int:
            assert isinstance(here, WordState)
            return nimber_on_rationals(here.word, table.a, table.d, known)

        return on_rationals
    from ...engines.nimbers import Nimbers
    from . import grundy

    kernel = grundy.kernel_of(table.a, table.d, table.deck.size)
    nimbers = Nimbers(kernel, memory=memory)

    def number(here: BoardState) -> int:
        return 0 if here.ended else nimbers.nimber(grundy.pack(kernel, blocks_of(here)))

    return number

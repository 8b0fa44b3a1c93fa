"""The record of a position of Picker."""

from __future__ import annotations

from ...core.struct import Ints, Struct, number, numbers
from .versions import MOST_DICE, MOST_PLAYERS, MOST_ROUNDS

__all__ = [
    "ANY", "EQUALS", "KEEP", "LOWEST_PIPS", "MOST_OWNED", "NAME", "NAMES", "NO_PICKER", "OVER",
    "PICKERS", "ROLL", "SHAFTS", "START", "Position",
]  # fmt: skip

START, ROLL, KEEP, NAME, OVER = 0, 1, 2, 3, 4
"""What happens next: the first starter is drawn, dice are rolled, a die is kept,
the Picker names the next starter, nothing."""

SHAFTS = ("none", "first_keeper", "last_keeper")
EQUALS = ("random", "first", "most_owned", "lowest_pips")
ANY, MOST_OWNED, LOWEST_PIPS = 0, 2, 3
PICKERS = ("self", "names", "none")
NAMES, NO_PICKER = 1, 2


class Position(Struct):
    """Everything there is to know; in Picker everybody sees everything."""

    phase: int = number("u1")
    round: int = number("u2")
    turn: int = number("u1")
    """How many have kept a die in this round."""
    order: Ints = numbers(MOST_PLAYERS, dtype="u1")
    """The players in the order of their turns."""
    dice: Ints = numbers(MOST_DICE, dtype="u1")
    """The dice still on the table by colour; 0 where it is taken."""
    low: int = number("u1")
    """The lowest value of this round's roll."""
    high: int = number("u1")
    picker: int = number("i1")
    """Who kept the lowest first in this round; -1 while nobody has."""
    shaft: int = number("i1")
    """Who has to act last because of the highest; -1 while nobody has."""
    score: Ints = numbers(MOST_PLAYERS, dtype="i2")
    """Pips kept, without bonuses."""
    total: Ints = numbers(MOST_PLAYERS, dtype="i2")
    """Pips and the bonuses of the sets as they are."""
    kept: Ints = numbers(MOST_PLAYERS, MOST_DICE, dtype="u1")
    """How many dice of each set a player has: ``kept[player, set]``."""

    # The rules, as numbers.
    players: int = number("u1")
    colours: int = number("u1")
    rounds: int = number("u2")
    by_value: int = number("u1")
    picks: int = number("u1")
    """An index into ``PICKERS``."""
    may_name_self: int = number("u1")
    may_name_shaft: int = number("u1")
    shaft_rule: int = number("u1")
    """An index into ``SHAFTS``."""
    listed: int = number("u1")
    equal: int = number("u1")
    """An index into ``EQUALS``."""
    growth: Ints = numbers(MOST_ROUNDS + 1, dtype="i2")
    """What one more die adds to the bonus of a set of 0, 1, 2, ..."""

"""What the compiled engines ask of a game: positions packed into words, and what follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import InputError

__all__ = ["LAST_BITS", "UNKNOWN", "WORD_BITS", "Kernel"]

UNKNOWN = 2
"""The value of a child that isn't plain to see."""
WORD_BITS = 60
"""Bits that a position may use in each of its words but the last."""
LAST_BITS = 60
"""Bits that it may use in the last one: the table keeps the value beside them."""


@dataclass(frozen=True)
class Kernel:
    """A game of two players who move in turn, as functions over packed positions.

    A position is ``words`` whole numbers that are not negative; it is seen from the
    player to move, and the game folds equal and mirrored positions into one. ``expand``
    must be a rule (:func:`montmort.core.rule.rule`) with this signature::

        expand(keys, at, parameters, out, to, values, promises, first, scratch) -> int

    It reads the position ``keys[at : at + words]`` and writes child ``i`` to
    ``out[to + i * words]``, ``values[first + i]`` (the value for the player who moves
    *there*: 1 a win, 0 a draw, -1 a loss, ``UNKNOWN`` where it isn't plain to see) and
    ``promises[first + i]`` (larger is tried earlier); it returns how many they are.
    Moves that plainly lose may be left out. Who has no child has lost; a drawn end is
    announced by its parent. Positions never come back: a game with loops is solved in
    the plain form, by retrograde labels.
    """

    name: str
    expand: Callable[..., int]
    drawless: Callable[..., bool]
    """``drawless(keys, at, parameters)``: no draw can come of this position, so that
    one bit says its value."""
    parameters: Sequence[int]
    """What the functions need to know of the rules: numbers, so that other numbers
    compile nothing."""
    capacity: int
    """How many children a position has at the most."""
    depth: int
    """How many moves a game has at the most."""
    words: int = 1
    scratch: int = 0
    """How many numbers of working memory the functions want."""
    states: int = 0
    """Where positions are numbered without large holes: how many there are. The table
    is then an array of bytes."""

    def __post_init__(self) -> None:
        if self.words < 1 or (self.states and self.words != 1):
            raise InputError(f"a kernel of {self.words} words and {self.states} states can't be")

    @property
    def module(self) -> Any:
        """The module of the rules, whose sources name the folder of the compiled code."""
        import sys

        return sys.modules[self.expand.__module__]

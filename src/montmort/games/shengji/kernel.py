"""The rules of Sheng Ji bound together for the compiled loop."""

from __future__ import annotations

from ...core.rule import rule
from ...core.struct import Ints
from ...engines.tournament.rows import RowKernel
from . import moves
from .position import DEAL, OVER, Cards, Position, View
from .seeing import observe

__all__ = ["COLUMNS", "KERNEL", "report"]

COLUMNS = (
    "game", "moves", "round", "dealer", "grabbers_won", "rise", "points", "bottom", "sides",
    "failures", "over", "winners", "trump",
)  # fmt: skip
"""What a reported row holds."""


@rule(apart=True)
def report(s: Position, out: Ints) -> bool:
    """Write what a finished round came to; False where none has just finished."""
    if s.phase != OVER and (s.phase != DEAL or s.dealt != 0 or s.round == 0 or s.deals != 1):
        return False
    sides, winners = 0, 0
    for p in range(s.players):
        if s.end_side[p] != 0:
            sides |= 1 << p
        if s.levels[p] > 12:
            winners |= 1 << p
    out[0] = s.round
    out[1] = s.end_dealer
    out[2] = s.end_grabbers
    out[3] = s.end_rise
    out[4] = s.end_points
    out[5] = s.end_bottom
    out[6] = sides
    out[7] = s.end_failures
    out[8] = 1 if s.phase == OVER else 0
    out[9] = winners
    out[10] = s.end_trump
    return True


KERNEL = RowKernel(
    name="shengji",
    position=Position,
    view=View,
    action=Cards,
    actor=moves.actor,
    allowed=moves.allowed,
    apply=moves.apply,
    sample=moves.sample,
    observe=observe,
    report=report,
    columns=len(COLUMNS) - 2,
)

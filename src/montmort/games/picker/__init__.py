"""Picker, a pub dice game for two to twelve players."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from ...core.compiled import CompiledGame, Kernel
from . import moves, strategies
from .position import EQUALS, KEEP, NAME, PICKERS, ROLL, SHAFTS, START, Position
from .versions import MOST_PLAYERS, MOST_ROUNDS, VERSIONS, PickerRules

__all__ = ["Picker"]

COLOURS = (
    "red", "blue", "green", "yellow", "white", "black", "orange", "purple", "pink", "brown",
    "grey", "gold", "silver", "teal", "lime", "navy",
)  # fmt: skip


class Picker(CompiledGame):
    """Keep dice, collect colours, and fight for the first turn.

    Each round one die a player is rolled, all of different colours; if all are equal,
    they are rolled again. In turn each player keeps one die and scores its pips. The
    first to keep a die of the round's lowest value (the Picker) starts the next round;
    play is clockwise. After two rounds for each player every colour kept more than
    once scores a bonus: 2 dice 3 points, 3 dice 6, 4 dice 9, 5 dice 12, 6 or more 15.
    Most points win.

    In the older versions the Picker names who starts, and the Shaft, who kept the
    highest die, acts last in the next round.
    """

    Rules = PickerRules
    versions = VERSIONS
    decisions = ("choose", "pick")
    score = "points"
    kernel = Kernel(
        position=Position,
        actor=moves.actor,
        actions=moves.actions,
        allowed=moves.allowed,
        apply=moves.apply,
        payoffs=moves.payoffs,
        sample=moves.sample,
        chances=moves.chances,
        decision=moves.decision,
        standing=moves.standing,
        reasons=moves.REASONS,
        capacity=16,
    )
    parts = (strategies.CHOOSE, strategies.PICK)
    aliases: ClassVar = {
        "table-1.alice": "highest@other",
        "table-1.bob": "highest@right:skip=1",
        "table-1.carol": "safe@other",
        "table-1.doug": "safe@right:skip=1",
        "table-2.alice": "highest@other",
        "table-2.bob": "highest@right",
        "table-2.carol": "safe@other",
        "table-2.doug": "safe@right",
        "table-2.eve": "gain@other",
        "table-2.frank": "gain@right",
        "table-3.alice": "wary@random",
        "table-3.bob": "wary@right",
        "table-3.carol": "gain+1@random",
        "table-3.doug": "gain+1@right",
        "table-3.eve": "gain@random",
        "table-3.frank": "gain@right",
    }

    def initial(self) -> Position:
        """The record before the first roll, with the rules in it."""
        rules = self.rules
        s = Position()
        s.players = rules.players
        s.colours = rules.players + rules.extra_dice
        s.rounds = rules.rounds or 2 * rules.players
        s.by_value = rules.bonus_by == "value"
        s.picks = PICKERS.index(rules.picker)
        s.may_name_self = rules.may_name_self
        s.may_name_shaft = rules.may_name_shaft
        s.shaft_rule = SHAFTS.index(rules.shaft)
        s.listed = rules.order == "list"
        s.equal = EQUALS.index(rules.equal)
        steps = [after - before for before, after in pairwise(rules.bonus)]
        s.growth[:] = (steps + [0] * (MOST_ROUNDS + 1))[: MOST_ROUNDS + 1]
        s.order[:] = [*range(s.players), *[0] * (MOST_PLAYERS - s.players)]
        s.picker = s.shaft = -1
        s.total[:] = [rules.bonus[0] * (6 if s.by_value else s.colours)] * MOST_PLAYERS
        s.phase = START if rules.first == "random" else ROLL
        return s

    def describe(self, record: Position, action: int) -> str:
        """An action or a roll in words."""
        if record.phase == KEEP:
            if not 0 <= action < record.colours:
                return f"colour {action}"
            pips = record.dice[action]
            return f"keeps {COLOURS[action]} {pips}" if pips else COLOURS[action]
        if record.phase == NAME:
            return "names herself" if action == record.picker else f"names seat {action + 1}"
        if record.phase == START:
            return f"seat {action + 1} starts"
        dice = [moves.pips_of(action, i) for i in range(record.colours)]
        return "rolls " + ", ".join(f"{COLOURS[i]} {pips}" for i, pips in enumerate(dice))

    def show(self, view: Position, player: int) -> str:
        """The table as a player sees it: the dice, and what everybody has kept."""
        sets = 6 if view.by_value else view.colours
        names = [str(i + 1) for i in range(6)] if view.by_value else list(COLOURS)
        dice = [f"{COLOURS[c]} {view.dice[c]}" for c in range(view.colours) if view.dice[c]]
        lines = [f"round {view.round + 1} of {view.rounds}, dice: {', '.join(dice) or 'none'}"]
        for seat in range(view.players):
            kept = [f"{names[i]} x{view.kept[seat, i]}" for i in range(sets) if view.kept[seat, i]]
            you = " (you)" if seat == player else ""
            lines.append(
                f"seat {seat + 1}{you}: {view.total[seat]} points; {', '.join(kept) or '-'}"
            )
        return "\n".join(lines)

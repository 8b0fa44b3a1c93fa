"""The rules of Picker as values, and the versions that were published.

A published version is never edited: a change is a new name. The text of the first
version is lost; ``v1`` is the reading that fits its published table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...core.errors import InputError
from ...core.rules import Rules, setting

__all__ = ["VERSIONS", "PickerRules"]

MOST_PLAYERS = 12
MOST_DICE = 16
MOST_ROUNDS = 120
BONUSES = 24


@dataclass(frozen=True, kw_only=True)
class PickerRules(Rules):
    """The parameters of Picker; the defaults are the current rules, v1.3."""

    players: int = setting(4, "number of players", low=2, high=MOST_PLAYERS)
    rounds: int = setting(0, "rounds; 0: two for each player", low=0, high=MOST_ROUNDS)
    extra_dice: int = setting(0, "dice beyond one for each player", low=0, high=4)
    bonus_by: Literal["colour", "value"] = setting(
        "colour", "what makes a set: the colour of a die or the value kept"
    )
    bonus: tuple[int, ...] = setting(
        (0, 0, 3, 6, 9, 12, 15), "bonus for a set of 0, 1, 2, ... dice; the last goes on"
    )
    picker: Literal["self", "names", "none"] = setting(
        "self",
        "the Picker (first to keep the lowest) starts the next round, or names who does; "
        "none: the start moves on clockwise",
    )
    may_name_self: bool = setting(False, "whether the Picker may name herself")
    may_name_shaft: bool = setting(True, "whether the Picker may name the Shaft")
    shaft: Literal["none", "first_keeper", "last_keeper"] = setting(
        "none", "who of those who keep the highest acts last in the next round"
    )
    order: Literal["ring", "list"] = setting(
        "ring", "the turn order goes round the seats, or is a list that is carried over"
    )
    first: Literal["seat_1", "random"] = setting("seat_1", "who starts round one")
    equal: Literal["random", "first", "most_owned", "lowest_pips"] = setting(
        "random",
        "how strategies choose among dice that they value alike; the last two leave what "
        "is still equal to the first colour",
    )
    seating: Literal["random", "rotations", "fixed"] = setting(
        "random", "how strategies are seated by default"
    )
    ties: Literal["random", "share", "seat"] = setting("random", "who is ahead of equal scores")

    def check(self) -> None:
        """Refuse rules under which some round could not be played."""
        if not 1 <= len(self.bonus) <= BONUSES:
            raise InputError(f"bonus has {len(self.bonus)} values: give 1 to {BONUSES}")
        if any(not -1000 <= value <= 1000 for value in self.bonus):
            raise InputError("bonus has a value beyond ±1000")
        if self.rounds == 0 and 2 * self.players > MOST_ROUNDS:
            raise InputError(f"more than {MOST_ROUNDS} rounds")
        nobody = self.players - (not self.may_name_self) - (not self.may_name_shaft)
        if self.picker == "names" and self.shaft != "none" and nobody < 1:
            raise InputError(
                "with two players the Picker could name nobody: "
                "allow may_name_self or may_name_shaft"
            )


_PRINTED = (0, 0, 1, 2, 3, 6, 8, 10, 11, 12)
_OFF_BY_ONE = (0, 1, 2, 3, 6, 8, 10, 11, 12)

# The first version, as the reading that fits its published table best.
_FIRST = PickerRules(
    rounds=4,
    bonus_by="value",
    bonus=(0, 0, 1, 3, 6),
    picker="names",
    shaft="first_keeper",
    first="random",
)

VERSIONS = {
    "v1.3": PickerRules(),
    "v1.1": PickerRules(
        players=6, bonus=_PRINTED, picker="names", shaft="first_keeper", first="random"
    ),
    "v1": _FIRST,
    # The readings of the published tables that fit them best.
    "table-1": _FIRST,
    "table-2": PickerRules(
        players=6,
        bonus=_OFF_BY_ONE,
        picker="names",
        shaft="first_keeper",
        first="random",
        equal="lowest_pips",
    ),
    "table-3": PickerRules(
        players=6,
        bonus=_PRINTED,
        picker="names",
        may_name_self=True,
        may_name_shaft=False,
        shaft="last_keeper",
        order="list",
        first="random",
        equal="most_owned",
        seating="fixed",
    ),
}

"""The rules of Picker: who acts, what may be done, what then is."""

from __future__ import annotations

from ...core.game import CHANCE
from ...core.game import OVER as NOBODY
from ...core.rule import rule
from ...core.struct import Floats, Ints, Stream
from ...statistics.streams import below, several
from .position import KEEP, NAME, NAMES, NO_PICKER, OVER, ROLL, START, Position

__all__ = [
    "REASONS", "actions", "actor", "allowed", "apply", "chances", "decision", "makes_picker",
    "makes_shaft", "payoffs", "pips_of", "sample", "set_of", "standing",
]  # fmt: skip

CHOOSE, PICK = 0, 1
"""The two decisions: which die to keep, and whom to name."""

NO_SUCH_DIE, TAKEN, NO_SUCH_PLAYER, ONESELF, THE_SHAFT, NO_ROLL, FINISHED = range(1, 8)
REASONS = {
    NO_SUCH_DIE: "there is no die of that colour: {a}",
    TAKEN: "that die is already taken: {a}",
    NO_SUCH_PLAYER: "there is no such player to name: {a}",
    ONESELF: "the Picker may not name herself: {a}",
    THE_SHAFT: "the Picker may not name the Shaft: {a}",
    NO_ROLL: "that is not a roll of these dice, or all of them are equal: {a}",
    FINISHED: "the game is over: {a}",
}


@rule
def actor(s: Position) -> int:
    """Say who acts."""
    if s.phase == KEEP:
        return s.order[s.turn]
    if s.phase == NAME:
        return s.picker
    if s.phase == OVER:
        return NOBODY
    return CHANCE


@rule
def decision(s: Position) -> int:
    """Say which decision is to be made."""
    return PICK if s.phase == NAME else CHOOSE


@rule
def actions(s: Position, out: Ints) -> int:
    """List the colours that can be kept, or the players that can be named."""
    count = 0
    if s.phase == KEEP:
        for colour in range(s.colours):
            out[count] = colour
            count += 1 if s.dice[colour] > 0 else 0
    elif s.phase == NAME:
        for player in range(s.players):
            if allowed(s, player) == 0:
                out[count] = player
                count += 1
    return count


@rule
def allowed(s: Position, a: int) -> int:
    """Let an action or a roll pass (0), or say why not."""
    if s.phase == KEEP:
        if a < 0 or a >= s.colours:
            return NO_SUCH_DIE
        return 0 if s.dice[a] > 0 else TAKEN
    if s.phase == NAME:
        if a < 0 or a >= s.players:
            return NO_SUCH_PLAYER
        if a == s.picker and s.may_name_self == 0:
            return ONESELF
        if a == s.shaft and s.may_name_shaft == 0:
            return THE_SHAFT
        return 0
    if s.phase == START:
        return 0 if 0 <= a < s.players else NO_SUCH_PLAYER
    if s.phase == ROLL:
        if a < 0 or a >> 3 * s.colours != 0:
            return NO_ROLL
        equal = True
        for colour in range(s.colours):
            if pips_of(a, colour) > 6:
                return NO_ROLL
            equal = equal and pips_of(a, colour) == pips_of(a, 0)
        return NO_ROLL if equal else 0
    return FINISHED


@rule
def apply(s: Position, a: int) -> None:
    """Do what an action, a roll or the draw of the first starter does."""
    if s.phase == KEEP:
        _keep(s, a)
    elif s.phase == NAME:
        _next_round(s, a)
    elif s.phase == ROLL:
        _roll(s, a)
    else:
        for i in range(s.players):
            s.order[i] = (a + i) % s.players
        s.phase = ROLL


@rule
def _roll(s: Position, a: int) -> None:
    low, high = 6, 1
    for colour in range(s.colours):
        pips = pips_of(a, colour)
        s.dice[colour] = pips
        low = min(low, pips)
        high = max(high, pips)
    s.low = low
    s.high = high
    s.picker = -1
    s.shaft = -1
    s.turn = 0
    s.phase = KEEP


@rule
def _keep(s: Position, colour: int) -> None:
    player = s.order[s.turn]
    pips = s.dice[colour]
    have = s.kept[player, set_of(s, colour)]
    s.kept[player, set_of(s, colour)] = have + 1
    s.score[player] += pips
    s.total[player] += pips + s.growth[have]
    s.dice[colour] = 0
    # Assigned in any case: a processor that guesses wrong about dice loses more than that.
    s.picker = player if makes_picker(s) and pips == s.low else s.picker
    s.shaft = player if makes_shaft(s) and pips == s.high else s.shaft
    s.turn += 1
    if s.turn == s.players:
        s.round += 1
        if s.round == s.rounds:
            s.phase = OVER
        elif s.picker < 0:
            # There is no Picker by the rules, or the lowest is among the extra dice and
            # stays on the table: then the start moves on, clockwise.
            _next_round(s, (s.order[0] + 1) % s.players)
        elif s.picks == NAMES:
            s.phase = NAME
        else:
            _next_round(s, s.picker)


@rule
def _next_round(s: Position, starter: int) -> None:
    n = s.players
    if s.listed != 0:
        at = 0
        while s.order[at] != starter:
            at += 1
        for _ in range(at):
            front = s.order[0]
            for i in range(n - 1):
                s.order[i] = s.order[i + 1]
            s.order[n - 1] = front
    else:
        for i in range(n):
            s.order[i] = (starter + i) % n
    if s.shaft >= 0:
        at = 0
        while s.order[at] != s.shaft:
            at += 1
        for i in range(at, n - 1):
            s.order[i] = s.order[i + 1]
        s.order[n - 1] = s.shaft
    s.phase = ROLL


@rule
def makes_picker(s: Position) -> bool:
    """Say whether keeping the lowest now would make one the Picker."""
    return s.picker < 0 and s.picks != NO_PICKER


@rule
def makes_shaft(s: Position) -> bool:
    """Say whether keeping the highest now would make one the Shaft."""
    return s.shaft_rule == 2 or (s.shaft_rule == 1 and s.shaft < 0)


@rule
def set_of(s: Position, colour: int) -> int:
    """Say to which set a die on the table counts; of one that is taken it says nothing."""
    return s.dice[colour] - 1 if s.by_value != 0 else colour


@rule
def pips_of(roll: int, colour: int) -> int:
    """Read the die of a colour from a roll: three bits a die, colour 0 in the lowest."""
    return (roll >> 3 * colour & 7) + 1


@rule
def payoffs(s: Position, out: Floats) -> None:
    """Write each player's points so far: pips, and the bonuses of the sets as they are."""
    for player in range(s.players):
        out[player] = s.total[player]


@rule
def standing(s: Position, out: Floats) -> bool:
    """Write the points so far where they compare: between rounds, when all have kept."""
    if s.phase == KEEP and s.turn > 0:
        return False
    payoffs(s, out)
    return True


@rule
def sample(s: Position, stream: Stream) -> int:
    """Draw the first starter, or roll until not all dice are equal."""
    if s.phase == START:
        return below(stream, s.players)
    ones = (1 << 3 * s.colours) // 7
    while True:
        roll = several(stream, 6, s.colours, 3)
        if roll != ones * (roll & 7):
            return roll


@rule
def chances(s: Position, outcomes: Ints, weights: Ints) -> int:
    """List the first starters, or all rolls but those of equal dice."""
    if s.phase == START:
        for player in range(s.players):
            outcomes[player] = player
            weights[player] = 1
        return s.players
    if 6**s.colours > len(outcomes):
        return -1
    count = 0
    for number in range(6**s.colours):
        roll, left = 0, number
        for colour in range(s.colours):
            roll |= left % 6 << 3 * colour
            left //= 6
        if allowed(s, roll) == 0:
            outcomes[count] = roll
            weights[count] = 1
            count += 1
    return count

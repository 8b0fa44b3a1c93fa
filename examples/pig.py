"""Pig: roll as often as you dare; a one loses the turn, and 100 points win.

A game in the compiled form, in one file: a record, and rules as functions over it.

    montmort simulate examples/pig.py --strategies examples/pig.py:hold20,examples/pig.py:hold10
"""

from dataclasses import dataclass

from montmort import (
    CHANCE,
    OVER,
    CompiledGame,
    Floats,
    Ints,
    Kernel,
    Rules,
    Stream,
    Struct,
    below,
    number,
    numbers,
    rule,
    setting,
)

HOLD, ROLL = 0, 1
MOST = 8


class Position(Struct):
    """The scores, whose turn it is, and what the turn has brought so far."""

    players: int = number("i1")
    target: int = number("i2")
    turn: int = number("i1")
    brought: int = number("i2")
    rolling: int = number("i1")
    score: Ints = numbers(MOST, dtype="i2")


@rule
def actor(s: Position) -> int:
    if s.rolling:
        return CHANCE
    for player in range(s.players):
        if s.score[player] >= s.target:
            return OVER
    return s.turn


@rule
def actions(s: Position, out: Ints) -> int:
    out[0] = HOLD
    out[1] = ROLL
    return 2


@rule
def allowed(s: Position, a: int) -> int:
    if s.rolling:
        return 0 if 1 <= a <= 6 else 2
    if actor(s) == OVER:
        return 3
    return 0 if a in (HOLD, ROLL) else 1


@rule
def apply(s: Position, a: int) -> None:
    if s.rolling:
        s.rolling = 0
        if a == 1:
            s.brought = 0
            s.turn = (s.turn + 1) % s.players
        else:
            s.brought += a
    elif a == ROLL:
        s.rolling = 1
    else:
        s.score[s.turn] += s.brought
        s.brought = 0
        s.turn = (s.turn + 1) % s.players


@rule
def sample(s: Position, stream: Stream) -> int:
    return 1 + below(stream, 6)


@rule
def chances(s: Position, outcomes: Ints, weights: Ints) -> int:
    for i in range(6):
        outcomes[i] = i + 1
        weights[i] = 1
    return 6


@rule
def payoffs(s: Position, out: Floats) -> None:
    for player in range(s.players):
        out[player] = s.score[player]


@rule
def standing(s: Position, out: Floats) -> bool:
    payoffs(s, out)
    return True


@dataclass(frozen=True, kw_only=True)
class PigRules(Rules):
    """How many play, and how far."""

    players: int = setting(2, "number of players", low=2, high=MOST)
    target: int = setting(100, "points that win", low=2, high=10_000)


class Pig(CompiledGame):
    """Roll a die as often as you like; hold to keep what the turn brought.

    A one ends the turn and loses what it brought. The first to reach the target wins.
    """

    Rules = PigRules
    score = "points"
    kernel = Kernel(
        Position, actor, actions, allowed, apply, payoffs,
        sample=sample, chances=chances, standing=standing,
        reasons={
            1: "hold (0) or roll (1), not {a}",
            2: "a die shows 1 to 6, not {a}",
            3: "the game is over: {a}",
        },
        capacity=2,
    )  # fmt: skip

    def initial(self):
        s = Position()
        s.players, s.target = self.rules.players, self.rules.target
        return s

    def describe(self, record, action):
        if record.rolling:
            return f"rolls {action}"
        return {HOLD: "holds", ROLL: "rolls"}.get(action, str(action))


def hold20(view, actions, stream):
    """Hold at 20, or when that wins."""
    enough = view.brought >= 20 or view.score[view.turn] + view.brought >= view.target
    return HOLD if enough else ROLL


def hold10(view, actions, stream):
    """Hold at 10."""
    return HOLD if view.brought >= 10 else ROLL

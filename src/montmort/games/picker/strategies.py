"""Strategies for Picker: how to choose a die, and whom to pick as the next starter."""

from __future__ import annotations

from ...core.rule import rule
from ...core.strategy import strategy
from ...core.struct import Floats, Ints, Stream
from ...statistics.streams import below
from .moves import makes_picker, makes_shaft, set_of
from .position import ANY, LOWEST_PIPS, MOST_OWNED, Position

__all__ = ["CHOOSE", "PICK"]


# -- choosing a die --------------------------------------------------------------


ONE = 1 << 28
"""A point, in the fixed-point numbers in which dice are compared."""


@rule
def fixed(weight: float) -> int:
    """Turn a weight in points into a fixed-point number (to a millionth of a point)."""
    return round(weight * (ONE >> 8)) << 8


@rule
def _best(
    s: Position, actions: Ints, stream: Stream, growth: int, to_shaft: float, to_picker: float
) -> int:
    # The die of most worth: pips, what its set grows by (growth 1), weights for roles.
    # It chooses without branching: a processor that can't foresee which die is best
    # loses more on a wrong guess than on the sums.
    player = s.order[s.turn]
    shaft_at = s.high if makes_shaft(s) else 0
    picker_at = s.low if makes_picker(s) else 0
    shaft_weight, picker_weight = fixed(to_shaft), fixed(to_picker)
    top, tied, count = -(1 << 62), 0, 0
    for i in range(len(actions)):
        colour = actions[i]
        pips = s.dice[colour]
        have = s.kept[player, set_of(s, colour)]
        worth = (pips + s.growth[have] if growth else pips) * ONE
        worth += shaft_weight if pips == shaft_at else 0
        worth += picker_weight if pips == picker_at else 0
        # Among dice of equal worth: the more owned, the fewer pips; less than any weight.
        worth += have if s.equal == MOST_OWNED else 0
        worth -= pips if s.equal == LOWEST_PIPS else 0
        also = tied << 4 | colour if worth == top else tied
        count = 1 if worth > top else count + (worth == top)
        tied = colour if worth > top else also
        top = max(top, worth)
    return one_of(s, stream, tied, count)


@rule
def one_of(s: Position, stream: Stream, tied: int, count: int) -> int:
    """Choose among colours in a number, four bits each: any, or the first by the rules.

    The colours stand in the order in which they were added, the last in the lowest bits.
    """
    ticket = below(stream, count) if s.equal == ANY else count - 1
    return tied >> 4 * ticket & 15


@strategy("choose")
def highest(view: Position, actions: Ints, stream: Stream) -> int:
    """Keep the highest die."""
    return _best(view, actions, stream, 0, 0.0, 0.0)


@strategy("choose")
def lowest(view: Position, actions: Ints, stream: Stream) -> int:
    """Keep the lowest die."""
    player = view.order[view.turn]
    top, tied, count = -(1 << 30), 0, 0
    for i in range(len(actions)):
        colour = actions[i]
        worth = -view.dice[colour] * 256
        if view.equal == MOST_OWNED:
            worth += view.kept[player, set_of(view, colour)]
        if worth > top:
            top, tied, count = worth, 0, 0
        if worth == top:
            tied = tied << 4 | colour
            count += 1
    return one_of(view, stream, tied, count)


@rule
def _among(view: Position, actions: Ints, stream: Stream, low: int, high: int) -> int:
    # A random one of the dice from low to high; any die where there is none.
    count = 0
    for i in range(len(actions)):
        if low <= view.dice[actions[i]] <= high:
            count += 1
    if count == 0:
        return actions[below(stream, len(actions))]
    ticket = below(stream, count)
    for i in range(len(actions)):
        if low <= view.dice[actions[i]] <= high:
            if ticket == 0:
                return actions[i]
            ticket -= 1
    return actions[0]


@strategy("choose")
def never_highest(view: Position, actions: Ints, stream: Stream) -> int:
    """Keep any die but the highest, at random."""
    return _among(view, actions, stream, 1, view.high - 1)


@strategy("choose")
def never_lowest(view: Position, actions: Ints, stream: Stream) -> int:
    """Keep any die but the lowest, at random."""
    return _among(view, actions, stream, view.low + 1, 6)


@strategy("choose")
def neither(view: Position, actions: Ints, stream: Stream) -> int:
    """Keep any die but the highest and the lowest, at random."""
    return _among(view, actions, stream, view.low + 1, view.high - 1)


@strategy("choose")
def safe(view: Position, actions: Ints, stream: Stream) -> int:
    """Keep the highest die that does not make one the Shaft."""
    return _best(view, actions, stream, 0, -1000.0, 0.0)


@strategy("choose", picker=0.0, shaft=0.0)
def gain(view: Position, actions: Ints, stream: Stream, parameters: Floats) -> int:
    """Keep what gains most: pips and bonus, with a weight for becoming Picker and Shaft."""
    return _best(view, actions, stream, 1, parameters[1], parameters[0])


@strategy("choose", weight=-1.0)
def wary(view: Position, actions: Ints, stream: Stream, parameters: Floats) -> int:
    """Keep what gains most, with a weight for becoming Shaft while nobody is."""
    weight = parameters[0] if view.shaft < 0 else 0.0
    return _best(view, actions, stream, 1, weight, 0.0)


# -- picking who starts ----------------------------------------------------------


@strategy("pick", name="self")
def oneself(view: Position, actions: Ints, stream: Stream) -> int:
    """Name oneself; where that is not allowed, anybody."""
    for i in range(len(actions)):
        if actions[i] == view.picker:
            return actions[i]
    return actions[below(stream, len(actions))]


@strategy("pick")
def other(view: Position, actions: Ints, stream: Stream) -> int:
    """Name anybody but oneself."""
    others = 0
    for i in range(len(actions)):
        if actions[i] != view.picker:
            others += 1
    if others == 0:
        return actions[0]
    ticket = below(stream, others)
    for i in range(len(actions)):
        if actions[i] != view.picker:
            if ticket == 0:
                return actions[i]
            ticket -= 1
    return actions[0]


@strategy("pick", skip=0.0)
def right(view: Position, actions: Ints, stream: Stream, parameters: Floats) -> int:
    """Name the player before oneself, to be second; ``skip=1`` passes over the Shaft.

    That is the right-hand neighbour, or with ``order = list`` who is before on the list.
    One who may not be named is passed over.
    """
    n = view.players
    at = view.picker
    if view.listed != 0:
        at = 0
        while view.order[at] != view.picker:
            at += 1
    for step in range(1, n):
        place = (at - step) % n
        candidate = view.order[place] if view.listed != 0 else place
        if candidate == view.shaft and parameters[0] != 0.0:
            continue
        for i in range(len(actions)):
            if actions[i] == candidate:
                return candidate
    return actions[below(stream, len(actions))]


@strategy("pick")
def trailing(view: Position, actions: Ints, stream: Stream) -> int:
    """Name the player with the lowest score; of equals, any."""
    low, count = 32767, 0
    for i in range(len(actions)):
        score = view.score[actions[i]]
        if score < low:
            low, count = score, 1
        elif score == low:
            count += 1
    ticket = below(stream, count)
    for i in range(len(actions)):
        if view.score[actions[i]] == low:
            if ticket == 0:
                return actions[i]
            ticket -= 1
    return actions[0]


@strategy("pick")
def weakest(view: Position, actions: Ints, stream: Stream) -> int:
    """Name the lowest score but oneself and the Shaft; of equals, the earlier in turn."""
    chosen, low = -1, 32767
    for place in range(view.players):
        player = view.order[place]
        if player == view.picker or player == view.shaft or view.score[player] >= low:
            continue
        for i in range(len(actions)):
            if actions[i] == player:
                chosen, low = player, view.score[player]
    return chosen if chosen >= 0 else actions[below(stream, len(actions))]


CHOOSE = (highest, lowest, never_highest, never_lowest, neither, safe, gain, wary)
PICK = (oneself, other, right, trailing, weakest)

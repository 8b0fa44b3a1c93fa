"""The loop that plays games: once for records, compiled or interpreted, once for states.

Both play the same games from the same streams. The compiled loop leaves off where an
interpreted strategy must choose and goes on where it was.
"""

from __future__ import annotations

from typing import Any

from ...core.game import CHANCE, OVER
from ...statistics.streams import DEAL, SEATING, SEATS, open_stream
from .seating import seat
from .tally import CUT

__all__ = [
    "ACTION", "ASKED", "CUT", "DONE", "GAME", "ILLEGAL", "MOVES", "PENDING", "PROGRESS", "STUCK",
    "play_games",
]  # fmt: skip

DONE, ASKED, ILLEGAL, STUCK = 0, 1, 2, 3
"""Why the loop returned: all games are played; an interpreted strategy is asked; the
door refused an action; a player has nothing to do."""

GAME, PENDING, ACTION, MOVES, PLAYER, COUNT, CHOOSER, LEADER, CHANGES = range(9)
PROGRESS = 9
"""The words in which the loop keeps where it is."""


# Stand-ins: the kernel of a game takes their places before this is compiled.
actor: Any = None
actions: Any = None
allowed: Any = None
apply: Any = None
payoffs: Any = None
sample: Any = None
observe: Any = None
decision: Any = None
standing: Any = None
borrow: Any = None
function_at: Any = None


def play_games(  # type: ignore[no-untyped-def]
    initial, blank, states, views, choosers, parameters, interpreted, decisions, players, mode, pool,
    per_deal, seed, first, games, max_moves, seats, scores, lengths, changes, streams, buffer,
    row, scratch, progress,
):  # fmt: skip
    """Play games ``first`` to ``first + games``, and write what came of them.

    The rows ``seats[g]``, ``scores[g]`` and the numbers ``lengths[g]`` (moves) and
    ``changes[g]`` (of the lead) tell of game ``first + g``. Returns why it stopped.
    """
    buffer = borrow(buffer)
    parameters = borrow(parameters)
    scratch = borrow(scratch)
    pool = borrow(pool)
    seats = borrow(seats)
    row = borrow(row)
    s = states[0]
    v = views[0]
    while progress[GAME] < games:
        g = progress[GAME]
        if progress[PENDING] == 0:
            number = first + g
            deal = number // per_deal
            turn = number - deal * per_deal
            open_stream(streams[SEATING], seed, deal, SEATING)
            seat(mode, pool, players, turn, streams[SEATING], scratch, seats[g])
            open_stream(streams[DEAL], seed, deal, DEAL)
            for p in range(players):
                open_stream(streams[SEATS + p], seed, deal, SEATS + p)
            states[0] = initial[0]
            progress[MOVES] = 0
            progress[LEADER] = -1
            progress[CHANGES] = 0
        while True:
            p = actor(s)
            if p == CHANCE:
                apply(s, sample(s, streams[DEAL]))
                continue
            if p == OVER:
                break
            if progress[PENDING] == 0:
                if progress[MOVES] >= max_moves:
                    break
                count = actions(s, buffer)
                i = seats[g, p] * decisions + decision(s)
                progress[PLAYER] = p
                progress[COUNT] = count
                progress[CHOOSER] = i
                if count == 0:
                    return STUCK
                observe(states, blank, views, p)
                if interpreted[i]:
                    progress[PENDING] = 1
                    return ASKED
                choose = function_at(choosers, i)
                a = choose(v, buffer[:count], streams[SEATS + p], parameters[i])
            else:
                a = progress[ACTION]
                progress[PENDING] = 0
            if allowed(s, a) != 0:
                progress[ACTION] = a
                return ILLEGAL
            apply(s, a)
            progress[MOVES] += 1
            if standing(s, row):
                # The leader is who is alone in front; the lead changes when another is.
                leader = 0
                alone = True
                for q in range(1, players):
                    if row[q] > row[leader]:
                        leader = q
                        alone = True
                    elif row[q] == row[leader]:
                        alone = False
                if alone and leader != progress[LEADER]:
                    if progress[LEADER] >= 0:
                        progress[CHANGES] += 1
                    progress[LEADER] = leader
        lengths[g] = progress[MOVES]
        if actor(s) == OVER:
            payoffs(s, row)
        else:
            lengths[g] = CUT
            for q in range(players):
                row[q] = 0.0
        for q in range(players):
            scores[g, q] = row[q]
        changes[g] = progress[CHANGES]
        progress[GAME] = g + 1
    return DONE

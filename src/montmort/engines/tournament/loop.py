"""The loop that plays games: once for records, compiled or interpreted, once for states.

Both play the same games from the same streams. The compiled loop leaves off where an
interpreted strategy must choose and goes on where it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.game import CHANCE, OVER
from ...statistics.streams import DEAL, SEATING, SEATS, open_stream
from .seating import seat
from .tally import CUT

__all__ = [
    "ACTION", "ASKED", "CHOOSER", "COUNT", "DONE", "GAME", "ILLEGAL", "MOVES", "OUTSIDE",
    "PENDING", "PLAYER", "PROGRESS", "READER", "STUCK", "WRITER", "play_games",
]  # fmt: skip

DONE, ASKED, ILLEGAL, STUCK = 0, 1, 2, 3
"""Why the loop returned: all games are played; an interpreted strategy is asked; the
door refused an action; the game broke a promise."""

WRITER, READER, OUTSIDE = 0, 1, 2
"""How a chooser is asked: on a view of its own; on the position itself, where everybody
sees everything and the chooser is proven only to read; outside of the compiled code."""

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
look: Any = None
decision: Any = None
standing: Any = None
borrow: Any = None
function_at: Any = None


def follow_lead(row, players, leader):  # type: ignore[no-untyped-def]
    """Return who leads now: who is alone in front, else who led before."""
    front = 0
    best = row[0]
    second = -1e300
    for p in range(1, players):
        score = row[p]
        lower = min(score, best)
        second = max(second, lower)
        front = p if score > best else front
        best = max(best, score)
    return front if best > second else leader


def play_games(  # type: ignore[no-untyped-def]
    initial, blank, states, views, choosers, parameters, lengths_of, manners, decisions, players,
    mode, pool, per_deal, seed, first, games, max_moves, seats, scores, lengths, changes, streams,
    buffer, row, scratch, progress,
):  # fmt: skip
    """Play games ``first`` to ``first + games``, and write what came of them.

    The rows ``seats[g]``, ``scores[g]`` and the numbers ``lengths[g]`` (moves) and
    ``changes[g]`` (of the lead) tell of game ``first + g``. Returns why it stopped.
    """
    # What is passed on to functions in the loop; its owner holds it until this returns.
    states, views, blank, choosers = borrow(states), borrow(views), borrow(blank), borrow(choosers)
    buffer, row, scratch, pool = borrow(buffer), borrow(row), borrow(scratch), borrow(pool)
    seats = borrow(seats)
    buffer_at = np.int64(buffer.ctypes.data)
    parameters_at = np.int64(parameters.ctypes.data)
    width = parameters.shape[1] * 8
    capacity = len(buffer) // 2
    s = states[0]
    # Where it left off: an interpreted strategy has answered.
    pending = progress[PENDING] != 0
    moves = progress[MOVES]
    leader = progress[LEADER]
    changed = progress[CHANGES]
    for g in range(progress[GAME], games):
        progress[GAME] = g
        if not pending:
            number = first + g
            deal = number // per_deal
            open_stream(streams[SEATING], seed, deal, SEATING)
            seat(mode, pool, players, number - deal * per_deal, streams[SEATING], scratch, seats[g])
            open_stream(streams[DEAL], seed, deal, DEAL)
            for p in range(players):
                open_stream(streams[SEATS + p], seed, deal, SEATS + p)
            states[0] = initial[0]
            moves = 0
            leader = -1
            changed = 0
        while True:
            p = actor(s)
            while p == CHANCE:
                apply(s, sample(s, streams[DEAL]))
                p = actor(s)
            if p == OVER:
                break
            if not pending:
                if moves >= max_moves:
                    break
                if p < 0 or p >= players:
                    return STUCK
                count = actions(s, buffer)
                which = decision(s)
                if count <= 0 or count > capacity or which < 0 or which >= decisions:
                    return STUCK
                i = seats[g, p] * decisions + which
                seen = look(manners[i] == READER, states, blank, views, p)
                if manners[i] == OUTSIDE:
                    progress[PENDING] = 1
                    progress[MOVES] = moves
                    progress[LEADER] = leader
                    progress[CHANGES] = changed
                    progress[PLAYER] = p
                    progress[COUNT] = count
                    progress[CHOOSER] = i
                    return ASKED
                choose = function_at(choosers, i)
                a = choose(
                    seen, streams[SEATS + p], buffer_at, count, parameters_at + i * width,
                    lengths_of[i],
                )  # fmt: skip
            else:
                a = progress[ACTION]
                pending = False
            if allowed(s, a) != 0:
                progress[ACTION] = a
                return ILLEGAL
            apply(s, a)
            moves += 1
            if standing(s, row):
                front = follow_lead(row, players, leader)  # type: ignore[no-untyped-call]
                changed += leader >= 0 and front != leader
                leader = front
        lengths[g] = moves
        if actor(s) == OVER:
            payoffs(s, row)
        else:
            lengths[g] = CUT
            for q in range(players):
                row[q] = 0.0
        for q in range(players):
            if not abs(row[q]) < 1e300:
                return STUCK
            scores[g, q] = row[q]
        changes[g] = changed
        progress[PENDING] = 0
    progress[GAME] = games
    return DONE

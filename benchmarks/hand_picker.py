"""The strictest limit for Picker: a Numba loop by hand for one size and one strategy.

Four players, v1.3, everybody keeps the best gain, equal gains at random, ties at random.
The number of players is a constant, nobody is seated, and wins are counted by seat only:
it does less than a tournament does (``hand_picker_full.py`` does the same).
"""

from __future__ import annotations

import numpy as np
from numba import njit

PLAYERS = 4


@njit(nogil=True, cache=False, inline="always")
def draw(state, n):
    z = state[0] + np.uint64(0x9E3779B97F4A7C15)
    state[0] = z
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit(nogil=True)
def play(games, seed, wins):
    state = np.full(1, np.uint64(seed))
    dice = np.zeros(PLAYERS, np.int64)
    score = np.zeros(PLAYERS, np.int64)
    kept = np.zeros((PLAYERS, PLAYERS), np.int64)
    gains = np.zeros(PLAYERS, np.int64)
    for _ in range(games):
        score[:] = 0
        kept[:] = 0
        first = 0
        for _ in range(2 * PLAYERS):
            while True:
                low, high = 7, 0
                for i in range(PLAYERS):
                    d = 1 + draw(state, 6)
                    dice[i] = d
                    low = min(low, d)
                    high = max(high, d)
                if low != high:
                    break
            starter = -1
            for turn in range(PLAYERS):
                p = (first + turn) % PLAYERS
                best, count = -1, 0
                for i in range(PLAYERS):
                    if dice[i] == 0:
                        gains[i] = -1
                        continue
                    g = dice[i]
                    if 1 <= kept[p, i] < 6:
                        g += 3
                    gains[i] = g
                    if g > best:
                        best, count = g, 1
                    elif g == best:
                        count += 1
                ticket = draw(state, count) if count > 1 else 0
                for i in range(PLAYERS):
                    if gains[i] == best:
                        if ticket == 0:
                            score[p] += best
                            kept[p, i] += 1
                            if dice[i] == low and starter < 0:
                                starter = p
                            dice[i] = 0
                            break
                        ticket -= 1
            first = starter
        top, count = -1, 0
        for p in range(PLAYERS):
            if score[p] > top:
                top, count = score[p], 1
            elif score[p] == top:
                count += 1
        ticket = draw(state, count) if count > 1 else 0
        for p in range(PLAYERS):
            if score[p] == top:
                if ticket == 0:
                    wins[p] += 1
                    break
                ticket -= 1

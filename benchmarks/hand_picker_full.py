"""The limit for Picker v1.3: a Numba loop written by hand for this one game.

It does the job of a tournament: any number of players up to 12, strategies seated at
random for each game, a choice by the best gain, the highest, the gain with a weight for
becoming first player, or at random, equal choices at random, ties at random; it counts
places by strategy and by seat and adds up scores. It knows nothing of views, records of
other games, versions, users' strategies, streams by seat, or checks of actions.
"""

from __future__ import annotations

import numpy as np
from numba import njit

GAIN, HIGHEST, RANDOM = 0, 1, 2
MOST = 12


@njit(nogil=True, inline="always")
def draw(state, n):
    z = state[0] + np.uint64(0x9E3779B97F4A7C15)
    state[0] = z
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@njit(nogil=True)
def play(players, codes, weights, games, seed, by_strategy, by_seat, scores):
    """Play games; adds places to ``by_strategy[i, place]`` and ``by_seat[seat, place]``."""
    state = np.full(1, np.uint64(seed))
    seats = np.arange(players)
    dice = np.zeros(MOST, np.int64)
    score = np.zeros(MOST, np.int64)
    kept = np.zeros((MOST, MOST), np.int64)
    worths = np.zeros(MOST)
    keys = np.zeros(MOST, np.int64)
    for _ in range(games):
        for i in range(players - 1):
            j = i + draw(state, players - i)
            seats[i], seats[j] = seats[j], seats[i]
        score[:players] = 0
        kept[:players, :players] = 0
        first = 0
        for _ in range(2 * players):
            while True:
                low, high = 7, 0
                for i in range(players):
                    d = 1 + draw(state, 6)
                    dice[i] = d
                    low = min(low, d)
                    high = max(high, d)
                if low != high:
                    break
            starter = -1
            p = first
            for turn in range(players):
                strategy = seats[p]
                code = codes[strategy]
                if code == RANDOM:
                    ticket = draw(state, players - turn)
                    choice = 0
                    for i in range(players):
                        if dice[i] > 0:
                            if ticket == 0:
                                choice = i
                                break
                            ticket -= 1
                else:
                    weight = weights[strategy] if starter < 0 else 0.0
                    best, count = -1e9, 0
                    for i in range(players):
                        d = dice[i]
                        if d == 0:
                            continue
                        worth = float(d)
                        if code == GAIN:
                            if 1 <= kept[p, i] < 6:
                                worth += 3.0
                            if d == low:
                                worth += weight
                        worths[i] = worth
                        if worth > best:
                            best, count = worth, 1
                        elif worth == best:
                            count += 1
                    ticket = draw(state, count) if count > 1 else 0
                    choice = 0
                    for i in range(players):
                        if dice[i] > 0 and worths[i] == best:
                            if ticket == 0:
                                choice = i
                                break
                            ticket -= 1
                d = dice[choice]
                score[p] += d + (3 if 1 <= kept[p, choice] < 6 else 0)
                kept[p, choice] += 1
                dice[choice] = 0
                if d == low and starter < 0:
                    starter = p
                p += 1
                if p == players:
                    p = 0
            first = starter
        # Places: equal scores are put in a random order by 32 random bits below each.
        for p in range(players):
            keys[p] = (score[p] << 32) + draw(state, 1 << 32)
        for p in range(players):
            place = 0
            for q in range(players):
                if keys[q] > keys[p]:
                    place += 1
            by_strategy[seats[p], place] += 1
            by_seat[p, place] += 1
            scores[seats[p]] += score[p]

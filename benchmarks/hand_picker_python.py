"""Picker v1.3 as a tight loop in plain Python: the same job as ``hand_picker_full.py``."""

from __future__ import annotations

from random import Random

GAIN, HIGHEST, RANDOM = 0, 1, 2


def play(players, codes, weights, games, seed, by_strategy, by_seat, scores):
    """Play games; adds places to ``by_strategy[i][place]`` and ``by_seat[seat][place]``."""
    draw = Random(seed).random
    everybody = range(players)
    seats = list(everybody)
    for _ in range(games):
        for i in range(players - 1):
            j = i + int(draw() * (players - i))
            seats[i], seats[j] = seats[j], seats[i]
        score = [0] * players
        kept = [[0] * players for _ in everybody]
        first = 0
        for _ in range(2 * players):
            while True:
                dice = [1 + int(draw() * 6) for _ in everybody]
                low = min(dice)
                if low != max(dice):
                    break
            starter = -1
            for p in (*range(first, players), *range(first)):
                strategy = seats[p]
                code = codes[strategy]
                mine = kept[p]
                if code == RANDOM:
                    left = [i for i in everybody if dice[i]]
                    choice = left[int(draw() * len(left))]
                else:
                    if code == HIGHEST:
                        best = max(dice)
                        ties = [i for i in everybody if dice[i] == best]
                    else:
                        weight = weights[strategy] if starter < 0 else 0.0
                        best, ties = -1e9, []
                        for i in everybody:
                            d = dice[i]
                            if d:
                                worth = d + 3 if 0 < mine[i] < 6 else d
                                if d == low:
                                    worth += weight
                                if worth > best:
                                    best, ties = worth, [i]
                                elif worth == best:
                                    ties.append(i)
                    choice = ties[int(draw() * len(ties))] if len(ties) > 1 else ties[0]
                d = dice[choice]
                score[p] += d + 3 if 0 < mine[choice] < 6 else d
                mine[choice] += 1
                dice[choice] = 0
                if d == low and starter < 0:
                    starter = p
            first = starter
        order = sorted(everybody, key=lambda p: -score[p] - draw())
        for place, p in enumerate(order):
            by_strategy[seats[p]][place] += 1
            by_seat[p][place] += 1
            scores[seats[p]] += score[p]

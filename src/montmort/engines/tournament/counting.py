"""Counting a table of games: one pass, compiled for long tables, interpreted for short.

The rules by which places and sums follow from scores are written here once.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ...core import cache, compiler
from ...core.rule import compiled_type
from ...core.struct import Stream
from ...statistics.streams import TIES, open_stream, uniform

__all__ = ["CUT", "KINDS", "counting", "placing", "room"]

CUT = -1
"""Marks the length of a game that was cut at the limit of moves."""

RANDOM, SHARE, SEAT = 0, 1, 2
"""The tie rules, as numbers."""

MARGIN, LENGTH, CHANGES, TIED, TIED_ANY, WAS_CUT = range(6)
KINDS = 6
"""What is counted of a game as a whole."""

LONG = 512
"""Games from which compiled code is worth loading."""


def place_seats(scores, g, number, ties, seed, stream, keys, place, equal):  # type: ignore[no-untyped-def]
    """Write each seat's place in game ``number`` and with how many it is equal.

    ``random`` puts equal scores in an order drawn from a stream of the game's own,
    ``seat`` puts the earlier seat ahead; for ``share`` the place is the best of those
    that equals hold together. Returns whether any are equal.
    """
    players = scores.shape[1]
    most = 1
    for p in range(players):
        score = scores[g, p]
        ahead = 0
        same = 0
        for q in range(players):
            ahead += scores[g, q] > score
            same += scores[g, q] == score
        place[p] = ahead
        equal[p] = same
        most = max(most, same)
    if most > 1 and ties != SHARE:
        if ties == RANDOM:
            open_stream(stream, seed, number, TIES)
        for p in range(players):
            keys[p] = uniform(stream) if ties == RANDOM else 0.0
        for p in range(players):
            for q in range(players):
                before = keys[q] < keys[p] or (keys[q] == keys[p] and q < p)
                place[p] += scores[g, q] == scores[g, p] and before
    return most > 1


def place_games(scores, first, ties, seed, stream, keys, place, equal, shares):  # type: ignore[no-untyped-def]
    """Write how much of each place each seat of each game took: ``shares[g, seat, place]``."""
    players = scores.shape[1]
    for g in range(len(scores)):
        place_seats(  # type: ignore[no-untyped-call]
            scores, g, first + g, ties, seed, stream, keys, place, equal
        )
        for p in range(players):
            held = equal[p] if ties == SHARE else 1
            for r in range(held):
                shares[g, p, place[p] + r] = 1.0 / held


def count_games(  # type: ignore[no-untyped-def]
    seats, scores, lengths, changes, first, per_deal, ties, seed, stream, keys, place,
    equal, margins, sums, times, squares, numbers, number_squares, products, deal_sums,
    deal_times, touched, deal_numbers,
):  # fmt: skip
    """Add up games: ``sums`` of x, x² and x·m and ``times`` of m, m² and m > 0 by group.

    The groups are the strategies, then the seats, then the strategies in each seat;
    x is what a group has of each place, and of the score, in one deal, and m how many
    of the seats.
    """
    games, players = scores.shape
    strategies = len(squares)
    crossed = strategies + players
    # Alone: no deal has two games, and places are whole. Then each seat of each game is a
    # cluster of its own, whose sums are counts.
    alone = per_deal == 1 and ties != SHARE
    repeats = False
    for g in range(games):
        for p in range(players):
            for q in range(p):
                repeats |= seats[g, p] == seats[g, q]
    count = 0
    for g in range(games):
        tied = place_seats(  # type: ignore[no-untyped-call]
            scores, g, first + g, ties, seed, stream, keys, place, equal
        )
        best = scores[g, 0]
        second = -1e300
        for p in range(players):
            i = seats[g, p]
            score = scores[g, p]
            if p > 0:
                second = max(second, min(best, score))
                best = max(best, score)
            squares[i, p] += score * score
            at = crossed + i * players + p
            if alone:
                sums[0, at, place[p]] += 1.0
                sums[0, at, players] += score
                times[0, at] += 1.0
            for way in range(3):
                if way == 0 and not (alone and not repeats):
                    group = i
                elif way == 1 and not alone:
                    group = strategies + p
                elif way == 2 and not alone:
                    group = at
                else:
                    continue
                if deal_times[group] == 0.0:
                    touched[count] = group
                    count += 1
                deal_times[group] += 1.0
                held = equal[p] if ties == SHARE else 1
                for r in range(held):
                    deal_sums[group, place[p] + r] += 1.0 / held
                deal_sums[group, players] += score
        margin = best - second if players > 1 else 0.0
        margins[g] = margin
        deal_numbers[MARGIN] += margin
        number_squares[MARGIN] += margin * margin
        if lengths[g] == CUT:
            deal_numbers[WAS_CUT] += 1.0
        else:
            deal_numbers[LENGTH] += lengths[g]
            number_squares[LENGTH] += float(lengths[g]) * lengths[g]
        deal_numbers[CHANGES] += changes[g]
        number_squares[CHANGES] += float(changes[g]) * changes[g]
        deal_numbers[TIED] += margin == 0.0 and players > 1
        deal_numbers[TIED_ANY] += tied
        number = first + g + 1
        if number % per_deal != 0 and g < games - 1:
            continue
        # The deal is complete.
        inside = (number - 1) % per_deal + 1
        for kind in range(KINDS):
            x = deal_numbers[kind]
            numbers[0, kind] += x
            numbers[1, kind] += x * x
            numbers[2, kind] += x * inside
            deal_numbers[kind] = 0.0
        if not alone:
            for p in range(players):
                for q in range(players):
                    one = deal_sums[strategies + p, 0]
                    products[p, q] += one * deal_sums[strategies + q, 0]
        for k in range(count):
            group = touched[k]
            m = deal_times[group]
            for kind in range(players + 1):
                x = deal_sums[group, kind]
                sums[0, group, kind] += x
                sums[1, group, kind] += x * x
                sums[2, group, kind] += x * m
                deal_sums[group, kind] = 0.0
            times[0, group] += m
            times[1, group] += m * m
            times[2, group] += 1.0
            deal_times[group] = 0.0
        count = 0
    for kind in range(TIED, KINDS):
        number_squares[kind] = numbers[0, kind]
    if alone:
        for i in range(strategies):
            for p in range(players):
                at = crossed + i * players + p
                for kind in range(players + 1):
                    x = sums[0, at, kind]
                    sums[1, at, kind] = x if kind < players else squares[i, p]
                    sums[2, at, kind] = x
                times[1, at] = times[0, at]
                times[2, at] = times[0, at]
                for way in range(2):
                    group = strategies + p if way == 0 else i
                    if way == 1 and repeats:
                        continue
                    for part in range(3):
                        times[part, group] += times[part, at]
                        for kind in range(players + 1):
                            sums[part, group, kind] += sums[part, at, kind]
        for p in range(players):
            products[p, p] = sums[0, strategies + p, 0]


def counting(games: int) -> Any:
    """``count_games`` for a table of so many games: compiled where that is worth it."""
    return _compiled_count() if games >= LONG else count_games


def placing(games: int) -> Any:
    """``place_games`` for a table of so many games."""
    return _compiled_place() if games >= LONG else place_games


def room(games: int, players: int) -> tuple[Any, ...]:
    """What these work with: a stream, the keys that order equals, places, equals."""
    stream = Stream()
    integers = np.zeros(players, np.int64), np.zeros(players, np.int64)
    return (stream.memory[0] if games >= LONG else stream, np.zeros(players), *integers)


def _signature(*arguments: Any) -> Any:
    from numba import types

    return types.void(*arguments)


@functools.cache
def _compiled_count() -> Any:
    from numba import types

    i, i1, i2 = types.int64, types.int64[::1], types.int64[:, ::1]
    f1, f2, f3 = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
    signature = _signature(
        i2, f2, i1, i1, i, i, i, i, compiled_type(Stream), f1, i1, i1, f1, f3, f2,
        f2, f2, f1, f2, f2, f1, i1, f1,
    )  # fmt: skip
    return _compile(count_games, signature)


@functools.cache
def _compiled_place() -> Any:
    from numba import types

    i, i1, f1 = types.int64, types.int64[::1], types.float64[::1]
    f2, f3 = types.float64[:, ::1], types.float64[:, :, ::1]
    return _compile(place_games, _signature(f2, i, i, i, compiled_type(Stream), f1, i1, i1, f3))


def _compile(function: Any, signature: Any) -> Any:
    import sys

    from numba import njit

    inner = njit(nogil=True, error_model="python", forceinline=True)(place_seats)
    folder = compiler.home("counting", cache.sources(sys.modules[__name__]))
    return compiler.compile_cached(
        compiler.specialise(function, place_seats=inner), signature, folder,
        what=function.__name__, about="compiling the counting of games (once) ...",
    )  # fmt: skip

"""Scoring: what points are worth in levels, what the bottom counts, and who deals next."""

from __future__ import annotations

from typing import Any

from ...core.rule import rule

__all__ = ["ACE", "BOTTOM_FACTORS", "bottom_multiplier", "grabbers_win", "levels_won", "risen"]

ACE = 12
"""The last level; beyond it a match is won."""

BOTTOM_FACTORS = ("double", "cards", "twice_cards", "power")


@rule
def grabbers_win(s: Any, points: int) -> bool:
    """Say whether so many points win the round for the grabbers."""
    return bool(points >= s.grabbers_need)


@rule
def levels_won(s: Any, points: int) -> int:
    """Say how many levels the winning side rises if the grabbers have so many points."""
    if points < s.grabbers_need:
        found = 1
        for i in range(s.dealer_steps):
            if points < s.dealer_rise[i]:
                found += 1
        return found
    found = 0
    for i in range(s.grabber_steps):
        if points >= s.grabber_rise[i]:
            found += 1
    if s.extra_steps > 0 and s.grabber_steps > 0:
        last = s.grabber_rise[s.grabber_steps - 1]
        if points >= last:
            found += (points - last) // s.extra_steps
    return found


@rule
def bottom_multiplier(factor: int, cap: int, cards: int) -> int:
    """Say how many times the bottom counts if the longest part of the last trick had so many cards.

    >>> [bottom_multiplier(factor, 0, 4) for factor in range(4)]
    [2, 4, 8, 16]
    """
    if factor == 0:
        found = 2
    elif factor == 1:
        found = cards
    elif factor == 2:
        found = 2 * cards
    else:
        found = 1 << min(cards, 30)
    return min(found, cap) if cap > 0 else found


@rule
def risen(level: int, rise: int, dealing: bool, must_play: int) -> int:
    """Say where a rise from a level ends, with levels that can't be passed (a set of bits).

    >>> risen(3, 2, False, 0), risen(2, 5, True, 1 << 3), risen(3, 2, True, 1 << 3)
    (5, 3, 5)
    """
    at = level
    for _ in range(rise):
        if at > ACE:
            break
        if (must_play >> at) & 1 and not (dealing and at == level):
            break
        at += 1
    return at

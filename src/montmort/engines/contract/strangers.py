"""Values that are hardly actions, and what counts as a number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = ["is_number", "strangers_to"]


def is_number(value: Any) -> bool:
    """Say whether something is a finite number.

    >>> is_number(Fraction(1, 3)), is_number(float("nan")), is_number("1"), is_number(True)
    (True, False, False, False)
    """
    if isinstance(value, (bool, np.bool_)):
        return False
    if isinstance(value, (float, np.floating)):
        return math.isfinite(value)
    return isinstance(value, (int, np.integer, Fraction))


def strangers_to(actions: Sequence[Any], pool: Sequence[Any] = ()) -> list[Any]:
    """Think of things that are hardly actions: neighbours, huge, negative, of wrong types.

    >>> 3 in strangers_to([0, 1, 2]), (0, 2) in strangers_to([(0, 1)])
    (True, True)
    """
    found: list[Any] = [None, 1.5, "", "no such action", (), (0, 0, 0, 0, 0, 0, 0), b"x"]
    found += [-1, -2, 10**6, 2**31, 2**40, -(2**63), 2**63 - 1, 2**63, -(2**70)]
    sample = list(actions[:3]) + list(actions[-3:])
    for action in sample:
        if isinstance(action, (int, np.integer)):
            found += [int(action) - 1, int(action) + 1, -int(action) - 1, str(action)]
            found += [int(action) + (1 << bits) for bits in (8, 16, 32)]
        elif isinstance(action, str):
            found += [action + action, action + " ", action.swapcase(), action[:-1]]
        elif isinstance(action, tuple):
            for i, item in enumerate(action):
                if isinstance(item, (int, np.integer)):
                    found += [
                        (*action[:i], int(item) + step, *action[i + 1 :])
                        for step in (-1, 1, 10**6, -(10**6))
                    ]
            found += [action[:-1], (*action, 0)]
    found += list(pool)
    kept: list[Any] = []
    for item in found:
        if not any(type(item) is type(other) and item == other for other in kept):
            kept.append(item)
    return kept

"""From which size on two gaps can't be told apart.

``paper(x, y)`` is the bound of the paper that introduced clipped gaps; ``gap(...)`` is the
sharper one that the engine's positions allow, in which dead cards are left out. Both
are derived in the documentation.
"""

from __future__ import annotations

import math

__all__ = ["gap_table", "limit", "naive", "paper"]


def paper(x: int, y: int) -> int:
    """The bound B(x, y) of the paper: 2·C(x+y-2, x-1) - 1.

    >>> paper(3, 3), paper(5, 5), paper(8, 4)
    (11, 139, 239)
    """
    return 2 * math.comb(x + y - 2, x - 1) - 1


def naive(a: int, d: int) -> int:
    """The older bound, from the elimination of quantifiers: 2^((a-1)(d-1)) - 1.

    >>> naive(3, 3)
    15
    """
    return int(2 ** ((a - 1) * (d - 1))) - 1


def limit(a: int, d: int, misere: bool = False) -> int:
    """The deck from which on all have one type, by the sharper bound.

    >>> limit(5, 5), limit(5, 5, misere=True), limit(8, 4)
    (49, 69, 91)
    """
    if min(a, d) < 2:
        return 1
    most = math.comb(a + d - 2, a - 1) - 1
    if not misere:
        most -= math.comb(a + d - 4, a - 2)
    return max(most, (a - 1) * (d - 1) + 1)


def gap_table(
    a: int, d: int, misere: bool, *, largest: bool = False
) -> dict[tuple[int, int, int, int], int]:
    """The bounds T[h, l, x, y] of a gap in which x more cards would ascend, y descend.

    In the normal form h and l say how many cards at the top and at the bottom can still
    make a difference (see the documentation); in the misère form they are 0.

    >>> gap_table(5, 5, False)[5, 5, 5, 5], gap_table(5, 5, True)[0, 0, 5, 5]
    (49, 69)
    """
    found: dict[tuple[int, int, int, int], int] = {}
    contexts = [(0, 0)] if misere else [(h, k) for h in range(2, d + 1) for k in range(2, a + 1)]
    for h, k in contexts[-1:] if largest else contexts:
        for x in range(1, a + 1):
            for y in range(1, d + 1):
                if x == 1 or y == 1:
                    size = 0
                elif not misere and x == 2:
                    size = min(y, h) - 2
                elif not misere and y == 2:
                    size = min(x, k) - 2
                else:
                    size = found[h, k, x - 1, y] + found[h, k, x, y - 1] + 1
                found[h, k, x, y] = size
    return found

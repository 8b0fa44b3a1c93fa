"""One suit of N cards: the closed form, in whole numbers, for any N.

Player 1 keeps x > m (from i = m + 1), player 2 keeps y > k (from j = k + 1). Wins are
counted in units of 1 / N(N-1)(N-2). The derivation, and why thresholds suffice, is in
docs/leher.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from ...core.errors import InputError

__all__ = [
    "Mixture", "check_cards", "convex", "first_gain", "first_replies", "limits", "optimal_pair",
    "second_gain", "second_replies", "secured", "secured_by_cards", "win_chance", "wins",
]  # fmt: skip

Mixture = tuple[tuple[int, Fraction], ...]
"""Thresholds (keep from this card on; N + 1: never keep) with their probabilities."""


def check_cards(cards: int) -> None:
    """Refuse a deck that is too small for two players and a card to draw."""
    if isinstance(cards, bool) or not isinstance(cards, int):
        raise InputError(f"cards is {cards!r}: it must be a whole number")
    if cards < 3:
        raise InputError(f"cards is {cards}: Le Her needs at least 3 (two hands and one to draw)")


def units(cards: int) -> int:
    """Return how many ordered deals of three cards there are."""
    return cards * (cards - 1) * (cards - 2)


def _sum(first: int, last: int) -> int:
    """Add up the whole numbers from first to last."""
    return (first + last) * (last - first + 1) // 2 if last >= first else 0


def wins(cards: int, keep_from: int, dealer_from: int) -> int:
    """Count the deals (of three cards in order) that player 1 wins with two thresholds.

    >>> Fraction(wins(13, 8, 9), 13 * 12 * 11)
    Fraction(313, 572)
    """
    n, m, k = cards, keep_from - 1, dealer_from - 1
    swapped = (m * (n * n - 3 * n) + 3 * _sum(1, m) - m * (m + 1) * (2 * m + 1) // 6) // 2
    # Cards x up to k win against what the dealer draws only; higher ones also against y < x.
    middle = (k - 2) * (_sum(m + 1, k) - max(0, k - m))
    start = max(m, k) + 1
    count = n - start + 1
    high = (n - 2 + k) * _sum(start, n) - count * ((n - 2) * (1 + k) + 2 * k)
    return swapped + middle + (high if count > 0 else 0)


def first_gain(cards: int, card: int, dealer_from: int) -> int:
    """Count what player 1 wins more by keeping a card than by swapping it."""
    n, x, k = cards, card, dealer_from - 1
    kept = (x - 1) * (k - 2) if x <= k else (n - 2) * (x - 1 - k) + (x - 2) * k
    return kept - (n - x) * (n + x - 3) // 2


def second_gain(cards: int, card: int, keep_from: int) -> int:
    """Count what player 2 wins more by keeping a card than by drawing (player 1 has kept)."""
    n, y, m = cards, card, keep_from - 1
    drawn = _sum(m, n - 1) - (y - 1 if y > m else 0)
    return drawn - (n - 1) * (n - max(m, y))


def _first_at_least(cards: int, gain: Callable[[int], Fraction | int], above: int) -> int:
    """Find the lowest card whose gain (which grows with the card) is at least ``above``."""
    low, high = 1, cards + 1
    while low < high:
        middle = (low + high) // 2
        if gain(middle) >= above:
            high = middle
        else:
            low = middle + 1
    return low


def _replies(cards: int, gain: Callable[[int], int]) -> tuple[int, int]:
    # Gains are whole numbers: more than nothing is at least one.
    return _first_at_least(cards, gain, 0), _first_at_least(cards, gain, 1)


def _whole(mixture: Mixture) -> list[tuple[int, int]]:
    """Scale the probabilities of a mixture to whole numbers."""
    scale = math.lcm(*(p.denominator for _, p in mixture))
    return [(threshold, int(p * scale)) for threshold, p in mixture]


def first_replies(cards: int, second: Mixture) -> tuple[int, int]:
    """Return the lowest and the highest threshold that is player 1's best reply."""
    parts = _whole(second)
    return _replies(cards, lambda x: sum(w * first_gain(cards, x, j) for j, w in parts))


def second_replies(cards: int, first: Mixture) -> tuple[int, int]:
    """Return the lowest and the highest threshold that is player 2's best reply."""
    parts = _whole(first)
    return _replies(cards, lambda y: sum(w * second_gain(cards, y, i) for i, w in parts))


def secured(cards: int, first: Mixture, second: Mixture) -> tuple[Fraction, Fraction]:
    """Return what player 1's mixture secures, and what player 2's holds her to.

    Both are winning chances of player 1 against a best reply among all 2^N subsets of
    cards: gains grow with the card, so that the best of them is a threshold.
    """
    j, i = second_replies(cards, first)[0], first_replies(cards, second)[0]
    low = sum((p * wins(cards, own, j) for own, p in first), Fraction(0))
    high = sum((p * wins(cards, i, own) for own, p in second), Fraction(0))
    return low / units(cards), high / units(cards)


def secured_by_cards(cards: int, first: Mixture, second: Mixture) -> tuple[Fraction, Fraction]:
    """Return the same as :func:`secured`, by a sum over single cards.

    Here no reply is taken to be a threshold: every card adds the better of keeping and
    swapping, so that the sum is the best of all 2^N replies.
    """
    n = cards
    against_first = sum((p * wins(n, i, 1) for i, p in first), Fraction(0))
    scale = math.lcm(*(p.denominator for _, p in first))
    parts = _whole(first)
    saved = sum(min(0, sum(w * second_gain(n, y, i) for i, w in parts)) for y in range(1, n + 1))
    low = against_first + Fraction(saved, scale)
    against_second = sum((p * wins(n, 1, j) for j, p in second), Fraction(0))
    scale = math.lcm(*(p.denominator for _, p in second))
    parts = _whole(second)
    won = sum(max(0, -sum(w * first_gain(n, x, j) for j, w in parts)) for x in range(1, n + 1))
    high = against_second + Fraction(won, scale)
    return low / units(n), high / units(n)


def win_chance(cards: int, first: Collection[int], second: Collection[int]) -> Fraction:
    """Return P(S, T): player 1 keeps the cards of S, player 2 (after a keep) those of T.

    Any subsets of the cards 1 to N will do.

    >>> win_chance(13, range(8, 14), range(9, 14))
    Fraction(313, 572)
    """
    check_cards(cards)
    n = cards
    kept, stays = set(first), set(second)
    for name, chosen in (("first", kept), ("second", stays)):
        wrong = [card for card in chosen if not 1 <= card <= n]
        if wrong:
            raise InputError(f"{name} has the card {wrong[0]!r}: cards are 1 to {n}")
    below = [0] * (n + 2)  # how many of player 2's kept cards are lower than a card
    for card in range(1, n + 1):
        below[card + 1] = below[card] + (card in stays)
    total = 0
    for x in range(1, n + 1):
        if x not in kept:
            total += (n - x) * (n + x - 3) // 2
            continue
        lower, higher = below[x], below[n + 1] - below[x + 1]
        drawn_lower, drawn_higher = x - 1 - lower, n - x - higher
        total += (n - 2) * lower + (x - 2) * drawn_lower + (x - 1) * drawn_higher
    return Fraction(total, units(n))


def convex(cards: int) -> bool:
    """Check the property that the solution rests on, for every pair of thresholds.

    Wins are concave in player 1's threshold and convex in player 2's.
    """
    table = [[wins(cards, i, j) for j in range(1, cards + 2)] for i in range(1, cards + 2)]
    rows = all(row[j - 1] + row[j + 1] >= 2 * row[j] for row in table for j in range(1, cards))
    return rows and all(
        table[i - 1][j] + table[i + 1][j] <= 2 * table[i][j]
        for i in range(1, cards)
        for j in range(cards + 1)
    )


def optimal_pair(cards: int) -> tuple[Mixture, Mixture]:
    """Find one optimal pair: pure, or a mixture of two neighbouring thresholds on each side.

    Player 2's best reply grows with player 1's threshold, which falls with player 2's:
    they cross once, and bisection finds where.
    """
    low, high = 1, cards + 1
    while low < high:
        i = (low + high) // 2
        j = second_replies(cards, _pure(i))[1]
        if first_replies(cards, _pure(j))[0] <= i:
            high = i
        else:
            low = i + 1
    rows = [i for i in (low - 1, low) if i >= 1]
    ends = [j for i in rows for j in second_replies(cards, _pure(i))]
    columns = sorted({j + step for j in ends for step in (-1, 0, 1) if 1 <= j + step <= cards + 1})
    for i in rows:
        for j in columns:
            if _optimal(cards, _pure(i), _pure(j)):
                return _pure(i), _pure(j)
    for i in (i for i in rows if i + 1 <= cards + 1):
        for j in (j for j in columns if j + 1 <= cards + 1):
            a, b = wins(cards, i, j), wins(cards, i, j + 1)
            c, d = wins(cards, i + 1, j), wins(cards, i + 1, j + 1)
            whole = a - b - c + d
            if not whole:
                continue
            p, q = Fraction(d - c, whole), Fraction(d - b, whole)
            if 0 < p < 1 and 0 < q < 1:
                first: Mixture = ((i, p), (i + 1, 1 - p))
                second: Mixture = ((j, q), (j + 1, 1 - q))
                if _optimal(cards, first, second):
                    return first, second
    raise ArithmeticError(f"no optimal pair of neighbouring thresholds for {cards} cards")


def _pure(threshold: int) -> Mixture:
    return ((threshold, Fraction(1)),)


def _optimal(cards: int, first: Mixture, second: Mixture) -> bool:
    low, high = secured(cards, first, second)
    return low == high


def limits() -> tuple[float, float, float]:
    """Return the limits of i/N, j/N and V: x³ + x² + x = 1, (1 + x²)/2, and the value there.

    >>> print("%.6f %.6f %.6f" % limits())
    0.543689 0.647799 0.535237
    """
    x = 0.5
    for _ in range(60):
        x -= (x**3 + x**2 + x - 1) / (3 * x**2 + 2 * x + 1)
    y = (1 + x * x) / 2
    return x, y, x / 2 - x**3 / 6 + y * (1 - x * x) / 2 + (1 - y) ** 2 / 2


def pure_exists(numbers: Any) -> Any:
    """Say for many deck sizes at once (an array of N from 30 on) whether a pure pair is optimal.

    A pure optimum has i among the best replies to j and j among those to i, and lies
    within a few cards of the crossing, where i < j: there
    j = (N + 1)/2 + m(m - 1)/2(N - 2) rounded up, and both gains are polynomials.
    """
    import numpy as np

    n = np.asarray(numbers, dtype=np.int64)
    x, _, _ = limits()
    found = np.zeros(n.shape, dtype=bool)
    centre = np.floor(x * n).astype(np.int64)
    for step in range(-4, 6):
        m = centre + step
        # Player 2's lowest best reply, and the next one where it ties.
        top = (n + 1) * (n - 2) + m * (m - 1)
        j = -(-top // (2 * (n - 2)))
        for tie in (0, 1):
            dealer = j + tie
            valid = (top % (2 * (n - 2)) == 0) if tie else np.ones(n.shape, dtype=bool)
            k = dealer - 1

            def gain(card: Any, k: Any = k) -> Any:
                return 2 * (card - 1) * (k - 2) + card * card - 3 * card - n * (n - 3)

            found |= valid & (gain(m + 1) >= 0) & (gain(m) <= 0)
    return found

"""Known values about Le Her, beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...core.results import Fact, Facts, Result
from .two import LeHerSolution

__all__ = ["reproduce"]

_DRESHER = "Dresher, Games of Strategy, 1961"
_TODHUNTER = "Todhunter, A History of the Mathematical Theory of Probability, 1865, ch. VIII"
_KARLIN = "posed by Karlin, Mathematical Methods and Theory in Games, 1959; recomputed"
_PAPER = "the paper on N-card Le Her, its opening"
_TWICE = "recomputed by two independent programs"
_RULES = "derived from the rules by two independent programs"
_TREE = "the whole game tree as a sequence-form linear programme"

_TABLE = (
    # N, player 1's optimal thresholds, player 2's, value, source
    (3, {3}, {1, 2, 3, 4}, Fraction(2, 3), _TWICE),
    (4, {3, 4}, {3, 4}, Fraction(7, 12), _TWICE),
    (5, {4}, {4, 5}, Fraction(7, 12), _KARLIN),
    (6, {5}, {5, 6}, Fraction(17, 30), _TWICE),
    (7, {5}, {6}, Fraction(59, 105), _TWICE),
    (13, {8, 9}, {9, 10}, Fraction(548, 1001), _TWICE),
)


def _fact(statement: str, source: str, expected: Any, found: Any, note: str = "") -> Fact:
    return Fact(statement, source, expected, found, expected == found, note)


def reproduce(seed: int = 1) -> Iterator[Result]:
    """Yield the known values of Le Her beside ours, and the curve towards the limits.

    >>> facts = next(reproduce())
    >>> all(fact.agrees for fact in facts.facts)
    True
    """
    from .growing import growth

    yield Facts("Le Her with one suit of N cards", tuple(_one_suit()))
    yield Facts("Le Her with 52 cards and the house rules", tuple(_classical()))
    yield Facts("Le Her with very many cards", tuple(_many_cards()))
    yield growth([*range(3, 61), 100, 200, 500, 1000])


def _thresholds(solution: LeHerSolution, player: int) -> set[int]:
    return {i for mixture in solution.optimal[player] for i, _ in mixture}


def _text(mixture: tuple[tuple[int, Fraction], ...]) -> str:
    return ", ".join(f"{i}: {p}" for i, p in mixture)


def _one_suit() -> Iterator[Fact]:
    from .single import convex
    from .two import solve_single

    for cards, first, second, value, source in _TABLE:
        found = solve_single(cards)
        name = f"{cards} cards"
        yield _fact(f"{name}: player 1's winning chance", source, value, found.value)
        yield _fact(
            f"{name}: player 1 keeps from", source, sorted(first), sorted(_thresholds(found, 0))
        )
        note = "any threshold will do; 4 is never to keep" if cards == 3 else ""
        yield _fact(
            f"{name}: player 2 keeps from",
            source,
            sorted(second),
            sorted(_thresholds(found, 1)),
            note,
        )
    thirteen = solve_single(13)
    yield _fact("13 cards: player 1's mixture", _TWICE, "8: 6/7, 9: 1/7", _text(thirteen.first))
    yield _fact("13 cards: player 2's mixture", _TWICE, "9: 4/7, 10: 3/7", _text(thirteen.second))
    yield _fact(
        "thresholds are worth the same as all subsets, N = 3 to 60",
        _PAPER,
        True,
        all(
            found.certificate["first_secures"] == found.certificate["second_holds_to"]
            for found in map(solve_single, range(3, 61))
        ),
    )
    yield _fact(
        "the matrix of thresholds is concave and convex, N = 3 to 60",
        _PAPER,
        True,
        all(map(convex, range(3, 61))),
    )
    yield from _by_programmes()


def _by_programmes() -> Iterator[Fact]:
    from ...engines.matrix import solve_matrix
    from ...engines.sequence import solve_sequence
    from .game import LeHer
    from .single import units, wins
    from .two import solve_single

    sizes = [*range(3, 21), 30, 40, 60]
    agree = 0
    for cards in sizes:
        table = [[wins(cards, i, j) for j in range(1, cards + 2)] for i in range(1, cards + 2)]
        agree += solve_matrix(table).value == solve_single(cards).value * units(cards)
    yield _fact(
        f"closed form and exact linear programme agree, {len(sizes)} decks from 3 to 60 cards",
        "the matrix of all thresholds as a linear programme",
        len(sizes),
        agree,
    )
    for cards in (5, 9, 13):
        value = solve_sequence(LeHer(cards=cards)).value[0]
        yield _fact(f"{cards} cards, net", _TREE, value, solve_single(cards).net)


def _classical() -> Iterator[Fact]:
    from ...engines.sequence import solve_sequence
    from .deck import Deck
    from .game import LeHer
    from .two import solve_deck

    deck = Deck(4, 13)
    for keep_from, dealer_from, count, words in (
        (7, 8, 2828, "receiver holds 7, dealer holds 8"),
        (7, 9, 2834, "receiver holds 7, dealer switches 8"),
        (8, 8, 2838, "receiver switches 7, dealer holds 8"),
        (8, 9, 2828, "both switch"),
    ):
        found = (1 + deck.net(keep_from, dealer_from)) / 2 * 5525
        yield _fact(f"{words}: out of 5525", _TODHUNTER, count, found)
    solution = solve_deck(deck)
    yield _fact("receiver's winning chance", _DRESHER, Fraction(11327, 22100), solution.value)
    yield _fact("receiver holds 7 with 5/8", _DRESHER, "7: 5/8, 8: 3/8", _text(solution.first))
    yield _fact("dealer holds 8 with 3/8", _DRESHER, "8: 3/8, 9: 5/8", _text(solution.second))
    tree = solve_sequence(LeHer("classical")).value[0]
    yield _fact("net for the receiver", _TREE, tree, solution.net)


def _many_cards() -> Iterator[Fact]:
    from .growing import count_pure, limit_share
    from .single import limits, optimal_pair, secured

    x, y, value = limits()
    yield _fact("limit of i/N", _RULES, 0.543689, round(x, 6), "the root of x³ + x² + x = 1")
    yield Fact("limit of j/N", _RULES, "(1 + x²)/2", round(y, 6), abs(y - (1 + x * x) / 2) < 1e-12)
    yield _fact("limit of V", _RULES, 0.535237, round(value, 6))
    cards = 1_000_000
    first, second = optimal_pair(cards)
    low, high = secured(cards, first, second)
    near = max(
        abs(float(first[0][0]) / cards - x),
        abs(float(second[0][0]) / cards - y),
        abs(float(low) - value),
    )
    yield Fact(
        "1,000,000 cards: thresholds and value within 3/N of the limits, certified",
        _RULES,
        True,
        low == high and near < 3 / cards,
        low == high and near < 3 / cards,
        f"keep from {first[0][0]} and {second[0][0]}, V = {float(low):.9f}",
    )
    count = count_pure(100_000)
    share = count.mixed / count.sizes
    yield Fact(
        "share of N without a pure solution tends to x²/(x² + x + y)",
        "docs: equidistribution of (xN, yN)",
        round(limit_share(), 4),
        round(share, 4),
        abs(share - limit_share()) < 1e-3,
        f"exactly {count.mixed:,} of the {count.sizes:,} sizes from 3 to {count.bound:,}",
    )

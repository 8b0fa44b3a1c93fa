"""Le Her for two: published and recomputed values, every route against every other."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import InputError
from montmort.core.results import Fact, Facts, plain
from montmort.engines.matrix import solve_matrix
from montmort.engines.sequence import solve_sequence
from montmort.games.leher import LeHer, single
from montmort.games.leher.deck import Deck
from montmort.games.leher.facts import reproduce
from montmort.games.leher.growing import count_pure, growth, limit_share
from montmort.games.leher.solve import solve
from montmort.games.leher.two import solve_deck, solve_single

F = Fraction


def by_deals(cards, keeps, stays):
    """Count P(S, T) deal by deal, from the rules alone."""
    won = 0
    for x, y, z in itertools.permutations(range(1, cards + 1), 3):
        if x in keeps:
            won += x > (y if y in stays else z)
        elif y > x:  # player 2 holds x, knows that it loses, and draws
            won += y > z
    return F(won, cards * (cards - 1) * (cards - 2))


def subsets(cards):
    every = range(1, cards + 1)
    return itertools.chain.from_iterable(itertools.combinations(every, n) for n in range(cards + 1))


def thresholds(mixtures):
    return {i for mixture in mixtures for i, _ in mixture}


# N, player 1's thresholds, player 2's thresholds, V: recomputed by two independent
# programs; N = 5 is Karlin's problem (1959).
TABLE = [
    (3, {3}, {1, 2, 3, 4}, F(2, 3)),
    (4, {3, 4}, {3, 4}, F(7, 12)),
    (5, {4}, {4, 5}, F(7, 12)),
    (6, {5}, {5, 6}, F(17, 30)),
    (7, {5}, {6}, F(59, 105)),
    (13, {8, 9}, {9, 10}, F(548, 1001)),
]


@pytest.mark.parametrize(("cards", "first", "second", "value"), TABLE)
def test_table(cards, first, second, value):
    found = solve_single(cards)
    assert found.value == value
    assert found.net == 2 * value - 1
    assert thresholds(found.optimal[0]) == first
    assert thresholds(found.optimal[1]) == second


def test_thirteen_cards_as_json():
    answer = json.loads(json.dumps(plain(solve(cards=13).as_dict())))
    assert answer["exact"] is True
    assert (answer["value"], answer["net"]) == ("548/1001", "95/1001")
    first = [{"keep_from": 8, "probability": "6/7"}, {"keep_from": 9, "probability": "1/7"}]
    second = [{"keep_from": 9, "probability": "4/7"}, {"keep_from": 10, "probability": "3/7"}]
    assert answer["first"] == first
    assert answer["second"] == second
    assert answer["optimal"] == {"first": [first], "second": [second]}
    assert answer["certificate"]["first_secures"] == "548/1001"
    assert answer["certificate"]["second_holds_to"] == "548/1001"
    assert list(answer)[:7] == [
        "exact", "value", "net", "first", "second", "optimal", "certificate",
    ]  # fmt: skip


def test_the_pair_with_fewest_thresholds_lowest_first():
    four = solve(cards=4)
    assert four.first == four.second == ((3, 1),)
    six = solve(cards=6)
    assert six.second == ((5, 1),)
    assert [[i for i, _ in m] for m in six.optimal[1]] == [[5], [5, 6]]


def test_subsets_deal_by_deal():
    for cards in (3, 4):
        for keeps, stays in itertools.product(subsets(cards), repeat=2):
            assert single.win_chance(cards, keeps, stays) == by_deals(cards, keeps, stays)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.integers(5, 9).flatmap(
    lambda n: st.tuples(st.just(n), st.sets(st.integers(1, n)), st.sets(st.integers(1, n)))
))  # fmt: skip
def test_any_subsets_deal_by_deal(case):
    assert single.win_chance(*case) == by_deals(*case)


@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7, 8])
def test_no_subset_is_a_better_reply(cards):
    found = solve_single(cards)
    for player, mixture in enumerate((found.first, found.second)):
        replies = []
        for reply in subsets(cards):
            total = F(0)
            for threshold, p in mixture:
                own = range(threshold, cards + 1)
                pair = (own, reply) if player == 0 else (reply, own)
                total += p * single.win_chance(cards, *pair)
            replies.append(total)
        assert (min(replies) if player == 0 else max(replies)) == found.value


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(3, 12), st.integers(0, 2**12), st.integers(0, 2**12))
def test_a_best_reply_to_any_subset_is_a_threshold(cards, left, right):
    keeps = {card for card in range(1, cards + 1) if left >> card & 1}
    stays = {card for card in range(1, cards + 1) if right >> card & 1}

    def worth(keeps, stays):
        return single.win_chance(cards, keeps, stays)

    mine = [worth({x}, stays) - worth(set(), stays) for x in range(1, cards + 1)]
    theirs = [worth(keeps, set()) - worth(keeps, {y}) for y in range(1, cards + 1)]
    assert mine == sorted(mine)
    assert theirs == sorted(theirs)


@pytest.mark.parametrize("cards", [*range(3, 13), 20, 31])
def test_closed_form_counts_and_gains(cards):
    for i, j in itertools.product(range(1, cards + 2), repeat=2):
        chance = single.win_chance(cards, range(i, cards + 1), range(j, cards + 1))
        assert F(single.wins(cards, i, j), single.units(cards)) == chance
        if i <= cards:
            gain = single.wins(cards, i, j) - single.wins(cards, i + 1, j)
            assert single.first_gain(cards, i, j) == gain
        if j <= cards:
            gain = single.wins(cards, i, j + 1) - single.wins(cards, i, j)
            assert single.second_gain(cards, j, i) == gain


def test_the_best_replies_of_the_paper():
    # y is kept iff y >= (N+1)/2 + m(m-1)/(2(N-2)) where y > m; x <= k is kept iff
    # 2(x-1)(k-2) + x² - 3x >= N(N-3).
    for n in range(3, 30):
        for m in range(n):
            for y in range(m + 1, n + 1):
                bound = F(n + 1, 2) + F(m * (m - 1), 2 * (n - 2))
                assert (single.second_gain(n, y, m + 1) >= 0) == (y >= bound)
        for k in range(n + 1):
            for x in range(1, k + 1):
                rule = 2 * (x - 1) * (k - 2) + x * x - 3 * x >= n * (n - 3)
                assert (single.first_gain(n, x, k + 1) >= 0) == rule


def test_convexity_and_certificates_up_to_60():
    for cards in range(3, 61):
        assert single.convex(cards)
        found = solve_single(cards)
        assert (found.certificate["first_secures"], found.certificate["second_holds_to"]) == (
            found.value,
            found.value,
        )
        low, high = single.secured(cards, found.first, found.second)
        assert low == high == found.value
        for side in found.optimal:
            for mixture in side:
                kept = [i for i, _ in mixture]
                assert kept in ([kept[0]], [kept[0], kept[0] + 1])


@pytest.mark.parametrize("cards", [*range(3, 25), 30, 40, 41, 50, 60])
def test_closed_form_is_the_linear_programme(cards):
    every = range(1, cards + 2)
    matrix = [[single.wins(cards, i, j) for j in every] for i in every]
    programme, closed = solve_matrix(matrix), solve_single(cards)
    assert programme.value == closed.value * single.units(cards)
    for mixtures, side in zip((programme.rows, programme.columns), closed.optimal, strict=True):
        listed = {
            tuple((i, p) for i, p in enumerate(mixture, start=1) if p) for mixture in mixtures
        }
        assert listed == set(side)


@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7, 8, 11, 13, 16])
def test_closed_form_is_the_whole_tree(cards):
    assert solve_sequence(LeHer(cards=cards)).value[0] == solve_single(cards).net


def test_a_million_cards():
    found = solve(cards=1_000_000)
    assert found.certificate["first_secures"] == found.certificate["second_holds_to"]
    x, y, value = single.limits()
    assert abs(found.first[0][0] / 1e6 - x) < 3e-6
    assert abs(found.second[0][0] / 1e6 - y) < 3e-6
    assert abs(float(found.value) - value) < 3e-6


def test_any_number_of_cards():
    found = solve(cards=10**40)
    assert found.first[0][0] // 10**34 == 543689
    assert found.certificate["first_secures"] == found.value


def test_limits():
    x, y, value = single.limits()
    assert x**3 + x**2 + x == pytest.approx(1, abs=1e-14)
    assert y == pytest.approx((1 + x * x) / 2)
    assert (round(x, 6), round(value, 6)) == (0.543689, 0.535237)


# -- decks of several suits ----------------------------------------------------------


def deal_by_deal(deck, keeps, stays):
    """Count the net winnings card by card, from the rules alone."""
    king = deck.ranks
    cards = [rank for rank in range(1, king + 1) for _ in range(deck.suits)]
    total = 0

    def wins(mine, other):
        if mine == other:
            return -1 if deck.ties_to_dealer else 0
        return 1 if mine > other else -1

    def draw(former, z):
        return former if deck.king_bars and z == king else z

    for a, b in itertools.permutations(range(len(cards)), 2):
        x, y = cards[a], cards[b]
        rest = [cards[c] for c in range(len(cards)) if c not in (a, b)]
        if x not in keeps and not (deck.king_refuses and y == king):
            kept = len(rest) * wins(y, x)
            total += min(kept, sum(wins(y, draw(x, z)) for z in rest))
        elif x not in keeps or y in stays:
            total += len(rest) * wins(x, y)
        else:
            total += sum(wins(x, draw(y, z)) for z in rest)
    return F(total, deck.units)


RULES = list(itertools.product((True, False), repeat=3))


@pytest.mark.parametrize("rules", RULES)
def test_decks_deal_by_deal(rules):
    deck = Deck(2, 5, *rules)
    for i, j in itertools.product(range(1, 7), repeat=2):
        assert deck.net(i, j) == deal_by_deal(deck, range(i, 6), range(j, 6))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("suits", "ranks"), [(1, 6), (2, 4), (3, 5), (4, 7), (2, 2)])
def test_decks_are_their_trees(suits, ranks, rules):
    names = ("ties_to_dealer", "king_refuses", "king_bars")
    game = LeHer(suits=suits, ranks=ranks, **dict(zip(names, rules, strict=True)))
    assert solve_sequence(game).value[0] == solve_deck(Deck(suits, ranks, *rules)).net


def test_one_suit_is_the_closed_form():
    for cards in range(3, 30):
        deck, closed = solve_deck(Deck(1, cards, False, False, False)), solve_single(cards)
        assert (deck.value, deck.optimal) == (closed.value, closed.optimal)


def test_the_classical_game():
    # The four contested cases: Montmort and Bernoulli, in Todhunter (1865), chapter VIII.
    deck = Deck(4, 13)
    counts = [(1 + deck.net(i, j)) / 2 * 5525 for i in (7, 8) for j in (8, 9)]
    assert counts == [2828, 2834, 2838, 2828]
    # Dresher, Games of Strategy (1961).
    found = solve(suits=4, ranks=13)
    assert found.value == F(11327, 22100)
    assert found.first == ((7, F(5, 8)), (8, F(3, 8)))
    assert found.second == ((8, F(3, 8)), (9, F(5, 8)))
    assert solve_sequence(LeHer("classical")).value[0] == found.net
    # All subsets of thresholds, too: the full matrix.
    full = solve_matrix([row[1:] for row in deck.table[1:]])
    assert full.value == found.net * deck.units


def test_house_rules_can_be_turned_off():
    values = {rules: solve(suits=4, ranks=13, ties_to_dealer=rules[0], king_refuses=rules[1],
                           king_bars=rules[2]).value for rules in RULES}  # fmt: skip
    assert len(set(values.values())) == 8
    assert values[True, True, True] == F(11327, 22100)


# -- growth and purity ---------------------------------------------------------------


def test_pure_solutions_are_counted_exactly():
    without = [n for n in range(3, 700) if len(single.optimal_pair(n)[0]) > 1]
    counted = count_pure(699)
    assert counted.mixed == len(without)
    assert list(counted.listed) == without[:200]
    # By the extreme optimal strategies themselves.
    listed = [n for n in range(3, 61) if len(solve_single(n).first) > 1]
    assert list(count_pure(60).listed) == listed
    answer = count_pure(1000).as_dict()
    assert answer["without_pure"] + answer["with_pure"] == answer["sizes"] == 998


def test_the_share_without_pure_solutions_tends_to_its_limit():
    counted = count_pure(300_000)
    assert counted.mixed / counted.sizes == pytest.approx(limit_share(), abs=2e-4)


def test_far_out_deck_sizes_agree_with_the_closed_form():
    numbers = np.array([10**6 + 7, 10**7 + 19, 123_456_789, 500_000_003])
    pure = single.pure_exists(numbers)
    for n, exists in zip(numbers.tolist(), pure, strict=True):
        assert exists == (len(single.optimal_pair(n)[0]) == 1)


def test_growth_towards_the_limits():
    curve = growth([10, 100, 1000, 10_000])
    x, y, value = curve.limits
    assert abs(float(curve.first[-1]) / 1e4 - x) < 2e-4
    assert abs(float(curve.second[-1]) / 1e4 - y) < 2e-4
    assert abs(float(curve.values[-1]) - value) < 2e-4
    assert len(curve.charts()) == 2
    assert curve.charts()[1].marks["limit"] == value
    assert solve(curve=200).sizes[-1] == 200


# -- facts and bad input -----------------------------------------------------------------


def test_every_known_value_agrees():
    for result in reproduce():
        if isinstance(result, Facts):
            for fact in result.facts:
                assert isinstance(fact, Fact)
                assert fact.agrees, fact.statement
        assert result.tables()
        json.dumps(plain(result.as_dict()))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: solve(cards=2), "at least 3"),
        (lambda: solve(cards=True), "whole number"),
        (lambda: solve(suits=1, ranks=2), "at least 3"),
        (lambda: solve(suits=2, ranks=1), "two ranks"),
        (lambda: solve(suits=0, ranks=5), "at least"),
        (lambda: solve(cards=9, suits=2), "either cards, or suits and ranks"),
        (lambda: solve(suits=4, ranks=5000), "up to 2000 ranks"),
        (lambda: solve(curve=2), "at least 3 cards"),
        (lambda: solve(pure=2), "at least 3"),
        (lambda: solve(pure=10, curve=10), "one at a time"),
        (lambda: solve(pure=10, cards=3), "no deck beside"),
        (lambda: solve(suits=4, ranks=13, players=1), "at least 2"),
        (lambda: solve(cards=3, players=3), "too small for 3 players"),
        (lambda: single.win_chance(5, [6], []), "cards are 1 to 5"),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_results_print():
    for result in (solve(cards=4), solve(suits=4, ranks=13), solve(pure=100), solve(curve=50)):
        assert result.tables()
        assert result.notes()
    assert any("never to keep" in note for note in solve(cards=3).notes())

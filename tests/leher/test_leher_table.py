"""Le Her at the table: the rules, secrets, strategies, and more than two players."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import CHANCE, OVER, InputError
from montmort.games.leher import LeHer
from montmort.games.leher.seats import Deals, iterate
from montmort.games.leher.solve import solve
from montmort.statistics.streams import Source


def play(state, *steps):
    for step in steps:
        state = state.after(step)
    return state


def some_game(seed, rng):
    players = rng.randint(2, 5)
    return LeHer(
        players=players,
        suits=rng.randint(1, 3),
        ranks=rng.randint(players + 1, 8),
        ties_to_dealer=rng.random() < 0.5,
        king_refuses=rng.random() < 0.5,
        king_bars=rng.random() < 0.5,
    )


def some_position(game, rng):
    """Play at random, and stop somewhere."""
    state, steps = game.start(), rng.randint(0, 12)
    while state.actor != OVER and steps:
        if state.actor == CHANCE:
            outcomes, weights = zip(*state.chances(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])
        else:
            state = state.after(rng.choice(state.actions()))
        steps -= 1
    return state


def test_one_round_in_words():
    start = LeHer("classical").start()
    kept = play(start, 7, 8, "keep", "swap", 6)
    assert (kept.hands, kept.payoffs()) == ((7, 6), (1, -1))
    refused = play(start, 5, 13, "swap")
    assert refused.history == ("refused",)
    assert refused.hands == (5, 13)
    barred = play(start, 7, 8, "keep", "swap", 13)
    assert (barred.history[-1], barred.hands, barred.actor) == ("barred", (7, 8), OVER)
    tie = play(start, 9, 9, "keep", "keep")
    assert tie.payoffs() == (-1, 1)
    assert play(
        LeHer("classical", ties_to_dealer=False).start(), 9, 9, "keep", "keep"
    ).payoffs() == (
        0,
        0,
    )
    swapped = play(start, 5, 9, "swap")
    assert swapped.hands == (9, 5)
    assert swapped.view(1).held == (9, 5)
    assert swapped.view(0).held == (5, 9)
    assert start.describe(13) == "king"


def test_the_lowest_pays_the_others():
    start = LeHer("classical", players=3).start()
    state = play(start, 3, 9, 3, "keep", "keep", "keep")
    assert state.payoffs() == (-1, Fraction(1, 2), Fraction(1, 2))  # eldest of equals loses
    shared = LeHer("classical", players=3, ties_to_dealer=False).start()
    state = play(shared, 3, 9, 3, "keep", "keep", "keep")
    assert state.payoffs() == (Fraction(-1, 2), 1, Fraction(-1, 2))
    assert play(shared, 3, 3, 3, "keep", "keep", "keep").payoffs() == (0, 0, 0)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(0, 10**9))
def test_a_guess_looks_the_same_to_who_guesses(seed):
    rng = random.Random(seed)
    game = some_game(seed, rng)
    state = some_position(game, rng)
    for player in range(game.players):
        guess = state.guess(player, rng)
        assert guess.view(player) == state.view(player)
        assert guess.actor == state.actor
        if state.actor >= 0:
            assert guess.actions() == state.actions()
        suits, _ = game.rules.deck
        assert all(guess.dealt.count(card) <= suits for card in guess.dealt)


def test_guesses_are_spread_as_the_deck_is():
    # The dealer of a six-card deck with three ranks, having seen nothing of the other card.
    rng = random.Random(5)
    state = play(LeHer(suits=2, ranks=3).start(), 2, 3, "keep")
    counts = dict.fromkeys((1, 2, 3), 0)
    for _ in range(5000):
        counts[state.guess(1, rng).dealt[0]] += 1
    # 2, 2 and 1 cards of five; five standard deviations of a binomial are 173.
    assert abs(counts[1] - 2000) < 180
    assert abs(counts[2] - 2000) < 180
    assert abs(counts[3] - 1000) < 150


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.integers(0, 10**9))
def test_hidden_cards_do_not_show(seed):
    """Swap the cards that a player has not seen: her view and her play stay the same."""
    rng = random.Random(seed)
    state = play(LeHer(players=2, ranks=9).start(), *rng.sample(range(1, 10), 2))
    mine, other = state.dealt
    hidden = rng.choice([c for c in range(1, 10) if c not in (mine, other)])
    changed = play(LeHer(players=2, ranks=9).start(), mine, hidden)
    assert changed.view(0) == state.view(0)
    choose = LeHer.strategies["optimal"].choosers[0]
    one, two = Source(seed, 1, 3), Source(seed, 1, 3)
    assert choose(state.view(0), state.actions(), one) == choose(
        changed.view(0), changed.actions(), two
    )


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(0, 10**9))
def test_sampled_cards_are_listed_ones(seed):
    rng = random.Random(seed)
    state = some_position(some_game(seed, rng), rng)
    if state.actor == CHANCE:
        stream = Source(seed, 0, 0)
        listed = {card for card, _ in state.chances()}
        assert all(state.sample(stream) in listed for _ in range(20))


def test_sampling_follows_the_weights():
    state = play(LeHer(suits=3, ranks=3).start(), 2, 2, "keep", "swap")
    assert state.chances() == [(1, 3), (2, 1), (3, 3)]
    stream = Source(3, 0, 0)
    counts = {1: 0, 2: 0, 3: 0}
    for _ in range(7000):
        counts[state.sample(stream)] += 1
    assert abs(counts[1] - 3000) < 210  # five standard deviations
    assert abs(counts[2] - 1000) < 150


@pytest.mark.parametrize("game", [LeHer(cards=6), LeHer("classical")])
def test_optimal_play_wins_its_value(game):
    suits, ranks = game.rules.deck
    value = float(solve(suits=suits, ranks=ranks).net) if suits > 1 else float(solve(cards=6).net)
    choose = game.strategies["optimal"].choosers[0]
    stream, total, games = Source(11, 0, 0), 0, 12_000
    for _ in range(games):
        state = game.start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state = state.after(state.sample(stream))
            else:
                state = state.after(choose(state.view(state.actor), state.actions(), stream))
        total += state.payoffs()[0]
    assert abs(total / games - value) < 5.5 / games**0.5  # a false alarm in 10^7


def test_every_strategy_plays_by_the_rules():
    rng = random.Random(2)
    for seed in range(10):
        game = some_game(seed, rng)
        for strategy in game.strategies.values():
            (choose,), (values,) = strategy.choosers, strategy.parameters
            state = game.start()
            stream = Source(seed, 0, 3)
            while state.actor != OVER:
                if state.actor == CHANCE:
                    state = state.after(state.sample(stream))
                    continue
                extra = (values,) if values else ()
                action = choose(state.view(state.actor), state.actions(), stream, *extra)
                assert action in state.actions()
                state = state.after(action)


# -- more than two -----------------------------------------------------------------------


def by_game(rules, keep_from, given_from):
    """Add up all deals through the game itself: the twin of the vectorised count."""
    game = LeHer(rules)
    totals = [Fraction(0)] * game.players

    def walk(state, weight):
        if state.actor == OVER:
            for seat, won in enumerate(state.payoffs()):
                totals[seat] += weight * won
            return
        if state.actor == CHANCE:
            total = sum(w for _, w in state.chances())
            for card, w in state.chances():
                walk(state.after(card), weight * Fraction(w, total))
            return
        view, seat = state.view(state.actor), state.actor
        card = view.held[-1]
        if len(view.held) == 1:
            keep = card >= keep_from[seat]
        else:
            gave = view.held[-2]
            safe = card > gave or (card == gave and rules.ties_to_dealer)
            keep = safe or card >= given_from[seat]
        walk(state.after("keep" if keep else "swap"), weight)

    walk(game.start(), Fraction(1))
    return totals


@pytest.mark.parametrize("rules", list(itertools.product((True, False), repeat=3)))
def test_seats_are_counted_exactly(rules):
    names = ("ties_to_dealer", "king_refuses", "king_bars")
    game = LeHer(players=3, suits=2, ranks=5, **dict(zip(names, rules, strict=True)))
    table = Deals(game.rules)
    for keep_from, given_from in (([3, 4, 2], [6, 5, 6]), ([4, 3, 4], [2, 6, 3])):
        payoffs, _, _ = table.play(keep_from, given_from)
        found = [
            Fraction(int((row * table.weights).sum()), table.total * table.unit) for row in payoffs
        ]
        assert found == by_game(game.rules, keep_from, given_from)
        assert sum(found) == 0


def test_best_replies_are_the_best_of_all_thresholds():
    game = LeHer(players=3, suits=2, ranks=5, ties_to_dealer=True, king_refuses=True)
    table = Deals(game.rules)
    keep_from, given_from = [3, 4, 3], [6, 6, 6]
    for seat in range(3):
        own, given, gain = table.best_reply(keep_from, given_from, seat)

        def worth(own, given, seat=seat):
            mine, theirs = list(keep_from), list(given_from)
            mine[seat], theirs[seat] = own, given
            payoffs, _, _ = table.play(mine, theirs)
            return int((payoffs[seat] * table.weights).sum())

        every = {(a, b): worth(a, b) for a in range(1, 7) for b in (range(1, 7) if seat else [6])}
        assert worth(own, given) == max(every.values())
        assert gain == max(every.values()) - worth(keep_from[seat], given_from[seat])


def test_three_players_at_the_classical_table():
    found = solve(suits=4, ranks=13, players=3)
    assert found.exact
    assert found.stable
    assert sum(found.values) == 0
    assert found.as_dict()["certificate"]["equilibrium_in_thresholds"] is True
    # The same table simulated: every seat's interval holds the exact value, at 5 sigma.
    rules = LeHer("classical", players=3).rules
    table = Deals(rules, deals=200_000, seed=9)
    payoffs, _, _ = table.play(list(found.keep_from), list(found.given_from))
    for row, value in zip(payoffs / table.unit, found.values, strict=True):
        assert abs(row.mean() - float(value)) < 5.5 * row.std() / len(row) ** 0.5
    simulated = iterate(rules, deals=50_000, seed=3)
    assert not simulated.exact
    assert simulated.values[0].low < simulated.values[0].high
    assert simulated.tables()
    assert simulated.notes()


def test_two_players_have_no_pure_thresholds():
    found = iterate(LeHer("classical").rules)
    assert not found.stable
    assert "go round in a circle" in found.notes()[0]


def test_simulations_repeat_with_their_seed():
    rules = LeHer("classical", players=4).rules
    one, two = (iterate(rules, deals=5_000, seed=4) for _ in range(2))
    assert one == two


def test_rules_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="too small for 4 players"):
        LeHer(players=4, cards=4)
    with pytest.raises(InputError, match="cards means a single suit"):
        LeHer(cards=9, suits=4)
    with pytest.raises(InputError, match="at least 1000"):
        solve(suits=4, ranks=13, players=3, games=10)
    assert replace(LeHer().rules, cards=5).deck == (1, 5)

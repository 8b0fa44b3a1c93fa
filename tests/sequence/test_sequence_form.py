"""The sequence form: known values, a normal-form twin on random games, and refusals."""

from __future__ import annotations

import functools
import importlib.util
import itertools
import random
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import (
    CHANCE,
    OVER,
    CompiledGame,
    Floats,
    Game,
    InputError,
    Ints,
    Kernel,
    Rules,
    State,
    Struct,
    number,
    rule,
    setting,
)
from montmort.core.results import plain
from montmort.engines.matrix import solve_matrix
from montmort.engines.sequence import best_replies, solve_sequence, unfold
from montmort.engines.sequence.tree import exact_number
from montmort.engines.solution import Solution
from montmort.engines.solving import solve_game

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(file, name):
    spec = importlib.util.spec_from_file_location(f"example_{file}", EXAMPLES / f"{file}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, name)


# -- random games: a card each, then a random tree of public moves -------------------


@dataclass(frozen=True)
class RandomState(State):
    seed: int
    cards: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()

    def dice(self, *what):
        return random.Random(repr((self.seed, *what)))

    @property
    def actor(self):
        if len(self.cards) < 2:
            return CHANCE
        return acts(self.seed, self.moves)

    def turn(self):
        rng = self.dice("end", self.moves)
        if len(self.moves) >= 3 or (self.moves and rng.random() < 0.3):
            return OVER
        return CHANCE if rng.random() < 0.15 else rng.randrange(2)

    def chances(self):
        if len(self.cards) < 2:
            return [(card, 1 + card) for card in range(2)]
        return [(0, 1), (1, 2)]

    def actions(self):
        return list(range(self.dice("actions", self.moves).choice([1, 2, 2, 3])))

    def after(self, action):
        if len(self.cards) < 2:
            return replace(self, cards=(*self.cards, action))
        return replace(self, moves=(*self.moves, action))

    def payoffs(self):
        won = self.dice("pay", self.cards, self.moves).randint(-3, 3)
        return (Fraction(won, 2) + 1, -Fraction(won, 2))

    def view(self, player):
        return (self.cards[player : player + 1], self.moves)


@functools.cache
def acts(seed, moves):
    return RandomState(seed, (), moves).turn()


class RandomGame(Game):
    hidden = True

    def __init__(self, seed):
        super().__init__()
        self.seed = seed

    def start(self):
        return RandomState(self.seed)


def normal_form(game):
    """Solve by all pure strategies: a twin that knows nothing of sequences."""
    sets = [{}, {}]

    def collect(state):
        actor = state.actor
        if actor == OVER:
            return
        if actor == CHANCE:
            for outcome, _ in state.chances():
                collect(state.after(outcome))
            return
        sets[actor][state.view(actor)] = list(state.actions())
        for action in state.actions():
            collect(state.after(action))

    def play(state, plans):
        actor = state.actor
        if actor == OVER:
            return Fraction(state.payoffs()[0])
        if actor == CHANCE:
            total = sum(w for _, w in state.chances())
            return sum(Fraction(w, total) * play(state.after(o), plans) for o, w in state.chances())
        return play(state.after(plans[actor][state.view(actor)]), plans)

    collect(game.start())
    pure = [
        [dict(zip(own, choice, strict=True)) for choice in itertools.product(*own.values())]
        for own in sets
    ]
    if len(pure[0]) * len(pure[1]) > 100:
        return None
    return solve_matrix([[play(game.start(), (a, b)) for b in pure[1]] for a in pure[0]]).value


def test_random_games_agree_with_their_normal_form():
    tried = 0
    for seed in range(70):
        game = RandomGame(seed)
        expected = normal_form(game)
        if expected is None:
            continue
        tried += 1
        found = solve_sequence(game)
        assert found.value == (expected, 1 - expected)
        rough = solve_sequence(game, exact=False)
        assert rough.certificate["duality_gap"] < 1e-9
        assert rough.value[0] == pytest.approx(float(expected))
    assert tried >= 20


# -- known values ---------------------------------------------------------------------


def test_kuhn_poker():
    # Kuhn, A simplified two-person poker, 1950.
    found = solve_game(example("kuhn", "Kuhn")())
    assert found.value == (Fraction(-1, 18), Fraction(1, 18))
    assert found.exact
    assert "two players" in found.reason
    # The second player's strategy is unique: the queen calls, and the jack bluffs, by 1/3.
    second = {(b.view.card, b.view.moves): dict(zip(b.actions, b.probabilities, strict=True))
              for b in found.strategies[1]}  # fmt: skip
    assert second["Q", "b"]["b"] == Fraction(1, 3)
    assert second["J", "p"]["b"] == Fraction(1, 3)
    assert second["K", "b"]["b"] == 1
    # The first player's are a family: the king bets three times as often as the jack.
    first = {(b.view.card, b.view.moves): dict(zip(b.actions, b.probabilities, strict=True))
             for b in found.strategies[0]}  # fmt: skip
    assert first["K", ""]["b"] == 3 * first["J", ""]["b"]


def test_leduc_poker_exactly():
    # The published value is -0.0856064 (OpenSpiel's sequence-form solution, in floats).
    found = solve_game(example("leduc", "Leduc")())
    assert found.exact
    assert float(found.value[0]) == pytest.approx(-0.0856064, abs=5e-8)
    secures, holds = found.certificate["first_secures"], found.certificate["second_holds_to"]
    assert secures == holds == found.value[0]


def test_leduc_poker_in_floating_point():
    found = solve_game(example("leduc", "Leduc")(), method="float")
    assert not found.exact
    assert 0 <= found.certificate["duality_gap"] < 1e-9
    assert found.certificate["low"] == pytest.approx(-0.0856064, abs=5e-8)


@dataclass(frozen=True)
class FullTreeState(State):
    """One-suit Le Her for two, all three cards dealt before anyone plays."""

    cards: int
    deal: tuple[int, ...] = ()
    swapped: bool | None = None
    took: bool | None = None

    @property
    def actor(self):
        if len(self.deal) < 3:
            return CHANCE
        return 0 if self.swapped is None else 1 if self.took is None else OVER

    def chances(self):
        return [(c, 1) for c in range(1, self.cards + 1) if c not in self.deal]

    def actions(self):
        return (False, True)

    def after(self, action):
        if len(self.deal) < 3:
            return FullTreeState(self.cards, (*self.deal, action))
        if self.swapped is None:
            return FullTreeState(self.cards, self.deal, action)
        return FullTreeState(self.cards, self.deal, self.swapped, action)

    def payoffs(self):
        x, y, z = self.deal
        mine, other = (y, x) if self.swapped else (x, y)
        won = mine > (z if self.took else other)
        return (1, -1) if won else (-1, 1)

    def view(self, player):
        if player == 0:
            return self.deal[:1]
        return (self.deal[:2] if self.swapped else self.deal[1:2], self.swapped)


class FullTree(Game):
    hidden = True

    def __init__(self, cards):
        super().__init__()
        self.cards = cards

    def start(self):
        return FullTreeState(self.cards)


def test_the_full_tree_of_le_her_with_13_cards_exactly():
    # Value: two independent programs.
    found = solve_sequence(FullTree(13))
    assert found.value[0] == Fraction(95, 1001)
    assert found.certificate["positions"] > 12_000


# -- one player, constants, sizes -------------------------------------------------------


@dataclass(frozen=True)
class GuessState(State):
    card: int = 0
    told: bool = False
    said: int = 0

    @property
    def actor(self):
        return CHANCE if not self.card else 0 if not self.said else OVER

    def chances(self):
        return [(1, 1), (2, 3)]

    def actions(self):
        return (1, 2)

    def after(self, action):
        if not self.card:
            return GuessState(action)
        return GuessState(self.card, said=action)

    def payoffs(self):
        return (0.1 if self.card == self.said else 0,)

    def view(self, player):
        return self.said


class Guess(Game):
    """One player guesses a hidden card."""

    hidden = True

    @dataclass(frozen=True, kw_only=True)
    class Rules(Rules):
        players: int = setting(1, "players")

    def start(self):
        return GuessState()


def test_one_player_and_decimal_payoffs():
    found = solve_game(Guess())
    assert found.value == (Fraction(3, 40),)
    assert found.strategies[0][0].probabilities == (0, 1)
    assert "one player" in found.reason
    assert exact_number(0.1) == Fraction(1, 10)


def test_larger_games_get_other_engines(monkeypatch):
    from montmort.engines import solving

    game = example("kuhn", "Kuhn")()
    monkeypatch.setattr(solving, "EXACT_SEQUENCES", 5)
    assert solve_game(game).method == "sequence-form linear programme in floating point"
    monkeypatch.setattr(solving, "FLOAT_SEQUENCES", 5)
    found = solve_game(game, exploitability=1e-4)
    assert found.method == "CFR+"
    assert "more than" in found.reason
    assert found.certificate["exploitability"] <= 1e-4


# -- refusals -----------------------------------------------------------------------------


@dataclass(frozen=True)
class BrokenState(State):
    kind: str
    moves: tuple[int, ...] = ()

    @property
    def actor(self):
        return (0, 0, 1, OVER)[len(self.moves)]

    def actions(self):
        if self.kind == "actions" and self.moves == (0,):
            return (0, 1, 2)
        return (0, 1)

    def after(self, action):
        return BrokenState(self.kind, (*self.moves, action))

    def payoffs(self):
        if self.kind == "three":
            return (1, 2, 3)
        if self.kind == "infinite":
            return (float("inf"), 0)
        return (1, self.moves[2] if self.kind == "sum" else -1)

    def view(self, player):
        return len(self.moves) if self.kind in ("forgets", "actions") else self.moves


class Broken(Game):
    hidden = True

    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def start(self):
        return BrokenState(self.kind)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("forgets", "imperfect recall: player 1"),
        ("actions", "imperfect recall|different actions"),
        ("sum", "not zero-sum"),
        ("three", "pays 3 players where 2"),
        ("infinite", "must be a finite number"),
    ],
)
def test_games_that_do_not_fit_are_refused(kind, sentence):
    with pytest.raises(InputError, match=sentence):
        solve_sequence(Broken(kind))


def test_a_tree_too_large_is_refused():
    with pytest.raises(InputError, match="too large to list; try simulate or play"):
        unfold(example("leduc", "Leduc")(), limit=500)


def test_three_players_and_hidden_cards_are_refused():
    from montmort.games.leher import LeHer

    with pytest.raises(InputError) as caught:
        solve_game(LeHer(players=3))
    assert str(caught.value) == (
        "no exact engine: three players and hidden cards; try simulate or play"
    )


def test_other_refusals():
    kuhn = example("kuhn", "Kuhn")()
    with pytest.raises(InputError, match="perfect information"):
        solve_game(kuhn, method="induction")
    with pytest.raises(InputError, match="no method 'magic'"):
        solve_game(kuhn, method="magic")
    with pytest.raises(InputError, match="must be above 0"):
        solve_game(kuhn, exploitability=0)


# -- results ------------------------------------------------------------------------------


def test_the_solution_prints_and_is_plain():
    found = solve_game(example("kuhn", "Kuhn")())
    assert isinstance(found, Solution)
    answer = plain(found.as_dict())
    assert list(answer)[:4] == ["method", "exact", "value", "certificate"]
    assert answer["value"] == ["-1/18", "1/18"]
    assert answer["certificate"]["first_secures"] == "-1/18"
    assert "card Q" in str(found.tables())
    assert any("two players" in note for note in found.notes())


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_best_replies_bound_the_value_for_any_plans(seed):
    game = RandomGame(seed % 40)
    tree = unfold(game)
    matrix = tree.matrix()
    rng = random.Random(seed)
    plans = []
    for sets, size in zip(tree.sets, tree.sequences, strict=True):
        plan = [Fraction(1)] * size
        for item in sets:
            weights = [rng.randint(0, 3) for _ in item.actions]
            weights[0] += 1
            for k, w in enumerate(weights):
                plan[item.first + k] = plan[item.parent] * Fraction(w, sum(weights))
        plans.append(plan)
    low, high = best_replies(tree, matrix, tuple(plans))
    assert low <= solve_sequence(game, tree=tree).value[0] <= high


# -- a compiled game ----------------------------------------------------------------------


class Coins(Struct):
    """Matching pennies: the first coin is laid down covered, heads counts more."""

    placed: int = number("i1")
    first: int = number("i1")
    second: int = number("i1")


class CoinsSeen(Struct):
    """What a player sees: how far the game is, and her own coin."""

    placed: int = number("i1")
    own: int = number("i1")


@rule
def coins_actor(s: Coins) -> int:
    return OVER if s.placed == 2 else s.placed


@rule
def coins_actions(s: Coins, out: Ints) -> int:
    out[0] = 0
    out[1] = 1
    return 2


@rule
def coins_allowed(s: Coins, a: int) -> int:
    return 0 if 0 <= a <= 1 else 1


@rule
def coins_apply(s: Coins, a: int) -> None:
    if s.placed == 0:
        s.first = a
    else:
        s.second = a
    s.placed += 1


@rule
def coins_payoffs(s: Coins, out: Floats) -> None:
    won = 2.0 if s.first == 1 else 1.0
    out[0] = won if s.first == s.second else -1.5
    out[1] = -out[0]


@rule
def coins_observe(s: Coins, player: int, v: CoinsSeen) -> None:
    v.placed = s.placed
    v.own = s.first if player == 0 else s.second


class Pennies(CompiledGame):
    """Matching pennies, in the compiled form."""

    hidden = True
    kernel = Kernel(
        Coins, coins_actor, coins_actions, coins_allowed, coins_apply, coins_payoffs,
        view=CoinsSeen, observe=coins_observe, reasons={1: "heads or tails"}, capacity=2,
    )  # fmt: skip

    def initial(self):
        return Coins()


def test_a_compiled_game_with_a_secret():
    expected = solve_matrix([[1, "-3/2"], ["-3/2", 2]]).value
    found = solve_game(Pennies())
    assert found.method.startswith("sequence-form")
    assert found.value == (expected, -expected)
    assert plain(found.as_dict())["value"] == [str(expected), str(-expected)]

"""Backward induction against published theory and a plain recursive twin."""

from __future__ import annotations

import importlib.util
import random
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from montmort import CHANCE, OVER, Game, InputError, Rules, State, setting
from montmort.engines.induction import solve_induction
from montmort.engines.sequence import solve_sequence
from montmort.engines.solving import solve_game

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(file, name):
    spec = importlib.util.spec_from_file_location(f"ind_example_{file}", EXAMPLES / f"{file}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, name)


def test_nim_is_lost_where_the_sum_without_carry_is_zero():
    # Bouton, Nim, a game with a complete mathematical theory, 1901.
    nim = example("nim", "Nim")
    for a in range(5):
        for b in range(5):
            for c in range(5):
                if not a + b + c:
                    continue
                won = 1 if a ^ b ^ c else -1
                assert solve_game(nim(first=a, second=b, third=c)).value == (won, -won)
                # Misère nim differs only where no heap has two tokens.
                if max(a, b, c) < 2:
                    won = -1 if (a + b + c) % 2 else 1
                assert solve_game(nim(first=a, second=b, third=c, misere=True)).value[0] == won


def test_tic_tac_toe_is_a_draw():
    found = solve_game(example("tictactoe", "TicTacToe")())
    assert found.value == (0, 0)
    # 765 positions up to symmetry is the published count.
    assert found.certificate["positions"] == 765
    assert found.certificate["one_move_deviations_that_gain"] == 0
    assert len(found.certificate["best_first_actions"]) == 9


@dataclass(frozen=True)
class TreeState(State):
    seed: int
    players: int
    moves: tuple[int, ...] = ()

    def dice(self, what):
        return random.Random(repr((self.seed, what, self.moves)))

    @property
    def actor(self):
        if len(self.moves) == 5 or self.dice("end").random() < 0.15:
            return OVER
        return self.dice("actor").randrange(-1, self.players)

    def chances(self):
        return [(i, self.dice("chance").randint(1, 3) + i) for i in range(3)]

    def actions(self):
        return range(self.dice("actions").randint(1, 3))

    def after(self, action):
        return TreeState(self.seed, self.players, (*self.moves, action))

    def payoffs(self):
        rng = self.dice("pay")
        return tuple(rng.choice([rng.randint(-5, 5), 0.5]) for _ in range(self.players))


class TreeGame(Game):
    @dataclass(frozen=True, kw_only=True)
    class Rules(Rules):
        players: int = setting(2, "players")
        seed: int = setting(0, "seed")

    def start(self):
        return TreeState(self.rules.seed, self.players)


def twin(state):
    if state.actor == OVER:
        return tuple(Fraction(x) for x in state.payoffs())
    if state.actor == CHANCE:
        total = sum(w for _, w in state.chances())
        parts = [(twin(state.after(o)), Fraction(w, total)) for o, w in state.chances()]
        return tuple(sum(p * v[i] for v, p in parts) for i in range(state.players))
    return max((twin(state.after(a)) for a in state.actions()), key=lambda v: v[state.actor])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_trees_agree_with_plain_recursion(players):
    for seed in range(40):
        game = TreeGame(players=players, seed=seed)
        found = solve_game(game)
        assert found.value == twin(game.start())
        assert found.certificate["one_move_deviations_that_gain"] == 0


@dataclass(frozen=True)
class DuelState(State):
    """Two throws of a die: after the first one may throw again; the sum is zero-sum."""

    shown: int = 0
    again: bool | None = None
    second: int = 0

    @property
    def actor(self):
        if not self.shown:
            return CHANCE
        if self.again is None:
            return 0
        return CHANCE if self.again and not self.second else OVER

    def chances(self):
        return [(i, 1) for i in range(1, 7)]

    def actions(self):
        return (False, True)

    def after(self, action):
        if not self.shown:
            return DuelState(action)
        if self.again is None:
            return DuelState(self.shown, action)
        return DuelState(self.shown, self.again, action)

    def payoffs(self):
        value = self.second or self.shown
        return (value, -value)


class Duel(Game):
    def start(self):
        return DuelState()


def test_a_die_that_may_be_thrown_again_is_worth_17_quarters():
    # Keep 4, 5, 6, else throw again: (4 + 5 + 6)/6 + 3.5/2.
    assert solve_induction(Duel()).value == (Fraction(17, 4), Fraction(-17, 4))
    # The same game as a linear programme.
    assert solve_sequence(Duel()).value[0] == Fraction(17, 4)


@dataclass(frozen=True)
class RoundState(State):
    place: int = 0
    kind: str = "round"

    @property
    def actor(self):
        return OVER if self.kind != "round" and self.place == 3 else 0

    def actions(self):
        return (1, 2) if self.kind != "none" else ()

    def after(self, action):
        if self.kind == "round":
            return RoundState((self.place + action) % 4)
        return RoundState(min(3, self.place + action), self.kind)

    def payoffs(self):
        return (1, -1)

    def view(self, player):
        return 0 if self.kind == "hides" else self.place


class Round(Game):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def start(self):
        return RoundState(kind=self.kind)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("round", "can come back to a position"),
        ("none", "without actions"),
        ("hides", "say hidden = True"),
    ],
)
def test_games_that_do_not_fit_are_refused(kind, sentence):
    with pytest.raises(InputError, match=sentence):
        solve_induction(Round(kind))


def test_too_many_positions_are_refused():
    with pytest.raises(InputError, match="too large to solve by induction"):
        solve_induction(example("tictactoe", "TicTacToe")(), limit=100)


@dataclass(frozen=True)
class KingmakerState(State):
    """The third player wins nothing, and decides which of the others does."""

    chosen: int = -1

    @property
    def actor(self):
        return 2 if self.chosen < 0 else OVER

    def actions(self):
        return (0, 1)

    def after(self, action):
        return KingmakerState(action)

    def payoffs(self):
        return (1, 0, 0) if self.chosen == 0 else (0, 1, 0)


class Kingmaker(Game):
    @dataclass(frozen=True, kw_only=True)
    class Rules(Rules):
        players: int = setting(3, "players")

    def start(self):
        return KingmakerState()


def test_an_indifferent_kingmaker_is_noted():
    found = solve_game(Kingmaker())
    assert found.value == (1, 0, 0)
    assert any("indifferent" in note for note in found.notes())
    assert found.certificate["best_first_actions"] == ["0", "1"]
    assert not any("indifferent" in n for n in solve_game(example("nim", "Nim")()).notes())

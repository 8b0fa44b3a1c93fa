"""CFR+ against exact values, and its own exploitability against best replies."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from montmort import InputError
from montmort.engines.cfr import kernel, solve_cfr
from montmort.engines.cfr.solve import Learner
from montmort.engines.sequence import best_replies, solve_sequence, unfold
from montmort.games.leher import LeHer

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(file, name):
    spec = importlib.util.spec_from_file_location(f"cfr_example_{file}", EXAMPLES / f"{file}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, name)


def test_leduc_to_a_millionth():
    game = example("leduc", "Leduc")()
    found = solve_cfr(game, exploitability=1e-6)
    exact = float(solve_sequence(game).value[0])
    assert found.certificate["exploitability"] <= 1e-6
    assert found.certificate["low"] <= exact <= found.certificate["high"]
    assert not found.exact


@pytest.mark.parametrize("cards", [4, 7, 13])
def test_le_her(cards):
    game = LeHer(cards=cards)
    found = solve_cfr(game, exploitability=1e-4)
    exact = float(solve_sequence(game).value[0])
    assert found.certificate["low"] - 1e-12 <= exact <= found.certificate["high"] + 1e-12
    assert found.value[0] == pytest.approx(exact, abs=2e-4)


def test_the_compiled_loop_is_the_interpreted_one():
    tree = unfold(example("kuhn", "Kuhn")())
    compiled, plain = Learner(tree), Learner(tree)
    compiled.run(50)
    kernel.iterate(
        plain.first, plain.second, plain.gains, *plain.shapes[0], *plain.shapes[1],
        *plain.regrets, *plain.plans, *plain.sums, 0, 50,
    )  # fmt: skip
    for player in range(2):
        assert np.allclose(compiled.sums[player], plain.sums[player], rtol=1e-12)
    interpreted = kernel.secured(
        plain.first, plain.second, plain.gains, *plain.shapes[0], *plain.shapes[1],
        plain.average(0), plain.average(1),
    )  # fmt: skip
    assert interpreted == pytest.approx(compiled.secured())


def test_exploitability_is_what_best_replies_say():
    tree = unfold(example("leduc", "Leduc")())
    learner = Learner(tree)
    learner.run(20)
    matrix = {pair: float(a) for pair, a in tree.matrix().items()}
    plans = learner.average(0).tolist(), learner.average(1).tolist()
    assert best_replies(tree, matrix, plans) == pytest.approx(learner.secured())


def test_runs_can_be_split():
    tree = unfold(example("kuhn", "Kuhn")())
    one, two = Learner(tree), Learner(tree)
    one.run(100)
    two.run(37)
    two.run(63)
    assert np.array_equal(one.average(0), two.average(0))


def test_stopping_early_is_said():
    found = solve_cfr(example("leduc", "Leduc")(), exploitability=1e-12, iterations=30)
    assert found.certificate["iterations"] == 30
    assert "stopped after 30 iterations" in found.remarks[0]


def test_bad_input():
    game = LeHer(cards=4)
    with pytest.raises(InputError, match="above 0"):
        solve_cfr(game, exploitability=-1)
    with pytest.raises(InputError, match="at least 1"):
        solve_cfr(game, iterations=0)

"""The cache notices an edited helper, and a new weight compiles nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.core import cache
from montmort.engines.tournament import simulate
from montmort.games import find

GAME = '''
"""One move a player; the payoffs come from helpers."""
from dataclasses import dataclass
from montmort import OVER, CompiledGame, Floats, Ints, Kernel, Rules, Struct, number, rule
from {helper} import growth
from {constants} import BONUS

class Spot(Struct):
    turn: int = number("i1")
    taken: int = number("i8")

@rule
def actor(s: Spot) -> int:
    return OVER if s.turn == 2 else s.turn

@rule
def actions(s: Spot, out: Ints) -> int:
    for i in range(9):
        out[i] = i
    return 9

@rule
def allowed(s: Spot, a: int) -> int:
    return 0 if s.turn < 2 and 0 <= a < 9 else 1

@rule
def apply(s: Spot, a: int) -> None:
    s.taken += a
    s.turn += 1

@rule
def payoffs(s: Spot, out: Floats) -> None:
    out[0] = growth(s.taken)
    out[1] = BONUS

class Spots(CompiledGame):
    "Take a number."
    kernel = Kernel(Spot, actor, actions, allowed, apply, payoffs, capacity=9)
    def initial(self): return Spot()
'''
HELPER = """
from montmort import rule

@rule
def growth(n: int) -> int:
    return n {sign} 1000
"""
STRATEGY = """
from {helper} import choice
from {constants} import SHIFT

def mine(view, actions, stream):
    return actions[choice(SHIFT)]
"""
CHOICE = """
from montmort import rule

@rule
def choice(n: int) -> int:
    return n + {number}
"""
RUN = """
import json, sys
sys.dont_write_bytecode = True
from montmort.core import compiler
said = []
compiler.announce = said.append
from montmort.engines.tournament import play_tables, set_table
from montmort.games import find
table = set_table(find("game_under_test.py:Spots")(), ["strategy_under_test.py:mine"])
games = next(play_tables(table, games=4, workers=1))
from montmort.engines.tournament.playing import choosers_of
compiled = all(chooser.code is not None for chooser in choosers_of(table))
told = sum("strategy" not in line for line in said)
print(json.dumps([games.scores.tolist()[0], told, compiled]))
"""


class Bench:
    """Files in a folder, played by a fresh process each time."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def play(self) -> tuple[list[float], int, bool]:
        done = subprocess.run(
            [sys.executable, "-c", RUN], cwd=self.folder, capture_output=True, text=True,
            check=False, env={**os.environ, "MONTMORT_CACHE": str(self.cache)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        scores, said, compiled = json.loads(done.stdout)
        assert compiled
        return scores, said, compiled

    def files(self) -> set[Path]:
        return {path for path in self.cache.rglob("*") if path.is_file()}


def test_an_edited_helper_shows_in_the_next_process(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    names = {"helper": "helper_of_game", "constants": "constants_of_game"}
    bench.write("game_under_test.py", GAME.format(**names))
    bench.write("helper_of_game.py", HELPER.format(sign="+"))
    bench.write("constants_of_game.py", "BONUS = 5")
    names = {"helper": "helper_of_strategy", "constants": "constants_of_strategy"}
    bench.write("strategy_under_test.py", STRATEGY.format(**names))
    bench.write("helper_of_strategy.py", CHOICE.format(number=0))
    bench.write("constants_of_strategy.py", "SHIFT = 1")
    scores, said, _ = bench.play()
    assert scores == [1002.0, 5.0]
    assert said == 1
    before = bench.files()
    scores, said, _ = bench.play()
    assert scores == [1002.0, 5.0]
    assert said == 0, "nothing has changed, and something is compiled"
    assert bench.files() == before
    # A function that a rule calls, and a plain number that a rule uses.
    bench.write("helper_of_game.py", HELPER.format(sign="-"))
    scores, said, _ = bench.play()
    assert scores == [-998.0, 5.0]
    assert said == 1
    bench.write("constants_of_game.py", "BONUS = 7")
    assert bench.play()[0] == [-998.0, 7.0]
    # The same of a strategy; the game itself is not compiled again.
    bench.write("helper_of_strategy.py", CHOICE.format(number=2))
    scores, said, _ = bench.play()
    assert scores == [-994.0, 7.0]
    assert said == 0
    bench.write("constants_of_strategy.py", "SHIFT = 4")
    assert bench.play()[0] == [-988.0, 7.0]
    # What was there before is still there.
    bench.write("constants_of_strategy.py", "SHIFT = 1")
    bench.write("helper_of_strategy.py", CHOICE.format(number=0))
    kept = bench.files()
    assert bench.play()[0] == [-998.0, 7.0]
    assert bench.files() == kept


def test_rules_typed_at_a_prompt_are_not_taken_for_older_ones(tmp_path: Path) -> None:
    """A class made twice in one process, with other rules under the same names."""
    text = GAME.format(helper="h", constants="c").replace("from h import growth", "")
    text = text.replace("from c import BONUS", "").replace("growth(s.taken)", "NUMBER")
    text = text.replace("out[1] = BONUS", "out[1] = 0")
    told = []
    for number in (3, 4):
        run = RUN.replace('find("game_under_test.py:Spots")()', "Spots()")
        run = run.replace('"strategy_under_test.py:mine"', '"random"')
        code = text.replace("NUMBER", str(number)) + run
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False,
            env={**os.environ, "MONTMORT_CACHE": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        told.append(json.loads(done.stdout)[0][0])
    assert told == [3.0, 4.0]


def test_a_new_weight_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from montmort.core import compiler

    game: Any = find("picker")()
    strategies = "gain,gain+1,highest,random"
    simulate(game, strategies, games=3000, seed=3)
    before = {path for path in cache.folder().rglob("*") if path.is_file()}
    said: list[str] = []
    monkeypatch.setattr(compiler, "announce", said.append)
    first = simulate(game, "gain,gain+0.37,highest,random", games=3000, seed=3)
    second = simulate(game, "gain,gain:shaft=-2.5:picker=0.37,highest,random", games=3000, seed=3)
    third = simulate(game, "gain,gain+3.7,highest,random", games=3000, seed=3)
    assert {path for path in cache.folder().rglob("*") if path.is_file()} == before
    assert not said
    shares = [
        result.as_dict()["strategies"][1]["score"]["mean"] for result in (first, second, third)
    ]
    assert shares[0] == shares[1]  # nobody becomes Shaft in this version
    assert shares[0] != shares[2]

"""Importing costs little: no compiler is loaded, and nothing is compiled, before it must be."""

import os
import subprocess
import sys
from pathlib import Path

HEAVY = "numba llvmlite flint highspy matplotlib rich cyclopts"
CODE = """
import sys
heavy = {heavy!r}.split()
def loaded(): return [name for name in heavy if name in sys.modules]
import montmort
assert not loaded(), loaded()
assert "numpy" not in sys.modules
from montmort.games import find, names
{body}
print("fine")
"""


def run(body: str, cache: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(heavy=HEAVY, body=body)],
        capture_output=True, text=True, check=False,
        env={**os.environ, "MONTMORT_CACHE": str(cache)},
    )  # fmt: skip
    assert done.stdout == "fine\n", done.stderr[-2000:]
    assert not list(cache.rglob("*")), "something was compiled"


def test_no_game_and_no_rules_load_a_compiler(tmp_path: Path) -> None:
    body = """
for name in names():
    try: game = find(name)()
    except montmort.InputError: continue
    game.rules, game.start(), game.about()
    assert not loaded(), (name, loaded())
"""
    run(body, tmp_path / "cache")


def test_a_compiled_game_is_played_interpreted_without_a_compiler(tmp_path: Path) -> None:
    body = """
from montmort.engines.tournament import record_game, set_table
table = set_table(find("picker")(players=3), ["gain+1@right", "random", "lowest"])
record = record_game(table, 1, 0)
assert len(record.moves) > 18
assert not loaded(), loaded()
"""
    run(body, tmp_path / "cache")

"""Compiled code is linked by name: strategies cached by different processes stay themselves."""

import os
import subprocess
import sys

CODE = """
import sys
from montmort.engines.tournament import simulate
from montmort.games import find

result = simulate(find("picker")(players=2), sys.argv[1], games=4000, seed=1, workers=1)
print([round(result.place(i, 0).value, 4) for i in range(len(result.names))])
"""


def run(names, cache):
    done = subprocess.run(
        [sys.executable, "-c", CODE, names],
        capture_output=True, text=True, timeout=300,
        env={**os.environ, "MONTMORT_CACHE": str(cache)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_strategies_cached_by_different_processes_are_not_exchanged(tmp_path):
    for name in ("highest", "random"):
        run(name, tmp_path / "one")
    together = run("highest,random", tmp_path / "one")
    assert together == run("highest,random", tmp_path / "two")

"""The house itself: imports point down, types hold, style holds, imports are cheap."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)


def tool(name):
    return str(Path(sys.executable).parent / name)


@pytest.mark.parametrize(
    "command",
    [("mypy",), ("ruff", "check", "."), ("ruff", "format", "--check", "."), ("lint-imports",)],
    ids=lambda command: " ".join(command),
)
def test_checks_pass(command):
    done = run(tool(command[0]), *command[1:])
    assert done.returncode == 0, done.stdout + done.stderr


def test_interfaces_know_no_game_by_name():
    names = [
        p.name for p in (ROOT / "src/montmort/games").iterdir() if (p / "__init__.py").exists()
    ]
    assert "picker" in names
    for file in (ROOT / "src/montmort/interfaces").rglob("*.py"):
        text = file.read_text()
        for name in names:
            assert f"games.{name}" not in text, f"{file} names {name}"
            assert f'"{name}"' not in text, f"{file} names {name}"


def test_importing_the_package_compiles_nothing_and_loads_nothing_heavy():
    code = (
        "import sys, montmort\n"
        "montmort.Game\n"
        "print([m for m in ('numba', 'numpy', 'flint', 'highspy', 'matplotlib', 'rich')"
        " if m in sys.modules])"
    )
    done = run(sys.executable, "-c", code)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_importing_games_loads_no_compiler():
    code = (
        "import sys\n"
        "from montmort import games\n"
        "for name in games.names(): games.find(name)\n"
        "print([m for m in ('numba', 'highspy', 'matplotlib') if m in sys.modules])"
    )
    done = run(sys.executable, "-c", code)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_ci_runs_exactly_the_command_in_the_readme():
    readme = (ROOT / "README.md").read_text()
    assert readme.count("'.[test]'") == 1
    assert "'.[test]'" in (ROOT / ".ci/run").read_text()


def test_every_docstring_example_works():
    done = run(
        sys.executable, "-m", "pytest", "--doctest-modules", "--import-mode=importlib",
        "-p", "no:cacheprovider", "-q", "src/montmort",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]

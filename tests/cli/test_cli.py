"""The command line: what programs rely on, and what a person reads when it goes wrong."""

import contextlib
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from montmort.interfaces.cli import main

ROOT = Path(__file__).parents[2]
NIM = str(ROOT / "examples/nim.py")
FOUR = "highest,gain,gain+1,random"


def montmort(*words):
    """Run a command in this process: exit status, what it printed, what it said."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main([str(word) for word in words])
    return ended.value.code, out.getvalue(), err.getvalue()


def answer(*words):
    status, out, err = montmort(*words, "--json")
    assert status == 0, err
    return json.loads(out)


# -- what programs rely on ----------------------------------------------------------


def test_the_json_of_a_tournament():
    data = answer(
        "simulate", "picker", "--players", 4, "--version", "v1.3", "--strategies", FOUR,
        "--games", 20000, "--seed", 7,
    )  # fmt: skip
    assert data["game"] == "picker"
    assert data["version"] == "v1.3"
    assert (data["players"], data["games"], data["seed"]) == (4, 20000, 7)
    assert [s["name"] for s in data["strategies"]] == FOUR.split(",")
    for strategy in data["strategies"]:
        assert len(strategy["ranks"]) == 4
        for rank in strategy["ranks"]:
            assert 0 <= rank["low"] <= rank["value"] <= rank["high"] <= 1
        score = strategy["score"]
        assert score["low"] < score["mean"] < score["high"]
        assert score["sd"] > 0
    assert [seat["seat"] for seat in data["seats"]] == [1, 2, 3, 4]
    assert sum(seat["wins"]["value"] for seat in data["seats"]) == pytest.approx(1)
    assert data["ties"]["rule"] == "random"
    assert 0.05 < data["ties"]["first"]["value"] < 0.15


def test_csv_has_a_row_a_strategy_with_intervals():
    status, out, _ = montmort("simulate", "picker", "--strategies", FOUR, "--games", 500, "--csv")
    assert status == 0
    first = out.split("\n\n")[0]
    rows = list(csv.DictReader(io.StringIO(first)))
    assert {row["strategy"] for row in rows} == set(FOUR.split(","))
    for row in rows:
        assert float(row["1st low"]) <= float(row["1st"]) <= float(row["1st high"])


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_plots_are_drawn(tmp_path, ending):
    path = tmp_path / f"places.{ending}"
    status, _, err = montmort("simulate", "picker", "--games", 200, "--plot", path)
    assert status == 0, err
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") if ending == "png" else b"<svg" in data
    if ending == "svg":
        assert b"1st" in data
        assert b"seat 4" in data


def test_out_writes_a_file(tmp_path):
    path = tmp_path / "answer.json"
    status, out, _ = montmort("simulate", "picker", "--games", 100, "--json", "--out", path)
    assert (status, out) == (0, "")
    assert json.loads(path.read_text())["games"] == 100


def test_options_come_from_the_rules():
    data = answer("simulate", "picker", "--version", "v1.1", "--players", 3, "--extra-dice", 1,
                  "--bonus", "0,0,5", "--order", "list", "--no-may-name-shaft",
                  "--games", 50)  # fmt: skip
    rules = data["rules"]
    assert rules["players"] == 3
    assert rules["extra_dice"] == 1
    assert rules["bonus"] == [0, 0, 5]
    assert rules["order"] == "list"
    assert rules["may_name_shaft"] is False
    assert rules["shaft"] == "first_keeper"


def test_a_game_in_a_file_is_simulated_with_its_own_options():
    data = answer(
        "simulate", f"{NIM}:Nim", "--first", 1, "--second", 0, "--third", 0, "--games", 20
    )
    assert data["seats"][0]["wins"]["value"] == 1
    assert answer("simulate", NIM, "--first", 1, "--second", 0, "--third", 0, "--misere",
                  "--games", 20)["seats"][1]["wins"]["value"] == 1  # fmt: skip


def test_listings():
    names = [game["name"] for game in answer("games")["games"]]
    assert "picker" in names
    page = answer("rules", "picker")
    assert "v1.1" in page["versions"]
    assert {"gain:picker=0:shaft=0", "highest", "random"} <= {s["name"] for s in page["strategies"]}
    status, out, _ = montmort("rules", "picker")
    assert status == 0
    assert "Most points win" in out
    status, out, _ = montmort("rules", NIM)
    assert "--misere" in out


def test_replay_prints_a_game_move_by_move():
    status, out, _ = montmort("simulate", "picker", "--strategies", FOUR, "--replay", 5)
    assert status == 0
    assert "chance   rolls red" in out
    assert "seat 4 ends with" in out
    record = answer("simulate", "picker", "--strategies", FOUR, "--replay", 5)
    assert record["number"] == 5
    assert len([m for m in record["moves"] if m["actor"] != "chance"]) == 32


def test_the_grid_takes_every_combination():
    data = answer("simulate", "picker", "--version", "v1.1", "--grid", "--games", 100)
    names = [s["name"] for s in data["strategies"]]
    assert "gain@right" in names
    assert len(names) == len(set(names)) >= 40


def test_the_cache_is_shown_and_cleared(tmp_path, monkeypatch):
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path))
    (tmp_path / "compiled" / "picker-0").mkdir(parents=True)
    (tmp_path / "compiled" / "picker-0" / "code").write_bytes(bytes(1000))
    assert answer("cache")["entries"] == [{"kind": "compiled", "name": "picker-0", "bytes": 1000}]
    status, out, _ = montmort("cache", "clear")
    assert status == 0
    assert "cleared" in out
    assert answer("cache")["entries"] == []


# -- what a person reads ------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("simulate", "piker"), "no game 'piker': did you mean 'picker'?"),
        (("simulate",), "name a game"),
        (("frobnicate",), "Unknown command"),
        (("simulate", "picker", "--version", "v1.4"), "v1.3"),
        (("simulate", "picker", "--strategies", "hihgest"), "did you mean 'highest'?"),
        (("simulate", "picker", "--strategies", "gain,highest,random"), "3 strategies for 4 seats"),
        (("simulate", "picker", "--players", "1"), "players is 1: it must be at least 2"),
        (("simulate", "picker", "--players", "13"), "it must be at most 12"),
        (("simulate", "picker", "--players", "four"), "--players"),
        (("simulate", "picker", "--plyers", "4"), "--players"),
        (("simulate", "picker", "--order", "rung"), "ring"),
        (("simulate", "picker", "--bonus", "1,x"), "--bonus takes whole numbers"),
        (("simulate", "picker", "--games", "0"), "0 games: ask for at least 1"),
        (("simulate", "picker", "--games", "-4"), "-4 games"),
        (("simulate", "picker", "--until", "0%"), "give more than 0"),
        (("simulate", "picker", "--until", "soon"), "such as 0.1%"),
        (("simulate", "picker", "--until", "nan"), "precision"),
        (("simulate", "picker", "--workers", "0"), "at least 1"),
        (("simulate", "picker", "--plot", "x.doc"), ".svg"),
        (("simulate", "picker", "--plot", "/nowhere/x.svg"), "no folder"),
        (("simulate", "picker", "--json", "--csv"), "exclude each other"),
        (("simulate", "picker", "--strategies", "nowhere.py:patient"), "no file 'nowhere.py'"),
        (("simulate", "picker", "--strategies", f"{NIM}:patient"), "no strategy 'patient'"),
        (("simulate", "picker", "--grid", "--strategies", "gain"), "leave out --strategies"),
        (("simulate", "picker", "--replay", "-1"), "numbered from 0"),
        (("simulate", "nowhere.py:Nim"), "no file"),
        (("simulate", "picker", "--players", "4.5"), "--players takes a whole number, not '4.5'"),
        (("simulate", "picker", "--games", "4.7"), "--games takes a whole number"),
        (("solve", "leher", "--cards", "13.7"), "--cards takes a whole number"),
        (("play", "picker", "--out", "/nowhere/record"), "no folder"),
        (("simulate", f"{NIM}:Nym"), "did you mean 'Nim'?"),
        (("rules", "pocker"), "did you mean 'picker'?"),
        (("reproduce", "nothing"), "no subject"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_gets_one_clear_sentence(words, sentence):
    status, out, err = montmort(*words)
    assert status == 2, out + err
    assert sentence in err
    assert err.startswith("montmort: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_file_that_cannot_be_read_as_python_is_named_with_its_line(tmp_path):
    (tmp_path / "bad.py").write_text("x = 1\ndef f(:\n")
    status, _, err = montmort("simulate", tmp_path / "bad.py")
    assert status == 2
    assert "bad.py, line 2" in err


def test_a_strategy_that_breaks_prints_what_was_counted_before(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def late(view, actions, stream):\n"
        "    return 99 if view.score[0] > 40 and view.round == 7 else actions[0]\n"
    )
    status, out, err = montmort("simulate", "picker", "--strategies",
                                f"{tmp_path}/mine.py:late,gain,highest,random",
                                "--games", 20000, "--seed", 11, "--fresh")  # fmt: skip
    assert status == 1
    assert "'" + f"{tmp_path}/mine.py:late" + "'" in err
    for part in ("answered 99", "seed 11", "seat ", "position", "--replay"):
        assert part in err
    assert "Traceback" not in err
    number = int(err.split("game ")[1].split(",")[0])
    if number:
        assert "places by strategy" in out


BROKEN_GAMES = {
    "payoffs": ("def payoffs(self): return (0,)", "pays 1 players where 2 sit"),
    "not a number": ("def payoffs(self): return (0, float('nan'))", "finite number"),
    "actor": ("@property\n    def actor(self): return 7", "says that player 7 acts"),
    "after": ("def after(self, action): return None", "raised AttributeError"),
    "actions": ("def actions(self): return []", "no action to choose from"),
    "raises": ("def actions(self): raise KeyError('lost')", "raised KeyError: 'lost' (broken.py"),
}


@pytest.mark.parametrize("what", BROKEN_GAMES)
def test_a_game_that_breaks_is_named_with_the_place(tmp_path, what):
    rule, sentence = BROKEN_GAMES[what]
    (tmp_path / "broken.py").write_text(
        "from dataclasses import dataclass\n"
        "from montmort import OVER, Game, State\n"
        "@dataclass(frozen=True)\n"
        "class S(State):\n"
        "    left: int = 2\n"
        "    @property\n"
        "    def actor(self): return self.left % 2 if self.left else OVER\n"
        "    def actions(self): return [1]\n"
        "    def after(self, action): return S(self.left - 1)\n"
        "    def payoffs(self): return (1, 0)\n"
        f"    {rule}\n"
        "class Broken(Game):\n"
        "    def start(self): return S()\n"
    )
    status, _, err = montmort("simulate", tmp_path / "broken.py", "--games", 5, "--workers", 1)
    assert status in (1, 2), err
    assert sentence in err
    assert "error of our own" not in err
    assert err.count("\n") == 1


def test_a_mistyped_field_of_a_record_is_refused(tmp_path):
    text = (ROOT / "examples/pig.py").read_text().replace("s.rolling = 1", "s.rollin = 1")
    (tmp_path / "pig.py").write_text(text)
    status, out, _ = montmort("simulate", tmp_path / "pig.py", "--replay", 0)
    assert status == 1
    assert "Position has no field 'rollin'" in out


def test_terminals_without_the_sign_get_something_else():
    done = subprocess.run(
        [sys.executable, "-m", "montmort", "simulate", NIM, "--games", "50"],
        capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_versions_have_their_own_page():
    status, out, _ = montmort("rules", "picker", "--version", "v1.1")
    assert status == 0
    assert "parameters of picker v1.1" in out


@pytest.mark.parametrize("command", ["simulate", "solve", "play", "check", "rules"])
def test_help_without_a_game_is_help(command):
    status, out, err = montmort(command, "--help")
    assert status == 0, err
    assert "Usage: montmort" in out


def test_debug_shows_the_traceback():
    with pytest.raises(Exception, match="no game"), contextlib.redirect_stderr(io.StringIO()):
        main(["simulate", "piker", "--debug"])


# -- as a process -------------------------------------------------------------------

SLOW = """
from dataclasses import dataclass
from montmort import Game, State, OVER
import time

@dataclass(frozen=True)
class S(State):
    left: int = 3
    @property
    def actor(self): return 0 if self.left else OVER
    def actions(self): return [1]
    def after(self, action):
        time.sleep(0.001)
        return S(self.left - 1)
    def payoffs(self): return (1, 0)

class Slow(Game):
    def start(self): return S()
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_prints_what_is_done_and_a_second_run_goes_on(tmp_path, workers):
    (tmp_path / "slow.py").write_text(SLOW)
    environment = {**os.environ, "MONTMORT_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "montmort", "simulate", str(tmp_path / "slow.py"),
               "--games", "1000000", "--workers", workers, "--json"]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    data = json.loads(out)
    assert data["interrupted"] is True
    assert data["games"] > 100
    more = str(data["games"] + 64)
    command[command.index("1000000")] = more
    in_words = [word for word in command if word != "--json"]

    def run(words):
        done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    again = json.loads(run(command))
    assert f"went on from {again['games']:,} games" not in json.dumps(again)
    assert "went on from" in " ".join(run(in_words).split())
    assert again == json.loads(run([*command, "--fresh"]))


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m montmort rules picker | head -1",
        shell=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_a_narrow_terminal_loses_no_figure():
    environment = {**os.environ, "COLUMNS": "50"}
    done = subprocess.run(
        [sys.executable, "-m", "montmort", "simulate", "picker", "--games", "200"],
        capture_output=True, text=True, timeout=120, env=environment,
    )  # fmt: skip
    assert done.returncode == 0
    assert max(len(line) for line in done.stdout.splitlines()) <= 50
    assert "…" not in done.stdout
    assert "  1st: 25.0% ±0.0" in done.stdout  # no number is broken over two lines


def test_a_value_may_begin_with_a_minus():
    found = answer("solve", "monotonic", 3, 3, "--deck", "integers", "--board", "-3,4")
    assert found == answer("solve", "monotonic", 3, 3, "--deck", "integers", "--board=-3,4")
    assert found["board"] == [-3, 4]


def test_an_end_that_is_nowhere_is_an_empty_cell_in_csv():
    from montmort.core.results import Estimate, Result, Table
    from montmort.interfaces.tables import as_csv

    class Found(Result):
        def tables(self):
            infinite = float("inf")
            return [Table("t", ("x",), ((Estimate(3.0, -infinite, infinite),),))]

    assert as_csv([Found()]) == "x,x low,x high\n3.0,,\n"

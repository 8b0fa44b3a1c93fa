"""``montmort solve monotonic``: the documented JSON, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.core.errors import InputError
from montmort.core.results import Facts, plain
from montmort.games.monotonic.answers import run_lengths
from montmort.games.monotonic.facts import reproduce
from montmort.games.monotonic.questions import OpenQuestions, answers
from montmort.games.monotonic.solve import solve


def answer(*args: Any, **options: Any) -> dict[str, Any]:
    return json.loads(json.dumps(plain(solve(*args, **options).as_dict())))  # type: ignore[no-any-return]


def test_a_position() -> None:
    found = answer(5, 4, deck="11")
    assert found["exact"] is True
    assert found["outcome"] == "N"
    assert set(found) >= {"exact", "outcome", "winning", "positions", "method"}
    assert found["winning"]
    assert all(1 <= card <= 11 for card in found["winning"])
    child = answer(5, 4, deck="11", board=str(found["winning"][0]))
    assert child["outcome"] == "P"
    assert child["winning"] == []
    drawn = answer(5, 4, deck="10")
    assert drawn["outcome"] == "D"
    assert drawn["drawing"]
    assert answer(5, 4, deck="10", board=str(drawn["drawing"][0]))["outcome"] == "D"


def test_double_bumping_is_shown() -> None:
    found = answer(5, 5, deck="9", board="5,1,4,2,6,3")
    # The paper's worked example.
    assert [step["word"] for step in found["steps"]] == ["P", "PB", "RPB", "RPBB", "RPBP", "RRPBB"]
    assert [step["card"] for step in found["steps"]] == ["5", "1", "4", "2", "6", "3"]


def test_tables_and_proofs() -> None:
    assert answer(4, 3, table=8)["outcomes"] == "DDDDNNNN"
    assert answer(4, 3, table=8, misere=True)["outcomes"] == "DDDDPNNN"
    found = answer(5, 5, all_n=True)
    assert (found["eventual"], found["from"], found["bound"]) == ("N", 15, 139)
    assert found["classes"] > 0
    assert found["recheck"] == {"checked": found["classes"], "of": found["classes"], "holds": True}
    assert found["bound_used"] < found["bound"] < found["older_bound"]
    assert answer(3, 3, table=6, extended=True)["outcomes"] == "DDNNNN"
    assert answer(4, 3, all_n=True, nimber=True)["eventual"] == 5
    assert answer(4, 3, table=9, nimber=True)["nimbers"] == {"7": 5, "8": 5, "9": 5}
    assert run_lengths("") == ""


def test_other_decks(tmp_path: Path) -> None:
    assert answer(5, 4, deck="rationals")["outcome"] == "N"
    assert answer(4, 3, deck="rationals")["outcome"] == "P"
    found = answer(4, 4, deck="rationals", board="0,1,1/2")
    assert found["outcome"] == "P"
    assert found["steps"][-1]["word"] == "RPB"
    assert answer(3, 3, deck="naturals")["outcome"] in "NP"
    assert answer(3, 3, deck="integers", board="5,-3")["outcome"] in "NP"
    path = tmp_path / "vee.txt"
    path.write_text("a < b\na < c\n")
    assert answer(2, 2, deck=str(path))["outcome"] in "NPD"
    assert answer(3, 3, deck="rationals", extended=True)["outcome"] == "N"
    assert answer(4, 3, deck="5", extended=True, board="1:3,2:1")["outcome"] in "NPD"
    assert answer(3, 3, deck="product:3x3", misere=True, board="1.1")["outcome"] in "NPD"
    found = answer(3, 3, deck="subsets:3", involution=True)
    assert found["involution"]["kind"] == "reversal"
    assert answer(3, 3, deck="chain:4", line="shortest")["outcome"] == "D"
    assert answer(3, 3, deck="5", board="1,2,3")["notes"][0] == "the game is over"


def test_results_draw_themselves() -> None:
    for result in (
        solve(4, 3, deck="8", nimber=True, line="longest"),
        solve(4, 3, table=8),
        solve(4, 3, all_n=True),
        solve(3, 3, deck="subsets:3", involution=True, cooperate=True),
        solve(3, 3, table=9, nimber=True),
    ):
        assert result.tables()
        assert all(len(row) == len(t.columns) for t in result.tables() for row in t.rows)
        result.notes()
    chart = solve(5, 4, table=12).charts()[0]
    assert len(chart.rows) == 5  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("args", "options", "message"),
    [
        ((0, 3), {"deck": "5"}, "a is 0"),
        ((3, -1), {"deck": "5"}, "d is -1"),
        ((3, 3), {"deck": "0"}, "at least 1"),
        ((3, 3), {"deck": "rational"}, "did you mean 'rationals'"),
        ((3, 3), {"deck": "no/such/file.txt"}, "no file"),
        ((3, 3), {"deck": "subsets:x"}, "write subsets:3"),
        ((3, 3), {"table": 0}, "at least 1"),
        ((3, 3), {}, "say what is played with"),
        ((3, 3), {"table": 5, "deck": "5"}, "no deck or board"),
        ((3, 3), {"table": 5, "all_n": True}, "one of the two"),
        ((3, 3), {"all_n": True, "extended": True}, "no proof for all n"),
        ((3, 3), {"deck": "5", "board": "1,1"}, "on the board twice"),
        ((3, 3), {"deck": "5", "board": "6"}, "no card of 1 to 5"),
        ((3, 3), {"deck": "5", "board": "1,2,3,4"}, "over before card 4"),
        ((3, 3), {"deck": "5", "board": "x"}, "no card"),
        ((3, 3), {"deck": "5", "extended": True, "board": "1"}, "place:card"),
        ((3, 3), {"deck": "5", "extended": True, "board": "1:1,1:2"}, "in line"),
        ((3, 3), {"deck": "subsets:3", "extended": True}, "not on the subsets"),
        ((3, 3), {"deck": "4", "nimber": True}, "without draws"),
        ((3, 3), {"deck": "9", "nimber": True, "misere": True}, "normal form"),
        ((3, 3), {"deck": "9", "involution": True}, "posets"),
        ((3, 3), {"deck": "9", "workers": 0}, "workers is 0"),
        ((6, 6), {"deck": "24", "memory": "100K"}, "needs"),
        ((40, 40), {"deck": "60"}, "bits"),
        ((30, 30), {"deck": "rationals"}, "at most"),
    ],
)
def test_bad_input(args: tuple[int, int], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve(*args, **options)


def test_too_little_memory_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="the same command with more memory goes on"):
        solve(6, 6, table=20, memory="1M")
    kept = list((tmp_path / "runs").glob("monotonic-*.npy"))
    assert len(kept) == 1
    found = answer(6, 6, table=20, memory="200M")
    # The reference program for chains, and its own table.
    assert found["normal"] == "D" * 20
    assert found["misere"] == "DDDDDDDDDDDDDNPNPNPN"
    assert not list((tmp_path / "runs").glob("monotonic-*.npy"))


def test_known_values_agree() -> None:
    for result in reproduce():
        if isinstance(result, Facts):
            assert all(fact.agrees for fact in result.facts), result.tables()


def test_importing_the_game_is_cheap() -> None:
    import subprocess

    code = "import sys, montmort.games.monotonic; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_kept_answers_are_what_their_commands_give() -> None:
    counted = 0
    for entry in answers():
        words = entry["command"].split()
        assert words[:3] == ["montmort", "solve", "monotonic"]
        assert words[-1] == "--json"
        a, d = int(words[3]), int(words[4])
        rest = words[5:-1]
        misere = "--misere" in rest
        extended = "--extended" in rest
        if "--table" in rest:
            most = min(int(rest[rest.index("--table") + 1]), 5 if extended else 14)
            if a + d <= 13:
                found = answer(a, d, table=most, extended=extended)
                assert entry["normal"].startswith(found["normal"])
                assert entry["misere"].startswith(found["misere"])
                counted += 1
        elif "--nimber" in rest:
            if entry["classes"] < 1000:
                found = answer(a, d, all_n=True, nimber=True)
                assert (found["eventual"], found["from"]) == (entry["eventual"], entry["from"])
                counted += 1
        elif "--all-n" in rest:
            assert entry["recheck"]["holds"]
            assert entry["eventual"] == "N"
            if entry["classes"] < 5000:
                found = answer(a, d, all_n=True, misere=misere)
                assert {name: found[name] for name in entry if name in found} == {
                    name: value for name, value in entry.items() if name not in ("command", "kind")
                }
                counted += 1
        elif a + d <= (12 if "rationals" in rest else 9):
            deck = rest[rest.index("--deck") + 1]
            assert answer(a, d, deck=deck, misere=misere)["outcome"] == entry["outcome"]
            counted += 1
    assert counted > 60


def test_the_status_of_each_case() -> None:
    found = OpenQuestions.kept().as_dict()
    for case in found["large_decks"]:
        assert case["status"] in ("proven for all n", f"computed to n = {case['status'][16:]}")
    by_d = {row["d"]: row["status"] for row in found["rationals"]}
    # The paper's second conjecture is false as printed at d = 3.
    assert by_d[3].startswith("false as printed")
    assert all(status.startswith("proven") for d, status in by_d.items() if d > 3)

"""``montmort solve monotonic``: the documented JSON, and what is refused."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from montmort.core.errors import InputError
from montmort.core.results import Facts, plain
from montmort.games.monotonic import tables
from montmort.games.monotonic.answers import ruler, run_lengths
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
        ((3, 3), {"table": 5, "deck": "5"}, "leave out --deck"),
        ((3, 3), {"table": 5, "board": "5"}, "leave out --board"),
        ((3, 3), {"table": 5, "line": "shortest"}, "leave out --line"),
        ((3, 3), {"all_n": True, "cooperate": True}, "leave out --cooperate"),
        ((3, 3), {"all_n": True, "involution": True}, "leave out --involution"),
        ((3, 3), {"all_n": True, "picture": True}, "give --table"),
        ((3, 3), {"deck": "5", "picture": True}, "give --table"),
        ((3, 3), {"table": 9, "nimber": True, "picture": True}, "without --nimber"),
        ((3, 3), {"table": -2}, "at least 1"),
        ((3, 3), {"table": 4, "nimber": True}, "at least 5"),
        ((3, 3), {"table": 9, "nimber": True, "misere": True}, "normal form"),
        ((3, 3), {"deck": "-4"}, "at least 1"),
        ((3, 3), {"deck": "2000000"}, "any size"),
        ((3, 3), {"deck": "subsets:0"}, "subsets|elements"),
        ((3, 3), {"deck": "subsets:2x2"}, "takes one number"),
        ((3, 3), {"deck": "subsets:6"}, "64 elements.* at most 60, since"),
        ((3, 3), {"deck": "16", "extended": True}, "16.* up to 15, since .* bits"),
        ((12, 11), {"deck": "rationals", "nimber": True}, "23.*up to 22.* colour words"),
        ((12, 12), {"deck": "200", "nimber": True}, "bits"),
        ((3, 3), {"deck": "naturals", "nimber": True}, "without draws"),
        ((3, 3), {"deck": "subsets:3", "nimber": True}, "without draws"),
        ((3, 3), {"deck": "rationals", "extended": True, "nimber": True}, "normal form"),
        ((3, 3), {"deck": "subsets:3", "involution": True, "board": "1"}, "leave out --board"),
        ((3, 3), {"deck": "naturals", "board": "0"}, "no card of the naturals"),
        ((3, 3), {"deck": "integers", "board": "1/2"}, "no card of the integers"),
        ((3, 3), {"deck": "rationals", "board": "1,2/0"}, "no card of the rationals"),
        ((3, 3), {"deck": "rationals", "board": "1/2,2/4"}, "on the board already"),
        ((3, 3), {"deck": "rationals", "board": "1,2,3,4"}, "over before card 4"),
        ((3, 3), {"deck": "subsets:3", "board": "12,124"}, "no element '124'"),
        ((3, 3), {"deck": "subsets:3", "board": "12,12"}, "on the board already"),
        ((3, 3), {"deck": "5", "extended": True, "board": "1:6"}, "6 is no card"),
        ((3, 3), {"deck": "5", "memory": "none"}, "give a size"),
        ((3, 3), {"table": 5, "all_n": True}, "one of the two"),
        ((3, 3), {"all_n": True, "extended": True}, "no proof for all n"),
        ((3, 3), {"deck": "5", "board": "1,1"}, "on the board already"),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a < b\nb < c\nc < a\n", "go round: a < b < c < a"),
        ("elements: a b\na < c\n", "no element 'c'"),
        ("elements: a a\n", "listed twice"),
        ("a > b\n", "write relations as a < b"),
        ("", "names no element"),
    ],
)
def test_relation_files_that_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "deck.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        solve(3, 3, deck=str(path))


def test_nothing_long_is_begun_before_it_is_refused() -> None:
    # Any of these would run for hours, or fill the memory, if it were searched first.
    started = time.monotonic()
    for args, options in (
        ((18, 18), {"deck": "rationals", "nimber": True}),
        ((8, 8), {"deck": "60", "nimber": True, "misere": True}),
        ((8, 8), {"deck": "40", "involution": True}),
        ((9, 9), {"table": 60, "nimber": True}),
    ):
        with pytest.raises(InputError):
            solve(*args, **options)
    assert time.monotonic() - started < 5


def test_too_little_memory_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="the same command with more memory goes on") as said:
        solve(6, 6, table=20, memory="1M")
    # It tells what is known by then, and what it would need.
    assert "needs a memory of" in str(said.value)
    assert re.search(r"found so far: normal n = 1 to 1\d: D¹", str(said.value))
    kept = list((tmp_path / "runs").glob("monotonic-*.npy"))
    assert len(kept) == 1
    found = answer(6, 6, table=20, memory="200M")
    # The reference program for chains, and its own table.
    assert found["normal"] == "D" * 20
    assert found["misere"] == "DDDDDDDDDDDDDNPNPNPN"
    assert not list((tmp_path / "runs").glob("monotonic-*.npy"))


@pytest.mark.parametrize("job", ["table", "all_n", "nimber"])
def test_what_is_stopped_tells_what_it_found(
    job: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path))
    looks = 0

    def stopping() -> Any:
        def look(positions: int) -> None:
            nonlocal looks
            looks += 1
            if looks == 20:
                raise KeyboardInterrupt

        return look

    jobs: dict[str, dict[str, Any]] = {
        "table": {"table": 17},
        "all_n": {"all_n": True},
        "nimber": {"all_n": True, "nimber": True},
    }
    options = jobs[job]
    size = (4, 4) if job == "nimber" else (5, 5)
    monkeypatch.setattr(tables, "show_progress", stopping)
    with pytest.raises(KeyboardInterrupt):
        solve(*size, **options)
    said = capsys.readouterr().err
    told = said[said.index("found so far: ") :]
    if job == "nimber":
        assert told.startswith("found so far: nimbers of n = 10 on: ")
        return
    assert "the same command goes on from there" in told
    (count, runs) = re.findall(r"n = 1 to (\d+): ([DNP⁰¹²³⁴⁵⁶⁷⁸⁹ ]+)", told)[-1]
    assert int(count) > 5
    assert list((tmp_path / "runs").glob("monotonic-*.npy"))
    monkeypatch.undo()
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path))
    # Gone on with, it gives the answer of an uninterrupted run, and clears up.
    found = answer(*size, **options)
    assert not list((tmp_path / "runs").glob("monotonic-*.npy"))
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path / "other"))
    again = answer(*size, **options)
    for name in ("outcomes", "normal", "misere", "eventual", "from"):
        assert found.get(name) == again.get(name)
    if job == "table":
        assert run_lengths(found["normal" if "misère" not in told else "misere"][: int(count)]) == (
            runs.strip()
        )


def test_the_picture_over_a_d_and_n() -> None:
    found = answer(5, 4, table=12)
    assert set(found["picture"]) == {"normal", "misère"}
    # Every row is the table of its own sizes.
    for form, misere in (("normal", False), ("misère", True)):
        for name, types in found["picture"][form].items():
            a, d = map(int, name.strip("()").split(", "))
            assert answer(a, d, table=12, misere=misere, picture=False)["outcomes"] == types
        assert list(found["picture"][form])[-1] == "(5, 4)"
    drawn = solve(5, 4, table=12).tables()
    assert [len(t.rows) for t in drawn] == [2, 5, 5]
    assert drawn[1].columns[1] == ruler(12)
    assert len(ruler(12)) == len(drawn[1].rows[0][1]) == 12
    assert len(solve(6, 5, table=9).tables()) == 1
    assert len(solve(6, 5, table=9, picture=True).tables()) == 3
    assert len(solve(5, 4, table=9, picture=False).tables()) == 1
    assert list(answer(2, 2, table=4)["picture"]["normal"]) == ["(2, 2)"]


ASKED = {
    "position": {"exact", "outcome", "winning", "positions", "method"},
    "nimber": {"exact", "outcome", "winning", "positions", "method", "nimber", "nimbers"},
    "table": {"exact", "outcomes"},
    "all-n": {"exact", "eventual", "from", "bound", "classes"},
}


@pytest.mark.parametrize(
    ("kind", "args", "options"),
    [
        ("position", (4, 3), {"deck": "8"}),
        ("position", (4, 3), {"deck": "8", "misere": True}),
        ("position", (4, 3), {"deck": "8", "board": "3,5"}),
        ("position", (4, 3), {"deck": "rationals"}),
        ("position", (4, 3), {"deck": "rationals", "misere": True}),
        ("position", (4, 3), {"deck": "naturals"}),
        ("position", (3, 3), {"deck": "integers", "misere": True}),
        ("position", (3, 3), {"deck": "subsets:3"}),
        ("position", (3, 3), {"deck": "product:3x3", "misere": True}),
        ("position", (3, 3), {"deck": "4", "extended": True}),
        ("position", (3, 3), {"deck": "rationals", "extended": True}),
        ("position", (3, 3), {"deck": "4", "line": "longest", "cooperate": True}),
        ("nimber", (4, 3), {"deck": "8", "nimber": True}),
        ("nimber", (4, 3), {"deck": "rationals", "nimber": True}),
        ("table", (4, 3), {"table": 7}),
        ("table", (4, 3), {"table": 7, "misere": True}),
        ("table", (3, 3), {"table": 4, "extended": True}),
        ("all-n", (4, 3), {"all_n": True}),
        ("all-n", (4, 3), {"all_n": True, "misere": True}),
        ("all-n", (4, 3), {"all_n": True, "nimber": True}),
    ],
)
def test_the_json_of_every_form(kind: str, args: tuple[int, int], options: dict[str, Any]) -> None:
    found = answer(*args, **options)
    assert set(found) >= ASKED[kind]
    assert found["exact"] is True
    if kind in ("position", "nimber"):
        assert found["outcome"] in "NPD"
        assert bool(found["winning"]) == (found["outcome"] == "N")
        assert isinstance(found["positions"], int)
    if kind == "table":
        assert len(found["outcomes"]) == options["table"]
        assert set(found["outcomes"]) <= set("NPD")


def test_boards_on_the_rationals_are_told_by_their_cards() -> None:
    found = answer(4, 4, deck="rationals", board="0,1", line="shortest")
    assert found["board"] == ["0", "1"]
    assert [step["card"] for step in found["steps"]] == ["0", "1"]
    assert found["winning"] == [1]
    assert found["winning_cards"] == ["1/2"]
    # The line can be typed in again, and ends the game.
    board = ",".join([*found["board"], *found["line_cards"]])
    assert answer(4, 4, deck="rationals", board=board)["notes"] == ["the game is over"]
    found = answer(3, 3, deck="rationals", extended=True)
    assert found["winning_cards"] == ["0:0"]


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


def test_the_documentation_shows_the_kept_answers() -> None:
    page = Path(__file__).parents[2] / "docs" / "monotonic.md"
    kept = OpenQuestions.kept()
    cases = {row[:3]: row for row in kept.large_decks()}
    counted = 0
    for line in page.read_text(encoding="utf-8").splitlines():
        found = re.fullmatch(r"\| (\d+), (\d+) \|" + r" (\d+|-) \|" * 6, line)
        if found is None:
            continue
        a, d, few, many = map(int, found.groups()[:4])
        shown = found.groups()[4:]
        assert (few, many) == (a + d, (a - 1) * (d - 1))
        for form, last, start in (("normal", *shown[:2]), ("misère", *shown[2:])):
            if last != "-":
                row = cases[a, d, form]
                assert (row[4], row[6], row[5]) == ("proven for all n", int(last), int(start))
        counted += 1
    assert counted >= 20
    # The last draw is told only where it is known, and how far it was looked for.
    for row in kept.last_draws():
        assert row[3] <= row[5]
        assert row[7] == "proven" or row[7].startswith("computed to n = ")
    assert {row[5].split()[0] for row in kept.endless()} == {"proven", "false"}
    for table in kept.tables():
        assert all(len(row) == len(table.columns) for row in table.rows)

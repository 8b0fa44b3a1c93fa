"""Sitting down at the table and leaving it, and the sheet of a real table gone wrong."""

import io
import json
import subprocess
import sys

import pytest

from montmort.core.errors import InputError
from montmort.games.shengji import listing
from montmort.games.shengji.bots import BOTS
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.keeping import Entry, Keeper, most_points
from montmort.games.shengji.notation import write_cards
from montmort.games.shengji.picking import fold, pick, split_keys, wrap
from montmort.games.shengji.play import Left, Sitting, play
from montmort.games.shengji.position import BURY, FOLLOW, LEAD
from montmort.games.shengji.records import read
from montmort.games.shengji.replaying import replay
from montmort.games.shengji.score import score
from montmort.games.shengji.versions import VERSIONS

# -- playing ------------------------------------------------------------------------


def typed(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("last", ["q", "quit", "Q", None])
def test_leaving_saves_what_was_named(monkeypatch, tmp_path, last):
    file = tmp_path / "evening.txt"
    typed(monkeypatch, "pass", *([] if last is None else [last]))
    played = play(seed=3, save=file, cursor=False)
    assert played.ending == "left before the end"
    assert read(file.read_text(encoding="utf-8")) == played.match
    assert replay(played.match).dealt > 0
    assert list(tmp_path.iterdir()) == [file]


def test_an_interrupt_saves_too(monkeypatch, tmp_path):
    class Interrupted(io.StringIO):
        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    played = play(seed=3, save=tmp_path / "x.txt", cursor=False, chinese=True)
    assert played.ending == "中途离开"
    assert (tmp_path / "x.txt").read_text(encoding="utf-8").startswith("shengji standard")


def test_a_file_that_can_not_be_written_is_told_before_the_first_card(monkeypatch, tmp_path):
    typed(monkeypatch, "q")
    with pytest.raises(InputError, match="No such file"):
        play(save=tmp_path / "none" / "x.txt", cursor=False)


def test_the_command_shows_no_traceback_and_clean_json():
    done = subprocess.run(
        [sys.executable, "-m", "montmort", "play", "shengji", "--seed", "3", "--json"],
        input=b"XX\n#99\n\xff\n2S 2S\nhint\n", capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert json.loads(done.stdout)["ending"] == "left before the end"
    talk = done.stderr.decode()
    assert "is not a card" in talk
    assert "numbered from 1 to" in talk
    assert "Traceback" not in talk


@pytest.mark.parametrize("chinese", [False, True])
def test_a_refusal_leaves_the_game_unchanged(chinese):
    wrong = ["3C 4D", "BJ BJ BJ", "ZZ", "AS AS AS AS AS AS AS", "#1 #1"]
    state = {"left": None, "phases": set()}

    def ask(prompt, hand):
        if state["left"] is None:
            state["before"] = sitting.s.pack()
            state["left"] = list(wrong)
            state["phases"].add(int(sitting.s.phase))
        if state["left"]:
            return state["left"].pop()
        assert sitting.s.pack() == state["before"]
        state["left"] = None
        if sitting.s.tricks > 3:
            raise Left
        return write_cards(next(listing.iterate(sitting.s)), sitting.s.trump, chinese)

    said = []
    sitting = Sitting(Shengji(), [BOTS["greedy"]], 0, 6, ask, said.append, chinese)
    with pytest.raises(Left):
        sitting.run()
    assert {LEAD, FOLLOW} & state["phases"]
    assert state["phases"] <= {1, BURY, LEAD, FOLLOW, 6}


def test_one_who_has_passed_is_asked_again_in_the_next_round():
    asked = []

    def ask(prompt, hand):
        asked.append((int(sitting.s.round), prompt))
        if prompt.startswith("reveal"):
            return "pass"
        return write_cards(next(listing.iterate(sitting.s)), sitting.s.trump)

    sitting = Sitting(Shengji(rounds=2), [BOTS["greedy"]], 0, 3, ask, lambda text: None)
    sitting.run()
    assert {r for r, prompt in asked if prompt.startswith("reveal")} == {0, 1}


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_last_trick_of_a_round_is_told_before_its_end(rounds):
    def ask(prompt, hand):
        return write_cards(next(listing.iterate(sitting.s)), sitting.s.trump)

    said = []
    sitting = Sitting(Shengji(rounds=rounds), [BOTS["greedy"]], 0, 3, ask, said.append)
    sitting.run()
    ends = [i for i, line in enumerate(said) if line.startswith("the round is over")]
    assert len(ends) == rounds
    assert all("took it" in said[i - 1] for i in ends)
    tricks = sum(len(played.tricks) for played in sitting.recorder.match.rounds)
    assert sum("took it" in line for line in said) == tricks


def test_a_game_in_chinese_ends_in_chinese(monkeypatch):
    typed(monkeypatch, "undo", "q")
    played = play(seed=3, cursor=False, chinese=True)
    (table,) = played.tables()
    assert (table.title, table.columns) == ("级数", ("座位", "谁", "级"))
    assert table.rows[0][1] == "你"
    assert played.as_dict()["names"][0] == "you"


def test_keys_that_come_at_once_are_told_apart():
    hand = ["BJ", "AS", "KS", "KS"]
    assert pick(hand, split_keys("\x1b[C\x1b[C \x1b[C \r"), str) == "KS KS"
    assert pick(hand, split_keys("\x1bOC\x1bOD \r"), str) == "BJ"
    assert pick(hand, split_keys("ks\x7fs\r"), str) == "ks"
    assert pick(hand, split_keys("\x1b[5~\x1b[1;5C\x04"), str) == "q"
    assert list(split_keys("\x1b")) == []


@pytest.mark.parametrize("width", [10, 60, 80])
def test_long_hands_wrap_between_cards(width):
    shown = []
    hand = ["大王", "红桃10", "AS", *["KS"] * 30]
    pick(hand, iter(["right", "space", "enter"]), shown.append)
    rows = wrap(shown[-1], width)
    assert "".join(rows) == shown[-1]
    for row in rows:
        bare = row.replace("\x1b[7m", "").replace("\x1b[0m", "")
        assert sum(2 if sign > "\u2fff" else 1 for sign in bare) <= width
        assert bare[0] in " ["
        assert bare[-1] in " ]"
    assert max(map(len, fold("trumps " + " ".join(["KS"] * 33), 60).split("\n"))) <= 60


# -- keeping score ------------------------------------------------------------------


def test_more_points_than_there_are_can_not_be():
    # Two decks have 200; eight kings and tens in the bottom, counted once more, add 80.
    assert most_points(VERSIONS["standard"]) == 280
    # Three decks, five players, a bottom of seven: 300 and 70.
    assert most_points(VERSIONS["friends"].changed(decks=3)) == 370
    # By cards: a last trick of 25 cards would count the bottom 50 times.
    assert most_points(VERSIONS["pagat"]) == 200 + 49 * 80
    keeper = Keeper(Shengji(rounds=0))
    with pytest.raises(InputError, match="2 decks have 200, and with the bottom"):
        keeper.report(Entry(285, dealer=0))
    assert keeper.entries == []
    keeper.report(Entry(280, dealer=0))


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (Entry(130, (1,), 1), "not his own friend"),
        (Entry(130, (2, 3), 1), "at most 1 friend"),
        (Entry(130, (9,), 1), "there is no seat 10"),
        (Entry(130, (-1,), 1), "there is no seat 0"),
        (Entry(130, (2,), 7), "there is no seat 8"),
        (Entry(130, (2,)), "who dealt the first round"),
        (Entry(130, (2,), 1, jack=True), "the jack rule is not in force"),
    ],
)
def test_rounds_that_can_not_have_been(entry, sentence):
    keeper = Keeper(Shengji("friends", rounds=0))
    with pytest.raises(InputError, match=sentence):
        keeper.report(entry)
    assert keeper.entries == []


def test_the_jack_rule_strikes_on_its_level_only():
    keeper = Keeper(Shengji(rounds=0, jack_rule=True, start_level="T"))
    with pytest.raises(InputError, match="on level J only"):
        keeper.report(Entry(85, dealer=0, jack=True))
    keeper.report(Entry(40, dealer=0))
    assert keeper.report(Entry(85, jack=True)).levels == (8, 8, 8, 8)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"points": 40', '"points": 41', "round 2: 41 points: they come in fives"),
        ('"points": 40', '"points": 40.5', "points of round 2 is 40.5, and must be a whole"),
        ('"points": 40', '"points": true', "points of round 2 is true, and must be a whole"),
        ('"dealer": 1', '"dealer": 9', "round 1: there is no seat 9"),
        ('"game": "shengji"', '"game": "leher"', "a match of 'leher', not of shengji"),
        ('"standard"', '"standart"', "did you mean 'standard'"),
        ('"names"', '"nomes"', "it has no 'names'"),
        ('"Ann"', '"Bob"', "two players have one name"),
        ("{", "", "it is not JSON"),
        ('"friends": []', '"friends": 5', "friends of round 1 is 5, and must be a list"),
        ('"friends": []', '"friends": [null]', "a friend of round 1 is null"),
        ('"jack": false', '"jack": 0', "jack of round 1 is 0, and must be true or false"),
        ('"Ann"', "1", "a name is 1, and must be a text"),
        ('"Ann"', '""', "a name is empty"),
        ('"rounds": [', '"rounds": 5, "more": [', "rounds is 5, and must be a list"),
        ('"rounds": [', '"rounds": [7, ', "round 1 is 7, and must be an object"),
        ('"standard"', "5", "version is 5, and must be a text"),
        ('"changes": {', '"changes": {"grabber_rise": 5, ', "grabber_rise is 5, and must be"),
        ('"changes": {', '"changes": {"must_play": [3], ', "a value of must_play is 3"),
    ],
)
def test_a_spoilt_file_is_refused_by_name_and_kept(tmp_path, old, new, sentence):
    file = tmp_path / "evening.json"
    score("85", "dealer", "Ann", file=file, names="Ann,Bob,Cem,Dan")
    score("40", file=file)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=sentence) as error:
        score("80", file=file)
    assert str(error.value).startswith(str(file))
    assert file.read_text(encoding="utf-8") == text.replace(old, new, 1)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not text in UTF-8"):
        score("show", file=file)


@pytest.mark.parametrize("text", ["[]", "5", "null", '"x"'])
def test_a_file_of_another_shape_is_refused(tmp_path, text):
    file = tmp_path / "evening.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"no match that was kept: it is .*must be an object"):
        score("show", file=file)


def test_the_first_round_is_written_as_the_error_says(tmp_path):
    file = tmp_path / "evening.json"
    with pytest.raises(InputError, match="write it after the points: 85 dealer NAME"):
        score("85", file=file)
    assert not file.exists()
    sheet = score("points", "85", "dealer", "seat", "1", file=file)
    assert sheet.as_dict()["dealer"] == 2
    assert score("show", file=file).as_dict() == sheet.as_dict()


def test_showing_writes_nothing(tmp_path):
    file = tmp_path / "new.json"
    for words in (("show",), ("undo",)):
        with pytest.raises(InputError, match="has no match to"):
            score(*words, file=file, names="Ann,Bob,Cem,Dan")
    for words in (("show", "extra"), ("undo", "extra"), ("new", "extra")):
        with pytest.raises(InputError, match=r"'extra' after .* is not understood"):
            score(*words, file=file)
    assert list(tmp_path.iterdir()) == []
    away = tmp_path / "none" / "x.json"
    with pytest.raises(InputError, match=r"x\.json can't be written: No such file"):
        score("new", file=away)


def test_friends_are_kept_by_name_and_saved_whole(tmp_path):
    file = tmp_path / "five.json"
    score("new", file=file, version="friends", names="Ann,Bob,Cem,Dan,Eve")
    sheet = score("125", "dealer", "Bob", "friend", "Eve", file=file)
    assert sheet.as_dict()["levels"] == ["2", "3", "2", "2", "3"]
    assert sheet.as_dict()["rounds"][0]["friends"] == [5]
    assert sheet.notes() == ["Bob deals, on level 3"]
    sheet = score("195", file=file)
    # Nobody was found: the dealer stood alone, and all others rise two levels.
    assert sheet.as_dict()["levels"] == ["4", "3", "4", "4", "5"]
    assert sheet.notes() == ["Cem deals, on level 4"]
    assert list(tmp_path.iterdir()) == [file]


def test_the_sheet_asks_until_one_leaves(monkeypatch, tmp_path, capsys):
    file = tmp_path / "evening.json"
    typed(monkeypatch, "85 dealer Ann", "foo", "83", "help", "", "show", "undo", "75 dealer 1")
    sheet = score(file=file, names="Ann,Bob,Cem,Dan")
    said = capsys.readouterr().err
    for sentence in (
        "'foo' is no number", "they come in fives", "round 1, 85 points: Ann 2, Bob 2",
        "Bob deals, on level 2",
    ):  # fmt: skip
        assert sentence in said, sentence
    assert sheet.as_dict()["levels"] == ["3", "2", "3", "2"]
    assert Keeper.from_json(file.read_text(encoding="utf-8")).standing.dealer == 2

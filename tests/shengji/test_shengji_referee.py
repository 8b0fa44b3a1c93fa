"""The referee on known situations, its options, its words, and what it refuses to read."""

import json
import re
from pathlib import Path

import pytest

from montmort.core.errors import InputError
from montmort.games.shengji.referee import judge, read_options, referee

FILE = Path(__file__).parent / "cases.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


def test_there_are_158_situations():
    assert len(CASES) == 158
    assert len({case["id"] for case in CASES}) == 158


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_known_situations_under_default_rules(case):
    said = judge(case)
    assert said.verdict == case["expected"]
    assert said.reason


WITH_OPTION = [case for case in CASES if "option" in case]


@pytest.mark.parametrize("case", WITH_OPTION, ids=lambda case: case["id"])
def test_known_situations_under_house_rules(case):
    said = judge(case, changes=read_options([case["option"]]))
    assert said.verdict == case["option_expected"]


def test_a_file_gives_id_verdict_and_reason_in_its_order():
    answer = referee(FILE).as_dict()
    assert [item["id"] for item in answer] == [case["id"] for case in CASES]
    assert all(set(item) == {"id", "verdict", "reason"} for item in answer)
    assert [item["verdict"] for item in answer] == [case["expected"] for case in CASES]


def follow(lead, hand, play, **more):
    case = {"id": "x", "topic": "follow", "trump": "2H", "lead": lead, "hand": hand, "play": play}
    return judge({**case, **more})


def test_reasons_name_the_part_and_the_cards():
    said = follow("9S 9S TS TS JS JS", "KS KS 3S 3S 4S 6S 7S 8S", "3S 3S 4S 6S 7S 8S")
    assert said.reason == "the pair KS KS was owed to the second pair of the lead's three-pair run"
    said = follow("5S 5S 7S 7S", "KS KS 3S 4S 6S 8S", "3S 4S 6S 8S")
    assert said.reason == "the pair KS KS was owed to the lead's first pair"
    said = follow("5S 5S 7S 7S", "KS KS 9S 9S 6S 8S", "KS KS 6S 8S")
    assert said.reason == "the pair 9S 9S was owed to the lead's second pair"
    said = follow("5S 5S 6S 6S", "9S 9S TS TS 3S KS", "9S 9S 3S KS")
    assert said.reason == "the two-pair run TS TS 9S 9S was owed to the lead's two-pair run"
    said = follow("TS TS", "AS KS QH", "AS QH")
    assert said.reason == "spades were led, and 2 cards of that suit must follow: KS held back"
    assert follow("TS", "AS", "KS").reason == "KS is not in the hand"
    assert follow("TS", "AS KS", "AS KS").reason == "the lead has 1 card, the play 2"


def test_reasons_in_chinese():
    case = {"id": "x", "topic": "follow", "trump": "2H", "lead": "5S 5S", "hand": "KS KS 3S 4S",
            "play": "3S 4S"}  # fmt: skip
    assert judge(case, chinese=True).reason == "须出对子（黑桃K 黑桃K）跟首家的对子"
    case |= {"hand": "KS 3S", "play": "KS 3H", "lead": "5S 6S"}
    assert judge(case, chinese=True).reason == "手中没有 红桃3"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_reason_has_its_chinese(case):
    said, plain = judge(case, chinese=True), judge(case)
    assert said.verdict == plain.verdict
    assert any("\u4e00" <= sign <= "\u9fff" for sign in said.reason), said.reason
    # Neither English words nor cards in letters: ranks are the only Latin letters.
    assert not re.search("[a-z]|[2-9TJQKA][CDHS]|BJ|SJ", said.reason), said.reason


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({"topic": "follow"}, "situation 1: 'trump' is missing"),
        ({"topic": "fellow"}, "did you mean 'follow'"),
        ({"topic": "decompose", "trump": "2H", "play": "1S"}, "'1S' in '1S' is not a card"),
        ({"topic": "decompose", "trump": "1H", "play": "3S"}, "'1H' is no trump"),
        ({"topic": "decompose", "trump": {"suit": "X", "level": "2"}, "play": "3S"}, "suit 'X'"),
        ({"topic": "decompose", "trump": {"suit": "H", "level": "1"}, "play": "3S"}, "level '1'"),
        ({"topic": "rank", "trump": "2H", "plays": []}, "'plays' must be a list"),
        ({"topic": "follow", "trump": "2H", "lead": "3S 3D", "hand": "", "play": ""}, "one suit"),
        ({"topic": "score", "grabber_points": "many"}, "must be a whole number"),
        ({"topic": "score"}, "'grabber_points' is None"),
        ([], "situation 1 is list"),
    ],
    ids=str,
)
def test_bad_situations_are_refused_with_a_sentence(case, sentence):
    with pytest.raises(InputError, match=sentence.replace("(", r"\(")):
        judge(case)


def test_bad_files_and_options_are_refused_with_a_sentence(tmp_path):
    with pytest.raises(InputError, match="can't be read"):
        referee(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(InputError, match="is not JSON"):
        referee(tmp_path / "bad.json")
    (tmp_path / "empty.json").write_text("{}")
    with pytest.raises(InputError, match="no list of situations"):
        referee(tmp_path / "empty.json")
    with pytest.raises(InputError, match="did you mean 'follow'"):
        referee(FILE, option=["folow=maximal"])
    with pytest.raises(InputError, match="did you mean 'maximal'"):
        referee(FILE, option=["follow=maximum"])
    with pytest.raises(InputError, match="write a rule and its value"):
        referee(FILE, option=["follow"])
    with pytest.raises(InputError, match="is not a value"):
        referee(FILE, option=["extra_steps=few"])
    with pytest.raises(InputError, match="no version 'pagoda'"):
        referee(FILE, version="pagoda")


def test_other_house_rules_have_their_meaning():
    score = {"id": "s", "topic": "score", "players": 4, "decks": 2}
    by_40 = read_options(["extra_steps=40", "dealer_rise=40,5"])
    rises = {0: 3, 5: 2, 35: 2, 40: 1, 75: 1, 80: 0, 115: 0, 120: 1, 160: 2, 195: 2, 200: 3}
    for points, rise in rises.items():
        said = judge({**score, "grabber_points": points}, changes=by_40)
        assert said.verdict == {"winner": "dealer" if points < 80 else "grabber", "rise": rise}
    friends = {points: judge({**score, "players": 5, "grabber_points": points}).verdict
               for points in (125, 130, 190, 195)}  # fmt: skip
    assert friends == {
        125: {"winner": "dealer", "rise": 1}, 130: {"winner": "grabber", "rise": 1},
        190: {"winner": "grabber", "rise": 1}, 195: {"winner": "grabber", "rise": 2},
    }  # fmt: skip
    bottom = {"id": "k", "topic": "bottom", "trump": "2H", "play": "KS KS AS AS",
              "bottom_points": 10, "last_trick_winner": "grabber"}  # fmt: skip
    for option, times in (("double", 2), ("cards", 4), ("twice_cards", 8), ("power", 16)):
        said = judge(bottom, changes=read_options([f"bottom_factor={option}"]))
        assert said.verdict == {"multiplier": times, "added": 10 * times}
    capped = read_options(["bottom_factor=power", "bottom_cap=6"])
    assert judge(bottom, changes=capped).verdict["multiplier"] == 6


def test_the_duty_to_play_a_shorter_run():
    case = {"id": "x", "topic": "follow", "trump": "2H", "lead": "7S 7S 8S 8S 9S 9S",
            "hand": "3S 3S 4S 4S JS JS KS KS", "play": "3S 3S JS JS KS KS"}  # fmt: skip
    assert judge(case).verdict == "legal"
    duty = read_options(["shorter_run_duty=yes"])
    said = judge(case, changes=duty)
    assert said.verdict == "illegal"
    assert said.reason.startswith("the two-pair run 4S 4S 3S 3S was owed")
    both = read_options(["shorter_run_duty=yes", "follow=maximal"])
    assert judge(case, changes=both).verdict == "illegal"
    case["play"] = "3S 3S 4S 4S KS KS"
    assert judge(case, changes=duty).verdict == "legal"
    assert judge(case, changes=both).verdict == "legal"

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


def test_a_trump_that_says_nothing_is_no_trump_where_none_is_needed():
    case = {"topic": "score", "trump": {"suit": None, "level": None}, "grabber_points": 80}
    assert judge({"id": "x", **case}).verdict == {"winner": "grabber", "rise": 0}
    with pytest.raises(InputError, match="level"):
        judge({"id": "x", "topic": "decompose", "trump": case["trump"], "play": "3S"})


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
        ({"topic": "rank", "trump": "2H", "plays": []}, "'plays' is a list of 0: it has 1 to 8"),
        ({"topic": "follow", "trump": "2H", "lead": "3S 3D", "hand": "", "play": ""}, "one suit"),
        ({"topic": "score", "grabber_points": "many"}, "must be a whole number"),
        ({"topic": "score"}, "'grabber_points' is missing"),
        ([], "situation 1 is a list"),
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


# -- what can't be at any table, and what is no JSON of a situation ---------------------

BID = {"topic": "bid", "trump": "2NT", "hand": "2C 2C", "play": "2C 2C", "player": 0}
FOLLOW = {"topic": "follow", "trump": "2H", "lead": "9S", "hand": "KS KS", "play": "KS"}
BOTTOM = {"topic": "bottom", "trump": "2H", "play": "KS", "bottom_points": 10,
          "last_trick_winner": "grabber"}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (BID | {"shown": "2H"}, "'shown' is '2H': it must be a list"),
        (BID | {"shown": {"player": 1}}, "'shown' is an object: it must be a list"),
        (BID | {"shown": [["2H", 1]]}, "reveal 1 is a list: it must be an object"),
        (BID | {"shown": [{"player": 1, "play": "2H"}]}, "reveal 1: 'cards' is missing"),
        (BID | {"shown": [{"player": "1", "cards": "2H"}]}, "'player' is '1'"),
        (BID | {"trump": {"suit": 5, "level": "2"}}, "suit 5: it is C, D, H, S, or null"),
        (BID | {"trump": {"suit": "H"}}, "the trump has no level"),
        (BID | {"trump": {"suit": "H", "level": None}}, "level null: it is one of"),
        (BID | {"trump": None}, "the trump is null: write"),
        (BID | {"topic": ["x"]}, "'topic' is a list"),
        (BID | {"id": []}, "'id' is a list"),
        (FOLLOW | {"lead": None}, "'lead' is null: write cards"),
        (FOLLOW | {"lead": ["9S", None]}, "'lead' is a list with null: write cards"),
        (FOLLOW | {"lead": "9S " * 20 + "XS"}, "lead: 'XS' in 'XS' is not a card"),
        ({"topic": "toss", "trump": "2H", "play": "AS", "other_hands": 5},
         "'other_hands' is 5: it must be a list"),
        (None, "situation 1 is null"),
    ],
    ids=str,
)  # fmt: skip
def test_json_of_another_shape_is_refused_with_a_sentence(case, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        judge(case)


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (FOLLOW | {"decks": 2, "hand": "KS KS KS"}, "hand: there are 3 KS, out of 2 decks"),
        (FOLLOW | {"decks": 2, "lead": "KS KS"},
         "the lead and the hand: there are 4 KS, out of 2 decks"),
        (FOLLOW | {"lead": "9S 9S 9S"}, "the hand has 2 cards and the lead 3"),
        (FOLLOW | {"decks": 0}, "'decks' is 0: it must be from 1 to 9"),
        (FOLLOW | {"decks": 100}, "'decks' is 100: it must be from 1 to 9"),
        (FOLLOW | {"players": 9}, "'players' is 9: it must be from 3 to 8"),
        ({"topic": "decompose", "trump": "2H", "decks": 2, "play": "3S 3S 3S"}, "3 3S, out of"),
        ({"topic": "rank", "trump": "2H", "decks": 1, "plays": ["9S", "9S"]},
         "the plays together: there are 2 9S, out of 1 deck"),
        ({"topic": "rank", "trump": "2H", "plays": ["9S", "TS TS"]},
         "play 2 has 2 cards and the lead 1"),
        ({"topic": "toss", "trump": "2H", "decks": 2, "play": "AS AS", "other_hands": ["AS"]},
         "all hands together: there are 3 AS"),
        ({"topic": "toss", "trump": "2H", "play": "AS", "hand": "KS", "other_hands": ["QS"]},
         "the play is not all in the hand"),
        ({"topic": "score", "grabber_points": -5}, "it must be from 0 to 280"),
        ({"topic": "score", "grabber_points": 500}, "it must be from 0 to 280"),
        ({"topic": "score", "grabber_points": 80, "players": 0}, "it must be from 3 to 8"),
        (BOTTOM | {"bottom_points": -25}, "it must be from 0 to 200"),
        (BOTTOM | {"bottom_points": 7}, "points come in fives"),
        (BOTTOM | {"play": "KS KD"}, "the play that took the last trick is not of one suit"),
        (BID | {"shown": [{"player": 1, "cards": "5H"}]},
         "reveal 1: 5H can't have been shown: only level cards and jokers"),
        (BID | {"shown": [{"player": 1, "cards": "2H"}, {"player": 2, "cards": "2S"}]},
         "reveal 2: 2S can't have been shown: it takes more cards"),
        (BID | {"player": 99}, "'player' is 99: it must be from 0 to 3"),
        (BID | {"shown": [{"player": 4, "cards": "2H"}]}, "'player' is 4"),
    ],
    ids=str,
)  # fmt: skip
def test_what_can_not_be_at_any_table_is_refused_with_a_sentence(case, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        judge(case)


def test_decks_that_nobody_names_are_as_many_as_the_cards_need():
    case = FOLLOW | {"hand": "KS KS KS"}
    assert judge(case).verdict == "legal"
    with pytest.raises(InputError, match="out of 2 decks"):
        judge(case, changes={"decks": 2})


def test_words_for_one_card_and_for_a_second_copy():
    said = judge(FOLLOW | {"hand": "KS 3D", "lead": "9S"})
    assert said.reason == "the hand's only card of spades is given"
    friend = {"topic": "friend", "trump": "7S", "players": 5, "named": "KC KC"}
    assert "plays the second KC becomes the partner" in judge(friend).reason
    said = judge(friend | {"named": "KC KC KC"})
    assert (said.verdict, said.reason) == ("illegal", "there are 2 copies of KC, not 3")


def test_trumps_may_be_written_in_chinese():
    for plain, chinese in (("2H", "红桃2"), ("TS", "黑桃10"), ("2NT", "无主2"), ("TNT", "无主10")):
        case = {"topic": "decompose", "play": "2S 2S SJ SJ"}
        assert judge(case | {"trump": chinese}) == judge(case | {"trump": plain})
    with pytest.raises(InputError, match="'大王' is no trump"):
        judge({"topic": "decompose", "play": "2S", "trump": "大王"})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x80", "is not text in UTF-8"),
        (b"", "is empty: it needs situations as JSON, or a record"),
        (b"# only a remark\n", "is empty"),
        (b"hello", "neither JSON, which begins with [ or {, nor a record"),
        (b"[null]", "situation 1 is null"),
        (b"[" * 100_000, "nested too deep"),
        (b'[{"id": "\\ud800"}]', "half a character"),
        (b'{"rounds": 5}', "this is no record of Sheng Ji: the record: 'rounds' is 5"),
        (b'{"game": "shengji", "version": 4}', "the record: 'rounds' is missing"),
        (b'{"rounds": [], "version": 4}', "'version' is 4: it must be text"),
        (b'{"rounds": [], "changes": {"decks": "x"}}', "'decks=x': 'x' is not a value of decks"),
        (b'{"rounds": [[]]}', "round 1 is a list: it must be an object"),
        (b'{"rounds": [{"deal": [5]}]}', "round 1, seat 1: 'deal' is 5"),
        (b'{"rounds": [{"deal": [["XX"]]}]}', "round 1, seat 1: 'XX' in 'XX' is not a card"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_files_of_another_shape_are_refused_with_a_sentence(tmp_path, content, sentence):
    file = tmp_path / "file.txt"
    file.write_bytes(content)
    with pytest.raises(InputError, match=re.escape(sentence)):
        referee(file)

"""Records: written, read, replayed to the same end; and false ones refused with the place."""

import json

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rich.console import Console

from montmort.core.errors import InputError
from montmort.engines.tournament.rows import Bot, play_interpreted
from montmort.games.shengji.bots import BOTS, random_legal
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.kernel import KERNEL
from montmort.games.shengji.notation import read_cards
from montmort.games.shengji.position import REVEAL
from montmort.games.shengji.records import Match, Recorder, read, write
from montmort.games.shengji.referee import referee
from montmort.games.shengji.replaying import replay, summary
from montmort.games.shengji.simulate import simulate
from montmort.games.shengji.versions import VERSIONS
from montmort.interfaces.tables import draw

TABLES = [
    ("standard", {"rounds": 2}, ["random"] * 4),
    ("friends", {"rounds": 2, "no_reveal": "flip_bottom", "jokers_least": 8}, ["random"] * 5),
    ("pagat", {"decks": 3, "players": 6}, ["steady"] * 6),
    ("online", {"first_dealer": "seat_1", "rounds": 2}, ["random", "greedy"] * 2),
]


def recorded(version, changes, names, seed=5, number=3):
    game = Shengji(version, **changes)
    initial = game.initial()
    recorder = Recorder(game, initial)
    s, _ = play_interpreted(
        KERNEL, initial, [BOTS[n] for n in names], range(game.players), seed=seed, number=number,
        per_deal=1, watch=recorder,
    )  # fmt: skip
    return s, recorder.match


@pytest.mark.parametrize(("version", "changes", "names"), TABLES, ids=str)
def test_a_record_is_read_as_it_was_written_and_replays_to_the_same_end(version, changes, names):
    s, match = recorded(version, changes, names)
    text = write(match)
    assert write(read(text)) == text
    assert replay(read(text)) == s
    assert Match.from_json(match.to_json()) == match
    assert replay(read(match.to_json())) == s
    assert str(s.end_points) in summary(s)


def test_failed_tosses_are_recorded_and_replayed():
    found = 0
    for number in range(6):
        s, match = recorded("standard", {}, ["random"] * 4, seed=11, number=number)
        found += sum(1 for item in match.rounds for trick in item.tricks if trick.toss)
        assert replay(read(write(match))) == s
    assert found > 0


SMALL = """
shengji standard players=4 decks=1 bottom=46   # a tiny round: two cards each
levels 5 7 5 7
dealer 2
round 1
deal 1: AS 3H
deal 2: 7S KS
deal 3: 5S 4H
deal 4: 6S 2H
reveal 2: 7S after 1
bottom: {bottom}
1. KS / 5S / 6S / AS
2. 3H / 7S / 4H / 2H
"""
REST = [
    r + s for s in "CDHS" for r in "23456789TJQKA"
    if r + s not in ("AS", "3H", "7S", "KS", "5S", "4H", "6S", "2H")
] + ["SJ", "BJ"]  # fmt: skip


def small(**changes):
    text = SMALL.format(bottom=" ".join(REST))
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_round_typed_by_hand():
    s = replay(read(small()))
    # Spades are trumps: the ace takes 15 points for the grabbers, the seven the last trick.
    assert (int(s.end_dealer), int(s.end_points), int(s.end_rise)) == (1, 15, 1)
    assert [int(x) for x in s.levels[:4]] == [3, 6, 3, 6]
    assert summary(s) == "trump 7S, 15 points: the dealer's side wins and rises 1 level"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("deal 3: 5S 4H", "deal 3: 5S AS", "AS is dealt 2 times, out of 1 deck"),
        ("deal 3: 5S 4H", "deal 3: 5S 4H 9H", "seat 3 is dealt 3 cards, not 2"),
        ("after 1", "after 0", "reveal of 7S by seat 2 after 0: 7S is not in the hand"),
        ("after 1", "after 9", "reveal of 7S by seat 2 after 9: it is out of turn"),
        ("reveal 2: 7S", "reveal 3: 7S", "7S is not in the hand"),
        ("reveal 2: 7S", "reveal 2: KS", "KS is not in the hand"),
        ("1. KS / 5S", "1. KS / 4H", "round 1, trick 1, seat 3: trumps were led"),
        (
            "1. KS / 5S",
            "1. AS / 5S",
            "lead of seat 2: AS is not in the hand (seat 1 has it, but seat 2 leads)",
        ),
        ("1. KS / 5S", "1. KS 7S / 5S", "of the toss KS 7S stays KS, not 7S KS"),
        ("2. 3H / 7S", "2. 3H BJ / 7S", "BJ is not in the hand"),
        ("1. KS / 5S", "1. KS / KX", "line 12: round 1, trick 1, seat 3: 'KX' in 'KX'"),
        ("bottom: 2C", "flip: 2C\nbottom: 2C", "2C is turned over though the trump is decided"),
        ("bottom: 2C", "friend: AS\nbottom: 2C", "friend AS is named out of turn"),
        ("deal 4: 6S 2H", "deal 4: 6S", "line 9: round 1: card 2 of seat 4 is missing"),
        ("2. 3H / 7S / 4H / 2H", "2. 3H / 7S / 4H / 2H\n3. AS", "it is not time to lead"),
        ("2. 3H /", "2. 3H 5S /", "5S is not in the hand"),
        ("2. 3H / 7S", "2. 3H", "trick 2, seat 2: 4H is not in the hand"),
        ("1. KS / 5S / 6S / AS", "1. KS / 5S / 6S", "has 3 plays for 4 players"),
        ("deal 1: AS", "deal 9: AS", "there is no seat 9"),
        ("deal 1: AS", "deal 1: XS", "'XS' in"),
        ("levels 5 7", "levels 5 8", "partners have one level"),
        ("dealer 2", "dealer 7", "there are seats 1 to 4"),
        ("bottom=46", "botom=46", "did you mean 'bottom'"),
        ("shengji standard", "shengji stanard", "no version 'stanard'"),
        ("round 1", "und 1", "is no line of a record"),
        ("after 1", "", "does not say after how many cards"),
    ],
)
def test_false_records_are_refused_with_the_place(old, new, sentence):
    with pytest.raises(InputError) as error:
        replay(read(small(change=(old, new))))
    assert sentence in str(error.value) or old == "round 1"
    assert str(error.value).startswith("line ")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("after 1", "after 9", "第10行：第1局，2号位亮黑桃7（发到第9张）：未轮到"),
        ("1. KS / 5S", "1. AS / 5S",
         "第12行：第1局，第1墩，2号位领出：手中没有 黑桃A（1号位有，但轮到2号位领出）"),
        ("1. KS / 5S", "1. KS 7S / 5S",
         "第12行：第1局，第1墩：甩牌黑桃7 黑桃K失败，应留黑桃K，而不是黑桃7 黑桃K"),
        ("deal 3: 5S 4H", "deal 3: 5S AS", "第8行：第1局：黑桃A发了2张，只有1副牌"),
        ("deal 4: 6S 2H", "deal 4: 6S", "第9行：第1局：缺4号位第2张，而1号位发了2张"),
        ("1. KS / 5S / 6S / AS", "1. KS / 5S / 6S", "第12行：第1局，第1墩：只有3手，应有4手"),
    ],
)  # fmt: skip
def test_false_records_are_refused_in_chinese(old, new, sentence):
    with pytest.raises(InputError) as error:
        replay(read(small(change=(old, new))), chinese=True)
    assert str(error.value) == sentence


def test_the_bottom_must_have_its_size_and_be_held():
    with pytest.raises(InputError, match="the bottom has 46 cards, not 45"):
        replay(read(small(change=(" BJ\n", "\n"))))
    with pytest.raises(InputError, match="AS is not in the hand"):
        replay(read(small(change=(" BJ\n", " AS\n"))))


def test_a_toss_that_holds_can_not_be_cut_short():
    _, match = recorded("standard", {}, ["random"] * 4, seed=11, number=0)
    for item in match.rounds:
        for trick in item.tricks:
            if trick.toss:
                trick.toss, trick.plays[0] = "", trick.toss
                with pytest.raises(InputError, match="of the toss"):
                    replay(match)
                return
    lead = match.rounds[0].tricks[0].plays[0]
    match.rounds[0].tricks[0].toss = lead
    with pytest.raises(InputError, match="holds"):
        replay(match)


def test_what_is_no_record():
    for text in ("", "shengji standard", "{}", '{"version": 3}', "hello"):
        with pytest.raises(InputError):
            read(text)


def test_an_unfinished_record_replays_as_far_as_it_goes():
    _, match = recorded("standard", {}, ["random"] * 4)
    tricks = match.rounds[0].tricks
    del tricks[5:], tricks[4].plays[2:]
    s = replay(read(write(match)))
    assert (int(s.tricks), np.count_nonzero(np.array(s.table).sum(axis=1))) == (4, 2)
    item = match.rounds[0]
    item.deal = [dealt[:3] for dealt in item.deal]
    item.reveals = [reveal for reveal in item.reveals if reveal.after <= 12]
    with pytest.raises(InputError, match="the deal is not complete, and the bottom is laid down"):
        replay(match)
    item.bottom = ""
    with pytest.raises(InputError, match="the deal is not complete, and a trick is played"):
        replay(match)
    item.tricks.clear()
    assert int(replay(match).dealt) == 12
    del item.deal[1][2]
    with pytest.raises(InputError, match="card 3 of seat 2 is missing, and seat 3 is dealt 3"):
        replay(match)


def test_the_referee_judges_records(tmp_path):
    file = tmp_path / "round.txt"
    file.write_text(small())
    (said,) = referee(file).as_dict()
    assert said["verdict"] == "legal"
    assert "15 points" in said["reason"]
    file.write_text(small(change=("1. KS / 5S", "1. KS / 4H")))
    (said,) = referee(file).as_dict()
    assert said["verdict"] == "illegal"
    assert said["reason"].startswith("line 12: round 1, trick 1, seat 3: trumps were led")
    (said,) = referee(file, chinese=True).as_dict()
    assert said["reason"] == (
        "第12行：第1局，第1墩，3号位：首家出主牌：须出1张主牌，手中还留有 黑桃5"
    )
    file.write_text(read(small()).to_json())
    assert referee(file).judgements[0].verdict == "legal"


# -- round trips over all versions ------------------------------------------------------


def _quiet(view, stream, parameters, answer):
    # Never reveals, so that the bottom is turned over, or the cards are dealt again.
    random_legal(view, stream, parameters, answer)
    if view.phase == REVEAL and view.deals < 3:
        answer.cards[:] = read_cards("").cards


QUIET = Bot("quiet", _quiet)
SMALL_TABLES = {
    # A large bottom makes rounds short; the rules of the versions stay.
    "partners": {"players": 4, "decks": 1, "bottom": 30},
    "friends": {"players": 5, "decks": 1, "bottom": 24},
}
CHANGES = [
    {}, {"no_reveal": "flip_bottom"}, {"no_reveal": "redeal"}, {"first_dealer": "seat_1"},
    {"jokers_least": 2}, {"start_level": "K", "rounds": 2}, {"rounds": 2}, {"toss_rank": "longest"},
    {"follow": "no_pattern", "dealer_keeps": "same"}, {"start_level": "A", "rounds": 0},
]  # fmt: skip


def test_records_of_all_versions_are_read_as_written():
    seen = {"flipped": 0, "tosses": 0, "friends": 0, "reveals": 0, "redealt": 0, "rounds": 0}

    @settings(derandomize=True, deadline=None, max_examples=30, phases=[Phase.generate])
    @given(st.sampled_from(sorted(VERSIONS)), st.sampled_from(CHANGES),
           st.sampled_from(["random", "quiet", "steady"]), st.integers(0, 10_000))  # fmt: skip
    def check(version, changes, name, seed):
        game = Shengji(version, **SMALL_TABLES[VERSIONS[version].mode], **changes)
        bot = QUIET if name == "quiet" else BOTS[name]
        initial = game.initial()
        recorder = Recorder(game, initial)

        def watch(s, actor, a):
            seen["redealt"] += int(s.deals > 1 and s.dealt == 0 and s.phase == 0)
            recorder(s, actor, a)

        s, _ = play_interpreted(
            KERNEL, initial, [bot] * game.players, range(game.players), seed=seed, number=0,
            per_deal=1, watch=watch,
        )  # fmt: skip
        match = recorder.match
        text = write(match)
        assert write(read(text)) == text
        assert read(text) == match
        assert Match.from_json(match.to_json()) == match
        assert replay(read(text)) == s == replay(Match.from_json(match.to_json()))
        assert replay(read(write(match, chinese=True))) == s
        seen["rounds"] += len(match.rounds)
        for item in match.rounds:
            seen["flipped"] += bool(item.flipped)
            seen["friends"] += len(item.friends)
            seen["reveals"] += len(item.reveals)
            seen["tosses"] += sum(bool(trick.toss) for trick in item.tricks)

    check()
    assert all(seen.values()), seen


def test_json_errors_have_no_line_but_the_place():
    match = read(small(change=("1. KS / 5S", "1. KS / 4H")))
    with pytest.raises(InputError, match=r"^round 1, trick 1, seat 3: trumps were led"):
        replay(Match.from_json(match.to_json()))


def test_what_simulate_prints_is_read_by_the_referee(tmp_path):
    file = tmp_path / "rec.txt"
    for more in ({}, {"version": "friends", "decks": 4}):
        shown = simulate(replay=0, strategies="random", seed=3, **more)
        for width in (80, 120):
            with file.open("w", encoding="utf-8") as out:
                draw(shown, Console(file=out, width=width))
            (said,) = referee(file).judgements
            assert (said.verdict, shown.ending in said.reason) == ("legal", True)
            assert read(file.read_text(encoding="utf-8")) == shown.match
        file.write_text(json.dumps(shown.as_dict()))
        assert referee(file).judgements[0].verdict == "legal"


def test_a_record_may_begin_with_remarks(tmp_path):
    file = tmp_path / "round.txt"
    for before in ("# hello\n\n", "\ufeff", "  # \n   "):
        file.write_text(before + small().lstrip(), encoding="utf-8")
        assert referee(file).judgements[0].verdict == "legal"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("1. KS", "2. KS", "line 12: trick 1 is missing: here comes trick 2"),
        ("2. 3H", "1. 3H", "line 13: trick 1 is out of order: here trick 2 is due"),
        ("2. 3H", "3. 3H", "line 13: trick 2 is missing: here comes trick 3"),
        ("round 1", "round 2", "line 5: round 1 is missing: here comes round 2"),
        ("deal 3: 5S 4H\n", "", "line 5: round 1: deal 3 is missing: others are dealt 2 cards"),
        ("deal 3: 5S 4H", "deal : 5S 4H", "line 8: 'deal ' names no seat"),
        ("dealer 2", "dealer 0", "line 4: dealer 0: seats are 1 to 4"),
        ("round 1\n", "round 1\nlevels 5 7 5 7\n", "line 6: 'levels 5 7 5 7' stands after round 1"),
        ("1. KS", "bottom: 2C\n1. KS", "line 12: round 1 has a bottom already"),
        ("bottom: 2C", "botom: 2C", "line 11: 'botom: 2C 3C 4C 5C 6C 7C 8C 9C TC JC ...' is no"),
        ("BJ\n", "BX\n", "'BX' in 'BX' is not a card"),
    ],
)  # fmt: skip
def test_records_with_something_missing_or_moved_say_so(old, new, sentence):
    with pytest.raises(InputError) as error:
        replay(read(small(change=(old, new))))
    assert sentence in str(error.value)
    assert len(str(error.value)) < 250


def test_a_record_that_ends_early_is_said_to_be_unfinished(tmp_path):
    file = tmp_path / "round.txt"
    file.write_text(small(change=("2. 3H / 7S / 4H / 2H\n", "")))
    (said,) = referee(file).judgements
    assert said.verdict == "legal"
    assert said.reason == "every play is allowed; round 1 is not finished: 1 trick is played"
    (said,) = referee(file, chinese=True).judgements
    assert said.reason == "每一手都符合规则；第1局未打完（已打1墩）"


def test_json_of_a_record_has_as_many_seats_as_players():
    data = read(small()).as_dict()
    seat = data["rounds"][0]["deal"].pop()
    with pytest.raises(InputError, match="round 1: the deal has 3 seats for 4 players"):
        replay(read(json.dumps(data)))
    data["rounds"][0]["deal"].append(seat)
    data["rounds"][0]["reveals"][0]["seat"] = 8
    with pytest.raises(InputError, match="there is no seat 8 to reveal"):
        replay(read(json.dumps(data)))

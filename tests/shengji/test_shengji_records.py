"""Records: written, read, replayed to the same end; and false ones refused with the place."""

import numpy as np
import pytest

from montmort.core.errors import InputError
from montmort.engines.tournament.rows import play_interpreted
from montmort.games.shengji.bots import BOTS
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.kernel import KERNEL
from montmort.games.shengji.records import Match, Recorder, read, write
from montmort.games.shengji.referee import referee
from montmort.games.shengji.replaying import replay, summary

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
        ("1. KS / 5S", "1. AS / 5S", "lead of seat 2: AS is not in the hand"),
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
    match.rounds[0].deal[2] = match.rounds[0].deal[2][:3]
    match.rounds[0].reveals.clear()
    assert int(replay(match).dealt) < 100


def test_the_referee_judges_records(tmp_path):
    file = tmp_path / "round.txt"
    file.write_text(small())
    (said,) = referee(file).as_dict()
    assert said["verdict"] == "legal"
    assert "15 points" in said["reason"]
    file.write_text(small(change=("1. KS / 5S", "1. KS / 4H")))
    (said,) = referee(file).as_dict()
    assert said["verdict"] == "illegal"
    assert said["reason"].startswith("round 1, trick 1, seat 3: trumps were led")
    file.write_text(read(small()).to_json())
    assert referee(file).judgements[0].verdict == "legal"

"""Tricks: tosses, penalties, points, levels, friends, and what is refused."""

import numpy as np
import pytest

from montmort.core.errors import IllegalActionError, InputError
from montmort.equipment import cards
from montmort.games.shengji import moves, words
from montmort.games.shengji.game import Shengji, ShengjiState
from montmort.games.shengji.listing import iterate
from montmort.games.shengji.notation import read_cards, row_of
from montmort.games.shengji.position import (
    BACK,
    DEAL,
    FOLLOW,
    LEAD,
    NAME,
)  # fmt: skip
from montmort.games.shengji.scoring import risen


def at_table(hands, trump="2H", turn=0, phase=LEAD, **changes):
    """A position in the middle of a round, with these hands."""
    game = Shengji(rounds=9, **changes)
    s = game.initial()
    s.stock[:] = 0
    for p, hand in enumerate(hands):
        s.hands[p] = row_of(hand)
        s.sizes[p] = sum(s.hands[p])
    from montmort.games.shengji.notation import read_trump

    s.trump = read_trump(trump)
    s.level = s.trump % 13
    s.levels[: game.players] = s.level
    s.dealer, s.turn, s.phase = 0, turn, phase
    s.dealt = 100
    for p in range(game.players):
        s.side[p] = (p % 2 == 0) if game.rules.mode == "partners" else p == 0
    return s


def do(s, text):
    a = read_cards(text)
    assert words.refusal(s, a) is None
    moves.apply(s, a)


def refused(s, text):
    before = s.pack()
    reason = words.refusal(s, read_cards(text))
    assert reason is not None
    assert s.pack() == before
    return reason


def test_a_toss_that_holds_and_one_that_fails():
    hands = ["AS KS KS 3S", "QS QS 4D 5D", "6D 7D 8D 9D", "TD JD QD KD"]
    s = at_table(hands)
    do(s, "AS KS KS")
    assert (s.phase, s.led_size, int(s.failures[0])) == (FOLLOW, 3, 0)
    hands[1] = "AS AS 4D 5D"
    s = at_table(hands)
    do(s, "KS KS 3S")
    assert (s.phase, s.led_size, int(s.failures[0])) == (FOLLOW, 1, 1)
    assert list(np.flatnonzero(s.table[0])) == [cards.kind("3S")]
    assert int(s.sizes[0]) == 3
    assert list(s.toss) == list(row_of("KS KS 3S"))


def test_the_leader_chooses_between_equal_parts_of_a_failed_toss():
    s = at_table(["2S 2D 2C AH", "BJ 3H 3D 4D", "6D 7D 8D 9D", "TD JD QD KD"], trump="2H")
    do(s, "2S 2D AH")
    # The ace is lower, so that there is no choice.
    assert s.phase == FOLLOW
    s = at_table(["2S 2D SJ 3D", "BJ 3H 4C 4D", "6D 7D 8D 9D", "TD JD QD KD"], trump="2H")
    do(s, "2S 2D SJ")
    assert s.phase == BACK
    assert [cards.text(row) for row in iterate(s)] == ["2D", "2S"]
    assert refused(s, "SJ") == "a failed toss leaves its smallest beaten part"
    assert refused(s, "2S 2D") == "a failed toss leaves its smallest beaten part"
    do(s, "2S")
    assert (s.phase, s.led_size, int(s.sizes[0])) == (FOLLOW, 1, 3)


def test_penalties_for_failed_tosses_go_to_the_other_side():
    # The next seat takes 10 points with a king, and loses a king and a five to the ace.
    hands = ["AS 3S", "KS KS", "5D 6D", "7D 8D"]
    for leader, expected in ((0, 10 + 10), (1, 15 - 10)):
        turned = hands[-leader:] + hands[:-leader] if leader else hands
        s = at_table(turned, turn=leader, failed_toss_penalty=10)
        do(s, "AS 3S")
        assert int(s.failures[leader]) == 1
        while s.phase != DEAL:
            do(s, cards.text(next(iterate(s))))
        assert int(s.end_points) == expected


def test_two_rounds_of_tricks_by_hand():
    s = at_table(["AS 5H", "TS 3H", "KS 4C", "5S BJ"])
    s.bottom[:] = row_of("KD TD 3C 3C 4C 6C 7C 8C")
    for play_ in ("AS", "TS", "KS", "5S"):
        do(s, play_)
    assert (s.turn, int(s.points[0]), s.tricks) == (0, 25, 1)
    for play_ in ("5H", "3H", "4C", "BJ"):
        do(s, play_)
    # The joker takes the last trick for the grabbers: 5 points, and the bottom doubled.
    assert (int(s.end_points), int(s.end_bottom)) == (45, 40)
    assert (s.end_grabbers, s.end_rise, s.dealer) == (0, 1, 2)
    assert [int(x) for x in s.levels[:4]] == [1, 0, 1, 0]
    assert s.phase == DEAL


def test_the_jack_rule_sends_the_dealers_side_back():
    for card, level in (("JS", 0), ("AH", 10)):
        s = at_table(["3H", card, "4D", "5D"], trump="JH", jack_rule=True)
        for p in range(4):
            do(s, cards.text(s.hands[p]))
        assert int(s.levels[0]) == level
        assert s.end_grabbers == 0


def test_levels_that_must_be_played():
    assert [risen(level, 1, False, 1 << 12) for level in (11, 12)] == [12, 12]
    assert [risen(level, 3, True, 1 << 12) for level in (10, 11, 12)] == [12, 12, 15 - 2]
    assert risen(12, 1, False, 0) == 13
    game = Shengji(must_play=("5", "T"), must_hold_ace=True)
    assert game.initial().must_play == (1 << 3) + (1 << 8) + (1 << 12)


# -- finding friends ---------------------------------------------------------------------


def test_the_first_other_to_play_the_card_is_the_friend_at_once():
    s = at_table(["AS KS", "3S AS", "4S 5S", "6S 7S", "8S 9S"], phase=NAME,
                 mode="friends", players=5, grabbers_need=130)  # fmt: skip
    assert refused(s, "AS AS AS") == "there are not so many copies of that card"
    assert refused(s, "AS KS") == "a friend's card is named by one card, or so many copies of it"
    do(s, "AS")
    do(s, "AS")
    assert list(s.friend[:1]) == [-1]
    do(s, "3S")
    assert [int(x) for x in s.side[:5]] == [1, 0, 0, 0, 0]
    for play_ in ("4S", "6S", "8S", "KS"):
        do(s, play_)
    do(s, "AS")
    assert int(s.friend[0]) == 1
    assert [int(x) for x in s.side[:5]] == [1, 1, 0, 0, 0]


def test_the_second_copy_counts_those_that_others_play():
    s = at_table(["AS KS", "3S AS", "AS 5S", "6S 7S", "8S 9S"], phase=NAME, decks=3,
                 mode="friends", players=5)  # fmt: skip
    do(s, "AS AS")
    for play_ in ("AS", "3S", "AS", "6S", "8S"):
        do(s, play_)
    assert (int(s.friend[0]), int(s.named_seen[0])) == (-1, 1)
    for play_ in ("KS", "AS"):
        do(s, play_)
    assert int(s.friend[0]) == 1


# -- refusals ---------------------------------------------------------------------------


def test_bad_plays_are_refused_and_change_nothing():
    s = at_table(["AS KS 3H", "5S 6S 7D", "8S 9S TS", "JS QS AD"])
    assert refused(s, "AS 3H").startswith("a lead is of one suit")
    assert refused(s, "QS") == "QS is not in the hand"
    assert refused(s, "pass") == "a lead has at least one card"
    do(s, "AS")
    assert refused(s, "7D") == (
        "spades were led, and one card of that suit must follow: 6S 5S held back"
    )
    assert refused(s, "5S 6S") == "the lead has 1 card, not 2"
    state = ShengjiState(Shengji(), s)
    with pytest.raises(IllegalActionError, match="must follow"):
        state.after("7D")
    with pytest.raises(IllegalActionError, match="is not a card"):
        state.after("7X")
    assert "cards as text" in state.refusal(7)


def test_rules_that_do_not_go_together_are_refused():
    for changes, sentence in (
        ({"players": 5}, "can't be two sides"),
        ({"mode": "friends", "players": 4, "friends": 3}, "leave no two sides"),
        ({"bottom": 7}, "can't share evenly"),
        ({"start_level": "1"}, "a level is one of"),
        ({"grabber_rise": (120, 80)}, "must go up"),
        ({"dealer_rise": (5, 40)}, "must go down"),
        ({"follow": "loosely"}, "no follow 'loosely'"),
        ({"decks": 9}, "at most 8"),
    ):
        with pytest.raises(InputError, match=sentence):
            Shengji(**changes)

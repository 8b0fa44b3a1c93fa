"""Whole rounds and matches: dealing, declaring, tricks, scoring, friends; and their invariants."""

import contextlib
import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import games
from montmort.core.errors import IllegalActionError, InputError, StrategyError
from montmort.core.game import CHANCE, OVER
from montmort.engines.tournament.rows import Bot, play, play_interpreted
from montmort.equipment import cards
from montmort.games.shengji import moves, words
from montmort.games.shengji.bots import BOTS
from montmort.games.shengji.game import Shengji, ShengjiState, guess
from montmort.games.shengji.kernel import COLUMNS, KERNEL
from montmort.games.shengji.listing import iterate
from montmort.games.shengji.notation import read_cards, row_of
from montmort.games.shengji.patterns import suit_size
from montmort.games.shengji.position import (
    BACK,
    BURY,
    DEAL,
    FOLLOW,
    LEAD,
    NAME,
    REVEAL,
    Cards,
    Position,
    View,
)  # fmt: skip
from montmort.games.shengji.ranks import GROUP
from montmort.games.shengji.scoring import risen
from montmort.games.shengji.seeing import observe
from montmort.games.shengji.versions import VERSIONS, ShengjiRules
from montmort.statistics.streams import DEAL as DEALING
from montmort.statistics.streams import SEATS, Source

TABLES = [
    ("standard", {}, ["random"] * 4),
    ("standard", {"decks": 1, "rounds": 2}, ["random", "greedy"] * 2),
    ("standard", {"decks": 3, "players": 6}, ["steady", "random"] * 3),
    ("friends", {"rounds": 2}, ["random", "steady", "greedy", "random", "steady"]),
    ("friends", {"players": 7, "decks": 3, "friends": 2}, ["random", "steady"] * 3 + ["greedy"]),
    ("pagat", {"decks": 4}, ["random", "steady"] * 2),
    ("online", {"first_dealer": "seat_1", "rounds": 2}, ["steady", "random"] * 2),
    ("standard", {"follow": "no_pattern", "toss_rank": "highest"}, ["random", "steady"] * 2),
]


def total(s):
    """All cards of the table, wherever they are."""
    players = int(s.players)
    found = np.array(s.stock, int) + np.array(s.bottom, int)
    found = found + np.array(s.hands[:players], int).sum(axis=0)
    if s.phase != BURY or s.trump < 0:
        found = found + np.array(s.played[:players], int).sum(axis=0)
    if s.trump < 0:
        found = found + np.array(s.flipped, int)
    return found


@pytest.mark.parametrize(("version", "changes", "names"), TABLES, ids=str)
def test_cards_and_points_are_conserved(version, changes, names):
    game = Shengji(version, **changes)
    decks, before = game.rules.decks, {}

    def watch(s, actor, a):
        assert list(total(s)) == [decks] * 54
        assert all(int(s.sizes[p]) == sum(s.hands[p]) for p in range(game.players))
        if s.phase in (LEAD, FOLLOW):
            taken = sum(s.points[: game.players])
            lying = sum(cards.points(k) * int(n) for k, n in enumerate(s.bottom))
            held = sum(
                cards.points(k) * int(n) for p in range(game.players)
                for k, n in enumerate(s.hands[p])
            )  # fmt: skip
            table = 0
            if s.phase == FOLLOW:
                table = sum(
                    cards.points(k) * int(n) for p in range(game.players)
                    for k, n in enumerate(s.table[p])
                )  # fmt: skip
            assert taken + lying + held + table == 100 * decks
        before["levels"] = [int(x) for x in s.levels]

    for number in range(2):
        s, rows = play_interpreted(
            KERNEL, game.initial(), [BOTS[n] for n in names], range(game.players), seed=3,
            number=number, per_deal=1, watch=watch,
        )  # fmt: skip
        assert s.phase == 8
        assert len(rows) == game.rules.rounds
        for row in rows:
            found = dict(zip(COLUMNS, row, strict=True))
            assert found["grabbers_won"] == (found["points"] >= game.rules.grabbers_need)
            sides = [found["sides"] >> p & 1 for p in range(game.players)]
            assert sides[found["dealer"]] == 1
            if game.rules.mode == "partners":
                assert sum(sides) * 2 == game.players
            else:
                assert 1 <= sum(sides) <= 1 + game.rules.friends


@pytest.mark.parametrize(("version", "changes", "names"), TABLES[:1] + TABLES[3:6], ids=str)
def test_compiled_and_interpreted_rules_mean_the_same(version, changes, names):
    game = Shengji(version, **changes)
    bots = [BOTS[n] for n in names]
    seats = np.array([range(game.players), [*range(1, game.players), 0]], np.int64)
    compiled = np.concatenate(
        list(play(KERNEL, game.initial(), bots, seats, seed=9, first=2, games=4, room=3))
    )
    rows = []
    for number in range(2, 6):
        _, some = play_interpreted(
            KERNEL, game.initial(), bots, seats[number % 2], seed=9, number=number, per_deal=2
        )
        rows += some
    assert compiled.tolist() == rows


def test_matches_end_beyond_the_ace_compiled():
    game = Shengji(rounds=0)
    seats = np.array([[0, 0, 0, 0]], np.int64)
    rows = np.concatenate(
        list(play(KERNEL, game.initial(), [BOTS["random"]], seats, seed=1, first=0, games=300))
    )
    over = rows[rows[:, COLUMNS.index("over")] == 1]
    assert len(over) == 300
    assert set(over[:, COLUMNS.index("winners")]) == {5, 10}
    # Every round but those from 80 to 115 raises a side one level; 13 rises win.
    rises = {}
    for row in rows:
        found = dict(zip(COLUMNS, map(int, row), strict=True))
        points = found["points"]
        expected = 1 if points < 80 else 0 if points < 120 else 1
        assert found["rise"] == expected
        side = found["sides"] if points < 80 else 15 - found["sides"]
        key = found["game"], side
        rises[key] = rises.get(key, 0) + expected
        if found["over"]:
            assert rises[found["game"], found["winners"]] == 13


def test_the_dealer_goes_on_as_the_rules_say():
    game = Shengji(rounds=0)
    seats = np.array([[0, 0, 0, 0]], np.int64)
    rows = np.concatenate(
        list(play(KERNEL, game.initial(), [BOTS["greedy"]], seats, seed=2, first=0, games=20))
    )
    for row, after in pairwise(rows):
        now, then = (dict(zip(COLUMNS, map(int, r), strict=True)) for r in (row, after))
        if not now["over"]:
            step = 1 if now["grabbers_won"] else 2
            assert then["dealer"] == (now["dealer"] + step) % 4
    friends = VERSIONS["friends"].changed(rounds=0)
    seats = np.array([[0] * 5], np.int64)
    rows = np.concatenate(
        list(play(KERNEL, Shengji(friends).initial(), [BOTS["steady"]], seats, seed=2, first=0,
                  games=10))
    )  # fmt: skip
    for row, after in pairwise(rows):
        now, then = (dict(zip(COLUMNS, map(int, r), strict=True)) for r in (row, after))
        if not now["over"]:
            wanted = now["dealer"]
            if now["grabbers_won"]:
                wanted = next(
                    p for p in ((now["dealer"] + i) % 5 for i in range(1, 5))
                    if not now["sides"] >> p & 1
                )  # fmt: skip
            assert then["dealer"] == wanted


def test_strategies_do_not_shift_the_deal():
    game = Shengji()
    dealt = []
    for names in (["random"] * 4, ["steady", "greedy"] * 2):
        seen = []

        def watch(s, p, a, seen=seen):
            if p == CHANCE:
                seen.append(a.pack())

        play_interpreted(
            KERNEL, game.initial(), [BOTS[n] for n in names], range(4), seed=5, number=7,
            per_deal=1, watch=watch,
        )  # fmt: skip
        dealt.append(seen)
    assert len(dealt[0]) == 100
    assert dealt[0] == dealt[1]


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


# -- declaring --------------------------------------------------------------------------


def dealing(order, **changes):
    """Deal cards in this order, with a callback for reveals by (seat, cards dealt)."""
    game = Shengji(**changes)
    s = game.initial()
    return s, [cards.kind(word) for word in order.split()]


def deal_on(s, kinds, reveals):
    asked = []
    while kinds or s.phase == REVEAL:
        if s.phase == REVEAL:
            asked.append((int(s.turn), int(s.dealt)))
            text = reveals.pop((int(s.turn), int(s.dealt)), "pass")
            do(s, text)
        else:
            a = Cards()
            a.cards[kinds.pop(0)] = 1
            assert moves.allowed(s, a) == 0
            moves.apply(s, a)
    return asked


def test_only_those_with_a_reveal_are_asked_in_seat_order_after_each_card():
    s, kinds = dealing("2S 3S 2D 4S 5S")
    assert deal_on(s, kinds, {}) == [(0, 1), (0, 2), (2, 3), (0, 3), (0, 4), (2, 4), (0, 5), (2, 5)]
    s, kinds = dealing("2S 3S 2D 4S 2S BJ")
    asked = deal_on(s, kinds, {(2, 3): "2D", (0, 5): "2S 2S"})
    # One 2D does not let a single 2S take over; a pair does; one joker then does not.
    assert asked == [(0, 1), (0, 2), (2, 3), (0, 5)]
    assert (s.governor, s.shown_kind, s.shown_count) == (0, cards.kind("2S"), 2)


def test_reveals_out_of_the_rules_are_refused_with_the_reason():
    s, kinds = dealing("2S 3S 2D BJ 2S SJ 2D BJ 2H")
    deal_on(s, kinds[:5], {(0, 5): "2S 2S"})
    s.phase, s.turn = REVEAL, 3
    assert "it takes more cards" in refused(s, "BJ")
    s.turn = 2
    assert "it takes more cards" in refused(s, "2D")
    assert "only level cards and jokers" in refused(at_reveal("3S"), "3S")
    assert "identical cards" in refused(at_reveal("2S 2D"), "2S 2D")
    assert refused(at_reveal("2S"), "2S 2S") == "2S is not in the hand"
    s.turn = 0
    s.hands[0, cards.kind("2H")] = 2
    assert "only add cards identical" in refused(s, "2H 2H")
    assert "must show more" in refused(s, "2S 2S")


def at_reveal(hand):
    s = Shengji().initial()
    s.hands[0] = row_of(hand)
    s.phase, s.turn = REVEAL, 0
    return s


def whole_deal(game, seed, choose):
    """Deal a round to the end, with reveals by ``choose``."""
    s, stream = game.initial(), Source(seed, 0, DEALING)
    while s.trump < 0:
        a = Cards()
        if moves.actor(s) == CHANCE:
            moves.sample(s, stream, a)
            moves.apply(s, a)
        else:
            do(s, choose(s))
    return s


def test_nobody_reveals():
    def nothing(s):
        return "pass"

    s = whole_deal(Shengji(), 1, nothing)
    assert (s.trump, s.dealer, s.turn, s.phase) == (52, 0, 0, BURY)
    assert int(s.sizes[0]) == 33
    s = whole_deal(Shengji(no_reveal="flip_bottom"), 4, nothing)
    flipped = [k for k in range(54) if s.flipped[k]]
    level = [k for k in flipped if k >= 52 or k % 13 == 0]
    if level:
        assert len(level) == 1
        assert s.trump == (52 if level[0] >= 52 else level[0] // 13 * 13)
    else:
        top = max(k % 13 for k in flipped)
        assert s.trump // 13 in {k // 13 for k in flipped if k % 13 == top}
    assert int(s.sizes[0]) == 33

    dealt = []

    def late(s):
        dealt.append(int(s.deals))
        return "pass" if s.deals < 3 else cards.text(list(iterate(s))[-1])

    s = whole_deal(Shengji(no_reveal="redeal"), 4, late)
    assert max(dealt) == 3
    assert s.governor >= 0
    assert list(total(s)) == [2] * 54


def test_the_first_dealer_and_the_bottom():
    def first(s):
        return cards.text(list(iterate(s))[-1])

    s = whole_deal(Shengji(), 3, first)
    assert s.dealer == s.governor == s.turn
    s = whole_deal(Shengji(first_dealer="seat_1"), 3, first)
    assert s.dealer == 0
    assert refused(s, cards.text(s.hands[0])).startswith("the bottom has 8 cards, not 33")
    sizes = {(4, 2): 8, (5, 2): 8, (5, 3): 7, (6, 3): 6, (4, 1): 6, (3, 2): 6}
    for (players, decks), size in sizes.items():
        mode = "partners" if players % 2 == 0 else "friends"
        rules = ShengjiRules(players=players, decks=decks, mode=mode)
        assert rules.bottom_size == size
        assert rules.hand_size * players + size == 54 * decks


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


# -- what may be done ----------------------------------------------------------------------


def random_position(rng, version="standard", **changes):
    """A position in the middle of a random round, where somebody is to follow or lead."""
    game = Shengji(version, **changes)
    stop = rng.randrange(1, 60)
    found = []

    class Enough(Exception):
        pass

    def watch(s, actor, a):
        if s.phase in (LEAD, FOLLOW):
            found.append(s.copy())
            if len(found) >= stop:
                raise Enough

    with contextlib.suppress(Enough):
        play_interpreted(
            KERNEL, game.initial(), [BOTS["random"]], [0] * game.players, seed=rng.randrange(10**6),
            number=0, per_deal=1, watch=watch,
        )  # fmt: skip
    return found[-1]


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.sampled_from(["minimal", "maximal", "no_pattern"]))
def test_what_is_listed_is_allowed_and_other_plays_are_not(rng, follow):
    decks = rng.choice([2, 3, 4])
    s = random_position(rng, follow=follow, decks=decks, shorter_run_duty=rng.random() < 0.5)
    listed = []
    for row in iterate(s):
        listed.append(tuple(row.tolist()))
        if len(listed) == 400:
            break
    assert len(set(listed)) == len(listed)
    for row in listed[:40]:
        a = Cards()
        a.cards[:] = row
        assert moves.allowed(s, a) == 0
    if len(listed) < 400 and s.phase == FOLLOW:
        hand = [k for k in range(54) for _ in range(int(s.hands[s.turn, k]))]
        for _ in range(60):
            some = cards.count(rng.sample(hand, int(s.led_size)))
            a = Cards()
            a.cards[:] = some
            assert (moves.allowed(s, a) == 0) == (tuple(some) in set(listed))


@settings(derandomize=True, deadline=None, max_examples=15)
@given(st.randoms(use_true_random=False))
def test_the_whole_suit_is_always_accepted(rng):
    s = random_position(rng, decks=rng.choice([1, 2, 3]))
    if s.phase != FOLLOW:
        return
    hand = s.hands[s.turn]
    held = int(suit_size(s.trump, s.led_suit, hand))
    if held == s.led_size:
        a = Cards()
        for k in range(54):
            a.cards[k] = hand[k] if GROUP[s.trump, k] == s.led_suit else 0
        assert moves.allowed(s, a) == 0


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


# -- views, guesses, bots --------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False), st.sampled_from(["standard", "friends"]))
def test_a_view_is_blind_to_what_others_hold(rng, version):
    s = random_position(rng, version)
    player = rng.randrange(int(s.players))
    other = guess(s, player, random.Random(rng.randrange(10**6)))
    assert list(total(other)) == list(total(s))
    for p in range(int(s.players)):
        for g in range(5):
            if s.void[p, g] and p != player:
                assert suit_size(s.trump, g, other.hands[p]) == 0
    views = []
    for record in (s, other):
        v = View()
        observe(record, player, v)
        views.append(v)
    assert views[0] == views[1]
    if player == s.turn:
        answers = []
        for v in views:
            a = Cards()
            BOTS["steady"].chooser(v, Source(1, 2, SEATS), np.array([0.28, 0.0]), a)
            answers.append(a.pack())
        assert answers[0] == answers[1]


def test_every_field_of_a_view_is_written():
    public = {name for name in View.dtype.names if name in Position.dtype.names} - {"bottom"}
    rng = np.random.default_rng(1)
    s = Position()
    for name in Position.dtype.names:
        field = s.memory[name]
        field[...] = rng.integers(1, 100, field.shape)
    s.players, s.dealer = 8, 3
    v = View()
    observe(s, 2, v)
    for name in public:
        assert np.array_equal(s.memory[name], v.memory[name]), name
    assert not v.memory["bottom"].any()
    assert np.array_equal(v.memory["hand"][0], s.memory["hands"][0, 2])
    observe(s, 3, v)
    assert np.array_equal(v.memory["bottom"], s.memory["bottom"])


def test_a_bot_that_breaks_the_rules_is_named():
    def stubborn(view, stream, parameters, answer):
        for kind in range(54):
            answer.cards[kind] = 0

    bots = [BOTS["random"], Bot("stubborn", stubborn)]
    seats = np.array([[0, 1, 0, 1]], np.int64)
    with pytest.raises(StrategyError, match=r"'stubborn' .*game 0, seed 4, seat [24]"):
        list(play(KERNEL, Shengji().initial(), bots, seats, seed=4, first=0, games=1))
    with pytest.raises(StrategyError, match=r"'stubborn' .*game 0, seed 4, seat [24]"):
        play_interpreted(KERNEL, Shengji().initial(), bots, seats[0], seed=4, number=0, per_deal=1)


def test_the_plain_form_plays_rounds_to_the_end():
    assert games.find("shengji") is Shengji
    for version in VERSIONS:
        state = Shengji(version).start()
        rng, stream = random.Random(version), Source(1, 0, DEALING)
        while state.actor != OVER:
            if state.actor == CHANCE:
                assert sum(weight for _, weight in state.chances()) > 0
                state = state.after(state.sample(stream))
            else:
                state = state.after(rng.choice(state.actions()))
        assert len(state.payoffs()) == state.game.players
        assert max(state.payoffs()) >= 0


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

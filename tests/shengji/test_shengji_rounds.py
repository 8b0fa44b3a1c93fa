"""Whole rounds and matches: cards are conserved, compiled and interpreted rules agree."""

import random
from itertools import pairwise

import numpy as np
import pytest

from montmort import games
from montmort.core.errors import StrategyError
from montmort.core.game import CHANCE, OVER
from montmort.engines.tournament.rows import Bot, play, play_interpreted
from montmort.equipment import cards
from montmort.games.shengji.bots import BOTS
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.kernel import COLUMNS, KERNEL
from montmort.games.shengji.position import (
    BURY,
    FOLLOW,
    LEAD,
)  # fmt: skip
from montmort.games.shengji.versions import VERSIONS
from montmort.statistics.streams import DEAL as DEALING
from montmort.statistics.streams import Source

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

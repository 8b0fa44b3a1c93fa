"""Positions: what may be done in them, and what each player sees of them."""

import contextlib
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.engines.tournament.rows import play_interpreted
from montmort.equipment import cards
from montmort.games.shengji import moves
from montmort.games.shengji.bots import BOTS
from montmort.games.shengji.game import Shengji, guess
from montmort.games.shengji.kernel import KERNEL
from montmort.games.shengji.listing import iterate
from montmort.games.shengji.patterns import suit_size
from montmort.games.shengji.position import (
    BURY,
    FOLLOW,
    LEAD,
    Cards,
    Position,
    View,
)  # fmt: skip
from montmort.games.shengji.ranks import GROUP
from montmort.games.shengji.seeing import observe
from montmort.statistics.streams import SEATS, Source


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

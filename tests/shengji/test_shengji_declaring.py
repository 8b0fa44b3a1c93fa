"""The deal: who is asked for a reveal, which are refused, and what follows where none is."""

import numpy as np

from montmort.core.game import CHANCE
from montmort.equipment import cards
from montmort.games.shengji import moves, words
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.listing import iterate
from montmort.games.shengji.notation import read_cards, row_of
from montmort.games.shengji.position import (
    BURY,
    REVEAL,
    Cards,
)  # fmt: skip
from montmort.games.shengji.versions import ShengjiRules
from montmort.statistics.streams import DEAL as DEALING
from montmort.statistics.streams import Source


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

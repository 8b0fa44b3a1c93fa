"""The rule-based bot: safe tosses, reveals, friends; and how far the intervals can be trusted.

Statistical checks allow 5.2 standard errors: a false alarm has a chance below 1e-6.
"""

import numpy as np
import pytest

from montmort.core.errors import InputError
from montmort.core.struct import _Row
from montmort.engines.tournament.rows import play, play_interpreted
from montmort.games.shengji.bots import BOTS, find_bot
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.kernel import KERNEL
from montmort.games.shengji.notation import row_of, write_cards
from montmort.games.shengji.position import FOLLOW, LEAD, NAME, REVEAL, Cards, View
from montmort.games.shengji.simulating import arrange, run
from montmort.games.shengji.tallying import Tally
from montmort.statistics import intervals
from montmort.statistics.streams import SEATS, Source


def surely(estimate):
    """How low the figure can be, but for a chance below 1e-6."""
    return estimate.value - estimate.half * 5.2 / 1.96


def view(hand, phase, trump=39, **fields):
    v = View()
    v.phase, v.trump, v.level, v.players, v.decks = phase, trump, trump % 13, 4, 2
    v.me, v.dealer, v.leader, v.turn, v.bottom_size = 0, 0, -1, 0, 8
    v.hand[:] = row_of(hand)
    v.governor = v.shown_kind = -1
    v.sizes[:4] = [sum(v.hand)] * 4
    for name, value in fields.items():
        setattr(v, name, value)
    v.side[0] = v.side[2] = 1
    return v


def answer(v, **parameters):
    a = Cards()
    bot = BOTS["steady"]
    values = [parameters.get(n, x) for n, x in zip(bot.names, bot.parameters, strict=True)]
    bot.chooser(v, Source(1, 0, SEATS), np.array([*values, 0.0]).view(_Row), a)
    return write_cards(a.cards, v.trump)


@pytest.mark.parametrize("value", ["9", "-1", "nan", "inf"])
@pytest.mark.parametrize("name", ["call", "toss"])
def test_parameters_beyond_their_range_are_refused(name, value):
    with pytest.raises(InputError, match=f"{name} is {value}: it must be from 0 to 1"):
        find_bot(f"steady:{name}={value}")


def test_a_toss_is_led_when_all_parts_are_sure():
    # Of the hearts both aces and a king are held: nothing out there beats either part.
    hand = "AH AH KH 3C 4C 5D 6D"
    assert answer(view(hand, LEAD)) == "AH AH KH"
    assert answer(view(hand, LEAD), toss=0.0) == "AH AH"
    # The other ace is out: a king is not sure, and a lone ace can't be beaten.
    assert answer(view("AH KH 3C 4C 5D 6D", LEAD)) == "AH"
    v = view("AH KH 3C 4C 5D 6D", LEAD)
    v.played[1, :] = row_of("AH")
    assert answer(v) == "AH KH"


def test_what_nobody_else_has_is_tossed_whole():
    # All others have shown out of hearts and trumps.
    v = view("3H 5H 8H 9D", LEAD)
    for p in (1, 2, 3):
        v.void[p, 2] = v.void[p, 4] = 1
    assert answer(v) == "8H 5H 3H"


def test_level_cards_of_several_suits_are_tossed_together():
    # At notrump on level 2 all twos are equal; both jokers of each colour are gone.
    v = view("2H 2D 3C 4C", LEAD, trump=13 * 4)
    v.played[1, :] = row_of("BJ BJ SJ SJ 2S 2S 2C 2C 2H 2D")
    assert answer(v) == "2H 2D"


def test_a_friend_is_an_ace_that_the_dealer_lacks_in_a_short_suit():
    v = view("AS KS QS AH AH 3H 4H 5H KD 4D 3C 4C 6C 8C", NAME, trump=39, friends=1)
    assert answer(v) == "AD"
    v = view("AS KS QS AH 3H AD AD AC AC", NAME, trump=39, friends=1)
    assert answer(v) == "AH"


def test_the_deal_is_claimed_among_friends_and_trumps_called_late():
    v = view("2H 3H 4S 5D 6C", REVEAL, trump=-1, friends=1, by_governor=1)
    v.level, v.dealer = 0, -1
    assert answer(v) == "2H"
    # Later the dealer is fixed: one level card and few trumps are no reason ...
    v = view("2H 3S 4S 5D 6C 7C 8C 9C TC JC", REVEAL, trump=-1)
    v.level, v.dealer, v.dealt = 0, 2, 40
    assert answer(v) == "pass"
    # ... but when the deal is over and nobody has called, any suit is better than none.
    v.dealt = 100
    assert answer(v) == "2H"


@pytest.mark.parametrize(
    ("sides", "plays"),
    [
        ([1, 0, 1, 0, 1], "KH"),  # the friend who was found, by him who takes the trick
        ([1, 0, 1, 0, 0], "3H"),  # a grabber, while the dealer's friend takes it
        ([1, 1, 0, 0, 0], "KH"),  # a grabber, while another grabber takes it
        ([1, 0, 0, 0, 1], "3H"),  # the friend, while a grabber takes it
    ],
)
def test_points_go_to_the_own_side_once_the_friend_is_known(sides, plays):
    v = view("KH 3H 4C 5D", FOLLOW, friends=1, names=1)
    v.players, v.me, v.leader, v.turn, v.led_suit, v.led_size = 5, 4, 0, 4, 2, 1
    v.side[:5] = sides
    v.friend[0] = next((p for p in range(1, 5) if sides[p]), -1)
    v.named_kind[0], v.named_copy[0] = 25, 1
    for p, card in enumerate(("4H", "6H", "AH", "5H")):
        v.table[p, :] = row_of(card)
    assert answer(v) == plays


def test_a_secret_friend_takes_over_from_the_dealer_where_it_is_sure():
    # Seat 2 holds the named ace: the dealer's low lead may still be beaten, the ace not.
    v = view("AD 3D 4C 5C", FOLLOW, friends=1, names=1)
    v.players, v.me, v.leader, v.turn, v.led_suit, v.led_size = 5, 1, 0, 1, 1, 1
    v.side[:5] = [1, 0, 0, 0, 0]
    v.friend[0], v.named_kind[0], v.named_copy[0] = -1, 25, 1
    v.table[0, :] = row_of("4D")
    assert answer(v) == "AD"


def test_no_toss_of_steady_ever_fails():
    # All is counted, so that a part of a toss can't be beaten by what one has not seen.
    for version in ("standard", "friends", "online"):
        found = run(Shengji(version), "steady", games=3000, seed=3)
        assert found.tally.failures == 0
        assert found.tally.rounds == 3000


def test_steady_tosses_and_finds_friends():
    tosses = friends = 0

    def watch(s, actor, a):
        nonlocal tosses
        if s.phase == LEAD:
            places = {k for k in range(54) if a.cards[k]}
            tosses += len({int(a.cards[k]) for k in places}) > 1

    for number in range(3):
        s, _ = play_interpreted(
            KERNEL, Shengji("friends").initial(), [BOTS["steady"]] * 5, range(5), seed=2,
            number=number, per_deal=1, watch=watch,
        )  # fmt: skip
        friends += s.friend[0] >= 0
    assert tosses > 0
    assert friends > 0


@pytest.mark.parametrize(
    ("version", "better", "worse", "games"),
    [
        ("standard", "steady", "steady:toss=0", 6000),
        ("standard", "steady", "greedy", 2000),
        ("friends", "steady", "greedy", 20_000),
        ("friends", "steady", "random", 2000),
    ],
)
def test_what_the_bot_knows_is_worth_levels(version, better, worse, games):
    found = run(Shengji(version), f"{better},{worse}", games=games, seed=11)
    assert surely(found.difference) > 0


def test_intervals_cover_what_they_claim():
    # 200 small tournaments against the figure of all together: a 95% interval should
    # cover it 190 times, with a standard deviation of 3.1: 174 is 5.2 of these below.
    game, bots = Shengji(), [find_bot("greedy"), find_bot("random")]
    seats = arrange(game, bots, None)
    deals, each = 12_000, 60
    rows = np.concatenate(list(play(
        KERNEL, game.initial(), bots, seats, seed=5, first=0, games=2 * deals, max_moves=2000,
    )))  # fmt: skip
    truth = Tally(2, 4)
    truth.add(rows, seats, 0, deals)
    covered = {"won": 0, "levels": 0, "points": 0, "seat": 0, "difference": 0}
    game_numbers = rows[:, 0]
    whole = truth.difference[0] / deals
    for k in range(deals // each):
        part = Tally(2, 4)
        first = k * each
        mine = rows[(game_numbers >= 2 * first) & (game_numbers < 2 * (first + each))]
        part.add(mine, seats, first, each)
        for figure, found, known in (
            ("won", part.share(0, "won"), truth.share(0, "won")),
            ("levels", part.mean(0, "levels"), truth.mean(0, "levels")),
            ("points", part.mean(0, "points"), truth.mean(0, "points")),
            ("seat", part.seat(1, "levels"), truth.seat(1, "levels")),
        ):
            covered[figure] += found.low <= known.value <= found.high
        gap = intervals.paired(float(part.difference[0]), float(part.difference[1]), each)
        covered["difference"] += gap.low <= whole <= gap.high
    assert all(174 <= n <= 200 for n in covered.values()), covered

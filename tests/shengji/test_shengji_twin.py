"""Decomposition, following, ranking and tosses against a plain twin by brute force.

The twin works on single cards and tries everything: all ways through the matching, all
readings of a play, all correspondences of parts. It shares nothing with the rules but
the names of the cards. ``MONTMORT_TWIN_HANDS=200000`` tries as many hands of each kind.
"""

import itertools
import os
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.struct import _Row
from montmort.equipment.cards import count, parse
from montmort.games.shengji.following import FOLLOWS, follow_refusal
from montmort.games.shengji.notation import read_trump
from montmort.games.shengji.ranking import TOSS_RANKS, suit_of, trick_winner
from montmort.games.shengji.tossing import can_beat, smallest_beaten, unpack_part
from montmort.games.shengji.words import parts_of

HANDS = int(os.environ.get("MONTMORT_TWIN_HANDS", "1200"))
ORDER = "23456789TJQKA"


# -- the twin ---------------------------------------------------------------------


def suit_in_play(card, trump):
    level, suit = trump[0], trump[1:]
    if card in ("BJ", "SJ") or card[0] == level or card[1] == suit:
        return "trump"
    return card[1]


def rank_in_play(card, trump):
    level, suit = trump[0], trump[1:]
    plain = [r for r in ORDER if r != level]
    if suit_in_play(card, trump) != "trump":
        return plain.index(card[0])
    ladder = ["BJ", "SJ"]
    if suit != "NT":
        ladder += [level + suit]
    ladder += ["others"]
    if suit != "NT":
        ladder += [r + suit for r in reversed(plain)]
    ladder.reverse()
    return ladder.index(card if card in ladder else "others")


def runs_of(kinds, trump):
    """All runs, maximal or not, of given kinds: each a list of kinds by rising rank."""
    found = []

    def extend(run):
        if len(run) > 1:
            found.append(run)
        for kind in kinds:
            if rank_in_play(kind, trump) == rank_in_play(run[-1], trump) + 1:
                extend([*run, kind])

    for kind in kinds:
        extend([kind])
    return found


def twin_parts(cards, trump):
    """The expansion X = T* M* S* with the longest run first: (copies, kinds) each."""
    left = Counter(cards)
    parts = []
    while True:
        runs = []
        for copies in set(left.values()):
            if copies > 1:
                same = [k for k in left if left[k] == copies]
                runs += [(len(run), copies, rank_in_play(run[0], trump), run)
                         for run in runs_of(same, trump)]  # fmt: skip
        if not runs:
            break
        best = max(runs, key=lambda r: r[:3])
        parts.append((best[1], best[3]))
        for kind in best[3]:
            del left[kind]
    rest = sorted(left, key=lambda k: (left[k], rank_in_play(k, trump)), reverse=True)
    return parts + [(left[kind], [kind]) for kind in rest]


def shape(part):
    return (part[0], len(part[1]))


def all_follows(lead, hand, trump, shorter):
    """Every legal play under minimal matching, by walking every way through it."""
    suit = suit_in_play(lead[0], trump)
    own = [c for c in hand if suit_in_play(c, trump) == suit]
    if len(own) <= len(lead):
        others = [c for c in hand if suit_in_play(c, trump) != suit]
        return {tuple(sorted(own + list(rest)))
                for rest in itertools.combinations(others, len(lead) - len(own))}  # fmt: skip
    found = set()

    def walk(pattern, left, taken):
        pattern = sorted(pattern, key=lambda p: (p[1] > 1, p[1], p[0]), reverse=True)
        if not pattern or pattern[0] == (1, 1):
            rest = list(left.elements())
            for more in itertools.combinations(rest, len(pattern)):
                found.add(tuple(sorted([*taken, *more])))
            return
        (copies, length), others = pattern[0], pattern[1:]
        if length > 1:
            maximal = [p for p in twin_parts(list(own), trump) if shape(p) == (copies, length)]
            # Level cards that share a rank may stand for each other in a run.
            ways = []
            for part in maximal:
                pools = [
                    [k for k in left
                     if left[k] == copies and rank_in_play(k, trump) == rank_in_play(kind, trump)]
                    for kind in part[1]
                ]  # fmt: skip
                ways += [list(way) for way in itertools.product(*pools)]
            if ways:
                for way in ways:
                    after = Counter(left)
                    for kind in way:
                        del after[kind]
                    walk(others, after, taken + [k for k in way for _ in range(copies)])
            elif shorter and length > 2:
                walk([*others, (copies, length - 1), (copies, 1)], left, taken)
            else:
                walk(others + [(copies, 1)] * length, left, taken)
            return
        ways = [k for k in left if left[k] == copies]
        if ways:
            for kind in ways:
                after = Counter(left)
                del after[kind]
                walk(others, after, taken + [kind] * copies)
        else:
            walk([*others, (copies - 1, 1), (1, 1)], left, taken)

    walk([shape(p) for p in twin_parts(lead, trump)], Counter(own), [])
    return found


def readings(cards, pattern, trump):
    """All ways to read cards as parts of given shapes; cards may be left over."""
    if not pattern:
        yield []
        return
    (copies, length), rest = pattern[0], pattern[1:]
    left = Counter(cards)
    kinds = [k for k in left if left[k] >= copies]
    for run in [[k] for k in kinds] if length == 1 else runs_of(kinds, trump):
        if len(run) != length:
            continue
        after = Counter(left)
        for kind in run:
            after[kind] -= copies
        for more in readings(list(after.elements()), rest, trump):
            yield [(copies, run), *more]


def forms(cards, pattern, trump):
    return next(iter(readings(cards, pattern, trump)), None) is not None


def twin_maximal(lead, hand, play, trump, shorter):
    suit = suit_in_play(lead[0], trump)
    own = [c for c in hand if suit_in_play(c, trump) == suit]
    given_ = [c for c in play if suit_in_play(c, trump) == suit]
    if len(given_) < min(len(own), len(lead)):
        return False
    if len(own) <= len(lead):
        return True
    todo = [shape(p) for p in twin_parts(lead, trump) if shape(p) != (1, 1)]
    owed = []
    while todo:
        todo.sort(key=lambda p: (p[1] > 1, p[1], p[0]), reverse=True)
        copies, length = todo.pop(0)
        if forms(own, [*owed, (copies, length)], trump):
            owed.append((copies, length))
        elif length > 2 and shorter:
            todo += [(copies, length - 1), (copies, 1)]
        elif length > 1:
            todo += [(copies, 1)] * length
        elif copies > 2:
            todo.append((copies - 1, 1))
    return forms(given_, owed, trump)


def low(part, trump):
    return min(rank_in_play(k, trump) for k in part[1])


def twin_outranks(ours, theirs, pattern, trump, toss_rank):
    suits = [suit_in_play(cards[0], trump) for cards in (ours, theirs)]
    if suits[0] != suits[1]:
        return suits[0] == "trump"
    if toss_rank == "highest" and len(pattern) > 1:
        top = [max(rank_in_play(c, trump) for c in cards) for cards in (ours, theirs)]
        return top[0] > top[1]
    if toss_rank == "longest" and len(pattern) > 1:
        long = [p for p in pattern if p != (1, 1)] or pattern

        def value(cards):
            return max(tuple(low(p, trump) for p in r) for r in readings(cards, long, trump))

        return value(ours) > value(theirs)

    def lows(cards):
        found = set()
        for reading in readings(cards, pattern, trump):
            key = {}
            for part in reading:
                key.setdefault(shape(part), []).append(low(part, trump))
            found.add(tuple(sorted((s, tuple(sorted(v))) for s, v in key.items())))
        return found

    for mine in lows(ours):
        for other in lows(theirs):
            if all(
                any(all(a > b for a, b in zip(order, those, strict=True))
                    for order in itertools.permutations(these))
                for (_, these), (_, those) in zip(mine, other, strict=True)
            ):  # fmt: skip
                return True
    return False


def twin_winner(plays, trump, toss_rank):
    pattern = [shape(p) for p in twin_parts(plays[0], trump)]
    led = suit_in_play(plays[0][0], trump)
    competing = []
    for at, cards in enumerate(plays):
        suits = {suit_in_play(c, trump) for c in cards}
        if len(suits) == 1 and suits <= {led, "trump"} and forms(cards, pattern, trump):
            competing.append(at)
    for at in competing:
        if not any(twin_outranks(plays[o], plays[at], pattern, trump, toss_rank)
                   for o in competing if o != at):  # fmt: skip
            return at
    raise AssertionError("somebody must win")


def twin_beaten(part, hands, trump):
    suit = suit_in_play(part[1][0], trump)
    for hand in hands:
        own = [c for c in hand if suit_in_play(c, trump) == suit]
        if any(low(r[0], trump) > low(part, trump) for r in readings(own, [shape(part)], trump)):
            return True
    return False


# -- random small situations --------------------------------------------------------


def random_trump(rng):
    return rng.choice(ORDER) + rng.choice(["C", "D", "H", "S", "NT"])


def narrow_deck(rng, trump, decks):
    """Some decks of a few ranks, so that multiples and runs are common."""
    level = trump[0]
    ranks = [r for r in ORDER if r != level]
    start = rng.randrange(len(ranks) - 4)
    some = ranks[start : start + rng.randint(3, 5)] + [level] * rng.randint(0, 1)
    suits = rng.sample("CDHS", rng.randint(1, 4))
    if trump[1:] != "NT" and rng.random() < 0.7:
        suits = list({*suits[:2], trump[1]})
    cards = [r + s for r in some for s in suits]
    if level in some:
        cards = [c for c in cards if c[0] != level] + [level + s for s in "CDHS"]
    if rng.random() < 0.5:
        cards += ["SJ", "BJ"]
    return cards * decks


def of_one_suit(rng, cards, trump, most):
    suit = suit_in_play(rng.choice(cards), trump)
    own = [c for c in cards if suit_in_play(c, trump) == suit]
    rng.shuffle(own)
    lead = own[: rng.randint(1, min(most, len(own)))]
    if rng.random() < 0.7:
        # Whole kinds, so that the lead has multiples and runs.
        kinds = list(dict.fromkeys(lead))
        held = Counter(own)
        lead = []
        for kind in kinds:
            copies = rng.randint(1, held[kind])
            if len(lead) + copies <= most:
                lead += [kind] * copies
    return lead


def row(cards):
    return np.array(count(parse(" ".join(cards))), np.int64).view(_Row)


def numbers(trump, lead):
    t = read_trump(trump)
    return t, int(suit_of(t, row(lead)))


def check_parts(rng):
    trump, decks = random_trump(rng), rng.randint(1, 4)
    cards = of_one_suit(rng, narrow_deck(rng, trump, decks), trump, 14)
    t, g = numbers(trump, cards)
    ours = parts_of(t, g, row(cards))
    theirs = [(p[0], len(p[1]), low(p, trump)) for p in twin_parts(cards, trump)]
    assert [p[:2] for p in ours] == [p[:2] for p in theirs], (trump, cards)
    assert sorted(ours) == sorted(theirs), (trump, cards)


def check_follow(rng):
    trump, decks = random_trump(rng), rng.randint(1, 4)
    deck = narrow_deck(rng, trump, decks)
    lead = of_one_suit(rng, deck, trump, 6)
    rest = list((Counter(deck) - Counter(lead)).elements())
    rng.shuffle(rest)
    hand = rest[: rng.randint(len(lead), len(lead) + 5)]
    if len(hand) < len(lead):
        return
    t, g = numbers(trump, lead)
    shorter = rng.random() < 0.3
    legal = all_follows(lead, hand, trump, shorter)
    plays = {tuple(sorted(p)) for p in itertools.combinations(hand, len(lead))}
    plays = rng.sample(sorted(plays), min(6, len(plays)))
    for play in {*plays, rng.choice(sorted(legal))}:
        args = t, g, row(lead), row(hand), row(play)
        code = follow_refusal(*args, FOLLOWS.index("minimal"), int(shorter))
        assert (code == 0) == (play in legal), (trump, lead, hand, play, shorter, code)
        code = follow_refusal(*args, FOLLOWS.index("maximal"), int(shorter))
        wanted = twin_maximal(lead, hand, list(play), trump, shorter)
        assert (code == 0) == wanted, (trump, lead, hand, play, shorter, code)


def check_rank(rng):
    trump, decks = random_trump(rng), rng.randint(1, 4)
    deck = narrow_deck(rng, trump, decks)
    lead = of_one_suit(rng, deck, trump, 6)
    pool = list((Counter(deck) - Counter(lead)).elements())
    plays = [lead]
    for _ in range(rng.randint(1, 3)):
        by_suit = {}
        for card in pool:
            by_suit.setdefault(suit_in_play(card, trump), []).append(card)
        fits = [s for s in by_suit.values() if len(s) >= len(lead)]
        if not fits or rng.random() < 0.1:
            rng.shuffle(pool)
            play = pool[: len(lead)]
        else:
            own = rng.choice(fits)
            pattern = [shape(p) for p in twin_parts(lead, trump)]
            some = list(itertools.islice(readings(own, pattern, trump), 40))
            if some and rng.random() < 0.8:
                play = [k for copies, run in rng.choice(some) for k in run for _ in range(copies)]
            else:
                play = rng.sample(own, len(lead))
        if len(play) < len(lead):
            break
        plays.append(play)
        pool = list((Counter(pool) - Counter(play)).elements())
    t, _ = numbers(trump, lead)
    rows = np.array([row(p) for p in plays]).view(_Row)
    for toss_rank in TOSS_RANKS:
        ours = trick_winner(t, rows, 0, len(plays), TOSS_RANKS.index(toss_rank))
        assert ours == twin_winner(plays, trump, toss_rank), (trump, plays, toss_rank)


def check_toss(rng):
    trump, decks = random_trump(rng), rng.randint(1, 4)
    deck = narrow_deck(rng, trump, decks)
    toss = of_one_suit(rng, deck, trump, 7)
    rest = list((Counter(deck) - Counter(toss)).elements())
    rng.shuffle(rest)
    hands = [rest[i : i + 5] for i in range(0, min(len(rest), 15), 5)]
    t, g = numbers(trump, toss)
    beaten = []
    for part in twin_parts(toss, trump):
        ours = any(can_beat(t, g, row(h), *shape(part), low(part, trump)) for h in hands)
        assert ours == twin_beaten(part, hands, trump), (trump, toss, hands, part)
        if ours:
            beaten.append((part[0] * len(part[1]), low(part, trump)))
    rows = np.array([row(toss), *map(row, hands)]).view(_Row)
    code = smallest_beaten(t, g, row(toss), rows, 0, len(rows))
    assert (code >= 0) == bool(beaten)
    if beaten:
        assert unpack_part(int(code))[:2] == min(beaten)


CHECKS = [check_parts, check_follow, check_rank, check_toss]


@pytest.mark.parametrize("check", CHECKS)
def test_rules_and_twin_agree_on_many_hands(check):
    for number in range(HANDS):
        check(random.Random(f"{check.__name__} {number}"))


@pytest.mark.parametrize("check", CHECKS)
def test_rules_and_twin_agree_wherever_hypothesis_looks(check):
    @settings(derandomize=True, deadline=None, max_examples=60)
    @given(st.randoms(use_true_random=False))
    def look(rng):
        check(rng)

    look()


@pytest.mark.parametrize("level", ORDER)
@pytest.mark.parametrize("suit", ["C", "D", "H", "S", "NT"])
def test_every_trump_orders_every_card(level, suit):
    trump = level + suit
    t = read_trump(trump)
    names = [r + s for r in ORDER for s in "CDHS"] + ["SJ", "BJ"]
    for a in names:
        g = int(suit_of(t, row([a])))
        assert (g == 4) == (suit_in_play(a, trump) == "trump")
        ((_, _, place),) = parts_of(t, g, row([a]))
        assert place == rank_in_play(a, trump)

"""Streams: compiled, interpreted and written a third time, they draw the same numbers."""

import itertools
from typing import Any

import numpy as np
import pytest
from numba import njit

from montmort.core.struct import Stream, _Row
from montmort.statistics.intervals import chi_squared_tail
from montmort.statistics.streams import (
    DEAL,
    SEATS,
    TIES,
    Source,
    below,
    draw_many,
    open_stream,
    several,
    shuffle,
    uniform,
)

ALARM = 1e-8
MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
SIZES = (
    1, 2, 3, 5, 6, 7, 10, 52, 1000, 46_656, 2**16 - 1, 2**16, 2**16 + 1, 10**9, 2**31 - 1, 2**31,
    2**31 + 1, 3 * 2**30, 2**32 - 2, 2**32 - 1, 2**32,
)  # fmt: skip
SEEDS = (0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**62, 2**63 - 1)
GAMES = (0, 1, 2, 4711, 2**31 - 1, 2**32, 2**40 + 3, 2**62 - 1, 2**63 - 1)
WHO = (0, 1, 2, 3, 4, 14, 100)
KEYS = list(itertools.product(SEEDS, GAMES, WHO))


@njit
def draw_compiled(streams, keys, sizes, numbers, floats, orders, states):  # type: ignore[no-untyped-def]
    stream = streams[0]
    for k in range(len(keys)):
        open_stream(stream, keys[k, 0], keys[k, 1], keys[k, 2])
        for i in range(len(sizes)):
            numbers[k, i] = below(stream, sizes[i])
            floats[k, i] = uniform(stream)
        shuffle(stream, orders[k], orders.shape[1])
        states[k, 0] = stream.state
        states[k, 1] = stream.step


def compiled(keys: list[tuple[int, int, int]], sizes: tuple[int, ...]) -> Any:
    numbers = np.zeros((len(keys), len(sizes)), np.int64)
    floats = np.zeros((len(keys), len(sizes)))
    orders = np.tile(np.arange(9), (len(keys), 1))
    states = np.zeros((len(keys), 2), np.uint64)
    draw_compiled(
        np.zeros(1, Stream.dtype), np.array(keys, np.int64), np.array(sizes, np.int64), numbers,
        floats, orders, states,
    )  # fmt: skip
    return numbers, floats, orders, states


class Third:
    """The stream once more, from the papers alone."""

    def __init__(self, seed: int, game: int, who: int) -> None:
        key = self.mix((seed + GOLDEN) & MASK)
        key = self.mix(((key ^ game) + GOLDEN) & MASK)
        self.state = self.mix(((key ^ who) + GOLDEN) & MASK)
        self.step = self.mix((self.state + GOLDEN) & MASK) | 1

    @staticmethod
    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def word(self) -> int:
        self.state = (self.state + self.step) & MASK
        return self.mix(self.state)

    def below(self, n: int) -> int:
        """Lemire's method, told by its purpose: refuse the words that favour some numbers."""
        while True:
            word = self.word() >> 32
            number, rest = divmod(word * n, 2**32)
            if rest >= 2**32 % n:
                return number


def test_compiled_interpreted_and_a_third_draw_the_same() -> None:
    numbers, floats, orders, states = compiled(KEYS, SIZES)
    for k, key in enumerate(KEYS):
        stream, third = Source(*key), Third(*key)
        for i, size in enumerate(SIZES):
            assert below(stream, size) == numbers[k, i] == third.below(size), (key, size)
            assert uniform(stream) == floats[k, i] == (third.word() >> 11) / 2**53
        items = np.arange(9).view(_Row)
        shuffle(stream, items, 9)
        assert items.tolist() == orders[k].tolist()
        assert (stream.state, stream.step) == tuple(int(x) for x in states[k])


def test_thousands_of_ordinary_keys_too() -> None:
    keys = [(seed, game, who) for seed in (1, 7, 12345) for game in range(500) for who in range(4)]
    sizes = (6, 2, 52, 3)
    numbers, floats, orders, _ = compiled(keys, sizes)
    for k, key in enumerate(keys):
        stream = Source(*key)
        for i, size in enumerate(sizes):
            assert stream.below(size) == numbers[k, i]
            assert stream.uniform() == floats[k, i]
        items = np.arange(9).view(_Row)
        shuffle(stream, items, 9)
        assert items.tolist() == orders[k].tolist()


def test_the_mixing_gives_the_published_numbers() -> None:
    # SplitMix64 from the seed 1234567, as S. Vigna's splitmix64.c gives them.
    stream = Stream()
    stream.state, stream.step = 1234567, GOLDEN
    words = [Source.word(stream) for _ in range(5)]  # type: ignore[arg-type]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("n", [0, -1, -(2**63), 2**32 + 1, 2**40, 2**63 - 1])
def test_a_size_that_can_not_be_drawn_is_refused_in_both_worlds(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 2"):
        below(Source(1, 1, 1), n)
    with pytest.raises(ValueError, match="from 1 to 2"):
        compiled([(1, 1, 1)], (n,))


def test_many_streams_at_once_are_those_streams() -> None:
    games = np.array([0, 1, 2, 4711, 2**40, 2**62])
    for seed in (0, 7, 2**63 - 1):
        words = draw_many(seed, games, TIES, 5)
        for row, game in zip(words, games.tolist(), strict=True):
            stream = Source(seed, game, TIES)
            assert [int(word) for word in row] == [stream.word() for _ in range(5)]


def is_even(counts: Any) -> bool:
    counts = np.asarray(counts, float).reshape(-1)
    expected = counts.sum() / len(counts)
    assert expected > 50
    value = float(((counts - expected) ** 2).sum() / expected)
    return ALARM < chi_squared_tail(value, len(counts) - 1) < 1 - ALARM


@njit
def count_draws(streams, seed, n, draws, counts, pairs):  # type: ignore[no-untyped-def]
    stream = streams[0]
    open_stream(stream, seed, 0, 0)
    last = below(stream, n)
    for _ in range(draws):
        drawn = below(stream, n)
        counts[drawn] += 1
        if n < 20:
            pairs[last, drawn] += 1
        last = drawn


@pytest.mark.parametrize("n", [2, 3, 6, 7, 13, 52, 1000])
def test_draws_are_uniform_and_neighbours_independent(n: int) -> None:
    counts, pairs = np.zeros(n, np.int64), np.zeros((min(n, 20), min(n, 20)), np.int64)
    count_draws(np.zeros(1, Stream.dtype), 17, n, 1_000_000, counts, pairs)
    assert is_even(counts)
    if n < 20:
        assert is_even(pairs)


@njit
def count_first_draws(streams, seed, games, n, chance, rows, pairs):  # type: ignore[no-untyped-def]
    # What is drawn first in game after game, by the deal and by a seat: how streams are used.
    last = 0
    for game in range(games):
        open_stream(streams[0], seed, game, 0)
        open_stream(streams[1], seed, game, 3)
        dealt, played = below(streams[0], n), below(streams[1], n)
        chance[dealt] += 1
        rows[dealt, played] += 1
        if game > 0:
            pairs[last, dealt] += 1
        last = dealt


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_first_draws_of_games_and_of_seats_are_uniform_and_independent(seed: int) -> None:
    assert (DEAL, SEATS) == (0, 3)
    chance, rows, pairs = (np.zeros(shape, np.int64) for shape in (6, (6, 6), (6, 6)))
    count_first_draws(np.zeros(2, Stream.dtype), seed, 600_000, 6, chance, rows, pairs)
    assert is_even(chance)
    assert is_even(rows)
    assert is_even(pairs)


def test_neighbouring_seeds_are_as_good_as_any() -> None:
    draws = np.array([draw_many(seed, np.arange(60), DEAL, 30) for seed in range(400)])
    bits = np.unpackbits(draws.view(np.uint8)).reshape(-1, 64).sum(axis=0)
    count = draws.size
    assert (abs(bits - count / 2) < 6.5 * (count / 4) ** 0.5).all()
    flipped = np.unpackbits((draws[:-1] ^ draws[1:]).view(np.uint8)).mean()
    assert abs(flipped - 0.5) < 6.5 * (0.25 / (64 * count)) ** 0.5 * 2


def test_uniform_numbers_are_uniform_and_below_one() -> None:
    _, floats, _, _ = compiled([(3, game, 0) for game in range(20_000)], (2,) * 10)
    assert floats.min() >= 0.0
    assert floats.max() < 1.0
    assert is_even(np.histogram(floats, 100, (0, 1))[0])


def test_shuffles_are_uniform() -> None:
    counts: dict[tuple[int, ...], int] = {}
    partial: dict[tuple[int, ...], int] = {}
    for game in range(12_000):
        stream = Source(5, game, 1)
        items = np.arange(4).view(_Row)
        shuffle(stream, items, 4)
        counts[tuple(items.tolist())] = counts.get(tuple(items.tolist()), 0) + 1
        items = np.arange(5).view(_Row)
        shuffle(stream, items, 2)
        assert sorted(items.tolist()) == [0, 1, 2, 3, 4]
        two = tuple(items.tolist()[:2])
        partial[two] = partial.get(two, 0) + 1
    assert len(counts) == 24
    assert len(partial) == 20
    assert is_even(list(counts.values()))
    assert is_even(list(partial.values()))


def test_picking_takes_items_of_any_kind() -> None:
    stream = Source(1, 1, 1)
    assert {stream.pick("abc") for _ in range(100)} == set("abc")
    assert {stream.pick(range(2)) for _ in range(100)} == {0, 1}


BATCHES = (
    (6, 4, 3),
    (6, 12, 3),
    (6, 16, 3),
    (2, 20, 1),
    (52, 5, 6),
    (1000, 4, 10),
    (65_535, 3, 16),
)


@njit
def draw_batches(streams, games, sizes, out):  # type: ignore[no-untyped-def]
    for game in range(games):
        open_stream(streams[0], 11, game, 0)
        for i in range(len(sizes)):
            out[game, i] = several(streams[0], sizes[i, 0], sizes[i, 1], sizes[i, 2])


def test_several_at_once_are_the_same_in_both_worlds_uniform_and_independent() -> None:
    sizes = np.array(BATCHES, np.int64)
    out = np.zeros((40_000, len(BATCHES)), np.int64)
    draw_batches(np.zeros(1, Stream.dtype), len(out), sizes, out)
    for game in range(2_000):
        stream = Source(11, game, 0)
        assert [several(stream, *batch) for batch in BATCHES] == out[game].tolist()
    for i, (n, count, bits) in enumerate(BATCHES):
        digits = [out[:, i] >> bits * k & (1 << bits) - 1 for k in range(count)]
        assert max(int(digit.max()) for digit in digits) == n - 1 or n > 1000
        assert (out[:, i] >> bits * count == 0).all()
        if n > 52:
            continue
        for digit in digits:
            assert is_even(np.bincount(digit, minlength=n))
        for one, other in itertools.pairwise(digits):
            if n <= 6:
                assert is_even(np.bincount(one * n + other, minlength=n * n))

"""Several numbers from one random word: all results alike, the same in both worlds."""

from collections import Counter

import numpy as np
import pytest

from montmort.core.struct import Stream
from montmort.statistics.streams import DEAL, open_stream, several

SIZES = [(6, 4, 3), (6, 12, 3), (6, 16, 3), (2, 20, 1), (52, 3, 6), (60_000, 2, 16), (1, 5, 1)]


@pytest.fixture(scope="module")
def compiled():
    from numba import njit

    draw = several

    @njit
    def many(streams, n, count, bits, out):
        for i in range(len(out)):
            out[i] = draw(streams[0], n, count, bits)

    return many


@pytest.mark.parametrize(("n", "count", "bits"), SIZES)
def test_compiled_and_interpreted_draws_are_the_same(compiled, n, count, bits):
    one, other = Stream(), Stream()
    for stream in (one, other):
        open_stream(stream, 1, 2, DEAL)
    out = np.zeros(300, np.int64)
    compiled(other.memory, n, count, bits, out)
    assert [several(one, n, count, bits) for _ in range(300)] == out.tolist()
    assert one == other
    for value in out.tolist():
        parts = [value >> bits * i & (1 << bits) - 1 for i in range(count)]
        assert all(part < n for part in parts)
        assert value >> bits * count == 0


def test_four_dice_are_uniform_together(compiled):
    stream = Stream()
    open_stream(stream, 5, 6, DEAL)
    out = np.zeros(1_296_000, np.int64)
    compiled(stream.memory, 6, 4, 3, out)
    seen = Counter(out.tolist())
    assert len(seen) == 6**4
    chi = sum((seen[k] - 1000) ** 2 / 1000 for k in seen)
    # 1295 degrees of freedom: mean 1295, deviation 50.9; 6 deviations either way.
    assert abs(chi - 1295) < 6 * 50.9


@pytest.mark.parametrize(("n", "count"), [(6, 2), (5, 3), (3, 4), (7, 1)])
def test_the_method_gives_every_result_equally_many_words(n, count):
    # All words of ten bits, by the rule of the code with 2¹⁰ for 2³².
    words, results = 1 << 10, n**count
    seen = Counter()
    for word in range(words):
        rest, drawn = word, []
        for _ in range(count):
            rest *= n
            drawn.append(rest // words)
            rest %= words
        if rest >= (words - results) % results:
            seen[tuple(drawn)] += 1
    assert len(seen) == results
    assert set(seen.values()) == {words // results}

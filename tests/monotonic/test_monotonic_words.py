"""Double bumping and colour words, against the definitions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.monotonic import words

boards = st.lists(st.integers(1, 30), unique=True, max_size=12)


def longest(row: Sequence[int], rising: bool) -> int:
    """The longest ascending (descending) subsequence, by dynamic programming."""
    best: list[int] = []
    for i, card in enumerate(row):
        before = [best[k] for k in range(i) if (row[k] < card) == rising]
        best.append(1 + max(before, default=0))
    return max(best, default=0)


@settings(derandomize=True, deadline=None)
@given(boards)
def test_the_letters_count_the_longest_subsequences(board: list[int]) -> None:
    for length, word in enumerate(words.steps(board), 1):
        assert words.reddish(word) == longest(board[:length], True)
        assert words.bluish(word) == longest(board[:length], False)
        assert words.is_reachable(word)


@settings(derandomize=True, deadline=None)
@given(boards)
def test_the_marks_are_least_maxima_and_largest_minima(board: list[int]) -> None:
    red = [value for value, colour in words.record(board) if colour in "RP"]
    blue = [value for value, colour in words.record(board) if colour in "BP"]
    # By the definition, over all subsequences of short boards.
    if len(board) > 8:
        board = board[:8]
        red = [value for value, colour in words.record(board) if colour in "RP"]
        blue = [value for value, colour in words.record(board) if colour in "BP"]
    for length in range(1, len(board) + 1):
        chosen = list(itertools.combinations(board, length))
        ups = [max(s) for s in chosen if list(s) == sorted(s)]
        downs = [min(s) for s in chosen if list(s) == sorted(s, reverse=True)]
        assert (red[length - 1] if length <= len(red) else None) == min(ups, default=None)
        falling = blue[::-1]
        assert (falling[length - 1] if length <= len(blue) else None) == max(downs, default=None)


@settings(derandomize=True, deadline=None)
@given(boards, st.integers(1, 30))
def test_playing_into_a_gap_is_playing_a_card_of_it(board: list[int], card: int) -> None:
    if card in board:
        return
    before = words.record(board)
    gap = sum(value < card for value, _ in before)
    word = "".join(colour for _, colour in before)
    assert words.insert(word, gap) == words.steps([*board, card])[-1]


def test_the_example_of_the_paper() -> None:
    # The paper's worked example of double bumping, 514263.
    assert words.steps([5, 1, 4, 2, 6, 3]) == ["P", "PB", "RPB", "RPBB", "RPBP", "RRPBB"]
    assert words.record([5, 1, 4, 2, 6, 3]) == (
        (1, "R"), (2, "R"), (3, "P"), (4, "B"), (6, "B"),
    )  # fmt: skip
    assert {words.steps(b)[-1] for b in ([2, 3, 1], [2, 1, 3])} == {"PP"}
    assert {words.steps(b)[-1] for b in ([3, 1, 2], [2, 1, 4, 3])} == {"RPB"}


def test_the_reachable_words_are_those_of_the_theorem() -> None:
    level, reached = {""}, {""}
    for _ in range(9):
        level = {words.insert(word, gap) for word in level for gap in range(len(word) + 1)}
        reached |= level
    # Nine cards reach every word of up to four letters, and nothing else.
    for length in range(5):
        listed = {"".join(w) for w in itertools.product("RPB", repeat=length)}
        allowed = {word for word in listed if words.is_reachable(word)}
        assert allowed == {word for word in reached if len(word) == length}
        assert allowed == set(words.words_of(length))
    # Alternate Fibonacci numbers (the paper): 1, 3, 8, 21, 55.
    counts = [sum(1 for _ in words.words_of(n)) for n in range(1, 8)]
    assert counts == [1, 3, 8, 21, 55, 144, 377]


def test_ranks_number_the_words() -> None:
    for reds in range(1, 6):
        for blues in range(1, 6):
            listed = [words.unrank(reds, blues, i) for i in range(words.words_with(reds, blues))]
            assert len(set(listed)) == len(listed)
            for i, word in enumerate(listed):
                assert words.rank(word) == i
                assert words.is_reachable(word)
                assert (words.reddish(word), words.bluish(word)) == (reds, blues)
    every = [w for n in range(7) for w in words.words_of(n)]
    for reds, blues in itertools.product(range(1, 4), repeat=2):
        count = sum(words.reddish(w) == reds and words.bluish(w) == blues for w in every)
        assert count == words.words_with(reds, blues)
    assert words.words_with(0, 0) == 1


def test_words_and_binary_words_without_11() -> None:
    for length in range(1, 7):
        images = [words.binary(word) for word in words.words_of(length)]
        wanted = [
            "".join(bits)
            for bits in itertools.product("01", repeat=2 * length - 2)
            if "11" not in "".join(bits)
        ]
        assert sorted(images) == sorted(wanted)


@settings(derandomize=True, deadline=None)
@given(boards)
def test_gaps_count_the_unused_cards(board: list[int]) -> None:
    gaps = words.gaps_of(board, 30)
    assert sum(gaps) == 30 - len(board)
    kept = [0, *(value for value, _ in words.record(board)), 31]
    for gap, low, high in zip(gaps, kept, kept[1:], strict=False):
        assert gap == sum(low < card < high and card not in board for card in range(1, 31))

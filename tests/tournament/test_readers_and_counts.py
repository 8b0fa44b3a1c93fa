"""What the fast ways may not change: a strategy's view is its own, sums are the same."""

import numpy as np
import pytest

from montmort.core.strategy import Part, combine
from montmort.engines.tournament import play_tables, set_table, simulate
from montmort.engines.tournament import tally as tallying
from montmort.engines.tournament.compiling import compile_chooser
from montmort.games import find

Picker = find("picker")


def honest(view, actions, stream):
    best = actions[0]
    for i in range(len(actions)):
        if view.dice[actions[i]] > view.dice[best]:
            best = actions[i]
    return best


def vandal(view, actions, stream):
    best = honest_index(view, actions)
    view.score[0] = 99
    view.dice[best] = 6
    actions[0] = 3
    return best


def sly(view, actions, stream):
    best = honest_index(view, actions)
    dice = view.dice
    dice += 1
    return best


def honest_index(view, actions):
    best = actions[0]
    for i in range(len(actions)):
        if view.dice[actions[i]] > view.dice[best]:
            best = actions[i]
    return best


def strategy_of(function):
    def first(view, actions, stream):
        return actions[0]

    return combine("same", [Part("same", "choose", function), Part("first", "pick", first)])


def test_every_chooser_of_picker_is_proven_only_to_read():
    game = Picker()
    for part in (part for parts in Picker.parts for part in parts):
        assert compile_chooser(part.chooser, game).reads, part.name


def test_one_that_writes_is_not():
    chooser = compile_chooser(sly, Picker())
    assert not chooser.reads
    assert compile_chooser(honest, Picker()).reads


@pytest.mark.parametrize("function", [vandal, sly])
def test_writing_into_a_view_changes_nothing(function):
    tables = [set_table(Picker(), [strategy_of(f), "gain", "lowest", "random"])
              for f in (honest, function)]  # fmt: skip
    one, other = (next(play_tables(table, games=400, seed=3, workers=1)) for table in tables)
    assert np.array_equal(one.scores, other.scores)


@pytest.mark.parametrize("seating", ["random", "rotations", "permutations"])
@pytest.mark.parametrize("ties", ["random", "share", "seat"])
@pytest.mark.parametrize("names", ["gain,highest,random", "gain", "gain,gain,random"])
def test_counting_compiled_is_counting_interpreted(monkeypatch, seating, ties, names):
    wishes = {"games": 600, "seed": 4, "seating": seating, "ties": ties, "workers": 1}
    fast = simulate(Picker(players=3), names, **wishes).tally
    monkeypatch.setattr(tallying.counting, "LONG", 10**9)
    slow = simulate(Picker(players=3), names, **wishes).tally
    for sums in ("by_strategy", "by_seat", "crossed", "numbers"):
        for part in ("x", "xx", "xm", "m", "mm", "clusters"):
            assert np.array_equal(
                getattr(getattr(fast, sums), part), getattr(getattr(slow, sums), part)
            )
    assert np.array_equal(fast.seat_products, slow.seat_products)
    assert np.array_equal(fast.squares, slow.squares)
    assert fast.score_counts == slow.score_counts
    assert fast.distributions == slow.distributions


def test_bins_of_two_widths_add_up_in_the_wider():
    one, other = tallying.Tally(1, 2, 1), tallying.Tally(1, 2, 1)
    draw = np.random.default_rng(5)
    every = []
    for tally, wide in ((one, 1.0), (other, 16.0)):
        games = tallying.Games.empty(0, 200, 2)
        games.scores[:] = draw.random((200, 2)) * wide
        every.append(games.scores.copy())
        tally.add(games, "random", 1)
    assert one.widths["score"] < other.widths["score"]
    one.merge(other)
    width = one.widths["score"]
    assert width == other.widths["score"]
    values = np.floor(np.concatenate(every).ravel() / width) * width
    assert dict(one.score_counts[0]) == dict(
        zip(*np.unique(values, return_counts=True), strict=True)
    )

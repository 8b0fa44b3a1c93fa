"""Strategies can't shift the dice or each other's draws; seats of both worlds mix."""

from collections.abc import Callable
from typing import Any

import pytest

from montmort.core.strategy import Strategy
from montmort.engines.tournament import parse, play_tables, record_game, set_table
from montmort.engines.tournament.playing import choosers_of
from montmort.games import find
from montmort.statistics.streams import below, uniform

PICKER: Any = find("picker")


def thrifty(view, actions, stream):  # type: ignore[no-untyped-def]
    """Take the first action, and draw nothing."""
    return actions[0]


def spendthrift(view, actions, stream):  # type: ignore[no-untyped-def]
    """Take the first action, and draw a thousand numbers on the way."""
    total = 0.0
    for _ in range(500):
        total += below(stream, 7) + uniform(stream)
    return actions[0] if total >= 0 else actions[1]


def both(chooser: Callable[..., Any]) -> Strategy:
    return Strategy("first", (chooser,) * 2)


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_strategy_that_draws_more_moves_nothing_else(interpreted: bool) -> None:
    game = PICKER("v1.1", players=3)
    count = 40 if interpreted else 400
    tables = []
    for chooser in (thrifty, spendthrift):
        seated = [both(chooser), parse(game, "random"), parse(game, "highest@random")]
        table = set_table(game, seated, seating="random", interpreted=interpreted)
        tables.append((table, next(play_tables(table, games=count, seed=5, workers=1))))
    (one, first), (other, second) = tables
    # Whole games are the same, move by move: dice, starter, and what the others drew.
    for name in ("seats", "scores", "lengths", "changes"):
        assert (getattr(first, name) == getattr(second, name)).all()
    if interpreted:
        for number in range(5):
            mine, theirs = record_game(one, 5, number), record_game(other, 5, number)
            assert mine.moves == theirs.moves
            assert len(mine.moves) > 20


def test_the_dice_are_the_same_whoever_plays() -> None:
    """The first roll (and the first starter) of a game depends on seed and number only."""
    game = PICKER("v1.1", players=3)
    for number in range(20):
        rolls = []
        for names in ("random", "highest@other", "gain@right"):
            record = record_game(set_table(game, [names]), 5, number)
            rolls.append([move for move in record.moves if move.actor == -1][:2])
        assert rolls[0] == rolls[1] == rolls[2]


class Interpreted:
    """A chooser that nothing can compile, and that chooses as another does."""

    def __init__(self, chooser: Callable[..., Any]) -> None:
        self.chooser = chooser

    def __call__(self, view: Any, actions: Any, stream: Any, parameters: Any) -> Any:
        import inspect

        given = (view, actions, stream, parameters)
        return self.chooser(*given[: len(inspect.signature(self.chooser).parameters)])


NAMES = ("gain+0.5@right", "wary@random", "lowest@trailing", "random")


@pytest.mark.parametrize("slow", [{0}, {1, 3}, {0, 1, 2, 3}, {2}])
def test_seats_of_both_worlds_play_the_same_games(slow: set[int]) -> None:
    game = PICKER("v1.1", players=4)
    fast = [parse(game, name) for name in NAMES]
    mixed = [
        Strategy(s.name, tuple(map(Interpreted, s.choosers)), s.parameters, s.names)
        if i in slow
        else s
        for i, s in enumerate(fast)
    ]
    mixed_table = set_table(game, mixed, seating="rotations")
    kinds = [chooser.code is None for chooser in choosers_of(mixed_table)]
    assert kinds == [i in slow for i in range(4) for _ in range(2)]
    first = next(play_tables(set_table(game, fast, seating="rotations"), games=60, seed=8))
    second = next(play_tables(mixed_table, games=60, seed=8, workers=1))
    third = next(
        play_tables(
            set_table(game, fast, seating="rotations", interpreted=True),
            games=60, seed=8, workers=1,
        )
    )  # fmt: skip
    for name in ("seats", "scores", "lengths", "changes"):
        assert (getattr(first, name) == getattr(second, name)).all(), name
        assert (getattr(first, name) == getattr(third, name)).all(), name

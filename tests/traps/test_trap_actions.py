"""A wrong answer of a strategy is stopped before it touches the record, in compiled code too."""

import re
from typing import Any

import numpy as np
import pytest

from montmort.core.errors import StrategyError
from montmort.core.strategy import Strategy
from montmort.engines.contract.twins import INTEGERS, compiled_probe
from montmort.engines.tournament import play_tables, set_table, simulate
from montmort.games import find
from montmort.statistics.streams import below

PICKER: Any = find("picker")


def stray(view, actions, stream, parameters):  # type: ignore[no-untyped-def]
    """Answer with a number decided beforehand once in a thousand choices, else at random."""
    if below(stream, 1000) == 0:
        return int(parameters[0])
    return actions[below(stream, len(actions))]


def strategy(number: float) -> Strategy:
    return Strategy(f"stray:{number:g}", (stray,) * 2, ((float(number),),) * 2, (("n",),) * 2)


def break_down(number: float, interpreted: bool) -> StrategyError:
    with pytest.raises(StrategyError) as caught:
        simulate(
            PICKER(), [strategy(number)], games=2000, seed=9, interpreted=interpreted, workers=1
        )
    return caught.value


@pytest.mark.parametrize("number", [99, -1, 2**40, -(2**53), 127, 4])
def test_a_number_out_of_range_is_named_with_game_seed_seat_and_position(number: int) -> None:
    error = break_down(number, interpreted=False)
    text = str(error)
    assert f"strategy 'stray:{number:g}' answered {number}" in text
    found = re.search(r"game (\d+), seed 9, seat (\d), after (\d+) moves; position: (.+)", text)
    assert found, text
    game, seat = int(found[1]), int(found[2])
    assert game > 3  # there is something to lose
    assert 1 <= seat <= 4
    assert "dice=" in found[4]
    assert "colour" in text
    assert f"--seed 9 --replay {game}" in text
    # What was counted before is kept.
    partial: Any = error.partial
    assert partial.games == game


def test_compiled_and_interpreted_say_the_same() -> None:
    assert str(break_down(99, False)) == str(break_down(99, True))


def test_games_before_the_wrong_answer_are_as_they_would_be() -> None:
    error = break_down(99, False)
    partial: Any = error.partial
    table = set_table(PICKER(), [strategy(99)])
    before = next(play_tables(table, games=partial.games, seed=9, workers=1))
    slow = set_table(PICKER(), [strategy(99)], interpreted=True)
    alike = next(play_tables(slow, games=min(60, partial.games), seed=9, workers=1))
    assert (before.scores[: len(alike)] == alike.scores).all()


def test_the_compiled_door_leaves_every_field_alone() -> None:
    """Any number at the door, in every phase of a game: nothing in the record changes."""
    game = PICKER("v1.1", players=3)
    probe = compiled_probe(type(game))
    kernel = game.kernel
    states = np.zeros(3, kernel.position.dtype)
    states.view(np.uint8)[:] = 0x5A
    buffers: list[Any] = [np.zeros(1000, np.int64) for _ in range(2)]
    rows = [np.zeros(1000) for _ in range(2)]
    numbers = np.array(INTEGERS, np.int64)
    from montmort.core.struct import Stream
    from montmort.statistics.streams import DEAL, Source

    dealing = Source(2, 0, DEAL)
    state = game.start()
    phases = set()
    while state.actor != -2:
        states[1] = state.record.memory[0]
        before = states.tobytes()
        codes = np.zeros(len(numbers), np.int64)
        probe(
            0, states, np.zeros(3, kernel.seen.dtype), numbers, codes, *buffers, *rows,
            np.zeros(200, np.int64), np.zeros(200, np.int64), np.zeros(1, Stream.dtype), 3, 16,
        )  # fmt: skip
        assert states.tobytes() == before
        phases.add(state.record.phase)
        let_pass = {n for n, code in zip(INTEGERS, codes.tolist(), strict=True) if code == 0}
        if state.actor >= 0:
            assert let_pass == set(state.actions()) & set(INTEGERS)
        move = state.sample(dealing) if state.actor == -1 else state.actions()[0]
        state = state.after(move)
    assert len(phases) == 4

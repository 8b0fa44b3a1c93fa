"""A person at the table: what is shown, what is refused and why, and leaving."""

from pathlib import Path

import pytest

from montmort.core.errors import InputError
from montmort.core.record import Record
from montmort.engines.tournament import parse
from montmort.games import find
from montmort.interfaces.terminal import Left, play

EXAMPLES = Path(__file__).parents[2] / "examples"


def sit(game, words, against="random", **wishes):
    """Play with these words typed; returns the record (or None) and what was said."""
    said = []
    typed = iter(words)

    def ask(prompt):
        return next(typed)

    others = [parse(game, against)] * (game.players - 1)
    try:
        record = play(game, others, ask=ask, say=said.append, **wishes)
    except Left:
        record = None
    return record, "\n".join(said)


def test_a_whole_game_by_number_and_by_name():
    kind = find(str(EXAMPLES / "nim.py"))
    record, said = sit(kind(first=2, second=0, third=0), ["take 2 from heap 1"])
    assert record.payoffs == (1, -1)
    assert "you win" in said
    record, said = sit(kind(first=1, second=1, third=0), ["1"])
    assert "you lose" in said
    assert record.replay(kind(first=1, second=1, third=0)).payoffs() == (-1, 1)


def test_refusals_say_why_and_cost_nothing():
    kind = find(str(EXAMPLES / "nim.py"))
    record, said = sit(
        kind(first=2, second=0, third=0), ["7", "take 2 from heep 1", "", "undo", "2"]
    )
    assert "there is no action 7: choose 1 to 2" in said
    assert "did you mean 'take 2 from heap 1'" in said
    assert "nothing to take back" in said
    assert record.payoffs == (1, -1)


def test_undo_takes_back_to_the_choice_before():
    kind = find(str(EXAMPLES / "nim.py"))
    record, said = sit(kind(first=3, second=2, third=0), ["take 1 from heap 1", "undo", "q"])
    assert record is None
    assert said.count("taken back") == 1


def test_leaving():
    record, _ = sit(find("picker")(), ["q"])
    assert record is None


def test_hidden_cards_stay_hidden_until_the_end():
    kind = find(str(EXAMPLES / "kuhn.py"))
    for seed in range(6):
        record, said = sit(kind(), ["bet"] * 2, seed=seed)
        before, after = said.split("what was dealt")
        other = next(m.text for m in record.moves[1:2])
        assert f"card='{other}'" not in before
        assert other in after


def test_a_table_in_words_and_a_record_to_keep():
    record, said = sit(find("picker")(players=2), ["1"] * 50, against="gain", seed=3)
    assert "round 1 of 4, dice: red" in said
    assert "seat 1 (you): " in said
    assert record.strategies == ("you", "gain")
    again = Record.from_json(record.to_json())
    assert again.replay(find("picker")(players=2)).payoffs() == record.payoffs


def test_there_is_a_seat_for_you():
    with pytest.raises(InputError, match="seats 1 to 4"):
        sit(find("picker")(), [], seat=4)

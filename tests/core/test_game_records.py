"""Finished games as data: written, read, replayed; false ones refused with the move named."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from montmort import CHANCE, OVER, Game, InputError, Rules, State, setting
from montmort.core.record import Move, Record
from montmort.engines.tournament import record_game, set_table
from montmort.games import find


@dataclass(frozen=True)
class Sharing(State[Any]):
    """Chance draws a fraction, a player answers with a row of numbers."""

    drawn: Any = None
    said: Any = None

    @property
    def actor(self) -> int:
        return CHANCE if self.drawn is None else 0 if self.said is None else OVER

    def chances(self) -> list[tuple[Any, int]]:
        return [(Fraction(1, 3), 1), (Fraction(2, 3), 2)]

    def actions(self) -> list[Any]:
        return [(1, (2, 3)), (1, (2, 4)), None]

    def after(self, move: Any) -> "Sharing":
        return Sharing(move) if self.drawn is None else Sharing(self.drawn, move or "nothing")

    def payoffs(self) -> tuple[Fraction]:
        return (self.drawn,)


@dataclass(frozen=True, kw_only=True)
class SharingRules(Rules):
    players: int = setting(1, "one player")
    table: tuple[tuple[int, ...], ...] = setting(((1, 2), (3,)), "rows")


class Share(Game):
    Rules = SharingRules

    def start(self) -> Sharing:
        return Sharing()


def record() -> Record:
    return Record(
        "share", "standard", SharingRules().as_dict(),
        (Move(CHANCE, Fraction(2, 3)), Move(0, (1, (2, 4)), "says 1, 2, 4")), (Fraction(2, 3),),
        ("random",), 7, 4711,
    )  # fmt: skip


def test_actions_of_any_kind_are_found_again_by_how_they_are_written() -> None:
    text = record().to_json()
    told = json.loads(text)
    assert [move["actor"] for move in told["moves"]] == ["chance", 1]
    assert told["moves"][0]["action"] == "2/3"
    assert told["moves"][1] == {"actor": 1, "action": [1, [2, 4]], "text": "says 1, 2, 4"}
    read = Record.from_json(text)
    assert read.rules == {"players": 1, "table": ((1, 2), (3,))}
    assert SharingRules(**read.rules) == SharingRules()
    end = read.replay(Share())
    assert end == Sharing(Fraction(2, 3), (1, (2, 4)))
    assert (read.seed, read.number, read.strategies) == (7, 4711, ("random",))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"moves": (Move(CHANCE, Fraction(1, 2)),)}, "move 1 of the record: 1/2 is not among"),
        ({"moves": (Move(0, (1, (2, 4))),)}, "move 1 of the record is by seat 1: it is chance's"),
        (
            {"moves": (Move(CHANCE, Fraction(1, 3)), Move(0, (1, (2, 5))))},
            "move 2 of the record: (1, (2, 5)) is not among the actions",
        ),
        (
            {"moves": (Move(CHANCE, Fraction(1, 3)), Move(CHANCE, Fraction(1, 3)))},
            "move 2 of the record is by chance: it is seat 1's turn",
        ),
        ({"moves": record().moves[:1]}, "the game is not over"),
        ({"moves": (*record().moves, Move(0, None))}, "move 3 of the record comes after the end"),
        ({"payoffs": (Fraction(1, 3),)}, "replayed, ['2/3']"),
        ({"payoffs": (1, 0)}, "replayed, ['2/3']"),
    ],
)
def test_a_false_record_is_refused(change: dict[str, Any], says: str) -> None:
    false = replace(record(), **change)
    for each in (false, Record.from_json(false.to_json())):
        with pytest.raises(InputError) as caught:
            each.replay(Share())
        assert says.split(": ")[0] in str(caught.value)
    with pytest.raises(InputError) as caught:
        false.replay(Share())
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "3", '{"game": 1}', '{"moves": 3}', "not json",
     '{"game": "x", "version": "y", "rules": [], "moves": []}',
     '{"game": "x", "version": "y", "rules": {}, "moves": [{"actor": "who", "action": 1}]}'],
)  # fmt: skip
def test_what_is_no_record_is_refused_in_words(text: str) -> None:
    with pytest.raises(InputError, match="not a record of a game"):
        Record.from_json(text)


def test_an_unfinished_game_without_payoffs_is_replayed_to_where_it_stands() -> None:
    part = replace(record(), moves=record().moves[:1], payoffs=())
    assert part.replay(Share()) == Sharing(Fraction(2, 3))


@pytest.mark.parametrize("version", ["v1.3", "v1.1", "v1"])
def test_a_compiled_game_is_written_and_replayed(version: str) -> None:
    game = find("picker")(version)
    written = record_game(set_table(game, ["gain+1", "random"]), 3, 12)
    read = Record.from_json(written.to_json())
    assert read.version == version
    end = read.replay(type(game)(type(game).Rules(**read.rules)))
    assert end.actor == OVER
    assert tuple(end.payoffs()) == written.payoffs
    roll = next(i for i, move in enumerate(read.moves) if move.actor == CHANCE)
    for wrong in (-1, 6**12, 0):  # no roll, no roll, all dice equal
        moves = list(read.moves)
        moves[roll] = replace(moves[roll], action=wrong)
        if version != "v1.3" and wrong == 0:
            continue  # there the first draw is of the starter, and 0 is one
        with pytest.raises(InputError, match=f"move {roll + 1} of the record"):
            replace(read, moves=tuple(moves)).replay(game)

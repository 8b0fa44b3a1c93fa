"""What a plain state answers when it says nothing itself."""

import random
from dataclasses import dataclass
from typing import Any

import pytest

from montmort import CHANCE, OVER, InputError, State
from montmort.statistics.streams import Source


@dataclass(frozen=True)
class Coin(State[str]):
    """A coin with two heads in three is flipped, and called."""

    shown: str = ""
    called: str = ""

    @property
    def actor(self) -> int:
        return CHANCE if not self.shown else OVER if self.called else 0

    def chances(self) -> list[tuple[str, int]]:
        return [("heads", 2), ("tails", 1)]

    def actions(self) -> list[str]:
        return ["heads", "tails"]

    def after(self, action: str) -> "Coin":
        return Coin(self.shown or action, action if self.shown else "")

    def payoffs(self) -> tuple[int]:
        return (int(self.shown == self.called),)


class Wordy(Coin):
    def describe(self, action: Any) -> str:
        return {"heads": "calls heads", "tails": "calls tails"}[action]


class Unlisted(Coin):
    def chances(self) -> Any:
        return State.chances(self)


def test_the_door_knows_actions_outcomes_and_the_end() -> None:
    start, flipped, ended = Coin(), Coin("heads"), Coin("heads", "tails")
    assert start.refusal("heads") is None
    assert start.refusal("edge") == "edge is not among the outcomes here"
    assert flipped.refusal("tails") is None
    assert flipped.refusal("edge") == "edge is not among the actions here"
    assert ended.refusal("heads") == "the game is over"


@pytest.mark.parametrize("strange", [None, 3, "edge", ("heads",), b"heads", {"a": 1}, [1]])
def test_the_door_has_words_for_what_the_game_can_not_describe(strange: Any) -> None:
    said = Wordy("heads").refusal(strange)
    assert said is not None
    assert repr(strange) in said


def test_chance_that_is_not_listed_says_so_and_lets_pass() -> None:
    with pytest.raises(InputError, match="does not list its chances"):
        Unlisted().chances()
    assert Unlisted().refusal("edge") is None


def test_sampling_follows_the_weights() -> None:
    stream = Source(1, 0, 0)
    heads = sum(Coin().sample(stream) == "heads" for _ in range(30_000))
    assert abs(heads - 20_000) < 6 * (30_000 * 2 / 9) ** 0.5


def test_the_other_questions_have_answers() -> None:
    state = Coin("heads")
    assert state.view(0) is state
    assert state.key() == state
    assert state.decided() is None
    assert state.standing() is None
    assert state.promise("heads") == 0
    assert state.decision() == 0
    assert state.guess(0, random.Random(1)) == state
    assert state.describe("heads") == "heads"

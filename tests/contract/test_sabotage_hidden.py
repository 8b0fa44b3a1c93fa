"""The teeth of the contract: chance and secrets with one thing wrong, each caught."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort import CHANCE, OVER, Game, Rules, State
from montmort.core.loading import load_file
from montmort.core.strategy import Strategy
from montmort.engines.contract import Report, check

EXAMPLES = Path(__file__).parents[2] / "examples"
kuhn: Any = load_file(EXAMPLES / "kuhn.py")

look = functools.partial(check, games=4, longest=400, process=False)


@dataclass(frozen=True)
class Draws(State[int]):
    """Two players draw a die each, and may draw again once; the higher one wins."""

    dice: tuple[int, ...] = ()
    asked: int = 0

    @property
    def actor(self) -> int:
        if len(self.dice) < 2:
            return CHANCE
        if self.asked >= 2:
            return CHANCE if self.asked > 9 else OVER
        return self.asked

    def chances(self) -> list[tuple[int, int]]:
        return [(1, 3), (2, 2), (3, 1)]

    def actions(self) -> tuple[int, ...]:
        return (0, 1)

    def after(self, move: int) -> Draws:
        if self.asked > 9:
            who = self.asked - 10
            dice = (*self.dice[:who], move, *self.dice[who + 1 :])
            return type(self)(dice, who + 1)
        if len(self.dice) < 2:
            return type(self)((*self.dice, move), 0)
        return type(self)(self.dice, self.asked + 10 if move else self.asked + 1)

    def payoffs(self) -> tuple[int, int]:
        won = (self.dice[0] > self.dice[1]) - (self.dice[0] < self.dice[1])
        return won, -won


def game(state: Any, hidden: bool = False, players: int = 2, **names: Any) -> type[Game]:
    """A game that starts with what ``state`` makes."""

    @dataclass(frozen=True, kw_only=True)
    class TheRules(Rules):
        """How many players there are."""

    TheRules.__dataclass_fields__["players"].default = players
    inside = {"start": lambda self: state(), "hidden": hidden, "__doc__": "A game for this test."}
    return type("Sabotaged", (Game,), {**inside, **names})


HONEST = {
    "kuhn": lambda: kuhn.Kuhn(),
    "draws": lambda: game(Draws)(),
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_chance_and_secrets_pass(name: str) -> None:
    report = look(HONEST[name]())
    assert report.kept, list(report)


class Leaking(kuhn.KuhnState):
    def view(self, player: int) -> Any:
        return kuhn.KuhnView(self.cards, self.moves)


class Hiding(Draws):
    def view(self, player: int) -> Any:
        return self.dice[player : player + 1], self.asked


class AllShown(kuhn.KuhnState):
    def view(self, player: int) -> Any:
        return self

    def guess(self, player: int, rng: random.Random) -> Any:
        return self


class WrongOdds(Draws):
    def sample(self, stream: Any) -> int:
        return 1 + stream.below(3)


class StrangeOutcome(Draws):
    def sample(self, stream: Any) -> int:
        return 4 if stream.below(50) == 0 else super().sample(stream)


class WeightOfZero(Draws):
    def chances(self) -> list[tuple[int, int]]:
        return [(1, 3), (2, 2), (3, 1), (4, 0)]


class WeightOfAHalf(Draws):
    def chances(self) -> list[Any]:
        return [(1, 0.5), (2, 0.5)]


class GlobalDice(Draws):
    def sample(self, stream: Any) -> int:
        return random.choice([1, 1, 1, 2, 2, 3])


class NumpyDice(Draws):
    def sample(self, stream: Any) -> int:
        return [1, 1, 1, 2, 2, 3][int(np.random.randint(6))]


class OwnGenerator(Draws):
    """Not global, and yet not from the stream."""

    source = random.Random()

    def sample(self, stream: Any) -> int:
        return self.source.choice([1, 1, 1, 2, 2, 3])


class Impossible(kuhn.KuhnState):
    def guess(self, player: int, rng: random.Random) -> Any:
        return replace(self, cards=self.cards[::-1])


class SameCards(kuhn.KuhnState):
    """Guesses without looking at the player's own card: both may hold the same."""

    def guess(self, player: int, rng: random.Random) -> Any:
        if len(self.cards) < 2:
            return self
        other = rng.choice("JQK")
        return replace(self, cards=self.cards[0] + other if player == 0 else other + self.cards[1])


class RaisingGuess(kuhn.KuhnState):
    def guess(self, player: int, rng: random.Random) -> Any:
        raise NotImplementedError("later")


class GlobalGuess(kuhn.KuhnState):
    def guess(self, player: int, rng: random.Random) -> Any:
        return super().guess(player, random)  # type: ignore[arg-type]


class TellingActions(kuhn.KuhnState):
    """Whether one may bet tells who holds the king."""

    def actions(self) -> list[str]:
        return ["p"] if self.cards[1 - self.actor] == "K" else ["p", "b"]


class Forgetful(kuhn.KuhnState):
    """A player forgets what she did herself."""

    def view(self, player: int) -> Any:
        return self.cards[player : player + 1], self.moves[-1:]

    def actions(self) -> list[str]:
        return ["p", "b"]

    @property
    def actor(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        return OVER if len(self.moves) == 4 else len(self.moves) % 2

    def payoffs(self) -> tuple[int, int]:
        won = 1 if self.cards[0] > self.cards[1] else -1
        return won * len(self.moves), -won * len(self.moves)


CASES: dict[str, tuple[Callable[[], type[Game]], str, str]] = {
    "a view shows the other card": (lambda: game(Leaking, hidden=True), "guess", "looks diff"),
    "a view hides, and the game does not say so": (lambda: game(Hiding), "view", "hidden = True"),
    "hidden, and all is shown": (lambda: game(AllShown, hidden=True), "view", "every view tells"),
    "guess stays at home": (lambda: game(AllShown, hidden=True), "guess", "none gave another"),
    "wrong odds": (lambda: game(WrongOdds), "sampling", "does not follow the weights"),
    "an outcome out of nowhere": (lambda: game(StrangeOutcome), "sampling", "not among the"),
    "a weight of zero": (lambda: game(WeightOfZero), "chances", "whole numbers above 0"),
    "a weight of a half": (lambda: game(WeightOfAHalf), "chances", "whole numbers above 0"),
    "Python's random": (lambda: game(GlobalDice), "randomness", "global random numbers"),
    "NumPy's random": (lambda: game(NumpyDice), "randomness", "global random numbers"),
    "a generator of its own": (lambda: game(OwnGenerator), "randomness", "another game"),
    "a guess of another card": (lambda: game(Impossible, hidden=True), "guess", "looks diff"),
    "a guess that can't be": (lambda: game(SameCards, hidden=True), "guess", "which can't be"),
    "a guess that breaks": (lambda: game(RaisingGuess, hidden=True), "guess", "NotImpl"),
    "a guess of global numbers": (lambda: game(GlobalGuess, hidden=True), "guess", "asked again"),
    "actions that tell": (lambda: game(TellingActions, hidden=True), "secrets", "she may do"),
    "a player who forgets": (lambda: game(Forgetful, hidden=True), "recall", "forgets"),
}  # fmt: skip


def caught(report: Report, promise: str, says: str) -> None:
    found = [item for item in report if item.promise == promise and says in item.sentence]
    assert found, [f"{item.promise}: {item.sentence}" for item in report]


@pytest.mark.parametrize("name", CASES)
def test_sabotaged_chance_or_secrecy_is_caught(name: str) -> None:
    make, promise, says = CASES[name]
    report = look(make()())
    assert not report.kept
    caught(report, promise, says)


def test_a_game_that_depends_on_how_python_hashes_is_caught(tmp_path: Path) -> None:
    file = tmp_path / "by_hash.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from montmort import OVER, Game, State\n"
        "@dataclass(frozen=True)\n"
        "class Words(State[str]):\n"
        "    said: tuple[str, ...] = ()\n"
        "    @property\n"
        "    def actor(self): return OVER if len(self.said) == 4 else len(self.said) % 2\n"
        "    def actions(self): return list({'earth', 'water', 'air', 'fire', 'aether'})\n"
        "    def after(self, word): return Words((*self.said, word))\n"
        "    def payoffs(self): return (0, 0)\n"
        "class ByHash(Game):\n"
        "    'Say words.'\n"
        "    def start(self): return Words()\n"
    )
    made = load_file(file).ByHash()
    caught(check(made, games=2, limit=500), "randomness", "how Python hashes")


def test_a_strategy_that_looks_behind_its_view_is_caught() -> None:
    """One that gets at hidden cards (here by a back door of the test) acts otherwise."""
    behind: dict[Any, Any] = {}

    class Watched(kuhn.KuhnState):
        def view(self, player: int) -> Any:
            view = super().view(player)
            behind[player, view] = self
            return view

    def peeking(view: Any, actions: Any, stream: Any) -> Any:
        player = len(view.moves) % 2
        return "b" if behind[player, view].cards[1 - player] == "J" else "p"

    cheat = Strategy("peeking", (peeking,))
    report = look(game(Watched, hidden=True, strategies={"peeking": cheat})())
    caught(report, "secrets", "'peeking' acts differently")

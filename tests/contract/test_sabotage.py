"""The teeth of the contract: games with one thing wrong, each caught; the honest ones pass."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort import OVER, Game, Rules, State, setting
from montmort.core.loading import load_file
from montmort.core.strategy import Strategy
from montmort.engines.contract import Report, check

EXAMPLES = Path(__file__).parents[2] / "examples"
nim: Any = load_file(EXAMPLES / "nim.py")
board: Any = load_file(EXAMPLES / "tictactoe.py")

look = functools.partial(check, games=4, longest=400, process=False)


# -- the honest originals ------------------------------------------------------------


def game(state: Any, hidden: bool = False, players: int = 2, **names: Any) -> type[Game]:
    """A game that starts with what ``state`` makes."""

    @dataclass(frozen=True, kw_only=True)
    class TheRules(Rules):
        """How many players there are."""

    TheRules.__dataclass_fields__["players"].default = players
    inside = {"start": lambda self: state(), "hidden": hidden, "__doc__": "A game for this test."}
    return type("Sabotaged", (Game,), {**inside, **names})


HONEST = {
    "nim": lambda: nim.Nim(),
    "tictactoe": lambda: board.TicTacToe(),
    "heaps": lambda: game(lambda: Heaps((1, 2, 2)))(),
    "pile": lambda: game(Pile)(),
    "wide": lambda: game(WidePile, lists_all=False)(),
}


@pytest.mark.parametrize("name", HONEST)
def test_the_honest_originals_pass(name: str) -> None:
    report = look(HONEST[name]())
    assert report.kept, list(report)


# -- plain games, with one thing wrong -------------------------------------------------


class Heaps(nim.NimState):
    """Nim, to be spoiled."""

    def after(self, action: tuple[int, int]) -> Any:
        made = super().after(action)
        return type(self)(made.heaps, made.turn, made.misere)


class Mutable(Heaps):
    """Passes the turn in the state itself, too."""

    def after(self, action: tuple[int, int]) -> Any:
        made = super().after(action)
        object.__setattr__(self, "turn", 1 - self.turn)
        return made


@dataclass
class NotFrozen(State[int]):
    left: int = 5
    turn: int = 0

    @property
    def actor(self) -> int:
        return self.turn if self.left else OVER

    def actions(self) -> range:
        return range(1, min(3, self.left) + 1)

    def after(self, number: int) -> Any:
        return type(self)(self.left - number, 1 - self.turn)

    def payoffs(self) -> tuple[int, ...]:
        return (1, -1) if self.turn else (-1, 1)


@dataclass(unsafe_hash=True)
class HashedNotFrozen(NotFrozen):
    """Can be hashed, and changed all the same."""


@dataclass(frozen=True)
class Pile(State[int]):
    """An honest little game, to be spoiled: take one to three; the last token wins."""

    left: int = 7
    turn: int = 0

    @property
    def actor(self) -> int:
        return self.turn if self.left else OVER

    def actions(self) -> Any:
        return list(range(1, min(3, self.left) + 1))

    def after(self, number: int) -> Any:
        return type(self)(self.left - number, 1 - self.turn)

    def payoffs(self) -> Any:
        return (1, -1) if self.turn else (-1, 1)


class Stuck(Pile):
    def actions(self) -> Any:
        return [] if self.left == 1 else super().actions()


class Twice(Pile):
    def actions(self) -> Any:
        return [1, *super().actions()]


class Restless(Pile):
    counter = itertools.count()

    def actions(self) -> Any:
        found = super().actions()
        return found[::-1] if next(self.counter) % 2 else found


class InASet(Pile):
    def actions(self) -> Any:
        return set(super().actions())


OPEN_LIST = [1]


class OwnList(Pile):
    """Hands out one list that all positions share."""

    def actions(self) -> Any:
        return OPEN_LIST


class OpenDoor(Pile):
    def refusal(self, action: Any) -> str | None:
        return None if isinstance(action, int) and 0 < action <= 4 else "take one to three"


class WidePile(Pile):
    """Lists the small numbers only, and lets the others pass, in words too."""

    def actions(self) -> Any:
        return [1]

    def refusal(self, action: Any) -> str | None:
        fine = str(action) in [str(n) for n in range(1, min(3, self.left) + 1)]
        return None if fine else f"take one to three, not {action!r}"

    def after(self, number: Any) -> Any:
        return super().after(int(number))


class UnplayableDoor(WidePile):
    """Lets words pass that it can't play."""

    after = Pile.after


class ShutDoor(Pile):
    def refusal(self, action: Any) -> str | None:
        return "not on a Sunday" if action == 3 else super().refusal(action)


class SilentDoor(Pile):
    def refusal(self, action: Any) -> Any:
        return None if action in self.actions() else ""


class RaisingDoor(Pile):
    def refusal(self, action: Any) -> str | None:
        return None if 0 < action <= min(3, self.left) else "take one to three"


class ThreePayoffs(Pile):
    def payoffs(self) -> Any:
        return (1, -1, 0)


class EndlessPayoff(Pile):
    def payoffs(self) -> Any:
        return (float("inf"), -1)


class NoNumber(Pile):
    def payoffs(self) -> Any:
        return (float("nan"), "lost")


class Endless(Pile):
    def after(self, number: int) -> Any:
        return type(self)(self.left - number or 7, 1 - self.turn)


class Circle(Pile):
    """Ends, but for those who go round."""

    def after(self, number: int) -> Any:
        return type(self)(7 if self.left == 1 else self.left - number, 1 - self.turn)


class Unhashable(Pile):
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable) and self.left == other.left


class EqualButDifferent(Pile):
    """Says that whose turn it is does not matter."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualButDifferent) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


class NeverEqual(Pile):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class StrangeActor(Pile):
    @property
    def actor(self) -> Any:
        return 2 if self.left == 3 else super().actor


class MergingKey(Heaps):
    def key(self) -> Any:
        return sum(self.heaps), self.turn


class LyingDecision(Heaps):
    def decided(self) -> Any:
        return (1, -1) if sum(self.heaps) == 3 else None


class ShortDecision(Heaps):
    def decided(self) -> Any:
        return (1,) if sum(self.heaps) == 1 else None


class RaisingWords(Pile):
    def describe(self, action: Any) -> str:
        return {1: "one", 2: "two"}[action]


class NoWords(Pile):
    def describe(self, action: Any) -> Any:
        return action


class StrangeHints(Pile):
    def promise(self, action: Any) -> Any:
        return "high"


class ShortStanding(Pile):
    def standing(self) -> Any:
        return (self.left,)


class StrangeDecision(Pile):
    def decision(self) -> int:
        return 1


class ViewThatChanges(Pile):
    counter = itertools.count()

    def view(self, player: int) -> Any:
        return self, next(self.counter)


def stubborn(view: Any, actions: Any, stream: Any) -> Any:
    """Always take three."""
    return 3


_memory = itertools.count()


def remembering(view: Any, actions: Any, stream: Any) -> Any:
    """Take one, until there have been ten moves; then take as much as one can."""
    return actions[0] if next(_memory) < 10 else actions[-1]


@dataclass(frozen=True, kw_only=True)
class LostRules(Rules):
    """Rules that can't be written down."""

    table: frozenset[int] = setting(frozenset({1, 2}), "what is on the table")


CASES: dict[str, tuple[Callable[[], type[Game]], str, str]] = {
    "a state that changes": (lambda: game(lambda: Mutable((1, 2, 2))), "immutable", "changed the"),
    "a dataclass not frozen": (lambda: game(HashedNotFrozen), "immutable", "frozen=True"),
    "a state without hash": (lambda: game(NotFrozen), "equality", "unhashable"),
    "a mover without moves": (lambda: game(Stuck), "actions", "has no action"),
    "an action listed twice": (lambda: game(Twice), "actions", "listed twice"),
    "actions that change": (lambda: game(Restless), "actions", "when asked again"),
    "actions in a set": (lambda: game(InASet), "actions", "fixed order"),
    "a list for all": (lambda: game(OwnList), "immutable", "list of the state's own"),
    "a door that stands open": (lambda: game(OpenDoor), "door", "lets it pass"),
    "a door to nowhere": (
        lambda: game(UnplayableDoor, lists_all=False), "door", "and after() of it",
    ),
    "a list that is short": (lambda: game(WidePile), "door", "lets it pass"),
    "a door that is shut": (lambda: game(ShutDoor), "door", "refuses it"),
    "a door without words": (lambda: game(SilentDoor), "door", "a refusal is a sentence"),
    "a door that breaks": (lambda: game(RaisingDoor), "door", "raises TypeError"),
    "too many payoffs": (lambda: game(ThreePayoffs), "payoffs", "3 numbers for 2 players"),
    "an infinite payoff": (lambda: game(EndlessPayoff), "payoffs", "not a finite number"),
    "no number as payoff": (lambda: game(NoNumber), "payoffs", "not a finite number"),
    "a game without end": (lambda: game(Endless), "ending", "goes on after"),
    "no hash at all": (lambda: game(Unhashable), "equality", "unhashable"),
    "equal but different": (lambda: game(EqualButDifferent), "equality", "differs in its actor"),
    "the same moves, unequal": (lambda: game(NeverEqual), "equality", "not equal"),
    "a third of two players": (lambda: game(StrangeActor), "actor", "the actor is 2"),
    "a key that merges": (lambda: game(lambda: MergingKey((1, 2, 2))), "key", "same key"),
    "a lie about the end": (lambda: game(lambda: LyingDecision((1, 2, 2))), "decided", "perfect"),
    "half a decision": (lambda: game(lambda: ShortDecision((1, 2, 2))), "decided", "one finite"),
    "words that break": (lambda: game(RaisingWords), "words", "raises KeyError"),
    "no words": (lambda: game(NoWords), "words", "must be text"),
    "a promise in words": (lambda: game(StrangeHints), "hints", "finite number"),
    "half a standing": (lambda: game(ShortStanding), "hints", "one finite number a player"),
    "a decision without name": (lambda: game(StrangeDecision), "hints", "decision() is 1"),
    "a view that changes": (lambda: game(ViewThatChanges), "view", "when asked again"),
    "a strategy out of order": (
        lambda: game(Pile, strategies={"stubborn": Strategy("stubborn", (stubborn,))}),
        "strategies", "not among the actions",
    ),
    "a strategy that remembers": (
        lambda: game(Pile, strategies={"remembering": Strategy("remembering", (remembering,))}),
        "strategies", "plays other games",
    ),
    "rules that can't be written": (lambda: game(Pile, Rules=LostRules), "rules", "as JSON"),
}  # fmt: skip


def caught(report: Report, promise: str, says: str) -> None:
    found = [item for item in report if item.promise == promise and says in item.sentence]
    assert found, [f"{item.promise}: {item.sentence}" for item in report]


@pytest.mark.parametrize("name", CASES)
def test_a_sabotaged_game_is_caught(name: str) -> None:
    make, promise, says = CASES[name]
    report = look(make()())
    assert not report.kept
    caught(report, promise, says)


def test_the_sentence_says_where_to_see_it() -> None:
    report = look(game(ThreePayoffs)())
    item = next(item for item in report if item.promise == "payoffs")
    assert "at ThreePayoffs(left=0" in item.sentence
    assert "after " in item.sentence


def test_a_position_that_goes_round_is_no_reason_to_break() -> None:
    report = look(game(Circle)(), longest=5_000)
    assert report.kept, list(report)


def test_exact_payoffs_are_welcome() -> None:
    class Shared(Pile):
        def payoffs(self) -> Any:
            return Fraction(1, 3), Fraction(-1, 3)

    assert look(game(Shared)()).kept

"""Hidden information: guessed worlds, and secrets tested by swapping what is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable, Container
from typing import Any

from ...core.compiled import CompiledGame
from ...core.game import OVER, Game, State
from ...core.strategy import Strategy
from ...core.struct import _Row
from ...statistics.streams import SEATS, Source
from .desk import Desk
from .ledger import FAILED, Where, place
from .strangers import strangers_to

__all__ = ["Secrets"]


class Secrets:
    """Guesses worlds from many positions, and sees whether anything tells them apart."""

    def __init__(
        self, desk: Desk, strategies: list[Strategy], possible: Container[Any] | None
    ) -> None:
        self.desk, self.strategies = desk, strategies
        self.possible = possible
        """All positions of the game, where they are known."""
        self.guesses = self.others = 0

    @property
    def game(self) -> Game:
        """The game that is checked."""
        return self.desk.game

    def inspect(self, state: State[Any], where: Where) -> None:
        """Guess what each player can't see here, and compare the worlds."""
        if state.actor == OVER:
            return
        for player in range(self.game.players):
            for draw in range(2):
                self._inspect_guess(state, where, player, draw)

    def _inspect_guess(self, state: State[Any], where: Where, player: int, draw: int) -> None:
        book, at = self.desk.ledger, place(state, where)
        seed = hash((len(where.path), where.number, draw)) & 0xFFFF
        what = f"guess({player}, random.Random({seed}))"
        world = book.ask("guess", what, state.guess, player, random.Random(seed), **at)
        if world is FAILED:
            return
        book.keep(
            "guess",
            world == state.guess(player, random.Random(seed)),
            f"{what} gives another world when asked again: it draws from something else",
            **at,
        )
        if not self.game.hidden:
            book.keep(
                "guess", world == state, f"nothing is hidden, and {what} gives another state", **at
            )
            return
        self.guesses += 1
        self.others += world != state
        same = book.ask(
            "guess", f"view({player}) of a guessed world", world.view, player, **at
        ) == state.view(player)
        if not book.keep(
            "guess",
            same,
            lambda: (
                f"{what} gives a world that looks different to player {player + 1}: "
                f"{world.view(player)!r:.200} there, {state.view(player)!r:.200} here: "
                "the guess is wrong, or the view shows what is hidden"
            ),
            **at,
        ):
            return
        if self.possible is not None:
            book.keep(
                "guess",
                world in self.possible,
                f"{what} gives {world!r:.200}, which can't be",
                **at,
            )
        if state.actor == player:
            self._compare_worlds(state, world, player, where)

    def _compare_worlds(
        self, state: State[Any], world: State[Any], player: int, where: Where
    ) -> None:
        book, at = self.desk.ledger, place(state, where)
        if not book.keep(
            "secrets",
            world.actor == player,
            f"player {player + 1} is to act, and in {world!r:.200}, "
            f"which looks the same to her, she is not",
            **at,
        ):
            return
        mine, theirs = list(state.actions()), list(world.actions())
        if not book.keep(
            "secrets",
            mine == theirs and state.decision() == world.decision(),
            f"player {player + 1} may do {mine} here and {theirs} in {world!r:.200}, "
            "which looks the same to her",
            **at,
        ):
            return
        for item in strangers_to(mine, list(self.desk.pool))[:40]:
            book.keep(
                "secrets",
                (state.refusal(item) is None) == (world.refusal(item) is None),
                f"whether {item!r} is refused tells player {player + 1} what is hidden",
                **at,
            )
        for strategy in self.strategies:
            book.keep(
                "secrets",
                self._choice(strategy, state, player) == self._choice(strategy, world, player),
                f"strategy {strategy.name!r} acts differently in {world!r:.200}, "
                f"which looks the same to player {player + 1}",
                **at,
            )

    def _choice(self, strategy: Strategy, state: State[Any], player: int) -> Any:
        import inspect

        import numpy as np

        decision = state.decision()
        chooser: Callable[..., Any] = strategy.choosers[decision]
        actions: Any = state.actions()
        if isinstance(self.game, CompiledGame):
            actions = np.array(actions, np.int64).view(_Row)
        stream = Source(1, 1, SEATS + player)
        arguments = [state.view(player), actions, stream, strategy.parameters[decision]]
        try:
            return chooser(*arguments[: len(inspect.signature(chooser).parameters)])
        except Exception as error:
            return type(error).__name__

    def conclude(self) -> None:
        """Say whether guesses ever reached another world."""
        if self.game.hidden and self.guesses:
            self.desk.ledger.keep(
                "guess",
                self.others,
                f"of {self.guesses} guesses none gave another world than the true one: "
                "guess() must draw what the player can't see",
            )

"""Retrograde labels: who wins each position of a game in which positions may come back.

The labels are those of Zermelo (1913): a position from which the player to act can reach
a won one is won; one from which all moves lead to lost ones is lost; what is never
labelled is a draw, for there play goes on for ever if both want it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Number, State

__all__ = ["LIMIT", "Labels", "label_graph", "refuse_chance", "sign_of"]

LIMIT = 1_000_000
"""How many positions are looked at, if nothing else is said."""


def sign_of(payoffs: Sequence[Number]) -> int:
    """Who has more: 1 the first player, -1 the second, 0 neither."""
    if len(payoffs) != 2:
        raise InputError(f"{len(payoffs)} players have payoffs: outcomes are for two")
    first, second = payoffs
    return (first > second) - (first < second)


def refuse_chance() -> int:
    """Chance has no type N, P or D."""
    raise InputError("chance acts in this game: outcomes are for games without chance")


class Labels:
    """All positions that can come of one, labelled, with the length of best play."""

    def __init__(self) -> None:
        self.states: list[State[Any]] = []
        self.places: dict[Hashable, int] = {}
        self.children: list[list[int]] = []
        self.actors: list[int] = []
        self.values: list[int] = []
        """For the first player: 1, 0 or -1."""
        self.lengths: list[int | None] = []
        """Moves to the end if the winner hurries and the loser delays; None at a draw."""

    def value(self, state: State[Any]) -> int:
        """The value for the first player."""
        return self.values[self.places[state.key()]]

    def length(self, state: State[Any]) -> int | None:
        """How many moves the game still lasts if the winner hurries and the loser delays."""
        return self.lengths[self.places[state.key()]]

    def faults(self) -> int:
        """Count the labels that do not follow from those of the children.

        A won position has a child that is won in one move less and none that is faster; a
        lost one has only children that are lost, the slowest one move less; a drawn one
        has a drawn child and none that is won. With that every label is proven.
        """
        wrong = 0
        for here, below in enumerate(self.children):
            value, length = self.values[here], self.lengths[here]
            if not below:
                wrong += self.actors[here] != OVER or length != (0 if value else None)
                continue
            mine = 1 if self.actors[here] == 0 else -1
            wins = [
                n for c in below if self.values[c] == mine and (n := self.lengths[c]) is not None
            ]
            draws = [c for c in below if self.values[c] == 0]
            losses = [
                n for c in below if self.values[c] == -mine and (n := self.lengths[c]) is not None
            ]
            if wins:
                good = value == mine and length == 1 + min(wins)
            elif draws:
                good = value == 0 and length is None
            else:
                good = value == -mine and length == 1 + max(losses)
            wrong += not good
        return wrong

    def line(self, state: State[Any], *, longest: bool = False) -> list[Any]:
        """A line of best play: the winner hurries (or, with ``longest``, takes her time).

        At a draw: a line on which nobody gives anything away, until the game ends or a
        position comes back.
        """
        played: list[Any] = []
        seen: set[Hashable] = set()
        steps = self._delays() if longest else None
        while state.actor >= 0 and state.key() not in seen:
            seen.add(state.key())
            here = self.places[state.key()]
            value, actor = self.values[here], self.actors[here]
            choices = []
            for action in state.actions():
                child = state.after(action)
                k = self.places[child.key()]
                if self.values[k] == value:
                    choices.append((self.lengths[k] if steps is None else steps[k], action, child))
            won = value == (1 if actor == 0 else -1)
            if value == 0:
                _, action, state = choices[0]
            elif won and not longest:
                _, action, state = min(choices, key=lambda c: c[0] or 0)
            else:
                _, action, state = max(choices, key=lambda c: c[0] or 0)
            played.append(action)
        return played

    def _delays(self) -> list[int]:
        """The longest line that keeps the outcome, where positions never come back."""
        found: dict[int, int] = {}
        for root in range(len(self.states)):
            stack = [root]
            while stack:
                here = stack[-1]
                if here in found:
                    stack.pop()
                    continue
                same = [c for c in self.children[here] if self.values[c] == self.values[here]]
                todo = [c for c in same if c not in found]
                if len(stack) > len(self.states):
                    raise InputError("a won position can come back: there is no longest line")
                if todo:
                    stack.append(todo[0])
                else:
                    found[here] = 1 + max((found[c] for c in same), default=-1)
                    stack.pop()
        return [found[i] for i in range(len(self.states))]


def label_graph(start: State[Any], *, limit: int = LIMIT) -> Labels:
    """Label every position that can come of this one, loops or not.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Walk(State):  # step on, or step back; who steps on 2 wins
    ...     at: int = 0
    ...     turn: int = 0
    ...     @property
    ...     def actor(self): return self.turn if self.at < 2 else OVER
    ...     def actions(self): return (1, -1) if self.at == 1 else (1,)
    ...     def after(self, step): return Walk(self.at + step, 1 - self.turn)
    ...     def payoffs(self): return (1, -1) if self.turn else (-1, 1)
    >>> labels = label_graph(Walk(1))
    >>> labels.value(Walk(1)), labels.length(Walk(1))
    (1, 1)
    """
    labels = Labels()
    places = labels.places

    def place(state: State[Any]) -> int:
        key = state.key()
        if key not in places:
            if len(places) >= limit:
                raise InputError(f"the game has more than {limit:,} positions: too many to label")
            places[key] = len(labels.states)
            labels.states.append(state)
        return places[key]

    place(start)
    parents: list[list[int]] = []
    unsettled: list[int] = []
    queue: deque[int] = deque()
    here = 0
    while here < len(labels.states):
        state = labels.states[here]
        actor = state.actor
        labels.actors.append(actor)
        if actor == CHANCE:
            refuse_chance()
        labels.values.append(0)
        labels.lengths.append(None)
        if actor == OVER:
            labels.children.append([])
            labels.values[here] = sign_of(state.payoffs())
            labels.lengths[here] = 0 if labels.values[here] else None
        else:
            labels.children.append([place(state.after(a)) for a in state.actions()])
        unsettled.append(len(labels.children[here]))
        here += 1
    parents = [[] for _ in labels.states]
    for here, below in enumerate(labels.children):
        for child in below:
            parents[child].append(here)
    queue.extend(i for i, v in enumerate(labels.values) if v)
    while queue:
        child = queue.popleft()
        value, length = labels.values[child], labels.lengths[child]
        assert length is not None
        for here in parents[child]:
            if labels.lengths[here] is not None:
                continue
            unsettled[here] -= 1
            mine = 1 if labels.actors[here] == 0 else -1
            against = all(labels.values[c] == -mine for c in labels.children[here])
            if value == mine or (unsettled[here] == 0 and against):
                labels.values[here] = value
                labels.lengths[here] = length + 1
                queue.append(here)
    return labels

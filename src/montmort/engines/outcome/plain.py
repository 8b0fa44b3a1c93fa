"""Outcomes of plain games: depth first where positions never come back, else by retrograde labels.

The labels are those of Zermelo: a position from which the player to act can reach a won
one is won; one from which all moves lead to lost ones is lost; what is never labelled
is a draw, for there play goes on for ever if both want it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, Number, State

__all__ = ["Labels", "Outcome", "label_graph", "outcome_of"]

LIMIT = 1_000_000
"""How many positions are looked at, if nothing else is said."""


@dataclass(frozen=True)
class Outcome:
    """The type of a position of a plain game, and what to do there."""

    type: str
    """N: the player to act wins; P: the other one does; D: neither."""
    best: tuple[Any, ...]
    """The actions that keep the type's promise: all that win, else (at D) all that draw."""
    positions: int
    """How many positions were looked at."""
    method: str


def outcome_of(start: Game | State[Any], *, limit: int = LIMIT) -> Outcome:
    """Find the type of a position of a game of two players in which nothing is hidden.

    A position that comes back is allowed; play without end is a draw. Hidden cards,
    chance, another number of players and more than ``limit`` positions are each an
    ``InputError``.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Pile(State):
    ...     left: int = 5
    ...     turn: int = 0
    ...     @property
    ...     def actor(self): return self.turn if self.left else OVER
    ...     def actions(self): return range(1, min(3, self.left) + 1)
    ...     def after(self, n): return Pile(self.left - n, 1 - self.turn)
    ...     def payoffs(self): return (1, -1) if self.turn else (-1, 1)
    >>> found = outcome_of(Pile())
    >>> found.type, found.best
    ('N', (1,))
    """
    if isinstance(start, Game):
        if start.players != 2:
            raise InputError(f"{start.name} has {start.players} players: outcomes are for two")
        if start.hidden:
            raise InputError(f"{start.name} hides something: outcomes are for open games")
        state: State[Any] = start.start()
    else:
        state = start
    search = _Search(limit)
    mover = state.actor
    if mover < 0:
        value = _value(state.payoffs()) if mover == OVER else _refuse_chance()
        return Outcome("NDP"[1 - value], (), 1, "the game is over")
    try:
        value = search.value(state)
        actions = state.actions()
        values = [search.value(state.after(action)) for action in actions]
        method = "depth-first search"
        positions = len(search.known)
    except _LoopError:
        labels = label_graph(state, limit=limit)
        value = labels.value(state)
        actions = state.actions()
        values = [labels.value(state.after(action)) for action in actions]
        method = "retrograde labels"
        positions = len(labels.values)
    sign = 1 if mover == 0 else -1
    best: tuple[Any, ...] = ()
    if value * sign >= 0:
        best = tuple(a for a, v in zip(actions, values, strict=True) if v == value)
    return Outcome("PDN"[value * sign + 1], best, positions, method)


def _value(payoffs: Sequence[Number]) -> int:
    """Who has more: 1 the first player, -1 the second, 0 neither."""
    if len(payoffs) != 2:
        raise InputError(f"{len(payoffs)} players have payoffs: outcomes are for two")
    first, second = payoffs
    return (first > second) - (first < second)


def _refuse_chance() -> int:
    raise InputError("chance acts in this game: outcomes are for games without chance")


class _LoopError(Exception):
    pass


class _Search:
    """Depth first with a table of bounds; values are the first player's."""

    def __init__(self, limit: int) -> None:
        self.known: dict[Hashable, tuple[int, int]] = {}
        self.limit = limit
        self.path: set[Hashable] = set()

    def value(self, state: State[Any]) -> int:
        """The value of a position, whole."""
        if self.reaches(state, 1):
            return 1
        return 0 if self.reaches(state, 0) else -1

    def look(self, state: State[Any], key: Hashable) -> tuple[int, int]:
        """Between what the value is known to lie."""
        found = self.known.get(key)
        if found is None:
            actor = state.actor
            if actor == CHANCE:
                _refuse_chance()
            plain = state.payoffs() if actor == OVER else state.decided()
            if plain is None:
                return -1, 1
            found = (_value(plain),) * 2
            self.known[key] = found
        return found

    def reaches(self, state: State[Any], target: int) -> bool:
        """Whether the first player gets at least so much."""
        root = state.key()
        low, high = self.look(state, root)
        if low >= target or high < target:
            return low >= target
        self.path = {root}
        stack = [(root, state.actor, self.ordered(state))]
        while True:
            key, actor, rest = stack[-1]
            good = actor == 0  # this player wants the answer to be yes
            answer: bool | None = None
            while rest:
                child, name = rest[-1]
                low, high = self.look(child, name)
                if low >= target or high < target:
                    rest.pop()
                    if (low >= target) == good:
                        answer = good
                        break
                    continue
                if name in self.path:
                    raise _LoopError
                if len(self.known) + len(stack) >= self.limit:
                    raise InputError(
                        f"the game has more than {self.limit:,} positions: too many to search"
                    )
                self.path.add(name)
                stack.append((name, child.actor, self.ordered(child)))
                break
            else:
                answer = not good
            if answer is None:
                continue
            stack.pop()
            self.path.discard(key)
            low, high = self.known.get(key, (-1, 1))
            self.known[key] = (max(low, target), high) if answer else (low, min(high, target - 1))
            if not stack:
                return answer

    def ordered(self, state: State[Any]) -> list[tuple[State[Any], Hashable]]:
        """The children, the most promising last."""
        actions = list(state.actions())
        if not actions:
            raise InputError("a position that is not over has no actions")
        if type(state).promise is not State.promise:
            actions.sort(key=state.promise)
        else:
            actions.reverse()
        children = [state.after(action) for action in actions]
        return [(child, child.key()) for child in children]


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
            _refuse_chance()
        labels.values.append(0)
        labels.lengths.append(None)
        if actor == OVER:
            labels.children.append([])
            labels.values[here] = _value(state.payoffs())
            labels.lengths[here] = 0
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

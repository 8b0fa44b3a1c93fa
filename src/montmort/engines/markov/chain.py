"""Finite Markov chains: states, probabilities, and the classes that they fall into."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from ...core.errors import InputError

__all__ = ["Chain", "State"]

State = TypeVar("State", bound=Hashable)


class Chain(Generic[State]):
    """A finite Markov chain with probabilities as fractions; immutable.

    >>> ruin = Chain({
    ...     0: {0: 1},
    ...     1: {0: "1/2", 2: "1/2"},
    ...     2: {1: "1/2", 3: "1/2"},
    ...     3: {3: 1},
    ... })
    >>> ruin.transient, ruin.absorbing
    ((1, 2), (0, 3))

    Parameters
    ----------
    transitions
        For each state, where it leads to and how likely (a fraction, a whole number, or
        text such as ``"1/3"``); each row must sum to 1. A state that is led to needs a
        row of its own.
    """

    def __init__(self, transitions: Mapping[State, Mapping[State, Fraction | int | str]]) -> None:
        if not transitions:
            raise InputError("a chain needs at least one state")
        self.states: tuple[State, ...] = tuple(transitions)
        self._index = {state: i for i, state in enumerate(self.states)}
        rows = []
        for state, row in transitions.items():
            found: dict[int, Fraction] = {}
            for target, chance in row.items():
                if target not in self._index:
                    raise InputError(
                        f"state {state!r} leads to {target!r}, which has no row of its own: "
                        "add one (an absorbing state leads to itself with probability 1)"
                    )
                weight = _probability(chance, state, target)
                if weight:
                    found[self._index[target]] = weight
            total = sum(found.values(), Fraction(0))
            if total != 1:
                raise InputError(f"the probabilities from state {state!r} sum to {total}, not to 1")
            rows.append(found)
        self.rows: tuple[dict[int, Fraction], ...] = tuple(rows)
        """``rows[i][j]``: the probability from state number i to state number j, if positive."""

    @classmethod
    def explore(
        cls,
        start: State,
        successors: Callable[[State], Iterable[tuple[State, Fraction | int | str]]],
        most: int = 1_000_000,
    ) -> Chain[State]:
        """Build the chain of everything that can be reached from a state.

        ``successors`` lists where a state leads to and how likely; none for a state
        that is absorbing. A target that is listed twice gets both probabilities.

        >>> flips = Chain.explore(0, lambda n: [] if n == 2 else [(n + 1, "1/2"), (0, "1/2")])
        >>> flips.states
        (0, 1, 2)
        """
        table: dict[State, dict[State, Fraction]] = {}
        waiting = [start]
        seen = {start}
        for state in waiting:
            row: dict[State, Fraction] = {}
            for target, chance in successors(state):
                row[target] = row.get(target, Fraction(0)) + _probability(chance, state, target)
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
            table[state] = row or {state: Fraction(1)}
            if len(waiting) > most:
                raise InputError(
                    f"more than {most} states can be reached from {start!r}: raise the limit "
                    "(most=...) or describe the states more coarsely"
                )
        return cls(table)

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"Chain({len(self.states)} states, {len(self.classes)} classes)"

    def index(self, state: Any) -> int:
        """Return the number of a state."""
        try:
            return self._index[state]
        except (KeyError, TypeError):
            shown = ", ".join(repr(s) for s in self.states[:12])
            more = ", ..." if len(self) > 12 else ""
            raise InputError(f"the chain has no state {state!r} (it has: {shown}{more})") from None

    # -- classes -----------------------------------------------------------------

    @cached_property
    def classes(self) -> tuple[tuple[int, ...], ...]:
        """The sets of states (by number) that lead to each other, successors before sources.

        Tarjan, *Depth-first search and linear graph algorithms*, 1972; without recursion.
        """
        order: list[int] = [-1] * len(self)
        low: list[int] = [0] * len(self)
        on_stack = [False] * len(self)
        stack: list[int] = []
        found: list[tuple[int, ...]] = []
        count = 0
        for root in range(len(self)):
            if order[root] >= 0:
                continue
            path = [(root, iter(self.rows[root]))]
            order[root] = low[root] = count
            count += 1
            stack.append(root)
            on_stack[root] = True
            while path:
                state, targets = path[-1]
                for target in targets:
                    if order[target] < 0:
                        order[target] = low[target] = count
                        count += 1
                        stack.append(target)
                        on_stack[target] = True
                        path.append((target, iter(self.rows[target])))
                        break
                    if on_stack[target]:
                        low[state] = min(low[state], order[target])
                else:
                    path.pop()
                    if path:
                        source = path[-1][0]
                        low[source] = min(low[source], low[state])
                    if low[state] == order[state]:
                        members = []
                        while True:
                            member = stack.pop()
                            on_stack[member] = False
                            members.append(member)
                            if member == state:
                                break
                        found.append(tuple(sorted(members)))
        return tuple(found)

    @cached_property
    def closed(self) -> tuple[tuple[int, ...], ...]:
        """The classes that are never left, by the numbers of their states."""
        closed = []
        for members in self.classes:
            inside = set(members)
            if all(j in inside for i in members for j in self.rows[i]):
                closed.append(members)
        return tuple(sorted(closed))

    @property
    def recurrent(self) -> tuple[tuple[State, ...], ...]:
        """The classes that are never left."""
        return tuple(tuple(self.states[i] for i in members) for members in self.closed)

    @property
    def transient(self) -> tuple[State, ...]:
        """The states that are left for ever sooner or later."""
        inside = {i for members in self.closed for i in members}
        return tuple(state for i, state in enumerate(self.states) if i not in inside)

    @property
    def absorbing(self) -> tuple[State, ...]:
        """The states that lead to nothing but themselves."""
        return tuple(self.states[m[0]] for m in self.closed if len(m) == 1)

    def period(self, state: State) -> int:
        """Return the greatest common divisor of the lengths of all ways back to a state.

        >>> Chain({"a": {"b": 1}, "b": {"a": 1}}).period("a")
        2

        A state that is never seen again has period 0.
        """
        start = self.index(state)
        members = next(set(m) for m in self.classes if start in m)
        depth = {start: 0}
        waiting = [start]
        divisor = 0
        for i in waiting:
            for j in self.rows[i]:
                if j not in members:
                    continue
                if j in depth:
                    divisor = math.gcd(divisor, depth[i] + 1 - depth[j])
                else:
                    depth[j] = depth[i] + 1
                    waiting.append(j)
        return abs(divisor)

    def reached(self, start: int) -> list[int]:
        """List the numbers of the states that can be reached from one, itself included."""
        seen = {start}
        waiting = [start]
        for i in waiting:
            for j in self.rows[i]:
                if j not in seen:
                    seen.add(j)
                    waiting.append(j)
        return waiting

    # -- steps ---------------------------------------------------------------------

    def after(self, start: State, steps: int) -> dict[State, Fraction]:
        """Return the probabilities of all states so many steps after a start.

        >>> Chain({0: {0: "1/2", 1: "1/2"}, 1: {0: 1}}).after(0, 2)
        {0: Fraction(3, 4), 1: Fraction(1, 4)}
        """
        if steps < 0:
            raise InputError(f"steps is {steps}: it must be at least 0")
        scale, rows = self.whole
        weights = {self.index(start): 1}
        for _ in range(steps):
            following: dict[int, int] = {}
            for i, weight in weights.items():
                for j, w in rows[i]:
                    following[j] = following.get(j, 0) + weight * w
            weights = following
        total = scale**steps
        return {self.states[i]: Fraction(w, total) for i, w in sorted(weights.items())}

    @cached_property
    def whole(self) -> tuple[int, tuple[tuple[tuple[int, int], ...], ...]]:
        """A common denominator of all probabilities, and the rows in its units."""
        scale = math.lcm(*(w.denominator for row in self.rows for w in row.values()))
        return scale, tuple(tuple((j, int(w * scale)) for j, w in row.items()) for row in self.rows)


def _probability(value: Fraction | int | str, state: object, target: object) -> Fraction:
    try:
        chance = Fraction(value)
    except (ValueError, ZeroDivisionError, TypeError):
        raise InputError(
            f"the probability from {state!r} to {target!r} is {value!r}: "
            "it must be a fraction, such as 1/3"
        ) from None
    if isinstance(value, float):
        raise InputError(
            f"the probability from {state!r} to {target!r} is the floating-point number {value!r}: "
            f"write a fraction, such as {chance.limit_denominator(1000)}"
        )
    if not 0 <= chance <= 1:
        raise InputError(
            f"the probability from {state!r} to {target!r} is {chance}: it must be from 0 to 1"
        )
    return chance

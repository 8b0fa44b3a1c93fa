"""The outcome and nimber engines, against plain fixpoints and small games of their own."""

from __future__ import annotations

import functools
import random
import threading
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import CHANCE, OVER, Game, Rules, State, setting
from montmort.core import compiled
from montmort.core.compiled import CompiledGame
from montmort.core.errors import InputError
from montmort.core.rule import rule
from montmort.core.struct import Floats, Ints, Struct, number
from montmort.engines.nimbers import Nimbers, nimber_of
from montmort.engines.outcome import (
    UNKNOWN,
    Kernel,
    Outcomes,
    label_graph,
    outcome_of,
)
from montmort.engines.outcome.distances import Distances

# -- a game on a drawn graph, loops and all ----------------------------------------


@dataclass(frozen=True)
class Graph(State[int]):
    """A token on a graph: each place has an owner who moves it on, or a payoff."""

    arrows: tuple[tuple[int, ...], ...]
    owners: tuple[int, ...]
    ends: tuple[int, ...]
    at: int = 0

    @property
    def actor(self) -> int:
        return self.owners[self.at] if self.arrows[self.at] else OVER

    def actions(self) -> tuple[int, ...]:
        return self.arrows[self.at]

    def after(self, action: int) -> Graph:
        return replace(self, at=action)

    def payoffs(self) -> tuple[int, int]:
        return self.ends[self.at], -self.ends[self.at]

    def key(self) -> int:
        return self.at


def fixpoint(graph: Graph) -> list[int]:
    """Values for the first player, by repeated rounds until nothing changes."""
    size = len(graph.arrows)
    values = [0 if graph.arrows[i] else graph.ends[i] for i in range(size)]
    settled = [not graph.arrows[i] for i in range(size)]
    while True:
        changed = False
        for i in range(size):
            if settled[i]:
                continue
            mine = 1 if graph.owners[i] == 0 else -1
            known = [(settled[k], values[k]) for k in graph.arrows[i]]
            if any(s and v == mine for s, v in known):
                values[i], settled[i], changed = mine, True, True
            elif all(s and v == -mine for s, v in known):
                values[i], settled[i], changed = -mine, True, True
        if not changed:
            return values


@st.composite
def graphs(draw: Any, loops: bool) -> Graph:
    size = draw(st.integers(1, 9))
    arrows = []
    for i in range(size):
        targets = range(size) if loops else range(i + 1, size)
        options = st.lists(st.sampled_from(list(targets)), unique=True, max_size=4)
        arrows.append(tuple(draw(options)) if len(targets) else ())
    owners = tuple(draw(st.integers(0, 1)) for _ in range(size))
    ends = tuple(draw(st.integers(-1, 1)) for _ in range(size))
    return Graph(tuple(arrows), owners, ends)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(graphs(loops=True))
def test_labels_and_search_agree_with_the_fixpoint(graph: Graph) -> None:
    wanted = fixpoint(graph)
    labels = label_graph(graph)
    for key, place in labels.places.items():
        assert labels.values[place] == wanted[key]  # type: ignore[index]
    found = outcome_of(graph)
    mover = 1 if graph.actor != 1 else -1
    assert found.type == "PDN"[wanted[0] * mover + 1]
    for action in found.best:
        assert wanted[action] == wanted[0]


@settings(derandomize=True, deadline=None, max_examples=150)
@given(graphs(loops=False))
def test_without_loops_the_search_does_it_alone(graph: Graph) -> None:
    found = outcome_of(graph)
    assert found.method in ("depth-first search", "the game is over")


def test_lengths_are_best_play() -> None:
    # The first player wins in 3 by the middle, in 1 at once; the loser can delay once.
    graph = Graph(((1, 3), (2,), (3,), ()), (0, 1, 0, 0), (0, 0, 0, 1))
    labels = label_graph(graph)
    assert labels.length(graph) == 1
    assert labels.line(graph) == [3]
    assert labels.line(graph, longest=True) == [1, 2, 3]


def test_a_loop_is_a_draw() -> None:
    graph = Graph(((1,), (0,)), (0, 1), (0, 0))
    found = outcome_of(graph)
    assert (found.type, found.method) == ("D", "retrograde labels")
    assert found.best == (1,)


@dataclass(frozen=True)
class Dice(State[int]):
    @property
    def actor(self) -> int:
        return CHANCE

    def actions(self) -> tuple[int, ...]:
        return ()

    def after(self, action: int) -> Dice:
        return self

    def payoffs(self) -> tuple[int, int]:
        return 0, 0


@dataclass(frozen=True, kw_only=True)
class ThreeRules(Rules):
    players: int = setting(3, "three", low=3, high=3)


def test_what_the_engine_refuses() -> None:
    class Three(Game):
        Rules = ThreeRules

    class Secret(Game):
        Rules = type("TwoRules", (Rules,), {})
        hidden = True

    with pytest.raises(InputError, match="3 players"):
        outcome_of(Three())
    with pytest.raises(InputError, match="hides"):
        outcome_of(Secret(Rules(players=2)))
    with pytest.raises(InputError, match="chance"):
        outcome_of(Dice())
    with pytest.raises(InputError, match="chance"):
        nimber_of(Dice())
    deep = Graph((*((i + 1,) for i in range(50)), ()), (0,) * 51, (1,) * 51)
    with pytest.raises(InputError, match="more than 10 positions"):
        outcome_of(deep, limit=10)
    with pytest.raises(InputError, match="more than 10 positions"):
        label_graph(deep, limit=10)


# -- Nim, as a plain game and as a kernel ---------------------------------------------


@dataclass(frozen=True)
class Heaps(State[tuple[int, int]]):
    heaps: tuple[int, ...]
    turn: int = 0

    @property
    def actor(self) -> int:
        return self.turn if any(self.heaps) else OVER

    def actions(self) -> list[tuple[int, int]]:
        return [(i, n) for i, heap in enumerate(self.heaps) for n in range(1, heap + 1)]

    def after(self, action: tuple[int, int]) -> Heaps:
        heaps = list(self.heaps)
        heaps[action[0]] -= action[1]
        return Heaps(tuple(heaps), 1 - self.turn)

    def payoffs(self) -> tuple[int, int]:
        return (-1, 1) if self.turn == 0 else (1, -1)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_nim(heaps: list[int]) -> None:
    # Bouton 1901: the nimber is the sum without carry.
    wanted = functools.reduce(lambda x, y: x ^ y, heaps)
    state = Heaps(tuple(heaps))
    assert nimber_of(state) == wanted
    assert outcome_of(state).type == ("N" if wanted else "P")


def test_nimbers_refuse_what_they_are_not_for() -> None:
    with pytest.raises(InputError, match="come back"):
        nimber_of(Graph(((1,), (0,)), (0, 1), (0, 0)))
    with pytest.raises(InputError, match="last move wins"):
        nimber_of(Graph(((1,), ()), (0, 1), (0, -1)))


SIZE = 5


@rule
def nim_children(
    keys: Ints, at: int, parameters: Ints, out: Ints, to: int, values: Ints, promises: Ints,
    first: int, scratch: Ints,
) -> int:  # fmt: skip
    """Heaps of up to 31, five bits each, over as many words as ``parameters[1]`` says."""
    heaps = parameters[0]
    words = parameters[1]
    draw = parameters[2]
    found = 0
    for i in range(heaps):
        word = i % words
        shift = 5 * (i // words)
        heap = keys[at + word] >> shift & 31
        for n in range(heap):
            total = 0
            for w in range(words):
                out[to + found * words + w] = keys[at + w]
            out[to + found * words + word] = keys[at + word] - (heap - n << shift)
            for w in range(words):
                total += out[to + found * words + w]
            values[first + found] = UNKNOWN
            if total == 0:
                # The last token wins; if a draw is agreed on, taking it from the first heap ties.
                values[first + found] = 0 if draw and i == 0 else -1
            promises[first + found] = n
            found += 1
    return found


@rule
def nim_drawless(keys: Ints, at: int, parameters: Ints) -> bool:
    return parameters[2] == 0


def nim_kernel(heaps: int, words: int = 1, draw: int = 0, states: int = 0) -> Kernel:
    return Kernel(
        "nim", nim_children, nim_drawless, (heaps, words, draw), 31 * heaps, 31 * heaps, words,
        0, states,
    )  # fmt: skip


def nim_pack(heaps: list[int], words: int = 1) -> tuple[int, ...]:
    key = [0] * words
    for i, heap in enumerate(heaps):
        key[i % words] |= heap << 5 * (i // words)
    return tuple(key)


@functools.cache
def nim_value(heaps: tuple[int, ...]) -> int:
    """The value of the game in which the last token of the first heap ties."""
    best = -1
    for i, heap in enumerate(heaps):
        for n in range(heap):
            after = (*heaps[:i], n, *heaps[i + 1 :])
            value = -nim_value(after) if any(after) else (0 if i == 0 else 1)
            best = max(best, value)
    return best


@pytest.mark.parametrize(
    ("words", "threads", "states"),
    [(1, 1, 0), (2, 1, 0), (1, 2, 0), (2, 2, 0), (1, 1, 1), (1, 2, 1)],
)
def test_the_compiled_search(words: int, threads: int, states: int) -> None:
    generator = random.Random(7)
    for draw in (0, 1):
        kernel = nim_kernel(3, words, draw, states << 15)
        outcomes = Outcomes(kernel, threads=threads, memory=1 << 28)
        for _ in range(120):
            heaps = [generator.randrange(8) for _ in range(3)]
            if not any(heaps):
                continue
            value = outcomes.value(nim_pack(heaps, words))
            if draw:
                assert value == nim_value(tuple(heaps))
            else:
                assert value == (1 if heaps[0] ^ heaps[1] ^ heaps[2] else -1)
            low, high = outcomes.known(nim_pack(heaps, words))
            assert low == high == value


def test_distances() -> None:
    outcomes = Outcomes(nim_kernel(2), memory=1 << 28)
    distances = Distances(outcomes)

    @functools.cache
    def moves(heaps: tuple[int, int], longest: bool) -> int:
        wins = [
            (*heaps[:i], n, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for n in range(heap)
        ]
        if not any(heaps):
            return 0
        if heaps[0] == heaps[1]:
            return 1 + max(moves(w, longest) for w in wins)
        kept = [1 + moves(w, longest) for w in wins if w[0] == w[1]]
        return max(kept) if longest else min(kept)

    for x in range(6):
        for y in range(6):
            if x or y:
                position = nim_pack([x, y])
                # The last token is announced, not a child of its own: play on from there is 0.
                assert distances.shortest(position) == moves((x, y), False)
                assert distances.longest(position) == moves((x, y), True)


def test_compiled_nimbers() -> None:
    # Every move but the announced end: nimbers of the heaps.
    for words in (1, 2):
        nimbers = Nimbers(nim_kernel(3, words), memory=1 << 28)
        for heaps in ([3, 4, 5], [1, 1, 1], [7, 0, 2], [8, 8, 8], [15, 3, 0]):
            assert nimbers.nimber(nim_pack(heaps, words)) == heaps[0] ^ heaps[1] ^ heaps[2]


def big_nim() -> tuple[Kernel, tuple[int, ...], bool]:
    heaps = [17, 14, 13, 11, 9]
    return nim_kernel(5), nim_pack(heaps), functools.reduce(lambda x, y: x ^ y, heaps) != 0


def test_two_threads_find_the_same() -> None:
    kernel, position, wins = big_nim()
    one = Outcomes(kernel, memory=1 << 28)
    two = Outcomes(kernel, memory=1 << 28, threads=2)
    assert (one.value(position) == 1) == (two.value(position) == 1) == wins
    assert two.nodes > 0
    assert threading.active_count() < 10


# -- a game in the compiled form ---------------------------------------------------------------


class PilePosition(Struct):
    left: int = number()
    turn: int = number()


@rule
def pile_actor(s: PilePosition) -> int:
    return s.turn if s.left > 0 else OVER


@rule
def pile_actions(s: PilePosition, out: Ints) -> int:
    for n in range(min(3, s.left)):
        out[n] = n + 1
    return min(3, s.left)


@rule
def pile_allowed(s: PilePosition, a: int) -> int:
    return 0 if 1 <= a <= min(3, s.left) else 1


@rule
def pile_apply(s: PilePosition, a: int) -> None:
    s.left -= a
    s.turn = 1 - s.turn


@rule
def pile_payoffs(s: PilePosition, out: Floats) -> None:
    out[s.turn] = -1.0
    out[1 - s.turn] = 1.0


class CompiledPile(CompiledGame):
    Rules = Rules
    kernel = compiled.Kernel(
        PilePosition, pile_actor, pile_actions, pile_allowed, pile_apply, pile_payoffs
    )

    def initial(self) -> PilePosition:
        s = PilePosition()
        s.left = 14
        return s


def test_a_compiled_game_is_taken_as_it_is() -> None:
    found = outcome_of(CompiledPile())
    assert (found.type, found.best) == ("N", (2,))
    assert nimber_of(CompiledPile().start()) == 14 % 4
    state = CompiledPile().start().after(2)
    assert outcome_of(state).type == "P"
    assert label_graph(state).length(state) == 6

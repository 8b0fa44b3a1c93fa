"""``montmort solve`` on open games: loops, games too large for induction, impartial games."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort import OVER, Game, Rules, State, setting
from montmort.core import compiled
from montmort.core.compiled import CompiledGame
from montmort.core.errors import InputError
from montmort.core.rule import rule
from montmort.core.struct import Floats, Ints, Struct, number
from montmort.engines.nimbers import nimber_if_impartial
from montmort.engines.outcome import OutcomeSolution, label_graph, solve_outcome
from montmort.engines.solving import solve_game

# -- cat and mouse on a ring, in both forms -----------------------------------------------

RING = 10
STEPS = (1, -1, 3)
"""Of the cat; the mouse has the first two."""
MOUSE = STEPS[:2]


@dataclass(frozen=True)
class Chase(State[int]):
    """The mouse (player 1) runs for the hole at 0, the cat for the mouse; each may step
    1 forwards or back, the cat 3 forwards too. The cat may not stand on the hole."""

    mouse: int
    cat: int
    turn: int = 0

    @property
    def actor(self) -> int:
        return OVER if self.mouse in (self.cat, 0) else self.turn

    def actions(self) -> list[int]:
        if self.turn == 0:
            return list(MOUSE)
        return [step for step in STEPS if (self.cat + step) % RING]

    def after(self, action: int) -> Chase:
        if self.turn == 0:
            return Chase((self.mouse + action) % RING, self.cat, 1)
        return Chase(self.mouse, (self.cat + action) % RING, 0)

    def payoffs(self) -> tuple[int, int]:
        return (1, -1) if self.mouse != self.cat else (-1, 1)


@dataclass(frozen=True, kw_only=True)
class ChaseRules(Rules):
    players: int = setting(2, "number of players", low=2, high=2)
    mouse: int = setting(4, "where the mouse starts", low=1, high=RING - 1)
    cat: int = setting(7, "where the cat starts", low=1, high=RING - 1)


class ChaseGame(Game):
    """Cat and mouse on a ring."""

    name = "chase"
    Rules = ChaseRules

    def start(self) -> Chase:
        return Chase(self.rules.mouse, self.rules.cat)  # type: ignore[attr-defined]


class ChaseRecord(Struct):
    mouse: int = number()
    cat: int = number()
    turn: int = number()


@rule
def chase_step(k: int) -> int:
    return 3 if k == 2 else 1 - 2 * k


@rule
def chase_actor(s: ChaseRecord) -> int:
    return -2 if s.mouse == s.cat or s.mouse == 0 else s.turn


@rule
def chase_allowed(s: ChaseRecord, a: int) -> int:
    if a < 0 or a > s.turn + 1:
        return 1
    return 1 if s.turn == 1 and (s.cat + chase_step(a)) % 10 == 0 else 0


@rule
def chase_actions(s: ChaseRecord, out: Ints) -> int:
    count = 0
    for k in range(3):
        if chase_allowed(s, k) == 0:
            out[count] = k
            count += 1
    return count


@rule
def chase_apply(s: ChaseRecord, a: int) -> None:
    if s.turn == 0:
        s.mouse = (s.mouse + chase_step(a)) % 10
    else:
        s.cat = (s.cat + chase_step(a)) % 10
    s.turn = 1 - s.turn


@rule
def chase_payoffs(s: ChaseRecord, out: Floats) -> None:
    won = 1.0 if s.mouse != s.cat else -1.0
    out[0] = won
    out[1] = -won


class CompiledChase(CompiledGame):
    name = "chase"
    Rules = ChaseRules
    kernel = compiled.Kernel(
        ChaseRecord, chase_actor, chase_actions, chase_allowed, chase_apply, chase_payoffs
    )

    def initial(self) -> ChaseRecord:
        s = ChaseRecord()
        s.mouse, s.cat = self.rules.mouse, self.rules.cat  # type: ignore[attr-defined]
        return s


@functools.cache
def twin() -> dict[tuple[int, int, int], tuple[int, int | None]]:
    """Every position by rounds: won or lost in at most so many moves; the rest is drawn."""
    places = [(m, c, t) for m in range(RING) for c in range(1, RING) for t in (0, 1)]
    found: dict[tuple[int, int, int], tuple[int, int | None]] = {}
    for m, c, t in places:
        if m in (c, 0):
            found[m, c, t] = (-1 if m == c else 1), 0
    moves = 0
    while True:
        moves += 1
        new = {}
        for m, c, t in places:
            if (m, c, t) in found:
                continue
            if t == 0:
                after = [((m + step) % RING, c, 1) for step in MOUSE]
            else:
                after = [(m, (c + step) % RING, 0) for step in STEPS if (c + step) % RING]
            mine = 1 if t == 0 else -1
            known = [found[p][0] if p in found else 0 for p in after]
            if mine in known:
                new[m, c, t] = mine, moves
            elif all(value == -mine for value in known):
                new[m, c, t] = -mine, moves
        if not new:
            return {place: found.get(place, (0, None)) for place in places}
        found |= new


def test_a_game_with_loops_is_solved_in_both_forms() -> None:
    types = set()
    for mouse in range(1, RING):
        for cat in range(1, RING):
            if mouse == cat:
                continue
            value, moves = twin()[mouse, cat, 0]
            best = [
                step
                for step in MOUSE
                if twin()[(mouse + step) % RING, cat, 1][0] == value and value >= 0
            ]
            for kind in (ChaseGame, CompiledChase):
                solution = solve_game(kind(mouse=mouse, cat=cat))
                assert solution.exact
                if not isinstance(solution, OutcomeSolution):
                    assert solution.method == "backward induction"  # all ends at once
                    assert solution.value == (value, -value)
                    continue
                assert solution.outcome == "PDN"[value + 1]
                assert solution.value == (value, -value)
                names = [str(s) for s in best]
                if kind is CompiledChase:
                    names = [str(STEPS.index(s)) for s in best]
                assert list(solution.best) == names
                assert solution.method == "retrograde labels"
                assert solution.moves == moves
                assert solution.certificate["labels_that_do_not_follow"] == 0
                assert "come back" in solution.reason
                types.add(solution.outcome)
    assert types == {"N", "P", "D"}


def test_every_label_of_the_chase_is_the_twins() -> None:
    labels = label_graph(Chase(4, 7))
    for place, state in enumerate(labels.states):
        assert isinstance(state, Chase)
        wanted = twin()[state.mouse, state.cat, state.turn]
        assert (labels.values[place], labels.lengths[place]) == wanted
    assert labels.faults() == 0


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(-1, 1), st.integers(0, 9))
def test_a_wrong_label_is_found_out(where: int, value: int, length: int) -> None:
    labels = label_graph(Chase(4, 7))
    place = where % len(labels.states)
    right = labels.values[place], labels.lengths[place]
    wrong = value, (length if value else None)
    labels.values[place], labels.lengths[place] = wrong
    # An end is what the rules say: its label is not derived.
    if labels.children[place]:
        assert (labels.faults() > 0) == (right != wrong)


def test_the_answer_says_all() -> None:
    solution = next(
        found
        for mouse in range(1, RING)
        for cat in range(1, RING)
        if mouse != cat
        and isinstance(found := solve_game(ChaseGame(mouse=mouse, cat=cat)), OutcomeSolution)
        and found.outcome == "N"
    )
    record = solution.as_dict()
    assert record["outcome"] == "N" and record["best"] and record["exact"]
    assert record["method"] == "retrograde labels"
    assert "a position can come back" in record["reason"]
    text = " ".join(str(cell) for row in solution.tables()[0].rows for cell in row)
    assert "the player to move wins" in text and solution.best[0] in text


# -- more positions than induction may list --------------------------------------------------


@dataclass(frozen=True)
class Race(State[int]):
    """Add 1 to 6; who says the last number, 60, wins."""

    said: int
    turn: int = 0

    @property
    def actor(self) -> int:
        return self.turn if self.said < 60 else OVER

    def actions(self) -> range:
        return range(1, min(6, 60 - self.said) + 1)

    def after(self, action: int) -> Race:
        return Race(self.said + action, 1 - self.turn)

    def payoffs(self) -> tuple[int, int]:
        return (1, -1) if self.turn else (-1, 1)

    def promise(self, action: int) -> float:
        return float((self.said + action) % 7 == 60 % 7)


class RaceGame(Game):
    """Who says 60 wins."""

    Rules = type("TwoRules", (ChaseRules,), {})

    def start(self) -> Race:
        return Race(0)


def test_induction_alone_still_refuses_loops() -> None:
    with pytest.raises(InputError, match="come back"):
        solve_game(ChaseGame(), method="induction")


# -- impartial games -------------------------------------------------------------------------


def test_an_impartial_game_says_its_nimber() -> None:
    # Subtraction games of 1 to 6: the nimber is the rest modulo 7.
    for said in range(60):
        assert nimber_if_impartial(Race(said)) == (60 - said) % 7
    assert solve_game(RaceGame()).certificate["nimber"] == 4


@dataclass(frozen=True)
class Cram(State[Any]):
    """Dominoes on a board: both players across and up (cram), or one each (domineering)."""

    free: frozenset[tuple[int, int]]
    partisan: bool = False
    turn: int = 0

    @property
    def actor(self) -> int:
        return self.turn if self.actions() else OVER

    def actions(self) -> list[tuple[int, int, int]]:
        ways = ((0, 1),) if self.partisan and self.turn == 0 else ((0, 1), (1, 0))
        if self.partisan and self.turn == 1:
            ways = ((1, 0),)
        return [
            (r, c, way)
            for r, c in sorted(self.free)
            for way, (dr, dc) in enumerate(ways)
            if (r + dr, c + dc) in self.free
        ]

    def after(self, action: tuple[int, int, int]) -> Cram:
        r, c, way = action
        across = (way == 0 and not self.partisan) or (self.partisan and self.turn == 0)
        other = (r, c + 1) if across else (r + 1, c)
        return Cram(self.free - {(r, c), other}, self.partisan, 1 - self.turn)

    def payoffs(self) -> tuple[int, int]:
        return (-1, 1) if self.turn == 0 else (1, -1)


def board(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    return frozenset((r, c) for r in range(rows) for c in range(columns))


def test_partisan_games_have_no_nimber() -> None:
    # Cram on 1 x n: 0, 1, 1, 2, 0, 3, 1, 1 (Dawson's kayles, Guy and Smith 1956).
    found = [nimber_if_impartial(Cram(board(1, n))) for n in range(2, 9)]
    assert found == [1, 1, 2, 0, 3, 1, 1]
    assert nimber_if_impartial(Cram(board(2, 2))) == 0
    assert nimber_if_impartial(Cram(board(2, 3), partisan=True)) is None
    # Who can't move must lose: not in the chase, which has loops besides.
    assert nimber_if_impartial(Chase(4, 7)) is None


class CramGame(Game):
    """Dominoes on 3 x 4 squares; who can't place one loses."""

    Rules = type("TwoRules", (ChaseRules,), {})

    def start(self) -> Cram:
        return Cram(board(3, 4))


def test_where_induction_has_too_many_positions() -> None:
    whole = solve_game(CramGame())
    assert whole.method == "backward induction"
    positions = whole.certificate["positions"]
    searched = solve_game(CramGame(), method="outcome")
    assert searched.method == "depth-first search"
    assert searched.value == whole.value
    assert searched.certificate["positions"] < 0.85 * positions
    # Who is sure of the last move is won: the type is that of the nimber.
    assert (whole.certificate["nimber"] == 0) == (whole.value[0] == -1)
    found = solve_game(CramGame(), limit=int(0.9 * positions))
    assert isinstance(found, OutcomeSolution)
    assert found.value == whole.value
    won = whole.value[0] == 1
    assert list(found.best) == (whole.certificate["best_first_actions"] if won else [])
    assert f"more than {int(0.9 * positions):,} positions" in found.reason
    with pytest.raises(InputError, match="too large to solve by induction"):
        solve_game(CramGame(), limit=5)
    assert solve_outcome(CramGame()).outcome == ("N" if won else "P")


# -- the command ------------------------------------------------------------------------------


def test_the_command_solves_a_file_with_loops(tmp_path: Path) -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    start, end = source.index("RING = 10"), source.index("class ChaseRecord")
    file = tmp_path / "chase.py"
    file.write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from montmort import OVER, Game, Rules, State, setting\n" + source[start:end],
        encoding="utf-8",
    )
    run = subprocess.run(
        [str(Path(sys.executable).with_name("montmort")), "solve", f"{file}:ChaseGame", "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    answer = json.loads(run.stdout)
    value, moves = twin()[4, 7, 0]
    assert answer["outcome"] == "PDN"[value + 1]
    assert answer["value"] == [str(value), str(-value)]
    assert answer["moves_to_the_end"] == moves

"""Chance: drawn as often as its weights say, and from nothing but the streams."""

from __future__ import annotations

import contextlib
import hashlib
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.errors import InputError
from ...core.game import CHANCE, Game, State
from ...core.loading import refer
from ...statistics.intervals import chi_squared_tail
from ...statistics.streams import DEAL, Source
from .ledger import Ledger, Where, place
from .walks import play_out

__all__ = ["check_another_process", "check_same_games", "check_sampling", "digest", "quiet"]

ALARM = 1e-9
"""The chance that one test of odds raises a false alarm."""


def check_sampling(ledger: Ledger, positions: list[tuple[State[Any], Where]], draws: int) -> None:
    """Draw many times in some positions where chance acts, and compare with the weights."""
    chancy = [(state, where) for state, where in positions if state.actor == CHANCE]
    chosen = [*chancy[:4], *chancy[4 :: max(1, len(chancy) // 6)]]
    tried: set[Any] = set()
    looked_at = 0
    for state, where in chosen[:10]:
        if looked_at > 40_000:
            return  # long lists take long
        try:
            listed = list(state.chances())
        except InputError:
            continue  # only sampled
        looked_at += len(listed)
        if tuple(listed[:50]) in tried or len(tried) >= 4:
            continue
        if not listed or min(weight for _, weight in listed) <= 0:
            continue  # that is said elsewhere
        tried.add(tuple(listed[:50]))
        _check_odds(ledger, state, where, listed, draws)


def _check_odds(
    ledger: Ledger, state: State[Any], where: Where, listed: list[tuple[Any, int]], draws: int
) -> None:
    at = place(state, where)
    index = {outcome: i for i, (outcome, _) in enumerate(listed)}
    counts = [0] * len(listed)
    stream = Source(20_240_229, len(where.path), DEAL)
    for _ in range(draws):
        outcome = ledger.ask("sampling", "sample(stream)", state.sample, stream, **at)
        try:
            i = index.get(outcome)
        except TypeError:
            i = None
        if not ledger.keep(
            "sampling",
            i is not None,
            f"sample() drew {outcome!r}, which is not among the outcomes that chances() lists",
            **at,
        ):
            return
        assert i is not None
        counts[i] += 1
    total = sum(weight for _, weight in listed)
    for name, cell in _poolings([weight for _, weight in listed]):
        cells = max(cell) + 1
        seen, expected = [0.0] * cells, [0.0] * cells
        for i, (_, weight) in enumerate(listed):
            seen[cell[i]] += counts[i]
            expected[cell[i]] += draws * weight / total
        value = sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
        worst = max(range(cells), key=lambda c: (seen[c] - expected[c]) ** 2 / expected[c])
        ledger.keep(
            "sampling",
            chi_squared_tail(value, cells - 1) > ALARM,
            lambda name=name, cell=cell, worst=worst, seen=seen, expected=expected: (  # type: ignore[misc]
                f"sample() does not follow the weights of chances(): of {draws} draws "
                f"{seen[worst]:.0f} were "
                f"{', '.join(repr(o) for i, (o, _) in enumerate(listed) if cell[i] == worst):.80}, "
                f"where {expected[worst]:.0f} are expected{name}"
            ),
            **at,
        )


def _poolings(weights: list[int]) -> Iterator[tuple[str, list[int]]]:
    # Many outcomes are pooled into cells, in two ways that cross each other.
    if len(weights) < 2:
        return
    if len(weights) <= 40:
        yield "", list(range(len(weights)))
        return
    total, so_far, cell = sum(weights), 0, []
    for weight in weights:
        cell.append(40 * so_far // total)
        so_far += weight
    used = {c: i for i, c in enumerate(sorted(set(cell)))}
    yield " (pooled by place in the list)", [used[c] for c in cell]
    for step in (6, 31):
        yield f" (every {step}th outcome pooled)", [i % step for i in range(len(weights))]


@contextlib.contextmanager
def quiet(ledger: Ledger, what: str) -> Iterator[None]:
    """Notice whether something draws from the global random numbers meanwhile."""
    before = _global_state()
    yield
    ledger.keep(
        "randomness",
        _global_state() == before,
        f"{what} drew from Python's or NumPy's global random numbers: use the stream or the rng "
        "that is given",
    )


def _global_state() -> Any:
    state: Any = np.random.get_state(legacy=False)
    return random.getstate(), state["state"]["pos"], state["state"]["key"].tobytes()


def check_same_games(game: Game, seed: int, count: int, longest: int, ledger: Ledger) -> None:
    """Play the same games twice, after different global seeds, and compare."""
    python, numpy = random.getstate(), np.random.get_state()
    try:
        for number in range(count):
            games = []
            for salt in (11, 12):
                random.seed(salt)
                np.random.seed(salt)
                before = _global_state()
                games.append(play_out(game, seed, number, longest=longest).moves)
                ledger.keep(
                    "randomness",
                    _global_state() == before,
                    f"play-out {number} of seed {seed} drew from Python's or NumPy's global "
                    "random numbers: use the stream that is given",
                )
            ledger.keep(
                "randomness",
                games[0] == games[1],
                f"play-out {number} of seed {seed} is another game when it is played again",
            )
    except Exception as error:
        ledger.remark(f"games are not played twice: {type(error).__name__}: {error}")
    finally:
        random.setstate(python)
        np.random.set_state(numpy)


def digest(game: Game, seed: int, count: int, longest: int) -> str:
    """Hash random play-outs: the place of every action in its list, and its words."""
    made = hashlib.blake2b(digest_size=16)
    for number in range(count):
        walk = play_out(game, seed, number, longest=longest)
        for state, move in zip(walk.states, walk.moves, strict=False):
            at = -1 if state.actor == CHANCE else list(state.actions()).index(move)
            made.update(f"{state.actor} {at} {state.describe(move)}\n".encode())
    return made.hexdigest()


ANOTHER = """
import pickle, sys
reference, rules, arguments = pickle.load(sys.stdin.buffer)
from montmort.engines.contract.chance import digest
kind = reference.find()
print(digest(kind(kind.Rules(**rules)), *arguments))
"""


def check_another_process(game: Game, seed: int, count: int, longest: int, ledger: Ledger) -> None:
    """Play the same games in another process, where Python hashes otherwise, and compare."""
    import os
    import pickle

    reference = refer(type(game))
    if reference is None:
        ledger.remark("no other process plays it: the game has no name that one could find")
        return
    try:
        ours = digest(game, seed, count, longest)
        told = pickle.dumps((reference, game.rules.as_dict(), (seed, count, longest)))
    except Exception as error:
        ledger.remark(f"no other process plays it: {type(error).__name__}: {error}")
        return
    salt = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    done = subprocess.run(
        [sys.executable, "-c", ANOTHER], input=told, capture_output=True, check=False,
        env={**os.environ, "PYTHONHASHSEED": salt},
    )  # fmt: skip
    theirs = done.stdout.decode().strip()
    last = (done.stderr.decode().strip().splitlines() or ["it said nothing"])[-1]
    ledger.keep(
        "randomness",
        theirs == ours,
        f"another process plays other games of seed {seed}: an order of actions, outcomes or "
        "words depends on how Python hashes (a set of texts, say)"
        if done.returncode == 0
        else f"another process can't play the game: {last}",
    )

"""Strategies at the table: all that are listed, in both worlds, and one that goes astray."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import CompiledGame
from ...core.errors import MontmortError
from ...core.game import Game
from ...core.strategy import Strategy
from ..tournament import known, parse, play_tables, set_table
from ..tournament.table import seat_game
from .ledger import FAILED, Ledger
from .walks import play_out

__all__ = ["check_astray", "check_strategies", "check_tables", "listed_strategies"]


def listed_strategies(game: Game, ledger: Ledger) -> list[Strategy]:
    """Name every listed strategy of a game; those that are the same are given once."""
    found: dict[tuple[Any, ...], Strategy] = {}
    for name, _ in known(game):
        made = ledger.ask("strategies", f"naming strategy {name!r}", parse, game, name)
        if made is not FAILED:
            found.setdefault((made.choosers, made.parameters), made)
    return list(found.values())


def check_strategies(
    game: Game, strategies: list[Strategy], seed: int, games: int, ledger: Ledger
) -> list[Strategy]:
    """Let every strategy play in all seats, twice; returns those that can."""
    able = []
    for strategy in strategies:
        runs = []
        for _ in range(2):
            try:
                table = set_table(game, [strategy], interpreted=True)
                runs.append(next(play_tables(table, games=games, seed=seed, workers=1)))
            except MontmortError as error:
                ledger.keep("strategies", False, str(error))
            except Exception as error:
                ledger.keep(
                    "strategies", False,
                    f"strategy {strategy.name!r} breaks the table: {type(error).__name__}: {error}",
                )  # fmt: skip
        if len(runs) == 2:
            able.append(strategy)
            ledger.keep(
                "strategies",
                _differ(*runs) is None,
                f"strategy {strategy.name!r} plays other games of seed {seed} when asked again: "
                "it draws from something else than its stream, or remembers",
            )
    return able


def check_tables(
    game: CompiledGame, strategies: list[Strategy], seed: int, games: int, ledger: Ledger
) -> None:
    """Play one tournament compiled and interpreted, and compare all that came of it."""
    seated = list(strategies)
    while len(seated) < game.players:
        seated += strategies
    tables = []
    for interpreted in (False, True):
        table = set_table(game, seated, seating="random", interpreted=interpreted)
        where = "interpreted" if interpreted else "compiled"
        made = ledger.ask(
            "twins",
            f"a {where} tournament of {len(seated)} strategies, seed {seed},",
            lambda table=table: next(play_tables(table, games=games, seed=seed, workers=1)),
        )
        if made is FAILED:
            return
        tables.append(made)
    differs = _differ(*tables)
    ledger.keep(
        "twins",
        differs is None,
        f"game {differs and differs[0]} of seed {seed} has other {differs and differs[1]} compiled "
        f"than interpreted ({', '.join(s.name for s in seated)}, random seats)",
    )


def _differ(one: Any, other: Any) -> tuple[int, str] | None:
    for name in ("seats", "scores", "lengths", "changes"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine.shape != theirs.shape:
            return min(len(mine), len(theirs)), f"games of {name}"
        unequal = mine != theirs
        if unequal.any():
            return int(np.argwhere(unequal)[0][0]), name
    return None


def astray(view, actions, stream, parameters):  # type: ignore[no-untyped-def]
    """Answer with a number that was decided beforehand."""
    return int(parameters[0])


def check_astray(game: CompiledGame, seed: int, longest: int, ledger: Ledger) -> None:
    """Let a compiled strategy answer with wrong numbers, and see it stopped and named."""
    walk = play_out(game, seed, 0, longest=longest)
    first = next((state for state in walk.states if state.actor >= 0), None)
    if first is None:
        return
    right = set(first.actions())
    count = len(game.decisions)
    for number in (max(right) + 1, -1, 10**6, -(10**6), 2**40):
        if number in right:
            continue
        name = f"astray:{number}"
        strategy = Strategy(
            name, (astray,) * count, ((float(number),),) * count, (("number",),) * count
        )
        table = set_table(game, [strategy])
        told = ""
        try:
            for _ in play_tables(table, games=3, seed=seed, workers=1):
                pass
        except MontmortError as error:
            told = str(error)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
        seats = seat_game(table, seed, 0)
        wanted = (name, "game 0", f"seed {seed}", "seat ", "position: ")
        missing = [word for word in wanted if word not in told]
        ledger.keep(
            "astray",
            told and not missing and seats is not None,
            f"a compiled strategy that answers {number} in game 0 of seed {seed} "
            + ("is let pass" if not told else f"is stopped without saying {missing}: {told:.200}"),
        )

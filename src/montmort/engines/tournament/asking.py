"""Asking an interpreted strategy, and telling an action from what is none."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.compiled import CompiledGame
from ...core.game import Game, State
from ...core.strategy import Strategy
from ...core.struct import _Row
from ...statistics.streams import Source

__all__ = ["Strange", "ask", "ask_strategy", "whole"]


def ask_strategy(
    game: Game, strategy: Strategy, state: State[Any], player: int, stream: Source
) -> Any:
    """Ask a strategy, interpreted, what it does in a state where the player acts."""
    decision = state.decision()
    actions: Any = state.actions()
    if isinstance(game, CompiledGame):
        actions = np.array(actions, np.int64).view(_Row)
    chooser, values = strategy.choosers[decision], strategy.parameters[decision]
    answer = ask(chooser, state.view(player), actions, stream, values)
    return whole(answer) if isinstance(game, CompiledGame) else answer


def ask(function: Callable[..., Any], view: Any, actions: Any, stream: Any, parameters: Any) -> Any:
    """Ask a function of three or four arguments."""
    if _arity(function) == 3:
        return function(view, actions, stream)
    return function(view, actions, stream, parameters)


@functools.lru_cache(maxsize=1024)
def _arity(function: Callable[..., Any]) -> int:
    return len(inspect.signature(function).parameters)


def whole(answer: Any) -> int:
    """Return an answer as an action of a compiled game, or raise what it is not."""
    if isinstance(answer, (bool, np.bool_)) or not isinstance(answer, (int, np.integer)):
        raise Strange(answer)
    if not -(2**63) <= int(answer) < 2**63:
        raise Strange(answer)
    return int(answer)


class Strange(Exception):
    """An answer that is not an action of any kind."""

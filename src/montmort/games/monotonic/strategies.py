"""Strategies that a seat can play: perfect play, and the mirror."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...core.strategy import Strategy
from . import words
from .points import point_chains
from .states import BoardState, CardState, RookState, Table, WordState

if TYPE_CHECKING:
    from .analysis import Analysis

__all__ = ["STRATEGIES", "analysis_of", "mirror_move"]


@functools.lru_cache(maxsize=16)
def analysis_of(table: Table) -> Analysis:
    """What is known of a game, kept from move to move."""
    from .analysis import Analysis

    return Analysis(table)


def _perfect(view: Any, actions: Sequence[Any], stream: Any) -> Any:
    """Win if that can be forced, else draw if that can, else lose as late as can be seen."""
    analysis = analysis_of(view.table)
    moves = analysis.moves(view)
    best = max(value for _, value in moves)
    choices = [action for action, value in moves if value == best]
    if best < 0:
        holds = [_holds_out(analysis, view.after(action)) for action in choices]
        choices = [action for action, h in zip(choices, holds, strict=True) if h == max(holds)]
    return stream.pick(choices)


def _holds_out(analysis: Analysis, state: BoardState) -> int:
    """How long a lost game lasts: 0, it has ended; 1, the other player can end it; else 2."""
    if state.ended:
        return 0
    table = state.table
    if table.misere:
        return 2
    if isinstance(state, WordState):
        return 1 if state.decided() is not None else 2
    if isinstance(state, RookState) and table.deck.size is None:
        rising, falling = point_chains(state.board)
        return 1 if rising >= table.a - 1 or falling >= table.d - 1 else 2
    return 1 if analysis.packed(state)[1] == 1 else 2


def wins_now(state: BoardState) -> Any:
    """An action that ends the game in the player's favour, or ``None``."""
    if not state.table.misere:
        for action in state.actions():
            if state.after(action).ended:
                return action
    return None


def mirror_move(state: BoardState) -> Any:
    """What the mirror strategy plays, or ``None`` where it has nothing to say.

    Win if you can. On the rationals with a = d: build Red Purple Blue, then make the word
    its own mirror image again, with a Purple in the middle; where a card next to the
    middle leaves no such answer (from a = d = 6 on), play what the labels name. On a
    poset: answer with the image under an involution.
    """
    won = wins_now(state)
    if won is not None:
        return won
    if isinstance(state, WordState) and state.table.a == state.table.d:
        if state.word in ("PB", "RP"):
            return 1
        if not state.board:
            return 0
        gap = _image_gap(state)
        if gap is None:
            gap = next(iter(analysis_of(state.table).winning(state)), None)
        return gap
    if isinstance(state, CardState) and state.board:
        from .involutions import find_involution

        found = find_involution(state.table.deck.order, state.table.a, state.table.d)
        if found is not None:
            image = found.image[state.board[-1]]
            if state.labels[image] is not None:
                return state._name(image)
    return None


_FLIP = str.maketrans("RB", "BR")


def _image_gap(state: WordState) -> int | None:
    """The gap that makes the word its own mirror image again."""
    for gap in range(len(state.word) + 1):
        word = words.insert(state.word, gap)
        if len(word) % 2 and word == word[::-1].translate(_FLIP):
            return gap
    return None


def _mirror(view: Any, actions: Sequence[Any], stream: Any) -> Any:
    """Win at once if you can, else answer with the mirror image where there is one."""
    action = mirror_move(view)
    return stream.pick(list(actions)) if action is None else action


STRATEGIES = {
    "perfect": Strategy("perfect", (_perfect,), help=(_perfect.__doc__ or "").strip()),
    "mirror": Strategy("mirror", (_mirror,), help=(_mirror.__doc__ or "").strip()),
}

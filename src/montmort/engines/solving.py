"""Which exact engine a game gets, by what the game is."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from ..core.errors import InputError, unknown
from ..core.game import Game
from .solution import Solution

__all__ = ["Method", "solve_game"]

Method = Literal["auto", "induction", "outcome", "sequence", "float", "cfr"]

EXACT_SEQUENCES = 3_000
"""Up to so many sequences of both players the linear programme is solved exactly."""
FLOAT_SEQUENCES = 40_000
"""Up to so many it is solved in floating point; beyond, CFR+ takes over."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def solve_game(
    game: Game, *, method: Method = "auto", exploitability: float = 1e-6, limit: int = 2_000_000
) -> Solution:
    """Solve a game under perfect play by the engine that fits, and say which and why.

    - Perfect information, with or without chance, any number of players: backward
      induction, exact.
    - Two players, perfect information, no chance, but positions that come back or more
      positions than induction may list: the outcome engine, which says who wins and by
      which moves; play without end is a draw.
    - Two players, hidden information, payoffs that add up to a constant (or one player
      alone): the sequence form, exact up to some thousand sequences, then in floating
      point with its duality gap, then CFR+ to the wanted ``exploitability``.
    - Anything else is refused with the reason, as an ``InputError``.

    >>> from dataclasses import dataclass
    >>> from montmort import OVER, State
    >>> @dataclass(frozen=True)
    ... class Pile(State):
    ...     left: int = 4
    ...     turn: int = 0
    ...     @property
    ...     def actor(self): return self.turn if self.left else OVER
    ...     def actions(self): return range(1, min(3, self.left) + 1)
    ...     def after(self, n): return Pile(self.left - n, 1 - self.turn)
    ...     def payoffs(self): return (1, -1) if self.turn else (-1, 1)
    >>> class Take(Game):
    ...     def start(self): return Pile()
    >>> found = solve_game(Take())
    >>> found.method, found.exact, found.value
    ('backward induction', True, (-1, 1))
    """
    if method not in get_args(Method):
        raise unknown("method", str(method), get_args(Method))
    if not exploitability > 0:
        raise InputError(f"exploitability is {exploitability}: it must be above 0")
    players = game.players
    if method == "outcome":
        from .outcome.solution import solve_outcome

        return solve_outcome(game, limit=limit).because("asked for")
    if method == "induction" or (method == "auto" and not game.hidden):
        return _open_game(game, method, limit)
    if players > 2:
        raise InputError(
            f"no exact engine: {_word(players)} players and hidden cards; try simulate or play"
        )
    from .sequence import solve_sequence, unfold

    tree = unfold(game, limit=limit)
    size = sum(tree.sequences)
    who = "one player" if players == 1 else "two players, zero-sum"
    shape = f"{who}, hidden information, {size:,} sequences"
    if method == "cfr" or (method == "auto" and size > FLOAT_SEQUENCES):
        from .cfr import solve_cfr

        found = solve_cfr(game, exploitability=exploitability, tree=tree)
        asked = (
            "asked for" if method == "cfr" else "more than a linear programme takes in good time"
        )
        return found.because(f"{shape}: {asked}")
    if method == "float" or (method == "auto" and size > EXACT_SEQUENCES):
        found = solve_sequence(game, exact=False, tree=tree)
        asked = "asked for" if method == "float" else "more than is solved exactly in good time"
        return found.because(f"{shape}: {asked}")
    return solve_sequence(game, tree=tree).because(shape)


def _open_game(game: Game, method: Method, limit: int) -> Solution:
    """Nothing is hidden: backward induction, or who wins where that can't go."""
    from .induction.solve import InductionError, LoopError, solve_induction

    if game.hidden:
        raise InputError(
            f"{game.name} hides cards: backward induction needs perfect information; "
            "leave the method to auto"
        )
    players = game.players
    try:
        found = solve_induction(game, limit=limit)
    except InductionError as trouble:
        if method != "auto" or players != 2:
            raise
        from .outcome.solution import solve_outcome

        loops = isinstance(trouble, LoopError)
        why = "a position can come back" if loops else f"there are more than {limit:,} positions"
        try:
            return solve_outcome(game, limit=limit, loops=loops).because(
                f"nothing is hidden, no chance, two players; no backward induction, for {why}"
            )
        except InputError:
            raise trouble from None
    if players == 2:
        from .nimbers.impartial import nimber_if_impartial

        nimber = nimber_if_impartial(game.start())
        if nimber is not None:
            found = replace(found, certificate={**found.certificate, "nimber": nimber})
    chance = "nothing is hidden" if players < 3 else f"{_word(players)} players, nothing hidden"
    return found.because(chance)


def _word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)

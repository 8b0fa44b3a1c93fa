"""A person at any game, in the terminal, against strategies."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Any

from ..core.errors import InputError
from ..core.game import CHANCE, OVER, Game, State
from ..core.record import Move, Record
from ..core.results import plain
from ..core.strategy import Strategy
from ..engines.tournament.asking import ask_strategy
from ..statistics.streams import DEAL, SEATS, Source

__all__ = ["Left", "play"]

HELP = "type a number or an action's name; ? shows the table again, undo takes back, q leaves"
MANY = 20
"""More actions than this are listed only when asked for."""


class Left(Exception):
    """The person has left the table."""


def play(
    game: Game,
    others: Sequence[Strategy],
    *,
    seat: int = 0,
    seed: int = 1,
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> Record:
    """Play one game with a person in a seat (from 0) and strategies in the others, in order.

    Raises :class:`Left` where the person leaves. An action that the rules refuse is
    answered with the reason, and asked for again.
    """
    if not 0 <= seat < game.players:
        raise InputError(f"seat {seat + 1}: there are seats 1 to {game.players}")
    if len(others) != game.players - 1:
        raise InputError(f"{len(others)} opponents for {game.players - 1} other seats")
    table: list[Strategy | None] = [*others[:seat], None, *others[seat:]]
    dealing = Source(seed, 0, DEAL)
    streams = [Source(seed, 0, SEATS + p) for p in range(game.players)]
    state: State[Any] = game.start()
    moves: list[Move] = []
    past: list[tuple[State[Any], int]] = []
    say(f"{game.name} {game.version}; you have seat {seat + 1}; seed {seed}. {HELP}")
    while (player := state.actor) != OVER:
        strategy = None if player == CHANCE else table[player]
        if player == CHANCE:
            action = state.sample(dealing)
        elif strategy is not None:
            action = ask_strategy(game, strategy, state, player, streams[player])
        else:
            shown = state.show(player)
            if shown:
                say(shown)
            action = _asked(state, player, ask, say, can_undo=bool(past))
            if action is _UNDO:
                state, kept = past.pop()
                del moves[kept:]
                say("taken back")
                continue
            past.append((state, len(moves)))
        if player != seat:
            heard = state.heard(action, seat)
            if heard is not None:
                say(f"{'chance' if player == CHANCE else f'seat {player + 1}'}: {heard}")
        moves.append(Move(player, action, state.describe(action)))
        state = state.after(action)
    payoffs = tuple(state.payoffs())
    if game.hidden:
        say("what was dealt: " + "; ".join(m.text for m in moves if m.actor == CHANCE))
    say(_ending(game, payoffs, seat))
    names = tuple("you" if s is None else s.name for s in table)
    return Record(
        game.name, game.version, game.rules.as_dict(), tuple(moves), payoffs, names, seed, 0
    )


_UNDO = object()


def _asked(
    state: State[Any],
    player: int,
    ask: Callable[[str], str],
    say: Callable[[str], None],
    can_undo: bool,
) -> Any:
    actions = list(state.actions())
    names = [state.describe(action) for action in actions]
    listed = _listed(names)
    if len(actions) <= MANY:
        say(listed)
    else:
        say(f"{len(actions)} actions; list shows them")
    while True:
        try:
            word = ask("your move: ").strip()
        except EOFError:
            raise Left from None
        if word in ("q", "quit", "exit"):
            raise Left
        if word == "undo":
            if can_undo:
                return _UNDO
            say("there is nothing to take back")
            continue
        if word in ("?", "help", "list", ""):
            shown = state.show(player)
            if shown:
                say(shown)
            say(listed)
            say(HELP)
            continue
        chosen = _understood(word, actions, names)
        if chosen is not None:
            return actions[chosen]
        near = difflib.get_close_matches(word.lower(), [n.lower() for n in names], n=1, cutoff=0.6)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        say(f"{_refused(state, word)}{hint}")


def _listed(names: list[str]) -> str:
    # Actions that are numbers already are not numbered again.
    if all(name.lstrip("-").isdecimal() for name in names):
        return "actions: " + ", ".join(names)
    lines, line = [], ""
    for i, name in enumerate(names):
        item = f"{i + 1}: {name}"
        if line and len(line) + len(item) > 76:
            lines.append(line)
            line = ""
        line = f"{line}  {item}" if line else item
    return "\n".join([*lines, line])


def _understood(word: str, actions: list[Any], names: list[str]) -> int | None:
    lowered = [name.lower() for name in names]
    if lowered.count(word.lower()) == 1:
        return lowered.index(word.lower())
    numbered = not all(name.lstrip("-").isdecimal() for name in names)
    if numbered and word.isdecimal() and 1 <= int(word) <= len(actions):
        return int(word) - 1
    starts = [i for i, name in enumerate(lowered) if word.lower() in name]
    return starts[0] if len(starts) == 1 else None


def _refused(state: State[Any], word: str) -> str:
    """Say why a word is no action: the game's own reason where it has one."""
    count = len(list(state.actions()))
    if word.isdecimal() and not 1 <= int(word) <= count:
        return f"there is no action {word}: choose 1 to {count}"
    try:
        reason = state.refusal(word)
    except Exception:
        reason = None
    return reason or f"{word!r} is no action here"


def _ending(game: Game, payoffs: tuple[Any, ...], seat: int) -> str:
    best = max(payoffs)
    first = [p for p, value in enumerate(payoffs) if value == best]
    scores = ", ".join(f"seat {p + 1}: {plain(value)}" for p, value in enumerate(payoffs))
    if len(first) == len(payoffs) and len(payoffs) > 1:
        verdict = "a draw"
    elif seat in first:
        verdict = "you win" if len(first) == 1 else "you share the win"
    else:
        verdict = "you lose" if len(payoffs) == 2 else f"seat {first[0] + 1} wins"
    return f"{verdict} ({scores} {game.score})"

"""Ways through a game: random play-outs, and all positions where they are few."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...core.game import CHANCE, OVER, Game, State
from ...statistics.streams import DEAL, SEATS, Source
from .ledger import FAILED, Ledger, Where, place

__all__ = ["Tree", "Walk", "play_out", "search"]


@dataclass
class Walk:
    """One random play-out: the states, and what happened in each but the last."""

    number: int
    states: list[State[Any]]
    moves: list[Any]
    finished: bool

    def where(self, seed: int, at: int) -> Where:
        """Say how the state after so many moves is reached."""
        return Where(seed, self.number, tuple(self.moves[:at]))


def play_out(
    game: Game, seed: int, number: int, *, longest: int, ledger: Ledger | None = None,
    visit: Callable[[State[Any], Where], bool] | None = None,
) -> Walk:  # fmt: skip
    """Play a game at random; the same seed and number play the same game.

    ``visit`` is shown every state with the way to it, and may stop the play-out. Errors
    go to the ledger, or out where there is none.
    """
    book = ledger or _Strict()
    dealing = Source(seed, number, DEAL)
    streams = [Source(seed, number, SEATS + p) for p in range(game.players)]
    state = book.ask("rules", "start()", game.start)
    walk = Walk(number, [], [], False)
    while state is not FAILED:
        walk.states.append(state)
        where = walk.where(seed, len(walk.moves))
        if visit is not None and not visit(state, where):
            break
        at = place(state, where)
        actor = book.ask("actor", "actor", lambda state=state: state.actor, **at)
        if actor is FAILED:
            break
        if actor == OVER:
            walk.finished = True
            break
        if len(walk.moves) >= longest:
            break
        if actor == CHANCE:
            move = book.ask("sampling", "sample(stream)", state.sample, dealing, **at)
        else:
            actions = book.ask("actions", "actions()", state.actions, **at)
            if actions is FAILED or not book.keep(
                "actions", len(actions), f"player {actor + 1} is to act and has no action", **at
            ):
                break
            move = streams[actor].pick(actions)
        if move is FAILED:
            break
        walk.moves.append(move)
        promise = "sampling" if actor == CHANCE else "door"
        state = book.ask(promise, f"after({move!r})", state.after, move, **at)
    return walk


class _Strict(Ledger):
    """Lets errors out."""

    def ask(self, promise: str, what: str, function: Callable[..., Any], *arguments: Any,
            state: Any = None, where: Where | None = None) -> Any:  # fmt: skip
        return function(*arguments)


@dataclass
class Tree:
    """The positions of a game, each once; all of them where ``complete``."""

    states: list[State[Any]] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    moves: list[list[Any]] = field(default_factory=list)
    """What leads to each child."""
    weights: list[list[int]] = field(default_factory=list)
    """The weights of the children, where chance acts; else empty."""
    parents: list[tuple[int, Any]] = field(default_factory=list)
    complete: bool = True
    why: str = ""
    """Why it is not complete."""

    def where(self, i: int) -> Where:
        """Say how a position is reached."""
        path = []
        while i > 0:
            i, move = self.parents[i]
            path.append(move)
        return Where(0, -1, tuple(reversed(path)))

    def order(self) -> list[int] | None:
        """Order the positions so that children come first; ``None`` where one comes back."""
        done = [0] * len(self.states)
        ordered: list[int] = []
        stack = [(0, 0)]
        done[0] = 1
        while stack:
            i, place = stack.pop()
            if place == len(self.children[i]):
                done[i] = 2
                ordered.append(i)
                continue
            stack.append((i, place + 1))
            child = self.children[i][place]
            if done[child] == 1:
                return None
            if done[child] == 0:
                done[child] = 1
                stack.append((child, 0))
        return ordered


def search(
    game: Game,
    limit: int,
    visit: Callable[[State[Any], Where], bool] | None = None,
    meet: Callable[[State[Any], Where], None] | None = None,
) -> Tree:
    """Find all positions, breadth first, up to a limit.

    ``visit`` is shown every new position; one that it turns down is not gone on from.
    ``meet(state, where)`` is shown every position that equals one already found.
    """
    tree = Tree()
    start = game.start()
    found: dict[Any, int] = {start: 0}
    tree.states.append(start)
    tree.parents.append((-1, None))
    at = 0
    while at < len(tree.states):
        state = tree.states[at]
        tree.children.append([])
        tree.moves.append([])
        tree.weights.append([])
        if visit is None or visit(state, tree.where(at)):
            moves, weights = _ways(state)
            if moves is None or len(tree.states) + len(moves) > limit:
                tree.complete = False
                tree.why = (
                    "chance is only sampled" if moves is None else f"more than {limit:,} positions"
                )
                return tree
            for move in moves:
                child = state.after(move)
                number = found.get(child)
                if number is None:
                    number = found[child] = len(tree.states)
                    tree.states.append(child)
                    tree.parents.append((at, move))
                elif meet is not None:
                    meet(child, Where(0, -1, (*tree.where(at).path, move)))
                tree.children[at].append(number)
                tree.moves[at].append(move)
            tree.weights[at] = weights
        else:
            tree.complete, tree.why = False, "a position can't be gone on from"
            return tree
        at += 1
    return tree


def _ways(state: State[Any]) -> tuple[list[Any] | None, list[int]]:
    from ...core.errors import InputError

    actor = state.actor
    if actor == OVER:
        return [], []
    if actor == CHANCE:
        try:
            listed = list(state.chances())
        except InputError:
            return None, []
        return [outcome for outcome, _ in listed], [weight for _, weight in listed]
    return list(state.actions()), []

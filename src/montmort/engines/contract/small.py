"""Small games, by brute force: what positions are worth, and who remembers what."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from ...core.game import CHANCE, OVER, Game, State
from .desk import Desk
from .ledger import Ledger, place
from .walks import Tree

__all__ = ["check_recall", "check_values", "check_worlds", "values"]

Values = tuple[Fraction, ...]


def values(tree: Tree, players: int) -> tuple[list[Values], list[bool]] | None:
    """What each position is worth under perfect play with all cards open.

    Beside each value stands whether it is the only one: with one player, or two whose
    payoffs add up to a constant, it is; else only where nobody is indifferent between
    actions that matter to others. ``None`` where a position can come back.
    """
    order = tree.order()
    if order is None:
        return None
    worth: list[Values] = [()] * len(tree.states)
    only = [True] * len(tree.states)
    for i in order:
        state, children = tree.states[i], tree.children[i]
        actor = state.actor
        if actor == OVER:
            worth[i] = tuple(Fraction(x) for x in state.payoffs())
            continue
        only[i] = all(only[child] for child in children)
        if actor == CHANCE:
            total = sum(tree.weights[i])
            worth[i] = tuple(
                sum((w * worth[c][p] for w, c in zip(tree.weights[i], children, strict=True)),
                    Fraction(0)) / total
                for p in range(players)
            )  # fmt: skip
            continue
        best = max((worth[child] for child in children), key=lambda value: value[actor])
        worth[i] = best
        if any(worth[child] != best for child in children if worth[child][actor] == best[actor]):
            only[i] = False
    sums = {sum(worth[i]) for i in order if tree.states[i].actor == OVER}
    if players == 1 or (players == 2 and len(sums) == 1):
        only = [True] * len(tree.states)
    return worth, only


def check_values(game: Game, tree: Tree, ledger: Ledger) -> None:
    """Compare ``key()`` and ``decided()`` with perfect play, found by brute force."""
    kinds = {type(state) for state in tree.states}
    if all(kind.key is State.key and kind.decided is State.decided for kind in kinds):
        ledger.remark("key() and decided() are the ones that every game has")
        return
    found = values(tree, game.players)
    if found is None:
        ledger.remark("key() and decided() are not compared: positions can come back")
        return
    worth, only = found
    by_key: dict[Hashable, int] = {}
    for i, state in enumerate(tree.states):
        if not only[i]:
            continue
        at = place(state, tree.where(i))
        key = ledger.ask(
            "key", "key()", lambda state=state: (hash(state.key()), state.key())[1], **at
        )
        first = by_key.setdefault(key, i)
        ledger.keep(
            "key",
            worth[first] == worth[i],
            lambda i=i, first=first: (  # type: ignore[misc]
                f"this position is worth {_shown(worth[i])}, and the one {tree.where(first)} has "
                f"the same key and is worth {_shown(worth[first])}"
            ),
            **at,
        )
        decided = ledger.ask("decided", "decided()", state.decided, **at)
        if isinstance(decided, (tuple, list)):
            ledger.keep(
                "decided",
                tuple(Fraction(x) for x in decided) == worth[i],
                f"decided() says {_shown(decided)}, and perfect play comes to {_shown(worth[i])}",
                **at,
            )


def _shown(numbers: Any) -> str:
    return "(" + ", ".join(str(x) for x in numbers) + ")"


def check_recall(game: Game, tree: Tree, ledger: Ledger, most: int = 100_000) -> None:
    """See that nobody forgets: one view, one story of what she saw and did before."""
    if not game.hidden:
        return
    if tree.order() is None:
        ledger.remark("perfect recall is not checked: positions can come back")
        return
    stories: dict[tuple[int, Any], tuple[Any, int]] = {}
    blank: tuple[tuple[Any, ...], ...] = ((),) * game.players
    stack = [(0, blank)]
    seen = {(0, blank)}
    while stack:
        i, past = stack.pop()
        state = tree.states[i]
        actor = state.actor
        if actor >= 0:
            view = state.view(actor)
            story, first = stories.setdefault((actor, view), (past[actor], i))
            ledger.keep(
                "recall",
                story == past[actor],
                lambda actor=actor, first=first: (  # type: ignore[misc]
                    f"player {actor + 1} sees here what she sees {tree.where(first)}, "
                    "and came here by other actions or past other sights: her view forgets them"
                ),
                state,
                tree.where(i),
            )
        for move, child in zip(tree.moves[i], tree.children[i], strict=True):
            now = past
            if actor >= 0:
                mine = (*past[actor], (view, move))
                now = (*past[:actor], mine, *past[actor + 1 :])
            if (child, now) not in seen:
                seen.add((child, now))
                stack.append((child, now))
        if len(seen) > most:
            ledger.remark(f"perfect recall is checked along {most:,} ways only")
            return


def check_worlds(desk: Desk, tree: Tree) -> None:
    """See that hidden cards make a difference: some view fits several positions."""
    game, ledger = desk.game, desk.ledger
    if not game.hidden:
        return
    counts: dict[tuple[int, Any], set[Any]] = {}
    for state in tree.states:
        for player in range(game.players):
            counts.setdefault((player, state.view(player)), set()).add(state)
    ledger.keep(
        "view",
        any(len(states) > 1 for states in counts.values()),
        "the game says hidden = True, and every view tells the whole position",
    )

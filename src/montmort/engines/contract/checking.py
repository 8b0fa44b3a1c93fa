"""One call that checks everything a game promises."""

from __future__ import annotations

import functools
import json
from typing import Any

from ...core.compiled import CompiledGame, CompiledState
from ...core.game import OVER, Game, State
from ...core.results import plain
from ...core.rules import Rules, settings
from . import thorough
from .chance import check_another_process, check_same_games, check_sampling, quiet
from .desk import Desk
from .ledger import FAILED, Ledger, Where, place
from .records import check_records
from .report import Report
from .seats import check_astray, check_strategies, check_tables, listed_strategies
from .secrets import Secrets
from .small import check_recall, check_values, check_worlds
from .twins import check_buffers, check_twins
from .walks import Tree, Walk, play_out, search

__all__ = ["check", "reach"]


def check(
    game: Game,
    *,
    games: int = 4,
    seed: int = 1,
    limit: int = 6_000,
    longest: int = 20_000,
    draws: int = 4_000,
    compiled: bool = True,
    process: bool = True,
) -> Report:
    """Check a game under its rules: what it promises, and which promises are broken.

    >>> from montmort.games import find
    >>> report = check(find("race")(), games=2, process=False)
    >>> report.kept, list(report)
    (True, [])

    Parameters
    ----------
    games:
        Random play-outs; their seeds are fixed by ``seed``.
    limit:
        A game with no more positions than this is searched whole.
    longest:
        A play-out that takes more moves does not end.
    draws:
        How often chance is drawn in one position to compare it with its weights.
    compiled:
        Whether compiled rules are compiled and compared (which takes some seconds once).
    process:
        Whether the same games are played in another process as well.
    """
    ledger = Ledger()
    _check_rules(game, ledger)
    desk = Desk(game, ledger)
    walks, found = _walk(desk, seed, games, longest)
    # A game with long play-outs is hardly small: less time is spent on finding out.
    long = max((len(walk.moves) for walk in walks), default=0) > 100
    tree = _search(desk, limit // 6 if long else limit) if found else None
    healthy = found and not ledger.broken
    strategies = listed_strategies(game, ledger)
    if found:
        with quiet(ledger, "asking a position"):
            _look_closely(desk, walks, tree, seed, strategies[:1] if not healthy else strategies)
        positions = [
            (state, walk.where(seed, i)) for walk in walks for i, state in enumerate(walk.states)
        ]
        with quiet(ledger, "drawing from chance"):
            check_sampling(ledger, positions, draws)
        check_same_games(game, seed, min(3, games), longest, ledger)
    if tree is not None and healthy:
        ledger.ask("key", "brute force", check_values, game, tree, ledger)
        ledger.ask("recall", "brute force", check_recall, game, tree, ledger)
        ledger.ask("view", "brute force", check_worlds, desk, tree)
    if all(walk.finished for walk in walks):
        check_records(game, seed, 2, ledger)
        with quiet(ledger, "a strategy"):
            able = check_strategies(game, strategies, seed, 2, ledger)
        if isinstance(game, CompiledGame) and compiled:
            check_twins(desk, seed, 2 * games, longest)
            if not ledger.failures["twins"]:
                check_tables(game, able, seed, 30, ledger)
                check_astray(game, seed, longest, ledger)
        if process:
            check_another_process(game, seed, min(3, games), longest, ledger)
    return Report(
        game.name, game.version, game.rules.as_dict(), seed, dict(ledger.checked),
        dict(ledger.failures), tuple(ledger.broken), tuple(ledger.remarks),
    )  # fmt: skip


def reach(game: Game, where: Where) -> State[Any]:
    """Go to a position that a sentence names.

    >>> from montmort.games import find
    >>> reach(find("race")(), Where(1, -1, ("H", "T"))).progress
    (1, 0)
    """
    state = game.start()
    for move in where.path:
        state = state.after(move)
    return state


def _check_rules(game: Game, ledger: Ledger) -> None:
    kind = type(game)
    ledger.keep("rules", kind.name, f"{kind.__name__} has no name")
    ledger.keep(
        "words", kind.about().strip(), f"{kind.__name__} has no docstring: its rules in words"
    )
    ledger.keep("rules", game.players >= 1, f"{game.players} players sit at the table")
    ledger.keep("rules", len(kind.decisions) >= 1, "the game names no decision")
    versions = dict(kind.versions) or {"standard": kind.Rules()}
    for name, rules in versions.items():
        made = ledger.ask("rules", f"making version {name!r}", kind, name)
        if made is FAILED:
            continue
        ledger.keep(
            "rules", isinstance(rules, Rules) and isinstance(made.rules, kind.Rules),
            f"version {name!r} has rules that are no {kind.Rules.__name__}",
        )  # fmt: skip
        ledger.ask("rules", f"hashing the rules of version {name!r}", hash, rules)
        ledger.keep(
            "rules", made.rules == rules and made.version == name,
            f"version {name!r} comes out as {made.version!r} with {made.rules}",
        )  # fmt: skip
    for item in settings(kind.Rules):
        ledger.keep("words", item.help.strip(), f"rule {item.name!r} has no line of help")
    written = json.loads(json.dumps(plain(game.rules.as_dict())))
    values = {name: _frozen(value) for name, value in written.items()}
    again = ledger.ask("rules", "making the rules from JSON", lambda: kind.Rules(**values))
    ledger.keep(
        "rules", again is FAILED or again == game.rules,
        f"the rules, written as JSON and read, are {again}, not {game.rules}",
    )  # fmt: skip


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _walk(desk: Desk, seed: int, games: int, longest: int) -> tuple[list[Walk], bool]:
    game, ledger = desk.game, desk.ledger
    walks = []
    for number in range(games):
        walk = play_out(
            game, seed, number, longest=min(longest, game.max_moves), ledger=ledger,
            visit=functools.partial(_visit, desk, number),
        )  # fmt: skip
        walks.append(walk)
        if not walk.states or (ledger.failures.total() and not walk.finished):
            return walks, bool(walk.states)
        if not walk.finished and game.max_moves <= longest:
            ledger.remark(f"play-out {number} of seed {seed} was cut at {game.max_moves:,} moves")
            continue
        if not ledger.keep(
            "ending", walk.finished,
            f"play-out {number} of seed {seed} goes on after {len(walk.moves):,} moves",
        ):  # fmt: skip
            return walks, True
        _walk_again(desk, walk, seed)
    return walks, True


def _visit(desk: Desk, number: int, state: State[Any], where: Where) -> bool:
    # All of the first positions, then fewer and fewer; other ones in every play-out.
    at = len(where.path)
    if (at + number) % (at // 40 + 1) == 0:
        return desk.inspect(state, where)
    actor = desk.ledger.ask("actor", "actor", lambda: state.actor, state=state, where=where)
    return actor is not FAILED and (actor != OVER or desk.inspect(state, where))


def _walk_again(desk: Desk, walk: Walk, seed: int) -> None:
    """Go the same way once more: the states must be equal, though they are other objects."""
    state: Any = desk.game.start()
    for i, (first, move) in enumerate(zip(walk.states, [*walk.moves, None], strict=False)):
        if not desk.ledger.keep(
            "equality",
            first == state and hash(first) == hash(state),
            "the same moves, made again, lead to a state that is not equal, or hashes otherwise",
            state, walk.where(seed, i),
        ):  # fmt: skip
            return
        if i < len(walk.moves):
            state = state.after(move)


def _search(desk: Desk, limit: int) -> Tree | None:
    """Inspect all positions where they are few; ``None`` where they are not."""
    game, ledger = desk.game, desk.ledger
    what = "searching all positions"
    tree = ledger.ask("actions", what, search, game, limit)
    if tree is FAILED:
        return None
    if tree.complete:
        # Only now, so that no time is spent on the beginning of a large game.
        tree = ledger.ask("actions", what, search, game, limit, desk.inspect, desk.compare)
    if tree is FAILED or not tree.complete:
        ledger.remark(f"not all positions were looked at: {getattr(tree, 'why', what)}")
        return None
    found: Tree = tree
    return found


def _look_closely(
    desk: Desk, walks: list[Walk], tree: Tree | None, seed: int, strategies: list[Any]
) -> None:
    """Ask the longer questions in some positions."""
    chosen: dict[Any, Where] = {}
    for walk in walks:
        step = max(1, len(walk.states) // 14)
        for i, state in enumerate(walk.states):
            if i % step == 0 or i >= len(walk.states) - 2:
                _add(chosen, state, walk.where(seed, i))
    if tree is not None:
        step = max(1, len(tree.states) // 150)
        for i in range(0, len(tree.states), step):
            _add(chosen, tree.states[i], tree.where(i))
    possible = set(tree.states) if tree is not None else None
    secrets = Secrets(desk, strategies, possible)
    for state, where in chosen.items():
        at = place(state, where)
        ask = desk.ledger.ask
        ask("door", "the door", thorough.inspect_door, desk, state, where, **at)
        ask("immutable", "leaving a position", thorough.inspect_changes, desk, state, where, **at)
        ask("words", "describing", thorough.inspect_words, desk, state, where, **at)
        ask("guess", "guessing", secrets.inspect, state, where, **at)
        if isinstance(state, CompiledState):
            check_buffers(desk, state, where)
    secrets.conclude()


def _add(chosen: dict[Any, Where], state: State[Any], where: Where) -> None:
    try:
        chosen.setdefault(state, where)
    except TypeError:
        return  # that it can't be hashed is said elsewhere

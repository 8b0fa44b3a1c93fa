"""Making commands: the plain ones here, those that take a game's options from its rules."""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from ... import games
from ...core.errors import InputError, unknown
from ...core.game import Game
from ...core.loading import is_file_name
from ...core.results import Result
from .options import rules_options, strict, with_options
from .output import Output, Patience, console

__all__ = ["make"]

NO_OUTPUT = Output()


def make(name: str, game: str) -> Callable[..., Any]:
    """Make a command for a game (a name, a file, or nothing yet)."""
    if name in ("simulate", "play", "check") and game:
        from . import simulating

        own_command = games.room(game, name)
        if own_command is not None and hasattr(own_command, name):
            # A game whose play needs more than the general way brings its own.
            return _wrapped(getattr(own_command, name), game, patient=name != "play")
        chosen = games.find(game)
        command: Callable[..., Any] = getattr(simulating, name)
        own = set(inspect.signature(command).parameters)
        return with_options(command, [*_version(chosen), *rules_options(chosen, leave_out=own)])
    if name == "solve" and game:
        return _solve(game)
    if name in ("referee", "score") and game:
        return _own_command(name, game)
    if name == "stakes":
        return _stakes()
    if name in ("simulate", "play", "check", "solve", "referee", "score"):
        return _asks_for_game
    if name == "rules" and not game:
        return _asks_for_game
    plain: dict[str, Callable[..., Any]] = {
        "games": list_games,
        "rules": print_rules,
        "reproduce": reproduce,
        "cache": show_cache,
    }
    return plain[name]


def _asks_for_game(game: str = "", /) -> None:
    """Name a game after the command; with --help after that, its options are listed.

    Parameters
    ----------
    game
        a game's name (montmort games lists them), or a file of your own: mygame.py:Name
    """
    raise InputError(
        f"name a game ({', '.join(games.names())}) or a file of your own (mygame.py:Name); "
        "with --help after it, its options are listed"
    )


def _version(game: type[Game]) -> list[inspect.Parameter]:
    wanted: Any = Literal[tuple(game.versions)] if game.versions else str
    default = next(iter(game.versions), "standard")
    text = f"which published rules [default: {default}]"
    return [
        inspect.Parameter(
            "version", inspect.Parameter.KEYWORD_ONLY, default=None,
            annotation=Annotated[wanted | None, Parameter(help=text)],
        )
    ]  # fmt: skip


def list_games(*, output: Output = NO_OUTPUT) -> None:
    """List the games, their versions and strategies."""
    from ..listings import GameList

    output.check()
    output.give([GameList([(name, games.find(name)) for name in games.names()])])


def print_rules(game: str, /, *, version: str | None = None, output: Output = NO_OUTPUT) -> None:
    """Print the rules of a game, its parameters by version, and its strategies.

    Parameters
    ----------
    game
        a game's name, or a file of your own: mygame.py:Name
    version
        print the parameters of this version
    """
    from ..listings import RulesPage

    output.check()
    page = RulesPage(games.find(game), version)
    if not (output.json or output.csv or output.out):
        console().print(page.text, markup=False, highlight=False)
    output.give([page])


def show_cache(
    action: Literal["show", "clear"] = "show",
    kind: Literal["compiled", "runs"] | None = None,
    /, *, output: Output = NO_OUTPUT,
) -> None:  # fmt: skip
    """Show what the cache holds, or clear it.

    Parameters
    ----------
    action
        show or clear
    kind
        only compiled code, or only saved runs
    """
    from ...core import cache
    from ..listings import CachePage

    if action == "clear":
        freed = cache.clear(kind)
        print(f"cleared {freed / 1e6:.1f} MB in {cache.folder()}")
        return
    output.check()
    output.give([CachePage(kind)])


def reproduce(*which: str, seed: int = 1, output: Output = NO_OUTPUT) -> int:
    """Put every published or recomputed value beside ours.

    Parameters
    ----------
    which
        games to take, or stakes; all where none is named
    seed
        the seed of what is simulated
    """
    from ...core.results import Facts

    output.check()
    rooms: dict[str, Callable[[int], Any]] = {}
    for name in games.names():
        found = games.room(name, "facts")
        if found is not None:
            rooms[name] = found.reproduce
    import importlib.util

    if importlib.util.find_spec("montmort.stakes.facts") is not None:
        rooms["stakes"] = importlib.import_module("montmort.stakes.facts").reproduce
    for word in which:
        if word not in rooms:
            raise unknown("subject with known values", word, rooms)
    results: list[Result] = []
    for name, run in rooms.items():
        if which and name not in which:
            continue
        for result in run(seed):
            results.append(result)
            if not (output.json or output.csv or output.out):
                from ..tables import draw

                draw(result, console())
                sys.stdout.flush()
    if output.json or output.csv or output.out:
        output.give(results)
    elif output.plot is not None:
        from ..plots import save

        save([chart for result in results for chart in result.charts()], output.plot)
    wrong = [f for r in results if isinstance(r, Facts) for f in r.facts if not f.agrees]
    checked = sum(len(r.facts) for r in results if isinstance(r, Facts))
    print(f"{checked - len(wrong)} of {checked} known values agree", file=sys.stderr)
    return 1 if wrong else 0


def _solve(game: str) -> Callable[..., Any]:
    own = games.room(game, "solve") if not is_file_name(game) else None
    if not is_file_name(game) and game not in games.names():
        raise unknown("game", game, games.names())
    if own is not None:
        return _wrapped(own.solve, game)
    from ...engines.solving import solve_game

    chosen = games.find(game)

    def solve(
        game: str,
        /,
        *,
        method: Literal["auto", "induction", "outcome", "sequence", "float", "cfr"] = "auto",
        exploitability: float = 1e-6,
        limit: int = 2_000_000,
        rules: Any,
        output: Output = NO_OUTPUT,
    ) -> None:
        """Solve a game with the engine that fits it; says which, and why.

        Parameters
        ----------
        game
            a game's name, or a file of your own: mygame.py:Name
        method
            the engine; auto takes the one that fits
        exploitability
            how near to perfect play CFR comes
        limit
            the most positions that are looked at
        """
        output.check()
        version = rules.pop("version", None)
        made = chosen(version, **rules)
        with Patience("solving", "--limit sets how many positions are looked at"):
            found = solve_game(made, method=method, exploitability=exploitability, limit=limit)
        output.give([found])

    return with_options(solve, [*_version(chosen), *rules_options(chosen)])


def _own_command(name: str, game: str) -> Callable[..., Any]:
    """Make a command that only some games have, from the module of that name."""
    if game not in games.names():
        raise unknown("game", game, games.names())
    module = games.room(game, name)
    if module is None:
        able = [other for other in games.names() if games.room(other, name) is not None]
        listed = ", ".join(able) or "none yet"
        raise InputError(f"{game} has no {name} (games that have one: {listed})")
    return _wrapped(getattr(module, name), game, patient=name != "score")


def _stakes() -> Callable[..., Any]:
    from ...stakes.command import stakes

    return _wrapped(stakes, "")


def _wrapped(
    function: Callable[..., Result], game: str, *, patient: bool = True
) -> Callable[..., Any]:
    """Make a command of a function that answers with a result; its parameters are options."""
    signature = inspect.signature(function, eval_str=True)
    own = list(signature.parameters.values())
    first = [
        inspect.Parameter("game", inspect.Parameter.POSITIONAL_ONLY, annotation=str)
    ] if game else []  # fmt: skip
    last = inspect.Parameter(
        "output", inspect.Parameter.KEYWORD_ONLY, default=NO_OUTPUT, annotation=Output
    )

    def made(*args: Any, output: Output = NO_OUTPUT, **kwargs: Any) -> None:
        output.check()
        with Patience("working", "Ctrl-C leaves") if patient else contextlib.nullcontext():
            found = function(*args[len(first) :], **kwargs)
        output.give([found])

    parameters = sorted([strict(p) for p in (*first, *own, last)], key=lambda p: p.kind)
    made.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=None
    )
    made.__annotations__ = {p.name: p.annotation for p in parameters}
    made.__doc__ = function.__doc__
    made.__name__ = function.__name__
    return made

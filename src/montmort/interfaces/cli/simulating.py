"""``montmort simulate`` and ``montmort check``: what they take, and what they do with it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter

from ... import games as shelf
from ...core.errors import InputError, StrategyError
from ...core.game import CHANCE
from .output import Output, console

__all__ = ["check", "play", "simulate"]

NO_OUTPUT = Output()
PLAY = Group("Tournament", sort_key=5)


def _precision(hint: Any, tokens: Any) -> float:
    word = tokens[0].value
    try:
        return float(word.rstrip("%")) / (100 if word.endswith("%") else 1)
    except ValueError:
        raise InputError(f"--until takes a precision such as 0.1%, not {word!r}") from None


def simulate(
    game: str,
    /,
    *,
    strategies: Annotated[str | None, Parameter(group=PLAY)] = None,
    grid: Annotated[bool, Parameter(group=PLAY, negative="")] = False,
    focus: Annotated[str | None, Parameter(group=PLAY)] = None,
    games: Annotated[int | None, Parameter(group=PLAY)] = None,
    until: Annotated[float | None, Parameter(group=PLAY, converter=_precision)] = None,
    seed: Annotated[int, Parameter(group=PLAY)] = 1,
    seating: Annotated[
        Literal["random", "rotations", "permutations", "fixed", "mirror"] | None,
        Parameter(group=PLAY),
    ] = None,
    ties: Annotated[Literal["random", "share", "seat"] | None, Parameter(group=PLAY)] = None,
    workers: Annotated[int | None, Parameter(group=PLAY)] = None,
    replay: Annotated[int | None, Parameter(group=PLAY)] = None,
    fresh: Annotated[bool, Parameter(group=PLAY, negative="")] = False,
    output: Output = NO_OUTPUT,
    rules: Any,
) -> int:
    """Let strategies play a game many times, and see who wins and how sure that is.

    Parameters
    ----------
    game
        a game's name, or a file of your own: mygame.py:Name
    strategies
        names with commas between them, as ``montmort rules GAME`` lists them; weights as
        in gain+1, one for each decision as in gain@right, your own as mine.py:patient
    grid
        take every combination of strategies for the game's decisions
    focus
        a strategy that always sits, against a field of the others
    games
        how many games
    until
        stop when every share of wins is as sure as this, such as 0.1%
    seed
        the number from which all chance follows
    seating
        who sits where
    ties
        equal scores: one is drawn to be ahead, all share the places, or the earlier seat
    workers
        how many at once; the numbers do not depend on it
    replay
        print game K of the tournament, move by move
    fresh
        do not go on from a saved run
    """
    from ...engines.tournament import RunStore, record_game, set_table
    from ...engines.tournament import grid as all_combinations
    from ...engines.tournament import simulate as run

    output.check()
    version = rules.pop("version", None)
    chosen = shelf.find(game)(version, **rules)
    if grid and strategies:
        raise InputError("--grid takes every combination: leave out --strategies")
    listed: Any = all_combinations(chosen) if grid else strategies
    if replay is not None:
        if replay < 0:
            raise InputError(f"--replay {replay}: games are numbered from 0")
        table = set_table(chosen, listed, seating=seating, ties=ties, focus=focus)
        record = record_game(table, seed, replay)
        _show(record, output)
        return 1 if "stopped" in record.remarks else 0
    with _Bar(chosen.name) as bar:
        try:
            result = run(
                chosen, listed, games=games, seed=seed, seating=seating, ties=ties, focus=focus,
                until=until, workers=workers, progress=bar.update,
                store=None if fresh else RunStore(),
            )  # fmt: skip
        except StrategyError as error:
            bar.stop()
            partial: Any = error.partial
            if partial is not None and partial.games:
                output.give([partial])
            raise
    output.give([result])
    return 130 if result.interrupted else 0


class _Bar:
    """A progress bar on the terminal, shown only for work that takes a while."""

    def __init__(self, what: str) -> None:
        self.what, self.started = what, time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def update(self, done: int, total: int | None) -> None:
        """Show how far it is."""
        if self.bar is None:
            if time.monotonic() - self.started < 1 or not sys.stderr.isatty():
                return
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            self.bar = Progress(
                "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                console=console(stderr=True), transient=True,
            )  # fmt: skip
            self.bar.start()
            self.task = self.bar.add_task(f"{self.what}: games", total=total)
        self.bar.update(self.task, completed=done)


def _show(record: Any, output: Output) -> None:
    if output.json:
        output._write(record.to_json() + "\n")
        return
    lines = [f"{record.game} {record.version}, game {record.number}, seed {record.seed}"]
    lines += [f"seat {s + 1}: {name}" for s, name in enumerate(record.strategies)]
    for at, move in enumerate(record.moves, 1):
        who = "chance" if move.actor == CHANCE else f"seat {move.actor + 1}"
        lines.append(f"{at:4}  {who:8} {move.text}")
    for s, payoff in enumerate(record.payoffs):
        lines.append(f"seat {s + 1} ends with {payoff}")
    lines += [f"{name}: {text}" for name, text in record.remarks.items()]
    text = "\n".join(lines) + "\n"
    if output.out is None:
        sys.stdout.write(text)
    else:
        output.out.write_text(text, encoding="utf-8")


def play(
    game: str,
    /,
    *,
    against: str | None = None,
    seat: int = 1,
    seed: int | None = None,
    out: Path | None = None,
    rules: Any,
) -> int:
    """Sit down and play a game against strategies.

    Parameters
    ----------
    game
        a game's name, or a file of your own: mygame.py:Name
    against
        who sits in the other seats, with commas between them; by default the best that
        the game has
    seat
        your seat, from 1
    seed
        the number from which all chance follows; by default another one each time
    out
        write the record of the game into a file
    """
    from ...engines.tournament import parse_all
    from ..terminal import Left
    from ..terminal import play as sit_down

    if out is not None and not out.absolute().parent.is_dir():
        raise InputError(f"--out {out}: there is no folder {out.parent}")
    version = rules.pop("version", None)
    chosen = shelf.find(game)(version, **rules)
    best = next(iter(chosen.strategies), None)
    if best is None and chosen.parts and chosen.parts[0]:
        best = chosen.parts[0][0].name
    names = against or best or "random"
    others = parse_all(chosen, names)
    if len(others) == 1:
        others = others * (chosen.players - 1)
    number = time.time_ns() % 10**9 if seed is None else seed
    try:
        record = sit_down(chosen, others, seat=seat - 1, seed=number)
    except (Left, KeyboardInterrupt):
        print("left the table")
        return 0
    if out is not None:
        out.write_text(record.to_json() + "\n", encoding="utf-8")
        print(f"written: {out}")
    return 0


def check(game: str, /, *, rules: Any, seed: int = 1, output: Output = NO_OUTPUT) -> int:
    """Check that a game keeps the promises that the engines rely on.

    Parameters
    ----------
    game
        a game's name, or a file of your own: mygame.py:Name
    seed
        the number from which the games that are tried follow
    """
    from ...engines.contract import check as check_game

    output.check()
    version = rules.pop("version", None)
    result = check_game(shelf.find(game)(version, **rules), seed=seed)
    output.give([result])
    return 1 if result.broken else 0

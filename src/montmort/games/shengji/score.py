"""``montmort score shengji``: keeps the match of a real table in a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.results import Result, Table
from .choosing import choose_game, takes_rules
from .keeping import Keeper, level_name, read_entry

__all__ = ["ScoreSheet", "score"]

FILE = Path("shengji-match.json")
ALONE = ("show", "undo", "new")
HELP = (
    "write the grabbers' points (85), with 'dealer NAME' for the first round, 'friend NAME' "
    "for each friend that was found; undo, show, new, q"
)


@dataclass(frozen=True)
class ScoreSheet(Result):
    """A match as it stands, and how it came to it."""

    keeper: Keeper
    method: str = "the rules of the match"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return names, levels, dealer, winners and rounds; seats are numbered from 1."""
        keeper, now = self.keeper, self.keeper.standing
        return {
            "game": "shengji",
            "version": keeper.game.version,
            "names": list(keeper.names),
            "levels": [level_name(level) for level in now.levels],
            "dealer": None if now.dealer is None else now.dealer + 1,
            "winners": [p + 1 for p in now.winners],
            "rounds": [
                {
                    "points": entry.points,
                    "friends": [p + 1 for p in entry.friends],
                    "levels": [level_name(level) for level in after.levels],
                    "dealer": None if after.dealer is None else after.dealer + 1,
                }
                for entry, after in zip(keeper.entries, keeper.history()[1:], strict=True)
            ],
        }

    def tables(self) -> list[Table]:
        """Return a row for each round: points, and everyone's level after it."""
        keeper, history = self.keeper, self.keeper.history()
        rows: list[tuple[Any, ...]] = []
        for number, standing in enumerate(history):
            entry = keeper.entries[number - 1] if number else None
            deals = "" if standing.dealer is None else keeper.names[standing.dealer]
            rows.append(
                (
                    number or "start",
                    None if entry is None else entry.points,
                    *map(level_name, standing.levels),
                    "" if standing.over else deals,
                )
            )
        return [Table("the match", ("round", "points", *keeper.names, "deals next"), tuple(rows))]

    def notes(self) -> list[str]:
        """Say who won, or who deals."""
        keeper, now = self.keeper, self.keeper.standing
        if now.over:
            return [f"{' and '.join(keeper.names[p] for p in now.winners)} won the match"]
        if now.dealer is None:
            return ["the first deal decides who deals: write 'POINTS dealer NAME' after it"]
        level = level_name(now.levels[now.dealer])
        return [f"{keeper.names[now.dealer]} deals, on level {level}"]


@takes_rules(rounds=0)
def score(
    *words: str,
    file: Path = FILE,
    names: str | None = None,
    version: str | None = None,
    rules: Any,
) -> Result:
    """Keep the match of a real table: points in; levels, dealer and winner out; saved.

    ``montmort score shengji 85 dealer Ann`` reports a round, ``undo`` takes the last one
    back, ``show`` prints the sheet, ``new`` begins a match. Without words it asks.

    Parameters
    ----------
    words
        the grabbers' points, then dealer NAME (first round), friend NAME, jack; or undo,
        show, new
    file
        where the match is kept
    names
        the players by seat, with commas between them (for a new match)
    version
        standard, friends, pagat or online (for a new match)"""
    first = words[0] if words else ""
    _check_alone(words)
    if first in ("show", "undo") and not file.exists():
        raise InputError(f"{file} has no match to {first}: write new, or report a round")
    if first == "new" or not file.exists():
        listed = tuple(name.strip() for name in names.split(",")) if names else ()
        keeper = Keeper(choose_game(version, rules), listed)
    else:
        changed = sorted(set(rules) - {"rounds"})
        if version is not None or names is not None or changed:
            raise InputError(
                f"{file} already has a match: its rules and names stay; write new for another"
            )
        try:
            keeper = Keeper.from_json(_text(file))
        except InputError as error:
            raise InputError(f"{file}: {error}; mend it, or write new for another") from error
    if not words:
        _ask(keeper, file)
    else:
        _do(keeper, list(words), file)
    return ScoreSheet(keeper)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"it can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError("it can't be read: it is not text in UTF-8") from error


def _check_alone(words: Sequence[str]) -> None:
    if words and words[0] in ALONE and len(words) > 1:
        raise InputError(f"{words[1]!r} after {words[0]} is not understood: write {words[0]} alone")


def _do(keeper: Keeper, words: list[str], file: Path) -> None:
    _check_alone(words)
    if words[0] == "new":
        keeper.entries.clear()
    elif words[0] == "undo":
        keeper.undo()
    elif words[0] != "show":
        keeper.report(read_entry(keeper, words))
    if words[0] != "show":
        keeper.save(file)


def _ask(keeper: Keeper, file: Path) -> None:
    print(HELP, file=sys.stderr)
    while not keeper.standing.over:
        print("; ".join(ScoreSheet(keeper).notes()), file=sys.stderr)
        try:
            print("points: ", end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                break
            words = line.split()
        except KeyboardInterrupt:
            break
        if not words:
            continue
        if words[0] in ("q", "quit", "exit"):
            break
        if words[0] in ("?", "help"):
            print(HELP, file=sys.stderr)
            continue
        try:
            _do(keeper, words, file)
            if words[0] == "show":
                print(_sheet(keeper), file=sys.stderr)
        except InputError as error:
            print(error, file=sys.stderr)


def _sheet(keeper: Keeper) -> str:
    lines = []
    for number, standing in enumerate(keeper.history()):
        entry = keeper.entries[number - 1] if number else None
        head = "start" if entry is None else f"round {number}, {entry.points} points"
        levels = zip(keeper.names, standing.levels, strict=True)
        lines.append(f"{head}: " + ", ".join(f"{name} {level_name(x)}" for name, x in levels))
    return "\n".join(lines)

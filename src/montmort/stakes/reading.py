"""Reading who plays, at what rate, and what is known of the results.

A table in CSV has a column ``player``, a column ``rate`` (dollars a chip) and one of

* ``chips``: what each one won (above zero) or lost; with a column ``game`` one row for
  each player in each game,
* ``win``: the chance of each to win a game,
* ``low`` and ``high``: bounds of that chance (they may stand beside ``win``).

Results may also come from a file of their own: the JSON that ``montmort simulate ...
--json`` prints, or a CSV with one column for each player, one row for each game, chips
in the cells and, if games are not alike, a column ``weight``. Every complaint names the
file and the line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from ..core.errors import InputError, unknown
from .money import amount
from .results_files import read_results
from .session import Session

__all__ = ["parse", "read", "read_rates"]

COLUMNS = ("player", "rate", "chips", "win", "low", "high", "game")
_LARGEST_FILE = 50_000_000


@dataclass(frozen=True)
class _Row:
    line: int
    cells: Mapping[str, str]


def read(
    file: Path, results: Path | None = None, rates: Sequence[str] = (), by: str = "strategies"
) -> Session:
    """Read a file, and the results and rates that stand elsewhere.

    ``file`` is a table with rates, or a results file if all ``rates`` are given as
    ``NAME=RATE``. Raises :class:`~montmort.core.errors.InputError` naming file and line.
    """
    given = read_rates(rates)
    text = _text(file)
    if text.lstrip().startswith(("{", "[")):
        if results is not None:
            raise InputError(
                f"{file} and {results} both hold results: give one file with rates, and one of them"
            )
        return _with_rates(read_results(text, str(file), by), given, str(file))
    if results is None:
        return parse(text, str(file), given)
    session = parse(text, str(file), given, rates_only=True)
    return _joined(text, session, read_results(_text(results), str(results), by), file, results)


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise InputError(f"{file} is larger than 50 MB: that is no table of players")
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"there is no file {file}") from None
    except IsADirectoryError:
        raise InputError(f"{file} is a folder, not a file") from None
    except UnicodeDecodeError:
        raise InputError(f"{file} is not a text in UTF-8: save it as CSV (UTF-8)") from None
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror}") from None


def read_rates(rates: Sequence[str]) -> dict[str, Fraction]:
    """Read rates written as NAME=RATE.

    >>> read_rates(["ann=0.05"])
    {'ann': Fraction(1, 20)}
    """
    found: dict[str, Fraction] = {}
    for text in rates:
        name, equals, value = text.rpartition("=")
        if not equals or not name.strip():
            raise InputError(f"rate {text!r} should read NAME=RATE, as in ann=0.05")
        name = name.strip()
        if name in found:
            raise InputError(f"the rate of {name!r} is given twice")
        found[name] = _rate(value, f"the rate of {name!r}")
    return found


def _rate(text: str, where: str) -> Fraction:
    rate = amount(text, f"{where}:")
    if rate < 0:
        raise InputError(
            f"{where}: {text.strip()} is negative: a rate is dollars a chip, 0 or more"
        )
    return rate


def parse(
    text: str,
    source: str = "the table",
    given: Mapping[str, Fraction] | None = None,
    rates_only: bool = False,
) -> Session:
    """Read the text of a table of players.

    ``given`` rates replace those of the table; with ``rates_only`` the results are
    expected elsewhere. Raises :class:`~montmort.core.errors.InputError` naming the line.

    >>> parse("player,rate,win\\nann,0.10,1/3\\nbob,0.05,2/3").win
    (Fraction(1, 3), Fraction(2, 3))
    """
    columns, rows = _rows(text, source)
    given = dict(given or {})
    kind = _kind(columns, source, rates_only, bool(given))
    players: dict[str, int] = {}
    rates: dict[str, Fraction] = {}
    for row in rows:
        name = row.cells["player"]
        where = f"{source}, line {row.line}"
        if not name:
            raise InputError(f"{where}: the player has no name")
        if name in players and "game" not in columns:
            raise InputError(f"{where}: player {name!r} stands in line {players[name]} already")
        if name not in players and len(players) == 1000:
            raise InputError(f"{where}: a table of more than 1000 players can't be treated")
        players.setdefault(name, row.line)
        text_of_rate = row.cells.get("rate", "")
        if text_of_rate:
            rate = _rate(text_of_rate, f"{where}: the rate of {name!r}")
            if rates.setdefault(name, rate) != rate:
                raise InputError(
                    f"{where}: the rate of {name!r} is {text_of_rate} here but {rates[name]} above"
                )
    for name in given:
        if name not in players:
            raise unknown("player", name, players, source)
    rates.update(given)
    for name, line in players.items():
        if name not in rates:
            raise InputError(f"{source}, line {line}: player {name!r} has no rate")
    if len(players) < 2:
        line = rows[0].line if rows else 1
        raise InputError(f"{source}, line {line}: stakes need at least two players")
    session = Session(tuple(players), tuple(rates[name] for name in players))
    if kind == "chips":
        return _chips(session, rows, source, "game" in columns)
    return _chances(session, rows, source) if kind == "win" else session


def _rows(text: str, source: str) -> tuple[tuple[str, ...], list[_Row]]:
    """Split into rows with their line numbers; empty lines and lines with # are passed over."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), skipinitialspace=True)
    columns: tuple[str, ...] | None = None
    rows: list[_Row] = []
    try:
        for cells in reader:
            line = reader.line_num
            if not any(cell.strip() for cell in cells) or cells[0].lstrip().startswith("#"):
                continue
            if columns is None:
                columns = tuple(cell.strip().lower() for cell in cells)
                continue
            if len(cells) > len(columns):
                raise InputError(
                    f"{source}, line {line}: {len(cells)} cells under {len(columns)} headings "
                    "(a decimal is written with a point, 0.05)"
                )
            padded = cells + [""] * (len(columns) - len(cells))
            values = {c: cell.strip() for c, cell in zip(columns, padded, strict=True)}
            rows.append(_Row(line, values))
    except csv.Error as error:
        raise InputError(f"{source}, line {reader.line_num}: no CSV: {error}") from None
    if columns is None:
        raise InputError(f"{source} is empty: its first line names the columns, player,rate,chips")
    return columns, rows


def _kind(columns: Sequence[str], source: str, rates_only: bool, given: bool) -> str:
    """Say which results the columns hold: chips, win (or bounds of it), or none."""
    where = f"{source}, line 1"
    for column in columns:
        if column not in COLUMNS:
            raise unknown("column", column, COLUMNS, where)
        if columns.count(column) > 1:
            raise InputError(f"{where}: column {column!r} stands twice")
    if "player" not in columns:
        raise InputError(f"{where}: there is no column 'player'")
    if "rate" not in columns and not given:
        raise InputError(f"{where}: there is no column 'rate' (dollars a chip)")
    chips = "chips" in columns
    chances = [column for column in ("win", "low", "high") if column in columns]
    if chips and chances:
        raise InputError(f"{where}: give 'chips' or {' and '.join(map(repr, chances))}, not both")
    if ("low" in columns) != ("high" in columns):
        raise InputError(f"{where}: 'low' and 'high' belong together")
    if rates_only and (chips or chances):
        raise InputError(f"{where}: the results stand in another file: leave 'player' and 'rate'")
    if not rates_only and not chips and not chances:
        raise InputError(
            f"{where}: there is none of the columns 'chips', 'win', or 'low' and 'high'"
        )
    if "game" in columns and not chips:
        raise InputError(f"{where}: a column 'game' needs a column 'chips'")
    return "chips" if chips else "win" if chances else ""


def _cell(row: _Row, column: str, source: str) -> Fraction:
    where = f"{source}, line {row.line}"
    text = row.cells.get(column, "")
    if not text:
        raise InputError(f"{where}: {column!r} of {row.cells['player']!r} is empty")
    return amount(text, f"{where}: {column}")


def _chips(session: Session, rows: Sequence[_Row], source: str, many: bool) -> Session:
    """Collect the chips, one row of them a game, and check that each sums to zero."""
    games: dict[str, dict[str, Fraction]] = {}
    lines: dict[str, tuple[int, int]] = {}
    for row in rows:
        game = row.cells.get("game", "")
        where = f"{source}, line {row.line}"
        if many and not game:
            raise InputError(f"{where}: 'game' of {row.cells['player']!r} is empty")
        results = games.setdefault(game, {})
        name = row.cells["player"]
        if name in results:
            raise InputError(f"{where}: player {name!r} has a result in game {game!r} already")
        results[name] = _cell(row, "chips", source)
        lines[game] = (lines.get(game, (row.line, 0))[0], row.line)
    table = []
    for game, results in games.items():
        total = sum(results.values(), Fraction(0))
        if total:
            first, last = lines[game]
            label = f" of game {game!r}" if many else ""
            more = "won than lost" if total > 0 else "lost than won"
            raise InputError(
                f"{source}, lines {first} to {last}: the chips{label} sum to {total}, not to 0 "
                f"({abs(total)} more {more}): a result is missing or miscounted"
            )
        table.append(tuple(results.get(name, Fraction(0)) for name in session.players))
    return replace(session, games=tuple(table), weights=(Fraction(1),) * len(table))


def _chances(session: Session, rows: Sequence[_Row], source: str) -> Session:
    """Collect chances to win and their bounds."""
    found: dict[str, list[Fraction]] = {}
    columns = [column for column in ("win", "low", "high") if column in rows[0].cells]
    for row in rows:
        where = f"{source}, line {row.line}"
        for column in columns:
            value = _cell(row, column, source)
            if not 0 <= value <= 1:
                shown = row.cells[column]
                raise InputError(f"{where}: {column} {shown} is no chance: it must be from 0 to 1")
            found.setdefault(column, []).append(value)
        if "low" in columns:
            low, high = found["low"][-1], found["high"][-1]
            if low > high:
                raise InputError(f"{where}: low {low} is above high {high}")
            if "win" in columns and not low <= found["win"][-1] <= high:
                raise InputError(f"{where}: win {found['win'][-1]} is outside {low} to {high}")
    lines = f"{source}, lines {rows[0].line} to {rows[-1].line}"
    if "win" in found:
        total = sum(found["win"], Fraction(0))
        if total != 1:
            raise InputError(
                f"{lines}: the chances to win sum to {total}, not to 1 "
                "(write thirds and the like as fractions, 1/3)"
            )
    if "low" in found and sum(found["low"], Fraction(0)) > 1:
        raise InputError(f"{lines}: the lower bounds sum to more than 1, so no chances fit")
    if "high" in found and sum(found["high"], Fraction(0)) < 1:
        raise InputError(f"{lines}: the upper bounds sum to less than 1, so no chances fit")
    kept = {column: tuple(values) for column, values in found.items()}
    return replace(session, win=kept.get("win"), low=kept.get("low"), high=kept.get("high"))


def _with_rates(found: Session, given: Mapping[str, Fraction], source: str) -> Session:
    for name in given:
        if name not in found.players:
            raise unknown("player", name, found.players, source)
    for name in found.players:
        if name not in given:
            raise InputError(f"{source}: the rate of {name!r} is missing: give --rate {name}=0.05")
    return replace(found, rates=tuple(given[name] for name in found.players))


def _joined(text: str, session: Session, found: Session, file: Path, results: Path) -> Session:
    """Put rates and results together by the players' names."""
    lines = {row.cells["player"]: row.line for row in _rows(text, str(file))[1]}
    for name in session.players:
        if name not in found.players:
            wrong = unknown("player", name, found.players, str(results))
            raise InputError(f"{file}, line {lines[name]}: {wrong}")
    for name in found.players:
        if name not in session.players:
            raise InputError(f"{file}: player {name!r} of {results} has no rate")
    rates = dict(zip(session.players, session.rates, strict=True))
    return replace(found, rates=tuple(rates[name] for name in found.players))

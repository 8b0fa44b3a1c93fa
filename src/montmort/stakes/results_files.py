"""Reading results that stand in a file of their own, without rates."""

from __future__ import annotations

import csv
import io
import json
import math
from fractions import Fraction
from typing import Any

from ..core.errors import InputError
from .money import amount
from .session import Session

__all__ = ["read_results"]

_ROUNDING = Fraction(1, 1000)
"""How far printed shares may sum from 1 before they are no shares of the same games."""
_MILLION = 1_000_000


def read_results(text: str, source: str, by: str = "strategies") -> Session:
    """Read the JSON of a simulation, or a CSV with one column a player and one row a game.

    ``by`` chooses between the ``strategies`` and the ``seats`` of a simulation. The rates
    of the answer are empty.

    >>> read_results("ann,bob\\n3,-3\\n-1,1", "games.csv").games[0]
    (Fraction(3, 1), Fraction(-3, 1))
    """
    if text.lstrip().startswith(("{", "[")):
        return _simulation(text, source, by)
    return _games(text, source)


def _simulation(text: str, source: str, by: str) -> Session:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{source}, line {error.lineno}: no JSON: {error.msg}") from None
    if by not in ("strategies", "seats"):
        raise InputError(f"players are read by 'strategies' or by 'seats', not by {by!r}")
    rows = data.get(by) if isinstance(data, dict) else None
    if not isinstance(rows, list) or not rows:
        raise InputError(f"{source}: there is no list {by!r}: montmort simulate --json writes one")
    names: list[str] = []
    shares: list[tuple[Fraction, Fraction, Fraction]] = []
    for place, row in enumerate(rows, 1):
        where = f"{source}, {by} {place}"
        if not isinstance(row, dict):
            raise InputError(f"{where}: an object is expected")
        if by == "seats":
            names.append(f"seat {row.get('seat', place)}")
            share = row.get("wins")
        else:
            names.append(str(row.get("name", f"strategy {place}")))
            ranks = row.get("ranks")
            share = ranks[0] if isinstance(ranks, list) and ranks else None
        shares.append(_share(share, where))
    for name in names:
        if names.count(name) > 1:
            raise InputError(
                f"{source}: {name!r} is there {names.count(name)} times: name the strategies "
                "differently, or read by seats"
            )
    if len(names) < 2:
        raise InputError(f"{source}: stakes need at least two players")
    total = sum((share[0] for share in shares), Fraction(0))
    if abs(total - 1) > _ROUNDING * len(names):
        raise InputError(
            f"{source}: the chances to come first sum to {float(total):.4g}, not to 1: stakes "
            "need one strategy for each player of the table, all of them in every game"
        )
    win = tuple(share[0] / total for share in shares)
    low = tuple(min(w, share[1]) for w, share in zip(win, shares, strict=True))
    high = tuple(max(w, share[2]) for w, share in zip(win, shares, strict=True))
    remarks = [
        "The chances to win, and as their bounds the 95 % intervals, are those of a simulation."
    ]
    if total != 1:
        remarks.append("Printed shares that sum to 1 up to rounding were divided by their sum.")
    return Session(tuple(names), (), win=win, low=low, high=high, remarks=tuple(remarks))


def _share(share: Any, where: str) -> tuple[Fraction, Fraction, Fraction]:
    if not isinstance(share, dict) or "value" not in share:
        raise InputError(f"{where}: there is no share of first places with a 'value'")
    value = _number(share["value"], where)
    low = _number(share.get("low", share["value"]), where)
    high = _number(share.get("high", share["value"]), where)
    if not 0 <= value <= 1:
        raise InputError(f"{where}: {share['value']} is no share: it must be from 0 to 1")
    # Bounds are rounded outwards: they cover what they covered, in short fractions.
    low = Fraction(math.floor(low * _MILLION), _MILLION)
    high = Fraction(math.ceil(high * _MILLION), _MILLION)
    return value, max(Fraction(0), low), min(Fraction(1), high)


def _number(value: Any, where: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise InputError(f"{where}: {value!r} is not a number")
    # A float is taken as the decimal that was printed, not as its binary value.
    return amount(str(value), where)


def _games(text: str, source: str) -> Session:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), skipinitialspace=True)
    header: list[str] | None = None
    games: list[tuple[Fraction, ...]] = []
    weights: list[Fraction] = []
    at = -1
    for cells in reader:
        where = f"{source}, line {reader.line_num}"
        if not any(cell.strip() for cell in cells) or cells[0].lstrip().startswith("#"):
            continue
        if header is None:
            header = [cell.strip() for cell in cells]
            at = header.index("weight") if "weight" in header else -1
            _check_header(header, where)
            continue
        if len(cells) != len(header):
            raise InputError(f"{where}: {len(cells)} cells under {len(header)} headings")
        values = [
            amount(cell, f"{where}: {name}") for name, cell in zip(header, cells, strict=True)
        ]
        weight = values.pop(at) if at >= 0 else Fraction(1)
        if weight < 0:
            raise InputError(f"{where}: weight {weight} is negative")
        total = sum(values, Fraction(0))
        if total:
            raise InputError(f"{where}: the chips of this game sum to {total}, not to 0")
        if weight:
            games.append(tuple(values))
            weights.append(weight)
    if header is None or not games:
        raise InputError(
            f"{source} holds no games: the first line names the players, then one line a game"
        )
    players = tuple(name for i, name in enumerate(header) if i != at)
    return Session(players, (), tuple(games), tuple(weights))


def _check_header(header: list[str], where: str) -> None:
    for name in header:
        if not name:
            raise InputError(f"{where}: a player has no name")
        if header.count(name) > 1:
            raise InputError(f"{where}: player {name!r} stands twice")
    if len(header) - header.count("weight") < 2:
        raise InputError(f"{where}: stakes need at least two players, one column each")

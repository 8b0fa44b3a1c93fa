"""Keeping what is done of long runs, so that an interrupted one goes on where it was."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ...core import cache
from .compiling import module_of
from .playing import play_task
from .table import Table
from .tally import Sums, Tally

__all__ = ["RunStore", "run_key"]


def run_key(table: Table, seed: int, stretch: int) -> str:
    """Name a run by everything that its numbers depend on, sources included."""
    from ... import __version__

    paths: list[Path] = []
    things: list[Any] = [
        type(table.game),
        play_task,
        *(c for s in table.strategies for c in s.choosers),
    ]
    for thing in things:
        module = module_of(thing)
        if module is not None:
            paths += cache.sources(module)
    strategies = [(s.name, s.parameters) for s in table.strategies]
    words = (
        __version__, type(table.game).__qualname__,
        repr(sorted(table.game.rules.as_dict().items())),
        repr(strategies), repr(table.seating), table.ties, str(seed), str(stretch),
    )  # fmt: skip
    return cache.fingerprint(sorted(set(paths)), *words)


class RunStore:
    """Saved runs in an SQLite file in the cache's folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or cache.folder() / "runs" / "runs.sqlite"

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=10)
        try:
            connection.execute(
                "create table if not exists runs "
                "(key text primary key, label text, saved real, games integer, tally blob)"
            )
            with connection:
                yield connection
        finally:
            connection.close()

    def load(self, key: str, most: int) -> Tally | None:
        """Return what is saved of a run, if it is no more than ``most`` games."""
        if not self.path.exists():
            return None
        try:
            with self._open() as connection:
                row = connection.execute(
                    "select games, tally from runs where key = ?", (key,)
                ).fetchone()
            return unpack(row[1]) if row and row[0] <= most else None
        except (sqlite3.Error, OSError, ValueError, KeyError):
            return None  # a damaged store costs the saved work, never the run

    def save(self, key: str, tally: Tally, label: str) -> None:
        """Save what is done of a run."""
        with contextlib.suppress(sqlite3.Error, OSError), self._open() as connection:
            connection.execute(
                "insert or replace into runs values (?, ?, ?, ?, ?)",
                (key, label, time.time(), tally.games, pack(tally)),
            )

    def runs(self) -> list[tuple[str, str, float, int]]:
        """List the saved runs: key, label, time, games."""
        if not self.path.exists():
            return []
        try:
            with self._open() as connection:
                return list(
                    connection.execute("select key, label, saved, games from runs order by saved")
                )
        except (sqlite3.Error, OSError):
            return []


_SUMS = ("by_strategy", "by_seat", "crossed", "numbers")
_FIELDS = ("x", "xx", "xm", "m", "mm", "clusters")
_ARRAYS = ("squares", "number_squares", "seat_products")


def pack(tally: Tally) -> bytes:
    """Write a tally as bytes, exactly."""
    arrays: dict[str, Any] = {
        f"{name}.{part}": getattr(getattr(tally, name), part) for name in _SUMS for part in _FIELDS
    }
    arrays |= {name: getattr(tally, name) for name in _ARRAYS}
    head = {
        "shape": [tally.strategies, tally.players, tally.per_deal, tally.deals, tally.games],
        "widths": tally.widths,
        "distributions": {k: sorted(v.items()) for k, v in tally.distributions.items()},
        "scores": [sorted(counts.items()) for counts in tally.score_counts],
    }
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def unpack(data: bytes) -> Tally:
    """Read a tally back."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        strategies, players, per_deal, deals, games = head["shape"]
        tally = Tally(strategies, players, per_deal, deals, games)
        for name in _SUMS:
            sums: Sums = getattr(tally, name)
            for part in _FIELDS:
                setattr(sums, part, arrays[f"{name}.{part}"])
        for name in _ARRAYS:
            setattr(tally, name, arrays[name])
    tally.widths = head["widths"]
    tally.distributions = {k: Counter(dict(v)) for k, v in head["distributions"].items()}
    tally.score_counts = [Counter(dict(v)) for v in head["scores"]]
    return tally

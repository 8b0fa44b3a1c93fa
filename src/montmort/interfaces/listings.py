"""Listings as results: the games, one game's rules, the cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import cache
from ..core.game import Game
from ..core.results import Result, Table, plain
from ..core.rules import settings
from ..engines.tournament import known

__all__ = ["CachePage", "GameList", "RulesPage"]


class GameList(Result):
    """The games with their versions."""

    method, exact = "listing", True

    def __init__(self, games: Sequence[tuple[str, type[Game]]]) -> None:
        self.games = games

    def as_dict(self) -> dict[str, Any]:
        """Return names, versions and strategies."""
        return {
            "games": [
                {
                    "name": name,
                    "about": game.about().split("\n")[0],
                    "versions": list(game.versions) or ["standard"],
                    "strategies": [item for item, _ in known(game)],
                }
                for name, game in self.games
            ]
        }

    def tables(self) -> list[Table]:
        """Return one row a game."""
        rows = tuple(
            (name, game.about().split("\n")[0], ", ".join(game.versions) or "standard")
            for name, game in self.games
        )
        return [Table("games", ("name", "about", "versions"), rows)]

    def notes(self) -> list[str]:
        """Say where to look next."""
        return ["montmort rules GAME prints rules, parameters and strategies"]


class RulesPage(Result):
    """One game's rules: its text, its parameters by version, its strategies."""

    method, exact = "listing", True

    def __init__(self, game: type[Game], version: str | None = None) -> None:
        self.game = game
        self.version = game(version).version
        self.text = game.about()

    def as_dict(self) -> dict[str, Any]:
        """Return text, parameters and strategies."""
        versions = self.game.versions or {"standard": self.game.Rules()}
        return {
            "game": self.game.name,
            "about": self.text,
            "parameters": [
                {"name": s.name, "help": s.help, "default": plain(s.default),
                 "choices": list(s.choices), "low": s.low, "high": s.high}
                for s in settings(self.game.Rules)
            ],
            "versions": {name: plain(rules.as_dict()) for name, rules in versions.items()},
            "strategies": [{"name": name, "help": text} for name, text in known(self.game)],
        }  # fmt: skip

    def tables(self) -> list[Table]:
        """Return the parameters, what versions change of them, and the strategies."""
        versions = self.game.versions or {"standard": self.game.Rules()}
        first = self.version if self.version in versions else next(iter(versions))
        base = versions[first].as_dict()
        rows = tuple(
            ("--" + s.name.replace("_", "-"), _words(base[s.name]),
             " | ".join(s.choices) or _range(s.low, s.high), s.help)
            for s in settings(self.game.Rules)
        )  # fmt: skip
        found = [Table(f"parameters of {self.game.name} {first}",
                       ("option", "value", "choices", "meaning"), rows)]  # fmt: skip
        changes = tuple(
            (name, ", ".join(f"{key} = {_words(value)}" for key, value in rules.as_dict().items()
                             if value != base[key]) or f"the same as {first}")
            for name, rules in versions.items() if name != first
        )  # fmt: skip
        if changes:
            found.append(Table("other versions", ("version", "what it changes"), changes))
        found.append(Table("strategies", ("name", "what it does"), tuple(known(self.game))))
        return found


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'' if low is None else low} to {'' if high is None else high}".strip()


class CachePage(Result):
    """What the cache holds."""

    method, exact = "listing", True

    def __init__(self, kind: str | None) -> None:
        self.entries = [e for e in cache.contents() if kind in (None, e.kind)]

    def as_dict(self) -> dict[str, Any]:
        """Return folder and entries, with sizes in bytes."""
        return {
            "folder": str(cache.folder()),
            "entries": [{"kind": e.kind, "name": e.name, "bytes": e.size} for e in self.entries],
            "runs": [{"label": r[1], "games": r[3]} for r in _runs()],
        }

    def tables(self) -> list[Table]:
        """Return one row an entry."""
        rows = tuple((e.kind, e.name, f"{e.size / 1e6:.2f} MB") for e in self.entries)
        found = [Table(f"cache in {cache.folder()}", ("kind", "name", "size"), rows)]
        runs = tuple((label, games) for _, label, _, games in _runs())
        if runs and any(e.kind == "runs" for e in self.entries):
            found.append(Table("saved runs", ("run", "games"), runs))
        return found

    def notes(self) -> list[str]:
        """Say how to clear it."""
        total = sum(e.size for e in self.entries)
        return [f"{total / 1e6:.1f} MB in all; montmort cache clear removes it"]


def _runs() -> list[tuple[str, str, float, int]]:
    from ..engines.tournament import RunStore

    return RunStore().runs()

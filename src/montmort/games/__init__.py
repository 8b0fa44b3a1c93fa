"""The games: one folder each. The path is the name; there is nothing to register."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from ..core.errors import InputError, unknown
from ..core.game import Game
from ..core.loading import is_file_name, load_file, split_name

__all__ = ["find", "names", "room"]


def names() -> list[str]:
    """List the games that have a folder here.

    >>> "picker" in names()
    True
    """
    return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)


def find(name: str) -> type[Game]:
    """Find a game by its name, or in a file of one's own as ``file.py`` or ``file.py:Name``.

    >>> find("picker").__name__
    'Picker'
    """
    if is_file_name(name):
        path, wanted = split_name(name)
        return _only_game(load_file(path), path, wanted)
    if name not in names():
        raise unknown("game", name, names())
    return _only_game(importlib.import_module(f"{__name__}.{name}"), name, "")


def room(name: str, part: str) -> ModuleType | None:
    """Find a module of a game's folder (``solve``, ``facts``, ...), or ``None``."""
    if is_file_name(name) or name not in names():
        return None
    full = f"{__name__}.{name}.{part}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None


def _only_game(module: ModuleType, where: str, wanted: str) -> type[Game]:
    games: dict[str, type[Game]] = {}
    # A folder may fetch its game when asked, so as to be cheap to import.
    for name in sorted({*dir(module), *getattr(module, "__all__", ())}):
        value = getattr(module, name)
        if (
            isinstance(value, type)
            and issubclass(value, Game)
            and value.__module__.startswith(module.__name__)
        ):
            games[name] = value
    if wanted:
        if wanted not in games:
            raise unknown("game", wanted, games, where=where)
        return games[wanted]
    if not games:
        raise InputError(f"{where} has no game: define a class that inherits from montmort.Game")
    if len(games) > 1:
        listed = ", ".join(f"{where}:{name}" for name in games)
        raise InputError(f"{where} has several games: say which ({listed})")
    return next(iter(games.values()))

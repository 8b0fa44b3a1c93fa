"""Finding things in people's own files, and naming them so that another process can too."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import InputError, unknown

__all__ = ["Reference", "is_file_name", "load_file", "public_names", "refer", "split_name"]


def is_file_name(text: str) -> bool:
    """Say whether a word on the command line names a Python file.

    >>> is_file_name("mygame.py:Nim"), is_file_name("picker")
    (True, False)
    """
    return text.endswith(".py") or ".py:" in text


def split_name(text: str) -> tuple[str, str]:
    """Split ``file.py:Name`` into its two parts; the second may be empty.

    >>> split_name("games/mine.py:Nim")
    ('games/mine.py', 'Nim')
    """
    path, found, name = text.rpartition(".py:")
    return (path + ".py", name) if found else (text, "")


def load_file(path: str | Path) -> ModuleType:
    """Load a Python file as a module, once; its neighbours can be imported by it."""
    file = Path(path).expanduser()
    if not file.is_file():
        near = sorted(p.name for p in file.parent.glob("*.py")) if file.parent.is_dir() else []
        where = "" if file.parent == Path() else str(file.parent)
        raise unknown("file", file.name, near, where)
    file = file.resolve()
    short = hashlib.blake2b(str(file).encode(), digest_size=4).hexdigest()
    name = f"montmort_file_{file.stem}_{short}"
    if name in sys.modules:
        return sys.modules[name]
    folder = str(file.parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except InputError:
        del sys.modules[name]
        raise
    except SyntaxError as error:
        del sys.modules[name]
        where = f", line {error.lineno}" if error.lineno else ""
        raise InputError(f"{path}{where}: {error.msg}") from error
    except Exception as error:
        del sys.modules[name]
        raise InputError(f"{path} can't be loaded: {type(error).__name__}: {error}") from error
    return module


def public_names(module: ModuleType) -> list[str]:
    """List the names that a file defines itself and shows."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        # Functions and classes know where they are from; values are taken for the file's own.
        and (not hasattr(value, "__qualname__") or value.__module__ == module.__name__)
    ]


@dataclass(frozen=True)
class Reference:
    """A name by which another process finds a class or a function."""

    module: str
    name: str
    path: str = ""

    def find(self) -> Any:
        """Find what is meant."""
        module = load_file(self.path) if self.path else importlib.import_module(self.module)
        found: Any = module
        for part in self.name.split("."):
            found = getattr(found, part)
        return found


def refer(thing: Any) -> Reference | None:
    """Name a class or a function, or return ``None`` for one that has no lasting name."""
    name, home = getattr(thing, "__qualname__", ""), getattr(thing, "__module__", "")
    if not name or "<" in name or home not in sys.modules or home == "__main__":
        return None
    file = getattr(sys.modules[home], "__file__", None) or ""
    if home.startswith("montmort_file_"):
        return Reference(home, name, file)
    try:
        found = importlib.util.find_spec(home)
    except (ImportError, ValueError):
        found = None  # a module made by hand, which no other process can import
    return Reference(home, name) if found is not None else None

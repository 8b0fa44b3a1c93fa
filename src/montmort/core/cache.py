"""Where compiled code and saved runs are kept, and what a change of source means there.

Numba's own cache looks at the file of the function that it loads, not at the files of
the functions which that one calls. So every compiled game has a folder named by a hash
of *all* the sources that it can reach by imports; a changed helper is another folder.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

__all__ = ["Entry", "clear", "contents", "fingerprint", "folder", "sources"]


def folder() -> Path:
    """The cache's folder: ``$MONTMORT_CACHE``, or the user's cache folder."""
    named = os.environ.get("MONTMORT_CACHE")
    if named:
        return Path(named).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("montmort"))


@dataclass(frozen=True)
class Entry:
    """One thing in the cache: what it is, and how large."""

    kind: str
    name: str
    path: Path
    size: int


def contents() -> list[Entry]:
    """List what the cache holds: compiled code by game, and the store of saved runs."""
    found = []
    for kind in ("compiled", "runs"):
        home = folder() / kind
        if not home.is_dir():
            continue
        for path in sorted(home.iterdir()):
            if path.is_dir():
                size = sum(part.stat().st_size for part in path.rglob("*") if part.is_file())
            else:
                size = path.stat().st_size
            found.append(Entry(kind, path.name, path, size))
    return found


def clear(kind: str | None = None) -> int:
    """Remove what the cache holds (of one kind, or all) and return how many bytes that was."""
    entries = [entry for entry in contents() if kind in (None, entry.kind)]
    for entry in entries:
        if entry.path.is_dir():
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            entry.path.unlink(missing_ok=True)
    return sum(entry.size for entry in entries)


def sources(module: ModuleType) -> list[Path]:
    """Find the files that a module can reach by imports, outside Python's own libraries.

    Imports are read from the source, so that a plain number imported from a helper
    counts as much as a function.
    """
    found: dict[Path, None] = {}
    todo = [module]
    seen: set[str] = set()
    while todo:
        here = todo.pop()
        name = getattr(here, "__name__", "")
        file = getattr(here, "__file__", None)
        if name in seen or file is None or not file.endswith(".py"):
            continue
        seen.add(name)
        path = Path(file).resolve()
        if _is_library(path):
            continue
        found[path] = None
        for wanted in _imports(path, name, here.__package__ or ""):
            if wanted in sys.modules:
                todo.append(sys.modules[wanted])
    return sorted(found)


def _imports(path: Path, name: str, package: str) -> list[str]:
    stamp = path.stat()
    wanted = []
    for module, names, level in _statements(str(path), stamp.st_mtime_ns, stamp.st_size):
        base = module
        if level:
            parts = package.split(".")
            base = ".".join(parts[: len(parts) - level + 1] + ([module] if module else []))
        wanted.append(base)
        wanted.extend(f"{base}.{item}" for item in names)
    return wanted


@functools.cache
def _statements(path: str, stamp: int, size: int) -> list[tuple[str, tuple[str, ...], int]]:
    found: list[tuple[str, tuple[str, ...], int]] = []
    for node in ast.walk(ast.parse(Path(path).read_bytes())):
        if isinstance(node, ast.Import):
            found.extend((item.name, (), 0) for item in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = tuple(item.name for item in node.names)
            found.append((node.module or "", names, node.level))
    return found


@functools.cache
def _library_folders() -> tuple[Path, ...]:
    import sysconfig

    paths = {Path(p).resolve() for p in sysconfig.get_paths().values() if p}
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    return tuple({Path(sysconfig.get_path(name)).resolve() for name in names} & paths)


def _is_library(path: Path) -> bool:
    own = Path(__file__).resolve().parent.parent
    if own in path.parents:
        return False
    return any(home in path.parents for home in _library_folders())


def fingerprint(paths: list[Path], *extra: str) -> str:
    """Hash files and words into a short name.

    >>> fingerprint([], "numba 0.68.1") == fingerprint([], "numba 0.68.0")
    False
    """
    digest = hashlib.blake2b(digest_size=10)
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for word in (*extra, sys.version.split()[0]):
        digest.update(word.encode() + b"\0")
    return digest.hexdigest()

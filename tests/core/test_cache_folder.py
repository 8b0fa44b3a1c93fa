"""The cache: a folder named by everything that what is in it depends on."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from montmort.core import cache, compiler


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MONTMORT_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def load(place: Path, files: dict[str, str]) -> ModuleType:
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    first = next(iter(files)).removesuffix(".py").replace("/", ".")
    importlib.invalidate_caches()
    for name in list(sys.modules):
        if name.startswith("cachecase"):
            del sys.modules[name]
    return importlib.import_module(first)


WAYS = {
    "a plain import": "import cachecase_help\n",
    "under another name": "import cachecase_help as h\n",
    "a constant": "from cachecase_help import X\n",
    "everything": "from cachecase_help import *\n",
    "inside a function": "def f():\n    import cachecase_help\nimport cachecase_help\n",
    "by way of another": "import cachecase_between\n",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_helper_is_seen_however_it_is_imported(place: Path, way: str) -> None:
    files = {
        "cachecase_main.py": WAYS[way],
        "cachecase_between.py": "from cachecase_help import X as Y\n",
        "cachecase_help.py": "X = 1\n",
    }
    module = load(place, files)
    found = cache.sources(module)
    assert place / "cachecase_help.py" in found
    before = compiler.home("case", found)
    (place / "cachecase_help.py").write_text("X = 2\n")
    assert compiler.home("case", cache.sources(module)) != before
    (place / "cachecase_help.py").write_text("X = 1\n")
    assert compiler.home("case", cache.sources(module)) == before


def test_relative_imports_and_packages_are_followed(place: Path) -> None:
    files = {
        "cachecase/game.py": "from . import one\nfrom .deep.two import y\n",
        "cachecase/__init__.py": "",
        "cachecase/one.py": "from .deep import three\n",
        "cachecase/deep/__init__.py": "",
        "cachecase/deep/two.py": "from ..four import y\n",
        "cachecase/deep/three.py": "",
        "cachecase/four.py": "y = 1\n",
        "cachecase/unused.py": "",
    }
    module = load(place, files)
    names = {str(path.relative_to(place)) for path in cache.sources(module)}
    assert names >= {
        "cachecase/game.py", "cachecase/one.py", "cachecase/four.py", "cachecase/deep/two.py",
        "cachecase/deep/three.py",
    }  # fmt: skip
    assert "cachecase/unused.py" not in names


def test_our_own_files_count_and_libraries_do_not() -> None:
    from montmort.games import picker

    listed = cache.sources(picker)
    found = {path.name for path in listed}
    assert {"moves.py", "position.py", "versions.py", "rule.py", "streams.py", "struct.py"} <= found
    home = Path(cache.__file__).resolve().parents[1]
    assert all(home in path.parents for path in listed)


def test_numba_and_python_versions_and_values_are_part_of_the_name(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba

    before = compiler.home("case", [], "layout")
    assert compiler.home("case", [], "layout") == before
    assert compiler.home("case", [], "other") != before
    monkeypatch.setattr(numba, "__version__", "0.0.1")
    assert compiler.home("case", [], "layout") != before
    assert before.parent == place / "cache" / "compiled"


def test_contents_are_listed_and_cleared_by_kind(place: Path) -> None:
    home = cache.folder()
    assert cache.contents() == []
    assert cache.clear() == 0
    (home / "compiled" / "picker-1").mkdir(parents=True)
    (home / "compiled" / "picker-1" / "code").write_bytes(b"x" * 100)
    (home / "runs").mkdir()
    (home / "runs" / "store.sqlite").write_bytes(b"x" * 30)
    told = [(entry.kind, entry.name, entry.size) for entry in cache.contents()]
    assert told == [("compiled", "picker-1", 100), ("runs", "store.sqlite", 30)]
    assert cache.clear("runs") == 30
    assert [entry.kind for entry in cache.contents()] == ["compiled"]
    assert cache.clear() == 100
    assert cache.contents() == []


def test_without_the_variable_it_is_the_user_s_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MONTMORT_CACHE")
    assert cache.folder().name == "montmort"
    monkeypatch.setenv("MONTMORT_CACHE", "~/somewhere")
    assert cache.folder() == Path("~/somewhere").expanduser()

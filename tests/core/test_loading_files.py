"""People's own files: loaded once, named for other processes, refused in words."""

import subprocess
import sys
from pathlib import Path

import pytest

from montmort import InputError
from montmort.core.loading import (
    Reference,
    is_file_name,
    load_file,
    public_names,
    refer,
    split_name,
)

TEXT = """
import math
from helper_beside import value
from montmort import Game
from montmort.core.strategy import combine, strategy

def patient(view, actions, stream):
    return actions[0]

class Deep:
    class Inner:
        pass

@strategy()
def marked(view, actions, stream):
    return actions[0]

_hidden = 3
number = value
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "helper_beside.py").write_text("value = 17\n")
    path = tmp_path / "mine.py"
    path.write_text(TEXT)
    return path


def test_a_file_is_loaded_once_and_finds_its_neighbours(file: Path) -> None:
    module = load_file(file)
    assert module.number == 17
    assert load_file(str(file)) is module
    assert load_file(file.parent / ".." / file.parent.name / "mine.py") is module
    assert public_names(module) == ["value", "patient", "Deep", "marked", "number"]


def test_two_files_of_one_name_are_two_modules(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.py").write_text("number = 4\n")
    assert load_file(other / "mine.py").number == 4
    assert load_file(file).number == 17


def test_names_are_told_from_files() -> None:
    assert is_file_name("mine.py")
    assert is_file_name("a/mine.py:patient")
    assert not is_file_name("picker")
    assert split_name("a/mine.py:patient") == ("a/mine.py", "patient")
    assert split_name("mine.py") == ("mine.py", "")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("broken.py", "def f(:\n", "broken.py, line 1: "),
        ("raising.py", "x = 1\n1 / 0\n", "can't be loaded: ZeroDivisionError"),
        ("importing.py", "import no_such_module_anywhere\n", "can't be loaded: ModuleNotFound"),
    ],
)
def test_a_file_that_does_not_load_is_named(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    for _ in range(2):  # and it is not half loaded the second time
        with pytest.raises(InputError) as caught:
            load_file(path)
        assert says in str(caught.value)
    path.write_text("fine = 1\n")
    assert load_file(path).fine == 1


def test_a_file_that_is_not_there_has_a_neighbour(file: Path) -> None:
    with pytest.raises(InputError, match=r"no file 'mien\.py' in .*: did you mean 'mine\.py'"):
        load_file(file.parent / "mien.py")
    with pytest.raises(InputError, match="none are known"):
        load_file(file.parent / "nowhere" / "mine.py")


def test_things_are_found_again_by_name_in_another_process(file: Path) -> None:
    module = load_file(file)
    for thing in (module.patient, module.Deep, module.Deep.Inner, Path, refer):
        reference = refer(thing)
        assert reference is not None
        assert reference.find() is thing
    reference = refer(module.patient)
    code = (
        "from montmort.core.loading import Reference\n"
        f"reference = Reference(*{(reference.module, reference.name, reference.path)!r})\n"
        "assert reference.find()(None, [5], None) == 5\n"
    ) if reference else ""  # fmt: skip
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_has_no_lasting_name_has_no_reference() -> None:
    def inside() -> None: ...

    assert refer(inside) is None
    assert refer(lambda: 0) is None
    assert refer(3) is None
    assert isinstance(refer(Reference), Reference)

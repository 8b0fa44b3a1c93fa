"""Every version of every game keeps its promises; a game can't be left out."""

import importlib
import json
from pathlib import Path

import pytest

from montmort import games
from montmort.core.errors import InputError
from montmort.core.game import Game
from montmort.core.results import plain
from montmort.engines.contract import PROMISES, check
from montmort.games import find, names

EXAMPLES = Path(__file__).parents[2] / "examples"


def discover() -> tuple[list[tuple[str, str, type[Game]]], dict[str, str]]:
    """All versions of all games, and the folders that have none with the reason they state."""
    found, without = [], {}
    for name in names():
        folder = importlib.import_module(f"{games.__name__}.{name}")
        reason = getattr(folder, "NO_GAME", "")
        if reason:
            without[name] = reason
            continue
        try:
            kinds = [find(name)]
        except InputError as error:
            without[name] = f"! {error}"
            continue
        found += [(name, version, kind) for kind in kinds for version in _versions(kind)]
    for file in sorted(EXAMPLES.glob("*.py")):
        for kind in _games_in(file):
            where = f"{file.name}:{kind.__name__}"
            found += [(where, version, kind) for version in _versions(kind)]
    return found, without


def _games_in(file: Path) -> list[type[Game]]:
    from montmort.core.loading import load_file

    module = load_file(file)
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
    ]


def _versions(kind: type[Game]) -> list[str]:
    return list(kind.versions) or ["standard"]


FOUND, WITHOUT = discover()

# Beside the versions as they are: other sizes, whose paths the versions don't take.
OTHERS = [
    ("picker", "v1.3", {"players": 2, "rounds": 1}),
    ("picker", "v1.1", {"players": 3, "rounds": 3, "extra_dice": 1}),
    ("picker", "table-3", {"players": 3, "shaft": "none"}),
    ("leher", "classical", {"players": 3, "suits": 2, "ranks": 4}),
    ("race", "own-coins", {"patterns": "HH TT HT", "on_tie": "restart"}),
    ("nim.py:Nim", "standard", {"first": 2, "second": 2, "third": 3, "misere": True}),
]


@pytest.mark.parametrize(
    ("kind", "version"),
    [pytest.param(kind, version, id=f"{name}-{version}") for name, version, kind in FOUND],
)
def test_every_version_of_every_game_keeps_its_promises(kind: type[Game], version: str) -> None:
    # Versions share their code: the first is tried at length, the others in brief.
    first = version == _versions(kind)[0]
    report = check(kind(version), games=4 if first else 1, process=first)
    assert report.kept, "\n".join(f"{item.promise}: {item.sentence}" for item in report)


@pytest.mark.parametrize(
    ("name", "version", "changes"),
    [
        pytest.param(*item, id="-".join(map(str, item[:2])) + f"-{i}")
        for i, item in enumerate(OTHERS)
    ],
)
def test_other_sizes_keep_them_too(name: str, version: str, changes: dict[str, object]) -> None:
    kind = next(kind for where, _, kind in FOUND if where == name)
    report = check(kind(version, **changes), games=4, process=False)
    assert report.kept, "\n".join(f"{item.promise}: {item.sentence}" for item in report)


def test_no_folder_is_without_a_game_unless_it_says_why() -> None:
    silent = {name: reason for name, reason in WITHOUT.items() if reason.startswith("!")}
    assert not silent, (
        "these folders show no game; export one from their __init__, or state the reason there "
        f"as NO_GAME = '...': {silent}"
    )
    assert all(len(reason.split()) >= 4 for reason in WITHOUT.values()), WITHOUT


def test_nothing_is_missed_by_discovery() -> None:
    there = {name for name, _, _ in FOUND} | set(WITHOUT)
    folders = {
        path.parent.name for path in Path(games.__path__[0]).glob("*/__init__.py")
    }  # fmt: skip
    assert folders <= there
    assert "picker" in there
    assert {"nim.py:Nim", "kuhn.py:Kuhn", "tictactoe.py:TicTacToe"} <= there
    for name, version, kind in FOUND:
        assert kind(version).version == version, name


def test_a_report_prints_as_a_table_and_as_json() -> None:
    report = check(find("race")(), games=1, process=False)
    told = json.loads(json.dumps(plain(report.as_dict())))
    assert told["kept"] is True
    assert [row["promise"] for row in told["promises"]] == list(PROMISES)
    assert [row[0] for row in report.tables()[-1].rows] == list(PROMISES)
    assert len(report) == 0


def test_most_promises_are_really_put_to_the_test() -> None:
    """Which promises are counted at all, over three games of different kinds."""
    checked: set[str] = set()
    for name in ("kuhn.py:Kuhn", "tictactoe.py:TicTacToe"):
        kind = next(kind for where, _, kind in FOUND if where == name)
        report = check(kind(), games=2)
        checked |= {promise for promise, count in report.checked.items() if count}
    assert set(PROMISES) - checked == {"twins", "buffer", "astray"}

"""Push the open questions on, and keep what was found as data.

Run by hand: ``python benchmarks/monotonic_questions.py [MINUTES]``. What the data already
holds is not computed again, and every answer is written as soon as it is there, with the
command that gives it; so a run can be stopped at any time and started again with more.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from montmort.core.errors import InputError
from montmort.core.results import plain
from montmort.games.monotonic.solve import solve

DATA = Path(__file__).parent.parent / "src/montmort/games/monotonic/data/answers.json"
KEEP = {
    "all-n": ("eventual", "from", "bound", "bound_used", "classes", "recheck", "runs", "last_draw"),
    "table": ("normal", "misere"),
    "deck": ("outcome",),
    "nimber": ("eventual", "from", "bound", "classes"),
}


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the questions, cheap ones first: a kind, and the command's words."""
    sizes = [(a, s - a) for s in range(6, 13) for a in range(s) if 3 <= s - a <= a]
    for a, d in sizes:
        for misere in ((), ("--misere",)):
            if a + d <= 11 or (a, d) in ((8, 4), (9, 3)):
                yield "all-n", [str(a), str(d), "--all-n", *misere]
    for a, d in sizes:
        if a + d <= 10:
            for deck in ("naturals", "integers"):
                for misere in ((), ("--misere",)):
                    yield "deck", [str(a), str(d), "--deck", deck, *misere]
    for a, d in ((6, 5), (7, 4), (8, 3), (7, 5), (6, 6), (8, 4), (9, 3), (7, 6), (8, 5), (9, 4)):
        for deck in ("integers", "naturals"):
            yield "deck", [str(a), str(d), "--deck", deck]
    for a, d in ((6, 5), (7, 4), (8, 3), (7, 5), (6, 6), (8, 4), (9, 3)):
        for deck in ("integers", "naturals"):
            yield "deck", [str(a), str(d), "--deck", deck, "--misere"]
    for s in range(6, 31):
        for a in range(s):
            if 3 <= s - a <= a:
                yield "deck", [str(a), str(s - a), "--deck", "rationals"]
    for a, d, n in (
        (3, 3, 12), (4, 3, 10), (5, 3, 9), (4, 4, 9), (6, 3, 9), (5, 4, 8), (5, 5, 8), (7, 3, 8),
        (6, 4, 8),
    ):  # fmt: skip
        yield "table", [str(a), str(d), "--table", str(n), "--extended"]
    for a, d in ((3, 2), (5, 2), (7, 2), (3, 3), (4, 3), (4, 4), (5, 3), (6, 3), (5, 4)):
        yield "nimber", [str(a), str(d), "--all-n", "--nimber"]
    for a, d in ((10, 3), (11, 3), (12, 3), (9, 4)):
        yield "all-n", [str(a), str(d), "--all-n"]
    for a, d in ((10, 3), (11, 3), (12, 3)):
        yield "all-n", [str(a), str(d), "--all-n", "--misere"]
    for a, d in ((7, 5), (6, 6)):
        yield "all-n", [str(a), str(d), "--all-n"]
    yield "table", ["7", "6", "--table", "22"]
    yield "table", ["8", "5", "--table", "22"]
    yield "all-n", ["6", "6", "--all-n", "--misere"]
    yield "all-n", ["7", "5", "--all-n", "--misere"]
    yield "all-n", ["9", "4", "--all-n", "--misere"]
    yield "table", ["7", "6", "--table", "26"]
    yield "table", ["8", "5", "--table", "26"]
    yield "table", ["4", "4", "--table", "10", "--extended"]
    yield "table", ["4", "3", "--table", "11", "--extended"]
    yield "table", ["5", "4", "--table", "9", "--extended"]
    yield "table", ["3", "3", "--table", "14", "--extended"]
    yield "table", ["4", "3", "--table", "13", "--extended"]
    yield "table", ["5", "3", "--table", "10", "--extended"]
    yield "table", ["6", "3", "--table", "10", "--extended"]
    for s in range(31, 35):
        for a in range(s):
            if 4 <= s - a <= a:
                yield "deck", [str(a), str(s - a), "--deck", "rationals"]
    yield "table", ["7", "7", "--table", "26"]
    for a, d in ((8, 5), (7, 6), (10, 4)):
        yield "all-n", [str(a), str(d), "--all-n"]
    yield "table", ["3", "3", "--table", "15", "--extended"]
    for a in (11, 12, 13):
        yield "all-n", [str(a), "4", "--all-n"]
    for a in range(13, 19):
        yield "all-n", [str(a), "3", "--all-n"]
        yield "all-n", [str(a), "3", "--all-n", "--misere"]
    yield "table", ["7", "6", "--table", "32"]
    yield "table", ["8", "5", "--table", "32"]
    yield "table", ["7", "6", "--table", "36"]
    yield "table", ["8", "5", "--table", "36"]
    yield "table", ["8", "5", "--table", "40"]
    yield "all-n", ["14", "4", "--all-n"]
    for a, d in ((10, 4), (8, 5), (7, 6)):
        yield "all-n", [str(a), str(d), "--all-n", "--misere"]


def options_of(words: list[str]) -> dict[str, Any]:
    """The command's words as arguments."""
    options: dict[str, Any] = {}
    rest = words[2:]
    while rest:
        name = rest.pop(0)[2:].replace("-", "_")
        takes = name in ("table", "deck")
        value: Any = rest.pop(0) if takes else True
        options[name] = int(value) if name == "table" else value
    return options


def write(known: list[dict[str, Any]]) -> None:
    """Write the answers in the order of the questions, others behind them."""
    asked = [f"montmort solve monotonic {' '.join(words)} --json" for _, words in commands()]
    order = {command: place for place, command in enumerate(asked)}
    known.sort(key=lambda entry: order.get(entry["command"], len(order)))
    rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in known)
    DATA.write_text(f"[\n{rows}\n]\n")


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    stop = time.monotonic() + 60 * minutes
    known = json.loads(DATA.read_text()) if DATA.exists() else []
    done = {entry["command"] for entry in known}
    for kind, words in commands():
        command = f"montmort solve monotonic {' '.join(words)} --json"
        if command in done or time.monotonic() > stop:
            continue
        start = time.monotonic()
        try:
            found = plain(solve(int(words[0]), int(words[1]), **options_of(words)).as_dict())
        except InputError as error:
            print(f"{command}: {error}", flush=True)
            continue
        seconds = time.monotonic() - start
        kept = {name: found[name] for name in KEEP[kind]}
        known.append({"command": command, "kind": kind, **kept})
        write(known)
        print(f"{command}: {seconds:.1f} s {kept}", flush=True)
    write(known)


if __name__ == "__main__":
    main()

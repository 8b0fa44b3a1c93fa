"""Race the solver of monotonic sequence games against plain programs that do the same job.

Run by hand: ``python benchmarks/monotonic.py [FINITE RATIONALS]``, where the two are
compiled reference programs: ``FINITE A D N0 N1 MISERE LOG2_TABLE`` for chains and
``RATIONALS S`` for the rationals (``python benchmarks/monotonic.py threads``: only two
threads against one). Both sides use one thread, in one run, one after the
other; ours is timed with its code compiled and loaded, and the whole command after that.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from montmort.engines.outcome import Outcomes, label_all
from montmort.engines.outcome.sweep import wins
from montmort.games.monotonic import chain, dense
from montmort.games.monotonic.tables import all_decks, types_of

SIZES = [(a, d) for a in range(3, 10) for d in range(3, a + 1) if a + d <= 12]
MOST = 20


def timed(command: list[str]) -> tuple[float, str]:
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout


def chains(reference: Path | None) -> None:
    types_of(4, 3, 5, False, False, None, 1)
    types_of(7, 5, 5, True, False, None, 1)  # compiled for one word and for two
    ours = theirs = 0.0
    for a, d in SIZES:
        for misere in (False, True):
            start = time.perf_counter()
            found, analysis = types_of(a, d, MOST, misere, False, None, 1)
            mine = time.perf_counter() - start
            ours += mine
            line = f"({a}, {d}) {'misère' if misere else 'normal'}: {mine:7.3f} s"
            line += f", {analysis.positions:,} positions"
            if reference is not None:
                taken, text = timed([str(reference), *map(str, (a, d, 1, MOST, int(misere), 24))])
                theirs += taken
                types = "".join(re.findall(r"type=(.)", text))
                stored = int(re.findall(r"tt=(\d+)", text)[-1])
                line += f"; reference {taken:7.3f} s, {stored:,} positions"
                if types != found:
                    line += f"  DIFFERENT: {types} {found}"
            print(line, flush=True)
    print(f"chains to n = {MOST}, a + d <= 12, both forms: {ours:.2f} s", end="")
    print(f", reference {theirs:.2f} s: {theirs / ours:.1f} times" if theirs else "")


def rationals(reference: Path | None, letters: int = 26) -> None:
    label_all(dense.numbered(5, 4))
    start = time.perf_counter()
    found = []
    for d in range(3, letters // 2 + 3):
        row = ""
        for a in range(d, letters + 5 - d):
            marks, _ = label_all(dense.numbered(a, d))
            row += "PN"[wins(marks, dense.number_of("", a, d))]
        found.append(row)
    ours = time.perf_counter() - start
    print(f"rationals, 3 <= d <= a, a + d <= {letters + 4}: {ours:.2f} s", end="")
    if reference is not None:
        taken, text = timed([str(reference), str(letters)])
        rows = [re.sub(r"[^NP]", "", row.split(":")[1].split("(")[0]) for row in text.splitlines()]
        same = "the same types" if rows == found else "DIFFERENT"
        print(f", reference {taken:.2f} s: {taken / ours:.1f} times, {same}", end="")
    print()


def proofs() -> None:
    for a, d, misere in ((5, 5, False), (6, 5, False), (6, 5, True), (8, 4, False), (8, 4, True)):
        start = time.perf_counter()
        found = all_decks(a, d, misere=misere)
        taken = time.perf_counter() - start
        print(
            f"all n, ({a}, {d}) {'misère' if misere else 'normal'}: {found.eventual} from "
            f"{found.start}, {found.classes:,} classes, with the re-check {taken:.2f} s",
            flush=True,
        )


THREADED = [(7, 6, 24, False), (7, 6, 26, False), (6, 6, 29, True)]


def threads() -> None:
    """Two threads against one: the wall time, the processor time, and what both searched."""
    for a, d, n, misere in THREADED:
        kernel = chain.kernel_of(a, d, n, misere=misere)
        position, _ = chain.pack(kernel, [(a, d, n)])
        found = []
        for count in (1, 2, 1, 2):
            outcomes = Outcomes(kernel, threads=count, memory=6 << 30)
            outcomes.value(chain.pack(kernel, [(a, d, 5)])[0])  # compiled and loaded
            wall, cpu = time.perf_counter(), time.process_time()
            value = outcomes.value(position)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            found.append((wall, cpu, outcomes.nodes, value))
            if count == 2:
                assert value == found[-2][3]
        one, two = min(found[::2]), min(found[1::2])
        print(
            f"({a}, {d}) {'misère' if misere else 'normal'}, n = {n}, {kernel.words} words: one "
            f"thread {one[0]:.2f} s ({one[1]:.2f} s of processor, {one[2]:,} nodes), two "
            f"{two[0]:.2f} s ({two[1]:.2f} s, {two[2]:,} nodes): {one[0] / two[0]:.2f} times as "
            f"fast (by processor time, with a core each: {2 * one[1] / two[1]:.2f}), "
            f"{two[2] / one[2] - 1:+.1%} nodes",
            flush=True,
        )


def command() -> None:
    words = ["solve", "monotonic", "5", "5", "--deck", "20", "--json"]
    path = Path(sys.executable).with_name("montmort")
    timed([str(path), *words])
    taken, _ = timed([str(path), *words])
    print(f"montmort {' '.join(words)}, warm: {taken:.2f} s")


if __name__ == "__main__":
    if sys.argv[1:] == ["threads"]:
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        threads()
        sys.exit()
    given = [Path(word) for word in sys.argv[1:3]] + [None, None]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    chains(given[0])
    rationals(given[1])
    proofs()
    threads()
    command()

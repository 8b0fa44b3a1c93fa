"""Searches that stop: for want of memory, by an interrupt, by a kill; and go on to the same."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from montmort.core.errors import InputError
from montmort.engines.outcome import Kernel, Outcomes
from montmort.engines.outcome import outcomes as outcomes_module
from montmort.engines.outcome.checking import recheck
from montmort.engines.outcome.memory import memory_of
from montmort.games.monotonic import chain, witness

Position = tuple[int, ...]
ROOMY = 1 << 29


@functools.cache
def game(a: int, d: int, n: int, misere: bool = False) -> tuple[Kernel, Position]:
    kernel = chain.kernel_of(a, d, n, misere=misere)
    return kernel, chain.pack(kernel, [(a, d, n)])[0]


@functools.cache
def whole(a: int, d: int, n: int) -> tuple[int, tuple[int, ...], int]:
    """The value, those of what follows, and the nodes of one thread that is left alone."""
    kernel, position = game(a, d, n)
    outcomes = Outcomes(kernel, memory=ROOMY)
    value = outcomes.value(position)
    nodes = outcomes.nodes
    after = tuple(
        outcomes.value(child) if plain == 2 else plain
        for child, plain in outcomes.children(position)
    )
    return value, after, nodes


def same_as_whole(outcomes: Outcomes, size: tuple[int, int, int]) -> None:
    position = game(*size)[1]
    value, after, _ = whole(*size)
    assert outcomes.value(position) == value
    for (child, plain), wanted in zip(outcomes.children(position), after, strict=True):
        assert (outcomes.value(child) if plain == 2 else plain) == wanted
    # Every label follows from its children, as another kernel lists them.
    assert recheck(outcomes, witness.kernel_of(outcomes.kernel)).holds


ONE_WORD, TWO_WORDS = (6, 6, 21), (7, 6, 19)


@pytest.mark.parametrize(("size", "words"), [(ONE_WORD, 1), (TWO_WORDS, 2)])
def test_threads_find_the_same_and_nothing_wrong(
    size: tuple[int, int, int], words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes_module, "CHUNK", 1 << 10)  # come together often
    monkeypatch.setattr(outcomes_module, "MOST", 1 << 14)
    kernel, _ = game(*size)
    assert kernel.words == words
    for threads in (2, 4):
        outcomes = Outcomes(kernel, memory=ROOMY, threads=threads)
        same_as_whole(outcomes, size)
        assert outcomes.size == distinct(outcomes)
        assert outcomes.nodes < 2 * whole(*size)[2] + 50_000
    assert threading.active_count() < 20


def distinct(outcomes: Outcomes) -> int:
    """How many different positions the places of the table hold."""
    rows = outcomes.table.reshape(-1, outcomes.kernel.words)
    rows = rows[rows[:, -1] != 0]
    rows[:, -1] >>= 4
    order = np.lexsort(rows.T)
    return 1 + int((np.diff(rows[order], axis=0) != 0).any(axis=1).sum())


@pytest.mark.parametrize(("size", "threads"), [(ONE_WORD, 1), (TWO_WORDS, 1), (TWO_WORDS, 2)])
def test_too_little_memory_says_what_it_needs_and_more_goes_on(
    size: tuple[int, int, int], threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes_module, "CHUNK", 1 << 10)
    monkeypatch.setattr(outcomes_module, "MOST", 1 << 10)
    kernel, position = game(*size)
    file = tmp_path / "table.npy"
    tight = Outcomes(kernel, memory=ROOMY, threads=threads)
    tight.memory = tight._working + (1 << 18)
    tight.file = file
    with pytest.raises(InputError, match="needs a memory of") as raised:
        tight.value(position)
    assert "goes on from here" in str(raised.value)
    resumed = Outcomes(kernel, memory=ROOMY, threads=threads, file=file)
    assert resumed.size == sum(len(piece) for piece in tight.entries()) > 3_000
    assert resumed.value(position) == whole(*size)[0]
    if threads == 1:
        assert resumed.nodes < whole(*size)[2]  # less was left to do
    same_as_whole(resumed, size)
    resumed.forget_file()
    assert not file.exists()


def test_no_room_at_all() -> None:
    with pytest.raises(InputError, match="at the least"):
        Outcomes(game(*ONE_WORD)[0], memory=1000)


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupted_and_resumed(threads: int, tmp_path: Path) -> None:
    kernel, position = game(*TWO_WORDS)
    file = tmp_path / "table.npy"

    def stop(positions: int) -> None:
        if positions > 20_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Outcomes(kernel, memory=ROOMY, threads=threads, file=file, progress=stop).value(position)
    resumed = Outcomes(kernel, memory=ROOMY, threads=threads, file=file)
    assert resumed.size > 10_000
    assert resumed.value(position) == whole(*TWO_WORDS)[0]
    if threads == 1:
        assert resumed.nodes < whole(*TWO_WORDS)[2]  # less was left to do
    same_as_whole(resumed, TWO_WORDS)


LARGE = (7, 6, 27)


def test_an_interrupt_in_the_middle_waits_for_the_threads(tmp_path: Path) -> None:
    kernel, position = game(*LARGE)
    file = tmp_path / "table.npy"
    outcomes = Outcomes(kernel, memory=ROOMY, threads=2, file=file)
    outcomes.value(chain.pack(kernel, [(7, 6, 8)])[0])  # compiled and loaded
    timer = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        outcomes.value(position)
    before = outcomes.table.copy()
    time.sleep(0.05)
    assert (before == outcomes.table).all()  # nobody writes any more
    resumed = Outcomes(kernel, memory=ROOMY, threads=2, file=file)
    assert resumed.size == sum(len(piece) for piece in outcomes.entries())
    assert recheck(resumed, witness.kernel_of(kernel), most=20_000).holds


SCRIPT = """
import sys
from pathlib import Path
from montmort.engines.outcome import Outcomes, outcomes
from montmort.games.monotonic import chain
outcomes.SAVE_EVERY = 0.0
outcomes.MOST = 1 << 13
a, d, n, threads = map(int, sys.argv[1:5])
kernel = chain.kernel_of(a, d, n)
made = Outcomes(kernel, memory=1 << 29, threads=threads, file=Path(sys.argv[5]))
made.value(chain.pack(kernel, [(a, d, n)])[0])
"""


def test_killed_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "table.npy"
    words = [sys.executable, "-c", SCRIPT, *map(str, LARGE), "2", str(file)]
    with subprocess.Popen(words) as run:
        limit = time.monotonic() + 60
        while not file.exists() and run.poll() is None and time.monotonic() < limit:
            time.sleep(0.01)
        run.kill()
    assert run.returncode == -signal.SIGKILL
    kernel, _ = game(*LARGE)
    resumed = Outcomes(kernel, memory=ROOMY, threads=2, file=file)
    assert resumed.size > 1_000
    assert recheck(resumed, witness.kernel_of(kernel), most=20_000).holds
    # A smaller deck is among what the larger one's table may be asked.
    value, _, _ = whole(*TWO_WORDS)
    assert resumed.value(chain.pack(kernel, [TWO_WORDS])[0]) == value


MEASURE = """
import sys
from pathlib import Path
from montmort.core.errors import InputError
from montmort.engines.outcome import Outcomes
from montmort.games.monotonic import chain
a, d, n, threads, memory = map(int, sys.argv[1:6])
file = Path(sys.argv[6])
kernel = chain.kernel_of(a, d, n)
position, small = chain.pack(kernel, [(a, d, n)])[0], chain.pack(kernel, [(a, d, 14)])[0]
warm = Outcomes(kernel, memory=1 << 28, threads=threads)
warm.value(small)
warm._grow()
del warm
def read(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))
def run(file):
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = read("VmRSS")
    made = Outcomes(kernel, memory=memory, threads=threads, file=file)
    try:
        made.value(position)
    except InputError as error:
        print(error)
    print(read("VmHWM") - before, made.size)
run(file)
run(file)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="sizes are measured as Linux counts them")
@pytest.mark.parametrize("threads", [1, 2])
def test_the_memory_that_is_taken_is_what_was_allowed(threads: int, tmp_path: Path) -> None:
    limit = 20 << 20  # 2**20 places of two words and the working arrays fit
    words = [sys.executable, "-c", MEASURE, *map(str, (*LARGE, threads, limit))]
    done = subprocess.run(
        [*words, str(tmp_path / "table.npy")], capture_output=True, text=True, check=True
    )
    # Once from the start, once from the file: growing, saving and loading included.
    said, first, said_again, second = done.stdout.splitlines()
    assert "needs a memory of" in said and "needs a memory of" in said_again
    for measured in (first, second):
        taken, kept = map(int, measured.split())
        assert kept > 600_000
        # What is allowed, and 2 MiB for Python itself.
        assert taken < limit + (2 << 20)
    assert int(first.split()[0]) > 15 << 20


def test_a_damaged_file_costs_the_work_only(tmp_path: Path) -> None:
    kernel, position = game(*ONE_WORD)
    file = tmp_path / "table.npy"
    for junk in (b"", b"not a table", b"\x93NUMPY\x01\x00\x10\x00{}              "):
        file.write_bytes(junk)
        outcomes = Outcomes(kernel, memory=ROOMY, file=file)
        assert outcomes.size == 0
    assert outcomes.value(position) == whole(*ONE_WORD)[0]


def test_sizes_of_memory() -> None:
    assert memory_of("2G") == 2 << 30
    assert memory_of("1.5") == 3 << 29
    assert memory_of("500MiB") == 500 << 20
    for text in ("", "much", "-1G", "0", "inf"):
        with pytest.raises(InputError, match="memory"):
            memory_of(text)
    with pytest.raises(InputError, match="threads"):
        Outcomes(game(*ONE_WORD)[0], threads=0)
    with pytest.raises(InputError, match="no position"):
        Outcomes(game(*ONE_WORD)[0], memory=1 << 28).value((1 << 62,))

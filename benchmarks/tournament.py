"""How fast tournaments are, as ratios measured in one run.

    python benchmarks/tournament.py            everything (a minute or two)
    python benchmarks/tournament.py speed      only the part named: speed, python, workers,
                                               memory, start

The loops that are compared take turns in short slices, and the quick slices of each are
compared (their lower quintile): other work on the machine then disturbs both alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

FOUR = "highest,gain,gain+1,random"
CODES, WEIGHTS = (1, 0, 0, 2), (0.0, 0.0, 1.0, 0.0)
"""The same four strategies for the loops written by hand."""
STRETCH = 4 * 8192
"""Games in a slice: some of the stretches in which the engine plays."""


def take_turns(
    slices: int, *loops: tuple[Callable[[int], None], int], clock: Callable[[], float]
) -> list[float]:
    """Return games a second of loops of so many games each, run in turns."""
    times: list[list[float]] = [[] for _ in loops]
    for loop, _ in loops:
        loop(0)
    for k in range(slices):
        for (loop, _), taken in zip(loops, times, strict=True):
            started = clock()
            loop(k)
            taken.append(clock() - started)
    return [
        games / sorted(taken)[len(taken) // 5]
        for (_, games), taken in zip(loops, times, strict=True)
    ]


def engine(strategies: str, games: int = STRETCH, workers: int = 1) -> Callable[[int], None]:
    """The tournament engine: whole runs with their tallies and figures."""
    from montmort.engines.tournament import simulate
    from montmort.games import find

    game = find("picker")()
    return lambda k: simulate(game, strategies, games=games, seed=k, workers=workers) and None


def by_hand(codes: tuple[int, ...], weights: tuple[float, ...]) -> Callable[[int], None]:
    """The Numba loop written by hand for this game."""
    import hand_picker_full
    import numpy as np

    n = len(codes)

    def run(k: int) -> None:
        counts = np.zeros((n, n), np.int64), np.zeros((n, n), np.int64), np.zeros(n, np.int64)
        hand_picker_full.play(n, np.array(codes), np.array(weights), STRETCH, k, *counts)

    return run


def speed() -> None:
    """Compare the engine with loops written by hand in Numba."""
    import hand_picker
    import numpy as np

    four, gain, hand_four, hand_gain, strict = take_turns(
        40,
        (engine(FOUR), STRETCH),
        (engine("gain"), STRETCH),
        (by_hand(CODES, WEIGHTS), STRETCH),
        (by_hand((0, 0, 0, 0), (0.0,) * 4), STRETCH),
        (lambda k: hand_picker.play(STRETCH, k, np.zeros(4, np.int64)), STRETCH),
        clock=time.thread_time,
    )
    print("Picker v1.3, four players, one core, thousands of games a second")
    print(
        f"  {FOUR}: engine {four / 1e3:.0f}, by hand {hand_four / 1e3:.0f}: "
        f"{four / hand_four:.0%} of it (asked for: 50 %, goal 80 %)"
    )
    print(
        f"  all gain: engine {gain / 1e3:.0f}, by hand {hand_gain / 1e3:.0f}: "
        f"{gain / hand_gain:.0%} of it"
    )
    print(
        f"  all gain, against a loop for four players and this strategy alone that counts "
        f"wins by seat ({strict / 1e3:.0f}): {gain / strict:.0%} of it"
    )


def python() -> None:
    """Compare the engine with a tight loop in plain Python."""
    import hand_picker_python

    def run(k: int) -> None:
        counts = [[0] * 4 for _ in range(4)], [[0] * 4 for _ in range(4)], [0] * 4
        hand_picker_python.play(4, CODES, WEIGHTS, 200, k, *counts)

    four, plain = take_turns(30, (engine(FOUR), STRETCH), (run, 200), clock=time.thread_time)
    print(
        f"plain Python: {plain:,.0f} games a second; the engine {four / plain:.0f} times that "
        "(asked for: 20)"
    )


def workers() -> None:
    """Compare two workers with one, and two threads of the hand-written loop with one."""
    from concurrent.futures import ThreadPoolExecutor

    games = 4 * STRETCH
    hand = by_hand(CODES, WEIGHTS)
    with ThreadPoolExecutor(2) as pool:
        one, two, hand_one, hand_two = take_turns(
            10,
            (engine(FOUR, games), games),
            (engine(FOUR, games, 2), games),
            (hand, STRETCH),
            (lambda k: [*pool.map(hand, (k, 1000 + k))] and None, 2 * STRETCH),
            clock=time.perf_counter,
        )
    print(
        f"two workers: {two / one:.2f} times one (asked for: 1.7 where two cores are free); "
        f"two threads of the hand-written loop, which share nothing: {hand_two / hand_one:.2f} "
        f"times one (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)"
    )


def memory() -> None:
    """Show the memory after one and after ten million games."""
    program = (
        "import resource, time\n"
        "from montmort.engines.tournament import simulate\n"
        "from montmort.games import find\n"
        "for games in (1_000, 1_000_000, 10_000_000):\n"
        "    started = time.perf_counter()\n"
        f"    simulate(find('picker')(), '{FOUR}', games=games, workers=1)\n"
        "    took = time.perf_counter() - started\n"
        "    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "    print(f'  after {games:>10,} games: {most:.0f} MB at the most, {took:.1f} s')\n"
    )
    print("memory", flush=True)
    subprocess.run([sys.executable, "-c", program], check=True)


def start() -> None:
    """Time the first start, which compiles, and later ones, in new processes."""
    command = Path(sys.executable).with_name("montmort")
    run = [str(command), "simulate", "picker", "--games", "1000"]

    def seconds(words: list[str], times: int, **extra: str) -> float:
        taken = []
        for _ in range(times):
            started = time.perf_counter()
            subprocess.run(words, check=True, capture_output=True, env={**os.environ, **extra})
            taken.append(time.perf_counter() - started)
        return min(taken)

    with tempfile.TemporaryDirectory() as folder:
        print(
            f"first start, with compiling: {seconds(run, 1, MONTMORT_CACHE=folder):.1f} s "
            "(asked for: 20)"
        )
        print(f"later starts: {seconds(run, 5, MONTMORT_CACHE=folder):.2f} s (asked for: 2)")
    print(f"montmort --help: {seconds([str(command), '--help'], 5):.2f} s (asked for: 0.5)")
    check = "import sys, montmort; sys.exit('numba' in sys.modules)"
    print(
        f"import montmort: {seconds([sys.executable, '-c', check], 5):.2f} s, without Numba "
        f"(asked for: 0.2; Python alone: {seconds([sys.executable, '-c', ''], 5):.2f})"
    )


PARTS = {"speed": speed, "python": python, "workers": workers, "memory": memory, "start": start}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()

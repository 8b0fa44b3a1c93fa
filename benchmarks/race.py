"""Times of pattern races, by every route, in one run: ``python benchmarks/race.py``.

The peer is the chain of both players together solved with Python's own fractions, which
is what one would write by hand. Bounds: 16 letters a side exact in 2 s, 64 letters a side
to 30 digits in 10 s, a 64-letter wait and a shared coin exact in milliseconds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from montmort.games.race.letters import COIN
from montmort.games.race.own import joint_chain, race_apart
from montmort.games.race.patterns import Pattern
from montmort.games.race.shared import chain_figures, race_together, shared_chain

REPEATS = 5


def timed(work: Callable[[], Any], repeats: int = REPEATS) -> tuple[float, Any]:
    """Return the shortest of several times, in seconds, and what came out."""
    best, found = float("inf"), None
    for _ in range(repeats):
        start = time.perf_counter()
        found = work()
        best = min(best, time.perf_counter() - start)
    return best, found


def by_hand(players: list[Pattern]) -> Fraction:
    """Solve the joint chain for "the first player first" by Gauss, in fractions."""
    chain = joint_chain(players)
    inside = [i for i, s in enumerate(chain.states) if s[0] != -1]
    place = {i: n for n, i in enumerate(inside)}
    won = chain.index((-1, 0))
    rows = []
    for i in inside:
        row = {place[j]: -w for j, w in chain.rows[i].items() if j in place}
        row[place[i]] = row.get(place[i], Fraction(0)) + 1
        row[-1] = chain.rows[i].get(won, Fraction(0))
        rows.append(row)
    for c in reversed(range(len(rows))):
        pivot = rows[c].pop(c)
        rows[c] = {j: w / pivot for j, w in rows[c].items()}
        for r in range(c):
            factor = rows[r].pop(c, None)
            if factor:
                for j, w in rows[c].items():
                    rows[r][j] = rows[r].get(j, Fraction(0)) - factor * w
    return rows[0][-1]


def main() -> None:
    """Print each time, its bound, and the ratio to the peer."""
    draw = random.Random(1)

    def word(size: int) -> Pattern:
        return Pattern("".join(draw.choice("HT") for _ in range(size)), COIN)

    late = []

    def report(what: str, seconds: float, bound: float) -> None:
        late.append(seconds > bound)
        print(f"{what:<58} {1000 * seconds:10.2f} ms   (bound {1000 * bound:.0f} ms)")

    short, long = [word(16), word(16)], [word(64), word(64)]
    seconds, exact = timed(lambda: race_apart(short))
    report("own coins, 16 letters a side, exact", seconds, 2)
    peer, found = timed(lambda: by_hand(short), 1)
    assert found == exact.first[0]
    print(f"{'  the same by hand, in fractions (who is first only)':<58} {1000 * peer:10.2f} ms")
    print(f"{'  ratio':<58} {peer / seconds:10.0f}")
    seconds, chain = timed(lambda: chain_figures(joint_chain(short), (0, 0), 2, None), 2)
    assert (chain.first, chain.length) == (exact.first, exact.length)
    report("  the same by the joint chain, lifted", seconds, 2)

    seconds, balls = timed(lambda: race_apart(long, digits=30), 2)
    report("own coins, 64 letters a side, enclosed to 30 digits", seconds, 10)
    seconds, exact = timed(lambda: race_apart(long), 2)
    report("own coins, 64 letters a side, exact", seconds, 10)
    assert exact.first[0] in balls.first[0]
    seconds, chain = timed(lambda: chain_figures(joint_chain(long), (0, 0), 2, 30), 1)
    report("  enclosed by the joint chain of 4096 states", seconds, 10)
    assert exact.first[0] in chain.first[0]

    def wait() -> tuple[Fraction, Fraction]:
        fresh = Pattern(long[0].word, COIN)
        return fresh.wait, fresh.variance

    seconds, _ = timed(wait)
    report("one 64-letter wait, mean and variance, exact", seconds, 0.01)
    seconds, together = timed(lambda: race_together(long))
    report("shared coin, 64 letters a side, exact", seconds, 0.01)
    seconds, chain = timed(lambda: chain_figures(shared_chain(long), "", 2, None))
    assert chain.first == together.first
    report("  the same by the automaton of both", seconds, 0.1)
    if any(late):
        sys.exit("at least one time is over its bound")


if __name__ == "__main__":
    main()

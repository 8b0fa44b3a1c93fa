"""How fast Sheng Ji is, in one run on one core.

    python benchmarks/shengji.py

Rounds a second with random legal and rule-based players, the time to judge a follow of a
33-card hand, the start of the command where it compiles and after that, and beside them
OpenSpiel's hearts, random plays a second driven from Python and inside C++, where
``pyspiel`` can be imported by this Python or by the one that ``MONTMORT_PEERS`` names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

PEER = """
import random, time
import pyspiel
game = pyspiel.load_game("hearts")
clock = time.process_time
rng, plays, games, start = random.Random(1), 0, 0, clock()
while clock() - start < 2:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            plays += 1
    games += 1
python, each = plays / (clock() - start), plays / games
# In C++: a search of one step whose evaluations are 1,000 random games from the deal.
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
bot = pyspiel.MCTSBot(
    game, pyspiel.RandomRolloutEvaluator(1000, 1), 2.0, 2, 100, False, 1, False
)
rollouts, start = 0, clock()
while clock() - start < 2:
    bot.mcts_search(state)
    rollouts += 2000
print(python, rollouts * each / (clock() - start))
"""


def rounds(names: str, games: int) -> tuple[float, float]:
    """Return rounds and decisions a second of processor time, best of five slices."""
    from montmort.engines.tournament.rows import play
    from montmort.games.shengji.bots import find_bot
    from montmort.games.shengji.game import Shengji
    from montmort.games.shengji.kernel import KERNEL

    bots = [find_bot(word) for word in names.split(",")]
    seats = np.array([[i % len(bots) for i in range(4)]], np.int64)
    initial = Shengji().initial()
    best, moves = float("inf"), 0
    for slice_ in range(6):
        count = games if slice_ else 1
        started = time.process_time()
        rows = np.concatenate(
            list(play(KERNEL, initial, bots, seats, seed=1, first=slice_ * games, games=count))
        )
        if slice_:
            best = min(best, time.process_time() - started)
            moves = int(rows[:, 1].sum())
    return games / best, moves / best


def follow() -> float:
    """Return the nanoseconds that judging a follow of a 33-card hand takes."""
    from numba import njit

    from montmort.games.shengji.following import follow_refusal
    from montmort.games.shengji.notation import read_trump, row_of

    @njit
    def many(n, t, g, lead, hand, play):
        refused = 0
        for _ in range(n):
            refused += follow_refusal(t, g, lead, hand, play, 0, 0)
        return refused

    lead = row_of("3S 3S 4S 4S 9S").view(np.ndarray)
    hand = row_of(
        "2S 2S 5S 5S 6S 6S 8S TS TS JS QS QS KS AS AS 2D 3D 4D 5D AH AH 7S 7S 7D 7D 7H 7H SJ BJ "
        "2C 3C 4C 5C"
    ).view(np.ndarray)
    play = row_of("TS TS QS QS JS").view(np.ndarray)
    assert hand.sum() == 33
    arguments = (read_trump("7H"), 3, lead, hand, play)
    many(1, *arguments)
    best = float("inf")
    for _ in range(5):
        started = time.process_time()
        many(200_000, *arguments)
        best = min(best, time.process_time() - started)
    return best / 200_000 * 1e9


def start() -> tuple[float, float]:
    """Return the seconds of processor time of a short tournament, compiling and warm."""
    command = [sys.executable, "-m", "montmort", "simulate", "shengji", "--games", "10"]
    used = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            before = os.times()
            subprocess.run(
                command, check=True, capture_output=True,
                env={**os.environ, "MONTMORT_CACHE": folder},
            )  # fmt: skip
            after = os.times()
            used.append(
                after.children_user + after.children_system
                - before.children_user - before.children_system
            )  # fmt: skip
    return used[0], min(used[1:])


def main() -> None:
    for names, games in (("random", 4000), ("steady", 1500), ("steady,greedy", 1500)):
        a_second, decisions = rounds(names, games)
        print(f"{names:14} {a_second:10,.0f} rounds/s {decisions:12,.0f} decisions/s")
    print(f"a follow of a 33-card hand judged in {follow():,.0f} ns")
    cold, warm = start()
    print(
        f"montmort simulate shengji --games 10: {cold:.1f} s of processor time where it compiles, "
        f"{warm:.2f} s after that"
    )
    python = os.environ.get("MONTMORT_PEERS", sys.executable)
    done = subprocess.run([python, "-c", PEER], capture_output=True, text=True)
    if done.returncode:
        print("OpenSpiel is not installed here: no comparison (set MONTMORT_PEERS to a Python)")
        return
    driven, inside = map(float, done.stdout.split())
    _, decisions = rounds("random", 4000)
    print(f"OpenSpiel hearts, random, driven from Python: {driven:12,.0f} plays/s")
    print(f"OpenSpiel hearts, random, inside C++:         {inside:12,.0f} plays/s")
    print(
        f"ours, random, compiled: {decisions:,.0f} decisions/s: {decisions / driven:.1f} times the "
        f"former, {decisions / inside:.2f} times the latter"
    )


if __name__ == "__main__":
    main()

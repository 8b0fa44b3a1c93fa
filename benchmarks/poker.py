"""Kuhn and Leduc poker: exact values, and CFR+ beside OpenSpiel's to the same exploitability.

Exploitability is measured on both sides as half of what best replies gain in sum. Run it
where OpenSpiel (``open_spiel``) is installed; without it only our times are shown::

    python benchmarks/poker.py [exploitability for both, 1e-3] [seconds to give OpenSpiel, 60]
"""

from __future__ import annotations

import platform
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

from kuhn import Kuhn  # type: ignore[import-not-found]
from leduc import Leduc, LeducState  # type: ignore[import-not-found]

from montmort.engines.cfr import solve_cfr
from montmort.engines.cfr.solve import Learner
from montmort.engines.sequence import solve_sequence, unfold

SUITED = "JjQqKk"


class SuitedState(LeducState):  # type: ignore[misc]
    """Leduc with six cards told apart, as OpenSpiel has it: a tree five times as large."""

    def chances(self) -> list[tuple[str, int]]:
        return [(card, 1) for card in SUITED if card not in self.cards]

    def after(self, action: str) -> SuitedState:
        if action in SUITED:
            return SuitedState(self.cards + action, self.rounds)
        plain = LeducState("J" * len(self.cards), self.rounds).after(action)
        return SuitedState(self.cards, plain.rounds)

    def payoffs(self) -> tuple[int, int]:
        won: tuple[int, int] = LeducState(self.cards.upper(), self.rounds).payoffs()
        return won


class SuitedLeduc(Leduc):  # type: ignore[misc]
    """Leduc poker with suits."""

    def start(self) -> SuitedState:
        return SuitedState()


def timed(call: Any) -> tuple[Any, float]:
    start = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - start


def ours() -> dict[str, float]:
    rates = {}
    for game in (Kuhn(), Leduc()):
        found, seconds = timed(lambda game=game: solve_sequence(game))
        print(f"{game.name}: exactly {float(found.value[0]):.10f} in {seconds:.3f} s")
        _, seconds = timed(lambda game=game: solve_sequence(game, exact=False))
        print(f"{game.name}: linear programme in floats {seconds:.3f} s")
        learner = Learner(unfold(game))
        learner.run(10)
        count = 200_000 if game.name == "kuhn" else 20_000
        _, seconds = timed(lambda learner=learner, count=count: learner.run(count))
        rates[game.name] = count / seconds
        print(f"{game.name}: {rates[game.name]:,.0f} CFR+ iterations a second")
    for goal in (1e-3, 1e-4, 1e-5, 1e-6):
        found, seconds = timed(lambda goal=goal: solve_cfr(Leduc(), exploitability=goal))
        print(
            f"leduc to {goal:g}: {seconds:.3f} s from the rules on, "
            f"{found.certificate['iterations']:,} iterations, value {found.value[0]:.7f}"
        )
    return rates


def openspiels(goal: float, patience: float, rates: dict[str, float]) -> None:
    import pyspiel

    for name in ("kuhn_poker", "leduc_poker"):
        solver = pyspiel.CFRPlusSolver(pyspiel.load_game(name))
        count = 5_000 if name == "kuhn_poker" else 100
        start = time.perf_counter()
        for _ in range(count):
            solver.evaluate_and_update_policy()
        rate = count / (time.perf_counter() - start)
        own = rates[name.split("_")[0]]
        print(f"OpenSpiel {name}: {rate:,.0f} iterations a second; ours {own / rate:,.0f} times")
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    spent, done, now = 0.0, 0, float("inf")
    while spent < patience and now > goal:
        start = time.perf_counter()
        for _ in range(50):
            solver.evaluate_and_update_policy()
        spent += time.perf_counter() - start  # without the time that measuring takes
        done += 50
        now = pyspiel.exploitability(game, solver.average_policy())
    reached = max(now, 1e-12)
    print(f"OpenSpiel leduc: exploitability {now:.2e} after {done} iterations and {spent:.2f} s")
    for words, own in (("equal ranks merged", Leduc()), ("six cards told apart", SuitedLeduc())):
        _, seconds = timed(lambda own=own: solve_cfr(own, exploitability=reached))
        print(
            f"ours to the same exploitability, {words}: {seconds:.3f} s from the rules on, "
            f"{spent / seconds:,.0f} times faster"
        )


def main() -> None:
    goal = float(sys.argv[1]) if len(sys.argv) > 1 else 1e-3
    patience = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    rates = ours()
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed here: no comparison")
        return
    openspiels(goal, patience, rates)


if __name__ == "__main__":
    main()

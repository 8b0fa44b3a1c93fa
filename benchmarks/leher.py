"""Le Her as a linear programme: exactly here, and in pygambit's rational arithmetic.

The game is the whole tree: X, Y and Z dealt one by one, before anyone plays. Both sides
solve the same tree for the same fraction; ours includes unfolding it from the rules and
proving the answer by best replies. Run it where pygambit is installed (it is no
dependency: it is under the GPL); without it only our times are shown::

    python benchmarks/leher.py [N for both, 9] [N for us alone, 13]
"""

from __future__ import annotations

import platform
import sys
import time
from dataclasses import dataclass
from fractions import Fraction

from montmort import CHANCE, OVER, Game, State
from montmort.engines.sequence import solve_sequence
from montmort.games.leher.solve import solve


@dataclass(frozen=True)
class FullTreeState(State[int]):
    """All three cards are dealt first; then player 1 and player 2 say keep (0) or swap (1)."""

    cards: int
    deal: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()

    @property
    def actor(self) -> int:
        if len(self.deal) < 3:
            return CHANCE
        return len(self.moves) if len(self.moves) < 2 else OVER

    def chances(self) -> list[tuple[int, int]]:
        return [(card, 1) for card in range(1, self.cards + 1) if card not in self.deal]

    def actions(self) -> tuple[int, int]:
        return (0, 1)

    def after(self, action: int) -> FullTreeState:
        if len(self.deal) < 3:
            return FullTreeState(self.cards, (*self.deal, action))
        return FullTreeState(self.cards, self.deal, (*self.moves, action))

    def payoffs(self) -> tuple[int, int]:
        return (1, -1) if first_wins(self.deal, *self.moves) else (-1, 1)

    def view(self, player: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if player == 0:
            return self.deal[:1], self.moves[:1]
        return (self.deal[:2] if self.moves[:1] == (1,) else self.deal[1:2]), self.moves


class FullTree(Game):
    """One-suit Le Her for two, all three cards dealt before anyone plays."""

    hidden = True

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards = cards

    def start(self) -> FullTreeState:
        return FullTreeState(self.cards)


def first_wins(deal: tuple[int, ...], swapped: int, took: int) -> bool:
    x, y, z = deal
    mine, other = (y, x) if swapped else (x, y)
    return mine > (z if took else other)


def ours(cards: int, runs: int = 5) -> tuple[Fraction, float]:
    best, value = float("inf"), Fraction(0)
    for _ in range(runs):
        start = time.perf_counter()
        value = Fraction(solve_sequence(FullTree(cards)).value[0])
        best = min(best, time.perf_counter() - start)
    return value, best


def efg(game: Game) -> str:
    """Write a game's whole tree in Gambit's text format."""
    lines = ['EFG 2 R "Le Her" { "1" "2" } ""']
    sets: list[dict[object, int]] = [{}, {}]
    outcomes: dict[object, int] = {}
    chances = 0

    def visit(state: State[int]) -> None:
        nonlocal chances
        actor = state.actor
        if actor == OVER:
            won = tuple(state.payoffs())
            number = outcomes.setdefault(won, len(outcomes) + 1)
            lines.append(f't "" {number} "" {{ {won[0]}, {won[1]} }}')
            return
        if actor == CHANCE:
            chances += 1
            listed = list(state.chances())
            total = sum(weight for _, weight in listed)
            words = " ".join(f'"{outcome}" {weight}/{total}' for outcome, weight in listed)
            lines.append(f'c "" {chances} "" {{ {words} }} 0')
            below = [outcome for outcome, _ in listed]
        else:
            own = sets[actor]
            number = own.setdefault(state.view(actor), len(own) + 1)
            below = list(state.actions())
            words = " ".join(f'"{action}"' for action in below)
            lines.append(f'p "" {actor + 1} {number} "" {{ {words} }} 0')
        for step in below:
            visit(state.after(step))

    visit(game.start())
    return "\n".join(lines) + "\n"


def gambits(cards: int) -> tuple[Fraction, float]:
    """Read the same tree into pygambit, and solve it by its rational linear programme."""
    import io

    import pygambit

    game = pygambit.read_efg(io.BytesIO(efg(FullTree(cards)).encode()))
    start = time.perf_counter()
    found = pygambit.nash.lp_solve(game, rational=True)
    seconds = time.perf_counter() - start
    return Fraction(str(found.equilibria[0].payoff("1"))), seconds


def main() -> None:
    both = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    alone = int(sys.argv[2]) if len(sys.argv) > 2 else 13
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    ours(3)
    for cards in sorted({both, alone}):
        value, seconds = ours(cards)
        print(f"N = {cards}: net {value}, exact and certified, in {seconds:.4f} s (best of 5)")
    start = time.perf_counter()
    solve(cards=1_000_000)
    print(f"N = 1,000,000 in closed form: {time.perf_counter() - start:.4f} s")
    try:
        import pygambit  # noqa: F401
    except ImportError:
        print("pygambit is not installed here: no comparison")
        return
    value, seconds = ours(both)
    theirs, solving = gambits(both)
    print(f"N = {both}: pygambit {theirs} in {solving:.3f} s (without reading the tree)")
    print(f"same fraction: {theirs == value}; ours is {solving / seconds:.0f} times faster")


if __name__ == "__main__":
    main()

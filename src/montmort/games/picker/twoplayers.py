"""How to tweak the two-player game: a sweep over rules, ranked by fairness and by skill."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.results import Bars, Estimate, Table
from ...engines.tournament import simulate
from . import Picker
from .study import Study

__all__ = ["BONUSES", "Tweak", "two_players"]

BONUSES: Mapping[str, tuple[int, ...]] = {
    "3 a die": (0, 0, 3, 6, 9, 12, 15),
    "triangular": (0, 0, 1, 3, 6, 10, 15, 21, 28),
    "steep": (0, 0, 2, 6, 12, 20, 30),
}
"""Bonus tables by name; the first is that of v1.3."""
STARTS = ("self", "none")
START_WORDS = {"self": "Picker", "none": "in turn"}


@dataclass(frozen=True)
class Tweak:
    """One variant of the two-player game, and what came of it."""

    extra_dice: int
    rounds: int
    start: str
    bonus: str
    seat_1: Estimate
    """How often the starter of round one wins, both by best gain; ties count half."""
    skill: Estimate
    """How often the better of best gain and highest beats the other, from both seats."""
    better: str
    """Which of the two is the better."""
    tied: Estimate
    depth: Estimate | None = None
    """How often best gain that shuns the lowest die beats plain best gain."""

    @property
    def unfair(self) -> float:
        """How far the seats are from even."""
        return abs(self.seat_1.value - 0.5)

    @property
    def words(self) -> tuple[int, int, str, str]:
        """The variant's rules, as they stand in a table."""
        return self.extra_dice, self.rounds, START_WORDS[self.start], self.bonus

    def as_dict(self) -> dict[str, Any]:
        """Return the rules and the figures."""
        return {
            "extra_dice": self.extra_dice, "rounds": self.rounds, "picker": self.start,
            "bonus": list(BONUSES[self.bonus]), "seat_1_wins": self.seat_1,
            "better_strategy": self.better, "better_strategy_wins": self.skill, "tied": self.tied,
            "weighing_picker_wins": self.depth,
        }  # fmt: skip


def two_players(
    *,
    extra_dice: tuple[int, ...] = (0, 1, 2, 3),
    rounds: tuple[int, ...] = (4, 8, 12),
    games: int = 8_000,
    seed: int = 1,
    shown: int = 8,
) -> Study:
    """Sweep extra dice, rounds, who starts, and the bonus table, for two players.

    Every variant is measured by the share of wins of seat 1 (both play the best gain)
    and of the better of two strategies (best gain and highest, each deal from both seats).
    The variants are ordered by the sum of their ranks in both; the first few, and v1.3
    itself, are measured again on fresh games, six times as many.

    >>> study = two_players(extra_dice=(0, 2), rounds=(4,), games=400, shown=2)
    >>> len(study.figures["variants"]), len(study.figures["best"])
    (12, 2)
    """
    rest = list(itertools.product(extra_dice, rounds, STARTS, BONUSES))
    tried = [_measure(*choice, games, seed) for choice in rest]
    by_fairness = sorted(tried, key=lambda t: t.unfair)
    by_skill = sorted(tried, key=lambda t: -t.skill.value)
    rank = {id(t): by_fairness.index(t) + by_skill.index(t) for t in tried}
    order = sorted(tried, key=lambda t: rank[id(t)])
    again = 6 * games
    best = [
        _measure(t.extra_dice, t.rounds, t.start, t.bonus, again, seed + 1, True)
        for t in order[:shown]
    ]
    now = _measure(0, 4, "self", "3 a die", again, seed + 1, True)
    head = ("extra dice", "rounds", "start", "bonus")
    figures = ("seat 1 wins", "better", "it wins", "ties")

    def rows(items: list[Tweak]) -> tuple[tuple[Any, ...], ...]:
        return tuple((*t.words, t.seat_1, t.better, t.skill, t.tied) for t in items)

    effect = _effects(tried)
    first = best[0]
    return Study(
        "tweaking the two-player game",
        "How would you tweak the two-player game?",
        2 * games * len(tried) + 3 * again * (len(best) + 1),
        seed,
        (
            Table(
                "the best variants by both ranks, and v1.3 (last), measured again on fresh games",
                (*head, *figures, "weighing Picker wins"),
                tuple(
                    (*t.words, t.seat_1, t.better, t.skill, t.tied, t.depth) for t in [*best, now]
                ),
            ),
            Table(
                "the fairest of the sweep", (*head, *figures), rows(by_fairness[:shown]),
            ),
            Table(
                "those in which the better strategy wins most", (*head, *figures),
                rows(by_skill[:shown]),
            ),
            Table(
                "what each change does, on average over the others",
                ("rule", "value", "seat 1 off even", "better strategy wins"), effect,
            ),
        ),
        {
            "now": now.as_dict(),
            "best": [t.as_dict() for t in best],
            "variants": [t.as_dict() for t in order],
        },
        (
            f"v1.3 with two players: seat 1 wins {now.seat_1}, the better strategy ({now.better}) "
            f"{now.skill}, {now.tied} of games end equal",
            "first in both ranks together: "
            f"{first.extra_dice} extra dice, {first.rounds} rounds, start {first.words[2]}, bonus "
            f"{first.bonus}: seat 1 wins {first.seat_1}, "
            f"the better strategy ({first.better}) {first.skill}",
            "better strategy: best gain or highest, whichever beats the other (with two players "
            "the pips that one leaves are the opponent's, which a gain does not count); "
            "weighing Picker: best gain with a weight "
            "of -1.5 for the role against plain best gain (even where the start goes in turn: "
            "that takes the decision away); equal scores count half to each",
        ),
        (
            Bars(
                "two players: the best variants and v1.3 (last)",
                tuple(f"+{t.extra_dice} {t.rounds}r {t.words[2]} {t.bonus}" for t in [*best, now]),
                ("seat 1 wins",), tuple((t.seat_1,) for t in [*best, now]),
            ),
        ),
    )  # fmt: skip


def _measure(
    extra_dice: int,
    rounds: int,
    start: str,
    bonus: str,
    games: int,
    seed: int,
    deep: bool = False,
) -> Tweak:
    game = Picker(
        "v1.3", players=2, extra_dice=extra_dice, rounds=rounds, picker=start,
        bonus=BONUSES[bonus], ties="share",
    )  # fmt: skip
    same = simulate(game, ["gain"], games=games, seed=seed)
    mixed = simulate(game, ["gain", "highest"], games=games, seed=seed, seating="rotations")
    gain, highest = mixed.place(0, 0), mixed.place(1, 0)
    skill, better = (gain, "gain") if gain.value >= highest.value else (highest, "highest")
    depth = None
    if deep:
        # Gains are whole points: a weight of -1.5 tips the scales where the lowest gains
        # by one more. Where nobody is Picker it weighs nothing, and the two are equal.
        weighing = simulate(game, ["gain-1.5", "gain"], games=games, seed=seed, seating="rotations")
        depth = weighing.place(0, 0)
    return Tweak(
        extra_dice, rounds, start, bonus, same.seat_place(0, 0), skill, better,
        same.of_games("tied"), depth,
    )  # fmt: skip


def _effects(tried: list[Tweak]) -> tuple[tuple[Any, ...], ...]:
    rows = []
    for name, title in (
        ("extra_dice", "extra dice"), ("rounds", "rounds"), ("start", "start"), ("bonus", "bonus")
    ):  # fmt: skip
        for value in dict.fromkeys(getattr(t, name) for t in tried):
            some = [t for t in tried if getattr(t, name) == value]
            off = 100 * sum(t.unfair for t in some) / len(some)
            skill = 100 * sum(t.skill.value for t in some) / len(some)
            shown = START_WORDS.get(value, value) if name == "start" else value
            rows.append((title, shown, f"{off:.1f}%", f"{skill:.1f}%"))
    return tuple(rows)

"""The published and recomputed values of Picker beside ours, and its open questions settled.

What is published: three tables of 10,000 simulated games, claims about them in the
comments, two questions. What was recomputed: the distances of the best readings, and
figures of v1.3, by an independent program.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...core.results import Estimate, Fact, Facts, Result, Table
from ...engines.tournament import simulate
from . import Picker
from .advantage import first_player, picker_weight
from .comparison import SideBySide, put_beside
from .mystery import claims, frank_and_eve, shaft_or_none
from .published import TABLES
from .study import Study
from .twoplayers import two_players

__all__ = ["reproduce"]

RECOMPUTED = "recomputed by an independent program"
WINS = (0.460, 0.238, 0.155, 0.147)
"""v1.3, four players, all by best gain: wins by seat from the starter."""


def reproduce(seed: int = 1) -> Iterator[Result]:
    """Put Picker's published tables, claims and recomputed values beside ours.

    >>> import itertools
    >>> [type(result).__name__ for result in itertools.islice(reproduce(), 1)]
    ['SideBySide']
    """
    best, others = [], []
    for published in TABLES:
        beside = put_beside(published.number, games=120_000, seed=seed)
        best.append(beside)
        yield beside
        for i in range(len(published.others)):
            others.append(put_beside(published.number, games=60_000, seed=seed, reading=i + 1))
    yield best_readings(best)
    yield other_readings(others)
    mystery = frank_and_eve(seed=seed)
    yield mystery
    yield claims(seed=seed)
    yield shaft_or_none(seed=seed)
    first = first_player(seed=seed)
    yield first
    yield picker_weight(seed=seed)
    yield two_players(seed=seed)
    yield known_values(mystery, first, seed)


def best_readings(best: list[SideBySide]) -> Facts:
    """Check that each best reading comes as near to its table as it is known to."""
    facts = tuple(
        Fact(
            f"table {beside.published.number}: the best reading's distance in percentage points",
            RECOMPUTED,
            f"within {beside.reading.largest:g}, RMS {beside.reading.rms:g}",
            f"within {beside.largest:.2f}, RMS {beside.rms:.2f}",
            near_enough(beside),
            f"chi-squared {beside.chi_squared:.0f}, by chance {beside.by_chance}",
        )
        for beside in best
    )
    return Facts(
        "the published tables: how near the best readings come",
        facts,
        (
            "agrees: within the known distance and five standard errors of our least exact cell",
            "the published tables have errors of their own: 10,000 games, up to ±0.9 points",
            "no single reading fits all three; every reading is a reconstruction",
        ),
        "simulation beside published tables",
        False,
    )


def near_enough(beside: SideBySide) -> bool:
    """Say whether a table is as near as its reading is known to come, but for our own error."""
    # Errors of single cells partly cancel in the RMS: a third of the allowance is ample.
    return bool(
        beside.largest <= beside.reading.largest + beside.allowance
        and beside.rms <= beside.reading.rms + beside.allowance / 3
    )


def other_readings(others: list[SideBySide]) -> Study:
    """Show how near the other readings come, beside what an independent program found."""
    rows = tuple(
        (b.published.number, b.reading.words, f"{b.reading.largest:g}", f"{b.reading.rms:g}",
         f"{b.largest:.2f}", f"{b.rms:.2f}", f"{b.chi_squared:.0f}")
        for b in others
    )  # fmt: skip
    return Study(
        "other readings of the published tables",
        "How near do other readings come?",
        sum(b.games for b in others),
        others[0].seed,
        (
            Table(
                "other readings: distance in percentage points",
                ("table", "reading", "known largest", "known RMS", "largest", "RMS", "chi-squared"),
                rows,
            ),
        ),
        {"readings": [b.as_dict() for b in others]},
        (
            "known: an independent program's figures for readings in the same words; what it "
            "left unsaid (equal gains, naming the Shaft) may differ from ours",
        ),
    )


def known_values(mystery: Study, first: Study, seed: int) -> Facts:
    """Check the recomputed values of v1.3 and of Frank and Eve."""
    facts = []

    def check(statement: str, known: float, ours: Estimate, allowed: float) -> None:
        # The interval stretched from 1.96 to 5.2 standard errors: 1 in 5 million by chance.
        facts.append(
            Fact(
                statement,
                RECOMPUTED,
                f"{100 * known:.1f}%",
                str(ours),
                bool(abs(ours.value - known) <= allowed + ours.half * 5.2 / 1.96),
            )
        )

    four = simulate(Picker(), ["gain"], games=300_000, seed=seed)
    for seat, known in enumerate(WINS):
        check(
            f"v1.3, four players, all by best gain: wins of seat {seat + 1}", known,
            four.seat_place(seat, 0), 0.001,
        )  # fmt: skip
    three = next(c for c in first.figures["counts"] if c["players"] == 3)
    check(
        "v1.3, three players, all by best gain: the starter's wins, equals at random", 0.538,
        three["wins"][0], 0.001,
    )  # fmt: skip
    ordered = simulate(Picker(players=3, equal="first"), ["gain"], games=100_000, seed=seed)
    check(
        "the same, of equals the first colour", 0.520, ordered.seat_place(0, 0), 0.001
    )  # fmt: skip
    check("table 2 without any bug: Frank's wins", 0.206, mystery.figures["frank"], 0.002)
    check("table 2 without any bug: Eve's wins", 0.136, mystery.figures["eve"], 0.002)
    facts.append(_bonus_example())
    return Facts(
        "Picker: known values", tuple(facts),
        ("agrees: within the known value's rounding and 5.2 standard errors of ours",),
        "simulation, and the rules' example", False,
    )  # fmt: skip


def _bonus_example() -> Fact:
    # Red kept three times, yellow five times: the scores less the pips are the bonus.
    table = Picker().rules.bonus
    found = table[3] + table[5]
    return Fact(
        "bonus for red kept three times and yellow five times",
        "the rules' own example", 18, found, math.isclose(found, 18),
    )  # fmt: skip

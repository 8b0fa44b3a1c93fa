"""The race in which every player flips a coin of her own.

Up to the first completion the players are independent, so with p and q for P(T = n)
and P(T > n) of each, "A first" has the probability Σ p_A(n) q_B(n), a tie
Σ p_A(n) p_B(n), and the mean length is Σ q_A(n) q_B(n). Such sums over products of two
rational series are exact fractions, found without the chain of both players together
(:func:`montmort.exact.series.dots`): two 64-letter patterns take milliseconds, not a
system of 4096 unknowns. With more players all but one series are multiplied out first;
where that grows too large, and where digits are asked for, the sums are enclosed by way
of their poles (:mod:`montmort.exact.poles`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core.errors import InputError
from ...exact.enclosure import Figure
from .figures import Figures, Stage, Ties, settle
from .patterns import Pattern, steps

if TYPE_CHECKING:
    from ...engines.markov import Chain
    from ...exact.series import Series
    from .shared import Place

__all__ = ["joint_chain", "race_apart"]

_PRODUCT = 300
"""The largest degree to which series are multiplied out."""
_BITS = 15_000
"""How long the fractions may be that are written down: about 4500 digits."""
_ROOTS = 20_000
"""The most combinations of poles that are summed."""
_STATES = 5_000
"""The most states of a chain of all players together."""
DIGITS = 30


def race_apart(
    players: Sequence[Pattern], ties: Ties = "count", digits: int | None = None
) -> Figures:
    """Find the figures of a race with own coins.

    ``digits`` asks for an enclosure to at least so many digits; without it the figures
    are fractions wherever that is feasible.

    >>> from .letters import COIN
    >>> figures = race_apart([Pattern("HHT", COIN), Pattern("HTH", COIN)])
    >>> print(*figures.first, figures.tie, figures.length)
    28673/55265 22431/55265 4161/55265 319488/55265
    """
    if len(players) == 1:
        [lone] = players
        return Figures(
            (Fraction(1),), Fraction(0), lone.wait, lone.variance, "correlation polynomial"
        )
    if ties == "void" and len(players) > 2:
        return _by_chain(players, ties, digits)
    if _feasible(players) if digits is None else _sure(players):
        method = "generating functions, summed by residues"
        fresh = _exact_stage([(p.arrival, p.tail) for p in players])
        again = None
        if ties == "void":
            again = _exact_stage([(p.return_arrival, p.return_tail) for p in players])
        return settle(ties, fresh, again, method)
    sizes = sorted(len(p.word) for p in players)
    if math.prod(sizes[:-1]) <= _ROOTS:
        return _by_poles(players, ties, digits or DIGITS)
    return _by_chain(players, ties, digits or DIGITS)


def _sure(players: Sequence[Pattern]) -> bool:
    """Whether one letter always comes up, so that there is nothing to enclose."""
    return 1 in players[0].letters.chances


def _feasible(players: Sequence[Pattern]) -> bool:
    """Whether the figures are fractions that can be found and written down.

    Up to 16 letters a side always; beyond that while they stay short enough. They have
    about k·m₁···m_k·log₂(q) bits for k players and chances that are multiples of 1/q.
    """
    sizes = sorted(len(p.word) for p in players)
    unit = math.lcm(*(c.denominator for c in players[0].letters.chances))
    bits = len(sizes) * math.prod(sizes) * math.log2(unit)
    if len(sizes) > 2 and math.prod(sizes[:-1]) > _PRODUCT:
        return False
    return bits <= _BITS or (len(sizes) == 2 and sizes[-1] <= 16) or _sure(players)


# -- exactly ---------------------------------------------------------------------


def _exact_stage(times: Sequence[tuple[Series, Series]]) -> Stage:
    """Sum up a stage from each player's series of P(T = n) and P(T > n)."""
    from ...exact.series import dots

    # All players but one, multiplied together: nobody yet, exactly one, somebody.
    order = sorted(range(len(times)), key=lambda i: times[i][0].denominator.degree())
    others, last = order[:-1], order[-1]
    none = times[others[0]][1]
    single = {others[0]: times[others[0]][0]}
    for i in others[1:]:
        arrival, tail = times[i]
        single = {j: series.times(tail) for j, series in single.items()}
        single[i] = none.times(arrival)
        none = none.times(tail)
    arrival, tail = times[last]
    firsts = dots([*single.values(), none, none], [tail] * len(single) + [arrival, tail])
    first = dict(zip([*single, last], firsts, strict=False))
    length = firsts[-1]
    tie = 1 - sum(first.values(), Fraction(0))
    weighted = dots(
        [none.weighted(), none.weighted(), *(s.weighted() for s in single.values())],
        [tail, arrival] + [tail] * len(single),
    )
    # E N² = Σ (2n + 1) P(N > n), and E N = Σ over outcomes of E N·[outcome].
    second = 2 * weighted[0] + length
    at_tie = length - sum(weighted[1:], Fraction(0))
    return Stage(tuple(first[i] for i in range(len(times))), tie, length, second, at_tie)


# -- by poles --------------------------------------------------------------------


def _by_poles(players: Sequence[Pattern], ties: Ties, digits: int) -> Figures:
    # What is computed from the sums loses a few digits: ask for more at once, and
    # again for twice as many if a figure is still short (a variance can cancel).
    wanted = digits + 8
    while True:
        try:
            fresh = _pole_stage([(p.arrival, p.tail) for p in players], wanted)
            again = None
            if ties == "void":
                again = _pole_stage([(p.return_arrival, p.return_tail) for p in players], wanted)
        except InputError:
            return _by_chain(players, ties, digits)
        most = wanted > 16 * digits + 1000
        try:
            figures = settle(ties, fresh, again, "generating functions, poles enclosed in balls")
        except ZeroDivisionError:
            if most:
                raise InputError(
                    "almost every completion is a tie, so the race lasts too long to enclose: "
                    "count ties instead (--ties count)"
                ) from None
        else:
            if most or _short(figures) >= digits:
                return figures
        wanted *= 2


def _pole_stage(times: Sequence[tuple[Series, Series]], digits: int) -> Stage:
    from ...exact.poles import enclose_dots

    tails = [tail for _, tail in times]
    slow = [t.weighted() for t in tails]
    # The weight n goes to one factor; that one has poles of order two, so it goes last
    # by itself. All others keep their simple ones.
    last = max(range(len(times)), key=lambda i: times[i][0].denominator.degree())
    firsts = []
    for i, (arrival, _) in enumerate(times):
        firsts.append([arrival if j == i else tails[j] for j in range(len(times))])
    ties = [
        [times[j][0] if j in group else tails[j] for j in range(len(times))]
        for size in range(2, len(times) + 1)
        for group in itertools.combinations(range(len(times)), size)
    ]
    sums: list[Figure] = list(enclose_dots([*firsts, *ties, tails], digits))
    weighted = [
        [s.weighted() if j == last else s for j, s in enumerate(product)] for product in ties
    ]
    squares = [slow[j] if j == last else tails[j] for j in range(len(times))]
    heavy: list[Figure] = list(enclose_dots([*weighted, squares], digits))
    count = len(times)
    return Stage(
        tuple(sums[:count]),
        sum(sums[count:-1], Fraction(0)),
        sums[-1],
        2 * heavy[-1] + sums[-1],
        sum(heavy[:-1], Fraction(0)),
    )


def _short(figures: Figures) -> int:
    from ...exact.enclosure import digits_of

    values = [*figures.first, figures.length, figures.variance]
    if figures.tie != 0:
        values.append(figures.tie)
    return min(map(digits_of, values))


# -- by the chain of all players together ----------------------------------------------


def joint_chain(players: Sequence[Pattern], ties: Ties = "count") -> Chain[Place]:
    """Build the chain of all players together, with own coins.

    A state says how much of each pattern stands. An ended race is a state of its own:
    the players (from 0) who were first, behind a -1.

    >>> from .letters import COIN
    >>> len(joint_chain([Pattern("HHT", COIN), Pattern("HTH", COIN)]))
    12
    """
    from ...engines.markov import Chain

    tables = []
    for p in players:
        rows: list[list[tuple[int, Fraction]]] = []
        for row in steps(p.word, p.letters.names):
            targets: dict[int, Fraction] = {}
            for letter, chance in p.letters.possible:
                targets[row[letter]] = targets.get(row[letter], Fraction(0)) + chance
            rows.append(list(targets.items()))
        tables.append(rows)
    sizes = [len(p.word) for p in players]

    def successors(state: Place) -> list[tuple[Place, Fraction]]:
        if isinstance(state, str) or state[0] < 0:
            return []
        found: list[tuple[Place, Fraction]] = []
        for choice in itertools.product(*(rows[s] for rows, s in zip(tables, state, strict=True))):
            after = tuple(target for target, _ in choice)
            chance = math.prod((c for _, c in choice), start=Fraction(1))
            done = tuple(i for i, (s, m) in enumerate(zip(after, sizes, strict=True)) if s == m)
            if len(done) == 1 or (done and ties == "count"):
                after = (-1, *done)
            elif done and ties == "restart":
                after = (0,) * len(players)
            found.append((after, chance))
        return found

    start: Place = (0,) * len(players)
    return Chain.explore(start, successors, _STATES)


def _by_chain(players: Sequence[Pattern], ties: Ties, digits: int | None) -> Figures:
    from .shared import chain_figures

    size = math.prod(len(p.word) for p in players)
    if size > _STATES:
        raise InputError(
            f"the race of {len(players)} players has about {size} states together, more than "
            f"{_STATES}: take shorter patterns or fewer players, or simulate it"
        )
    chain = joint_chain(players, ties)
    return chain_figures(chain, (0,) * len(players), len(players), digits)

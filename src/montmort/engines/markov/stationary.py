"""How often a chain visits its states in the long run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic

from ...core.errors import InputError
from ...core.results import Result, Table
from ...exact.enclosure import Figure
from .absorption import absorption
from .chain import Chain, State
from .methods import DIGITS, Method, certain, solve_stationary

__all__ = ["Rates", "rates", "stationary"]


@dataclass(frozen=True)
class Rates(Result, Generic[State]):
    """The long-run share of the time that a chain spends in each of its states."""

    shares: Mapping[State, Figure]
    method: str
    exact: bool

    def __getitem__(self, state: State) -> Figure:
        return self.shares[state]

    def as_dict(self) -> dict[str, Any]:
        """Return the shares by state."""
        return {
            "method": self.method,
            "exact": self.exact,
            "rates": {str(state): share for state, share in self.shares.items()},
        }

    def tables(self) -> list[Table]:
        """Return one row a state."""
        rows = tuple((str(s), share, float(share)) for s, share in self.shares.items())
        return [Table("Long-run rates", ("state", "share of the time", "about"), rows)]


def stationary(
    chain: Chain[State], *, method: Method = "auto", digits: int = DIGITS
) -> Rates[State]:
    """Find the stationary distribution of a chain with one closed class.

    >>> weather = Chain({"dry": {"dry": "3/4", "wet": "1/4"}, "wet": {"dry": "1/2", "wet": "1/2"}})
    >>> stationary(weather).shares
    {'dry': Fraction(2, 3), 'wet': Fraction(1, 3)}

    States outside the closed class get 0. With several closed classes the rates depend
    on where the chain starts: see :func:`rates`.
    """
    if len(chain.closed) != 1:
        raise InputError(
            f"the chain has {len(chain.closed)} closed classes, so its long-run rates depend on "
            "the start: ask for rates(chain, start)"
        )
    [members] = chain.closed
    how, found = _inside(chain, members, method, digits)
    shares: dict[State, Figure] = {state: Fraction(0) for state in chain.states}
    shares.update((chain.states[i], x) for i, x in zip(members, found, strict=True))
    return Rates(shares, how, all(map(certain, found)))


def rates(
    chain: Chain[State], start: State, *, method: Method = "auto", digits: int = DIGITS
) -> Rates[State]:
    """Find the expected long-run share of each state from a start.

    >>> ruin = Chain({0: {0: 1}, 1: {0: "2/3", 2: "1/3"}, 2: {2: 1}})
    >>> rates(ruin, 1).shares
    {0: Fraction(2, 3), 1: Fraction(0, 1), 2: Fraction(1, 3)}
    """
    first = chain.index(start)
    for members in chain.closed:
        if first in members:
            chances: dict[Any, Figure] = {_end(chain, members): Fraction(1)}
            break
    else:
        ended = absorption(chain, start, method=method, digits=digits)
        chances = dict(ended.probabilities)
    shares: dict[State, Figure] = {state: Fraction(0) for state in chain.states}
    how = ""
    for members in chain.closed:
        chance = chances.get(_end(chain, members))
        if chance is None:
            continue
        how, found = _inside(chain, members, method, digits)
        for i, x in zip(members, found, strict=True):
            shares[chain.states[i]] = chance * x
    return Rates(shares, how, all(map(certain, shares.values())))


def _end(chain: Chain[State], members: tuple[int, ...]) -> Any:
    states = [chain.states[i] for i in members]
    return states[0] if len(states) == 1 else frozenset(states)


def _inside(
    chain: Chain[State], members: tuple[int, ...], method: Method, digits: int
) -> tuple[str, Any]:
    place = {i: n for n, i in enumerate(members)}
    rows = [{place[j]: w for j, w in chain.rows[i].items()} for i in members]
    return solve_stationary(rows, method, digits)

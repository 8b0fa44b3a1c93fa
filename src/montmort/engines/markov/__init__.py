"""Markov chains over exact fractions: where they end, how long it takes, how often they visit.

- :class:`Chain` holds a finite chain and knows its classes and periods;
- :func:`absorption` finds where a chain ends, and when on average;
- :func:`hitting` finds the whole distribution of the time until some states are reached;
- :func:`stationary` and :func:`rates` find how often each state is visited in the long run;
- :func:`chain_of` makes the chain of a game in which only chance acts.

Every figure is a fraction, found by dense elimination or by p-adic lifting of a sparse
one; in chains too large for that it is an enclosure that says how many digits are
certain.
"""

from .absorption import Absorption, absorption
from .chain import Chain
from .hitting import Hitting, hitting
from .stationary import Rates, rates, stationary
from .unfold import End, chain_of

__all__ = [
    "Absorption", "Chain", "End", "Hitting", "Rates", "absorption", "chain_of", "hitting", "rates",
    "stationary",
]  # fmt: skip

"""Pattern races: each player waits for a pattern in the flips of a coin.

The game itself is :class:`Race`; the exact answers are in ``solve``: the waits
(``patterns``), the race with own coins (``own``) and on one coin (``shared``), the state
diagrams (``diagrams``), the best reply and the matrix of all patterns of a length
(``contests``).
"""

from .game import Race, RaceRules, RaceState

__all__ = ["Race", "RaceRules", "RaceState"]

"""The contract of a game: what every game promises, and a check that finds what is broken.

The promises are what the engines rely on. ``check`` asks a game all of them, in random
play-outs and, where the game is small, in every position; of a compiled game it also
asks whether the compiled rules mean what the interpreted ones mean.
"""

from .checking import check, reach
from .ledger import PROMISES, Broken
from .report import Report

__all__ = ["PROMISES", "Broken", "Report", "check", "reach"]

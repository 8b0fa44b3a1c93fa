"""Two-player zero-sum games of perfect recall: the sequence form as a linear programme.

The number of variables grows with the number of information sets, not with the number
of pure strategies (Romanovskii 1962; Koller, Megiddo and von Stengel, *Efficient
computation of equilibria for extensive two-person games*, 1996; von Stengel 1996).
"""

from .solve import best_replies, solve_sequence
from .tree import InformationSet, Tree, unfold

__all__ = ["InformationSet", "Tree", "best_replies", "solve_sequence", "unfold"]

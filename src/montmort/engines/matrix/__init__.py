"""Games in normal form: zero-sum matrices and bimatrix games, exactly."""

from .bimatrix import BimatrixSolution, Equilibrium, solve_bimatrix
from .dominance import Step, undominated
from .vertices import extreme_mixtures
from .zero_sum import MatrixSolution, solve_matrix

__all__ = [
    "BimatrixSolution", "Equilibrium", "MatrixSolution", "Step", "extreme_mixtures",
    "solve_bimatrix", "solve_matrix", "undominated",
]  # fmt: skip

"""Backward induction: perfect information with or without chance, any number of players."""

from .solve import solve_induction

__all__ = ["solve_induction"]

"""Counterfactual regret minimisation: CFR+, with its exploitability.

Tammelin, *Solving large imperfect information games using CFR+* (2014); Zinkevich,
Johanson, Bowling and Piccione, *Regret minimization in games with incomplete
information* (2007).
"""

from .solve import solve_cfr

__all__ = ["solve_cfr"]

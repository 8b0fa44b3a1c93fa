"""Rules that compile to functions of their own.

A small rule is best copied into whoever calls it. The rules here are large and call one
another: copied, they would take minutes to compile and run no faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from ...core.rule import Rule

__all__ = ["apart"]

P = ParamSpec("P")
R = TypeVar("R")


class _Apart(Rule):
    @property
    def dispatcher(self) -> Any:
        """The compiled function; the first use compiles it."""
        if self._dispatcher is None:
            from numba import njit

            signature = self.signature()
            options = {"nogil": True, "error_model": "python"}
            self._dispatcher = (
                njit(**options)(self.twin)
                if signature is None
                else njit(signature, **options)(self.twin)
            )
        return self._dispatcher


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as a rule that is compiled apart from its callers.

    >>> @apart
    ... def twice(n: int) -> int:
    ...     return 2 * n
    >>> twice(21)
    42
    """
    return cast("Callable[P, R]", _Apart(function))

"""Rules that compile to functions of their own.

A small rule is best copied into whoever calls it. The rules here are large and call one
another: copied, they would take minutes to compile and run no faster.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from ...core.rule import Rule, compiled_type

__all__ = ["Row", "Rows", "apart"]

if TYPE_CHECKING:
    Row = Any
    Rows = Any
else:

    class Row:
        """A row of card counts: 54 numbers of eight bits, a field or a slice of one."""

    class Rows:
        """Rows of card counts, one a seat."""


P = ParamSpec("P")
R = TypeVar("R")


class _Apart(Rule):
    def signature(self) -> Any:
        """Numba's signature: fixed, so that each rule is compiled only once."""
        from numba import types

        hints = typing.get_type_hints(self.function)
        names = self.function.__code__.co_varnames[: self.function.__code__.co_argcount]
        if any(hints.get(name, Any) is Any for name in (*names, "return")):
            return None
        rows = {Row: types.int8[::1], Rows: types.int8[:, ::1]}
        arguments = [rows.get(hints[n]) or compiled_type(hints[n]) for n in names]
        result = hints["return"]
        return (types.void if result is type(None) else compiled_type(result))(*arguments)

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

"""Rules as functions that run as they stand and compile when speed is asked for.

``@rule`` marks a function. Called from Python it is the function; referred to by
another rule that Numba compiles, it is compiled too. Nothing is compiled, and Numba
is not imported, before that. The signature comes from the annotations: ``int``,
``float``, ``bool``, ``None``, a :class:`~montmort.core.struct.Struct`, and the rows
:data:`Ints`, :data:`Floats`, :data:`Flags` and :data:`Counts` of that module; a parameter
annotated ``Any`` takes what it gets.

A small rule is best copied into whoever calls it, and that is what is done. Large rules
that call one another, copied everywhere, take minutes to compile and run no faster:
``@rule(apart=True)`` leaves it to the compiler what is copied.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from . import struct
from .lowering import lowered, lowers
from .struct import Struct

__all__ = ["Rule", "compiled_type", "rule"]

P = ParamSpec("P")
R = TypeVar("R")


class Rule:
    """A function that can be called and compiled; made by :func:`rule`."""

    def __init__(
        self,
        function: Callable[..., Any],
        compiled: Callable[..., Any] | None = None,
        apart: bool = False,
    ) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.twin = compiled or function
        self.apart = apart
        self._dispatcher: Any = None
        self._lowered: Any = None

    def __call__(self, *args: Any) -> Any:
        """Run the function as it stands."""
        return self.function(*args)

    def __repr__(self) -> str:
        return f"<rule {self.function.__module__}.{self.function.__qualname__}>"

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def signature(self) -> Any:
        """Numba's signature, derived from the annotations; ``None`` where it can't be."""
        from numba import types

        hints = typing.get_type_hints(self.function)
        names = self.function.__code__.co_varnames[: self.function.__code__.co_argcount]
        if any(hints.get(name, Any) is Any for name in (*names, "return")):
            return None
        arguments = [compiled_type(hints[name]) for name in names]
        result = hints["return"]
        return (types.void if result in (None, type(None)) else compiled_type(result))(*arguments)

    @property
    def options(self) -> dict[str, Any]:
        """How Numba is to compile it."""
        return {"nogil": True, "error_model": "python", "forceinline": not self.apart}

    @property
    def dispatcher(self) -> Any:
        """The compiled function, for calls from Python; the first use compiles it."""
        from numba import njit
        from numba.core.compiler_lock import global_compiler_lock

        with global_compiler_lock:
            if self._dispatcher is None:
                signature = self.signature()
                # Without a signature Numba specialises by use.
                self._dispatcher = (
                    njit(**self.options)(self.twin)
                    if signature is None
                    else njit(signature, **self.options)(self.twin)
                )
            return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        # What Numba asks of a global name inside a function that it compiles.
        from numba import types
        from numba.core.compiler_lock import global_compiler_lock

        with global_compiler_lock:
            if self._lowered is None:
                signature = self.signature()
                self._lowered = (
                    types.Dispatcher(self.dispatcher)
                    if signature is None or not lowers()
                    else lowered(self.twin, signature, self.options)
                )
            return self._lowered


@typing.overload
def rule(function: Callable[P, R]) -> Callable[P, R]: ...
@typing.overload
def rule(
    *, compiled: Callable[..., Any] | None = None, apart: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def rule(
    function: Callable[..., Any] | None = None,
    *,
    compiled: Callable[..., Any] | None = None,
    apart: bool = False,
) -> Any:
    """Mark a function as a rule.

    ``compiled`` is a twin for where arithmetic differs; ``apart`` makes it a function of
    its own in compiled code, where it is large or called from many places.

    >>> @rule
    ... def twice(n: int) -> int:
    ...     return 2 * n
    >>> @rule(apart=True)
    ... def four_times(n: int) -> int:
    ...     return twice(twice(n))
    >>> four_times(21)
    84
    """
    if function is not None:
        return Rule(function)
    return lambda function: Rule(cast("Callable[..., Any]", function), compiled, apart)


def compiled_type(annotation: Any) -> Any:
    """Numba's type for an annotation."""
    import numba
    from numba import types

    plain = {
        int: types.int64,
        float: types.float64,
        bool: types.boolean,
    }
    if annotation in plain:
        return plain[annotation]
    rows = (
        (struct.Ints, types.int64[::1]),
        (struct.Floats, types.float64[::1]),
        (struct.Flags, types.boolean[::1]),
        (struct.Counts, types.int8[::1]),
        (struct.CountTable, types.int8[:, ::1]),
    )
    for kind, row in rows:
        if annotation == kind:
            return row
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return numba.from_dtype(annotation.dtype)
    raise TypeError(f"a rule can't take or return {annotation!r}")

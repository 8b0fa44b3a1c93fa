"""Reading a matrix of exact numbers, with errors that name the entry."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...core.errors import InputError

__all__ = ["Matrix", "named", "read_matrix"]

Matrix = tuple[tuple[Fraction, ...], ...]


def read_matrix(rows: Sequence[Sequence[Any]], what: str = "the matrix") -> Matrix:
    """Read whole numbers, fractions and text such as ``"3/7"`` or ``"0.25"``.

    >>> read_matrix([[1, "1/2"]])
    ((Fraction(1, 1), Fraction(1, 2)),)
    """
    answer = []
    for i, row in enumerate(rows, start=1):
        entries = []
        for j, entry in enumerate(row, start=1):
            if isinstance(entry, float):
                raise InputError(
                    f"{what} has the float {entry!r} in row {i}, column {j}: floats are rounded; "
                    f"write it as text, {str(entry)!r}, or as a fraction"
                )
            try:
                entries.append(Fraction(entry))
            except (TypeError, ValueError, ZeroDivisionError):
                raise InputError(
                    f"{what} has {entry!r} in row {i}, column {j}: it must be an exact number"
                ) from None
        answer.append(tuple(entries))
    if not answer or not answer[0]:
        raise InputError(f"{what} is empty: a game needs at least one row and one column")
    for i, row in enumerate(answer, start=1):
        if len(row) != len(answer[0]):
            raise InputError(
                f"{what} has {len(row)} entries in row {i} and {len(answer[0])} in row 1"
            )
    return tuple(answer)


def named(names: Sequence[str] | None, size: int, what: str) -> tuple[str, ...]:
    """Return names for rows or columns: those given, or their numbers from 1."""
    if names is None:
        return tuple(str(i) for i in range(1, size + 1))
    if len(names) != size:
        raise InputError(f"{len(names)} names were given for {size} {what}")
    return tuple(names)

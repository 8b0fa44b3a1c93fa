"""Sizes of memory: as people write them, and how much the machine has."""

from __future__ import annotations

import os

from ...core.errors import InputError

__all__ = ["half_of_free", "memory_of", "size_in_words"]


def memory_of(text: str | float | None) -> int | None:
    """Read a size in GiB (``1.5``), or with a unit (``800M``, ``20G``), in bytes.

    >>> memory_of("1G"), memory_of("512M"), memory_of(None)
    (1073741824, 536870912, None)
    """
    if text is None:
        return None
    word = str(text).strip().upper().removesuffix("IB").removesuffix("B")
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
    unit = units.get(word[-1:], 1 << 30)
    try:
        size = float(word.rstrip("KMGT"))
    except ValueError:
        size = 0.0
    if not 0 < size < float("inf"):
        raise InputError(f"memory is {text!r}: give a size such as 2G or 500M")
    return int(size * unit)


def size_in_words(number: int) -> str:
    """A number of bytes in words.

    >>> size_in_words(3 << 29)
    '1.5 GiB'
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if number >= unit:
            return f"{number / unit:.4g} {name}"
    return f"{number} bytes"


def half_of_free() -> int:
    """Half of the memory that the machine has free, in bytes."""
    try:
        pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        pages = 4 << 30
    return max(int(pages) // 2, 64 << 20)

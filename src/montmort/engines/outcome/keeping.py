"""The file of a table: what an interrupted search goes on from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from .table import PIECE, entries_of

__all__ = ["Kept", "write_table"]


def write_table(file: Path, table: npt.NDArray[Any], words: int, direct: bool) -> None:
    """Write a table to a file: whole, or not at all; no second table is made in memory.

    The file is an array of NumPy's: the entries, a row each, or a numbered table's bytes.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".part")
    try:
        with partial.open("wb") as out:
            if direct:
                np.save(out, table)
            else:
                count = sum(len(piece) for piece in entries_of(table, words))
                header = {"descr": "<i8", "fortran_order": False, "shape": (count, words)}
                np.lib.format.write_array_header_1_0(out, header)
                for piece in entries_of(table, words):
                    out.write(piece.astype("<i8", copy=False).tobytes())
        partial.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise


class Kept:
    """A file of entries, read piece by piece; ``None`` where there is none of that shape.

    A file that is damaged costs the work that it kept, never the answer.
    """

    def __init__(self, file: Path, shape: tuple[int, ...], dtype: str) -> None:
        self.file, self.shape, self.dtype = file, shape, np.dtype(dtype)

    @classmethod
    def find(cls, file: Path, dtype: str) -> Kept | None:
        """Look at a file's header, and whether it is as long as that says."""
        try:
            with file.open("rb") as source:
                found = cls(file, *cls._header(source, dtype))
                count = int(np.prod(found.shape))
                if (
                    os.fstat(source.fileno()).st_size - source.tell()
                    == count * found.dtype.itemsize
                ):
                    return found
        except (OSError, ValueError):
            pass
        return None

    @staticmethod
    def _header(source: BinaryIO, dtype: str) -> tuple[tuple[int, ...], str]:
        if np.lib.format.read_magic(source) != (1, 0):
            raise ValueError("another format")
        shape, fortran, kind = np.lib.format.read_array_header_1_0(source)
        if fortran or kind != np.dtype(dtype):
            raise ValueError("another array")
        return shape, dtype

    def pieces(self) -> Iterator[npt.NDArray[Any]]:
        """The numbers of the file, so many rows at a time."""
        row = int(np.prod(self.shape[1:]))
        with self.file.open("rb") as source:
            self._header(source, self.dtype.str)
            left = int(np.prod(self.shape))
            while left:
                piece = np.fromfile(source, self.dtype, min(left, PIECE * row))
                if not len(piece):
                    return
                left -= len(piece)
                yield piece.astype(self.dtype.newbyteorder("="), copy=False)

"""Records with named fields, for games that are compiled.

A :class:`Struct` declares its fields once. Compiled code works on the memory itself;
interpreted code sees an object with the same fields, whose numbers are Python's own,
so that sums don't overflow in one world and not in the other.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

__all__ = [
    "CountTable", "Counts", "Flags", "Floats", "Ints", "Stream", "Struct", "number", "numbers",
]  # fmt: skip

if TYPE_CHECKING:

    class Ints(Protocol):
        """A row of whole numbers: a field of a record, or a buffer (then of 64 bits)."""

        @overload
        def __getitem__(self, index: int | tuple[int, ...]) -> int: ...
        @overload
        def __getitem__(self, index: slice) -> Ints: ...
        def __setitem__(self, index: int | tuple[int, ...] | slice, value: Any) -> None: ...
        def __len__(self) -> int: ...

    class Floats(Protocol):
        """A row of floating-point numbers."""

        @overload
        def __getitem__(self, index: int | tuple[int, ...]) -> float: ...
        @overload
        def __getitem__(self, index: slice) -> Floats: ...
        def __setitem__(self, index: int | tuple[int, ...] | slice, value: Any) -> None: ...
        def __len__(self) -> int: ...

    class Flags(Protocol):
        """A row of yes or no."""

        @overload
        def __getitem__(self, index: int | tuple[int, ...]) -> bool: ...
        @overload
        def __getitem__(self, index: slice) -> Flags: ...
        def __setitem__(self, index: int | tuple[int, ...] | slice, value: Any) -> None: ...
        def __len__(self) -> int: ...

    class Counts(Ints, Protocol):
        """A row of eight-bit numbers, next to one another: counts of the kinds of cards."""

        @overload
        def __getitem__(self, index: int | tuple[int, ...]) -> int: ...
        @overload
        def __getitem__(self, index: slice) -> Counts: ...

    class CountTable(Protocol):
        """Rows of eight-bit numbers, next to one another: one for each seat, say."""

        @overload
        def __getitem__(self, index: int) -> Counts: ...
        @overload
        def __getitem__(self, index: tuple[int, int]) -> int: ...
        def __setitem__(self, index: int | tuple[int, int], value: Any) -> None: ...
        def __len__(self) -> int: ...

else:
    # What they are when the program runs; single elements come out as Python numbers.
    Ints = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]
    Flags = npt.NDArray[np.bool_]
    Counts = npt.NDArray[np.int8]
    CountTable = np.ndarray[tuple[int, int], np.dtype[np.int8]]


class _Row(np.ndarray[Any, Any]):
    """An array whose single elements come out as Python numbers."""

    def __getitem__(self, index: Any) -> Any:
        # The common questions first: interpreted rules ask little else.
        if type(index) is int:
            if self.ndim == 1:
                return self.item(index)
        elif type(index) is tuple and len(index) == self.ndim:
            try:
                return self.item(index)
            except TypeError:  # a slice among the indices
                pass
        value = super().__getitem__(index)
        return value.item() if isinstance(value, np.generic) else value


class _Field:
    def __init__(self, dtype: str, shape: tuple[int, ...]) -> None:
        self.dtype, self.shape = np.dtype(dtype), shape

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        if record is None:
            return self
        array = record._fields[self.name]
        return array if self.shape else array.item()

    def __set__(self, record: Any, value: Any) -> None:
        array = record._fields[self.name]
        array[() if not self.shape else slice(None)] = value


def number(dtype: str = "i8") -> Any:
    """Declare a field that holds one number; ``dtype`` is NumPy's (``i1`` ... ``f8``)."""
    return _Field(dtype, ())


def numbers(*shape: int, dtype: str = "i8") -> Any:
    """Declare a field that holds a row (or a table) of numbers.

    A row of yes and no is one of ``u1``, 0 and 1: Numba knows no other in a record.
    """
    if np.dtype(dtype) == np.bool_:
        raise TypeError('a row in a record can\'t be of bool: write dtype="u1", for 0 and 1')
    return _Field(dtype, shape)


class Struct:
    """A record with named fields; subclass it and declare them.

    >>> class Pile(Struct):
    ...     tokens: int = number("i2")
    ...     taken: Ints = numbers(2, dtype="i2")
    >>> pile = Pile()
    >>> pile.tokens = 7
    >>> pile.taken[1] += 3
    >>> pile
    Pile(tokens=7, taken=[0, 3])
    >>> pile.copy() == pile
    True
    """

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        fields = {
            name: item
            for base in reversed(cls.__mro__)
            for name, item in vars(base).items()
            if isinstance(item, _Field)
        }
        cls.dtype = np.dtype(
            [(name, item.dtype.str, item.shape) for name, item in fields.items()], align=True
        )

    def __init__(self, memory: npt.NDArray[Any] | None = None) -> None:
        """Make an empty record, or one over memory: an array of one element."""
        if memory is None:
            memory = np.zeros(1, self.dtype)
        self.memory = memory
        self._fields: dict[str, Any] = {
            name: memory[name][0].view(_Row) if memory[name].ndim > 1 else memory[name][:1]
            for name in self.dtype.names or ()
        }
        for name, array in self._fields.items():
            if not array.shape[1:] and getattr(type(self), name).shape == ():
                self._fields[name] = array.reshape(())

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in ("memory", "_fields") and name not in (self.dtype.names or ()):
            known = ", ".join(self.dtype.names or ())
            raise AttributeError(f"{type(self).__name__} has no field {name!r} (it has: {known})")
        object.__setattr__(self, name, value)

    def copy(self) -> Self:
        """Return a record of its own with the same values."""
        return _over(type(self), self.memory.copy())

    __copy__ = copy

    def __reduce__(self) -> Any:
        # Fields are windows on the memory: what is unpickled needs windows of its own.
        return _over, (type(self), self.memory)

    def values(self) -> dict[str, Any]:
        """Return the fields by name, rows as lists."""
        return {
            name: array.tolist() if array.shape else array.item()
            for name, array in self._fields.items()
        }

    def pack(self) -> bytes:
        """Return the fields as bytes, without the gaps between them."""
        return b"".join(array.tobytes() for array in self._fields.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash(self.pack())

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value}" for name, value in self.values().items())
        return f"{type(self).__name__}({inside})"

    @classmethod
    def size(cls) -> int:
        """How many numbers a record holds."""
        fields: Any = cls.dtype.fields or {}
        return sum(math.prod(fields[name][0].shape) for name in fields)


_S = TypeVar("_S", bound=Struct)


def _over(kind: type[_S], memory: npt.NDArray[Any]) -> _S:
    """Make a record over memory, whatever else its class asks for when it is made."""
    made = kind.__new__(kind)
    Struct.__init__(made, memory)
    return made


class Stream(Struct):
    """One stream of random numbers: a counter and its step."""

    state: int = number("u8")
    step: int = number("u8")

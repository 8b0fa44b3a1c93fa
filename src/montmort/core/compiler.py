"""Compiling with Numba: specialised functions, kept in folders that know their sources."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import re
import signal
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from . import cache

__all__ = [
    "addresses",
    "announce",
    "atomics",
    "compile_cached",
    "home",
    "intrinsics",
    "only_reads",
    "row_at",
    "specialise",
    "undisturbed",
]

_lock = threading.RLock()


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


announce: Callable[[str], None] = _to_stderr
"""Called with a line whenever something is about to be compiled; may be replaced."""


def specialise(function: Callable[..., Any], **replacements: Any) -> Callable[..., Any]:
    """Return the function with some of the global names that it uses replaced.

    What replaces them becomes part of the name. Compiled code is linked by name: two
    copies of one function that come from the caches of two processes must not have the
    same, or one is run in place of the other.

    >>> def area(r): return factor * r * r
    >>> specialise(area, factor=3)(2)
    12
    """
    code: types.FunctionType = function  # type: ignore[assignment]
    made = types.FunctionType(
        code.__code__, {**code.__globals__, **replacements}, code.__name__, code.__defaults__
    )
    words = [f"{key}={_name_of(value)}" for key, value in sorted(replacements.items())]
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
    made.__name__ = made.__qualname__ = f"{code.__name__}_{digest}"
    made.__module__ = code.__module__
    return made


def _name_of(value: Any) -> str:
    inside = getattr(value, "py_func", value)
    name = getattr(inside, "__qualname__", None)
    return f"{inside.__module__}.{name}" if name else f"{type(inside).__name__} {inside!r}"


def home(label: str, sources: list[Path], *extra: str) -> Path:
    """The folder for what is compiled from these sources with these values."""
    import numba
    import numpy as np

    print_ = cache.fingerprint(sources, numba.__version__, np.__version__, *extra)
    return cache.folder() / "compiled" / f"{label}-{print_}"


def compile_cached(
    function: Callable[..., Any],
    signature: Any,
    folder: Path | None,
    *,
    what: str,
    boundscheck: bool = False,
    about: str = "",
) -> Any:
    """Compile a function, or load it from its folder; says so where it must compile.

    ``what`` names the thing within the folder: two functions of one folder need two
    names. Without a folder nothing is kept.
    """
    import numba

    options = {"nogil": True, "error_model": "python", "boundscheck": boundscheck}
    with _lock, undisturbed():
        if folder is None:
            made = numba.njit(signature, **options)(function)
            _read_only[made] = _only_read(made)
            return made
        short = hashlib.blake2b(what.encode(), digest_size=6).hexdigest()
        place = folder / short
        marker = place / "complete"
        if about and not marker.exists():
            announce(about)
        before = numba.config.CACHE_DIR
        try:
            place.mkdir(parents=True, exist_ok=True)
            numba.config.CACHE_DIR = str(place)
            made = numba.njit(signature, cache=True, **options)(function)
            if made.stats.cache_misses:
                marker.write_text(" ".join(_only_read(made)))
            _read_only[made] = frozenset(marker.read_text().split())
        except OSError as error:
            # A cache that can't be written is no reason not to play.
            numba.config.CACHE_DIR = before
            _say_once(
                f"{folder} can't be written ({error.strerror}): what is compiled is not kept; "
                "set MONTMORT_CACHE to another folder"
            )
            made = numba.njit(signature, **options)(function)
            _read_only[made] = _only_read(made)
        finally:
            numba.config.CACHE_DIR = before
        return made


@functools.cache
def _say_once(line: str) -> None:
    announce(line)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Keep an interrupt (or a request to end) until what is done inside is done.

    >>> with undisturbed():
    ...     both = [1, 2]  # no interrupt between the two
    """
    # An interrupt inside the compiler leaves it in pieces.
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []
    before = {}
    for name in (signal.SIGINT, signal.SIGTERM):
        if callable(signal.getsignal(name)):
            before[name] = signal.signal(name, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
    if asked:
        raise KeyboardInterrupt


_read_only: weakref.WeakKeyDictionary[Any, frozenset[str]] = weakref.WeakKeyDictionary()


def only_reads(made: Any, argument: str) -> bool:
    """Whether a compiled function is proven to write nothing into an argument's memory.

    ``argument`` is a record. The proof is LLVM's: having inlined what the function
    calls, it marks a pointer through which nothing is written.
    """
    return argument in _read_only.get(made, ())


def _only_read(made: Any) -> frozenset[str]:
    found = set()
    (code,) = made.inspect_llvm().values()
    name = made.overloads[made.signatures[0]].fndesc.mangled_name
    for line in code.splitlines():
        if line.startswith("define") and f"@{name}(" in line.replace('"', ""):
            for match in re.finditer(r"ptr ([^%,]*)%arg\.(\w+)(?=[,)])", line):
                if "readonly" in match[1] or "readnone" in match[1]:
                    found.add(match[2])
    return frozenset(found)


@functools.cache
def whole() -> Any:
    """The operation ``whole(n)``: the number itself; anything but a whole one won't compile."""
    from numba import types as nt
    from numba.extending import intrinsic

    @intrinsic
    def check(context: Any, number: Any) -> Any:
        if not isinstance(number, nt.Integer) or isinstance(number, nt.Boolean):
            raise TypeError(f"a strategy answers with a whole number, not with {number}")

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], signature.args[0], nt.int64)

        return nt.int64(number), build

    return check


@functools.cache
def row_at(kind: Any) -> Any:
    """The operation ``row(address, length)``: an array over memory, of Numba's ``kind``."""
    from numba import types as nt
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    array = kind[::1]

    @intrinsic
    def row(context: Any, address: Any, length: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = make_array(array)(context, builder)
            item = context.get_data_type(kind)
            size = context.get_constant(nt.intp, context.get_abi_sizeof(item))
            populate_array(
                made, builder.inttoptr(arguments[0], item.as_pointer()),
                cgutils.pack_array(builder, [arguments[1]]), cgutils.pack_array(builder, [size]),
                size, None,
            )  # fmt: skip
            return made._getvalue()

        return array(nt.int64, nt.int64), build

    return row


@functools.cache
def intrinsics(function_type: Any) -> tuple[Any, Any, Any]:
    """Two operations that Numba has no words for, and one to prepare them.

    ``borrow(array)`` is the same memory without a count of references: arrays passed
    from function to function are counted with atomic instructions, which costs more
    than the work of a small rule. The caller must keep the memory alive.

    ``function_at(addresses, i)`` is a function value made from row ``i`` of its three
    addresses, and ``take(function)`` gives these.
    """
    from llvmlite import ir
    from numba import njit
    from numba import types as nt
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    parts = ("c_addr", "py_addr", "jit_addr")

    @intrinsic
    def borrow(context: Any, array: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = make_array(signature.args[0])(context, builder, arguments[0])
            made.meminfo = cgutils.get_null_value(made.meminfo.type)
            made.parent = cgutils.get_null_value(made.parent.type)
            return made._getvalue()

        return array(array), build

    @intrinsic
    def from_words(context: Any, c: Any, py: Any, jit: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(function_type)(context, builder)
            for name, word in zip(parts, arguments, strict=True):
                setattr(made, name, builder.inttoptr(word, cgutils.voidptr_t))
            return made._getvalue()

        return function_type(nt.int64, nt.int64, nt.int64), build

    @intrinsic
    def to_words(context: Any, function: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(function_type)(context, builder, arguments[0])
            words = [builder.ptrtoint(getattr(made, name), ir.IntType(64)) for name in parts]
            return context.make_tuple(builder, signature.return_type, words)

        return nt.UniTuple(nt.int64, 3)(function_type), build

    @njit
    def function_at(rows: Any, i: int) -> Any:
        return from_words(rows[i, 0], rows[i, 1], rows[i, 2])

    @njit(nt.UniTuple(nt.int64, 3)(function_type))
    def take(function: Any) -> Any:
        return to_words(function)

    return borrow, function_at, take


@functools.cache
def atomics() -> tuple[Any, Any, Any]:
    """Three operations on the places of an array that several threads write to.

    ``load(array, i)`` sees all that was written before the ``store`` whose number it
    sees; ``store(array, i, number)``; ``swap(array, i, old, new)`` writes the new
    number just if the old one is still there, and says whether it was.
    """
    from numba import types as nt
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def place(context: Any, builder: Any, array: Any, value: Any, i: Any) -> Any:
        made = make_array(array)(context, builder, value)
        return cgutils.gep_inbounds(builder, made.data, i)

    def size(context: Any, array: Any) -> int:
        return int(context.get_abi_sizeof(context.get_data_type(array.dtype)))

    @intrinsic
    def load(context: Any, array: Any, i: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            at = place(context, builder, kind, *arguments)
            return builder.load_atomic(at, "acquire", size(context, kind))

        return array.dtype(array, nt.int64), build

    @intrinsic
    def store(context: Any, array: Any, i: Any, number: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            at = place(context, builder, kind, *arguments[:2])
            builder.store_atomic(arguments[2], at, "release", size(context, kind))
            return context.get_dummy_value()

        return nt.void(array, nt.int64, array.dtype), build

    @intrinsic
    def swap(context: Any, array: Any, i: Any, old: Any, new: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            at = place(context, builder, kind, *arguments[:2])
            made = builder.cmpxchg(at, *arguments[2:], "acq_rel", "acquire")
            return context.cast(builder, builder.extract_value(made, 1), nt.boolean, nt.boolean)

        return nt.boolean(array, nt.int64, array.dtype, array.dtype), build

    return load, store, swap


def addresses(functions: list[Any], function_type: Any) -> Any:
    """The addresses of compiled functions, a row each; keep the functions alive."""
    import numpy as np

    take = intrinsics(function_type)[2]
    return np.array([take(function) for function in functions], np.int64).reshape(-1, 3)

"""The compiled parts of the search, for one kernel each; kept in the cache."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ...core import cache, compiler
from ...core.rule import Rule
from . import search as search_module
from . import shared as shared_module
from . import table as table_module

__all__ = ["compiled_enlarge", "compiled_insert", "compiled_lister", "compiled_search"]


def _table_rules(direct: bool, several: bool) -> tuple[Any, Any]:
    """The rules by which a search finds and keeps."""
    if not several:
        if direct:
            return table_module.find_direct, table_module.keep_direct
        return table_module.find_hashed, table_module.keep_hashed
    load, store, swap = compiler.atomics()
    made = functools.partial(compiler.specialise, load=load, store=store, swap=swap)
    if direct:
        return table_module.find_direct, Rule(made(shared_module.keep_shared_direct))
    return Rule(made(shared_module.find_shared)), Rule(made(shared_module.keep_shared))


@functools.cache
def compiled_search(
    expand: Callable[..., int], drawless: Callable[..., bool], module: Any, words: int,
    direct: bool, several: bool,
) -> Any:  # fmt: skip
    """The search of one kernel."""
    from numba import types

    borrow = compiler.intrinsics(types.FunctionType(types.int64(types.int64)))[0]
    find, keep = _table_rules(direct, several)
    function = compiler.specialise(
        search_module.search_on,
        expand=expand,
        drawless=drawless,
        find=find,
        keep=keep,
        borrow=borrow,
        words=words,
        several=several,
    )
    row = types.int64[::1]
    table = types.uint8[::1] if direct else row
    n = types.int64
    signature = n(table, n, row, row, n, row, row, row, row, row, row, row, n, row)
    paths = [
        path
        for part in (module, search_module, shared_module, compiler)
        for path in cache.sources(part)
    ]
    label = module.__name__.split(".")[-1]
    return compiler.compile_cached(
        function, signature, compiler.home(f"outcome-{label}", paths),
        what=f"search {module.__name__} {expand.__name__} {words} {direct} {several}",
        about=f"compiling the search of {label} (once) ...",
    )  # fmt: skip


@functools.cache
def compiled_insert() -> Any:
    """``insert(entries, words, table, mask, key)``."""
    from numba import types

    row, n = types.int64[::1], types.int64
    folder = compiler.home("outcome-table", cache.sources(table_module))
    return compiler.compile_cached(
        table_module.insert, n(row, n, row, n, row), folder, what="insert"
    )


@functools.cache
def compiled_enlarge() -> Any:
    """``enlarge(table, words, slots, key)``."""
    from numba import types

    row, n = types.int64[::1], types.int64
    folder = compiler.home("outcome-table", cache.sources(table_module))
    return compiler.compile_cached(table_module.enlarge, n(row, n, n, row), folder, what="enlarge")


def _list_children(keys, parameters, out, values, promises, scratch):  # type: ignore[no-untyped-def]
    return expand(keys, 0, parameters, out, 0, values, promises, 0, scratch)


expand: Any = None


@functools.cache
def compiled_lister(expand: Callable[..., int], module: Any) -> Any:
    """``children(keys, parameters, out, values, promises, scratch)``."""
    from numba import types

    row, n = types.int64[::1], types.int64
    folder = compiler.home(f"outcome-{module.__name__.split('.')[-1]}", cache.sources(module))
    return compiler.compile_cached(
        compiler.specialise(_list_children, expand=expand), n(row, row, row, row, row, row), folder,
        what=f"children {module.__name__} {expand.__name__}",
    )  # fmt: skip

"""Answers about decks of every size: tables of types and nimbers, and proofs for all n."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.errors import InputError
from .decks import Deck
from .game import Table, start_of

if TYPE_CHECKING:
    from .analysis import Analysis
    from .answers import AllDecks, NimberTable, TypeTable

__all__ = ["all_decks", "nimber_table", "show_progress", "type_table", "types_of"]


def type_table(
    a: int,
    d: int,
    most: int,
    *,
    misere: bool = False,
    extended: bool = False,
    memory: int | None = None,
    threads: int = 1,
) -> TypeTable:
    """Find the types of the decks 1 to n for all n up to ``most``, in both forms.

    >>> type_table(3, 3, 6).misere_types
    'DDDNNN'
    """
    from ...core.results import Chart
    from .answers import TypeTable, type_picture

    if most < 1:
        raise InputError(f"the table goes up to {most}: it must be at least 1")
    rows: list[str] = []
    positions = 0
    method = ""
    for form in (False, True):
        types, analysis = types_of(a, d, most, form, extended, memory, threads)
        rows.append(types)
        positions += analysis.positions
        method = analysis.method

    def picture() -> Chart:
        lines = {}
        for high in range(min(3, a), a + 1):
            for low in range(min(3, d), min(high, d) + 1):
                same = (high, low) == (a, d)
                chosen = rows[int(misere)] if same else types_of(
                    high, low, most, misere, extended, memory, threads
                )[0]  # fmt: skip
                lines[f"({high}, {low})"] = chosen
        return type_picture(lines, f"types of decks 1 to n, {'misère' if misere else 'normal'}")

    return TypeTable(a, d, misere, rows[0], rows[1], extended, positions, method, picture)


def types_of(
    a: int, d: int, most: int, misere: bool, extended: bool, memory: int | None, threads: int
) -> tuple[str, Analysis]:
    """The types of the decks 1 to n as a word, and what found them."""
    from .analysis import Analysis

    if extended:
        found = ""
        for n in range(1, most + 1):
            table = Table(Deck("chain", n), a, d, misere, True)
            analysis = Analysis(table, memory=memory, threads=threads, progress=show_progress())
            found += "PDN"[analysis.value(start_of(table)) + 1]
        return found, analysis
    table = Table(Deck("chain", most), a, d, misere)
    analysis = Analysis(table, memory=memory, threads=threads, keep=True, progress=show_progress())
    with analysis.outcomes.keeping():
        found = "".join("PDN"[_of_size(analysis, a, d, n) + 1] for n in range(1, most + 1))
    analysis.outcomes.forget_file()
    return found, analysis


def _of_size(analysis: Analysis, a: int, d: int, n: int) -> int:
    """The value of an empty board with n cards; one table serves all n."""
    from ...engines.outcome.kernel import UNKNOWN
    from . import chain

    position, value = chain.pack(analysis.outcomes.kernel, [(a, d, n)])
    return analysis.outcomes.value(position) if value == UNKNOWN else value


def all_decks(
    a: int, d: int, *, misere: bool = False, memory: int | None = None, threads: int = 1
) -> AllDecks:
    """Find the type of every chain, and prove it.

    >>> answer = all_decks(4, 4)
    >>> answer.eventual, answer.start, answer.holds
    ('N', 9, True)
    """
    from ...engines.outcome.checking import recheck
    from . import bounds, chain, witness
    from .analysis import Analysis

    analysis = Analysis(
        Table(Deck("chain", None), a, d, misere), memory=memory, threads=threads, keep=True,
        progress=show_progress(),
    )  # fmt: skip
    outcomes = analysis.outcomes
    most = bounds.limit(a, d, misere)
    with outcomes.keeping():
        types = "".join("PDN"[_of_size(analysis, a, d, n) + 1] for n in range(1, most + 1))
    last = types[-1]
    start = len(types.rstrip(last)) + 1
    with outcomes.keeping():
        found = recheck(outcomes, witness.kernel_of(outcomes.kernel))
    outcomes.forget_file()
    assert chain.expand is outcomes.kernel.expand
    from .answers import AllDecks

    return AllDecks(
        a, d, misere, last, start, types, bounds.paper(a, d), most, bounds.naive(a, d),
        found.entries, found.checked, found.holds,
        "depth-first search over clipped blocks of equal cards, re-checked card by card",
    )  # fmt: skip


def nimber_table(a: int, d: int, most: int | None, *, memory: int | None = None) -> NimberTable:
    """Find the nimbers of the draw-free chains up to ``most`` (``None``: of all).

    >>> nimber_table(4, 3, 9).nimbers
    (5, 5, 5)
    """
    from ...engines.nimbers import Nimbers
    from . import bounds, grundy
    from .answers import NimberTable

    first = (a - 1) * (d - 1) + 1
    bound = max(bounds.paper(a, d), first)
    last = bound if most is None else most
    if last < first:
        raise InputError(f"up to {first - 1} cards a draw is possible: ask for at least {first}")
    kernel = grundy.kernel_of(a, d, min(last, bound))
    nimbers = Nimbers(kernel, memory=memory, progress=show_progress())
    found = [
        nimbers.nimber(grundy.pack(kernel, [(a, d, min(n, bound))])) for n in range(first, last + 1)
    ]
    eventual = start = None
    if last >= bound:
        eventual, start = found[-1], last
        while start > first and found[start - first - 1] == eventual:
            start -= 1
    return NimberTable(
        a, d, first, tuple(found), bound, eventual, start, nimbers.size,
        "nimbers over blocks of equal cards, clipped at the paper's bound",
    )  # fmt: skip


def show_progress() -> Callable[[int], None] | None:
    """Show how many positions are known, where somebody watches."""
    if not sys.stderr.isatty():
        return None
    import time

    last = time.monotonic()

    def show(positions: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 1:
            last = now
            print(f"\r{positions:,} positions", end="", file=sys.stderr, flush=True)

    return show

"""Answers about decks of every size: tables of types and nimbers, and proofs for all n."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...core.errors import InputError
from .decks import Deck
from .states import Table, start_of

if TYPE_CHECKING:
    from ...core.results import Chart
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
    picture: bool = False,
) -> TypeTable:
    """Find the types of the decks 1 to n for all n up to ``most``, in both forms.

    With ``picture`` also those of all shorter sequences, for a picture over (a, d, n).

    >>> type_table(3, 3, 6).misere_types
    'DDDNNN'
    """
    from .answers import TypeTable, type_picture

    if most < 1:
        raise InputError(f"the table goes up to {most}: it must be at least 1")
    rows: list[str] = []
    found: list[Analysis] = []
    with _telling(lambda: ", ".join(map(_said, ("normal", "misère"), rows))), _saving(found):
        for form in (False, True):
            rows.append("")
            for rows[-1], analysis in growing_types(a, d, most, form, extended, memory, threads):
                last = analysis
            found.append(last)
    _forget(found)

    def around(form: bool) -> dict[str, str]:
        lines = {
            f"({high}, {low})": types_of(high, low, most, form, extended, memory, threads)[0]
            for high in range(min(3, a), a + 1)
            for low in range(min(3, d), min(high, d) + 1)
            if (high, low) != (a, d)
        }
        return {**lines, f"({a}, {d})": rows[form]}

    def chart() -> Chart:
        return type_picture(
            around(misere), f"types of decks 1 to n, {'misère' if misere else 'normal'}"
        )

    pictures = {"normal": around(False), "misère": around(True)} if picture else {}
    return TypeTable(
        a, d, misere, rows[0], rows[1], extended, sum(each.positions for each in found),
        found[-1].method, chart, pictures,
    )  # fmt: skip


def types_of(
    a: int, d: int, most: int, misere: bool, extended: bool, memory: int | None, threads: int
) -> tuple[str, Analysis]:
    """The types of the decks 1 to n as a word, and what found them."""
    for found in growing_types(a, d, most, misere, extended, memory, threads):
        types, analysis = found
    _forget([analysis])
    return types, analysis


def growing_types(
    a: int, d: int, most: int, misere: bool, extended: bool, memory: int | None, threads: int
) -> Iterator[tuple[str, Analysis]]:
    """Yield the word of types deck by deck; the file of what is known stays."""
    from .analysis import Analysis

    if extended:
        types = ""
        for n in range(1, most + 1):
            table = Table(Deck("chain", n), a, d, misere, True)
            analysis = Analysis(
                table, memory=memory, threads=threads, keep=True, progress=show_progress()
            )
            types += "PDN"[analysis.value(start_of(table)) + 1]
            _forget([analysis])  # a smaller board is soon done again
            yield types, analysis
        return
    table = Table(Deck("chain", most), a, d, misere)
    analysis = Analysis(table, memory=memory, threads=threads, keep=True, progress=show_progress())
    yield from _of_sizes(analysis, most)


def _of_sizes(analysis: Analysis, most: int) -> Iterator[tuple[str, Analysis]]:
    """The types of the empty boards of 1 to n cards; one table serves all n."""
    from ...engines.outcome.kernel import UNKNOWN
    from . import chain

    a, d, types = analysis.table.a, analysis.table.d, ""
    for n in range(1, most + 1):
        position, value = chain.pack(analysis.outcomes.kernel, [(a, d, n)])
        if value == UNKNOWN:
            value = analysis.outcomes.value(position)
        types += "PDN"[value + 1]
        yield types, analysis


def _forget(done: list[Analysis]) -> None:
    """Remove what was kept for going on: the answer is found."""
    for analysis in done:
        if "outcomes" in analysis.__dict__:
            analysis.outcomes.forget_file()


def _said(form: str, types: str) -> str:
    from .answers import run_lengths

    return f"{form} n = 1 to {len(types)}: {run_lengths(types)}" if types else f"{form} none"


@contextlib.contextmanager
def _saving(done: list[Analysis]) -> Iterator[None]:
    """Keep the tables of the forms that are done, where a later one is stopped."""
    try:
        yield
    except BaseException:
        for analysis in done:
            analysis.outcomes.save()
        raise


@contextlib.contextmanager
def _telling(found: Callable[[], str], *, kept: bool = True) -> Iterator[None]:
    """Say what was found before the work was stopped, or the memory was full."""
    from ...core import compiler

    try:
        yield
    except KeyboardInterrupt:
        goes_on = "; the same command goes on from there" if kept else ""
        compiler.announce(f"found so far: {found()}{goes_on}")
        raise
    except InputError as error:
        raise InputError(f"{error}; found so far: {found()}") from None


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
    form, types = "misère" if misere else "normal", ""
    with _telling(lambda: f"{_said(form, types)} of {most}"), outcomes.keeping():
        for word, _ in _of_sizes(analysis, most):
            types = word
        found = recheck(outcomes, witness.kernel_of(outcomes.kernel))
    last = types[-1]
    start = len(types.rstrip(last)) + 1
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
    found: list[int] = []
    with _telling(
        lambda: f"nimbers of n = {first} on: {' '.join(map(str, found)) or 'none'}", kept=False
    ):
        for n in range(first, last + 1):
            found.append(nimbers.nimber(grundy.pack(kernel, [(a, d, min(n, bound))])))
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

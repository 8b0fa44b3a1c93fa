"""Results drawn in the terminal, and written as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core.results import Estimate, Result, Table, plain

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["as_csv", "as_json", "cell", "draw"]


def cell(value: Any) -> str:
    """Show one value as text.

    >>> cell(None), cell(1234567), cell(0.25)
    ('', '1,234,567', '0.25')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Fraction):
        text = str(value)
        return text if len(text) <= 40 else f"{_approximately(value)}..."
    if isinstance(value, (list, tuple)):
        return ", ".join(cell(item) for item in value)
    return str(value)


def _approximately(value: Fraction) -> str:
    try:
        return f"{float(value):.12g}"
    except OverflowError:
        from decimal import Decimal

        return f"{Decimal(value.numerator) / Decimal(value.denominator):.12g}"


def draw(result: Result, console: Console) -> None:
    """Draw a result's tables and notes."""
    for table in result.tables():
        if _width(table) <= console.width:
            console.print(_drawn(table))
        else:
            console.print(_stacked(table), markup=False, highlight=False)
        if table.note:
            console.print(table.note, style="dim", markup=False, highlight=False)
    for note in result.notes():
        console.print(f"- {note}", markup=False, highlight=False)


WORDS = 24
"""So much of a column of text must fit on a line; the rest may go on the next."""


def _width(table: Table) -> int:
    """How wide a table must be for no number to be broken."""
    total = 0
    for i, column in enumerate(table.columns):
        cells = [column, *(cell(row[i]) for row in table.rows)]
        longest = max(len(text) for text in cells)
        widest_word = max((len(word) for text in cells for word in text.split()), default=0)
        figures = any(isinstance(row[i], Estimate) for row in table.rows)
        total += 2 + (longest if figures else min(longest, max(WORDS, widest_word)))
    return total


def _stacked(table: Table) -> str:
    """A table too wide for the terminal, one row under the other."""
    lines = [table.title]
    for row in table.rows:
        lines.append("")
        for i, (column, value) in enumerate(zip(table.columns, row, strict=True)):
            text = cell(value)
            if text:
                lines.append(text if i == 0 else f"  {column}: {text}" if column else f"  {text}")
    return "\n".join([*lines, ""])


def _drawn(table: Table) -> Any:
    from rich import box
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(
        title=Text(table.title), box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False
    )
    for i, column in enumerate(table.columns):
        numeric = bool(table.rows) and all(
            isinstance(row[i], (int, float, Fraction, Estimate, type(None))) for row in table.rows
        )
        drawn.add_column(
            Text(column), justify="right" if numeric and i else "left", overflow="fold"
        )
    for row in table.rows:
        drawn.add_row(*(Text(cell(value)) for value in row))
    return drawn


def as_json(results: Iterable[Result]) -> str:
    """Write results as JSON: one as an object, several as a list."""
    values = [plain(result.as_dict()) for result in results]
    return json.dumps(values[0] if len(values) == 1 else values, ensure_ascii=False, indent=2)


def as_csv(results: Iterable[Result]) -> str:
    """Write a result's tables as CSV: one block a table, an empty line between them.

    An estimate takes three columns: the value and the ends of its interval; a figure that
    is not there, or an end that is nowhere, is an empty cell.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    first = True
    for result in results:
        for table in result.tables():
            if not first:
                out.write("\n")
            first = False
            wide = [any(isinstance(row[i], Estimate) for row in table.rows)
                    for i in range(len(table.columns))]  # fmt: skip
            heads: list[str] = []
            names = [name or f"column {i}" for i, name in enumerate(table.columns, 1)]
            for name, estimated in zip(names, wide, strict=True):
                heads += [name, f"{name} low", f"{name} high"] if estimated else [name]
            writer.writerow(heads)
            for row in table.rows:
                cells: list[Any] = []
                for value, estimated in zip(row, wide, strict=True):
                    if isinstance(value, Estimate):
                        cells += [plain(end) for end in (value.value, value.low, value.high)]
                    else:
                        cells += [plain(value), "", ""] if estimated else [plain(value)]
                writer.writerow(cells)
    return out.getvalue()

"""Where answers go: drawn on the terminal, as JSON, as CSV, into files, as pictures."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ...core.errors import InputError
from ...core.results import Result
from .. import tables

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Output", "Patience", "console"]


def console(stderr: bool = False) -> Console:
    """Make the console: as wide as the terminal, or wide enough where there is none."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else 120
    return Console(file=stream, width=width, soft_wrap=False)


class Patience:
    """Says now and then that long work goes on, where its end can't be foreseen."""

    def __init__(self, what: str, advice: str, every: float = 10.0) -> None:
        self.what, self.advice, self.every = what, advice, every
        self.done = threading.Event()

    def __enter__(self) -> Patience:
        self.started = time.monotonic()
        self.thread = threading.Thread(target=self._speak, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join()

    def _speak(self) -> None:
        while not self.done.wait(self.every):
            seconds = time.monotonic() - self.started
            print(f"still {self.what} after {seconds:.0f} s; {self.advice}", file=sys.stderr)


@Parameter(name="*", group="Output")
@dataclass(frozen=True)
class Output:
    """How an answer is given."""

    json: Annotated[bool, Parameter(negative="", help="write JSON")] = False
    csv: Annotated[bool, Parameter(negative="", help="write the tables as CSV")] = False
    plot: Annotated[
        Path | None, Parameter(help="draw a picture into a file (.svg, .png or .pdf)")
    ] = None
    out: Annotated[Path | None, Parameter(help="write into a file instead of the terminal")] = None

    def check(self) -> None:
        """Refuse what can't be written, before any work is done."""
        if self.json and self.csv:
            raise InputError("--json and --csv exclude each other: choose one")
        if self.plot is not None:
            from ..plots import check_name

            check_name(self.plot)
        if self.out is not None and not self.out.absolute().parent.is_dir():
            raise InputError(f"--out {self.out}: there is no folder {self.out.parent}")

    def give(self, results: Sequence[Result]) -> None:
        """Give answers in the way that was asked for, the picture first."""
        if self.plot is not None:
            from ..plots import save

            save([chart for result in results for chart in result.charts()], self.plot)
            print(f"drawn: {self.plot}", file=sys.stderr)
        if self.json:
            self._write(tables.as_json(results) + "\n")
        elif self.csv:
            self._write(tables.as_csv(results))
        elif self.out is not None:
            from rich.console import Console

            with self.out.open("w", encoding="utf-8") as file:
                for result in results:
                    tables.draw(result, Console(file=file, width=120))
        else:
            for result in results:
                tables.draw(result, console())

    def _write(self, text: str) -> None:
        if self.out is None:
            sys.stdout.write(text)
        else:
            self.out.write_text(text, encoding="utf-8")

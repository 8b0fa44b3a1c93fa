"""Results: values that say what they are, and print as tables, JSON, CSV and plots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

__all__ = [
    "Bars", "Chart", "Curve", "Estimate", "Fact", "Facts", "HeatMap", "Histogram", "Result",
    "Table", "plain",
]  # fmt: skip


@dataclass(frozen=True)
class Estimate:
    """A figure that was estimated, with the interval that covers the truth (95 %).

    >>> print(Estimate(0.461, 0.4588, 0.4632, share=True))
    46.1% ±0.2
    """

    value: float
    low: float
    high: float
    share: bool = False
    """Whether it is a share of something, to be read as a percentage."""

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def as_dict(self) -> dict[str, float]:
        """Return the figure and its interval by name."""
        return {"value": self.value, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        scale, mark = (100, "%") if self.share else (1, "")
        if not math.isfinite(self.value):
            return "-"
        half = scale * max(self.high - self.value, self.value - self.low)
        if not math.isfinite(half):
            return f"{scale * self.value:g}{mark} (no interval: too few games)"
        digits = _digits(half)
        shorter = scale * min(self.high - self.value, self.value - self.low)
        beyond = scale * self.value + half > 100 or scale * self.value < half
        if self.share and (beyond or (half >= 2 and shorter < 0.6 * half)):
            # Few games: the interval leans to one side, and ± would claim what it can't.
            ends = f"{scale * self.low:.{digits}f} to {scale * self.high:.{digits}f}"
            return f"{scale * self.value:.{digits}f}{mark} ({ends})"
        return f"{scale * self.value:.{digits}f}{mark} ±{half:.{digits}f}"


def _digits(half: float) -> int:
    """Decimals that show an uncertainty with one significant digit, two if it starts with 1."""
    if half <= 0:
        return 1
    lead = math.floor(math.log10(half))
    return max(0, min(9, -lead + int(half / 10.0**lead < 1.95)))


@dataclass(frozen=True)
class Table:
    """Rows under headings, for any interface to draw; cells are values, not text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Bars:
    """Stacked bars: one bar a label, one layer a series, every value with its interval."""

    title: str
    labels: tuple[str, ...]
    series: tuple[str, ...]
    values: tuple[tuple[Estimate, ...], ...]
    """``values[label][series]``"""
    axis: str = "share of games"


@dataclass(frozen=True)
class Histogram:
    """Distributions of a count or a score: ``counts[label]`` maps value to frequency."""

    title: str
    labels: tuple[str, ...]
    counts: tuple[Mapping[float, float], ...]
    axis: str = ""


@dataclass(frozen=True)
class Curve:
    """Lines over a common axis; ``lines[name]`` is a list of points or of estimates."""

    title: str
    x: tuple[float, ...]
    lines: Mapping[str, Sequence[float | Estimate | None]]
    x_axis: str = ""
    y_axis: str = ""
    marks: Mapping[str, float] = field(default_factory=dict)
    """Horizontal lines, by name: limits and references."""


@dataclass(frozen=True)
class HeatMap:
    """A table of numbers as colours."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    axis: str = ""


Chart = Bars | Histogram | Curve | HeatMap


class Result:
    """What an engine answers: it says how it was found, whether it is exact, how good it is."""

    method: str
    exact: bool

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values, in the shape that other programs rely on."""
        raise NotImplementedError

    def tables(self) -> list[Table]:
        """Return the answer as tables, the most important first."""
        raise NotImplementedError

    def charts(self) -> list[Chart]:
        """Return the pictures that help, or none."""
        return []

    def notes(self) -> list[str]:
        """Return what must be said beside the figures, in sentences."""
        return []


@dataclass(frozen=True)
class Fact:
    """One known value beside ours."""

    statement: str
    """What is claimed, in words."""
    source: str
    """Who says so: a paper's section, a published table, or ``recomputed`` and how."""
    expected: Any
    found: Any
    agrees: bool
    note: str = ""


@dataclass(frozen=True)
class Facts(Result):
    """The known values of one subject beside ours."""

    title: str
    facts: tuple[Fact, ...]
    remarks: tuple[str, ...] = ()
    method: str = "comparison with known values"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the facts as a list of plain values."""
        return {
            "title": self.title,
            "facts": [
                {
                    "statement": fact.statement,
                    "source": fact.source,
                    "expected": plain(fact.expected),
                    "found": plain(fact.found),
                    "agrees": fact.agrees,
                    "note": fact.note,
                }
                for fact in self.facts
            ],
            "notes": list(self.remarks),
        }

    def tables(self) -> list[Table]:
        """Return one row a fact."""
        rows = tuple(
            (f.statement, f.expected, f.found, "yes" if f.agrees else "NO", f.source, f.note)
            for f in self.facts
        )
        columns = ("what", "known", "ours", "agrees", "source", "note")
        return [Table(self.title, columns, rows)]

    def notes(self) -> list[str]:
        """Return the remarks."""
        return list(self.remarks)


def plain(value: Any) -> Any:
    """Turn a value into what JSON can hold; fractions become ``"p/q"``.

    >>> plain({"value": Fraction(548, 1001), "range": (1, 2.5)})
    {'value': '548/1001', 'range': [1, 2.5]}
    """
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Estimate):
        return plain(value.as_dict())
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (str, bool, int)) or value is None:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return [plain(item) for item in value]
    return str(value)

"""Results drawn as pictures by Matplotlib, which is imported when one is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import InputError
from ..core.results import Bars, Chart, Curve, Estimate, HeatMap, Histogram

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["save"]

KINDS = (".svg", ".png", ".pdf")


def check_name(path: Path) -> None:
    """Refuse a file name from whose ending no kind of picture follows."""
    if path.suffix.lower() not in KINDS:
        raise InputError(f"--plot {path}: give a file that ends in {', '.join(KINDS)}")
    if not path.absolute().parent.is_dir():
        raise InputError(f"--plot {path}: there is no folder {path.parent}")


def save(charts: list[Chart], path: Path) -> None:
    """Draw charts one under the other and save them; the file's ending says how."""
    check_name(path)
    if not charts:
        raise InputError("this answer has no picture: leave out --plot")
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    heights = [_height(chart) for chart in charts]
    with matplotlib.rc_context({"svg.hashsalt": "montmort", "svg.fonttype": "none"}):
        figure = Figure(figsize=(9, sum(heights)), layout="constrained")
        FigureCanvasAgg(figure)
        axes: Any = figure.subplots(
            len(charts), 1, squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        for chart, axis in zip(charts, axes[:, 0], strict=True):
            _draw(chart, axis)
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        figure.savefig(path, metadata=metadata, dpi=144)


def _height(chart: Chart) -> float:
    if isinstance(chart, Bars):
        return 1.5 + 0.45 * len(chart.labels) + 0.2 * (len(chart.series) // 6)
    if isinstance(chart, HeatMap):
        return 1.6 + 0.4 * len(chart.rows)
    return 4.0


def _draw(chart: Chart, axis: Axes) -> None:
    axis.set_title(chart.title, loc="left", fontsize=11)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    if isinstance(chart, Bars):
        _bars(chart, axis)
    elif isinstance(chart, Histogram):
        _histogram(chart, axis)
    elif isinstance(chart, Curve):
        _curve(chart, axis)
    else:
        _heat_map(chart, axis)


def _bars(chart: Bars, axis: Axes) -> None:
    import matplotlib as mpl

    count = len(chart.series)
    colours = mpl.colormaps["viridis_r"]
    left = [0.0] * len(chart.labels)
    for k, series in enumerate(chart.series):
        widths = [values[k].value for values in chart.values]
        colour = colours(0.08 + 0.84 * k / max(1, count - 1))
        axis.barh(chart.labels, widths, left=left, height=0.7, label=series, color=colour)
        left = [a + b for a, b in zip(left, widths, strict=True)]
        if k < count - 1:
            # The interval of each share, drawn where its bar ends.
            below = [max(0.0, v[k].value - v[k].low) for v in chart.values]
            above = [max(0.0, v[k].high - v[k].value) for v in chart.values]
            axis.errorbar(
                left, chart.labels, xerr=[below, above], fmt="none", ecolor="black", capsize=3, lw=1
            )
    axis.invert_yaxis()
    axis.set_xlim(0, max(1.0, *left))
    axis.set_xlabel(f"{chart.axis} (black: the interval of the share that ends there)")
    axis.legend(ncols=min(6, count), fontsize=8, loc="lower right", bbox_to_anchor=(1.0, 1.0),
                frameon=False)  # fmt: skip


def _histogram(chart: Histogram, axis: Axes) -> None:
    for label, counts in zip(chart.labels, chart.counts, strict=True):
        total = sum(counts.values())
        if not total:
            continue
        values = sorted(counts)
        axis.step(values, [counts[v] / total for v in values], where="mid", label=label, lw=1.3)
    axis.set_xlabel(chart.axis)
    axis.set_ylabel("share")
    axis.set_ylim(bottom=0)
    axis.legend(fontsize=8, frameon=False)


def _curve(chart: Curve, axis: Axes) -> None:
    for name, points in chart.lines.items():
        xs = [x for x, p in zip(chart.x, points, strict=True) if p is not None]
        some = [p for p in points if p is not None]
        ys = [p.value if isinstance(p, Estimate) else float(p) for p in some]
        (line,) = axis.plot(xs, ys, label=name, marker="o" if len(xs) < 40 else "", ms=3, lw=1.4)
        if some and all(isinstance(p, Estimate) for p in some):
            lows = [p.low for p in some if isinstance(p, Estimate)]
            highs = [p.high for p in some if isinstance(p, Estimate)]
            axis.fill_between(xs, lows, highs, alpha=0.2, color=line.get_color())
    for name, height in chart.marks.items():
        axis.axhline(height, ls="--", lw=1, color="grey")
        axis.annotate(name, (1, height), xycoords=("axes fraction", "data"), fontsize=8,
                      ha="right", va="bottom", color="grey")  # fmt: skip
    axis.set_xlabel(chart.x_axis)
    axis.set_ylabel(chart.y_axis)
    axis.legend(fontsize=8, frameon=False)


def _heat_map(chart: HeatMap, axis: Axes) -> None:
    values = [[float("nan") if v is None else v for v in row] for row in chart.values]
    picture = axis.imshow(values, cmap="RdBu", aspect="auto")
    axis.set_xticks(range(len(chart.columns)), chart.columns, rotation=90, fontsize=8)
    axis.set_yticks(range(len(chart.rows)), chart.rows, fontsize=8)
    colour_bar = axis.figure.colorbar(picture, ax=axis)
    colour_bar.set_label(chart.axis)

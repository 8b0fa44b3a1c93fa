"""Diagrams as pictures: the states in a row, the way forward between them, the ways back below."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from .diagrams import Arrow, Diagram

__all__ = ["svg"]

_RADIUS, _GAP, _MARGIN, _STEP = 24, 60, 34, 26
"""Pixels: a state's radius, the gap between states, the margin, and the depth of an arc."""

_INK, _BOLD, _PALE = "#333333", "#b3261e", "#f4f1ea"


def svg(drawn: Diagram) -> str:
    """Return a diagram as an SVG document.

    States stand from left to right. The arrow forward is straight, an arrow to an earlier
    state goes below, the deeper the further, and an arrow to the state itself is a loop
    above it. The arrow that completes the pattern is red and bold.

    >>> from .diagrams import diagram
    >>> from .letters import COIN
    >>> from .patterns import Pattern
    >>> picture = svg(diagram(Pattern("HHT", COIN), "stopping"))
    >>> picture.startswith("<svg"), picture.count("<circle")
    (True, 5)
    """
    radius = max([_RADIUS, *(8 + round(4.8 * len(name)) for name in drawn.states if len(name) < 9)])
    pitch = 2 * radius + _GAP
    back = [a for a in drawn.arrows if a.target < a.source]
    depths = {a: depth for depth, a in enumerate(_by_length(back), 1)}
    top = _MARGIN + 2 * radius + 20
    lowest = radius + _STEP * (len(depths) + 1)
    width = 2 * _MARGIN + 2 * radius + pitch * (len(drawn.states) - 1)
    height = top + lowest + _MARGIN
    centres = [_MARGIN + radius + pitch * i for i in range(len(drawn.states))]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="14">',
        f"<title>{escape(drawn.pattern)} {drawn.kind}</title>",
        _head("tip", _INK),
        _head("end", _BOLD),
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<path d="M {centres[0] - radius - 26} {top} L {centres[0] - radius - 3} {top}" '
        f'stroke="{_INK}" stroke-width="1.5" marker-end="url(#tip)"/>',
    ]
    leaving: dict[int, int] = {}
    for arrow in drawn.arrows:
        # Ways back that leave the same state leave it side by side.
        place = leaving.get(arrow.source, 0)
        leaving[arrow.source] = place + (arrow in depths)
        parts += _arrow(arrow, centres, top, radius, depths.get(arrow, 0), place)
    for i, (x, name) in enumerate(zip(centres, drawn.states, strict=True)):
        final = drawn.kind == "stopping" and i == len(drawn.states) - 1
        parts.append(
            f'<circle cx="{x}" cy="{top}" r="{radius}" fill="{_PALE}" stroke="{_INK}" '
            'stroke-width="1.5"/>'
        )
        if final:
            parts.append(
                f'<circle cx="{x}" cy="{top}" r="{radius - 4}" fill="none" stroke="{_INK}"/>'
            )
        # A long name would not fit: the state is named by its length, in full on hovering.
        shown = name if len(name) < 9 else str(len(name))
        parts.append(
            f'<text x="{x}" y="{top + 5}" text-anchor="middle">{escape(shown)}'
            f"<title>{escape(name)}</title></text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _by_length(arrows: list[Arrow]) -> list[Arrow]:
    return sorted(arrows, key=lambda a: (a.source - a.target, a.source))


def _arrow(
    arrow: Arrow, centres: list[int], level: int, radius: int, depth: int, place: int
) -> list[str]:
    x, goal = centres[arrow.source], centres[arrow.target]
    if arrow.target == arrow.source:
        high = level - 2 * radius - 14
        path = (
            f"M {x - 9} {level - radius + 2} C {x - radius - 6} {high}, "
            f"{x + radius + 6} {high}, {x + 11} {level - radius - 2}"
        )
        spot = (x, high + 5)
    elif arrow.target > arrow.source:
        path = f"M {x + radius} {level} L {goal - radius - 3} {level}"
        spot = ((x + goal) // 2, level - 7)
    else:
        # A bracket below the row; each has a depth of its own, so that none cross over.
        low = level + radius + _STEP * depth
        out, into = x - 10 + 9 * min(place, 2), goal + 8
        path = (
            f"M {out} {level + radius - 2} L {out} {low - 8} Q {out} {low} {out - 8} {low} "
            f"L {into + 8} {low} Q {into} {low} {into} {low - 8} L {into} {level + radius + 2}"
        )
        spot = ((out + into) // 2, low - 5)
    colour, thick, tip = (_BOLD, "2.5", "end") if arrow.completes else (_INK, "1.5", "tip")
    return [
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick}" '
        f'marker-end="url(#{tip})"/>',
        f'<text x="{spot[0]}" y="{spot[1]}" text-anchor="middle" fill="{colour}">'
        f"{escape(arrow.letters)}</text>",
    ]


def _head(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M 0 0 L 8 4 L 0 8 z" fill="{colour}"/></marker>'
    )

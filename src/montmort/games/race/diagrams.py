"""State diagrams of a pattern: stopping or going on, as text and DOT, and which are the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from .patterns import Pattern, steps

__all__ = ["Arrow", "Diagram", "Kind", "diagram", "same_graph"]

Kind = Literal["stopping", "continuing"]


@dataclass(frozen=True)
class Arrow:
    """An arrow of a diagram: the letters that lead from one state to another."""

    source: int
    target: int
    letters: str
    chance: Fraction
    completes: bool
    """Whether the pattern is complete with it."""


@dataclass(frozen=True)
class Diagram:
    """The states of one who waits for a pattern, and the arrows between them.

    A state is named by the part of the pattern that stands, ``0`` for none (``∅`` where 0
    is a letter). In the
    stopping diagram the whole pattern is the last state; in the continuing one the
    arrow that completes it leads to its longest proper border, and no state is added.

    >>> from .letters import COIN
    >>> print(diagram(Pattern("HTH", COIN), "continuing").text())
    HTH continuing
      0   --H-->  H
      0   --T-->  0
      H   --T-->  HT
      H   --H-->  H
      HT  --H-->  H    HTH complete
      HT  --T-->  0
    """

    pattern: str
    kind: Kind
    states: tuple[str, ...]
    arrows: tuple[Arrow, ...]

    def text(self) -> str:
        """Return the arrows as lines of text."""
        wide = max(map(len, self.states))
        letters = max(len(a.letters) for a in self.arrows)
        lines = [f"{self.pattern} {self.kind}"]
        for a in self.arrows:
            target = self.states[a.target]
            line = f"  {self.states[a.source]:<{wide}}  --{a.letters:-<{letters}}-->  "
            line += f"{target:<{wide}}   {self.pattern} complete" if a.completes else target
            lines.append(line)
        return "\n".join(lines)

    def dot(self) -> str:
        """Return the diagram in Graphviz's DOT language.

        >>> from .letters import COIN
        >>> diagram(Pattern("H", COIN), "continuing").dot().splitlines()[-2]
        '  "0" -> "0" [label="T"];'
        """
        lines = [
            f'digraph "{_quoted(self.pattern)} {self.kind}" {{',
            "  rankdir=LR;",
            "  node [shape=circle];",
            '  start [shape=point, label=""];',
            f'  start -> "{_quoted(self.states[0])}";',
        ]
        if self.kind == "stopping":
            lines.append(f'  "{_quoted(self.states[-1])}" [shape=doublecircle];')
        for a in self.arrows:
            bold = ", style=bold" if a.completes else ""
            lines.append(
                f'  "{_quoted(self.states[a.source])}" -> "{_quoted(self.states[a.target])}" '
                f'[label="{_quoted(a.letters)}"{bold}];'
            )
        return "\n".join([*lines, "}"])

    def svg(self) -> str:
        """Return the diagram as an SVG picture, a document of its own."""
        from .drawing import svg

        return svg(self)

    def as_dict(self) -> dict[str, object]:
        """Return the states and arrows, and both texts."""
        return {
            "pattern": self.pattern,
            "kind": self.kind,
            "states": list(self.states),
            "arrows": [
                {
                    "from": self.states[a.source],
                    "to": self.states[a.target],
                    "letters": a.letters,
                    "chance": a.chance,
                    "completes": a.completes,
                }
                for a in self.arrows
            ],
            "text": self.text(),
            "dot": self.dot(),
        }


def diagram(pattern: Pattern, kind: Kind) -> Diagram:
    """Draw up the diagram of one who waits for a pattern.

    Letters that lead to the same state share an arrow; a letter that can't come up has
    none.
    """
    word = pattern.word
    table = steps(word, pattern.letters.names)
    size = len(word)
    nothing = "∅" if "0" in pattern.letters.names else "0"
    states = [nothing] + [word[:k] for k in range(1, size + (kind == "stopping"))]
    arrows = []
    for s in range(size):
        found: dict[tuple[int, bool], tuple[str, Fraction]] = {}
        # The letter that is waited for comes first.
        for letter, chance in sorted(pattern.letters.possible, key=lambda p: p[0] != word[s]):
            target = table[s][letter]
            completes = target == size
            if completes and kind == "continuing":
                target = pattern.border
            letters, total = found.get((target, completes), ("", Fraction(0)))
            found[target, completes] = (letters + letter, total + chance)
        arrows += [
            Arrow(s, target, ",".join(letters), chance, completes)
            for (target, completes), (letters, chance) in found.items()
        ]
    return Diagram(word, kind, tuple(states), tuple(arrows))


def same_graph(first: Diagram, second: Diagram, *, weighted: bool = True) -> dict[str, str] | None:
    """Decide whether two diagrams are the same graph up to the names of the states.

    Returns the new name of each state of the first, or ``None`` if there is no way to
    rename them. ``weighted`` asks that the chances on the arrows agree too; the letters
    may differ, and so may the start and the arrow that completes the pattern.

    >>> from .letters import COIN
    >>> hht, hth = Pattern("HHT", COIN), Pattern("HTH", COIN)
    >>> same_graph(diagram(hht, "continuing"), diagram(hth, "continuing"))
    {'0': 'H', 'H': 'HT', 'HH': '0'}
    >>> same_graph(diagram(hht, "stopping"), diagram(hth, "stopping")) is None
    True
    """
    if len(first.states) != len(second.states):
        return None
    graphs = [_weights(d, weighted) for d in (first, second)]
    found = next(_match(graphs[0], graphs[1], *_colours(graphs)), None)
    if found is None:
        return None
    return {first.states[i]: second.states[j] for i, j in enumerate(found)}


_Graph = list[dict[int, Fraction]]


def _weights(drawn: Diagram, weighted: bool) -> _Graph:
    rows: _Graph = [{} for _ in drawn.states]
    for a in drawn.arrows:
        row = rows[a.source]
        row[a.target] = row.get(a.target, Fraction(0)) + a.chance if weighted else Fraction(1)
    return rows


def _colours(graphs: list[_Graph]) -> tuple[list[int], list[int]]:
    """Colour the states by what they lead to and come from, until nothing new is seen."""
    size = len(graphs[0])
    colours = [[0] * size, [0] * size]
    kinds = 1
    while True:
        seen = []
        for graph, colour in zip(graphs, colours, strict=True):
            onward = [sorted((w, colour[j]) for j, w in row.items()) for row in graph]
            into: list[list[tuple[Fraction, int]]] = [[] for _ in graph]
            for i, row in enumerate(graph):
                for j, w in row.items():
                    into[j].append((w, colour[i]))
            loops = [row.get(i, Fraction(0)) for i, row in enumerate(graph)]
            seen.append(
                [
                    (colour[i], loops[i], tuple(onward[i]), tuple(sorted(into[i])))
                    for i in range(size)
                ]
            )
        names = {view: n for n, view in enumerate(sorted({*seen[0], *seen[1]}))}
        colours = [[names[view] for view in side] for side in seen]
        if len(names) == kinds:
            return colours[0], colours[1]
        kinds = len(names)


def _match(first: _Graph, second: _Graph, left: list[int], right: list[int]) -> Iterator[list[int]]:
    """Yield the renamings that keep all arrows, trying only states of the same colour."""
    if sorted(left) != sorted(right):
        return
    size = len(first)
    # The rarest colours first, so that a wrong guess is noticed early.
    order = sorted(range(size), key=lambda i: (left.count(left[i]), i))
    image = [-1] * size
    used = [False] * size

    def fits(i: int, j: int) -> bool:
        for a in order:
            b = image[a] if a != i else j
            if b < 0:
                break
            if first[i].get(a) != second[j].get(b) or first[a].get(i) != second[b].get(j):
                return False
        return True

    # Without recursion: one iterator of candidates for each place in the order.
    def candidates(k: int) -> Iterator[int]:
        return iter([j for j in range(size) if right[j] == left[order[k]]])

    stack = [candidates(0)]
    while stack:
        k = len(stack) - 1
        i = order[k]
        if image[i] >= 0:
            used[image[i]] = False
            image[i] = -1
        for j in stack[-1]:
            if not used[j] and fits(i, j):
                image[i], used[j] = j, True
                break
        else:
            stack.pop()
            continue
        if k + 1 == size:
            yield list(image)
        else:
            stack.append(candidates(k + 1))


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')

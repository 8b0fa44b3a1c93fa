"""How long a won game lasts, over a compiled kernel."""

from __future__ import annotations

from ...core.errors import InputError
from .kernel import UNKNOWN
from .outcomes import Outcomes

__all__ = ["Distances"]

Position = tuple[int, ...]


class Distances:
    """Moves to the end of won and lost positions, of those moves that the kernel lists.

    ``shortest``: the winner hurries and the loser delays; ``longest``: both take the
    most moves that keep the outcome. Positions with no listed move have length 0. More
    than ``limit`` positions are an ``InputError``.
    """

    def __init__(self, outcomes: Outcomes, *, limit: int = 100_000) -> None:
        self.outcomes = outcomes
        self.limit = limit
        self._within: dict[Position, tuple[int, int]] = {}
        self._longest: dict[Position, int] = {}
        self._children: dict[Position, tuple[int, list[Position]]] = {}

    def _listed(self, position: Position) -> tuple[int, list[Position]]:
        """The value of a position, and the children that keep it."""
        found = self._children.get(position)
        if found is None:
            if len(self._children) >= self.limit:
                raise InputError(f"the line runs through more than {self.limit:,} positions")
            listed = self.outcomes.children(position)
            value = self.outcomes.value(position)
            kept = []
            for child, plain in listed:
                known = plain if value == -1 or plain != UNKNOWN else self.outcomes.value(child)
                if value == -1 or known == -value:
                    kept.append(child)
            found = value, list(dict.fromkeys(kept))
            self._children[position] = found
        return found

    def shortest(self, position: Position) -> int:
        """Moves to the end if the winner hurries and the loser delays."""
        for moves in range(self.outcomes.kernel.depth + 2):
            if self._ends_within(position, moves):
                return moves
        raise InputError("a position that nobody wins has no length")

    def _ends_within(self, position: Position, moves: int) -> bool:
        no, yes = self._within.get(position, (-1, 1 << 30))
        if moves >= yes or moves <= no:
            return moves >= yes
        value, children = self._listed(position)
        if value == 0:
            raise InputError("a position that nobody wins has no length")
        if not children:
            answer = True
        elif moves == 0:
            answer = False
        elif value == 1:
            answer = any(self._ends_within(child, moves - 1) for child in children)
        else:
            answer = all(self._ends_within(child, moves - 1) for child in children)
        no, yes = self._within.get(position, (-1, 1 << 30))
        self._within[position] = (no, min(yes, moves)) if answer else (max(no, moves), yes)
        return answer

    def longest(self, position: Position) -> int:
        """Moves to the end if both delay as long as the outcome is kept."""
        found = self._longest.get(position)
        if found is None:
            _, children = self._listed(position)
            found = max((1 + self.longest(child) for child in children), default=0)
            self._longest[position] = found
        return found

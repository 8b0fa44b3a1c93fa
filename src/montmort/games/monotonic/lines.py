"""Lines of play: the shortest win and the longest, and a draw that both want."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError
from .states import BoardState, CardState

if TYPE_CHECKING:
    from .analysis import Analysis

__all__ = ["drawn_line", "line_of"]

MOST_POSITIONS = 5_000_000
"""So many positions are looked at for the length of a line."""


def line_of(
    analysis: Analysis, state: BoardState, *, longest: bool = False
) -> tuple[list[Any], str]:
    """A line of best play from a position, and what it is.

    Where somebody wins, the winner hurries and the loser delays; with ``longest`` the
    winner takes as long as the win allows. Too large a game gives a forced line that
    is neither, and says so. At a draw nobody gives anything away.
    """
    value = analysis.value(state)
    if value == 0:
        return _walk(analysis, state, None), "a drawn line: nobody gives anything away"
    what = "longest" if longest else "shortest"
    try:
        return (
            _walk(analysis, state, _lengths(analysis, longest), longest),
            f"the {what} win against the longest defence"
            if not longest
            else "the longest line that keeps the win",
        )
    except (InputError, RecursionError):
        return _walk(analysis, state, None), f"a forced line; the {what} one is too far to see"


def _walk(
    analysis: Analysis,
    state: BoardState,
    length: Callable[[BoardState], int] | None,
    longest: bool = False,
) -> list[Any]:
    played: list[Any] = []
    while state.actor >= 0:
        moves = analysis.moves(state)
        best = max(value for _, value in moves)
        choices = [action for action, value in moves if value == best]
        action = choices[0]
        if length is not None:
            lengths = [length(state.after(action)) for action in choices]
            pick = min if best == 1 and not longest else max
            action = choices[lengths.index(pick(lengths))]
        played.append(action)
        state = state.after(action)
    return played


def _lengths(analysis: Analysis, longest: bool) -> Callable[[BoardState], int]:
    """Moves to the end from a state, by the kernel or by the plain states."""
    kind = analysis.table.deck.kind
    if kind == "rationals":
        return _PlainLengths(analysis, longest)
    from ...engines.outcome.kernel import UNKNOWN
    from .lengths import Lengths

    found = Lengths(analysis.outcomes, longest=longest, most=MOST_POSITIONS)
    # A position from which nothing safe can be played lasts a little longer.
    tail = 1 if analysis.table.misere else 2

    def length(state: BoardState) -> int:
        if state.ended:
            return 0
        position, plain = analysis.packed(state)
        if plain != UNKNOWN:
            return 1 if plain == 1 else tail
        return found.of(position) + tail

    return length


class _PlainLengths:
    """Moves to the end over colour words."""

    def __init__(self, analysis: Analysis, longest: bool, limit: int = 50_000) -> None:
        self.analysis, self.longest, self.limit = analysis, longest, limit
        self.known: dict[Any, int] = {}

    def __call__(self, state: BoardState) -> int:
        if state.actor < 0:
            return 0
        key = state.key()
        if key not in self.known:
            if len(self.known) >= self.limit:
                raise InputError("too many positions")
            moves = self.analysis.moves(state)
            best = max(value for _, value in moves)
            lengths = [self(state.after(a)) for a, v in moves if v == best]
            pick = min if best == 1 and not self.longest else max
            self.known[key] = 1 + pick(lengths)
        return self.known[key]


def drawn_line(state: BoardState, *, limit: int = 2_000_000) -> list[Any] | None:
    """A line that ends in a draw because both want it, or ``None`` if there is none."""
    if state.table.deck.size is None:
        return None
    if state.table.deck.kind == "chain":
        a, d, n = state.table.a, state.table.d, state.table.deck.size
        if n > (a - 1) * (d - 1):
            return None
        if not state.board:
            # Blocks of falling cards, the blocks rising.
            width = d - 1
            row = [
                card
                for start in range(1, n + 1, width)
                for card in range(min(start + width - 1, n), start - 1, -1)
            ]
            return list(enumerate(row, 1)) if state.table.extended else row
    dead: set[Any] = set()
    path: list[Any] = []

    def search(here: BoardState) -> bool:
        if here.ended:
            return False
        if not here.has_moves():
            return True
        key = here.key()
        if key in dead:
            return False
        if len(dead) >= limit:
            raise InputError(f"more than {limit:,} positions: too many to seek a drawn line")
        if isinstance(here, CardState) and any(
            label is not None and min(label) == 1 for label in here.labels
        ):
            dead.add(key)
            return False
        for action in here.actions():
            path.append(action)
            if search(here.after(action)):
                return True
            path.pop()
        dead.add(key)
        return False

    return path if search(state) else None

"""Perfect play from any position, in every form: which engine, and what it is asked."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import bounds, words
from .blocks import blocks_of
from .points import square_value
from .states import BoardState, CardState, RookState, Table, WordState

if TYPE_CHECKING:
    from ...engines.outcome import Outcomes

__all__ = ["Analysis"]

Position = tuple[int, ...]


class Analysis:
    """What is known of one game; ask it about positions.

    >>> from .decks import parse_deck
    >>> from .states import start_of
    >>> table = Table(parse_deck("8"), 4, 3)
    >>> Analysis(table).value(start_of(table))
    1
    """

    def __init__(
        self,
        table: Table,
        *,
        memory: int | None = None,
        threads: int = 1,
        keep: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        table.check()
        self.table = table
        self.memory, self.threads, self.keep, self.progress = memory, threads, keep, progress
        self._labels: Any = None
        self.labelled = 0

    # -- values ----------------------------------------------------------------

    def value(self, state: BoardState) -> int:
        """The value for the player to move: 1 a win, 0 a draw, -1 a loss."""
        if state.ended:
            return 1 if self.table.misere else -1
        if not state.has_moves():
            return 0
        if isinstance(state, WordState):
            return self._word_value(state)
        if isinstance(state, RookState) and self.table.deck.size is None:
            return square_value(state)
        position, value = self.packed(state)
        from ...engines.outcome.kernel import UNKNOWN

        return value if value != UNKNOWN else self.outcomes.value(position)

    def check(self) -> None:
        """Refuse a game that the engines can't take, before any long work."""
        table = self.table
        if table.deck.kind != "rationals":
            _ = self.outcomes
        elif not table.extended:
            from . import dense

            dense.numbered(table.a + table.misere, table.d + table.misere)

    def winning(self, state: BoardState) -> list[Any]:
        """Every action that wins."""
        return [action for action, value in self.moves(state) if value == 1]

    def moves(self, state: BoardState) -> list[tuple[Any, int]]:
        """Every action with its value for the player who takes it."""
        if isinstance(state, CardState) and self.table.deck.kind == "chain":
            return list(self._chain_moves(state))
        return [(action, -self.value(state.after(action))) for action in state.actions()]

    def _chain_moves(self, state: CardState) -> Iterator[tuple[int, int]]:
        """The same on a chain, where cards of one block are told apart by few of its sizes."""
        from ...engines.outcome.kernel import UNKNOWN
        from . import chain

        blocks = blocks_of(state)
        cards = (i + 1 for i, label in enumerate(state.labels) if label is not None)
        for b, (x, y, size) in enumerate(blocks):
            below = [(cx, min(cy, y - 1), g) for cx, cy, g in blocks[:b]]
            above = [(min(cx, x - 1), cy, g) for cx, cy, g in blocks[b + 1 :]]
            most = bounds.paper(x, y)
            seen: dict[tuple[int, int], int] = {}
            for j in range(size):
                parts = min(j, most), min(size - 1 - j, most)
                if parts not in seen and min(x, y) == 1:
                    seen[parts] = -1 if self.table.misere else 1
                elif parts not in seen:
                    middle = [(x, y - 1, parts[0]), (x - 1, y, parts[1])]
                    position, value = chain.pack(self.outcomes.kernel, below + middle + above)
                    known = value != UNKNOWN
                    seen[parts] = -value if known else -self.outcomes.value(position)
                yield next(cards), seen[parts]

    @property
    def positions(self) -> int:
        """How many positions the engine knows something of."""
        return self.labelled or (self.outcomes.size if "outcomes" in self.__dict__ else 0)

    @property
    def method(self) -> str:
        """The engine in words."""
        table = self.table
        if table.deck.kind == "rationals":
            return "parity of a·d" if table.extended else "labels over numbered colour words"
        names = {
            "chain": "blocks of equal cards",
            "poset": "labels of the elements",
            "naturals": "blocks of equal cards, open above",
            "integers": "blocks of equal cards, open at both ends",
        }
        what = "rooks" if table.extended else names[table.deck.kind]
        return f"depth-first search with a table over {what}"

    # -- compiled positions ------------------------------------------------------

    @functools.cached_property
    def outcomes(self) -> Outcomes:
        """The engine with this game's kernel."""
        from ...engines.outcome import Outcomes

        table, kind = self.table, self.table.deck.kind
        kernel: Any
        if table.extended:
            from . import rooks

            kernel = rooks.kernel_of(table.a, table.d, table.deck.size or 1, misere=table.misere)
        elif kind == "poset":
            from . import ordered

            kernel = ordered.kernel_of(table.deck.order, table.a, table.d, misere=table.misere)
        else:
            from . import chain

            kernel = chain.kernel_of(
                table.a, table.d, table.deck.size, misere=table.misere,
                open_top=kind in ("naturals", "integers"), open_bottom=kind == "integers",
            )  # fmt: skip
        file = self._file(kernel) if self.keep else None
        return Outcomes(
            kernel, memory=self.memory, threads=self.threads, file=file, progress=self.progress
        )

    def _file(self, kernel: Any) -> Path:
        """Where an interrupted search is kept: named by the rules and their sources."""
        from ...core import cache

        print_ = cache.fingerprint(
            cache.sources(kernel.module), kernel.name, str(list(kernel.parameters))
        )
        deck = re.sub(r"[^0-9A-Za-z]+", "-", Path(self.table.deck.text).stem)
        form = "misere" if self.table.misere else "normal"
        name = f"monotonic-{self.table.a}-{self.table.d}-{form}-{deck}-{print_[:16]}.npy"
        return cache.folder() / "runs" / name

    def packed(self, state: BoardState) -> tuple[Position, int]:
        """The kernel's position of a state, and its value where that is plain."""
        kernel = self.outcomes.kernel
        if isinstance(state, RookState):
            from . import rooks

            return rooks.pack(kernel, state.board)
        if isinstance(state, CardState) and self.table.deck.kind == "poset":
            from . import ordered

            return ordered.pack(kernel, list(state.labels))
        from . import chain

        return chain.pack(kernel, blocks_of(state))

    # -- the rationals -----------------------------------------------------------

    def _word_value(self, state: WordState) -> int:
        from ...engines.outcome.sweep import label_all, wins
        from . import dense

        # The misère game is the normal one with one card more each.
        more = 1 if self.table.misere else 0
        a, d = self.table.a + more, self.table.d + more
        if words.reddish(state.word) == a - 1 or words.bluish(state.word) == d - 1:
            return 1
        if self._labels is None:
            self._labels, self.labelled = label_all(dense.numbered(a, d), memory=self.memory)
        return 1 if wins(self._labels, dense.number_of(state.word, a, d)) else -1

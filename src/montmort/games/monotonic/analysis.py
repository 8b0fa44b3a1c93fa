"""Perfect play from any position, in every form: which engine, and what it is asked."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError
from . import bounds, words
from .game import BoardState, CardState, NumberState, RookState, Table, WordState

if TYPE_CHECKING:
    from ...engines.outcome import Outcomes

__all__ = ["Analysis", "blocks_of", "draw_free", "nimber_on_rationals", "point_chains"]

Position = tuple[int, ...]


class Analysis:
    """What is known of one game; ask it about positions.

    >>> from .decks import parse_deck
    >>> from .game import start_of
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
            return _square_value(state)
        position, value = self.packed(state)
        from ...engines.outcome.kernel import UNKNOWN

        return value if value != UNKNOWN else self.outcomes.value(position)

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
        return cache.folder() / "runs" / f"monotonic-{print_}.npy"

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

    # -- lines -------------------------------------------------------------------

    def line(self, state: BoardState, *, longest: bool = False) -> tuple[list[Any], str]:
        """A line of best play from a position, and what it is.

        Where somebody wins, the winner hurries and the loser delays; with ``longest`` the
        winner takes as long as the win allows. Too large a game gives a forced line that
        is neither, and says so. At a draw nobody gives anything away.
        """
        value = self.value(state)
        if value == 0:
            return self._walk(state, None), "a drawn line: nobody gives anything away"
        what = "longest" if longest else "shortest"
        try:
            return (
                self._walk(state, self._lengths(longest), longest),
                f"the {what} win against the longest defence"
                if not longest
                else "the longest line that keeps the win",
            )
        except (InputError, RecursionError):
            return self._walk(state, None), f"a forced line; the {what} one is too far to see"

    def _walk(
        self, state: BoardState, length: Callable[[BoardState], int] | None, longest: bool = False
    ) -> list[Any]:
        played: list[Any] = []
        while state.actor >= 0:
            moves = self.moves(state)
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

    def _lengths(self, longest: bool) -> Callable[[BoardState], int]:
        """Moves to the end from a state, by the kernel or by the plain states."""
        kind = self.table.deck.kind
        if kind == "rationals":
            return _PlainLengths(self, longest)
        from ...engines.outcome.distances import Distances
        from ...engines.outcome.kernel import UNKNOWN

        found = Distances(self.outcomes)
        # A position from which nothing safe can be played lasts a little longer.
        tail = 1 if self.table.misere else 2

        def length(state: BoardState) -> int:
            if state.ended:
                return 0
            position, plain = self.packed(state)
            if plain != UNKNOWN:
                return 1 if plain == 1 else tail
            moves = found.longest(position) if longest else found.shortest(position)
            return moves + tail

        return length

    # -- cooperation ---------------------------------------------------------------

    def drawn_line(self, state: BoardState, *, limit: int = 2_000_000) -> list[Any] | None:
        """A line that ends in a draw because both want it, or ``None`` if there is none."""
        if self.table.deck.size is None:
            return None
        if isinstance(state, CardState) and self.table.deck.kind == "chain" and not state.board:
            # Blocks of falling cards, the blocks rising.
            a, d, n = self.table.a, self.table.d, self.table.deck.size
            if n > (a - 1) * (d - 1):
                return None
            width = d - 1
            return [
                card
                for start in range(1, n + 1, width)
                for card in range(min(start + width - 1, n), start - 1, -1)
            ]
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


def blocks_of(state: BoardState) -> list[tuple[int, int, int]]:
    """The unused cards of a chain, ℕ or ℤ as blocks (x, y, size), the lowest first."""
    from .packing import BIG

    table = state.table
    if isinstance(state, CardState):
        blocks: list[tuple[int, int, int]] = []
        for label in state.labels:
            if label is None:
                continue
            if blocks and blocks[-1][:2] == label:
                blocks[-1] = (*label, blocks[-1][2] + 1)
            else:
                blocks.append((*label, 1))
        return blocks
    if not isinstance(state, NumberState):
        raise InputError(f"{state!r} has no blocks of cards")
    kept = words.record(state.board)
    if not kept:
        return [(table.a, table.d, BIG)]
    low = kept[0][0] - 1
    sizes: list[int] = list(
        words.gaps_of([c - low for c in state.board if c > low], kept[-1][0] - low)
    )
    sizes[-1] = BIG
    if table.deck.kind == "integers":
        sizes[0] = BIG
    else:
        sizes[0] = low - sum(1 for c in state.board if c <= low)
    found = []
    for i, size in enumerate(sizes):
        below = "".join(colour for _, colour in kept[:i])
        above = "".join(colour for _, colour in kept[i:])
        found.append((table.a - words.reddish(below), table.d - words.bluish(above), size))
    return found


def point_chains(board: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The longest rising and the longest falling sequence of points."""
    if not board:
        return 0, 0
    word = words.steps([card for _, card in sorted(board)])[-1]
    return words.reddish(word), words.bluish(word)


def _square_value(state: RookState) -> int:
    """The extended game on the rationals: safe moves last until the square is full.

    A set of points without a rising sequence of a - 1 or a falling one of d - 1 can be
    extended by a point to another one until it has (a - 2)(d - 2) points; so only the
    parity counts.
    """
    table = state.table
    a, d = table.a, table.d
    if not table.misere:
        rising, falling = point_chains(state.board)
        if rising >= a - 1 or falling >= d - 1:
            return 1
        a, d = a - 1, d - 1
    return 1 if ((a - 1) * (d - 1) - len(state.board)) % 2 else -1


def draw_free(table: Table) -> bool:
    """Whether the game can't end in a draw, by the theorem of Erdős and Szekeres (1935)."""
    size = table.deck.size
    if table.deck.kind == "poset":
        return False
    return size is None or size > (table.a - 1) * (table.d - 1)


def nimber_on_rationals(word: str, a: int, d: int, known: dict[str, int]) -> int:
    """The nimber of a colour word in the normal game (a, d) on the rationals."""
    found = known.get(word)
    if found is None:
        if words.reddish(word) >= a or words.bluish(word) >= d:
            found = 0
        else:
            seen = {
                nimber_on_rationals(words.insert(word, gap), a, d, known)
                for gap in range(len(word) + 1)
            }
            found = next(number for number in range(len(seen) + 1) if number not in seen)
        known[word] = found
    return found

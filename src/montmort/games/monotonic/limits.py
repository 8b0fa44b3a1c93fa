"""The numbers that the kernel of a chain needs, and how large its positions get."""

from __future__ import annotations

from ...core.errors import InputError
from ...engines.outcome.kernel import LAST_BITS, WORD_BITS
from .bounds import gap_table
from .packing import BIG, TABLE, WIDTHS

__all__ = ["ChainRules"]


class ChainRules:
    """The numbers that the kernel needs for one game, and how large its positions get."""

    def __init__(
        self, a: int, d: int, n: int | None, misere: bool = False, open_top: bool = False,
        open_bottom: bool = False,
    ) -> None:  # fmt: skip
        self.a, self.d, self.n, self.misere = a, d, n, misere
        most = n if n is not None else BIG
        self.most = {(x, y): 0 for x in range(a + 1) for y in range(d + 1)}
        for (_, _, x, y), size in gap_table(a, d, misere, largest=True).items():
            self.most[x, y] = min(size, most)
        longest = self._longest()
        self.words = 1 if longest <= LAST_BITS else 2
        if longest > LAST_BITS + WORD_BITS:
            raise InputError(
                f"positions of a = {a}, d = {d} with {n if n is not None else 'any'} cards need "
                f"{longest} bits: no more than {LAST_BITS + WORD_BITS} fit"
            )
        table = gap_table(a, d, misere)
        sizes: list[int] = []
        contexts = 1 if misere else (d - 1) * (a - 1)
        for c in range(contexts):
            h, k = (0, 0) if misere else (c // (a - 1) + 2, c % (a - 1) + 2)
            for x in range(a + 1):
                for y in range(d + 1):
                    sizes.append(min(table.get((h, k, x, y), 0), most))
        widths = [
            max(self.most[x, y] - 1, 0).bit_length() for x in range(a + 1) for y in range(d + 1)
        ]
        mirror = a == d and open_top == open_bottom
        head = [a, d, int(misere), int(mirror), int(open_top), int(open_bottom), self.words, 0, 2]
        head[WIDTHS] = TABLE + len(sizes)
        self.parameters = [*head, *sizes, *widths]

    def _longest(self) -> int:
        """The most bits that a packed position can need."""
        a, d = self.a, self.d
        steps = max(a - 2, 0) + max(d - 2, 0)
        # While a draw is possible: a bit a card, and one more to stop each block.
        cards = min((a - 1) * (d - 1), self.n if self.n is not None else BIG)
        few = 1 + 2 * steps + cards + 1
        # Later: the heaviest path. Cards at x = a lie below the whole board and cards at
        # y = d above it, so that each of these is one block at the most.
        edge = 2 if self.misere else 3
        heaviest: dict[tuple[int, int], int] = {}
        for x in range(edge, a):
            for y in range(d - 1, edge - 1, -1):
                after = [2 + heaviest[x - 1, y]] if x > edge else []
                after += [2 + heaviest[x, y + 1]] if y < d - 1 else []
                # Beyond the last step there is one block at y = d, or none.
                last = [2 * (d - y + x - z) + self._cost(z, d) for z in range(edge, x + 1)]
                heaviest[x, y] = self._cost(x, y) + max(after + last)
        most = self._cost(a, d) + 2 * (d - edge)
        for y in range(edge, d):
            for x in range(edge, a):
                for up in range(y, d):
                    start = 2 * (y - edge + a - x + up - y)
                    most = max(most, self._cost(a, y) + start + heaviest[x, up])
        return max(few, (2 if self.misere else 2 + steps) + most)

    def _cost(self, x: int, y: int) -> int:
        return (self.most[x, y] - 1).bit_length() if self.most[x, y] else 0

    @property
    def capacity(self) -> int:
        """The most moves of a position."""
        most = max(self.most.values()) + self.a + self.d + 4
        cards = (self.a - 1) * (self.d - 1) + 2
        return max(most, min(cards, self.n if self.n is not None else BIG)) + 2

    @property
    def depth(self) -> int:
        """The most moves of a game."""
        return (self.a - 1) * (self.d - 1) + 2

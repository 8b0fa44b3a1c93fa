"""Involutions by which the second player never loses, and the play that they give.

The paper's two kinds: an automorphism under which nothing is comparable with its image;
for a = d an order-reversing map under which something is comparable with its image only
where one of the two is minimal and the other maximal. The second player wins if she
can and otherwise answers with the image.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from ...equipment.posets import Poset

__all__ = ["Involution", "find_involution"]


@dataclass(frozen=True)
class Involution:
    """A map of the poset onto itself that is its own inverse and moves every element."""

    poset: Poset
    kind: Literal["automorphism", "reversal"]
    image: tuple[int, ...]

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The elements with their images, each pair once."""
        names = self.poset.names
        return tuple((names[i], names[k]) for i, k in enumerate(self.image) if i < k)

    def check(self) -> bool:
        """Whether the map is what its kind promises, element by element."""
        poset, image = self.poset, self.image
        least, most = poset.extremes
        places = range(len(poset))
        if any(image[image[i]] != i or image[i] == i for i in places):
            return False
        for i in places:
            for k in places:
                above = bool(poset.above[i] >> k & 1)
                i2, k2 = (
                    (image[i], image[k]) if self.kind == "automorphism" else (image[k], image[i])
                )
                if above != bool(poset.above[i2] >> k2 & 1):
                    return False
            if poset.comparable(i, image[i]):
                ends = (least >> i & 1 and most >> image[i] & 1) or (
                    most >> i & 1 and least >> image[i] & 1
                )
                if self.kind == "automorphism" or not ends:
                    return False
        return True


@functools.lru_cache(maxsize=32)
def find_involution(poset: Poset, a: int, d: int) -> Involution | None:
    """Find an involution that shows that the second player does not lose, if there is one.

    >>> from montmort.equipment.posets import product, subsets
    >>> find_involution(subsets(3), 3, 3).kind
    'reversal'
    >>> find_involution(product(2, 3), 4, 3) is None
    True
    """
    size = len(poset)
    if size % 2:
        return None
    comparable = [poset.above[i] | poset.below[i] | 1 << i for i in range(size)]
    for image in poset.maps(involution=True, apart=comparable):
        return Involution(poset, "automorphism", image)
    if a != d or a == 2:
        return None
    least, most = poset.extremes
    apart = []
    for i in range(size):
        allowed = (most if least >> i & 1 else 0) | (least if most >> i & 1 else 0)
        apart.append((comparable[i] & ~allowed) | 1 << i)
    for image in poset.maps(reverse=True, involution=True, apart=apart):
        return Involution(poset, "reversal", image)
    return None

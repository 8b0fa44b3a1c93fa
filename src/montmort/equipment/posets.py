"""Partially ordered sets: chains, lattices of subsets, products, and relations from a file."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import InputError, unknown

__all__ = ["Poset", "chain", "from_relations", "product", "read_relations", "subsets"]

MOST = 4096
"""The most elements that a poset of this kind may have."""


@dataclass(frozen=True)
class Poset:
    """A finite poset: the names of its elements, and for each one a set of larger ones.

    ``above[i]`` has bit ``k`` set where element ``k`` is larger than element ``i``; the
    elements are listed so that smaller ones come first.

    >>> square = product(2, 2)
    >>> square.less("1.1", "2.2"), square.less("1.2", "2.1")
    (True, False)
    """

    names: tuple[str, ...]
    above: tuple[int, ...]
    label: str = ""

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """The place of an element; an unknown name is an ``InputError``."""
        try:
            return self._places[name]
        except KeyError:
            raise unknown("element", name, self.names, where=self.label or "the poset") from None

    @functools.cached_property
    def _places(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    @functools.cached_property
    def below(self) -> tuple[int, ...]:
        """For each element the set of smaller ones."""
        found = [0] * len(self)
        for i, larger in enumerate(self.above):
            for k in _bits(larger):
                found[k] |= 1 << i
        return tuple(found)

    def less(self, first: str, second: str) -> bool:
        """Whether one element is smaller than another, both by name."""
        return bool(self.above[self.index(first)] >> self.index(second) & 1)

    def comparable(self, i: int, k: int) -> bool:
        """Whether two elements, by place, are equal or one is smaller."""
        return i == k or bool((self.above[i] | self.below[i]) >> k & 1)

    @property
    def is_chain(self) -> bool:
        """Whether any two elements are comparable."""
        return all(self.above[i] == (1 << len(self)) - (2 << i) for i in range(len(self)))

    @property
    def extremes(self) -> tuple[int, int]:
        """The sets of minimal and of maximal elements."""
        least = sum(1 << i for i in range(len(self)) if not self.below[i])
        most = sum(1 << i for i in range(len(self)) if not self.above[i])
        return least, most

    def maps(
        self,
        *,
        reverse: bool = False,
        involution: bool = False,
        apart: Sequence[int] | None = None,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the maps onto itself that keep (or reverse) the order, as places of images.

        With ``involution`` only those that are their own inverse and move everything.
        ``apart[i]`` is a set of places that must not be the image of ``i``.

        >>> list(product(2, 2).maps())
        [(0, 1, 2, 3), (0, 2, 1, 3)]
        """
        size = len(self)
        up, down = self.above, self.below
        after, before = (down, up) if reverse else (up, down)
        shape = [(up[i].bit_count(), down[i].bit_count()) for i in range(size)]
        wanted = [(s[1], s[0]) if reverse else s for s in shape]
        image = [-1] * size
        used = 0

        def fits(i: int, k: int) -> bool:
            if used >> k & 1 or shape[k] != wanted[i] or (apart and apart[i] >> k & 1):
                return False
            for j in range(size):
                m = image[j]
                if m >= 0 and (
                    up[i] >> j & 1 != after[k] >> m & 1 or down[i] >> j & 1 != before[k] >> m & 1
                ):
                    return False
            return True

        def extend(i: int) -> Iterator[tuple[int, ...]]:
            nonlocal used
            while i < size and image[i] >= 0:
                i += 1
            if i == size:
                yield tuple(image)
                return
            for k in range(size):
                if not fits(i, k) or (involution and k == i):
                    continue
                image[i] = k
                used |= 1 << k
                if not involution:
                    yield from extend(i + 1)
                elif image[k] < 0 and fits(k, i):
                    image[k] = i
                    used |= 1 << i
                    yield from extend(i + 1)
                    image[k] = -1
                    used &= ~(1 << i)
                image[i] = -1
                used &= ~(1 << k)

        yield from extend(0)


def chain(n: int) -> Poset:
    """The chain 1 < 2 < ... < n.

    >>> chain(3).less("1", "3")
    True
    """
    _check_size(n, "a chain")
    full = (1 << n) - 1
    names = tuple(str(i + 1) for i in range(n))
    return Poset(names, tuple(full & ~((2 << i) - 1) for i in range(n)), f"the chain of {n}")


def subsets(k: int) -> Poset:
    """The subsets of {1, ..., k} by inclusion; the empty one is called 0.

    >>> subsets(2).names
    ('0', '1', '2', '12')
    """
    if not 1 <= k <= 9:
        raise InputError(f"subsets:{k}: the set must have from 1 to 9 elements")
    sets = sorted(range(1 << k), key=lambda s: (s.bit_count(), s))
    names = tuple("".join(str(i + 1) for i in _bits(s)) or "0" for s in sets)
    above = tuple(sum(1 << i for i, t in enumerate(sets) if s != t and s & t == s) for s in sets)
    return Poset(names, above, f"the subsets of a set of {k}")


def product(*lengths: int) -> Poset:
    """The product of chains: coordinates from 1, joined by dots.

    >>> product(2, 3).names
    ('1.1', '1.2', '2.1', '1.3', '2.2', '2.3')
    """
    size = 1
    for length in lengths:
        _check_size(length, "a chain of a product")
        size *= length
    if not lengths:
        raise InputError("a product needs the lengths of its chains, such as product:3x3")
    _check_size(size, "a product")
    points = sorted(
        itertools.product(*(range(1, length + 1) for length in lengths)),
        key=lambda point: (sum(point), point),
    )
    above = tuple(
        sum(
            1 << i
            for i, q in enumerate(points)
            if p != q and all(a <= b for a, b in zip(p, q, strict=True))
        )
        for p in points
    )
    names = tuple(".".join(map(str, point)) for point in points)
    return Poset(names, above, f"the product {'x'.join(map(str, lengths))}")


def from_relations(
    relations: Iterable[tuple[str, str]], elements: Sequence[str] | None = None, label: str = ""
) -> Poset:
    """Make a poset of pairs (smaller, larger); what follows from them is added.

    With ``elements`` no other name may occur. A cycle is an ``InputError`` that shows it.

    >>> from_relations([("a", "b"), ("b", "c")]).less("a", "c")
    True
    """
    place = f" in {label}" if label else ""
    names: dict[str, None] = dict.fromkeys(elements or ())
    if elements is not None and len(names) < len(elements):
        twice = next(name for name in elements if list(elements).count(name) > 1)
        raise InputError(f"element {twice!r} is listed twice{place}")
    larger: dict[str, set[str]] = {name: set() for name in names}
    for first, second in relations:
        for name in (first, second):
            if name not in larger:
                if elements is not None:
                    raise unknown("element", name, elements, where=label)
                larger[name] = set()
        larger[first].add(second)
    _check_size(len(larger), "a poset")
    order: list[str] = []
    state: dict[str, int] = {}
    for root in larger:
        path: list[tuple[str, Iterator[str]]] = []
        if root not in state:
            state[root] = 1
            path.append((root, iter(sorted(larger[root]))))
        while path:
            name, rest = path[-1]
            for other in rest:
                if state.get(other) == 1:
                    trail = [item for item, _ in path]
                    cycle = [*trail[trail.index(other) :], other]
                    raise InputError(f"the relations{place} go round: {' < '.join(cycle)}")
                if other not in state:
                    state[other] = 1
                    path.append((other, iter(sorted(larger[other]))))
                    break
            else:
                state[name] = 2
                order.append(name)
                path.pop()
    order.reverse()
    places = {name: i for i, name in enumerate(order)}
    above = [0] * len(order)
    for name in reversed(order):
        for other in larger[name]:
            above[places[name]] |= 1 << places[other] | above[places[other]]
    return Poset(tuple(order), tuple(above), label)


def read_relations(path: Path) -> Poset:
    """Read a poset from a file.

    Each line is a chain of relations such as ``a < b < c``, or single elements; a name has
    a letter or a digit. A line ``elements: a b c`` names all there are; then other names
    are refused. What follows a ``#`` is a remark.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no text file") from None
    elements: list[str] | None = None
    loose: list[str] = []
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        if line.lower().startswith("elements:"):
            elements = (elements or []) + [x for x in re.split(r"[\s,]+", line[9:]) if x]
            continue
        if ">" in line or "=" in line:
            raise InputError(f"{path}, line {number}: write relations as a < b, not {line!r}")
        parts = [part.strip() for part in line.split("<")]
        if len(parts) == 1 and all(re.search(r"\w|∅", name) for name in parts[0].split()):
            loose += parts[0].split()
        elif any(not re.search(r"\w|∅", part) or len(part.split()) > 1 for part in parts):
            raise InputError(f"{path}, line {number}: {line!r} is no relation such as a < b < c")
        else:
            pairs += itertools.pairwise(parts)
            loose += parts
    known = elements if elements is not None else list(dict.fromkeys(loose))
    if not known:
        raise InputError(f"{path} names no element")
    for name in loose:
        if "," in name:
            raise InputError(f"{path}: {name!r} has a comma, and boards are written with commas")
        if name not in known:
            raise unknown("element", name, known, where=str(path))
    return from_relations(pairs, known, str(path))


def _check_size(size: int, what: str) -> None:
    if not 1 <= size <= MOST:
        raise InputError(f"{what} of {size} elements: it must have from 1 to {MOST}")


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low

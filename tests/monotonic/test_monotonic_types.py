"""Types against brute force: the twin knows nothing of words, blocks, bounds or posets' maps."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.engines.outcome import UNKNOWN, Outcomes
from montmort.engines.outcome.checking import recheck
from montmort.equipment.posets import Poset, chain, product, subsets
from montmort.games.monotonic import bounds, limits, packing, witness, words
from montmort.games.monotonic import chain as chain_kernel
from montmort.games.monotonic.analysis import Analysis
from montmort.games.monotonic.decks import Deck, parse_deck
from montmort.games.monotonic.solve import all_decks, position_of, solve, type_table
from montmort.games.monotonic.states import Table, start_of

# -- the twin ------------------------------------------------------------------------------


def chains_of(row: Sequence[int], less: Callable[[int, int], bool]) -> tuple[int, int]:
    """The longest ascending and descending subsequences of a row, by dynamic programming."""
    up: list[int] = []
    down: list[int] = []
    for i, card in enumerate(row):
        up.append(1 + max((up[k] for k in range(i) if less(row[k], card)), default=0))
        down.append(1 + max((down[k] for k in range(i) if less(card, row[k])), default=0))
    return max(up, default=0), max(down, default=0)


def brute(
    size: int, less: Callable[[int, int], bool], a: int, d: int, misere: bool
) -> Callable[[tuple[int, ...]], int]:
    """The value for the player to move of any board, straight from the rules.

    Boards are told apart by what they do to the unused cards: the longest ascending
    sequence that each would extend, and the longest descending one.
    """
    known: dict[Any, int] = {}

    def value(board: tuple[int, ...]) -> int:
        left = [card for card in range(size) if card not in board]
        name = tuple(
            (
                card,
                chains_of([c for c in board if less(c, card)], less)[0],
                chains_of([c for c in board if less(card, c)], less)[1],
            )
            for card in left
        )
        if name not in known:
            best = -1 if left else 0
            for card in left:
                up, down = chains_of((*board, card), less)
                if up >= a or down >= d:
                    result = -1 if misere else 1
                else:
                    result = -value((*board, card))
                best = max(best, result)
            known[name] = best
        return known[name]

    return value


def type_of(table: Table, board: str = "") -> int:
    return Analysis(table, memory=1 << 28).value(position_of(table, board))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("a", "d"), [(1, 2), (2, 2), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4), (4, 4)]
)
def test_chains_by_brute_force(a: int, d: int, misere: bool) -> None:
    for n in range(1, 10):
        twin = brute(n, lambda x, y: x < y, a, d, misere)
        table = Table(Deck("chain", n), a, d, misere)
        analysis = Analysis(table, memory=1 << 28)
        state = start_of(table)
        assert analysis.value(state) == twin(()), n
        if n <= 7:
            wins = [card + 1 for card in range(n) if a > 1 and d > 1 and twin((card,)) == -1]
            if min(a, d) == 1:
                wins = [] if misere else list(range(1, n + 1))
            assert analysis.winning(state) == wins


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.permutations(range(1, 9)), st.integers(0, 6),
    st.sampled_from([(3, 3), (4, 3), (3, 5), (4, 4)]),
    st.booleans(),
)  # fmt: skip
def test_any_board(row: list[int], played: int, size: tuple[int, int], misere: bool) -> None:
    a, d = size
    board: list[int] = []
    for card in row[:played]:
        if max(x >= y for x, y in zip(chains_of([*board, card], int.__lt__), size, strict=True)):
            break
        board.append(card)
    twin = brute(8, lambda x, y: x < y, a, d, misere)
    table = Table(Deck("chain", 8), a, d, misere)
    text = ",".join(map(str, board))
    analysis = Analysis(table, memory=1 << 28)
    state = position_of(table, text)
    start = tuple(card - 1 for card in board)
    assert analysis.value(state) == twin(start)
    for card, value in analysis.moves(state):
        up, down = chains_of((*start, card - 1), int.__lt__)
        over = up >= a or down >= d
        assert value == ((-1 if misere else 1) if over else -twin((*start, card - 1)))


def posets(size: int) -> Iterator[Poset]:
    """Every poset whose elements are listed smaller ones first (each at least once)."""
    pairs = [(i, k) for i in range(size) for k in range(i + 1, size)]
    for chosen in itertools.product((0, 1), repeat=len(pairs)):
        above = [0] * size
        for (i, k), taken in zip(pairs, chosen, strict=True):
            above[i] |= taken << k
        if all(
            above[i] & above[k] == above[k]
            for i in range(size)
            for k in range(size)
            if above[i] >> k & 1
        ):
            yield Poset(tuple("abcdefgh"[:size]), tuple(above), "a small poset")


@functools.cache
def classes(size: int) -> list[Poset]:
    """One poset of each kind: of those that are alike but for the elements' names the first."""
    found: dict[tuple[tuple[int, int], ...], Poset] = {}
    for poset in posets(size):
        pairs = [(i, k) for i in range(size) for k in range(size) if poset.above[i] >> k & 1]
        name = min(
            tuple(sorted((turn[i], turn[k]) for i, k in pairs))
            for turn in itertools.permutations(range(size))
        )
        found.setdefault(name, poset)
    return list(found.values())


def test_there_are_as_many_posets_as_known() -> None:
    # Naturally labelled posets, sequence A006455: 1, 2, 7, 40, 357.
    assert [sum(1 for _ in posets(n)) for n in range(1, 6)] == [1, 2, 7, 40, 357]
    # Posets but for their names, sequence A000112: 1, 2, 5, 16, 63.
    assert [len(classes(n)) for n in range(1, 6)] == [1, 2, 5, 16, 63]


@pytest.mark.parametrize("misere", [False, True])
def test_every_poset_of_up_to_five_elements(misere: bool) -> None:
    counted = 0
    for size in range(1, 6):
        for poset in classes(size):

            def less(x: int, y: int, poset: Poset = poset) -> bool:
                return bool(poset.above[x] >> y & 1)

            for a, d in ((1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (4, 3), (3, 4)):
                twin = brute(size, less, a, d, misere)
                state: Any = start_of(Table(Deck("poset", size, poset), a, d, misere))
                analysis = Analysis(state.table, memory=1 << 28)
                assert analysis.value(state) == twin(()), (poset.above, a, d)
                if (a, d) == (3, 3):
                    # And every first move.
                    for i, (_, value) in enumerate(analysis.moves(state)):
                        assert value == -twin((i,)), (poset.above, i)
                counted += 1
    assert counted == 87 * 8


@pytest.mark.parametrize("misere", [False, True])
def test_larger_posets(misere: bool) -> None:
    for poset in (subsets(3), product(2, 3), product(3, 2), product(2, 2, 2)):
        for a, d in ((3, 3), (3, 2), (4, 3)):
            twin = brute(len(poset), lambda x, y: bool(poset.above[x] >> y & 1), a, d, misere)  # noqa: B023
            assert type_of(Table(Deck("poset", len(poset), poset), a, d, misere)) == twin(())


# -- the kernel's short cuts -----------------------------------------------------------------


@functools.cache
def plain_value(cards: tuple[tuple[int, int], ...], misere: bool) -> int:
    """The value of a row of unused cards (x, y), the lowest first, card by card."""
    if not cards:
        return 0
    best = -1
    for i, (x, y) in enumerate(cards):
        if min(x, y) == 1:
            best = max(best, -1 if misere else 1)
        else:
            below = tuple((cx, min(cy, y - 1)) for cx, cy in cards[:i])
            above = tuple((min(cx, x - 1), cy) for cx, cy in cards[i + 1 :])
            best = max(best, -plain_value(below + above, misere))
        if best == 1:
            break
    return best


@settings(derandomize=True, deadline=None, max_examples=400)
@given(
    st.integers(3, 6), st.integers(3, 5), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3),
    st.integers(1, 4)), min_size=1, max_size=5), st.booleans(),
)  # fmt: skip
def test_blocks_dead_cards_and_clipping(
    a: int, d: int, steps: list[tuple[int, int, int]], misere: bool
) -> None:
    blocks = []
    x, y, cards = a, 2, 0
    for down, up, size in steps:
        x, y = max(x - down, 2), min(y + up, d)
        size = min(size, 9 - cards)
        if size > 0:
            blocks.append((x, y, size))
            cards += size
    kernel = chain_kernel.kernel_of(a, d, None, misere=misere)
    position, value = chain_kernel.pack(kernel, blocks)
    if value == UNKNOWN:
        value = Outcomes(kernel, memory=1 << 28).value(position)
    row = tuple((x, y) for x, y, size in blocks for _ in range(size))
    assert value == plain_value(row, misere)


def clipped(a: int, d: int, misere: bool) -> Callable[[tuple[tuple[int, int, int], ...]], int]:
    """A solver of its own for gaps clipped at the paper's bound; no dead cards, no bits."""

    @functools.cache
    def value(blocks: tuple[tuple[int, int, int], ...]) -> int:
        if not blocks:
            return 0
        best = -1
        for i, (x, y, size) in enumerate(blocks):
            if min(x, y) == 1:
                best = max(best, -1 if misere else 1)
                continue
            for j in range(size):
                rows = [(cx, min(cy, y - 1), g) for cx, cy, g in blocks[:i]]
                rows += [(x, y - 1, j), (x - 1, y, size - 1 - j)]
                rows += [(min(cx, x - 1), cy, g) for cx, cy, g in blocks[i + 1 :]]
                joined: list[tuple[int, int, int]] = []
                for cx, cy, g in rows:
                    if g and joined and joined[-1][:2] == (cx, cy):
                        joined[-1] = (cx, cy, joined[-1][2] + g)
                    elif g:
                        joined.append((cx, cy, g))
                cut = tuple((cx, cy, min(g, bounds.paper(cx, cy))) for cx, cy, g in joined)
                best = max(best, -value(cut))
                if best == 1:
                    return 1
        return best

    return value


@pytest.mark.parametrize(("a", "d"), [(3, 3), (4, 3), (3, 4), (5, 3)])
@pytest.mark.parametrize("misere", [False, True])
def test_all_decks_by_the_bound_of_the_paper(a: int, d: int, misere: bool) -> None:
    twin = clipped(a, d, misere)
    found = all_decks(a, d, misere=misere)
    assert found.holds
    assert found.bound == bounds.paper(a, d)
    most = bounds.paper(a, d)
    types = "".join("PDN"[twin(((a, d, n),)) + 1] for n in range(1, most + 1))
    assert types == (found.types + found.eventual * most)[:most]
    assert types.rstrip(types[-1]) == found.types[: found.start - 1]


def test_the_bounds() -> None:
    # The paper: B(x,y) = B(x-1,y) + B(x,y-1) + 1 with B(x,1) = B(1,y) = 1.
    for x in range(2, 9):
        for y in range(2, 9):
            assert bounds.paper(x, y) == bounds.paper(x - 1, y) + bounds.paper(x, y - 1) + 1
            table = bounds.gap_table(x, y, False)
            assert max(table[y, x, x, y], (x - 1) * (y - 1) + 1) == bounds.limit(x, y)
            table = bounds.gap_table(x, y, True)
            assert max(table[0, 0, x, y], (x - 1) * (y - 1) + 1) == bounds.limit(x, y, True)
            assert (
                bounds.limit(x, y)
                <= bounds.limit(x, y, True)
                <= max(bounds.paper(x, y), (x - 1) * (y - 1) + 1)
            )


def test_the_recheck_sees_a_wrong_label() -> None:
    kernel = chain_kernel.kernel_of(4, 4, 20)
    outcomes = Outcomes(kernel, memory=1 << 28)
    for n in range(1, 21):
        outcomes.value(chain_kernel.pack(kernel, [(4, 4, n)])[0])
    other = witness.kernel_of(kernel)
    good = recheck(outcomes, other)
    assert good.holds
    assert good.checked == good.entries == outcomes.size
    assert recheck(outcomes, other, most=7).checked == 7
    generator = random.Random(3)
    filled = [i for i, entry in enumerate(outcomes.table) if entry & 15 in (1, 3)]
    for place in generator.sample(filled, 10):
        outcomes.table[place] ^= 2  # a win for a loss
        assert not recheck(outcomes, other).holds
        outcomes.table[place] ^= 2
    assert recheck(outcomes, other).holds


# -- known values ----------------------------------------------------------------------------

# Harary, Sagan and West 1983 and the paper on Q, as far as printed; recomputed by two
# independent programs.
NORMAL = {(3, 3): "D⁴ N²⁶", (4, 3): "D⁴ N²⁶", (5, 3): "D⁶ N²⁴", (4, 4): "D⁸ N²²", (5, 4): "D¹⁰ N²⁰"}
MISERE = {(3, 3): "D³ N²⁷", (4, 3): "D⁴ P N²⁵", (5, 3): "D⁵ N P³ N²¹", (4, 4): "D⁵ N P N²³"}


@pytest.mark.parametrize("size", NORMAL)
def test_the_tables(size: tuple[int, int]) -> None:
    runs = type_table(*size, 30).as_dict()["runs"]
    assert runs["normal"] == NORMAL[size]
    if size in MISERE:
        assert runs["misere"] == MISERE[size]


def test_two_descending() -> None:
    # d = 2: normal D below a, then N if a is odd, else P; misère D at 1, then N.
    for a in range(2, 8):
        found = type_table(a, 2, 12)
        assert found.normal == "D" * (a - 1) + ("N" if a % 2 else "P") * (13 - a)
        assert found.misere_types == "D" + "N" * 11


def test_reversal_changes_nothing() -> None:
    for a, d in ((4, 3), (5, 3), (5, 4)):
        one, other = type_table(a, d, 14), type_table(d, a, 14)
        assert (one.normal, one.misere_types) == (other.normal, other.misere_types)


def test_posets_of_the_paper() -> None:
    # The cube (the paper); 2 x 3 and 3 x 3 recomputed by two independent programs.
    types = {
        ("subsets:3", False): "P",
        ("product:2x3", False): "P", ("product:2x3", True): "N",
        ("product:3x3", False): "N", ("product:3x3", True): "N",
    }  # fmt: skip
    for (deck, misere), wanted in types.items():
        assert solve(3, 3, deck=deck, misere=misere).as_dict()["outcome"] == wanted
    assert type_of(Table(parse_deck("product:2x2x2"), 3, 3)) == -1


def test_chains_as_posets() -> None:
    for a, d, n in ((3, 3, 7), (4, 3, 8)):
        for misere in (False, True):
            one = type_of(Table(Deck("chain", n), a, d, misere))
            assert one == type_of(Table(Deck("poset", n, chain(n)), a, d, misere))


def test_words_are_told_from_boards() -> None:
    # Positions with the same word and gaps have one type: all boards of five of eight cards.
    table = Table(Deck("chain", 8), 4, 4)
    analysis = Analysis(table, memory=1 << 28)
    seen: dict[Any, int] = {}
    for board in itertools.permutations(range(1, 9), 4):
        state = position_of(table, ",".join(map(str, board)))
        if state.ended:
            continue
        name = words.steps(board)[-1], words.gaps_of(board, 8)
        value = analysis.value(state)
        assert seen.setdefault(name, value) == value


@settings(derandomize=True, deadline=None, max_examples=300)
@given(
    st.integers(3, 8), st.integers(3, 8), st.booleans(), st.booleans(), st.integers(0, 10**9),
)  # fmt: skip
def test_packing_is_undone_by_unpacking(
    a: int, d: int, misere: bool, drawn: bool, seed: int
) -> None:
    generator = random.Random(seed)
    kernel = chain_kernel.kernel_of(a, d, 40 if drawn else None, misere=misere)
    sizes = limits.ChainRules(a, d, 40 if drawn else None, misere)
    scratch: Any = [0] * packing.SCRATCH
    p = int(not drawn)
    edge = 2 if drawn or misere else 3
    high, low = (
        (0, 0) if edge == 2 else (generator.getrandbits(d - 2), generator.getrandbits(a - 2))
    )
    scratch[packing.HIGH], scratch[packing.LOW] = high, low
    x, y, cards = a, edge, 0
    blocks: list[tuple[int, int, int]] = []
    ends = {"a": 0, "d": 0}
    while x >= edge and y <= d:
        most = sizes.most[x, y] if p else (a - 1) * (d - 1) - cards
        # Cards at x = a are one block at the most, and so are cards at y = d.
        fits = not (x == a and ends["a"]) and not (y == d and ends["d"])
        if most > 0 and fits and generator.random() < 0.7:
            size = generator.choice([1, most, generator.randint(1, most)])
            if drawn:
                size = min(size, 4)
            blocks.append((x, y, size))
            cards += size
            ends["a"] += x == a
            ends["d"] += y == d
        if generator.random() < 0.5:
            x -= 1
        else:
            y += 1
    for i, (bx, by, g) in enumerate(blocks):
        scratch[packing.OUT_X + i] = bx
        scratch[packing.OUT_Y + i] = by
        scratch[packing.OUT_G + i] = g
    for backwards in (0, 1) if a == d else (0,):
        packing.write(kernel.parameters, scratch, len(blocks), p, backwards)  # type: ignore[arg-type]
        key: Any = [scratch[packing.KEY_0], scratch[packing.KEY_1]]
        assert key[0] < 1 << 60
        assert key[1] < 1 << 60
        assert kernel.words == 2 or key[1] == 0
        back: Any = [0] * packing.SCRATCH
        count = packing.read(key, 0, kernel.parameters, back)  # type: ignore[arg-type]
        rows = [
            (
                back[packing.IN_X + i],
                back[packing.IN_Y + i],
                back[packing.IN_G + i],
            )
            for i in range(count)
        ]
        if backwards:
            rows = [(y, x, g) for x, y, g in reversed(rows)]
            assert (back[packing.HIGH], back[packing.LOW]) == (low, high)
        else:
            assert (back[packing.HIGH], back[packing.LOW]) == (high, low)
        assert rows == blocks

"""The other forms: the rationals, ℕ and ℤ, free places, nimbers, involutions, cooperation."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from montmort.core.compiler import specialise
from montmort.core.errors import InputError
from montmort.engines.nimbers import Nimbers, nimber_of
from montmort.engines.outcome import Outcomes, label_all, outcome_of
from montmort.engines.outcome import table as known_table
from montmort.engines.outcome.distances import Distances
from montmort.engines.outcome.sweep import wins
from montmort.engines.outcome.table import KEY
from montmort.equipment.posets import Poset, chain, product, subsets
from montmort.games.monotonic import bounds, dense, grundy, lines, ordered, rooks, words
from montmort.games.monotonic import chain as chain_kernel
from montmort.games.monotonic import lengths as lengths_room
from montmort.games.monotonic.analysis import Analysis
from montmort.games.monotonic.decks import Deck, parse_deck
from montmort.games.monotonic.game import Monotonic
from montmort.games.monotonic.involutions import Involution, find_involution
from montmort.games.monotonic.lengths import Lengths
from montmort.games.monotonic.lines import drawn_line, line_of
from montmort.games.monotonic.nimbers import nimber_on_rationals
from montmort.games.monotonic.points import point_chains
from montmort.games.monotonic.solve import nimber_table, position_of, solve
from montmort.games.monotonic.states import CardState, Table, WordState, start_of
from montmort.games.monotonic.strategies import mirror_move


def value_of(table: Table, board: str = "") -> int:
    return Analysis(table, memory=1 << 28).value(position_of(table, board))


# -- the rationals ---------------------------------------------------------------------------


def on_words(a: int, d: int, misere: bool) -> Callable[[str], int]:
    """Values of colour words, by the definition of children alone."""

    @functools.cache
    def value(word: str) -> int:
        best = -1
        for gap in range(len(word) + 1):
            child = words.insert(word, gap)
            over = words.reddish(child) >= a or words.bluish(child) >= d
            best = max(best, (-1 if misere else 1) if over else -value(child))
        return best

    return value


@pytest.mark.parametrize("misere", [False, True])
def test_words_by_memo(misere: bool) -> None:
    for a, d in ((2, 2), (5, 2), (3, 3), (4, 3), (5, 4), (4, 4), (6, 4), (5, 5)):
        twin = on_words(a, d, misere)
        table = Table(Deck("rationals"), a, d, misere)
        analysis = Analysis(table)
        assert analysis.value(start_of(table)) == twin("")
        for length in range(1, 6):
            for word in words.words_of(length):
                if words.reddish(word) < a and words.bluish(word) < d:
                    state = WordState(table, (0,) * length, word)
                    assert analysis.value(state) == twin(word), word


def test_known_types_on_the_rationals() -> None:
    # The paper: d = 2 is P; d = 3 is N iff a is odd; N for 4 <= d <= 8, a <= 16.
    for a in range(2, 17):
        assert value_of(Table(Deck("rationals"), a, 2)) == -1
        assert value_of(Table(Deck("rationals"), max(a, 3), 3)) == (1 if max(a, 3) % 2 else -1)
    for d in range(4, 9):
        for a in range(d, 17):
            game = dense.numbered(a, d)
            marks, _ = label_all(game)
            assert wins(marks, dense.number_of("", a, d))


def test_normal_is_misere_with_one_card_less() -> None:
    for a, d in ((3, 3), (4, 3), (5, 4), (4, 4)):
        one, other = on_words(a, d, False), on_words(a - 1, d - 1, True)
        for word in ["", *words.words_of(2), *words.words_of(3)]:
            if words.reddish(word) < a - 1 and words.bluish(word) < d - 1:
                assert one(word) == other(word)


def test_the_sweep_labels_every_word() -> None:
    for a, d in ((5, 4), (6, 5)):
        twin = on_words(a, d, False)
        marks, seen = label_all(dense.numbered(a, d))
        count = 1
        for reds in range(1, a - 1):
            for blues in range(1, d - 1):
                for i in range(words.words_with(reds, blues)):
                    word = words.unrank(reds, blues, i)
                    assert wins(marks, dense.number_of(word, a, d)) == (twin(word) == 1)
                    count += 1
        assert seen == count
    with pytest.raises(InputError, match="bytes of memory"):
        label_all(dense.numbered(12, 12), memory=1000)


def replies(state: Any, mine: int) -> Iterator[Any]:
    """Play the mirror strategy as one player against every play of the other."""
    if state.actor < 0:
        yield state
        return
    actions = list(state.actions())
    if state.actor == mine:
        action = mirror_move(state)
        assert action is not None
        assert action in actions
        actions = [action]
    for action in actions:
        yield from replies(state.after(action), mine)


@pytest.mark.parametrize("size", [3, 4])
def test_the_mirror_strategy_wins_the_symmetric_game(size: int) -> None:
    table = Table(Deck("rationals"), size, size)
    ends = list(replies(start_of(table), 0))
    assert ends
    assert all(tuple(state.payoffs()) == (1, -1) for state in ends)


def test_symmetric_words_with_a_purple_in_the_middle_are_lost_for_the_mover() -> None:
    # Found by this program, and checked here by the memo over words.
    for size in (4, 5, 6):
        twin = on_words(size, size, False)
        for length in range(1, 2 * size):
            for word in words.words_of(length):
                mirrored = word[::-1].translate(str.maketrans("RB", "BR"))
                if word == mirrored and words.reddish(word) < size - 1:
                    assert twin(word) == (-1 if length % 2 else 1), word


def test_the_mirror_strategy_on_longer_sequences() -> None:
    for size in (5, 6, 7):
        table = Table(Deck("rationals"), size, size)
        seen: set[str] = set()
        todo: list[Any] = [start_of(table)]
        while todo:
            state = todo.pop()
            state = state.after(mirror_move(state))
            if state.ended:
                assert tuple(state.payoffs()) == (1, -1)
            if state.ended or state.word in seen:
                continue
            seen.add(state.word)
            for gap in state.actions():
                child = state.after(gap)
                assert not child.ended  # the opponent never ends it
                todo.append(child)


# -- ℕ and ℤ -------------------------------------------------------------------------------------


def on_gaps(a: int, d: int, misere: bool) -> Callable[[tuple[Any, ...]], int]:
    """Values of rows of blocks (x, y, size), None without end; clipped by the paper's bound."""

    @functools.cache
    def value(blocks: tuple[tuple[int, int, int | None], ...]) -> int:
        best = -1
        for i, (x, y, size) in enumerate(blocks):
            if min(x, y) == 1:
                best = max(best, -1 if misere else 1)
                continue
            bound = bounds.paper(x, y)
            if size is None and i == 0 and len(blocks) == 1 and both:
                splits: list[Any] = [(None, None)]
            elif size is None and i == len(blocks) - 1:
                splits = [(j, None) for j in range(bound + 1)]
            elif size is None:
                splits = [(None, j) for j in range(bound + 1)]
            else:
                splits = [(j, size - 1 - j) for j in range(size)]
            for lower, upper in splits:
                rows: list[Any] = [(cx, min(cy, y - 1), g) for cx, cy, g in blocks[:i]]
                rows += [(x, y - 1, lower), (x - 1, y, upper)]
                rows += [(min(cx, x - 1), cy, g) for cx, cy, g in blocks[i + 1 :]]
                kept = tuple(
                    (cx, cy, g if g is None else min(g, bounds.paper(cx, cy)))
                    for cx, cy, g in rows
                    if g != 0
                )
                best = max(best, -value(kept))
                if best == 1:
                    return 1
        return best

    both = False

    def start(integers: bool) -> int:
        nonlocal both
        both = integers
        return value(((a, d, None),))

    return start  # type: ignore[return-value]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("kind", ["naturals", "integers"])
def test_numbers_without_end(kind: Any, misere: bool) -> None:
    for a, d in ((2, 2), (3, 2), (4, 2), (3, 3)):
        twin = on_gaps(a, d, misere)
        assert value_of(Table(Deck(kind), a, d, misere)) == twin(kind == "integers"), (a, d)


def test_normal_on_the_integers_is_misere_with_one_card_less() -> None:
    # Nothing is highest or lowest, so nobody may come within one card of the end.
    for a, d in ((4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (7, 5)):
        normal = value_of(Table(Deck("integers"), a, d))
        assert normal == value_of(Table(Deck("integers"), a - 1, d - 1, True))


def test_boards_of_numbers() -> None:
    # What is played far out is alike: the far end of ℕ, and both ends of ℤ.
    for a, d in ((4, 3), (4, 4)):
        table = Table(Deck("naturals"), a, d)
        far = bounds.paper(a, d) + 2
        assert value_of(table, f"{far}") == value_of(table, f"{far + 40}")
        table = Table(Deck("integers"), a, d)
        assert value_of(table, "0") == value_of(table, "-17")
        assert value_of(table, "0,5,3") == value_of(table, "10,15,13")


# -- the extended game ---------------------------------------------------------------------------


def on_points(a: int, d: int, misere: bool, n: int | None) -> Callable[[tuple[Any, ...]], int]:
    """Values of sets of points, straight from the rules (n None: on the rationals)."""

    @functools.cache
    def value(points: tuple[tuple[int, int], ...]) -> int:
        if n is None:
            gaps = range(len(points) + 1)
            children: list[tuple[Any, ...]] = [
                tuple(sorted([(p + (p >= i), c + (c >= k)) for p, c in points] + [(i, k)]))
                for i in gaps
                for k in gaps
            ]
        else:
            free = itertools.product(range(n), repeat=2)
            children = [
                tuple(sorted([*points, cell]))
                for cell in free
                if all(cell[0] != p and cell[1] != c for p, c in points)
            ]
        best = -1 if children else 0
        for child in children:
            rising, falling = 0, 0
            row = [c for _, c in child]
            for length in range(1, len(row) + 1):
                for chosen in itertools.combinations(row, length):
                    rising = max(rising, length * (list(chosen) == sorted(chosen)))
                    falling = max(falling, length * (list(chosen) == sorted(chosen)[::-1]))
            if rising >= a or falling >= d:
                best = max(best, -1 if misere else 1)
            else:
                best = max(best, -value(child))
            if best == 1:
                return 1
        return best

    return value


@pytest.mark.parametrize("misere", [False, True])
def test_rooks_by_brute_force(misere: bool) -> None:
    for a, d, most in ((2, 2, 3), (3, 2, 3), (3, 3, 4), (2, 4, 3), (4, 3, 3)):
        for n in range(1, most + 1):
            table = Table(Deck("chain", n), a, d, misere, True)
            twin = on_points(a, d, misere, n)
            analysis = Analysis(table, memory=1 << 28)
            state = start_of(table)
            assert analysis.value(state) == twin(()), (a, d, n)
            for action in list(state.actions())[:6]:
                child: Any = state.after(action)
                if not child.ended:
                    cell = (action[0] - 1, action[1] - 1)
                    assert analysis.value(child) == twin((cell,))


@pytest.mark.parametrize("misere", [False, True])
def test_points_on_the_rationals(misere: bool) -> None:
    # The paper: the first player wins the normal form iff a·d is odd.
    for a, d in ((2, 2), (3, 2), (3, 3), (2, 4), (4, 3)):
        if misere and a * d > 6:
            continue
        twin = on_points(a, d, misere, None)
        table = Table(Deck("rationals"), a, d, misere, True)
        state = start_of(table)
        assert value_of(table) == twin(())
        if not misere:
            assert (value_of(table) == 1) == bool(a * d % 2)
        child: Any = state.after((0, 0))
        grand: Any = child if child.ended else child.after((1, 0))
        if not grand.ended:
            points = tuple(sorted((p - 1, c - 1) for p, c in grand.board))
            assert Analysis(table).value(grand) == twin(points)


def test_chains_of_points() -> None:
    assert point_chains(()) == (0, 0)
    assert point_chains(((1, 5), (2, 1), (3, 4), (4, 2), (5, 6), (6, 3))) == (3, 3)


# -- nimbers --------------------------------------------------------------------------------------


def grundy_twin(a: int, d: int) -> Callable[[tuple[tuple[int, int], ...]], int]:
    @functools.cache
    def number(cards: tuple[tuple[int, int], ...]) -> int:
        seen = set()
        for i, (x, y) in enumerate(cards):
            if min(x, y) == 1:
                seen.add(0)
            else:
                below = tuple((cx, min(cy, y - 1)) for cx, cy in cards[:i])
                above = tuple((min(cx, x - 1), cy) for cx, cy in cards[i + 1 :])
                seen.add(number(below + above))
        return next(n for n in range(len(seen) + 1) if n not in seen)

    return number


def test_nimbers_of_chains() -> None:
    for a, d, most in ((2, 2, 8), (3, 2, 8), (5, 2, 8), (3, 3, 8), (4, 3, 8)):
        twin = grundy_twin(a, d)
        kernel = grundy.kernel_of(a, d, None)
        nimbers = Nimbers(kernel, memory=1 << 28)
        for n in range((a - 1) * (d - 1) + 1, most + 1):
            cards = ((a, d),) * n
            assert nimbers.nimber(grundy.pack(kernel, [(a, d, n)])) == twin(cards)
            if n < 8:
                state = start_of(Table(Deck("chain", n), a, d))
                assert nimber_of(state) == twin(cards)
    # Recomputed by two independent programs: constant over the draw-free decks.
    for (a, d), wanted in {
        (2, 2): 0,
        (3, 2): 3,
        (4, 2): 0,
        (5, 2): 5,
        (3, 3): 1,
        (4, 3): 5,
    }.items():
        found = nimber_table(a, d, None)
        assert set(found.nimbers) == {wanted}
        assert (found.eventual, found.start) == (wanted, (a - 1) * (d - 1) + 1)


def test_nimbers_beyond_the_bound_are_those_below() -> None:
    a, d = 3, 3
    kernel = grundy.kernel_of(a, d, 30)
    nimbers = Nimbers(kernel, memory=1 << 28)
    twin = grundy_twin(a, d)
    for n in range(5, 13):
        assert nimbers.nimber(grundy.pack(kernel, [(a, d, n)])) == twin(((a, d),) * n)


def test_nimbers_agree_with_types() -> None:
    for n in (10, 13):
        answer = solve(4, 4, deck=str(n), nimber=True).as_dict()
        zero = [int(card) for card, number in answer["nimbers"].items() if number == 0]
        assert zero == answer["winning"]
        assert (answer["nimber"] != 0) == (answer["outcome"] == "N")
    block = [solve(4, 3, deck=str(n), nimber=True).as_dict()["central_block"] for n in (14, 15, 16)]
    # The paper: the block of equal moves grows by one with each card.
    assert [item["length"] - block[0]["length"] for item in block] == [0, 1, 2]
    assert len({item["nimber"] for item in block}) == 1


def test_nimbers_on_the_rationals() -> None:
    for a, d in ((3, 3), (4, 3), (4, 4)):
        known: dict[str, int] = {}
        number = nimber_on_rationals("", a, d, known)
        assert (number != 0) == (value_of(Table(Deck("rationals"), a, d)) == 1)
        assert nimber_of(start_of(Table(Deck("rationals"), a, d))) == number
    answer = solve(4, 4, deck="rationals", nimber=True, board="1,3,2").as_dict()
    assert (answer["nimber"] == 0) == (answer["outcome"] == "P")


# -- involutions and cooperation --------------------------------------------------------------


def small_posets(size: int) -> Iterator[Poset]:
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
            yield Poset(tuple("abcdef"[:size]), tuple(above))


def every_involution(poset: Poset, reverse: bool) -> Iterator[tuple[int, ...]]:
    """All maps without fixed points that are their own inverse and keep the paper's promise."""
    size = len(poset)
    least, most = poset.extremes
    for image in itertools.permutations(range(size)):
        if any(image[image[i]] != i or image[i] == i for i in range(size)):
            continue
        fine = True
        for i in range(size):
            for k in range(size):
                i2, k2 = (image[k], image[i]) if reverse else (image[i], image[k])
                fine &= bool(poset.above[i] >> k & 1) == bool(poset.above[i2] >> k2 & 1)
            if poset.comparable(i, image[i]):
                ends = (least >> i & 1 and most >> image[i] & 1) or (
                    most >> i & 1 and least >> image[i] & 1
                )
                fine &= reverse and bool(ends)
        if fine:
            yield image


def plain_value(poset: Poset, a: int, d: int) -> int:
    """The normal game's value by its rules alone: longest chains in the board's row."""

    @functools.cache
    def value(board: tuple[int, ...]) -> int:
        left = [i for i in range(len(poset)) if i not in board]
        best = -1 if left else 0
        for card in left:
            row = (*board, card)
            ends = []
            for sets in (poset.above, poset.below):
                lengths: list[int] = []
                for k, x in enumerate(row):
                    before = [lengths[j] for j in range(k) if sets[row[j]] >> x & 1]
                    lengths.append(1 + max(before, default=0))
                ends.append(max(lengths))
            best = max(best, 1 if ends[0] >= a or ends[1] >= d else -value(row))
        return best

    return value(())


def test_the_claims_about_involutions() -> None:
    # Wherever there is one, the second player does not lose: by brute force that knows
    # nothing of involutions, and by her strategy against every play.
    counted = shown = 0
    listed = [poset for size in range(1, 6) for poset in small_posets(size)]
    for poset in [*listed, subsets(3), product(2, 3), product(2, 2, 2)]:
        small = len(poset) <= 6
        maps = {r: set(every_involution(poset, r)) for r in (False, True)} if small else {}
        for a, d in ((3, 3), (4, 3), (2, 3), (4, 4)):
            found = find_involution(poset, a, d)
            if small:
                # The paper's second kind needs a = d, at least 3.
                known = maps[False] | (maps[True] if a == d else set())
                assert (found is not None) == bool(known), (poset.above, a, d)
                assert found is None or found.image in known
            if found is None:
                continue
            assert found.check()
            table = Table(Deck("poset", len(poset), poset), a, d)
            assert value_of(table) <= 0
            shown += 1
            if small:
                assert plain_value(poset, a, d) <= 0, (poset.above, a, d)
                for state in replies(start_of(table), 1):
                    assert state.payoffs()[1] >= 0
                    counted += 1
    assert shown > 50
    assert counted > 100
    cube = start_of(Table(parse_deck("subsets:3"), 3, 3))
    for state in replies(cube, 1):
        assert state.payoffs()[1] >= 0
    assert find_involution(chain(4), 3, 3) is None


def test_a_map_that_is_no_involution_does_not_pass() -> None:
    cube = subsets(3)
    found = find_involution(cube, 3, 3)
    assert found is not None
    for other in (tuple(range(8)), (*found.image[1:], found.image[0]), (1, 0, *range(2, 8))):
        assert not Involution(cube, found.kind, other).check()
    # Complements in the cube are comparable only at its ends: no automorphism does that.
    assert not Involution(cube, "automorphism", found.image).check()
    # A reversal in which the middle is comparable with its image.
    assert not Involution(chain(4), "reversal", (3, 2, 1, 0)).check()


def test_cooperation() -> None:
    # The paper: on the cube with a = d = 3 both together can draw, though the type is P.
    answer = solve(3, 3, deck="subsets:3", cooperate=True, involution=True).as_dict()
    assert answer["outcome"] == "P"
    line = answer["cooperative_draw"]
    assert sorted(line) == sorted(subsets(3).names)
    state: Any = start_of(Table(parse_deck("subsets:3"), 3, 3))
    for card in line:
        assert state.actor >= 0
        state = state.after(card)
    assert not state.ended
    assert answer["involution"]["holds"]
    for a, d in ((3, 3), (4, 3), (3, 4)):
        for n in range(1, 9):
            found = solve(a, d, deck=str(n), cooperate=True).as_dict()["cooperative_draw"]
            # Erdős and Szekeres 1935: exactly up to (a-1)(d-1) cards.
            assert (found is not None) == (n <= (a - 1) * (d - 1))
            if found is not None:
                word = words.steps(found)[-1]
                assert sorted(found) == list(range(1, n + 1))
                assert words.reddish(word) < a
                assert words.bluish(word) < d


def drawn_by_brute_force(table: Table) -> bool:
    """Whether some order of all cards holds no critical sequence, by trying all orders."""
    poset, a, d = table.deck.order, table.a, table.d

    def goes_on(row: tuple[int, ...]) -> bool:
        for sets, most in ((poset.above, a), (poset.below, d)):
            lengths: list[int] = []
            for k, x in enumerate(row):
                before = [lengths[j] for j in range(k) if sets[row[j]] >> x & 1]
                lengths.append(1 + max(before, default=0))
            if max(lengths, default=0) >= most:
                return False
        left = [i for i in range(len(poset)) if i not in row]
        return not left or any(goes_on((*row, i)) for i in left)

    return goes_on(())


def test_draws_that_both_want_by_brute_force() -> None:
    tables = [
        Table(Deck("poset", size, poset), a, d)
        for size in range(1, 6)
        for number, poset in enumerate(small_posets(size))
        for a, d in ((2, 2), (3, 2), (2, 3), (3, 3))
        if size < 5 or number % 5 == (a + 2 * d) % 5
    ]
    found = {True: 0, False: 0}
    for table in tables:
        line = drawn_line(start_of(table))
        found[line is not None] += 1
        assert (line is not None) == drawn_by_brute_force(table), (table.deck, table.a, table.d)
        if line is not None:
            state: Any = start_of(table)
            for card in line:
                state = state.after(card)
            assert not state.ended
            assert not state.has_moves()
    assert min(found.values()) > 50


def test_draws_that_both_want_from_a_board_and_with_free_places() -> None:
    for n in range(1, 6):
        table = Table(Deck("chain", n), 3, 3, False, True)
        line = drawn_line(start_of(table))
        assert (line is not None) == (n <= 4)
        if line is not None:
            state: Any = start_of(table)
            for point in line:
                state = state.after(point)
            assert tuple(state.payoffs()) == (0, 0)
    # 1 to 6, (4, 3): from some boards a draw is still possible, from others not.
    table = Table(Deck("chain", 6), 4, 3)
    seen = set()
    for first, second in itertools.permutations(range(1, 7), 2):
        rest = [c for c in range(1, 7) if c not in (first, second)]
        wanted = any(
            all(x < y for x, y in zip((words.reddish(w), words.bluish(w)), (4, 3), strict=True))
            for order in itertools.permutations(rest)
            for w in [words.steps([first, second, *order])[-1]]
        )
        line = drawn_line(position_of(table, f"{first},{second}"))
        assert (line is not None) == wanted
        seen.add(wanted)
    assert seen == {True, False}
    assert drawn_line(start_of(Table(Deck("rationals"), 3, 3))) is None


# -- lines -----------------------------------------------------------------------------------------


def lengths(table: Table, longest: bool) -> Callable[[Any], int]:
    analysis = Analysis(table, memory=1 << 28)
    known: dict[Any, int] = {}

    def length(state: Any) -> int:
        if state.actor < 0:
            return 0
        if state.key() not in known:
            moves = analysis.moves(state)
            best = max(v for _, v in moves)
            every = [1 + length(state.after(c)) for c, v in moves if v == best]
            known[state.key()] = min(every) if best == 1 and not longest else max(every)
        return known[state.key()]

    return length


LENGTH = {
    False: "the shortest win against the longest defence",
    True: "the longest line that keeps the win",
}


@pytest.mark.parametrize("longest", [False, True])
def test_lines_are_as_short_or_long_as_they_say(longest: bool) -> None:
    tables = [
        Table(Deck("chain", n), a, d, misere)
        for a, d, n in ((3, 3, 6), (4, 3, 8), (4, 4, 10))
        for misere in (False, True)
    ]
    tables += [Table(parse_deck("product:2x3"), 3, 3, m) for m in (False, True)]
    tables += [Table(Deck("rationals"), 4, 4), Table(Deck("chain", 4), 3, 3, False, True)]
    tables += [Table(Deck("naturals"), 3, 3, m) for m in (False, True)]
    tables += [Table(Deck("integers"), 3, 3), Table(Deck("rationals"), 3, 3, False, True)]
    for table in tables:
        state: Any = start_of(table)
        analysis = Analysis(table, memory=1 << 28)
        value = analysis.value(state)
        played, what = line_of(analysis, state, longest=longest)
        if value:
            assert len(played) == lengths(table, longest)(state), (table, table.misere)
            assert what == LENGTH[longest]
        for card in played:
            assert analysis.value(state) == value
            state = state.after(card)
            value = -value
        assert state.actor < 0


@pytest.mark.parametrize("misere", [False, True])
def test_lengths_by_two_routes(misere: bool) -> None:
    # The compiled lengths against the engine's interpreted distances, position by position.
    counted = 0
    for kernel in (
        chain_kernel.kernel_of(4, 4, 13, misere=misere),
        ordered.kernel_of(product(2, 4), 3, 3, misere=misere),
        rooks.kernel_of(4, 3, 5, misere=misere),
    ):
        outcomes = Outcomes(kernel, memory=1 << 28)
        for start in (
            [chain_kernel.pack(kernel, [(4, 4, n)])[0] for n in range(1, 14)]
            if kernel.name.startswith("(4, 4)")
            else [ordered.pack(kernel, [(3, 3)] * 8)[0]]
            if "extended" not in kernel.name
            else [rooks.pack(kernel, [])[0]]
        ):
            outcomes.value(start)
        twin = Distances(outcomes)
        found = {k: Lengths(outcomes, longest=k, most=200_000) for k in (False, True)}
        seen = 0
        for piece in list(outcomes.entries()):
            for *head, last in piece.tolist()[::3]:
                position = (*head, last >> 4 & KEY)
                if outcomes.value(position):
                    assert found[False].of(position) == twin.shortest(position)
                    assert found[True].of(position) == twin.longest(position)
                    seen += 1
        counted += seen
    assert counted > 20


def test_lengths_refuse_what_they_cannot_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = chain_kernel.kernel_of(4, 4, 14)
    outcomes = Outcomes(kernel, memory=1 << 28)
    position = chain_kernel.pack(kernel, [(4, 4, 14)])[0]
    length = Lengths(outcomes, longest=True).of(position)
    drawn = chain_kernel.pack(kernel, [(4, 4, 5)])[0]
    with pytest.raises(InputError, match="nobody wins"):
        Lengths(outcomes, longest=True).of(drawn)
    for most in (length, length - 1):
        # The same function as plain Python, with less room beside a position.
        plain = specialise(
            lengths_room._walk, expand=kernel.expand, find=known_table.find_hashed,
            keep=known_table.keep_hashed, words=kernel.words, LONGEST=most,
        )  # fmt: skip
        monkeypatch.setattr(lengths_room, "_compiled", lambda *key, plain=plain: plain)
        asked = Lengths(outcomes, longest=True)
        if most == length:
            assert asked.of(position) == length
        else:
            with pytest.raises(InputError, match="lasts more than"):
                asked.of(position)


def test_a_line_that_is_too_far_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(Deck("chain", 20), 5, 5)
    exact, what = line_of(Analysis(table, memory=1 << 28), start_of(table))
    assert what == LENGTH[False]
    monkeypatch.setattr(lines, "MOST_POSITIONS", 100)
    forced, what = line_of(Analysis(table, memory=1 << 28), start_of(table))
    assert what == "a forced line; the shortest one is too far to see"
    for row in (exact, forced):
        # Either way the first player wins.
        word = words.steps(row)[-1]
        assert words.reddish(word) == 5 or words.bluish(word) == 5
        assert len(row) % 2 == 1


# -- the game as it is played -----------------------------------------------------------------


def test_plain_engines_agree_on_every_version() -> None:
    for name in ("normal", "misere", "cube", "rooks", "rationals"):
        game = Monotonic(name, deck="4" if name in ("normal", "misere", "rooks") else None)
        state = game.start()
        value = Analysis(game.rules.table, memory=1 << 28).value(state)
        assert outcome_of(game).type == "PDN"[value + 1]


def test_perfect_play_never_gives_a_win_away() -> None:
    from montmort.games.monotonic.strategies import STRATEGIES
    from montmort.statistics.streams import Source

    assert set(Monotonic.strategies) == set(STRATEGIES)
    perfect = Monotonic.strategies["perfect"].choosers[0]
    for number, deck in enumerate(("6", "subsets:3", "rationals", "naturals")):
        table = Table(parse_deck(deck), 3, 3)
        for game in range(10):
            stream = Source(1, number * 10 + game, 1)
            state: Any = start_of(table)
            value = Analysis(table, memory=1 << 28).value(state)
            while state.actor >= 0:
                mine = (value == 1) == (len(state.board) % 2 == 0)
                actions = list(state.actions())
                chosen = perfect(state, actions, stream) if mine else stream.pick(actions)
                state = state.after(chosen)
            if value:
                assert state.payoffs()[0] == value


def test_states_are_what_they_say() -> None:
    state: Any = Monotonic(a=4, d=3, deck="6").start()
    assert isinstance(state, CardState)
    state = state.after(3).after(5)
    assert state.labels == ((4, 2), (4, 2), None, (3, 2), None, (2, 3))
    assert state.refusal(3) is not None
    assert state.describe(6) == "card 6"
    with pytest.raises(InputError, match="on the board already"):
        state.after(5)

"""Known values about monotonic sequence games, beside ours."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.results import Fact, Facts, Result

__all__ = ["reproduce"]

_HSW = "Harary, Sagan, West 1983, and the paper that extends it"
_PAPER = "the paper that introduced double bumping"
_TWICE = "recomputed by two independent programs"
_ES = "Erdős and Szekeres 1935"

# Types of the decks 1 to 30, by runs.
NORMAL = {
    (3, 3): "D⁴ N²⁶", (4, 3): "D⁴ N²⁶", (5, 3): "D⁶ N²⁴", (4, 4): "D⁸ N²²", (5, 4): "D¹⁰ N²⁰",
}  # fmt: skip
MISERE = {(3, 3): "D³ N²⁷", (4, 3): "D⁴ P N²⁵", (5, 3): "D⁵ N P³ N²¹", (4, 4): "D⁵ N P N²³"}
NIMBERS = {(2, 2): 0, (3, 2): 3, (4, 2): 0, (5, 2): 5, (3, 3): 1, (4, 3): 5}


def _fact(statement: str, source: str, expected: Any, found: Any, note: str = "") -> Fact:
    return Fact(statement, source, expected, found, expected == found, note)


def reproduce(seed: int = 1) -> Iterator[Result]:
    """Yield the known values of monotonic sequence games beside ours.

    >>> all(fact.agrees for fact in next(reproduce()).facts)
    True
    """
    yield Facts("Double bumping and colour words", tuple(_words()))
    yield Facts("Monotonic sequences on chains", tuple(_chains()))
    yield Facts("Monotonic sequences on other decks", tuple(_decks()), tuple(_remarks()))
    yield Facts("Nimbers of monotonic sequences", tuple(_nimbers()))
    from .questions import OpenQuestions

    yield OpenQuestions.kept()


def _words() -> Iterator[Fact]:
    from . import words

    yield _fact(
        "double bumping of 514263", _PAPER, "P PB RPB RPBB RPBP RRPBB",
        " ".join(words.steps([5, 1, 4, 2, 6, 3])),
    )  # fmt: skip
    yield _fact(
        "the last of these with its cards", _PAPER, "1R 2R 3P 4B 6B",
        " ".join(f"{card}{colour}" for card, colour in words.record([5, 1, 4, 2, 6, 3])),
    )  # fmt: skip
    yield _fact(
        "words of 231, 213, 312, 2143", _PAPER, ["PP", "PP", "RPB", "RPB"],
        [words.steps(row)[-1] for row in ([2, 3, 1], [2, 1, 3], [3, 1, 2], [2, 1, 4, 3])],
    )  # fmt: skip
    rows = list(itertools.permutations(range(6)))
    yield _fact(
        "reddish and bluish letters are the longest subsequences: rows of six cards", _PAPER,
        len(rows),
        sum(
            (words.reddish(word), words.bluish(word)) == (_longest(row, 1), _longest(row, -1))
            for row in rows
            for word in [words.steps(row)[-1]]
        ),
        "by dynamic programming, on all of them",
    )  # fmt: skip
    yield _fact(
        "reachable words of 1 to 6 letters", _PAPER, [1, 3, 8, 21, 55, 144],
        [sum(1 for _ in words.words_of(n)) for n in range(1, 7)], "alternate Fibonacci numbers",
    )  # fmt: skip
    level, reached = {""}, set()
    for _ in range(9):
        level = {words.insert(word, gap) for word in level for gap in range(len(word) + 1)}
        reached |= {word for word in level if len(word) <= 4}
    yield _fact(
        "words of up to 4 letters that do not begin with B, end with R or have a factor RB",
        _PAPER, sorted(w for n in range(1, 5) for w in words.words_of(n)), sorted(reached),
        "reached by playing up to nine cards",
    )  # fmt: skip
    sizes = [(r, b) for r in range(1, 5) for b in range(1, 5)]
    every = [word for n in range(1, 8) for word in words.words_of(n)]
    yield _fact(
        "words with r reddish and b bluish letters, r and b to 4: C(r+b-2, r-1)", _PAPER,
        [math.comb(r + b - 2, r - 1) for r, b in sizes],
        [sum((words.reddish(w), words.bluish(w)) == size for w in every) for size in sizes],
        "counted in the list of all words",
    )  # fmt: skip
    yield _fact(
        "P to 00, R to 01, B to 10: binary words of 0, 2, ..., 10 digits without 11 that are met",
        _PAPER, [sum(1 for _ in _without_11(2 * n - 2)) for n in range(1, 7)],
        [
            len(set(_without_11(2 * n - 2)) & {words.binary(word) for word in words.words_of(n)})
            for n in range(1, 7)
        ],
        "by as many colour words: one to one",
    )  # fmt: skip


def _longest(row: Sequence[int], sign: int) -> int:
    """The longest rising (falling, with -1) subsequence, by dynamic programming."""
    best: list[int] = []
    for i, card in enumerate(row):
        best.append(1 + max((best[k] for k in range(i) if sign * (card - row[k]) > 0), default=0))
    return max(best)


def _without_11(length: int) -> list[str]:
    texts = ("".join(bits) for bits in itertools.product("01", repeat=length))
    return [text for text in texts if "11" not in text]


def _chains() -> Iterator[Fact]:
    from . import bounds
    from .solve import all_decks, type_table

    for (a, d), wanted in NORMAL.items():
        found = type_table(a, d, 30).as_dict()["runs"]
        yield _fact(f"({a}, {d}) normal, n = 1 to 30", _TWICE, wanted, found["normal"])
        if (a, d) in MISERE:
            yield _fact(f"({a}, {d}) misère, n = 1 to 30", _TWICE, MISERE[a, d], found["misere"])
    for a in (3, 4, 5, 6):
        found_d2 = type_table(a, 2, 12)
        wanted = "D" * (a - 1) + ("N" if a % 2 else "P") * (13 - a)
        yield _fact(f"({a}, 2) normal, n = 1 to 12", _HSW, wanted, found_d2.normal)
        yield _fact(f"({a}, 2) misère, n = 1 to 12", _HSW, "D" + "N" * 11, found_d2.misere_types)
    recursive = {(x, y): 1 for x in range(1, 9) for y in range(1, 9) if min(x, y) == 1}
    for x, y in itertools.product(range(2, 9), repeat=2):
        recursive[x, y] = recursive[x - 1, y] + recursive[x, y - 1] + 1
    yield _fact(
        "the clipped-gap bounds of (5, 5), (6, 5), (8, 4)", f"{_PAPER}, its recursion",
        [recursive[5, 5], recursive[6, 5], recursive[8, 4]],
        [bounds.paper(5, 5), bounds.paper(6, 5), bounds.paper(8, 4)], "2·C(a+d-2, a-1) - 1",
    )  # fmt: skip
    yield _fact("the older bound of (3, 3)", _PAPER, 15, bounds.naive(3, 3))
    for a, d in ((4, 4), (5, 4)):
        proof = all_decks(a, d)
        yield _fact(
            f"({a}, {d}) normal for all large n", f"{_PAPER}, conjecture", "N", proof.eventual,
            f"proven from n = {proof.start} on, {proof.classes} classes",
        )  # fmt: skip


def _decks() -> Iterator[Fact]:
    from .solve import solve

    def outcome(a: int, d: int, deck: str, **options: Any) -> str:
        return str(solve(a, d, deck=deck, **options).as_dict()["outcome"])

    for a in (2, 3, 4, 5):
        yield _fact(f"({a}, 2) on the rationals", _PAPER, "P", outcome(a, 2, "rationals"))
    for a in (3, 4, 5, 6):
        wanted = "N" if a % 2 else "P"
        yield _fact(f"({a}, 3) on the rationals", _PAPER, wanted, outcome(a, 3, "rationals"))
    sizes = [(a, s - a) for s in range(8, 21) for a in range(s) if 4 <= s - a <= a]
    yield _fact(
        "all 4 <= d <= a, a + d <= 20, on the rationals", f"{_PAPER} (d to 8, a to 16); {_TWICE}",
        "N" * len(sizes), "".join(outcome(a, d, "rationals") for a, d in sizes),
        "to a + d = 34 below",
    )  # fmt: skip
    yield _fact(
        "normal (a, d) on the rationals is misère (a-1, d-1): (4, 3) to (7, 6)", _PAPER,
        "".join(_by_words(a - 1, d - 1) for a, d in SHIFTED),
        "".join(outcome(a, d, "rationals") for a, d in SHIFTED),
        "the misère types by the moves of colour words alone",
    )  # fmt: skip
    yield _fact(
        "the mirror strategy of (3, 3), (4, 4) on the rationals wins from RPB, whatever is played",
        _PAPER, [True, True], [_mirror_wins(size) for size in (3, 4)],
    )  # fmt: skip
    for a, d in ((3, 3), (4, 3), (5, 5)):
        wanted = "N" if a * d % 2 else "P"
        found = outcome(a, d, "rationals", extended=True)
        yield _fact(f"({a}, {d}) extended on the rationals", _PAPER, wanted, found)
    cube = solve(3, 3, deck="subsets:3", cooperate=True, involution=True).as_dict()
    yield _fact("(3, 3) on the subsets of 3", _PAPER, "P", cube["outcome"])
    yield _fact(
        "an involution shows it: complements", _PAPER, "reversal", cube["involution"]["kind"],
        ", ".join(f"{x} ↔ {y}" for x, y in cube["involution"]["pairs"]),
    )  # fmt: skip
    yield _fact(
        "both together can draw it", _PAPER, True, cube["cooperative_draw"] is not None,
        " ".join(cube["cooperative_draw"] or ()),
    )  # fmt: skip
    for deck, misere, wanted in (
        ("product:2x3", False, "P"), ("product:2x3", True, "N"),
        ("product:3x3", False, "N"), ("product:3x3", True, "N"),
    ):  # fmt: skip
        form = "misère" if misere else "normal"
        yield _fact(f"(3, 3) on {deck}, {form}", _TWICE, wanted, outcome(3, 3, deck, misere=misere))
    drawn = [
        solve(4, 3, deck=str(n), cooperate=True).as_dict()["cooperative_draw"] is not None
        for n in (6, 7)
    ]
    yield _fact("(4, 3): a draw is possible with 6 cards, not with 7", _ES, [True, False], drawn)


SHIFTED = ((4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (7, 6))


def _by_words(a: int, d: int) -> str:
    """The type of the misère game on the rationals, by the moves of colour words alone."""
    from . import words

    @functools.cache
    def wins(word: str) -> bool:
        for gap in range(len(word) + 1):
            child = words.insert(word, gap)
            over = words.reddish(child) >= a or words.bluish(child) >= d
            if not over and not wins(child):
                return True
        return False

    return "N" if wins("") else "P"


def _mirror_wins(size: int) -> bool:
    """Whether the mirror strategy wins (a, a) on the rationals against every play."""
    from .decks import Deck
    from .states import Table, start_of
    from .strategies import mirror_move

    def holds(state: Any) -> bool:
        mine = state.after(mirror_move(state))
        if mine.actor < 0:
            return tuple(mine.payoffs()) == (1, -1)
        return all(
            child.actor >= 0 and holds(child)
            for child in (mine.after(gap) for gap in mine.actions())
        )

    return holds(start_of(Table(Deck("rationals"), size, size)))


def _remarks() -> Iterator[str]:
    yield (
        "the conjecture that (a, d) on the rationals is N for all a >= d >= 3 is false as printed: "
        "at d = 3 and a even the type is P; it must mean d >= 4"
    )
    yield (
        "the bound for large decks is printed as 2·C(a+d-2, a-2) - 1; from its own recursion it "
        "is 2·C(a+d-2, a-1) - 1"
    )


def _nimbers() -> Iterator[Fact]:
    from .solve import nimber_table, solve

    for (a, d), wanted in NIMBERS.items():
        found = nimber_table(a, d, None)
        yield _fact(
            f"({a}, {d}): nimbers of all draw-free chains", _TWICE, [wanted],
            sorted(set(found.nimbers)), f"proven by clipped gaps, {found.classes} classes",
        )  # fmt: skip
    blocks = [
        solve(4, 3, deck=str(n), nimber=True).as_dict()["central_block"] for n in (14, 15, 16)
    ]
    first = blocks[0]["length"]
    yield _fact(
        "(4, 3): the central block of equal moves grows by one with each card from n = 14", _PAPER,
        [first, first + 1, first + 2], [block["length"] for block in blocks],
        f"nimber {blocks[0]['nimber']}, cards {blocks[0]['from']} to {blocks[0]['to']} of 14",
    )  # fmt: skip

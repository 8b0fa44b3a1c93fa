"""Known values about monotonic sequence games, beside ours."""

from __future__ import annotations

from collections.abc import Iterator
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
        "reachable words of 1 to 6 letters", _PAPER, [1, 3, 8, 21, 55, 144],
        [sum(1 for _ in words.words_of(n)) for n in range(1, 7)], "alternate Fibonacci numbers",
    )  # fmt: skip
    yield _fact(
        "words of 231, 213, 312, 2143", _PAPER, ["PP", "PP", "RPB", "RPB"],
        [words.steps(row)[-1] for row in ([2, 3, 1], [2, 1, 3], [3, 1, 2], [2, 1, 4, 3])],
    )  # fmt: skip


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
    yield _fact("the clipped-gap bound of (5, 5)", _PAPER, 139, bounds.paper(5, 5))
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
    for a, d in ((4, 4), (8, 8), (16, 8)):
        yield _fact(f"({a}, {d}) on the rationals", _PAPER, "N", outcome(a, d, "rationals"))
    for a, d in ((3, 3), (4, 3), (5, 5)):
        wanted = "N" if a * d % 2 else "P"
        found = outcome(a, d, "rationals", extended=True)
        yield _fact(f"({a}, {d}) extended on the rationals", _PAPER, wanted, found)
    cube = solve(3, 3, deck="subsets:3", cooperate=True, involution=True).as_dict()
    yield _fact("(3, 3) on the subsets of 3", _PAPER, "P", cube["outcome"])
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
    from .solve import nimber_table

    for (a, d), wanted in NIMBERS.items():
        found = nimber_table(a, d, None)
        yield _fact(
            f"({a}, {d}): nimbers of all draw-free chains", _TWICE, [wanted],
            sorted(set(found.nimbers)), f"proven by clipped gaps, {found.classes} classes",
        )  # fmt: skip

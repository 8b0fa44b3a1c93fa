"""Known values about pattern races, beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...core.results import Fact, Facts, Result

__all__ = ["reproduce"]

_ESSAY = "the essay that posed the race"
_TWICE = "recomputed by two independent programs"
_GARDNER = "Gardner, Scientific American, October 1974"
_PENNEY = "Penney 1969; the table in Gardner, Scientific American, October 1974"
_LI = "Li, Annals of Probability 8, 1980"
_FELLER = "Feller, An Introduction to Probability Theory, volume I, XIII.7"


def _fact(statement: str, source: str, expected: Any, found: Any, note: str = "") -> Fact:
    return Fact(statement, source, expected, found, expected == found, note)


def reproduce(seed: int = 1) -> Iterator[Result]:
    """Yield the known values of pattern races beside ours, and the matrix of triplets.

    >>> facts = next(reproduce())
    >>> all(fact.agrees for fact in facts.facts)
    True
    """
    from .solve import matrix_of

    yield Facts("The race of HHT and HTH, each with her own fair coin", tuple(_own_coins(seed)))
    yield Facts("Penney's game: one coin for all", tuple(_one_coin()))
    yield Facts("Waits for patterns", tuple(_waits()))
    yield matrix_of(3)


def _own_coins(seed: int) -> Iterator[Fact]:
    from .diagrams import diagram, same_graph
    from .letters import COIN
    from .patterns import Pattern
    from .solve import race

    answer = race(["HHT", "HTH"])
    hht, hth = answer.players
    yield _fact("mean wait for HHT", _ESSAY, Fraction(8), hht.wait)
    yield _fact("mean wait for HTH", _ESSAY, Fraction(10), hth.wait)
    yield _fact("long-run rate of HHT, overlaps allowed", _ESSAY, Fraction(1, 8), hht.rate)
    yield _fact("long-run rate of HTH, overlaps allowed", _ESSAY, Fraction(1, 8), hth.rate)
    yield _fact("HHT is the more likely to be first", _ESSAY, True, hht.first > hth.first)  # type: ignore[operator]
    yield _fact("HHT first", _TWICE, Fraction(28673, 55265), hht.first)
    yield _fact("HTH first", _TWICE, Fraction(22431, 55265), hth.first)
    yield _fact("tie", _TWICE, Fraction(4161, 55265), answer.tie)
    yield _fact("mean length of the race", _TWICE, Fraction(319488, 55265), answer.length)
    void = race(["HHT", "HTH"], ties="void").players[0].first
    yield _fact("HHT first, ties ignored", _TWICE, Fraction(28675, 52162), void)
    anew = race(["HHT", "HTH"], ties="restart").players[0].first
    yield _fact("HHT first, ties begin anew", _TWICE, Fraction(28673, 51104), anew)
    drawn = {
        (word, kind): diagram(Pattern(word, COIN), kind)
        for word in ("HHT", "HTH")
        for kind in ("stopping", "continuing")
    }
    same = same_graph(drawn["HHT", "continuing"], drawn["HTH", "continuing"])
    yield _fact(
        "the continuing diagrams are the same graph",
        _ESSAY,
        "0 → H, H → HT, HH → 0",
        ", ".join(f"{a} → {b}" for a, b in (same or {}).items()),
    )
    same = same_graph(drawn["HHT", "stopping"], drawn["HTH", "stopping"])
    yield _fact("the stopping diagrams are the same graph", _ESSAY, False, same is not None)
    for word, expected in (("HHT", 1), ("HTH", 2)):
        thrown = max(a.source - a.target for a in drawn[word, "stopping"].arrows)
        yield _fact(f"states that a failure throws {word} back by", _ESSAY, expected, thrown)
    games = 20_000
    share, low, high = _played(seed, games)
    inside = low <= float(hht.first) <= high
    yield Fact(
        f"share of {games} games played out that HHT wins",
        "simulation, 99.9999 % interval",
        f"{low:.4f} to {high:.4f}",
        float(hht.first),
        inside,
        f"played: {share:.4f}",
    )


def _played(seed: int, games: int) -> tuple[float, float, float]:
    """Play the race out; return the share of HHT with an interval of 5 standard errors."""
    import math

    from ...statistics.streams import Source
    from .game import Race

    start = Race().start()
    wins = 0
    for k in range(games):
        source = Source(seed, k, 0)
        state = start
        while not state.winners:
            state = state.after(state.sample(source))
        wins += state.winners == (0,)
    share = wins / games
    half = 5 * math.sqrt(share * (1 - share) / games)
    return share, share - half, share + half


def _one_coin() -> Iterator[Fact]:
    from .letters import COIN
    from .patterns import leading
    from .solve import race, reply_to

    first = race(["HHT", "HTH"], shared=True).players[0].first
    yield _fact("HHT before HTH", _PENNEY, Fraction(2, 3), first)
    best = {
        "HHH": ("THH", Fraction(7, 8)), "HHT": ("THH", Fraction(3, 4)),
        "HTH": ("HHT", Fraction(2, 3)), "HTT": ("HHT", Fraction(2, 3)),
        "THH": ("TTH", Fraction(2, 3)), "THT": ("TTH", Fraction(2, 3)),
        "TTH": ("HTT", Fraction(3, 4)), "TTT": ("HTT", Fraction(7, 8)),
    }  # fmt: skip
    for word, (reply, win) in best.items():
        answer = reply_to(word)
        found = " or ".join(answer.best)
        yield _fact(
            f"best reply to {word}, and its chance",
            _PENNEY,
            f"{reply} {win}",
            f"{found} {answer.replies[0][1]}",
        )
    for a, b, expected in (
        ("HHH", "HHH", 7), ("HHH", "THH", 0), ("THH", "THH", 4), ("THH", "HHH", 3),
    ):  # fmt: skip
        yield _fact(
            f"Conway's leading number of {a} over {b}",
            _GARDNER,
            Fraction(expected),
            leading(a, b, COIN),
        )
    four = race(["HTHH", "THTH"], shared=True)
    yield _fact(
        "THTH waits longer than HTHH", _GARDNER, [18, 20], [int(p.wait) for p in four.players][:2]
    )
    yield _fact("yet THTH is first of the two", _GARDNER, Fraction(9, 14), four.players[1].first)


def _waits() -> Iterator[Fact]:
    from .letters import Letters
    from .patterns import Pattern

    letters = Letters.fair("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    yield _fact(
        "mean wait for ABRACADABRA, 26 letters",
        _LI,
        Fraction(26**11 + 26**4 + 26),
        Pattern("ABRACADABRA", letters).wait,
    )
    bent = Letters.parse("HT", "H=1/3")
    run = Pattern("HHHHH", bent)
    p, q, r = Fraction(1, 3), Fraction(2, 3), 5
    yield _fact(
        "mean wait for 5 heads in a row, H = 1/3",
        _FELLER,
        (1 - p**r) / (q * p**r),
        run.wait,
    )
    yield _fact(
        "its variance",
        _FELLER,
        (1 - (2 * r + 1) * q * p**r - p ** (2 * r + 1)) / (q * p**r) ** 2,
        run.variance,
    )

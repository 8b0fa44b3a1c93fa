"""``montmort solve race``: exact answers about pattern races."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ...core.errors import InputError
from ...core.results import Result

if TYPE_CHECKING:
    from fractions import Fraction

    from .answers import Distribution, MatrixAnswer, RaceAnswer, ReplyAnswer
    from .letters import Letters
    from .patterns import Pattern

__all__ = ["matrix_of", "race", "reply_to", "solve"]

_MOST_ROWS = 5_000


def solve(
    *patterns: str,
    shared: bool = False,
    bias: tuple[str, ...] = (),
    alphabet: str = "HT",
    ties: Literal["count", "void", "restart"] = "count",
    digits: int | None = None,
    distribution: int | None = None,
    diagram: bool = False,
    draw: Path | None = None,
    reply: bool = False,
    matrix: int | None = None,
) -> Result:
    """Answer who sees a pattern first, how often it is a tie, and how long it takes.

    Each player waits for a pattern in the flips of a coin of her own, or of one coin.

    Parameters
    ----------
    patterns
        One pattern for each player, such as HHT HTH; a single one for its waiting time.
    shared
        All players watch one coin (Penney's game).
    bias
        The chance of a letter, such as H=2/3; repeat it or separate by commas. Letters
        that are not named share the rest equally.
    alphabet
        The letters that a coin or die shows, such as 123456.
    ties
        What several completions at once are: an outcome of its own (count), ignored while
        all go on from where they are (void), or a new start from nothing (restart).
    digits
        Enclose the figures rigorously to so many digits, instead of fractions.
    distribution
        Show the distributions up to this number of flips, and the generating functions.
    diagram
        Show everybody's state diagrams, stopping and continuing, as text (and, with JSON,
        as DOT), and say which are the same graph.
    draw
        Write the diagrams into this folder, as SVG and DOT files.
    reply
        Rank the replies to one pattern.
    matrix
        Show all patterns of this length against each other.

    Examples
    --------
    >>> answer = solve("HHT", "HTH")
    >>> [str(player.first) for player in answer.players], str(answer.tie)
    (['28673/55265', '22431/55265'], '4161/55265')
    """
    from .letters import Letters

    letters = Letters.parse(alphabet, bias)
    if matrix is not None:
        if patterns or reply:
            raise InputError("a matrix is of all patterns of a length: give no pattern beside it")
        return matrix_of(matrix, alphabet=alphabet, bias=bias, shared=shared, ties=ties)
    if reply:
        if len(patterns) != 1:
            raise InputError(f"a reply is to one pattern: give one, not {len(patterns)}")
        return reply_to(patterns[0], alphabet=alphabet, bias=bias, shared=shared, ties=ties)
    answer = race(patterns, letters=letters, shared=shared, ties=ties, digits=digits)
    return _with_more(answer, patterns, distribution, diagram or draw is not None, draw)


def race(
    patterns: Sequence[str],
    *,
    letters: Letters | None = None,
    shared: bool = False,
    ties: Literal["count", "void", "restart"] = "count",
    digits: int | None = None,
) -> RaceAnswer:
    """Find the figures of one race; ``letters`` is a fair coin unless given.

    >>> race(["HHT", "HTH"], shared=True).players[0].first
    Fraction(2, 3)
    """
    from .answers import Player, RaceAnswer
    from .figures import patterns_of
    from .letters import COIN
    from .own import race_apart
    from .patterns import leading
    from .shared import race_together

    chosen = letters or COIN
    if digits is not None and not 1 <= digits <= 10_000:
        raise InputError(f"digits is {digits}: it must be from 1 to 10000")
    if ties not in ("count", "void", "restart"):
        raise InputError(f"ties is {ties!r}: it must be count, void or restart")
    players = patterns_of(patterns, chosen)
    figures = (race_together if shared else race_apart)(players, ties, digits)
    numbers: tuple[tuple[Fraction, ...], ...] = ()
    if shared and len(players) > 1:
        numbers = tuple(tuple(leading(a, b, chosen) for b in patterns) for a in patterns)
    return RaceAnswer(
        tuple(
            Player(p.word, first, p.wait, p.variance, p.rate)
            for p, first in zip(players, figures.first, strict=True)
        ),
        figures.tie,
        figures.length,
        figures.variance,
        chosen,
        shared,
        ties,
        figures.method,
        figures.exact,
        numbers,
    )


def reply_to(
    pattern: str,
    *,
    alphabet: str = "HT",
    bias: Sequence[str] = (),
    shared: bool = True,
    ties: Literal["count", "void", "restart"] = "count",
) -> ReplyAnswer:
    """Rank the replies of the same length to a pattern.

    >>> reply_to("HTH").best
    ('HHT',)
    """
    from .answers import ReplyAnswer
    from .contests import replies
    from .letters import Letters

    letters = Letters.parse(alphabet, bias)
    found, how = replies(pattern, letters, shared=shared, ties=ties)
    return ReplyAnswer(pattern, tuple(found), letters, shared, how)


def matrix_of(
    length: int,
    *,
    alphabet: str = "HT",
    bias: Sequence[str] = (),
    shared: bool = True,
    ties: Literal["count", "void", "restart"] = "count",
) -> MatrixAnswer:
    """Find how often each pattern of a length is first against each other.

    >>> matrix_of(1, shared=False).rates
    ((Fraction(1, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(1, 3)))
    """
    from .answers import MatrixAnswer
    from .contests import win_rates
    from .letters import Letters

    letters = Letters.parse(alphabet, bias)
    words, rates = win_rates(length, letters, shared=shared, ties=ties)
    how = "Conway's leading numbers" if shared else "generating functions, summed by residues"
    return MatrixAnswer(tuple(words), tuple(map(tuple, rates)), letters, shared, ties, how)


def _with_more(
    answer: RaceAnswer,
    patterns: Sequence[str],
    distribution: int | None,
    diagrams: bool,
    folder: Path | None,
) -> RaceAnswer:
    """Add the distributions and diagrams that were asked for."""
    from dataclasses import replace

    from .diagrams import diagram, same_graph
    from .figures import patterns_of

    players = patterns_of(patterns, answer.letters)
    if distribution is not None:
        answer = replace(
            answer,
            players=tuple(
                replace(shown, series=str(p.arrival))
                for shown, p in zip(answer.players, players, strict=True)
            ),
            distribution=_distribution(answer, players, distribution),
        )
    if not diagrams:
        return answer
    distinct = {p.word: p for p in players}
    drawn = [diagram(p, kind) for p in distinct.values() for kind in ("stopping", "continuing")]
    same = [
        (a.pattern, b.pattern, a.kind, same_graph(a, b))
        for a, b in itertools.combinations(drawn, 2)
        if a.kind == b.kind
    ]
    same.sort(key=lambda pair: pair[2] != "stopping")
    remarks = answer.remarks
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for d in drawn:
            name = f"{_file_name(d.pattern)}-{d.kind}"
            (folder / f"{name}.svg").write_text(d.svg(), encoding="utf-8")
            (folder / f"{name}.dot").write_text(d.dot() + "\n", encoding="utf-8")
        remarks = (*remarks, f"{len(drawn)} diagrams are in {folder}, each as SVG and as DOT.")
    return replace(answer, diagrams=tuple(drawn), same=tuple(same), remarks=remarks)


def _distribution(answer: RaceAnswer, players: Sequence[Pattern], most: int) -> Distribution:
    import math

    from ...engines.markov import hitting
    from .answers import Distribution
    from .own import joint_chain
    from .shared import shared_chain

    if not 0 <= most <= _MOST_ROWS:
        raise InputError(f"the distribution up to {most} flips: ask for 0 to {_MOST_ROWS}")
    arrivals = tuple(tuple(p.arrival.terms(most + 1)) for p in players)
    tails = tuple(tuple(p.tail.terms(most + 1)) for p in players)
    if not answer.shared and (answer.ties == "count" or len(players) == 1):
        lasts = tuple(math.prod(column) for column in zip(*tails, strict=True))
        ends = tuple(before - now for before, now in zip((lasts[0], *lasts), lasts, strict=False))
        return Distribution(arrivals, tails, ends, lasts)
    if answer.shared:
        watched = shared_chain(players, answer.ties)
        goals = [s for s in watched.states if isinstance(s, tuple)]
        rows = hitting(watched, "", goals).distribution(most)
    else:
        joint = joint_chain(players, answer.ties)
        over = [s for s in joint.states if isinstance(s, tuple) and s[0] < 0]
        rows = hitting(joint, (0,) * len(players), over).distribution(most)
    return Distribution(
        arrivals, tails, tuple(mass for _, mass, _ in rows), tuple(rest for _, _, rest in rows)
    )


def _file_name(pattern: str) -> str:
    """Keep letters and digits; spell other signs, which a file's name may not hold."""
    return "".join(c if c.isalnum() else f"_{ord(c):x}" for c in pattern)

"""Who profits from going first in v1.3, and what the Picker's role is worth there."""

from __future__ import annotations

from typing import Any

from ...core.results import Curve, Estimate, Table
from ...engines.tournament import simulate
from . import Picker
from .measuring import difference, follow, mean, named
from .study import Study

__all__ = ["WEIGHTS", "first_player", "picker_weight"]

WEIGHTS = (-3.0, -2.0, -1.5, -1.0, -0.5, 0.5, 1.0, 1.5, 2.5)
"""The weights of the sweep. Gains are whole points: a whole weight makes ties, and all
weights between two whole numbers play alike. A negative weight shuns the role."""


def first_player(
    *, counts: tuple[int, ...] = (2, 3, 4, 5, 6), games: int = 100_000, seed: int = 1
) -> Study:
    """Let all seats play the best gain, and count the wins by seat from the starter.

    >>> study = first_player(counts=(3,), games=2000)
    >>> bool(0.48 < study.figures["counts"][0]["wins"][0].value < 0.60)
    True
    """
    found: list[dict[str, Any]] = []
    for players in counts:
        result = simulate(Picker("v1.3", players=players), ["gain"], games=games, seed=seed)
        found.append(
            {
                "players": players,
                "wins": [result.seat_place(s, 0) for s in range(players)],
                "points": [result.seat_score(s) for s in range(players)],
                "equal_seats": result.equal_seats(),
                "tied": result.of_games("tied"),
            }
        )
    most = max(counts)
    rows = tuple(
        (
            c["players"],
            *c["wins"],
            *[None] * (most - c["players"]),
            f"{100 / c['players']:.1f}%",
            c["tied"],
        )
        for c in found
    )
    edges = ", ".join(
        f"{c['players']} players {c['wins'][0].value * c['players']:.2f}" for c in found
    )
    return Study(
        "the first player's advantage in v1.3",
        "Does it matter where one sits?",
        games * len(counts),
        seed,
        (
            Table(
                "wins by seat from the starter of round one, all by best gain",
                ("players", *(f"seat {s + 1}" for s in range(most)), "equal would be", "ties"),
                rows,
            ),
        ),
        {"counts": found},
        (
            f"the starter wins so many times an equal share: {edges}",
            "tables by strategy alone hide it: strategies change seats from game to game",
        ),
    )


def picker_weight(
    *,
    counts: tuple[int, ...] = (2, 3, 4, 5, 6),
    weights: tuple[float, ...] = WEIGHTS,
    games: int = 50_000,
    seed: int = 1,
) -> Study:
    """Let one player value becoming Picker, against a field that does not, under v1.3.

    For each number of players and each weight W one player plays ``gain+W`` and all
    others ``gain``; the same games are played with ``gain`` in her place. The weight
    that does best is measured again on fresh games, since the best of many is flattered.
    With n players each weight gets ``games / n`` games, and the best three times as many.

    >>> study = picker_weight(counts=(2,), weights=(-1.0, 2.5), games=6000)
    >>> study.figures["counts"][0]["best"]["weight"], study.figures["counts"][0]["verdict"]
    (-1.0, 'shun it')
    """
    found: list[dict[str, Any]] = []
    played = 0
    for players in counts:
        share = max(200, games // players)
        curve = _sweep(players, weights, share, seed)
        best = max(curve, key=lambda point: point["wins"].value)
        again = _sweep(players, (best["weight"],), 3 * share, seed + 1)[0]
        played += share * (len(weights) + 1) + 6 * share
        sure = again["wins"].low > 0
        verdict = ("seek it" if best["weight"] > 0 else "shun it") if sure else "neither"
        found.append(
            {
                "players": players,
                "verdict": verdict,
                "curve": curve,
                "best": {"weight": best["weight"], "wins": again["wins"],
                         "points": again["points"], "wins_without": again["base"]},
            }
        )  # fmt: skip
    rows = tuple((c["players"], *(point["wins"] for point in c["curve"])) for c in found)
    best_rows = tuple(
        (c["players"], f"{c['best']['weight']:g}", c["best"]["wins_without"], c["best"]["wins"],
         c["best"]["points"], c["verdict"])
        for c in found
    )  # fmt: skip
    zero = Estimate(0.0, 0.0, 0.0, share=True)
    order = sorted({*weights, 0.0})
    lines = {
        f"{c['players']} players": [
            next((p["wins"] for p in c["curve"] if p["weight"] == w), zero) for w in order
        ]
        for c in found
    }
    words = "; ".join(
        f"{c['players']} players: {c['verdict']} (W {c['best']['weight']:g} gains "
        f"{c['best']['wins']} of the wins)"
        for c in found
    )
    return Study(
        "is being Picker an advantage in v1.3?",
        "How many wins does a weight for becoming Picker gain, against players without it?",
        played,
        seed,
        (
            Table(
                "the best weight, measured again on fresh games",
                ("players", "weight", "wins without", "wins gained", "points gained", "Picker"),
                best_rows,
            ),
            Table(
                "wins gained by gain+W over gain in the same seat and on the same dice",
                ("players", *(f"W = {w:g}" for w in weights)),
                rows,
            ),
        ),
        {"counts": found},
        (
            f"being Picker is worth pips or not by the number of players: {words}",
            "a positive best weight says that the role is worth more than the pips that it costs",
            "with few players the pips that one leaves go to the one opponent: shunning the lowest "
            "die then also denies, and the points gained can fall while the wins rise",
        ),
        (
            Curve(
                "wins gained by a weight for becoming Picker", tuple(order), lines,
                "weight W in points", "share of wins gained", {"no weight": 0.0},
            ),
        ),
    )  # fmt: skip


def _sweep(players: int, weights: tuple[float, ...], games: int, seed: int) -> list[dict[str, Any]]:
    game = Picker("v1.3", players=players)
    field = [named(game, "gain", "field")]
    base = follow(game, field, games=games, seed=seed, focus=named(game, "gain", "focus"))
    curve = []
    for weight in weights:
        focus = named(game, f"gain{weight:+g}", "focus")
        course = follow(game, field, games=games, seed=seed, focus=focus)
        curve.append(
            {
                "weight": weight,
                "base": mean(base.wins[:, 0], share=True),
                "wins": difference(base, course, 0),
                "points": difference(base, course, 0, "points"),
            }
        )
    return curve

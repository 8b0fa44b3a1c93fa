"""Strategies for Le Her: what to do with the card in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...core.strategy import Strategy

if TYPE_CHECKING:
    from .game import LeHerRules, LeHerView

__all__ = ["STRATEGIES", "draw"]


def draw(mixture: Sequence[tuple[int, Fraction]], stream: Any) -> int:
    """Draw a threshold from a mixture; the probabilities are met exactly where they can be."""
    if len(mixture) == 1:
        return mixture[0][0]
    ticket = stream.uniform()
    for threshold, probability in mixture[:-1]:
        ticket -= float(probability)
        if ticket < 0:
            return threshold
    return mixture[-1][0]


def _threshold_play(view: LeHerView, keep_from: int, given_from: int) -> str:
    """Keep a card of at least ``keep_from``; a card swapped to you, if it is safe or high."""
    card = view.held[-1]
    if len(view.held) == 1:
        return "keep" if card >= keep_from else "swap"
    # The right neighbour now holds the card that was given away: is this one higher?
    gave = view.held[-2]
    safe = card > gave or (card == gave and view.rules.ties_to_dealer)
    return "keep" if safe or card >= given_from else "swap"


def _by_the_middle(view: LeHerView, actions: Sequence[str], stream: Any) -> str:
    _, ranks = view.rules.deck
    return _threshold_play(view, ranks // 2 + 1, ranks + 1)


def _keep(view: LeHerView, actions: Sequence[str], stream: Any) -> str:
    return "keep"


def _swap(view: LeHerView, actions: Sequence[str], stream: Any) -> str:
    return "swap"


def _keep_from(
    view: LeHerView, actions: Sequence[str], stream: Any, parameters: Sequence[float]
) -> str:
    _, ranks = view.rules.deck
    return _threshold_play(view, int(parameters[0]), ranks + 1)


def _optimal(view: LeHerView, actions: Sequence[str], stream: Any) -> str:
    if view.rules.players == 2:
        first, second = _two(view.rules)
        mixture = first if view.seat == 0 else second
        if len(view.held) == 1:
            return _threshold_play(view, draw(mixture, stream), 0)
        return _threshold_play(view, 0, view.rules.deck[1] + 1)
    keep, given = _many(view.rules)
    return _threshold_play(view, keep[view.seat], given[view.seat])


@lru_cache(maxsize=64)
def _two(rules: LeHerRules) -> tuple[tuple[tuple[int, Fraction], ...], ...]:
    from .solve import solve_two

    suits, ranks = rules.deck
    found = solve_two(suits, ranks, rules.ties_to_dealer, rules.king_refuses, rules.king_bars)
    return found.first, found.second


@lru_cache(maxsize=16)
def _many(rules: LeHerRules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    from .seats import iterate

    found = iterate(rules)
    return found.keep_from, found.given_from


def _plain(name: str, chooser: Callable[..., str], help: str) -> Strategy:
    return Strategy(name, (chooser,), help=help)


STRATEGIES: Mapping[str, Strategy] = {
    "optimal": _plain(
        "optimal",
        _optimal,
        "two players: the exact mixed strategy; more: thresholds that are best replies",
    ),
    "middle": _plain("middle", _by_the_middle, "keep a card of the upper half"),
    "keep": _plain("keep", _keep, "always keep"),
    "swap": _plain("swap", _swap, "always swap"),
    "keep-from": Strategy(
        "keep-from",
        (_keep_from,),
        ((7.0,),),
        (("card",),),
        "keep cards from this one upwards",
    ),
}

"""Three simple bots: random, greedy, and one that knows points, trumps and partners."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...core.errors import InputError, unknown
from ...core.loading import is_file_name, load_file, public_names, split_name
from ...core.strategy import Strategy
from ...core.struct import _Row
from ...engines.tournament.rows import Bot
from .notation import write_cards
from .position import Cards, View
from .simple_bots import greedy, random_legal
from .steady import steady

__all__ = ["BOTS", "STRATEGIES", "find_bot", "find_bots", "greedy", "random_legal", "steady"]

BOTS: Mapping[str, Bot] = {
    "random": Bot("random", random_legal, help="does anything that the rules allow"),
    "greedy": Bot(
        "greedy", greedy, help="takes every trick that it can, as cheaply as possible"
    ),
    "steady": Bot(
        "steady", steady, (0.28, 1.0), ("call", "toss"),
        help="knows points, trumps and partners; call: share of trumps that it reveals on; "
        "toss: 0 for none",
    ),
}  # fmt: skip


RANGES = {"call": (0.0, 1.0), "toss": (0.0, 1.0)}
"""Between which values the parameters of the bots lie."""


def find_bots(text: str, option: str = "strategies") -> list[Bot]:
    """Find the bots of a list with commas between them; one at least must be named.

    >>> [bot.name for bot in find_bots("steady, greedy")]
    ['steady', 'greedy']
    """
    found = [find_bot(word) for word in text.split(",") if word.strip()]
    if not found:
        raise InputError(f"{option} {text!r} names no bot: write some of {', '.join(BOTS)}")
    return found


def find_bot(text: str) -> Bot:
    """Find a bot by name, with values for its parameters, or a function in a file.

    A file is named as ``mine.py:patient``; the function takes view, stream, parameters
    and the answer that it writes (see :func:`random_legal`), or it is a :class:`Bot`.

    >>> find_bot("steady:call=0.3").parameters
    (0.3, 1.0)
    """
    if is_file_name(text.strip()):
        return _own_bot(text.strip())
    name, _, values = text.strip().partition(":")
    if name not in BOTS:
        raise unknown("bot", name, BOTS, where="shengji")
    bot = BOTS[name]
    numbers = list(bot.parameters)
    for item in filter(None, values.split(";")):
        key, _, value = item.partition("=")
        if key not in bot.names:
            raise unknown("parameter", key, bot.names, where=name)
        try:
            number = float(value)
        except ValueError:
            raise InputError(f"{text!r}: {value!r} is not a number") from None
        low, high = RANGES[key]
        if not low <= number <= high:
            raise InputError(f"{text!r}: {key} is {value}: it must be from {low:g} to {high:g}")
        numbers[bot.names.index(key)] = number
    return Bot(text.strip(), bot.chooser, tuple(numbers), bot.names, bot.help)


def _own_bot(text: str) -> Bot:
    path, name = split_name(text)
    module = load_file(path)
    own = [item for item in public_names(module) if callable(getattr(module, item))]
    if not name and len(own) == 1:
        name = own[0]
    found = getattr(module, name, None) if name else None
    if isinstance(found, Bot):
        return found
    if not callable(found):
        raise unknown("bot", name, own, where=path)
    return Bot(text, found)


def _plain(bot: Bot) -> Strategy:
    # The same bot for the plain form: it gets a view, and answers with cards as text.
    def choose(view: View, actions: Sequence[str], stream: Any, parameters: Any) -> str:
        a = Cards()
        values = np.array([*parameters, 0.0]).view(_Row)
        chooser: Callable[..., None] = bot.chooser
        chooser(view, stream, values, a)
        return write_cards(a.cards[:], view.trump)

    return Strategy(bot.name, (choose,), (bot.parameters,), (bot.names,), bot.help)


STRATEGIES: Mapping[str, Strategy] = {name: _plain(bot) for name, bot in BOTS.items()}

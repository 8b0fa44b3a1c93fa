"""From what a person types to strategies: names, combinations, parameters, own files."""

from __future__ import annotations

import functools
import inspect
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ...core.errors import InputError, unknown
from ...core.game import Game
from ...core.loading import is_file_name, load_file, public_names, split_name
from ...core.strategy import Part, Strategy, combine
from ...core.struct import Ints, Stream
from ...statistics.streams import below

__all__ = ["grid", "known", "parse", "parse_all", "random_action"]

_SHAPE = re.compile(r"^(?P<name>[A-Za-z_][\w.-]*?)(?P<weight>[+-]\d+(\.\d+)?)?$")


def random_action(view: Any, actions: Ints, stream: Stream) -> int:
    """Do anything that is allowed, all equally likely."""
    return actions[below(stream, len(actions))]


def known(game: Game | type[Game]) -> list[tuple[str, str]]:
    """List the names of a game's strategies, each with a line of help."""
    found = []
    if "random" not in game.strategies:
        found.append(("random", "Do anything that is allowed, all equally likely."))
    for name, whole in game.strategies.items():
        pairs = [
            f":{key}={value:g}"
            for keys, values in zip(whole.names, whole.parameters, strict=True)
            for key, value in zip(keys, values, strict=True)
        ]
        found.append((name + "".join(pairs), whole.help))
    for decision, parts in zip(game.decisions, game.parts, strict=False):
        for part in parts:
            prefix = "" if decision == game.decisions[0] else "@"
            weights = "".join(f":{name}={value:g}" for name, value in part.parameters.items())
            found.append((prefix + part.name + weights, part.help))
    found += [(name, f"the same as {meaning}") for name, meaning in game.aliases.items()]
    return found


def parse(game: Game, text: str) -> Strategy:
    """Make a strategy from its name.

    ``name`` alone, with the weight of its first parameter (``gain+1``), with named
    parameters (``gain:picker=1:shaft=-1``), from a file (``mine.py:patient``); one name
    for each decision with ``@`` between them (``gain@right``). Decisions that are not
    named fall to the game's first part for them.
    """
    text = text.strip()
    if not text:
        raise InputError("a strategy's name is empty: check the commas of --strategies")
    if text in game.strategies:
        return game.strategies[text]
    meaning = game.aliases.get(text, text)
    words = meaning.split("@")
    if len(words) > len(game.decisions):
        raise InputError(
            f"{text!r} names {len(words)} decisions: {game.name} has {len(game.decisions)} "
            f"({', '.join(game.decisions)})"
        )
    if len(words) == 1 and is_file_name(words[0]):
        whole = _from_file(game, words[0])
        if isinstance(whole, Strategy):
            return whole.named(text)
    # What is left empty (as in ``@right``) or out is the game's first part.
    words += [""] * (len(game.decisions) - len(words))
    parts = []
    for i, word in enumerate(words):
        if word:
            parts.append(_part(game, i, word, text))
            continue
        same = meaning == "random" or not (i < len(game.parts) and game.parts[i])
        parts.append(_random(game, i) if same else game.parts[i][0])
    return combine(text, parts)


def parse_all(game: Game, texts: Iterable[str] | str) -> list[Strategy]:
    """Make the strategies of a list; a string is split at commas.

    Names that are repeated stay one strategy that sits more than once.
    """
    words = texts.split(",") if isinstance(texts, str) else list(texts)
    return [word if isinstance(word, Strategy) else parse(game, word) for word in words]


def grid(game: Game) -> list[Strategy]:
    """Combine every part for one decision with every part for the others."""
    if not game.parts:
        raise InputError(f"{game.name} has no parts to combine")
    return [
        combine("@".join(part.name for part in parts), parts)
        for parts in itertools.product(*game.parts)
    ]


@functools.cache
def _random_part(decision: str) -> Part:
    return Part("random", decision, random_action, {}, "Do anything that is allowed.")


def _random(game: Game, decision: int) -> Part:
    return _random_part(game.decisions[decision])


def _part(game: Game, decision: int, word: str, text: str) -> Part:
    own: Sequence[Part] = game.parts[decision] if decision < len(game.parts) else ()
    by_name = {
        name: Part(
            name,
            game.decisions[decision],
            whole.choosers[decision],
            dict(zip(whole.names[decision], whole.parameters[decision], strict=True)),
            whole.help,
        )
        for name, whole in game.strategies.items()
    }
    by_name |= {part.name: part for part in own}
    by_name.setdefault("random", _random(game, decision))
    if is_file_name(word):
        head, _, tail = word.partition(".py")
        pieces = tail.split(":")
        name = f"{head}.py:{pieces[1]}" if len(pieces) > 1 else f"{head}.py"
        found = _from_file(game, name, decision)
        assert isinstance(found, Part)
        part, values = found, pieces[2:]
    else:
        name, *values = word.split(":")
        match = _SHAPE.match(name)
        if name not in by_name and match and match["weight"] and match["name"] in by_name:
            part = by_name[match["name"]]
            first = next(iter(part.parameters), None)
            if first is None:
                raise InputError(f"{match['name']} takes no weight: write {match['name']!r}")
            part = part.with_values({first: float(match["weight"])})
        elif name in by_name:
            part = by_name[name]
        else:
            names = [*by_name, *(game.aliases if decision == 0 else ())]
            where = f"{game.name}'s {game.decisions[decision]!r}" if decision else game.name
            raise unknown("strategy", name, names, where=where)
    given: dict[str, float] = {}
    for item in values:
        key, equals, value = item.partition("=")
        try:
            given[key] = float(value)
        except ValueError:
            raise InputError(f"{text!r}: {item!r} is not of the form parameter=number") from None
        if not equals:
            raise InputError(f"{text!r}: {item!r} is not of the form parameter=number")
    return part.with_values(given) if given else part


def _from_file(game: Game, word: str, decision: int | None = None) -> Part | Strategy:
    path, name = split_name(word)
    name = name.split(":")[0]
    module = load_file(path)
    if not name:
        raise InputError(f"say which strategy of {path}: {path}:NAME")
    found = getattr(module, name, None)
    if found is None:
        raise unknown("strategy", name, public_names(module), where=path)
    if isinstance(found, Strategy):
        return found
    if isinstance(found, Part):
        place = decision or 0
        if found.decision in game.decisions and found.decision != game.decisions[place]:
            if decision is None and len(game.decisions) > 1:
                place = game.decisions.index(found.decision)
                rest = [
                    found if i == place
                    else (game.parts[i][0] if i < len(game.parts) else _random(game, i))
                    for i in range(len(game.decisions))
                ]  # fmt: skip
                return combine(word, rest)
            raise InputError(
                f"{word} is for the decision {found.decision!r}, not for {game.decisions[place]!r}"
            )
        return found
    if not callable(found):
        raise InputError(f"{word} is not a function of (view, actions, stream)")
    try:
        needed = len(inspect.signature(found).parameters)
    except (TypeError, ValueError):
        needed = 3
    if needed not in (3, 4):
        raise InputError(
            f"{word} takes {needed} arguments: a strategy takes (view, actions, stream)"
        )
    text = (found.__doc__ or "").strip().split("\n")[0]
    return Part(name, game.decisions[decision or 0], found, {}, text)

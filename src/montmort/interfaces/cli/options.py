"""Options made from a game's typed rules, and back."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Annotated, Any, get_args, get_origin

from cyclopts import Group, Parameter

from ...core.errors import InputError
from ...core.game import Game
from ...core.rules import Setting, settings

__all__ = ["rules_options", "strict", "with_options"]


def _whole(hint: Any, tokens: Any) -> int:
    word = tokens[0].value
    try:
        return int(word)
    except ValueError:
        name = tokens[0].keyword or "this"
        raise InputError(f"{name} takes a whole number, not {word!r}") from None


def strict(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return an option whose whole numbers must be whole: 4.5 players are no 4."""
    wanted = parameter.annotation
    extras: list[Any] = []
    if get_origin(wanted) is Annotated:
        wanted, *extras = get_args(wanted)
    if wanted not in (int, int | None) or any(getattr(s, "converter", None) for s in extras):
        return parameter
    exact = Annotated[(wanted, *extras, Parameter(converter=_whole, n_tokens=1))]  # type: ignore[valid-type]
    return parameter.replace(annotation=exact)


RULES = Group("Rules of the game", sort_key=10)


def rules_options(game: type[Game], leave_out: Iterable[str] = ()) -> list[inspect.Parameter]:
    """Make a keyword-only parameter of each rule; ``None`` means the version's own value."""
    skipped = set(leave_out)
    return [
        inspect.Parameter(
            item.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=_annotation(item, game),
        )
        for item in settings(game.Rules)
        if item.name not in skipped
    ]


def _annotation(item: Setting, game: type[Game]) -> Any:
    text = item.help
    if item.default is not None and not game.versions:
        text += f" [default: {_shown(item.default)}]"
    extra: dict[str, Any] = {}
    wanted: Any = item.type
    if get_origin(item.type) is tuple:
        inner = get_args(item.type)[0]

        def convert(hint: Any, tokens: Any) -> Any:
            words = [word for token in tokens for word in token.value.split(",")]
            try:
                return tuple(inner(word) for word in words)
            except ValueError:
                kind = {int: "whole numbers", float: "numbers"}.get(inner, "words")
                raise InputError(
                    f"--{item.name.replace('_', '-')} takes {kind} with commas between them, "
                    f"not {','.join(words)!r}"
                ) from None

        extra = {"converter": convert, "n_tokens": 1, "accepts_keys": False}
        text += " (with commas)"
        wanted = str
    return Annotated[wanted | None, Parameter(help=text, group=RULES, **extra)]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def with_options(
    command: Callable[..., Any], parameters: Iterable[inspect.Parameter], takes: str = "rules"
) -> Callable[..., Any]:
    """Return a command that also takes these options and passes them on as one dictionary."""
    added = list(parameters)
    signature = inspect.signature(command, eval_str=True)
    own = [p for p in signature.parameters.values() if p.name != takes]
    names = {p.name for p in added}

    def made(*args: Any, **kwargs: Any) -> Any:
        chosen = {k: v for k, v in kwargs.items() if k in names and v is not None}
        rest = {k: v for k, v in kwargs.items() if k not in names}
        return command(*args, **rest, **{takes: chosen})

    order = sorted([strict(p) for p in (*own, *added)], key=lambda p: p.kind)
    made.__signature__ = signature.replace(parameters=order)  # type: ignore[attr-defined]
    made.__annotations__ = {p.name: p.annotation for p in order}
    made.__doc__ = command.__doc__
    made.__name__ = command.__name__
    return made

"""Making each rule an option of a command: the functions here take them all by name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, get_origin

from ...core.errors import InputError, unknown
from ...core.rules import settings
from .game import Shengji
from .referee import read_options
from .versions import VERSIONS, ShengjiRules

__all__ = ["choose_game", "takes_rules"]

F = TypeVar("F", bound=Callable[..., Any])


def takes_rules(**defaults: Any) -> Callable[[F], F]:
    """Let a function with a parameter ``rules`` take every rule as an option of its own.

    The options come from the fields of the rules, with their help; one that is not given
    is left to the version (or to ``defaults``).
    """

    def mark(function: F) -> F:
        fields = settings(ShengjiRules)
        signature = inspect.signature(function, eval_str=True)
        own = [p for p in signature.parameters.values() if p.name != "rules"]
        taken = {p.name for p in own}
        added = [
            inspect.Parameter(
                item.name, inspect.Parameter.KEYWORD_ONLY, default=None,
                annotation=(str if get_origin(item.type) is tuple else item.type) | None,
            )
            for item in fields
            if item.name not in taken
        ]  # fmt: skip
        names = {p.name for p in added}
        lists = {item.name for item in fields if get_origin(item.type) is tuple}

        @functools.wraps(function)
        def made(*args: Any, **kwargs: Any) -> Any:
            rules: dict[str, Any] = {}
            for name, value in kwargs.items():
                if name in names and value is not None:
                    listed = name in lists and isinstance(value, str)
                    rules |= _read_list(name, value) if listed else {name: value}
            rest = {k: v for k, v in kwargs.items() if k not in names}
            return function(*args, **rest, rules={**defaults, **rules})

        order = [*own, *added]
        made.__signature__ = signature.replace(parameters=order)  # type: ignore[attr-defined]
        made.__annotations__ = {p.name: p.annotation for p in order}
        lines = "".join(
            f"\n    {item.name}\n        {item.help}{' (with commas)' * (item.name in lists)}"
            for item in fields
            if item.name in names
        )
        made.__doc__ = (function.__doc__ or "").rstrip() + lines + "\n    "
        return made  # type: ignore[return-value]

    return mark


def _read_list(name: str, value: str) -> dict[str, Any]:
    # The same reading as that of --option, but the error names the option that was written.
    try:
        return read_options([f"{name}={value}"])
    except InputError as error:
        written = f"--option {f'{name}={value}'!r}"
        option = f"--{name.replace('_', '-')} {value!r}"
        raise InputError(str(error).replace(written, option)) from None


def choose_game(version: str | None, rules: dict[str, Any]) -> Shengji:
    """Make the game of a version with some rules changed."""
    if version is not None and version not in VERSIONS:
        raise unknown("version", version, VERSIONS, where="shengji")
    return Shengji(version, **rules)

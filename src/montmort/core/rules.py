"""Typed rules: a frozen dataclass whose fields are a game's parameters.

The same declaration gives the defaults, the checks, the command line's options and
the page that ``montmort rules GAME`` prints; none of them is written twice.
"""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from .errors import InputError, unknown

__all__ = ["Rules", "Setting", "setting", "settings"]


def setting(
    default: Any, help: str = "", *, low: float | None = None, high: float | None = None
) -> Any:
    """Declare one parameter of a game: its default, a line of help, and its bounds.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class NimRules(Rules):
    ...     heap: int = setting(7, "tokens at the start", low=1)
    >>> NimRules(heap=0)
    Traceback (most recent call last):
    ...
    montmort.core.errors.InputError: heap is 0: it must be at least 1
    """
    return dataclasses.field(default=default, metadata={"help": help, "low": low, "high": high})


@dataclass(frozen=True)
class Setting:
    """One parameter as the interfaces see it."""

    name: str
    type: Any
    default: Any
    help: str
    low: float | None
    high: float | None

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed words, for a parameter that is one of a few words; else empty."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The parameters of one game; subclass it as a frozen dataclass.

    Every value is checked against its declared type, choices and bounds when the
    rules are made; override :meth:`check` for what involves several fields.
    """

    players: int = setting(2, "number of players", low=1)

    def __post_init__(self) -> None:
        for item in settings(type(self)):
            _check(item, getattr(self, item.name))
        self.check()

    def check(self) -> None:
        """Raise :class:`InputError` where fields that are fine alone don't go together."""

    def changed(self, **values: Any) -> typing.Self:
        """Return these rules with some values changed; ``None`` leaves a value as it is.

        >>> Rules(players=3).changed(players=4).players
        4
        """
        known = [item.name for item in settings(type(self))]
        for name in values:
            if name not in known:
                raise unknown("rule", name, known)
        return dataclasses.replace(self, **{k: v for k, v in values.items() if v is not None})

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters by name."""
        return {item.name: getattr(self, item.name) for item in settings(type(self))}


def settings(rules: type[Rules]) -> list[Setting]:
    """List the parameters that a class of rules declares, in the order of declaration.

    >>> [item.name for item in settings(Rules)]
    ['players']
    """
    hints = typing.get_type_hints(rules)
    return [
        Setting(
            field.name,
            hints[field.name],
            field.default,
            field.metadata.get("help", ""),
            field.metadata.get("low"),
            field.metadata.get("high"),
        )
        for field in dataclasses.fields(rules)
    ]


def _check(item: Setting, value: Any) -> None:
    if item.choices:
        if value not in item.choices:
            raise unknown(item.name, str(value), item.choices)
        return
    if item.type in (int, float):
        wanted = "a whole number" if item.type is int else "a number"
        if isinstance(value, bool) or not isinstance(value, (int, item.type)):
            raise InputError(f"{item.name} is {value!r}: it must be {wanted}")
        if item.low is not None and value < item.low:
            raise InputError(f"{item.name} is {value}: it must be at least {item.low}")
        if item.high is not None and value > item.high:
            raise InputError(f"{item.name} is {value}: it must be at most {item.high}")
    if item.type is bool and not isinstance(value, bool):
        raise InputError(f"{item.name} is {value!r}: it must be yes or no")

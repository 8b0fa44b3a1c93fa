"""JSON read field by field: whatever has another shape is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

from ...core.errors import InputError
from .notation import brief

__all__ = ["Fields", "parse_json", "shape"]

_MISSING: Any = object()


def parse_json(text: str, name: str) -> Any:
    """Parse JSON; what is none, or is nested beyond reason, is refused by its name."""
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
        return data
    except RecursionError:
        raise InputError(f"{name} is nested too deep to be read") from None
    except UnicodeEncodeError:
        raise InputError(f"{name} has half a character in it (such as \\ud800)") from None
    except ValueError as error:
        raise InputError(f"{name} is not JSON: {error}") from error


def shape(value: Any) -> str:
    """Say what a value of JSON is, as JSON writes it.

    >>> shape(None), shape([1]), shape("x"), shape(True)
    ('null', 'a list', "'x'", 'true')
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return brief(repr(value))


class Fields:
    """An object of JSON, with the place that its errors name."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise InputError(f"{where} is {shape(data)}: it must be an object with fields")
        self.data: dict[str, Any] = data
        self.where = where

    def fail(self, sentence: str) -> InputError:
        """Make an error that names the place."""
        return InputError(f"{self.where}: {sentence}")

    def get(self, name: str, default: Any = _MISSING) -> Any:
        """Return a field of any shape."""
        if name not in self.data:
            if default is _MISSING:
                raise self.fail(f"{name!r} is missing")
            return default
        return self.data[name]

    def wrong(self, name: str, value: Any, wanted: str) -> InputError:
        """Make the error for a field of another shape."""
        return self.fail(f"{name!r} is {shape(value)}: it must be {wanted}")

    def number(self, name: str, default: Any = _MISSING, low: int | None = None,
               high: int | None = None) -> int:  # fmt: skip
        """Return a whole number between two ends."""
        value = self.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(name, value, "a whole number")
        if (low is not None and value < low) or (high is not None and value > high):
            ends = f"at least {low}" if high is None else f"from {low} to {high}"
            raise self.wrong(name, value, ends)
        return value

    def text(self, name: str, default: Any = _MISSING) -> str:
        """Return a text."""
        value = self.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, value, "text in quotation marks")
        return value

    def items(self, name: str, default: Any = _MISSING) -> list[Any]:
        """Return a list of anything."""
        value = self.get(name, default)
        if not isinstance(value, (list, tuple)):
            raise self.wrong(name, value, "a list")
        return list(value)

    def texts(self, name: str, default: Any = _MISSING) -> list[str]:
        """Return a list of texts."""
        found = self.items(name, default)
        for at, value in enumerate(found, 1):
            if not isinstance(value, str):
                raise self.fail(f"item {at} of {name!r} is {shape(value)}: it must be text")
        return found

    def objects(self, name: str, one: str, default: Any = _MISSING) -> list[Fields]:
        """Return a list of objects, each of which names its own place."""
        found = self.items(name, default)
        return [Fields(item, f"{self.where}, {one} {at}") for at, item in enumerate(found, 1)]

"""The three errors, and the sentence that names the nearest known name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["IllegalActionError", "InputError", "MontmortError", "StrategyError", "unknown"]


class MontmortError(Exception):
    """What every error of this package is: one sentence for a person."""


class InputError(MontmortError):
    """Something that was asked for can't be: says what, where, and what instead."""


class IllegalActionError(MontmortError):
    """An action that the rules refuse, with the reason; the state is unchanged."""


class StrategyError(MontmortError):
    """A strategy that raised or answered with an illegal action.

    The message names strategy, game number, seed, seat and position, so that the
    moment can be replayed. ``partial`` is whatever was counted before, or ``None``.
    """

    def __init__(self, message: str, partial: object = None) -> None:
        super().__init__(message)
        self.partial = partial


def unknown(kind: str, name: str, known: Iterable[str], where: str = "") -> InputError:
    """Make the error for a name that nobody knows, with the nearest one that somebody does.

    >>> print(unknown("game", "piker", ["picker", "leher"]))
    no game 'piker': did you mean 'picker'? (known: leher, picker)
    """
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f": did you mean {near[0]!r}?" if near else ""
    place = f" in {where}" if where else ""
    shown = ", ".join(names[:24]) + (", ..." if len(names) > 24 else "")
    listed = f" (known: {shown})" if names else " (none are known)"
    return InputError(f"no {kind} {name!r}{place}{hint}{listed}")

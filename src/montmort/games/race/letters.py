"""The letters that a coin or a die shows, and how likely each of them is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...core.errors import InputError

__all__ = ["COIN", "Letters"]


@dataclass(frozen=True)
class Letters:
    """An alphabet with the probability of each letter, as fractions that sum to 1.

    >>> Letters.parse("HT", ["H=2/3"])
    Letters(names='HT', chances=(Fraction(2, 3), Fraction(1, 3)))
    """

    names: str
    chances: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not self.names:
            raise InputError("the alphabet is empty: give its letters, such as HT or 123456")
        for letter in self.names:
            if self.names.count(letter) > 1:
                raise InputError(
                    f"the letter {letter!r} is in the alphabet {self.names!r} twice: write it once"
                )
            if letter.isspace() or letter in ",=":
                raise InputError(f"{letter!r} can't be a letter: use letters, digits or signs")
        if len(self.chances) != len(self.names):
            raise InputError(
                f"the alphabet {self.names!r} has {len(self.names)} letters, "
                f"but {len(self.chances)} chances are given"
            )
        for letter, chance in zip(self.names, self.chances, strict=True):
            if not 0 <= chance <= 1:
                raise InputError(
                    f"the bias gives {letter} the chance {chance}: it must be from 0 to 1"
                )
        total = sum(self.chances, Fraction(0))
        if total != 1:
            listed = ", ".join(f"{n}={c}" for n, c in zip(self.names, self.chances, strict=True))
            raise InputError(f"the bias sums to {total}, not to 1 ({listed}): change a chance")

    @classmethod
    def fair(cls, names: str = "HT") -> Letters:
        """Make an alphabet whose letters are equally likely."""
        return cls(names, tuple(Fraction(1, len(names)) for _ in names))

    @classmethod
    def parse(
        cls,
        names: str = "HT",
        bias: Iterable[str] | str | Mapping[str, Fraction | int | str] = (),
    ) -> Letters:
        """Make an alphabet from ``H=2/3`` and the like.

        Letters without a chance of their own share what is left equally. Entries may be
        separated by commas.

        >>> Letters.parse("123456", "6=1/2").chances[0]
        Fraction(1, 10)
        """
        given: dict[str, Fraction] = {}
        for letter, text in _entries(bias):
            if letter not in names or len(letter) != 1:
                raise InputError(
                    f"the bias names {letter!r}, which is not in the alphabet {names!r}: "
                    "name its letters, or give another --alphabet"
                )
            if letter in given:
                raise InputError(f"the bias gives {letter} a chance twice: give it once")
            try:
                given[letter] = Fraction(text)
            except (ValueError, ZeroDivisionError, TypeError):
                raise InputError(
                    f"the bias gives {letter} the chance {text!r}: write a fraction, such as 2/3"
                ) from None
        if not given:
            return cls.fair(names) if names else cls("", ())
        rest = len(set(names)) - len(given)
        left = 1 - sum(given.values(), Fraction(0))
        if left < 0:
            raise InputError(f"the bias sums to {1 - left}, which is more than 1: lower a chance")
        return cls(names, tuple(given[n] if n in given else left / rest for n in names))

    def chance(self, letter: str) -> Fraction:
        """Return the probability of one letter."""
        return self.chances[self.names.index(letter)]

    def weight(self, word: str) -> Fraction:
        """Return the probability that the next letters spell this word.

        >>> COIN.weight("HHT")
        Fraction(1, 8)
        """
        return math.prod((self.chance(letter) for letter in word), start=Fraction(1))

    @property
    def is_fair(self) -> bool:
        """Whether all letters are equally likely."""
        return len(set(self.chances)) == 1

    @property
    def possible(self) -> tuple[tuple[str, Fraction], ...]:
        """The letters that can come up, with their probabilities."""
        return tuple((n, c) for n, c in zip(self.names, self.chances, strict=True) if c)

    def check(self, pattern: str) -> str:
        """Return a pattern that can come up; raise an error that says why one can't.

        >>> COIN.check("HXT")
        Traceback (most recent call last):
        ...
        montmort.core.errors.InputError: the pattern 'HXT' has the letter X, which is not in the \
alphabet 'HT': change it, or give another --alphabet
        """
        if not pattern:
            raise InputError("a pattern is empty: give at least one letter, such as HHT")
        for letter in pattern:
            if letter not in self.names:
                other = pattern.swapcase()
                hint = (
                    f"did you mean {other}?"
                    if set(other) <= set(self.names)
                    else ("change it, or give another --alphabet")
                )
                raise InputError(
                    f"the pattern {pattern!r} has the letter {letter}, which is not in the "
                    f"alphabet {self.names!r}: {hint}"
                )
            if self.chance(letter) == 0:
                raise InputError(
                    f"the pattern {pattern!r} needs the letter {letter}, whose chance is 0, so it "
                    "never comes up: change the pattern or the bias"
                )
        return pattern

    def as_dict(self) -> dict[str, Fraction]:
        """Return the chances by letter."""
        return dict(zip(self.names, self.chances, strict=True))


COIN = Letters.fair("HT")
"""A fair coin."""


def _entries(
    bias: Iterable[str] | str | Mapping[str, Fraction | int | str],
) -> list[tuple[str, Fraction | int | str]]:
    if isinstance(bias, Mapping):
        return list(bias.items())
    entries: list[tuple[str, Fraction | int | str]] = []
    for text in [bias] if isinstance(bias, str) else bias:
        for part in filter(None, (p.strip() for p in text.split(","))):
            letter, sign, chance = part.partition("=")
            if not sign:
                raise InputError(f"the bias {part!r} is not understood: write it as H=2/3")
            entries.append((letter.strip(), chance.strip()))
    return entries

"""What the game is played with: a chain, the rationals, ℕ, ℤ, or a poset."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from ...core.errors import InputError, unknown
from ...equipment.posets import Poset, chain, product, read_relations, subsets

__all__ = ["Deck", "parse_deck"]

Kind = Literal["chain", "rationals", "naturals", "integers", "poset"]
WORDS = ("rationals", "naturals", "integers")
DIGITS = 18
"""The most digits of a number: more are a slip of the hand, and slow."""
NUMBER = re.compile(rf"[+-]?\d{{1,{DIGITS}}}([./]\d{{1,{DIGITS}}})?")


@dataclass(frozen=True)
class Deck:
    """A deck: its kind, and what says it exactly."""

    kind: Kind
    size: int | None = None
    """How many cards there are; ``None``: no end to them."""
    poset: Poset | None = None

    @property
    def text(self) -> str:
        """The deck in words."""
        if self.kind == "chain":
            return f"1 to {self.size}"
        return self.poset.label if self.poset is not None else f"the {self.kind}"

    @property
    def order(self) -> Poset:
        """A finite deck as a poset."""
        if self.poset is not None:
            return self.poset
        if self.size is None:
            raise InputError(f"{self.text} is not finite")
        return chain(self.size)

    def card(self, word: Any) -> Any:
        """Read a card; one that is not of this deck is an ``InputError``."""
        text = str(word).strip()
        if self.kind == "poset":
            self.order.index(text)
            return text
        if len(text) > 2 * DIGITS:
            raise InputError(f"{_cut(text)!r} is too long for a card: {DIGITS} digits at most")
        try:
            value = Fraction(text) if NUMBER.fullmatch(text) else None
        except ZeroDivisionError:
            value = None
        if value is None:
            raise InputError(f"{text!r} is no card of {self.text}")
        if self.kind == "rationals":
            return value
        low = None if self.kind == "integers" else 1
        if (
            value.denominator != 1
            or (low is not None and value < low)
            or (self.size is not None and value > self.size)
        ):
            raise InputError(f"{text} is no card of {self.text}")
        return int(value)


def parse_deck(text: str) -> Deck:
    """Read a deck from the command line.

    ``20``: the cards 1 to 20. ``rationals``, ``naturals``, ``integers``. ``subsets:3``.
    ``product:2x3``. ``chain:5``. Anything else is a file of relations.

    >>> parse_deck("20").text, parse_deck("subsets:3").size
    ('1 to 20', 8)
    """
    word = text.strip()
    if len(word) > DIGITS and word.lstrip("+-").isdigit():
        raise InputError(f"a deck of {_cut(word)} cards is too large: say --all-n for any size")
    if re.fullmatch(r"[+-]?\d+", word):
        if int(word) < 1:
            raise InputError(f"the deck has {word} cards: it must have at least 1")
        if int(word) > 1_000_000:
            raise InputError(f"the deck has {word} cards: say --all-n for decks of any size")
        return Deck("chain", int(word))
    if word in WORDS:
        return Deck(word)  # type: ignore[arg-type]
    head, _, tail = word.partition(":")
    if head in ("subsets", "product", "chain"):
        parts = tail.split("x")
        if not all(re.fullmatch(r"\d+", part) for part in parts):
            raise InputError(f"deck {word!r}: write subsets:3, product:2x3 or chain:5")
        if any(len(part) > DIGITS for part in parts):
            raise InputError(f"deck {_cut(word)!r}: its numbers are too large")
        numbers = [int(part) for part in parts]
        if head == "product":
            return _of(product(*numbers))
        if len(numbers) > 1:
            raise InputError(f"deck {word!r}: {head} takes one number, such as {head}:3")
        if head == "chain":
            return parse_deck(tail)
        return _of(subsets(numbers[0]))
    path = Path(word)
    if path.exists():
        return _of(read_relations(path))
    if "/" in word or "." in word:
        raise InputError(f"there is no file {word!r} to read the deck from")
    raise unknown("deck", word, [*WORDS, "subsets:3", "product:2x3", "20"])


def _cut(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:20]}..."


def _of(poset: Poset) -> Deck:
    return Deck("poset", len(poset), poset)

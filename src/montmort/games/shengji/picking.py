"""Picking cards at a terminal with a cursor, or by typing their names."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

__all__ = ["keys", "pick"]

LEFT, RIGHT, SPACE, ENTER, BACKSPACE, LEAVE = "left", "right", "space", "enter", "back", "leave"
_SEQUENCES = {
    "\x1b[D": LEFT, "\x1bOD": LEFT, "\x1b[C": RIGHT, "\x1bOC": RIGHT, "\r": ENTER, "\n": ENTER,
    " ": SPACE, "\x7f": BACKSPACE, "\x08": BACKSPACE, "\x03": LEAVE, "\x04": LEAVE,
}  # fmt: skip


def pick(cards: Sequence[str], pressed: Iterator[str], draw: Callable[[str], None]) -> str:
    """Let a person choose among cards; returns their names, or what was typed instead.

    Left and right move the cursor, space picks a card up or puts it back, enter plays;
    the first letter typed begins a line, and enter ends it. Leaving is the word ``q``.

    >>> pick(["AS", "KS", "KS"], iter(["right", "space", "right", "space", "enter"]), str)
    'KS KS'
    >>> pick(["AS", "KS"], iter(["a", "s", "enter"]), str)
    'as'
    """
    at, up, typed = 0, set[int](), ""
    while True:
        draw(_line(cards, at, up) if not typed else f"> {typed}")
        key = next(pressed, LEAVE)
        if key == LEAVE:
            return "q"
        if key == ENTER:
            return typed.strip() or " ".join(cards[i] for i in sorted(up))
        if key == BACKSPACE:
            typed = typed[:-1]
        elif typed or (len(key) == 1 and key.isprintable()):
            typed += " " if key == SPACE else key if len(key) == 1 else ""
        elif key == LEFT:
            at = (at - 1) % len(cards)
        elif key == RIGHT:
            at = (at + 1) % len(cards)
        elif key == SPACE:
            up ^= {at}


def _line(cards: Sequence[str], at: int, up: set[int]) -> str:
    shown = []
    for i, card in enumerate(cards):
        word = f"[{card}]" if i in up else f" {card} "
        shown.append(f"\x1b[7m{word}\x1b[0m" if i == at else word)
    return "".join(shown)


def keys(stream: TextIO | None = None) -> Iterator[str]:
    """Read keys from a terminal, one by one; needs a POSIX terminal."""
    import termios
    import tty

    number = (stream or sys.stdin).fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setraw(number)
        while True:
            text = os.read(number, 8).decode(errors="ignore")
            if not text:
                return
            if text in _SEQUENCES:
                yield _SEQUENCES[text]
            elif not text.startswith("\x1b"):
                for letter in text:
                    yield _SEQUENCES.get(letter, letter)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)

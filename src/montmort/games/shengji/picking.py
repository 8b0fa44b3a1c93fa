"""Picking cards at a terminal with a cursor, or by typing their names."""

from __future__ import annotations

import codecs
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

__all__ = ["fold", "keys", "pick", "split_keys", "wrap"]

_WORD = re.compile(r"(?:\x1b\[7m)?(?:\[[^\]]*\]| [^ ]+ )(?:\x1b\[0m)?")
_ESCAPED = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])?")
_SHADE = re.compile(r"\x1b\[[0-9]*m")

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


def _cells(text: str) -> int:
    # How wide a terminal shows it: Chinese takes two cells a sign.
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrap(line: str, width: int) -> list[str]:
    """Break a line of cards, or of what is typed, into rows that a terminal can show.

    >>> wrap(" AS [KS] KS ", 9)
    [' AS [KS]', ' KS ']
    """
    words = list(line) if line.startswith(">") else _WORD.findall(line)
    rows, room = [""], max(width, 8)
    for word in words:
        cells = _cells(_SHADE.sub("", word))
        if cells > room:
            rows.append("")
            room = max(width, 8)
        rows[-1] += word
        room -= cells
    return rows


def fold(text: str, width: int) -> str:
    """Break a text between words where a line is too long for the terminal.

    >>> fold("trumps BJ AS", 10)
    'trumps BJ\\nAS'
    """
    rows = []
    for line in text.split("\n"):
        start = line[: len(line) - len(line.lstrip(" "))]
        row = ""
        for word in line[len(start) :].split(" "):
            longer = f"{row} {word}" if row else start + word
            if row and _cells(longer) > width:
                rows.append(row)
                longer = word
            row = longer
        rows.append(row)
    return "\n".join(rows)


def split_keys(text: str) -> Iterator[str]:
    """Tell the keys apart that were read at once.

    >>> list(split_keys("\\x1b[C\\x1b[C a"))
    ['right', 'right', 'space', 'a']
    """
    at = 0
    while at < len(text):
        found = _ESCAPED.match(text, at)
        if found:
            at = found.end()
            if found[0] in _SEQUENCES:
                yield _SEQUENCES[found[0]]
        else:
            yield _SEQUENCES.get(text[at], text[at])
            at += 1


def keys(stream: TextIO | None = None, waiting: list[str] | None = None) -> Iterator[str]:
    """Read keys from a terminal, one by one; needs a POSIX terminal.

    Keys that were typed ahead stay in ``waiting`` for the next question.
    """
    import termios
    import tty

    queue = [] if waiting is None else waiting
    number = (stream or sys.stdin).fileno()
    before = termios.tcgetattr(number)
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    try:
        tty.setraw(number, termios.TCSADRAIN)
        while True:
            while queue:
                yield queue.pop(0)
            data = os.read(number, 64)
            if not data:
                return
            queue += split_keys(decoder.decode(data))
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)

"""Monotonic sequence games: build no long sequence, or be the one who does.

The game itself is :class:`Monotonic`. Perfect play in every form is in ``analysis``:
on chains by blocks of equal cards (``chain``, with the bounds of ``bounds``), on the
rationals by colour words (``words``, ``dense``), on posets (``ordered``), with free
places (``rooks``); nimbers are in ``grundy``, involutions in ``involutions``.
"""

from .game import Monotonic, MonotonicRules

__all__ = ["Monotonic", "MonotonicRules"]

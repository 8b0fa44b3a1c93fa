"""Monotonic sequence games: build no long sequence, or be the one who does.

The game itself is :class:`Monotonic`, its positions are in ``states``. Perfect play in
every form is in ``analysis``: on chains by blocks of equal cards (``chain``, with the
bounds of ``bounds``), on the rationals by colour words (``words``, ``dense``), on posets
(``ordered``), with free places (``rooks``, ``points``); lines of play are in ``lines``,
nimbers in ``nimbers`` and ``grundy``, involutions in ``involutions``, and sitting down to
play in ``play``.
"""

from .game import Monotonic, MonotonicRules

__all__ = ["Monotonic", "MonotonicRules"]

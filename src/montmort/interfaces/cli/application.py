"""The commands. Each is made when it is asked for, with the options of the game named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cyclopts import App

from ... import __version__
from ...core.errors import InputError

__all__ = ["build"]

COMMANDS = (
    ("games", "List the games, their versions and strategies."),
    ("rules", "Print the rules of a game and its parameters."),
    ("simulate", "Let strategies play a game, and see who wins and how sure that is."),
    ("play", "Sit down and play a game against strategies."),
    ("solve", "Answer a question about a game exactly, with a certificate."),
    ("referee", "Judge situations of a game, with the reason."),
    ("score", "Keep the score of a match at a real table."),
    ("stakes", "Settle a session among players with different rates."),
    ("reproduce", "Put every published value beside ours."),
    ("check", "Check that a game keeps the promises that the engines rely on."),
    ("cache", "Show or clear compiled code and saved runs."),
)


def build(tokens: Sequence[str]) -> App:
    """Build the application; only the command that is asked for is made in full."""
    app = App(
        name="montmort",
        help="Who wins a game, by how much, and how to play it.",
        version=__version__,
        result_action="return_value",
    )
    words = [token for token in tokens if not token.startswith("-")]
    asked = words[0] if words else ""
    game = words[1] if len(words) > 1 and tokens and tokens[0] == asked else ""
    for name, text in COMMANDS:
        app.command(_make(name, game) if name == asked else _stub(text), name=name, help=text)
    return app


def _stub(text: str) -> Callable[..., Any]:
    def later(*words: str) -> None:
        raise InputError("name the command first: montmort COMMAND GAME --options")

    later.__doc__ = text
    return later


def _make(name: str, game: str) -> Callable[..., Any]:
    from . import commands

    return commands.make(name, game)

"""The command line: ``montmort COMMAND GAME --options``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit status.

    0: done; 1: a strategy or a check failed; 2: something asked for can't be;
    70: an error of our own; 130: interrupted.
    """
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in tokens
    tokens = _joined([token for token in tokens if token != "--debug"])
    _prepare()
    try:
        status = _run(tokens)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (a pager that was left); nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        status = 130
    except Exception as error:
        if debug:
            raise
        status = _say(error)
    sys.exit(status)


def _joined(tokens: list[str]) -> list[str]:
    # No option begins with a minus and a digit: what does is a value (``--board -3,4``).
    found: list[str] = []
    for token in tokens:
        negative = len(token) > 1 and token[0] == "-" and token[1].isdigit()
        if negative and found and found[-1].startswith("--") and "=" not in found[-1]:
            found[-1] += f"={token}"
        else:
            found.append(token)
    return found


def _prepare() -> None:
    """Let a terminal without ± show a question mark, and a request to end be an interrupt."""
    import signal
    import threading

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from ...core.errors import InputError
    from .application import build

    app = build(tokens)
    try:
        answer = app(tokens, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise InputError(" ".join(str(error).split())) from error
    return answer if isinstance(answer, int) else 0


def _say(error: Exception) -> int:
    from ...core.errors import MontmortError, StrategyError

    if isinstance(error, StrategyError):
        print(f"montmort: {error}", file=sys.stderr)
        return 1
    if isinstance(error, MontmortError):
        print(f"montmort: {error}", file=sys.stderr)
        return 2
    if isinstance(error, OSError) and error.filename:
        print(f"montmort: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    place = _in_own_file(error)
    if place:
        print(
            f"montmort: {place}: {type(error).__name__}: {error} "
            "(montmort check FILE looks for what is wrong with a game; --debug shows more)",
            file=sys.stderr,
        )
        return 2
    print(
        f"montmort: an error of our own ({type(error).__name__}: {error}); "
        "run it again with --debug to see where, and tell us",
        file=sys.stderr,
    )
    return 70


def _in_own_file(error: Exception) -> str:
    """Say where in a person's own file something went wrong, if it did there."""
    import traceback
    from pathlib import Path

    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__", "").startswith("montmort_file_"):
            place = f"{Path(frame.f_code.co_filename).name}, line {line}"
    loaded = [name for name in sys.modules if name.startswith("montmort_file_")]
    if not place and loaded:
        file = sys.modules[loaded[0]].__file__ or ""
        place = f"the game in {Path(file).name} does not answer as a game should"
    return place

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
    tokens = [token for token in tokens if token != "--debug"]
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
    print(
        f"montmort: an error of our own ({type(error).__name__}: {error}); "
        "run it again with --debug to see where, and tell us",
        file=sys.stderr,
    )
    return 70

"""``montmort play monotonic``: sit down against perfect play, in every form.

Cards are named as people name them: on the rationals any number, with free places
``place:card``. The general table of the terminal would ask for gaps of a colour word.
"""

from __future__ import annotations

import contextlib
import shutil
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from ...core.errors import InputError
from ...core.results import Result, Table
from .boards import Board, start_board
from .showing import how_to_name, name_of, picture_of, rows_of
from .strategies import analysis_of

if TYPE_CHECKING:
    from ...core.strategy import Strategy

__all__ = ["Left", "Played", "play", "sit_down"]

COMMANDS = "hint: what wins; ?: the board again; undo takes back; q leaves"


class Left(Exception):
    """The person has left the table."""


@dataclass(frozen=True)
class Played(Result):
    """A game at the terminal, or as far as it went."""

    game: str
    moves: tuple[tuple[str, str], ...]
    """Who played, and what."""
    ending: str
    payoffs: tuple[int, int] | None
    seed: int
    against: str
    method: str = "played"
    exact: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return the moves and the end."""
        return {
            "game": "monotonic", "form": self.game, "against": self.against, "seed": self.seed,
            "moves": [{"player": who, "card": card} for who, card in self.moves],
            "payoffs": None if self.payoffs is None else list(self.payoffs),
            "ending": self.ending,
        }  # fmt: skip

    def tables(self) -> list[Table]:
        """Return the moves."""
        rows = tuple((i, who, card) for i, (who, card) in enumerate(self.moves, 1))
        return [Table(self.game, ("move", "player", "card"), rows)] if rows else []

    def notes(self) -> list[str]:
        """Say how it ended."""
        return [self.ending]


def play(
    *,
    version: Literal["normal", "misere", "rationals", "cube", "rooks"] | None = None,
    a: int | None = None,
    d: int | None = None,
    deck: str | None = None,
    misere: bool | None = None,
    extended: bool | None = None,
    against: str = "perfect",
    seat: int = 1,
    seed: int | None = None,
) -> Result:
    """Play a monotonic sequence game against perfect play, or a strategy.

    Parameters
    ----------
    version
        Which published rules; the options below change them [default: normal].
    a
        Cards of an ascending sequence that ends the game.
    d
        Cards of a descending sequence that ends the game.
    deck
        N for the cards 1 to N; rationals, naturals, integers, subsets:K, product:AxB, or
        a file of relations.
    misere
        Who ends the game loses.
    extended
        The place in the row is chosen too: name place:card.
    against
        The other player: perfect, mirror or random.
    seat
        Your seat: 1 begins.
    seed
        The number from which the other player's chance follows; by default another one
        each time.
    """
    from ...engines.tournament import parse_all
    from .game import Monotonic

    given = {"a": a, "d": d, "deck": deck, "misere": misere, "extended": extended}
    game = Monotonic(version, **{name: v for name, v in given.items() if v is not None})
    if seat not in (1, 2):
        raise InputError(f"seat {seat}: there are seats 1 and 2")
    others = parse_all(game, against)
    if len(others) != 1:
        raise InputError(f"--against {against}: there is one other player")
    number = time.time_ns() % 10**9 if seed is None else seed
    return sit_down(game, others[0], seat=seat - 1, seed=number)


def sit_down(
    game: Any,
    other: Strategy,
    *,
    seat: int = 0,
    seed: int = 1,
    ask: Callable[[str], str] | None = None,
    say: Callable[[str], None] | None = None,
) -> Played:
    """Play one game with a person in a seat (from 0) and a strategy in the other."""
    ask, say = ask or input, say or _say
    from ...engines.tournament.asking import ask_strategy
    from ...statistics.streams import SEATS, Source

    board = start_board(game.rules.table)
    if other.name in ("perfect", "mirror"):
        analysis_of(board.table).check()  # what can't be searched is refused before the first move
    stream = Source(seed, 0, SEATS + 1 - seat)
    moves: list[tuple[str, str]] = []
    past: list[tuple[Board, int]] = []
    title = f"{title_of(board)}; you are seat {seat + 1}; seed {seed}"
    say(f"{title}\n{how_to_name(board.table)}; {COMMANDS}")
    try:
        while board.state.actor >= 0:
            if board.state.actor == seat:
                say(picture_of(board))
                after = _asked(board, ask, say, bool(past))
                if after is None:
                    board, kept = past.pop()
                    del moves[kept:]
                    say("taken back")
                    continue
                past.append((board, len(moves)))
                who = "you"
            else:
                with _thinking(say, "Ctrl-C leaves the table"):
                    action = ask_strategy(game, other, board.state, 1 - seat, stream)
                after = board.answer(action)
                who = other.name
                say(f"{other.name} plays {name_of(after.names[-1])}")
            board = after
            moves.append((who, name_of(board.names[-1])))
    except (Left, KeyboardInterrupt):
        ending, payoffs = "you left the table", None
    else:
        first, second = board.state.payoffs()
        payoffs = int(first), int(second)
        say(picture_of(board))
        ending = _ending(board, payoffs[seat])
    return Played(title_of(board), tuple(moves), ending, payoffs, seed, other.name)


def title_of(board: Board) -> str:
    """The game in words."""
    table = board.table
    form = ("extended " if table.extended else "") + ("misère" if table.misere else "normal")
    return f"({table.a}, {table.d}) on {table.deck.text}, {form}"


def _asked(
    board: Board, ask: Callable[[str], str], say: Callable[[str], None], can_undo: bool
) -> Board | None:
    """The board after what the person plays; ``None`` where she takes back."""
    while True:
        try:
            word = ask("your card: ").strip()
        except EOFError:
            raise Left from None
        if word in ("q", "quit", "exit"):
            raise Left
        if word == "undo":
            if can_undo:
                return None
            say("there is nothing to take back")
        elif word in ("?", "help", ""):
            say(f"{picture_of(board)}\n{how_to_name(board.table)}; {COMMANDS}")
        elif word in ("h", "hint"):
            try:
                with _thinking(say, "Ctrl-C stops the hint"):
                    found = hint(board)
            except KeyboardInterrupt:
                found = "the hint was stopped"
            say(found)
        else:
            try:
                return board.play(word)
            except InputError as error:
                say(str(error))


def hint(board: Board) -> str:
    """What perfect play says of a position, and which cards keep it.

    >>> from .decks import parse_deck
    >>> from .states import Table
    >>> hint(start_board(Table(parse_deck("6"), 3, 3)))
    'you win with 2-5'
    """
    moves = analysis_of(board.table).moves(board.state)
    best = max(value for _, value in moves)
    if best < 0:
        return "you lose against perfect play, whatever you do"
    actions = [action for action, value in moves if value == best]
    verb = "win" if best > 0 else "can hold the draw"
    return f"you {verb} with {_listed(board, actions)}"


def _listed(board: Board, actions: Sequence[Any]) -> str:
    if board.table.deck.kind == "rationals" and not board.table.extended:
        gaps = {i: (low, high) for low, high, i in board.gaps()}
        return "; ".join(
            f"{name_of(board.named(i))} or any card {_between(*gaps[i])}" for i in actions
        )
    names = [name_of(board.named(action)) for action in actions]
    if all(isinstance(action, int) for action in actions):
        return rows_of(actions)
    return ", ".join(names)


@contextlib.contextmanager
def _thinking(say: Callable[[str], None], way_out: str) -> Iterator[None]:
    """Say that it takes long where it does."""
    timer = threading.Timer(3.0, say, (f"still thinking; {way_out}",))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(text: str) -> None:
    """Print lines, broken between words where the terminal is narrow."""
    width = max(shutil.get_terminal_size().columns, 20)
    for line in text.splitlines():
        # Drawn boards are left as they are.
        parts = textwrap.wrap(line, width, break_long_words=False) if len(line) > width else [line]
        print("\n".join(parts), flush=True)


def _between(low: Fraction | None, high: Fraction | None) -> str:
    if low is None and high is None:
        return "at all"
    if low is None:
        return f"below {high}"
    return f"above {low}" if high is None else f"between {low} and {high}"


def _ending(board: Board, mine: int) -> str:
    verdict = {1: "you win", 0: "a draw: no card is left", -1: "you lose"}[mine]
    if not mine:
        return verdict
    who = "ends the game and loses" if board.table.misere else "ends the game and wins"
    return f"{verdict}: {name_of(board.names[-1])} {who}"

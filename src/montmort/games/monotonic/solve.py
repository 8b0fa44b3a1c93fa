"""``montmort solve monotonic``: types, winning moves, nimbers, proofs for all decks."""

from __future__ import annotations

from typing import Any, Literal

from ...core.errors import InputError
from ...core.results import Result
from .boards import Board, board_of, position_of
from .decks import parse_deck
from .nimbers import check_nimbers, nimbers_of, only_normal
from .showing import name_of
from .states import NumberState, Table
from .tables import all_decks, nimber_table, show_progress, type_table

__all__ = ["all_decks", "nimber_table", "position_of", "solve", "type_table"]

SMALL = 9
"""Tables with a + d up to this show the picture over (a, d, n) unasked."""


def solve(
    a: int,
    d: int,
    *,
    deck: str | None = None,
    misere: bool = False,
    extended: bool = False,
    board: str | None = None,
    table: int | None = None,
    picture: bool | None = None,
    all_n: bool = False,
    nimber: bool = False,
    line: Literal["shortest", "longest"] | None = None,
    cooperate: bool = False,
    involution: bool = False,
    memory: str | None = None,
    workers: int = 1,
) -> Result:
    """Answer who wins a monotonic sequence game, and with which cards.

    The row ends the game with an ascending sequence of A cards or a descending one of D.

    Parameters
    ----------
    a
        The length of an ascending sequence that ends the game.
    d
        The length of a descending sequence that ends the game.
    deck
        N for the cards 1 to N; rationals, naturals (from 1), integers; subsets:K,
        product:AxB, or a file of relations such as x < y.
    misere
        Who ends the game loses.
    extended
        The place in the row is chosen too: rooks on an N × N board, or the rationals.
    board
        Cards already played, such as 5,1,4; with extended as place:card, such as 1:3,2:1.
    table
        The types of the decks 1 to N for all N up to this one, both forms.
    picture
        With a table, the types of all shorter sequences too, as rows of letters over n;
        by default where a + d is at most 9.
    all_n
        The type of every deck, with its proof.
    nimber
        The nimber too, of the position and after each move.
    line
        A line of best play: the shortest win, or the longest.
    cooperate
        A line that ends in a draw because both want it.
    involution
        An involution by which the second player doesn't lose.
    memory
        The most that the table may take, such as 2G or 500M (a bare number is in GiB); half
        of what is free unless said.
    workers
        How many threads share the search.

    Examples
    --------
    >>> solve(4, 3, table=6).as_dict()["outcomes"]
    'DDDDNN'
    >>> solve(3, 3, deck="subsets:3").as_dict()["outcome"]
    'P'
    """
    from ...engines.outcome.memory import memory_of

    for name, value in (("a", a), ("d", d)):
        if value < 1:
            raise InputError(f"{name} is {value}: it must be at least 1")
    if not 1 <= workers <= 256:
        raise InputError(f"workers is {workers}: it must be from 1 to 256")
    size = memory_of(memory)
    about_one = {
        "--board": board, "--deck": deck, "--line": line, "--cooperate": cooperate,
        "--involution": involution,
    }  # fmt: skip
    if table is not None or all_n:
        kind = "--table" if table is not None else "--all-n"
        for name, given in about_one.items():
            if given:
                raise InputError(f"{kind} is about decks of every size: leave out {name}")
        if table is not None and all_n:
            raise InputError("a table goes up to one deck, --all-n to all: say one of the two")
        if picture and (nimber or table is None):
            raise InputError("a picture shows a table of types: give --table without --nimber")
        if nimber:
            only_normal(misere, extended)
            return nimber_table(a, d, table, memory=size)
        if table is not None:
            if picture is None:
                picture = a + d <= SMALL and not extended
            return type_table(
                a, d, table, misere=misere, extended=extended, memory=size, threads=workers,
                picture=picture,
            )  # fmt: skip
        if extended:
            raise InputError("no proof for all n is known of the extended game: give a table")
        return all_decks(a, d, misere=misere, memory=size, threads=workers)
    if picture:
        raise InputError("a picture shows a table of types: give --table")
    if deck is None:
        raise InputError("say what is played with: --deck 20, --deck rationals, --table or --all-n")
    at = board_of(Table(parse_deck(deck), a, d, misere, extended), board)
    # What can't be answered is refused before any long work.
    if nimber:
        check_nimbers(at.table)
    if involution:
        _check_involution(at)
    return _position(at, nimber, line, cooperate, involution, size, workers)


def _position(
    at: Board,
    nimber: bool,
    line: Literal["shortest", "longest"] | None,
    cooperate: bool,
    involution: bool,
    memory: int | None,
    threads: int,
) -> Result:
    from .analysis import Analysis
    from .answers import PositionAnswer
    from .lines import drawn_line, line_of

    state, table = at.state, at.table
    analysis = Analysis(table, memory=memory, threads=threads, keep=True, progress=show_progress())
    over = state.actor < 0
    value = analysis.value(state)
    moves = [] if over else analysis.moves(state)
    winning = [action for action, v in moves if v == 1 == value]
    drawing = [action for action, v in moves if v == 0 == value]
    more: dict[str, Any] = {}
    remarks: list[str] = []
    if over:
        remarks.append("the game is over")
    elif table.deck.kind == "rationals":
        more["winning_cards"] = [name_of(at.named(action)) for action in winning]
        remarks.append(
            "moves are pairs of gaps between the points' places and cards"
            if table.extended
            else "moves are gaps of the colour word, counted from below: all cards of a gap are "
            "alike"
        )
    elif isinstance(state, NumberState):
        remarks.append(
            f"cards more than {state.reach} away from all that were played"
            + (" and from 0" if table.deck.kind == "naturals" else "")
            + f" are like those {state.reach} away"
        )
    if nimber:
        more |= nimbers_of(state, memory)
    if line is not None and not over:
        played, what = line_of(analysis, state, longest=line == "longest")
        more |= {"line": [_plain(card) for card in played], "line_is": what}
        if table.deck.kind == "rationals":
            here = at
            for action in played:
                here = here.answer(action)
            more["line_cards"] = [name_of(name) for name in here.names[len(at.names) :]]
    if cooperate:
        drawn = drawn_line(state)
        more["cooperative_draw"] = None if drawn is None else [_plain(card) for card in drawn]
    if involution:
        more["involution"] = _involution(table)
        if more["involution"] is not None:
            remarks.append(
                "the second player does not lose: she wins if she can and else plays the image"
            )
    if "outcomes" in analysis.__dict__:
        analysis.outcomes.forget_file()
    return PositionAnswer(
        table.a, table.d, table.deck.text, table.misere, table.extended,
        tuple(_plain(name) for name in at.names), "PDN"[value + 1],
        tuple(map(_plain, winning)), tuple(map(_plain, drawing)), analysis.positions,
        analysis.method, _steps(at), more, tuple(remarks),
    )  # fmt: skip


def _plain(name: Any) -> Any:
    """A card as it is written: a whole number as such, anything else as typed."""
    return name if isinstance(name, int) else name_of(name)


def _steps(at: Board) -> tuple[tuple[str, str], ...]:
    """Double bumping, card by card."""
    from . import words

    if at.table.extended or at.table.deck.kind == "poset" or not at.names:
        return ()
    cards = map(str, at.names)
    return tuple(zip(cards, words.steps(at.names), strict=True))


def _check_involution(at: Board) -> None:
    if at.table.deck.kind != "poset" or at.table.extended:
        raise InputError("involutions are looked for on finite posets such as subsets:3")
    if at.names:
        raise InputError("an involution is about the empty board: leave out --board")


def _involution(table: Table) -> dict[str, Any] | None:
    from .involutions import find_involution

    found = find_involution(table.deck.order, table.a, table.d)
    if found is None:
        return None
    return {
        "kind": found.kind,
        "pairs": [list(pair) for pair in found.pairs],
        "holds": found.check(),
    }

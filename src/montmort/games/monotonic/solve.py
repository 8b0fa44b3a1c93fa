"""``montmort solve monotonic``: types, winning moves, nimbers, proofs for all decks."""

from __future__ import annotations

from typing import Any, Literal

from ...core.errors import InputError
from ...core.results import Result
from .boards import position_of
from .decks import parse_deck
from .game import BoardState, CardState, NumberState, RookState, Table, WordState
from .tables import all_decks, nimber_table, show_progress, type_table

__all__ = ["all_decks", "nimber_table", "position_of", "solve", "type_table"]


def solve(
    a: int,
    d: int,
    *,
    deck: str | None = None,
    misere: bool = False,
    extended: bool = False,
    board: str | None = None,
    table: int | None = None,
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
        The most that the table may take, such as 2G; half of what is free unless said.
    workers
        How many threads share the search.

    Examples
    --------
    >>> solve(4, 3, table=6).as_dict()["outcomes"]
    'DDDDNN'
    >>> solve(3, 3, deck="subsets:3").as_dict()["outcome"]
    'P'
    """
    from ...engines.outcome.outcomes import memory_of

    for name, value in (("a", a), ("d", d)):
        if value < 1:
            raise InputError(f"{name} is {value}: it must be at least 1")
    if workers < 1:
        raise InputError(f"workers is {workers}: it must be at least 1")
    size = memory_of(memory)
    if table is not None or all_n:
        kind = "--table" if table is not None else "--all-n"
        if deck is not None or board is not None:
            raise InputError(
                f"{kind} is about decks of every size: give no deck or board beside it"
            )
        if table is not None and all_n:
            raise InputError("a table goes up to one deck, --all-n to all: say one of the two")
        if nimber:
            _only_normal(misere, extended)
            return nimber_table(a, d, table, memory=size)
        if table is not None:
            return type_table(
                a, d, table, misere=misere, extended=extended, memory=size, threads=workers
            )
        if extended:
            raise InputError("no proof for all n is known of the extended game: give a table")
        return all_decks(a, d, misere=misere, memory=size, threads=workers)
    if deck is None:
        raise InputError("say what is played with: --deck 20, --deck rationals, --table or --all-n")
    rules = Table(parse_deck(deck), a, d, misere, extended)
    state = position_of(rules, board)
    return _position(state, nimber, line, cooperate, involution, size, workers)


def _position(
    state: BoardState,
    nimber: bool,
    line: Literal["shortest", "longest"] | None,
    cooperate: bool,
    involution: bool,
    memory: int | None,
    threads: int,
) -> Result:
    from .analysis import Analysis
    from .answers import PositionAnswer

    table = state.table
    analysis = Analysis(table, memory=memory, threads=threads, keep=True, progress=show_progress())
    over = state.actor < 0
    value = analysis.value(state)
    moves = [] if over else analysis.moves(state)
    outcome = "PDN"[value + 1]
    more: dict[str, Any] = {}
    remarks: list[str] = []
    if over:
        remarks.append("the game is over")
    elif isinstance(state, WordState):
        remarks.append(
            "moves are gaps of the colour word, counted from below: all cards of a gap are alike"
        )
    elif isinstance(state, NumberState):
        remarks.append("moves beyond the last card listed are like that one")
    elif isinstance(state, RookState) and table.deck.size is None:
        remarks.append("moves are pairs of gaps between the points' places and cards")
    if threads > 1 and "outcomes" in analysis.__dict__ and analysis.outcomes.threads == 1:
        remarks.append("positions of this game take two words: one thread searched")
    if nimber:
        _only_normal(table.misere, table.extended)
        more |= _nimbers(state, memory)
    if line is not None and not over:
        played, what = analysis.line(state, longest=line == "longest")
        more |= {"line": [_plain(card) for card in played], "line_is": what}
    if cooperate:
        drawn = analysis.drawn_line(state)
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
        table.a, table.d, table.deck.text, table.misere, table.extended, _board(state), outcome,
        tuple(_plain(action) for action, v in moves if v == 1 == value),
        tuple(_plain(action) for action, v in moves if v == 0 == value),
        analysis.positions, analysis.method, _steps(state), more, tuple(remarks),
    )  # fmt: skip


def _plain(action: Any) -> Any:
    return f"{action[0]}:{action[1]}" if isinstance(action, tuple) else action


def _board(state: BoardState) -> tuple[Any, ...]:
    if isinstance(state, CardState):
        return tuple(state._name(card) for card in state.board)
    return tuple(_plain(card) for card in state.board)


def _steps(state: BoardState) -> tuple[tuple[str, str], ...]:
    """Double bumping, card by card."""
    from . import words

    if state.table.extended or state.table.deck.kind == "poset" or not state.board:
        return ()
    if isinstance(state, WordState):
        word, found = "", []
        for gap in state.board:
            word = words.insert(word, gap)
            found.append((f"gap {gap}", word))
        return tuple(found)
    board = _board(state)
    return tuple((str(card), word) for card, word in zip(board, words.steps(board), strict=True))


def _only_normal(misere: bool, extended: bool) -> None:
    if misere or extended:
        raise InputError("nimbers are for the basic normal form: who can't move must lose")


def _nimbers(state: BoardState, memory: int | None) -> dict[str, Any]:
    from .analysis import blocks_of, draw_free, nimber_on_rationals
    from .answers import central_block

    table = state.table
    if not draw_free(table) or table.deck.kind not in ("chain", "rationals"):
        need = (table.a - 1) * (table.d - 1)
        raise InputError(
            f"a nimber needs a deck without draws: the rationals, or more than {need} cards 1 to N"
        )
    if isinstance(state, WordState):
        known: dict[str, int] = {}
        if table.a + table.d > 17:
            raise InputError(f"a + d is {table.a + table.d}: nimbers on the rationals go up to 17")

        def number(here: Any) -> int:
            return nimber_on_rationals(here.word, table.a, table.d, known)
    else:
        from ...engines.nimbers import Nimbers
        from . import grundy

        kernel = grundy.kernel_of(table.a, table.d, table.deck.size)
        nimbers = Nimbers(kernel, memory=memory)

        def number(here: Any) -> int:
            return 0 if here.ended else nimbers.nimber(grundy.pack(kernel, blocks_of(here)))

    found: dict[str, Any] = {"nimber": number(state)}
    if state.actor >= 0:
        after = {str(action): number(state.after(action)) for action in state.actions()}
        found["nimbers"] = after
        block = central_block(list(after.values()))
        if block is not None:
            names = list(after)
            found["central_block"] = {
                "from": names[block[0]],
                "to": names[block[1]],
                "length": block[1] - block[0] + 1,
                "nimber": after[names[block[0]]],
            }
    return found


def _involution(table: Table) -> dict[str, Any] | None:
    from .involutions import find_involution

    if table.deck.kind != "poset" or table.extended:
        raise InputError("involutions are looked for on finite posets such as subsets:3")
    found = find_involution(table.deck.order, table.a, table.d)
    if found is None:
        return None
    return {
        "kind": found.kind,
        "pairs": [list(pair) for pair in found.pairs],
        "holds": found.check(),
    }

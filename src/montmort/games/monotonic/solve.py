"""``montmort solve monotonic``: types, winning moves, nimbers, proofs for all decks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from ...core.errors import InputError
from ...core.results import Result
from .decks import Deck, parse_deck
from .game import BoardState, CardState, NumberState, RookState, Table, WordState, start_of

if TYPE_CHECKING:
    from .analysis import Analysis
    from .answers import AllDecks, NimberTable, TypeTable

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


def position_of(table: Table, board: str | None) -> BoardState:
    """Play the cards of a board, such as ``5,1,4``; on the rationals any numbers.

    >>> position_of(Table(parse_deck("6"), 4, 4), "5,1,4").actions()
    [2, 3, 6]
    """
    state = start_of(table)
    words = [word.strip() for word in (board or "").split(",") if word.strip()]
    played: list[Any] = []
    for number, word in enumerate(words, 1):
        if state.actor < 0:
            raise InputError(f"the game is over before card {number} of the board ({word})")
        if table.extended:
            place, colon, card = word.partition(":")
            if not colon:
                raise InputError(f"{word!r}: write the board as place:card, such as 1:3,2:1")
            point = (table.deck.card(place), table.deck.card(card))
            if any(p == point[0] or c == point[1] for p, c in played):
                raise InputError(f"{word} is in line with an earlier point of the board")
            action: Any = point
            if table.deck.size is None:
                action = (
                    sum(p < point[0] for p, _ in played),
                    sum(c < point[1] for _, c in played),
                )
            played.append(point)
        else:
            card = table.deck.card(word)
            if card in played:
                raise InputError(f"card {word} is on the board twice")
            action = card
            if isinstance(state, WordState):
                action = _gap_of(played, card)
            played.append(card)
        state = state.after(action)
    return state


def _gap_of(played: list[Any], card: Any) -> int:
    """The gap of the colour word into which a rational falls."""
    from .words import record

    return sum(value < card for value, _ in record(played))


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
    analysis = Analysis(table, memory=memory, threads=threads, keep=True, progress=_progress())
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


def type_table(
    a: int,
    d: int,
    most: int,
    *,
    misere: bool = False,
    extended: bool = False,
    memory: int | None = None,
    threads: int = 1,
) -> TypeTable:
    """Find the types of the decks 1 to n for all n up to ``most``, in both forms.

    >>> type_table(3, 3, 6).misere_types
    'DDDNNN'
    """
    from ...core.results import Chart
    from .answers import TypeTable, type_picture

    if most < 1:
        raise InputError(f"the table goes up to {most}: it must be at least 1")
    rows: list[str] = []
    positions = 0
    method = ""
    for form in (False, True):
        types, analysis = _types(a, d, most, form, extended, memory, threads)
        rows.append(types)
        positions += analysis.positions
        method = analysis.method

    def picture() -> Chart:
        lines = {}
        for high in range(min(3, a), a + 1):
            for low in range(min(3, d), min(high, d) + 1):
                same = (high, low) == (a, d)
                chosen = rows[int(misere)] if same else _types(
                    high, low, most, misere, extended, memory, threads
                )[0]  # fmt: skip
                lines[f"({high}, {low})"] = chosen
        return type_picture(lines, f"types of decks 1 to n, {'misère' if misere else 'normal'}")

    return TypeTable(a, d, misere, rows[0], rows[1], extended, positions, method, picture)


def _types(
    a: int, d: int, most: int, misere: bool, extended: bool, memory: int | None, threads: int
) -> tuple[str, Analysis]:
    from .analysis import Analysis

    if extended:
        found = ""
        for n in range(1, most + 1):
            table = Table(Deck("chain", n), a, d, misere, True)
            analysis = Analysis(table, memory=memory, threads=threads, progress=_progress())
            found += "PDN"[analysis.value(start_of(table)) + 1]
        return found, analysis
    table = Table(Deck("chain", most), a, d, misere)
    analysis = Analysis(table, memory=memory, threads=threads, keep=True, progress=_progress())
    found = "".join("PDN"[_of_size(analysis, a, d, n) + 1] for n in range(1, most + 1))
    analysis.outcomes.forget_file()
    return found, analysis


def _of_size(analysis: Analysis, a: int, d: int, n: int) -> int:
    """The value of an empty board with n cards; one table serves all n."""
    from ...engines.outcome.kernel import UNKNOWN
    from . import chain

    position, value = chain.pack(analysis.outcomes.kernel, [(a, d, n)])
    return analysis.outcomes.value(position) if value == UNKNOWN else value


def all_decks(
    a: int, d: int, *, misere: bool = False, memory: int | None = None, threads: int = 1
) -> AllDecks:
    """Find the type of every chain, and prove it.

    >>> answer = all_decks(4, 4)
    >>> answer.eventual, answer.start, answer.holds
    ('N', 9, True)
    """
    from ...engines.outcome.checking import recheck
    from . import bounds, chain, witness
    from .analysis import Analysis

    analysis = Analysis(
        Table(Deck("chain", None), a, d, misere), memory=memory, threads=threads, keep=True,
        progress=_progress(),
    )  # fmt: skip
    outcomes = analysis.outcomes
    most = bounds.limit(a, d, misere)
    types = "".join("PDN"[_of_size(analysis, a, d, n) + 1] for n in range(1, most + 1))
    last = types[-1]
    start = len(types.rstrip(last)) + 1
    found = recheck(outcomes, witness.kernel_of(outcomes.kernel))
    outcomes.forget_file()
    assert chain.expand is outcomes.kernel.expand
    from .answers import AllDecks

    return AllDecks(
        a, d, misere, last, start, types, bounds.paper(a, d), most, bounds.naive(a, d),
        found.entries, found.checked, found.holds,
        "depth-first search over clipped blocks of equal cards, re-checked card by card",
    )  # fmt: skip


def nimber_table(a: int, d: int, most: int | None, *, memory: int | None = None) -> NimberTable:
    """Find the nimbers of the draw-free chains up to ``most`` (``None``: of all).

    >>> nimber_table(4, 3, 9).nimbers
    (5, 5, 5)
    """
    from ...engines.nimbers import Nimbers
    from . import bounds, grundy
    from .answers import NimberTable

    first = (a - 1) * (d - 1) + 1
    bound = max(bounds.paper(a, d), first)
    last = bound if most is None else most
    if last < first:
        raise InputError(f"up to {first - 1} cards a draw is possible: ask for at least {first}")
    kernel = grundy.kernel_of(a, d, min(last, bound))
    nimbers = Nimbers(kernel, memory=memory, progress=_progress())
    found = [
        nimbers.nimber(grundy.pack(kernel, [(a, d, min(n, bound))])) for n in range(first, last + 1)
    ]
    eventual = start = None
    if last >= bound:
        eventual, start = found[-1], last
        while start > first and found[start - first - 1] == eventual:
            start -= 1
    return NimberTable(
        a, d, first, tuple(found), bound, eventual, start, nimbers.size,
        "nimbers over blocks of equal cards, clipped at the paper's bound",
    )  # fmt: skip


def _progress() -> Callable[[int], None] | None:
    """Show how many positions are known, where somebody watches."""
    if not sys.stderr.isatty():
        return None
    import time

    last = time.monotonic()

    def show(positions: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 1:
            last = now
            print(f"\r{positions:,} positions", end="", file=sys.stderr, flush=True)

    return show

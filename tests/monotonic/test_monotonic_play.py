"""Sitting down to play: every form to its end, how cards are named, and what is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.games.monotonic import play as room
from montmort.games.monotonic.analysis import Analysis
from montmort.games.monotonic.boards import Board, start_board
from montmort.games.monotonic.decks import parse_deck
from montmort.games.monotonic.game import Monotonic
from montmort.games.monotonic.play import Played, hint, play, sit_down
from montmort.games.monotonic.showing import picture_of, rows_of
from montmort.games.monotonic.states import Table, start_of
from montmort.games.monotonic.strategies import analysis_of
from montmort.statistics.streams import Source

FORMS: list[tuple[int, int, str, bool, bool]] = [
    (3, 3, "4", False, False),
    (4, 3, "9", False, False),
    (4, 3, "5", True, False),
    (5, 5, "60", False, False),
    (5, 4, "60", True, False),
    (4, 4, "rationals", False, False),
    (3, 3, "rationals", True, False),
    (4, 3, "naturals", False, False),
    (3, 3, "naturals", True, False),
    (4, 3, "integers", False, False),
    (3, 3, "integers", True, False),
    (3, 3, "subsets:3", False, False),
    (3, 3, "product:2x3", True, False),
    (3, 3, "product:3x3", False, False),
    (3, 3, "FILE", False, False),
    (3, 3, "5", False, True),
    (3, 3, "5", True, True),
    (4, 3, "rationals", False, True),
    (3, 3, "rationals", True, True),
]


def file_of(folder: Path, deck: str) -> str:
    """The deck, where it is a file with its path."""
    if deck != "FILE":
        return deck
    path = folder / "crown.txt"
    path.write_text("a < x\na < y\nb < x < t\nb < z\nc < y < t\nc < z\n")
    return str(path)


def random_word(board: Board, generator: random.Random) -> str:
    """Any card, as a person would type it."""
    table = board.table

    def number() -> str:
        value = Fraction(generator.randint(-40, 40), generator.randint(1, 9))
        return str(value)

    while True:
        kind = table.deck.kind
        if table.extended and table.deck.size is None:
            word = f"{number()}:{number()}"
        elif kind == "rationals":
            word = number()
        elif kind in ("naturals", "integers"):
            word = str(generator.randint(1 if kind == "naturals" else -30, 30))
        else:
            action: Any = generator.choice(list(board.state.actions()))
            word = f"{action[0]}:{action[1]}" if table.extended else str(action)
        try:
            board.read(word)
        except InputError:
            continue  # on the board already
        return word


class Guest:
    """Somebody who plays anything, and knows the other's cards from what is said alone."""

    def __init__(self, board: Board, seat: int, generator: random.Random) -> None:
        self.board, self.seat, self.generator = board, seat, generator
        self.typed = 0

    def hear(self, text: str) -> None:
        if text.startswith("perfect plays "):
            self.board = self.board.play(text.removeprefix("perfect plays "))

    def ask(self, prompt: str) -> str:
        assert self.board.state.actor == self.seat
        word = random_word(self.board, self.generator)
        self.board = self.board.play(word)
        self.typed += 1
        return word


@pytest.mark.parametrize("form", FORMS)
def test_perfect_play_holds_what_it_has(
    form: tuple[int, int, str, bool, bool], tmp_path: Path
) -> None:
    a, d, deck, misere, extended = form
    game = Monotonic(a=a, d=d, deck=file_of(tmp_path, deck), misere=misere, extended=extended)
    perfect = Monotonic.strategies["perfect"]
    value = Analysis(game.rules.table, memory=1 << 28).value(game.start())
    generator = random.Random(str(form))
    small = deck not in ("60", "naturals", "integers")
    for number in range(16 if small else 6):
        seat = number % 2
        guest = Guest(start_board(game.rules.table), seat, generator)
        found = sit_down(game, perfect, seat=seat, seed=number, ask=guest.ask, say=guest.hear)
        assert found.payoffs is not None
        # The other seat has at least what the type promises it.
        promised = value if seat == 1 else -value
        assert found.payoffs[1 - seat] >= promised, (form, found.moves)
        assert found.notes()
        assert [m for m, _ in found.moves].count("you") == guest.typed


@pytest.mark.parametrize("form", FORMS)
def test_a_lost_game_is_not_given_up(
    form: tuple[int, int, str, bool, bool], tmp_path: Path
) -> None:
    a, d, deck, misere, extended = form
    table = Table(parse_deck(file_of(tmp_path, deck)), a, d, misere, extended)
    perfect = Monotonic.strategies["perfect"].choosers[0]
    generator = random.Random(str(form))
    for number in range(12):
        board = start_board(table)
        for _ in range(40):
            state = board.state
            if state.actor < 0:
                break
            moves = [] if deck == "60" else analysis_of(table).moves(state)
            if moves and max(value for _, value in moves) < 0:
                after = [state.after(action) for action, _ in moves]
                chosen = state.after(perfect(state, state.actions(), Source(1, number, 1)))
                # It ends the game, or lets the other player end it, only if it must.
                assert not chosen.ended or all(child.ended for child in after)
                if not misere and deck not in ("naturals", "integers"):
                    can = [any(c.after(m).ended for m in c.actions()) for c in [*after, chosen]]
                    assert not can[-1] or all(can)
            board = board.play(random_word(board, generator))


def scripted(words: str, **options: Any) -> tuple[Played, str]:
    """A game of which every word is given; then the person leaves."""
    lines = iter(words.split())
    said: list[str] = []

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    seat = options.pop("seat", 1) - 1
    against = options.pop("against", "perfect")
    game = Monotonic(**options)
    found = sit_down(game, game.strategies[against], seat=seat, seed=1, ask=ask, say=said.append)
    return found, "\n".join(said)


@pytest.mark.parametrize(
    ("options", "how", "wrong", "reason"),
    [
        ({"deck": "8", "a": 4}, "from 1 to 8", "9", "9 is no card of 1 to 8"),
        ({"deck": "8", "a": 4}, "from 1 to 8", "3/2", "3/2 is no card of 1 to 8"),
        ({"deck": "naturals"}, "from 1 on", "0", "0 is no card of the naturals"),
        ({"deck": "integers"}, "any whole number", "1/2", "no card of the integers"),
        ({"deck": "rationals"}, "between two cards", "x", "'x' is no card of the rationals"),
        ({"deck": "rationals"}, "between two cards", "1/0", "'1/0' is no card of the rationals"),
        ({"deck": "subsets:3"}, "an element that is left", "124", "no element '124'"),
        ({"deck": "5", "extended": True}, "such as 1:5", "3", "write place:card"),
        ({"deck": "5", "extended": True}, "such as 1:5", "1:9", "9 is no card"),
        ({"deck": "rationals", "extended": True}, "any numbers", "1:x", "'x' is no card"),
    ],
)
def test_how_cards_are_named(options: dict[str, Any], how: str, wrong: str, reason: str) -> None:
    found, said = scripted(f"{wrong} hint ? undo q", **options)
    assert how in said.split("\n")[1]
    assert reason in said
    assert "Traceback" not in said
    assert "there is nothing to take back" in said
    assert found.payoffs is None
    assert found.ending == "you left the table"
    assert not found.tables()


def test_a_repeated_card_is_refused_and_a_move_taken_back() -> None:
    found, said = scripted("2 2 undo 3 q", a=4, d=4, deck="rationals")
    assert "card 2 is on the board already" in said
    assert "taken back" in said
    assert [card for who, card in found.moves if who == "you"] == ["3"]
    assert "row: 2" in said
    assert "row: 3" in said


def test_hints_are_what_wins() -> None:
    board = start_board(Table(parse_deck("rationals"), 4, 4)).play("0").play("1")
    # After two rising cards (PP) the card between them wins: the symmetric word RPB.
    assert hint(board) == "you win with 1/2 or any card between 0 and 1"
    lost = board.play("1/2")
    assert hint(lost) == "you lose against perfect play, whatever you do"
    assert hint(start_board(Table(parse_deck("4"), 3, 3))).startswith("you can hold the draw with")
    for text in ("9", "subsets:3"):
        at = start_board(Table(parse_deck(text), 3, 3, text == "9"))
        wins = analysis_of(at.table).winning(at.state)
        assert hint(at).startswith("you win with" if wins else "you lose")
    assert "any card at all" in hint(start_board(Table(parse_deck("rationals"), 4, 4)))
    many = start_board(Table(parse_deck("7"), 3, 3, False, True))
    assert hint(many).count(":") == 25


def test_a_won_and_a_drawn_game() -> None:
    # (3, 3) on the rationals: 1, then RPB by the card between, then whatever is left.
    won, said = scripted("0 hint", deck="rationals", a=3, d=3)
    assert won.moves[0] == ("you", "0")
    assert "you win with" in said
    found, said = scripted("1 1 2 3 4 1 2 3 4", deck="4", a=5, d=5)
    assert found.payoffs == (0, 0)
    assert found.ending == "a draw: no card is left"
    assert found.as_dict()["payoffs"] == [0, 0]
    assert {"game", "form", "moves", "ending", "seed", "against"} <= set(found.as_dict())
    assert len(found.tables()[0].rows) == 4
    lost, said = scripted("1 2", deck="3", a=2, d=3, misere=True)
    assert "ends the game and" in lost.ending


def test_the_options_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = get_args(get_args(get_type_hints(play)["version"])[0])
    assert set(versions) == set(Monotonic.versions)
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    for options in (
        {},
        {"version": "cube"},
        {"deck": "naturals", "seat": 2},
        {"against": "random"},
    ):
        found = play(seed=1, **options)
        assert found.notes() == ["you left the table"]
    for bad, message in (
        ({"seat": 3}, "seats 1 and 2"),
        ({"against": "perfect,random"}, "one other player"),
        ({"against": "best"}, "best"),
        ({"a": 0}, "a is 0"),
        ({"deck": "0"}, "at least 1"),
        ({"a": 40, "d": 40, "deck": "60"}, "bits"),
        ({"a": 40, "d": 40, "deck": "rationals"}, "at most"),
        ({"deck": "subsets:3", "extended": True}, "not on the subsets"),
    ):
        with pytest.raises(InputError, match=message):
            play(seed=1, **bad)


def test_leaving_by_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    game = Monotonic()
    found = sit_down(game, game.strategies["mirror"], ask=interrupted, say=lambda text: None)
    assert found.payoffs is None
    assert room.COMMANDS.count(":") == 2


# -- boards under their names ------------------------------------------------------------------

numbers = st.lists(
    st.fractions(min_value=-5, max_value=5, max_denominator=6), max_size=9, unique=True
)


@settings(derandomize=True, deadline=None)
@given(numbers)
def test_a_name_for_a_gap_lies_in_it(cards: list[Fraction]) -> None:
    board = start_board(Table(parse_deck("rationals"), 20, 20))
    for card in cards:
        board = board.play(str(card))
    for low, high, gap in board.gaps():
        name = board.named(gap)
        assert name not in cards
        assert (low is None or low < name) and (high is None or name < high)
        assert board.read(str(name)) == (name, gap)
        after = board.answer(gap)
        assert after.state.board[-1] == gap
        assert after.names[-1] == name


@settings(derandomize=True, deadline=None, max_examples=40)
@given(numbers)
def test_names_for_points(cards: list[Fraction]) -> None:
    board = start_board(Table(parse_deck("rationals"), 20, 20, False, True))
    for place, card in enumerate(cards):
        board = board.play(f"{place}:{card}")
    for action in list(board.state.actions())[::7]:
        point = board.named(action)
        assert board.read(f"{point[0]}:{point[1]}") == (point, action)
    assert picture_of(board)


def test_runs_of_cards() -> None:
    assert rows_of([]) == ""
    assert rows_of([1, 2, 3, 5, 7, 8]) == "1-3, 5, 7, 8"
    assert rows_of([-3, -2, -1, 4]) == "-3, -2, -1, 4"


def test_pictures() -> None:
    for text, names, wanted in (
        ("9", "5 1 4 2", "double bumping: 1R 2P 4B 5B"),
        ("subsets:3", "1 12 3", "longest ascending 2 of 4, descending 1 of 4"),
        ("naturals", "7", "row: 7"),
    ):
        board = start_board(Table(parse_deck(text), 4, 4))
        for name in names.split():
            board = board.play(name)
        assert wanted in picture_of(board), picture_of(board)
    assert start_of(Table(parse_deck("3"), 3, 3)).actor == 0

"""Numbers that are very large: refused where they make no sense, and no slower where they do."""

import pytest

from montmort.core.errors import InputError
from montmort.games.monotonic.analysis import Analysis
from montmort.games.monotonic.boards import position_of
from montmort.games.monotonic.decks import parse_deck
from montmort.games.monotonic.solve import solve
from montmort.games.monotonic.states import Table


@pytest.mark.parametrize(
    ("deck", "board", "message"),
    [
        ("rationals", "1e5000", "is no card of the rationals"),
        ("integers", "1" * 5000, "too long for a card"),
        ("9", "1e100000000", "is no card of 1 to 9"),
        ("9" * 5000, None, "too large"),
        ("subsets:" + "9" * 5000, None, "too large"),
    ],
)
def test_numbers_without_end_are_refused_at_once(
    deck: str, board: str | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        solve(3, 3, deck=deck, board=board)


@pytest.mark.parametrize("deck", ["naturals", "integers"])
@pytest.mark.parametrize("misere", [False, True])
def test_far_cards_are_like_nearer_ones_and_cost_no_more(deck: str, misere: bool) -> None:
    far = solve(3, 3, deck=deck, board="100000000000,70", misere=misere).as_dict()
    near = solve(3, 3, deck=deck, board="1000,70", misere=misere).as_dict()
    assert far["outcome"] == near["outcome"]
    shift = 100000000000 - 1000
    moved = [card + shift if card > 500 else card for card in near["winning"]]
    assert far["winning"] == moved
    # Every card of the shorter gap, one by one, against what the list says of it.
    table = Table(parse_deck(deck), 3, 3, misere)
    state = position_of(table, "1000,70")
    analysis = Analysis(table)
    values = {card: -analysis.value(state.after(card)) for card in range(71, 1000)}
    listed = dict(analysis.moves(state))
    assert all(values[card] == value for card, value in listed.items() if card in values)
    middle = {value for card, value in values.items() if 70 + 12 <= card <= 1000 - 12}
    assert middle == {listed[70 + 12]}

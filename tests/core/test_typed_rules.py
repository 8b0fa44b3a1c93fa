"""Typed rules: defaults, checks, sentences; versions of games."""

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar, Literal

import pytest

from montmort import Game, InputError, Rules, setting
from montmort.core.rules import settings


@dataclass(frozen=True, kw_only=True)
class CardRules(Rules):
    """Some of every type."""

    players: int = setting(4, "number of players", low=2, high=6)
    cards: int = setting(13, "cards in a hand", low=1)
    share: float = setting(0.5, "how much is shared", low=0, high=1)
    trump: Literal["none", "hearts"] = setting("none", "the trump suit")
    open: bool = setting(False, "whether hands are open")
    bonus: tuple[int, ...] = setting((0, 1), "bonuses")

    def check(self) -> None:
        if self.players * self.cards > 52:
            raise InputError(f"{self.players} players with {self.cards} cards are more than a deck")


class Cards(Game):
    """A game of cards."""

    Rules = CardRules
    versions: ClassVar[dict[str, CardRules]] = {"long": CardRules(), "short": CardRules(cards=5)}


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"players": 1}, "players is 1: it must be at least 2"),
        ({"players": 7}, "players is 7: it must be at most 6"),
        ({"players": 2.0}, "players is 2.0: it must be a whole number"),
        ({"players": True}, "players is True: it must be a whole number"),
        ({"players": "4"}, "players is '4': it must be a whole number"),
        ({"share": 1.5}, "share is 1.5: it must be at most 1"),
        ({"share": "half"}, "share is 'half': it must be a number"),
        ({"trump": "heart"}, "no trump 'heart': did you mean 'hearts'?"),
        ({"open": 1}, "open is 1: it must be yes or no"),
        ({"players": 6}, "6 players with 13 cards are more than a deck"),
    ],
)
def test_wrong_values_are_refused_in_words(values: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        CardRules(**values)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_changed_rules_are_checked_and_others() -> None:
    rules = CardRules()
    assert rules.changed(cards=5, players=None).as_dict() == {
        "players": 4, "cards": 5, "share": 0.5, "trump": "none", "open": False, "bonus": (0, 1),
    }  # fmt: skip
    assert rules.cards == 13
    assert rules.changed(share=1).share == 1
    with pytest.raises(InputError, match="did you mean 'cards'"):
        rules.changed(card=5)
    with pytest.raises(InputError, match="more than a deck"):
        rules.changed(players=5)
    with pytest.raises(FrozenInstanceError):
        rules.cards = 3  # type: ignore[misc]


def test_settings_tell_what_an_interface_needs() -> None:
    found = {item.name: item for item in settings(CardRules)}
    assert list(found) == ["players", "cards", "share", "trump", "open", "bonus"]
    assert found["trump"].choices == ("none", "hearts")
    assert found["cards"].choices == ()
    assert (found["players"].low, found["players"].high) == (2, 6)
    assert found["cards"].help == "cards in a hand"
    assert found["share"].type is float


def test_versions_have_names_and_changes_keep_them() -> None:
    assert Cards().version == "long"
    assert Cards("short").rules.cards == 5
    assert Cards("short", players=6).rules == CardRules(cards=5, players=6)
    assert Cards(CardRules(cards=5)).version == "short"
    assert Cards(CardRules(cards=6)).version == "custom"
    with pytest.raises(InputError, match="did you mean 'short'"):
        Cards("shot")
    assert Cards.versions["short"] == CardRules(cards=5)


def test_a_game_without_versions_has_the_standard_one() -> None:
    class OneWay(Game):
        """One way to play."""

    assert OneWay().version == OneWay("standard").version == "standard"
    assert OneWay.name == "one-way"
    assert OneWay(players=3).players == 3
    assert OneWay.about() == "One way to play."
    with pytest.raises(InputError, match="no version 'other'"):
        OneWay("other")
    with pytest.raises(NotImplementedError, match="where it starts"):
        OneWay().start()

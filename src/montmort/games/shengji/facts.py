"""What the sources fix about Sheng Ji and Finding Friends, beside what the rules here say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.results import Fact, Facts, Result
from ...equipment import cards
from .keeping import Entry, Keeper, level_name
from .ranks import GROUP, TRUMPS, sorted_kinds, trump_number
from .referee import judge
from .versions import VERSIONS, ShengjiRules

__all__ = ["reproduce"]

_TEXT = "“on 80 points (bashifen)”, blog.yhuang.org"
_FRIENDS = "the text on Finding Friends, blog.yhuang.org"
_DEFAULT = "decided here, where the text is silent or has two readings"
_OPEN = "the rules page of the open server rbtying/shengji"
_CHECKED = "worked out by hand from the text"


def reproduce(seed: int = 1) -> Iterator[Result]:
    """Yield what the sources fix, beside ours: cards, patterns, following, scoring, friends.

    >>> facts = next(reproduce())
    >>> all(fact.agrees for fact in facts.facts)
    True
    """
    yield Facts("Sheng Ji: cards and ranks", tuple(_cards()), method="the tables of the rules")
    yield Facts(
        "Sheng Ji: declaring trumps", tuple(_declaring()), method="the referee on single situations"
    )
    yield Facts(
        "Sheng Ji: patterns, following, tosses and tricks", tuple(_plays()),
        method="the referee on single situations",
    )  # fmt: skip
    yield Facts(
        "Sheng Ji and Finding Friends: points, levels and who deals", tuple(_scoring()),
        method="the scoring of the rules",
    )  # fmt: skip
    yield Facts(
        "Sheng Ji as tables on the web play it (version online)", tuple(_online()),
        ("the page is that of an open server; what its fields mean here is in the documentation",),
        method="the referee and the scoring, under version online",
    )  # fmt: skip
    yield Facts(
        "whole rounds: nothing is lost", tuple(_rounds(seed)),
        ("each round is played by the interpreted rules, at random",), "random rounds",
    )  # fmt: skip


def _fact(statement: str, source: str, expected: Any, found: Any, note: str = "") -> Fact:
    return Fact(statement, source, expected, found, expected == found, note)


def _cards() -> Iterator[Fact]:
    points = {cards.RANKS[r]: cards.points(r) for r in range(13) if cards.points(r)}
    yield _fact("what cards count", _TEXT, "5: 5, T: 10, K: 10",
                ", ".join(f"{rank}: {n}" for rank, n in points.items()))  # fmt: skip
    per_deck = sum(cards.points(kind) * n for kind, n in enumerate(cards.deck()))
    yield _fact("points in a deck", _CHECKED, 100, per_deck)
    standard, friends = VERSIONS["standard"], VERSIONS["friends"]
    three = friends.changed(decks=3)
    for statement, source, expected, rules in (
        ("two decks, four players: bottom, hand", _TEXT, (8, 25), standard),
        ("two decks, five players: bottom, hand", _DEFAULT, (8, 20), friends),
        ("three decks, five players: bottom, hand", _DEFAULT, (7, 31), three),
    ):
        yield _fact(statement, source, expected, (rules.bottom_size, rules.hand_size))
    yield _fact("the dealer's hand before he lays down", _CHECKED, 33,
                standard.hand_size + standard.bottom_size)  # fmt: skip
    order = " ".join(cards.name(kind) for kind in sorted_kinds(trump_number("S", "7"))[:18])
    yield _fact(
        "final ranks, spades trump on level 7", _TEXT,
        "BJ SJ 7S 7H 7D 7C AS KS QS JS TS 9S 8S 6S 5S 4S 3S 2S", order,
        "7H, 7D and 7C are equal",
    )  # fmt: skip
    t = trump_number("S", "7")
    belong = [name for name in ("7D", "SJ", "BJ", "8D") if GROUP[t, cards.kind(name)] == TRUMPS]
    yield _fact("of 7D, SJ, BJ, 8D, which are trumps then", _TEXT, "7D SJ BJ", " ".join(belong))


def _verdict(topic: str, rules: dict[str, Any] | None = None, /, **fields: Any) -> Any:
    return judge({"topic": topic, "id": "fact", **fields}, changes=rules).verdict


def _declaring() -> Iterator[Fact]:
    def bid(play: str, hand: str, *shown: tuple[int, str], trump: str = "2NT") -> Any:
        reveals = [{"player": player, "cards": text} for player, text in shown]
        return _verdict("bid", trump=trump, hand=hand, play=play, player=0, shown=reveals)

    for statement, source, expected, found in (
        ("a level card reveals", _TEXT, "legal", bid("2S", "2S 3S")),
        ("a card that is not of the level does not", _TEXT, "illegal", bid("3S", "2S 3S")),
        ("two level cards over one", _TEXT, "legal", bid("2H 2H", "2H 2H", (1, "2S"))),
        ("one level card over one", _TEXT, "illegal", bid("2H", "2H", (1, "2S"))),
        ("one joker over one level card", _TEXT, "legal", bid("SJ", "SJ", (1, "2S"))),
        ("two jokers over two level cards", _TEXT, "legal", bid("SJ SJ", "SJ SJ", (1, "2S 2S"))),
        ("one joker over one joker, colour or black", _DEFAULT, "illegal",
         bid("BJ", "BJ", (1, "SJ"))),
        ("the governor adds an identical card", _TEXT, "legal", bid("2S 2S", "2S 2S", (0, "2S"))),
        ("the governor reveals another suit", _TEXT, "illegal", bid("2H 2H", "2H 2H", (0, "2S"))),
    ):  # fmt: skip
        yield _fact(statement, source, expected, found)


def _plays() -> Iterator[Fact]:
    def read(play: str, trump: str) -> str:
        found = _verdict("decompose", trump=trump, play=play)
        return found if isinstance(found, str) else " ".join(found)

    for statement, source, expected, found in (
        ("6S6S 8S8S on level 7", _TEXT, "2x2", read("6S 6S 8S 8S", "7H")),
        ("6S6S 8S8S on level 2", _TEXT, "2x1 2x1", read("6S 6S 8S 8S", "2H")),
        ("2S2S SJSJ at notrump on level 2", _DEFAULT, "2x2", read("2S 2S SJ SJ", "2NT")),
        ("2S2S 2H2H at notrump on level 2", _DEFAULT, "2x1 2x1", read("2S 2S 2H 2H", "2NT")),
        ("5S5S5S 6S6S", _DEFAULT, "3x1 2x1", read("5S 5S 5S 6S 6S", "2H")),
        ("AHAH 7S7S 7D7D 7H7H, hearts trump on level 7: read with the longest run first",
         _DEFAULT, "2x3 2x1", read("AH AH 7S 7S 7D 7D 7H 7H", "7H")),
    ):  # fmt: skip
        yield _fact(f"the parts of {statement}", source, expected, found)

    def follow(lead: str, hand: str, play: str) -> Any:
        return _verdict("follow", trump="2H", lead=lead, hand=hand, play=play, decks=4)

    quad = "5S 5S 5S 5S"
    for statement, source, expected, found in (
        ("a pair within a run answers a pair", _DEFAULT, "illegal",
         follow("5S 5S", "9S 9S TS TS 3S 4S", "3S 4S")),
        ("a triple need not be broken for a pair", _TEXT, "legal",
         follow("5S 5S", "KS KS KS 3S 4S", "3S 4S")),
        ("a three-pair run does not answer a two-pair run: two of its pairs do", _TEXT, "legal",
         follow("5S 5S 6S 6S", "9S 9S TS TS JS JS 3S", "9S 9S JS JS")),
        ("and two pairs are owed", _TEXT, "illegal",
         follow("5S 5S 6S 6S", "9S 9S TS TS JS JS 3S 4S", "9S 9S 3S 4S")),
        ("a quad that can't be matched asks for a triple", _TEXT, "illegal",
         follow(quad, "KS KS KS 9S 9S 3S 4S", "9S 9S 3S 4S")),
        ("then for one pair", _TEXT, "illegal", follow(quad, "9S 9S 8S 8S 3S 4S 6S 7S",
                                                       "3S 4S 6S 7S")),
        ("never for two pairs", _TEXT, "legal", follow(quad, "9S 9S 8S 8S 3S 4S", "9S 9S 3S 4S")),
        ("a suit that runs out leaves the rest free", _TEXT, "legal",
         follow("5S 5S", "9S 3D KD", "9S KD")),
    ):  # fmt: skip
        yield _fact(statement, source, expected, found)
    winner = _verdict("rank", trump="7S", plays=["AH KH", "3S 4S", "2S BJ", "4S 5S"])
    yield _fact(
        "AH KH / 3S 4S / 2S BJ / 4S 5S, spades trump on level 7: which play takes it", _CHECKED,
        3, winner + 1, "the fourth outranks the second, but neither outranks the third",
    )  # fmt: skip
    toss = _verdict("toss", trump="2H", play="AS KS KS", other_hands=["AS QS QS", "3D", "4S"])
    yield _fact("the toss AS KS KS against AS QS QS: equal cards do not beat", _DEFAULT, True,
                toss["is_toss"])  # fmt: skip
    toss = _verdict("toss", trump="2H", play="AS QS QS", other_hands=["KS KS", "3D", "4S"])
    yield _fact("the toss AS QS QS against KS KS: what is beaten", _TEXT, [["QS", "QS"]],
                toss["beaten_components"])  # fmt: skip


def _scored(points: int, rules: dict[str, Any] | None = None, players: int = 4) -> str:
    said = _verdict("score", rules, grabber_points=points, players=players)
    return f"{said['winner']} +{said['rise']}"


def _scoring() -> Iterator[Fact]:
    for points, expected, source in (
        (0, "dealer +1", _TEXT), (75, "dealer +1", _TEXT), (80, "grabber +0", _TEXT),
        (115, "grabber +0", _TEXT), (120, "grabber +1", _TEXT), (160, "grabber +1", _DEFAULT),
        (200, "grabber +1", _DEFAULT),
    ):  # fmt: skip
        yield _fact(f"{points} points for the grabbers", source, expected, _scored(points))
    for points, expected in (
        (125, "dealer +1"), (130, "grabber +1"), (190, "grabber +1"), (195, "grabber +2"),
    ):  # fmt: skip
        yield _fact(f"Finding Friends: {points} points for the grabbers", _FRIENDS, expected,
                    _scored(points, players=5))  # fmt: skip
    yield _fact("each 40 points more, as the text has heard: 160, 200", _TEXT,
                "grabber +2, grabber +3",
                ", ".join(_scored(p, {"extra_steps": 40}) for p in (160, 200)))  # fmt: skip
    for who, doubled in (("grabber", 20), ("dealer", 0)):
        added = _verdict("bottom", trump="2H", play="KS", bottom_points=10, last_trick_winner=who)
        yield _fact(f"a bottom of 10 after a last trick of the {who}s", _TEXT, doubled,
                    added["added"])  # fmt: skip
    keeper = _kept("standard", Entry(75, dealer=0))
    yield _fact("seat 1's side holds the deal: who deals next", _DEFAULT, "seat 3", _next(keeper))
    yield _fact("the grabbers take it from seat 1: who deals next", _DEFAULT, "seat 2",
                _next(_kept("standard", Entry(80, dealer=0))))  # fmt: skip
    keeper = _kept("friends", Entry(125, friends=(3,), dealer=0))
    yield _fact("Finding Friends: seats 1 and 4 win at 125: who deals next", _DEFAULT, "seat 1",
                _next(keeper))  # fmt: skip
    yield _fact("and who rises", _FRIENDS, "3 2 2 3 2", _levels(keeper))
    keeper = _kept("friends", Entry(195, friends=(1,), dealer=0))
    yield _fact("seats 1 and 2 lose at 195: who deals next", _DEFAULT, "seat 3", _next(keeper))
    yield _fact("and who rises", _FRIENDS, "2 2 4 4 4", _levels(keeper))
    aces = _kept("friends", Entry(0, friends=(1,), dealer=0), start_level="A")
    yield _fact("on level A, seats 1 and 2 win together", _DEFAULT, (1, 2),
                tuple(p + 1 for p in aces.standing.winners))  # fmt: skip
    match = _kept("standard", *[Entry(0, dealer=0)] * 13)
    yield _fact("rounds from 2 to beyond A, one level each", _CHECKED, (13, (1, 3)),
                (len(match.entries), tuple(p + 1 for p in match.standing.winners)))  # fmt: skip


def _kept(version: str, *entries: Entry, **changes: Any) -> Keeper:
    from .game import Shengji

    keeper = Keeper(Shengji(version, rounds=0, **changes))
    for entry in entries:
        keeper.report(entry)
    return keeper


def _next(keeper: Keeper) -> str:
    dealer = keeper.standing.dealer
    return "nobody" if dealer is None else f"seat {dealer + 1}"


def _levels(keeper: Keeper) -> str:
    return " ".join(level_name(level) for level in keeper.standing.levels)


def _online() -> Iterator[Fact]:
    rules = _changes(VERSIONS["online"])
    table = {
        0: "dealer +3", 5: "dealer +2", 35: "dealer +2", 40: "dealer +1", 75: "dealer +1",
        80: "grabber +0", 115: "grabber +0", 120: "grabber +1", 160: "grabber +2",
        200: "grabber +3",
    }  # fmt: skip
    for points, expected in table.items():
        yield _fact(f"{points} points for the grabbers", _OPEN, expected, _scored(points, rules))
    for play, cards_, times in (
        ("a single", "KS", 2), ("a pair", "KS KS", 4), ("a triple", "KS KS KS", 6),
        ("a two-pair run", "KS KS AS AS", 8), ("a toss of a pair and a single", "KS KS AS", 4),
    ):  # fmt: skip
        said = _verdict("bottom", rules, trump="2H", play=cards_, bottom_points=5,
                        last_trick_winner="grabber")  # fmt: skip
        yield _fact(f"how often the bottom counts after {play}", _OPEN, times, said["multiplier"])

    def follow(lead: str, hand: str, play: str) -> Any:
        return _verdict("follow", rules, trump="4H", lead=lead, hand=hand, play=play, decks=3)

    run = "7S 7S 8S 8S 9S 9S"
    for statement, expected, found in (
        ("a three-pair run draws a two-pair run", "illegal",
         follow(run, "2S 2S 3S 3S JS JS KS KS", "2S 2S JS JS KS KS")),
        ("and another pair", "legal", follow(run, "2S 2S 3S 3S JS JS KS", "2S 2S 3S 3S JS JS")),
        ("a pair draws one out of a triple", "illegal", follow("5S 5S", "KS KS KS 2S 3S", "2S 3S")),
        ("a triple draws a pair", "illegal", follow("5S 5S 5S", "KS KS 2S 3S", "KS 2S 3S")),
    ):  # fmt: skip
        yield _fact(statement, _OPEN, expected, found)
    for statement, expected, play, shown in (
        ("one joker reveals", "illegal", "BJ", ()),
        ("two jokers over two level cards", "legal", "BJ BJ", ({"player": 1, "cards": "4S 4S"},)),
    ):
        found = _verdict("bid", rules, trump="4NT", hand="BJ BJ", play=play, player=0, shown=shown)
        yield _fact(statement, _OPEN, expected, found)
    ace = _kept("online", Entry(120, dealer=0), start_level="A")
    yield _fact("on level A, grabbers with 120 points", _OPEN, "A A A A", _levels(ace),
                "the ace must be won on as the dealer's side")  # fmt: skip


def _changes(rules: ShengjiRules) -> dict[str, Any]:
    standard = VERSIONS["standard"].as_dict()
    return {name: value for name, value in rules.as_dict().items() if standard[name] != value}


def _rounds(seed: int) -> Iterator[Fact]:
    from ...engines.tournament.rows import play_interpreted
    from .bots import BOTS
    from .game import Shengji
    from .kernel import KERNEL

    for version, seats in (("standard", 4), ("friends", 5)):
        game = Shengji(version)
        s, _ = play_interpreted(
            KERNEL, game.initial(), [BOTS["random"]] * seats, range(seats), seed=seed, number=0,
            per_deal=1,
        )  # fmt: skip
        played = sum(int(s.played[p, k]) for p in range(seats) for k in range(cards.KINDS))
        left = sum(int(s.bottom[k]) for k in range(cards.KINDS))
        yield _fact(f"{version}: cards played and in the bottom", _CHECKED, 108, played + left)
        taken = sum(int(s.points[p]) for p in range(seats))
        under = sum(int(s.bottom[k]) * cards.points(k) for k in range(cards.KINDS))
        yield _fact(f"{version}: points taken and in the bottom", _CHECKED, 200, taken + under)

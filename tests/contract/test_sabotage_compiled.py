"""The teeth of the contract: compiled games with one thing wrong, each caught."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from typing import Any

import pytest

from montmort import CHANCE, OVER
from montmort.core.compiled import CompiledGame, Kernel
from montmort.core.rule import rule
from montmort.core.struct import Floats, Ints, Stream, Struct, number, numbers
from montmort.engines.contract import Report, check
from montmort.statistics.streams import below

look = functools.partial(check, games=4, longest=400, process=False)


def caught(report: Report, promise: str, says: str) -> None:
    found = [item for item in report if item.promise == promise and says in item.sentence]
    assert found, [f"{item.promise}: {item.sentence}" for item in report]


class Count(Struct):
    """Two players add to a sum; chance does too, in between; cards are hidden."""

    players: int = number("i1")
    turn: int = number("i1")
    rolled: int = number("i1")
    total: int = number("i1")
    limit: int = number("i1")
    guard: Ints = numbers(4, dtype="i1")


class Seen(Struct):
    """What a player sees: all."""

    turn: int = number("i1")
    total: int = number("i1")
    rolled: int = number("i1")
    limit: int = number("i1")
    players: int = number("i1")


@rule
def actor(s: Count) -> int:
    if s.total >= s.limit:
        return OVER
    return s.turn if s.rolled else CHANCE


@rule
def actions(s: Count, out: Ints) -> int:
    for i in range(s.rolled):
        out[i] = i + 1
    return s.rolled


@rule
def allowed(s: Count, a: int) -> int:
    if s.total >= s.limit:
        return 1
    if s.rolled == 0:
        return 0 if 1 <= a <= 3 else 2
    return 0 if 1 <= a <= s.rolled else 3


@rule
def apply(s: Count, a: int) -> None:
    if s.rolled == 0:
        s.rolled = a
    else:
        s.total += a
        s.rolled = 0
        s.turn = 1 - s.turn


@rule
def payoffs(s: Count, out: Floats) -> None:
    out[s.turn] = -1.0
    out[1 - s.turn] = 1.0


@rule
def sample(s: Count, stream: Stream) -> int:
    return 1 + below(stream, 3)


@rule
def chances(s: Count, outcomes: Ints, weights: Ints) -> int:
    for i in range(3):
        outcomes[i] = i + 1
        weights[i] = 1
    return 3


@rule
def observe(s: Count, player: int, v: Seen) -> None:
    v.turn = s.turn
    v.total = s.total
    v.rolled = s.rolled
    v.limit = s.limit
    v.players = s.players


HONEST_KERNEL = Kernel(
    Count, actor, actions, allowed, apply, payoffs, sample=sample, chances=chances,
    view=Seen, observe=observe, capacity=3, listed=3,
    reasons={1: "the game is over", 2: "a die shows 1 to 3: {a}", 3: "no more than rolled: {a}"},
)  # fmt: skip


def count_game(limit: int = 9, **changes: Any) -> CompiledGame:
    """The counting game, with some rules replaced."""

    class Counting(CompiledGame):
        """Add no more than the die shows; whoever reaches the limit wins."""

        kernel = replace(HONEST_KERNEL, **changes)

        def initial(self) -> Count:
            s = Count()
            s.players, s.limit = 2, limit
            return s

        def guess(self, view: Any, player: int, rng: random.Random) -> Count:
            s = self.initial()
            s.turn, s.total, s.rolled = view.turn, view.total, view.rolled
            return s

    return Counting()


def test_the_honest_compiled_game_passes_in_both_worlds() -> None:
    report = look(count_game())
    assert report.kept, list(report)
    assert min(report.checked[name] for name in ("twins", "buffer", "astray")) > 3


@rule
def allowed_to_eight_bits(s: Count, a: int) -> int:
    """Judge the number modulo 256, as a cast to a small field would."""
    return allowed(s, (a + 128) % 256 - 128)


@rule
def actions_beyond(s: Count, out: Ints) -> int:
    for i in range(s.rolled + 2):
        out[i] = i + 1
    return s.rolled


def _wrapping(s, a):  # type: ignore[no-untyped-def]
    # What compiled code does where it counts in eight bits.
    if s.rolled == 0:
        s.rolled = a
    else:
        s.total = (s.total + 70 * a + 128) % 256 - 128
        s.rolled = 0
        s.turn = 1 - s.turn


@rule(compiled=_wrapping)
def apply_by_seventies(s: Count, a: int) -> None:
    if s.rolled == 0:
        s.rolled = a
    else:
        s.total = min(127, s.total + 70 * a)
        s.rolled = 0
        s.turn = 1 - s.turn


@rule
def apply_overflowing(s: Count, a: int) -> None:
    if s.rolled == 0:
        s.rolled = a
    else:
        s.total += 50 * a
        s.rolled = 0
        s.turn = 1 - s.turn


def _truncating(s, out):  # type: ignore[no-untyped-def]
    out[0] = float(int((s.total - 20) / 3))
    out[1] = -out[0]


@rule(compiled=_truncating)
def payoffs_divided(s: Count, out: Floats) -> None:
    out[0] = float((s.total - 20) // 3)
    out[1] = -out[0]


def _twice(s, stream):  # type: ignore[no-untyped-def]
    below(stream, 3)
    return 1 + below(stream, 3)


@rule(compiled=_twice)
def sample_twice(s: Count, stream: Stream) -> int:
    return 1 + below(stream, 3)


@rule
def sample_unfair(s: Count, stream: Stream) -> int:
    return 1 + min(below(stream, 4), 2)


@rule
def chances_beyond(s: Count, outcomes: Ints, weights: Ints) -> int:
    return 4


def _two(s, outcomes, weights):  # type: ignore[no-untyped-def]
    for i in range(2):
        outcomes[i] = i + 1
        weights[i] = 1
    return 2


@rule(compiled=_two)
def chances_two(s: Count, outcomes: Ints, weights: Ints) -> int:
    return chances(s, outcomes, weights)


def _over_the_edge(s, a):  # type: ignore[no-untyped-def]
    apply(s, a)
    s.guard[4 + 8] = 1  # beyond the record, where compiled code does not look


@rule(compiled=_over_the_edge)
def apply_over_the_edge(s: Count, a: int) -> None:
    apply(s, a)


@rule
def observe_half(s: Count, player: int, v: Seen) -> None:
    v.turn = s.turn
    v.total = s.total


INTERPRETED = {
    "a door of eight bits": (
        {"allowed": allowed_to_eight_bits}, "door", "lets it pass",
    ),
    "actions beyond the buffer": ({"actions": actions_beyond}, "actions", "IndexError"),
    "a view that hides": ({"observe": observe_half}, "view", "hidden = True"),
    "wrong odds": ({"sample": sample_unfair}, "sampling", "does not follow the weights"),
    "a sum beyond eight bits": ({"apply": apply_overflowing}, "door", "OverflowError"),
}  # fmt: skip


@pytest.mark.parametrize("name", INTERPRETED)
def test_a_sabotaged_compiled_game_is_caught_uncompiled(name: str) -> None:
    changes, promise, says = INTERPRETED[name]
    limit = 120 if "sum" in name else 9
    caught(look(count_game(limit, **changes), compiled=False), promise, says)


COMPILED: dict[str, tuple[dict[str, Any], str, str]] = {
    "a sum wraps in eight bits": ({"apply": apply_by_seventies}, "twins", "total is"),
    "a division of negatives": ({"payoffs": payoffs_divided}, "twins", "payoffs is"),
    "one draw more": ({"sample": sample_twice}, "twins", "sample draws"),
    "fewer chances": ({"chances": chances_two}, "twins", "chances counts 3 interpreted and 2"),
    "writes beyond the record": ({"apply": apply_over_the_edge}, "buffer", "outside the record"),
}


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_game_that_means_something_else_is_caught(name: str) -> None:
    changes, promise, says = COMPILED[name]
    limit = 120 if "wraps" in name else 9
    caught(look(count_game(limit, **changes)), promise, says)


def test_chance_that_is_listed_and_not_sampled_plays_alike_in_both_worlds() -> None:
    report = look(count_game(sample=None))
    assert report.kept, list(report)
    assert report.checked["twins"] > 100


# -- a compiled game with hidden cards -------------------------------------------------


class Hands(Struct):
    """A card each, dealt in turn; then each says high or low, once."""

    dealt: int = number("i1")
    said: Ints = numbers(2, dtype="i1")
    card: Ints = numbers(2, dtype="i1")


class Hand(Struct):
    """What a player sees."""

    card: int = number("i1")
    said: Ints = numbers(2, dtype="i1")
    dealt: int = number("i1")


@rule
def hands_actor(s: Hands) -> int:
    if s.dealt < 2:
        return CHANCE
    if s.said[0] == 0:
        return 0
    return 1 if s.said[1] == 0 else OVER


@rule
def hands_actions(s: Hands, out: Ints) -> int:
    out[0] = 1
    out[1] = 2
    return 2


@rule
def hands_allowed(s: Hands, a: int) -> int:
    if s.dealt < 2:
        return 0 if 1 <= a <= 4 and (s.dealt == 0 or a != s.card[0]) else 1
    if s.said[1] != 0:
        return 2
    return 0 if a in (1, 2) else 3


@rule
def hands_apply(s: Hands, a: int) -> None:
    if s.dealt < 2:
        s.card[s.dealt] = a
        s.dealt += 1
    elif s.said[0] == 0:
        s.said[0] = a
    else:
        s.said[1] = a


@rule
def hands_payoffs(s: Hands, out: Floats) -> None:
    stake = s.said[0] * s.said[1]
    out[0] = stake if s.card[0] > s.card[1] else -stake
    out[1] = -out[0]


@rule
def hands_chances(s: Hands, outcomes: Ints, weights: Ints) -> int:
    count = 0
    for card in range(1, 5):
        if hands_allowed(s, card) == 0:
            outcomes[count] = card
            weights[count] = 1
            count += 1
    return count


@rule
def hands_observe(s: Hands, player: int, v: Hand) -> None:
    v.card = s.card[player]
    v.dealt = s.dealt
    for i in range(2):
        v.said[i] = s.said[i]


@rule
def hands_leak(s: Hands, player: int, v: Hand) -> None:
    hands_observe(s, player, v)
    v.dealt = s.dealt + 10 * s.card[1 - player]


@rule
def hands_tell(s: Hands, out: Ints) -> int:
    out[0] = 1
    out[1] = 2
    return 1 if s.card[1 - hands_actor(s)] == 4 else 2


@rule
def hands_tell_door(s: Hands, a: int) -> int:
    if s.dealt == 2 and s.said[1] == 0 and a == 2 and s.card[1 - hands_actor(s)] == 4:
        return 4
    return hands_allowed(s, a)


def hands_game(**changes: Any) -> CompiledGame:
    """The game of hands, with some rules replaced."""
    bound = Kernel(
        Hands, hands_actor, hands_actions, hands_allowed, hands_apply, hands_payoffs,
        chances=hands_chances, view=Hand, observe=hands_observe, capacity=2, listed=4,
    )  # fmt: skip

    class Holding(CompiledGame):
        """The higher card wins what both have said."""

        hidden = True
        kernel = replace(bound, **changes)

        def initial(self) -> Hands:
            return Hands()

        def guess(self, view: Any, player: int, rng: random.Random) -> Hands:
            s = Hands()
            s.dealt, s.said[:] = view.dealt % 10, view.said
            s.card[player] = view.card
            if s.dealt > 1 - player:
                s.card[1 - player] = rng.choice([c for c in range(1, 5) if c != view.card])
            return s

    return Holding()


def test_an_honest_compiled_game_with_hidden_cards_passes() -> None:
    report = look(hands_game())
    assert report.kept, list(report)
    assert min(report.checked[name] for name in ("secrets", "guess", "recall", "twins")) > 10


HIDDEN: dict[str, tuple[dict[str, Any], str, str]] = {
    "a leaking view": ({"observe": hands_leak}, "guess", "looks different"),
    "actions that tell": (
        {"actions": hands_tell, "allowed": hands_tell_door}, "secrets", "what she may do tells",
    ),
    "a door that tells": ({"allowed": hands_tell_door}, "door", "refuses it"),
    "all in view": ({"view": None, "observe": None}, "view", "every view tells"),
}  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_a_compiled_game_that_gives_its_secrets_away_is_caught(name: str) -> None:
    changes, promise, says = HIDDEN[name]
    caught(look(hands_game(**changes), compiled=False), promise, says)

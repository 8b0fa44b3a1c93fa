"""Le Her as it is played at the table, by two or more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game, State
from ...core.rules import Rules, setting
from ...core.strategy import Strategy
from .play import STRATEGIES

if TYPE_CHECKING:
    import random

__all__ = ["LeHer", "LeHerRules", "LeHerState", "LeHerView"]

FACES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def _face(card: int, ranks: int) -> str:
    """Name a rank as cards are named, where there are thirteen of them."""
    return FACES.get(card, str(card)) if ranks == 13 else str(card)


@dataclass(frozen=True, kw_only=True)
class LeHerRules(Rules):
    """The deck and the three house rules; the highest rank is called the king."""

    players: int = setting(2, "number of players, the dealer last", low=2, high=12)
    cards: int = setting(0, "a single suit of so many cards (0: use suits and ranks)", low=0)
    suits: int = setting(1, "suits, each with one card of every rank", low=1)
    ranks: int = setting(13, "ranks in each suit", low=2)
    ties_to_dealer: bool = setting(False, "of equal lowest cards, the dealer's is the higher")
    king_refuses: bool = setting(False, "whoever holds a king refuses to swap")
    king_bars: bool = setting(False, "a dealer who draws a king must keep the card he had")

    @property
    def deck(self) -> tuple[int, int]:
        """Suits and ranks."""
        return (1, self.cards) if self.cards else (self.suits, self.ranks)

    def check(self) -> None:
        """The deck must have a card for everyone, and one to draw."""
        if self.cards and self.suits != 1:
            raise InputError(
                f"cards is {self.cards} and suits is {self.suits}: cards means a single suit; "
                "give suits and ranks instead"
            )
        suits, ranks = self.deck
        if suits * ranks < max(3, self.players + 1):
            raise InputError(
                f"a deck of {suits * ranks} cards is too small for {self.players} players: "
                f"Le Her needs at least {max(3, self.players + 1)}"
            )


class LeHerView(NamedTuple):
    """What one player sees."""

    rules: LeHerRules
    seat: int
    """From 0, the dealer's left, to the dealer."""
    held: tuple[int, ...]
    """The cards that she has held, the present one last."""
    history: tuple[str, ...]
    """What everyone before her did: keep, swap, refused, barred."""

    def __str__(self) -> str:
        """Say it in words, for the table."""
        if not self.held:
            return "no card yet"
        suits, ranks = self.rules.deck
        cards = [_face(card, ranks) for card in self.held]
        deck = f"{suits} suits of {ranks} ranks" if suits > 1 else f"{ranks} cards of one suit"
        words = [f"you hold {cards[-1]}"]
        if len(cards) > 1:
            words.append("before: " + ", ".join(cards[:-1]))
        words += [f"seat {seat}: {done}" for seat, done in enumerate(self.history, start=1)]
        return "; ".join([*words, deck])


@dataclass(frozen=True)
class LeHerState(State[Any]):
    """Cards by rank (1 is the lowest): as dealt, as held now, and as each player saw them."""

    rules: LeHerRules
    dealt: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()
    seen: tuple[tuple[int, ...], ...] = ()
    history: tuple[str, ...] = ()
    drawn: int = 0

    @property
    def actor(self) -> int:
        """Chance deals and draws; in between each player decides once."""
        players = self.rules.players
        if len(self.dealt) < players:
            return CHANCE
        turn = len(self.history)
        if turn < players:
            return turn
        return CHANCE if self.history[-1] == "swap" and not self.drawn else OVER

    def chances(self) -> list[tuple[int, int]]:
        """List the ranks that are left in the deck, with how many cards of each."""
        suits, ranks = self.rules.deck
        if suits == 1:
            return [(rank, 1) for rank in range(1, ranks + 1) if rank not in self.dealt]
        left = [(rank, suits - self.dealt.count(rank)) for rank in range(1, ranks + 1)]
        return [(rank, weight) for rank, weight in left if weight]

    def sample(self, stream: Any) -> int:
        """Draw a card that is left, without listing the deck."""
        suits, ranks = self.rules.deck
        while True:
            card = stream.below(suits * ranks)
            rank = int(card // suits) + 1
            # Of the cards of this rank, those dealt already are taken to be the first.
            if card % suits >= self.dealt.count(rank):
                return rank

    def actions(self) -> tuple[str, str]:
        """Keep the card, or swap it with the left neighbour (the dealer: with the deck)."""
        return ("keep", "swap")

    def after(self, action: Any) -> LeHerState:
        """Deal, decide or draw."""
        if isinstance(action, int):
            if len(self.dealt) < self.rules.players:
                return LeHerState(
                    self.rules,
                    (*self.dealt, action),
                    (*self.hands, action),
                    (*self.seen, (action,)),
                )
            if self.rules.king_bars and action == self.rules.deck[1]:
                return replace(self, history=(*self.history[:-1], "barred"), drawn=action)
            hands = (*self.hands[:-1], action)
            seen = (*self.seen[:-1], (*self.seen[-1], action))
            return LeHerState(self.rules, self.dealt, hands, seen, self.history, action)
        turn = len(self.history)
        if action == "keep" or turn == self.rules.players - 1:
            history = (*self.history, action)
            return LeHerState(self.rules, self.dealt, self.hands, self.seen, history)
        mine, theirs = self.hands[turn], self.hands[turn + 1]
        if self.rules.king_refuses and theirs == self.rules.deck[1]:
            history = (*self.history, "refused")
            return LeHerState(self.rules, self.dealt, self.hands, self.seen, history)
        hands = (*self.hands[:turn], theirs, mine, *self.hands[turn + 2 :])
        seen = (
            *self.seen[:turn],
            (*self.seen[turn], theirs),
            (*self.seen[turn + 1], mine),
            *self.seen[turn + 2 :],
        )
        return LeHerState(self.rules, self.dealt, hands, seen, (*self.history, action))

    def payoffs(self) -> tuple[int | Fraction, ...]:
        """The lowest card loses one unit, which the others share."""
        lowest = min(self.hands)
        losers = [seat for seat, card in enumerate(self.hands) if card == lowest]
        if self.rules.ties_to_dealer:
            losers = losers[:1]
        players = len(self.hands)
        if players == 2:
            if len(losers) == 2:
                return (0, 0)
            return (-1, 1) if losers[0] == 0 else (1, -1)
        if len(losers) == players:
            return (0,) * players
        paid, won = Fraction(-1, len(losers)), Fraction(1, players - len(losers))
        return tuple(paid if seat in losers else won for seat in range(players))

    def view(self, player: int) -> LeHerView:
        """Show the cards that a player has held, and what everyone did."""
        held = self.seen[player] if player < len(self.seen) else ()
        return LeHerView(self.rules, player, held, self.history)

    def guess(self, player: int, rng: random.Random) -> LeHerState:
        """Deal the unseen cards again, so that everything happens as this player saw it."""
        if self.actor == OVER:
            return self
        suits, king = self.rules.deck
        places = list(range(len(self.dealt)))  # whose first card everyone holds
        known = {player: self.dealt[player]} if player < len(self.dealt) else {}
        no_king = []
        for turn, done in enumerate(self.history[: self.rules.players - 1]):
            if done == "refused":
                known[places[turn + 1]] = king
            elif done == "swap":
                no_king.append(places[turn + 1])
                if player in (turn, turn + 1):
                    known[places[turn]] = self.dealt[places[turn]]
                    known[places[turn + 1]] = self.dealt[places[turn + 1]]
                places[turn], places[turn + 1] = places[turn + 1], places[turn]
        while True:
            taken = dict(known)
            counts: dict[int, int] = {}
            for card in known.values():
                counts[card] = counts.get(card, 0) + 1
            for place in range(len(self.dealt)):
                while place not in taken:
                    card = rng.randrange(suits * king)
                    rank = card // suits + 1
                    if card % suits >= counts.get(rank, 0):
                        counts[rank] = counts.get(rank, 0) + 1
                        taken[place] = rank
            if not self.rules.king_refuses or all(taken[place] != king for place in no_king):
                break
        state = LeHerState(self.rules)
        for place in range(len(self.dealt)):
            state = state.after(taken[place])
        for done in self.history:
            state = state.after("swap" if done in ("refused", "swap") else done)
        return state

    def describe(self, action: Any) -> str:
        """Name a card or a decision."""
        return _face(action, self.rules.deck[1]) if isinstance(action, int) else str(action)


class LeHer(Game):
    """Le Her: everyone is dealt a card; the lowest card at the end loses one unit.

    Each in turn, from the dealer's left, keeps the card or swaps it with the left
    neighbour, who can't decline (unless a king refuses, where that rule is on). The
    dealer comes last, and swaps with the top card of the deck. Players who have
    swapped know both cards. The others share what the loser pays.

    House rules: of equal lowest cards the one nearest the dealer's left loses (without
    it, they share the loss); whoever holds a king refuses the swap; a dealer who draws
    a king must keep the card he had.
    """

    name = "leher"
    Rules = LeHerRules
    hidden = True
    score = "units won"
    strategies: ClassVar[Mapping[str, Strategy]] = STRATEGIES
    versions: ClassVar[Mapping[str, LeHerRules]] = {
        "one-suit": LeHerRules(),
        "classical": LeHerRules(
            suits=4, ranks=13, ties_to_dealer=True, king_refuses=True, king_bars=True
        ),
    }

    def start(self) -> LeHerState:
        """The deck is shuffled, and no card is dealt."""
        return LeHerState(self.rules)

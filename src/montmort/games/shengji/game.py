"""Sheng Ji as a game: a position in the plain form, over the same rules that compile."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from ...core.errors import IllegalActionError, InputError
from ...core.game import CHANCE, Game, Number, State
from ...equipment import cards
from . import ending, listing, moves, words
from .bots import STRATEGIES
from .following import FOLLOWS
from .notation import read_cards, write_cards
from .position import DEAL, FLIP, NAME, OVER, PHASES, REVEAL, Cards, Position, View
from .ranking import TOSS_RANKS
from .scoring import ACE, BOTTOM_FACTORS
from .seeing import observe
from .versions import VERSIONS, ShengjiRules

__all__ = ["NO_REVEALS", "Shengji", "ShengjiState"]

NO_REVEALS = ("notrump", "flip_bottom", "redeal")


class ShengjiState(State[str]):
    """A position of Sheng Ji; actions are cards as text, ``pass`` for no reveal."""

    def __init__(self, game: Shengji, record: Position) -> None:
        self.game = game
        self._record = record
        self._packed: bytes | None = None

    @property
    def record(self) -> Position:
        """A copy of the record."""
        return self._record.copy()

    def _pack(self) -> bytes:
        if self._packed is None:
            self._packed = self._record.pack()
        return self._packed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShengjiState) and self._pack() == other._pack()

    def __hash__(self) -> int:
        return hash(self._pack())

    def __repr__(self) -> str:
        s = self._record
        who = f"seat {s.turn + 1}" if s.turn >= 0 else "chance" if s.phase != OVER else "nobody"
        return f"<shengji: round {s.round + 1}, trick {s.tricks + 1}, {PHASES[s.phase]} by {who}>"

    @property
    def actor(self) -> int:
        """Who acts: a player (from 0), chance, or nobody."""
        return int(moves.actor(self._record))

    def actions(self) -> Sequence[str]:
        """What may be done, complete up to cards that make no difference, or cut at a cap."""
        s = self._record
        return [write_cards(row, s.trump) for row in listing.actions(s, self.game.listed)]

    def read(self, action: Any) -> Cards:
        """Read an action; raises :class:`InputError` for what are no cards."""
        if not isinstance(action, str):
            raise InputError(f"an action of shengji is cards as text, not {action!r}")
        return read_cards(action)

    def refusal(self, action: Any) -> str | None:
        """Say why an action is refused, naming what was owed; ``None`` where it is allowed."""
        try:
            a = self.read(action)
        except InputError as error:
            return str(error)
        # Chance has one way to write each outcome; people may write cards as they like.
        if self.actor == CHANCE and action != write_cards(a.cards, -1):
            return f"{action!r} is not how a dealt card is written"
        return words.refusal(self._record, a)

    def after(self, action: str) -> ShengjiState:
        """The position after an action that the rules allow."""
        refused = self.refusal(action)
        if refused is not None:
            raise IllegalActionError(refused)
        record = self._record.copy()
        moves.apply(record, self.read(action))
        return ShengjiState(self.game, record)

    def chances(self) -> Sequence[tuple[str, int]]:
        """The card that is dealt next: each kind with the copies that are left."""
        if self.actor != CHANCE:
            raise InputError("chance does not act here")
        return [
            (cards.name(kind), int(self._record.stock[kind]))
            for kind in range(cards.KINDS)
            if self._record.stock[kind] > 0
        ]

    def sample(self, stream: Any) -> str:
        """Draw the card that is dealt next."""
        a = Cards()
        moves.sample(self._record, stream, a)
        return write_cards(a.cards, -1)

    def payoffs(self) -> Sequence[Number]:
        """After a match 1 for who rose beyond the ace, else 0; after rounds the levels risen."""
        s, players = self._record, self.game.players
        if self.game.rules.rounds == 0:
            return [int(s.levels[p] > ACE) for p in range(players)]
        return [int(s.levels[p]) - s.start for p in range(players)]

    def standing(self) -> Sequence[Number] | None:
        """The levels, between rounds."""
        s = self._record
        if s.phase != OVER and (s.dealt or s.phase != DEAL):
            return None
        return [int(s.levels[p]) for p in range(self.game.players)]

    def view(self, player: int) -> View:
        """What a player sees: the table, the own hand, and a bottom laid down by himself."""
        seen = View()
        observe(self._record, player, seen)
        return seen

    def guess(self, player: int, rng: random.Random) -> State[str]:
        """A position that this player can't tell from this one, drawn at random."""
        return ShengjiState(self.game, guess(self._record, player, rng))

    def describe(self, action: Any) -> str:
        """An action or a dealt card in words."""
        s = self._record
        if s.phase in (DEAL, FLIP):
            return f"{'deals' if s.phase == DEAL else 'turns over'} {action}"
        if s.phase == REVEAL:
            return "reveals nothing" if action == "pass" else f"reveals {action}"
        if s.phase == NAME:
            row = self.read(action).cards
            copy = sum(row)
            nth = {1: "", 2: "second ", 3: "third "}.get(copy, f"{copy}th ")
            return f"names the {nth}{str(action).split()[0]}"
        verb = {"bury": "lays down", "lead": "leads", "back": "leaves", "follow": "plays"}
        return f"{verb.get(PHASES[s.phase], 'plays')} {action}"


def guess(record: Position, player: int, rng: random.Random) -> Position:
    """Deal what the player does not see anew, so that all he has seen stays as it is."""
    s = record.copy()
    if s.phase == OVER:
        return s
    buried = s.phase not in (DEAL, REVEAL, FLIP) and s.phase != PHASES.index("bury")
    others = [p for p in range(s.players) if p != player]
    hidden: list[int] = []
    kept: dict[int, list[int]] = {}
    for p in others:
        # What was revealed, or turned over into the dealer's hand, is known to be there.
        row = [0] * cards.KINDS
        for kind in range(cards.KINDS):
            known = max(int(s.shown[p, kind]) - int(s.played[p, kind]), 0)
            known = min(known, int(s.hands[p, kind]))
            row[kind] = known
            hidden += [kind] * (int(s.hands[p, kind]) - known)
        kept[p] = row
    own_bottom = buried and player == s.dealer
    if buried and not own_bottom:
        hidden += [k for k in range(cards.KINDS) for _ in range(int(s.bottom[k]))]
    hidden += [k for k in range(cards.KINDS) for _ in range(int(s.stock[k]))]
    rng.shuffle(hidden)
    for p in others:
        need = int(s.sizes[p]) - sum(kept[p])
        row = kept[p]
        for kind in hidden[:need]:
            row[kind] += 1
        hidden = hidden[need:]
        s.hands[p] = row
    if buried and not own_bottom:
        s.bottom[:] = cards.count(hidden[: s.bottom_size])
        hidden = hidden[s.bottom_size :]
    s.stock[:] = cards.count(hidden)
    return s


class Shengji(Game):
    """Sheng Ji: rise from level 2 beyond the ace, before the others do.

    Two decks with jokers. Fives count 5, tens and kings 10. Each round is dealt one card
    at a time, and whoever holds level cards or jokers may reveal them to set the trump
    suit; the dealer takes up the bottom and lays down as many cards. One leads a single,
    identical cards, a run of such (a tractor), or a toss of several unbeatable parts of
    one suit; the others must follow suit and pattern. The dealer's opponents grab
    points: with less than 80 the dealer's side rises a level and keeps the deal, with 80
    they take it, with 120 they rise too. If they take the last trick, the bottom counts
    double. Under ``friends`` everyone has his own level, and the dealer names a card
    whose player becomes the partner.
    """

    name = "shengji"
    Rules = ShengjiRules
    versions = VERSIONS
    hidden = True
    lists_all = False
    decisions = ("play",)
    score = "levels"
    strategies = STRATEGIES
    max_moves = 100_000
    listed: ClassVar[int] = 200
    """How many actions are listed at the most; any other that the rules allow passes too."""

    def initial(self) -> Position:
        """The record before the first card is dealt, with the rules in it."""
        rules = self.rules
        s = Position()
        write_rules(s, rules)
        s.dealer = -1 if rules.first_dealer == "governor" else 0
        s.levels[: rules.players] = s.start
        s.end_dealer = -1
        ending.begin_round(s)
        return s

    def start(self) -> ShengjiState:
        """The position before the first card is dealt."""
        return ShengjiState(self, self.initial())


def write_rules(s: Any, rules: ShengjiRules) -> None:
    """Write the rules as numbers into a record."""
    s.players = rules.players
    s.decks = rules.decks
    s.friends = rules.friends if rules.mode == "friends" else 0
    s.bottom_size = rules.bottom_size
    s.rounds = rules.rounds
    s.start = cards.RANKS.index(rules.start_level)
    s.no_reveal = NO_REVEALS.index(rules.no_reveal)
    s.by_governor = rules.first_dealer == "governor"
    s.jokers_least = rules.jokers_least
    s.follow = FOLLOWS.index(rules.follow)
    s.shorter = rules.shorter_run_duty
    s.toss_rank = TOSS_RANKS.index(rules.toss_rank)
    s.penalty = rules.failed_toss_penalty
    s.grabbers_need = rules.grabbers_need
    s.grabber_steps = len(rules.grabber_rise)
    s.grabber_rise[: s.grabber_steps] = rules.grabber_rise
    s.dealer_steps = len(rules.dealer_rise)
    s.dealer_rise[: s.dealer_steps] = rules.dealer_rise
    s.extra_steps = rules.extra_steps
    s.bottom_factor = BOTTOM_FACTORS.index(rules.bottom_factor)
    s.bottom_cap = rules.bottom_cap
    bits = {cards.RANKS.index(level) for level in rules.must_play}
    if rules.must_hold_ace:
        bits.add(ACE)
    s.must_play = sum(1 << bit for bit in bits)
    s.jack_rule = rules.jack_rule
    s.same_dealer = rules.dealer_keeps == "same"

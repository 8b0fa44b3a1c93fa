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
from .position import (
    BACK,
    DEAL,
    FLIP,
    FOLLOW,
    LEAD,
    NAME,
    OVER,
    PHASES,
    REVEAL,
    Cards,
    Position,
    View,
)  # fmt: skip
from .ranking import TOSS_RANKS
from .ranks import GROUP
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
    """Deal what the player does not see anew, so that all he has seen stays as it is.

    Revealed cards stay where they were shown until they are played, and nobody gets cards
    of a suit that he has failed to follow.
    """
    s = record.copy()
    if s.phase == OVER:
        return s
    laid_down = s.phase in (NAME, LEAD, BACK, FOLLOW)
    hidden: list[int] = []
    needs: dict[int, int] = {}
    rows: dict[int, list[int]] = {}
    for p in range(s.players):
        if p == player:
            continue
        row = [0] * cards.KINDS
        for kind in range(cards.KINDS):
            shown = max(int(s.shown[p, kind]) - int(s.played[p, kind]), 0)
            row[kind] = min(shown, int(s.hands[p, kind]))
            hidden += [kind] * (int(s.hands[p, kind]) - row[kind])
        rows[p] = row
        needs[p] = int(s.sizes[p]) - sum(row)
    if laid_down and player != s.dealer:
        hidden += [k for k in range(cards.KINDS) for _ in range(int(s.bottom[k]))]
        rows[BOTTOM], needs[BOTTOM] = [0] * cards.KINDS, int(s.bottom_size)
    hidden += [k for k in range(cards.KINDS) for _ in range(int(s.stock[k]))]
    rows[STOCK], needs[STOCK] = [0] * cards.KINDS, int(sum(s.stock))
    for place, kind in _deal_out(s, hidden, needs, rng):
        rows[place][kind] += 1
    for place, row in rows.items():
        if place == BOTTOM:
            s.bottom[:] = row
        elif place == STOCK:
            s.stock[:] = row
        else:
            s.hands[place] = row
    return s


BOTTOM, STOCK = -1, -2
"""Where cards can lie besides in hands."""


def _deal_out(
    s: Position, hidden: list[int], needs: dict[int, int], rng: random.Random
) -> list[tuple[int, int]]:
    """Give each hidden card a place: at random, but to nobody who is void of its suit."""

    def fits(place: int, kind: int) -> bool:
        return place < 0 or s.trump < 0 or not s.void[place, int(GROUP[s.trump, kind])]

    open_to = {kind: [p for p in needs if fits(p, kind)] for kind in set(hidden)}
    for _ in range(1000):
        left, dealt = dict(needs), []
        rng.shuffle(hidden)
        # Cards that fewer may hold go first, so that they find room.
        for kind in sorted(hidden, key=lambda k: len(open_to[k])):
            places = [p for p in open_to[kind] if left[p] > 0]
            if not places:
                break
            place = rng.choices(places, [left[p] for p in places])[0]
            left[place] -= 1
            dealt.append((place, kind))
        else:
            return dealt
    raise AssertionError("the cards as they lie are one way, and another was not found")


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

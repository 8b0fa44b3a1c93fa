"""The ends of rounds and matches: points, levels, and who deals next."""

from __future__ import annotations

import numpy as np

from ...core.rule import rule
from .patterns import MOST_PARTS, list_parts
from .position import DEAL, OVER, Position
from .ranking import suit_of
from .ranks import POINTS
from .scoring import ACE, bottom_multiplier, grabbers_win, levels_won, risen

__all__ = ["begin_round", "end_round", "pass_on", "raise_levels"]

JACK = 9


@rule(apart=True)
def begin_round(s: Position) -> None:
    """Take up the cards; chance deals."""
    for kind in range(54):
        s.stock[kind] = s.decks
        s.bottom[kind] = 0
        s.flipped[kind] = 0
        s.toss[kind] = 0
        for p in range(s.players):
            s.hands[p, kind] = 0
            s.shown[p, kind] = 0
            s.table[p, kind] = 0
            s.last[p, kind] = 0
            s.played[p, kind] = 0
    for p in range(s.players):
        s.sizes[p] = 0
        for g in range(5):
            s.void[p, g] = 0
        s.points[p] = 0
        s.failures[p] = 0
        s.side[p] = 0
    s.level = s.levels[s.dealer] if s.dealer >= 0 else s.start
    s.first = max(s.dealer, 0)
    s.trump = -1
    s.dealt = 0
    s.deals += 1
    s.asked = 0
    s.governor = -1
    s.shown_kind = -1
    s.shown_count = 0
    s.leader = -1
    s.led_suit = -1
    s.led_size = 0
    s.fallen = -1
    s.last_leader = -1
    s.last_winner = -1
    s.tricks = 0
    s.names = 0
    for i in range(4):
        s.named_kind[i] = -1
        s.named_copy[i] = 0
        s.named_seen[i] = 0
        s.friend[i] = -1
    s.turn = -1
    s.phase = DEAL


@rule(apart=True)
def end_round(s: Position) -> None:
    """Count the points, raise levels, and go on to the next round or the end."""
    winner = s.last_winner
    total = 0
    for p in range(s.players):
        if s.side[p] == 0:
            total += s.points[p] - s.penalty * s.failures[p]
        else:
            total += s.penalty * s.failures[p]
    added = 0
    if s.side[winner] == 0:
        added = _bottom_points(s) * _multiplier(s, winner)
    total = max(total + added, 0)
    s.end_bottom = added
    s.end_trump = s.trump
    s.end_failures = 0
    for p in range(s.players):
        s.end_failures += s.failures[p]
    jack = s.jack_rule != 0 and s.level == JACK and s.side[winner] == 0 and _jack_took(s, winner)
    raise_levels(s, total, jack)
    over = False
    for p in range(s.players):
        over = over or s.levels[p] > ACE
    pass_on(s)
    s.round += 1
    s.deals = 0
    if over or (s.rounds > 0 and s.round >= s.rounds):
        s.turn = -1
        s.phase = OVER
    else:
        begin_round(s)


@rule(apart=True)
def raise_levels(s: Position, total: int, jack: bool) -> None:
    """Score a round of so many points for the grabbers; the sides are known."""
    grabbers = grabbers_win(s, total)
    rise = levels_won(s, total)
    s.end_points = total
    s.end_rise = rise
    s.end_grabbers = 1 if grabbers else 0
    s.end_dealer = s.dealer
    for p in range(s.players):
        s.end_side[p] = s.side[p]
        if (s.side[p] == 0) == grabbers:
            s.levels[p] = risen(s.levels[p], rise, not grabbers, s.must_play)
    if jack:
        for p in range(s.players):
            if s.side[p] == 1:
                s.levels[p] = s.start


@rule(apart=True)
def pass_on(s: Position) -> None:
    """Say who deals next: the dealer's side as long as it wins, else the next grabber."""
    if s.end_grabbers == 0:
        if s.friends == 0 and s.same_dealer == 0:
            s.dealer = (s.dealer + 2) % s.players
    else:
        next_dealer = (s.dealer + 1) % s.players
        while s.side[next_dealer] != 0:
            next_dealer = (next_dealer + 1) % s.players
        s.dealer = next_dealer


@rule(apart=True)
def _bottom_points(s: Position) -> int:
    found = 0
    for kind in range(54):
        found += s.bottom[kind] * POINTS[kind]
    return found


@rule(apart=True)
def _multiplier(s: Position, winner: int) -> int:
    # The longest part of the pattern that took the last trick: that of the lead.
    lead = s.last[s.last_leader]
    ms, ls = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    lows = np.zeros(MOST_PARTS, np.int64)
    count = list_parts(s.trump, suit_of(s.trump, lead), lead, ms, ls, lows)
    longest = 0
    for i in range(count):
        longest = max(longest, ms[i] * ls[i])
    return bottom_multiplier(s.bottom_factor, s.bottom_cap, longest)


@rule(apart=True)
def _jack_took(s: Position, winner: int) -> bool:
    jacks = 0
    for suit in range(4):
        jacks += s.last[winner, 13 * suit + JACK]
    return jacks > 0

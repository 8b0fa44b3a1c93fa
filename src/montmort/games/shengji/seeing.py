"""What a player sees: field by field, so that nothing is shown by being forgotten."""

from __future__ import annotations

from ...core.rule import rule
from .position import Position, View

__all__ = ["observe"]


@rule(apart=True)
def observe(s: Position, player: int, v: View) -> None:
    """Write what a player sees into a view; all its fields are written."""
    v.phase = s.phase
    v.round = s.round
    v.turn = s.turn
    v.trump = s.trump
    v.level = s.level
    v.dealer = s.dealer
    v.first = s.first
    v.dealt = s.dealt
    v.deals = s.deals
    v.asked = s.asked
    v.governor = s.governor
    v.shown_kind = s.shown_kind
    v.shown_count = s.shown_count
    v.leader = s.leader
    v.led_suit = s.led_suit
    v.led_size = s.led_size
    v.fallen = s.fallen
    v.last_leader = s.last_leader
    v.last_winner = s.last_winner
    v.tricks = s.tricks
    v.names = s.names
    v.end_points = s.end_points
    v.end_rise = s.end_rise
    v.end_grabbers = s.end_grabbers
    v.end_dealer = s.end_dealer
    v.end_bottom = s.end_bottom
    v.end_failures = s.end_failures
    v.end_trump = s.end_trump
    v.players = s.players
    v.decks = s.decks
    v.friends = s.friends
    v.bottom_size = s.bottom_size
    v.rounds = s.rounds
    v.start = s.start
    v.no_reveal = s.no_reveal
    v.by_governor = s.by_governor
    v.jokers_least = s.jokers_least
    v.follow = s.follow
    v.shorter = s.shorter
    v.toss_rank = s.toss_rank
    v.penalty = s.penalty
    v.grabbers_need = s.grabbers_need
    v.grabber_steps = s.grabber_steps
    v.dealer_steps = s.dealer_steps
    v.extra_steps = s.extra_steps
    v.bottom_factor = s.bottom_factor
    v.bottom_cap = s.bottom_cap
    v.must_play = s.must_play
    v.jack_rule = s.jack_rule
    v.same_dealer = s.same_dealer
    for i in range(4):
        v.named_kind[i] = s.named_kind[i]
        v.named_copy[i] = s.named_copy[i]
        v.named_seen[i] = s.named_seen[i]
        v.friend[i] = s.friend[i]
    for i in range(8):
        v.grabber_rise[i] = s.grabber_rise[i]
        v.dealer_rise[i] = s.dealer_rise[i]
    # By names of their own: interpreted, looking up a field costs as much as copying a card.
    shown, table, last, played = s.shown, s.table, s.last, s.played
    seen_shown, seen_table, seen_last, seen_played = v.shown, v.table, v.last, v.played
    for p in range(s.players):
        v.sizes[p] = s.sizes[p]
        v.points[p] = s.points[p]
        v.failures[p] = s.failures[p]
        v.side[p] = s.side[p]
        v.levels[p] = s.levels[p]
        v.end_side[p] = s.end_side[p]
        for g in range(5):
            v.void[p, g] = s.void[p, g]
        for kind in range(54):
            seen_shown[p, kind] = shown[p, kind]
            seen_table[p, kind] = table[p, kind]
            seen_last[p, kind] = last[p, kind]
            seen_played[p, kind] = played[p, kind]
    own = player == s.dealer
    v.me = player
    for kind in range(54):
        v.flipped[kind] = s.flipped[kind]
        v.toss[kind] = s.toss[kind]
        v.hand[kind] = s.hands[player, kind]
        v.bottom[kind] = s.bottom[kind] if own else 0

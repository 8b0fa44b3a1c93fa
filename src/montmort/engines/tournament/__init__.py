"""Tournaments: any game, any strategies, millions of games, honest error bars."""

from .lineup import grid, known, parse, parse_all
from .plainly import record_game
from .result import TournamentResult
from .running import compare, play_tables, set_table, simulate
from .saving import RunStore
from .table import Table

__all__ = [
    "RunStore", "Table", "TournamentResult", "compare", "grid", "known", "parse", "parse_all",
    "play_tables", "record_game", "set_table", "simulate",
]  # fmt: skip

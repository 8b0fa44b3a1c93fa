"""Tic-tac-toe: three in a row on a board of nine cells; a draw under perfect play.

::

    montmort solve examples/tictactoe.py:TicTacToe
"""

from __future__ import annotations

from dataclasses import dataclass

from montmort import OVER, Game, Rules, State, setting

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),  # rows
    (0, 3, 6), (1, 4, 7), (2, 5, 8),  # columns
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # the board turned by a quarter
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


@dataclass(frozen=True)
class TicTacToeState(State[int]):
    """Nine cells, row by row: a cross, a nought, or a dot where nothing stands."""

    board: str = "." * 9

    @property
    def actor(self) -> int:
        if "." not in self.board or self.winner() is not None:
            return OVER
        return (9 - self.board.count(".")) % 2

    def winner(self) -> int | None:
        """The player who has three in a row, if any."""
        for a, b, c in LINES:
            if self.board[a] != "." and self.board[a] == self.board[b] == self.board[c]:
                return "XO".index(self.board[a])
        return None

    def actions(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if mark == "."]

    def after(self, action: int) -> TicTacToeState:
        mark = "XO"[self.actor]
        return TicTacToeState(self.board[:action] + mark + self.board[action + 1 :])

    def payoffs(self) -> tuple[int, int]:
        return {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[self.winner()]

    def key(self) -> str:
        boards = [self.board, "".join(self.board[i] for i in MIRROR)]
        for _ in range(3):
            boards += ["".join(board[i] for i in TURN) for board in boards[-2:]]
        return min(boards)

    def describe(self, action: int) -> str:
        return f"{'abc'[action % 3]}{3 - action // 3}"


@dataclass(frozen=True, kw_only=True)
class TicTacToeRules(Rules):
    """Tic-tac-toe has two players."""

    players: int = setting(2, "number of players", low=2, high=2)


class TicTacToe(Game):
    """Tic-tac-toe: crosses begin, and whoever has three in a row wins."""

    name = "tictactoe"
    Rules = TicTacToeRules

    def start(self) -> TicTacToeState:
        """The board is empty."""
        return TicTacToeState()

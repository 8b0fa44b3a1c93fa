"""A finished game as data: who chose what, replayed to the same end."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .errors import IllegalActionError, InputError
from .game import CHANCE, OVER, Game, State
from .results import plain

__all__ = ["Move", "Record"]


@dataclass(frozen=True)
class Move:
    """One thing that happened: a player's action, or an outcome of chance."""

    actor: int
    action: Any
    text: str = ""


@dataclass(frozen=True)
class Record:
    """A game from its start, under its rules; complete enough to be played again."""

    game: str
    version: str
    rules: dict[str, Any]
    moves: tuple[Move, ...]
    payoffs: tuple[Any, ...] = ()
    strategies: tuple[str, ...] = ()
    """What sat where, by seat."""
    seed: int | None = None
    number: int | None = None
    """Which game of its tournament it was."""
    remarks: dict[str, Any] = field(default_factory=dict)

    def replay(self, game: Game) -> State[Any]:
        """Play it again, checking every move, and return the last state.

        Raises :class:`InputError` naming the first move that can't have happened.
        """
        state = game.start()
        for at, move in enumerate(self.moves, 1):
            actor = state.actor
            if actor == OVER:
                raise InputError(f"move {at} of the record comes after the end of the game")
            if move.actor != actor:
                raise InputError(
                    f"move {at} of the record is by {_who(move.actor)}: it is {_who(actor)}'s turn"
                )
            action = move.action
            refused = state.refusal(action)
            if refused is not None and isinstance(action, (str, tuple)):
                # It may have been of another type before it was written as JSON.
                action = _known(action, _outcomes(state) if actor == CHANCE else state.actions())
                refused = state.refusal(action)
            if refused is not None:
                raise InputError(f"move {at} of the record: {refused}")
            try:
                state = state.after(action)
            except IllegalActionError as error:
                raise InputError(f"move {at} of the record: {error}") from error
        if self.payoffs:
            if state.actor != OVER:
                raise InputError(
                    f"the record ends after {len(self.moves)} moves with {list(self.payoffs)}: "
                    "replayed, the game is not over there"
                )
            ours = plain(list(state.payoffs()))
            if ours != plain(list(self.payoffs)):
                raise InputError(f"the record ends with {list(self.payoffs)}: replayed, {ours}")
        return state

    def to_json(self) -> str:
        """Write the record as JSON."""
        data = {
            "game": self.game,
            "version": self.version,
            "rules": plain(self.rules),
            "seed": self.seed,
            "number": self.number,
            "strategies": list(self.strategies),
            "moves": [
                {
                    "actor": "chance" if move.actor == CHANCE else move.actor + 1,
                    "action": plain(move.action),
                    "text": move.text,
                }
                for move in self.moves
            ],
            "payoffs": plain(list(self.payoffs)),
            **plain(self.remarks),
        }
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record; seats in it are numbered from 1."""
        try:
            data = json.loads(text)
            moves = tuple(
                Move(
                    CHANCE if item["actor"] == "chance" else int(item["actor"]) - 1,
                    _frozen(item["action"]),
                    item.get("text", ""),
                )
                for item in data["moves"]
            )
            return cls(
                data["game"], data["version"],
                {key: _frozen(value) for key, value in data["rules"].items()},
                moves, tuple(data.get("payoffs", ())), tuple(data.get("strategies", ())),
                data.get("seed"), data.get("number"),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"this is not a record of a game: {error!r} is wrong in it") from error


def _who(actor: int) -> str:
    return {CHANCE: "chance", OVER: "nobody"}.get(actor, f"seat {actor + 1}")


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _outcomes(state: State[Any]) -> list[Any]:
    try:
        return [outcome for outcome, _ in state.chances()]
    except InputError:
        return []


def _known(written: Any, actions: Any) -> Any:
    # An action is found again by what it is written as.
    listed = list(actions)
    if written in listed:
        return written
    for action in listed:
        if _frozen(plain(action)) == written:
            return action
    return written

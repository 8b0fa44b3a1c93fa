"""Records: a finished game is written down and read again, and a false one is refused."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from typing import Any

from ...core.errors import InputError
from ...core.game import CHANCE, OVER, Game
from ...core.record import Move, Record
from ...core.results import plain
from ..tournament import record_game, set_table
from .ledger import FAILED, Ledger
from .strangers import strangers_to

__all__ = ["check_records"]


def check_records(game: Game, seed: int, count: int, ledger: Ledger) -> None:
    """Record games, read them back, replay them, and try to pass off false ones."""
    for number in range(count):
        here = f"the record of game {number} of seed {seed}"
        record = ledger.ask(
            "record", f"recording game {number} of seed {seed}",
            lambda number=number: record_game(set_table(game, ["random"]), seed, number),
        )  # fmt: skip
        if record is FAILED:
            return
        if "stopped" in record.remarks:
            ledger.keep("record", False, f"{here} stops: {record.remarks['stopped']}")
            return
        text = ledger.ask("record", f"writing {here}", record.to_json)
        if text is FAILED:
            return
        read = ledger.ask("record", f"reading {here}", Record.from_json, text)
        if read is FAILED:
            return
        remade = ledger.ask(
            "record", f"making the game of {here} from its rules", _remake, game, read
        )
        if remade is FAILED:
            return
        ledger.keep(
            "record",
            remade.rules == game.rules,
            f"{here} gives other rules when it is read: {remade.rules}, not {game.rules}",
        )
        first = ledger.ask("record", f"replaying {here}", record.replay, game)
        again = ledger.ask("record", f"replaying {here}, written and read,", read.replay, remade)
        if first is FAILED or again is FAILED:
            continue
        ledger.keep("record", first == again, f"{here}, written and read, ends in another position")
        if first.actor == OVER and number == 0:
            _check_false_ones(game, record, here, ledger)


def _remake(game: Game, record: Record) -> Game:
    return type(game)(type(game).Rules(**record.rules))


def _check_false_ones(game: Game, record: Record, here: str, ledger: Ledger) -> None:
    moves = record.moves
    spots = sorted({0, len(moves) // 3, len(moves) // 2, len(moves) - 1} & set(range(len(moves))))
    for spot in spots:
        move = moves[spot]
        state = dataclasses.replace(record, moves=moves[:spot], payoffs=()).replay(game)
        right: list[Any] = []
        if move.actor >= 0:
            right = list(state.actions())
        else:
            with contextlib.suppress(InputError):
                right = [outcome for outcome, _ in state.chances()]
        written = [plain(item) for item in right]
        for item in strangers_to(right)[:8]:
            if not right or item in right or plain(item) in written:
                continue
            if not game.lists_all and state.refusal(item) is None:
                continue  # another way to write an action
            false = dataclasses.replace(move, action=item)
            _is_refused(game, record, spot, false, f"{item!r} as move {spot + 1}", here, ledger)
        other = (move.actor + 1) % max(2, game.players) if move.actor >= 0 else 0
        false = dataclasses.replace(move, actor=other)
        what = f"move {spot + 1} by seat {other + 1} instead of {_who(move.actor)}"
        if other != move.actor:
            _is_refused(game, record, spot, false, what, here, ledger)
    if moves:
        short = dataclasses.replace(record, moves=moves[:-1])
        _refused(game, short, "the last move torn off", here, ledger)
        longer = dataclasses.replace(record, moves=(*moves, moves[-1]))
        _refused(game, longer, "a move after the end", here, ledger)
    payoffs = list(record.payoffs)
    payoffs[0] = payoffs[0] + 1
    _refused(
        game, dataclasses.replace(record, payoffs=tuple(payoffs)), "other payoffs", here, ledger
    )
    torn = json.loads(record.to_json())
    del torn["moves"]
    _refused(game, json.dumps(torn), "no moves at all", here, ledger)


def _who(actor: int) -> str:
    return "chance" if actor == CHANCE else f"seat {actor + 1}"


def _is_refused(
    game: Game, record: Record, spot: int, false: Move, what: str, here: str, ledger: Ledger
) -> None:
    moves = (*record.moves[:spot], false, *record.moves[spot + 1 :])
    _refused(game, dataclasses.replace(record, moves=moves), what, here, ledger)


def _refused(game: Game, record: Record | str, what: str, here: str, ledger: Ledger) -> None:
    try:
        read = record if isinstance(record, Record) else Record.from_json(record)
        read.replay(game)
    except InputError:
        ledger.keep("record", True, "")
    except Exception as error:
        ledger.keep(
            "record", False,
            f"{here}, with {what}, raises {type(error).__name__} ({error}) instead of InputError",
        )  # fmt: skip
    else:
        ledger.keep("record", False, f"{here} is replayed with {what}")

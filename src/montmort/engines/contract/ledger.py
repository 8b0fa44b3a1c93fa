"""What a game promises, and the book in which broken promises are written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["FAILED", "PROMISES", "Broken", "Ledger", "Where", "place"]

PROMISES = {
    "rules": "every version has valid rules, which survive being written down and read",
    "immutable": "a state does not change when it is asked or left",
    "equality": "states can be hashed, and equal ones give equal answers",
    "actor": "who acts is a player of the game, chance or nobody",
    "actions": "a player to act has actions, none twice, always the same in the same order",
    "door": "what is not an action is refused with a sentence, and what is one passes",
    "chances": "the weights of chance are positive whole numbers, none twice, always the same",
    "sampling": "drawing from chance gives listed outcomes as often as their weights say",
    "randomness": "nothing is random but the streams, in this process and in another",
    "ending": "games end",
    "payoffs": "each player has one finite number at the end",
    "view": "views can be hashed, and tell what they should: all, or all but what is hidden",
    "guess": "a guessed world looks the same to the player, and there is more than one",
    "secrets": "what a player may do, and what a strategy does, tells nothing that is hidden",
    "recall": "players do not forget what they saw and did",
    "key": "positions with the same key are worth the same",
    "decided": "an outcome that is called decided is what perfect play comes to",
    "hints": "promises of actions, standings and decisions are numbers of the right kind",
    "words": "actions, outcomes and rules can be described in words",
    "record": "a finished game can be written down and played again; a false record is refused",
    "strategies": "every listed strategy can be named and plays allowed actions",
    "twins": "compiled rules and interpreted rules mean the same",
    "buffer": "actions and chances are written inside their buffers",
    "astray": "a compiled strategy that answers with a wrong number is stopped and named",
}
"""The promises by name, in words."""


class _Failed:
    def __repr__(self) -> str:
        return "<no answer>"


FAILED: Any = _Failed()
"""Instead of an answer, where a question raised an error."""


@dataclass(frozen=True)
class Where:
    """How a position is reached again: a play-out of a seed, or moves from the start."""

    seed: int
    number: int
    """Which play-out; -1 for moves from the start."""
    path: tuple[Any, ...]
    """The actions and outcomes so far."""

    def __str__(self) -> str:
        if not self.path:
            return "at the start"
        if self.number < 0 or len(self.path) <= 6:
            shown = ", ".join(repr(move) for move in self.path[-40:])
            return f"after {'..., ' if len(self.path) > 40 else ''}{shown}"
        return f"in play-out {self.number} of seed {self.seed} after {len(self.path)} moves"


def place(state: Any, where: Where) -> Any:
    """Name a position, as keyword arguments of :meth:`Ledger.keep` and :meth:`Ledger.ask`."""
    return {"state": state, "where": where}


@dataclass(frozen=True)
class Broken:
    """A broken promise: which one, and a sentence that says how, and where to see it."""

    promise: str
    sentence: str


class Ledger:
    """Counts what was checked and keeps what was broken, some sentences a promise."""

    def __init__(self, most: int = 3) -> None:
        self.most = most
        self.checked: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.broken: list[Broken] = []
        self.remarks: dict[str, None] = {}

    def keep(
        self, promise: str, holds: Any, says: str | Callable[[], str], state: Any = None,
        where: Where | None = None,
    ) -> bool:  # fmt: skip
        """Note that a promise was checked, and where it does not hold, how it was broken."""
        self.checked[promise] += 1
        if holds:
            return True
        self.failures[promise] += 1
        if self.failures[promise] <= self.most:
            says = says if isinstance(says, str) else says()
            place = f" ({_shown(state, where)})" if where is not None else ""
            self.broken.append(Broken(promise, says + place))
        return False

    def ask(
        self, promise: str, what: str, function: Callable[..., Any], *arguments: Any,
        state: Any = None, where: Where | None = None,
    ) -> Any:  # fmt: skip
        """Ask a question; an error breaks the promise, and :data:`FAILED` comes back."""
        try:
            answer = function(*arguments)
        except Exception as error:
            self.keep(
                promise, False, f"{what} raises {type(error).__name__}: {error}", state, where
            )
            return FAILED
        self.checked[promise] += 1
        return answer

    def remark(self, sentence: str) -> None:
        """Note once what could not be checked, and why."""
        self.remarks[sentence] = None


def _shown(state: Any, where: Where) -> str:
    try:
        text = repr(state)
    except Exception as error:
        text = f"<its repr raises {type(error).__name__}>"
    text = text if len(text) <= 300 else text[:297] + "..."
    return f"{where}, at {text}" if state is not None else str(where)

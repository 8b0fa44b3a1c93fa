"""Records read from JSON, field by field."""

from __future__ import annotations

from typing import Any

from ...core.errors import InputError
from ...equipment import cards
from .fields import Fields, parse_json
from .records import Match, Reveal, Round, Trick
from .referee import read_options
from .versions import VERSIONS

__all__ = ["read_match"]

_SEATS = 8


def read_match(text: str) -> Match:
    """Read a match from JSON; raises :class:`InputError` that names the field."""
    try:
        return _match(Fields(parse_json(text, "the record"), "the record"))
    except InputError as error:
        raise InputError(f"this is no record of Sheng Ji: {error}") from error


def _match(data: Fields) -> Match:
    items = data.objects("rounds", "round")
    version = data.text("version", "standard")
    if version not in VERSIONS:
        raise data.fail(f"no version {version!r} (known: {', '.join(VERSIONS)})")
    changes = Fields(data.get("changes", {}), "the record's 'changes'").data
    # The same door as for rules that are typed.
    rules = read_options(
        [f"{name}={_typed(value)}" for name, value in changes.items()], VERSIONS[version], ""
    )
    dealer = -1 if data.get("dealer", None) is None else data.number("dealer", None, 1, _SEATS) - 1
    return Match(version, rules, data.texts("levels", []), dealer, [_round(i) for i in items])


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _round(data: Fields) -> Round:
    deal = []
    for seat, dealt in enumerate(data.items("deal"), 1):
        own = Fields({"deal": dealt}, f"{data.where}, seat {seat}")
        deal.append([_card(own, word) for word in own.texts("deal")])
    reveals = [
        Reveal(r.number("seat", low=1, high=_SEATS) - 1, r.text("cards"), r.number("after", low=0))
        for r in data.objects("reveals", "reveal", [])
    ]
    tricks = [
        Trick(t.texts("plays"), t.text("toss", "")) for t in data.objects("tricks", "trick", [])
    ]
    return Round(deal, reveals, data.texts("flipped", []), data.text("bottom", ""),
                 data.texts("friends", []), tricks)  # fmt: skip


def _card(place: Fields, word: str) -> str:
    try:
        return cards.name(cards.kind(word))
    except InputError as error:
        raise place.fail(str(error)) from error

"""The referee: judges situations written in a file, with reasons in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

from ...core.errors import InputError, unknown
from ...core.results import Result, Table
from ...core.rules import settings
from .fields import parse_json
from .judging import Judgement, judge
from .notation import brief
from .versions import VERSIONS, ShengjiRules

__all__ = ["Judgement", "Verdicts", "judge", "read_options", "referee"]


TOGETHER = ("players", "decks", "mode", "friends", "bottom")


@dataclass(frozen=True)
class Verdicts(Result):
    """The judgements of a file, in its order."""

    judgements: tuple[Judgement, ...]
    rules: Mapping[str, Any]
    method: str = "the rules, by pattern and counts"
    exact: bool = True

    def as_dict(self) -> Any:
        """Return id, verdict and reason of every situation."""
        return [
            {"id": item.id, "verdict": item.verdict, "reason": item.reason}
            for item in self.judgements
        ]

    def tables(self) -> list[Table]:
        """Return one row a situation."""
        rows = tuple((j.id, j.topic, _shown(j.verdict), j.reason) for j in self.judgements)
        return [Table("the referee", ("situation", "asks", "verdict", "reason"), rows)]


def _shown(verdict: Any) -> str:
    if isinstance(verdict, dict):
        return ", ".join(f"{key.replace('_', ' ')} {_shown(v)}" for key, v in verdict.items())
    if isinstance(verdict, list):
        return " ".join("".join(v) if isinstance(v, list) else str(v) for v in verdict) or "none"
    if isinstance(verdict, bool):
        return "yes" if verdict else "no"
    return str(verdict)


def referee(
    file: Path, *, option: Sequence[str] = (), version: str | None = None, chinese: bool = False
) -> Verdicts:
    """Judge the situations of a file, and say why.

    A file is JSON: a list of situations, or an object with such a list as ``cases``. A
    situation has an ``id``, a ``topic`` (decompose, follow, rank, toss, bid, score,
    bottom, friend), a ``trump`` (suit, or null for notrump, and level; or as 7H and 7NT),
    and what its topic needs: ``play``, ``lead``, ``hand``, ``plays``, ``other_hands``,
    ``shown``, ``grabber_points``, ``bottom_points``, ``last_trick_winner``, ``named``;
    also ``decks`` and ``players``. What can't be at any table is refused. A record of a
    round or match (see the notation) is played again and every play judged. The exit code
    is 0 whatever the verdict.

    Parameters
    ----------
    file
        the situations, as JSON
    option
        a rule that is different, as follow=maximal; may be repeated
    version
        a named version of the rules; by default standard, or friends with five players
    chinese
        give the reasons in Chinese, with Chinese names of cards and patterns

    Raises
    ------
    InputError
        if the file, an option or a situation can't be read; it names the situation
    """
    from .records import looks_like_record, written_lines

    text = _text(file)
    lines = written_lines(text)
    if not lines:
        raise InputError(f"{file} is empty: it needs situations as JSON, or a record")
    first = lines[0][1]
    if looks_like_record(first):
        return Verdicts((_judge_record(Path(file).name, text, chinese),), {})
    if first[0] not in "[{":
        raise InputError(
            f"{file} is neither JSON, which begins with [ or {{, nor a record, which begins with "
            f"'shengji standard': its first line is {brief(first)!r}"
        )
    data = parse_json(text, str(file))
    if isinstance(data, dict) and "cases" not in data and {"rounds", "game"} & set(data):
        return Verdicts((_judge_record(Path(file).name, text, chinese),), {})
    cases = data.get("cases") if isinstance(data, dict) else data
    if not isinstance(cases, list):
        raise InputError(f"{file} has no list of situations (as 'cases', or by itself)")
    if version is not None and version not in VERSIONS:
        raise unknown("version", version, VERSIONS, where="shengji")
    changes = read_options(option)
    found = [judge(case, at, version, changes, chinese) for at, case in enumerate(cases, 1)]
    return Verdicts(tuple(found), changes)


def _text(file: Path) -> str:
    try:
        return Path(file).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(
            f"{file} is not text in UTF-8: it must be situations as JSON, or a record"
        ) from None
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror}") from error


def _judge_record(name: str, text: str, chinese: bool = False) -> Judgement:
    from .records import read
    from .replaying import replay, summary, unfinished

    match = read(text)
    try:
        s = replay(match, chinese)
    except InputError as error:
        return Judgement(name, "record", "illegal", str(error))
    if chinese:
        ended = f"；最后一局：{summary(s, chinese)}" if s.end_dealer >= 0 else ""
        return Judgement(
            name, "record", "legal", f"每一手都符合规则{unfinished(match, s, True)}{ended}"
        )
    ended = f"; the last round: {summary(s)}" if s.end_dealer >= 0 else ""
    return Judgement(name, "record", "legal", f"every play is allowed{unfinished(match, s)}{ended}")


def read_options(
    options: Sequence[str], base: ShengjiRules | None = None, given: str = "--option "
) -> dict[str, Any]:
    """Read options such as ``follow=maximal``; with rules given, as changes of these.

    ``given`` is what errors write before an option that can't be read.

    >>> read_options(["follow=maximal", "extra_steps=40", "dealer_rise=40,5"])
    {'follow': 'maximal', 'extra_steps': 40, 'dealer_rise': (40, 5)}
    """
    known = {item.name: item for item in settings(ShengjiRules)}
    found: dict[str, Any] = {}
    for text in options:
        name, equals, word = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise InputError(
                f"{given}{brief(text)!r}: write a rule and its value, as follow=maximal"
            )
        if name not in known:
            raise unknown("rule", name, known, where="shengji")
        wanted = known[name].type
        try:
            if get_origin(wanted) is tuple:
                inner = get_args(wanted)[0]
                found[name] = tuple(inner(item) for item in word.split(",") if item)
            elif wanted is bool:
                found[name] = {"true": True, "yes": True, "1": True, "false": False, "no": False,
                               "0": False}[word.strip().lower()]  # fmt: skip
            else:
                found[name] = wanted(word) if wanted is int else word.strip()
        except (KeyError, ValueError):
            raise InputError(
                f"{given}{brief(text)!r}: {brief(word)!r} is not a value of {name}"
            ) from None
    if base is not None:
        base.changed(**found)
    else:
        # What goes together is checked with the version that is yet to be named.
        alone = {k: v for k, v in found.items() if k not in TOGETHER}
        ShengjiRules().changed(**alone)
    return found

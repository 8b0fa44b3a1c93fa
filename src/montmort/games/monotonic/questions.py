"""The paper's open questions: what is proven, what is computed, what is false as printed.

The answers are kept as data, each with the command that gives it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.results import Result, Table

__all__ = ["OpenQuestions", "answers"]


def answers() -> list[dict[str, Any]]:
    """The kept answers: the command, the kind of question, and what came out.

    >>> answers()[0]["command"]
    'montmort solve monotonic 3 3 --all-n --json'
    """
    path = Path(__file__).parent / "data" / "answers.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _size(entry: Mapping[str, Any]) -> tuple[int, int]:
    words = entry["command"].split()
    return int(words[3]), int(words[4])


@dataclass(frozen=True)
class OpenQuestions(Result):
    """The conjectures case by case, and the further questions, from the kept answers."""

    entries: Sequence[Mapping[str, Any]]
    method: str = "kept answers, each with its command"
    exact: bool = True

    @classmethod
    def kept(cls) -> OpenQuestions:
        """What the repository keeps."""
        return cls(tuple(answers()))

    def _of(self, kind: str, word: str = "") -> list[Mapping[str, Any]]:
        return [e for e in self.entries if e["kind"] == kind and word in e["command"]]

    def large_decks(self) -> list[tuple[Any, ...]]:
        """One row a case of the first conjecture: N for all large n."""
        rows: list[tuple[Any, ...]] = []
        for entry in self._of("all-n"):
            a, d = _size(entry)
            form = "misère" if "--misere" in entry["command"] else "normal"
            status = "proven for all n" if entry["eventual"] == "N" else "false as printed"
            rows.append(
                (a, d, form, entry["eventual"], status, entry["from"], entry["last_draw"], a + d,
                 (a - 1) * (d - 1), entry["bound_used"], entry["classes"])
            )  # fmt: skip
        proven = {row[:3] for row in rows}
        longest: dict[tuple[int, int], Mapping[str, Any]] = {}
        for entry in self._of("table"):
            if "--extended" not in entry["command"]:
                longest[_size(entry)] = entry
        for (a, d), entry in longest.items():
            for form, name in (("normal", "normal"), ("misère", "misere")):
                if (a, d, form) in proven:
                    continue
                types = entry[name]
                start = len(types.rstrip(types[-1])) + 1
                rows.append(
                    (a, d, form, types[-1], f"computed to n = {len(types)}", start,
                     types.rfind("D") + 1, a + d, (a - 1) * (d - 1), "-", "-")
                )  # fmt: skip
        return sorted(rows, key=lambda row: (row[0] + row[1], row[0], row[2] == "misère"))

    def last_draws(self) -> list[tuple[Any, ...]]:
        """One row a case whose last draw is known: how far it is from a + d and (a-1)(d-1)."""
        rows = []
        for a, d, form, kind, status, _, last, few, many, *_ in self.large_decks():
            if kind == "D":
                continue
            near, far = abs(last - few), abs(last - many)
            nearer = "a+d" if near < far else "(a-1)(d-1)" if far < near else "both"
            known = "proven" if status == "proven for all n" else status
            if known != "proven" and int(status.split()[-1]) < many:
                known += f", draws are possible to {many}"
            rows.append((a, d, form, last, few, many, nearer, known))
        return rows

    def endless(self) -> list[tuple[Any, ...]]:
        """One row a case on ℕ and ℤ, where the paper expects N as on the rationals."""
        found: dict[tuple[int, int, str], dict[str, str]] = {}
        for entry in self._of("deck"):
            for deck in ("naturals", "integers"):
                if f"--deck {deck}" in entry["command"]:
                    form = "misère" if "--misere" in entry["command"] else "normal"
                    found.setdefault((*_size(entry), form), {})[deck] = entry["outcome"]
        rows = []
        for key, types in sorted(found.items(), key=lambda item: (sum(item[0][:2]), item[0])):
            fails = [deck for deck in ("naturals", "integers") if types.get(deck) == "P"]
            status = f"false on the {' and the '.join(fails)}" if fails else "proven"
            rows.append((*key, types.get("naturals", "-"), types.get("integers", "-"), status))
        return rows

    def rationals(self) -> list[tuple[Any, ...]]:
        """One row a d of the second conjecture: N on the rationals."""
        by_d: dict[int, dict[int, str]] = {}
        for entry in self._of("deck", "--deck rationals"):
            a, d = _size(entry)
            by_d.setdefault(d, {})[a] = entry["outcome"]
        rows = []
        for d, types in sorted(by_d.items()):
            row = "".join(types[a] for a in sorted(types))
            if set(row) == {"N"}:
                status = f"proven for each a to {max(types)}"
            else:
                status = "false as printed: P for even a"
            rows.append((d, f"{min(types)}-{max(types)}", row, status))
        return rows

    def as_dict(self) -> dict[str, Any]:
        """Return the kept answers as they are, and the status of each case."""
        heads = ("a", "d", "form", "eventual", "status", "from", "last_draw", "a_plus_d",
                 "draws_end_by", "bound_used", "classes")  # fmt: skip
        return {
            "large_decks": [dict(zip(heads, row, strict=True)) for row in self.large_decks()],
            "rationals": [
                dict(zip(("d", "a", "types", "status"), row, strict=True))
                for row in self.rationals()
            ],
            "last_draws": [
                dict(
                    zip(
                        (
                            "a",
                            "d",
                            "form",
                            "last_draw",
                            "a_plus_d",
                            "draws_end_by",
                            "nearer",
                            "status",
                        ),
                        row,
                        strict=True,
                    )
                )
                for row in self.last_draws()
            ],
            "endless": [
                dict(zip(("a", "d", "form", "naturals", "integers", "status"), row, strict=True))
                for row in self.endless()
            ],
            "answers": [dict(entry) for entry in self.entries],
        }

    def tables(self) -> list[Table]:
        """Return a table a question."""
        extended = []
        longest: dict[tuple[int, int], Mapping[str, Any]] = {}
        for entry in self._of("table", "--extended"):
            longest[_size(entry)] = entry
        for (a, d), entry in sorted(longest.items(), key=lambda item: (sum(item[0]), item[0])):
            extended.append((a, d, len(entry["normal"]), entry["normal"], entry["misere"]))
        nimbers = [
            (*_size(entry), entry["eventual"], entry["from"], entry["bound"], entry["classes"])
            for entry in self._of("nimber")
        ]
        return [
            Table(
                "Conjecture: N for all large n (a >= d >= 3)",
                ("a", "d", "form", "type", "status", "from n", "bound", "classes"),
                tuple((*row[:6], *row[9:]) for row in self.large_decks()),
            ),
            Table(
                "The last D, against a + d and (a-1)(d-1)",
                ("a", "d", "form", "last D", "a+d", "(a-1)(d-1)", "nearer to", "status"),
                tuple(self.last_draws()),
            ),
            Table(
                "Conjecture: N on the rationals (a >= d >= 3)",
                ("d", "a", "types", "status"),
                tuple(self.rationals()),
            ),
            Table(
                "The extended game on n × n boards, n = 1, 2, ...",
                ("a", "d", "to n", "normal", "misère"),
                tuple(extended),
            ),
            Table(
                "Decks without an end",
                ("a", "d", "form", "naturals", "integers", "N as expected"),
                tuple(self.endless()),
            ),
            Table(
                "Nimbers of all large chains",
                ("a", "d", "nimber", "from n", "bound", "classes"),
                tuple(nimbers),
            ),
        ]  # fmt: skip

    def notes(self) -> list[str]:
        """Return what the cases say together."""
        rows = self.large_decks()
        notes = [
            "the second conjecture is printed for a >= d >= 3: at d = 3 and a even it is false "
            "(type P); it must mean d >= 4",
        ]
        endless = [
            f"({a}, {d}) on the {deck}"
            for entry in self._of("deck")
            for deck in ("naturals", "integers")
            for a, d in [_size(entry)]
            if f"--deck {deck}" in entry["command"]
            and "--misere" not in entry["command"]
            and entry["outcome"] == "P"
            and d > 3
        ]
        if endless:
            notes.append(
                "the paper expects similar results on the naturals and the integers: not so, the "
                f"normal form is P for {', '.join(endless)}"
            )
        for form in ("normal", "misère"):
            last = [
                (abs(r[6] - r[7]), abs(r[6] - r[8])) for r in rows if r[2] == form and r[9] != "-"
            ]
            nearer = sum(near < far for near, far in last)
            notes.append(
                f"{form}: the last draw is nearer to a + d than to (a-1)(d-1) in {nearer} of "
                f"{len(last)} proven cases"
            )
        return notes

"""Strategies and their parts: names, parameters, combinations."""

from typing import Any

import pytest

from montmort import InputError
from montmort.core.strategy import Part, Strategy, combine, strategy


@strategy("choose", picker=0.0, shaft=-1.0)
def gain_most(view: Any, actions: Any, stream: Any, parameters: Any) -> Any:
    """Keep what gains most.

    And more words.
    """
    return actions[int(parameters[0])]


@strategy("pick", name="self")
def oneself(view: Any, actions: Any, stream: Any) -> Any:
    return actions[0]


def test_a_marked_function_is_a_part() -> None:
    part: Part = gain_most
    assert (part.name, part.decision, part.help) == ("gain-most", "choose", "Keep what gains most.")
    assert dict(part.parameters) == {"picker": 0.0, "shaft": -1.0}
    assert (oneself.name, oneself.help) == ("self", "")
    assert part.chooser(None, [5, 6], None, (1.0,)) == 6


def test_parameters_change_by_name_only() -> None:
    changed = gain_most.with_values({"shaft": 2})
    assert dict(changed.parameters) == {"picker": 0.0, "shaft": 2}
    assert dict(gain_most.parameters) == {"picker": 0.0, "shaft": -1.0}
    with pytest.raises(InputError, match=r"no parameter 'weight' \(it has: picker, shaft\)"):
        gain_most.with_values({"weight": 1})
    with pytest.raises(InputError, match="it has: none"):
        oneself.with_values({"weight": 1})


def test_parts_make_a_strategy() -> None:
    made = combine("both", [gain_most, oneself])
    assert made.choosers == (gain_most.chooser, oneself.chooser)
    assert made.parameters == ((0.0, -1.0), ())
    assert made.names == (("picker", "shaft"), ())
    assert made.named("other").choosers == made.choosers
    assert made.named("other").name == "other"
    assert made == combine("both", [gain_most, oneself])
    assert hash(made) == hash(combine("both", [gain_most, oneself]))


def test_a_strategy_without_parameters_has_empty_rows() -> None:
    made = Strategy("x", (oneself.chooser, oneself.chooser))
    assert made.parameters == made.names == ((), ())

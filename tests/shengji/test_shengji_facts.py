"""What the sources fix, beside ours; and versions that stand on them."""

import pytest

from montmort.games.shengji.facts import reproduce
from montmort.games.shengji.judging import judge
from montmort.games.shengji.versions import VERSIONS


def test_every_known_fact_agrees():
    found = [fact for result in reproduce(seed=3) for fact in result.facts]
    assert len(found) > 70
    assert [fact for fact in found if not fact.agrees] == []
    assert all(fact.source and fact.statement for fact in found)
    assert len({fact.statement for fact in found}) > 60


def test_rounds_lose_nothing_whatever_the_seed():
    for seed in (1, 2):
        *_, rounds = reproduce(seed=seed)
        assert all(fact.agrees for fact in rounds.facts)


@pytest.mark.parametrize("version", ["pagat", "online"])
def test_levels_by_forties(version):
    # Three levels for none, two below 40, one below 80; 80 turns the deal, and from 120
    # on one level for each 40: the table that both sources have.
    expected = {0: 3, 5: 2, 35: 2, 40: 1, 75: 1, 80: 0, 115: 0, 120: 1, 155: 1, 160: 2, 200: 3}
    for points, rise in expected.items():
        case = {"id": "s", "topic": "score", "grabber_points": points}
        said = judge(case, version=version).verdict
        assert said == {"winner": "dealer" if points < 80 else "grabber", "rise": rise}


def test_what_the_versions_change():
    standard = VERSIONS["standard"].as_dict()

    def changed(name):
        rules = VERSIONS[name].as_dict()
        return {key: value for key, value in rules.items() if value != standard[key]}

    shared = {
        "follow": "maximal", "shorter_run_duty": True, "jokers_least": 2,
        "no_reveal": "flip_bottom", "dealer_rise": (40, 5), "extra_steps": 40,
        "bottom_factor": "twice_cards",
    }  # fmt: skip
    assert changed("pagat") == shared
    assert changed("online") == shared | {"failed_toss_penalty": 10, "must_hold_ace": True}
    assert changed("friends") == {
        "players": 5, "mode": "friends", "grabbers_need": 130, "grabber_rise": (130, 195),
    }  # fmt: skip

"""Known values of Picker: the rules' example, published tables, recomputed figures.

Statistical checks allow 5.2 standard errors: a false alarm has a chance below 1e-6.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from montmort.core.errors import IllegalActionError, InputError
from montmort.core.results import plain
from montmort.engines.tournament import grid, parse, simulate
from montmort.games.picker import Picker
from montmort.games.picker.advantage import first_player, picker_weight
from montmort.games.picker.comparison import put_beside
from montmort.games.picker.facts import best_readings, near_enough, other_readings
from montmort.games.picker.measuring import difference, follow, mean, named
from montmort.games.picker.mystery import claims, frank_and_eve, shaft_or_none
from montmort.games.picker.published import GAMES, TABLES
from montmort.games.picker.twoplayers import two_players


def near(estimate, known, allowed):
    return abs(estimate.value - known) <= allowed + estimate.half * 5.2 / 1.96


# -- the rules ---------------------------------------------------------------------


def test_the_rules_example_red_three_times_and_yellow_five_times_is_18_points():
    # The rules: "red die three times and yellow five times: 18 bonus points".
    red, yellow = 0, 3
    state = Picker().start()
    turns = [red] * 3 + [yellow] * 5
    for colour in turns:
        # Seat 1 keeps the lowest, a 1, and so starts every round.
        dice = [2, 3, 4, 5]
        dice[colour] = 1
        state = state.after(sum((v - 1) * 8**i for i, v in enumerate(dice)))
        assert state.actor == 0
        state = state.after(colour)
        for _ in range(3):
            state = state.after(state.actions()[0])
    assert state.record.score[0] == 8
    assert state.payoffs()[0] == 8 + 18


def test_the_bonus_has_a_maximum_of_15():
    table = [Picker().rules.bonus[min(k, 6)] for k in range(9)]
    assert table == [0, 0, 3, 6, 9, 12, 15, 15, 15]
    state = Picker(players=4).start()
    for _ in range(8):
        state = state.after(1 + 2 * 8 + 3 * 64 + 0)
        state = state.after(3)  # yellow shows 1: seat 1 keeps it eight times
        for _ in range(3):
            state = state.after(state.actions()[0])
    assert state.payoffs()[0] == 8 + 15


def test_a_roll_of_equal_dice_is_refused_and_has_no_chance():
    state = Picker(players=3).start()
    outcomes = dict(state.chances())
    assert len(outcomes) == 6**3 - 6 and set(outcomes.values()) == {1}
    with pytest.raises(IllegalActionError, match="all of them are equal"):
        state.after(0)


def test_the_fast_sample_has_the_listed_weights():
    game = Picker(players=2)
    state, outcomes = game.start(), [o for o, _ in game.start().chances()]
    from montmort.statistics.streams import Source

    draws = 6000
    counts = dict.fromkeys(outcomes, 0)
    for k in range(draws):
        counts[state.sample(Source(3, k, 0))] += 1
    expected = draws / len(outcomes)
    chi = sum((c - expected) ** 2 / expected for c in counts.values())
    # 29 degrees of freedom: more than 90 has a chance of 4e-8.
    assert len(outcomes) == 30 and chi < 90


def test_rules_that_could_not_be_played_are_refused():
    with pytest.raises(InputError, match="name nobody"):
        Picker("v1.1", players=2, may_name_shaft=False)
    with pytest.raises(InputError, match="at most 12"):
        Picker(players=13)
    with pytest.raises(InputError, match="bonus has"):
        Picker(bonus=())


@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.parametrize("version", ["v1.3", "v1.1"])
def test_two_to_twelve_players(version, players):
    result = simulate(Picker(version, players=players), ["gain"], games=50, seed=2)
    assert result.games == 50
    moves = 2 * players * players + (2 * players - 1 if version == "v1.1" else 0)
    assert result.of_games("length").value == moves


def test_the_start_in_turn_needs_no_picker():
    # Everybody starts as often as the others, and keeps the highest: pips are even.
    game = Picker(players=3, rounds=3, picker="none", bonus=(0,))
    result = simulate(game, ["highest"], games=4000, seed=5)
    first, last = result.seat_score(0), result.seat_score(2)
    assert abs(first.value - last.value) < 5.2 / 1.96 * (first.half + last.half)


def test_every_combination_of_choosers_and_picks_plays():
    names = {item.name for item in grid(Picker("v1.1"))}
    for choose in ("highest", "lowest", "never-highest", "never-lowest", "neither", "safe", "gain",
                   "wary"):  # fmt: skip
        for pick in ("self", "other", "right", "trailing", "weakest"):
            assert f"{choose}@{pick}" in names
    game = Picker("v1.1", players=4, rounds=2)
    more = ["random@random", "gain+0.5@random", "gain:shaft=-1@right:skip=1"]
    for name in [*sorted(names), *more]:
        assert simulate(game, [name, "random"], games=20, seed=1).games == 20
    assert parse(game, "table-3.alice").choosers == parse(game, "wary@random").choosers


# -- recomputed values of v1.3 -----------------------------------------------------


def test_four_players_wins_by_seat():
    # All by best gain: 46.0, 23.8, 15.5, 14.7 % (recomputed by an independent program).
    result = simulate(Picker(), ["gain"], games=150_000, seed=11)
    for seat, known in enumerate((0.460, 0.238, 0.155, 0.147)):
        assert near(result.seat_place(seat, 0), known, 0.001)
    assert result.equal_seats() < 1e-9


@pytest.mark.parametrize(("equal", "known"), [("random", 0.538), ("first", 0.520)])
def test_three_players_starter(equal, known):
    result = simulate(Picker(players=3, equal=equal), ["gain"], games=150_000, seed=12)
    assert near(result.seat_place(0, 0), known, 0.001)


# -- the published tables ----------------------------------------------------------


def test_the_published_tables_are_whole():
    for table in TABLES:
        players = len(table.rows)
        for _, row in table.rows:
            assert len(row) == players and math.isclose(sum(row), 100, abs_tol=0.03)
        for place in range(players):
            assert math.isclose(sum(row[place] for _, row in table.rows), 100, abs_tol=0.03)
    assert GAMES == 10_000


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_best_readings_come_as_near_as_known(number):
    beside = put_beside(number, games=60_000, seed=5)
    assert near_enough(beside)
    assert beside.allowance < 1.0
    # It is a reconstruction, and says so: it does not fit by chance.
    assert beside.chi_squared > beside.by_chance
    assert "reconstruction" in " ".join(beside.notes())
    assert plain(beside.as_dict())["rows"][0]["published"][0] == pytest.approx(
        TABLES[number - 1].rows[0][1][0] / 100
    )
    assert beside.tables() and beside.charts()


def test_distances_are_what_they_are_called():
    beside = put_beside(1, games=4000, seed=2)
    ours = np.array([[cell.value for cell in row] for row in beside.ours])
    theirs = np.array([row for _, row in beside.published.rows]) / 100
    assert beside.largest == pytest.approx(100 * abs(ours - theirs).max())
    assert beside.rms == pytest.approx(100 * math.sqrt(((ours - theirs) ** 2).mean()))
    chi = ((ours - theirs) ** 2 / (ours * (1 / 10_000 + 1 / 4000))).sum()
    assert beside.chi_squared == pytest.approx(chi)


def test_readings_are_listed_with_their_distances():
    assert all(f.agrees for f in best_readings([put_beside(1, games=30_000, seed=3)]).facts)
    study = other_readings([put_beside(3, games=2000, seed=3, reading=1)])
    assert study.found[0].rows[0][2] == "2.5"


# -- the studies -------------------------------------------------------------------


def test_frank_wins_by_his_pick():
    study = frank_and_eve(games=12_000, seed=3)
    figures = study.figures
    assert near(figures["frank"], 0.206, 0.004) and near(figures["eve"], 0.136, 0.004)
    frank, eve = figures["swaps"]
    assert frank["wins"].high < 0 < eve["wins"].low
    # After the swap there are two of a kind, and they win alike.
    assert abs(frank["wins_now"].value - figures["eve"].value) < 0.03
    assert [p.value for p in figures["places"]] == sorted(
        (p.value for p in figures["places"]), reverse=True
    )


def test_the_places_of_one_round_share_out_all_pips():
    # All six dice are kept: the mean pips of six fair dice that are not all equal, 21.
    study = frank_and_eve(games=6000, seed=4)
    assert sum(p.value for p in study.figures["places"]) == pytest.approx(21, abs=0.3)
    # Place k of all by pips gets the k-th highest of six dice: the first, 1 + 5 - sum of
    # the chances that all six show at most k; equal rolls (1 in 7776) change it by < 0.001.
    highest = 6 - sum((k / 6) ** 6 for k in range(1, 6))
    assert near(study.figures["places"][0], highest, 0.001)


def test_claims_are_judged_by_their_intervals():
    study = claims(games=4000, seed=2)
    by_claim = {(c["player"], c["becomes"]): c for c in study.figures["claims"]}
    assert by_claim["Eve", "gain@right"]["wins"].low > 0
    assert by_claim["Eve", "gain+1@random"]["wins"].high < 0
    assert study.figures["prior_over_weakest"].low > 0
    assert len(study.figures["beside"]) == 7


def test_the_shaft_moves_bonuses_but_no_pips():
    study = shaft_or_none(games=3000, seed=2)
    assert abs(study.figures["all"]["difference"].value) < 0.3
    # Without bonuses the two have the same pips in all, game by game, on the same dice.
    with_shaft = Picker("table-2", bonus=(0,))
    without = Picker(with_shaft.rules.changed(shaft="none"))
    line_up = [named(with_shaft, "gain@other", f"p{i}") for i in range(6)]
    a, b = (follow(game, line_up, games=300, seed=1) for game in (with_shaft, without))
    assert np.array_equal(a.points.sum(axis=1), b.points.sum(axis=1))


def test_the_first_player_is_ahead_at_every_table():
    study = first_player(games=8000, seed=3)
    for row in study.figures["counts"]:
        assert row["wins"][0].low > 1 / row["players"]
        assert sum(w.value for w in row["wins"]) == pytest.approx(1)


def test_the_sweep_of_weights_finds_what_a_direct_comparison_finds():
    study = picker_weight(counts=(2, 6), weights=(-2.0, 1.5, 2.5), games=24_000, seed=3)
    two, six = study.figures["counts"]
    assert two["best"]["weight"] == -2.0 and two["verdict"] == "shun it"
    assert six["curve"][2]["wins"].high < 0
    # By another route: the two strategies against each other from both seats.
    mirror = simulate(
        Picker(players=2), ["gain-2", "gain"], games=40_000, seed=8, seating="rotations"
    )
    gained = two["best"]["wins"]
    assert abs(mirror.place(0, 0).value - 0.5 - gained.value) < 0.015
    assert study.charts()


def test_common_random_numbers_leave_equals_equal():
    game = Picker(players=3)
    field = [named(game, "gain", "field")]
    courses = [
        follow(game, field, games=500, seed=1, focus=named(game, "gain", "focus"))
        for _ in range(2)
    ]  # fmt: skip
    change = difference(*courses, 0)
    assert change.value == 0 and change.half == 0
    assert mean(courses[0].wins[:, 0] + courses[0].wins[:, 1]).value == pytest.approx(1)


def test_two_player_tweaks_are_ranked():
    study = two_players(extra_dice=(0, 2), rounds=(4, 8), games=1500, seed=2, shown=3)
    figures = study.figures
    assert len(figures["variants"]) == 24 and len(figures["best"]) == 3
    off = [abs(v["seat_1_wins"].value - 0.5) for v in figures["best"]]
    assert max(off) < abs(figures["now"]["seat_1_wins"].value - 0.5)
    assert figures["now"]["seat_1_wins"].low > 0.58
    assert study.tables()[1].rows[0][4].value == pytest.approx(0.5, abs=0.05)
    assert all(v["better_strategy_wins"].value >= 0.5 for v in figures["variants"])
    # With two players of v1.3 highest beats best gain: the pips left are the opponent's.
    assert figures["now"]["better_strategy"] == "highest"

"""Tournaments: the same numbers whoever plays them, and figures that add up."""

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from montmort.core.errors import InputError, StrategyError
from montmort.engines.tournament import (
    RunStore,
    compare,
    grid,
    parse,
    play_tables,
    record_game,
    set_table,
    simulate,
)
from montmort.engines.tournament.tally import Games, Tally, places
from montmort.games import find

EXAMPLES = Path(__file__).parents[2] / "examples"
Picker = find("picker")
Nim = find(str(EXAMPLES / "nim.py"))
FOUR = "highest,gain,gain+1,random"


def figures(result):
    """Everything but the remarks about how it was run."""
    data = result.as_dict()
    del data["notes"]
    return data


def first_places(result, name):
    return result.place(result.names.index(name), 0)


# -- the same numbers ---------------------------------------------------------------


@pytest.fixture(scope="module")
def one_worker():
    return figures(simulate(Picker(), FOUR, games=30_000, seed=7, workers=1))


@pytest.mark.parametrize("workers", [2, 7])
def test_results_do_not_depend_on_the_number_of_workers(one_worker, workers):
    assert figures(simulate(Picker(), FOUR, games=30_000, seed=7, workers=workers)) == one_worker


def test_results_do_not_depend_on_the_executor(one_worker):
    with ThreadPoolExecutor(3) as threads:
        result = simulate(Picker(), FOUR, games=30_000, seed=7, executor=threads)
    assert figures(result) == one_worker
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        result = simulate(Picker(), FOUR, games=30_000, seed=7, executor=processes)
    assert figures(result) == one_worker


def test_plain_games_do_not_depend_on_workers_either():
    alone = figures(simulate(Nim(), games=300, seed=3, workers=1))
    assert figures(simulate(Nim(), games=300, seed=3, workers=2)) == alone


def test_another_seed_gives_other_games():
    one = simulate(Picker(), FOUR, games=500, seed=1).as_dict()
    assert one != {**simulate(Picker(), FOUR, games=500, seed=2).as_dict(), "seed": 1}


@pytest.mark.parametrize("version", Picker.versions)
def test_compiled_and_interpreted_games_are_the_same(version):
    game = Picker(version)
    strategies = grid(game) if game.rules.seating != "fixed" else parse_six(game)
    fast = simulate(game, strategies, games=60, seed=5, workers=1)
    slow = simulate(game, strategies, games=60, seed=5, workers=1, interpreted=True)
    assert figures(fast) == figures(slow)
    assert np.array_equal(fast.tally.squares, slow.tally.squares)


def parse_six(game):
    return [
        parse(game, f"table-3.{name}") for name in ("frank", "eve", "doug", "carol", "bob", "alice")
    ]


def test_a_run_in_two_parts_is_the_run_in_one(tmp_path):
    whole = simulate(Picker(), FOUR, games=40_000, seed=9)
    store = RunStore(tmp_path / "runs.sqlite")

    def stop(done, total):
        if done >= 16_000:
            raise KeyboardInterrupt

    part = simulate(Picker(), FOUR, games=40_000, seed=9, store=store, progress=stop)
    assert part.interrupted
    assert 16_000 <= part.games < 40_000
    assert "interrupted" in " ".join(part.notes())
    rest = simulate(Picker(), FOUR, games=40_000, seed=9, store=store)
    assert "went on from" in rest.notes()[0]
    assert rest.as_dict() == whole.as_dict()
    assert figures(rest) == figures(whole)


def test_a_damaged_store_costs_saved_work_only(tmp_path):
    path = tmp_path / "runs.sqlite"
    path.write_bytes(b"not a database" * 100)
    result = simulate(Picker(), FOUR, games=500, seed=9, store=RunStore(path))
    assert result.games == 500


# -- figures that add up ------------------------------------------------------------


def test_shares_add_up():
    result = simulate(Picker(), FOUR, games=5000, seed=7)
    for i in range(4):
        assert sum(result.place(i, r).value for r in range(4)) == pytest.approx(1)
        assert sum(result.seat_place(i, r).value for r in range(4)) == pytest.approx(1)
    assert sum(result.place(i, 0).value for i in range(4)) == pytest.approx(1)
    crossed = result.tally.crossed
    assert np.allclose(crossed.x.sum(axis=1), result.tally.by_strategy.x)
    assert np.allclose(crossed.x.sum(axis=0), result.tally.by_seat.x)
    assert crossed.m.sum() == 4 * 5000


def test_the_tally_counts_what_a_plain_count_counts():
    table = set_table(Picker(players=3), "gain,highest,random,random", ties="share")
    games = next(play_tables(table, games=400, seed=3))
    tally = Tally(3, 3, 1)
    tally.add(games, "share", 3)
    wins = {i: [0.0, 0] for i in range(3)}
    for seats, scores in zip(games.seats, games.scores, strict=True):
        best = [s for s in range(3) if scores[s] == max(scores)]
        for s in range(3):
            wins[seats[s]][1] += 1
            wins[seats[s]][0] += (s in best) / len(best)
    for i in range(3):
        assert tally.by_strategy.x[i, 0] == pytest.approx(wins[i][0])
        assert tally.by_strategy.m[i] == wins[i][1]


def table_of(scores):
    games = Games.empty(0, len(scores), len(scores[0]))
    games.scores[:] = scores
    return games


def test_places_with_ties():
    games = table_of([[3, 5, 5, 1]])
    shared = places(games, "share", 1)[0]
    assert shared.tolist() == [[0, 0, 1, 0], [0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 0, 1]]
    seat = places(games, "seat", 1)[0]
    assert seat[1, 0] == 1
    assert seat[2, 1] == 1
    drawn = places(table_of([[3, 5, 5, 1]] * 2000), "random", 1)
    assert drawn.sum(axis=(1, 2)).tolist() == [4] * 2000
    # 2000 fair draws: within 5 standard deviations (a chance below one in a million).
    assert abs(drawn[:, 1, 0].sum() - 1000) < 5 * math.sqrt(500)


def test_who_is_ahead_of_equals_does_not_hang_on_strategies():
    games = table_of([[2, 2, 2]] * 50)
    first = places(games, "random", 4)
    games.seats[:] = 2
    assert np.array_equal(first, places(games, "random", 4))


# -- seating ------------------------------------------------------------------------


def seats_of(strategies, games, **wishes):
    players = wishes.pop("players", 3)
    table = set_table(Picker(players=players), strategies, **wishes)
    return table, np.concatenate([g.seats for g in play_tables(table, games=games, seed=2)])


def test_random_seats_are_uniform():
    _, seats = seats_of("gain,highest,random", 6000)
    orders, counts = np.unique(seats, axis=0, return_counts=True)
    assert len(orders) == 6
    # Each of six orders: within 5.2 standard deviations.
    assert abs(counts - 1000).max() < 5.2 * math.sqrt(6000 / 6 * 5 / 6)


def test_rotations_are_all_rotations_on_the_same_dice():
    table, seats = seats_of("gain,highest,random", 6, seating="rotations")
    assert seats.tolist()[:3] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    rolls = [
        next(m.action for m in record_game(table, 2, k).moves if m.actor == -1) for k in range(3)
    ]
    assert len(set(rolls)) == 1


def test_permutations_are_all_permutations():
    _, seats = seats_of("gain,highest,random,safe", 24, players=4, seating="permutations")
    assert len({tuple(row) for row in seats.tolist()}) == 24


def test_more_strategies_than_seats_sit_equally_often():
    _, seats = seats_of("gain,highest,random,safe,lowest", 5000)
    counts = np.bincount(seats.reshape(-1), minlength=5)
    assert abs(counts - 3000).max() < 5.5 * math.sqrt(5000 * 0.6 * 0.4)
    assert all(len(set(row)) == 3 for row in seats.tolist())


def test_the_focus_always_sits():
    table, seats = seats_of("highest,random,safe,lowest", 2000, focus="gain")
    assert table.strategies[0].name == "gain"
    assert ((seats == 0).sum(axis=1) == 1).all()
    counts = np.bincount(seats.argmin(axis=1), minlength=3)
    assert abs(counts - 2000 / 3).max() < 5.3 * math.sqrt(2000 * 2 / 9)


def test_mirror_matches_exchange_the_sides():
    table, seats = seats_of("gain,random", 4, players=4, seating="mirror")
    assert seats.tolist()[:2] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert table.seating.games == 2


def test_one_strategy_fills_the_table_and_two_share_it():
    _, seats = seats_of("gain", 3, players=4)
    assert (seats == 0).all()
    _, seats = seats_of("gain,random", 50, players=4)
    assert ((seats == 0).sum(axis=1) == 2).all()


# -- statistics ---------------------------------------------------------------------


def test_intervals_cover():
    """Of 200 tournaments of 2000 games, 95 % of intervals should cover the long-run share."""
    truth = simulate(Picker(), FOUR, games=2_000_000, seed=1000)
    inside = total = 0
    for seed in range(200):
        result = simulate(Picker(), FOUR, games=2000, seed=seed, workers=1)
        for i in range(4):
            for r in range(4):
                estimate = result.place(i, r)
                inside += estimate.low <= truth.place(i, r).value <= estimate.high
                total += 1
            score = result.score(i)
            inside += score.low <= truth.score(i).value <= score.high
            spread = result.deviation(i)
            inside += spread.low <= truth.deviation(i).value <= spread.high
            total += 2
    # 4800 intervals, about six independent ones in each of 200 groups: a deviation is
    # 0.6 points, and 3.5 points are beyond five of them.
    assert abs(inside / total - 0.95) < 0.035


@pytest.mark.parametrize("seating", ["rotations", "mirror"])
def test_intervals_cover_where_games_share_a_deal(seating):
    names = FOUR if seating == "rotations" else "gain,highest"
    truth = simulate(Picker(), names, games=1_000_000, seed=1000, seating=seating)
    inside = total = 0
    for seed in range(150):
        result = simulate(Picker(), names, games=2000, seed=seed, seating=seating, workers=1)
        for i in range(len(result.names)):
            estimate = result.place(i, 0)
            inside += estimate.low <= truth.place(i, 0).value <= estimate.high
            total += 1
        for s in range(4):
            estimate = result.seat_place(s, 0)
            inside += estimate.low <= truth.seat_place(s, 0).value <= estimate.high
            total += 1
    # At least two independent intervals in each of 150 groups: a deviation is 1.3 points.
    assert abs(inside / total - 0.95) < 0.065


def test_equal_seats_are_not_called_unequal_too_often():
    """All play at random: seats are equal, so p-values are uniform."""
    low = sum(simulate(Picker(), games=1500, seed=s, workers=1).equal_seats() < 0.05
              for s in range(300))  # fmt: skip
    # Binomial(300, 0.05): more than 36 has a chance below one in a million.
    assert low <= 36


def test_unequal_seats_are_called_unequal():
    result = simulate(Picker(), "gain", games=5000, seed=1)
    assert result.equal_seats() < 1e-9
    assert any("the seats are not equal: seat 1 wins" in note for note in result.notes())


def test_until_stops_at_the_precision():
    result = simulate(Picker(), FOUR, until=0.01, seed=1)
    assert result.widest <= 0.01
    assert 5_000 < result.games < 50_000
    assert any("stopped at the precision" in note for note in result.notes())
    again = simulate(Picker(), FOUR, until=0.01, seed=1, workers=2)
    assert figures(again) == figures(result)


def test_common_random_numbers_pair_variants():
    """The same dice: where nobody's choice differs, the games are the same."""
    one = set_table(Picker(), "gain", seating="fixed")
    other = set_table(Picker(), "gain:picker=0", seating="fixed")
    for pair in compare(one, other, games=500, seed=3):
        assert np.array_equal(pair.first.scores, pair.second.scores)


def test_one_strategy_at_the_whole_table_has_its_part_of_every_place():
    result = simulate(Picker(players=5), "gain", games=500, seed=1)
    for place in range(5):
        estimate = result.place(0, place)
        assert (estimate.low, estimate.value, estimate.high) == (0.2, 0.2, 0.2)


# -- bad wishes ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"games": 0}, "ask for at least 1"),
        ({"games": -5}, "ask for at least 1"),
        ({"until": 0.0}, "more than 0"),
        ({"workers": 0}, "at least 1 is needed"),
        ({"seed": -1}, "seed -1"),
        ({"strategies": "gain,highest,random"}, "3 strategies for 4 seats"),
        ({"strategies": "gain,,random,safe"}, "name is empty"),
        ({"strategies": "gian"}, "did you mean 'gain'"),
        ({"strategies": "gain@rihgt"}, "did you mean 'right'"),
        ({"strategies": "gain@right@left"}, "names 3 decisions"),
        ({"strategies": "highest+1"}, "takes no weight"),
        ({"strategies": "gain:piker=1"}, "no parameter 'piker'"),
        ({"strategies": "gain:picker=x"}, "parameter=number"),
        ({"strategies": "nowhere.py:patient"}, "no file"),
        ({"ties": "coin"}, "no tie rule"),
        ({"seating": "mirror"}, "exactly two"),
    ],
)
def test_bad_wishes_are_refused_in_words(wish, sentence):
    with pytest.raises(InputError, match=sentence):
        simulate(Picker(), **{"strategies": FOUR, **wish})


# -- strategies that break ----------------------------------------------------------

BROKEN = """
def patient(view, actions, stream):
    return actions[0]

def steps_over(view, actions, stream):
    if view.round == 5 and view.score[0] > 25:
        return 99
    return actions[0]

def divides(view, actions, stream):
    return actions[0] // (view.score[0] - 23 if view.score[0] == 23 else 1)

def slow(view, actions, stream):
    return min(actions, key=lambda a: view.dice[a])

def raises(view, actions, stream):
    if view.round == 3 and len({1, 2}) == 2:
        raise RuntimeError("tired")
    return actions[0]

def text(view, actions, stream):
    return str(actions[0]) if [x for x in {1: 2}.items()] else 0

def globally(view, actions, stream):
    import random
    return random.choice(list(actions))

import random

def draws(view, actions, stream):
    return random.choice(list(actions))

def half(view, actions, stream):
    return actions[0] + 0.5

two = lambda view, actions: 0
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "mine.py").write_text(BROKEN)
    return str(tmp_path / "mine.py")


@pytest.mark.parametrize("name", ["steps_over", "divides", "raises", "text", "half"])
def test_a_broken_strategy_is_named_with_the_game_to_replay(own, name):
    with pytest.raises(StrategyError) as caught:
        simulate(Picker(), [f"{own}:{name}", "gain", "highest", "random"], games=5000, seed=4)
    message = str(caught.value)
    for part in (name, "game ", "seed 4", "seat ", "position", "--replay"):
        assert part in message
    number = int(message.split("--replay ")[1])
    partial = caught.value.partial
    assert partial.games == number
    table = set_table(Picker(), [f"{own}:{name}", "gain", "highest", "random"])
    assert "stopped" in record_game(table, 4, number).remarks


def test_what_was_counted_before_a_failure_is_what_a_shorter_run_counts(own):
    names = [f"{own}:steps_over", "gain", "highest", "random"]
    with pytest.raises(StrategyError) as caught:
        simulate(Picker(), names, games=5000, seed=4, workers=1)
    partial = caught.value.partial
    if partial.games:
        assert (
            figures(partial)["strategies"]
            == figures(simulate(Picker(), names, games=partial.games, seed=4))["strategies"]
        )


def test_an_interpreted_strategy_says_so_once_and_plays_the_same(own):
    names = [f"{own}:slow", "lowest", "highest", "gain"]
    result = simulate(Picker(equal="first"), names, games=200, seed=4)
    said = [note for note in result.notes() if "runs interpreted" in note]
    assert len(said) == 1
    twin = simulate(Picker(equal="first"), names, games=200, seed=4, interpreted=True)
    assert figures(twin) == figures(result)


def test_global_randomness_is_noticed(own):
    result = simulate(Picker(), [f"{own}:globally"], games=20, seed=4, workers=1)
    assert any("global random" in note for note in result.notes())
    result = simulate(Picker(), [f"{own}:draws"], games=20, seed=4, workers=1)
    assert any("draws random numbers of its own" in note for note in result.notes())
    assert not any("plays the same" in note for note in result.notes())


def test_a_function_of_the_wrong_shape_is_refused(own):
    with pytest.raises(InputError, match="takes 2 arguments"):
        simulate(Picker(), f"{own}:two", games=10)
    with pytest.raises(InputError, match="did you mean 'patient'"):
        simulate(Picker(), f"{own}:patent", games=10)


def test_a_replayed_game_is_the_game_that_was_counted():
    table = set_table(Picker(), FOUR)
    games = next(play_tables(table, games=50, seed=7))
    for k in (0, 17, 49):
        record = record_game(table, 7, k)
        assert list(record.payoffs) == games.scores[k].tolist()
        assert list(record.strategies) == [table.strategies[i].name for i in games.seats[k]]
        assert record.replay(Picker()).payoffs() == record.payoffs

"""The whole answer about a file: parts, JSON, tables and pictures."""

import json
from fractions import Fraction as F  # noqa: N817
from pathlib import Path

import pytest

from montmort.core.errors import InputError
from montmort.core.results import plain
from montmort.stakes.chances import around_equal, supported
from montmort.stakes.command import answer, stakes
from montmort.stakes.facts import reproduce
from montmort.stakes.outcomes import winner_takes_all
from montmort.stakes.reading import parse
from montmort.stakes.truthfulness import declarations

CHIPS = "player,rate,chips\nann,0.10,45\nbob,0.05,-30\ncleo,0.02,10\ndan,0.25,-25\n"
WIN = "player,rate,win\nann,0.10,3/5\nbob,0.05,2/5\n"
BOUNDS = "player,rate,low,high\nann,0.10,0.3,0.5\nbob,0.05,0.2,0.4\ncleo,0.05,0.2,0.4\n"


def as_json(found):
    return json.loads(json.dumps(plain(found.as_dict())))


def test_a_session_in_chips():
    data = as_json(answer(parse(CHIPS)))
    settled = data["settlement"]
    # Claims 4.50 and 0.20, debts 1.50 and 6.25: the losers pay 470/775 of theirs.
    assert settled["shortfall"] == "-3.05"
    assert [row["cents"] for row in settled["players"]] == [450, -91, 20, -379]
    assert [row["dollars"] for row in settled["players"]] == ["4.50", "-0.91", "0.20", "-3.79"]
    assert settled["players"][3]["share"] == "-235/62"
    assert settled["fewest"] is True
    assert len(settled["transfers"]) == 3
    assert data["shortfall"] is None
    assert data["support"] is None
    assert data["exact"] is True
    balance = dict.fromkeys(("ann", "bob", "cleo", "dan"), 0)
    for row in settled["transfers"]:
        balance[row["from"]] -= row["cents"]
        balance[row["to"]] += row["cents"]
    assert balance == {row["player"]: row["cents"] for row in settled["players"]}


def test_a_reserve_is_an_account():
    data = as_json(answer(parse(CHIPS), surplus="reserve", reserve=F(1)))
    assert data["settlement"]["reserve"] == {"before": 100, "after": 405}
    assert {"bob", "dan"} >= {row["from"] for row in data["settlement"]["transfers"]}
    assert "reserve" in {row["to"] for row in data["settlement"]["transfers"]}


def test_chances_to_win():
    found = answer(parse(WIN), games=4, tolerance=F(1, 200))
    data = as_json(found)
    short = data["shortfall"]
    # A game is short or over by the difference of rates, 0.05.
    assert short["mean"] == "0.01"
    assert short["distribution"] == [
        {"dollars": "-0.05", "chance": "2/5"},
        {"dollars": "0.05", "chance": "3/5"},
    ]
    end = short["after"]["at_the_end"]
    assert end["short"]["exact"] == str(4 * F(3, 5) ** 3 * F(2, 5) + F(3, 5) ** 4)
    assert end["reserve"] == {"risk": "1/100", "dollars": "0.2", "at_least": "0.2"}
    assert [row["underpaid_in_the_long_run"] for row in short["underpaid"]] == ["0.01", "0"]
    # (r_1 − r_2)(2p − 1) ≤ s gives r_1 = 0.05 + 0.005/0.2.
    assert [row["rate"] for row in data["cuts"]["players"]] == ["0.075", "0.05"]
    assert data["support"]["supported"] is False
    assert data["support"]["largest_shortfall"]["exact"] == "0.01"
    # bob, who loses in the mean, may have any rate above ann's: only hers is a danger.
    assert data["support"]["largest_ratio"]["some_rates"] == "unlimited"
    assert data["support"]["largest_ratio"]["all_rates"]["exact"] == "1.5"
    assert data["truthfulness"][0]["gain"]["B"] == "-0.01"


def test_bounds_of_chances():
    found = answer(parse(BOUNDS), tolerance=F(1, 200))
    data = as_json(found)
    assert data["shortfall"] is None
    # ann wins at most half: 0.05·(3/2 − 1) = 0.025.
    assert data["support"]["largest_shortfall"]["exact"] == "0.025"
    assert data["support"]["certificate"]["bound"] == "0.025"
    assert data["cuts"]["exact"] is True
    rates = [F(row["rate"]) for row in data["cuts"]["players"]]
    assert supported(rates, found.support.chances, F(1, 200))


@pytest.mark.parametrize("ball", ["max", "total", "euclid"])
def test_spreads_around_equal(ball):
    found = answer(parse(WIN), games=2, spread=F(1, 10), ball=ball, tolerance=F(1, 500))
    assert supported(found.cuts.rates, around_equal(2, F(1, 10), ball), F(1, 500))
    assert found.support.curves[0].x[-1] <= 0.72
    assert len(found.charts()) == 3
    data = as_json(found)
    assert data["support"]["radius" if ball != "max" else "low"]
    assert isinstance(data["support"]["largest_shortfall"]["value"], float)


def test_stakes_of_several_chips():
    one = answer(parse(WIN), games=2)
    ten = answer(parse(WIN), games=2, stake=F(10))
    assert ten.shortfall.game.mean == 10 * one.shortfall.game.mean
    assert ten.support.largest.exact == 10 * one.support.largest.exact
    tight = answer(parse(WIN), games=2, stake=F(10), tolerance=F(1, 20))
    assert tight.cuts.rates == answer(parse(WIN), games=2, tolerance=F(1, 200)).cuts.rates


def test_recorded_games_give_settlement_and_shortfall():
    text = "game,player,rate,chips\n1,a,2,3\n1,b,1,-3\n2,b,,5\n2,a,,-5\n"
    found = answer(parse(text), games=2)
    assert found.settlement.shortfall == -2
    assert found.shortfall.game.values == (-5, 3)
    assert found.shortfall.total.above(F(0)).exact == F(1, 4)


def test_rates_of_zero_and_ties():
    text = "player,rate,win\na,0,1/2\nb,1,1/2\nc,1,0\n"
    found = answer(parse(text), games=3, spread=F(1, 6))
    assert found.support.ratio is None
    assert found.cuts.rates == (0, 0, 0)
    plain(found.as_dict())
    assert found.tables()
    nobody = answer(parse("player,rate,win\na,0,1/2\nb,0,1/2\n"), games=3, spread=F(1, 6))
    assert nobody.cuts.largest == 0
    assert nobody.shortfall.total.above(F(0)).exact == 0


def test_one_player_always_wins():
    found = answer(parse("player,rate,win\na,2,1\nb,1,0\n"), games=5)
    assert found.shortfall.total.above(F(4)).exact == 1
    assert found.shortfall.total.reserve(F(1, 100)) == (5, 5)
    assert found.shortfall.way.reserve(F(1, 100)) == (5, 5)


def test_tables_and_notes_name_everybody():
    found = answer(parse(CHIPS), spread=F(1, 10), tolerance=F(1, 100))
    titles = [table.title for table in found.tables()]
    assert titles == [
        "Settlement",
        "Payments",
        "Which rates the chances support",
        "Rates cut before play",
        "What another declaration brings",
    ]
    for table in found.tables():
        assert all(len(row) == len(table.columns) for row in table.rows)
    assert any("no mechanism" in note for note in found.notes())
    short = answer(parse(WIN), games=3)
    assert [table.title for table in short.tables()][1] == "Who is underpaid"


def test_many_games_are_enclosed_or_simulated_and_say_so():
    found = answer(parse(WIN), games=30_000)
    assert "enclosed" in found.method
    assert found.exact is False
    assert any("fifty digits" in note for note in found.notes())
    data = as_json(found)
    assert data["shortfall"]["after"]["at_the_end"]["method"] == "enclosed"
    assert data["shortfall"]["after"]["distribution"] is None
    assert found.tables()
    assert found.charts()


def test_too_many_games_are_refused():
    with pytest.raises(InputError, match="too many to simulate: take fewer games"):
        answer(parse(WIN), games=10**9)


def test_two_hundred_players():
    """Cuts for many are one linear programme, with its proof."""
    n = 200
    rows = "".join(f"p{k},{1 + k % 17},1/{n}\n" for k in range(n))
    found = answer(parse(f"player,rate,win\n{rows}"), games=2, spread=F(1, 400), tolerance=F(1))
    assert supported(found.cuts.rates, found.support.chances, F(1))
    assert found.cuts.exact
    assert 0 < found.cuts.largest < 1
    assert not found.declarations


def test_the_command_reads_its_options(tmp_path: Path):
    file = tmp_path / "chances.csv"
    file.write_text(WIN)
    found = stakes(
        file, games=3, risk="5%", tolerance="1/200", spread="0.1", ball="total", rate=("bob=0.02",),
        declare=("1/2", "3"),
    )  # fmt: skip
    assert found.session.rates == (F(1, 10), F(1, 50))
    assert found.shortfall.risk == F(1, 20)
    assert len(found.declarations) == 4
    assert found.parameters["spread"] == F(1, 10)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "at least one game"),
        ({"risk": "0"}, "a risk is a chance"),
        ({"risk": "2"}, "a risk is a chance"),
        ({"tolerance": "-1"}, "tolerance can't be negative"),
        ({"stake": "0"}, "more than 0 chips"),
        ({"reserve": "-1"}, "reserve can't be negative"),
        ({"spread": "-0.1"}, "spread of chances can't be negative"),
        ({"spread": "wide"}, "spread 'wide' is not a number"),
        ({"declare": ("-1",)}, "declared rate can't be negative"),
        ({"sessions": -1}, "number of sessions"),
        ({"rate": ("zoe=1",)}, "no player 'zoe'"),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, options, words):
    file = tmp_path / "chances.csv"
    file.write_text(WIN)
    with pytest.raises(InputError, match=words):
        stakes(file, **options)


def test_reserves_are_whole_cents():
    with pytest.raises(InputError, match="whole cents"):
        answer(parse(CHIPS), reserve=F(1, 3))


def test_declarations_in_closed_form():
    """Two players, p = 3/5, rates 2 and 1: all four schemes by hand."""
    game = winner_takes_all([F(3, 5), F(2, 5)])
    ball, s = around_equal(2, F(1, 10)), F(1, 10)
    mean = F(1, 5)
    for d in declarations([F(2), F(1)], game, ball, s):
        mine, other = d.declared, F(1) if d.player == 0 else F(2)
        sign = 1 if d.player == 0 else -1
        assert d.dollars["A"] == sign * mean * min(mine, other)
        assert d.dollars["B"] == sign * mean * mine
        # A pot of two pays no more than the lower stake, whoever wins.
        assert d.dollars["B, closed pot"] == sign * mean * min(mine, other)
        # Whoever asks more is cut to s/(2·spread) above the other.
        assert d.dollars["between"] == sign * mean * min(mine, other + s / F(1, 5))
        assert d.gains["B"] == d.dollars["B"] - sign * mean * d.own
        if mine == d.own:
            assert set(d.gains.values()) == set(d.others.values()) == {F(0)}


def test_a_scheme_a_declaration_moves_all_others():
    game = winner_takes_all([F(1, 2), F(1, 4), F(1, 4)])
    table = declarations([F(1), F(2), F(3)], game, factors=[F(1, 2)])
    # The first halves everyone's rate: he loses 1/4, the two others lose half as little.
    assert table[0].gains["A"] == F(-1, 4)
    assert table[0].others["A"] == F(1, 4)
    assert table[2].gains["A"] == 0


def test_known_values_agree():
    for facts in reproduce():
        for fact in facts.facts:
            assert fact.agrees, fact

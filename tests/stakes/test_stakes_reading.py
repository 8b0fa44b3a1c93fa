"""Files of players: what is read, and complaints that name the line."""

import contextlib
import json
from fractions import Fraction as F  # noqa: N817

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.stakes.money import amount, cents_text, decimal, dollars_text
from montmort.stakes.reading import parse, read, read_rates
from montmort.stakes.results_files import read_results

GOOD = "player,rate,chips\nann,0.10,45\nbob,1/20,-30\ncleo,$0.02,-15\n"


def test_chips_of_a_session():
    found = parse(GOOD)
    assert found.players == ("ann", "bob", "cleo")
    assert found.rates == (F(1, 10), F(1, 20), F(1, 50))
    assert found.chips == (45, -30, -15)


def test_chances_and_bounds():
    found = parse("player,rate,win,low,high\na,1,1/3,0.25,0.5\nb,1,2/3,50%,3/4\n")
    assert found.win == (F(1, 3), F(2, 3))
    assert found.low == (F(1, 4), F(1, 2))
    assert found.high == (F(1, 2), F(3, 4))
    assert found.chips is None
    bounds = parse("player,rate,low,high\na,1,0,1\nb,1,0,1\n")
    assert bounds.win is None
    assert bounds.high == (1, 1)


def test_several_games_in_one_table():
    text = "game,player,rate,chips\n1,a,2,3\n1,b,1,-3\n2,b,,5\n2,a,,-1\n2,c,1/2,-4\n"
    found = parse(text)
    assert found.players == ("a", "b", "c")
    assert found.games == ((3, -3, 0), (-1, 5, -4))
    assert found.chips == (2, 2, -4)


def test_layout_does_not_matter():
    text = '\ufeff# an evening\n\nPlayer, Rate, Chips\n"ann, the elder", 1, 5\n\n bob ,1, −5\n'
    found = parse(text)
    assert found.players == ("ann, the elder", "bob")
    assert found.chips == (5, -5)
    assert parse(GOOD.replace("\n", "\r\n")) == parse(GOOD)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty: its first line"),
        ("# nothing\n", "is empty"),
        ("player,rate,chips\n", "line 1: stakes need at least two players"),
        ("player,rate,chips\nann,1,0\n", "line 2: stakes need at least two players"),
        ("player,rate\na,1\nb,1\n", "line 1: there is none of the columns 'chips'"),
        ("rate,chips\n1,1\n", "line 1: there is no column 'player'"),
        ("player,chips\na,1\nb,-1\n", "line 1: there is no column 'rate'"),
        ("player,rate,chip\na,1,1\n", "did you mean 'chips'"),
        ("player,rate,rate,chips\n", "line 1: column 'rate' stands twice"),
        ("player,rate,chips,win\n", "line 1: give 'chips' or 'win', not both"),
        ("player,rate,low\n", "line 1: 'low' and 'high' belong together"),
        ("player,rate,win,game\n", "line 1: a column 'game' needs a column 'chips'"),
        (GOOD.replace("-30", "-29"), "lines 2 to 4: the chips sum to 1, not to 0"),
        (GOOD.replace("1/20", "-0.05"), "line 3: the rate of 'bob': -0.05 is negative"),
        (GOOD.replace("1/20", "1/0"), "line 3: the rate of 'bob': '1/0' divides by zero"),
        (GOOD.replace("1/20", "much"), "line 3: the rate of 'bob': 'much' is not a number"),
        (GOOD.replace("1/20", "nan"), "line 3: .* 'nan' is not a number"),
        (GOOD.replace("1/20", ""), "line 3: player 'bob' has no rate"),
        (GOOD.replace("-30", ""), "line 3: 'chips' of 'bob' is empty"),
        (GOOD.replace("-30", "x"), "line 3: chips 'x' is not a number"),
        (GOOD.replace("bob", "ann"), "line 3: player 'ann' stands in line 2 already"),
        (GOOD.replace("bob", ""), "line 3: the player has no name"),
        (GOOD.replace("1/20", "0,05"), "line 3: 4 cells under 3 headings"),
        ("player,rate,win\na,1,0.5\nb,1,0.4\n", "lines 2 to 3: the chances to win sum to 9/10"),
        ("player,rate,win\na,1,1.5\nb,1,-0.5\n", "line 2: win 1.5 is no chance"),
        ("player,rate,win\na,1,1/2\nb,1,-1/2\n", "line 3: win -1/2 is no chance"),
        ("player,rate,low,high\na,1,0.5,0.4\nb,1,0,1\n", "line 2: low 1/2 is above high 2/5"),
        ("player,rate,low,high\na,1,0.6,1\nb,1,0.6,1\n", "lower bounds sum to more than 1"),
        ("player,rate,low,high\na,1,0,0.4\nb,1,0,0.4\n", "upper bounds sum to less than 1"),
        ("player,rate,win,low,high\na,1,.5,.6,.7\nb,1,.5,0,1\n", "line 2: win 1/2 is outside"),
        (
            "game,player,rate,chips\n1,a,1,1\n1,b,1,-1\n2,a,2,1\n2,b,,-1\n",
            "line 4: the rate of 'a'",
        ),
        ("game,player,rate,chips\n1,a,1,1\n1,b,1,-1\n2,a,,1\n2,b,,0\n", "lines 4 to 5: the chips"),
        ("game,player,rate,chips\n1,a,1,1\n1,b,1,0\n1,a,1,-1\n", "line 4: player 'a' has a result"),
        ("game,player,rate,chips\n,a,1,1\n1,b,1,-1\n", "line 2: 'game' of 'a' is empty"),
    ],
)
def test_complaints_name_the_line(text, words):
    with pytest.raises(InputError, match=words) as caught:
        parse(text, "evening.csv")
    assert "evening.csv" in str(caught.value)


def test_line_numbers_count_empty_lines_and_comments():
    text = "# first\n\nplayer,rate,chips\n\nann,1,3\n# bob lost\nbob,-1,-3\n"
    with pytest.raises(InputError, match="line 7: the rate of 'bob'"):
        parse(text, "x.csv")


def test_rates_on_the_side():
    found = parse("player,chips\na,1\nb,-1\n", given={"a": F(2), "b": F(3)})
    assert found.rates == (2, 3)
    with pytest.raises(InputError, match=r"no player 'ann'.*did you mean 'anna'"):
        parse(GOOD.replace("ann", "anna"), given={"ann": F(1)})
    for wrong, words in (
        ("ann", "should read NAME=RATE"),
        ("=1", "should read NAME=RATE"),
        ("ann=-1", "the rate of 'ann': -1 is negative"),
    ):
        with pytest.raises(InputError, match=words):
            read_rates([wrong])
    with pytest.raises(InputError, match="given twice"):
        read_rates(["ann=1", "ann=2"])


def simulation(shares, **more):
    """What a simulation prints, as far as stakes read it."""
    strategies = [
        {"name": name, "ranks": [{"value": v, "low": v - 0.01, "high": v + 0.01}, {"value": 1 - v}]}
        for name, v in shares.items()
    ]
    seats = [
        {"seat": k, "wins": {"value": 1 / len(shares), "low": 0.0, "high": 1.0}}
        for k in range(1, len(shares) + 1)
    ]
    return json.dumps({"game": "any", "strategies": strategies, "seats": seats} | more)


def test_the_json_of_a_simulation(tmp_path):
    run = tmp_path / "run.json"
    run.write_text(simulation({"ann": 0.6, "bob": 0.4}))
    found = read(run, rates=["ann=0.1", "bob=0.05"])
    assert found.win == (F(3, 5), F(2, 5))
    assert found.low == (F("0.59"), F("0.39"))
    assert found.rates == (F(1, 10), F(1, 20))
    seats = read(run, rates=["seat 1=1", "seat 2=2"], by="seats")
    assert seats.win == (F(1, 2), F(1, 2))
    table = tmp_path / "rates.csv"
    table.write_text("player,rate\nbob,0.05\nann,0.1\n")
    assert read(table, run) == found
    table.write_text("player,rate\nbob,0.05\nanne,0.1\n")
    with pytest.raises(
        InputError, match=r"rates.csv, line 3: no player 'anne'.*did you mean 'ann'"
    ):
        read(table, run)
    with pytest.raises(InputError, match="the rate of 'bob' is missing: give --rate bob"):
        read(run, rates=["ann=1"])
    with pytest.raises(InputError, match=r"no player 'carl'"):
        read(run, rates=["carl=1"])
    with pytest.raises(InputError, match="both hold results"):
        read(run, run)
    table.write_text("player,rate,chips\nbob,1,1\nann,1,-1\n")
    with pytest.raises(InputError, match="line 1: the results stand in another file"):
        read(table, run)


def test_shares_that_were_rounded_are_divided_by_their_sum():
    found = read_results(simulation({"a": 0.333, "b": 0.333, "c": 0.333}), "run.json")
    assert found.win == (F(1, 3),) * 3
    assert any("divided by their sum" in remark for remark in found.remarks)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1: no JSON"),
        ("[]", "no list 'strategies'"),
        ('{"strategies": []}', "no list 'strategies'"),
        ('{"strategies": [1]}', "strategies 1: an object is expected"),
        ('{"strategies": [{"name": "a"}]}', "strategies 1: there is no share"),
        ('{"strategies": [{"name": "a", "ranks": [{"value": "x"}]}]}', "'x' is not a number"),
        ('{"strategies": [{"name": "a", "ranks": [{"value": null}]}]}', "None is not a number"),
        ('{"strategies": [{"name": "a", "ranks": [{"value": 1.5}]}]}', "1.5 is no share"),
        (simulation({"a": 0.5}), "at least two players"),
        (simulation({"a": 0.5, "b": 0.2}), "sum to 0.7, not to 1"),
        (simulation({"a": 0.5, "b": 0.5}).replace('"b"', '"a"'), "'a' is there 2 times"),
    ],
)
def test_bad_simulations_are_refused(text, words):
    with pytest.raises(InputError, match=words):
        read_results(text, "run.json")


def test_games_in_columns():
    found = read_results("a,b,weight\n3,-3,2\n# pause\n-1,1,1/2\n0,0,0\n", "games.csv")
    assert found.players == ("a", "b")
    assert found.games == ((3, -3), (-1, 1))
    assert found.weights == (2, F(1, 2))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n3,-2\n", "line 2: the chips of this game sum to 1, not to 0"),
        ("a,b\n3\n", "line 2: 1 cells under 2 headings"),
        ("a,b,weight\n3,-3,-1\n", "line 2: weight -1 is negative"),
        ("a,a\n3,-3\n", "line 1: player 'a' stands twice"),
        ("a,\n3,-3\n", "line 1: a player has no name"),
        ("a,weight\n0,1\n", "line 1: stakes need at least two players"),
        ("a,b\n", "holds no games"),
        ("", "holds no games"),
        ("a,b\n1,x\n", "line 2: b 'x' is not a number"),
    ],
)
def test_bad_games_are_refused(text, words):
    with pytest.raises(InputError, match=words):
        read_results(text, "games.csv")


def test_files_that_are_none(tmp_path):
    with pytest.raises(InputError, match="there is no file"):
        read(tmp_path / "none.csv")
    with pytest.raises(InputError, match="is a folder"):
        read(tmp_path)
    odd = tmp_path / "odd.csv"
    odd.write_bytes(b"player,rate,chips\n\xff\xfe,1,1\n")
    with pytest.raises(InputError, match="not a text in UTF-8"):
        read(odd)


@settings(derandomize=True, deadline=None)
@given(st.fractions())
def test_amounts_are_read_back(value):
    assert amount(str(value)) == value
    short = decimal(value)
    if short is not None:
        assert F(short) == value
    elif value.denominator:
        assert any(value.denominator % p == 0 for p in range(3, value.denominator + 1) if p % 5)


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=12))
def test_no_text_breaks_the_reader(text):
    for call in (lambda: amount(text), lambda: parse(text), lambda: read_results(text, "x")):
        with contextlib.suppress(InputError):
            call()


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.lists(st.sampled_from(["a", "b", "1", "-1", "0.5", "", "x", "1/2"]),
                         min_size=1, max_size=4), max_size=5))  # fmt: skip
def test_no_table_breaks_the_reader(rows):
    body = "\n".join(",".join(row) for row in rows)
    for header in ("player,rate,chips", "player,rate,win", "player,rate,low,high"):
        try:
            found = parse(f"{header}\n{body}\n")
        except InputError:
            continue
        assert found.chips is None or sum(found.chips) == 0
        assert found.win is None or sum(found.win) == 1


@pytest.mark.parametrize("text", ["1e400", "9" * 300, "1__0", "٣", "1/2/3", "--1", "1e", "$", "%"])
def test_odd_numbers(text):
    with pytest.raises(InputError, match="is not a number"):
        amount(text)


def test_money_for_people():
    assert dollars_text(F(1, 10**6)) == "≈ $1e-06"
    assert dollars_text(F(-1, 3)) == "≈ −$0.3333"
    assert dollars_text(F(12345, 100)) == "$123.45"
    assert cents_text(-5) == "-0.05"
    assert decimal(F(-1, 8)) == "-0.125"

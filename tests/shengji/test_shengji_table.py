"""The commands: playing at the terminal, keeping a match, tournaments; and the cards."""

import json
import math
import re

import numpy as np
import pytest

from montmort.core.errors import InputError
from montmort.core.results import Estimate
from montmort.engines.tournament.rows import play_interpreted
from montmort.equipment import cards
from montmort.games.shengji.bots import BOTS, find_bot
from montmort.games.shengji.game import Shengji
from montmort.games.shengji.keeping import Entry, Keeper, read_entry
from montmort.games.shengji.kernel import COLUMNS, KERNEL
from montmort.games.shengji.picking import pick
from montmort.games.shengji.play import Left, Sitting, hand_list
from montmort.games.shengji.records import read, write
from montmort.games.shengji.replaying import replay
from montmort.games.shengji.score import ScoreSheet, score
from montmort.games.shengji.simulate import simulate
from montmort.games.shengji.simulating import Tally, arrange, run
from montmort.interfaces.tables import as_csv

# -- cards ------------------------------------------------------------------------


def test_cards_are_read_in_many_ways():
    for text in ("TD", "10D", "10♦", "td", "方块10", " TD,"):
        assert cards.parse(text) == [21]
    assert cards.parse("红桃K大王小王") == [cards.kind("KH"), 53, 52]
    assert cards.text(cards.count(cards.parse("KSx2 3C"))) == "3C KS KS"
    for kind in range(cards.KINDS):
        assert cards.kind(cards.name(kind)) == kind == cards.kind(cards.chinese(kind))
    assert len({cards.english(k) for k in range(54)}) == 54
    assert sum(cards.points(k) for k in range(54)) == 100
    for text in ("1S", "ZZ", "KS K", "AS?", "K"):
        with pytest.raises(InputError, match="is not a card"):
            cards.parse(text)


# -- at the terminal ----------------------------------------------------------------


def seated(lines, **changes):
    said, left = [], iter(lines)

    def ask(prompt, hand):
        said.append(f"? {prompt}")
        try:
            return next(left)
        except StopIteration:
            raise Left from None

    game = Shengji(**changes)
    return Sitting(game, [BOTS["steady"]], 0, 3, ask, said.append), said


def test_a_person_plays_a_round_by_the_first_hint():
    sitting, said = seated([])
    script = []

    def ask(prompt, hand):
        if script and script[-1] == "hint":
            script.append(said[-1].split("; ")[0])
        else:
            script.append("hint")
        return script[-1]

    sitting.ask = ask
    sitting.run()
    assert sitting.s.phase == 8
    assert any("took it" in line for line in said)
    assert any(line.startswith("the round is over: trump") for line in said)
    match = sitting.recorder.match
    assert replay(read(write(match))) == sitting.s


def test_words_at_the_table():
    sitting, said = seated(["?", "last", "undo", "score", "XX", "AS", "#99", "1 2", "q"])
    with pytest.raises(Left):
        sitting.run()
    text = "\n".join(said)
    for sentence in (
        "cards by name", "no trick is finished", "level 2, 0 points", "'XX' in 'XX' is not a card",
        "AS is not in the hand", "the cards in hand are numbered from 1",
        "a reveal is of identical cards", "nobody has revealed", "a card that was laid stays",
    ):  # fmt: skip
        assert sentence in text, sentence


def test_refusals_at_the_table_can_be_chinese():
    sitting, said = seated(["AS", "q"])
    sitting.chinese = True
    with pytest.raises(Left):
        sitting.run()
    assert "手中没有 黑桃A" in said
    assert "第1局，打2：还没有人亮主" in said
    assert not any(re.search("[a-z]{3}", line.replace("pass", "")) for line in said)


def test_what_is_said_tells_no_secret():
    sitting, said = seated(["pass"] * 3)
    with pytest.raises(Left):
        sitting.run()
    own = set(hand_list(sitting.view(0)))
    for line in said[1:]:
        if line.startswith("trumps"):
            words = [w for w in line.replace("|", " ").split() if len(w) == 2]
            assert set(words) <= own


def test_wrong_tables_are_refused():
    with pytest.raises(InputError, match="there are seats 1 to 4"):
        Sitting(Shengji(), [BOTS["random"]], 4, 1, lambda p, h: "", print)
    with pytest.raises(InputError, match="2 bots for 3 other seats"):
        Sitting(Shengji(), [BOTS["random"]] * 2, 0, 1, lambda p, h: "", print)
    with pytest.raises(InputError, match="did you mean 'steady'"):
        find_bot("stead")
    with pytest.raises(InputError, match="no parameter 'cal'"):
        find_bot("steady:cal=1")


def test_picking_with_the_cursor():
    shown = []
    hand = ["BJ", "AS", "KS", "KS"]
    assert pick(hand, iter(["left", "space", "left", "space", "enter"]), shown.append) == "KS KS"
    assert "[KS]" in shown[-1]
    assert pick(hand, iter(["space", "space", "right", "space", "enter"]), str) == "AS"
    assert pick(hand, iter([*"ks", "space", *"kss", "back", "enter"]), str) == "ks ks"
    assert pick(hand, iter([]), str) == "q"
    assert pick(hand, iter(["enter"]), str) == ""


# -- keeping a match ------------------------------------------------------------------


def test_a_match_is_kept_by_the_rules():
    keeper = Keeper(Shengji(rounds=0), ("Ann", "Bob", "Cem", "Dan"))
    assert keeper.standing.dealer is None
    keeper.report(read_entry(keeper, ["75", "dealer", "Ann"]))
    assert (keeper.standing.levels, keeper.standing.dealer) == ((1, 0, 1, 0), 2)
    keeper.report(Entry(80))
    assert (keeper.standing.levels, keeper.standing.dealer) == ((1, 0, 1, 0), 3)
    keeper.report(Entry(40))
    keeper.report(Entry(120))
    assert (keeper.standing.levels, keeper.standing.dealer) == ((2, 1, 2, 1), 2)
    assert keeper.undo() == Entry(120)
    assert keeper.standing.levels == (1, 1, 1, 1)
    assert Keeper.from_json(keeper.to_json()).standing == keeper.standing
    for _ in range(12):
        keeper.report(Entry(0))
    assert keeper.standing.winners == (1, 3)
    with pytest.raises(InputError, match="the match is over"):
        keeper.report(Entry(0))


def test_a_match_of_friends_is_kept():
    keeper = Keeper(Shengji("friends", rounds=0))
    keeper.report(read_entry(keeper, ["125", "dealer", "2", "friend", "5"]))
    assert (keeper.standing.levels, keeper.standing.dealer) == ((0, 1, 0, 0, 1), 1)
    keeper.report(read_entry(keeper, ["195", "friend", "3"]))
    assert (keeper.standing.levels, keeper.standing.dealer) == ((2, 1, 0, 2, 3), 3)
    keeper.report(Entry(130))
    assert (keeper.standing.levels, keeper.standing.dealer) == ((3, 2, 1, 2, 4), 4)


def test_keeping_and_playing_agree():
    for version, names in (
        ("standard", ["greedy"] * 4),
        ("friends", ["random", "steady"] * 2 + ["greedy"]),
    ):
        game = Shengji(version, rounds=6)
        s, rows = play_interpreted(
            KERNEL, game.initial(), [BOTS[n] for n in names], range(game.players), seed=8,
            number=1, per_deal=1,
        )  # fmt: skip
        keeper = Keeper(game)
        for row in rows:
            found = dict(zip(COLUMNS, row, strict=True))
            dealer = found["dealer"]
            friends = ()
            if version == "friends":
                friends = tuple(p for p in range(5) if found["sides"] >> p & 1 and p != dealer)
            first = dealer if not keeper.entries else None
            assert keeper.standing.dealer in (None, dealer)
            keeper.report(Entry(found["points"], friends, first))
        assert keeper.standing.levels == tuple(int(x) for x in s.levels[: game.players])


def test_the_score_command_saves_and_takes_back(tmp_path):
    file = tmp_path / "evening.json"
    score("new", file=file, names="Ann, Bob, Cem, Dan")
    score("85", "dealer", "Ann", file=file)
    sheet = score("40", file=file)
    assert isinstance(sheet, ScoreSheet)
    answer = sheet.as_dict()
    assert answer["levels"] == ["2", "3", "2", "3"]
    assert answer["names"][answer["dealer"] - 1] == "Dan"
    assert sheet.notes() == ["Dan deals, on level 3"]
    assert score("undo", file=file).as_dict()["levels"] == ["2", "2", "2", "2"]
    assert len(json.loads(file.read_text())["rounds"]) == 1
    assert len(score("show", file=file).tables()[0].rows) == 2
    for words, sentence in (
        (("81",), "they come in fives"),
        (("-5",), "at least 0"),
        (("many",), "is no number of points"),
        (("85", "friend", "Ann"), "partners are fixed"),
        (("85", "dealer", "Eve"), "nobody is called 'Eve'"),
        (("85", "please"), "is not understood"),
    ):
        with pytest.raises(InputError, match=sentence):
            score(*words, file=file)
    with pytest.raises(InputError, match="already has a match"):
        score("85", file=file, version="friends")
    (tmp_path / "bad.json").write_text("[]")
    with pytest.raises(InputError, match="no match that was kept"):
        score("show", file=tmp_path / "bad.json")


# -- tournaments -----------------------------------------------------------------------


def test_results_do_not_depend_on_workers():
    one = run(Shengji(), "steady,greedy", games=1600, seed=3, workers=1)
    two = run(Shengji(), "steady,greedy", games=1600, seed=3, workers=2)
    assert one.as_dict() == two.as_dict()
    assert one.tally.deals == 800


def test_the_figures_are_those_of_the_games():
    game = Shengji()
    found = run(game, "steady,random", games=12, seed=3)
    seats = arrange(game, [BOTS["steady"], BOTS["random"]], None)
    won = levels = points = grabbing = 0
    for number in range(12):
        _, rows = play_interpreted(
            KERNEL, game.initial(), [BOTS["steady"], BOTS["random"]], seats[number % 2], seed=3,
            number=number, per_deal=2,
        )  # fmt: skip
        row = dict(zip(COLUMNS, rows[0], strict=True))
        for seat in range(4):
            if seats[number % 2][seat] == 0:
                dealing = row["sides"] >> seat & 1
                mine = dealing != row["grabbers_won"]
                won += mine
                levels += mine * row["rise"]
                points += 0 if dealing else row["points"]
                grabbing += not dealing
    assert found.tally.share(0, "won").value == pytest.approx(won / 24)
    assert found.tally.mean(0, "levels").value == pytest.approx(levels / 24)
    assert found.tally.mean(0, "points").value == pytest.approx(points / grabbing)
    assert found.tally.share(1, "won").value == pytest.approx(1 - won / 24)


def test_duplicate_deals_are_worth_more_than_single_ones():
    # The same side against itself: exchanging the sides must come out even, exactly.
    bots = [find_bot("steady"), find_bot("steady:call=0.28")]
    found = run(Shengji(), bots, games=400, seed=5)
    assert found.difference.value == 0
    assert found.difference.half == 0


def test_steady_beats_greedy_beats_random():
    for better, worse in (("steady", "greedy"), ("greedy", "random"), ("steady", "random")):
        found = run(Shengji(), f"{better},{worse}", games=3000, seed=7)
        assert found.difference.low > 0, (better, worse)
        assert found.tally.share(0, "won").low > 0.5


def test_tallies_by_hand():
    tally = Tally(2, 4)
    rows = np.zeros((2, len(COLUMNS)), np.int64)
    column = {name: i for i, name in enumerate(COLUMNS)}
    rows[:, column["game"]] = [0, 1]
    rows[:, column["points"]] = [40, 120]
    rows[:, column["grabbers_won"]] = [0, 1]
    rows[:, column["rise"]] = 1
    rows[:, column["sides"]] = [5, 5]
    rows[:, column["over"]] = 1
    tally.add(rows, np.array([[0, 1, 0, 1], [1, 0, 1, 0]]), 0, 1)
    assert tally.share(0, "won").value == 1
    assert tally.share(1, "won").value == 0
    assert tally.mean(0, "points").value == 120
    assert tally.mean(1, "points").value == 40
    assert tally.whole(0).value == 80
    assert math.isclose(tally.whole(3).value, 0.5)


def test_wrong_tournaments_are_refused():
    for arguments, sentence in (
        ({"strategies": "steady,greedy,random"}, "3 strategies for 4 seats"),
        ({"strategies": "stead"}, "did you mean 'steady'"),
        ({"seating": "round"}, "no seating 'round'"),
        ({"games": 0}, "at least 1"),
        ({"until": "soon"}, "takes a precision"),
        ({"version": "standart"}, "did you mean 'standard'"),
        ({"players": 5}, "can't be two sides"),
        ({"version": "friends", "seating": "duplicate"}, "no sides to exchange"),
        ({"replay": -1}, "numbered from 0"),
        ({"workers": 0}, "0 workers: at least 1"),
        ({"strategies": ", "}, "names no bot"),
        ({"strategies": "", "replay": 0}, "names no bot"),
        ({"dealer_rise": "a"}, "^--dealer-rise 'a': 'a' is not a value"),
    ):
        with pytest.raises(InputError, match=sentence):
            simulate(**arguments)


def test_no_cell_holds_what_is_not_known():
    one = run(Shengji(), "steady,greedy", games=2, seed=1)
    assert not re.search(r"\b(nan|inf)\b", as_csv([one]))
    assert any("one deal gives no interval" in note for note in one.notes())
    few = run(Shengji(), "steady,greedy", games=12, seed=1)
    assert not re.search(r"\b(nan|inf)\b", as_csv([few]))
    cells = [cell for table in few.tables() for row in table.rows for cell in row]
    for share in (str(x) for x in cells if isinstance(x, Estimate) and x.share):
        if "±" in share:
            value, reach = map(float, share.replace("%", "").split(" ±"))
            assert 0 <= value - reach <= value + reach <= 100, share


def test_a_bot_of_ones_own_comes_from_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from montmort.games.shengji.bots import greedy\n"
        "def like_greedy(view, stream, parameters, answer):\n"
        "    greedy(view, stream, parameters, answer)\n"
    )
    mine = run(Shengji(), [f"{file}:like_greedy", "steady"], games=20, seed=4)
    theirs = run(Shengji(), ["greedy", "steady"], games=20, seed=4)
    assert mine.difference == theirs.difference
    with pytest.raises(InputError, match="no bot 'like_gredy'"):
        find_bot(f"{file}:like_gredy")


def test_a_game_of_a_tournament_can_be_looked_at():
    shown = simulate(replay=5, strategies="steady,random", seed=3)
    again = read(shown.as_dict()["text"])
    assert replay(again).phase == 8
    assert shown.notes()[0] == "seat 1 random, seat 2 steady, seat 3 random, seat 4 steady"


def test_every_rule_is_an_option_of_the_commands():
    found = simulate(games=2, strategies="random", grabber_rise="120,160", follow="maximal")
    assert found.as_dict()["rules"]["grabber_rise"] == [120, 160]
    assert found.as_dict()["rules"]["follow"] == "maximal"
    with pytest.raises(InputError, match="is not a value of grabber_rise"):
        simulate(games=2, grabber_rise="many")

"""Pattern races against published values, brute force, and each route against the others."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.core.errors import InputError
from montmort.core.results import plain
from montmort.engines.markov import End, absorption, chain_of, hitting, rates
from montmort.engines.markov.chain import Chain
from montmort.exact.enclosure import Enclosure
from montmort.games.race import Race
from montmort.games.race.answers import MatrixAnswer, RaceAnswer, ReplyAnswer
from montmort.games.race.contests import replies, win_rates, words_of
from montmort.games.race.diagrams import diagram, same_graph
from montmort.games.race.letters import COIN, Letters
from montmort.games.race.own import joint_chain, race_apart
from montmort.games.race.patterns import Pattern, leading, overlaps, steps
from montmort.games.race.shared import chain_figures, conway, race_together, shared_chain
from montmort.games.race.solve import matrix_of, race, reply_to, solve
from montmort.statistics.streams import Source

steady = settings(derandomize=True, deadline=None, max_examples=40)
DIE = Letters.fair("123456")
BENT = Letters.parse("HT", ["H=2/3"])
F = Fraction


def patterns(*words: str, letters: Letters = COIN) -> list[Pattern]:
    return [Pattern(word, letters) for word in words]


words = st.text("HT", min_size=1, max_size=6)
biases = st.sampled_from([COIN, BENT, Letters.parse("HT", ["H=1/5"])])
kinds = st.sampled_from(["count", "void", "restart"])


# -- twins: the rules word by word, over the last letters flipped -------------------------


def naive_step(word: str, standing: str, letter: str) -> str:
    """Keep as much of what was flipped as begins the word."""
    text = standing + letter
    while not word.startswith(text):
        text = text[1:]
    return text


def naive_chain(race_words: list[str], letters: Letters, ties: str, shared: bool) -> Chain[Any]:
    """Twin: the race over what each player has standing, as words."""

    def successors(state: Any) -> list[tuple[Any, Fraction]]:
        if state[0] == "end":
            return []
        found = []
        throws = (
            [(letter,) * len(race_words) for letter in letters.names]
            if shared
            else list(itertools.product(letters.names, repeat=len(race_words)))
        )
        for throw in throws:
            chance = math.prod(
                (letters.chance(x) for x in (throw[:1] if shared else throw)), start=F(1)
            )
            if not chance:
                continue
            texts = []
            for word, standing, letter in zip(race_words, state, throw, strict=True):
                # A completed word may stand after an ignored tie: its own end goes on.
                standing = standing[1:] if standing == word else standing
                while not word.startswith(standing):
                    standing = standing[1:]
                texts.append(naive_step(word, standing, letter))
            done = [i for i, (a, b) in enumerate(zip(texts, race_words, strict=True)) if a == b]
            if len(done) == 1 or (done and ties == "count"):
                found.append((("end", *done), chance))
            elif done and ties == "restart":
                found.append((("",) * len(race_words), chance))
            else:
                found.append((tuple(texts), chance))
        return found

    return Chain.explore(("",) * len(race_words), successors)


def naive_figures(race_words: list[str], letters: Letters, ties: str, shared: bool) -> Any:
    answer = absorption(
        naive_chain(race_words, letters, ties, shared), ("",) * len(race_words), method="dense"
    )
    first = tuple(answer.probabilities.get(("end", i), F(0)) for i in range(len(race_words)))
    return first, 1 - sum(first, F(0)), answer.mean, answer.variance


def same_figures(figures: Any, expected: Any) -> bool:
    found = (figures.first, figures.tie, figures.length, figures.variance)
    return bool(found == expected)


# -- published and recomputed values ---------------------------------------------------


def test_the_race_of_hht_and_hth() -> None:
    """Waits from the essay that posed it; the rest recomputed by two independent programs."""
    answer = race(["HHT", "HTH"])
    assert [p.wait for p in answer.players] == [8, 10]
    assert [p.rate for p in answer.players] == [F(1, 8)] * 2
    assert [p.first for p in answer.players] == [F(28673, 55265), F(22431, 55265)]
    assert (answer.tie, answer.length) == (F(4161, 55265), F(319488, 55265))
    assert race(["HHT", "HTH"], ties="void").players[0].first == F(28675, 52162)
    assert race(["HHT", "HTH"], ties="restart").players[0].first == F(28673, 51104)
    assert race(["HHT", "HTH"], shared=True).players[0].first == F(2, 3)


def test_penneys_table() -> None:
    """The odds of the best replies in Gardner, Scientific American, October 1974."""
    table = {
        "HHH": ("THH", F(7, 8)), "HHT": ("THH", F(3, 4)), "HTH": ("HHT", F(2, 3)),
        "HTT": ("HHT", F(2, 3)), "THH": ("TTH", F(2, 3)), "THT": ("TTH", F(2, 3)),
        "TTH": ("HTT", F(3, 4)), "TTT": ("HTT", F(7, 8)),
    }  # fmt: skip
    for pattern, (reply, win) in table.items():
        answer = reply_to(pattern)
        assert answer.best == (reply,)
        assert answer.replies[0] == (reply, win)


def test_penneys_matrix() -> None:
    """The whole table of triplets (Gardner 1974, after Penney 1969): chance of B over A."""
    order = ["HHH", "HHT", "HTH", "HTT", "THH", "THT", "TTH", "TTT"]
    # Rows: B; columns: A.
    table = [
        "- 1/2 2/5 2/5 1/8 5/12 3/10 1/2",
        "1/2 - 2/3 2/3 1/4 5/8 1/2 7/10",
        "3/5 1/3 - 1/2 1/2 1/2 3/8 7/12",
        "3/5 1/3 1/2 - 1/2 1/2 3/4 7/8",
        "7/8 3/4 1/2 1/2 - 1/2 1/3 3/5",
        "7/12 3/8 1/2 1/2 1/2 - 1/3 3/5",
        "7/10 1/2 5/8 1/4 2/3 2/3 - 1/2",
        "1/2 3/10 5/12 1/8 2/5 2/5 1/2 -",
    ]
    found, rows = win_rates(3, COIN)
    assert found == order
    assert rows == [[None if x == "-" else F(x) for x in line.split()] for line in table]


def test_the_monkey_and_the_jackpot() -> None:
    """ABRACADABRA takes 26^11 + 26^4 + 26 letters (Li 1980); six sixes 6 + 36 + ... + 6^6."""
    letters = Letters.fair("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert Pattern("ABRACADABRA", letters).wait == 26**11 + 26**4 + 26
    assert Pattern("666666", DIE).wait == sum(6**k for k in range(1, 7))


def test_runs_of_heads() -> None:
    """Mean and variance of the wait for r heads in a row (Feller, volume I, XIII.7)."""
    for p in (F(1, 2), F(2, 3), F(1, 7)):
        q = 1 - p
        for r in range(1, 9):
            run = Pattern("H" * r, Letters("HT", (p, q)))
            assert run.wait == (1 - p**r) / (q * p**r)
            spread = 1 - (2 * r + 1) * q * p**r - p ** (2 * r + 1)
            assert run.variance == spread / (q**2 * p ** (2 * r))


def test_conways_leading_numbers() -> None:
    """Read as binary numbers, and as odds for Gardner's example of length 7 (1974)."""
    a, b = "HTHHTHH", "THHTHHT"
    for first, second in itertools.product(words_of(4, COIN), repeat=2):
        bits = "".join("1" if first[i:] == second[: 4 - i] else "0" for i in range(4))
        assert leading(first, second, COIN) == int(bits, 2)
    # The odds in favour of B over A are (AA - AB) : (BB - BA).
    aa, ab = leading(a, a, COIN), leading(a, b, COIN)
    bb, ba = leading(b, b, COIN), leading(b, a, COIN)
    [first, second] = race_together(patterns(a, b)).first
    assert second / first == (aa - ab) / (bb - ba)


# -- two routes and more -----------------------------------------------------------------


@steady
@given(words, biases)
def test_a_wait_by_four_routes(word: str, letters: Letters) -> None:
    """The correlation polynomial, its series, the naive chain, and the brute-force count."""
    p = Pattern(word, letters)
    chain = Chain.explore(
        "",
        lambda s: (
            []
            if s == word
            else [(naive_step(word, s, x), letters.chance(x)) for x in letters.names]
        ),
    )
    time = hitting(chain, "", [word], method="dense")
    assert (p.wait, p.variance) == (time.mean, time.variance)
    assert (p.arrival.mean(), p.arrival.variance()) == (p.wait, p.variance)
    assert p.arrival == time.series()
    assert p.arrival.tails() == p.tail
    for n in range(9):
        lucky = sum(
            letters.weight("".join(flips))
            for flips in itertools.product("HT", repeat=n)
            if "".join(flips).find(word) == n - len(word) and n >= len(word)
        )
        assert p.arrival.terms(n + 1)[n] == lucky
    again = p.return_arrival
    assert again.at_one() == 1
    assert again.mean() == 1 / p.rate
    assert again.tails() == p.return_tail


@steady
@given(words, biases)
def test_the_long_run_rate_by_three_routes(word: str, letters: Letters) -> None:
    """P(word), the stationary law of the continuing diagram, and the return time."""
    p = Pattern(word, letters)
    drawn = diagram(p, "continuing")
    table: dict[str, dict[str, Fraction]] = {s: {} for s in drawn.states}
    for a in drawn.arrows:
        row = table[drawn.states[a.source]]
        row[drawn.states[a.target]] = row.get(drawn.states[a.target], F(0)) + a.chance
    shares = rates(Chain(table), "0")
    rate = sum(
        (a.chance * F(str(shares[drawn.states[a.source]])) for a in drawn.arrows if a.completes),
        F(0),
    )
    assert rate == p.rate == 1 / p.return_arrival.mean()


@steady
@given(words, words, biases, kinds)
def test_own_coins_against_the_naive_chain(one: str, two: str, letters: Letters, ties: Any) -> None:
    players = patterns(one, two, letters=letters)
    expected = naive_figures([one, two], letters, ties, False)
    assert same_figures(race_apart(players, ties), expected)
    by_chain = chain_figures(joint_chain(players, ties), (0, 0), 2, None)
    assert same_figures(by_chain, expected)


@settings(derandomize=True, deadline=None, max_examples=12)
@given(st.lists(st.text("HT", min_size=1, max_size=3), min_size=3, max_size=3), biases, kinds)
def test_three_own_coins_against_the_naive_chain(
    race_words: list[str], letters: Letters, ties: Any
) -> None:
    players = patterns(*race_words, letters=letters)
    assert same_figures(race_apart(players, ties), naive_figures(race_words, letters, ties, False))


@steady
@given(st.lists(words, min_size=2, max_size=4, unique=True), biases, kinds)
def test_one_coin_against_the_naive_chain(
    race_words: list[str], letters: Letters, ties: Any
) -> None:
    """Patterns that contain each other among them; races that never end say so."""
    players = patterns(*race_words, letters=letters)
    naive = naive_chain(race_words, letters, ties, True)
    if any(naive.states[m[0]][0] != "end" for m in naive.closed):
        with pytest.raises(InputError, match="for ever"):
            race_together(players, ties)
        return
    assert same_figures(
        race_together(players, ties), naive_figures(race_words, letters, ties, True)
    )


@steady
@given(words, words, biases)
def test_conway_against_the_chain(one: str, two: str, letters: Letters) -> None:
    if one in two or two in one:
        return
    players = patterns(one, two, letters=letters)
    figures = chain_figures(shared_chain(players), "", 2, None)
    assert figures.first == (conway(one, two, letters), conway(two, one, letters))
    assert same_figures(
        race_together(players), (figures.first, 0, figures.length, figures.variance)
    )


@steady
@given(words, words, kinds)
def test_enclosures_hold_the_exact_figures(one: str, two: str, ties: Any) -> None:
    players = patterns(one, two, letters=BENT)
    for shared in (False, True):
        if shared and one == two:
            continue
        run = race_together if shared else race_apart
        try:
            exact = run(players, ties)
        except InputError:
            continue
        balls = run(players, ties, 30)
        for x, ball in zip(
            (*exact.first, exact.tie, exact.length, exact.variance),
            (*balls.first, balls.tie, balls.length, balls.variance),
            strict=True,
        ):
            assert ball == x or (isinstance(ball, Enclosure) and x in ball)
            if isinstance(ball, Enclosure) and x:
                assert ball.digits >= 25


def test_simulated_races_are_where_they_should_be() -> None:
    """Each version played 4,000 times: shares within 5.5 sigma of the exact ones."""
    for ties in ("count", "void", "restart"):
        for shared in (False, True):
            game = Race(patterns="HHT HTH THH", on_tie=ties, shared=shared)
            answer = race(["HHT", "HTH", "THH"], ties=ties, shared=shared)
            games, wins, ended, flips = 4000, [0, 0, 0], 0, 0
            for k in range(games):
                source = Source(7, k, 0)
                state: Any = game.start()
                while not state.winners:
                    state = state.after(state.sample(source))
                    flips += not state.flipped
                ended += len(state.winners) > 1
                if len(state.winners) == 1:
                    wins[state.winners[0]] += 1
            for count, p in zip(
                [*wins, ended], [*(q.first for q in answer.players), answer.tie], strict=True
            ):
                exact = float(p)
                assert abs(count / games - exact) <= 5.5 * math.sqrt(exact * (1 - exact) / games)
            assert abs(flips / games - float(answer.length)) < 5.5 * math.sqrt(
                float(answer.length_variance) / games
            )


def test_the_games_chain_has_the_same_answers() -> None:
    for ties in ("count", "void", "restart"):
        game = Race(patterns="HTT HHTH", bias="H=2/5", on_tie=ties)
        chain = chain_of(game)
        found = absorption(chain, chain.states[0]).probabilities
        answer = race(["HTT", "HHTH"], letters=Letters.parse("HT", "H=2/5"), ties=ties)  # type: ignore[arg-type]
        assert found[End((1, 0))] == answer.players[0].first
        assert found.get(End((F(1, 2), F(1, 2))), 0) == answer.tie


# -- defined corners ------------------------------------------------------------------


def test_a_pattern_that_contains_another() -> None:
    """On one coin the longer never wins, and ties where the other is its end."""
    inside = race(["HHTH", "HT"], shared=True)
    assert [p.first for p in inside.players] == [0, 1]
    assert inside.tie == 0
    # HHT and HT finish together unless T turns up after a single H first: HHT... or HT.
    at_end = race(["HHT", "HT"], shared=True)
    assert (at_end.players[0].first, at_end.players[1].first, at_end.tie) == (0, F(1, 2), F(1, 2))
    assert race(["HHT", "HT"], shared=True, ties="void").players[1].first == 1
    apart = race(["HHTH", "HT"])
    assert 0 < apart.players[0].first < apart.players[1].first


def test_equal_patterns() -> None:
    """With own coins a fair race; on one coin no race at all."""
    answer = race(["HTH", "HTH"])
    assert answer.players[0].first == answer.players[1].first == (1 - answer.tie) / 2  # type: ignore[operator]
    with pytest.raises(InputError, match="both wait for HTH on the same coin"):
        race(["HTH", "HTH"], shared=True)


def test_letters_without_a_chance() -> None:
    """Such a letter may be in the alphabet, not in a pattern; a sure letter is no problem."""
    letters = Letters.parse("HTX", ["X=0"])
    assert race(["HHT", "HTH"], letters=letters).players[0].first == F(28673, 55265)
    with pytest.raises(InputError, match="chance is 0"):
        race(["HXT"], letters=letters)
    sure = Letters.parse("HT", "H=1")
    answer = race(["HH", "HHH"], letters=sure, ties="void")
    assert [p.first for p in answer.players] == [1, 0]
    assert (answer.length, answer.length_variance) == (2, 0)
    assert race(["HH", "HH"], letters=sure).tie == 1
    for ties in ("void", "restart"):
        with pytest.raises(InputError, match="would never end"):
            race(["HH", "HH"], letters=sure, ties=ties)  # type: ignore[arg-type]


def test_one_pattern_alone() -> None:
    for shared in (False, True):
        answer = race(["HTH"], shared=shared)
        assert (answer.players[0].first, answer.tie, answer.length) == (1, 0, 10)
        assert answer.length_variance == 58


def test_a_race_that_may_never_end_says_so() -> None:
    with pytest.raises(InputError, match="count ties instead"):
        race(["T", "HT", "TT"], shared=True, ties="void")
    assert race(["T", "HT", "TT"], shared=True).tie == F(1, 2)


# -- diagrams ----------------------------------------------------------------------


def test_the_diagrams_of_hht_and_hth() -> None:
    """Continuing the same graph, stopping not: a failure throws HHT back by 1, HTH by 2."""
    hht, hth = patterns("HHT", "HTH")
    same = same_graph(diagram(hht, "continuing"), diagram(hth, "continuing"))
    assert same == {"0": "H", "H": "HT", "HH": "0"}
    assert same_graph(diagram(hht, "stopping"), diagram(hth, "stopping")) is None
    thrown = {
        p.word: max(a.source - a.target for a in diagram(p, "stopping").arrows) for p in (hht, hth)
    }
    assert thrown == {"HHT": 1, "HTH": 2}
    assert len(diagram(hht, "continuing").states) == 3
    assert len(diagram(hht, "stopping").states) == 4


def test_chances_on_the_arrows_matter() -> None:
    """With a bent coin the two continuing diagrams agree as graphs, not as chains."""
    hht, hth = patterns("HHT", "HTH", letters=BENT)
    one, two = diagram(hht, "continuing"), diagram(hth, "continuing")
    assert same_graph(one, two) is None
    assert same_graph(one, two, weighted=False) == {"0": "H", "H": "HT", "HH": "0"}


@settings(derandomize=True, deadline=None, max_examples=80)
@given(
    st.text("HT", min_size=1, max_size=5),
    st.text("HT", min_size=1, max_size=5),
    st.sampled_from(["stopping", "continuing"]),
    st.booleans(),
)
def test_isomorphism_against_all_permutations(one: str, two: str, kind: Any, bent: bool) -> None:
    letters = BENT if bent else COIN
    a, b = (diagram(p, kind) for p in patterns(one, two, letters=letters))
    found = same_graph(a, b)
    if len(a.states) != len(b.states):
        assert found is None
        return

    def table(drawn: Any) -> dict[tuple[int, int], Fraction]:
        edges: dict[tuple[int, int], Fraction] = {}
        for arrow in drawn.arrows:
            key = arrow.source, arrow.target
            edges[key] = edges.get(key, F(0)) + arrow.chance
        return edges

    first, second = table(a), table(b)
    size = range(len(a.states))
    brute = any(
        {(p[i], p[j]): w for (i, j), w in first.items()} == second
        for p in itertools.permutations(size)
    )
    assert (found is not None) == brute
    if found is not None:
        p = [b.states.index(found[name]) for name in a.states]
        assert {(p[i], p[j]): w for (i, j), w in first.items()} == second


@steady
@given(st.text("HT", min_size=1, max_size=8))
def test_automata_against_the_naive_rule(word: str) -> None:
    table = steps(word, "HT")
    for s in range(len(word)):
        for letter in "HT":
            assert table[s][letter] == len(naive_step(word, word[:s], letter))
    border = max([k for k in overlaps(word, word) if k < len(word)], default=0)
    assert Pattern(word, COIN).border == border
    assert table[-1] == table[border]


def test_pictures_are_well_formed() -> None:
    odd = Letters.parse('<&"H', [])
    for p in (
        *patterns("HHT", "H" * 64),
        Pattern('<&"H<', odd),
        Pattern("101", Letters.fair("01")),
    ):
        for kind in ("stopping", "continuing"):
            drawn = diagram(p, kind)  # type: ignore[arg-type]
            picture = ElementTree.fromstring(drawn.svg())
            circles = [e for e in picture.iter() if e.tag.endswith("circle")]
            assert len(circles) == len(drawn.states) + (kind == "stopping")
            assert len(set(drawn.states)) == len(drawn.states)
            dot = drawn.dot()
            assert dot.count("->") == len(drawn.arrows) + 1
            assert dot.startswith("digraph")
            assert drawn.text().count("--") >= len(drawn.arrows)


def test_diagrams_are_written_to_files(tmp_path: Path) -> None:
    answer = solve("HHT", "HTH", draw=tmp_path / "new")
    names = sorted(p.name for p in (tmp_path / "new").iterdir())
    assert names == [
        f"{word}-{kind}.{end}"
        for word in ("HHT", "HTH")
        for kind in ("continuing", "stopping")
        for end in ("dot", "svg")
    ]
    assert any("4 diagrams" in note for note in answer.notes())


# -- replies and matrices ------------------------------------------------------------


def test_best_replies_have_guibas_and_odlyzkos_form() -> None:
    """The best of all is one letter before all but the last, and unique (Csirik 1992)."""
    for length in (5, 6):
        for word in words_of(length, COIN):
            answer = reply_to(word)
            [best] = answer.best
            assert best[1:] == word[:-1]


def test_a_reply_to_a_long_pattern() -> None:
    word = "HTTHHTHT" * 8
    found, how = replies(word, COIN)
    assert found[0][0][1:] == word[:-1]
    assert found[0][1] > F(1, 2)
    assert "Guibas" in how
    with pytest.raises(InputError, match="too many to try"):
        replies(word, BENT)
    with pytest.raises(InputError, match="too many to try"):
        replies(word, COIN, shared=False)


def test_best_replies_with_own_coins_or_a_bias() -> None:
    """Each reply's win rate against the race itself."""
    for shared in (False, True):
        for letters in (COIN, BENT):
            found, _ = replies("HTH", letters, shared=shared)
            for word, win in found:
                again = race([word, "HTH"], letters=letters, shared=shared)
                assert again.players[0].first == win
            assert [w for _, w in found] == sorted((w for _, w in found), reverse=True)
            assert len(found) == 8 - shared


@pytest.mark.parametrize("shared", [False, True])
def test_matrices_against_races(shared: bool) -> None:
    answer = matrix_of(2, bias=["H=1/3"], shared=shared)
    letters = Letters.parse("HT", "H=1/3")
    for a, row in zip(answer.words, answer.rates, strict=True):
        for b, x in zip(answer.words, row, strict=True):
            if shared and a == b:
                assert x is None
            else:
                assert x == race([a, b], letters=letters, shared=shared).players[0].first
    [chart] = answer.charts()
    assert len(chart.values) == 4  # type: ignore[union-attr]


# -- sizes --------------------------------------------------------------------------


def test_sixty_four_letters() -> None:
    """Exact where enclosures were asked for, and the enclosure holds it, to 30 digits."""
    one, two = "HTTHHTHT" * 8, "HHTHTTHHTHHHTHTT" * 4
    exact = race([one, two])
    assert exact.exact
    balls = race([one, two], digits=30)
    assert not balls.exact
    assert balls.digits is not None
    assert balls.digits >= 30
    for p, q in zip(exact.players, balls.players, strict=True):
        assert isinstance(q.first, Enclosure)
        assert p.first in q.first
    assert isinstance(balls.tie, Enclosure)
    assert exact.tie in balls.tie
    assert isinstance(balls.length, Enclosure)
    assert exact.length in balls.length
    for shared in (False, True):
        figures = plain(race([one, two], shared=shared).as_dict())
        assert figures["exact"] is True
    # Overlap polynomials and the automaton agree.
    together = race_together(patterns(one, two))
    assert same_figures(
        chain_figures(shared_chain(patterns(one, two)), "", 2, None),
        (together.first, 0, together.length, together.variance),
    )


def test_the_joint_chain_of_long_patterns_by_three_routes() -> None:
    one, two = patterns("HTTHHTHTHHTHTTHHHTHT", "HHTHTTHHTHHHTHTTTHTH")
    exact = race_apart([one, two])
    chain = joint_chain([one, two])
    assert same_figures(
        chain_figures(chain, (0, 0), 2, None),
        (exact.first, exact.tie, exact.length, exact.variance),
    )
    balls = chain_figures(chain, (0, 0), 2, 30)
    assert isinstance(balls.first[0], Enclosure)
    assert exact.first[0] in balls.first[0]
    assert balls.first[0].digits >= 30


def test_several_long_patterns_are_enclosed() -> None:
    """Three players by poles: a whole for the long, the exact figures inside for the short."""
    players = patterns("HTTHHTHTHTHHTTHHHT", "HHTHTTHHTHHHTHTTTH", "TTHTHHTHTTTHTHHHTHTTH")
    by_poles = race_apart(players)
    assert not by_poles.exact
    assert abs(float(sum(map(F, [x.middle for x in (*by_poles.first, by_poles.tie)]))) - 1) < 1e-20  # type: ignore[union-attr]
    small = patterns("HTTHH", "HHTHT", "TTHTH")
    exact = race_apart(small)
    balls = race_apart(small, digits=30)
    assert exact.exact
    for x, ball in zip(
        (*exact.first, exact.tie, exact.length),
        (*balls.first, balls.tie, balls.length),
        strict=True,
    ):
        assert isinstance(ball, Enclosure)
        assert x in ball
        assert ball.digits >= 30


def test_what_is_exact_and_what_is_enclosed() -> None:
    """Sixteen letters a side always; longer while the fractions can be written down."""
    bent = Letters.parse("HT", f"H=1/{10**20}")
    assert race(["HT" * 8, "HHT" * 5 + "T"], letters=bent).exact
    assert race(["HT" * 40, "HHT" * 26]).exact
    assert not race(["HT" * 50, "HHT" * 33]).exact
    assert race(["HT" * 50, "HHT" * 33], shared=True).exact
    # A letter that is sure leaves nothing to enclose.
    assert race(["HH", "HHH"], letters=Letters.parse("HT", "H=1"), digits=30).exact
    # Nearly sure: almost every completion is a tie, and yet the race is enclosed.
    near = Letters.parse("HT", f"T=1/{10**40}")
    void = race(["HH", "HH"], letters=near, ties="void", digits=30)
    assert isinstance(void.players[0].first, Enclosure)
    assert F(1, 2) in void.players[0].first
    assert void.players[0].first.digits >= 30


def test_a_far_tail_of_a_long_wait() -> None:
    """P(T > 2^64) of a 64-letter word without overlaps is 1/e to many digits."""
    p = Pattern("H" * 63 + "T", COIN)
    ball = p.tail.term_enclosed(2**64, 30)
    assert abs(float(ball) - math.exp(-1)) < 1e-15
    assert ball.digits >= 30


# -- the command's answers -------------------------------------------------------------


def test_the_json_of_a_race() -> None:
    found = plain(solve("HHT", "HTH").as_dict())
    assert found["exact"] is True
    assert found["tie"] == "4161/55265"
    assert found["length"] == "319488/55265"
    assert [p["first"] for p in found["players"]] == ["28673/55265", "22431/55265"]
    assert [p["wait"] for p in found["players"]] == ["8", "10"]
    assert [p["variance"] for p in found["players"]] == ["24", "58"]
    assert [p["rate"] for p in found["players"]] == ["1/8", "1/8"]
    balls = plain(solve("HHT", "HTH", digits=40).as_dict())
    assert balls["exact"] is False
    assert balls["digits"] >= 40
    assert balls["players"][0]["first"].startswith("[0.518827467655840043")
    more = plain(solve("HHT", "HTH", shared=True, distribution=5, diagram=True).as_dict())
    assert more["leading"] == [["4", "2"], ["1", "5"]]
    assert more["distribution"]["tail"][0][:4] == ["1", "1", "1", "7/8"]
    assert [s["same"] for s in more["same_graph"]] == [False, True]
    for result in (
        solve("HHT", "HTH", distribution=4, diagram=True),
        solve("HTH", reply=True),
        solve(matrix=2),
    ):
        assert result.tables()
        result.charts()
        result.notes()
    assert isinstance(solve("HTH", reply=True), ReplyAnswer)
    assert isinstance(solve(matrix=1), MatrixAnswer)
    assert isinstance(solve("1", "66", alphabet="123456"), RaceAnswer)


@pytest.mark.parametrize("ties", ["count", "void", "restart"])
@pytest.mark.parametrize("shared", [False, True])
def test_distributions_by_two_routes(shared: bool, ties: Any) -> None:
    answer = solve("HHT", "HTH", shared=shared, ties=ties, distribution=14)
    assert isinstance(answer, RaceAnswer)
    assert answer.distribution
    naive = naive_chain(["HHT", "HTH"], COIN, ties, shared)
    over = [s for s in naive.states if s[0] == "end"]
    rows = hitting(naive, ("", ""), over).distribution(14)
    assert list(answer.distribution.ends) == [mass for _, mass, _ in rows]
    assert list(answer.distribution.lasts) == [rest for _, _, rest in rows]


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ([], {}, "needs patterns"),
        (["HHT", ""], {}, "is empty"),
        (["HXT"], {}, "has the letter X, which is not in the alphabet"),
        (["hht"], {}, "did you mean HHT"),
        (["HHT"], {"bias": ("H=2/3", "T=2/3")}, "more than 1"),
        (["HHT"], {"bias": ("H=1/3", "T=1/3")}, "sums to 2/3, not to 1"),
        (["HHT"], {"bias": ("H=3/2",)}, "more than 1"),
        (["HHT"], {"bias": ("H=-1/2",)}, "from 0 to 1"),
        (["HHT"], {"bias": ("H",)}, "write it as H=2/3"),
        (["HHT"], {"bias": ("H=x",)}, "write a fraction"),
        (["HHT"], {"bias": ("X=1/2",)}, "not in the alphabet"),
        (["HHT"], {"bias": ("H=1/2,H=1/2",)}, "twice"),
        (["HHT"], {"bias": ("H=0",)}, "chance is 0"),
        (["HHT"], {"alphabet": ""}, "alphabet is empty"),
        (["HHT"], {"alphabet": "HTT"}, "twice"),
        (["HHT", "HHT"], {"shared": True}, "same coin"),
        (["HHT", "HTH"], {"reply": True}, "to one pattern"),
        (["HHT"], {"matrix": 3}, "give no pattern"),
        ([], {"matrix": 0}, "at least 1"),
        ([], {"matrix": 9}, "more than 256"),
        (["HHT"], {"digits": 0}, "from 1 to 10000"),
        (["HHT"], {"distribution": -1}, "0 to"),
        (["HHT"], {"ties": "ignore"}, "count, void or restart"),
    ],
)
def test_bad_input_is_explained(arguments: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        solve(*arguments, **options)


def test_bad_rules_are_explained() -> None:
    with pytest.raises(InputError, match="3 patterns are given for 2 players"):
        Race(patterns="HHT HTH TTT", players=2)
    with pytest.raises(InputError, match="same coin"):
        Race(patterns="HHT HHT", shared=True)
    with pytest.raises(InputError, match="not in the"):
        Race(patterns="HHT HXH")
    with pytest.raises(InputError, match="for ever"):
        Race(patterns="T HT TT", shared=True, on_tie="void")
    with pytest.raises(InputError, match="for ever"):
        Race(patterns="HH HH HHH", bias="H=1", on_tie="restart")
    assert Race(patterns="HH HHH HHH", bias="H=1", on_tie="void").players == 3
    assert Race(patterns="HHT HTH TTT").players == 3
    assert Race("shared-coin").rules.shared

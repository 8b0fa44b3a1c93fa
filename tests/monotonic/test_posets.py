"""Posets: what they are made of, their maps, and what is refused."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from montmort.core.errors import InputError
from montmort.equipment.posets import Poset, chain, from_relations, product, read_relations, subsets


def test_made_by_rule() -> None:
    assert chain(4).is_chain
    assert not subsets(2).is_chain
    cube = subsets(3)
    assert len(cube) == 8
    for x, y in itertools.product(cube.names, repeat=2):
        inside = set(x) - {"0"} < set(y) - {"0"}
        assert cube.less(x, y) == inside
    grid = product(2, 3)
    for x, y in itertools.product(grid.names, repeat=2):
        p, q = (tuple(map(int, name.split("."))) for name in (x, y))
        assert grid.less(x, y) == (p != q and all(i <= k for i, k in zip(p, q, strict=True)))
    assert product(5).above == chain(5).above
    least, most = cube.extremes
    assert (least, most) == (1, 1 << 7)


def test_maps() -> None:
    # The cube has 3! automorphisms, and as many maps that reverse it.
    cube = subsets(3)
    assert len(list(cube.maps())) == len(list(cube.maps(reverse=True))) == 6
    assert list(chain(3).maps(reverse=True)) == [(2, 1, 0)]
    for poset in (cube, product(2, 3), from_relations([("a", "b"), ("c", "b"), ("c", "d")])):
        size = range(len(poset))
        for reverse in (False, True):
            found = set(poset.maps(reverse=reverse))
            if len(poset) <= 6:
                wanted = {
                    image
                    for image in itertools.permutations(size)
                    if all(
                        bool(poset.above[i] >> k & 1)
                        == bool(
                            poset.above[image[k] if reverse else image[i]]
                            >> (image[i] if reverse else image[k])
                            & 1
                        )
                        for i in size
                        for k in size
                    )
                }
                assert found == wanted
            own = set(poset.maps(reverse=reverse, involution=True))
            assert own == {m for m in found if all(m[m[i]] == i != m[i] for i in size)}


def test_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "poset.txt"
    path.write_text("elements: a b c d e\na < b < c  # a chain\nd < c\n\n")
    poset = read_relations(path)
    assert poset.less("a", "c")
    assert not poset.less("d", "b")
    assert len(poset) == 5
    path.write_text("x < y\nz\n")
    assert sorted(read_relations(path).names) == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a < b\nb < c\nc < a\n", "go round: a < b < c < a"),
        ("a < a\n", "go round: a < a"),
        ("elements: a b\na < c\n", "no element 'c'"),
        ("elements: a b\nq\n", "no element 'q'"),
        ("elements: a a\n", "listed twice"),
        ("a > b\n", "write relations as a < b"),
        ("a < \n", "is no relation"),
        ("a ? b\n", "is no relation"),
        ("?\n", "is no relation"),
        ("", "names no element"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "poset.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_relations(path)


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="can't be read"):
        read_relations(Path("no such file"))
    with pytest.raises(InputError, match="did you mean"):
        subsets(3).index("124")
    for make, sizes in ((chain, (0,)), (subsets, (0,)), (product, ()), (product, (2, 0))):
        with pytest.raises(InputError):
            make(*sizes)
    assert isinstance(Poset(("a",), (0,)), Poset)

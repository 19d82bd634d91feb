"""What names a space and a move, and a position made of its text."""

from __future__ import annotations

from types import ModuleType

import pytest

import volo
from support.strategies import EDGES
from volo.errors import NotationError


def test_a_move_needs_an_edge() -> None:
    """Without one, it would be on some sky, and refused on every other one."""
    with pytest.raises(TypeError, match=r"edge.*Position\.parse_move"):
        volo.Move("a3")  # type: ignore[call-arg]


@pytest.mark.parametrize("edge", EDGES)
class TestSpaces:
    def test_R1_spaces_are_listed_row_by_row_from_the_top(self, engine: ModuleType, edge: int) -> None:
        spaces = engine.Rules(edge=edge).spaces
        assert isinstance(spaces, tuple)
        assert len(set(spaces)) == len(spaces) == 3 * edge * (edge - 1) + 1 - 7  # [R1]
        assert list(spaces) == sorted(spaces, key=lambda name: (-ord(name[0]), int(name[1:])))

    def test_R2_neighbors_come_in_the_order_of_the_directions(self, engine: ModuleType, edge: int) -> None:
        rules = engine.Rules(edge=edge)
        for space in rules.spaces:
            neighbors = rules.neighbors(space)
            assert len(neighbors) <= 6
            for near in neighbors:
                assert space in rules.neighbors(near)
            assert space not in neighbors


def test_R2_neighbors_of_the_middle_and_of_the_rim(engine: ModuleType) -> None:
    rules = engine.Rules()
    assert rules.neighbors("c5") == ("c6", "b5", "b4", "c4", "d5", "d6")
    assert rules.neighbors("g6") == ("f6", "f5", "g5", "h5", "h6")  # the missing center is to the east
    assert rules.neighbors("a2") == ("a3", "b2", "b3")


@pytest.mark.parametrize("name", ["g7", "a1", "m8", "", "G6", "b02", "b2 ", "z9", "b2\ud800", "pass"])
def test_a_name_of_no_space_is_refused(engine: ModuleType, name: str) -> None:
    for ask in (engine.Position().bird_at, engine.Rules().neighbors):
        with pytest.raises(NotationError, match="a sky of edge 7 has no such space") as refused:
            ask(name)
        assert (refused.value.text, refused.value.offset) == (name, 0)

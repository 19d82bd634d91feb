"""The twelve symmetries of the sky, and that the rules are the same under all of them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import volo
from support.strategies import EDGES, positions
from volo import SYMMETRIES, Move, Position, Rules, Symmetry, VoloError

IDENTITY, *OTHERS = SYMMETRIES

symmetries = st.sampled_from(SYMMETRIES)


def on_spaces(symmetry: Symmetry, edge: int) -> dict[str, str]:
    """The image of every space, seen from the images of adds."""
    adds = {space: Move(space, edge).transform(symmetry) for space in Rules(edge=edge).spaces}
    return {space: str(image) for space, image in adds.items()}


# Symmetries as values.


def test_there_are_twelve_and_the_identity_is_first() -> None:
    assert isinstance(SYMMETRIES, tuple)
    assert len(set(SYMMETRIES)) == len(SYMMETRIES) == 12
    assert IDENTITY.name == "identity"
    assert [symmetry.name for symmetry in SYMMETRIES[6:8]] == ["mirror", "mirror-rotate-60"]


def test_products_and_inverses() -> None:
    """The laws of a group are tested in Rust."""
    for a, b in product(SYMMETRIES, repeat=2):
        assert (a * b).inverse == b.inverse * a.inverse
    for a in SYMMETRIES:
        assert a * a.inverse == a.inverse * a == IDENTITY


@pytest.mark.parametrize("wrong", ["", "rotate-360", "Mirror", "identity "])
def test_another_name_is_refused(wrong: str) -> None:
    with pytest.raises(VoloError, match="name must be one of: identity, rotate-60, "):
        Symmetry(wrong)


@pytest.mark.parametrize("wrong", [None, 0, "mirror", volo.ORANGE])
def test_a_symmetry_is_wanted_and_nothing_else(wrong: Any) -> None:
    with pytest.raises(TypeError):
        Position().transform(wrong)
    with pytest.raises(TypeError):
        Move("pass", edge=7).transform(wrong)
    with pytest.raises(TypeError):
        IDENTITY * wrong
    with pytest.raises(TypeError):
        wrong * IDENTITY


@pytest.mark.parametrize("edge", EDGES)
def test_R2_spaces_are_exchanged_and_neighbors_stay_neighbors(edge: int) -> None:
    rules = Rules(edge=edge)
    seen = set()
    for symmetry in SYMMETRIES:
        image = on_spaces(symmetry, edge)
        assert sorted(image.values()) == sorted(rules.spaces)
        for space in rules.spaces:
            assert {image[near] for near in rules.neighbors(space)} == set(rules.neighbors(image[space]))
        seen.add(tuple(image.values()))
    assert len(seen) == 12


def test_names_say_what_happens_to_the_sky() -> None:
    """A turn goes clockwise: from the bottom left to the left. A mirror exchanges left and right, and no rows."""
    nest = Move("b2", edge=4)
    turns = ["identity", "rotate-60", "rotate-120", "rotate-180", "rotate-240", "rotate-300"]
    assert [str(nest.transform(Symmetry(name))) for name in turns] == ["b2", "d2", "f2", "f4", "d6", "b4"]
    for space, image in on_spaces(Symmetry("mirror"), 7).items():
        row = [name for name in Rules().spaces if name[0] == space[0]]
        assert row.index(image) == len(row) - 1 - row.index(space)


@pytest.mark.parametrize(
    ("text", "symmetry", "image"),
    [
        ("pass", "rotate-60", "pass"),
        ("b2-NE3", "rotate-60", "g2-E3"),
        ("b2:b4-NE3", "mirror", "b5:b7-NW3"),  # the left end first
        ("b2:d4-E1", "rotate-180", "j7:l7-W1"),  # the lower end first
        ("b2-NE3/g6", "mirror", "b7-NW3/g8"),
    ],
)
def test_moves_are_written_from_their_first_end_again(text: str, symmetry: str, image: str) -> None:
    assert str(Move(text, edge=7).transform(Symmetry(symmetry))) == image


# The rules are the same under all symmetries.


@given(positions())
def test_the_representative_is_the_image_with_the_smallest_sets(position: Position) -> None:
    """The definition, from the codes of adds, whose lowest 8 bits are the bits of the spaces."""

    def sets(image: Position) -> tuple[int, ...]:
        edge = image.rules.edge
        return tuple(sum(1 << (Move(bird, edge).code & 255) for bird in image.birds(color)) for color in volo.Color)

    images = [(sets(position.transform(symmetry)), symmetry) for symmetry in SYMMETRIES]
    least = min(images, key=lambda each: each[0])
    assert position.canonical() == (position.transform(least[1]), least[1])

"""The twelve symmetries of the sky in Python. Tests in Rust check what they do to spaces, moves and rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import volo
from support.strategies import positions
from volo import SYMMETRIES, Move, Position, Symmetry, VoloError

IDENTITY = SYMMETRIES[0]

# Symmetries as values.


@pytest.mark.parametrize("wrong", [None, 0, "mirror", volo.ORANGE])
def test_a_symmetry_is_wanted_and_nothing_else(wrong: Any) -> None:
    for value in Position(), Move("pass", edge=7), volo.Decision(Position()), volo.ActionSpace(7):
        if wrong != "mirror":  # A product has no texts.
            with pytest.raises(TypeError, match=r"symmetry must be a volo\.Symmetry or its name, not "):
                value.transform(wrong)
    with pytest.raises(TypeError):
        IDENTITY * wrong
    with pytest.raises(TypeError):
        wrong * IDENTITY


def test_a_symmetry_may_be_given_by_its_name() -> None:
    position, space = Position("french-4"), volo.ArrayGame("french-4")
    decision, games = volo.Decision(position), volo.play_random(2, position=position, record=True, seed=0)
    calls: list[Callable[[Any], Any]] = [
        *(value.transform for value in (position, Move("a3", 7), decision, volo.ActionSpace(7))),
        *(lambda name, each=each: each.observe(symmetry=name) for each in (position, decision, volo.Batch(2))),
        lambda name: space.observe(space.initial(2), symmetry=name),
        lambda name: volo.observe_games("french-4", games.moves, games.offsets, symmetry=name),
    ]
    for call in calls:
        assert np.array_equal(call("mirror"), call(Symmetry("mirror")))
    with pytest.raises(VoloError, match="name must be one of: identity, rotate-60, "):
        Symmetry("Mirror")


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

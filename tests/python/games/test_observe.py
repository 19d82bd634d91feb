"""Tests of Batch.observe, which returns positions as planes of numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from support.strategies import made_up, some_rules
from volo import Batch, Move, VoloError, reference
from volo.reference.sky import sky


def test_planes_equal_those_of_the_reference() -> None:
    random = Random(5)
    starts = [made_up(random, some_rules(random, 4 + number % 5)) for number in range(60)]
    planes = Batch(positions=starts).observe()
    rules = ["standard", "forced", "own-regions", "no-flight"], ["draw", "last-mover-wins"]
    for position, seen in zip(starts, planes, strict=True):
        other = reference.Position.from_fen(position.fen())
        spaces = {
            name: divmod(Move(name, edge=position.rules.edge).code & 0xFF, 16)
            for name in sky(position.rules.edge).named
        }
        own, theirs = other.birds(other.turn), other.birds(other.turn.other)
        sets = (spaces, own, theirs, set(spaces) - {*own, *theirs})
        numbers = (
            int(other.turn),
            other.passes,
            *(255 if hand is None else hand for hand in (other.in_hand(other.turn), other.in_hand(other.turn.other))),
            rules[0].index(other.rules.passing),
            rules[1].index(other.rules.stuck),
        )
        expected = np.zeros((10, 15, 15), np.uint8)
        for plane, names in enumerate(sets):
            for name in names:
                expected[plane][spaces[name]] = 1
        expected[4:] = np.array(numbers, np.uint8)[:, None, None]
        assert np.array_equal(seen, expected), position.fen()


def test_every_plane_has_a_name() -> None:
    assert len(Batch.PLANES) == len(set(Batch.PLANES)) == Batch(1).observe().shape[1]
    assert Batch.PLANES[:4] == ("sky", "own", "other", "vacant")


def test_planes_are_written_to_the_given_array() -> None:
    batch = Batch(3)
    out = np.full((3, 10, 15, 15), 77, np.uint8)
    assert batch.observe(out) is out
    assert np.array_equal(out, batch.observe())
    batch.play(batch.legal_moves()[0][:3])
    batch.observe(out=out)
    assert np.array_equal(out, batch.observe())


@pytest.mark.parametrize(
    ("out", "error"),
    [
        (np.zeros((2, 10, 15, 15), np.uint8), VoloError),
        (np.zeros((3, 10, 15), np.uint8), VoloError),
        (np.zeros((3, 10, 15, 30), np.uint8)[:, :, :, ::2], VoloError),
        (np.asfortranarray(np.zeros((3, 10, 15, 15), np.uint8)), VoloError),
        (np.broadcast_to(np.zeros(15, np.uint8), (3, 10, 15, 15)), VoloError),  # read-only
        (np.zeros((3, 10, 15, 15), np.int8), TypeError),
        (np.zeros((3, 10, 15, 15)), TypeError),
        (b"bytes", TypeError),
    ],
)
def test_unsuitable_arrays_are_refused(out: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="out must"):
        Batch(3).observe(out)

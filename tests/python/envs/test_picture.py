"""Pixels that show a decision."""

from __future__ import annotations

import numpy as np
import pytest

from support.pictures import DIVIDES
from volo import Decision, Position, Rules
from volo.envs import picture
from volo.render.svg.markup import COLORS


def colored(pixels: np.ndarray, part: str) -> np.ndarray:
    return np.asarray((pixels == [*bytes.fromhex(COLORS[part][1:])]).all(axis=2))


def count(pixels: np.ndarray, part: str) -> int:
    return int(colored(pixels, part).sum())


@pytest.mark.parametrize("edge", Rules.EDGES)
def test_the_pixels_show_the_birds_and_the_texts(edge: int) -> None:
    start = Position(f"standard-{edge}")
    pixels = picture.pixels(Decision(start))
    height = len(pixels)
    # `RecordVideo` writes a video of an odd height in a format that most players do not have.
    assert (pixels.dtype.name, pixels.shape[1:], height % 2, pixels.flags.c_contiguous) == ("uint8", (600, 3), 0, True)
    assert count(pixels, "orange") > 100
    assert abs(count(pixels, "orange") - count(pixels, "blue")) < 0.05 * count(pixels, "blue")
    more = picture.pixels(Decision(start.play(start.legal_moves()[0])))
    assert 1.2 < count(more, "orange") / count(pixels, "orange") < 1.5
    # The caption is below the board, and the rows and spaces are labeled.
    labels = colored(pixels, "labels")
    assert min(labels[int(0.92 * height) :].sum(), labels[: int(0.85 * height)].sum()) > 50
    assert np.flatnonzero(labels.any(axis=1)).max() < 0.985 * height


def test_the_last_move_and_the_choice_of_a_region_are_marked() -> None:
    start = Position(DIVIDES)
    move, plain = start.parse_move("c2-E3/a2"), picture.pixels(Decision(start))
    after = Decision(start.play(move))
    moved = picture.pixels(after, (start, move))
    assert count(plain, "move") == 0
    assert count(moved, "move") > 200
    # Birds that the move drove away are ghosts.
    assert not np.array_equal(moved, picture.pixels(after, (after.position, move)))
    between = picture.pixels(Decision(start, "c2-E3"))
    assert count(between, "move") > 200
    # The last move was before the chosen flight, which is marked in its place.
    assert np.array_equal(picture.pixels(Decision(start, "c2-E3"), (start, move)), between)
    # Each region to keep is highlighted. Highlights let the sky shine through.
    assert len(np.unique(between.reshape(-1, 3), axis=0)) > len(np.unique(plain.reshape(-1, 3), axis=0))

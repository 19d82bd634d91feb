"""Pixels and windows that show a turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from support.pictures import DIVIDES
from volo import Decision, Position, Rules
from volo.envs import picture
from volo.render.svg.markup import COLORS


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def count(pixels: np.ndarray, part: str) -> int:
    """The number of pixels that have exactly the color of a part of the picture."""
    color = [int(COLORS[part][index : index + 2], 16) for index in (1, 3, 5)]
    return int((pixels == color).all(axis=2).sum())


@pytest.mark.parametrize("edge", Rules.EDGES)
def test_the_pixels_show_the_birds_and_the_texts(edge: int) -> None:
    start = Position(f"standard-{edge}")
    pixels = picture.pixels(Decision(start))
    assert pixels.dtype == np.uint8
    assert pixels.shape[1:] == (600, 3)
    # `RecordVideo` writes a video of another height in a format that most players do not have.
    assert pixels.shape[0] % 2 == 0
    assert pixels.flags.c_contiguous
    assert count(pixels, "orange") > 100
    assert abs(count(pixels, "orange") - count(pixels, "blue")) < 0.05 * count(pixels, "blue")
    add = start.legal_moves()[0]
    more = picture.pixels(Decision(start.play(add)))
    assert 1.2 < count(more, "orange") / count(pixels, "orange") < 1.5
    # The caption is below the board, and the rows and spaces are labeled. That survives the end of pygame.
    height = pixels.shape[0]
    assert min(count(pixels[int(0.92 * height) :], "labels"), count(pixels[: int(0.85 * height)], "labels")) > 50
    color = [int(COLORS["labels"][index : index + 2], 16) for index in (1, 3, 5)]
    assert np.flatnonzero((pixels == color).all(axis=2).any(axis=1)).max() < 0.985 * height
    pygame.quit()
    assert np.array_equal(picture.pixels(Decision(start)), pixels)


def test_the_last_move_and_the_choice_of_a_region_are_marked() -> None:
    start = Position(DIVIDES)
    move = start.parse_move("c2-E3/a2")
    assert count(picture.pixels(Decision(start)), "move") == 0
    assert count(picture.pixels(Decision(start.play(move)), (start, move)), "move") > 200
    # Birds that the move drove away are ghosts.
    after = Decision(start.play(move))
    assert not np.array_equal(picture.pixels(after, (start, move)), picture.pixels(after, (after.position, move)))
    between = picture.pixels(Decision(start, "c2-E3"))
    assert count(between, "move") > 200
    # The last move was before the chosen flight, which is marked in its place.
    assert np.array_equal(picture.pixels(Decision(start, "c2-E3"), (start, move)), between)
    # Each region to keep is highlighted. Highlights let the sky shine through.
    shades = [
        len(np.unique(pixels.reshape(-1, 3) @ [1, 1 << 8, 1 << 16]))
        for pixels in (between, picture.pixels(Decision(start)))
    ]
    assert shades[0] > shades[1]


def opened(window: picture.Window) -> pygame.Window:
    assert window._window is not None
    return window._window


def shown(window: picture.Window) -> np.ndarray:
    """The pixels that a window shows."""
    return pygame.surfarray.array3d(opened(window).get_surface()).swapaxes(0, 1)


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("end", [None, pygame.quit, pygame.display.quit])
def test_a_window_shows_the_pixels_and_survives_the_end_of_pygame(
    end: Callable[[], None] | None, restarts: bool
) -> None:
    turn = Decision("standard-4")
    window, other = picture.Window("Volo", 1000), picture.Window("Volo", 1000)
    for each in (window, other):
        each.show(turn)
        assert np.array_equal(shown(each), picture.pixels(turn))
        assert opened(each).title.startswith("Volo")
    if end is None:
        window.close()
        window.close()
    else:
        end()
    if restarts:
        pygame.display.init()
    other.close()
    window.show(turn)
    assert np.array_equal(shown(window), picture.pixels(turn))
    window.close()


def test_the_close_button_closes_one_window_for_good() -> None:
    turn = Decision("standard-4")
    window, other = picture.Window("Volo", 1000), picture.Window("Volo", 1000)
    for each in (window, other):
        each.show(turn)
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=opened(window)))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))
    other.show(turn)
    opened(window)
    for _ in range(2):
        window.show(turn)
        assert window._window is None
        window.close()
    other.show(turn)
    opened(other)
    # Events that do not belong to a window are left to other programs.
    assert pygame.event.get(pygame.KEYDOWN)
    other.close()

"""Every public function that takes a player accepts a color, its name and its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import volo
from volo import BLUE, Color, VoloError, reference
from volo.engine import Limit
from volo.render import svg
from volo.simulate import Summary

POSITION = volo.Position("standard-4").play("a3")
OF_REFERENCE = reference.Position.from_fen(POSITION.fen())
BOARD = "\n".join(str(POSITION).splitlines()[:-1])
SUMMARY = Summary.of(volo.play_random(20, position="standard-4", seed=1, tally=True))

TAKE_A_PLAYER: dict[str, Callable[[Any], object]] = {
    "Position.birds": POSITION.birds,
    "Position.in_hand": POSITION.in_hand,
    "Position.flocks": POSITION.flocks,
    "Position.regions": POSITION.regions,
    "Position.from_board": lambda player: volo.Position.from_board(BOARD, turn=player),
    "Position.observe": lambda player: POSITION.observe(player=player).tobytes(),
    "Decision.observe": lambda player: volo.Decision(POSITION).observe(player=player).tobytes(),
    "Batch": lambda player: volo.Batch(2, "standard-4", opponent="uniform", player=player, seed=4).positions,
    "Batch.observe": lambda player: volo.Batch(positions=[POSITION]).observe(player=player).tobytes(),
    "reference.Position.birds": OF_REFERENCE.birds,
    "reference.Position.in_hand": OF_REFERENCE.in_hand,
    "reference.Position.flocks": OF_REFERENCE.flocks,
    "reference.Position.regions": OF_REFERENCE.regions,
    "reference.Position.from_board": lambda player: reference.Position.from_board(BOARD, turn=player),
    "Limit.time_for": Limit(orange_clock=60, blue_clock=1).time_for,
    "render.svg.board": lambda player: svg.board(POSITION, regions=player),
    "Summary.adds_on": SUMMARY.adds_on,
    "Summary.flocks_on": SUMMARY.flocks_on,
}


@pytest.mark.parametrize("take", TAKE_A_PLAYER.values(), ids=TAKE_A_PLAYER)
def test_a_player_may_be_a_color_its_name_or_its_number(take: Callable[[Any], object]) -> None:
    for color in Color:
        for same in (str(color), int(color), np.int8(color)):
            assert take(same) == take(color)
    assert take("orange") != take("blue")


@pytest.mark.parametrize("take", TAKE_A_PLAYER.values(), ids=TAKE_A_PLAYER)
def test_what_is_not_a_player_is_refused(take: Callable[[Any], object]) -> None:
    for unknown in ("Blue", "", "\0" * 1_000_000, -1, 2, 10**5000):
        with pytest.raises(VoloError, match="player"):
            take(unknown)
    for wrong in (True, 1.0, b"blue", [1], object()):
        with pytest.raises(TypeError, match="a player must be"):
            take(wrong)


def test_a_picture_may_be_seen_from_the_side_of_a_named_player() -> None:
    assert svg.board(POSITION, orientation="blue") == svg.board(POSITION, orientation=BLUE)
    with pytest.raises(VoloError, match="unknown player 'left'"):
        svg.board(POSITION, orientation="left")  # type: ignore[arg-type]

"""Tests of how policies are given to play_random. Tests in Rust compare careful players with a full search."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest

import volo
from volo import Move, Position, VoloError, _volo
from volo.player import Policy
from volo.simulate import Configuration


def drawn(position: Position, policy: Any, games: int) -> set[str]:
    """The different first moves of a number of games."""
    playouts = volo.play_random(games, position=position, policy=policy, max_plies=1, record=True)
    return {str(Move.from_code(code)) for code in np.unique(playouts.moves).tolist()}


def test_each_player_may_have_a_different_policy() -> None:
    orange_to_move = Position.from_fen("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4")
    assert len(drawn(orange_to_move, ("careful", "uniform"), 1000)) == 6
    assert len(drawn(orange_to_move, ("uniform", "careful"), 1000)) == 22
    games = volo.play_random(400, position=Position("standard-5"), policy=("uniform", "careful"))
    assert (games.winner == volo.BLUE).sum() > 2 * (games.winner == volo.ORANGE).sum()


# How policies are given.


@pytest.mark.parametrize("policy", get_args(Policy))
def test_one_policy_is_that_of_both_players(policy: Policy) -> None:
    configuration = Configuration(games=5, policy=policy)
    assert configuration.policy == (policy, policy)
    assert configuration == Configuration(games=5, policy=(policy, policy))
    assert volo.play_random(5, policy=policy) == volo.play_random(5, policy=(policy, policy))


def test_a_pair_is_oranges_policy_and_blues() -> None:
    configuration = Configuration(games=5, policy=("careful", "uniform"))
    written = configuration.to_dict()
    assert (written["orange"], written["blue"]) == ("careful", "uniform")
    assert Configuration.from_dict(written) == configuration
    assert configuration.differences(Configuration(games=5)) == ["orange: careful, not uniform"]


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ("lucky", VoloError),
        (("careful", "lucky"), VoloError),
        (("careful",), VoloError),
        (("careful", "careful", "careful"), VoloError),
        (("careful", None), TypeError),
        (["careful", "uniform"], TypeError),
        (None, TypeError),
        (0, TypeError),
    ],
)
def test_what_is_not_a_policy_is_refused_alike(policy: Any, error: type[Exception]) -> None:
    readers = (
        lambda: volo.play_random(0, policy=policy),
        lambda: volo.play_games(0, policy=policy),
        lambda: Configuration(games=1, policy=policy),
    )
    for read in readers:
        with pytest.raises(error) as refused:
            read()
        assert type(refused.value) is error


@pytest.mark.parametrize(("name", "most"), [("games", _volo.MAX_GAMES), ("max_plies", _volo.MAX_PLIES)])
def test_limits_are_those_of_the_core(name: str, most: int) -> None:
    within: dict[str, Any] = {"games": 1} | {name: most}
    beyond: dict[str, Any] = {"games": 1} | {name: most + 1}
    assert getattr(Configuration(**within), name) == most
    for read in (Configuration, volo.play_random):
        with pytest.raises(VoloError, match=rf"{name} must be \d to {most}"):
            read(**beyond)

"""Tests of the policies of play_random. The reference determines the moves that a careful player may choose."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import numpy as np
import pytest

import volo
from support.strategies import made_up, named_rules
from volo import Move, Position, VoloError, _volo, reference
from volo.color import Color
from volo.player import Policy
from volo.simulate import Configuration


def winner(position: reference.Position) -> Color | None:
    outcome = position.outcome()
    return outcome.winner if outcome else None


def winning(position: reference.Position) -> set[str]:
    """The moves that win at once."""
    return {str(move) for move in position.legal_moves() if winner(position.play(move)) is position.turn}


def careful_choices(position: reference.Position) -> set[str]:
    """The moves among which a careful player chooses, by the definition in the documentation."""
    moves = {str(move) for move in position.legal_moves()}
    safe = set()
    for move in moves:
        after = position.play(move)
        if winner(after) is not after.turn and not winning(after):
            safe.add(move)
    return winning(position) or safe or moves


def drawn(position: Position, policy: Any, games: int) -> set[str]:
    """The different first moves of a number of games."""
    playouts = volo.play_random(games, position=position, policy=policy, max_plies=1, record=True)
    return {str(Move.from_code(code)) for code in np.unique(playouts.moves).tolist()}


def assert_all_are_drawn(position: Position) -> set[str]:
    """Check that a careful player draws every move that the reference allows, and no others. Return these moves."""
    expected = careful_choices(reference.Position.from_fen(position.fen()))
    # With so many games, a move is missed with a probability of 1 in five million.
    games = 20 * len(expected) + round(len(expected) * float(np.log(len(expected) + 1)))
    assert drawn(position, "careful", games) == expected, position.fen()
    return expected


def test_careful_moves_match_the_reference_in_many_positions() -> None:
    """Positions where a move can win, or can let the opponent win."""
    random = Random(7)
    met = {"wins": 0, "some hand over": 0, "all hand over": 0, "passes": 0}
    for number in range(40):
        rules = random.choice(named_rules(4))
        position = made_up(random, rules, ("few", "blobs", "ring", "cage")[number % 4])
        if position.outcome() is not None:
            continue
        chosen = assert_all_are_drawn(position)
        legal = {str(move) for move in position.legal_moves()}
        after = [reference.Position.from_fen(position.play(move).fen()) for move in sorted(chosen)]
        met["passes"] += "pass" in chosen
        if any(winner(each) is position.turn for each in after):
            met["wins"] += 1
        elif chosen < legal:
            met["some hand over"] += 1
        elif all(winner(each) is each.turn or winning(each) for each in after):
            met["all hand over"] += 1
    assert all(met.values()), met


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

"""Tests of the policies of play_random. The reference determines the moves that a careful player may choose."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import assume, given, settings

import volo
from support.strategies import made_up, named_rules, positions
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
    assert playouts.moves is not None
    return {str(Move.from_code(code)) for code in np.unique(playouts.moves).tolist()}


def assert_all_are_drawn(position: Position) -> set[str]:
    """Check that a careful player draws every move that the reference allows, and no others. Return these moves."""
    expected = careful_choices(reference.Position.from_fen(position.fen()))
    # With so many games, a move is missed with a probability of 1 in five million.
    games = 20 * len(expected) + round(len(expected) * float(np.log(len(expected) + 1)))
    assert drawn(position, "careful", games) == expected, position.fen()
    return expected


@settings(max_examples=20)
@given(position=positions((4, 5)))
def test_careful_moves_match_the_reference(position: Position) -> None:
    assume(position.outcome() is None)
    assert_all_are_drawn(position)


def test_careful_moves_match_the_reference_in_many_positions() -> None:
    """Positions where a move can win, or can let the opponent win."""
    random = Random(7)
    met = {"wins": 0, "some hand over": 0, "all hand over": 0, "passes": 0}
    for number in range(60):
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


def test_a_careful_player_takes_a_win() -> None:
    position = Position.from_fen("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4")
    assert drawn(position, "careful", 200) == {
        "f5-SE1",
        "f5-SW1",
        "f5-SW2",
        "c5:d6-NW1",
        "c5:d6-NW2",
        "c5:d6-NE1",
    }
    assert drawn(position, "uniform", 1000) == {str(move) for move in position.legal_moves()}


def test_each_player_may_have_a_different_policy() -> None:
    orange_to_move = Position.from_fen("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4")
    assert len(drawn(orange_to_move, ("careful", "uniform"), 1000)) == 6
    assert len(drawn(orange_to_move, ("uniform", "careful"), 1000)) == 22
    games = volo.play_random(400, position=Position("standard-5"), policy=("uniform", "careful"))
    assert (games.winner == volo.BLUE).sum() > 2 * (games.winner == volo.ORANGE).sum()


def test_a_single_policy_applies_to_both_players() -> None:
    def moves(policy: Any) -> list[int]:
        playouts = volo.play_random(20, position=Position("standard-5"), policy=policy, record=True)
        assert playouts.moves is not None
        return [int(code) for code in playouts.moves]

    assert moves("careful") == moves(("careful", "careful")) != moves("uniform")
    assert moves("uniform") == moves(("uniform", "uniform"))


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_careful_games_are_the_same_on_any_number_of_threads(threads: int) -> None:
    one, more = (volo.play_random(130, policy="careful", threads=each, record=True) for each in (1, threads))
    assert np.array_equal(one.winner, more.winner)
    assert one.moves is not None
    assert more.moves is not None
    assert np.array_equal(one.moves, more.moves)


def test_the_number_of_legal_moves_does_not_depend_on_the_policy() -> None:
    games = volo.play_random(1, position=Position("standard-5"), policy="careful", max_plies=1, count_moves=True)
    assert games.legal_moves is not None
    assert games.legal_moves.tolist() == [33]


@pytest.mark.parametrize(
    "policy", ["greedy", "", "Careful", ("careful",), ("careful", "uniform", "uniform"), ("x", "y")]
)
def test_unknown_policies_are_refused(policy: Any) -> None:
    with pytest.raises(VoloError):
        volo.play_random(1, policy=policy)


@pytest.mark.parametrize("policy", [None, 1, ["careful", "uniform"], ("careful", None)])
def test_a_policy_of_a_wrong_type_is_a_type_error(policy: Any) -> None:
    with pytest.raises(TypeError):
        volo.play_random(1, policy=policy)


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

"""The game of OpenSpiel: its own suites accept it, and it agrees with volo on recorded games."""

from __future__ import annotations

import copy
import pickle
import unittest
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import volo
from support.decisions import SOME_RECORDED, decisions
from support.pictures import DIVIDES
from volo import Color, Decision, Game, IllegalMoveError, InvalidPositionError, InvalidRulesError, Position, VoloError
from volo.envs.openspiel import VoloGame

Roundtrip = Callable[[pyspiel.State], pyspiel.State]


def load(**parameters: Any) -> pyspiel.Game:
    return pyspiel.load_game("python_volo", parameters)


def through_history(state: pyspiel.State) -> pyspiel.State:
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    return again


ROUNDTRIPS: dict[str, Roundtrip] = {
    "clone": lambda state: state.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "serialize": lambda state: state.get_game().deserialize_state(state.serialize()),
    "serialize with the game": lambda state: pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )[1],
    "history": through_history,
}


def test_a_state_is_serialized_as_its_start_and_its_actions() -> None:
    game = load(edge=4)
    state = game.new_initial_state()
    assert state.serialize() == ""
    state.apply_action(29)
    assert state.serialize() == "29"
    for start, line in [
        (Position(DIVIDES), f"start {DIVIDES}"),
        (Decision(DIVIDES, "c2-E3"), f"start {DIVIDES} chosen c2-E3"),
    ]:
        state = game.new_initial_state(start)
        assert state.serialize() == line
        action = state.legal_actions()[-1]
        state.apply_action(action)
        assert state.serialize() == f"{line}\n{action}"
        for roundtrip in ROUNDTRIPS.values():
            if roundtrip is not through_history:
                assert roundtrip(state).serialize() == state.serialize()
                assert facts(roundtrip(state)) == facts(state)


def test_a_serialized_state_is_read_without_unpickling(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(edge=4)
    state = game.new_initial_state()
    state.apply_action(29)
    of_openspiel = pyspiel.serialize_game_and_state(game, state).partition("[State]\n")[2].rstrip("\n")
    monkeypatch.setattr(pickle, "loads", lambda _: pytest.fail("unpickled"))
    assert facts(game.deserialize_state(state.serialize())) == facts(state)
    with pytest.raises(VoloError, match="action 1 must be the number of an action, not 'history=0:29'"):
        game.deserialize_state(of_openspiel)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (29, TypeError, "text must be a str, not int"),
        ("29\n", VoloError, "action 2 must be the number of an action, not ''"),
        ("\u0663", VoloError, "action 1 must be"),
        ("123456", VoloError, "action 1 must be"),
        ("65535", VoloError, "action 65535 is out of range"),
        ("29\n29", IllegalMoveError, r"illegal move a3: .*\[R6\]"),
        ("start x o 0 standard-4", VoloError, "x"),
        (f"start {DIVIDES.replace('standard', 'french')}", VoloError, "the position has the rule set 'french-4'"),
        (f"start {DIVIDES} chosen c2", IllegalMoveError, "R15"),
    ],
)
def test_bad_serialized_states_are_refused(text: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        load(edge=4).deserialize_state(text)


def facts(state: pyspiel.State) -> tuple[object, ...]:
    """All values that a state has."""
    return (
        state.turn,
        state.current_player(),
        state.is_terminal(),
        state.returns(),
        state.history(),
        state.move_number(),
        state.legal_actions(),
        state.observation_string(0),
        state.information_state_string(1),
        str(state),
    )


@pytest.mark.parametrize("name", [pytest.param("python_volo", marks=pytest.mark.long), "python_volo(edge=4)"])
def test_the_suite_of_openspiel_passes(name: str) -> None:
    from open_spiel.integration_tests import api_test  # imports SciPy, which takes seconds

    fields = {"game_name": name, "game": pyspiel.load_game(name)}
    suite = type("Suite", (api_test.EnforceAPIOnPartialTreeBase,), fields)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), [*result.errors, *result.failures]


@pytest.mark.parametrize(
    "game",
    [
        "python_volo",
        "python_volo(edge=5,rules=french)",
        "python_volo(edge=4,rules=edge:4;supply:8;pass:forced;stuck:last-mover-wins)",
        "python_volo(edge=5,max_game_length=20)",
    ],
)
def test_simulations_of_openspiel_pass(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("recorded", SOME_RECORDED)
def test_recorded_games_agree_with_volo(recorded: Game) -> None:
    game = load(edge=recorded.start.rules.edge, rules="abstract-play")
    state = game.new_initial_state()
    taken: list[int] = []
    observation = make_observation(game)
    information = make_observation(game, INFO_STATE_OBS_TYPE)
    for turn, action in decisions(recorded):
        player = state.current_player()
        assert (state.turn, player, state.is_terminal()) == (turn, turn.position.turn, False)
        assert state.returns() == state.rewards() == [0, 0]
        assert state.legal_actions() == state.legal_actions(player) == turn.legal_actions()
        assert state.legal_actions(str(turn.position.turn)) == turn.legal_actions()
        assert state.legal_actions(1 - player) == state.legal_actions(str(turn.position.turn.other)) == []
        for color in Color:
            observation.set_from(state, color)
            assert np.array_equal(observation.dict["observation"], turn.observe(player=color))
            assert np.array_equal(observation.tensor, turn.observe(player=color).ravel())
        assert observation.string_from(state, player) == str(state)
        assert information.string_from(state, player) == ", ".join(map(str, taken))
        assert state.action_to_string(action) == turn.action_space.name(action)
        if turn.chosen is not None:
            for roundtrip in ROUNDTRIPS.values():
                assert facts(roundtrip(state)) == facts(state)
        state.apply_action(action)
        taken.append(action)
    check_end(state, recorded)
    # A game that ends at its greatest length has its winner.
    longest = load(edge=recorded.start.rules.edge, rules="abstract-play", max_game_length=len(taken))
    check_end(longest.deserialize_state(state.serialize()), recorded)


def check_end(state: pyspiel.State, recorded: Game) -> None:
    outcome = recorded.outcome()
    assert outcome is not None
    assert state.turn.position == recorded.positions[-1]
    assert (state.is_terminal(), state.current_player()) == (True, pyspiel.PlayerId.TERMINAL)
    assert state.legal_actions() == state.legal_actions(0) == state.legal_actions(1) == []
    returns = {None: [0, 0], Color.ORANGE: [1, -1], Color.BLUE: [-1, 1]}
    assert state.returns() == state.rewards() == returns[outcome.winner]
    for roundtrip in ROUNDTRIPS.values():
        assert facts(roundtrip(state)) == facts(state)


# A history begins at the start of the rule set.
@pytest.mark.parametrize("name", sorted(ROUNDTRIPS.keys() - {"history"}))
def test_R15_the_player_who_divided_chooses_next_and_copies_are_independent(name: str) -> None:
    state = load(edge=4).new_initial_state(DIVIDES)
    state.apply_action(state.string_to_action("c2-E3"))
    assert state.current_player() == 0
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["/b5", "/a2"]
    assert str(state).endswith("Orange to move\nOrange has chosen c2-E3")
    before, copied = facts(state), ROUNDTRIPS[name](state)
    copied.apply_action(copied.legal_actions()[0])
    assert facts(state) == before
    state.apply_action(state.legal_actions()[1])
    assert state.turn != copied.turn
    assert copied.history()[0] == state.history()[0]
    assert copied.history()[1] != state.history()[1]


def test_R19_a_game_that_is_cut_off_has_no_winner() -> None:
    state = load(edge=4, max_game_length=3).new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.turn.outcome() is None
    assert state.returns() == [0, 0]
    assert state.legal_actions() == state.legal_actions(1) == []
    before = facts(state)
    with pytest.raises(IllegalMoveError, match=r"cut off after 3 actions \[R19\]"):
        state.apply_action(state.turn.legal_actions()[0])
    assert facts(state) == before
    for roundtrip in ROUNDTRIPS.values():
        assert facts(roundtrip(state)) == before


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"edge": 3}, InvalidRulesError, "edge must be 4 to 8"),
        ({"rules": "chess"}, InvalidRulesError, 'unknown rule set "chess"'),
        ({"rules": "standard-5"}, InvalidRulesError, "edge=7 contradicts the rule set 'standard-5', which has edge 5"),
        ({"max_game_length": 0}, VoloError, "max_game_length must be 1 to"),
        ({"rules": 5}, TypeError, "rules must be a str, not int"),
        ({"edge": 4, "length": 5}, VoloError, "unknown parameter 'length'; expected one of edge"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VoloGame(parameters)
    with pytest.raises(VoloError, match="has no parameters, but size was given"):
        load().make_py_observer(params={"size": 4})


def test_a_custom_rule_set_survives_the_text_of_the_game() -> None:
    rules = volo.Rules(edge=4, supply=8, passing="forced", stuck="last-mover-wins")
    for game in (load(edge=4, rules=str(rules)), load(edge=4, rules=str(rules).replace("=", ":").replace(",", ";"))):
        assert game.rules == rules
        assert pyspiel.load_game(str(game)).rules == rules
        assert pickle.loads(pickle.dumps(game)).rules == rules


def test_a_game_can_start_at_a_position() -> None:
    game = load(edge=4)
    for start in (DIVIDES, Position(DIVIDES), Decision(DIVIDES)):
        assert game.new_initial_state(start).turn == Decision(DIVIDES)
    with pytest.raises(VoloError, match="has the rule set 'standard-5', but the game has 'standard-4'"):
        game.new_initial_state("standard-5")
    with pytest.raises(InvalidPositionError):
        game.new_initial_state("2/5/6/4/6/5/2 o 0 standard-4")

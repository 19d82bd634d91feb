"""The game of OpenSpiel: its own suites accept it, and its states and games as texts."""

from __future__ import annotations

import pickle
import unittest
from typing import Any

import pyspiel
import pytest

import volo
from support.environments import OfOpenSpiel
from support.pictures import DIVIDES
from volo import Decision, IllegalMoveError, InvalidPositionError, Position, VoloError

DIVIDED = Decision(DIVIDES, "c2-E3")


def load(**parameters: Any) -> pyspiel.Game:
    return pyspiel.load_game("python_volo", parameters)


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


def test_a_game_can_start_at_a_position() -> None:
    game = load(edge=4)
    for start in (DIVIDES, Position(DIVIDES), Decision(DIVIDES)):
        state = game.new_initial_state(start)
        assert state.decision == Decision(DIVIDES)
    state.apply_action(state.string_to_action("c2-E3"))
    assert state.decision == DIVIDED
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["/b5", "/a2"]
    assert str(state).endswith("Orange to move\nOrange has chosen c2-E3")
    with pytest.raises(VoloError, match="has the rule set 'standard-5', but the game has 'standard-4'"):
        game.new_initial_state("standard-5")
    with pytest.raises(InvalidPositionError):
        game.new_initial_state("2/5/6/4/6/5/2 o 0 standard-4")


@pytest.mark.parametrize(
    ("start", "line"),
    [(None, ""), (Position(DIVIDES), f"start {DIVIDES}\n"), (DIVIDED, f"start {DIVIDES} chosen c2-E3\n")],
)
def test_a_state_is_serialized_as_its_start_and_its_actions(start: Any, line: str) -> None:
    state = load(edge=4).new_initial_state(start)
    assert state.serialize() == line.rstrip("\n")
    action = state.legal_actions()[-1]
    state.apply_action(action)
    assert state.serialize() == f"{line}{action}"
    # A history begins at the start of the rule set.
    for roundtrip in OfOpenSpiel.roundtrips.keys() - {"history"}:
        again = OfOpenSpiel.roundtrips[roundtrip](state)
        assert (again.decision, again.history(), again.serialize()) == (state.decision, [action], state.serialize())


def test_a_serialized_state_is_read_without_unpickling(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(edge=4)
    state = game.new_initial_state()
    state.apply_action(29)
    of_openspiel = pyspiel.serialize_game_and_state(game, state).partition("[State]\n")[2].rstrip("\n")
    monkeypatch.setattr(pickle, "loads", lambda _: pytest.fail("unpickled"))
    assert game.deserialize_state(state.serialize()).decision == state.decision
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


def test_a_custom_rule_set_survives_the_text_of_the_game() -> None:
    rules = volo.Rules(edge=4, supply=8, passing="forced", stuck="last-mover-wins")
    for game in (load(edge=4, rules=str(rules)), load(edge=4, rules=str(rules).replace("=", ":").replace(",", ";"))):
        assert game.rules == rules
        assert pyspiel.load_game(str(game)).rules == rules
        assert pickle.loads(pickle.dumps(game)).rules == rules

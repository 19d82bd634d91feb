"""What the environments of all libraries share: their games are those of volo, and what they refuse changes nothing."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import volo
from support.environments import COPIES, ENVIRONMENTS, SOME_RECORDED, OfOpenSpiel, decisions, to_last_keep
from volo import BLUE, Decision, Game, IllegalMoveError, InvalidRulesError, VoloError
from volo.envs.gymnasium import VoloEnv, VoloVectorEnv
from volo.envs.openspiel import VoloGame
from volo.envs.pettingzoo import env, raw_env

of_every_library = pytest.mark.parametrize("kind", ENVIRONMENTS)
of_every_copy = pytest.mark.parametrize(("kind", "roundtrip"), COPIES)


@of_every_library
@pytest.mark.parametrize("recorded", SOME_RECORDED)
def test_recorded_games_agree_with_the_core(kind: Any, recorded: Game) -> None:
    edge = recorded.start.rules.edge
    game, taken = kind(edge, "abstract-play"), list(decisions(recorded))
    for turn, action in taken:
        game.check(turn)
        game.act(action)
    last = Decision(recorded.positions[-1])
    assert last.outcome() is not None
    game.check(last)
    for roundtrip in kind.roundtrips:
        game.again(roundtrip).check(last)
    # A game that ends at its limit has its winner.
    longest = kind(edge, "abstract-play", len(taken) if kind is OfOpenSpiel else len(recorded))
    for _, action in taken:
        longest.act(action)
    longest.check(last)


@of_every_copy
def test_R15_copies_between_two_decisions_are_independent(kind: Any, roundtrip: str) -> None:
    game, taken = kind(4, "abstract-play"), to_last_keep()
    for _, action in taken[:-1]:
        game.act(action)
    turn, _ = taken[-1]
    copied = game.again(roundtrip)
    copied.check(turn)
    first, *_, last = turn.legal_actions()
    copied.act(first)
    game.check(turn)
    game.act(last)
    copied.check(turn.step(first))
    game.check(turn.step(last))


@of_every_library
def test_R19_a_game_is_cut_off_after_whole_turns(kind: Any) -> None:
    taken = to_last_keep()
    # OpenSpiel counts actions. The last turn has its flight before the limit.
    turns = sum(turn.chosen is None for turn, _ in taken)
    game = kind(4, "abstract-play", len(taken) if kind is OfOpenSpiel else turns)
    for turn, action in taken:
        game.check(turn)
        game.act(action)
    last = turn.step(action)
    for each in (game, *map(game.again, kind.roundtrips)):
        each.check(last, is_cut_off=True)
        with pytest.raises(ValueError, match=kind.cut_off):
            each.act(last.legal_actions()[0])
        each.check(last, is_cut_off=True)


@of_every_library
@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (29, IllegalMoveError, r"illegal move a3.*\[R6\]"),
        (1201, VoloError, "action 1201 is out of range"),
        (-2, VoloError, "action must be 0 to|action -2 is out of range"),
        (2**70, (VoloError, TypeError), "action|incompatible"),
        (None, TypeError, ""),
        ("a3", TypeError, ""),
        (1.5, TypeError, ""),
        (np.array([0, 1]), TypeError, ""),
    ],
)
def test_a_refused_action_changes_nothing(kind: Any, action: Any, error: Any, message: str) -> None:
    game = kind(4)
    game.act(29)
    with pytest.raises(error, match=message or None):
        game.act(action)
    game.check(Decision("standard-4").step(29))


def of_openspiel(**parameters: Any) -> VoloGame:
    return VoloGame(parameters)


many = partial(VoloVectorEnv, num_envs=2)
GYMNASIUM, PETTING_ZOO = (VoloEnv, many), (env, raw_env)
WITH_EDGES = (*GYMNASIUM, *PETTING_ZOO, of_openspiel)


@pytest.mark.parametrize(
    ("makers", "arguments", "error", "message"),
    [
        (WITH_EDGES, {"edge": 9}, InvalidRulesError, "edge must be 4 to 8"),
        (WITH_EDGES, {"rules": "chess"}, InvalidRulesError, 'unknown rule set "chess"'),
        (
            WITH_EDGES,
            {"edge": 5, "rules": "standard-6"},
            InvalidRulesError,
            "edge=5 contradicts the rule set 'standard-6",
        ),
        (PETTING_ZOO, {"edge": 5, "rules": volo.Rules("french")}, InvalidRulesError, "the rule set 'french'"),
        (WITH_EDGES[:4], {"max_plies": 0}, VoloError, "max_plies must be 1 to"),
        ((of_openspiel,), {"max_game_length": 0}, VoloError, "max_game_length must be 1 to"),
        (PETTING_ZOO, {"render_mode": "svg"}, VoloError, "mode 'svg'; expected one of ansi, human, rgb_array"),
        (GYMNASIUM, {"render_mode": "human"}, VoloError, "mode 'human'; expected one of ansi, rgb_array"),
        (GYMNASIUM, {"opponent": "perfect"}, VoloError, "uniform, careful, engine:SETTINGS, a function or None"),
        (GYMNASIUM, {"opponent": "engine:0"}, VoloError, "nodes"),
        (GYMNASIUM, {"opponent": "engine:time=1"}, VoloError, "opponent must be .* does not depend|do not depend"),
        (GYMNASIUM, {"opponent": None, "player": BLUE}, TypeError, "player"),
        (GYMNASIUM, {"player": "green"}, VoloError, "unknown player 'green'"),
        (GYMNASIUM, {"dtype": "float16"}, TypeError, "float16"),
        (GYMNASIUM, {"masks": "sparse"}, VoloError, "masks must be 'dense', 'packed' or None, not 'sparse'"),
        (GYMNASIUM, {"illegal": "ignore"}, VoloError, "illegal must be 'raise' or 'lose', not 'ignore'"),
        ((many,), {"num_envs": 0}, VoloError, "num_envs"),
        ((many,), {"num_envs": 10**9}, VoloError, "10000000"),
        ((many,), {"autoreset_mode": "sometimes"}, VoloError, "'NextStep', 'SameStep', 'Disabled'"),
        ((many,), {"player": np.array([0, 1, 1])}, VoloError, "2"),
        ((many,), {"player": np.array([0, 2]), "opponent": np.argmax}, VoloError, "the player of game 1"),
        ((many,), {"threads": 0}, VoloError, "threads"),
        ((many,), {"seed": -1}, VoloError, "seed must be 0 to"),
        ((of_openspiel,), {"rules": 5}, TypeError, "rules must be a str, not int"),
        ((of_openspiel,), {"length": 5}, VoloError, "unknown parameter 'length'; expected one of edge"),
        ((VoloGame().make_py_observer,), {"params": {"size": 4}}, VoloError, "has no parameters, but size was given"),
    ],
)
def test_bad_arguments_are_refused(makers: Any, arguments: Any, error: type[Exception], message: str) -> None:
    for make in makers:
        with pytest.raises(error, match=message):
            make(**arguments)

"""The environment of PettingZoo: its own suites accept it, and it agrees with volo on recorded games."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import numpy as np
import pygame
import pytest
from gymnasium.utils.env_checker import data_equivalence

import volo
from support.command_line import in_new_process
from support.decisions import SOME_RECORDED, decisions, last_keep
from volo import Color, Decision, Game, IllegalMoveError, InvalidRulesError, Position, VoloError
from volo.envs import picture
from volo.envs.pettingzoo import env, raw_env

with warnings.catch_warnings():
    # The suites import examples of PettingZoo in a way that it deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

AGENTS = ["player_0", "player_1"]

# What the suite says about each environment whose observations are dictionaries with action masks.
DICTIONARIES = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)

ROUNDTRIPS: dict[str, Callable[[raw_env], raw_env]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def facts(game: raw_env) -> dict[str, Any]:
    """All values that an environment has."""
    return {
        "turn": game.turn,
        "agents": list(game.agents),
        "agent": game.agent_selection,
        "observations": {agent: game.observe(agent) for agent in AGENTS},
        "rewards": dict(game.rewards),
        "ends": (dict(game.terminations), dict(game.truncations)),
        "infos": dict(game.infos),
        "last": game.last() if game.agents else None,
    }


def same(one: raw_env, other: raw_env) -> bool:
    ours, theirs = facts(one), facts(other)
    return ours.pop("turn") == theirs.pop("turn") and data_equivalence(ours, theirs)


def played(game: raw_env, actions: list[int]) -> raw_env:
    game.reset()
    for action in actions:
        game.step(action)
    return game


VARIANTS: list[dict[str, Any]] = [
    {},
    {"edge": 4},
    {"edge": 8, "max_plies": 20},
    {"rules": volo.Rules(edge=4, supply=8, passing="forced", stuck="last-mover-wins")},
]


@DICTIONARIES
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_suites_of_pettingzoo_pass(
    make: Callable[..., raw_env], variant: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    api_test(make(**variant), num_cycles=200)
    seed_test(lambda: make(**variant), num_cycles=100)
    if not variant:
        monkeypatch.setitem(raw_env.metadata, "render_fps", 1000)
        render_test(make)


@pytest.mark.parametrize("recorded", SOME_RECORDED)
def test_recorded_games_agree_with_volo(recorded: Game) -> None:
    game = raw_env(recorded.start.rules.edge, "abstract-play")
    game.reset()
    for turn, action in decisions(recorded):
        assert game.agents == AGENTS
        assert game.agent_selection == AGENTS[turn.position.turn]
        for agent, color in zip(AGENTS, Color, strict=True):
            observation = game.observe(agent)
            assert np.array_equal(observation["observation"], turn.observe(player=color))
            acts = color is turn.position.turn
            assert np.flatnonzero(observation["action_mask"]).tolist() == (turn.legal_actions() if acts else [])
            assert game.observation_space(agent).contains(observation)
        _, reward, termination, truncation, _ = game.last()
        assert (reward, termination, truncation) == (0, False, False)
        if turn.chosen is not None:
            for roundtrip in ROUNDTRIPS.values():
                assert same(roundtrip(game), game)
        game.step(action)
    outcome = recorded.outcome()
    assert outcome is not None
    assert game.turn.position == recorded.positions[-1]
    assert game.terminations == dict.fromkeys(AGENTS, True)
    assert game.truncations == dict.fromkeys(AGENTS, False)
    returns: dict[Color | None, list[int]] = {None: [0, 0], Color.ORANGE: [1, -1], Color.BLUE: [-1, 1]}
    assert [game.rewards[agent] for agent in AGENTS] == returns[outcome.winner]
    ends = {}
    for agent in game.agent_iter():
        observation, ends[agent], *_ = game.last()
        assert not observation["action_mask"].any()
        game.step(None)
    assert [ends[agent] for agent in AGENTS] == returns[outcome.winner]
    assert game.agents == []


@pytest.mark.parametrize("name", ROUNDTRIPS)
def test_R15_copies_between_two_decisions_are_independent(name: str) -> None:
    actions = last_keep()
    game = played(raw_env(4, "abstract-play"), actions)
    assert game.turn.chosen is not None
    assert game.agent_selection == AGENTS[game.turn.position.turn]
    before, copied = copy.deepcopy(game), ROUNDTRIPS[name](game)
    assert same(copied, game)
    copied.step(copied.turn.legal_actions()[0])
    assert same(game, before)
    game.step(game.turn.legal_actions()[-1])
    assert game.turn != copied.turn


def test_R19_a_game_is_truncated_after_whole_turns() -> None:
    actions = last_keep()
    turns = [Decision("abstract-play-4")]
    for action in actions[:-1]:
        turns.append(turns[-1].step(action))
    # The last turn has its flight, but not yet its region.
    game = played(raw_env(4, "abstract-play", max_plies=sum(turn.chosen is None for turn in turns)), actions)
    assert not any(game.truncations.values())
    game.step(game.turn.legal_actions()[-1])
    shorter = played(raw_env(4, "abstract-play", max_plies=3), actions[:3])
    for each in (game, shorter):
        assert each.turn.outcome() is None
        assert each.truncations == dict.fromkeys(AGENTS, True)
        assert each.terminations == dict.fromkeys(AGENTS, False)
        assert each.rewards == dict.fromkeys(AGENTS, 0)
        with pytest.raises(ValueError, match="None"):
            each.step(actions[3])
    shorter.reset()
    assert not any(shorter.truncations.values())


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (29, IllegalMoveError, r"illegal move a3: .*\[R6\]"),
        (1201, VoloError, "action 1201 is out of range"),
        (-1, VoloError, "action must be 0 to"),
        (None, TypeError, "the game is not over"),
        ("a3", TypeError, "action"),
    ],
)
def test_bad_actions_change_nothing(
    make: Callable[..., Any], action: Any, error: type[Exception], message: str
) -> None:
    game = played(make(4), [29])
    before = copy.deepcopy(game.unwrapped)
    with pytest.raises(error, match=message):
        game.step(action)
    assert same(game.unwrapped, before)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"edge": 9}, InvalidRulesError, "edge must be 4 to 8"),
        ({"edge": 5, "rules": volo.Rules.french()}, InvalidRulesError, "edge=5 contradicts the rule set 'french'"),
        ({"render_mode": "svg"}, VoloError, "unknown render mode 'svg'; expected one of ansi, human, rgb_array"),
        ({"max_plies": 0}, VoloError, "max_plies must be 1 to"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        env(**arguments)


def test_render_shows_the_turn() -> None:
    text = played(raw_env(4, render_mode="ansi"), [29]).render()
    assert text == str(Position("standard-4").play("a3"))
    between = played(raw_env(4, "abstract-play", "ansi"), last_keep())
    assert str(between.render()).endswith(f"has chosen {between.turn.chosen}")
    for actions in ([], [29]):
        game = played(raw_env(4, render_mode="rgb_array"), actions)
        last = (Position("standard-4"), volo.Move("a3", edge=4)) if actions else None
        pixels: Any = game.render()
        assert np.array_equal(pixels, picture.pixels(game.turn, last))


def test_a_window_is_not_copied_and_one_that_cannot_be_shown_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(raw_env.metadata, "render_fps", 1000)
    game = played(raw_env(4, render_mode="human"), [29])
    assert game._window is not None
    for roundtrip in ROUNDTRIPS.values():
        copied = roundtrip(game)
        assert copied._window is None
        copied.close()
        assert same(copied, game)
    game.step(0)
    before = copy.deepcopy(game)
    monkeypatch.setattr(picture.Window, "show", Mock(side_effect=pygame.error("no display")))
    actions: list[Callable[[], object]] = [lambda: game.step(game.turn.legal_actions()[0]), game.reset]
    for act in actions:
        with pytest.raises(pygame.error, match="no display"):
            act()
        assert same(game, before)
    game.close()
    assert game._window is None


def test_only_pictures_need_pygame_ce() -> None:
    program = """
import sys, types
for module in (None, types.ModuleType('pygame')):
    sys.modules['pygame'] = module
    from volo.envs.pettingzoo import env
    game = env(4, render_mode='ansi'); game.reset(); print(game.render())
    for mode in ('human', 'rgb_array'):
        try: env(4, render_mode=mode)
        except ModuleNotFoundError as error: print(error.name, 'volo[pettingzoo]' in str(error))
"""
    lines = in_new_process(program).splitlines()
    assert lines[-3:] == lines[-13:-10] == ["Orange to move", "pygame True", "pygame True"]

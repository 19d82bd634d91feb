"""The environment of PettingZoo: its own suites accept it, and its pictures and window."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pygame
import pytest

import volo
from support.command_line import in_new_process
from support.environments import OfPettingZoo, to_last_keep
from volo import Decision, Position
from volo.envs import picture
from volo.envs.pettingzoo import env, raw_env

with warnings.catch_warnings():
    # The suites import examples of PettingZoo in a way that it deprecates.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

START = Decision("standard-4")
A3 = START.action_space.of("a3")[0]


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(raw_env.metadata, "render_fps", 1000)


VARIANTS: list[dict[str, Any]] = [
    {},
    {"edge": 4},
    {"edge": 8, "max_plies": 20},
    {"rules": volo.Rules(edge=4, supply=8, passing="forced", stuck="last-mover-wins")},
]


# What the suite says about each environment whose observations are dictionaries with action masks.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_suites_of_pettingzoo_pass(make: Callable[..., raw_env], variant: dict[str, Any]) -> None:
    api_test(make(**variant), num_cycles=200)
    seed_test(lambda: make(**variant), num_cycles=100)
    if not variant:
        render_test(make)


def test_render_shows_the_turn() -> None:
    game = OfPettingZoo(4, mode="ansi")
    game.act(A3)
    assert game.env.render() == str(Position("standard-4").play("a3"))
    between = OfPettingZoo(4, "abstract-play", mode="ansi")
    for _, action in to_last_keep()[:-1]:
        between.act(action)
    assert str(between.env.render()).endswith(f"has chosen {between.env.decision.chosen}")
    pictured = OfPettingZoo(4, mode="rgb_array")
    assert np.array_equal(pictured.env.render(), picture.pixels(START))
    pictured.act(A3)
    last = Position("standard-4"), volo.Move("a3", edge=4)
    assert np.array_equal(pictured.env.render(), picture.pixels(START.step(A3), last))


def test_the_window_shows_every_step() -> None:
    game = OfPettingZoo(4, mode="human")
    for step in (START, START.step(A3)):
        if step != START:
            game.act(A3)
        screen = pygame.display.get_surface()
        assert screen is not None
        assert np.array_equal(pygame.surfarray.array3d(screen).swapaxes(0, 1), game.env._pixels())
    for roundtrip in game.roundtrips:
        game.again(roundtrip).check(START.step(A3))
    game.env.close()
    assert not pygame.display.get_init()


@pytest.mark.parametrize("name", ["PIL", "resvg_py"])
def test_only_pictures_need_other_packages(name: str) -> None:
    program = f"""
import sys
sys.modules[{name!r}] = None
from volo.envs.pettingzoo import env
game = env(4, render_mode='ansi'); game.reset(); print(game.render())
for mode in ('human', 'rgb_array'):
    try: env(4, render_mode=mode)
    except ModuleNotFoundError as error: print('volo[png]' in str(error))
"""
    assert in_new_process(program).splitlines()[-3:] == ["Orange to move", "True", "True"]

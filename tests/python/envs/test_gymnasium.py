"""`Volo-v0` of Gymnasium: its checker accepts it, and it agrees with volo on recorded games."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import RenderCollection

import volo
import volo.color
from support.pictures import DIVIDES, OVER
from volo import BLUE, ORANGE, Color, Decision, IllegalMoveError, InvalidRulesError, VoloError
from volo.envs import picture
from volo.envs.gymnasium import VoloEnv, VoloVectorEnv
from volo.errors import NotationError

DIVIDED = Decision(DIVIDES, "c2-E3")
SPACE = volo.ActionSpace(4)
A3 = SPACE.of("a3")[0]

ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"edge": 4, "opponent": "careful", "render_mode": "ansi"},
    {"rules": "french-5", "player": BLUE, "masks": "packed", "dtype": "float32"},
    {"edge": 6, "opponent": None, "masks": None, "dtype": np.int64, "illegal": "lose"},
    {"edge": 8, "max_plies": 20},
]


def played(env: VoloEnv, steps: int, seed: int = 0) -> list[Any]:
    random, over = Random(seed), False
    answers: list[Any] = []
    for _ in range(steps):
        if over or env.turn.outcome() is not None:
            answers.append(env.reset())
            over = False
        else:
            answers.append(env.step(random.choice(env.turn.legal_actions())))
            over = answers[-1][2] or answers[-1][3]
    return answers


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_checker_of_gymnasium_accepts_the_environment(arguments: dict[str, Any]) -> None:
    # Warnings are errors.
    env = gymnasium.make("Volo-v0", **arguments)
    check_env(env.unwrapped)
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(100):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_games_with_the_same_seed_are_the_same(arguments: dict[str, Any]) -> None:
    first, second, third = (VoloEnv(**arguments) for _ in range(3))
    begun = [env.reset(seed=seed) for env, seed in [(first, 7), (second, 7), (third, 8)]]
    assert data_equivalence(begun[0], begun[1], exact=True)
    answers = [played(env, 100) for env in (first, second, third)]
    assert data_equivalence(answers[0], answers[1], exact=True)
    assert data_equivalence(answers[0], answers[2], exact=True) == (arguments.get("opponent", "") is None)
    assert data_equivalence(begun[0], first.reset(seed=7), exact=True)
    assert data_equivalence(played(first, 100), answers[1], exact=True)


def test_environments_without_a_seed_differ() -> None:
    one, other = VoloEnv(edge=4, player=BLUE), VoloEnv(edge=4, player=BLUE)
    begun = [[env.reset()[0].tobytes() for _ in range(20)] for env in (one, other)]
    assert begun[0] != begun[1]
    # The number that Gymnasium reports is that seed.
    assert one.reset(seed=one.np_random_seed)[0].tobytes() == begun[0][0]


def first_action(_: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


@pytest.mark.parametrize(("opponent", "steps"), [("uniform", 1000), (first_action, 600), ("engine:2,opening=19", 300)])
def test_games_against_an_opponent_end_as_the_turns_do(opponent: Any, steps: int) -> None:
    env = VoloEnv(edge=4, player=BLUE, max_plies=21, opponent=opponent)
    env.reset(seed=2)
    env.action_space.seed(2)
    ends = set()
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        outcome = env.turn.outcome()
        assert terminated == (outcome is not None)
        assert terminated or truncated or env.turn.position.turn == BLUE
        assert reward == (0 if outcome is None or outcome.winner is None else 1 if outcome.winner == BLUE else -1)
        assert np.array_equal(observation, env.turn.observe(player=BLUE))
        assert info["action_mask"].any() != (terminated or truncated)
        if terminated or truncated:
            ends.add((reward, terminated))
            env.reset()
    assert ends >= {(1.0, True), (-1.0, True), (0.0, False)}


@pytest.mark.parametrize("opponent", ["uniform", first_action, None])
def test_an_illegal_action_can_lose_the_game(opponent: Any) -> None:
    env = VoloEnv(edge=4, opponent=opponent, illegal="lose")
    env.reset(seed=1)
    env.step(A3)
    turn = env.turn
    observation, reward, terminated, truncated, info = env.step(SPACE.pass_action)
    assert (reward, terminated, truncated, env.turn) == (-1, True, False, turn)
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    assert np.array_equal(observation, turn.observe())
    with pytest.raises(VoloError, match="game 0 is over, because an illegal action lost it"):
        env.step(turn.legal_actions()[0])
    env.reset()
    assert env.step(A3)[2] is False


@pytest.mark.parametrize("player", [ORANGE, BLUE])
def test_an_illegal_action_of_the_opponent_wins(player: Color) -> None:
    env = VoloEnv(edge=4, opponent=lambda _, masks: [SPACE.pass_action] * len(masks), player=player, illegal="lose")
    for _ in range(2):
        env.reset(seed=1)
        assert env.step(A3)[1:4] == (1, True, False)


def test_R15_each_space_of_a_region_names_it() -> None:
    env, legal = VoloEnv(edge=4, opponent=None, illegal="lose"), 0
    for keep in range(SPACE.size - SPACE.pass_action, SPACE.size):
        env.reset(options={"position": DIVIDED})
        env.step(keep)
        if env.turn != DIVIDED:
            assert env.turn == DIVIDED.step(keep)
            legal += 1
    assert legal == 26


def test_a_sample_is_uniformly_random() -> None:
    env = VoloEnv(edge=4)
    env.reset(seed=1)
    env.action_space.seed(1)
    counts = np.bincount([int(env.action_space.sample()) for _ in range(3000)], minlength=SPACE.size)
    assert set(np.flatnonzero(counts)) == set(env.turn.legal_actions())
    assert counts[counts > 0].min() > 250
    _, info = env.reset()
    assert env.action_space.sample(info["action_mask"]) in env.turn.legal_actions()
    # A copy of the space does not follow the game.
    assert env.action_space == copy.deepcopy(env.action_space)
    assert max(copy.deepcopy(env.action_space).sample() for _ in range(50)) > SPACE.pass_action


@pytest.mark.parametrize(
    ("position", "error", "message"),
    [
        ("standard-5", VoloError, "a sky of edge 5, but the environment has one of edge 4"),
        (OVER, VoloError, f"the game is over in the position '{OVER}'"),
        ("nonsense", InvalidRulesError, ""),
        ("1/2 o 0 standard-4", NotationError, ""),
        (3, TypeError, ""),
        (["standard-4"] * 2, VoloError, "a position for each of the 1 games, not 2"),
    ],
)
def test_a_refused_position_changes_nothing(position: Any, error: type[Exception], message: str) -> None:
    env = VoloEnv(edge=4)
    env.reset(seed=3)
    expected = played(copy.deepcopy(env), 30)
    with pytest.raises(IllegalMoveError):
        env.step(SPACE.pass_action)
    with pytest.raises(error, match=message or None):
        env.reset(seed=2, options={"position": position})
    assert data_equivalence(played(env, 30), expected, exact=True)


@pytest.mark.parametrize("opponent", ["uniform", "careful", "engine:20", None])
def test_copies_go_on_in_the_middle_of_a_turn(opponent: Any) -> None:
    env = VoloEnv(edge=4, opponent=opponent)
    env.reset(seed=5, options={"position": DIVIDED})
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        expected = played(copy.deepcopy(env), 50)
        assert other.turn == DIVIDED
        assert other.action_space.sample() in DIVIDED.legal_actions()
        assert data_equivalence(played(other, 50), expected, exact=True)
        assert other.action_space.sample() in other.turn.legal_actions()


def test_turns_are_rendered_as_text_and_wrappers_collect_pictures() -> None:
    shown = VoloEnv(edge=4, render_mode="ansi")
    shown.reset(options={"position": DIVIDED})
    assert str(shown.render()).endswith("Orange to move\nOrange has chosen c2-E3")
    assert VoloEnv(edge=4).render() is None
    many = VoloVectorEnv(2, 4, render_mode="ansi")
    many.reset(options={"position": ["standard-4", DIVIDED]})
    assert many.render() == (str(volo.Position("standard-4")), shown.render())
    assert VoloVectorEnv(2, 4).render() is None
    env: Any = RenderCollection(gymnasium.make("Volo-v0", edge=4, render_mode="rgb_array"))
    env.reset(seed=1)
    turns = [env.unwrapped.turn]
    for _ in range(2):
        env.step(env.action_space.sample())
        turns.append(env.unwrapped.turn)
    for frame, turn in zip(env.render(), turns, strict=True):
        assert np.array_equal(frame, picture.pixels(turn))
    # What `RecordVideo` requires. It writes videos with moviepy.
    assert {"rgb_array"} < set(VoloEnv.metadata["render_modes"])
    assert VoloEnv.metadata["render_fps"] > 0


@pytest.mark.parametrize("player", ["orange", "blue", 1, BLUE, np.int64(1), np.array(1)])
def test_a_specification_is_read_back_from_json(player: Any) -> None:
    spec = gymnasium.make("Volo-v0", rules=volo.Rules(edge=4), player=player, dtype=np.float32, masks=None).spec
    assert spec is not None
    again: Any = gymnasium.make(EnvSpec.from_json(spec.to_json()))
    first, second = (each.reset(seed=5) for each in (again, gymnasium.make(spec)))
    assert data_equivalence(first, second, exact=True)
    assert again.unwrapped.turn.position.turn == volo.color.as_color(player)

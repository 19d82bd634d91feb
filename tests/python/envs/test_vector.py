"""`VoloVectorEnv` equals `SyncVectorEnv` of single environments, in all autoreset modes."""

from __future__ import annotations

import copy
import functools
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import vector as wrappers
from numpy.typing import NDArray

import volo
from volo import BLUE, ORANGE, Color, Decision, IllegalMoveError, VoloError
from volo.envs import picture
from volo.envs.gymnasium import VoloEnv, VoloVectorEnv

DIVIDED = Decision("b1/5/5o/4/1o3o/3ob/2 o 0 standard-4", "c2-E3")
SPACE = volo.ActionSpace(4)
A3 = SPACE.of("a3")[0]
BOTH = np.array([0, 1, 1, 0, 1])

CASES: dict[str, dict[str, Any]] = {
    "uniform": {"edge": 4},
    "careful": {"edge": 4, "opponent": "careful", "player": "blue", "max_plies": 15},
    "both colors": {"rules": "french-4", "player": BOTH, "max_plies": 25, "dtype": "float32"},
    "self-play": {"edge": 4, "opponent": None, "max_plies": 30, "masks": "packed"},
    "without masks": {"edge": 4, "max_plies": 20, "masks": None, "dtype": "int16"},
}

COPIES: dict[str, Callable[[VoloVectorEnv], VoloVectorEnv]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


def singles(games: int, mode: AutoresetMode, arguments: dict[str, Any]) -> SyncVectorEnv:
    """A vector environment that consists of single ones."""
    players = arguments.get("player")
    each = [
        {**arguments, "player": Color(int(players[game]))} if isinstance(players, np.ndarray) else arguments
        for game in range(games)
    ]
    return SyncVectorEnv([functools.partial(VoloEnv, **one) for one in each], autoreset_mode=mode)


def legal(env: VoloVectorEnv, random: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game; in games that are over, a number that is not an action."""
    actions, offsets = env.legal_actions()
    parts = np.split(actions, offsets[1:-1])
    return np.array([random.choice(part) if len(part) else -5 for part in parts], np.int64)


def played(env: VoloVectorEnv, steps: int, seed: int = 0) -> list[Any]:
    random = np.random.default_rng(seed)
    return [copy.deepcopy(env.step(legal(env, random))) for _ in range(steps)]


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("case", CASES)
def test_it_equals_a_vector_of_single_environments(case: str, mode: AutoresetMode) -> None:
    arguments = CASES[case]
    env, expected = VoloVectorEnv(5, **arguments, autoreset_mode=mode), singles(5, mode, arguments)
    assert env.single_observation_space == expected.single_observation_space
    assert env.observation_space == expected.observation_space
    assert env.single_action_space == expected.single_action_space
    assert env.action_space == expected.action_space
    assert env.metadata == expected.metadata
    assert data_equivalence(env.reset(seed=11), expected.reset(seed=11), exact=True)
    random, ends = np.random.default_rng(1), Counter[str]()
    for _ in range(200):
        actions = legal(env, random)
        answer, other = env.step(actions), expected.step(actions)
        assert data_equivalence(answer, other, exact=True)
        observations, rewards, terminated, truncated, infos = answer
        assert observations in env.observation_space
        ended = terminated | truncated
        assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP and ended.any())
        ends.update({"won": (rewards > 0).sum(), "lost": (rewards < 0).sum(), "truncated": truncated.sum()})
        if mode is AutoresetMode.DISABLED and ended.any():
            first = env.reset(options={"reset_mask": ended.copy()})
            assert data_equivalence(first, expected.reset(options={"reset_mask": ended.copy()}), exact=True)
    assert ends["won"] + ends["lost"] > 2
    assert (ends["truncated"] > 2) == ("max_plies" in arguments)
    # Games begin again with the same seed, or with one for each game.
    seeds: list[list[int | None]] = [[5, 0, 2**64 - 1, 7, 7], [1, None, 3, None, 5], [None] * 5]
    assert data_equivalence(env.reset(seed=11), expected.reset(seed=11), exact=True)
    for each in seeds:
        assert data_equivalence(env.reset(seed=each), expected.reset(seed=each), exact=True)
        actions = env.action_space.sample()
        assert data_equivalence(env.step(actions), expected.step(actions), exact=True)
        assert data_equivalence(env.reset(), expected.reset(), exact=True)
    assert data_equivalence(env.reset(seed=np.arange(5)), expected.reset(seed=[0, 1, 2, 3, 4]), exact=True)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_some_games_can_begin_again_in_every_mode(mode: AutoresetMode) -> None:
    env, expected = VoloVectorEnv(5, 4, autoreset_mode=mode), singles(5, mode, {"edge": 4})
    random = np.random.default_rng(2)
    assert data_equivalence(env.reset(seed=1), expected.reset(seed=1), exact=True)
    for number in range(100):
        for _ in range(number % 7):
            if mode is AutoresetMode.DISABLED and any(turn.outcome() for turn in env.turns):
                break
            actions = legal(env, random)
            assert data_equivalence(env.step(actions), expected.step(actions), exact=True)
        mask = np.array([turn.outcome() is not None for turn in env.turns]) | (random.random(5) < 0.4)
        mask[number % 5] = True
        position = {"position": DIVIDED} if number % 3 == 0 else {}
        first = env.reset(options={"reset_mask": mask.copy(), **position})
        assert data_equivalence(first, expected.reset(options={"reset_mask": mask.copy(), **position}), exact=True)
        assert [turn for turn, reset in zip(env.turns, mask, strict=True) if reset] == [
            one.get_wrapper_attr("turn") for one, reset in zip(expected.envs, mask, strict=True) if reset
        ]


def test_results_do_not_depend_on_threads_or_copies() -> None:
    one = VoloVectorEnv(200, 4, autoreset_mode="SameStep", threads=1)
    other = VoloVectorEnv(200, 4, autoreset_mode="SameStep", threads=3, copy=False)
    assert data_equivalence(one.reset(seed=3), other.reset(seed=3), exact=True)
    assert data_equivalence(played(one, 40), played(other, 40), exact=True)


def test_arrays_are_new_unless_the_caller_wants_the_same_ones() -> None:
    for is_copied in (True, False):
        env = VoloVectorEnv(3, 4, copy=is_copied)
        first, infos = env.reset(seed=1)
        second, *_, more = env.step(env.action_space.sample())
        assert np.shares_memory(first, second) != is_copied
        assert np.shares_memory(infos["action_mask"], more["action_mask"]) != is_copied


def test_gymnasium_makes_and_wraps_it() -> None:
    made = gymnasium.make_vec("Volo-v0", num_envs=7, edge=4, autoreset_mode="SameStep")
    assert isinstance(made, VoloVectorEnv)
    assert (made.num_envs, made.metadata["autoreset_mode"]) == (7, AutoresetMode.SAME_STEP)
    env: VectorEnv[Any, Any, Any] = wrappers.RecordEpisodeStatistics(made)
    env.reset(seed=1)
    lengths: list[int] = []
    for _ in range(300):
        *_, infos = env.step(env.action_space.sample())
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 30
    assert np.mean(lengths) > 3


def test_masks_sparse_actions_and_samples_agree() -> None:
    env = VoloVectorEnv(40, 4, max_plies=12)
    _, infos = env.reset(seed=1)
    for _ in range(40):
        actions, offsets = env.legal_actions()
        rows = np.repeat(np.arange(40), np.diff(offsets))
        assert np.array_equal(np.transpose(np.nonzero(env.action_masks())), np.stack([rows, actions], axis=1))
        assert np.array_equal(env.action_masks(), infos["action_mask"])
        sampled = env.action_space.sample()
        live = np.diff(offsets) > 0
        assert env.action_masks()[np.arange(40), sampled].tolist() == live.tolist()
        *_, infos = env.step(sampled)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([A3, SPACE.pass_action, 3], IllegalMoveError, r"illegal move pass at index 1: .* \[R13\]"),
        ([A3, A3, -1], VoloError, "game 2: action -1 is out of range: the action space has 1201 actions"),
        ([A3, 65_535, 3], VoloError, "game 1: action 65535 is out of range"),
        ([A3, A3, 1201], VoloError, "game 2: action 1201 is out of range"),
        ([A3, A3], VoloError, "3"),
        ([A3, A3, A3, A3], VoloError, "3"),
        ([1.0, 2.0, 3.0], TypeError, "integer"),
        ([[A3, A3, A3]], TypeError, "dimension"),
        (None, TypeError, "actions"),
        (["a3", "a3", "a3"], TypeError, "actions"),
    ],
)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_an_error_about_an_action_changes_nothing(
    actions: Any, error: type[Exception], message: str, mode: AutoresetMode
) -> None:
    env = VoloVectorEnv(3, 4, autoreset_mode=mode)
    env.reset(seed=1)
    expected = played(copy.deepcopy(env), 1)
    given: Any = actions if actions is None else np.array(actions)
    with pytest.raises(error, match=message) as raised:
        env.step(given)
    if isinstance(raised.value, IllegalMoveError):
        assert (raised.value.index, raised.value.ruling) == (1, "R13")
    assert data_equivalence(played(env, 1), expected, exact=True)


def test_a_finished_game_accepts_no_action_unless_it_begins_again() -> None:
    for mode in AutoresetMode:
        env = VoloVectorEnv(2, 4, max_plies=2, autoreset_mode=mode)
        env.reset(seed=1)
        *_, truncated, _ = env.step(np.array([A3, A3]))
        assert truncated.all()
        if mode is AutoresetMode.DISABLED:
            with pytest.raises(IllegalMoveError, match=r"index 0: .* \[R19\]"):
                env.step(np.array([A3, A3]))
            with pytest.raises(VoloError, match="game 0: action -1 is out of range"):
                env.step(np.array([-1, -1]))
        else:
            # The action of a game that begins again is ignored, even if it is not an action.
            given = [A3, A3] if mode is AutoresetMode.SAME_STEP else [-7, 2**40]
            env.step(np.array(given))


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_copies_go_on_in_the_middle_of_a_turn(
    copied: Callable[[VoloVectorEnv], VoloVectorEnv], mode: AutoresetMode
) -> None:
    env = VoloVectorEnv(9, 4, opponent="careful", autoreset_mode=mode, copy=False)
    env.reset(seed=5, options={"position": DIVIDED})
    other = copied(env)
    assert other.turns == [DIVIDED] * 9
    steps = 1 if mode is AutoresetMode.DISABLED else 60
    expected = played(env, steps)
    assert other.turns == [DIVIDED] * 9
    assert set(other.action_space.sample().tolist()) <= set(DIVIDED.legal_actions())
    assert data_equivalence(played(other, steps), expected, exact=True)
    assert env.autoreset_mode is other.autoreset_mode


def test_the_seed_of_the_constructor_is_that_of_the_first_reset() -> None:
    one, other = VoloVectorEnv(20, 4, player=BLUE, seed=8), VoloVectorEnv(20, 4, player=BLUE)
    assert data_equivalence(one.reset(), other.reset(seed=8), exact=True)
    assert data_equivalence(one.reset(), other.reset(), exact=True)
    assert not data_equivalence(VoloVectorEnv(20, 4, player=BLUE).reset(), other.reset(seed=8), exact=True)
    # Games without a seed in the first reset get theirs from the constructor.
    again = VoloVectorEnv(20, 4, player=BLUE, seed=8)
    assert data_equivalence(again.reset(seed=[8, *[None] * 19]), other.reset(seed=8), exact=True)


@pytest.mark.parametrize(
    ("seed", "options", "error"),
    [
        (None, {"position": "standard-5"}, VoloError),
        (None, {"position": ["standard-4"] * 2}, VoloError),
        (None, {"position": 3}, TypeError),
        (None, {"reset_mask": [True, False, True]}, TypeError),
        (None, {"reset_mask": np.array([1, 0, 1])}, TypeError),
        (None, {"reset_mask": np.array([True, False])}, VoloError),
        (None, {"reset_mask": np.array([True, False, True]), "position": ["standard-4"] * 3}, VoloError),
        (1, {"reset_mask": np.array([True, False, True])}, VoloError),
        ([1, 2], None, VoloError),
        (np.array([1, 2]), None, VoloError),
        (np.array([1.0, 2.0, 3.0]), None, TypeError),
        ([1, 2, -1], None, VoloError),
        ([1, 2, 0.5], None, TypeError),
        (-1, None, gymnasium.error.Error),
        (np.array(-1), None, gymnasium.error.Error),
        ("a", None, Exception),
    ],
)
def test_a_wrong_reset_changes_nothing(seed: Any, options: Any, error: type[Exception]) -> None:
    env = VoloVectorEnv(3, 4)
    env.reset(seed=1)
    expected = played(copy.deepcopy(env), 20)
    with pytest.raises(error):
        env.reset(seed=seed, options=options)
    assert data_equivalence(played(env, 20), expected, exact=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_envs": 0}, VoloError, "num_envs"),
        ({"num_envs": 10**9}, VoloError, "10000000"),
        ({"num_envs": 2.0}, TypeError, "num_envs"),
        ({"autoreset_mode": "sometimes"}, VoloError, "'NextStep', 'SameStep', 'Disabled'"),
        ({"player": np.array([0, 2])}, VoloError, "player"),
        ({"player": np.array([0, 1, 1])}, VoloError, "2"),
        ({"player": np.array([0.0, 1.0])}, TypeError, "player"),
        ({"player": ORANGE, "opponent": None}, TypeError, "player"),
        ({"threads": 0}, VoloError, "threads"),
        ({"seed": -1}, VoloError, "seed"),
        ({"masks": "sparse"}, VoloError, "masks"),
        ({"render_mode": "human"}, VoloError, "unknown render mode 'human'; expected one of ansi, rgb_array"),
        ({"player": "green"}, VoloError, "unknown player 'green'"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VoloVectorEnv(**{"num_envs": 2, **arguments})


def test_an_environment_in_a_spawned_process_plays_the_same_game() -> None:
    make = [functools.partial(VoloEnv, edge=4, player="blue", max_plies=12)]
    spawned, expected = AsyncVectorEnv(make, context="spawn"), SyncVectorEnv(make)
    try:
        answers = [env.reset(seed=7) for env in (spawned, expected)]
        for _ in range(20):
            assert data_equivalence(answers[0], answers[1], exact=True)
            turn = expected.envs[0].unwrapped.turn  # type: ignore[attr-defined]
            assert spawned.call("turn") == (turn,)
            actions = np.array([(turn.legal_actions() or [0])[0]])
            answers = [env.step(actions) for env in (spawned, expected)]  # type: ignore[misc]
        spawned.reset(seed=1)
        # Gymnasium warns of the error of a worker before it raises it.
        with pytest.warns(UserWarning, match="ERROR"), pytest.raises(IllegalMoveError, match="illegal move"):
            spawned.step(np.array([expected.single_action_space.n - 1]))  # type: ignore[attr-defined]
    finally:
        spawned.close(terminate=True)


@pytest.mark.parametrize("players", [[0, 1], ["orange", BLUE], (0, "blue"), np.array([0, 1])])
def test_a_specification_with_a_player_for_each_game_is_read_back(players: Any) -> None:
    made: Any = gymnasium.make_vec("Volo-v0", 2, edge=4, player=players, autoreset_mode=AutoresetMode.SAME_STEP)
    again: Any = gymnasium.make_vec(EnvSpec.from_json(made.spec.to_json()))
    answers = [env.reset(seed=5) for env in (made, again)]
    assert data_equivalence(answers[0], answers[1], exact=True)
    assert [turn.position.turn for turn in again.turns] == [ORANGE, BLUE]


def test_the_boards_are_rendered_as_texts() -> None:
    env = VoloVectorEnv(2, 4, render_mode="ansi")
    env.reset(options={"position": ["standard-4", DIVIDED]})
    texts = env.render()
    assert texts is not None
    assert [text.splitlines()[-1] for text in texts] == ["Orange to move", "Orange has chosen c2-E3"]
    assert VoloVectorEnv(2, 4).render() is None


def test_the_boards_are_rendered_as_pixels() -> None:
    env = VoloVectorEnv(2, 4, render_mode="rgb_array")
    env.reset(options={"position": ["standard-4", DIVIDED]})
    pictures = env.render()
    assert pictures is not None
    for shown, turn in zip(pictures, env.turns, strict=True):
        assert np.array_equal(shown, picture.pixels(turn))

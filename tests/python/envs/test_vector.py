"""`VoloVectorEnv` equals `SyncVectorEnv` of single environments, in all autoreset modes."""

from __future__ import annotations

import copy
import functools
from collections import Counter
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from support.pictures import DIVIDES
from volo import BLUE, ORANGE, ActionSpace, Batch, Color, Decision, IllegalMoveError, Position, VoloError
from volo.envs.gymnasium import VoloEnv, VoloVectorEnv

DIVIDED = Decision(DIVIDES, "c2-E3")
BOTH = np.array([0, 1, 1, 0, 1])
SPACE = ActionSpace(4)


def lowest(_: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
    """An opponent that takes the first legal action."""
    return masks.argmax(axis=1)


def careless(observations: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
    """An opponent whose action is illegal in some positions."""
    return np.where(observations.sum(axis=(1, 2, 3)) % 11 == 0, 0, lowest(observations, masks))


CASES: dict[str, dict[str, Any]] = {
    "uniform": {"edge": 4},
    "careful": {"edge": 4, "opponent": "careful", "player": "blue", "max_plies": 15},
    "both colors": {"rules": "french-4", "player": BOTH, "max_plies": 25, "dtype": "float32"},
    "self-play": {"edge": 4, "opponent": None, "max_plies": 30, "masks": "packed"},
    "without masks": {"edge": 4, "max_plies": 20, "masks": None, "dtype": "int16"},
    "engine": {"edge": 4, "opponent": "engine:20,opening=3,temperature=1", "threads": 2},
    "function": {"edge": 4, "opponent": lowest, "player": BOTH, "max_plies": 25},
    "losing": {"edge": 4, "opponent": careless, "player": BOTH, "max_plies": 25, "illegal": "lose"},
    "losing self-play": {"edge": 4, "opponent": None, "max_plies": 30, "illegal": "lose"},
}


def singles(games: int, mode: AutoresetMode, arguments: dict[str, Any]) -> SyncVectorEnv:
    """A vector environment that consists of single ones."""
    players = arguments.get("player")
    arguments = {name: value for name, value in arguments.items() if name != "threads"}
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
    for name in ("single_observation_space", "observation_space", "single_action_space", "action_space", "metadata"):
        assert getattr(env, name) == getattr(expected, name)
    assert data_equivalence(env.reset(seed=11), expected.reset(seed=11), exact=True)
    random, ends, size = np.random.default_rng(1), Counter[str](), int(env.single_action_space.n)
    for _ in range(20 if case == "engine" else 120):
        actions = legal(env, random)
        if "illegal" in arguments:
            actions = np.where((random.random(5) < 0.1) & (actions >= 0), random.integers(size, size=5), actions)
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
    assert (ends["truncated"] > 0) == ("max_plies" in arguments)
    # Games begin again with the same seed, or with one for each game.
    seeds: list[Any] = [11, [5, 0, 2**64 - 1, 7, 7], [1, None, 3, None, 5], [None] * 5]
    for seed in seeds:
        assert data_equivalence(env.reset(seed=seed), expected.reset(seed=seed), exact=True)
        actions = env.action_space.sample()
        assert data_equivalence(env.step(actions), expected.step(actions), exact=True)
        assert data_equivalence(env.reset(), expected.reset(), exact=True)
    assert data_equivalence(env.reset(seed=np.arange(5)), expected.reset(seed=[0, 1, 2, 3, 4]), exact=True)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_some_games_can_begin_again_in_every_mode(mode: AutoresetMode) -> None:
    env, expected = VoloVectorEnv(5, 4, autoreset_mode=mode), singles(5, mode, {"edge": 4})
    random = np.random.default_rng(2)
    assert data_equivalence(env.reset(seed=1), expected.reset(seed=1), exact=True)
    for number in range(60):
        for _ in range(number % 7):
            if mode is AutoresetMode.DISABLED and any(turn.outcome() for turn in env.turns):
                break
            actions = legal(env, random)
            assert data_equivalence(env.step(actions), expected.step(actions), exact=True)
        mask = np.array([turn.outcome() is not None for turn in env.turns]) | (random.random(5) < 0.4)
        mask[number % 5] = True
        options = {"reset_mask": mask, **({"position": DIVIDED} if number % 3 == 0 else {})}
        first = env.reset(options=copy.copy(options))
        assert data_equivalence(first, expected.reset(options=copy.copy(options)), exact=True)
        turns = [one.get_wrapper_attr("turn") for one in expected.envs]
        assert [turn for turn, reset in zip(env.turns, mask, strict=True) if reset] == [
            turn for turn, reset in zip(turns, mask, strict=True) if reset
        ]


def test_arrays_are_new_unless_the_caller_wants_the_same_ones() -> None:
    for is_copied in (True, False):
        env = VoloVectorEnv(3, 4, copy=is_copied)
        first, infos = env.reset(seed=1)
        second, *_, more = env.step(env.action_space.sample())
        assert np.shares_memory(first, second) != is_copied
        assert np.shares_memory(infos["action_mask"], more["action_mask"]) != is_copied


@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_masks_sparse_actions_and_samples_agree(illegal: Any) -> None:
    env = VoloVectorEnv(40, 4, max_plies=12, illegal=illegal)
    _, infos = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(40):
        actions, offsets = env.legal_actions()
        rows = np.repeat(np.arange(40), np.diff(offsets))
        assert np.array_equal(np.transpose(np.nonzero(env.action_masks())), np.stack([rows, actions], axis=1))
        assert np.array_equal(env.action_masks(), infos["action_mask"])
        sampled = env.action_space.sample()
        live = np.diff(offsets) > 0
        assert env.action_masks()[np.arange(40), sampled].tolist() == live.tolist()
        if illegal == "lose":
            sampled[:3] = SPACE.pass_action
        *_, infos = env.step(sampled)


def test_an_opponent_is_called_once_for_all_games() -> None:
    calls: list[tuple[NDArray[Any], NDArray[np.bool_]]] = []

    def answer(observations: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        calls.append((observations.copy(), masks.copy()))
        return lowest(observations, masks)

    env = VoloVectorEnv(30, 4, opponent=answer, dtype="float32", masks="packed", copy=False)
    env.reset(seed=1)
    before = Batch(30, "standard-4")
    actions = legal(env, np.random.default_rng(1))
    before.step(actions)
    env.step(actions)
    ((observations, masks),) = calls
    assert np.array_equal(observations, before.observe(size=7, dtype="float32", chosen=True))
    assert np.array_equal(masks, before.legal_mask())
    before.step(masks.argmax(axis=1))
    assert env.turns == before.turns


def test_the_seed_of_the_constructor_is_that_of_the_first_reset() -> None:
    one, other, unseeded = (VoloVectorEnv(20, 4, player=BLUE, seed=seed) for seed in (8, None, None))
    assert data_equivalence(one.reset(), other.reset(seed=8), exact=True)
    assert data_equivalence(one.reset(), other.reset(), exact=True)
    assert not data_equivalence(unseeded.reset(), other.reset(seed=8), exact=True)
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
        (None, {"reset_mask": np.array([True, False])}, VoloError),
        (None, {"reset_mask": np.array([True, False, True]), "position": ["standard-4"] * 3}, VoloError),
        (1, {"reset_mask": np.array([True, False, True])}, VoloError),
        ([1, 2], None, VoloError),
        (np.array([1, 2]), None, VoloError),
        ([1, 2, -1], None, VoloError),
        (-1, None, gymnasium.error.Error),
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
    ("answer", "error", "message"),
    [
        (lambda: [SPACE.pass_action] * 3, IllegalMoveError, r"pass at index 0: .*\(the opponent's action\)"),
        (lambda: [SPACE.size] * 3, VoloError, "game 0: the opponent's action must be 0 to 1200, not 1201"),
        (lambda: [-1] * 3, VoloError, "game 0: the opponent's action must be 0 to 1200, not -1"),
        (lambda: [1.0] * 3, VoloError, "an integer for each of 3 games, not an array of float64"),
        (lambda: [29], VoloError, r"with the shape \(1,\)"),
        (lambda: None, VoloError, "an array of object"),
        (lambda: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_an_error_of_the_opponent_changes_nothing(answer: Any, error: type[Exception], message: str) -> None:
    is_wrong = False

    def opponent(seen: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        return answer() if is_wrong else lowest(seen, masks)

    env = VoloVectorEnv(3, 4, opponent=opponent, autoreset_mode="SameStep")
    env.reset(seed=1)
    expected = played(copy.deepcopy(env), 20)
    is_wrong = True
    with pytest.raises(error, match=message):
        env.step(legal(env, np.random.default_rng(0)))
    with pytest.raises(error, match=message):
        env.reset(seed=5, options={"position": Position("standard-4").play("a3")})
    is_wrong = False
    assert data_equivalence(played(env, 20), expected, exact=True)


@pytest.mark.parametrize("change", [lambda env: env.step([SPACE.pass_action]), lambda env: env.reset()])
def test_an_opponent_cannot_change_its_games(change: Callable[[VoloVectorEnv], Any]) -> None:
    env: VoloVectorEnv = VoloVectorEnv(1, 4, opponent=lambda seen, masks: (change(env), lowest(seen, masks))[1])
    env.reset(seed=1)
    turns = env.turns
    for _ in range(2):
        with pytest.raises(VoloError, match="an opponent cannot change the games"):
            env.step(legal(env, np.random.default_rng(1)))
        assert env.turns == turns


def test_the_games_of_an_engine_depend_on_their_seeds_only() -> None:
    turns = []
    for threads, seed in [(1, 5), (3, 5), (3, 6)]:
        env = VoloVectorEnv(4, 4, opponent="engine:10", player=BLUE, threads=threads)
        for _ in range(2):
            env.reset(seed=seed)
            played(env, 3)
            turns.append(env.turns)
    assert turns[0] == turns[1] == turns[2] == turns[3] != turns[4] == turns[5]


@pytest.mark.parametrize("players", [[0, 1], ["orange", BLUE], (0, "blue"), np.array([0, 1])])
def test_a_specification_with_a_player_for_each_game_is_read_back(players: Any) -> None:
    made: Any = gymnasium.make_vec("Volo-v0", 2, edge=4, player=players, autoreset_mode=AutoresetMode.SAME_STEP)
    again: Any = gymnasium.make_vec(EnvSpec.from_json(made.spec.to_json()))
    assert isinstance(again, VoloVectorEnv)
    assert again.autoreset_mode is AutoresetMode.SAME_STEP
    answers = [RecordEpisodeStatistics(env).reset(seed=5) for env in (made, again)]
    assert data_equivalence(answers[0], answers[1], exact=True)
    assert [turn.position.turn for turn in again.turns] == [ORANGE, BLUE]

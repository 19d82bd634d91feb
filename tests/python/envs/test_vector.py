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
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import vector as wrappers
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
    assert env.single_observation_space == expected.single_observation_space
    assert env.observation_space == expected.observation_space
    assert env.single_action_space == expected.single_action_space
    assert env.action_space == expected.action_space
    assert env.metadata == expected.metadata
    assert data_equivalence(env.reset(seed=11), expected.reset(seed=11), exact=True)
    random, ends, size = np.random.default_rng(1), Counter[str](), int(env.single_action_space.n)
    for _ in range(30 if case == "engine" else 120):
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
    env.action_space.seed(1)
    lengths: list[int] = []
    for _ in range(300):
        *_, infos = env.step(env.action_space.sample())
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(lengths) > 30
    assert np.mean(lengths) > 3


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
    ("arguments", "error", "message"),
    [
        ({"num_envs": 0}, VoloError, "num_envs"),
        ({"num_envs": 10**9}, VoloError, "10000000"),
        ({"autoreset_mode": "sometimes"}, VoloError, "'NextStep', 'SameStep', 'Disabled'"),
        ({"player": np.array([0, 1, 1])}, VoloError, "2"),
        ({"player": ORANGE, "opponent": None}, TypeError, "player"),
        ({"player": np.array([0, 2]), "opponent": lowest}, VoloError, "the player of game 1"),
        ({"opponent": "engine:0"}, VoloError, "nodes"),
        ({"opponent": "engine:time=1"}, VoloError, "opponent must be .* does not depend|do not depend"),
        ({"opponent": "perfect"}, VoloError, "opponent must be uniform, careful, engine:NODES, a function or None"),
        ({"illegal": "ignore"}, VoloError, "illegal must be 'raise' or 'lose', not 'ignore'"),
        ({"threads": 0}, VoloError, "threads"),
        ({"render_mode": "human"}, VoloError, "unknown render mode 'human'; expected one of ansi, rgb_array"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VoloVectorEnv(**{"num_envs": 2, **arguments})


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (
            lambda _, masks: np.full(len(masks), SPACE.pass_action),
            IllegalMoveError,
            r"illegal move pass at index 0: .* \(the opponent's action\) \[R13\]",
        ),
        (
            lambda _, masks: np.full(len(masks), SPACE.size),
            VoloError,
            "game 0: the opponent's action must be 0 to 1200",
        ),
        (lambda _, masks: [1.0] * len(masks), VoloError, "an integer for each of 3 games, not an array of float64"),
        (lambda *_: [29], VoloError, r"with the shape \(1,\)"),
        (lambda *_: None, VoloError, "an array of object"),
        (lambda *_: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_an_error_of_the_opponent_changes_nothing(answer: Any, error: type[Exception], message: str) -> None:
    is_wrong = False
    env = VoloVectorEnv(
        3,
        4,
        opponent=lambda seen, masks: answer(seen, masks) if is_wrong else lowest(seen, masks),
        autoreset_mode="SameStep",
    )
    env.reset(seed=1)
    expected = played(copy.deepcopy(env), 20)
    is_wrong = True
    actions = legal(env, np.random.default_rng(0))
    with pytest.raises(error, match=message):
        env.step(actions)
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


@pytest.mark.parametrize("mode", AutoresetMode)
def test_an_opponent_can_lose_before_the_learner_acts(mode: AutoresetMode) -> None:
    arguments: dict[str, Any] = {
        "edge": 4,
        "opponent": lambda _, masks: [0] * len(masks),
        "player": BOTH,
        "illegal": "lose",
    }
    env, expected = VoloVectorEnv(5, **arguments, autoreset_mode=mode), singles(5, mode, arguments)
    assert data_equivalence(env.reset(seed=1), expected.reset(seed=1), exact=True)
    for _ in range(4):
        results = env.step(np.full(5, 29))
        assert data_equivalence(results, expected.step(np.full(5, 29)), exact=True)
        if mode is AutoresetMode.DISABLED:
            options = {"reset_mask": results[2]}
            assert data_equivalence(env.reset(options=options), expected.reset(options=options), exact=True)


def test_the_games_of_an_engine_depend_on_their_seeds_only() -> None:
    turns = {}
    for threads, seed in [(1, 5), (3, 5), (3, 6)]:
        env = VoloVectorEnv(4, 4, opponent="engine:10", player=BLUE, threads=threads)
        env.reset(seed=seed)
        played(env, 3)
        turns[threads, seed] = env.turns
    assert turns[1, 5] == turns[3, 5] != turns[3, 6]


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

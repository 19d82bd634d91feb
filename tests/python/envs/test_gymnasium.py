"""`Volo-v0` of Gymnasium and its vector environment: they equal each other, and begin, end and fail as they promise."""

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
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import RenderCollection
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

import volo.color
from support.pictures import DIVIDES, OVER
from volo import BLUE, ORANGE, ActionSpace, Batch, Color, Decision, IllegalMoveError, Position, Rules, VoloError
from volo.envs import picture
from volo.envs.gymnasium import VoloEnv, VoloVectorEnv
from volo.errors import InvalidRulesError, NotationError

DIVIDED = Decision(DIVIDES, "c2-E3")
BOTH = np.array([0, 1, 1, 0, 1])
SPACE = ActionSpace(4)
A3 = SPACE.of("a3")[0]

equal = functools.partial(data_equivalence, exact=True)


def lowest(_: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
    return masks.argmax(axis=1)


def careless(observations: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
    return np.where(observations.sum(axis=(1, 2, 3)) % 11 == 0, 0, lowest(observations, masks))


def played(env: VoloEnv | VoloVectorEnv, steps: int) -> list[Any]:
    env.action_space.seed(1)
    answers: list[Any] = []
    for _ in range(steps):
        answers.append(copy.deepcopy(env.step(env.action_space.sample())))  # type: ignore[arg-type]
        if isinstance(env, VoloEnv) and (answers[-1][2] or answers[-1][3]):
            answers.append(env.reset())
    return answers


ARGUMENTS: list[dict[str, Any]] = [
    {},
    {"edge": 4, "opponent": "careful", "render_mode": "ansi"},
    {"rules": "french-5", "player": BLUE, "masks": "packed", "dtype": "float32"},
    {"edge": 6, "opponent": None, "masks": None, "dtype": np.int64, "illegal": "lose"},
    {"edge": 8, "max_plies": 20},
]


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


# A single environment and a vector.

CASES: dict[str, dict[str, Any]] = {
    "uniform": {"edge": 4},
    "careful": {"edge": 4, "opponent": "careful", "player": "blue", "max_plies": 15},
    "both colors": {"rules": "french-4", "player": BOTH, "max_plies": 25, "dtype": "float32"},
    "self-play": {"edge": 4, "opponent": None, "max_plies": 30, "masks": "packed"},
    "without masks": {"edge": 4, "max_plies": 20, "masks": None, "dtype": "int16"},
    "engine": {"edge": 4, "opponent": "engine:20,opening=3,temperature=1", "threads": 2},
    "level": {"edge": 4, "opponent": "engine:level=2,opening=0", "player": BOTH, "threads": 2},
    "function": {"edge": 4, "opponent": lowest, "player": BOTH, "max_plies": 25},
    "losing": {"edge": 4, "opponent": careless, "player": BOTH, "max_plies": 25, "illegal": "lose"},
    "losing self-play": {"edge": 4, "opponent": None, "max_plies": 30, "illegal": "lose"},
}


def singles(mode: AutoresetMode, arguments: dict[str, Any]) -> SyncVectorEnv:
    each = [{name: value for name, value in arguments.items() if name != "threads"} for _ in range(5)]
    if arguments.get("player") is BOTH:
        each = [{**one, "player": Color(int(player))} for one, player in zip(each, BOTH, strict=True)]
    return SyncVectorEnv([functools.partial(VoloEnv, **one) for one in each], autoreset_mode=mode)


def legal(env: VoloVectorEnv, random: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game; in games that are over, a number that is not an action."""
    actions, offsets = env.legal_actions()
    parts = np.split(actions, offsets[1:-1])
    return np.array([random.choice(part) if len(part) else -5 for part in parts], np.int64)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("case", CASES)
def test_a_vector_equals_single_environments(case: str, mode: AutoresetMode) -> None:
    arguments = CASES[case]
    env, expected = VoloVectorEnv(5, **arguments, autoreset_mode=mode), singles(mode, arguments)
    for name in ("single_observation_space", "observation_space", "single_action_space", "action_space", "metadata"):
        assert getattr(env, name) == getattr(expected, name)
    assert equal(env.reset(seed=11), expected.reset(seed=11))
    random, ends, size = np.random.default_rng(1), Counter[str](), int(env.single_action_space.n)
    for _ in range(20 if case == "engine" else 120):
        actions = legal(env, random)
        if "illegal" in arguments:
            actions = np.where((random.random(5) < 0.1) & (actions >= 0), random.integers(size, size=5), actions)
        answer, other = env.step(actions), expected.step(actions)
        assert equal(answer, other)
        observations, rewards, terminated, truncated, infos = answer
        assert observations in env.observation_space
        ended = terminated | truncated
        assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP and ended.any())
        ends.update({"won": (rewards > 0).sum(), "lost": (rewards < 0).sum(), "truncated": truncated.sum()})
        if mode is AutoresetMode.DISABLED and ended.any():
            first = env.reset(options={"reset_mask": ended.copy()})
            assert equal(first, expected.reset(options={"reset_mask": ended.copy()}))
    assert ends["won"] + ends["lost"] > 2
    assert (ends["truncated"] > 0) == ("max_plies" in arguments)
    # Games begin again with the same seed, or with one for each game.
    seeds: list[Any] = [11, [5, 0, 2**64 - 1, 7, 7], [1, None, 3, None, 5], [None] * 5]
    for seed in seeds:
        assert equal(env.reset(seed=seed), expected.reset(seed=seed))
        actions = env.action_space.sample()
        assert equal(env.step(actions), expected.step(actions))
        assert equal(env.reset(), expected.reset())
    assert equal(env.reset(seed=np.arange(5)), expected.reset(seed=[0, 1, 2, 3, 4]))


@pytest.mark.parametrize("mode", AutoresetMode)
def test_some_games_can_begin_again_in_every_mode(mode: AutoresetMode) -> None:
    env, expected = VoloVectorEnv(5, 4, autoreset_mode=mode), singles(mode, {"edge": 4})
    random = np.random.default_rng(2)
    assert equal(env.reset(seed=1), expected.reset(seed=1))
    for number in range(60):
        for _ in range(number % 7):
            if mode is AutoresetMode.DISABLED and any(turn.outcome() for turn in env.decisions):
                break
            actions = legal(env, random)
            assert equal(env.step(actions), expected.step(actions))
        mask = np.array([turn.outcome() is not None for turn in env.decisions]) | (random.random(5) < 0.4)
        mask[number % 5] = True
        options = {"reset_mask": mask, **({"position": DIVIDED} if number % 3 == 0 else {})}
        assert equal(env.reset(options=copy.copy(options)), expected.reset(options=copy.copy(options)))
        turns = [one.get_wrapper_attr("decision") for one in expected.envs]
        assert [env.decisions[game] for game in np.flatnonzero(mask)] == [turns[game] for game in np.flatnonzero(mask)]


def test_arrays_are_new_unless_the_caller_wants_the_same_ones() -> None:
    for is_copied in (True, False):
        env = VoloVectorEnv(3, 4, copy=is_copied)
        first, infos = env.reset(seed=1)
        second, *_, more = env.step(env.action_space.sample())
        assert np.shares_memory(first, second) != is_copied
        assert np.shares_memory(infos["action_mask"], more["action_mask"]) != is_copied


# Seeds, samples and copies.


def test_without_a_seed_games_differ_and_a_vector_takes_that_of_its_constructor() -> None:
    single = [VoloEnv(edge=4, player=BLUE) for _ in range(2)]
    begun = [[env.reset()[0].tobytes() for _ in range(20)] for env in single]
    assert begun[0] != begun[1]
    # The number that Gymnasium reports is that seed.
    assert single[0].reset(seed=single[0].np_random_seed)[0].tobytes() == begun[0][0]
    one, other, again, unseeded = (VoloVectorEnv(20, 4, player=BLUE, seed=seed) for seed in (8, None, 8, None))
    assert equal(one.reset(), other.reset(seed=8))
    assert equal(one.reset(), other.reset())
    assert not equal(unseeded.reset(), other.reset(seed=8))
    # Games without a seed in the first reset get theirs from the constructor.
    assert equal(again.reset(seed=[8, *[None] * 19]), other.reset(seed=8))


def test_the_games_of_an_engine_depend_on_their_seeds_only() -> None:
    turns = []
    for threads, seed in [(1, 5), (3, 5), (3, 6)]:
        env = VoloVectorEnv(4, 4, opponent="engine:10", player=BLUE, threads=threads)
        for _ in range(2):
            env.reset(seed=seed)
            played(env, 3)
            turns.append(env.decisions)
        # Without a seed, the random numbers go on.
        env.reset()
        played(env, 3)
        assert env.decisions not in turns
    assert turns[0] == turns[1] == turns[2] == turns[3] != turns[4] == turns[5]


def test_a_sample_is_uniformly_random() -> None:
    env = VoloEnv(edge=4)
    env.reset(seed=1)
    env.action_space.seed(1)
    counts = np.bincount([int(env.action_space.sample()) for _ in range(3000)], minlength=SPACE.size)
    assert set(np.flatnonzero(counts)) == set(env.decision.legal_actions())
    assert counts[counts > 0].min() > 250
    _, info = env.reset()
    assert env.action_space.sample(info["action_mask"]) in env.decision.legal_actions()
    # A copy of the space does not follow the game.
    assert env.action_space == copy.deepcopy(env.action_space)
    assert max(copy.deepcopy(env.action_space).sample() for _ in range(50)) > SPACE.pass_action


@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_masks_sparse_actions_and_samples_agree(illegal: Any) -> None:
    env = VoloVectorEnv(40, 4, max_plies=12, illegal=illegal)
    _, infos = env.reset(seed=1)
    env.action_space.seed(1)
    assert len({*env.action_space.sample().tolist()}) > 5
    for _ in range(40):
        actions, offsets = env.legal_actions()
        rows = np.repeat(np.arange(40), np.diff(offsets))
        assert np.array_equal(np.transpose(np.nonzero(env.action_masks())), np.stack([rows, actions], axis=1))
        assert np.array_equal(env.action_masks(), infos["action_mask"])
        sampled = env.action_space.sample()
        assert env.action_masks()[np.arange(40), sampled].tolist() == (np.diff(offsets) > 0).tolist()
        if illegal == "lose":
            sampled[:3] = SPACE.pass_action
        *_, infos = env.step(sampled)


@pytest.mark.parametrize("opponent", ["uniform", "careful", "engine:20", None])
@pytest.mark.parametrize("make", [VoloEnv, functools.partial(VoloVectorEnv, 2)])
def test_copies_go_on_in_the_middle_of_a_turn(make: Callable[..., Any], opponent: Any) -> None:
    env = make(edge=4, opponent=opponent)
    env.reset(seed=5, options={"position": DIVIDED})
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        turns = [other.decision] if isinstance(other, VoloEnv) else other.decisions
        assert turns[0] == DIVIDED
        assert {*np.ravel(other.action_space.sample()).tolist()} <= {*DIVIDED.legal_actions()}
        assert equal(played(other, 50), played(copy.deepcopy(env), 50))


# Opponents and the ends of games.


@pytest.mark.parametrize(("opponent", "steps"), [("uniform", 1000), (lowest, 600), ("engine:2,opening=19", 300)])
def test_games_against_an_opponent_end_as_the_turns_do(opponent: Any, steps: int) -> None:
    env = VoloEnv(edge=4, player=BLUE, max_plies=21, opponent=opponent)
    env.reset(seed=2)
    env.action_space.seed(2)
    ends = set()
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        outcome = env.decision.outcome()
        assert terminated == (outcome is not None)
        assert terminated or truncated or env.decision.position.turn == BLUE
        assert reward == (0 if outcome is None or outcome.winner is None else 1 if outcome.winner == BLUE else -1)
        assert np.array_equal(observation, env.decision.observe(player=BLUE))
        assert info["action_mask"].any() != (terminated or truncated)
        if terminated or truncated:
            ends.add((reward, terminated))
            env.reset()
    assert ends >= {(1.0, True), (-1.0, True), (0.0, False)}


@pytest.mark.parametrize("opponent", ["uniform", lowest, None])
def test_an_illegal_action_can_lose_the_game(opponent: Any) -> None:
    env = VoloEnv(edge=4, opponent=opponent, illegal="lose")
    env.reset(seed=1)
    env.step(A3)
    turn = env.decision
    observation, reward, terminated, truncated, info = env.step(SPACE.pass_action)
    assert (reward, terminated, truncated, env.decision) == (-1, True, False, turn)
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
    assert env.decisions == before.decisions


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda: [SPACE.pass_action] * 3, IllegalMoveError, r"pass at index 0: .*\(the opponent's action\)"),
        (lambda: [SPACE.size] * 3, VoloError, "game 0: the action of the opponent must be 0 to 1200, not 1201"),
        (lambda: [-1] * 3, VoloError, "game 0: the action of the opponent must be 0 to 1200, not -1"),
        (lambda: [1.0] * 3, VoloError, "an integer for each of 3 games, .*, not an array of float64"),
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
    assert equal(played(env, 20), expected)


@pytest.mark.parametrize("change", [lambda env: env.step([SPACE.pass_action]), lambda env: env.reset()])
def test_an_opponent_cannot_change_its_games(change: Callable[[VoloVectorEnv], Any]) -> None:
    env: VoloVectorEnv = VoloVectorEnv(1, 4, opponent=lambda seen, masks: (change(env), lowest(seen, masks))[1])
    env.reset(seed=1)
    turns = env.decisions
    for _ in range(2):
        with pytest.raises(VoloError, match="an opponent cannot change the games"):
            env.step(legal(env, np.random.default_rng(1)))
        assert env.decisions == turns


MASK = np.array([True, False, True])


@pytest.mark.parametrize(
    ("games", "seed", "options", "error", "message"),
    [
        (1, 2, {"position": "standard-5"}, VoloError, "a sky of edge 5, but the environment has one of edge 4"),
        (1, 2, {"position": OVER}, VoloError, f"the game is over in the position '{OVER}'"),
        (1, 2, {"position": "nonsense"}, InvalidRulesError, ""),
        (1, 2, {"position": "1/2 o 0 standard-4"}, NotationError, ""),
        (1, 2, {"position": 3}, TypeError, ""),
        (1, 2, {"position": ["standard-4"] * 2}, VoloError, "a position for each of the 1 games, not 2"),
        (3, None, {"position": "standard-5"}, VoloError, ""),
        (3, None, {"position": ["standard-4"] * 2}, VoloError, ""),
        (3, None, {"position": 3}, TypeError, ""),
        (3, None, {"reset_mask": [True, False, True]}, TypeError, ""),
        (3, None, {"reset_mask": MASK[:2]}, VoloError, ""),
        (3, None, {"reset_mask": MASK, "position": ["standard-4"] * 3}, VoloError, ""),
        (3, 1, {"reset_mask": MASK}, VoloError, ""),
        (3, [1, 2], None, VoloError, ""),
        (3, np.array([1, 2]), None, VoloError, ""),
        (3, [1, 2, -1], None, VoloError, ""),
        (3, -1, None, gymnasium.error.Error, ""),
    ],
)
def test_a_wrong_step_or_reset_changes_nothing(games: int, seed: Any, options: Any, error: Any, message: str) -> None:
    env: Any = VoloEnv(4) if games == 1 else VoloVectorEnv(games, 4)
    env.reset(seed=3)
    expected = played(copy.deepcopy(env), 20)
    with pytest.raises(IllegalMoveError):
        env.step(SPACE.pass_action if games == 1 else np.full(games, SPACE.pass_action))
    with pytest.raises(error, match=message or None):
        env.reset(seed=seed, options=options)
    assert games > 1 or env.np_random_seed == 3
    assert equal(played(env, 20), expected)


# Pictures and specifications.


def test_turns_are_rendered_as_text_and_wrappers_collect_pictures() -> None:
    shown = VoloEnv(edge=4, render_mode="ansi")
    shown.reset(options={"position": DIVIDED})
    assert str(shown.render()).endswith("Orange to move\nOrange has chosen c2-E3")
    many = VoloVectorEnv(2, 4, render_mode="ansi")
    many.reset(options={"position": ["standard-4", DIVIDED]})
    assert many.render() == (str(Position("standard-4")), shown.render())
    assert VoloEnv(edge=4).render() is None
    assert VoloVectorEnv(2, 4).render() is None
    env: Any = RenderCollection(gymnasium.make("Volo-v0", edge=4, render_mode="rgb_array"))
    env.reset(seed=1)
    turns = [env.unwrapped.decision]
    for _ in range(2):
        env.step(env.action_space.sample())
        turns.append(env.unwrapped.decision)
    assert np.array_equal(env.render(), [picture.pixels(turn) for turn in turns])
    # What `RecordVideo` requires. It writes videos with moviepy.
    assert {"rgb_array"} < set(VoloEnv.metadata["render_modes"])
    assert VoloEnv.metadata["render_fps"] > 0


@pytest.mark.parametrize("player", ["orange", "blue", 1, BLUE, np.int64(1), np.array(1)])
def test_a_specification_is_read_back_from_json(player: Any) -> None:
    spec = gymnasium.make("Volo-v0", rules=Rules(edge=4), player=player, dtype=np.float32, masks=None).spec
    assert spec is not None
    again: Any = gymnasium.make(EnvSpec.from_json(spec.to_json()))
    assert equal(again.reset(seed=5), gymnasium.make(spec).reset(seed=5))
    assert again.unwrapped.decision.position.turn == volo.color.as_color(player)
    for players in ([0, player], ("orange", player), np.array([0, int(volo.color.as_color(player))])):
        made: Any = gymnasium.make_vec("Volo-v0", 2, edge=4, player=players, autoreset_mode=AutoresetMode.SAME_STEP)
        many: Any = gymnasium.make_vec(EnvSpec.from_json(made.spec.to_json()))
        assert isinstance(many, VoloVectorEnv)
        assert many.autoreset_mode is AutoresetMode.SAME_STEP
        assert equal(*(RecordEpisodeStatistics(env).reset(seed=5) for env in (made, many)))
        assert [turn.position.turn for turn in many.decisions] == [ORANGE, volo.color.as_color(player)]

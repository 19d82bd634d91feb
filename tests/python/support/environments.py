"""The recorded games of ``tests/data/abstract-play.jsonl``, and the environments in which both players are played."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import volo.envs.openspiel  # noqa: F401  registers the game
from support.data import DATA
from volo import BLUE, ORANGE, Color, Decision, Game, read_records
from volo.envs.gymnasium import VoloEnv
from volo.envs.pettingzoo import raw_env

RECORDED: Final = tuple(read_records(DATA / "abstract-play.jsonl"))
# Every fifth game; the others are in the long tests.
SOME_RECORDED: Final = [
    pytest.param(game, id=str(number), marks=[pytest.mark.long] if number % 5 else [])
    for number, game in enumerate(RECORDED)
]
AGENTS: Final = ["player_0", "player_1"]


def decisions(game: Game) -> Iterator[tuple[Decision, int]]:
    """Yield each turn of a game and the action that was taken, and check that the turns lead to the last position."""
    turn = Decision(game.start)
    for move in game.moves:
        for action in turn.action_space.of(move):
            yield turn, action
            turn = turn.step(action)
    assert turn == Decision(game.positions[-1])


def to_last_keep() -> list[tuple[Decision, int]]:
    """The decisions of a recorded game on the smallest sky, up to its last choice of a region to keep."""
    game = next(game for game in RECORDED if any(move.keep for move in game.moves))
    taken = list(decisions(game))
    return taken[: 1 + max(index for index, (turn, _) in enumerate(taken) if turn.chosen is not None)]


def returns(turn: Decision) -> list[int]:
    outcome = turn.outcome()
    winner = None if outcome is None else outcome.winner
    return {None: [0, 0], ORANGE: [1, -1], BLUE: [-1, 1]}[winner]


Roundtrips = dict[str, Callable[[Any], Any]]

_COPIES: Final[Roundtrips] = {"deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


class Played:
    """A game in an environment.

    ``cut_off`` is in the error for an action after a game was cut off, and ``check`` compares all that is shown.
    """

    env: Any
    roundtrips: ClassVar[Roundtrips] = _COPIES

    def again(self, roundtrip: str) -> Any:
        other = copy.copy(self)
        other.env = self.roundtrips[roundtrip](self.env)
        return other


class OfGymnasium(Played):
    cut_off = r"truncated after \d+ turns \[R19\]"

    def __init__(self, edge: int, rules: str = "standard", limit: int | None = None) -> None:
        self.env = VoloEnv(edge, rules, opponent=None, max_plies=limit)
        self.seen, self.info = self.env.reset()
        self.mover, self.reward, self.ends = ORANGE, 0.0, (False, False)

    def act(self, action: Any) -> None:
        mover = self.env.decision.position.turn
        self.seen, self.reward, terminated, truncated, self.info = self.env.step(action)
        self.mover, self.ends = mover, (terminated, truncated)

    def check(self, turn: Decision, is_cut_off: bool = False) -> None:
        legal = [] if is_cut_off else turn.legal_actions()
        assert self.env.decision == turn
        assert np.flatnonzero(self.info["action_mask"]).tolist() == legal
        assert np.flatnonzero(self.env.action_masks()).tolist() == legal
        assert np.array_equal(self.seen, turn.observe())
        assert self.seen in self.env.observation_space
        assert self.reward == returns(turn)[self.mover]
        assert self.ends == (turn.outcome() is not None, is_cut_off)


class OfPettingZoo(Played):
    cut_off = "None"
    roundtrips: ClassVar[Roundtrips] = {**_COPIES, "copy": copy.copy}

    def __init__(self, edge: int, rules: str = "standard", limit: int | None = None, mode: Any = None) -> None:
        self.env = raw_env(edge, rules, mode, limit)
        self.env.reset()

    def act(self, action: Any) -> None:
        self.env.step(action)

    def check(self, turn: Decision, is_cut_off: bool = False) -> None:
        env, mover, is_over = self.env, turn.position.turn, turn.outcome() is not None
        assert (env.decision, env.agent_selection, env.agents) == (turn, AGENTS[mover], AGENTS)
        for agent, color in zip(AGENTS, Color, strict=True):
            observation, acts = env.observe(agent), color is mover and not is_cut_off
            assert np.array_equal(observation["observation"], turn.observe(player=color))
            assert np.flatnonzero(observation["action_mask"]).tolist() == (turn.legal_actions() if acts else [])
            assert env.observation_space(agent).contains(observation)
            assert env.rewards[agent] == returns(turn)[color]
            assert (env.terminations[agent], env.truncations[agent], env.infos[agent]) == (is_over, is_cut_off, {})
        assert env.last()[1:] == (returns(turn)[mover], is_over, is_cut_off, {})


def _through_history(state: pyspiel.State) -> pyspiel.State:
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    return again


class OfOpenSpiel(Played):
    cut_off = r"cut off after \d+ actions \[R19\]"
    roundtrips: ClassVar[Roundtrips] = {
        **_COPIES,
        "copy": copy.copy,
        "clone": lambda state: state.clone(),
        "serialize": lambda state: state.get_game().deserialize_state(state.serialize()),
        "serialize with the game": lambda state: pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )[1],
        "history": _through_history,
    }

    def __init__(self, edge: int, rules: str = "standard", limit: int | None = None) -> None:
        parameters = {"edge": edge, "rules": rules, **({} if limit is None else {"max_game_length": limit})}
        self.game = pyspiel.load_game("python_volo", parameters)
        self.env = self.game.new_initial_state()
        self.planes, self.actions = make_observation(self.game), make_observation(self.game, INFO_STATE_OBS_TYPE)
        self.taken: tuple[int, ...] = ()

    def act(self, action: Any) -> None:
        self.env.apply_action(action)
        self.taken += (action,)

    def check(self, turn: Decision, is_cut_off: bool = False) -> None:
        state, mover, other = self.env, turn.position.turn, turn.position.turn.other
        is_over = turn.outcome() is not None or is_cut_off
        legal = [] if is_over else turn.legal_actions()
        assert (state.decision, state.is_terminal()) == (turn, is_over)
        assert state.current_player() == (pyspiel.PlayerId.TERMINAL if is_over else mover)
        assert state.returns() == state.rewards() == returns(turn)
        assert state.legal_actions() == state.legal_actions(int(mover)) == state.legal_actions(str(mover)) == legal
        assert state.legal_actions(int(other)) == state.legal_actions(str(other)) == []
        assert (state.history(), state.move_number()) == (list(self.taken), len(self.taken))
        assert (
            self.actions.string_from(state, mover)
            == state.information_state_string(1)
            == ", ".join(map(str, self.taken))
        )
        assert self.planes.string_from(state, mover) == state.observation_string(0) == str(state)
        for color in Color:
            self.planes.set_from(state, color)
            assert np.array_equal(self.planes.dict["observation"], turn.observe(player=color))
            assert np.array_equal(self.planes.tensor, turn.observe(player=color).ravel())
        for action in legal[-1:]:
            assert state.action_to_string(action) == turn.action_space.name(action)


ENVIRONMENTS: Final[list[Any]] = [OfGymnasium, OfPettingZoo, OfOpenSpiel]
COPIES: Final = [(kind, roundtrip) for kind in ENVIRONMENTS for roundtrip in kind.roundtrips]

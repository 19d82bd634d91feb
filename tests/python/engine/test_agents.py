"""Agents in matches: one call serves all running games, and the games are those of a player who is asked alone."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from volo import Color, Decision, Game, IllegalMoveError, Move, VoloError
from volo.engine.match import Match, Pair, Spec, Tournament, player_of

CAREFUL = Spec.parse("careful")


class Agent:
    """Chooses by what it sees, so that an answer for another game is another one."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, seen: Any, masks: Any) -> list[int]:
        self.sizes.append(len(seen))
        sights = np.tensordot(seen.astype(int), np.arange(seen[0].size).reshape(seen[0].shape), 3)
        return [np.flatnonzero(mask)[sight % mask.sum()] for sight, mask in zip(sights, masks, strict=True)]


def alone(game: Game) -> Move:
    """The move that an agent chooses without other games."""
    turn, actions = Decision(game.position), list[int]()
    while not actions or turn.chosen is not None:
        actions += Agent()(turn.observe()[None], np.isin(np.arange(turn.action_space.size), turn.legal_actions())[None])
        turn = turn.step(actions[-1])
    return turn.action_space.move(actions, game.position)


def pairs(first: Any, second: Any = CAREFUL, **arguments: Any) -> list[Pair]:
    return [*Match(first, second, **{"start": "standard-4", "pairs": 6, "concurrency": 6, **arguments}).run()]


def games(found: list[Pair]) -> list[tuple[list[Move], Color | None]]:
    return [([*played.game.moves], played.winner) for pair in found for played in pair.games]


def test_one_call_serves_all_games_and_each_gets_its_own_answer() -> None:
    agent = Agent()
    found, expected = pairs(player_of(agent)), pairs(alone)
    assert games(found) == games(expected)
    assert any(len(move.split("/")) == 2 for moves, _ in games(found) for move in map(str, moves))
    assert [pair.points for pair in found] == [pair.points for pair in expected]
    assert found[0].games[1].game.tags["Blue"] == "Agent"
    assert max(agent.sizes) == 6
    assert len(agent.sizes) < sum(agent.sizes) / 2


def test_agents_play_each_other_and_tournaments() -> None:
    assert games(pairs(player_of(Agent()), player_of(Agent(), "other"))) == games(pairs(alone, alone))
    results = []
    for players in (
        [player_of(Agent(), name) for name in "ab"],
        [Spec(name, "function", name, function=alone) for name in "ab"],
    ):
        played = Tournament([*players, CAREFUL], start="standard-4", pairs=4, concurrency=8).run()
        results.append([(match, games([pair])) for match, pair in played])
    assert results[0] == results[1]


def test_models_get_masks_and_scores_are_those_of_legal_actions() -> None:
    def predict(observation: Any, state: Any = None, deterministic: bool = False, action_masks: Any = None) -> Any:
        assert deterministic
        assert observation.dtype == np.float32
        return Agent()(observation, action_masks), state

    def scores(seen: Any, masks: Any) -> Any:
        best = np.arange(masks.shape[1]) == np.array(Agent()(seen, masks))[:, None]
        return best + np.where(masks, 0.0, 9.0)

    model = SimpleNamespace(predict=predict, observation_space=SimpleNamespace(dtype=np.dtype(np.float32)))
    assert player_of(model).name == "SimpleNamespace"
    assert games(pairs(player_of(model))) == games(pairs(player_of(scores))) == games(pairs(alone))
    model.predict = lambda observation, deterministic: (np.zeros(len(observation), int), deterministic)
    failures = {played.failure for pair in pairs(player_of(model, illegal="lose")) for played in pair.games}
    assert "illegal move g2: g2 is not vacant [R6]" in failures


@pytest.mark.parametrize(
    ("make", "arguments", "error", "message"),
    [
        (lambda: player_of(lambda _, masks: np.zeros(len(masks), int)), {}, IllegalMoveError, "g2"),
        (lambda: player_of(lambda *_: [1.5], "f"), {}, VoloError, r"f must return an integer for each of \d games"),
        (lambda: player_of(lambda *_: 1 // 0), {}, ZeroDivisionError, "by zero"),
        (lambda: player_of(Agent()), {"clock": "1+0"}, VoloError, "an agent cannot play with a clock"),
        (lambda: player_of(Agent(), illegal="no"), {}, VoloError, "illegal must be"),  # type: ignore[arg-type]
        (lambda: player_of(1), {}, TypeError, "a policy must be a model or a function, not int"),
        (SimpleNamespace, {}, TypeError, "player_of"),
    ],
)
def test_errors_end_the_match(make: Any, arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pairs(make(), **arguments)


def test_a_match_is_stopped_and_goes_on(tmp_path: Path) -> None:
    expected, agent = games(pairs(alone)), Agent()
    arguments: Any = {"start": "standard-4", "pairs": 6, "concurrency": 3}
    running = Match(player_of(agent), CAREFUL, **arguments).run(checkpoint=tmp_path / "kept")
    assert games([next(running)]) == expected[:2]
    running.close()
    calls = len(agent.sizes)
    assert games([*Match(player_of(agent), CAREFUL, **arguments).run(checkpoint=tmp_path / "kept")]) == expected
    assert calls < len(agent.sizes)

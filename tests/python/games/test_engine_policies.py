"""Tests of play_games: games in which engines choose the moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import volo
from volo.simulate import Configuration, Part, keep, merge

PLAN = Configuration(games=7, position="standard-4", seed=3, policy=("engine:60", "careful"), shard_size=3)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


def kept(folder: Path, part: Part | None = None) -> None:
    for _ in keep(folder, PLAN, part=part or Part(1, 1)):
        pass


@pytest.mark.parametrize("policy", ["uniform", "careful", ("careful", "uniform")])
def test_random_players_play_as_in_play_random(policy: Any) -> None:
    options: dict[str, Any] = {"position": "standard-5", "seed": 4, "record": True, "tally": True, "policy": policy}
    assert volo.play_games(70, **options) == volo.play_random(70, **options)


def test_play_random_refuses_engines() -> None:
    with pytest.raises(volo.VoloError, match="policy must be one of: uniform, careful"):
        volo.play_random(1, policy="engine:400")  # type: ignore[call-overload]


def test_a_policy_is_required() -> None:
    with pytest.raises(TypeError, match="policy"):
        volo.play_games(1)  # type: ignore[call-overload]


def test_recorded_moves_are_legal_and_the_results_right() -> None:
    games = volo.play_games(5, policy="engine:60", position="standard-5", record=True, tally=True)
    assert volo.tally_games("standard-5", games.moves, games.offsets) == games.tally
    for game, winner in enumerate(games.winner.tolist()):
        codes = games.moves[games.offsets[game] : games.offsets[game + 1]].tolist()
        outcome = volo.Game("standard-5", map(volo.Move.from_code, codes)).outcome()
        assert outcome is not None
        assert (-1 if outcome.winner is None else outcome.winner) == winner


def test_a_configuration_has_the_whole_text() -> None:
    given = Configuration(games=1, policy=("engine:400", "engine:9,temperature=0.50,opening=0"))
    assert given.policy == ("engine:400,opening=4", "engine:9,opening=0,temperature=0.5")
    assert given == Configuration(games=1, policy=given.policy)
    assert Configuration.from_dict(json.loads(json.dumps(given.to_dict()))) == given


def test_kept_games_of_engines_are_resumed_and_merged(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    kept(whole)
    kept(resumed)
    (resumed / "games-000000000003.parquet").unlink()
    kept(resumed)
    assert contents(resumed) == contents(whole)
    kept(tmp_path / "one", Part(1, 2))
    kept(tmp_path / "two", Part(2, 2))
    assert list(merge(tmp_path / "merged", [tmp_path / "one", tmp_path / "two"]))[-1] == 7
    assert contents(tmp_path / "merged") == contents(whole)
    heading = json.loads((whole / "_manifest.jsonl").read_text().splitlines()[0])
    assert heading["configuration"]["orange"] == "engine:60,opening=4"

"""The moves of kept games in a position, counted again from the games themselves, and their statistics."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

import volo
from volo.color import BLUE, ORANGE
from volo.play.kept import KeptGames
from volo.simulate import Configuration

RULES = "standard-4"
GAMES = 300
# On the smallest sky, games share positions. Some games are truncated.
PLAN = Configuration(games=GAMES, position=volo.Position(RULES), max_plies=30, shard_size=100)


@pytest.fixture(scope="module")
def kept(finished: Path) -> KeptGames:
    return KeptGames(finished)


def counted(folder: Path, plies: int) -> dict[volo.Position, Counter[tuple[str, str]]]:
    """The slow method: for each canonical position, the moves of all games as orbits, with the results."""
    found: dict[volo.Position, Counter[tuple[str, str]]] = defaultdict(Counter)
    for game in volo.read_games(folder):
        outcome = game.outcome()
        result = "none" if outcome is None else "draws" if outcome.winner is None else str(outcome.winner)
        for position, move in list(zip(game.positions, game, strict=False))[:plies]:
            found[position.canonical()[0]][orbit(position, move), result] += 1
    return found


def orbit(position: volo.Position, move: volo.Move) -> str:
    """The first of the images of a move under the symmetries that lead to the canonical position."""
    canonical = position.canonical()[0]
    symmetries = [each for each in volo.SYMMETRIES if position.transform(each) == canonical]
    return min(str(canonical.parse_move(move.transform(each))) for each in symmetries)


def test_moves_are_counted_as_in_the_games_themselves(finished: Path, kept: KeptGames) -> None:
    slow = counted(finished, 24)
    shared = [each for each, moves in slow.items() if moves.total() > 1]
    assert len(shared) > 50
    for canonical in [*shared, *list(slow)[::500]]:
        for symmetry in (volo.SYMMETRIES[0], volo.SYMMETRIES[5], volo.SYMMETRIES[11]):
            position = canonical.transform(symmetry)
            answer: Any = kept.explore(position)
            assert answer["games"] == slow[canonical].total()
            fast: Counter[tuple[str, str]] = Counter()
            for each in answer["moves"]:
                assert position.is_legal(each["move"])
                move = orbit(position, position.parse_move(each["move"]))
                results = {name: each[name] for name in ("orange", "blue", "draws")}
                results["none"] = each["games"] - sum(results.values())
                assert not any((move, name) in fast for name in results)
                fast.update({(move, name): number for name, number in results.items() if number})
            assert fast == slow[canonical]


def test_the_most_frequent_moves_come_first_and_a_position_that_no_game_had_has_none(kept: KeptGames) -> None:
    answer: Any = kept.explore(volo.Position(RULES))
    numbers = [each["games"] for each in answer["moves"]]
    assert numbers == sorted(numbers, reverse=True)
    assert answer["games"] == sum(numbers) == GAMES
    for fen in "standard-5", "french", "2/1o1b1/6/b2o/6/1o1b1/2 o 0 edge=4,supply=9,pass=standard,stuck=draw":
        assert kept.explore(volo.Position(fen)) == {"games": 0, "moves": []}


def test_statistics_are_those_of_the_summary(kept: KeptGames) -> None:
    summary = volo.simulate.Summary.of(volo.play_random(GAMES, position=RULES, max_plies=30, tally=True))
    answer: Any = kept.statistics()
    assert answer["summary"]["games"] == summary.games == GAMES
    assert answer["summary"] == json.loads(volo.simulate.summary_to_json(summary))
    adds = {color: summary.adds_on(color) for color in (ORANGE, BLUE)}
    assert answer["adds"] == {"orange": adds[ORANGE], "blue": adds[BLUE]}
    assert answer["spaces"] == {space: adds[ORANGE][space] + adds[BLUE][space] for space in adds[ORANGE]}
    assert answer["flocks"]["blue"] == summary.flocks_on(BLUE)
    assert (answer["rules"], answer["policy"]) == (RULES, ["uniform", "uniform"])
    assert kept.statistics() is answer


def test_of_too_many_games_the_first_ones_are_in_the_index(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.kept.MOST_ENTRIES", GAMES - 1)
    kept = KeptGames(finished)
    answer: Any = kept.explore(volo.Position(RULES))
    assert answer["games"] == GAMES - 1
    # Closing stops the index.
    kept = KeptGames(finished)
    kept.close()
    with pytest.raises(volo.VoloError, match="closed"):
        kept.explore(volo.Position(RULES))


def test_a_folder_without_games_and_a_damaged_one_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(volo.KeptGamesError, match="not a folder of kept games"):
        KeptGames(tmp_path)
    shard = sorted(folder.glob("*.parquet"))[1]
    shard.write_bytes(shard.read_bytes()[:-1])
    damaged = KeptGames(folder)
    with pytest.raises(volo.KeptGamesError, match=shard.name):
        damaged.explore(volo.Position(RULES))
    with pytest.raises(volo.KeptGamesError, match=shard.name):
        damaged.statistics()

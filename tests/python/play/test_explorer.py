"""The moves of kept games in a position, counted again from the games themselves, and their statistics."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import volo
from support.page_client import Page
from volo.color import BLUE, ORANGE
from volo.play import Server
from volo.play.explorer import Explorer
from volo.simulate import Configuration, keep

RULES = "standard-4"
GAMES = 300


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of kept games on the smallest sky, where games share positions, some of which are truncated."""
    out = tmp_path_factory.mktemp("kept") / "games"
    configuration = Configuration(games=GAMES, position=volo.Position(RULES), max_plies=30, shard_size=100)
    for _ in keep(out, configuration, threads=1):
        pass
    return out


@pytest.fixture(scope="module")
def explorer(folder: Path) -> Explorer:
    return Explorer(folder)


@pytest.fixture(scope="module")
def page(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with Server(RULES, games=folder, state=tmp_path_factory.mktemp("state")) as server:
        yield Page(server.address)


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


def test_moves_are_counted_as_in_the_games_themselves(folder: Path, explorer: Explorer) -> None:
    slow = counted(folder, 24)
    shared = [each for each, moves in slow.items() if moves.total() > 1]
    assert len(shared) > 50
    for canonical in [*shared, *list(slow)[::500]]:
        for symmetry in (volo.SYMMETRIES[0], volo.SYMMETRIES[5], volo.SYMMETRIES[11]):
            position = canonical.transform(symmetry)
            answer: Any = explorer.explore(position)
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


def test_the_most_frequent_moves_come_first(page: Page) -> None:
    answer = page.call("explore", fen=RULES)
    assert answer["games"] == GAMES
    numbers = [each["games"] for each in answer["moves"]]
    assert numbers == sorted(numbers, reverse=True)
    assert sum(numbers) == GAMES


@pytest.mark.parametrize(
    "fen", ["standard-5", "french", "2/1o1b1/6/b2o/6/1o1b1/2 o 0 edge=4,supply=9,pass=standard,stuck=draw"]
)
def test_a_position_that_no_game_had_has_no_moves(page: Page, fen: str) -> None:
    assert page.call("explore", fen=fen) == {"games": 0, "moves": []}


def test_statistics_are_those_of_the_summary(page: Page, folder: Path) -> None:
    summary = volo.simulate.Summary.of(volo.play_random(GAMES, position=RULES, max_plies=30, tally=True))
    answer = page.call("statistics")
    assert answer["summary"]["games"] == summary.games == GAMES
    assert answer["summary"] == json.loads(volo.simulate.summary_to_json(summary))
    adds = {color: summary.adds_on(color) for color in (ORANGE, BLUE)}
    assert answer["adds"] == {"orange": adds[ORANGE], "blue": adds[BLUE]}
    assert answer["spaces"] == {space: adds[ORANGE][space] + adds[BLUE][space] for space in adds[ORANGE]}
    assert answer["flocks"]["blue"] == summary.flocks_on(BLUE)
    assert (answer["rules"], answer["policy"]) == (RULES, ["uniform", "uniform"])
    assert page.call("statistics") == answer
    assert folder.is_dir()


def test_the_page_learns_of_the_games_and_the_position(page: Page) -> None:
    about = page.call("info")
    assert (about["games"], about["opening"]) == (True, volo.Position(RULES).fen())


def test_the_size_of_the_index_is_limited(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.explorer.MOST_ENTRIES", 2 * GAMES + 1)
    explorer = Explorer(folder)
    slow = counted(folder, 2)
    start = volo.Position(RULES)
    first: Any = explorer.explore(start)
    assert first["games"] == GAMES
    after = start.play(first["moves"][0]["move"])
    second: Any = explorer.explore(after)
    assert second["games"] == slow[after.canonical()[0]].total()
    third: Any = explorer.explore(after.play(second["moves"][0]["move"]))
    assert third["games"] == 0
    assert explorer._index is not None
    assert len(explorer._index.hashes) == 2 * GAMES


def test_of_too_many_games_the_first_ones_are_in_the_index(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.explorer.MOST_ENTRIES", GAMES - 1)
    answer: Any = Explorer(folder).explore(volo.Position(RULES))
    assert answer["games"] == GAMES - 1


def test_a_folder_without_games_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(volo.KeptGamesError, match="not a folder of kept games"):
        Server(games=tmp_path, state=tmp_path)


def test_a_damaged_folder_is_reported(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    shard = sorted(copy.glob("*.parquet"))[1]
    shard.write_bytes(shard.read_bytes()[:-1])
    with Server(games=copy, state=tmp_path) as server:
        damaged = Page(server.address)
        for name, request in (("explore", {"fen": RULES}), ("statistics", {})):
            error = damaged.refused(name, **request)
            assert (error["kind"], shard.name in error["message"]) == ("KeptGamesError", True)


def test_closing_stops_the_index(folder: Path) -> None:
    explorer = Explorer(folder)
    explorer.close()
    with pytest.raises(volo.VoloError, match="closed"):
        explorer.explore(volo.Position(RULES))

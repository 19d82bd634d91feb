"""Unfinished folders: missing games are never ignored silently."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.command_line import complaint, output
from support.kept import contents, damage_a_line, keep_parts
from volo import KeptGamesError, Position, UnfinishedGamesError
from volo.simulate import Configuration, Part, keep, merge, read_games, scan, scan_shards
from volo.simulate.config import Shard, count_games, count_shards
from volo.simulate.manifest import Entry

PLAN = Configuration(games=230, position=Position("standard-4"), seed=3, shard_size=50)

READERS: dict[str, Callable[..., int]] = {
    "read_games": lambda folder, **options: sum(1 for _ in read_games(folder, **options)),
    "scan_shards": lambda folder, **options: sum(map(len, scan_shards(folder, **options))),
    "scan": lambda folder, **options: scan(folder, **options).count_rows(),
}


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> Callable[..., int]:
    """A function that reads a folder and returns the number of games."""
    return READERS[request.param]


def test_a_damaged_line_of_the_manifest_is_noticed(folder: Path, reader: Callable[..., int]) -> None:
    assert reader(folder) == 230
    damage_a_line(folder / "_manifest.jsonl", 2)
    with pytest.raises(UnfinishedGamesError, match="has 180 of 230 games") as error:
        reader(folder)
    assert (error.value.games, error.value.expected) == (180, 230)
    assert reader(folder, unfinished=True) == 180
    list(keep(folder, PLAN))
    assert reader(folder) == 230


def test_the_error_can_be_pickled() -> None:
    error = UnfinishedGamesError("games are missing", 5, 7)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.games, again.expected) == ("games are missing", 5, 7)


def test_the_command_ends_with_status_1(folder: Path) -> None:
    damage_a_line(folder / "_manifest.jsonl", 2)
    for options in ([], ["--check"], ["--json"]):
        message = complaint(1, "summarize", str(folder), *options)
        assert message.startswith(f"{folder} has 180 of 230 games: ")
        assert message.endswith("; use --unfinished to summarize the games that exist")
    report = ["report", "--from", str(folder), "--games", "4", "--nodes", "8", "--json"]
    assert complaint(1, *report) == message.replace("to summarize", "to report")
    assert json.loads(output(*report, "--unfinished"))["rule_sets"][0]["results"]["orange"]["of"] == 180
    assert output("summarize", "--unfinished", "--check", str(folder)).startswith("180 games from the start")


def test_the_folder_of_a_running_run_is_unfinished(tmp_path: Path, reader: Callable[..., int]) -> None:
    run = keep(tmp_path, PLAN)
    for _ in range(3):
        next(run)
    with pytest.raises(UnfinishedGamesError, match="has 100 of 230 games"):
        reader(tmp_path)
    assert reader(tmp_path, unfinished=True) == 100
    games = read_games(tmp_path, unfinished=True)
    next(games)
    list(run)
    # The iterator yields the games that the manifest listed when reading began.
    assert sum(1 for _ in games) == 99
    assert reader(tmp_path) == 230


def test_a_part_is_complete_with_its_own_games(tmp_path: Path, reader: Callable[..., int]) -> None:
    found = []
    for index in range(1, 7):
        list(keep(tmp_path / str(index), PLAN, part=Part(index, 6)))
        found.append(reader(tmp_path / str(index)))
    assert found == [50, 50, 50, 50, 30, 0]


def test_merging_unfinished_parts_ends_with_status_1(tmp_path: Path) -> None:
    parts = keep_parts(tmp_path, PLAN, 2)
    damage_a_line(parts[1] / "_manifest.jsonl", 1)
    with pytest.raises(UnfinishedGamesError) as error:
        list(merge(tmp_path / "all", parts))
    assert (error.value.games, error.value.expected) == (180, 230)
    message = complaint(1, "merge", str(tmp_path / "all"), *map(str, parts))
    assert message == "1 of 5 shards are missing: games-000000000050.parquet"


def test_the_shards_of_an_enormous_run_are_counted_in_constant_time(tmp_path: Path) -> None:
    plan = Configuration(games=10**12, position=Position("standard-4"), shard_size=1)
    assert (count_shards(plan, Part(2, 3)), count_games(plan, Part(2, 3))) == (333333333333, 333333333333)
    for index in (1, 2):
        run = keep(tmp_path / str(index), plan, part=Part(index, 2))
        next(run), next(run)
        run.close()
    with pytest.raises(UnfinishedGamesError, match=r"[0-9,]+ of 1,000,000,000,000 shards are missing"):
        list(merge(tmp_path / "all", [tmp_path / "1", tmp_path / "2"]))


class TestStrayFiles:
    @pytest.mark.parametrize(
        "name",
        [
            "games-000000000250.parquet",
            "games-000000000010.parquet",
            ".hidden.parquet",
            "games-\udcff.parquet",
        ],
    )
    def test_a_file_of_another_run_is_refused(self, name: str, folder: Path, reader: Callable[..., int]) -> None:
        (folder / name).write_bytes((folder / "games-000000000000.parquet").read_bytes())
        before = contents(folder)
        for use in (
            lambda: reader(folder),
            lambda: reader(folder, unfinished=True),
            lambda: list(keep(folder, PLAN)),
            lambda: list(merge(folder.with_name("all"), [folder])),
        ):
            with pytest.raises(KeptGamesError, match="does not belong to the games in"):
                use()
        assert contents(folder) == before

    def test_a_folder_in_the_folder_is_refused(self, folder: Path, reader: Callable[..., int]) -> None:
        (folder / "more").mkdir()
        with pytest.raises(KeptGamesError, match=r"more does not belong to the games"):
            reader(folder)

    def test_other_files_are_ignored(self, folder: Path, reader: Callable[..., int]) -> None:
        for name in (".nfs0001", ".DS_Store", "_SUCCESS", "README.md", "LICENSE", "datapackage.json", "games.csv"):
            (folder / name).write_text(name)
        assert reader(folder) == 230
        (folder / "_manifest.jsonl").unlink()
        list(keep(folder, PLAN))
        assert reader(folder) == 230
        list(merge(folder.with_name("all"), [folder]))
        assert (folder / "LICENSE").read_text() == "LICENSE"


class TestEntries:
    """An invalid line of the manifest counts as damaged."""

    @pytest.mark.parametrize(
        "change",
        [
            {"first": -50},
            {"first": True},
            {"games": -1},
            {"size": -1},
            {"sha256": ["0"] * 64},
        ],
        ids=repr,
    )
    def test_an_invalid_value_is_refused(self, change: dict[str, Any], folder: Path) -> None:
        manifest = folder / "_manifest.jsonl"
        heading, line, *others = manifest.read_bytes().splitlines(keepends=True)
        values = json.loads(line) | change
        if isinstance(values["first"], int):
            values["file"] = Shard(values["first"], 50).file
        manifest.write_bytes(heading + json.dumps(values).encode() + b"\n" + b"".join(others))
        with pytest.raises(KeptGamesError):
            Entry.parse(json.dumps(values).encode() + b"\n")
        with pytest.raises(UnfinishedGamesError, match="has 180 of 230"):
            list(read_games(folder))

    def test_a_shard_has_the_games_that_the_manifest_lists(self, folder: Path) -> None:
        """A file with a valid checksum that has the games of another shard is refused."""
        one, other = (folder / f"games-{first:012}.parquet" for first in (0, 50))
        one.write_bytes(other.read_bytes())
        manifest = folder / "_manifest.jsonl"
        heading, _, second, *others = manifest.read_bytes().splitlines(keepends=True)
        copied = json.loads(second) | {"file": one.name, "first": 0}
        lines = [heading, json.dumps(copied).encode() + b"\n", second, *others]
        manifest.write_bytes(b"".join(lines))
        with pytest.raises(KeptGamesError, match="the games are not numbered from 0"):
            list(read_games(folder))


@pytest.mark.parametrize("change", ["gone", "cut"])
def test_a_scan_checks_the_size_of_every_file(change: str, folder: Path) -> None:
    shard = folder / "games-000000000050.parquet"
    if change == "gone":
        shard.unlink()
    else:
        shard.write_bytes(shard.read_bytes()[:-1])
    with pytest.raises(KeptGamesError, match=r"games-000000000050\.parquet is damaged or missing"):
        scan(folder)

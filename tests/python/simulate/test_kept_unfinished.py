"""Unfinished folders: missing games are never ignored silently."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from support.command_line import complaint, output
from support.kept import contents, keep_parts
from volo import KeptGamesError, Position, UnfinishedGamesError
from volo.simulate import Configuration, Part, keep, merge, read_games, scan, scan_shards
from volo.simulate.config import count_games, count_shards

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


def test_the_commands_end_with_status_1(folder: Path, tmp_path: Path) -> None:
    manifest = folder / "_manifest.jsonl"
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(b"".join([*lines[:2], b"damaged\n", *lines[3:]]))
    assert [read(folder, unfinished=True) for read in READERS.values()] == [180, 180, 180]
    for options in ([], ["--check"], ["--json"]):
        message = complaint(1, "summarize", str(folder), *options)
        assert message.startswith(f"{folder} has 180 of 230 games: ")
        assert message.endswith("; use --unfinished to summarize the games that exist")
    report = ["report", "--from", str(folder), "--games", "4", "--nodes", "8", "--json"]
    assert complaint(1, *report) == message.replace("to summarize", "to report")
    assert json.loads(output(*report, "--unfinished"))["rule_sets"][0]["results"]["orange"]["of"] == 180
    assert output("summarize", "--unfinished", "--check", str(folder)).startswith("180 games from the start")
    with pytest.raises(UnfinishedGamesError) as error:
        list(merge(tmp_path / "all", [folder]))
    for known in error.value, pickle.loads(pickle.dumps(error.value)):
        assert (known.games, known.expected, str(known)) == (180, 230, str(error.value))
    message = complaint(1, "merge", str(tmp_path / "all"), str(folder))
    assert message == "1 of 5 shards are missing: games-000000000050.parquet"


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
    assert [reader(part) for part in keep_parts(tmp_path, PLAN, 6)] == [50, 50, 50, 50, 30, 0]


def test_the_shards_of_an_enormous_run_are_counted_in_constant_time(tmp_path: Path) -> None:
    plan = Configuration(games=10**12, position=Position("standard-4"), shard_size=1)
    assert (count_shards(plan, Part(2, 3)), count_games(plan, Part(2, 3))) == (333333333333, 333333333333)
    for index in (1, 2):
        run = keep(tmp_path / str(index), plan, part=Part(index, 2))
        next(run), next(run)
        run.close()
    with pytest.raises(UnfinishedGamesError, match=r"[0-9,]+ of 1,000,000,000,000 shards are missing"):
        list(merge(tmp_path / "all", [tmp_path / "1", tmp_path / "2"]))


@pytest.mark.parametrize(
    "name",
    ["games-000000000250.parquet", "games-000000000010.parquet", ".hidden.parquet", "games-\udcff.parquet", "more/"],
)
def test_what_other_programs_would_read_is_refused(name: str, folder: Path, reader: Callable[..., int]) -> None:
    if name.endswith("/"):
        (folder / name).mkdir()
    else:
        (folder / name).write_bytes((folder / "games-000000000000.parquet").read_bytes())
    before = sorted(folder.iterdir())
    for use in (
        lambda: reader(folder),
        lambda: reader(folder, unfinished=True),
        lambda: list(keep(folder, PLAN)),
        lambda: list(merge(folder.with_name("all"), [folder])),
    ):
        with pytest.raises(KeptGamesError, match="does not belong to the games in"):
            use()
    assert sorted(folder.iterdir()) == before


def test_other_files_are_ignored(folder: Path, reader: Callable[..., int]) -> None:
    for name in (".nfs0001", ".DS_Store", "_SUCCESS", "README.md", "LICENSE", "datapackage.json", "games.csv"):
        (folder / name).write_text(name)
    (folder / ".git").mkdir()
    assert reader(folder) == 230
    (folder / "_manifest.jsonl").unlink()
    list(keep(folder, PLAN))
    assert reader(folder) == 230
    (folder / ".git").rmdir()
    assert contents(folder)["LICENSE"] == b"LICENSE"

"""Kept games: reading returns the games that were played, the bytes are reproducible, runs are not mixed, and missing
games are never ignored silently.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import complaint, output
from support.kept import contents, keep_parts
from volo import KeptGamesError, Position, UnfinishedGamesError, VoloError
from volo.simulate import Configuration, Part, Summary, keep, merge, read_games, run, scan, scan_shards
from volo.simulate import runner as runner_module
from volo.simulate import shard as shard_module
from volo.simulate.config import count_games, count_shards, shard_at, shards_of
from volo.simulate.kept import contents_of
from volo.simulate.sizes import GAMES_PER_GROUP
from volo.simulate.storage.local import LocalFolder
from volo.simulate.versions import writers

PLAN = Configuration(games=230, position=Position("standard-4"), seed=3, shard_size=50)
COLUMNS: tuple[str, ...] = ("winner", "reason", "plies", "orange_birds", "blue_birds")
COLUMNS += ("adds", "flights", "passes", "clearings", "handed_over")
READERS: list[Callable[..., int]] = [
    lambda folder, **options: sum(1 for _ in read_games(folder, **options)),
    lambda folder, **options: sum(map(len, scan_shards(folder, **options))),
    lambda folder, **options: scan(folder, **options).count_rows(),
]


def kept(folder: Path, plan: Configuration = PLAN, **options: Any) -> Summary:
    *_, summary = keep(folder, plan, **options)
    return summary


@pytest.mark.parametrize("start", [None, PLAN.position.play("a3")], ids=["start", "later"])
def test_every_game_is_kept_as_it_was_played(start: Position | None, tmp_path: Path) -> None:
    plan = PLAN if start is None else replace(PLAN, position=start)
    kept(tmp_path, plan)
    played = volo.play_random(230, position=plan.position, seed=3, record=True)
    expected = {name: getattr(played, name).tolist() for name in COLUMNS} | {
        "number": list(range(230)),
        "seed": [3] * 230,
        "rules": ["standard-4"] * 230,
        "start": [start and start.fen()] * 230,
        "orange": ["uniform"] * 230,
        "blue": ["uniform"] * 230,
        "moves": [each.tolist() for each in np.split(played.moves, played.offsets[1:-1])],
    }
    for table in scan(tmp_path).to_table(), pq.ParquetDataset(tmp_path).read():
        assert table.column("number").type == pa.int64()
        assert table.to_pydict() == expected
    assert list(read_games(tmp_path)) == list(played)
    first = 0
    for rows in scan_shards(tmp_path):
        assert (rows.configuration, rows.starts) == (plan, (plan.position,))
        assert rows.number.tolist() == list(range(first, first + len(rows)))
        assert repr(rows) == f"<Rows of {len(rows)} games>"
        part = volo.play_random(len(rows), position=plan.position, seed=3, first=first, record=True)
        for each in rows, pickle.loads(pickle.dumps(rows)):
            for name in (*COLUMNS, "moves", "offsets"):
                np.testing.assert_array_equal(getattr(each, name), getattr(part, name), strict=True)
        first += len(rows)
    assert first == 230


def test_a_single_shard_is_read_and_has_metadata(finished: Path, tmp_path: Path) -> None:
    shard = tmp_path / "one.parquet"
    shard.write_bytes((finished / "games-000000000050.parquet").read_bytes())
    assert list(read_games(shard)) == list(read_games(finished))[50:100]
    (rows,) = scan_shards(str(shard))
    assert (rows.number.tolist(), rows.configuration) == (list(range(50, 100)), replace(PLAN, games=100))
    file = pq.ParquetFile(shard)
    metadata = {name.decode(): text.decode() for name, text in file.schema_arrow.metadata.items()}
    assert (metadata["volo.format"], metadata["volo.version"]) == ("1", volo.__version__)
    assert list(json.loads(metadata["volo.columns"])) == file.schema_arrow.names
    run = json.loads(metadata["volo.configuration"])
    assert "games" not in run
    assert Configuration.from_dict(run | {"games": PLAN.games}) == PLAN
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_the_summary_and_the_bytes_are_those_of_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On any number of threads, and in any number of row groups."""
    plan = replace(PLAN, games=GAMES_PER_GROUP + 7, shard_size=10**6)
    *_, played = run(plan.games, position=PLAN.position, seed=3)
    asked = Mock(wraps=volo.play_games)
    monkeypatch.setattr(shard_module, "play_games", asked)
    assert kept(tmp_path / "games", plan) == kept(tmp_path / "threads", plan, threads=3) == played
    assert [call.kwargs["threads"] for call in asked.call_args_list] == [None, None, 3, 3]
    assert [len(rows) for rows in scan_shards(tmp_path / "games")] == [GAMES_PER_GROUP, 7]
    before = contents(tmp_path / "games")
    assert contents(tmp_path / "threads") == before
    assert kept(tmp_path / "games", plan) == played
    assert contents(tmp_path / "games") == before
    assert asked.call_count == 4


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"games": 229}, "is for 230 games of this run, and a folder does not shrink to 229$"),
        ({"games": 231, "seed": 4}, "of another run: seed: 3, not 4$"),
        ({"position": Position("standard-5")}, "standard-4, not "),
        ({"max_plies": 5}, "max_plies: 2000, not 5"),
        ({"shard_size": 51}, "shard_size: 50, not 51"),
        ({"policy": ("careful", "uniform")}, "orange: uniform, not careful"),
        ({"policy": ("uniform", "careful")}, "blue: uniform, not careful"),
        ({"policy": "engine:50"}, "orange: uniform, not engine:50,opening=4"),
        ({"part": Part(1, 2)}, "part: 1/1, not 1/2"),
        ({"volo": "99"}, f"may write other bytes: volo: {volo.__version__}, not 99"),
        ({"pyarrow": "99"}, "may write other bytes: pyarrow: .*, not 99"),
    ],
)
def test_another_run_is_refused_by_name(
    change: dict[str, Any], difference: str, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = writers()
    other = {name: change.pop(name) for name in versions if name in change}
    part = change.pop("part", Part())
    monkeypatch.setattr(runner_module, "writers", lambda **_: versions | other)
    before = contents(finished)
    with pytest.raises(KeptGamesError, match=difference):
        kept(finished, replace(PLAN, **change), part=part)
    assert contents(finished) == before


def test_wrong_arguments_leave_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"configuration": 5}, "configuration must be a volo.simulate.Configuration, not int"),
        ({"part": "1/2"}, "part must be a volo.simulate.Part, not str"),
        ({"cluster": "steam"}, "cluster must be 'ray' or None, not 'steam'"),
        ({"threads": 0}, "threads must be 1 to 256"),
        ({"cluster": "ray", "threads": 0}, "threads must be 1 to 256"),
    ]
    for arguments, error in wrong:
        with pytest.raises((TypeError, VoloError), match=error):
            next(keep(folder, **({"configuration": Configuration(games=2)} | arguments)))
    with pytest.raises(TypeError, match="folders must be several folders, not str"):
        next(merge(folder, str(tmp_path)))
    assert not folder.exists()


def test_a_folder_without_a_manifest_is_known_by_its_files(folder: Path, tmp_path: Path) -> None:
    (folder / "_manifest.jsonl").unlink()
    before = contents(folder)
    with pytest.raises(KeptGamesError, match="seed: 3, not 4"):
        kept(folder, replace(PLAN, seed=4))
    assert contents(folder) == before
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("precious")
    with pytest.raises(KeptGamesError, match=r"it has thesis\.tex and no manifest"):
        kept(other)
    assert contents(other) == {"thesis.tex": b"precious"}
    for place, read in product((other, tmp_path / "nowhere"), READERS):
        with pytest.raises(KeptGamesError, match="the manifest is missing"):
            read(place)


def test_a_folder_with_an_odd_name_is_scanned_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    list(keep("~", PLAN))
    assert scan("~").count_rows() == PLAN.games
    name = os.fsdecode(b"not UTF-8 \xff")
    list(keep(name, PLAN))
    assert sum(1 for _ in read_games(name)) == PLAN.games
    with pytest.raises(KeptGamesError, match=r"not 'not UTF-8 \\udcff'"):
        scan(name)


def test_parts_are_every_nth_shard(tmp_path: Path) -> None:
    plan = Configuration(games=95, shard_size=10)
    parts = [list(shards_of(plan, Part(index, 3))) for index in (1, 2, 3)]
    assert [shard.first for shard in parts[1]] == [10, 40, 70]
    assert {shard for part in parts for shard in part} == set(shards_of(plan))
    assert sum(map(len, parts)) == 10
    for index, part in enumerate(parts, start=1):
        for shard in shards_of(plan):
            assert shard_at(shard.first, plan, Part(index, 3)) == (shard if shard in part else None)
        for other in Part(1, 2), Part(2, 2), Part(1, 3), Part(2, 3), Part(3, 3):
            assert other.meets(Part(index, 3)) == (not set(part).isdisjoint(shards_of(plan, other)))
    assert shard_at(95, plan, Part()) is None
    assert shard_at(100, plan, Part()) is None
    # Those of an enormous run are counted in constant time.
    plan = Configuration(games=10**12, position=Position("standard-4"), shard_size=1)
    assert (count_shards(plan, Part(2, 3)), count_games(plan, Part(2, 3))) == (333333333333, 333333333333)
    for index in (1, 2):
        list(islice(keep(tmp_path / str(index), plan, part=Part(index, 2)), 2))
    with pytest.raises(UnfinishedGamesError, match=r"[0-9,]+ of 1,000,000,000,000 shards are missing"):
        list(merge(tmp_path / "all", [tmp_path / "1", tmp_path / "2"]))
    for text in ("0/3", "4/3", "1/0", "1", "1/", "/1", "-1/2", "1/2/3", "¹/2", "a/b", "9" * 99):
        with pytest.raises(VoloError):
            Part.parse(text)


def test_merged_parts_are_the_whole_run(finished: Path, tmp_path: Path) -> None:
    parts = keep_parts(tmp_path, PLAN, 6)
    for read in READERS:
        assert [read(part) for part in parts] == [50, 50, 50, 50, 30, 0]
    before = [contents(part) for part in parts]
    assert list(merge(tmp_path / "all", parts[::-1])) == [0, 50, 100, 150, 200, 230]
    assert contents(tmp_path / "all") == contents(finished)
    assert list(merge(tmp_path / "all", parts)) == [230]
    assert [contents(part) for part in parts] == before
    names = ", ".join(rf"games-{first:012}\.parquet" for first in (50, 100, 150))
    with pytest.raises(
        UnfinishedGamesError, match=rf"4 of 5 shards are missing: {names}, \.\.\.; before them, the run has 50 games$"
    ) as error:
        list(merge(tmp_path / "few", parts[:1]))
    for known in error.value, pickle.loads(pickle.dumps(error.value)):
        assert (known.games, known.expected, str(known)) == (50, 230, str(error.value))
    assert not (tmp_path / "few").exists()
    # A run that was planned too large is finished with fewer games, and has their bytes.
    assert output("merge", str(tmp_path / "few"), *map(str, parts[:3]), "--games", "150").startswith("150 games")
    kept(tmp_path / "short", replace(PLAN, games=150))
    assert contents(tmp_path / "few") == contents(tmp_path / "short")
    for games, problem in (170, "games must be a multiple of 50, "), (250, "games must be 1 to 230"):
        with pytest.raises(VoloError, match=problem):
            list(merge(tmp_path / "less", parts, games=games))


def test_parts_of_different_runs_are_not_merged(finished: Path, tmp_path: Path) -> None:
    kept(tmp_path / "1", replace(PLAN, seed=5), part=Part(1, 3))
    with pytest.raises(KeptGamesError, match="of different runs: seed: 3, not 5; volo summarize adds up"):
        list(merge(tmp_path / "all", [finished, tmp_path / "1"]))
    assert output("summarize", str(finished), str(tmp_path / "1")).startswith("330 games from the start")
    shutil.copytree(finished, tmp_path / "2")
    shard, manifest = tmp_path / "2" / "games-000000000050.parquet", tmp_path / "2" / "_manifest.jsonl"
    before, after = (hashlib.sha256(data).hexdigest() for data in (shard.read_bytes(), b"other games"))
    manifest.write_text(manifest.read_text().replace(before, after))
    with pytest.raises(KeptGamesError, match=f"50.parquet and {shard} have different checksums"):
        list(merge(tmp_path / "all", [finished, tmp_path / "2"]))
    with pytest.raises(KeptGamesError, match="there are no folders to merge"):
        list(merge(tmp_path / "all", []))


@pytest.mark.parametrize("part", [Part(), Part(2, 2)], ids=str)
@pytest.mark.parametrize(("size", "before", "after"), [(10, 25, 37), (10, 20, 21), (10, 3, 30), (40, 7, 9)])
def test_a_grown_folder_is_that_of_a_new_run(size: int, before: int, after: int, part: Part, tmp_path: Path) -> None:
    old, plan = (replace(PLAN, games=games, shard_size=size) for games in (before, after))
    new = list(keep(tmp_path / "new", plan, part=part))[-1:]
    for summaries in range(3):
        folder = tmp_path / str(summaries)
        list(keep(folder, old, part=part))
        list(islice(keep(folder, plan, part=part), summaries))
        left = contents_of(LocalFolder(folder), unfinished=True)
        assert left.games >= count_games(old, part)
        assert sum(1 for _ in read_games(folder, unfinished=True)) == left.games
        assert list(keep(folder, plan, part=part))[-1:] == new
        assert contents(folder) == contents(tmp_path / "new")


def test_a_merged_folder_grows_with_its_parts(tmp_path: Path) -> None:
    """Parts that have not grown yet have shards that may be missing or short."""
    old = replace(PLAN, games=170)
    parts = keep_parts(tmp_path, old, 2)
    list(merge(tmp_path / "all", parts))
    kept(parts[0], part=Part(1, 2))
    with pytest.raises(UnfinishedGamesError, match=r"1 of 5 shards are missing: games-000000000150\.parquet"):
        list(merge(tmp_path / "all", parts))
    assert sum(1 for _ in read_games(tmp_path / "all", unfinished=True)) == 170
    kept(parts[1], part=Part(2, 2))
    assert list(merge(tmp_path / "all", parts))[-1] == 230
    assert list(merge(tmp_path / "again", [tmp_path / "all", *parts]))[-1] == 230
    kept(tmp_path / "new")
    assert contents(tmp_path / "all") == contents(tmp_path / "again") == contents(tmp_path / "new")
    kept(tmp_path / "old", old)
    with pytest.raises(KeptGamesError, match="all is for 230 games of this run, and a folder does not shrink to"):
        list(merge(tmp_path / "all", [tmp_path / "old"]))


def test_every_option_has_an_effect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = np.uint8(20)
    chosen: dict[str, Any] = {"position": "french-4", "seed": small, "policy": ("careful", "engine:20"), "max_plies": 9}
    plan = Configuration(games=small, shard_size=np.uint8(8), **chosen)  # type: ignore[arg-type]
    assert plan == Configuration(20, Position("french-4"), 20, ("careful", "engine:20"), 9, 8)
    assert Configuration.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
    assert Configuration.from_dict({"games": 1}) == Configuration(1)
    assert Configuration(1) == Configuration(1, "standard", 0, ("uniform", "uniform"), 2000, 10_000)
    others: list[object] = [plan.to_dict() | {"position": "x"}, plan.to_dict() | {"seed": -1}]
    others += [None, [], {}, {1: b"", "x": 1}]
    for values in others:
        with pytest.raises(KeptGamesError):
            Configuration.from_dict(values)
    played = volo.play_games(20, **chosen, record=True, tally=True)
    summary = kept(tmp_path, plan, part=Part(np.int64(1), np.int64(1)))  # type: ignore[arg-type]
    assert summary == Summary.of(played)
    assert list(read_games(tmp_path)) == list(played)
    assert [len(rows) for rows in scan_shards(tmp_path)] == [8, 8, 4]
    asked = Mock(wraps=volo.play_games)
    monkeypatch.setattr(runner_module, "play_games", asked)
    *_, summary = run(np.int64(20), threads=2, **chosen)  # type: ignore[arg-type]
    assert summary == Summary.of(played)
    assert {call.kwargs["threads"] for call in asked.call_args_list} == {2}


@pytest.mark.parametrize(
    ("missing", "extra", "cluster"),
    [("pyarrow", "parquet", None), ("obstore", "cloud", None), ("pyarrow", "ray", "ray"), ("ray", "ray", "ray")],
)
def test_a_missing_package_is_named_with_one_extra(
    missing: str, extra: str, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in missing, f"{missing}.parquet", f"{missing}.exceptions":
        monkeypatch.setitem(sys.modules, name, None)
    place: Any = "s3://bucket/games" if missing == "obstore" else tmp_path
    with pytest.raises(volo.VoloError, match=rf'{missing}, which is not installed: pip install "volo\[{extra}\]"'):
        kept(place, cluster=cluster)


def test_the_commands_end_with_status_1(folder: Path) -> None:
    manifest = folder / "_manifest.jsonl"
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(b"".join([*lines[:2], b"damaged\n", *lines[3:]]))
    for options in ([], ["--check"], ["--json"]):
        message = complaint(1, "summarize", str(folder), *options)
        assert message.startswith(f"{folder} has 180 of 230 games: ")
        assert message.endswith("; use --unfinished to summarize the games that exist")
    report = ["report", "--from", str(folder), "--games", "4", "--nodes", "8", "--json"]
    assert complaint(1, *report) == message.replace("to summarize", "to report")
    assert json.loads(output(*report, "--unfinished"))["rule_sets"][0]["results"]["orange"]["of"] == 180
    assert output("summarize", "--unfinished", "--check", str(folder)).startswith("180 games from the start")


def test_the_folder_of_a_running_run_is_unfinished_and_read_only(tmp_path: Path) -> None:
    run = keep(tmp_path, PLAN)
    list(islice(run, 3))
    for read in READERS:
        with pytest.raises(UnfinishedGamesError, match="has 100 of 230 games"):
            read(tmp_path)
        assert read(tmp_path, unfinished=True) == 100
    assert "another run is writing to this folder" in complaint(2, "simulate", "--games", "5", "--out", str(tmp_path))
    games = read_games(tmp_path, unfinished=True)
    next(games)
    list(run)
    # The iterator yields the games that the manifest listed when reading began.
    assert sum(1 for _ in games) == 99
    assert [read(tmp_path) for read in READERS] == [230, 230, 230]
    games = read_games(tmp_path)
    next(games)
    kept(tmp_path, replace(PLAN, games=290))
    assert sum(1 for _ in games) == 249  # its last shard is full now


@pytest.mark.parametrize(
    "name",
    ["games-000000000250.parquet", "games-000000000010.parquet", ".hidden.parquet", "games-\udcff.parquet", "more/"],
)
def test_what_other_programs_would_read_is_refused(name: str, folder: Path) -> None:
    if name.endswith("/"):
        (folder / name).mkdir()
    else:
        (folder / name).write_bytes((folder / "games-000000000000.parquet").read_bytes())
    before = sorted(folder.iterdir())
    for read, unfinished in product(READERS, (False, True)):
        with pytest.raises(KeptGamesError, match="does not belong to the games in"):
            read(folder, unfinished=unfinished)
    for writing in keep(folder, PLAN), merge(folder.with_name("all"), [folder]):
        with pytest.raises(KeptGamesError, match="does not belong to the games in"):
            list(writing)
    assert sorted(folder.iterdir()) == before


def test_other_files_are_ignored(folder: Path) -> None:
    for name in (".nfs0001", ".DS_Store", "_SUCCESS", "README.md", "LICENSE", "datapackage.json", "games.csv"):
        (folder / name).write_text(name)
    (folder / ".git").mkdir()
    assert [read(folder) for read in READERS] == [230, 230, 230]
    (folder / "_manifest.jsonl").unlink()
    list(keep(folder, PLAN))
    assert [read(folder) for read in READERS] == [230, 230, 230]
    (folder / ".git").rmdir()
    assert contents(folder)["LICENSE"] == b"LICENSE"

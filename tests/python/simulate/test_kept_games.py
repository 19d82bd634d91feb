"""Kept games: reading returns the games that were played, the bytes are reproducible, and runs are not mixed."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import complaint, output
from support.kept import contents, finished, keep_parts
from volo import KeptGamesError, Position, UnfinishedGamesError, VoloError
from volo.simulate import Configuration, Part, Summary, keep, merge, read_games, run, scan, scan_shards
from volo.simulate import runner as runner_module
from volo.simulate import shard as shard_module
from volo.simulate.config import count_games, shard_at, shards_of
from volo.simulate.kept import contents_of
from volo.simulate.sizes import GAMES_PER_GROUP
from volo.simulate.storage.local import LocalFolder
from volo.simulate.versions import writers

PLAN = Configuration(games=230, position=Position("standard-4"), seed=3, shard_size=50)
COLUMNS = (
    *("winner", "reason", "plies", "orange_birds", "blue_birds"),
    *("adds", "flights", "passes", "clearings", "handed_over"),
)


def kept(folder: Path, plan: Configuration = PLAN, **options: Any) -> Summary:
    """Keep the games of a run, and return the summary."""
    *_, summary = keep(folder, plan, **options)
    return summary


def test_every_game_is_kept_as_it_was_played(finished: Path) -> None:
    played = volo.play_random(230, position=PLAN.position, seed=3, record=True)
    table = pq.ParquetDataset(finished).read()
    assert table.column("number").to_pylist() == list(range(230))
    assert table.column("number").type == pa.int64()
    assert table.column("seed").to_pylist() == [3] * 230
    assert table.column("rules").to_pylist() == ["standard-4"] * 230
    assert table.column("start").to_pylist() == [None] * 230
    for name in COLUMNS:
        assert table.column(name).to_pylist() == getattr(played, name).tolist(), name
    split = [moves.tolist() for moves in np.split(played.moves, played.offsets[1:-1])]
    assert table.column("moves").to_pylist() == split


def test_read_games_returns_the_games_that_were_played(finished: Path) -> None:
    assert list(read_games(finished)) == list(volo.play_random(230, position=PLAN.position, seed=3, record=True))


def test_scan_shards_returns_the_arrays_that_were_played(finished: Path) -> None:
    first = 0
    for rows in scan_shards(finished):
        played = volo.play_random(len(rows), position=PLAN.position, seed=3, first=first, record=True)
        assert rows.configuration == PLAN
        assert rows.number.tolist() == list(range(first, first + len(rows)))
        assert rows.number.dtype == np.int64
        assert repr(rows) == f"<Rows of {len(rows)} games>"
        for name in (*COLUMNS, "moves", "offsets"):
            read, expected = getattr(rows, name), getattr(played, name)
            assert read.tolist() == expected.tolist(), name
            assert read.dtype == expected.dtype, name
        first += len(rows)
    assert first == 230


def test_a_single_shard_is_read(finished: Path, tmp_path: Path) -> None:
    shard = tmp_path / "one.parquet"
    shard.write_bytes((finished / "games-000000000050.parquet").read_bytes())
    assert [game.moves for game in read_games(shard)] == [game.moves for game in read_games(finished)][50:100]
    (rows,) = scan_shards(str(shard))
    assert (rows.number.tolist(), rows.configuration) == (list(range(50, 100)), replace(PLAN, games=100))
    shard.write_bytes(b"something else")
    with pytest.raises(KeptGamesError, match=r"one\.parquet is not a shard or is damaged"):
        next(read_games(shard))


def test_another_start_is_a_column(tmp_path: Path) -> None:
    start = PLAN.position.play("a3")
    kept(tmp_path, replace(PLAN, games=15, shard_size=10, position=start))
    for table in scan(tmp_path).to_table(), pq.ParquetDataset(tmp_path).read():
        assert table.column("rules").to_pylist() == ["standard-4"] * 15
        assert table.column("start").to_pylist() == [start.fen()] * 15


def test_a_shard_has_metadata(finished: Path) -> None:
    for path in finished.glob("*.parquet"):
        schema = pq.read_schema(path)
        metadata = {name.decode(): text.decode() for name, text in schema.metadata.items()}
        assert metadata["volo.format"] == "2"
        assert metadata["volo.version"] == volo.__version__
        assert list(json.loads(metadata["volo.columns"])) == schema.names
        run = json.loads(metadata["volo.configuration"])
        assert "games" not in run
        assert Configuration.from_dict(run | {"games": PLAN.games}) == PLAN
        column = pq.ParquetFile(path).metadata.row_group(0).column(0)
        assert column.compression == "ZSTD"


def test_the_summary_of_kept_games_is_that_of_games_played(finished: Path) -> None:
    *_, played = run(230, position=PLAN.position, seed=3)
    before = contents(finished)
    assert kept(finished) == played
    assert contents(finished) == before


def test_the_bytes_are_the_same_on_any_number_of_threads(finished: Path, tmp_path: Path) -> None:
    kept(tmp_path / "games", threads=3)
    assert contents(tmp_path / "games") == contents(finished)


def test_a_shard_of_many_row_groups(tmp_path: Path) -> None:
    plan = replace(PLAN, games=GAMES_PER_GROUP + 7, shard_size=10**6)
    summary = kept(tmp_path, plan)
    assert [len(rows) for rows in scan_shards(tmp_path)] == [GAMES_PER_GROUP, 7]
    assert kept(tmp_path, plan) == summary


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"games": 229}, "is for 230 games of this run, and a folder does not shrink to 229$"),
        ({"games": 231, "seed": 4}, "of another run: seed: 3, not 4$"),
        ({"seed": 4}, "seed: 3, not 4"),
        ({"position": Position("standard-5")}, "standard-4, not "),
        ({"max_plies": 5}, "max_plies: 2000, not 5"),
        ({"shard_size": 51}, "shard_size: 50, not 51"),
        ({"policy": ("careful", "uniform")}, "orange: uniform, not careful"),
        ({"policy": ("uniform", "careful")}, "blue: uniform, not careful"),
        ({"policy": "engine:50"}, "orange: uniform, not engine:50,opening=4"),
    ],
)
def test_another_configuration_is_refused_by_name(change: dict[str, Any], difference: str, finished: Path) -> None:
    before = contents(finished)
    with pytest.raises(KeptGamesError, match=difference):
        kept(finished, replace(PLAN, **change))
    assert contents(finished) == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"configuration": 5}, "configuration must be a volo.simulate.Configuration, not int"),
        ({"part": "1/2"}, "part must be a volo.simulate.Part, not str"),
        ({"cluster": "steam"}, "cluster must be 'ray' or None, not 'steam'"),
        ({"threads": 0}, "threads must be 1 to 256"),
        ({"cluster": "ray", "threads": 0}, "threads must be 1 to 256"),
    ],
)
def test_wrong_arguments_leave_no_folder(arguments: dict[str, Any], error: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with pytest.raises((TypeError, VoloError), match=error):
        next(keep(folder, **({"configuration": Configuration(games=2)} | arguments)))
    with pytest.raises(TypeError, match="folders must be several folders, not str"):
        next(merge(folder, str(tmp_path)))
    assert not folder.exists()


def test_another_part_is_refused_by_name(finished: Path) -> None:
    with pytest.raises(KeptGamesError, match="part: 1/1, not 1/2"):
        kept(finished, part=Part(1, 2))


@pytest.mark.parametrize("writer", ["volo", "pyarrow"])
def test_another_version_is_refused_by_name(writer: str, finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = writers()
    monkeypatch.setattr(runner_module, "writers", lambda **_: versions | {writer: "99"})
    with pytest.raises(KeptGamesError, match=f"{writer}: {versions[writer]}, not 99"):
        kept(finished)


def test_a_second_run_is_refused(tmp_path: Path) -> None:
    first = keep(tmp_path, PLAN)
    next(first)
    with pytest.raises(KeptGamesError, match="another run is writing to this folder"):
        kept(tmp_path)
    assert "another run is writing to this folder" in complaint(2, "simulate", "--games", "5", "--out", str(tmp_path))
    first.close()
    kept(tmp_path)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(KeptGamesError, match=r"it has thesis\.tex and no manifest"):
        kept(tmp_path)
    assert contents(tmp_path) == {"thesis.tex": b"precious"}


def test_without_a_manifest_the_configuration_is_read_from_the_shards(finished: Path, tmp_path: Path) -> None:
    kept(tmp_path)
    (tmp_path / "_manifest.jsonl").unlink()
    with pytest.raises(KeptGamesError, match="seed: 3, not 4"):
        kept(tmp_path, replace(PLAN, seed=4))
    kept(tmp_path)
    assert contents(tmp_path) == contents(finished)


def test_a_folder_with_an_odd_name_is_scanned_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    list(keep("~", PLAN))
    assert scan("~").count_rows() == PLAN.games
    name = os.fsdecode(b"not UTF-8 \xff")
    list(keep(name, PLAN))
    assert sum(1 for _ in read_games(name)) == PLAN.games
    with pytest.raises(KeptGamesError, match=r"not 'not UTF-8 \\udcff'"):
        scan(name)


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    for use in (read_games, scan_shards):
        with pytest.raises(KeptGamesError, match="the manifest is missing"):
            next(iter(use(tmp_path)))
    with pytest.raises(KeptGamesError, match="the manifest is missing"):
        scan(tmp_path / "nowhere")


class TestParts:
    def test_parts_are_every_nth_shard(self) -> None:
        plan = Configuration(games=95, shard_size=10)
        parts = [list(shards_of(plan, Part(index, 3))) for index in (1, 2, 3)]
        assert [shard.first for shard in parts[1]] == [10, 40, 70]
        assert {shard for part in parts for shard in part} == set(shards_of(plan))
        assert sum(map(len, parts)) == 10
        for index, part in enumerate(parts, start=1):
            for shard in shards_of(plan):
                assert shard_at(shard.first, plan, Part(index, 3)) == (shard if shard in part else None)
        assert shard_at(95, plan, Part()) is None
        assert shard_at(100, plan, Part()) is None

    @pytest.mark.parametrize("text", ["0/3", "4/3", "1/0", "1", "1/", "/1", "-1/2", "1/2/3", "¹/2", "a/b", "9" * 99])
    def test_other_parts_do_not_exist(self, text: str) -> None:
        with pytest.raises(volo.VoloError):
            Part.parse(text)

    def test_merged_parts_are_the_whole_run(self, finished: Path, tmp_path: Path) -> None:
        parts = keep_parts(tmp_path, PLAN, 3)
        before = [contents(part) for part in parts]
        assert list(merge(tmp_path / "all", parts[::-1]))[-1] == 230
        assert contents(tmp_path / "all") == contents(finished)
        assert list(merge(tmp_path / "all", parts)) == [230]
        assert [contents(part) for part in parts] == before

    def test_a_part_without_shards_is_valid(self, tmp_path: Path) -> None:
        assert list(keep(tmp_path / "9", PLAN, part=Part(9, 9))) == []
        *_, games = merge(tmp_path / "all", keep_parts(tmp_path, PLAN, 9))
        assert games == 230

    def test_missing_shards_are_named(self, tmp_path: Path) -> None:
        kept(tmp_path / "1", part=Part(1, 3))
        with pytest.raises(KeptGamesError, match=r"3 of 5 shards are missing: games-000000000050\.parquet, "):
            list(merge(tmp_path / "all", [tmp_path / "1"]))
        assert not (tmp_path / "all").exists()

    def test_parts_of_different_runs_are_not_merged(self, finished: Path, tmp_path: Path) -> None:
        kept(tmp_path / "1", replace(PLAN, seed=5), part=Part(1, 3))
        with pytest.raises(
            KeptGamesError, match="of different runs: seed: 3, not 5; volo summarize adds up the results"
        ):
            list(merge(tmp_path / "all", [finished, tmp_path / "1"]))
        assert output("summarize", str(finished), str(tmp_path / "1")).startswith("330 games from the start")
        with pytest.raises(KeptGamesError, match="there are no folders to merge"):
            list(merge(tmp_path / "all", []))


class TestGrowth:
    """A run with more games continues the folder of the same run with fewer."""

    @pytest.fixture(autouse=True)
    def _without_flushes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """They take most of the time. Other tests are about power loss."""
        monkeypatch.setattr(os, "fsync", lambda _: None)

    @pytest.mark.parametrize("part", [Part(), Part(1, 2), Part(2, 2)], ids=str)
    @pytest.mark.parametrize(
        ("size", "before", "after"), [(10, 25, 37), (10, 25, 28), (10, 20, 21), (10, 3, 30), (40, 7, 9)]
    )
    def test_a_grown_folder_is_that_of_a_new_run(
        self, size: int, before: int, after: int, part: Part, tmp_path: Path
    ) -> None:
        old, plan = (replace(PLAN, games=games, shard_size=size) for games in (before, after))
        new = list(keep(tmp_path / "new", plan, part=part))[-1:]
        for summaries in range(3):
            folder = tmp_path / str(summaries)
            list(keep(folder, old, part=part))
            stopped = keep(folder, plan, part=part)
            assert sum(1 for _ in islice(stopped, summaries)) <= summaries
            stopped.close()
            left = contents_of(LocalFolder(folder), unfinished=True)
            assert left.games >= count_games(old, part)
            assert sum(1 for _ in read_games(folder, unfinished=True)) == left.games
            assert list(keep(folder, plan, part=part))[-1:] == new
            assert contents(folder) == contents(tmp_path / "new")

    def test_a_reader_reads_on_while_the_folder_grows(self, tmp_path: Path) -> None:
        kept(tmp_path)
        games = read_games(tmp_path)
        next(games)
        kept(tmp_path, replace(PLAN, games=290))
        assert sum(1 for _ in games) == 249  # its last shard is full now

    def test_a_merged_folder_grows_with_its_parts(self, tmp_path: Path) -> None:
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
        with pytest.raises(
            KeptGamesError, match="all is for 230 games of this run, and a folder does not shrink to 170"
        ):
            list(merge(tmp_path / "all", [tmp_path / "old"]))

    def test_the_same_games_are_not_counted_twice(self, folder: Path, tmp_path: Path) -> None:
        old = ["--games", "170", "--seed", "3", "--rules", "standard-4", "--shard-size", "50"]
        finished("--out", str(tmp_path / "old"), *old)
        assert f"game 0 of the same run is in both {folder} and" in complaint(
            2, "summarize", str(folder), str(tmp_path / "old")
        )
        (tmp_path / "old.json").write_text(finished("--json", *old).stdout)
        assert "have games of the same parts of a run" in complaint(
            2, "summarize", str(folder), str(tmp_path / "old.json")
        )


class TestConfiguration:
    @pytest.mark.parametrize(
        "values", [None, [], {}, {1: b"", "x": 1}, PLAN.to_dict() | {"position": "x"}, PLAN.to_dict() | {"seed": -1}]
    )
    def test_json_that_is_not_a_configuration_is_refused(self, values: object) -> None:
        with pytest.raises(KeptGamesError):
            Configuration.from_dict(values)

    def test_policies_reach_the_games(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        policies: list[object] = []

        def play(*arguments: Any, policy: object = "uniform", **options: Any) -> object:
            policies.append(policy)
            return volo.play_games(*arguments, policy="uniform", **options)

        monkeypatch.setattr(runner_module, "play_games", play)
        monkeypatch.setattr(shard_module, "play_games", play)
        kept(tmp_path / "games", Configuration(games=1, policy=("uniform", "careful")))
        next(run(1, policy="careful"))
        next(run(1, policy=("careful", "uniform")))
        next(run(1))
        assert policies == [("uniform", "careful"), ("careful",) * 2, ("careful", "uniform"), ("uniform",) * 2]


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)


@pytest.mark.usefixtures("without_pyarrow")
def test_without_pyarrow_the_error_recommends_the_extra(finished: Path, tmp_path: Path) -> None:
    for use in (lambda: kept(tmp_path), lambda: list(read_games(finished))):
        with pytest.raises(KeptGamesError, match=r'pip install "volo\[parquet\]"'):
            use()


def test_numpy_integers_are_accepted(tmp_path: Path) -> None:
    small = np.uint8(20)
    plan = Configuration(games=small, position=Position("standard-4"), seed=small, shard_size=small)  # type: ignore[arg-type]
    assert plan == Configuration(games=20, position=Position("standard-4"), seed=20, shard_size=20)
    assert kept(tmp_path, plan, part=Part(np.int64(1), np.int64(1))).games == 20  # type: ignore[arg-type]
    assert Configuration.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
    for summary in volo.simulate.run(np.int64(20)):  # type: ignore[arg-type]
        assert summary.games == 20


@pytest.mark.parametrize("missing", ["pyarrow", "ray"])
def test_a_run_on_ray_recommends_one_extra(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(volo.VoloError, match=rf'{missing}, which is not installed: pip install "volo\[ray\]"'):
        kept(tmp_path, cluster="ray")

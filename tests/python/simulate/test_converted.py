"""Kept games as tables of their plays and as records, and kept again from records."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import complaint, output, run
from support.kept import contents
from volo import Game, KeptGamesError, UnfinishedGamesError
from volo.recorded import RecordedGames
from volo.records import read_records, write_records
from volo.simulate import Configuration, keep, keep_records, scan_plays, scan_shards
from volo.simulate import shard as shard_module
from volo.simulate.converted import tagged

PLAN = Configuration(games=70, position="standard-4", seed=3, shard_size=20)


def records_of(folder: Path) -> list[Game]:
    return [game for rows in scan_shards(folder) for game in tagged(folder, rows)]


def test_plays_of_a_folder_are_those_of_the_games_played(finished: Path) -> None:
    played = volo.play_random(70, position="standard-4", seed=3, record=True)
    with patch.object(RecordedGames, "plays", autospec=True, side_effect=RecordedGames.plays) as asked:
        table = scan_plays(finished, threads=2).read_all()
    assert {call.kwargs["threads"] for call in asked.call_args_list} == {2}
    assert {name: set(table.column(name).to_pylist()) for name in ("orange", "blue")} == {
        "orange": {"uniform"},
        "blue": {"uniform"},
    }
    players = ["orange", "blue"]  # random games do not know theirs
    assert table.combine_chunks().drop(players) == played.plays().drop(players)
    estimates = scan_plays(finished, estimate=True).read_all().combine_chunks()
    assert estimates.drop(players) == played.plays(estimate=True).drop(players)
    shard = scan_plays(finished / "games-000000000040.parquet").read_all()
    assert shard.combine_chunks() == table.filter(pa.compute.is_in(table["game"], pa.array(range(40, 60))))
    rows = list(scan_shards(finished))[1]
    assert [len(game) for game in rows] == rows.plies.tolist()
    assert rows.plays().column("game").to_pylist()[-1] == 39


def test_plays_of_an_unfinished_folder_are_refused(tmp_path: Path) -> None:
    partial, target = tmp_path / "partial", str(tmp_path / "plays.parquet")
    list(islice(keep(partial, PLAN), 2))  # a whole shard, and a part of the next one
    with pytest.raises(UnfinishedGamesError):
        scan_plays(partial).read_all()
    known = scan_plays(partial, unfinished=True).read_all()
    assert known.column("game").to_pylist()[-1] == 19
    assert "use --unfinished" in complaint(1, "convert", str(partial), target)
    assert f"{known.num_rows} plays are in" in output("convert", str(partial), target, "--unfinished")


def test_plays_are_converted_to_a_file(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plays.parquet"
    path.write_text("PAR1 before")
    # The records have the same games, and are played in two chunks.
    records = str(tmp_path / "games.volo")
    write_records(records, records_of(finished))
    monkeypatch.setattr("volo.cli.convert._CHUNK", 40)
    table = scan_plays(finished).read_all().combine_chunks()
    for name in str(finished), records:
        assert output("convert", name, str(path)) == f"{table.num_rows:,} plays are in {path}\n"
        found = pq.read_table(path)
        assert found.cast(table.schema).combine_chunks().equals(table)
        assert list(json.loads(found.schema.metadata[b"volo.columns"])) == table.column_names
    assert output("convert", "--estimate", str(finished), str(path), "--threads", "1")
    estimates = scan_plays(finished, estimate=True).read_all().column("estimate")
    assert pq.read_table(path).column("estimate").to_pylist() == estimates.to_pylist()
    # A table of plays is not taken for games, and may be replaced.
    for command in ["summarize", str(path)], ["convert", str(path), str(tmp_path / "a.volo")]:
        assert "the metadata have no configuration of a run, as those of a table of plays" in complaint(2, *command)
    (link := tmp_path / "link.parquet").symlink_to(path)
    assert output("convert", str(finished), str(link))


def test_a_failed_conversion_leaves_the_old_file(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "plays.parquet"
    path.write_text("PAR1 before")
    (folder / "games-000000000060.parquet").write_bytes(b"damaged")
    assert "damaged" in complaint(2, "convert", str(folder), str(path))
    assert path.read_text() == "PAR1 before"
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["plays.parquet"]


def test_a_shard_is_known_by_its_content(finished: Path, tmp_path: Path) -> None:
    (shard := tmp_path / "shard").write_bytes((finished / "games-000000000020.parquet").read_bytes())
    for command in ["convert", str(shard), str(tmp_path / "a.volo")], ["summarize", str(shard)]:
        assert output(*command).startswith("20 games ")
    with read_records(str(tmp_path / "a.volo")) as games:
        assert list(games) == records_of(finished)[20:40]
    assert output("convert", str(finished), "-", "--to", "volo").count('[Seed "3"]') == 70


def test_kept_games_are_not_replaced_by_what_is_made_of_them(finished: Path, tmp_path: Path) -> None:
    before = contents(finished)
    shard, copy = str(finished / "games-000000000020.parquet"), tmp_path / "copy.parquet"
    copy.write_bytes(Path(shard).read_bytes())
    for name in "plays.parquet", "games-000000000000.parquet", "_manifest.jsonl":
        assert f"{finished} has kept games" in complaint(2, "convert", shard, str(finished / name))
    (link := tmp_path / "link.parquet").symlink_to(copy)
    for target in copy, link:
        assert f"{target} is a shard of kept games" in complaint(2, "convert", str(copy), str(target))
    assert (contents(finished), copy.read_bytes()) == (before, Path(shard).read_bytes())


def test_an_edited_shard_is_refused_with_its_game(finished: Path, tmp_path: Path) -> None:
    table = pq.read_table(finished / "games-000000000020.parquet")
    moves = table["moves"].to_pylist()
    moves[5][3] = moves[5][2]
    column = table.schema.get_field_index("moves")
    edited = tmp_path / "edited.parquet"
    pq.write_table(table.set_column(column, table.schema.field(column), pa.array(moves, table["moves"].type)), edited)
    for name in "a.volo", "a.parquet":
        problem = complaint(2, "convert", str(edited), str(tmp_path / name))
        assert problem.startswith(f"{edited}: game 25")
        assert "ply 4: illegal move" in problem


ENGINE = Configuration(5, "abstract-play-4", seed=2**64 - 1, policy=("careful", "engine:20,temperature=1"))
LATE = Configuration(games=30, position=volo.Position("french-4").play("a3"), max_plies=9)


@pytest.mark.parametrize(("plan", "suffix"), [(PLAN, ".volo.gz"), (ENGINE, ".jsonl"), (LATE, ".json")])
def test_records_of_kept_games_become_the_same_folder(plan: Configuration, suffix: str, tmp_path: Path) -> None:
    list(keep(tmp_path / "games", plan))
    files = contents(tmp_path / "games")
    records, again = str(tmp_path / f"records{suffix}"), tmp_path / "again"
    assert output("convert", str(tmp_path / "games"), records) == f"{plan.games} games are in {records}\n"
    with read_records(records) as games:
        tags = next(games).tags
    assert (tags["Seed"], tags["Number"], tags["Blue"]) == (str(plan.seed), "0", plan.policy[1])
    assert output("convert", records, str(again)) == f"{plan.games} games are in {again}\n"
    assert contents(again) == files
    # A finished folder is verified only.
    assert output("convert", records, f"{again}/")
    assert contents(again) == files


def test_keeping_records_continues(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard_module, "GAMES_PER_GROUP", 7)
    games = records_of(finished)
    assert [each.games for each in islice(keep_records(tmp_path / "again", games), 5)] == [7, 14, 20, 27, 34]
    assert len(list((tmp_path / "again").glob("*.parquet"))) == 1
    *_, last = keep_records(tmp_path / "again", games)
    assert last.games == 70
    list(keep_records(tmp_path / "whole", games, threads=1))
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")


def changed(tag: str, value: str, number: int = 30) -> Callable[[list[Game]], object]:
    return lambda games: games[number].tags.update({tag: value})


def other_start(games: list[Game]) -> None:
    games[30] = Game("french-4")
    games[30].tags = games[29].tags | {"Number": "30"}


WRONG: Iterable[tuple[Callable[[list[Game]], object], str]] = [
    (list.clear, "there are no games"),
    (lambda games: games[0].tags.pop("Seed"), "a record lacks the tags Seed, which"),
    (lambda games: games[0].tags.pop("Number"), "a record lacks the tags Number, which"),
    (changed("MaxPlies", "many", 0), "the tag MaxPlies is not a number: 'many'"),
    (changed("Seed", "-1", 0), "the configuration is invalid: seed must be 0 to"),
    (changed("Orange", "Anna", 0), "the configuration is invalid: .*Anna"),
    (changed("Seed", "4"), "the record of game 30 is one of another run: seed: 4, not 3"),
    (changed("Blue", "careful"), "the record of game 30 is one of another run: blue: careful, not uniform"),
    (changed("Number", "31"), "a record has the number 31, not 30: that game is missing"),
    (lambda games: games.pop(0), "a record has the number 1, not 0: that game is missing"),
    (lambda games: games.pop(30), "a record has the number 31, not 30"),
    (lambda games: games.pop(), "there are 69 of 70 games: those from 69 on are missing"),
    (lambda games: games.append(games[-1]), "there are more records than the 70 games"),
    (lambda games: games[30].pop(), "the record of game 30 has no move at ply .*, and the game with its tags has "),
    (other_start, "the record of game 30 is one of another run: position: "),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_records_that_are_not_those_of_a_run_are_refused(
    change: Callable[[list[Game]], object], message: str, finished: Path, tmp_path: Path
) -> None:
    games = records_of(finished)
    change(games)
    # The second folder has all games already, and the third one most of them.
    for name in "whole", "part":
        shutil.copytree(finished, tmp_path / name)
    (tmp_path / "part" / "games-000000000060.parquet").unlink()
    for name in "again", "whole", "part":
        with pytest.raises(KeptGamesError, match=message):
            list(keep_records(tmp_path / name, games))
    # Only shards of the run are ever written.
    found = contents(tmp_path / "again") if (tmp_path / "again").exists() else {}
    files = contents(finished)
    assert all(files[name] == data for name, data in found.items() if name.endswith(".parquet"))


def test_what_cannot_be_converted_is_refused(tmp_path: Path) -> None:
    list(keep(tmp_path / "games", Configuration(games=1, position="standard-4")))
    write_records(tmp_path / "a.volo", [Game("standard-4", ["a3"])])
    for arguments, message in (
        ("games again", "both folders"),
        ("a.volo again", "a record lacks the tags Games, Seed, MaxPlies"),
        ("a.volo again", "again has no suffix, so it is the folder of kept games to write"),
        ("games b.volo --lenient", "--lenient is for files of records"),
        ("games b.volo --estimate", "--estimate needs"),
        ("games b.volo --threads 2", "--threads needs"),
        ("a.volo a.jsonl --unfinished", "--unfinished is for folders"),
        ("games plays.parquet --threads 0", "threads"),
    ):
        done = run("convert", *arguments.split(), cwd=tmp_path)
        assert done.returncode == 2
        assert message in done.stderr.decode()
        assert {each.name for each in tmp_path.iterdir()} == {"games", "a.volo"}

"""Files of other versions: what older ones wrote is read, and what newer ones wrote is an error that names both."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import complaint, output
from support.data import DATA
from support.kept import contents
from volo import KeptGamesError, Position, UnknownCounterError, VoloError, engine
from volo._volo import _restore_batch
from volo.engine.match import Match, Spec
from volo.play.kept import KeptGames
from volo.reference.proofs import sealed
from volo.report import Plan, Results, collect
from volo.simulate import (
    Configuration,
    Summary,
    keep,
    merge,
    plot_summary,
    read_games,
    scan,
    scan_shards,
    summary_from_json,
    summary_to_json,
)
from volo.simulate.manifest import read_manifest
from volo.simulate.storage.local import LocalFolder
from volo.simulate.summary import sections

HERE = volo.__version__
PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=10)
SHARD_SUMMARY = "volo.simulate.shard.summary_to_json"
Uses = list[Callable[[], object]]


def played(games: int = 25, seed: int = 0) -> Summary:
    return Summary.of(volo.play_random(games, position="standard-4", seed=seed, tally=True))


def without(summary: Summary, counter: str) -> Summary:
    """The summary as a version that did not have a counter wrote it."""
    document = json.loads(summary_to_json(summary))
    del document["counters"][counter]
    return summary_from_json(json.dumps(document))


@contextmanager
def other_version(version: str, changes: Mapping[str, object]) -> Iterator[None]:
    """Let this version write kept games as another one, under its number."""
    numbers = {f"volo.simulate.{module}.__version__": version for module in ("versions", "document")}
    with pytest.MonkeyPatch.context() as patch:
        for target, value in {**numbers, **changes}.items():
            patch.setattr(target, value)
        yield


def match(path: Path, pairs: int = 2) -> list[float]:
    run = Match(Spec.parse("careful"), Spec.parse("uniform"), start="standard-4", pairs=pairs)
    return [pair.points for pair in run.run(checkpoint=path)]


def report(path: Path, games: int = 4) -> list[float]:
    return [each.played for each in collect(Plan(["standard-4"], games=games, nodes=8), folder=path.parent)]


def reheaded(path: Path, **members: object) -> None:
    """Change members of the first line of a journal. None removes a member."""
    heading, rest = path.read_text(encoding="utf-8").split("\n", 1)
    changed = {key: value for key, value in {**json.loads(heading), **members}.items() if value is not None}
    path.write_text(f"{json.dumps(changed)}\n{rest}", encoding="utf-8")


# What newer versions wrote: each function writes it and returns calls that must refuse it.


def newer_summary(_: Path, turns: int = 0, **members: object) -> Uses:
    document = json.loads(summary_to_json(played()))
    counters = document["counters"] | ({"turns": turns} if turns else {})
    changed = json.dumps(document | {"volo": "99", "counters": counters} | members)
    return [lambda: summary_from_json(changed)]


def newer_folder(folder: Path, **changes: object) -> Uses:
    with other_version("99", {f"volo.simulate.{name.replace('__', '.')}": value for name, value in changes.items()}):
        list(keep(folder, PLAN))
    merged = folder.parent / "all"
    return [lambda: list(keep(folder, PLAN)), lambda: [*read_games(folder)], lambda: [*merge(merged, [folder])]]


def newer_shards(folder: Path, **changes: object) -> Uses:
    keeping, *_ = newer_folder(folder, **changes)
    (folder / "_manifest.jsonl").unlink()
    return [keeping]


def newer_match(path: Path, **members: object) -> Uses:
    match(path)
    reheaded(path, volo="99", **members)
    return [lambda: match(path)]


def newer_checkpoint(path: Path) -> Uses:
    path.write_bytes(b"VOLOTAB\2 and anything else")
    return [lambda: engine.solve("standard-4", 6, checkpoint=path)]


def newer_proof(_: Path) -> Uses:
    proof = (DATA / "proofs" / "loss.volo").read_bytes()
    assert engine.check_proof(proof).value == "loss"
    return [lambda: engine.check_proof(proof[:7] + b"\3" + proof[8:])]


def member(name: str, value: object, to_dict: Any = Configuration.to_dict) -> dict[str, object]:
    return {
        "Configuration__to_dict": lambda self: {**to_dict(self), name: value},
        "Configuration__from_dict": lambda *_: PLAN,
    }


WRITTEN = f"; it was written by volo 99, and this is volo {HERE}"
WROTE = f": volo 99 wrote this file, and this is volo {HERE}"
UNKNOWN = f"of the format is unknown to volo {HERE}, which reads version 1"
FORMAT = {"manifest__FORMAT": 3, "shard__FORMAT": 3}
CURFEW = "the configuration has the unknown member 'curfew'"


@pytest.mark.parametrize(
    ("write", "changes", "problem"),
    [
        (newer_summary, {"version": 2}, f"summary has version 2 of its format, and this volo reads version 1{WRITTEN}"),
        (newer_summary, {"turns": 5}, f"the summary has the unknown counter 'turns'{WRITTEN}"),
        (newer_folder, member("curfew", 5), CURFEW + WRITTEN),
        (newer_folder, member("orange", "telepathic"), f"the configuration is invalid: .*{WRITTEN}"),
        (newer_folder, member("position", "5/4 o 0 moonlight"), f"the configuration is invalid: .*{WRITTEN}"),
        (newer_folder, FORMAT, f"the folder has version 3 of its format, and this volo reads version 2{WRITTEN}"),
        (newer_shards, member("curfew", 5), CURFEW + WRITTEN),
        (newer_shards, FORMAT, f"the shard has version 3 of its format, and this volo reads version 2{WRITTEN}"),
        (newer_match, {"format": "volo match 2"}, f"expected the format 'volo match 1', not 'volo match 2'{WROTE}"),
        (newer_match, {"komi": 5}, f"a match has the unknown member 'komi'{WROTE}"),
        (lambda _: [lambda: Results.from_dict({"volo": "99"})], {}, "the member 'format'; volo 99 wrote them, and"),
        (lambda _: [lambda: _restore_batch(b"VOLB\2 and anything else", 1)], {}, f"version 2 {UNKNOWN}"),
        (newer_checkpoint, {}, f"version 2 {UNKNOWN}, at byte 7"),
        (newer_proof, {}, f"version 3 {UNKNOWN} and 2, at byte 7"),
    ],
)
def test_what_a_newer_version_wrote_is_refused_and_unchanged(
    write: Callable[..., Uses], changes: dict[str, object], problem: str, tmp_path: Path
) -> None:
    uses = write(tmp_path / "file", **changes)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for use in uses:
        with pytest.raises(VoloError, match=problem):
            use()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_counter_of_a_newer_version_hides_the_summary_and_not_the_games(tmp_path: Path) -> None:
    def turns(summary: Summary) -> str:
        return summary_to_json(summary).replace('"adds":', '"turns": 1, "adds":')

    with other_version("99", {SHARD_SUMMARY: turns}):
        list(keep(tmp_path, PLAN))
    problem = "the summary has the unknown counter 'turns'; it was written by volo 99, and this is"
    assert problem in complaint(2, "summarize", str(tmp_path))
    assert len(list(read_games(tmp_path))) == PLAN.games


# Two games: Orange adds and Blue passes, and then each of them adds.
OLD_SUMMARY = """{
  "format": "volo summary", "version": 1, "volo": "0.0.9", "edge": 4, "games": 2, "an old figure": 5,
  "counters": {
    "flock_wins": {"orange": 0, "blue": 0}, "handed_over": {"orange": 0, "blue": 0},
    "stuck_wins": {"orange": 0, "blue": 0}, "first_mover_wins": 0, "draws": 0, "truncated": 2, "lengths": [0, 0, 2],
    "legal_moves": [60, 59], "adds": 3, "passes": 1, "in_file": [], "side_by_side": []
  }
}"""
OLD_UNKNOWN = {
    *("single", "clearings", "deciding_clearings", "won_after_clearing", "lost_after_clearing", "adds_on", "flocks_on")
}


class TestSummariesOfOlderVersions:
    def test_they_are_read(self) -> None:
        summary = summary_from_json(OLD_SUMMARY)
        assert (summary.games, summary.truncated, summary.passes, summary.tally.lengths) == (2, 2, 1, (0, 0, 2))
        assert summary.tally.unknown == OLD_UNKNOWN
        with pytest.raises(UnknownCounterError, match="counter single is unknown, because an older version") as error:
            _ = summary.tally.single
        assert error.value.counter == "single"
        assert [row[0] for row in sections(summary)[2]] == ["Adds", "Passes"]
        assert set(json.loads(summary_to_json(summary))) >= {"results", "plies", "legal_moves"}
        assert "moves" not in json.loads(summary_to_json(summary))

    @pytest.mark.parametrize("counter", sorted({*volo._volo._COUNTERS} - {"lengths"}))
    def test_each_counter_may_be_unknown(self, counter: str, tmp_path: Path) -> None:
        whole = played()
        summary = without(whole, counter)
        tally = summary.tally
        assert tally.unknown == {counter}
        with pytest.raises(UnknownCounterError, match=f"the counter {counter} is unknown"):
            getattr(tally, counter)
        assert tally._known() == {name: value for name, value in whole.tally._known().items() if name != counter}
        for other in pickle.loads(pickle.dumps(tally)), copy.deepcopy(tally):
            assert (other, hash(other), repr(other), other.unknown) == (tally, hash(tally), repr(tally), {counter})
        assert f"unknown=['{counter}']" in repr(tally)
        assert tally != whole.tally
        assert (tally.agrees(whole.tally), tally.agrees(played(26).tally)) == (True, False)
        both = without(whole, "draws") + summary
        assert both.tally.unknown == {counter, "draws"}
        assert both.games == 2 * whole.games
        assert summary + Summary() == Summary() + summary == summary == summary_from_json(summary_to_json(summary))
        shown = [row for rows in sections(summary) for row in rows]
        assert {*shown} <= {row for rows in sections(whole) for row in rows}
        assert summary._repr_html_().count("<tr>") == 1 + len(shown)
        assert repr(summary).startswith("<Summary of 25 games: ")
        figures, all_figures = (json.loads(summary_to_json(each)) for each in (summary, whole))
        assert {**all_figures, **figures, "counters": all_figures["counters"]} == all_figures
        plot_summary(summary, tmp_path / "summary.svg")


class TestKeptGamesOfOlderVersions:
    """Version 0.0.9 neither had a limit of plies nor counted passes."""

    @pytest.fixture
    def old(self, tmp_path: Path) -> Path:
        to_dict = Configuration.to_dict
        changes = {
            "volo.simulate.Configuration.to_dict": lambda self: {
                key: value for key, value in to_dict(self).items() if key != "max_plies"
            },
            SHARD_SUMMARY: lambda summary: summary_to_json(without(summary, "passes")),
        }
        with other_version("0.0.9", changes):
            list(keep(tmp_path / "old", PLAN))
        return tmp_path / "old"

    def test_a_folder_is_read_counted_again_and_merged_and_not_continued(self, old: Path, tmp_path: Path) -> None:
        new = tmp_path / "new"
        list(keep(new, PLAN))
        assert [game.moves for game in read_games(old)] == [game.moves for game in read_games(new)]
        assert scan(old).count_rows() == PLAN.games
        assert read_manifest(LocalFolder(old))[0].configuration == PLAN
        table = output("summarize", str(old))
        assert ("Passes" in table, "Adds" in table) == (False, True)
        assert "An older version of volo did not count passes. volo summarize --check counts" in table
        assert "did not count" not in output("summarize", str(old), "--check")
        again, first = (json.loads(output("summarize", str(each), "--check", "--json")) for each in (old, new))
        assert again == first
        assert KeptGames(old).statistics() == KeptGames(new).statistics()
        list(merge(tmp_path / "all", [old]))
        merged, before = contents(tmp_path / "all"), contents(old)
        assert {name for name in before if merged[name] != before[name]} <= {"_manifest.jsonl"}
        assert len(list(read_games(tmp_path / "all"))) == PLAN.games
        (old / "games-000000000020.parquet").unlink()
        before = contents(old)
        problem = f"^{old} was begun with versions that may write other bytes: volo: 0.0.9, not {HERE}$"
        with pytest.raises(KeptGamesError, match=problem):
            list(keep(old, PLAN))
        assert contents(old) == before

    def test_a_wrong_counter_fails_the_check(self, tmp_path: Path) -> None:
        other = summary_to_json(without(played(seed=5), "passes"))
        with other_version("0.0.9", {SHARD_SUMMARY: lambda _: other}):
            list(keep(tmp_path, replace(PLAN, seed=4, shard_size=25)))
        assert "the summary does not match the games" in complaint(1, "summarize", str(tmp_path), "--check")

    def test_a_folder_of_format_1_is_read_and_merged_and_not_continued(self, tmp_path: Path) -> None:
        """Its shards have the number of games of the run, and fewer columns."""
        old, plan = tmp_path / "old", Configuration(games=6, position=Position("standard-4"), seed=3, shard_size=4)
        shutil.copytree(DATA / "kept-1", old)
        list(keep(tmp_path / "new", plan))
        assert [game.moves for game in read_games(old)] == [game.moves for game in read_games(tmp_path / "new")]
        assert "6 games" in output("summarize", str(old), "--check")
        for rows, copied in zip(scan_shards(old), map(pickle.loads, map(pickle.dumps, scan_shards(old))), strict=True):
            assert (rows.configuration, len(rows)) == (plan, len(copied))
            assert rows.number.dtype == np.int64
            assert rows.moves.tolist() == copied.moves.tolist()
            for each in rows, copied:
                with pytest.raises(KeptGamesError, match="the column adds is unknown, because an older version"):
                    _ = each.adds
                assert not hasattr(each, "feathers")
        assert scan(old).to_table().schema.equals(pq.read_schema(old / "games-000000000000.parquet"))
        list(merge(tmp_path / "all", [old]))
        with pytest.raises(KeptGamesError, match="are of different runs: format: 1, not 2"):
            list(merge(tmp_path / "both", [old, tmp_path / "new"]))
        for games in 6, 9:
            with pytest.raises(KeptGamesError, match="versions that may write other bytes: format: 1, not 2"):
                list(keep(old, replace(plan, games=games)))
        assert contents(tmp_path / "all") == contents(old) == contents(DATA / "kept-1")


@pytest.mark.parametrize(
    ("run", "name", "more", "null", "problem"),
    [
        (match, "match", 3, {"clock": None}, "other versions can play other games, so that this match cannot go on"),
        (report, "standard-4.jsonl", 8, {}, "this report cannot go on"),
    ],
)
def test_a_journal_of_an_older_version_is_read_and_not_continued(
    run: Callable[..., list[float]], name: str, more: int, null: dict[str, None], problem: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    run(path)
    results = run(path)  # without playing
    heading = json.loads(path.read_bytes().splitlines()[0])
    # A member that the older version did not have was null.
    assert all(heading[key] is None for key in null)
    reheaded(path, volo="0.0.9", **null)
    before = path.read_bytes()
    assert run(path) == results
    with pytest.raises(VoloError, match=f"{problem}: volo 0.0.9 wrote this file, and this is volo {HERE}$"):
        run(path, more)
    assert path.read_bytes() == before


def test_a_batch_of_version_1_is_read() -> None:
    # No limit of plies, no reset, no opponent; no generators, a seed, four games on edge 4.
    head = b"VOLB\1" + bytes(5) + b"\0\0" + b"\0" + struct.pack("<QQ", 7, 4)
    games = b""
    for number in range(1, 5):
        # New rules: edge 4, no limit of birds, how to pass, who wins if nobody goes on. Then the birds of both.
        games += bytes([1 << 3, 4, 0, number, 1 + number % 2]) + bytes.fromhex("0800010120200004")
        games += b"\x20" + struct.pack("<I", 0) + b"\0"  # the start itself, no plies, Orange
    rules = [each.rules for each in _restore_batch(sealed(head + games), 1).positions]
    assert [each.passing for each in rules] == ["standard", "forced", "own-regions", "no-flight"]
    assert [each.stuck for each in rules] == ["last-mover-wins", "draw"] * 2
    assert [each.supply for each in rules] == [None] * 4


# The head, the position after its length, its two keys, the positions searched for either player, the number of
# entries, an entry (a key, two numbers and the work), and the checksum.
CHECKPOINT = (
    b"VOLOTAB\1"
    + struct.pack("<H", 38)
    + b"2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"
    + bytes.fromhex("2020000402404000000000000000000020200004024040100000000000000000")
    + struct.pack("<QQQ", 1, 0, 1)
    + bytes.fromhex("2020000402404000000000000000000001000000020000000100000000000000")
    + bytes.fromhex("036b660d914efdc1")
)


def test_a_checkpoint_of_version_1_is_read(tmp_path: Path) -> None:
    path = tmp_path / "search"
    path.write_bytes(CHECKPOINT)
    assert engine.solve("standard-4", 6, checkpoint=path).nodes == 6

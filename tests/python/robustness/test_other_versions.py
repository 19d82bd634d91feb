"""Files of other versions: what older ones wrote is read, and what newer ones wrote is an error that names both."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
import struct
from collections.abc import Callable, Iterator
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
from volo.simulate import shard as shard_module
from volo.simulate.manifest import read_manifest
from volo.simulate.storage.local import LocalFolder
from volo.simulate.summary import sections

HERE = volo.__version__

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


def played(games: int = 40) -> Summary:
    return Summary.of(volo.play_random(games, position="standard-4", tally=True))


def without(summary: Summary, counter: str) -> Summary:
    """The summary as a version that did not have a counter wrote it."""
    document = json.loads(summary_to_json(summary))
    del document["counters"][counter]
    return summary_from_json(json.dumps(document))


class TestSummaries:
    def test_the_summary_of_an_older_version_is_read(self) -> None:
        summary = summary_from_json(OLD_SUMMARY)
        assert (summary.games, summary.truncated, summary.passes, summary.tally.lengths) == (2, 2, 1, (0, 0, 2))
        assert summary.tally.unknown == OLD_UNKNOWN
        with pytest.raises(
            UnknownCounterError, match="the counter single is unknown, because an older version"
        ) as error:
            _ = summary.tally.single
        assert error.value.counter == "single"
        with pytest.raises(UnknownCounterError, match="clearings"):
            _ = summary.clearings
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
        known = {name: value for name, value in whole.tally._known().items() if name != counter}
        assert tally._known() == known
        for other in (
            pickle.loads(pickle.dumps(tally)),
            copy.copy(tally),
            copy.deepcopy(tally),
            without(whole, counter).tally,
        ):
            assert (other, hash(other), repr(other)) == (tally, hash(tally), repr(tally))
            assert other.unknown == tally.unknown
        assert f"unknown=['{counter}']" in repr(tally)
        assert tally != whole.tally
        assert tally.agrees(whole.tally)
        assert not tally.agrees(played(41).tally)
        both = without(whole, "draws") + summary
        assert both.tally.unknown == {counter, "draws"}
        assert both.games == 2 * whole.games
        assert summary + Summary() == Summary() + summary == summary
        assert summary_from_json(summary_to_json(summary)) == summary
        shown = {row for rows in sections(summary) for row in rows}
        assert shown <= {row for rows in sections(whole) for row in rows}
        assert str(summary).startswith("Games ")
        assert summary._repr_html_().count("<tr>") == 1 + len([row for rows in sections(summary) for row in rows])
        assert repr(summary).startswith(f"<Summary of {whole.games} games: ")
        figures, all_figures = (json.loads(summary_to_json(each)) for each in (summary, whole))
        assert {**all_figures, **figures, "counters": all_figures["counters"]} == all_figures
        plot_summary(summary, tmp_path / "summary.svg")

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"version": 2}, "the summary has version 2 of its format, and this volo reads version 1"),
            ({"counters": {"turns": 5}}, "the summary has the unknown counter 'turns'"),
        ],
    )
    def test_the_summary_of_a_newer_version_is_refused(self, change: dict[str, Any], problem: str) -> None:
        document = json.loads(summary_to_json(played()))
        counters = document["counters"] | change.pop("counters", {})
        text = json.dumps({**document, "volo": "99", **change, "counters": counters})
        with pytest.raises(VoloError, match=f"^{problem}; it was written by volo 99, and this is volo {HERE}$"):
            summary_from_json(text)


PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=10)
UNKNOWN = "passes"


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of version 0.0.9, which neither had a limit of plies nor counted passes."""
    folder = tmp_path / "old"
    with other_version("0.0.9", monkeypatch) as older:
        members = Configuration.to_dict
        older.setattr(
            Configuration, "to_dict", lambda self: {k: v for k, v in members(self).items() if k != "max_plies"}
        )
        older.setattr(shard_module, "summary_to_json", lambda summary: summary_to_json(without(summary, UNKNOWN)))
        list(keep(folder, PLAN))
    heading = json.loads((folder / "_manifest.jsonl").read_bytes().splitlines()[0])
    assert "max_plies" not in heading["configuration"]
    assert heading["writers"]["volo"] == "0.0.9"
    return folder


@contextmanager
def other_version(version: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let this version write under the number of another one."""
    with monkeypatch.context() as patch:
        for module in ("versions", "document"):
            patch.setattr(f"volo.simulate.{module}.__version__", version)
        yield patch


class TestKeptGames:
    def test_a_folder_of_an_older_version_is_read(self, old: Path, tmp_path: Path) -> None:
        assert [game.moves for game in read_games(old)] == [game.moves for game in played_games(tmp_path / "new")]
        assert scan(old).count_rows() == PLAN.games
        table = output("summarize", str(old))
        assert ("Passes" in table, "Adds" in table) == (False, True)
        assert "An older version of volo did not count passes. volo summarize --check counts" in table
        assert "did not count" not in output("summarize", str(old), "--check")
        assert read_manifest(LocalFolder(old))[0].configuration == PLAN

    def test_kept_games_are_counted_again(self, old: Path, tmp_path: Path) -> None:
        played_games(tmp_path / "new")
        again, new = (output("summarize", str(folder), "--check", "--json") for folder in (old, tmp_path / "new"))
        assert json.loads(again) == json.loads(new)
        assert KeptGames(old).statistics() == KeptGames(tmp_path / "new").statistics()

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
                with pytest.raises(
                    KeptGamesError, match="the column adds is unknown, because an older version of volo"
                ):
                    _ = each.adds
                assert not hasattr(each, "feathers")
        assert scan(old).to_table().schema.equals(pq.read_schema(old / "games-000000000000.parquet"))
        list(merge(tmp_path / "all", [old]))
        assert contents(tmp_path / "all") == contents(old)
        with pytest.raises(KeptGamesError, match="are of different runs: format: 1, not 2"):
            list(merge(tmp_path / "both", [old, tmp_path / "new"]))
        for games in 6, 9:
            with pytest.raises(
                KeptGamesError, match="was begun with versions that may write other bytes: format: 1, not 2"
            ):
                list(keep(old, replace(plan, games=games)))
        assert contents(tmp_path / "all") == contents(old)

    def test_a_wrong_counter_of_an_older_version_fails_the_check(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with other_version("0.0.9", monkeypatch) as older:
            more = Summary(replace(played(25).tally))
            older.setattr(shard_module, "summary_to_json", lambda _: summary_to_json(without(more, UNKNOWN)))
            list(keep(tmp_path / "wrong", replace(PLAN, seed=4, shard_size=25)))
        assert "the summary does not match the games" in complaint(1, "summarize", str(tmp_path / "wrong"), "--check")

    def test_a_folder_of_an_older_version_is_merged_and_not_continued(self, old: Path, tmp_path: Path) -> None:
        list(merge(tmp_path / "all", [old]))
        merged, before = contents(tmp_path / "all"), contents(old)
        assert {name for name in before if merged[name] != before[name]} <= {"_manifest.jsonl"}
        assert len(list(read_games(tmp_path / "all"))) == PLAN.games
        (old / "games-000000000020.parquet").unlink()
        before = contents(old)
        with pytest.raises(KeptGamesError) as error:
            list(keep(old, PLAN))
        assert str(error.value) == (
            f"{old} was begun with versions that may write other bytes: volo: 0.0.9, not {HERE}"
        )
        assert contents(old) == before

    @pytest.mark.parametrize(
        ("member", "value", "problem"),
        [
            ("curfew", 5, "the configuration has the unknown member 'curfew'"),
            ("orange", "telepathic", "the configuration is invalid: .*"),
            ("position", "5/4 o 0 moonlight", "the configuration is invalid: .*"),
        ],
    )
    @pytest.mark.parametrize("has_manifest", [True, False])
    def test_a_folder_of_a_newer_version_is_refused_and_unchanged(
        self,
        has_manifest: bool,
        member: str,
        value: object,
        problem: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        with other_version("99", monkeypatch) as newer:
            members = Configuration.to_dict
            newer.setattr(Configuration, "to_dict", lambda self: {**members(self), member: value})
            newer.setattr(Configuration, "from_dict", lambda *_: PLAN)
            list(keep(tmp_path, PLAN))
        if not has_manifest:
            (tmp_path / "_manifest.jsonl").unlink()
        self.check_refused(tmp_path, problem, has_manifest=has_manifest)

    def test_a_counter_and_a_format_of_a_newer_version_are_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with other_version("99", monkeypatch) as newer:
            newer.setattr(
                shard_module,
                "summary_to_json",
                lambda each: summary_to_json(each).replace('"adds":', '"turns": 1, "adds":'),
            )
            list(keep(tmp_path / "counter", PLAN))
        with other_version("99", monkeypatch) as newer:
            for module in ("manifest", "shard"):
                newer.setattr(f"volo.simulate.{module}.FORMAT", 3)
            list(keep(tmp_path / "format", PLAN))
        assert "the summary has the unknown counter 'turns'; it was written by volo 99, and this is" in complaint(
            2, "summarize", str(tmp_path / "counter")
        )
        assert len(list(read_games(tmp_path / "counter"))) == PLAN.games
        self.check_refused(tmp_path / "format", "the folder has version 3 of its format, and this volo reads version 2")
        (tmp_path / "format" / "_manifest.jsonl").unlink()
        self.check_refused(
            tmp_path / "format",
            "the shard has version 3 of its format, and this volo reads version 2",
            has_manifest=False,
        )

    def check_refused(self, folder: Path, problem: str, *, has_manifest: bool = True) -> None:
        before = contents(folder)
        uses: list[Callable[[], object]] = [lambda: list(keep(folder, PLAN))]
        if has_manifest:
            uses += [lambda: list(read_games(folder)), lambda: list(merge(folder.parent / "all", [folder]))]
        for use in uses:
            with pytest.raises(KeptGamesError, match=f"{problem}; it was written by volo 99, and this is volo {HERE}"):
                use()
        assert contents(folder) == before


def played_games(folder: Path) -> Iterator[volo.Game]:
    list(keep(folder, PLAN))
    return read_games(folder)


def match(path: Path, pairs: int = 2) -> list[float]:
    run = Match(Spec.parse("careful"), Spec.parse("uniform"), start="standard-4", pairs=pairs)
    return [pair.points for pair in run.run(checkpoint=path)]


class TestJournals:
    """Those of matches and of reports."""

    def test_a_match_of_an_older_version_is_read_and_not_continued(self, tmp_path: Path) -> None:
        path = tmp_path / "match"
        points = match(path)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        heading = json.loads(lines[0])
        # A member that the older version did not have was null.
        assert heading.pop("clock") is None
        path.write_text(json.dumps({**heading, "volo": "0.0.9"}) + "\n" + "".join(lines[1:]), encoding="utf-8")
        assert match(path) == points
        before = path.read_bytes()
        with pytest.raises(volo.CheckpointError) as error:
            match(path, pairs=3)
        assert str(error.value) == (
            f"{path}: other versions can play other games, so that this match cannot go on: "
            f"volo 0.0.9 wrote this file, and this is volo {HERE}"
        )
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"format": "volo match 2"}, "expected the format 'volo match 1', not 'volo match 2'"),
            ({"komi": 5}, "a match has the unknown member 'komi'"),
        ],
    )
    def test_a_match_of_a_newer_version_is_refused(self, change: dict[str, Any], problem: str, tmp_path: Path) -> None:
        path = tmp_path / "match"
        match(path)
        heading, *pairs = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text(
            json.dumps({**json.loads(heading), "volo": "99", **change}) + "\n" + "".join(pairs), encoding="utf-8"
        )
        with pytest.raises(volo.CheckpointError, match=f"{problem}: volo 99 wrote this file, and this is volo {HERE}$"):
            match(path)

    def test_a_report_of_an_older_version_is_read_and_not_continued(self, tmp_path: Path) -> None:
        def collected(games: int) -> list[int]:
            return [each.played for each in collect(Plan(["standard-4"], games=games, nodes=8), folder=tmp_path)]

        collected(4)
        path = tmp_path / "standard-4.jsonl"
        path.write_text(path.read_text(encoding="utf-8").replace(HERE, "0.0.9", 1), encoding="utf-8")
        assert collected(4) == [1]
        with pytest.raises(
            VoloError, match=f"this report cannot go on: volo 0.0.9 wrote this file, and this is volo {HERE}"
        ):
            collected(8)

    def test_results_of_a_newer_version_are_refused(self) -> None:
        with pytest.raises(VoloError, match=f"the member 'format'; volo 99 wrote them, and this is volo {HERE}$"):
            Results.from_dict({"volo": "99"})


class TestBytes:
    """Batches, checkpoints and proofs: the bytes of version 1 are below, and in tests/data/proofs."""

    def test_a_batch_of_version_1_is_read(self) -> None:
        # No limit of plies, no reset, no opponent; no generators, a seed, four games on edge 4.
        head = b"VOLB\1" + bytes(5) + b"\0\0" + b"\0" + struct.pack("<QQ", 7, 4)
        games = b""
        for number in range(1, 5):
            # New rules: edge 4, no limit of birds, how to pass, who wins if nobody goes on. Then the birds of both.
            games += bytes([1 << 3, 4, 0, number, 1 + number % 2]) + bytes.fromhex("0800010120200004")
            games += b"\x20" + struct.pack("<I", 0) + b"\0"  # the start itself, no plies, Orange
        batch = _restore_batch(sealed(head + games), 1)
        assert [(each.rules.passing, each.rules.stuck) for each in batch.positions] == [
            ("standard", "last-mover-wins"),
            ("forced", "draw"),
            ("own-regions", "last-mover-wins"),
            ("no-flight", "draw"),
        ]
        assert [each.rules.supply for each in batch.positions] == [None] * 4
        with pytest.raises(
            VoloError, match=f"version 2 of the format is unknown to volo {HERE}, which reads version 1"
        ):
            _restore_batch(b"VOLB\2 and anything else", 1)

    def test_a_checkpoint_of_version_1_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "search"
        path.write_bytes(CHECKPOINT)
        assert engine.solve("standard-4", 6, checkpoint=path).nodes == 6
        path.write_bytes(b"VOLOTAB\2 and anything else")
        with pytest.raises(
            volo.CheckpointError,
            match=f"version 2 of the format is unknown to volo {HERE}, which reads version 1, at byte 7",
        ):
            engine.solve("standard-4", 6, checkpoint=path)

    def test_a_proof_of_a_newer_version_is_refused(self) -> None:
        proof = (DATA / "proofs" / "loss.volo").read_bytes()
        assert engine.check_proof(proof).value == "loss"
        with pytest.raises(
            VoloError,
            match=f"version 3 of the format is unknown to volo {HERE}, which reads version 1 and 2, at byte 7",
        ):
            engine.check_proof(proof[:7] + b"\3" + proof[8:])


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

"""Files of other versions: what this version does not know is an error that names both, and the rest is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import complaint, output
from support.data import DATA
from support.kept import contents
from volo import KeptGamesError, Position, VoloError, engine
from volo._volo import _restore_batch
from volo.engine.match import Match, Spec
from volo.report import Plan, Results, collect
from volo.simulate import Configuration, Summary, keep, merge, read_games, summary_from_json, summary_to_json
from volo.simulate.manifest import read_manifest
from volo.simulate.shard import _COLUMNS
from volo.simulate.storage.local import LocalFolder

HERE = volo.__version__
KEPT = DATA / "kept"
SHARD = "games-000000000000.parquet"
PLAN = Configuration(games=25, position=Position("standard-4"), seed=3, shard_size=10)
Uses = list[Callable[[], object]]


@contextmanager
def other_version(version: str, changes: Mapping[str, object]) -> Iterator[None]:
    """Let this version write kept games as another one, under its number and with changes of `volo.simulate`."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"versions.__version__": version, "document.__version__": version, **changes}.items():
            patch.setattr(f"volo.simulate.{name}", value)
        yield


def match(path: Path, pairs: int = 2) -> list[float]:
    run = Match(Spec.parse("careful"), Spec.parse("uniform"), start="standard-4", pairs=pairs)
    return [pair.points for pair in run.run(checkpoint=path)]


def report(path: Path, games: int = 4) -> list[float]:
    return [each.played for each in collect(Plan(["standard-4"], games=games, nodes=8), folder=path.parent)]


def reheaded(path: Path, **members: object) -> None:
    """Change members of the first line of a journal, and remove those that are null."""
    heading, rest = path.read_text(encoding="utf-8").split("\n", 1)
    changed = {key: value for key, value in {**json.loads(heading), **members}.items() if value is not None}
    path.write_text(f"{json.dumps(changed)}\n{rest}", encoding="utf-8")


def recounted(changes: Callable[[dict[str, Any]], dict[str, Any]], summary: Summary) -> str:
    document = json.loads(summary_to_json(summary))
    return json.dumps(document | {"counters": changes(document["counters"])})


# What other versions wrote: each function writes it and returns calls that must refuse it.


def summary(_: Path, turns: int = 0, **members: object) -> Uses:
    found = Summary.of(volo.play_random(25, position="standard-4", tally=True, seed=0))
    text = recounted(lambda counters: counters | ({"turns": turns} if turns else {}), found)
    changed = json.dumps(json.loads(text) | {"volo": "99"} | members)
    return [lambda: summary_from_json(changed)]


def folder(path: Path, **changes: object) -> Uses:
    with other_version("99", changes):
        list(keep(path, PLAN))
    return [lambda: [*keep(path, PLAN)], lambda: [*read_games(path)], lambda: [*merge(path.parent / "all", [path])]]


def shards(path: Path, **changes: object) -> Uses:
    keeping, *_ = folder(path, **changes)
    (path / "_manifest.jsonl").unlink()
    return [keeping, lambda: [*read_games(path / SHARD)]]


def columns(path: Path) -> Uses:
    _, reading, _ = folder(path, **{"shard._COLUMNS": dict([*_COLUMNS.items()][:-1])})
    return [reading, lambda: [*read_games(path / SHARD)]]


def journal(path: Path, run: Callable[[Path], object] = match, **members: object) -> Uses:
    run(path)
    reheaded(path, volo="99", **members)
    return [lambda: run(path)]


def results(_: Path, **members: object) -> Uses:
    return [lambda: Results.from_dict({"volo": "99", **members})]


def batch(_: Path) -> Uses:
    return [lambda: _restore_batch(b"VOLB\2 and anything else", 1)]


def checkpoint(path: Path) -> Uses:
    path.write_bytes(b"VOLOTAB\2 and anything else")
    return [lambda: engine.solve("standard-4", 6, checkpoint=path)]


def proof(_: Path) -> Uses:
    data = (DATA / "proofs" / "loss.volo").read_bytes()
    assert engine.check_proof(data).value == "loss"
    return [lambda: engine.check_proof(data[:7] + b"\3" + data[8:])]


def member(name: str, value: object, to_dict: Any = Configuration.to_dict) -> dict[str, object]:
    return {
        "Configuration.to_dict": lambda self: {**to_dict(self), name: value},
        "Configuration.from_dict": lambda *_: PLAN,
    }


def formats(number: int) -> dict[str, object]:
    return {"manifest.FORMAT": number, "shard.FORMAT": number}


BY = f"and this is volo {HERE}$"
WRITTEN = f"; it was written by volo 99, {BY}"
WROTE = f": volo 99 wrote this file, {BY}"
THEM = f"; volo 99 wrote them, {BY}"
UNKNOWN = f"of the format is unknown to volo {HERE}, which reads version 1"
CURFEW = "the configuration has the unknown member 'curfew'"
SUMMARY = "summary has version 2 of its format, and this volo reads version 1"


@pytest.mark.parametrize(
    ("write", "changes", "problem"),
    [
        (summary, {"version": 2}, SUMMARY + WRITTEN),
        (summary, {"version": 2, "volo": None}, f"{SUMMARY}; it was written by another version of volo, {BY}"),
        (summary, {"version": 2, "volo": HERE}, f"{SUMMARY}$"),
        (summary, {"version": True}, f"summary has version True of its format, and this volo reads version 1{WRITTEN}"),
        (summary, {"turns": 5}, f"the summary has the unknown counter 'turns'{WRITTEN}"),
        (folder, member("curfew", 5), CURFEW + WRITTEN),
        (folder, member("orange", "telepathic"), f"the configuration is invalid: .*{WRITTEN}"),
        (folder, member("position", "5/4 o 0 moonlight"), f"the configuration is invalid: .*{WRITTEN}"),
        (folder, formats(2), f"the folder has version 2 of its format, and this volo reads version 1{WRITTEN}"),
        (shards, formats(2), f"the shard has version 2 of its format, and this volo reads version 1{WRITTEN}"),
        (shards, formats(0), f"the shard has version 0 of its format, and this volo reads version 1{WRITTEN}"),
        (shards, member("curfew", 5), CURFEW + WRITTEN),
        (columns, {}, f"the file does not have the columns of a shard{WRITTEN}"),
        (journal, {"format": "volo match 2"}, f"expected the format 'volo match 1', not 'volo match 2'{WROTE}"),
        (journal, {"komi": 5}, f"a match has the unknown member 'komi'{WROTE}"),
        (journal, {"run": report, "format": "volo report 2"}, f"'volo report 1', not 'volo report 2'{WROTE}"),
        (results, {"version": 2}, f"a report have the version 2, and this volo reads 3{THEM}"),
        (results, {"format": "x"}, f"a report have the format x, and this volo reads volo report{THEM}"),
        (results, {}, f"must have the member 'format'{THEM}"),
        (batch, {}, f"version 2 {UNKNOWN}$"),
        (checkpoint, {}, f"version 2 {UNKNOWN}, at byte 7"),
        (proof, {}, f"version 3 {UNKNOWN} and 2, at byte 7"),
    ],
)
def test_what_this_version_does_not_know_is_refused_and_unchanged(
    write: Callable[..., Uses], changes: dict[str, object], problem: str, tmp_path: Path
) -> None:
    uses = write(tmp_path / "standard-4.jsonl", **changes)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for use in uses:
        with pytest.raises(VoloError, match=problem):
            use()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda counters: counters | {"turns": 1}, f"the summary has the unknown counter 'turns'{WRITTEN}"),
        (lambda counters: dict([*counters.items()][:-1]), "counters of the summary must have the member 'flocks_on'$"),
    ],
)
def test_a_shard_with_other_counters_has_no_summary_and_its_games(
    change: Callable[[dict[str, Any]], dict[str, Any]], problem: str, tmp_path: Path
) -> None:
    with other_version("99", {"shard.summary_to_json": partial(recounted, change)}):
        list(keep(tmp_path, PLAN))
    assert re.search(problem, complaint(2, "summarize", str(tmp_path)))
    assert len(list(read_games(tmp_path))) == PLAN.games


# What another version began.


def test_a_folder_of_another_version_is_read_and_merged_and_not_continued(tmp_path: Path) -> None:
    old, new, merged = (tmp_path / name for name in ("old", "new", "merged"))
    with other_version("0.0.9", {}):
        list(keep(old, PLAN))
    list(keep(new, PLAN))
    assert list(read_games(old)) == list(read_games(new))
    assert output("summarize", str(old), "--check", "--json") == output("summarize", str(new), "--json")
    list(merge(merged, [old]))
    assert contents(merged) == contents(old)
    (old / SHARD).unlink()
    before = contents(old)
    problem = f"^{old} was begun with versions that may write other bytes: volo: 0.0.9, not {HERE}$"
    with pytest.raises(KeptGamesError, match=problem):
        list(keep(old, PLAN))
    assert contents(old) == before


@pytest.mark.parametrize(
    ("run", "more", "problem"),
    [
        (match, 3, "other versions can play other games, so that this match cannot go on"),
        (report, 8, "other versions can play other games, so that this report cannot go on"),
    ],
)
def test_a_journal_of_another_version_is_read_and_not_continued(
    run: Callable[..., list[float]], more: int, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "standard-4.jsonl"
    run(path)
    again = run(path)  # without playing
    reheaded(path, volo="0.0.9")
    before = path.read_bytes()
    assert run(path) == again
    with pytest.raises(VoloError, match=f"{problem}: volo 0.0.9 wrote this file, {BY}"):
        run(path, more)
    assert path.read_bytes() == before


def test_the_kept_games_in_the_data_of_the_tests_are_in_this_format(tmp_path: Path) -> None:
    """After a change of the format, the command in CONTRIBUTING.md writes them again."""
    heading, _ = read_manifest(LocalFolder(KEPT))
    list(keep(tmp_path, heading.configuration))
    found = []
    for path in KEPT, tmp_path:
        line = json.loads((path / "_manifest.jsonl").read_bytes().splitlines()[0])
        metadata = pq.read_schema(path / SHARD).metadata
        for of_this_version in (line, "writers"), (line, "sha256"), (metadata, b"volo.version"):
            del of_this_version[0][of_this_version[1]]
        counted = output("summarize", str(path), "--check", "--json")
        found.append((line, metadata, counted, pq.read_table(path / SHARD).to_pylist()))
    assert found[0] == found[1]

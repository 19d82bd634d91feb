"""The reports of `volo simulate` and `volo summarize`."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import complaint, output
from volo.simulate import Configuration, Summary, summary_to_json
from volo.simulate.manifest import read_manifest, rewrite_manifest
from volo.simulate.storage.local import LocalFolder
from volo.simulate.summary import HEADINGS, sections

RULES = ("--rules", "standard-4")
KEPT = ("simulate", "--games", "150", *RULES, "--seed", "0", "--shard-size", "50", "--out")
PRINTED = ("simulate", "--games", "90", *RULES, "--seed", "3", "--shard-size", "20", "--json")
ABOUT = "150 games from the start, rules standard-4, seed 0"


def summarized(*arguments: str) -> list[str]:
    return output("summarize", *arguments).split("\n", 1)


def kept(folder: str, *arguments: str) -> str:
    return output(*KEPT, folder, *arguments).split("\n", 1)[1]


def test_the_table_has_the_figures_of_the_summary() -> None:
    text = output("simulate", "--games", "300", *RULES, "--seed", "5", "--max-plies", "30")
    *_, summary = volo.simulate.run(300, position=volo.Position("standard-4"), seed=5, max_plies=30)
    assert summary.truncated > 0
    title, *lines = text.splitlines()
    assert re.fullmatch(r"300 games from the start, rules standard-4, seed 5: [\d.,]+ s, [\d,]+ games/s", title)
    printed = [words for line in lines if (words := re.split(r" {2,}", line.strip("\u2500 "))) != [""]]
    rows = [HEADINGS, *(row for section in sections(summary) for row in section)]
    assert printed == [[text.strip() for text in row if text] for row in rows]


def test_kept_games_have_the_summary_that_the_run_printed() -> None:
    played = kept("games", "--plot", "played.svg")
    assert summarized("games", "--plot", "kept.svg") == [ABOUT, played]
    assert Path("played.svg").read_bytes() == Path("kept.svg").read_bytes()
    first = json.loads(output("simulate", "--games", "150", *RULES, "--seed", "0", "--json"))["summary"]
    assert first["games"] == 150
    for options in (["--check", "--threads", "1"], []):
        assert json.loads(output("summarize", "games", "--json", *options))["summary"] == first


def test_folders_shards_and_records_are_added_and_duplicates_are_refused() -> None:
    whole = kept("games")
    for part in "12":
        kept(part, "--part", f"{part}/2")
    shards = sorted(map(str, Path("games").glob("*.parquet")))
    for given in ["1", "2"], shards, ["--check", *shards]:
        assert summarized(*given) == [ABOUT, whole]
    for given in ["1", "games"], ["games", shards[0]]:
        assert f"of the same run is in both {given[0]} and {given[1]}" in complaint(2, "summarize", *given)
    volo.write_records("games.volo.gz", volo.read_games("games"))
    assert summarized("games.volo.gz") == ["150 games from games.volo.gz", whole]
    both = json.loads(output("summarize", "--json", "games.volo.gz", shards[0]))
    assert (both["records"], both["summary"]["games"]) == (["games.volo.gz"], 200)
    Path("link.volo").symlink_to("games.volo.gz")
    assert "are the same file" in complaint(2, "summarize", "games.volo.gz", "link.volo")
    Path("games.volo.gz").write_bytes(b"something else")
    assert complaint(2, "summarize", "games.volo.gz").startswith("games.volo.gz")


def test_only_runs_on_skies_of_the_same_edge_are_added() -> None:
    kept("one")
    kept("other", "--seed", "1")
    output("simulate", "--games", "5", "--out", "larger")
    title = "300 games from the start, rules standard-4, seed 0; from the start, rules standard-4, seed 1"
    assert summarized("one", "other")[0] == title
    assert "different edges, and are not added up; use --by rules" in complaint(2, "summarize", "one", "larger")


def test_games_of_different_rules_and_players_have_columns_of_their_own() -> None:
    kept("one")
    kept("other", "--seed", "1")
    for folder, rules in ("larger", "standard"), ("small", "french-4"):
        output("simulate", "--games", "40", "--rules", rules, "--policy", "careful,uniform", "--out", folder)
    assert "; 2 rule sets are added up, and --by rules has a column for each" in summarized("one", "small")[0]
    output("convert", "small", "small.volo")
    *_, one = volo.simulate.run(150, position="standard-4", seed=0)
    for small in "small", "small.volo":
        found = json.loads(output("summarize", "one", "other", "larger", small, "--by", "rules,players", "--json"))
        names = [(each["rules"], each["players"], each["summary"]["games"]) for each in found["groups"]]
        both = "careful and uniform"
        assert names == [("standard-4", "uniform", 300), ("standard", both, 40), ("french-4", both, 40)]
    groups = json.loads(output("summarize", "one", "small", "--by", "rules", "--json"))["groups"]
    assert groups[0]["summary"] == json.loads(summary_to_json(one))
    head, _, results, *_ = output("summarize", "one", "small", "--by", "players").strip().splitlines()
    assert re.split(r" {2,}", head.strip()) == ["Games", "uniform: 150", "careful and uniform: 40"]
    assert re.fullmatch(r" *Orange wins( +[\d.]+% \([\d.]+% to [\d.]+%\)){2} *", results)
    assert "expected rules, players or rules,players, not 'edge'" in complaint(2, "summarize", "one", "--by", "edge")
    assert "--plot draws one summary" in complaint(2, "summarize", "one", "--by", "rules", "--plot", "x.svg")


def test_a_summary_that_is_not_that_of_the_games_fails_the_check() -> None:
    kept("games")
    folder = LocalFolder(Path("games"))
    heading, entries = read_manifest(folder)
    shard = Path("games") / entries[0].shard.file
    # The manifest gets the checksum of the changed file.
    other = Summary.of(volo.play_random(50, position=volo.Position("standard-4"), seed=7, tally=True))
    table = pq.read_table(shard)
    metadata = {**(table.schema.metadata or {}), b"volo.summary": summary_to_json(other).encode()}
    pq.write_table(table.replace_schema_metadata(metadata), shard)
    data = shard.read_bytes()
    entries[0] = replace(entries[0], size=len(data), sha256=hashlib.sha256(data).hexdigest())
    rewrite_manifest(folder, heading, entries)
    output("summarize", "games")
    assert complaint(1, "summarize", "--check", "games") == f"{shard}: the summary does not match the games"


# Parts of a run of which only the printed JSON is kept


def printed(part: str) -> str:
    file = f"{part.replace('/', '-of-')}.json"
    Path(file).write_text(output(*PRINTED, "--part", part))
    return file


def test_summaries_of_parts_add_up_and_the_same_games_are_not_counted_twice() -> None:
    first, *others = files = [printed(f"{index}/3") for index in (1, 2, 3)]
    whole = json.loads(Path(printed("1/1")).read_text())
    configuration = whole["configuration"]
    assert (configuration["games"], configuration["position"]) == (90, volo.Position("standard-4").fen())
    added = json.loads(output("summarize", "--json", *files))
    assert added == {"configurations": [configuration], "summary": whole["summary"]}
    output(*PRINTED, "--part", "1/3", "--out", "part")
    assert json.loads(output("summarize", "--json", "part", *others)) == added
    output(*PRINTED, "--out", "games")
    for other in first, "1-of-1.json", "games":
        assert "have games of the same parts of a run" in complaint(2, "summarize", other, first)
    shard = "games/games-000000000060.parquet"
    assert complaint(2, "summarize", shard, first) == f"{first} has the games of {shard}"
    assert json.loads(output("summarize", "--json", shard, others[0]))["summary"]["games"] == 50


def test_other_files_are_refused() -> None:
    file = printed("1/3")
    assert complaint(2, "summarize", "--check", file) == f"{file} has no games to check"
    text = Path(file).read_text()
    for other in ("", "{}", "[" * 100_000, "\xff", " " * (1 << 25), text[:-2], text.replace('"1/3"', '"1/2"')):
        Path(file).write_text(other, encoding="latin-1")
        assert complaint(2, "summarize", file).startswith(f"{file}: ")


def test_a_dry_run_tells_what_the_run_takes(tmp_path: Path) -> None:
    run = ("simulate", "--games", "20000", *RULES, "--seed", "0", "--shard-size", "5000", "--part", "1/2")
    found = json.loads(output(*run, "--dry-run", "--json"))
    assert output(*run, "--out", str(tmp_path / "games"), "--dry-run").startswith("The run would take about")
    assert not (tmp_path / "games").exists()
    output(*run, "--out", str(tmp_path / "games"))
    size = sum(file.stat().st_size for file in (tmp_path / "games").glob("*.parquet"))
    assert (found["games"], found["shards"]) == (10_000, 2)
    assert found["bytes"] == pytest.approx(size, rel=0.1)
    assert min(found.values()) > 0
    assert "part 5/5 has no games, because the run has 4 shards" in complaint(2, *run[:-1], "5/5", "--dry-run")
    # Without --shard-size, a folder that grows keeps its own.
    output(*run[:-4], "--part", "1/2", "--games", "30000", "--out", str(tmp_path / "games"))
    assert len(list((tmp_path / "games").glob("*.parquet"))) == 3
    assert Configuration(20_000, RULES[1]).shard_size == 100_000
    assert [Configuration(games).shard_size for games in (1, 10**8, 10**9, 10**12)] == [10_000, 10_000, 100_000, 10**6]

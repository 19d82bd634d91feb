"""The reports of `volo simulate` and `volo summarize`."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import volo
from support.command_line import called, complaint, output
from volo.simulate import Summary, summary_to_json
from volo.simulate.manifest import read_manifest, rewrite_manifest
from volo.simulate.storage.local import LocalFolder

RULES = ("--rules", "standard-4")


def table(text: str) -> dict[str, list[str]]:
    """The rows of a printed table."""
    rows = [re.split(r" {2,}", line.strip()) for line in text.splitlines()[1:]]
    return {name: values for name, *values in rows if values}


class TestSimulate:
    def test_the_table_has_the_figures_of_the_summary(self) -> None:
        text = output("simulate", "--games", "300", "--rules", "standard-4", "--seed", "5", "--max-plies", "30")
        *_, summary = volo.simulate.run(300, position=volo.Position("standard-4"), seed=5, max_plies=30)
        assert summary.truncated > 0
        assert re.match(r"300 games from the start, rules standard-4, seed 5: [\d.,]+ s, [\d,]+ games/s\n", text)
        rows = table(text)
        low, high = summary.results["orange"].interval
        assert rows["Orange wins"] == [f"{summary.orange}", f"{summary.orange / 300:.1%}", f"{low:.1%} to {high:.1%}"]
        expected = {
            "Games": "Number",
            "Blue wins": f"{summary.blue}",
            "Truncated": f"{summary.truncated}",
            "Wins of the first mover, of all wins": f"{summary.first_mover.number}",
            "Wins handed over by clearing, of all wins": f"{summary.handed_over}",
            "Plies of a game, 95th percentile": f"{summary.length(0.95)}",
            "Legal moves per ply, mean": f"{summary.mean_legal_moves:.1f}",
            "Flights": f"{summary.flights:,}",
            "of 2 birds in file": f"{summary.tally.in_file[2]:,}",
            "of 3 birds side by side": f"{summary.tally.side_by_side[3]:,}",
            "Flights that cost the opponent birds": f"{summary.clearings:,}",
            "2 to 5 birds": f"{sum(summary.tally.clearings[2:6]):,}",
            "Birds lost by such a flight, mean": f"{summary.birds_cleared / summary.clearings:.1f}",
            "Wins of the player who cleared last": f"{summary.won_after_clearing.number}",
        }
        assert {name: rows[name][0] for name in expected} == expected
        assert sum(name.startswith("Legal moves at ply ") for name in rows) == 5
        points = 100 * (summary.first_mover.share - 0.5)
        assert rows["Advantage of moving first, in points"][0] == f"{points:+.1f}"

    @pytest.mark.skipif(os.name != "posix", reason="SIGPIPE as POSIX has it")
    def test_the_plot_is_written_even_if_the_output_is_not_read(self, tmp_path: Path) -> None:
        """As in `volo simulate --plot FILE | head -1`."""
        reading, writing = os.pipe()
        os.close(reading)
        plot = tmp_path / "summary.svg"
        command = [sys.executable, "-m", "volo", "simulate", "--games", "20", *RULES, "--plot", str(plot)]
        done = subprocess.run(command, stdout=writing, timeout=120, check=False)
        os.close(writing)
        assert done.returncode == -signal.SIGPIPE
        assert plot.read_text(encoding="utf-8").endswith("</svg>\n")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
    def test_the_summary_is_printed_even_if_the_plot_cannot_be_written(self, tmp_path: Path) -> None:
        plot = tmp_path / "summary.svg"
        plot.symlink_to("/dev/full")
        status, out, err = called("simulate", "--games", "20", *RULES, "--json", "--plot", str(plot))
        assert (status, json.loads(out)["summary"]["games"]) == (2, 20)
        assert err == f"volo: {plot}: No space left on device\n"


class TestSummarize:
    def kept(self, folder: Path, *arguments: str) -> str:
        """Keep games in a folder, and return the printed table."""
        return output("simulate", "--games", "150", *RULES, "--shard-size", "50", "--out", str(folder), *arguments)

    def test_kept_games_have_the_summary_that_the_run_printed(self, tmp_path: Path) -> None:
        folder, files = tmp_path / "games", [tmp_path / name for name in ("played.svg", "kept.svg")]
        played = self.kept(folder, "--plot", str(files[0]))
        title, _, text = output("summarize", str(folder), "--plot", str(files[1])).partition("\n")
        assert (title, text) == ("150 games from the start, rules standard-4, seed 0", played.partition("\n")[2])
        assert files[0].read_bytes() == files[1].read_bytes()
        first, *others = (
            json.loads(output(*command, "--json"))["summary"]
            for command in (
                ["simulate", "--games", "150", *RULES],
                ["summarize", str(folder), "--check", "--threads", "1"],
                ["summarize", str(folder)],
            )
        )
        assert others == [first, first]

    def test_folders_shards_and_records_are_added_and_duplicates_are_refused(self, tmp_path: Path) -> None:
        folder, parts = str(tmp_path / "games"), [str(tmp_path / part) for part in "12"]
        whole = self.kept(Path(folder)).partition("\n")[2]
        for index, part in enumerate(parts, start=1):
            self.kept(Path(part), "--shard", f"{index}/2")
        shards = sorted(map(str, Path(folder).glob("*.parquet")))
        for given in parts, shards, ["--check", *shards]:
            title, _, summed = output("summarize", *given).partition("\n")
            assert (title, summed) == ("150 games from the start, rules standard-4, seed 0", whole)
        for given in [parts[0], folder], [folder, shards[0]]:
            assert f"of the same run is in both {given[0]} and {given[1]}" in complaint(2, "summarize", *given)
        records, link = str(tmp_path / "games.volo.gz"), str(tmp_path / "link.volo")
        volo.write_records(records, volo.read_games(folder))
        assert output("summarize", records) == f"150 games from {records}\n{whole}"
        both = json.loads(output("summarize", "--json", records, shards[0]))
        assert (both["records"], both["summary"]["games"]) == ([records], 200)
        Path(link).symlink_to(records)
        assert "are the same file" in complaint(2, "summarize", records, link)
        Path(records).write_bytes(b"something else")
        assert complaint(2, "summarize", records).startswith(records)

    def test_only_runs_on_skies_of_the_same_edge_are_added(self, tmp_path: Path) -> None:
        one, other, larger = (str(tmp_path / name) for name in ("one", "other", "larger"))
        self.kept(Path(one))
        self.kept(Path(other), "--seed", "1")
        output("simulate", "--games", "5", "--out", larger)
        title = "300 games from the start, rules standard-4, seed 0; from the start, rules standard-4, seed 1\n"
        assert output("summarize", one, other).startswith(title)
        assert "edge 4 and of edge 7" in complaint(2, "summarize", one, larger)

    def test_a_summary_that_is_not_that_of_the_games_fails_the_check(self, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        self.kept(folder)
        heading, entries = read_manifest(LocalFolder(folder))
        shard = folder / entries[0].shard.file
        # The manifest gets the checksum of the changed file.
        other = Summary.of(volo.play_random(50, position=volo.Position("standard-4"), seed=7, tally=True))
        table = pq.read_table(shard)
        metadata = {**(table.schema.metadata or {}), b"volo.summary": summary_to_json(other).encode()}
        pq.write_table(table.replace_schema_metadata(metadata), shard)
        data = shard.read_bytes()
        entries[0] = replace(entries[0], size=len(data), sha256=hashlib.sha256(data).hexdigest())
        rewrite_manifest(LocalFolder(folder), heading, entries)
        output("summarize", str(folder))
        assert complaint(1, "summarize", "--check", str(folder)) == f"{shard}: the summary does not match the games"


class TestSummariesAsFiles:
    """Parts of a run whose statistics alone are kept."""

    CHOSEN = ("--games", "90", *RULES, "--shard-size", "20", "--json")

    def printed(self, place: Path, part: str) -> Path:
        file = place / f"{part.replace('/', '-of-')}.json"
        file.write_text(output("simulate", *self.CHOSEN, "--shard", part))
        return file

    def test_summaries_of_parts_add_up(self, tmp_path: Path) -> None:
        files = [str(self.printed(tmp_path, f"{index}/3")) for index in (1, 2, 3)]
        whole = json.loads(output("simulate", *self.CHOSEN))
        added = json.loads(output("summarize", "--json", *files))
        assert added == {"configurations": [whole["configuration"]], "summary": whole["summary"]}
        output("simulate", *self.CHOSEN, "--shard", "1/3", "--out", str(tmp_path / "games"))
        assert json.loads(output("summarize", "--json", str(tmp_path / "games"), *files[1:])) == added

    def test_the_same_games_are_not_counted_twice(self, tmp_path: Path) -> None:
        first, second, whole = (str(self.printed(tmp_path, part)) for part in ("1/3", "2/3", "1/1"))
        output("simulate", *self.CHOSEN, "--out", str(tmp_path / "games"))
        for other in first, whole, str(tmp_path / "games"):
            assert "have games of the same parts of a run" in complaint(2, "summarize", other, first)
        shard = str(tmp_path / "games" / "games-000000000060.parquet")
        assert complaint(2, "summarize", shard, first) == f"{first} has the games of {shard}"
        assert json.loads(output("summarize", "--json", shard, second))["summary"]["games"] == 50

    def test_other_files_are_refused(self, tmp_path: Path) -> None:
        file = self.printed(tmp_path, "1/3")
        assert complaint(2, "summarize", "--check", str(file)) == f"{file} has no games to check"
        text = file.read_text()
        for other in ("", "{}", "[" * 100_000, "\xff", " " * (1 << 25), text[:-2], text.replace('"1/3"', '"1/2"')):
            file.write_text(other, encoding="latin-1")
            assert complaint(2, "summarize", str(file)).startswith(f"{file}: ")

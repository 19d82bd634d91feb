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
from support.command_line import complaint, output, redirected, run
from volo.simulate import Summary, summary_to_json
from volo.simulate.manifest import read_manifest, rewrite_manifest
from volo.simulate.storage.local import LocalFolder


def table(text: str) -> dict[str, list[str]]:
    """The rows of a printed table."""
    rows = [re.split(r" {2,}", line.strip()) for line in text.splitlines()[1:]]
    return {name: values for name, *values in rows if values}


class TestSimulate:
    def test_the_table_has_the_figures_of_the_summary(self) -> None:
        text = output("simulate", "--games", "300", "--rules", "standard-4", "--seed", "5", "--max-plies", "60")
        *_, summary = volo.simulate.run(300, position=volo.Position("standard-4"), seed=5, max_plies=60)
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

    @pytest.mark.skipif(sys.platform != "linux", reason="file names are UTF-8 on other systems")
    def test_a_folder_name_that_is_not_utf_8_is_escaped(self, tmp_path: Path) -> None:
        part, whole = (os.fsdecode(name) for name in (b"part-\xff", b"whole-\xff"))
        commands = [
            f"simulate --games 5 --rules standard-4 --out {part}",
            f"merge {whole} {part}",
            f"summarize {whole}",
        ]
        environment = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
        simulated, merged, summarized = redirected(commands, "", tmp_path, environment)
        assert simulated[1].splitlines()[0].endswith(r"kept in part-\udcff")
        assert merged == (0, "5 games are in whole-\\udcff, all of them checked\n", "")
        assert "5 games" in summarized[1]


class TestPlot:
    @pytest.mark.skipif(os.name != "posix", reason="SIGPIPE as POSIX has it")
    def test_the_plot_is_written_even_if_the_output_is_not_read(self, tmp_path: Path) -> None:
        """As in `volo simulate --plot FILE | head -1`."""
        reading, writing = os.pipe()
        os.close(reading)
        plot = tmp_path / "summary.svg"
        command = ["simulate", "--games", "20", "--rules", "standard-4", "--plot", str(plot)]
        done = subprocess.run([sys.executable, "-m", "volo", *command], stdout=writing, timeout=120, check=False)
        os.close(writing)
        assert done.returncode == -signal.SIGPIPE
        assert plot.read_text(encoding="utf-8").endswith("</svg>\n")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
    def test_the_summary_is_printed_even_if_the_plot_cannot_be_written(self, tmp_path: Path) -> None:
        plot = tmp_path / "summary.svg"
        plot.symlink_to("/dev/full")
        done = run("simulate", "--games", "20", "--rules", "standard-4", "--json", "--plot", str(plot))
        assert done.returncode == 2
        assert json.loads(done.stdout)["summary"]["games"] == 20
        (line,) = done.stderr.decode().splitlines()
        assert line.endswith("summary.svg: No space left on device")


class TestSummarize:
    def kept(self, folder: Path, *arguments: str) -> str:
        """Keep games in a folder, and return the printed table."""
        chosen = ("--games", "150", "--rules", "standard-4", "--shard-size", "50")
        return output("simulate", *chosen, "--out", str(folder), *arguments)

    def test_kept_games_have_the_summary_that_the_run_printed(self, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("played.svg", "kept.svg")]
        played = self.kept(tmp_path / "games", "--plot", str(files[0]))
        text = output("summarize", str(tmp_path / "games"), "--plot", str(files[1]))
        assert text.startswith("150 games from the start, rules standard-4, seed 0\n")
        assert text.partition("\n")[2] == played.partition("\n")[2]
        assert files[0].read_bytes() == files[1].read_bytes()
        summaries = [
            json.loads(output(*command, "--json"))["summary"]
            for command in (
                ["simulate", "--games", "150", "--rules", "standard-4"],
                ["summarize", str(tmp_path / "games"), "--check", "--threads", "1"],
                ["summarize", str(tmp_path / "games")],
            )
        ]
        assert summaries[0] == summaries[1] == summaries[2]

    def test_folders_are_added_and_duplicates_are_refused(self, tmp_path: Path) -> None:
        parts = [str(tmp_path / part) for part in "12"]
        for index, part in enumerate(parts, start=1):
            self.kept(Path(part), "--shard", f"{index}/2")
        whole = self.kept(tmp_path / "games").partition("\n")[2]
        assert output("summarize", *parts).partition("\n")[2] == whole
        problem = f"of the same run is in both {parts[0]} and {tmp_path}/games"
        assert problem in complaint(2, "summarize", parts[0], str(tmp_path / "games"))

    def test_only_runs_on_skies_of_the_same_edge_are_added(self, tmp_path: Path) -> None:
        one, other, larger = (tmp_path / name for name in ("one", "other", "larger"))
        self.kept(one)
        self.kept(other, "--seed", "1")
        output("simulate", "--games", "5", "--out", str(larger))
        title = "300 games from the start, rules standard-4, seed 0; from the start, rules standard-4, seed 1\n"
        assert output("summarize", str(one), str(other)).startswith(title)
        assert "edge 4 and of edge 7" in complaint(2, "summarize", str(one), str(larger))

    def test_single_shards_and_records_are_counted(self, tmp_path: Path) -> None:
        folder = tmp_path / "games"
        whole = self.kept(folder).partition("\n")[2]
        shards = sorted(map(str, folder.glob("*.parquet")))
        for options in [], ["--check"]:
            title, _, summed = output("summarize", *options, *shards).partition("\n")
            assert (title, summed) == ("150 games from the start, rules standard-4, seed 0", whole)
        assert f"of the same run is in both {folder} and {shards[0]}" in complaint(
            2, "summarize", str(folder), shards[0]
        )
        records = str(tmp_path / "games.volo.gz")
        volo.write_records(records, volo.read_games(folder))
        title, _, summed = output("summarize", records).partition("\n")
        assert (title, summed) == (f"150 games from {records}", whole)
        both = json.loads(output("summarize", "--json", records, shards[0]))
        assert both["records"] == [records]
        (tmp_path / "link.volo").symlink_to(records)
        assert "are the same file" in complaint(2, "summarize", records, str(tmp_path / "link.volo"))
        assert (
            both["summary"]["games"] == 150 + json.loads(output("summarize", "--json", shards[0]))["summary"]["games"]
        )
        Path(records).write_bytes(b"something else")
        assert complaint(2, "summarize", records).startswith(records)

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

    CHOSEN = ("--games", "90", "--rules", "standard-4", "--shard-size", "20", "--json")

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
        first, whole = str(self.printed(tmp_path, "1/3")), str(self.printed(tmp_path, "1/1"))
        output("simulate", *self.CHOSEN, "--out", str(tmp_path / "games"))
        for other in first, whole, str(tmp_path / "games"):
            assert "have games of the same parts of a run" in complaint(2, "summarize", other, first)
        shard = str(tmp_path / "games" / "games-000000000060.parquet")
        assert complaint(2, "summarize", shard, first) == f"{first} has the games of {shard}"
        second = str(self.printed(tmp_path, "2/3"))
        assert json.loads(output("summarize", "--json", shard, second))["summary"]["games"] == 50

    def test_other_files_are_refused(self, tmp_path: Path) -> None:
        file = self.printed(tmp_path, "1/3")
        assert complaint(2, "summarize", "--check", str(file)) == f"{file} has no games to check"
        text = file.read_text()
        for other in ("", "{}", "[" * 100_000, "\xff", " " * (1 << 25), text[:-2], text.replace('"1/3"', '"1/2"')):
            file.write_text(other, encoding="latin-1")
            assert complaint(2, "summarize", str(file)).startswith(f"{file}: ")

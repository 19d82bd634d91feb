"""The command `volo report`."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

import volo
from support.command_line import complaint, output
from volo.report import Results, page
from volo.simulate import Configuration, keep

SMALL = ("report", "--rules", "standard-4", "--games", "4", "--nodes", "8")

# Sends SIGINT to the command when the second portion is written to its folder.
INTERRUPTED = """
import os, signal, sys
from volo._support.journal import Journal
from volo.cli import main
add, portions = Journal.add, []

def interrupted(journal, part):
    add(journal, part)
    portions.extend(part.get("points", ())[:1])
    if len(portions) == 2:
        os.kill(os.getpid(), signal.SIGINT)

Journal.add = interrupted
sys.exit(main(sys.argv[1:]))
"""


def test_the_page_is_that_of_the_results(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    printed = output(*SMALL, "--out", str(file), "--json")
    written = file.read_text(encoding="utf-8")
    assert written == page(Results.from_dict(json.loads(printed)))
    # A folder without games continues nothing.
    for options in ([], ["--keep", str(tmp_path)]):
        assert complaint(2, *SMALL, "--out", str(file), *options) == f"{file}: the file exists already"
    assert file.read_text(encoding="utf-8") == written


def test_all_games_of_a_folder_and_of_a_file_are_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    policy = "careful", "uniform"
    *_, _ = keep(tmp_path / "kept", Configuration(60, "french-4", seed=1, policy=policy, shard_size=40))
    volo.write_records(tmp_path / "games.jsonl", volo.read_games(tmp_path / "kept"))
    options = ("report", "--nodes", "8", "--games", "4")
    sources = ["kept", "games.jsonl", "kept/games-000000000040.parquet"]
    folder, file, shard = (
        Results.from_dict(json.loads(output(*options, "--json", "--from", name))) for name in sources
    )
    summaries = [json.loads(output("summarize", name, "--json"))["summary"] for name in sources]
    for found, summary, source in zip((folder, file, shard), summaries, sources, strict=True):
        (one,) = found.rule_sets
        assert (found.sources, one.rules, one.is_given) == ([source], "french-4", True)
        assert sum(one.lengths) == summary["games"] == (20 if source == sources[2] else 60)
        for result, share in one.results.items():
            assert share.value == pytest.approx(summary["results"][result]["share"], abs=1e-5)
        for kind, part in one.moves.items():
            assert part == pytest.approx(summary["moves"][kind]["share"], abs=1e-5)
        assert one.quantiles["mean"] == pytest.approx(summary["plies"]["mean"], abs=0.05)
        assert one.mean_choices == pytest.approx(summary["legal_moves"]["mean"], abs=0.05)
        assert one.clearings["in_a_game"].value == pytest.approx(
            summary["clearings"]["all"] / summary["games"], abs=1e-5
        )
        assert (one.course["changes"].of, one.agreement.same[0][0].of) == (1, 4)
    # Only the file does not say who played.
    assert [each.rule_sets[0].players for each in (folder, file)] == [
        ["careful as Orange against uniform"],
        ["unknown"],
    ]
    assert replace(file.rule_sets[0], players=folder.rule_sets[0].players) == folder.rule_sets[0]
    for other, problem in (
        ("kept/games-000000000040.parquet", "game 40 of the same run is in both"),
        ("./kept", "game 0"),
    ):
        assert problem in complaint(2, *options, "--json", "--from", "kept", "--from", other)
    doubled = "--from", "games.jsonl", "--from", str(tmp_path / "games.jsonl")
    assert "are the same file" in complaint(2, *options, "--json", *doubled)
    message = "kept: no games of these rule sets"
    assert complaint(2, *options, "--json", "--rules", "standard-4", "--from", "kept") == message


def test_the_page_has_the_command_that_makes_it_and_describes_the_players(tmp_path: Path) -> None:
    *_, _ = keep(tmp_path / "kept games", Configuration(30, "standard-4"))
    options = ("--rules", "standard-4", "--games", "4", "--nodes", "8", "--seed", "0", "--from", "kept games")
    output("report", *options, "--out", "given.html", cwd=tmp_path)
    output("report", "--rules", "french-4", *options, "--out", "both.html", cwd=tmp_path)
    given, both = (unescape((tmp_path / f"{name}.html").read_text(encoding="utf-8")) for name in ("given", "both"))
    (command,) = re.findall(r"<code>volo (report .*)</code>", given)
    output(*shlex.split(command), cwd=tmp_path)
    assert unescape((tmp_path / "report.html").read_text(encoding="utf-8")) == given
    assert "<td>uniform</td>" in given
    assert [text.count("<td>1 of 30</td>") for text in (given, both)] == [3, 3]
    assert ["engine:8,opening=4" in text for text in (given, both)] == [False, True]


def test_a_given_match_shows_what_twice_the_nodes_are_worth(tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    words = ("match", "engine:40", "engine:20", "--rules", "standard-4", "--games", "8", "--seed", "1", "--json")
    match = json.loads(output(*words, "--out", file))
    (one,) = Results.from_dict(json.loads(output(*SMALL[:3], "--nodes", "80", "--json", "--from", file))).rule_sets
    assert [(rung.nodes, rung.is_given) for rung in one.rungs] == [(20, False), (20, True), (80, False), (320, False)]
    assert one.rungs[1].points.of == 4
    assert one.rungs[1].points.value == match["share"] != 0.5


def test_ctrl_c_leaves_a_report_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = (*SMALL[:3], "--games", "8", "--nodes", "8", "--keep", "work", "--out", "report.html", "--threads", "1")
    command = [sys.executable, "-c", INTERRUPTED, *words]
    stopped = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert stopped.returncode == 128 + signal.SIGINT
    assert stopped.stdout == "report.html: 4 games of standard-4\n"
    assert stopped.stderr == "volo: stopped early; the same command goes on\n"
    assert output(*words, cwd=tmp_path) == "report.html: 8 games of standard-4\n"
    resumed = (tmp_path / "report.html").read_bytes()
    output(*words[:7], "--out", "other.html", cwd=tmp_path)
    assert (tmp_path / "other.html").read_bytes() == resumed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "--out or --json is needed"),
        ("--json --rules standard-4 --rules standard-4", "a report is on 1 to 4 different rule sets"),
        ("--json --from missing", "missing: No such file or directory"),
        ("--out missing/report.html", "missing/report.html: No such file or directory"),
        ("--rules standard-4 --minutes 0 --out report.html", "stopped before anything was played"),
    ],
)
def test_wrong_arguments(words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint(2, "report", *words.split()) == message
    assert list(tmp_path.iterdir()) == []

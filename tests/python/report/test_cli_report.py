"""The command `volo report`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
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


def test_games_of_a_folder_and_of_a_file_are_described(tmp_path: Path) -> None:
    *_, _summary = keep(tmp_path / "kept", Configuration(games=8, position="french-4", seed=1))
    volo.write_records(tmp_path / "games.jsonl", volo.read_games(tmp_path / "kept"))
    options = ("report", "--nodes", "8", "--json", "--games", "8")
    from_folder, from_file = (
        json.loads(output(*options, "--from", str(tmp_path / name))) for name in ("kept", "games.jsonl")
    )
    assert from_folder == from_file
    (one,) = from_folder["rule_sets"]
    assert (one["rules"], one["player"], sum(one["lengths"])) == ("french-4", None, 8)
    message = f"{tmp_path / 'kept'}: no games of these rule sets"
    assert complaint(2, *options, "--rules", "standard-4", "--from", str(tmp_path / "kept")) == message


def test_a_given_match_shows_what_twice_the_nodes_are_worth(tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    words = ("match", "engine:40", "engine:20", "--rules", "standard-4", "--games", "8", "--json", "--out", file)
    match = json.loads(output(*words))
    (one,) = Results.from_dict(json.loads(output(*SMALL[:3], "--nodes", "80", "--json", "--from", file))).rule_sets
    assert [(rung.nodes, rung.is_given) for rung in one.rungs] == [(20, False), (20, True), (80, False), (320, False)]
    assert one.rungs[1].points.of == 4
    assert one.rungs[1].points.value == pytest.approx(match["share"], abs=1e-4)


def test_no_time_gives_no_report(tmp_path: Path) -> None:
    message = complaint(2, *SMALL, "--minutes", "0", "--out", str(tmp_path / "report.html"))
    assert message == "stopped before anything was played"
    assert not (tmp_path / "report.html").exists()


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
        (["report"], "--out or --json is needed"),
        (
            ["report", "--json", "--rules", "standard-4", "--rules", "standard-4"],
            "a report is on 1 to 4 different rule sets",
        ),
        (["report", "--json", "--from", "missing"], "missing: No such file or directory"),
        (["report", "--out", "missing/report.html"], "missing/report.html: No such file or directory"),
    ],
)
def test_wrong_arguments(words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint(2, *words) == message

"""Files that cannot be written: an error names the file, an earlier file stays, and no incomplete file is left.

A limit on the size of files acts like a full disk. `test_kept_limits.py` has the folders of kept games.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import enumerate as enumerate_threads
from unittest.mock import Mock

import pytest

from support.command_line import called
from support.data import DATA
from support.memory import size_limit
from support.pictures import WIN_IN_FIVE
from volo import engine

pytest.importorskip("resource", reason="Windows has no such limit")

# A file of another test that is collected under the limit cannot be written either.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
GAMES = str(DATA / "abstract-play.jsonl")
START = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"

# Each writes `file` over the one from before, or makes it.
REPLACED = {
    "proof": ["solve", WIN_IN_FIVE, "--proof", "file"],
    "checkpoint": ["solve", START, "--nodes", "50000", "--checkpoint", "file"],
    "convert": ["convert", GAMES, "file", "--to", "volo"],
    "convert.gz": ["convert", GAMES, "file.volo.gz"],
    "show": ["show", "--svg", "file"],
    "pixels": ["show", "--png", "file"],
    "plot": ["simulate", "--games", "10", "--rules", "standard-4", "--plot", "file.png"],
}
NEW = {
    "html": ["replay", GAMES, "--game", "1", "--html", "file"],
    "save": ["play", "--terminal", "--rules", "standard-4", "--you", "nobody", "--nodes", "1", "--save", "file"],
}
MATCH = ["match", "uniform", "careful", "--games", "100", "--rules", "standard-4", "--out", "file.jsonl", "--json"]
REPORT = ["report", "--rules", "standard-4", "--games", "4", "--nodes", "8"]


def failed(words: list[str], name: str, size: int = 200) -> str:
    """Run a command that must fail because of this file. Return its standard output."""
    with size_limit(size):
        status, out, err = called(*words)
    assert (status, err) == (2, f"volo: {name}: File too large\n")
    assert not [each for each in enumerate_threads() if each.name.startswith("volo-")], "the command goes on"
    return out


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", [*[*REPLACED][:-1], pytest.param("plot", marks=pytest.mark.long)])
def test_the_file_from_before_stays(command: str, folder: Path) -> None:
    words = REPLACED[command]
    (name,) = (word for word in words if word.startswith("file"))
    if command == "checkpoint":
        engine.solve(START, 10, checkpoint=name)
    else:
        called(*words)
    before = Path(name).read_bytes()
    out = failed(words, name)
    assert Path(name).read_bytes() == before
    assert [each.name for each in folder.iterdir()] == [name]
    # The result of a long run is printed.
    assert bool(out) == (command in {"proof", "plot"})


@pytest.mark.parametrize("command", NEW)
def test_a_new_file_that_is_incomplete_is_removed(command: str, folder: Path) -> None:
    assert failed(NEW[command], "file")
    assert list(folder.iterdir()) == []


def test_a_match_reports_the_games_that_were_played_and_continues(folder: Path) -> None:
    status, whole, _ = called(*MATCH)
    assert status == 0
    file = Path("file.jsonl")
    undisturbed = file.read_bytes()
    file.unlink()
    assert json.loads(failed(MATCH, "file.jsonl.checkpoint", 50))["games"] == 0
    assert list(folder.iterdir()) == []
    failed(MATCH, "file.jsonl", 20_000)
    # As after Ctrl-C, which writes the games that were played.
    before = undisturbed[: undisturbed.index(b"\n") + 1]
    file.write_bytes(before)
    result = json.loads(failed(MATCH, "file.jsonl", 20_000))
    assert 100 > result["games"] == result["wins"] + result["draws"] + result["losses"] > 0
    assert file.read_bytes() == before
    assert called(*MATCH) == (0, whole, "")
    assert Path("file.jsonl").read_bytes() == undisturbed
    assert [each.name for each in folder.iterdir()] == ["file.jsonl"]


@pytest.mark.parametrize("words", [["simulate", "--games", "999999999", "--plot"], [*REPORT, "--out"]])
def test_a_file_that_cannot_be_written_is_an_error_before_the_games(words: list[str]) -> None:
    Path("file.svg").symlink_to(Path("nowhere", "file.svg"))
    assert called(*words, "file.svg") == (2, "", "volo: file.svg: No such file or directory\n")


def test_a_checkpoint_that_does_not_fit_loses_no_solution_and_a_short_proof_is_checked_nevertheless() -> None:
    with size_limit(10_000):
        status, out, err = called("solve", WIN_IN_FIVE, "--checkpoint", "file", "--proof", "proof")
    assert (status, err) == (2, "volo: no checkpoint was written: file: File too large\n")
    assert out.startswith("win in at most 5 plies")
    assert [each.name for each in Path().iterdir()] == ["proof"]
    assert called("check-proof", "proof")[0] == 0
    assert failed(["check-proof", "proof", "--short", "2", "--out", "file"], "file").startswith("proved: win")
    assert [each.name for each in Path().iterdir()] == ["proof"]


def test_an_interrupted_search_whose_checkpoint_does_not_fit_cannot_be_continued() -> None:
    press = Mock(side_effect=[KeyboardInterrupt, *[None] * 1000])
    with size_limit(10_000), pytest.raises(OSError, match="File too large: 'file'"):
        engine.solve(START, checkpoint="file", progress=press)
    assert list(Path().iterdir()) == []


def test_a_report_that_does_not_fit_is_printed() -> None:
    assert json.loads(failed([*REPORT, "--out", "file"], "file"))["nodes"] == 8
    assert list(Path().iterdir()) == []
    failed([*REPORT, "--json", "--keep", "kept"], f"kept{os.sep}standard-4.jsonl")


@FULL
@pytest.mark.parametrize("commands", [b"isready\n", b"go nodes 100000\n"])
def test_the_answers_of_the_engine_do_not_fit(commands: bytes) -> None:
    command = [sys.executable, "-m", "volo", "engine"]
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(command, input=commands, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (2, b"volo: No space left on device\n")


@FULL
@pytest.mark.parametrize("words", [["convert", GAMES, "/dev/full", "--to", "volo"], ["show", "--svg", "/dev/full"]])
def test_a_full_device_is_named(words: list[str]) -> None:
    assert called(*words) == (2, "", "volo: /dev/full: No space left on device\n")


FEW = ["--rules", "standard-4", "--games"]


@pytest.mark.parametrize("content", [b'{"my": "notes"}', b"PAR"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a.volo.checkpoint", ["match", "uniform", "careful", *FEW, "2", "--out", "a.volo"]),
        ("a.volo.checkpoint", ["tournament", "uniform", "careful", *FEW, "2", "--out", "a.volo"]),
        ("kept.volo", ["tournament", "uniform", "careful", *FEW, "2", "--out", "kept.volo"]),
        ("keep/standard-4.jsonl", [*REPORT, "--keep", "keep", "--json"]),
        ("a.html", [*REPORT, "--json", "--keep", "keep", "--out", "a.html"]),
        ("keep/_manifest.jsonl", ["simulate", *FEW, "2", "--out", "keep"]),
        ("file.jsonl", ["convert", GAMES, "file.jsonl"]),
        ("a.parquet", ["convert", GAMES, "a.parquet"]),
        *((REPLACED[each][-1], REPLACED[each]) for each in ("proof", "checkpoint", "show", "pixels", "plot")),
    ],
)
def test_a_file_of_another_program_is_not_replaced(name: str, words: list[str], content: bytes) -> None:
    Path("keep").mkdir()
    if name in {"a.html", "kept.volo"}:  # The command goes on with its own work beside the file.
        assert called(*words)[0] == 0
    Path(name).write_bytes(content)
    status, _, err = called(*words)
    assert (status in {1, 2}, name in err) == (True, True)
    assert Path(name).read_bytes() == content


@pytest.mark.parametrize(
    "words",
    [
        *(*REPLACED.values(), *NEW.values(), [*REPORT, "--out", "file"], ["simulate", "--games", "1", "--out", "file"]),
        *(["summarize", "file"], ["merge", "other", "file"], ["convert", "file", "other.jsonl"], ["replay", "file"]),
        *(["match", "careful", "uniform", "--games", "2", "--quiet", "--out", "file.volo"], ["check-proof", "file"]),
    ],
    ids=" ".join,
)
def test_a_deleted_working_folder_is_named(words: list[str], folder: Path) -> None:
    folder.rmdir()
    status, _, err = called(*words)
    assert (status, err.count("\n")) == (2, 1)
    assert "file" in err or "the working folder: No such file" in err

"""Tests of the documents: their Python examples, commands, links, picture and measured speeds are correct."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[3]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
WITH_PYTHON = ["README.md", "docs/GUIDE.md", "docs/KEPT_GAMES.md"]


def blocks(document: str, language: str) -> list[str]:
    """Return the fenced code blocks of one language."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("document", [*WITH_PYTHON, "docs/THREADS.md"])
def test_python_examples_print_the_documented_output(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = "\n".join(blocks(document, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, document, document, 0)
    assert len(test.examples) >= 5
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_python_example_is_checked(document: str) -> None:
    assert blocks(document, "python") == []
    assert document == "README.md" or blocks(document, "pycon") == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(
        re.findall(
            r"\bmake ([a-z-]+)\b",
            "\n".join(
                [*blocks(document, "sh"), *re.findall(r"`[^`\n]+`", (ROOT / document).read_text(encoding="utf-8"))]
            ),
        )
    )
    assert named
    assert named <= targets


@pytest.mark.parametrize("document", WITH_PYTHON)
def test_commands_succeed(document: str, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    commands = [line for block in blocks(document, "sh") for line in block.splitlines() if line.startswith("volo ")]
    assert len(commands) >= 3
    for command in commands:
        words = command.partition("#")[0].split()[1:]
        done = subprocess.run([sys.executable, "-m", "volo", *words], capture_output=True, cwd=tmp_path, check=False)
        assert (done.returncode, done.stderr) == (0, b""), command


@pytest.mark.parametrize("document", DOCUMENTS)
def test_linked_files_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    linked = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert linked
    for link in linked:
        assert (ROOT / link).exists(), link


def test_the_picture_is_up_to_date() -> None:
    import volo

    (fen,) = re.findall(r"<!-- fen: (.+?), last move: (\S+) -->", (ROOT / "README.md").read_text(encoding="utf-8"))
    position = volo.Position.from_fen(fen[0])
    move = volo.Move(fen[1], position.rules.edge)
    picture = (ROOT / "docs/board.svg").read_text(encoding="utf-8")
    ET.fromstring(picture)
    assert picture == volo.render.svg.board(position, move=move, size=560)


def test_the_speeds_equal_the_measured_results() -> None:
    """The README has two significant digits."""
    (section,) = re.findall(
        r"^## How fast$(.*?)^## ", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    text = " ".join(section.split())
    results = (ROOT / "benches" / "RESULTS.md").read_text(encoding="utf-8")
    rows = {row[0]: row for row in re.findall(r"^\| (.*?) \| (.*?) \| (.*?) \| (.*?) \|", results, re.MULTILINE)}

    def speed(what: str) -> str:
        number, unit = re.fullmatch(r"([0-9.]+)([kMG])", rows[what][1]).groups()  # type: ignore[union-attr]
        exact = f"{float(number):.2g}"
        return f"{float(exact) * 1000:,.0f}" if unit == "k" else f"{float(exact):.0f} million"

    def ratio(what: str) -> str:
        return f"{float(rows[what][3]):.1f}"

    games, lists, perft = (
        "random games to the end, games/s",
        "lists of legal moves in mid-game, positions/s",
        "perft(4) from the standard start, nodes/s",
    )
    assert f"{speed(games)} games of random moves" in text
    assert f"{speed(lists)} times a second" in text
    assert f"{speed(perft)} positions a second" in text
    assert f"{ratio(games)}, {ratio(lists)} and {ratio(perft)} times" in text
    assert f"Two threads play {ratio('two threads over one, games/s')} times as many games" in text

"""The README keeps its word: its Python runs and prints what it says, its commands exist."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
WITH_PYTHON = ["README.md", "docs/KEPT_GAMES.md"]


def blocks(document: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("document", WITH_PYTHON)
def test_the_python_prints_what_it_says(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = "\n".join(blocks(document, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, document, document, 0)
    assert len(test.examples) >= 5
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_python_goes_unchecked(document: str) -> None:
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
def test_commands_run(document: str, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    commands = [line for block in blocks(document, "sh") for line in block.splitlines() if line.startswith("volo ")]
    assert len(commands) >= 3
    for command in commands:
        words = command.partition("#")[0].split()[1:]
        done = subprocess.run([sys.executable, "-m", "volo", *words], capture_output=True, cwd=tmp_path, check=False)
        assert (done.returncode, done.stderr) == (0, b""), command


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_that_are_linked_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    linked = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert linked
    for link in linked:
        assert (ROOT / link).exists(), link


def test_the_picture_is_the_renderers() -> None:
    import volo

    (fen,) = re.findall(r"<!-- fen: (.+?), last move: (\S+) -->", (ROOT / "README.md").read_text(encoding="utf-8"))
    position = volo.Position.from_fen(fen[0])
    move = volo.Move(fen[1], position.rules.edge)
    picture = (ROOT / "docs/board.svg").read_text(encoding="utf-8")
    ET.fromstring(picture)
    assert picture == volo.render.svg.board(position, move=move, size=560)

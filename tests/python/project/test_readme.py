"""Tests of the documents: their targets of make, their links and their pictures are correct."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from support.pages import ROOT, blocks

DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
HOSTS = r"github\.com|raw\.githubusercontent\.com"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(
        re.findall(
            r"\bmake ([a-z0-9-]+)\b",
            "\n".join(
                [*blocks(document, "sh"), *re.findall(r"`[^`\n]+`", (ROOT / document).read_text(encoding="utf-8"))]
            ),
        )
    )
    assert named
    assert named <= targets


def program(document: str) -> str:
    """Return the Python sessions of a document as one program, which prints the values of expressions."""
    lines = []
    for block in blocks(document, "pycon"):
        for example in DocTestParser().get_examples(block):
            body = ast.parse(example.source).body
            is_expression = len(body) == 1 and isinstance(body[0], ast.Expr)
            lines.append(f"print({example.source.strip()})" if is_expression else example.source.rstrip())
    return "\n".join(lines) + "\n"


# The names for annotations, as programs use them.
ANNOTATED = """
from volo.engine import AnyEngine, Engine, Limit, UgiEngine
from volo.typing import PositionLike

def reply(engine: AnyEngine, position: PositionLike) -> volo.Move:
    return engine.play(position, Limit(nodes=1)).move

async def replies(engines: list[AnyEngine], start: volo.Rules) -> list[volo.Move]:
    return [(await engine.aplay(start, Limit(nodes=1))).move for engine in engines]

def both(engine: Engine, other: UgiEngine) -> list[volo.Move]:
    with engine, other:
        return [reply(engine, "standard-4"), reply(other, volo.Position())]

# Checkers refuse comparisons that are never true, and they refuse a comment that suppresses no error.
def is_pass(move: volo.Move) -> bool:
    return move == "pass"  # type: ignore[comparison-overlap]

def is_start(position: volo.Position) -> bool:
    return position == "standard"  # type: ignore[comparison-overlap]

def is_standard(rules: volo.Rules) -> bool:
    return rules == "standard"  # type: ignore[comparison-overlap]
"""


@pytest.mark.types
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_the_examples_pass_type_checkers_in_strict_mode(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker)
    path = tmp_path / "readme.py"
    path.write_text(program("README.md") + ANNOTATED, encoding="utf-8")
    strict = {
        "typeCheckingMode": "strict",
        "reportUnnecessaryTypeIgnoreComment": True,
        "enableTypeIgnoreComments": True,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(strict), encoding="utf-8")
    options = {
        "mypy": ["--strict", "--config-file=", f"--cache-dir={ROOT / '.mypy_cache' / 'readme'}", str(path)],
        "pyright": ["--project", str(tmp_path), "--pythonpath", sys.executable],
    }
    done = subprocess.run(
        [sys.executable, "-m", checker, *options[checker]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def links(document: str) -> list[str]:
    """Return the targets of all links, without anchors."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r"^\[.+?\]: ([^#\s]+)", text, re.MULTILINE)


@pytest.mark.parametrize("document", [*DOCUMENTS, "RELEASING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_linked_files_exist(document: str) -> None:
    linked = [re.sub(rf"^https://({HOSTS})/[\w-]+/volo/(blob/)?main/", "", link) for link in links(document)]
    for link in linked:
        assert "://" in link or (ROOT / link).exists(), link


def test_every_link_of_the_readme_is_absolute_because_registries_show_it_alone() -> None:
    assert [link for link in links("README.md") if not link.startswith("https://")] == []
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named, defined = (set(re.findall(form, text, re.MULTILINE)) for form in (r"\[([\w/]+\.md)\]", r"^\[(.+)\]: "))
    assert named
    assert named <= defined


def test_the_picture_is_up_to_date() -> None:
    import volo

    (fen,) = re.findall(r"<!-- fen: (.+?), last move: (\S+) -->", (ROOT / "README.md").read_text(encoding="utf-8"))
    position = volo.Position.from_fen(fen[0])
    move = volo.Move(fen[1], position.rules.edge)
    picture = (ROOT / "docs/board.svg").read_text(encoding="utf-8")
    ET.fromstring(picture)
    assert picture == volo.render.svg.board(position, move=move, size=560)


def test_the_logo_of_the_site_is_the_start_on_the_smallest_sky() -> None:
    import volo

    logo = volo.render.svg.board(
        volo.Position("standard-4"),
        coordinates=False,
        colors={"background": "none", "sky": "#bcd9f2", "border": "#7fb0dc"},
        size=96,
        style=".volo-caption, .volo-lines {display: none}",
    )
    assert (ROOT / "docs/_static/logo.svg").read_text(encoding="utf-8") == logo

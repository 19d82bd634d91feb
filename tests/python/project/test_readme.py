"""The README: its examples pass type checkers, and its links are right."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path

import pytest

from support.pages import ROOT, blocks


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
    command = [sys.executable, "-m", checker, *options[checker]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.checkout
@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"])
def test_linked_files_exist_and_registries_can_show_the_readme_alone(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r"^\[.+?\]: ([^#\s]+)", text, re.MULTILINE)
    assert document != "README.md" or all(link.startswith("https://") for link in links)
    for link in (re.sub(r"^https://(raw\.)?github[a-z]*\.com/[\w-]+/volo/(blob/)?main/", "", link) for link in links):
        assert "://" in link or (ROOT / link).exists(), link

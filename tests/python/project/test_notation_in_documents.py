"""Every move, position and board that the pages and the docstrings show is read on the sky that they speak of."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from textwrap import dedent

import pytest

import volo
from support.pages import ROOT

# The edge of the sky that a page speaks of, where that is not the standard one.
EDGES = {"docs/RECORDS.md": 4, "docs/KEPT_GAMES.md": 5}
# Names of spaces that a page calls missing.
MISSING = {("docs/RULES.md", "g7")}

PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))]
PACKAGE = ROOT / "python" / "volo"
SOURCES = sorted(path.relative_to(ROOT).as_posix() for end in ("py", "pyi") for path in PACKAGE.rglob(f"*.{end}"))

SPACE = "[a-z][0-9]{1,2}"
FLIGHT = re.compile(rf"(?<![\w:/-]){SPACE}(?::{SPACE})?-[NSEW]{{1,2}}[0-9]+(?:/{SPACE})?(?![\w:/-])")
ADD = re.compile(SPACE)
FEN = re.compile(r"(?:[0-9ob]+/){6,}[0-9ob]+ [ob] [0-9]+ [a-z][\w=,-]*\w")
BOARD = re.compile(r"^ *[g-o] 1 .*\n(?: *[a-o] .*\n)+.+$", re.MULTILINE)


def prose(text: str) -> str:
    """The text without the examples that doctest runs."""
    text = re.sub(r"^```pycon\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^ *>>>.*?(?:\n\s*\n|\Z)", "\n\n", text, flags=re.MULTILINE | re.DOTALL)


def moves(text: str) -> Iterator[str]:
    """The moves in code spans and in blocks. A space by itself is an add, if it is the whole of a code span."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"(`+)(.+?)\1", text)
    for _, code in [*spans, *(("", block) for block in blocks)]:
        yield from FLIGHT.findall(code)
    yield from (code for _, code in spans if ADD.fullmatch(code))


def docstrings(path: str) -> str:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return "\n\n".join(ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, kinds))


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8") if document.endswith(".md") else docstrings(document)


def problem(read: Callable[[str], object], text: str) -> str | None:
    """Why a text cannot be read."""
    try:
        read(text)
    except volo.VoloError as error:
        return str(error)
    return None


def problems(document: str) -> Iterator[str | None]:
    """For each move, position and board that is shown, why it cannot be read."""
    text, edge = text_of(document), EDGES.get(document, 7)
    for move in moves(prose(text)):
        if (document, move) not in MISSING:
            yield problem(lambda move: volo.Move(move, edge), move)
    for fen in FEN.findall(text):
        yield problem(volo.Position.from_fen, fen)
    for board in BOARD.findall(text):
        yield problem(volo.Position.from_board, dedent(board))


@pytest.mark.parametrize("document", [*PAGES, *SOURCES])
def test_what_is_shown_can_be_read(document: str) -> None:
    assert [each for each in problems(document) if each] == []


def test_it_is_found() -> None:
    assert {"c5", "b2-NE3", "b2:b4-NE3", "f3-SE2/a2"} <= set(moves(prose(text_of("docs/GUIDE.md"))))
    assert {"b2:b4-NE3", "f3-SE2/a2"} <= set(moves(text_of("docs/RECORDS.md")))
    assert {"c5", "f3-SE2/a2"} <= set(moves(docstrings("python/volo/reference/notation.py")))
    assert len(FEN.findall(text_of("docs/GUIDE.md"))) >= 3
    for document in ("README.md", "python/volo/__init__.py", "python/volo/render/text.py"):
        assert BOARD.findall(text_of(document))

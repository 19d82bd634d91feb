"""Editors show the docstrings of the stub of the compiled module. These are the docstrings of the module."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import volo.typing
from support.stubs import STUB, TALLY, counted, documented, in_module, in_stub
from volo import Decision, Rules
from volo._volo import _LISTS

ROOT = Path(__file__).parents[3]

WRITTEN = in_stub(STUB.read_text(encoding="utf-8"))

BARE = """
class Move:
    @staticmethod
    def from_code(code: int) -> Move: ...
    def __copy__(self) -> Move: ...
"""

OLD = """
class Move:
    'Old.'

    @staticmethod
    def from_code(
        code: int,
    ) -> Move:
        'Old.'
    def __copy__(self) -> Move:
        'Old.'
"""


@pytest.mark.parametrize("name", WRITTEN, ids=".".join)
def test_the_stub_has_the_docstrings_of_the_module(name: tuple[str, ...]) -> None:
    assert WRITTEN[name] == in_module(name), "run support.stubs"


def test_a_tally_has_the_counters_of_the_core() -> None:
    written = TALLY.read_text(encoding="utf-8")
    assert written == counted(written), "run support.stubs"


# The lists of the core that are unions in Python, most of them by the same name.
UNIONS = {name: name for name in ("Autoreset", "Direction", "Format", "Passing", "Policy", "Stuck", "Value")}
UNIONS["Ending"] = "Reason"


@pytest.mark.parametrize("name", UNIONS)
def test_unions_have_the_names_of_the_core(name: str) -> None:
    stub = STUB.read_text(encoding="utf-8")
    in_stub = re.search(rf"^_{name}: TypeAlias = Literal\[(.*)\]$", stub, re.MULTILINE)
    written = re.findall('"(.*?)"', in_stub[1]) if in_stub else get_args(getattr(volo.typing, UNIONS[name]))
    assert list(written) == [entry for entry, _, _ in _LISTS[name]]


WRITTEN_ABOUT = {
    "docs/RULES.md": [name for name in Rules.NAMED if not name.endswith("-small")] + [*Rules.PASSING, *Rules.STUCK],
    "docs/RECORDS.md": [name for name, _, _ in _LISTS["Format"]],
    "docs/explain/actions.md": Decision.PLANES,
    "docs/explain/players.md": [name for name, _, _ in _LISTS["Policy"]],
}


@pytest.mark.parametrize("page", WRITTEN_ABOUT)
def test_pages_about_names_have_all_names_of_the_core(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert set(WRITTEN_ABOUT[page]) <= set(re.findall(r"`([\w-]+)`", text))


def test_everything_public_is_documented() -> None:
    public = {name for name in WRITTEN if not any(part.startswith("_") for part in name)}
    assert ("Position", "play") in public
    assert [name for name in public if in_module(name) is None] == []


def test_docstrings_are_put_in_exchanged_and_taken_out() -> None:
    for stub in (BARE, OLD, documented(BARE)):
        again = in_stub(documented(stub))
        for name in (("Move",), ("Move", "from_code")):
            assert again[name] is not None
            assert again[name] == in_module(name)
        assert again["Move", "__copy__"] is None

"""Editors show the docstrings of the stub of the compiled module. These are the docstrings of the module."""

from __future__ import annotations

import pytest

from support.stubs import STUB, TALLY, counted, documented, in_module, in_stub, with_formats

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


def test_the_stub_has_the_formats_of_the_core() -> None:
    written = STUB.read_text(encoding="utf-8")
    assert written == with_formats(written), "run support.stubs"
    assert written != with_formats(written.replace('"boardspace"]', '"other"]'))


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

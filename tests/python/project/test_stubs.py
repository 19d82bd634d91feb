"""Editors show the docstrings of the stub, and the interpreter those of the compiled module. They are the same."""

from __future__ import annotations

import pytest

from support.stubs import STUB, TALLY, counted, in_module, in_stub, with_formats

WRITTEN = in_stub(STUB.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", WRITTEN, ids=".".join)
def test_the_stub_has_the_docstrings_of_the_module(name: tuple[str, ...]) -> None:
    assert WRITTEN[name] == in_module(name), "`doc!` in the binding takes it from the stub"


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

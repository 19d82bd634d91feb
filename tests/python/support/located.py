"""What a reader of records finds, and a check of the location in an error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from volo.errors import RecordError, VoloError


def outcomes(reader: Iterator[Any]) -> Iterator[Any]:
    """Return the games of a reader, and the errors about those that are wrong, in their order."""

    def read() -> object:
        try:
            return next(reader, None)
        except VoloError as error:
            return error

    return iter(read, None)


def located(error: RecordError, data: bytes) -> RecordError:
    """Check that line, column and offset of an error agree, and that its text is there. Return the error."""
    before = data[: error.offset].decode("utf-8", "replace")
    assert error.line == before.count("\n") + 1, str(error)
    assert error.column == len(before.rpartition("\n")[2]) + 1, str(error)
    there = data[error.offset : error.offset + 400]
    assert any(there.decode("utf-8", how).startswith(error.text) for how in ("replace", "backslashreplace")), str(error)
    return error

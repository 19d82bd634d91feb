"""Checks the location in an error about a record."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest

from volo.errors import RecordError, VoloError
from volo.records import read_records


def outcomes(reader: Iterator[Any]) -> Iterator[Any]:
    """Return the games of a reader, and the errors about those that are wrong, in their order."""

    def read() -> object:
        try:
            return next(reader, None)
        except VoloError as error:
            return error

    return iter(read, None)


def refused_second(data: bytes, *, lenient: bool) -> RecordError:
    """Return the error about the second of three games in a file. The first and the last must have 22 moves each."""
    reader = read_records(io.BytesIO(data), lenient=lenient)
    assert len(next(reader)) == 22
    with pytest.raises(RecordError) as error:
        next(reader)
    assert len(next(reader)) == 22
    assert list(reader) == []
    assert error.value.game == 2
    return located(error.value, data)


def located(error: RecordError, data: bytes) -> RecordError:
    """Check that line, column and offset of an error agree, and that its text is there. Return the error."""
    before = data[: error.offset].decode("utf-8", "replace")
    assert error.line == before.count("\n") + 1, str(error)
    assert error.column == len(before.rpartition("\n")[2]) + 1, str(error)
    there = data[error.offset : error.offset + 400]
    assert any(there.decode("utf-8", how).startswith(error.text) for how in ("replace", "backslashreplace")), str(error)
    for another in error.also:
        assert another.also == ()
        assert (another.game, another.source) == (error.game, error.source)
        located(another, data)
    return error

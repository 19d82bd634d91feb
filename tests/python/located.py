"""Whether an error about a record names the place it means."""

from __future__ import annotations

from volo.errors import RecordError

__all__ = ["located"]


def located(error: RecordError, data: bytes) -> RecordError:
    """The error, whose line, column and offset must be one place in the file, with its text there.

    Raises:
        AssertionError: they are not.
    """
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

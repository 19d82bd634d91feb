"""Tests of `measure`. If it missed memory, the tests that use it could not fail."""

from __future__ import annotations

from support.command_line import in_new_process
from support.memory import on_linux

PROGRAM = """
from support.memory import measure
before = bytearray(300_000_000)
del before
taken = measure()
work = bytearray({size}_000_000)
del work
print(taken())
"""


@on_linux
def test_the_measure_is_independent_of_memory_held_before() -> None:
    held = bytearray(200_000_000)
    for size in (20, 100):
        assert size - 1 < float(in_new_process(PROGRAM.format(size=size))) < size + 5
    del held

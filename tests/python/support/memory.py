"""Measuring the memory that a piece of work takes, and limiting the size of files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")


def measure() -> Callable[[], float]:
    """Start to measure memory. Return a function that returns the peak since the start, less the memory at the start.

    The unit is MB. The numbers are most exact in a new process. This works on Linux only: Linux can reset the peak of a
    process, while the peak of ``getrusage`` also contains the peak of the parent process.
    """
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _peak()
    return lambda: _peak() - before


def _peak() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError("no VmHWM in /proc/self/status")


@contextmanager
def size_limit(size: int) -> Iterator[None]:
    """Limit the size of files that this process writes, in bytes, until the end of the block. Windows cannot."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

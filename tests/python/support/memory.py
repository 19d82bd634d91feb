"""The memory that a piece of work takes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

__all__ = ["measure", "on_linux"]

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")


def measure() -> Callable[[], float]:
    """Begin to measure: what is returned tells the most MB that were taken since, beside what is held now.

    A process of its own gives the truest numbers. Only Linux can tell: its peak is made to begin anew here, while that
    of ``getrusage`` is never less than what the parent of a process once held.
    """
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _peak()
    return lambda: _peak() - before


def _peak() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError("no VmHWM in /proc/self/status")

"""Measuring the processor time that work takes."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

ATTEMPTS = 5


def is_within(seconds: float, work: Callable[[], object]) -> bool:
    """Whether the work can be done in this processor time. Other programs slow it down, so it gets several attempts."""
    for _ in range(ATTEMPTS):
        begun = process_time()
        work()
        if process_time() - begun < seconds:
            return True
    return False

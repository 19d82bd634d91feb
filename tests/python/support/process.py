"""Programs that run beside a test, and never outlive it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

__all__ = ["running"]


@contextmanager
def running(*command: str, seconds: float = 300, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program, until the end of the block: whatever ends it, the program is killed, and all that it started.

    Args:
        command: what to run. It has a session of its own: Ctrl-C for the tests is none for it.
        seconds: for how long at most, so that nobody waits for its words for ever.
        options: those of ``subprocess.Popen``. What is piped is text.
    """
    with subprocess.Popen(command, text=True, start_new_session=True, **options) as process:
        watchdog = Timer(seconds, _kill, [process.pid])
        watchdog.daemon = True
        watchdog.start()
        try:
            yield process
        finally:
            watchdog.cancel()
            _kill(process.pid)


def _kill(session: int) -> None:
    # Nobody may be left, or (so macOS says it) nobody but the dead.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(session, signal.SIGKILL)

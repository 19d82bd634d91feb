"""Programs that run while a test runs, and that are killed when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any


@contextmanager
def running(*command: str, seconds: float = 300, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end of the block. Then the program and its child processes are killed.

    Args:
        command: the program and its arguments. It runs in a new session, so Ctrl-C for the tests does not reach it.
        seconds: the time limit, after which the program is killed. So a test that reads its output cannot hang.
        options: options of ``subprocess.Popen``. Pipes are in text mode.
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
    # The session may have no processes, or (PermissionError on macOS) only zombies.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(session, signal.SIGKILL)

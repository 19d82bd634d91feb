"""Programs and coroutines that run while a test runs, and that end when it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from threading import Timer
from typing import Any, Final, ParamSpec


@contextmanager
def running(*command: str, seconds: float = 300, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end of the block. Then the program and its child processes are killed.

    It runs in a new session, so Ctrl-C for the tests does not reach it. It is killed after the time limit, so a test
    that reads its output cannot hang.
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


PATIENCE: Final = 20.0
"""The time limit in seconds for the response to Ctrl-C. volo promises 0.2 s; the limit allows for a loaded machine. The
interrupted work must take much longer than the limit, so that a program that ignores Ctrl-C fails the test."""

P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A decorator for a test that is a coroutine. The test fails if it takes very long."""

    @wraps(test)
    def run(*arguments: P.args, **more: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*arguments, **more), 100))

    return run

"""Programs and coroutines that run while a test runs, and that end when it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from time import monotonic
from typing import Any, Final


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


PATIENCE: Final = 20.0
"""The time limit in seconds for the response to Ctrl-C. volo promises 0.2 s; the limit allows for a loaded machine. The
interrupted work must take much longer than the limit, so that a program that ignores Ctrl-C fails the test."""

# Python loses a Ctrl-C that arrives in the middle of an import. What the work imports is loaded when it has taken some
# processor time. Work that waits takes none, so it gets a second.
PROGRAM = """
import threading, time
{prepare}
def tell():
    begun, end = time.process_time(), time.monotonic() + 1
    while time.process_time() < begun + 0.2 and time.monotonic() < end:
        time.sleep(0.01)
    print("ready", flush=True)
try:
    threading.Thread(target=tell, daemon=True).start()
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def seconds_to_answer(prepare: str, work: str) -> float:
    """Return the seconds between Ctrl-C and the response."""
    program = PROGRAM.format(prepare=prepare, work=work)
    with running(sys.executable, "-c", program, stdout=subprocess.PIPE, seconds=120) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        sent = monotonic()
        process.send_signal(signal.SIGINT)
        answer = process.stdout.readline()
        seconds = monotonic() - sent
        assert answer == "interrupted\n", "the work ended before Ctrl-C, or ignored it"
        status = process.wait()
        # Python itself also ends by SIGINT if the signal came while an import executed a text, as dataclasses do.
        assert status in (0, -signal.SIGINT), f"the program ended with status {status}"
    return seconds


def run(work: Coroutine[Any, Any, object]) -> None:
    """Run a coroutine. It fails if it takes very long."""
    asyncio.run(asyncio.wait_for(work, 100))

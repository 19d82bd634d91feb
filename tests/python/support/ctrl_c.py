"""Measuring how soon a running program responds to Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import monotonic
from typing import Final

from support.process import running

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
    """Return the seconds between Ctrl-C and the response.

    Args:
        prepare: Python code that runs before the work.
        work: a Python expression that takes minutes to evaluate.
    """
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

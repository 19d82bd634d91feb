"""How soon a program that works answers Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import monotonic, sleep
from typing import Final

from support.process import running

__all__ = ["PATIENCE", "seconds_to_answer"]

PATIENCE: Final = 1.0
"""Within how many seconds Ctrl-C is to be answered. Promised are 0.2: this is for machines that do other things as
well. Work that is interrupted must take much longer, lest a program that is deaf seem to answer."""

PROGRAM = """
{prepare}
try:
    print("ready", flush=True)
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def seconds_to_answer(prepare: str, work: str) -> float:
    """The seconds between Ctrl-C and its answer.

    Args:
        prepare: Python that makes all that the work needs.
        work: an expression of Python which takes minutes.
    """
    program = PROGRAM.format(prepare=prepare, work=work)
    with running(sys.executable, "-c", program, stdout=subprocess.PIPE, seconds=120) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        sleep(0.5)
        sent = monotonic()
        process.send_signal(signal.SIGINT)
        answer = process.stdout.readline()
        seconds = monotonic() - sent
        assert answer == "interrupted\n", "the work was over before Ctrl-C, or deaf to it"
        assert process.wait() == 0
    return seconds

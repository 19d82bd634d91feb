"""How soon a program that works answers Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import sleep, time

__all__ = ["seconds_to_answer"]


def seconds_to_answer(program: str) -> float:
    """The seconds between Ctrl-C and its answer.

    Args:
        program: Python that prints ``ready``, works, and when it is interrupted prints the time and ends well.
    """
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        sleep(0.5)
        sent = time()
        process.send_signal(signal.SIGINT)
        answer, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    return float(answer) - sent

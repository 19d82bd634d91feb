"""Ctrl-C while the command ``volo`` imports the package: it ends the process, without a traceback of the imports."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

_before = signal.getsignal(signal.SIGINT)

# For "-m", Python has not found the name of the program yet. Other programs keep their handler.
if _before is signal.default_int_handler and os.path.basename(*sys.argv[:1] or [""]) in {"-m", "volo", "volo.exe"}:
    with suppress(ValueError):  # in another thread
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def restore() -> None:
    if signal.getsignal(signal.SIGINT) is not _before:
        signal.signal(signal.SIGINT, _before)

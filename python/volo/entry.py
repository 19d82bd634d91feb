"""Finding out how this process was started."""

from __future__ import annotations

import os
import re
import sys

__all__ = ["is_command"]


def is_command() -> bool:
    """Return whether this process is the command ``volo`` or ``python -m volo``.

    The function works while `volo` is being imported, before the command is imported. It returns True for any program
    that is called ``volo``.
    """
    program: str = (getattr(sys, "argv", None) or [""])[0]
    if program != "-m":
        return os.path.normcase(os.path.basename(program)).removesuffix(".exe") == "volo"  # noqa: PTH119
    # While Python looks for the module of -m, only the original arguments contain the module's name.
    name = sys.orig_argv[-len(sys.argv)]
    return re.fullmatch(r"(-\w*m)?volo(\.__main__)?", name) is not None

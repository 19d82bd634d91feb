"""How this process was started."""

from __future__ import annotations

import os
import re
import sys

__all__ = ["is_command"]


def is_command() -> bool:
    """Whether this process is the command ``volo`` or ``python -m volo``.

    It can be asked while `volo` is imported, before the command itself is. The answer is True for any program called
    ``volo``.
    """
    program: str = (getattr(sys, "argv", None) or [""])[0]
    if program != "-m":
        return os.path.normcase(os.path.basename(program)).removesuffix(".exe") == "volo"  # noqa: PTH119
    # While Python looks for the module of -m, the module's name is in the original arguments only.
    name = sys.orig_argv[-len(sys.argv)]
    return re.fullmatch(r"(-\w*m)?volo(\.__main__)?", name) is not None

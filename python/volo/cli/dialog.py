"""Lines that a person types, or that a pipe supplies."""

from __future__ import annotations

import sys
from contextlib import suppress

__all__ = ["LONGEST_LINE", "ask", "ready_input"]

LONGEST_LINE = 1000
"""The number of characters of a line that are read. The others are skipped."""


def ready_input() -> None:
    """Prepare standard input for any bytes, and for editing on a terminal.

    Bytes that are not text become escape sequences, which no command understands.
    """
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    if _is_terminal():
        # The import gives `input` the keys that edit the line and repeat earlier lines. Windows does not have it.
        with suppress(ImportError):
            import readline  # noqa: F401


def ask(prompt: str) -> str | None:
    """Read a line, without white space around it. The prompt is printed if a person types.

    Returns:
        the line, of which no more than the first 1,000 characters are kept; None at the end of the input.
    """
    if _is_terminal():
        try:
            return input(prompt).strip()[:LONGEST_LINE]
        except EOFError:
            print()  # noqa: T201
            return None
    if sys.stdin is None:
        return None
    line = sys.stdin.readline(LONGEST_LINE + 1)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(1 << 16)
    return line.strip()[:LONGEST_LINE] if line else None


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()

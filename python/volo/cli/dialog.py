"""Lines that a person types, or that a pipe supplies."""

from __future__ import annotations

import sys
from collections.abc import Callable

__all__ = ["ask", "ready_input"]

# The number of characters of a line that are read. The others are skipped.
_LONGEST_LINE = 1000

# Tab replaces the word by the next continuation, and Shift-Tab by the previous one.
_CYCLE = ("tab: menu-complete", r'"\e[Z": menu-complete-backward')
# On macOS, readline is libedit, in which Tab can only list them.
_LIST = ("bind ^I rl_complete",)


def ready_input() -> None:
    """Prepare standard input for any bytes. Bytes that are not text become escape sequences, which no command knows."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def ask(prompt: str, complete: Callable[[str], list[str]]) -> str | None:
    """Read a line, without white space around it. The prompt is printed if a person types.

    Args:
        prompt: the prompt.
        complete: returns the continuations of the first word of the line, for the Tab key.

    Returns:
        the first 1,000 characters of the line; None at the end of the input.
    """
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        _ready_keys(complete)
        try:
            return input(prompt).strip()[:_LONGEST_LINE]
        except EOFError:
            print()  # noqa: T201
            return None
    if sys.stdin is None:
        return None
    line = sys.stdin.readline(_LONGEST_LINE + 1)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(1 << 16)
    return line.strip()[:_LONGEST_LINE] if line else None


def _ready_keys(complete: Callable[[str], list[str]]) -> None:
    """Make `input` support keys that edit the line, repeat earlier lines and complete the first word."""
    try:
        import readline
    except ImportError:  # on Windows
        return
    found: list[str] = []

    def find(start: str, number: int) -> str | None:
        if number == 0:
            found[:] = [] if readline.get_begidx() else complete(start)
        return found[number] if number < len(found) else None

    for binding in _LIST if "libedit" in (readline.__doc__ or "") else _CYCLE:
        readline.parse_and_bind(binding)
    readline.set_completer_delims(" ")
    readline.set_completer(find)

"""The terminal as a whole screen, which is restored on every way out. It needs a POSIX system."""

from __future__ import annotations

import importlib.util
import os
import select
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from volo.cli.board.ink import Line, painted
from volo.cli.board.keys import Decoder

__all__ = ["Screen", "has_screen", "opened"]

# The time in which the rest of a sequence follows Esc.
_SECONDS = 0.05
_PIECE = 1024

# The indices of the fields of a mode of the terminal.
_IFLAG, _LFLAG, _CC = 0, 3, 6

# The alternate screen, without a cursor, and without line breaks where a line is too wide.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"


def has_screen() -> bool:
    """Whether standard input and standard output are a terminal on which the cursor can be moved."""
    return (
        importlib.util.find_spec("termios") is not None
        and all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        and os.environ.get("TERM", "") not in {"", "dumb", "unknown"}
    )


class Screen:
    """The alternate screen of the terminal, without echo of keys; see `opened`.

    Args:
        color: whether to write colours.
        wakes: a file descriptor that can be read after each signal.
    """

    def __init__(self, *, color: bool, wakes: int) -> None:
        import termios

        self._color = color
        self._wakes = wakes
        self._keys = Decoder()
        self._shown: list[str] = []
        self._input = sys.stdin.fileno()
        self._mode = termios.tcgetattr(self._input)
        self._is_to_stop = False
        self._is_to_enter = False

    @property
    def size(self) -> tuple[int, int]:
        """The number of columns and lines."""
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
        # A terminal that does not know its size reports 0.
        return columns or 80, lines or 24

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines. Only those that differ from what is on the screen are written."""
        texts = [painted(line, color=self._color) for line in lines]
        old = self._shown
        changed = [
            f"\x1b[{number};1H{text}\x1b[K"
            for number, text in enumerate(texts, start=1)
            if number > len(old) or old[number - 1] != text
        ]
        if len(texts) < len(old):
            changed.append(f"\x1b[{len(texts) + 1};1H\x1b[J")
        self._shown = texts
        _write("".join(changed))

    def clear(self) -> None:
        """Clear the screen, so that the next lines are all written."""
        self._shown = []
        _write("\x1b[2J")

    def keys(self, seconds: float | None) -> list[str] | None:
        """Wait for keys, and return them.

        Args:
            seconds: how long to wait at most; None is no limit.

        Returns:
            the keys; none if the time is up or a signal came. None at the end of the input.
        """
        is_waiting = self._keys.is_waiting
        ready, _, _ = select.select([self._input, self._wakes], [], [], _SECONDS if is_waiting else seconds)
        if self._wakes in ready:
            with suppress(BlockingIOError):
                os.read(self._wakes, _PIECE)
        if self._is_to_stop:
            self._stop()
        if self._is_to_enter:
            self.enter()
        if self._input in ready:
            data = os.read(self._input, _PIECE)
            return self._keys.feed(data) if data else None
        return self._keys.flush() if is_waiting and not ready else []

    def enter(self) -> None:
        """Switch to the alternate screen, and let keys come one by one. Ctrl-C and Ctrl-Z still send signals."""
        import termios

        self._is_to_enter = False
        mode = termios.tcgetattr(self._input)
        mode[_IFLAG] &= ~termios.IXON
        mode[_LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        mode[_LFLAG] |= termios.ISIG
        mode[_CC] = [*mode[_CC]]
        # Ctrl-\ would end the process at once, without restoring the terminal.
        mode[_CC][termios.VQUIT] = os.fpathconf(self._input, "PC_VDISABLE").to_bytes(1, "little")
        mode[_CC][termios.VMIN], mode[_CC][termios.VTIME] = 1, 0
        termios.tcsetattr(self._input, termios.TCSANOW, mode)
        _write(_ENTER)
        self._shown = []

    def leave(self) -> None:
        """Restore the terminal."""
        import termios

        # If the terminal is gone, there is nothing to restore.
        with suppress(OSError, termios.error):
            _write(_LEAVE)
        with suppress(OSError, termios.error):
            termios.tcsetattr(self._input, termios.TCSANOW, self._mode)

    def stop_soon(self, _: int, __: FrameType | None) -> None:
        """Suspend the program as soon as no line is half written: the handler of SIGTSTP, which Ctrl-Z sends."""
        self._is_to_stop = True

    def enter_soon(self, _: int, __: FrameType | None) -> None:
        """Prepare the terminal again: the handler of SIGCONT, which goes on after any stop."""
        self._is_to_enter = True

    def _stop(self) -> None:
        self._is_to_stop = False
        self.leave()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._is_to_enter = True


@contextmanager
def opened(*, color: bool) -> Iterator[Screen]:
    """Show the alternate screen during a block, and restore the terminal on every way out.

    Ctrl-Z restores it while the program is suspended. A change of the size of the terminal ends `Screen.keys`.

    Args:
        color: whether to write colours.
    """
    with _wakes() as wakes:
        screen = Screen(color=color, wakes=wakes)
        handlers = {
            signal.SIGTSTP: screen.stop_soon,
            signal.SIGCONT: screen.enter_soon,
            signal.SIGWINCH: lambda *_: None,
        }
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        try:
            screen.enter()
            yield screen
        finally:
            screen.leave()
            for number, old in before.items():
                signal.signal(number, old)


@contextmanager
def _wakes() -> Iterator[int]:
    """Yield a file descriptor that can be read after each signal."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield reader
    finally:
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

"""A terminal with a screen: a program runs on a pseudo terminal, and an emulator shows what a person would see."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import pyte

from support.process import running

__all__ = ["Terminal", "volo_on_screen"]

_PATIENCE = 60

# A shell that runs one command. It ends with the status of the command, which is 128 and the number of a signal if one
# ended it.
_SHELL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "volo", *sys.argv[1:]])
while True:
    _, status = os.waitpid(child, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        break
    os.tcsetpgrp(0, os.getpgrp())
    print("stopped", flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, child)
    os.killpg(child, signal.SIGCONT)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
"""

_ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
_OTHERS = {"enter": "\r", "escape": "\x1b", "tab": "\t", "backspace": "\x7f", "ctrl-c": "\x03", "ctrl-z": "\x1a"}
_KEYS = _ARROWS | _OTHERS


class Terminal:
    """The terminal of a running program.

    Attributes:
        received: everything that the program has written.
    """

    def __init__(self, master: int, columns: int, lines: int) -> None:
        self.received = ""
        self._master = master
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def lines(self) -> list[str]:
        """The lines of the screen, without blanks at their ends."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines)

    @property
    def is_alternate(self) -> bool:
        """Whether the program shows its own screen instead of the lines of the shell."""
        return self.received.rfind("\x1b[?1049h") > self.received.rfind("\x1b[?1049l")

    @property
    def is_raw(self) -> bool:
        """Whether keys reach the program one by one."""
        return not termios.tcgetattr(self._master)[3] & termios.ICANON

    def press(self, *keys: str) -> None:
        """Press keys, each a name or a text to type."""
        for key in keys:
            os.write(self._master, _KEYS.get(key, key).encode())

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window."""
        self._screen.resize(lines, columns)
        _set_size(self._master, columns, lines)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        os.killpg(os.tcgetpgrp(self._master), number)

    def wait_for(self, is_there: Callable[[], bool]) -> None:
        """Wait until something is on the screen."""
        end = monotonic() + _PATIENCE
        while not is_there():
            assert monotonic() < end, f"not on the screen:\n{self.text}"
            self._receive(1)

    def see(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait_for(lambda: text in self.text)

    def drain(self) -> None:
        """Receive everything until the program closes the terminal."""
        while self._receive(_PATIENCE):
            pass

    def _receive(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        try:
            data = os.read(self._master, 65536) if ready else b""
        except OSError:  # Linux reports the other end as closed with an error.
            return False
        self.received += data.decode(errors="replace")
        self._stream.feed(data)
        return bool(data)


@contextmanager
def volo_on_screen(
    *arguments: str, columns: int = 80, lines: int = 24, **environment: str
) -> Iterator[tuple[Terminal, Callable[[], int]]]:
    """Run the command volo on a pseudo terminal, with a shell that goes on after Ctrl-Z when Enter is pressed.

    Yields:
        the terminal, and a function that waits for the end of the program and returns its status.
    """
    master, slave = pty.openpty()
    _set_size(slave, columns, lines)
    variables = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "LINES"}}
    variables |= {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment}
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
    try:
        with running(sys.executable, "-c", _SHELL, *arguments, env=variables, **streams) as process:
            terminal = Terminal(master, columns, lines)

            def status() -> int:
                os.close(slave)
                terminal.drain()
                return process.wait()

            yield terminal, status
    finally:
        os.close(master)


def _set_size(descriptor: int, columns: int, lines: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

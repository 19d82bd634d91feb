"""A program that reads and writes lines."""

from __future__ import annotations

import atexit
import os
import shlex
import signal
import subprocess
import sys
from _thread import start_new_thread
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, current_thread
from time import monotonic
from typing import IO, Final, TypeAlias
from weakref import finalize

from volo._support.threads import BETWEEN_CHECKS, Helper
from volo.errors import EngineError, EngineTerminatedError, EngineTimeoutError

_LONGEST_LINE: Final = 1 << 20

# A program that writes more lines or bytes than this before they are read has to wait.
_MOST_LINES: Final = 1000
_MOST_BYTES: Final = 1 << 20

# The time in seconds that a program has to end after its input has ended, before it is killed.
_GRACE: Final = 1.0


Deadline: TypeAlias = float | Callable[[], float | None] | None


class _Reader(Helper):
    """Reads the lines of a stream in the background, so that a wait for a line can have a limit of time."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__("volo-ugi-reader", self._read)
        self._stream = stream
        self._changed = Condition()
        # The lines that were not read yet, each with the time at which it came.
        self._lines: deque[tuple[bytes, float]] = deque()
        self._bytes = 0
        self._has_ended = False
        self._is_closed = False

    def _read(self) -> None:
        with self._stream:
            while True:
                try:
                    line = self._stream.readline(_LONGEST_LINE + 1)
                except (OSError, ValueError):
                    line = b""
                with self._changed:
                    self._changed.wait_for(lambda: self._is_closed or self._has_room())
                    if not line or self._is_closed:
                        self._has_ended = True
                        self._changed.notify_all()
                        return
                    self._lines.append((line, monotonic()))
                    self._bytes += len(line)
                    self._changed.notify_all()

    def _has_room(self) -> bool:
        return len(self._lines) < _MOST_LINES and self._bytes < _MOST_BYTES

    def get(self, deadline: Deadline) -> bytes | None:
        """Return the next line; an empty line at the end of the stream; None if it did not come in time."""
        with self._changed:
            while not (self._lines or self._has_ended or self._is_closed):
                end = _present(deadline)
                rest = BETWEEN_CHECKS if end is None else end - monotonic()
                if rest <= 0:
                    return None
                self._changed.wait(min(rest, BETWEEN_CHECKS))
            line, came = self._lines.popleft() if self._lines else (b"", 0.0)
            self._bytes -= len(line)
            self._changed.notify_all()
        # A program that never stops to write is late, too. A line that waited for this process is not.
        end = _present(deadline)
        return None if end is not None and came > end else line

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._lines.clear()
            self._bytes = 0
            self._changed.notify_all()


class _Writer(Helper):
    """Writes lines to a stream in the background, because a program that does not read its input blocks the writer."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__("volo-ugi-writer", self._write)
        self._stream = stream
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()

    def _write(self) -> None:
        # If the program does not read any more, the reader finds out that it has ended.
        with suppress(OSError), self._stream:
            while (line := self._lines.get()) is not None:
                self._stream.write(line)
                self._stream.flush()

    def put(self, line: bytes) -> None:
        self._lines.put(line)

    def close(self) -> None:
        """Close the stream after the lines that are not written yet."""
        self._lines.put(None)


class _Connection:
    """A process, and the threads that write to it and read from it. They have no reference to the :class:`Program`."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        self.process, self._owner = process, os.getpid()
        self.writer, self.reader = _Writer(process.stdin), _Reader(process.stdout)
        _open.add(self)
        try:
            self.writer.start()
            self.reader.start()
        except BaseException:
            self.close()
            raise

    def abandon(self) -> None:
        """End the process soon. This never waits, because the collector calls it, in any thread.

        ``Thread.start`` would wait for the new thread, and that one for a lock that this thread may hold.
        """
        try:
            start_new_thread(self._end, ())
        except RuntimeError:
            self._kill()

    def close(self) -> None:
        """End the process, and wait for it and for the threads."""
        self._end()
        for thread in (self.reader, self.writer):
            # A child of the program may keep a pipe open.
            if thread is not current_thread() and thread.ident is not None:
                thread.join(_GRACE)

    def _end(self) -> None:
        if self._owner == os.getpid():
            self.reader.close()
            self.writer.close()
            try:
                self.process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._kill()
                # Without this, a zombie would remain.
                self.process.wait()
        _open.discard(self)

    def _kill(self) -> None:
        if sys.platform == "win32":
            self.process.kill()
        else:
            # If the command is a shell, the programs that it has started are in its process group.
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


# The processes that have not ended. They end before the interpreter does.
_open: Final[set[_Connection]] = set()


@atexit.register
def _end_all() -> None:
    for each in tuple(_open):
        each.close()


class Program:
    """A program that reads and writes lines of text. A command that is one text is divided as a shell would do it.

    The program is ended by :meth:`close`, when nothing refers to the object any more, and when the interpreter exits.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        words = words_of(command)
        self.name: str = os.path.basename(words[0])  # noqa: PTH119
        # In a session or a process group of its own, the program does not get the Ctrl-C that is meant for this one.
        self._connection = _Connection(
            subprocess.Popen(  # noqa: S603
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=os.name == "posix",
                creationflags=_creation_flags(),
            )
        )
        self._abandon = finalize(self, self._connection.abandon)
        # At exit, `_end_all` waits.
        self._abandon.atexit = False

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._connection.process.pid

    def close(self) -> None:
        """End the program, and wait for it. It may be called more than once."""
        self._connection.close()
        self._abandon.detach()

    def send(self, line: str) -> None:
        """Write a line, in the background. If the program has ended, the next :meth:`receive` reports it."""
        self._connection.writer.put(f"{line}\n".encode())

    def receive(self, deadline: Deadline) -> str:
        """Wait for a line and return it, without a byte order mark and white space around it.

        Bytes that are not text in UTF-8 become replacement characters: only the words that are used must be right.

        Args:
            deadline: the time of the clock ``monotonic`` until which to wait, or a function that returns the present
                one; None means no limit.

        Raises:
            EngineTimeoutError: there was no line in time.
            EngineTerminatedError: the program has ended, or has closed its output.
            EngineError: the line is too long.
        """
        line = self._connection.reader.get(deadline)
        if line is None:
            raise EngineTimeoutError(f"the engine {self.name} did not answer in time")
        if not line:
            self.close()
            status = self._connection.process.returncode
            raise EngineTerminatedError(f"the engine {self.name} has ended with status {status}")
        if len(line) > _LONGEST_LINE:
            raise EngineError(f"the engine {self.name} wrote a line of more than {_LONGEST_LINE} bytes")
        return line.decode("utf-8-sig", "replace").strip()


def _present(deadline: Deadline) -> float | None:
    return deadline() if callable(deadline) else deadline


def _creation_flags() -> int:
    """The flags with which Windows starts a program; 0 on other systems."""
    if sys.platform == "win32":
        return subprocess.CREATE_NEW_PROCESS_GROUP
    return 0


def words_of(command: str | Sequence[str]) -> list[str]:
    """Return the program and the arguments of a command."""
    if isinstance(command, str):
        try:
            words = _divided(command, is_posix=os.name == "posix")
        except ValueError as error:
            raise EngineError(f"the command of an engine is not complete: {error}") from error
    else:
        words = list(command)
    if not words or not words[0] or any("\0" in word for word in words):
        raise EngineError("the command of an engine must name a program, and have no null characters")
    return words


def _divided(command: str, *, is_posix: bool) -> list[str]:
    r"""Divide a command into words. On Windows, a backslash is a letter like any other.

    >>> _divided(r'"C:\Program Files\e.exe" -x', is_posix=False) == [r"C:\Program Files\e.exe", "-x"]
    True
    """
    words = shlex.split(command, posix=is_posix)
    return words if is_posix else [_without_quotes(word) for word in words]


def _without_quotes(word: str) -> str:
    """Remove the quotation marks that enclose a word.

    >>> [_without_quotes(word) for word in ('"a b"', "'a b'", 'a"b"', '"', "")]
    ['a b', 'a b', 'a"b"', '"', '']
    """
    is_quoted = len(word) > 1 and word[0] == word[-1] and word[0] in "\"'"
    return word[1:-1] if is_quoted else word

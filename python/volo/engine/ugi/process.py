"""A program that reads and writes lines."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Thread
from time import monotonic
from typing import IO, Final, TypeAlias
from weakref import finalize

from volo._support.threads import BETWEEN_CHECKS
from volo.errors import EngineError, EngineTerminatedError, EngineTimeoutError

_LONGEST_LINE: Final = 1 << 20

# A program that writes more lines or bytes than this before they are read has to wait.
_MOST_LINES: Final = 1000
_MOST_BYTES: Final = 1 << 20

# The time in seconds that a program has to end after its input has ended, before it is killed.
_GRACE: Final = 1.0


Deadline: TypeAlias = float | Callable[[], float | None] | None


class _Reader(Thread):
    """Reads the lines of a stream in the background, so that a wait for a line can have a limit of time."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="volo-ugi-reader", daemon=True)
        self._stream = stream
        self._changed = Condition()
        # The lines that were not read yet, each with the time at which it came.
        self._lines: deque[tuple[bytes, float]] = deque()
        self._bytes = 0
        self._has_ended = False
        self._is_closed = False

    def run(self) -> None:
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


class _Writer(Thread):
    """Writes lines to a stream in the background, because a program that does not read its input blocks the writer."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="volo-ugi-writer", daemon=True)
        self._stream = stream
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()

    def run(self) -> None:
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


class Program:
    """A program that reads and writes lines of text.

    The program is ended by :meth:`close`, when nothing refers to the object any more, and when the interpreter exits.

    Args:
        command: the program and its arguments, or one text that is divided as a shell would do it.

    Raises:
        OSError: the program cannot be started.
        VoloError: the text is empty, or has an unmatched quotation mark.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        words = words_of(command)
        self.name: str = os.path.basename(words[0])  # noqa: PTH119
        # In a session or a process group of its own, the program does not get the Ctrl-C that is meant for this one.
        self._process = subprocess.Popen(  # noqa: S603
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=os.name == "posix",
            creationflags=_creation_flags(),
        )
        assert self._process.stdin is not None  # noqa: S101
        assert self._process.stdout is not None  # noqa: S101
        self._writer, self._reader = _Writer(self._process.stdin), _Reader(self._process.stdout)
        self._end = finalize(self, _end, self._process, self._writer, self._reader)
        self._writer.start()
        self._reader.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def close(self) -> None:
        """End the program, and wait for it. It may be called more than once."""
        self._end()

    def send(self, line: str) -> None:
        """Write a line, in the background. If the program has ended, the next :meth:`receive` reports it."""
        self._writer.put(f"{line}\n".encode())

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
        line = self._reader.get(deadline)
        if line is None:
            raise EngineTimeoutError(f"the engine {self.name} did not answer in time")
        if not line:
            self.close()
            status = self._process.returncode
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
    """Return the program and the arguments of a command.

    Raises:
        EngineError: the command does not name a program, or is not complete.
    """
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

    Raises:
        ValueError: a quotation mark is unmatched.

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


def _end(process: subprocess.Popen[bytes], writer: _Writer, reader: _Reader) -> None:
    """End a program, and wait for it, so that no zombie remains."""
    reader.close()
    writer.close()
    try:
        process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        if sys.platform == "win32":
            process.kill()
        else:
            # If the command is a shell, the programs that it has started are in its process group.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for thread in (reader, writer):
        # A child of the program may keep a pipe open.
        if thread.ident is not None:
            thread.join(_GRACE)

"""Another program, and the exchanges of lines with it."""

from __future__ import annotations

import atexit
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from queue import SimpleQueue
from threading import Condition, current_thread
from time import monotonic
from typing import Final

from volo._support.threads import BETWEEN_CHECKS, Helper
from volo.engine.search import seconds_of
from volo.errors import EngineBusyError, EngineClosedError, EngineError, EngineTerminatedError, EngineTimeoutError

_LONGEST_LINE: Final = 1 << 16
_MOST_LINES: Final = 1000

# The time in seconds that a program has to end after its input has ended, before it is killed.
_GRACE: Final = 1.0


class Program:
    """Another program. One thread writes to it and one reads from it, because a pipe may block each of them."""

    def __init__(self, command: str | Sequence[str]) -> None:
        words = words_of(command)
        self.name: str = os.path.basename(words[0])  # noqa: PTH119
        self.changed: Final = Condition()
        self.exchange: Exchange | None = None
        # Empty texts are skipped, and None closes the input of the program.
        self.unsent: Final[SimpleQueue[Callable[[], str] | None]] = SimpleQueue()
        # A forked process must not end the program.
        self._owner = os.getpid()
        # Why there are no exchanges any more.
        self.ending: EngineError | None = None
        # In a session or a process group of its own, the program does not get the Ctrl-C that is meant for this one.
        self.process: Final = subprocess.Popen(  # noqa: S603
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=os.name == "posix",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        _running.add(self)
        self.reader: Final = Helper("volo-ugi-reader", self._read)
        try:
            self.reader.start()
            Helper("volo-ugi-writer", self._write).start()
        except BaseException:
            self.kill()
            raise

    def close(self) -> None:
        self.ending = EngineClosedError(f"the engine {self.name} is closed")
        self.unsent.put(lambda: "quit")
        self.end()

    def end(self, error: BaseException | None = None) -> None:
        """End the program and its exchange, which raises this error or says how the program has ended."""
        self.unsent.put(None)
        if self._owner != os.getpid():
            return
        try:
            self.process.wait(_GRACE if error is None else 0)
        except subprocess.TimeoutExpired:
            self.kill()
            # Without this, a zombie would remain.
            self.process.wait()
        _running.discard(self)
        status = self.process.returncode
        with self.changed:
            self.ending = self.ending or EngineTerminatedError(f"the engine {self.name} has ended with status {status}")
            if self.exchange is not None:
                self.exchange.end(error or self.ending)
                self.changed.notify_all()

    def kill(self) -> None:
        """Kill the program. This never waits, because the collector calls it, in any thread."""
        if self._owner == os.getpid() and self.process.poll() is None:
            if sys.platform == "win32":
                self.process.kill()
            else:
                # If the command is a shell, the programs that it has started are in its process group.
                with suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)

    def _write(self) -> None:
        # If the program does not read any more, the reader finds out that it has ended.
        with suppress(OSError), self.process.stdin as stream:  # type: ignore[union-attr]
            while (text := self.unsent.get()) is not None:
                if line := text():
                    stream.write(f"{line}\n".encode())
                    stream.flush()

    def _read(self) -> None:
        try:
            with self.process.stdout as stream:  # type: ignore[union-attr]
                while line := stream.readline(_LONGEST_LINE + 1):
                    if len(line) > _LONGEST_LINE:
                        raise EngineError(f"the engine {self.name} wrote a line of more than {_LONGEST_LINE} bytes")
                    # Only the words that are used must be text.
                    words = line.decode("utf-8-sig", "replace").split()
                    with self.changed:
                        if words and self.ending is None and self.exchange and not self.exchange.has_answer:
                            self.exchange.hear(words)
                            self.changed.notify_all()
            self.end()
        except BaseException as error:
            self.end(error)


# The programs that have not ended. They end before the interpreter does.
_running: Final[set[Program]] = set()


@atexit.register
def _end_all() -> None:
    for each in tuple(_running):
        each.close()


@dataclass(eq=False, repr=False, kw_only=True)
class Exchange:
    """Commands to a program, and its lines until the one that answers the last command.

    The reader of the program hears the lines, and other threads wait. The answer must come within ``seconds`` and the
    timeout, and no two lines more than ``silence`` apart. Until then, the engine that is ``kept`` is not collected.
    """

    program: Program
    commands: Sequence[str]
    answer: str = "readyok"
    stop_command: str = ""
    timeout: float
    seconds: float = 0.0
    silence: float = inf
    kept: object = None
    lines: list[list[str]] = field(default_factory=list)
    error: BaseException | None = None
    has_answer: bool = False
    is_stopping: bool = False
    _heard: float = 0.0
    _deadline: float = inf

    def begin(self) -> None:
        program = self.program
        with program.changed:
            if program.exchange and program.exchange.is_stopping:
                program.exchange.close()
            if program.ending:
                raise program.ending.with_traceback(None)
            if program.exchange and not program.exchange.has_answer:
                raise EngineBusyError(f"the engine {program.name} is in use by another call or an analysis")
            program.exchange = self
            self._heard = monotonic()
            self._deadline = self._heard + self.seconds + self.timeout
            program.unsent.put(lambda: "\n".join(self.commands))

    def run(self) -> None:
        try:
            self.begin()
            self.wait_until_over(None)
        except KeyboardInterrupt:
            self.stop()
            raise

    def hear(self, words: list[str]) -> None:
        self._heard = monotonic()
        if words[0] == self.answer:
            self.end(None)
        elif words[:3] == ["info", "string", "error:"]:
            text = " ".join(words[3:])[:300]
            self.error = self.error or EngineError(f"the engine {self.program.name} reports: {text}")
            # An answer may or may not follow.
            self.stop()
        else:
            self.hear_other(words)

    def hear_other(self, words: list[str]) -> None:
        """Hear a line that neither is the answer nor refuses a command."""
        self.lines.append(words)
        if len(self.lines) > _MOST_LINES:
            raise EngineError(f"the engine {self.program.name} wrote {_MOST_LINES} lines without {self.answer}")

    def end(self, error: BaseException | None) -> None:
        """End with an answer, or with this error, unless the program has refused a command before."""
        if not self.has_answer:
            self.error = self.error or error
            self.has_answer = True
            self.kept = None

    def is_over(self) -> bool:
        """Whether the answer has come, or will never come."""
        self._wait(lambda: not self._is_late(monotonic()))
        return self.has_answer

    def stop(self) -> None:
        """Wait no longer than the timeout. This takes no lock, because the collector calls it, in any thread."""
        if not self.is_stopping:
            self.is_stopping = True
            self._deadline = min(self._deadline, monotonic() + self.timeout)
            # After the end of this exchange, the command would stop the next one.
            self.program.unsent.put(lambda: "" if self.has_answer else self.stop_command)
            self.kept = None

    def close(self) -> None:
        """Stop, and wait for the end. A helper does not wait: the exchange may need it."""
        self.stop()
        if not isinstance(current_thread(), Helper):
            self._wait(lambda: False)

    def wait_until_over(self, time: float | None) -> bool:
        """Wait for the end, at most this number of seconds. Returns whether it has come, or raises the error."""
        self._wait(lambda: False, time)
        if self.has_answer and self.error is not None:
            raise self.error
        return self.has_answer

    def _wait(self, is_done: Callable[[], bool], time: float | None = None) -> None:
        """Wait for a condition or the end, at most this number of seconds. A program that is late is ended."""
        end = inf if time is None else monotonic() + seconds_of("timeout", time)
        with self.program.changed:
            while not (is_done() or self.has_answer):
                if not self.program.reader.is_alive():
                    self.end(EngineTerminatedError(f"the engine {self.program.name} belongs to another process"))
                    return
                now = monotonic()
                if now >= end:
                    return
                is_late = self._is_late(now)
                # A line that has waited for this process is not late.
                self.program.changed.wait(min(end - now, BETWEEN_CHECKS))
                if is_late and not self.has_answer:
                    self.program.end(EngineTimeoutError(f"the engine {self.program.name} did not answer in time"))

    def _is_late(self, now: float) -> bool:
        return now > min(self._deadline, self._heard + self.silence)


def words_of(command: str | Sequence[str], *, is_posix: bool = os.name == "posix") -> list[str]:
    r"""Return the program and the arguments of a command. On Windows, a backslash is a letter like any other.

    >>> words_of(r'"C:\Program Files\e.exe" -x', is_posix=False) == [r"C:\Program Files\e.exe", "-x"]
    True
    """
    if isinstance(command, str):
        try:
            command = shlex.split(command if is_posix else command.replace("\\", r"\\"))
        except ValueError as error:
            raise EngineError(f"the command of an engine is not complete: {error}") from error
    if not command or not command[0] or any("\0" in word for word in command):
        raise EngineError("the command of an engine must name a program, and have no null characters")
    return list(command)

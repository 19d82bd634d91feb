"""A search of an engine that is another program."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from threading import Condition
from time import monotonic
from typing import Final

from volo._volo import Move, Position
from volo.engine.info import Info, InfoFields, PlayResult
from volo.engine.limit import seconds_of
from volo.engine.ugi.reports import Reports

__all__ = ["UgiSearch"]

_MOST_REPORTS: Final = 1 << 12

# A wait is interrupted after this time, so that Ctrl-C works on every system.
_BETWEEN_CHECKS: Final = 0.1


class UgiSearch:
    """The state that a search and its readers share. One thread speaks with the program, and others read the reports.

    It has the methods of the searches of the compiled module, so that both can be an ``Analysis``.

    Args:
        position: the position that is searched.
        lines: the number of best moves.
        timeout: the number of seconds that the program has to end after it was asked to stop.
        send: a function that sends a line to the program.
    """

    def __init__(self, position: Position, lines: int, timeout: float, send: Callable[[str], None]) -> None:
        self.position: Final = position
        self._line_count = lines
        self._timeout = timeout
        self._send = send
        self._changed = Condition()
        self._reports = Reports()
        self._unread: deque[Info] = deque(maxlen=_MOST_REPORTS)
        self._changes = 0
        self._has_begun = False
        self._is_stopping = False
        self._is_over = False
        self._deadline: float | None = None
        self._best: tuple[Move, Move | None] | None = None
        self._error: BaseException | None = None
        # A forked process does not have the thread that speaks with the program.
        self._process = os.getpid()

    def begin(self, command: str, seconds: float | None) -> None:
        """Send the command that begins the search, which has this number of seconds for its answer."""
        with self._changed:
            self._has_begun = True
            self._send(command)
            if self._is_stopping:
                self._send("stop")
            elif seconds is not None:
                self._deadline = monotonic() + seconds

    def deadline(self) -> float | None:
        """The time of the clock ``monotonic`` until which the program must write its next line; None for no limit."""
        return self._deadline

    def add(self, line: str) -> None:
        """Read a line of the program."""
        with self._changed:
            rank = self._reports.add(line)
            if rank is not None:
                self._unread.append(self._reports.latest(self.position, rank))
                self._changes += 1
                self._changed.notify_all()

    def end(self, best: tuple[Move, Move | None] | None, error: BaseException | None) -> None:
        """End the search with a move and the expected reply, or with an error."""
        with self._changed:
            self._best, self._error = best, error
            self._is_over = True
            self._changed.notify_all()

    def result(self) -> PlayResult:
        """Return the move, after the end."""
        assert self._best is not None  # noqa: S101
        move, ponder = self._best
        infos = self._reports.infos(self.position, 1)
        # The report may be about another move, if the engine changed its mind.
        info = infos[0] if infos and infos[0].pv[:1] == (move,) else None
        return PlayResult(move, ponder, info)

    @property
    def is_stopping(self) -> bool:
        """Whether the search was asked to end."""
        return self._is_stopping

    def next(self, time: float | None) -> InfoFields | None:
        """Wait for the next report that was not read yet. None if the search is over or the time is up."""
        with self._changed:
            self._wait(lambda: bool(self._unread) or self._is_over, time)
            if self._unread:
                return _fields(self._unread.popleft())
            self._raise()
            return None

    def wait_until_over(self, time: float | None) -> bool:
        """Wait for the end of the search. Returns whether it is over."""
        with self._changed:
            self._wait(lambda: self._is_over, time)
            self._raise()
            return self._is_over

    def wait_for_change(self, seen: int) -> int | None:
        """Wait until there were more reports than this number, and return their number. None if the search is over."""
        with self._changed:
            self._wait(lambda: self._changes > seen or self._is_over, None)
            return None if self._is_over else self._changes

    def latest(self) -> list[InfoFields]:
        """The latest results for the best moves."""
        with self._changed:
            return [_fields(info) for info in self._reports.infos(self.position, self._line_count)]

    def is_over(self) -> bool:
        """Whether the search has ended."""
        return self._is_over

    def stop(self) -> None:
        """Ask the search to end."""
        with self._changed:
            if self._is_stopping or self._is_over or self._process != os.getpid():
                return
            self._is_stopping = True
            late = monotonic() + self._timeout
            self._deadline = late if self._deadline is None else min(late, self._deadline)
            if self._has_begun:
                self._send("stop")

    def close(self) -> None:
        """Stop the search, and wait until it has ended."""
        self.stop()
        with self._changed:
            self._wait(lambda: self._is_over, None)

    def _wait(self, is_done: Callable[[], bool], time: float | None) -> None:
        end = None if time is None else monotonic() + seconds_of("timeout", time)
        while not is_done() and self._process == os.getpid():
            rest = _BETWEEN_CHECKS if end is None else min(end - monotonic(), _BETWEEN_CHECKS)
            if rest <= 0:
                return
            self._changed.wait(rest)

    def _raise(self) -> None:
        if self._is_over and self._error is not None:
            raise self._error


def _fields(info: Info) -> InfoFields:
    return info.score, info.pv, info.depth, info.nodes, info.time, info.multipv

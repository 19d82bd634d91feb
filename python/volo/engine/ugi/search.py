"""A search of an engine that is another program, and the lines with results, read and written."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from threading import Condition, current_thread
from time import monotonic
from typing import Final

from volo._support.checks import whole_in
from volo._support.threads import BETWEEN_CHECKS, Helper
from volo._volo import Move, Position, Score
from volo.engine.search import Info, InfoFields, PlayResult, seconds_of
from volo.engine.ugi.protocol import score_of, words_of_score
from volo.errors import VoloError

_NUMBERS: Final = frozenset({"depth", "time", "nodes", "multipv"})

# More lines are not kept, and nothing after these characters of a line. No engine looks ahead as many moves.
_MOST_LINES: Final = 10_000
_MOST_CHARACTERS: Final = 5_000


@dataclass(frozen=True, slots=True)
class _Line:
    """The last report about one of the best moves."""

    score: Score
    pv: str
    numbers: Mapping[str, int]


class Reports:
    """Reads lines ``info ...``, and keeps the last one about each of the best moves.

    Words that are not known and numbers that are wrong are skipped, and so are scores that are bounds. The last line of
    a search may have no score. It has the number of positions searched in all, and the time that this took.

    >>> reports = Reports()
    >>> reports.add("info depth 3 score cp 12 nodes 500 time 20 pv c5 nonsense")
    1
    >>> reports.add("info string c5 is good")
    >>> (info,) = reports.infos(Position())
    >>> info.score.points, info.pv, info.depth, info.nodes, info.time
    (12, (Move('c5', edge=7),), 3, 500, 0.02)
    """

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}
        # The work of the whole search, if it was reported after the last score.
        self._work: dict[str, int] = {}

    def add(self, line: str) -> int | None:
        """Read a line. It may be anything. Returns the rank of the move that it has a score of; None if it has none."""
        if len(line) > _MOST_CHARACTERS:
            # The last word may be cut.
            line = line[:_MOST_CHARACTERS].rpartition(" ")[0]
        words = line.split()
        if words[:1] != ["info"]:
            return None
        score: Score | None = None
        pv = ""
        numbers: dict[str, int] = {}
        i = 1
        while i < len(words):
            key, value = words[i], words[i + 1] if i + 1 < len(words) else ""
            i += 2
            if key == "string":
                break
            if key == "pv":
                # As one text, a line takes little memory.
                pv = " ".join(words[i - 1 :])
                break
            if key in {"lowerbound", "upperbound"}:
                return None
            if key == "score":
                number = whole_in(words[i] if i < len(words) else "")
                i += 1
                score = None if number is None else score_of(value, number)
            elif key in _NUMBERS and (number := whole_in(value)) is not None:
                numbers[key] = max(number, 0)
            else:
                # An unknown word may have any number of values.
                i -= 1
        rank = numbers.get("multipv", 1)
        if score is None:
            self._work |= {key: number for key, number in numbers.items() if key in {"nodes", "time"}}
            return None
        self._work.clear()
        if rank not in self._lines and len(self._lines) >= _MOST_LINES:
            return None
        self._lines[rank] = _Line(score, pv, numbers)
        return rank

    def infos(self, position: Position, most: int | None = None) -> list[Info]:
        """Return the results for the best moves, the best one first.

        Args:
            position: the position that was searched. A line of moves ends before the first that cannot be played.
            most: the number of results to return at most; None for all.
        """
        lines = [line for _, line in sorted(self._lines.items())[:most]]
        return [self._info(position, line, rank) for rank, line in enumerate(lines, 1)]

    def latest(self, position: Position, rank: int) -> Info:
        """Return the last result for the move of a rank that :meth:`add` has returned."""
        return self._info(position, self._lines[rank], rank)

    def _info(self, position: Position, line: _Line, rank: int) -> Info:
        numbers = {**line.numbers, **self._work}
        depth, nodes, time = (numbers.get(key, 0) for key in ("depth", "nodes", "time"))
        return Info(line.score, _playable(position, line.pv.split()), depth, nodes, time / 1000, rank)


def line_of(info: Info, lines: int) -> str:
    """The line with a result of a search for this number of best moves, as :class:`Reports` reads it."""
    rank = f" multipv {info.multipv}" if lines > 1 else ""
    pv = "".join(f" {move}" for move in info.pv)
    return f"info depth {info.depth}{rank} score {words_of_score(info.score)} {work_of(info)} pv{pv}"


def work_of(info: Info) -> str:
    """The words of a line that say how much was searched."""
    return f"nodes {info.nodes} nps {info.nps} time {round(info.time * 1000)}"


def _playable(position: Position, words: Sequence[str]) -> tuple[Move, ...]:
    moves: list[Move] = []
    try:
        for word in words:
            move = position.parse_move(word)
            position = position.play(move)
            moves.append(move)
    except VoloError:
        # The game is over, or the word is not a legal move.
        pass
    return tuple(moves)


_MOST_REPORTS: Final = 1 << 12


class UgiSearch:
    """The state that a search and its readers share. One thread speaks with the program, and others read the reports.

    It has the methods of the searches of the compiled module, so that both can be an ``Analysis``. The
    timeout is that of the program after it was asked to stop.
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
        self._is_told_to_stop = False
        self._is_over = False
        self._deadline: float | None = None
        self._best: tuple[Move, Move | None] | None = None
        self._error: BaseException | None = None
        # A forked process does not have the thread that speaks with the program.
        self._process = os.getpid()

    def begin(self, command: str, seconds: float | None) -> None:
        """Send the command that begins the search, which has this number of seconds for its answer."""
        with self._changed:
            self._send(command)
            if seconds is not None:
                self._deadline = monotonic() + seconds
            self._has_begun = True
            self._tell_to_stop()

    def deadline(self) -> float | None:
        """The time of the clock ``monotonic`` until which the program must write its next line; None for no limit."""
        if self._is_stopping and not self._is_told_to_stop:
            with self._changed:
                self._tell_to_stop()
        return self._deadline

    def add(self, line: str) -> None:
        """Read a line of the program."""
        with self._changed:
            rank = self._reports.add(line)
            if rank is not None:
                self._unread.append(self._reports.latest(self.position, rank))
                self._changes += 1
                self._changed.notify_all()

    def end(
        self, best: tuple[Move, Move | None] | None, error: BaseException | None, release: Callable[[], object]
    ) -> None:
        """End the search with a move and the expected reply, or with an error, and release the engine."""
        with self._changed:
            self._best, self._error = best, error
            # Under the lock, because a late `stop` would stop the next search.
            release()
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
        """Ask the search to end. This never waits, because the collector calls it, in any thread.

        If the lock is in use, the thread of the search sees the flag when it next looks at the deadline.
        """
        if self._process == os.getpid():
            self._is_stopping = True
            if self._changed.acquire(blocking=False):
                try:
                    self._tell_to_stop()
                finally:
                    self._changed.release()

    def _tell_to_stop(self) -> None:
        """Tell the program once, if it searches and is to stop. The caller has the lock."""
        if self._is_stopping and self._has_begun and not (self._is_told_to_stop or self._is_over):
            self._is_told_to_stop = True
            late = monotonic() + self._timeout
            self._deadline = late if self._deadline is None else min(late, self._deadline)
            self._send("stop")

    def close(self) -> None:
        """Stop the search, and wait until it has ended. A helper does not wait: the search may need it."""
        self.stop()
        if not isinstance(current_thread(), Helper):
            with self._changed:
                self._wait(lambda: self._is_over, None)

    def _wait(self, is_done: Callable[[], bool], time: float | None) -> None:
        end = None if time is None else monotonic() + seconds_of("timeout", time)
        while not is_done() and self._process == os.getpid():
            rest = BETWEEN_CHECKS if end is None else min(end - monotonic(), BETWEEN_CHECKS)
            if rest <= 0:
                return
            self._changed.wait(rest)

    def _raise(self) -> None:
        if self._is_over and self._error is not None:
            raise self._error


def _fields(info: Info) -> InfoFields:
    return {each.name: getattr(info, each.name) for each in fields(info)}

"""The engine, which searches in the background while the screen answers keys."""

from __future__ import annotations

from types import TracebackType
from typing import final

from volo.cli.board.session import Session, Task
from volo.engine import Analysis, Engine, Info, Limit

__all__ = ["Search"]


@final
class Search:
    """At most one search, which does what a session asks for. As a context manager, it stops the search at the end.

    Args:
        engine: the engine.
        limit: the limit of each search.
    """

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self._engine = engine
        self._limit = limit
        self._task: Task | None = None
        self._analysis: Analysis | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a search whose result was not reported yet."""
        return self._analysis is not None

    @property
    def info(self) -> Info | None:
        """What the search has found out so far."""
        return None if self._analysis is None else self._analysis.info

    def follow(self, session: Session) -> None:
        """Report the result of a search that is over. Start the search that is needed now, and stop any other."""
        if self._analysis is not None and self._task is not None and self._analysis.is_over:
            task, (info, *_) = self._task, self._analysis.wait()
            self.stop()
            session.answer(task, info)
        if session.task != self._task:
            self.stop()
            self._task = session.task
            if self._task is not None:
                self._analysis = self._engine.analysis(session.sitting.game, self._limit)

    def stop(self) -> None:
        """Stop the search, which takes a few milliseconds."""
        if self._analysis is not None:
            self._analysis.close()
        self._analysis = self._task = None

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

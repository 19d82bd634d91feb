"""A search that runs in the background."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final
from weakref import finalize

from volo._support.context_managers import Closable
from volo._volo import _Analysis
from volo.engine.info import Info

__all__ = ["Analysis"]


@final
class Analysis(Closable):
    """A search that runs in the background. :meth:`Engine.analysis` starts one.

    Iteration yields the reports of the search, and ends with the search. Ctrl-C interrupts it. As a context manager, it
    stops the search at the end of the block. The search also stops when nothing refers to the object any more, and when
    the interpreter exits; its thread never outlives it.

    If nobody reads, the latest 4,096 reports are kept.

    >>> import volo
    >>> with volo.engine.Engine(hash_mb=1) as engine, engine.analysis("standard-4") as analysis:
    ...     for info in analysis:
    ...         if info.depth == 2:
    ...             break
    >>> analysis.is_over, analysis.info == analysis.multipv[0]
    (True, True)
    """

    __slots__ = ("__weakref__", "_close", "_search")

    def __init__(self, search: _Analysis) -> None:
        self._search = search
        self._close = finalize(self, search.close)

    def get(self, timeout: float | None = None) -> Info | None:
        """Wait for the next report of the search, and return it.

        Args:
            timeout: the number of seconds to wait at most; None means no limit.

        Returns:
            The report. None if the time is up, or if the search is over, see :attr:`is_over`, and all of its reports
            were returned.

        Raises:
            VoloError: the number is out of range, or another process runs the search, from which this one was forked.
            TypeError: the timeout is not a number.
        """
        fields = self._search.next(timeout)
        return None if fields is None else Info(*fields)

    def wait(self, timeout: float | None = None) -> list[Info]:
        """Wait for the end of the search, and return the results for the best moves, the best one first.

        Args:
            timeout: the number of seconds to wait at most; None means no limit.

        Raises:
            VoloError: the number is out of range, or another process runs the search, from which this one was forked.
            TypeError: the timeout is not a number.
        """
        self._search.wait_until_over(timeout)
        return self.multipv

    def stop(self) -> None:
        """Ask the search to end, which takes a few milliseconds. :meth:`wait` waits for that."""
        self._search.stop()

    def close(self) -> None:
        """Stop the search, and wait until its thread has ended."""
        self._close()

    @property
    def is_over(self) -> bool:
        """Whether the search has ended."""
        return self._search.is_over()

    @property
    def info(self) -> Info | None:
        """The latest result for the best move; None if there is no result yet."""
        best = self.multipv
        return best[0] if best else None

    @property
    def multipv(self) -> list[Info]:
        """The latest results for the best moves, the best one first; empty if there are no results yet."""
        return [Info(*fields) for fields in self._search.latest()]

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self.get()
        if info is None:
            raise StopIteration
        return info

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("an analysis cannot be pickled or copied: it runs in this process")

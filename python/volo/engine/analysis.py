"""A search that runs in the background."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterator
from concurrent.futures import Future
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Protocol, final, runtime_checkable
from weakref import finalize

from volo._support.closing import Closable
from volo.engine.search import Info, InfoFields


@runtime_checkable
class _Search(Protocol):
    def next(self, time: float | None, /) -> InfoFields | None: ...
    def wait_until_over(self, time: float | None, /) -> bool: ...
    def wait_for_change(self, seen: int, /) -> int | None: ...
    def latest(self) -> list[InfoFields]: ...
    def is_over(self) -> bool: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class _News:
    """Wakes coroutines when a search has new reports or has ended. The first wait starts a thread that watches it."""

    __slots__ = ("_expected", "_lock", "_search", "_watcher")

    def __init__(self, search: _Search) -> None:
        self._search = search
        self._lock = Lock()
        self._expected: set[Future[None]] = set()
        self._watcher: Thread | None = None

    def expect(self) -> Future[None]:
        """Return a future that is done at the next change. A change before this call does not count."""
        expected: Future[None] = Future()
        with self._lock:
            if self._watcher is None:
                # Safe at exit: the search does not need the interpreter to end, and the thread ends with it.
                watcher = Thread(target=self._watch, name="volo-analysis", daemon=True)
                watcher.start()
                self._watcher = watcher
            self._expected.add(expected)
        expected.add_done_callback(self._forget)
        return expected

    def _watch(self) -> None:
        seen = 0
        while True:
            changes = self._search.wait_for_change(seen)
            with self._lock:
                expected, self._expected = self._expected, set()
            for each in expected:
                if each.set_running_or_notify_cancel():
                    each.set_result(None)
            if changes is None:
                return
            seen = changes

    def _forget(self, expected: Future[None]) -> None:
        with self._lock:
            self._expected.discard(expected)


@final
class Analysis(Closable):
    """A search that runs in the background. The method ``analysis`` of an engine starts one.

    Iteration yields the reports of the search, and ends with the search. Ctrl-C interrupts it. As a context manager, it
    stops the search at the end of the block. The search is also told to stop when nothing refers to the object any
    more, and when the interpreter exits.

    In a coroutine of asyncio, use ``async with``, ``async for``, and ``await analysis``, which waits for the end like
    :meth:`wait`. If the coroutine is canceled in the ``async with``, the search stops, and then the coroutine ends.

    If nobody reads, the latest 4,096 reports are kept.

    >>> with volo.engine.Engine(hash_mb=1) as engine, engine.analysis("standard-4") as analysis:
    ...     for info in analysis:
    ...         if info.depth == 2:
    ...             break
    >>> analysis.is_over, analysis.info == analysis.multipv[0]
    (True, True)

    >>> import asyncio
    >>> async def depths(engine, start):
    ...     async with engine.analysis(start, volo.engine.Limit(depth=3)) as analysis:
    ...         return [info.depth async for info in analysis]
    >>> with volo.engine.Engine(hash_mb=1) as engine:
    ...     asyncio.run(depths(engine, "standard-4"))
    [1, 2, 3]
    """

    __slots__ = ("__weakref__", "_news", "_search")

    def __init__(self, search: _Search) -> None:
        self._search = search
        self._news = _News(search)
        # The collector may call it in any thread, so it must not wait.
        finalize(self, search.stop)

    def get(self, timeout: float | None = None) -> Info | None:
        """Wait for the next report of the search, and return it.

        Args:
            timeout: the number of seconds to wait at most; None means no limit.

        Returns:
            The report. None if the time is up, or if the search is over, see :attr:`is_over`, and all of its reports
            were returned.

        Raises:
            VoloError: the number is out of range, or another process runs the search, from which this one was forked.
            EngineError: an engine that is another program broke the protocol, has ended, or is late.
        """
        fields = self._search.next(timeout)
        return None if fields is None else Info(**fields)

    def wait(self, timeout: float | None = None) -> list[Info]:
        """Wait for the end of the search, and return the results for the best moves, the best one first.

        The argument and the errors are those of :meth:`get`.
        """
        self._search.wait_until_over(timeout)
        return self.multipv

    def stop(self) -> None:
        """Ask the search to end, which takes a few milliseconds. :meth:`wait` waits for that."""
        self._search.stop()

    def close(self) -> None:
        """Stop the search, and wait until its thread has ended."""
        self._search.close()

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
        return [Info(**fields) for fields in self._search.latest()]

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self.get()
        if info is None:
            raise StopIteration
        return info

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        while True:
            # Expect the news before looking, so that a change in between is not lost.
            news = self._news.expect()
            is_over = self.is_over
            fields = self._search.next(0)
            if fields is not None or is_over:
                news.cancel()
                if fields is None:
                    raise StopAsyncIteration
                return Info(**fields)
            await _done(news)

    def __await__(self) -> Generator[Any, None, list[Info]]:
        yield from self._end().__await__()
        return self.wait()

    async def _end(self) -> None:
        while True:
            news = self._news.expect()
            if self.is_over:
                news.cancel()
                return
            await _done(news)

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        from asyncio import CancelledError

        self.stop()
        canceled = None
        while not self.is_over:
            try:
                await self._end()
            except CancelledError as again:  # noqa: PERF203 - the engine is free before the coroutine ends
                canceled = again
        self.close()
        if canceled is not None:
            raise canceled

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("an analysis cannot be pickled or copied: it runs in this process")


async def _done(news: Future[None]) -> None:
    from asyncio import wrap_future

    await wrap_future(news)

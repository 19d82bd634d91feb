"""Engines that threads and coroutines share."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from contextlib import ExitStack, suppress
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Final, final

from volo._support.checks import checked_integer
from volo._support.closing import AsyncClosable
from volo._support.threads import BETWEEN_CHECKS, mapped
from volo.engine.local import FULL_LEVEL, Engine
from volo.engine.search import Info, Limit, Searchable, game_of, listed, seconds_of
from volo.errors import EngineBusyError, EngineClosedError
from volo.game import Game

_MOST_ENGINES: Final = 1000


@final
class Pool(AsyncClosable):
    """Engines that are lent to threads and to coroutines of asyncio, each to one of them at a time.

    Waiting callers are served in order. If an engine is still searching when it is given back, the search is stopped.
    Each engine keeps its results for later searches, so an answer may depend on earlier ones; :meth:`Engine.clear`
    removes them. The pool is a context manager, which closes it.

    Args:
        engines: the number of engines, 1 to 1,000.
        threads: the number of threads of each engine.
        hash_mb: the size of the table of each engine in megabytes.
        seed: the seed of each engine.
        level: how strong the engines play, from 1 to 12.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from volo.engine import Limit, Pool
    >>> def best(start):
    ...     with pool.engine() as engine:
    ...         return engine.play(start, Limit(nodes=100)).move.kind
    >>> with Pool(2, hash_mb=1) as pool, ThreadPoolExecutor(8) as executor:
    ...     list(executor.map(best, ["standard-4"] * 8))
    ['add', 'add', 'add', 'add', 'add', 'add', 'add', 'add']
    """

    __slots__ = ("_engines", "_free", "_is_closed", "_lock", "_waiting")

    def __init__(
        self, engines: int, threads: int = 1, hash_mb: int = 64, seed: int = 0, *, level: int = FULL_LEVEL
    ) -> None:
        with ExitStack() as stack:
            self._engines = [
                stack.enter_context(Engine(threads, hash_mb, seed, level=level))
                for _ in range(checked_integer("engines", engines, 1, _MOST_ENGINES))
            ]
            stack.pop_all()
        # Held while engines are assigned.
        self._lock = Lock()
        self._free = deque(self._engines)
        self._waiting: deque[Future[Engine]] = deque()
        self._is_closed = False

    def engine(self, timeout: float | None = None) -> Loan:
        """Borrow an engine, for a ``with`` or an ``async with``, which waits until one is free.

        Do not use the engine after the block.

        Args:
            timeout: the number of seconds to wait at most; None means no limit.

        Returns:
            A context manager, which can be used once. It raises an ``EngineBusyError`` if no engine is free in time,
            and an ``EngineClosedError`` if the pool is closed, also during the wait.

        Raises:
            VoloError, TypeError: the timeout is not a number of seconds.

        >>> import asyncio
        >>> from volo.engine import Limit, Pool
        >>> async def best(pool, start):
        ...     async with pool.engine() as engine:
        ...         return (await engine.aplay(start, Limit(nodes=100))).move.kind
        >>> async def main():
        ...     async with Pool(2, hash_mb=1) as pool:
        ...         return await asyncio.gather(*(best(pool, "standard-4") for _ in range(4)))
        >>> asyncio.run(main())
        ['add', 'add', 'add', 'add']
        """
        return Loan(self, None if timeout is None else seconds_of("timeout", timeout))

    def analyse(
        self,
        positions: Iterable[Searchable],
        limit: Limit,
        multipv: int = 1,
        *,
        progress: Callable[[int], object] | None = None,
    ) -> list[list[Info]]:
        """Analyse many positions, each with one engine, as many at once as the pool has engines.

        An engine forgets everything before each position. So with one thread for each engine and without a limit of
        time, the results depend only on the arguments and not on the number of engines. It takes a few milliseconds to
        clear a table of 64 MB; a table of 1 to 16 MB suffices for short searches. Ctrl-C stops the searches.

        Args:
            positions: the positions, at most 10,000,000; see :meth:`Engine.play`.
            limit: when to stop the search of each position; see :class:`Limit`.
            multipv: the number of best moves to find in each position.
            progress: a function that is called with the number of positions that are done, at most ten times a second
                and once at the end, on the calling thread. If it raises an exception, the searches end with it.

        Returns:
            A list with the result of :meth:`Engine.analyse` for each position.

        Raises:
            VoloError: there are too many positions, ``multipv`` is out of range, or the limit has no bound for a player
                to move.
            EngineClosedError: the pool is closed.

        >>> from volo.engine import Limit, Pool
        >>> start = volo.Position("standard-4")
        >>> moves = start.legal_moves().up_to_symmetry()
        >>> with Pool(2, hash_mb=1) as pool:
        ...     infos = pool.analyse(map(start.play, moves), Limit(nodes=1_000))
        >>> [(str(move), round(-best.score.expected, 1)) for move, (best,) in zip(moves, infos, strict=True)]
        [('g3', -0.1), ('e4', 0.3)]
        """
        games = listed(positions, game_of)
        loans: set[Loan] = set()

        def analysed(game: Game) -> list[Info]:
            loan = self.engine()
            loans.add(loan)
            try:
                with loan as engine:
                    engine.clear()
                    return engine.analyse(game, limit, multipv)
            finally:
                loans.discard(loan)

        def stop() -> None:
            for loan in loans.copy():
                loan._stop()

        return mapped(analysed, games, len(self._engines), stop, progress)

    def close(self) -> None:
        """Stop all searches, free the memory, and end all waits with an ``EngineClosedError``.

        It may be called more than once.
        """
        self._is_closed = True
        self._assign(may_wait=True)
        for engine in self._engines:
            engine.close()

    def _asked(self) -> Future[Engine]:
        """Return a future for an engine. The caller must cancel it or give its engine back."""
        asked: Future[Engine] = Future()
        if self._is_closed:
            raise _closed()
        self._waiting.append(asked)
        self._assign(may_wait=True)
        return asked

    def _assign(self, *, may_wait: bool) -> None:
        """Give the free engines to those who wait. If the lock is in use and this may not wait, its owner does it."""
        while self._can_assign() and self._lock.acquire(blocking=may_wait):
            try:
                while self._can_assign():
                    asked = self._waiting.popleft()
                    if not asked.set_running_or_notify_cancel():
                        continue
                    if self._is_closed:
                        asked.set_exception(_closed())
                    else:
                        asked.set_result(self._free.popleft())
            finally:
                self._lock.release()

    def _can_assign(self) -> bool:
        return bool(self._waiting and (self._free or self._is_closed))

    def _give_back(self, engine: Engine) -> None:
        engine._halt()
        self._free.append(engine)
        # The collector may end a loan in any thread, also in the one that has the lock.
        self._assign(may_wait=False)

    def _withdraw(self, asked: Future[Engine]) -> None:
        """Stop waiting. If an engine was assigned just now, it is given back."""
        if asked.cancel():
            # Otherwise it would stay in the queue until an engine is free.
            with suppress(ValueError):
                self._waiting.remove(asked)
        elif asked.exception() is None:
            self._give_back(asked.result())

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a pool of engines cannot be pickled or copied: make another one with the same arguments")


@final
class Loan:
    """A context manager for ``with`` and ``async with``, which has an engine of a :class:`Pool` during the block.

    :meth:`Pool.engine` makes one.
    """

    __slots__ = ("_asked", "_pool", "_timeout")

    def __init__(self, pool: Pool, timeout: float | None) -> None:
        self._pool = pool
        self._timeout = timeout
        self._asked: Future[Engine] | None = None

    def __enter__(self) -> Engine:
        asked = self._ask()
        end = None if self._timeout is None else monotonic() + self._timeout
        try:
            while True:
                rest = BETWEEN_CHECKS if end is None else min(end - monotonic(), BETWEEN_CHECKS)
                try:
                    return asked.result(max(rest, 0))
                except LateError:
                    if rest <= 0:
                        raise _busy() from None
        except BaseException:
            self._pool._withdraw(asked)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._asked is not None  # noqa: S101
        self._pool._give_back(self._asked.result())

    async def __aenter__(self) -> Engine:
        from asyncio import wait, wrap_future

        asked = self._ask()
        if asked.done():
            return asked.result()
        try:
            # Before Python 3.12, `wait_for` ignores a cancellation at the moment at which the future is done.
            done, _ = await wait([wrap_future(asked)], timeout=self._timeout)
            for each in done:
                return each.result()
            raise _busy()
        except BaseException:
            self._pool._withdraw(asked)
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.__exit__(kind, error, trace)

    def _stop(self) -> None:
        """End the wait for the engine, or its search."""
        asked = self._asked
        if asked is not None and not asked.cancel() and asked.exception() is None:
            asked.result()._halt()

    def _ask(self) -> Future[Engine]:
        if self._asked is not None:
            raise RuntimeError("a loan of an engine can be used once: call Pool.engine again")
        self._asked = self._pool._asked()
        return self._asked


def _busy() -> EngineBusyError:
    return EngineBusyError("no engine of the pool was free in time")


def _closed() -> EngineClosedError:
    return EngineClosedError("the pool of engines is closed")

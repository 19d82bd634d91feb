"""Base classes of objects that are closed at the end of a ``with`` or an ``async with`` statement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from threading import Thread
from types import TracebackType
from typing import TypeVar

_Closable = TypeVar("_Closable", bound="Closable")
_AsyncClosable = TypeVar("_AsyncClosable", bound="AsyncClosable")


class Closable(ABC):
    """A context manager that calls its method ``close`` at the end."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Release the resources."""

    def __enter__(self: _Closable) -> _Closable:  # noqa: PYI019 - Self needs Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClosable(Closable):
    """A context manager for ``with`` and ``async with``. The latter calls ``close`` on another thread."""

    __slots__ = ()

    async def __aenter__(self: _AsyncClosable) -> _AsyncClosable:  # noqa: PYI019 - Self needs Python 3.11
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        from asyncio import wrap_future

        done: Future[None] = Future()
        done.set_running_or_notify_cancel()

        def run() -> None:
            try:
                self.close()
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(None)

        # Unlike those of `asyncio.to_thread`, this thread begins at once. If the coroutine is canceled, it goes on.
        Thread(target=run, name="volo-close", daemon=True).start()
        await wrap_future(done)

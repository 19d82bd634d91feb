"""What coroutines of asyncio wait for."""

from __future__ import annotations

from asyncio import wrap_future
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

__all__ = ["on_a_thread"]


async def on_a_thread(work: Callable[[], None]) -> None:
    """Call a function on a thread of its own, and wait for its end.

    Unlike those of ``asyncio.to_thread``, the thread begins at once. If the coroutine is cancelled, the function goes
    on.

    Raises:
        RuntimeError: no thread can be started.
    """
    done: Future[None] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            work()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    Thread(target=run, name="volo-close", daemon=True).start()
    await wrap_future(done)

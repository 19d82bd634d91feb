"""The same work on many items, on several threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from threading import Event, Lock, Thread, current_thread
from time import monotonic
from typing import Any, Final, TypeVar

BETWEEN_CHECKS: Final = 0.1
"""How many seconds a wait lasts before Python looks for signals, so that Ctrl-C works on every system."""

Item = TypeVar("Item")
Result = TypeVar("Result")

# The least time in seconds between two reports of the progress.
_BETWEEN_CALLS: Final = 0.1


class Helper(Thread):
    """A daemon thread that others wait for.

    The cyclic collector may run in any thread, and end a generator whose ``with`` closes an object. In a helper, such a
    call must not wait for what needs this thread.
    """

    def __init__(self, name: str, work: Callable[[], object]) -> None:
        super().__init__(name=name, target=work, daemon=True)


class Workers(ThreadPoolExecutor):
    """The threads of a generator. They do not wait for themselves if the collector ends it in one of them."""

    def __init__(self, threads: int, name: str) -> None:
        super().__init__(threads, thread_name_prefix=name)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Start no more calls. Wait for those that run, except in one of the threads."""
        super().shutdown(wait and current_thread() not in self._threads, cancel_futures=cancel_futures)


def mapped(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    threads: int,
    stop: Callable[[], None],
    progress: Callable[[int], object] | None = None,
) -> list[Result]:
    """Return the results of a function for the items, in their order.

    An exception of a call, or of ``progress``, and Ctrl-C end the work.

    Args:
        work: the function. It is called on the threads.
        items: the items, which are taken in their order.
        threads: the number of threads.
        stop: a function that makes calls of ``work`` that are running end soon.
        progress: a function that is called with the number of finished items, on the calling thread: at most ten times
            a second, and once at the end.
    """
    results: list[Any] = [None] * len(items)
    places = iter(range(len(items)))
    lock = Lock()
    is_stopped = Event()
    finished = 0

    def run() -> None:
        nonlocal finished
        while not is_stopped.is_set():
            with lock:
                place = next(places, None)
            if place is None:
                return
            results[place] = work(items[place])
            with lock:
                finished += 1

    with ThreadPoolExecutor(min(threads, max(1, len(items))), thread_name_prefix="volo-many") as executor:
        running = {executor.submit(run) for _ in range(min(threads, len(items)))}
        try:
            called = monotonic()
            while running:
                ended, running = wait(running, BETWEEN_CHECKS, FIRST_EXCEPTION)
                for each in ended:
                    each.result()
                if progress is not None and monotonic() - called >= _BETWEEN_CALLS:
                    progress(finished)
                    called = monotonic()
            if progress is not None:
                progress(len(items))
        except BaseException:
            is_stopped.set()
            # A call that begins just now does not notice the first stop.
            while running:
                stop()
                _, running = wait(running, BETWEEN_CHECKS)
            raise
    return results

"""Signals during a run: the first one stops it cleanly, the second one ends the process at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

import click

SIGPIPE: tuple[signal.Signals, ...] = (signal.SIGPIPE,) if hasattr(signal, "SIGPIPE") else ()
"""The signal for a write to a program that has ended. Windows has none."""

# SIGHUP comes when the terminal is closed or the connection to it is lost. Windows has none.
_SIGNALS: Final = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


def handle(signals: Iterable[signal.Signals], handler: Any) -> dict[signal.Signals, Any]:
    """Set the handler of signals, and return their handlers before.

    Only the main thread can set handlers. In another thread this does nothing, and returns no handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {each: signal.signal(each, handler) for each in signals}


def restore(handlers: dict[signal.Signals, Any]) -> None:
    for each, handler in handlers.items():
        signal.signal(each, handler)


@dataclass(slots=True)
class Interruption:
    """Whether a signal has stopped a run.

    Attributes:
        signal: the number of the first signal; None before it.
        waits: whether the first signal waits for the next block of :meth:`awaited`.
    """

    signal: int | None = None
    waits: bool = False

    def check(self) -> None:
        """Raise KeyboardInterrupt again if a signal came and code that was not Python swallowed it."""
        if self.signal is not None:
            raise KeyboardInterrupt

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Let a signal that came before the block, or comes in it, raise KeyboardInterrupt in the block."""
        self.waits = False
        try:
            self.check()
            yield
        finally:
            self.waits = True


@contextmanager
def interruptible(*, waits: bool = False) -> Iterator[Interruption]:
    """Make the first SIGINT, SIGTERM or SIGHUP raise KeyboardInterrupt. The next one ends the process.

    A signal that was ignored when the process started, as in the background of a shell or by nohup, stays ignored. In a
    thread that is not the main one, no signal interrupts the block.

    Args:
        waits: whether the first signal waits for a block of :meth:`Interruption.awaited`, and interrupts no other code.
    """
    interruption = Interruption(waits=waits)
    heard = [each for each in _SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]

    def stop(number: int, _: FrameType | None) -> None:
        interruption.signal = number
        handle(heard, signal.SIG_DFL)
        if not interruption.waits:
            raise KeyboardInterrupt

    before = handle(heard, stop)
    try:
        yield interruption
    except KeyboardInterrupt:
        if interruption.signal is None:
            raise
        raise click.exceptions.Exit(128 + interruption.signal) from None
    finally:
        restore(before)


@contextmanager
def broken_pipes_are_errors() -> Iterator[None]:
    """Make a write to a program that has ended raise BrokenPipeError. Otherwise the write would end this process."""
    before = handle(SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        restore(before)

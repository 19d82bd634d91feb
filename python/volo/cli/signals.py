"""Signals during a run: the first one that interrupts it ends it in good order, the second ends it at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

import click

__all__ = ["Interruption", "broken_pipes_are_errors", "interruptible"]

# SIGHUP comes when the terminal is closed or the connection to it is lost. Windows has none.
_SIGNALS: Final = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


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
        """Raise KeyboardInterrupt again if a signal came and code that was not Python swallowed it.

        Raises:
            KeyboardInterrupt: a signal came.
        """
        if self.signal is not None:
            raise KeyboardInterrupt

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Let a signal that came before the block, or comes in it, raise KeyboardInterrupt in the block.

        Raises:
            KeyboardInterrupt: a signal came.
        """
        self.waits = False
        try:
            self.check()
            yield
        finally:
            self.waits = True


@contextmanager
def interruptible(*, waits: bool = False) -> Iterator[Interruption]:
    """Make the first SIGINT, SIGTERM or SIGHUP raise KeyboardInterrupt. The next one ends the process.

    A signal that was ignored when the process started, as in the background of a shell or by nohup, stays ignored.

    Args:
        waits: whether the first signal waits for a block of :meth:`Interruption.awaited`, and interrupts no other code.

    Raises:
        click.exceptions.Exit: a signal ended the block; the status is 128 and its number.
    """
    interruption = Interruption(waits=waits)
    heard = [each for each in _SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]

    def stop(number: int, _: FrameType | None) -> None:
        interruption.signal = number
        for each in heard:
            signal.signal(each, signal.SIG_DFL)
        if not interruption.waits:
            raise KeyboardInterrupt

    before = {each: signal.signal(each, stop) for each in heard}
    try:
        yield interruption
    except KeyboardInterrupt:
        if interruption.signal is None:
            raise
        raise click.exceptions.Exit(128 + interruption.signal) from None
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def broken_pipes_are_errors() -> Iterator[None]:
    """Make a write to a program that has ended raise BrokenPipeError. Otherwise the write would end this process."""
    pipe = getattr(signal, "SIGPIPE", None)  # Windows has none
    before = None if pipe is None else signal.signal(pipe, signal.SIG_IGN)
    try:
        yield
    finally:
        if pipe is not None:
            signal.signal(pipe, before)

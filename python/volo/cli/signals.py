"""How a long run is stopped: the first signal ends it in good order, the second at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

import click

__all__ = ["Interruption", "interruptible"]


@dataclass(slots=True)
class Interruption:
    """Whether a run was told to stop.

    Attributes:
        signal: the number of the signal that told it to; None while there was none.
    """

    signal: int | None = None

    def check(self) -> None:
        """Stop, if a signal came where Python could not.

        Raises:
            KeyboardInterrupt: there was a signal.
        """
        if self.signal is not None:
            raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Let the first SIGINT or SIGTERM raise KeyboardInterrupt, and leave what comes next to the system, which kills.

    A signal that the process was started deaf to, as in the background of a shell, stays unheard.

    Raises:
        click.exceptions.Exit: a signal ended the block; the status is 128 and its number.
    """
    interruption = Interruption()
    heard = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) is not signal.SIG_IGN]

    def stop(number: int, _: FrameType | None) -> None:
        interruption.signal = number
        for each in heard:
            signal.signal(each, signal.SIG_DFL)
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

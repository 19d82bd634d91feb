"""A lease: an object that one process holds as long as it goes on changing it. No clocks are compared.

The holder replaces the object every ten seconds, on the condition that it is as the holder left it. Another process
that wants the lease waits. If the object changes, the process is refused. If the object has not changed for a minute,
the process takes it by a conditional put. The object is empty when no process holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Event, Thread
from time import monotonic, sleep
from typing import Protocol, runtime_checkable

from volo.errors import KeptGamesError

SECONDS = 60.0
"""A lease that has not changed for this many seconds is free."""

_RENEWALS = 6
_LOOKS = 60
# How long a run that ends waits until its lease is released, in seconds.
_PATIENCE = 5.0


class InUseError(KeptGamesError):
    """Another run is writing to the folder."""


@runtime_checkable
class _Objects(Protocol):
    def get(self, name: str) -> tuple[bytes, str | None]: ...
    def put(self, name: str, data: bytes) -> None: ...


@contextmanager
def held(objects: _Objects, name: str) -> Iterator[Callable[[], None]]:
    """Hold a lease until the end of the ``with`` block. The function raises InUseError if somebody else took it."""
    refusal = f"{objects}: another run is writing to this folder"
    _wait_until_free(objects, name, refusal)
    token, ended, lost = token_hex(16), Event(), Event()

    def put(number: int) -> None:
        objects.put(name, f"{token} {number}\n".encode())

    def renew() -> None:
        number = 0
        while not ended.wait(SECONDS / _RENEWALS):
            number += 1
            # An outage of the storage ends the lease only if another process takes it afterwards.
            with suppress(OSError):
                try:
                    put(number)
                except KeptGamesError:
                    lost.set()
                    return

    def check() -> None:
        if lost.is_set():
            raise InUseError(f"{objects}: another run has taken over this folder")

    try:
        put(0)
    except KeptGamesError:
        raise InUseError(refusal) from None
    thread = Thread(target=renew, name="volo-lease", daemon=True)
    thread.start()
    try:
        yield check
    finally:
        ended.set()
        # A storage that does not answer must not keep the run from ending. The lease is free after a minute then.
        release = Thread(target=_release, args=[objects, name, thread, lost], daemon=True)
        release.start()
        release.join(_PATIENCE)


def _release(objects: _Objects, name: str, renewals: Thread, lost: Event) -> None:
    renewals.join()
    if not lost.is_set():
        with suppress(OSError, KeptGamesError):
            objects.put(name, b"")


def _wait_until_free(objects: _Objects, name: str, refusal: str) -> None:
    """Wait until the lease is empty or missing, or has not changed for a minute. Raise InUseError if it changes."""
    try:
        first = objects.get(name)[0]
        began = monotonic()
        while first and monotonic() - began < SECONDS:
            sleep(SECONDS / _LOOKS)
            now = objects.get(name)[0]
            if now and now != first:
                raise InUseError(refusal)
            first = now
    except FileNotFoundError:
        pass

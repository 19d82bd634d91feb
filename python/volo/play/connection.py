"""One connection of a browser: reading within a time limit, server-sent events, and the user at the other end."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import suppress
from io import RawIOBase
from pathlib import Path
from time import monotonic
from typing import Any

__all__ = ["EventStream", "TimedReader", "send_all", "user_of"]

# The number of seconds that a client has to read an answer or an event.
_SENDING = 10.0


class TimedReader(RawIOBase):
    """The bytes that arrive before a moment. A client that sends a byte now and then cannot hold a thread longer.

    Reading after that raises ``TimeoutError``.

    Args:
        connection: the connection.
        seconds: the number of seconds until the moment.
    """

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        super().__init__()
        self._connection = connection
        self.allow(seconds)

    def allow(self, seconds: float) -> None:
        """Set the moment to this number of seconds from now."""
        self._end = monotonic() + seconds

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read what has arrived, at most the size of the buffer. Wait for the first byte."""
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


def send_all(connection: socket.socket, data: bytes) -> None:
    """Send bytes.

    Raises:
        OSError: the client has left, or does not read.
    """
    connection.settimeout(_SENDING)
    connection.sendall(data)


class EventStream:
    """Server-sent events on a connection. No other code may use the connection.

    Args:
        connection: the connection, on which the headers have been sent.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def send(self, event: str, data: object) -> None:
        """Send an event.

        Args:
            event: its name, of ASCII letters and hyphens.
            data: a value that JSON can represent.

        Raises:
            OSError: the client has left, or does not read.
        """
        send_all(self._connection, f"event: {event}\ndata: {json.dumps(data, allow_nan=False)}\n\n".encode())

    def has_left(self) -> bool:
        """Whether the client has closed the connection, or its half of it. Bytes that it sends are ignored."""
        try:
            self._connection.setblocking(False)
            return not self._connection.recv(1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            return True


def user_of(connection: socket.socket) -> int | None:
    """Return the number of the user whose process is at the other end of a connection within this machine.

    Only Linux has a list of connections with their users. On other systems, return None.

    Raises:
        ConnectionAbortedError: the process has closed its end. Then the list does not tell the user.
    """
    ends = [_as_listed(*connection.getpeername()), _as_listed(*connection.getsockname())]
    is_listed = False
    # A socket of IPv6 can call an address of IPv4. The second list has it, and the address at the end of a longer one.
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError):
            for line in Path(name).read_text(encoding="ascii").splitlines():
                is_listed = True
                fields = line.split()
                if all(field.endswith(end) for field, end in zip(fields[1:3], ends, strict=True)):
                    user, socket_of_process = int(fields[7]), fields[9]
                    if socket_of_process != "0":
                        return user
    if is_listed:
        raise ConnectionAbortedError
    return None


def _as_listed(host: str, port: int) -> str:
    """The address of one end of a connection, as Linux lists it."""
    return f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"

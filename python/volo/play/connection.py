"""One connection of a browser: reading within a time limit, and server-sent events."""

from __future__ import annotations

import json
import socket
from io import BufferedIOBase, BufferedReader, RawIOBase
from time import monotonic
from typing import Any

__all__ = ["EventStream", "send_all", "timed_reader"]

# The number of seconds that a client has to read an answer or an event.
_SENDING = 10.0


class _TimedReader(RawIOBase):
    """The bytes that arrive before a moment. A client that sends a byte now and then cannot hold a thread longer."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        super().__init__()
        self._connection = connection
        self._end = monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


def timed_reader(connection: socket.socket, seconds: float) -> BufferedIOBase:
    """Return a file of the bytes that arrive in the next seconds. Reading after that raises ``TimeoutError``."""
    return BufferedReader(_TimedReader(connection, seconds))


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

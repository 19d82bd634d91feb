"""A client of the server of ``volo play``, which can also send what no browser would send."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

__all__ = ["Page"]


class Page:
    """A page that calls a server.

    Args:
        address: the address of the server, with its token.
    """

    def __init__(self, address: str) -> None:
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([\w-]{32})/", address)
        assert found, address
        self.port, self.token = int(found[1]), found[2]
        self.host = f"127.0.0.1:{self.port}"

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request with a path after the token. Return the status, the headers and the body of the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, f"/{self.token}/{path}", body, headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def post(self, name: str, body: bytes, **headers: str) -> tuple[int, Any]:
        """Send a call with any body. Return the status and the JSON of the answer."""
        status, _, content = self.request(
            "POST",
            f"api/{name}",
            body,
            {"Content-Type": "application/json"} | {k.replace("_", "-"): v for k, v in headers.items()},
        )
        return status, json.loads(content)

    def call(self, name: str, **request: object) -> Any:
        """Make a call that must succeed, and return its answer."""
        status, answer = self.post(name, json.dumps(request).encode())
        assert (status, "error" in answer) == (200, False), answer
        return answer

    def refused(self, name: str, **request: object) -> Any:
        """Make a call that must be refused, and return the error."""
        status, answer = self.post(name, json.dumps(request).encode())
        assert (status, list(answer)) == (200, ["error"]), answer
        return answer["error"]

    def raw(self, data: bytes) -> bytes:
        """Send bytes, and return all that comes back until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(data)
            pieces = []
            while piece := connection.recv(1 << 16):
                pieces.append(piece)
        return b"".join(pieces)

    @contextmanager
    def stream(self, name: str, **query: object) -> Iterator[Iterator[tuple[str, Any]]]:
        """Open a stream, and yield an iterator over its events. The connection is closed at the end of the block."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"/{self.token}/api/{name}?{urlencode(query)}")
        answer = connection.getresponse()
        try:
            assert (answer.status, answer.getheader("Content-Type")) == (200, "text/event-stream")
            yield _events(answer)
        finally:
            answer.close()
            connection.close()


def _events(lines: Any) -> Iterator[tuple[str, Any]]:
    event = ""
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "event":
            event = value
        elif name == "data":
            yield event, json.loads(value)

"""The answer to one request: who may ask, headers, files, calls and streams."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTP_PORT
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from io import BufferedIOBase, BufferedReader
from secrets import compare_digest, token_urlsafe
from threading import Semaphore
from time import monotonic
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl

from volo.errors import VoloError
from volo.play.connection import EventStream, TimedReader, send_all, user_of
from volo.play.problems import BadRequestError, problem_of
from volo.play.routes import Call
from volo.play.searches import Client, Query
from volo.records.json.parser import NotJSONError, parse

__all__ = ["MOST_BYTES", "Handler", "Site", "Stream"]

Stream: TypeAlias = Callable[[Query, Client], None]
"""A function that sends events for a query until it ends or the client leaves."""

MOST_BYTES: Final = 4 << 20
"""The size of the body of a request."""

# The number of seconds that a client has to show the token, and then to send the rest of its request.
_SHOWING = 5.0
_RECEIVING = 10.0
# The number of seconds in which the rest of a refused request is read, so that the client sees the answer.
_LINGERING = 1.0
_MOST_FIELDS = 20
# This user can do anything as any user. The system forwards connections from outside a virtual machine as this one.
_ROOT = 0

_FILES = {
    "": ("index.html", "text/html; charset=utf-8"),
    "app.js": ("app.js", "text/javascript; charset=utf-8"),
    "app.css": ("app.css", "text/css; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
    "rules.html": ("rules.html.gz", "text/html; charset=utf-8"),
}
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_USED = b"""\
This address worked once, and somebody has used it. Open the address that volo printed.
If it was not you, stop volo: another user of this machine may have opened the page.
"""
_OLD = b"""\
This is not the address of the page. It may be that of an earlier start of volo play: each start has a new one.
Open the address that volo printed last. The saved games are there.
"""


@dataclass(frozen=True)
class Site:
    """What a server offers, and the secrets that clients show.

    Attributes:
        calls: the calls by name.
        streams: the streams by name.
        token: the secret first part of every path.
        one_time_token: another secret, with which one request gets the address of the page.
        one_time: the number of such requests that are left.
    """

    calls: Mapping[str, Call]
    streams: Mapping[str, Stream]
    token: str = field(default_factory=lambda: token_urlsafe(24))
    one_time_token: str = field(default_factory=lambda: token_urlsafe(24))
    one_time: Semaphore = field(default_factory=Semaphore)


class Handler(BaseHTTPRequestHandler):
    """Answers one request. :meth:`bound` makes a class for the server.

    Attributes:
        site: the calls and streams, and the secrets that clients show.
        hosts: the names by which a browser may call the server, with the port.
        admit: a function that is called with a connection on which a client has shown the token.
    """

    site: Site
    hosts: frozenset[str]
    admit: Callable[[socket.socket], None]

    # A connection has one request. A reply ends when the connection is closed.
    protocol_version = "HTTP/1.0"
    disable_nagle_algorithm = True

    @classmethod
    def bound(cls, site: Site, port: int, admit: Callable[[socket.socket], None]) -> type[Handler]:
        """Return a class of handlers with these attributes, for a server on this port."""
        names = ("127.0.0.1", "localhost")
        hosts = frozenset(f"{name}:{port}" for name in names)
        if port == HTTP_PORT:
            # A browser leaves out the standard port.
            hosts |= frozenset(names)
        return type("BoundHandler", (cls,), {"site": site, "hosts": hosts, "admit": staticmethod(admit)})

    def setup(self) -> None:
        """Prepare the streams of the connection. Reading has a time limit."""
        super().setup()
        self.rfile.close()
        self._arriving = TimedReader(self.connection, _SHOWING)
        self.rfile: BufferedIOBase = BufferedReader(self._arriving)

    def do_GET(self) -> None:
        """Answer with a file or a stream."""
        path, _, query = self.path.partition("?")
        name = self._admitted(path)
        if name in _FILES:
            self._send_file(*_FILES[name])
        elif name is not None and name.startswith("api/") and name[4:] in self.site.streams:
            self._send_stream(self.site.streams[name[4:]], query)
        elif name is not None:
            self._send(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Answer a call."""
        name = self._admitted(self.path)
        if name is None:
            return
        if not name.startswith("api/") or name[4:] not in self.site.calls:
            self._send(HTTPStatus.NOT_FOUND)
            return
        try:
            request = self._body()
        except BadRequestError as error:
            self._send_json(HTTPStatus(error.status), {"error": {"kind": "BadRequest", "message": str(error)}})
            return
        try:
            answer = self.site.calls[name[4:]](request)
        except (VoloError, OSError, MemoryError) as error:
            # A refusal is a valid answer. A browser would report another status as an error of the page.
            self._send_json(HTTPStatus.OK, {"error": problem_of(error)})
        except Exception:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR)
            raise  # the server reports it
        else:
            self._send_json(HTTPStatus.OK, answer)

    def _admitted(self, path: str) -> str | None:
        """Return the path after the token. If the request is not admitted, answer it and return None."""
        hosts, origins = self.headers.get_all("Host", []), self.headers.get_all("Origin", [])
        # A page of another site that calls this server by a name of its own, by DNS rebinding, sends that name.
        if len(hosts) != 1 or hosts[0] not in self.hosts or any(each != f"http://{hosts[0]}" for each in origins):
            self._send(HTTPStatus.FORBIDDEN)
            return None
        if self.command == "GET" and compare_digest(path.encode(), f"/{self.site.one_time_token}/".encode()):
            self._lead_to_page()
            return None
        prefix = f"/{self.site.token}/"
        if not compare_digest(path[: len(prefix)].encode(), prefix.encode()):
            self._send(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", _OLD)
            return None
        self._arriving.allow(_RECEIVING)
        self.admit(self.connection)
        return path[len(prefix) :]

    def _lead_to_page(self) -> None:
        """Answer a request with the one-time token."""
        if os.name == "posix" and user_of(self.connection) not in {None, os.geteuid(), _ROOT}:
            self._send(HTTPStatus.FORBIDDEN)
        elif self.site.one_time.acquire(blocking=False):
            self._send(HTTPStatus.SEE_OTHER, location=f"/{self.site.token}/")
        else:
            self._send(HTTPStatus.GONE, "text/plain; charset=utf-8", _USED)

    def _body(self) -> object:
        """Read the body.

        Raises:
            BadRequestError: the body is too large, or is not a JSON object.
        """
        if self.headers.get_content_type() != "application/json":
            raise BadRequestError(415, "the content type is not application/json")
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or len(lengths) != 1:
            raise BadRequestError(411, "the request does not have one Content-Length")
        if re.fullmatch("[0-9]{1,19}", lengths[0], re.ASCII) is None:
            raise BadRequestError(400, "Content-Length is not a number")
        length = int(lengths[0])
        if length > MOST_BYTES:
            raise BadRequestError(413, f"the body has more than {MOST_BYTES:,} bytes")
        body = self.rfile.read(length)
        if len(body) < length:
            raise BadRequestError(400, "the body is shorter than Content-Length")
        try:
            request = parse(body.decode())
        except UnicodeDecodeError as error:
            raise BadRequestError(400, "the body is not UTF-8") from error
        except NotJSONError as error:
            raise BadRequestError(400, f"{error.problem}, at offset {error.start}") from error
        if not isinstance(request, dict):
            raise BadRequestError(400, "the body is not a JSON object")
        return request

    def _send_file(self, name: str, kind: str) -> None:
        try:
            content = files("volo.play").joinpath("static", name).read_bytes()
        except FileNotFoundError:
            self._send(HTTPStatus.NOT_FOUND)
        else:
            self._send(HTTPStatus.OK, kind, content, "gzip" if name.endswith(".gz") else None)

    def _send_json(self, status: HTTPStatus, value: object) -> None:
        self._send(status, "application/json", json.dumps(value, allow_nan=False).encode())

    def _send_stream(self, stream: Stream, text: str) -> None:
        try:
            pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=_MOST_FIELDS)
        except ValueError:
            self._send(HTTPStatus.BAD_REQUEST, "text/plain; charset=utf-8", b"The query is malformed.")
            return
        self._send_headers(HTTPStatus.OK, "text/event-stream")
        # A name that occurs twice has its last value.
        stream(dict(pairs), EventStream(self.connection))

    def _send(
        self,
        status: HTTPStatus,
        kind: str | None = None,
        content: bytes = b"",
        encoding: str | None = None,
        location: str | None = None,
    ) -> None:
        """Send an answer, and read what is left of the request.

        If a connection is closed while bytes have not been read, the client gets an error instead of the answer.
        """
        self._send_headers(status, kind, len(content), content, encoding, location)
        end = monotonic() + _LINGERING
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            while (left := end - monotonic()) > 0:
                self.connection.settimeout(left)
                if not self.connection.recv(1 << 16):
                    break

    def _send_headers(
        self,
        status: HTTPStatus,
        kind: str | None = None,
        length: int | None = None,
        content: bytes = b"",
        encoding: str | None = None,
        location: str | None = None,
    ) -> None:
        lines = [f"HTTP/1.0 {status.value} {status.phrase}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in _HEADERS.items()]
        lines += [f"Content-Type: {kind}"] * (kind is not None)
        lines += [f"Content-Length: {length}"] * (length is not None)
        lines += [f"Content-Encoding: {encoding}"] * (encoding is not None)
        lines += [f"Location: {location}"] * (location is not None)
        send_all(self.connection, "\r\n".join([*lines, "", ""]).encode() + content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Refuse a request that is not HTTP, without a page that describes the server."""
        self.close_connection = True
        self._send(HTTPStatus(code))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in http.server
        """Log nothing: the addresses have the token."""

"""The server of ``volo play``: the files of the page, and answers about kept games, on this machine only.

The page itself has the rules, the engine and the saved games, in the browser. So the server keeps nothing.
"""

from __future__ import annotations

import hmac
import json
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from math import inf
from pathlib import Path
from secrets import token_hex
from threading import BoundedSemaphore, Timer
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qs

from volo._support.disk import make_folder
from volo._support.paths import SCHEMES
from volo._volo import Position, __version__
from volo.errors import VoloError
from volo.play.kept import KeptGames

HOST: Final = "127.0.0.1"

PORT: Final = 8656
"""The usual port. A browser keeps saved games for an address, so they are there again if the port is the same."""

_FOLDER: Final = "/volo/"
"""The path of the page. Another program on this port has other paths, so it is not mistaken for the page."""

_KEPT_GAMES: Final = "kept-games"
_IDENTITY: Final = "Volo-Play"
# The number of connections at once. Each has a thread.
_MOST_CONNECTIONS: Final = 64
# The number of seconds that a client has to send its whole request, and to read each of the two parts of the answer.
_PATIENCE: Final = 10.0
# The number of seconds that the server on a port that is in use has to answer.
_ANSWER_SECONDS: Final = 2.0

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def page_files() -> dict[str, bytes]:
    folder = files("volo.play").joinpath("page")
    if not folder.is_dir():
        raise VoloError("this volo was built without the page: run `make page`, or play with --terminal")
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != "service-worker.js"}


class PageServer(ThreadingHTTPServer):
    """A server of the page, and of kept games if there are any. Port 0 is any free one. See :func:`identity`."""

    daemon_threads: bool = True
    block_on_close: bool = False
    request_queue_size: int = 128
    # On Windows, this option would let another program take over the port.
    allow_reuse_address: bool = os.name == "posix"

    def __init__(
        self, content: Mapping[str, bytes], *, port: int = 0, games: KeptGames | None = None, identity: str = ""
    ) -> None:
        self.content = content
        self.games = games
        self.identity = identity
        self._free = BoundedSemaphore(_MOST_CONNECTIONS)
        # The open connections, and when each must have sent its request.
        self.late: dict[socket.socket, float] = {}
        super().__init__((HOST, port), _Handler)
        self.origin: str = f"http://{HOST}:{self.server_port}"

    @property
    def address(self) -> str:
        return _address(self.server_port, self.games is not None)

    def server_bind(self) -> None:
        """Bind the socket. The method of ``HTTPServer`` also looks up the name of the host, which may take long."""
        self.socket.bind(self.server_address)
        self.server_name: str
        self.server_port: int
        self.server_name, self.server_port = self.socket.getsockname()

    def service_actions(self) -> None:
        now = monotonic()
        for request, late in self.late.copy().items():
            if late < now:
                _end(request)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a new thread. If there are too many threads, end the connection with the slowest request."""
        if not self._free.acquire(blocking=False):
            for slowest, _ in sorted(self.late.copy().items(), key=lambda each: each[1])[:1]:
                self.late.pop(slowest, None)
                _end(slowest)
            if not self._free.acquire(timeout=1.0):
                self.shutdown_request(request)
                return
        self.late[request] = monotonic() + _PATIENCE
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.late.pop(request, None)
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless it only means that a client left or was too slow."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    timeout = _PATIENCE

    def do_GET(self) -> None:
        self.server.late[self.connection] = inf
        if not self.path.startswith("/"):  # Otherwise, "@example.org/" after the origin would be another origin.
            self._send(HTTPStatus.NOT_FOUND)
            return
        host = self.headers.get_all("Host", [])
        if host == [f"localhost:{self.server.server_port}"]:
            # The saved games are those of the other address.
            self._send(HTTPStatus.PERMANENT_REDIRECT, location=self.server.origin + self.path)
            return
        # A page of another site can reach this server by a name of its own (DNS rebinding), and sends that name.
        if host != [self.server.origin.removeprefix("http://")]:
            self._send(HTTPStatus.FORBIDDEN)
            return
        path, _, query = self.path.partition("?")
        name = path.removeprefix(_FOLDER) if path.startswith(_FOLDER) else None
        if path == "/":
            self._send(HTTPStatus.PERMANENT_REDIRECT, location=_FOLDER)
        elif name == _KEPT_GAMES and self.server.games is not None:
            self._send(HTTPStatus.OK, "application/json", _answer(self.server.games, query))
        elif name is not None and (name or "index.html") in self.server.content:
            name = name or "index.html"
            self._send(HTTPStatus.OK, _TYPES[Path(name).suffix], self.server.content[name])
        else:
            self._send(HTTPStatus.NOT_FOUND)

    def _send(
        self, status: HTTPStatus, kind: str = "text/plain", content: bytes | None = None, location: str | None = None
    ) -> None:
        content = f"{status.value} {status.phrase}\n".encode() if content is None else content
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header(_IDENTITY, self.server.identity)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if location is not None:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(content)

    def version_string(self) -> str:
        return f"volo/{__version__}"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in http.server
        """Log nothing."""


def _answer(games: KeptGames, query: str) -> bytes:
    try:
        if query == "statistics":
            value = games.statistics()
        else:
            fens = parse_qs(query, keep_blank_values=True).get("fen", [])
            if len(fens) != 1:
                raise VoloError("the query must be `statistics` or one `fen`")
            value = games.explore(Position(fens[0]))
    except (VoloError, OSError, MemoryError, ValueError) as error:
        value = {"error": str(error) or type(error).__name__}
    return json.dumps(value, allow_nan=False).encode()


def _address(port: int, has_games: bool) -> str:
    # The page has a tab for kept games only if the address says so.
    return f"http://{HOST}:{port}{_FOLDER}{'?games' if has_games else ''}"


def identity(games: str | os.PathLike[str] | None) -> str:
    """A text that only servers of this user, with this version of volo and these kept games, have.

    It comes from a secret file of the user. Without such a file, it differs each time.
    """
    where = "" if games is None else str(games) if str(games).startswith(SCHEMES) else str(Path(games).resolve())
    return hmac.new(_secret(), f"{__version__}\n{where}".encode(errors="surrogateescape"), sha256).hexdigest()


def _secret() -> bytes:
    path = _state_folder() / "play.key"
    with suppress(OSError):
        make_folder(path.parent, 0o700)
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file,
        ):
            file.write(token_hex(32).encode())
        if content := path.read_bytes():
            return content
    return token_hex(32).encode()


def _state_folder() -> Path:
    try:
        home = Path.home()
    except RuntimeError:
        # A user who is not in the list of users has no home. Docker names this folder then.
        home = Path("/")
    if sys.platform == "win32":
        base, usual = os.environ.get("LOCALAPPDATA", ""), home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base, usual = "", home / "Library" / "Application Support"
    else:
        base, usual = os.environ.get("XDG_STATE_HOME", ""), home / ".local" / "state"
    # The specification of XDG says that a relative path is ignored.
    return (Path(base) if base and Path(base).is_absolute() else usual) / "volo"


def _end(connection: socket.socket) -> None:
    """End a connection, for which another thread may be waiting."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def served_at(port: int, own: str, has_games: bool) -> str:
    """The address of the page on a port that is in use, if the server there has this :func:`identity`."""
    connection = HTTPConnection(HOST, port, timeout=_ANSWER_SECONDS)
    try:
        connection.connect()
        # The time limit of a connection is one for each part that arrives.
        timer = Timer(_ANSWER_SECONDS, _end, [connection.sock])
        timer.start()
        try:
            connection.request("GET", _FOLDER)
            found = connection.getresponse().getheader(_IDENTITY)
        finally:
            timer.cancel()
    except (OSError, HTTPException):
        found = None
    finally:
        connection.close()
    if found is not None and hmac.compare_digest(found.encode(), own.encode()):
        return _address(port, has_games)
    user = "another program" if found is None else "a `volo play` of another user, another version, or other --games"
    raise VoloError(
        f"port {port} is used by {user}: end it, or choose a port with --port. The browser keeps saved games for each "
        "port, so those of another port are not there; export and import them on the page"
    )

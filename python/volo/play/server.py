"""The server: its socket, its threads, its beginning and its end."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http.server import ThreadingHTTPServer
from threading import BoundedSemaphore, Condition, Event, Thread
from typing import Any, Final, final

from volo._support.checks import checked_integer
from volo._support.closing import Closable
from volo._support.paths import local_path
from volo._volo import Position, Rules
from volo.play.explorer import Explorer
from volo.play.handler import Handler, Site
from volo.play.routes import routes
from volo.play.searches import Searches
from volo.play.store import Store, default_folder

__all__ = ["MOST_CONNECTIONS", "MOST_STRANGERS", "Server", "serve"]

MOST_CONNECTIONS: Final = 64
"""The number of connections at once, each of which has a thread. Further ones are closed."""

MOST_STRANGERS: Final = 16
"""The number of connections at once on which nobody has shown the token. A further one replaces the oldest."""

_HOST = "127.0.0.1"
# The number of seconds that connections have to end when the server ends them.
_CLOSING = 0.5
# The number of seconds between two checks whether the server closes.
_POLL = 0.02


@final
class Server(Closable):
    """A server for one user in a browser on this machine.

    It serves in background threads from the beginning to the end of a ``with`` statement, or until :meth:`close`.

    Args:
        position: the position with which the page begins: a position or a rule set, or the text of either. By default
            the page chooses.
        port: the port on which the server listens. 0 is any free port.
        games: a folder that ``volo simulate --out`` or :func:`volo.simulate.keep` wrote, or its URL. The page shows
            its statistics, and the moves that its games made in a position.
        state: the folder of saved games. By default, it is the one in which the system keeps such files of the user,
            such as ``~/.local/state/volo/games``.

    Raises:
        KeptGamesError: ``games`` is not a folder of kept games, it is damaged, or pyarrow is not installed.
        VoloError: ``position`` is not a position, the port is out of range, a folder is a URL, or there is no folder
            for saved games.
        OSError: the port is in use, or ``games`` cannot be read.
        TypeError: an argument has the wrong type.

    >>> import json, tempfile
    >>> from urllib.request import Request, urlopen
    >>> with tempfile.TemporaryDirectory() as folder, Server(state=folder) as server:
    ...     body = json.dumps({"fen": "standard-4", "move": "a3"}).encode()
    ...     request = Request(server.address + "api/play", body, {"Content-Type": "application/json"})
    ...     with urlopen(request) as answer:
    ...         print(json.load(answer)["view"]["fen"])
    2/1o1b1/6/b2o/6/1o1b1/1o b 0 standard-4
    """

    def __init__(
        self,
        position: Position | Rules | str | None = None,
        *,
        port: int = 0,
        games: str | os.PathLike[str] | None = None,
        state: str | os.PathLike[str] | None = None,
    ) -> None:
        port = checked_integer("port", port, 0, 65535)
        opening = None if position is None else Position(position)
        store = Store(default_folder() if state is None else local_path(state))
        self._explorer = None if games is None else Explorer(games)
        self._searches = Searches()
        self._is_closed = Event()
        streams = {"analysis": self._searches.analyse, "think": self._searches.think}
        site = Site(routes(opening, store, self._explorer), streams)
        self._sockets = _Sockets(site, port)
        origin = f"http://{_HOST}:{self._sockets.server_port}"
        self.address: str = f"{origin}/{site.token}/"
        """The address of the page. Anyone who knows it can use the server."""
        self.one_time_address: str = f"{origin}/{site.one_time_token}/"
        """An address that leads to the page once, on Linux only for processes of the same user.

        Other users of the machine can read it in the command line of a browser, so do not open :attr:`address` itself
        with a command.
        """
        self._thread = Thread(target=self._sockets.serve_forever, args=[_POLL], name="volo play", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until another thread closes the server.

        Raises:
            KeyboardInterrupt: the user pressed Ctrl-C.
        """
        # A signal may arrive in another thread, or on Windows, and does not end a wait without a time limit then.
        while not self._is_closed.wait(_POLL):
            pass

    def close(self) -> None:
        """End all searches and connections, and free the port. It may be called more than once."""
        if self._is_closed.is_set():
            return
        self._is_closed.set()
        self._searches.close()
        if self._explorer is not None:
            self._explorer.close()
        self._sockets.shutdown()
        self._sockets.close_connections()
        self._sockets.server_close()


class _Sockets(ThreadingHTTPServer):
    """The listening socket, and a thread for each connection."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    # On Windows, this option would let another program take over the port.
    allow_reuse_address = os.name == "posix"

    def __init__(self, site: Site, port: int) -> None:
        self._free = BoundedSemaphore(MOST_CONNECTIONS)
        self._connections: set[socket.socket] = set()
        # Those on which nobody has shown the token, the oldest first.
        self._strangers: dict[socket.socket, None] = {}
        self._changed = Condition()
        try:
            super().__init__((_HOST, port), Handler)
        except OSError as error:
            raise OSError(error.errno, f"cannot listen on port {port}: {error.strerror}") from error
        self.RequestHandlerClass = Handler.bound(site, self.server_port, self._admit)

    def server_bind(self) -> None:
        """Bind the socket. The method of ``HTTPServer`` also looks up the name of the host, which may take long."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(self.allow_reuse_address))
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = _HOST, self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a new thread. If there are too many threads already, close the connection."""
        self._make_place()
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        with self._changed:
            self._connections.add(request)
            self._strangers[request] = None
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._forget(request)
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, in the thread of the connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._forget(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless it only means that a client left or was too slow."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def close_connections(self) -> None:
        """Close all connections, and wait a little for their threads."""
        with self._changed:
            for connection in self._connections:
                _end(connection)
            self._changed.wait_for(lambda: not self._connections, _CLOSING)

    def _make_place(self) -> None:
        """End the oldest connection on which nobody has shown the token, if there are too many of them.

        It has had the most time, and a browser shows the token as soon as it is connected.
        """
        with self._changed:
            if len(self._strangers) >= MOST_STRANGERS:
                oldest = next(iter(self._strangers))
                del self._strangers[oldest]
                _end(oldest)
                self._changed.wait_for(lambda: oldest not in self._connections, _CLOSING)

    def _admit(self, connection: socket.socket) -> None:
        """Keep a connection on which the token was shown.

        Raises:
            ConnectionAbortedError: the connection has been ended.
        """
        with self._changed:
            if connection not in self._strangers:
                raise ConnectionAbortedError
            del self._strangers[connection]

    def _forget(self, connection: socket.socket) -> None:
        self._free.release()
        with self._changed:
            self._connections.discard(connection)
            self._strangers.pop(connection, None)
            self._changed.notify_all()


def _end(connection: socket.socket) -> None:
    """End a connection. Its thread notices that."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def serve(
    position: Position | Rules | str | None = None,
    *,
    port: int = 0,
    games: str | os.PathLike[str] | None = None,
    state: str | os.PathLike[str] | None = None,
    ready: Callable[[str], object] = print,
) -> None:
    """Run a :class:`Server` until Ctrl-C.

    Args:
        position: see :class:`Server`.
        port: see :class:`Server`.
        games: see :class:`Server`.
        state: see :class:`Server`.
        ready: a function that is called with the address of the page.

    Raises:
        KeyboardInterrupt: the user pressed Ctrl-C.
        KeptGamesError: see :class:`Server`.
        VoloError: see :class:`Server`.
        OSError: see :class:`Server`.
        TypeError: an argument has the wrong type.

    >>> def visit(address):
    ...     print(address.startswith("http://127.0.0.1:"))
    ...     raise SystemExit
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     try:
    ...         serve("standard-5", state=folder, ready=visit)
    ...     except SystemExit:
    ...         print("over")
    True
    over
    """
    with Server(position, port=port, games=games, state=state) as server:
        ready(server.address)
        server.wait()

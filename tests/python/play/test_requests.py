"""Who may ask, what the server reads, and what it does with requests that no page would send."""

from __future__ import annotations

import gzip
import json
import os
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from struct import pack
from time import monotonic
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.page_client import Page
from volo.play import Server
from volo.play.connection import user_of
from volo.play.handler import MOST_BYTES, Handler, Site
from volo.play.problems import BadRequestError
from volo.play.server import MOST_STRANGERS

JSON = {"Content-Type": "application/json"}
START = json.dumps({"rules": "standard-4"}).encode()


def test_answers_have_headers_that_keep_other_pages_out(page: Page) -> None:
    status, headers, body = page.request("GET", "icon.svg")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert body.startswith(b"<svg ")
    assert headers["Cache-Control"] == "no-store"
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert not headers.keys() & {"Server", "Access-Control-Allow-Origin"}


def test_the_illustrated_rules_are_a_page_of_their_own(page: Page) -> None:
    status, headers, body = page.request("GET", "rules.html")
    assert (status, headers["Content-Type"], headers["Content-Encoding"]) == (200, "text/html; charset=utf-8", "gzip")
    assert b"<h1>The rules, illustrated</h1>" in gzip.decompress(body)


def test_the_address_has_a_secret_that_changes(tmp_path: Path) -> None:
    with Server(state=tmp_path) as one, Server(state=tmp_path) as two:
        pages = Page(one.address), Page(two.address)
        assert pages[0].token != pages[1].token
        pages[0].token = pages[1].token
        assert pages[0].request("POST", "api/start", START, JSON)[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/favicon.ico",
        "/{token}",
        "/{token}x/",
        "/{half}/",
        "/%2e%2e/{token}/",
        "/{token}/index.html",
        "/{token}/../{token}/app.js/..",
        "/{token}/../../../../etc/passwd",
        "/{token}/..%2fserver.py",
        "/{token}/%2e%2e/server.py",
        "/{token}/..\\server.py",
        "/{token}/static/icon.svg",
        "/{token}//icon.svg",
        "/{token}/icon.svg/",
        "/{token}/icon.svg%00.js",
        "/{token}/api/start",
        "/{token}/api/../icon.svg",
        "http://127.0.0.1/{token}/icon.svg",
        "*",
    ],
)
def test_any_other_path_is_not_found_and_does_not_tell_why(page: Page, path: str) -> None:
    line = path.format(token=page.token, half=page.token[:16])
    answer = page.raw(f"GET {line} HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.0 404 ")
    # A person may have opened the address of an earlier start.
    knows_token = line.startswith(f"/{page.token}/")
    assert body[:35] == (b"" if knows_token else b"This is not the address of the page")


@pytest.mark.parametrize(
    "headers",
    [
        [],
        ["Host: evil.example"],
        ["Host: evil.example:{port}"],
        ["Host: 127.0.0.1"],
        ["Host: 127.0.0.1:1"],
        ["Host: 127.0.0.1:{port}.evil.example"],
        ["Host: {host}", "Host: {host}"],
        ["Host: {host}", "Origin: http://evil.example"],
        ["Host: {host}", "Origin: null"],
        ["Host: {host}", "Origin: https://{host}"],
        ["Host: {host}", "Origin: http://127.0.0.1:1"],
        ["Host: {host}", "Origin: http://localhost:{port}"],
        ["Host: {host}", "Origin: http://{host}", "Origin: http://evil.example"],
        ["Host: [::1]:{port}"],
    ],
)
@pytest.mark.parametrize(
    "request_", ["GET /{token}/icon.svg", "POST /{token}/api/start", "GET /", "GET /{token}/api/think"]
)
def test_another_host_or_origin_is_forbidden(page: Page, headers: list[str], request_: str) -> None:
    lines = [
        f"{request_} HTTP/1.1",
        *headers,
        "Content-Type: application/json",
        f"Content-Length: {len(START)}",
        "",
        "",
    ]
    text = "\r\n".join(lines).format(token=page.token, host=page.host, port=page.port)
    answer = page.raw(text.encode() + START)
    assert answer.startswith(b"HTTP/1.0 403 ")
    assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_the_own_origin_is_admitted(page: Page, name: str) -> None:
    host = f"{name}:{page.port}"
    status, _, body = page.request("POST", "api/start", START, JSON | {"Host": host, "Origin": f"http://{host}"})
    assert (status, json.loads(body)["edge"]) == (200, 4)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_page_is_not_a_call(page: Page, kind: str) -> None:
    status, answer = page.post("start", START, Content_Type=kind)
    assert (status, answer["error"]["kind"]) == (415, "BadRequest")


def test_a_character_set_may_be_named(page: Page) -> None:
    assert page.post("start", START, Content_Type="application/json; charset=utf-8")[0] == 200


HOSTILE = [
    b"",
    b"[]",
    b"7",
    b"null",
    b'"fen"',
    b"{",
    b'{"rules": "standard-4"} x',
    b'{"rules": NaN}',
    b'{"rules": Infinity}',
    b'{"rules": 1e999}',
    b'{"rules": "standard-4", "rules": "standard-5"}',
    b'{"rules": "\\ud800"}',
    b'{"rules": "\xff"}',
    b'{"rules": "\xed\xa0\x80"}',
    b'{"rules": ' + b"9" * 1_000_000 + b"}",
    b'{"rules": ' + b"[" * 100_000,
    b'{"rules": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"a":' * 100_000,
    b'{"rules": [' + b"[]," * 600_000 + b"[]]}",
    b"\xef\xbb\xbf{}",
    START.decode().encode("utf-16"),
]


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: repr(body[:20]))
def test_a_body_that_is_not_a_json_object_is_refused(page: Page, body: bytes) -> None:
    status, answer = page.post("start", body)
    assert (status, answer["error"]["kind"]) == (400, "BadRequest")
    assert len(answer["error"]["message"]) < 300


def test_a_body_that_is_too_large_is_refused_and_the_client_sees_the_answer(page: Page) -> None:
    assert page.post("start", b" " * (MOST_BYTES + 1))[0] == 413
    assert page.post("start", START + b" " * (MOST_BYTES - len(START)))[0] == 200
    claim = b"Content-Type: application/json\r\nContent-Length: 9999999999999999999\r\n\r\n"
    head = f"POST /{page.token}/api/start HTTP/1.1\r\nHost: {page.host}\r\n".encode()
    assert page.raw(head + claim).startswith(b"HTTP/1.0 413 ")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (["Transfer-Encoding: chunked"], 411),
        (["Transfer-Encoding: chunked", "Content-Length: 5"], 411),
        ([], 411),
        (["Content-Length: 5", "Content-Length: 6"], 411),
        (["Content-Length: -1"], 400),
        (["Content-Length: 0x5"], 400),
        (["Content-Length: +5"], 400),
        (["Content-Length: \u0665"], 400),
        (["Content-Length: " + "9" * 5000], 400),
    ],
)
def test_a_body_needs_a_length(page: Page, headers: list[str], status: int) -> None:
    lines = [f"POST /{page.token}/api/start HTTP/1.1", f"Host: {page.host}", "Content-Type: application/json", *headers]
    answer = page.raw("\r\n".join([*lines, "", "5\r\n{}\r\n"]).encode())
    assert answer.startswith(f"HTTP/1.0 {status} ".encode())


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1 x\r\n\r\n",
        b"DELETE / HTTP/1.1\r\n\r\n",
        b"CONNECT 127.0.0.1:80 HTTP/1.1\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 1000 + b"\r\n",
        b"GET / HTTP/1.1\r\nA: " + b"x" * 100_000 + b"\r\n\r\n",
    ],
    ids=lambda data: repr(data[:24]),
)
def test_what_is_not_http_is_refused_in_a_few_bytes(page: Page, data: bytes) -> None:
    answer = page.raw(data)
    assert answer == b"" or answer.startswith((b"HTTP/1.0 4", b"HTTP/1.0 5"))
    assert b"Python" not in answer
    assert page.request("GET", "icon.svg")[0] == 200


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = {
    "start": ("rules",),
    "position": ("fen",),
    "play": ("fen", "move"),
    "grounded": ("fen", "space"),
    "views": ("start", "nodes"),
    "set-up": ("rules", "orange", "blue", "turn", "passes"),
    "import": ("text",),
    "export": ("start", "moves", "tags", "comments", "format"),
    "games": (),
    "load": ("id",),
    "save": ("id", "document"),
    "delete": ("id",),
    "puzzle": ("edge", "plies", "number"),
    "explore": ("fen",),
    "statistics": (),
    "info": (),
}
GOOD: dict[str, list[Any]] = {
    "rules": ["standard-4", "edge=4,supply=none,pass=forced,stuck=draw"],
    "fen": ["standard-4"],
    "start": ["standard-4"],
    "move": ["a3"],
    "moves": [["a3"], []],
    "nodes": [[{"parent": -1, "move": "a3"}]],
    "format": ["record", "svg", "json-lines"],
    "turn": ["blue"],
    "passes": [0, 2],
    "orange": [["a2"]],
    "text": ["standard-4", '[Rules "standard-4"]\n\n*\n'],
    "tags": [{}, {"Result": "1-0"}],
    "comments": [{"0": "x"}],
}


@given(data=st.data(), name=st.sampled_from(sorted(NAMES)))
def test_any_json_is_answered_or_refused(page: Page, data: st.DataObject, name: str) -> None:
    members = {each: st.sampled_from(GOOD.get(each, [7])) | any_json for each in NAMES[name]}
    request = data.draw(st.fixed_dictionaries(members) | any_json)
    status, answer = page.post(name, json.dumps(request).encode())
    assert status in {200, 400}
    if status != 200 or "error" in answer:
        assert answer["error"]["message"]


@given(body=st.binary(max_size=200))
def test_any_bytes_are_answered_or_refused(page: Page, body: bytes) -> None:
    status, answer = page.post("position", body)
    assert status in {200, 400}
    assert answer["error"]["message"]


@given(data=st.binary(max_size=300))
def test_any_bytes_on_the_socket_leave_the_server_alive(page: Page, data: bytes) -> None:
    with socket.create_connection(("127.0.0.1", page.port), timeout=60) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass


def test_silent_connections_without_the_token_lock_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.handler._SHOWING", 600.0)
    with Server(state=tmp_path) as server, ExitStack() as stack:
        page = Page(server.address)
        events = stack.enter_context(page.stream("analysis", fen="standard"))
        for _ in range(200):
            stack.enter_context(socket.create_connection(("127.0.0.1", page.port), timeout=60))
        assert page.request("GET", "icon.svg")[0] == 200
        # The page that has shown the token stays.
        assert next(events)[0] == "info"
        assert len(server._sockets._connections) <= MOST_STRANGERS + 2


def test_who_has_shown_the_token_has_time_for_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.handler._SHOWING", 600.0)
    monkeypatch.setattr("volo.play.handler._RECEIVING", 0.0)
    with Server(state=tmp_path) as server:
        page = Page(server.address)
        head = f"Host: {page.host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
        # Without a time for the body, the server waits for it no longer.
        assert page.raw(f"POST /{page.token}/api/start HTTP/1.1\r\n{head}".encode()) == b""


def test_a_connection_that_was_ended_is_not_admitted(tmp_path: Path) -> None:
    with Server(state=tmp_path) as server, socket.socket() as ended, pytest.raises(ConnectionAbortedError):
        server._sockets._admit(ended)


class TestTheOneTimeAddress:
    @pytest.fixture
    def server(self, tmp_path: Path) -> Iterator[Server]:
        with Server(state=tmp_path) as server:
            yield server

    def answer(self, server: Server, method: str = "GET", host: str | None = None) -> bytes:
        page = Page(server.address)
        path = urlsplit(server.one_time_address).path
        head = f"{method} {path} HTTP/1.1\r\nHost: {host or page.host}\r\n"
        return page.raw(f"{head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}".encode())

    def test_it_leads_to_the_page(self, server: Server) -> None:
        with urlopen(server.one_time_address) as page:
            assert (page.url, page.status) == (server.address, 200)

    def test_it_works_for_one_of_many_requests_at_once(self, server: Server) -> None:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: self.answer(server), range(8)))
        assert sorted(each[9:12] for each in answers) == [b"303", *[b"410"] * 7]

    def test_other_requests_do_not_use_it_up(self, server: Server) -> None:
        assert self.answer(server, method="POST").startswith(b"HTTP/1.0 404 ")
        assert self.answer(server, host="evil.example").startswith(b"HTTP/1.0 403 ")
        assert self.answer(server).startswith(b"HTTP/1.0 303 ")

    @pytest.mark.skipif(os.name != "posix", reason="Windows does not tell the user of a connection")
    def test_another_user_cannot_use_it(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("volo.play.handler.user_of", lambda _: os.geteuid() + 1)
        assert self.answer(server).startswith(b"HTTP/1.0 403 ")
        for user in (os.geteuid(), 0, None):
            monkeypatch.setattr("volo.play.handler.user_of", lambda _, user=user: user)
            assert self.answer(server)[9:12] in {b"303", b"410"}

    @pytest.mark.skipif(os.name != "posix", reason="Windows does not tell the user of a connection")
    def test_a_client_that_has_left_does_not_use_it_up(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patched:
            patched.setattr("volo.play.handler.user_of", Mock(side_effect=ConnectionAbortedError))
            assert self.answer(server) == b""
        assert self.answer(server).startswith(b"HTTP/1.0 303 ")

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell the user of a connection")
    @pytest.mark.parametrize("is_reset", [False, True])
    def test_linux_does_not_tell_the_user_of_a_client_that_has_left(self, is_reset: bool) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            caller = socket.create_connection(listening.getsockname())
            accepted, _ = listening.accept()
            with accepted:
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", is_reset, 0))
                accepted_end = accepted.getpeername()
                caller.close()
                closed = Mock(**{"getpeername.return_value": accepted_end, "getsockname": accepted.getsockname})
                with pytest.raises(ConnectionAbortedError):
                    user_of(closed)

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell the user of a connection")
    @pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")])
    def test_linux_tells_the_user_of_a_connection(self, family: int, host: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening, socket.socket(family) as caller:
            caller.connect((host, listening.getsockname()[1]))
            accepted, _ = listening.accept()
            with accepted:
                assert user_of(accepted) == os.geteuid()


@pytest.mark.parametrize("query", ["fen=standard&depth", "&".join(f"a{each}=" for each in range(100)), "&&", "x"])
def test_a_malformed_query_is_refused(page: Page, query: str) -> None:
    status, _, body = page.request("GET", f"api/think?{query}")
    assert (status, body) == (400, b"The query is malformed.")


def test_a_client_that_sends_a_byte_now_and_then_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volo.play.handler._SHOWING", 0.5)
    with Server(state=tmp_path) as server:
        page = Page(server.address)
        with socket.create_connection(("127.0.0.1", page.port), timeout=0.1) as connection:
            began = monotonic()
            while not _is_closed(connection):
                assert monotonic() - began < 60


def _is_closed(connection: socket.socket) -> bool:
    """Send a byte, and wait a little for the end of the connection."""
    try:
        connection.sendall(b"x")
        return not connection.recv(100)
    except TimeoutError:
        return False
    except OSError:
        return True


def test_a_fault_of_the_server_is_reported_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: object) -> dict[str, object]:
        raise ZeroDivisionError("a fault")

    with Server(state=tmp_path) as server:
        page = Page(server.address)
        monkeypatch.setitem(server._sockets.RequestHandlerClass.site.calls, "start", broken)  # type: ignore[attr-defined]
        assert page.request("POST", "api/start", START, JSON)[0] == 500
        assert page.call("info")["games"] is False
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_refusal_names_its_status() -> None:
    assert (str(BadRequestError(413, "large")), BadRequestError(413, "large").status) == ("large", 413)


def test_a_browser_may_leave_out_the_standard_port() -> None:
    hosts = [Handler.bound(Site({}, {}), port, print).hosts for port in (80, 8000)]
    assert hosts == [
        {"127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"},
        {"127.0.0.1:8000", "localhost:8000"},
    ]

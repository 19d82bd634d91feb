"""`volo play` without --terminal: the address, the browser, the end, and the options."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from struct import pack
from time import monotonic
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest

import volo
from support.command_line import called, complaint
from support.ctrl_c import PATIENCE
from support.page_client import Page
from support.process import running

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the signals of POSIX")
DOCUMENT = {"version": 1, "start": "standard-4", "nodes": [], "current": -1, "tags": {}, "settings": {}}


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], Page]]:
    """Run the command until the end of the block, and yield its process and a page."""
    with running(
        *(sys.executable, "-m", "volo", "play", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    ) as process:
        assert process.stdout is not None
        yield process, Page(process.stdout.readline().rstrip("\n"))


@POSIX
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_command_at_once_even_with_open_streams(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    with ExitStack() as stack:
        process, page = stack.enter_context(started("--no-browser", "--state", str(tmp_path)))
        for _ in range(3):
            events = stack.enter_context(page.stream("analysis", fen="standard"))
            assert next(events)[0] == "info"
        stack.enter_context(socket.create_connection(("127.0.0.1", page.port)))
        sent = monotonic()
        process.send_signal(number)
        out, err = process.communicate()
        assert monotonic() - sent < PATIENCE
        assert (process.returncode, out, err) == (status, "", "")


@POSIX
def test_a_saved_game_is_there_again_after_kill_9(tmp_path: Path) -> None:
    with started("--no-browser", "--state", str(tmp_path)) as (process, page):
        page.call("save", id="game", document=DOCUMENT)
        process.kill()
        process.communicate()
    with started("--no-browser", "--state", str(tmp_path)) as (_, page):
        assert page.call("load", id="game")["document"] == DOCUMENT


@POSIX
def test_the_browser_gets_an_address_that_works_once(tmp_path: Path) -> None:
    """Any user of the machine can read the command line of the browser."""
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    with started("--state", str(tmp_path / "games"), BROWSER=str(browser)) as (_, page):
        address = opened.read_text()
        assert page.token not in address
        request = f"GET {urlsplit(address.strip()).path} HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode()
        first, second = page.raw(request), page.raw(request)
        assert first.startswith(b"HTTP/1.0 303 ")
        assert f"\r\nLocation: /{page.token}/\r\n".encode() in first
        assert second.startswith(b"HTTP/1.0 410 ")
        assert page.token.encode() not in second


@POSIX
def test_the_position_and_the_port_are_those_of_the_options(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    state = str(tmp_path)
    with started("--no-browser", "--state", state, "--port", str(port), "--rules", "french-5") as (_, page):
        assert page.port == port
        assert page.call("info")["opening"] == volo.Position("french-5").fen()
        error = complaint(2, "play", "--no-browser", "--state", state, "--port", str(port))
        assert error.startswith(f"cannot listen on port {port}: ")


@POSIX
def test_only_this_machine_can_connect(tmp_path: Path) -> None:
    with started("--no-browser", "--state", str(tmp_path)) as (_, page):
        with socket.socket() as other:
            other.settimeout(10)
            # All of 127.0.0.0/8 is this machine on Linux; the server listens on one address of it.
            assert sys.platform != "linux" or other.connect_ex(("127.0.0.2", page.port)) != 0
        assert page.call("info")["opening"] is None


@POSIX
def test_clients_that_leave_at_once_do_not_end_the_server(tmp_path: Path) -> None:
    with started("--no-browser", "--state", str(tmp_path)) as (process, page):
        for _ in range(1000):
            with suppress(OSError), socket.create_connection(("127.0.0.1", page.port)) as client:
                client.sendall(b"x\r\n\r\n")
                client.shutdown(socket.SHUT_WR)
                # The end of the connection is a reset.
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))
        assert page.call("info")["opening"] is None
        assert process.poll() is None


def test_the_folder_of_saved_games_need_not_be_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says what it cannot save."""
    monkeypatch.setattr(os, "access", Mock(return_value=False))
    served = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("volo.cli.play.Server", served)
    assert called("play", "--no-browser", "--state", str(tmp_path))[0] == 130
    assert served.call_args.kwargs["state"] == tmp_path


@pytest.mark.parametrize(
    "options",
    [
        ["--you", "blue"],
        ["--time", "1"],
        ["--nodes", "1"],
        ["--depth", "1"],
        ["--threads", "1"],
        ["--hash-mb", "1"],
        ["--level", "10"],
        ["--save", "x"],
    ],
)
def test_options_of_the_terminal_need_it(options: list[str]) -> None:
    assert complaint(2, "play", *options) == f"{options[0]} needs --terminal"


@pytest.mark.parametrize("options", [["--port", "0"], ["--no-browser"], ["--games", "x"], ["--state", "x"]])
def test_options_of_the_page_cannot_be_used_in_the_terminal(options: list[str]) -> None:
    assert complaint(2, "play", "--terminal", *options) == f"{options[0]} cannot be used with --terminal"


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--port", "65536"], "port must be 0 to 65535"),
        (["--port", "-1"], "port must be 0 to 65535"),
        (["--port", "x"], "not a valid integer"),
        (["--games", "nowhere"], "nowhere"),
        (["--games", ""], "empty"),
        (["--state", ""], "empty"),
        ([volo.Position().fen(), "--rules", "french"], "--rules"),
    ],
)
def test_wrong_options_are_refused(options: list[str], part: str) -> None:
    status, out, err = called("play", "--no-browser", *options)
    assert (status, out) == (2, "")
    assert part in err
    assert len(err.splitlines()) == 1

"""`volo play` without --terminal: the address, the browser, the port, the end, and the options."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest

import volo
from support.command_line import called, complaint
from support.process import PATIENCE, running
from volo.play import server

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs the signals of POSIX")

# The page need not be built for these tests.
COMMAND = """
import sys, volo.cli.play
volo.cli.play.page_files = lambda: {"index.html": b"page"}
sys.exit(volo.cli.main(["play", *sys.argv[1:]]))
"""


@contextmanager
def started(folder: Path, *arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command until the end of the block, and yield its process and the address that it prints."""
    command = [sys.executable, "-c", COMMAND, *arguments]
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    home = {"XDG_STATE_HOME": str(folder), "HOME": str(folder)}
    with running(*command, **pipes, env=os.environ | home | environment) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().rstrip("\n")


@POSIX
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_command_at_once(tmp_path: Path, number: signal.Signals, status: int) -> None:
    with started(tmp_path, "--no-browser", "--port", "0") as (process, address):
        with socket.create_connection(("127.0.0.1", int(urlsplit(address).port or 0))):
            sent = monotonic()
            process.send_signal(number)
            assert (process.communicate(), process.returncode) == (("", ""), status)
        assert monotonic() - sent < PATIENCE


@POSIX
def test_the_browser_is_opened_and_a_second_command_opens_the_page_of_the_first(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    os.mkfifo(opened)
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    with started(tmp_path, "--port", "0", "--rules", "french-5", BROWSER=str(browser)) as (_, address):
        assert opened.read_text() == f"{address}\n"
        place = urlsplit(address)
        assert parse_qs(place.fragment) == {"rules": ["french-5"]}
        with urlopen(address) as answer:
            assert answer.read() == b"page"
        port = str(place.port)
        with started(tmp_path, "--no-browser", "--port", port, "--level", "3") as (second, said):
            assert said == f"volo play is running already: http://127.0.0.1:{port}/volo/#rules=standard&level=3"
            assert second.wait() == 0
        with started(tmp_path / "other", "--no-browser", "--port", port) as (third, _):
            out, err = third.communicate()
            assert (third.returncode, out) == (2, "")
            assert f"port {port} is used by a `volo play` of another user" in err
        with socket.socket() as other:
            other.settimeout(10)
            # All of 127.0.0.0/8 is this machine on Linux; the server listens on one address of it.
            assert sys.platform != "linux" or other.connect_ex(("127.0.0.2", int(port))) != 0


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Mock:
    """The class of the server, which ends at once as if the user had pressed Ctrl-C."""
    monkeypatch.setattr("volo.cli.play.page_files", dict)
    monkeypatch.setattr(server, "_state_folder", lambda: tmp_path)
    made = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("volo.cli.play.PageServer", made)
    return made


@pytest.mark.parametrize(
    ("options", "link"),
    [
        ([], ""),
        (["--rules", "two-sizes-small"], "#rules=two-sizes-small"),
        (["--you", "blue", "--level", "4", "--time", "2"], "#rules=standard&you=blue&level=4&time=2.0"),
        ([volo.Position("french-4").fen(), "--you", "both"], "#rules=french-4&you=both"),
        ([volo.Position("french-4").play("a3").fen()], "#fen=2/1o1b1/6/b2o/6/1o1b1/1o%20b%200%20french-4"),
    ],
)
def test_a_game_is_asked_for_in_the_address(
    served: Mock, monkeypatch: pytest.MonkeyPatch, options: list[str], link: str
) -> None:
    served.side_effect = OSError(errno.EADDRINUSE, "in use")
    monkeypatch.setattr("volo.cli.play.served_at", lambda *_: "http://127.0.0.1:1/volo/")
    opened = Mock()
    monkeypatch.setattr("webbrowser.open", opened)
    expected = f"volo play is running already: http://127.0.0.1:1/volo/{link}\n"
    assert called("play", "--no-browser", *options) == (0, expected, "")
    assert not opened.called
    assert called("play", *options) == (0, expected, "")
    opened.assert_called_once_with(f"http://127.0.0.1:1/volo/{link}")


def test_the_port_is_the_same_each_time(served: Mock) -> None:
    for options, port in (([], 8656), (["--port", "0"], 0), (["--port", "7"], 7)):
        assert called("play", "--no-browser", *options)[0] == 130
        assert served.call_args.kwargs["port"] == port


@pytest.mark.parametrize(
    ("options", "part"),
    [
        *((f"{option} 1", f"{option} needs --terminal") for option in ("--nodes", "--depth", "--threads", "--hash-mb")),
        ("--save 1", "--save needs --terminal"),
        ("--terminal --port 0", "--port cannot be used with --terminal"),
        ("--terminal --no-browser", "--no-browser cannot be used with --terminal"),
        ("--terminal --games x", "--games cannot be used with --terminal"),
        ("--port 65536", "x<=65535"),
        ("--level 13", "x<=12"),
        ("--time 0", "--time is 0.05 to 3,600"),
        ("--games nowhere", "nowhere"),
        ("standard-4 --rules french", "--rules"),
    ],
)
def test_wrong_options_are_refused(served: Mock, options: str, part: str) -> None:
    assert part in complaint(2, "play", *options.split())
    assert not served.called

"""The command volo for tests, in this process or in a new one, and other programs in a new interpreter."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from unittest.mock import patch

from volo.cli import main


def run(
    *arguments: str, given: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command without a terminal: in this process, or in a new one if environment variables are given."""
    if not environment:
        with _in(cwd):
            status, out, err = called(*arguments, given=given)
        return subprocess.CompletedProcess(arguments, status, out.encode(), err.encode())
    return subprocess.run(
        [sys.executable, "-m", "volo", *arguments],
        input=given,
        capture_output=True,
        timeout=120,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )


@contextmanager
def _in(folder: Path | None) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder or before)
    try:
        yield
    finally:
        os.chdir(before)


class _StandardInput(io.BytesIO):
    name = "<stdin>"


def called(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Run the command in this process. Return its status, its standard output and its standard error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    status = _call(arguments, given, out, err)
    out.seek(0)
    err.seek(0)
    return status, out.read(), err.read()


def _call(arguments: tuple[str, ...], given: bytes, out: io.TextIOWrapper, err: io.TextIOWrapper) -> int:
    standard_input = io.TextIOWrapper(_StandardInput(given), encoding="utf-8")
    with patch.object(sys, "stdin", standard_input), redirect_stdout(out), redirect_stderr(err):
        return main(arguments)


def called_on_terminal(*arguments: str, given: bytes = b"") -> tuple[int, bytes]:
    """Run the command in this process, on a pseudo terminal. Return its status and what the terminal receives."""
    import pty

    master, slave = pty.openpty()
    pieces: list[bytes] = []

    def read() -> None:
        # Linux reports the other end as closed with an error.
        with suppress(OSError):
            while piece := os.read(master, 4096):
                pieces.append(piece)

    reader = Thread(target=read)
    reader.start()
    try:
        with (
            open(os.dup(slave), "w", encoding="utf-8", buffering=1) as out,  # noqa: PTH123
            open(slave, "w", encoding="utf-8", buffering=1, errors="backslashreplace") as err,  # noqa: PTH123
            patch.dict(os.environ, {"TERM": "xterm"}),
        ):
            status = _call(arguments, given, out, err)
    finally:
        reader.join()
        os.close(master)
    return status, b"".join(pieces)


_SEPARATOR = "\x1e"

# Runs several commands with the streams of this process, as if each were a process of its own.
_COMMANDS = f"""
import json, os, pathlib, shlex, sys
from contextlib import suppress
from volo.cli import main
streams = sys.stdin, sys.stdout, sys.stderr
statuses = []
for command in json.loads(sys.argv[2]):
    sys.stdin, sys.stdout, sys.stderr = streams
    statuses.append(main(shlex.split(command)))
    for number in 1, 2:
        with suppress(OSError):
            os.write(number, {_SEPARATOR.encode()!r})
pathlib.Path(sys.argv[1]).write_text(json.dumps(statuses))
os._exit(0)  # without writing what a full stream could not take
"""


def redirected(
    commands: list[str], redirection: str, cwd: Path, environment: dict[str, str] | None = None
) -> list[tuple[int, str, str]]:
    """Run commands, without ``volo``, in one new process whose streams a shell redirects.

    Return the status, the standard output and the standard error of each; a closed stream gives an empty text.
    """
    with TemporaryDirectory() as folder:
        statuses = Path(folder, "statuses.json")
        program = [sys.executable, "-c", _COMMANDS, str(statuses), json.dumps(commands)]
        done = subprocess.run(
            ["sh", "-c", f"exec {shlex.join(program)} {redirection}"],
            capture_output=True,
            timeout=300,
            cwd=cwd,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        out, err = (
            stream.decode().split(_SEPARATOR)[:-1] or [""] * len(commands) for stream in (done.stdout, done.stderr)
        )
        return list(zip(json.loads(statuses.read_text()), out, err, strict=True))


def output(*arguments: str, **options: Any) -> str:
    """Run a command with `run`, which must succeed without a message, and return its standard output."""
    done = run(*arguments, **options)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def complaint(status: int, *arguments: str, given: bytes = b"") -> str:
    """Run a command in this process that must fail with this status, and return the line on standard error."""
    result, out, err = called(*arguments, given=given)
    assert (result, out) == (status, "")
    (line,) = err.splitlines()
    assert line.startswith("volo: ")
    return line.removeprefix("volo: ")


def in_new_process(program: str, given: str = "", cwd: Path | None = None, **environment: str) -> str:
    """Run a program in a new interpreter, which can import the modules of the tests. Return what it prints."""
    paths = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=given,
        capture_output=True,
        text=True,
        timeout=3600,
        cwd=cwd,
        check=False,
        env={**os.environ, "PYTHONPATH": paths, **environment},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


# A signal comes with a call of a function.
_SIGNALED = """
import os, pathlib, signal, sys
import volo._support.journal, volo.cli.match, volo.engine, volo.records.writer
from volo.cli import main

calls = 0
function = {function}

def signaled(*arguments):
    global calls
    calls += 1
    if calls == {number}:
        os.kill(os.getpid(), signal.{signal})
    return function(*arguments)

{function} = signaled
sys.exit(main(sys.argv[1:]))
"""


def signaled(
    *words: str, at: int, function: str, by: str = "SIGINT", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in a new process, which gets a signal when a function is called for the ``at``th time."""
    program = _SIGNALED.format(function=function, number=at, signal=by)
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False, cwd=cwd)

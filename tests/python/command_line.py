"""Programs of their own, for tests: the command volo, and what a new interpreter makes of a program."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Any

from volo.cli import main

__all__ = ["called", "complaint", "in_new_process", "on_terminal", "output", "run"]


def run(
    *arguments: str, given: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The finished command, away from any terminal."""
    return subprocess.run(
        [sys.executable, "-m", "volo", *arguments],
        input=given,
        capture_output=True,
        timeout=120,
        cwd=cwd,
        env={**os.environ, **environment},
        check=False,
    )


def called(*arguments: str) -> tuple[int, str, str]:
    """The status of a command that runs in this process, its standard output and its standard error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    # The command sets what happens when its reader has gone. Windows has no such signal.
    pipe = getattr(signal, "SIGPIPE", None)
    handler = pipe and signal.getsignal(pipe)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(arguments)
    finally:
        if pipe:
            signal.signal(pipe, handler)
    out.seek(0)
    err.seek(0)
    return status, out.read(), err.read()


def output(*arguments: str, **environment: Any) -> str:
    """What a command prints that has nothing to complain of."""
    done = run(*arguments, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def complaint(status: int, *arguments: str, given: bytes = b"") -> str:
    """The one line that a command prints that fails with this status."""
    done = run(*arguments, given=given)
    assert (done.returncode, done.stdout) == (status, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("volo: ")
    return line.removeprefix("volo: ")


def on_terminal(*arguments: str, given: bytes = b"", cwd: Path | None = None, **environment: str) -> tuple[int, bytes]:
    """The status of a command, and what a terminal gets that is its standard output and its standard error."""
    import pty

    master, slave = pty.openpty()
    shown = b""
    with (
        _file(given) as file,
        subprocess.Popen(
            [sys.executable, "-m", "volo", *arguments],
            stdin=file,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env={**os.environ, "TERM": "xterm", **environment},
        ) as process,
    ):
        os.close(slave)
        watchdog = Timer(120, process.kill)
        watchdog.start()
        # Linux reports the other end as closed with an error.
        with suppress(OSError):
            while piece := os.read(master, 4096):
                shown += piece
    watchdog.cancel()
    os.close(master)
    return process.returncode, shown


def in_new_process(program: str, given: str = "", cwd: Path | None = None, **environment: str) -> str:
    """What a program prints that may import what tests do."""
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
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


@contextmanager
def _file(content: bytes) -> Iterator[IO[bytes]]:
    with TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        yield file

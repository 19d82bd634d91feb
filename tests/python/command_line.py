"""Programs of their own, for tests: the command volo, and what a new interpreter makes of a program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

__all__ = ["complaint", "in_new_process", "output", "run"]


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

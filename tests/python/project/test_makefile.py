"""What `make` reports where Python or Rust is missing: one sentence, before anything is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[3] / "Makefile"
MAKE = shutil.which("make")

pytestmark = pytest.mark.skipif(MAKE is None or not MAKEFILE.exists(), reason="needs make and a checkout")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with all programs that the Makefile needs before the environment is made: the whole PATH of a test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "find"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    write(folder / "cargo", "exit 0")
    return folder


def write(program: Path, commands: str) -> None:
    program.write_text(f"#!/bin/sh\n{commands}\n", encoding="utf-8")
    program.chmod(0o755)


def refusal(programs: Path, python: str) -> str:
    """The sentence with which `make simulate` ends, before it has made an environment."""
    assert MAKE
    place = programs.parent
    (place / "src").mkdir()
    (place / "python" / "binding").mkdir(parents=True)
    for name in ("Cargo.toml", "Cargo.lock", "pyproject.toml"):
        (place / name).touch()
    command = [MAKE, "--file", str(MAKEFILE), "simulate", f"PYTHON={python}"]
    run = subprocess.run(
        command, cwd=place, env={"PATH": str(programs)}, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 2
    assert not (place / ".venv").exists()
    assert run.stdout == ""
    refused, makes_own = run.stderr.splitlines()
    assert makes_own.startswith("make: ***")
    return refused


def test_an_old_python_is_refused_in_one_sentence(programs: Path) -> None:
    write(programs / "python3.9", "echo Python 3.9.18")
    message = refusal(programs, "python3.9")
    assert message == "volo needs Python 3.10 or later: 'python3.9' is Python 3.9; name another with PYTHON=..."


def test_a_python_that_writes_its_version_to_stderr_is_refused_too(programs: Path) -> None:
    write(programs / "python2", "echo Python 2.7.18 >&2")
    assert "'python2' is Python 2.7;" in refusal(programs, "python2")


def test_a_missing_python_is_refused_in_one_sentence(programs: Path) -> None:
    message = refusal(programs, "python3.9")
    assert message == "volo needs Python 3.10 or later: 'python3.9' does not run; name another with PYTHON=..."


def test_a_missing_cargo_is_refused_in_one_sentence(programs: Path) -> None:
    (programs / "cargo").unlink()
    assert refusal(programs, sys.executable) == "volo needs Rust: install it from https://rustup.rs"


def test_python_3_10_and_later_are_not_refused(programs: Path) -> None:
    assert MAKE
    for version in ("3.10.0", "3.14.1", "3.15.0a1", "4.0.0"):
        write(programs / "python", f"echo Python {version}")
        command = [MAKE, "--file", str(MAKEFILE), "python", "PYTHON=python"]
        subprocess.run(command, cwd=programs.parent, env={"PATH": str(programs)}, check=True, timeout=60)

"""Folders of kept games, and what tests do to them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from time import sleep

__all__ = ["COMMAND", "contents", "damage_a_line", "finished", "flip_a_bit", "shards", "simulate", "wait_for_shards"]

COMMAND = [sys.executable, "-m", "volo", "simulate", "--quiet"]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, byte for byte."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def finished(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """A command that has come to its end with this status."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stderr
    return done


def simulate(folder: Path, *arguments: str) -> dict[str, bytes]:
    """What a run leaves in the folder."""
    finished("--out", str(folder), *arguments)
    return contents(folder)


def shards(folder: Path) -> list[Path]:
    """The shards that are kept in a folder, in order."""
    return sorted(folder.glob("games-*.parquet"))


def wait_for_shards(folder: Path, number: int, process: subprocess.Popen[str]) -> None:
    """Wait until a run has kept so many shards.

    Raises:
        AssertionError: it ended before that.
    """
    ended = False
    while len(shards(folder)) < number:
        assert not ended, f"the run ended with {process.returncode}"
        ended = process.poll() is not None
        sleep(0.002)


def flip_a_bit(path: Path, chance: random.Random) -> None:
    """Change one bit of a file, somewhere."""
    with path.open("r+b") as file:
        at = chance.randrange(os.fstat(file.fileno()).st_size)
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 1 << chance.randrange(8)]))


def damage_a_line(manifest: Path, number: int) -> None:
    """Damage one line of a manifest, counted from 0, where the heading is."""
    lines = manifest.read_bytes().splitlines(keepends=True)
    lines[number] = b"?" + lines[number][1:]
    manifest.write_bytes(b"".join(lines))

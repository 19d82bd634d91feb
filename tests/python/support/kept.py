"""Helpers for tests of kept games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import sleep

from support.command_line import called
from volo.simulate import Configuration, Part, keep

COMMAND = [sys.executable, "-m", "volo", "simulate", "--quiet"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def simulate(folder: Path, *arguments: str) -> dict[str, bytes]:
    status, _, errors = called("simulate", "--quiet", "--out", str(folder), *arguments)
    assert status == 0, errors
    return contents(folder)


def keep_parts(folder: Path, plan: Configuration, number: int) -> list[Path]:
    parts = [folder / str(index) for index in range(1, number + 1)]
    for index, part in enumerate(parts, start=1):
        list(keep(part, plan, part=Part(index, number)))
    return parts


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("games-*.parquet"))


def wait_for_shards(folder: Path, number: int, process: subprocess.Popen[str]) -> None:
    ended = False
    while len(shards(folder)) < number:
        assert not ended, f"the run ended with {process.returncode}"
        ended = process.poll() is not None
        sleep(0.002)

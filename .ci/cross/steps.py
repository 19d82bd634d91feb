"""Steps: commands whose output is kept in a log, and their results."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["FOLDER", "ROOT", "Step", "counts", "run"]

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "target" / "cross"
"""The folder of everything that `make cross` builds, and of its logs."""

# The last line of a Rust test program, and that of a Python program that counts its checks.
_COUNTS: Final = re.compile(r"(\d+) passed[;,] (\d+) failed")


@dataclass(frozen=True)
class Step:
    """A command that has run: whether it succeeded, its output, and its log."""

    success: bool
    output: str
    log: Path


def run(log: str, command: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> Step:
    """Run a command in the root of the repository, and write its output to a log."""
    path = FOLDER / "logs" / f"{log}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = time.monotonic()
    with path.open("w", encoding="utf-8") as file:
        file.write(f"{' '.join(map(str, command))}\n")
        file.flush()
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | (environment or {}), stdout=file, stderr=subprocess.STDOUT, check=False
        )
        file.write(f"exit status {done.returncode} after {time.monotonic() - before:.0f} s\n")
    return Step(done.returncode == 0, path.read_text(encoding="utf-8", errors="replace"), path)


def counts(output: str) -> tuple[int, int]:
    """The numbers of tests that passed and failed, added over all programs.

    >>> counts("test result: ok. 13 passed; 0 failed; 0 ignored\\n331 passed, 2 failed")
    (344, 2)
    """
    found = _COUNTS.findall(output)
    return sum(int(passed) for passed, _ in found), sum(int(failed) for _, failed in found)

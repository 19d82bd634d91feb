"""Apply deliberate faults to a copy of the sources, one at a time, and check that the tests notice each.

`faults.jsonl` has one fault for each line: its name, the file, the text that is replaced and occurs once there, the
text that replaces it, and the arguments for `cargo test` that select the tests that must fail.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
FAULTS: Final = Path(__file__).with_name("faults.jsonl")
COPIED: Final = [
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "README.md",
    "CHANGELOG.md",
    "src",
    "tests",
    "benches",
    "capi",
    "python/binding",
]

# A fault may make a search endless.
MOST_SECONDS: Final = 600


class Fault(NamedTuple):
    name: str
    file: str
    old: str
    new: str
    tests: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--built", type=Path, required=True, help="the folder for the copy and what is built from it")
    parser.add_argument("--only", default="", help="a part of the names or files of the faults to try")
    given = parser.parse_args()
    faults = [Fault(**json.loads(line)) for line in FAULTS.read_text().splitlines()]
    faults = [fault for fault in faults if given.only in fault.name or given.only in fault.file]
    copy = given.built.resolve() / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            # The copies are new files, because Cargo would take what the last run built with a fault for up to date.
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, copy / name, ignore=ignored, copy_function=shutil.copy)
        else:
            shutil.copy(source, copy / name)
    for tests in sorted({fault.tests for fault in faults}):
        if not passes(copy, tests):
            sys.exit(f"the tests fail without a fault: {tests}")
    missed = [fault.name for fault in faults if not is_noticed(copy, fault)]
    sys.stdout.write(f"{len(faults) - len(missed)} of {len(faults)} faults were noticed\n")
    return bool(missed) or not faults


def is_noticed(copy: Path, fault: Fault) -> bool:
    """Whether the tests fail with this fault."""
    file = copy / fault.file
    text = file.read_text()
    if text.count(fault.old) != 1:
        sys.exit(f"{fault.name}: {fault.old!r} is in {fault.file} {text.count(fault.old)} times, not once")
    file.write_text(text.replace(fault.old, fault.new))
    try:
        noticed = not passes(copy, fault.tests)
    finally:
        file.write_text(text)
    sys.stdout.write(f"{'noticed' if noticed else 'MISSED'}: {fault.name}\n")
    sys.stdout.flush()
    return noticed


def passes(copy: Path, tests: str) -> bool:
    """Whether the selected tests pass. Ends the program if they do not compile."""
    command = ["cargo", "test", "--quiet", "--locked", "--target-dir", str(copy.parent / "target"), *tests.split()]
    built = subprocess.run([*command, "--no-run"], cwd=copy, capture_output=True, text=True, check=False)
    if built.returncode:
        sys.exit(f"the copy with a fault does not compile:\n{built.stderr}")
    with subprocess.Popen(
        command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as run:
        try:
            output, _ = run.communicate(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        finally:
            # Cargo does not stop the tests that it runs.
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
    if not run.returncode and "running 0 tests" in output:
        sys.exit(f"no tests are selected by: {tests}")
    return not run.returncode


if __name__ == "__main__":
    sys.exit(main())

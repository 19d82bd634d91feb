"""Run a fuzz target for some time, or keep the inputs that it found.

The kept inputs are in `tests/data/fuzz`, which has one file for each target. Each line is an input, written as a JSON
string in which each character represents a byte. A run starts from the kept inputs and from the inputs that earlier
runs found.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import deque
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple


class Target(NamedTuple):
    """A fuzz target.

    Attributes:
        dictionary: the file with words that libFuzzer inserts into inputs; None if they contain no words.
        longest: the maximum length of an input in bytes. Longer inputs are slower and reach no more code.
    """

    dictionary: str | None
    longest: int


TARGETS: Final = {
    "position": Target("notation.dict", 512),
    "board": Target("board.dict", 1024),
    "moves": Target("notation.dict", 512),
    "record": Target("record.dict", 1024),
    "json": Target("json.dict", 1024),
    "sgf": Target("sgf.dict", 2048),
    "proof": Target("notation.dict", 1024),
    "batch": Target(None, 512),
    "against_reference": Target("notation.dict", 256),
    "proof_against_reference": Target("notation.dict", 512),
}

HERE: Final = Path(__file__).parent
KEPT: Final = HERE.parent / "data" / "fuzz"
BUILT: Final = HERE.parents[1] / "target" / "fuzz"

# The instrumentation for libFuzzer records which code an input reaches, and the operands of comparisons. Inlined
# comparisons would not be recorded.
COVERAGE: Final = (
    "-Cpasses=sancov-module -Cllvm-args=-max-loads-per-memcmp=0 -Cllvm-args=-sanitizer-coverage-level=4 "
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table "
    "-Cllvm-args=-sanitizer-coverage-trace-compares"
)

# The lines of libFuzzer's output that report progress. Most of the other lines report a new input.
PROGRESS: Final = re.compile(r"#\d+\s+(INITED|pulse|DONE)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=["run", "keep"])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    found = BUILT / "found" / given.target
    unpack(given.target, found)
    target = TARGETS[given.target]
    fuzzer = [str(compiled(given.target)), f"-max_len={target.longest}"]
    if given.action == "keep":
        return keep(given.target, fuzzer, found)
    fuzzer += [f"-artifact_prefix={found}-", "-timeout=30"]
    if target.dictionary is not None:
        fuzzer.append(f"-dict={HERE / target.dictionary}")
    return run(given.target, [*fuzzer, f"-max_total_time={given.seconds}", str(found)])


def compiled(target: str) -> Path:
    """Compile a target, and return the program. With --target, cargo does not instrument build scripts."""
    host = subprocess.run(["rustc", "--print", "host-tuple"], capture_output=True, text=True, check=True).stdout.strip()
    command = ["cargo", "build", "--release", "--locked", "--bin", target, "--target", host, "--target-dir", str(BUILT)]
    subprocess.run(command, cwd=HERE, env=os.environ | {"RUSTFLAGS": COVERAGE}, check=True)
    return BUILT / host / "release" / target


def unpack(target: str, folder: Path) -> None:
    """Write the kept inputs of a target into a folder. Other files in the folder remain."""
    folder.mkdir(parents=True, exist_ok=True)
    for line in (KEPT / f"{target}.jsonl").read_text().splitlines():
        content = json.loads(line).encode("latin-1")
        (folder / sha1(content, usedforsecurity=False).hexdigest()).write_bytes(content)


def run(target: str, fuzzer: list[str]) -> int:
    """Run libFuzzer and print its progress. If it fails, print the failure and the file with the failing input."""
    last: deque[str] = deque(maxlen=100)
    with subprocess.Popen(fuzzer, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, errors="replace") as running:
        for line in running.stderr or ():
            last.append(line)
            if PROGRESS.match(line):
                sys.stdout.write(f"{target}: {line}")
                sys.stdout.flush()
    if running.returncode:
        sys.stderr.writelines(line for line in last if not line.startswith(("#", "\tNEW_FUNC")))
    return running.returncode


def keep(target: str, fuzzer: list[str], found: Path) -> int:
    """Keep a minimal set of inputs that reaches the same code as all found inputs."""
    with TemporaryDirectory() as fewest:
        fuzzer += ["-set_cover_merge=1", "-use_counters=0", fewest, str(found)]
        merge = subprocess.run(fuzzer, check=False, stderr=subprocess.PIPE)
        inputs = sorted(
            (path.read_bytes() for path in Path(fewest).iterdir()), key=lambda content: (len(content), content)
        )
    if merge.returncode:
        sys.stderr.buffer.write(merge.stderr)
        return merge.returncode
    lines = [json.dumps(content.decode("latin-1")) + "\n" for content in inputs]
    (KEPT / f"{target}.jsonl").write_text("".join(lines))
    sys.stdout.write(f"{target}: {len(lines)} inputs kept of {len(list(found.iterdir()))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

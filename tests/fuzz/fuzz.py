"""Run each fuzz target for some time, or keep the inputs that it found.

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
from collections import Counter, deque
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

# The maximum length of an input in bytes. Longer inputs are slower and reach no more code.
TARGETS: Final = {
    "position": 512,
    "board": 1024,
    "moves": 512,
    "record": 1024,
    "json": 1024,
    "sgf": 2048,
    "proof": 1024,
    "batch": 512,
    "arrays": 256,
    "against_reference": 256,
    "proof_against_reference": 512,
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
    parser.add_argument("--targets", nargs="+", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    program = str(compiled())
    for target in given.targets:
        found = BUILT / "found" / target
        inputs = kept(target)
        found.mkdir(parents=True, exist_ok=True)
        for content in inputs:
            (found / sha1(content, usedforsecurity=False).hexdigest()).write_bytes(content)
        os.environ["VOLO_FUZZED"] = target
        fuzzer = [program, f"-max_len={TARGETS[target]}"]
        if given.action == "keep":
            code = keep(target, fuzzer, found)
        else:
            words = found.with_suffix(".dict")
            words.write_text("".join(f'"{escaped(word)}"\n' for word in repeated(inputs)), encoding="ascii")
            fuzzer += [f"-artifact_prefix={found}-", "-timeout=30", f"-dict={words}"]
            code = run(target, [*fuzzer, f"-max_total_time={given.seconds}", str(found)])
        if code:
            return code
    return 0


def compiled() -> Path:
    """Compile the targets, and return the program. With --target, cargo does not instrument build scripts."""
    host = subprocess.run(["rustc", "--print", "host-tuple"], capture_output=True, text=True, check=True).stdout.strip()
    command = ["cargo", "build", "--release", "--locked", "--target", host, "--target-dir", str(BUILT)]
    subprocess.run(command, cwd=HERE, env=os.environ | {"RUSTFLAGS": COVERAGE}, check=True)
    return BUILT / host / "release" / "target"


def kept(target: str) -> list[bytes]:
    """The kept inputs of a target."""
    return [json.loads(line).encode("latin-1") for line in (KEPT / f"{target}.jsonl").read_text().splitlines()]


def repeated(inputs: list[bytes]) -> list[bytes]:
    """The words that at least two inputs have. libFuzzer inserts them into inputs."""
    found = Counter(word for content in inputs for word in {*content.split(), *re.findall(rb"\w+", content)})
    return [word for word, number in found.items() if number > 1 and 1 < len(word) <= 40]


def escaped(word: bytes) -> str:
    """The bytes as libFuzzer reads them."""
    return "".join(f"\\x{byte:02x}" for byte in word)


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

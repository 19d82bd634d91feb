"""Compile the tests and examples of the C library, and run them.

`make test-c` builds the library and starts this program. A compiler or another language that is not installed is
skipped with a message, unless all of them are asked for.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
CAPI = HERE.parent
DATA = CAPI.parent / "tests" / "data"

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
# What a static library of Rust needs on Linux.
SYSTEM = ["-lpthread", "-ldl", "-lm"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
JAVA = 22  # the first version with the foreign function interface


def rows(name: str) -> list[dict[str, object]]:
    """Return the rows of a table in tests/data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def lines() -> Iterator[tuple[object, ...]]:
    """Yield the lines for tables.c."""
    for row in rows("perft.jsonl"):
        yield "perft", row["rules"], row["depth"], row["nodes"]
    winners: dict[object, int] = {"orange": 0, "blue": 1, "draw": -1}
    for row in rows("abstract-play.jsonl"):
        moves, counts = row["moves"], row["legal_moves"]
        assert isinstance(moves, list)
        assert isinstance(counts, list)
        yield "game", row["rules"], " ".join(moves), " ".join(map(str, counts)), winners[row["winner"]]
    for row in rows("valid.jsonl"):
        yield "position", row["fen"]
    for row in rows("invalid.jsonl"):
        yield "invalid", row["fen"], row["error"], "" if row["offset"] is None else row["offset"]
    for kind, name in [("position", "position"), ("board", "board"), ("move", "moves"), ("record", "record")]:
        for line in (DATA / "fuzz" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            yield kind, json.loads(line).encode("latin-1")


def hexadecimal(field: object) -> str:
    """Return a field in hexadecimal digits."""
    return (field if isinstance(field, bytes) else str(field).encode()).hex()


def run(*command: str | Path, **variables: str) -> None:
    """Run a command, and end this program if it fails."""
    print(" ".join(Path(part).name if Path(part).is_absolute() else str(part) for part in command), flush=True)
    if subprocess.run(command, env=os.environ | variables, check=False).returncode:
        sys.exit(1)


def installed(program: str, strict: bool) -> bool:
    """Return whether a program is installed. If all must be, end this program if it is not."""
    found = shutil.which(program) is not None
    if not found:
        message = f"{program} is not installed"
        if strict:
            sys.exit(message)
        print(f"skipped: {message}", file=sys.stderr)
    return found


def java() -> str | None:
    """Return a Java that is new enough, from JAVA_HOME, the path or the usual folder."""
    homes = [Path(os.environ["JAVA_HOME"])] if "JAVA_HOME" in os.environ else []
    homes += sorted(Path("/usr/lib/jvm").glob("*"))
    for program in [shutil.which("java"), *(str(home / "bin" / "java") for home in homes)]:
        if program is None or not Path(program).exists():
            continue
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
        number = version.partition("\n")[0].split()[1:2]
        if number and int(number[0].partition(".")[0]) >= JAVA:
            return program
    return None


def main() -> None:
    """Run all tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path, help="the folder with libvolo.so and libvolo.a")
    parser.add_argument("--strict", action="store_true", help="fail if something is not installed")
    arguments = parser.parse_args()
    library: Path = arguments.library.resolve()
    strict: bool = arguments.strict
    built = library / "c"
    built.mkdir(exist_ok=True)
    table = built / "tables.txt"
    table.write_text("".join("\t".join(map(hexadecimal, line)) + "\n" for line in lines()), encoding="ascii")
    tests: dict[str, list[str]] = {"api": [], "hostile": [], "tables": [str(table)]}
    shared = [f"-L{library}", "-lvolo", f"-Wl,-rpath,{library}"]
    static = [str(library / "libvolo.a"), *SYSTEM]
    include = f"-I{CAPI / 'include'}"

    def compiled(compiler: list[str], name: str, source: Path, link: list[str]) -> Path:
        program = built / f"{source.stem}-{name}"
        run(*compiler, *WARNINGS, include, source, *(["-x", "none"] if "-x" in compiler else []), *link, "-o", program)
        return program

    compilers = {
        "gcc": ["gcc", "-std=c99"],
        "g++": ["g++", "-x", "c++", "-std=c++11"],
        "clang": ["clang", "-std=c99"],
        "clang++": ["clang++", "-x", "c++", "-std=c++11"],
    }
    # The other programs are compiled with one compiler.
    c = compilers["gcc" if shutil.which("gcc") else "clang"]
    for name, compiler in compilers.items():
        if installed(name, strict):
            for test, options in tests.items():
                run(compiled(compiler, name, HERE / f"{test}.c", shared), *options)
    for test, options in tests.items():
        run(compiled([*c, *SANITIZERS], "sanitized", HERE / f"{test}.c", static), *options)
    if installed("valgrind", strict):
        # With its default of 60 instructions, valgrind runs out of space in the AVX2 code of the evaluation.
        check = ["valgrind", "--quiet", "--vex-guest-max-insns=20", "--leak-check=full", "--error-exitcode=1"]
        # Rust's standard library keeps the handle of a thread behind a pointer to its middle, which is "possibly lost".
        check += ["--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"]
        # One thread runs at a time. Without turns, a search may keep the thread that asks `stop` from running.
        check += ["--fair-sched=yes"]
        run(*check, compiled([*c, "-g"], "valgrind", HERE / "api.c", shared))
    run(compiled([*c, "-O2"], "example", CAPI / "examples" / "example.c", shared))
    if installed("go", strict):
        flags = {"CGO_CFLAGS": include, "CGO_LDFLAGS": " ".join(shared)}
        run("go", "-C", CAPI / "examples" / "go", "run", ".", CGO_ENABLED="1", **flags)
    if program := java():
        source = CAPI / "examples" / "java" / "Example.java"
        run(program, "--enable-native-access=ALL-UNNAMED", f"-Djava.library.path={library}", source)
    else:
        installed(f"Java {JAVA}", strict)


if __name__ == "__main__":
    main()

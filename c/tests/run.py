"""Install the C library in a folder, and compile and run the tests and the programs of a user against it.

`make test-c` starts this program. A program that is not installed is skipped with a message, or is an error with
`--strict`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DATA = ROOT / "tests" / "data"
PROGRAMS = ROOT / "tests" / "programs" / "c"
BUILT = ROOT / "target" / "c" / "tests"
INSTALLED = ROOT / "target" / "c" / "installed"

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
C = ["-std=c99"]
CPP = ["-std=c++20"]
COMPILERS = {"gcc": "g++", "clang": "clang++"}
# What docs/cookbook/c.md gives to the bot: a position with a win, one that is won, and half of one.
POSITIONS = """\
2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4
2/1b3/oooooo/4/6/1b3/2 b 0 standard-4
2/b3o/b5
"""
# By default, valgrind translates 60 instructions at once, and runs out of space in the AVX2 code of the evaluation. A
# leak that is only possible is not counted, because Rust's standard library keeps the handle of a thread behind a
# pointer to its middle. Threads take turns, because a search might otherwise keep the thread that calls `stop` waiting.
VALGRIND = ["valgrind", "--quiet", "--vex-guest-max-insns=20", "--fair-sched=yes", "--error-exitcode=1"]
VALGRIND += ["--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"]


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a table in tests/data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def lines() -> Iterator[tuple[object, ...]]:
    """Yield the lines for tables.cpp."""
    for row in rows("valid.jsonl"):
        yield "position", row["fen"]
    for row in rows("promises.jsonl"):
        yield "promise", row["fen"], " ".join([*row["words"], row["zobrist"]])
        for text, numbers in row["moves"].items():
            yield "numbers", row["fen"], text, " ".join(map(str, numbers))
    kinds = {"position": "position", "board": "board", "moves": "move"}
    for name, kind in (kinds | dict.fromkeys(("record", "json", "sgf"), "record")).items():
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


def check(*program: str | Path, given: str = "") -> None:
    """Run a program of a user with some input, and check that the documentation has the lines that it prints."""
    print(*program, flush=True)
    output = subprocess.run(program, input=given, check=True, capture_output=True, text=True).stdout
    pages = (ROOT / "docs" / "cookbook" / f"{page}.md" for page in ("c", "languages"))
    documented = "".join(page.read_text(encoding="utf-8") for page in pages)
    if not output or not all(line in documented for line in output.splitlines()):
        sys.exit(f"docs/cookbook does not have this output:\n{output}")


def installed(program: str) -> bool:
    """Return whether a program is installed. With ``--strict``, end this program if it is not."""
    if shutil.which(program):
        return True
    if "--strict" in sys.argv:
        sys.exit(f"{program} is not installed")
    print(f"skipped: {program} is not installed", file=sys.stderr)
    return False


def flags(*options: str) -> list[str]:
    """Return what pkg-config says about the library."""
    found = os.environ | {"PKG_CONFIG_PATH": str(INSTALLED / "lib" / "pkgconfig")}
    return subprocess.run(
        ["pkg-config", *options, "volo"], env=found, check=True, capture_output=True, text=True
    ).stdout.split()


def main() -> None:
    """Run all tests."""
    run("sh", ROOT / "c" / "install.sh", PREFIX=str(INSTALLED), DESTDIR="", PROFILE="dev")
    shared = [*flags("--cflags", "--libs"), f"-Wl,-rpath,{INSTALLED / 'lib'}"]
    static = [flag.replace("-lvolo", "-l:libvolo.a") for flag in flags("--cflags", "--static", "--libs")]
    BUILT.mkdir(parents=True, exist_ok=True)
    table = BUILT / "tables.txt"
    table.write_text("".join("\t".join(map(hexadecimal, line)) + "\n" for line in lines()), encoding="ascii")
    tests: dict[str, list[str]] = {"api": [], "hostile": [], "tables": [str(table)]}

    def compiled(compiler: list[str], name: str, source: Path, link: list[str]) -> Path:
        program = BUILT / f"{source.stem}-{name}"
        run(*compiler, *WARNINGS, source, *link, "-o", program)
        return program

    found = [(c, cpp) for c, cpp in COMPILERS.items() if installed(c) and installed(cpp)]
    for c, cpp in found:
        for test, options in tests.items():
            run(compiled([cpp, *CPP], cpp, HERE / f"{test}.cpp", shared), *options)
        check(compiled([c, *C], c, PROGRAMS / "example.c", shared))
        check(compiled([c, *C], c, PROGRAMS / "bot.c", shared), given=POSITIONS)
        check(compiled([cpp, "-std=c++17"], cpp, PROGRAMS / "alpha_beta.cpp", shared))
        run(compiled([c, *C], c, PROGRAMS / "records.c", shared), str(DATA / "boardspace" / "2-small-old.sgf"))
    cpp = found[0][1]
    for test, options in tests.items():
        run(compiled([cpp, *CPP, *SANITIZERS], "sanitized", HERE / f"{test}.cpp", static), *options)
    if installed("cmake"):
        build = BUILT / "cmake"
        run("cmake", "-S", PROGRAMS, "-B", build, f"-DCMAKE_PREFIX_PATH={INSTALLED}")
        run("cmake", "--build", build)
        for kind in ("volo", "static"):
            check(build / f"example-{kind}")
    for compiler, name in (("mcs", "example.cs"), ("zig", "example.zig")):
        source = Path(shutil.copy(PROGRAMS / name, BUILT)).read_text(encoding="utf-8")
        if shutil.which(compiler):  # with the commands at the top of the program
            commands = re.findall(rf"^// ({compiler} .*)", source, re.MULTILINE)
            check("sh", "-c", f"cd {BUILT}; {' && '.join(commands)}".replace("~/.local", str(INSTALLED)))
        else:
            print(f"skipped: {compiler} is not installed", file=sys.stderr)
    if installed("valgrind"):
        run(*VALGRIND, compiled([cpp, *CPP, "-g"], "valgrind", HERE / "api.cpp", shared))


if __name__ == "__main__":
    main()

"""Build and run volo for other architectures and systems: `make cross`.

Debian's packages are needed, and a network connection for Debian's Python of the other architectures. The wheel runs
there, and the tests of the crate run on every target. Without --only, the targets armv7, ppc64le and riscv64 are left
out, because each takes about ten minutes more. Logs and everything that is built are in `target/cross`.
"""

from __future__ import annotations

import argparse
import sys
import time

from rich.console import Console
from rich.table import Table

from cross.packages import install, missing
from cross.rows import Row, skipped, tried
from cross.targets import TARGETS


def main() -> int:
    """Try the targets, print the table, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="make cross", description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], choices=[target.name for target in TARGETS])
    parser.add_argument(
        "--install", action="store_true", help="install the Debian packages that are missing; needs root"
    )
    parser.add_argument("--signatures", type=int, default=5, help="the rule sets whose 10,000 games are played")
    given = parser.parse_args()
    chosen = [target for target in TARGETS if (target.name in given.only if given.only else target.default)]
    rows: list[Row] = []
    for target in chosen:
        needed = missing(target.needed)
        if needed and given.install:
            install(needed)
            needed = missing(target.needed)
        sys.stderr.write(f"{target.name} ...\n")
        before = time.monotonic()
        rows.append(skipped(target, needed) if needed else tried(target, given.signatures))
        rows[-1].seconds = time.monotonic() - before
    _print(rows)
    if not given.only:
        left_out = " ".join(target.name for target in TARGETS if not target.default)
        sys.stdout.write(f'Left out, because they were not selected: make cross ONLY="{left_out}".\n')
    return any(row.failed for row in rows)


def _print(rows: list[Row]) -> None:
    table = Table("target", "built", "executed", "skipped", "minutes")
    for row in rows:
        table.add_row(row.name, ", ".join(row.built), "\n".join(row.executed), row.skipped, f"{row.seconds / 60:.0f}")
    console = Console(width=120)
    console.print(table)
    for row in rows:
        for failure in row.failed:
            console.print(f"{row.name}: failed: {failure}", highlight=False, markup=False)
    console.print("WebAssembly is built and tested by `make test-wasm`.", highlight=False)


if __name__ == "__main__":
    sys.exit(main())

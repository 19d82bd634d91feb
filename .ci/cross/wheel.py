"""The wheel for a target: built here, installed into Debian's Python of that architecture, and used there."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Final

from cross import foreign_python
from cross.rust import environment
from cross.steps import FOLDER, ROOT, Step, run
from cross.targets import Target

__all__ = ["build", "exchange", "install", "smoke"]

_CARGO_HOME: Final = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
_EXCHANGE: Final = ROOT / "tests" / "exchange.py"


def build(target: Target) -> Step:
    """Build the wheel. zig links it, so that it runs with glibc 2.17 and later."""
    shutil.rmtree(_dist(target), ignore_errors=True)
    variables = environment(target) | {
        "CARGO_UNSTABLE_BUILD_STD": "std,panic_unwind",
        "RUSTFLAGS": f"--remap-path-prefix={ROOT}=volo --remap-path-prefix={_CARGO_HOME}=cargo",
        "VIRTUAL_ENV": sys.prefix,
        "PATH": f"{Path(sys.prefix, 'bin')}:{os.environ['PATH']}",
    }
    del variables[f"CARGO_TARGET_{target.triple.upper().replace('-', '_')}_LINKER"]  # maturin sets it to zig
    where: list[str | Path] = ["--target", target.triple, "--target-dir", FOLDER / "wheel", "--out", _dist(target)]
    options = ["--release", "--locked", "--zig", "--compatibility", "manylinux2014"]
    return run(f"{target.name}-wheel-build", ["maturin", "build", *options, *where], variables)


def install(target: Target) -> Step:
    """Install the wheel with the pip of the target, which accepts it only if its platform is that of the target."""
    for name in ("click", "pyarrow") if target.pyarrow else ("click",):
        wanted = ["--only-binary=:all:", "--no-deps", "--python-version=3.13"]
        platform = [f"--platform={target.pyarrow}"] if name == "pyarrow" else []
        download: list[str | Path] = [sys.executable, "-m", "pip", "download", "--quiet", *wanted, *platform]
        same = [f"{name}=={version(name)}", "--dest", str(_dist(target))]
        downloaded = run(f"{target.name}-wheel-download-{name}", [*download, *same])
        if not downloaded.success:
            return downloaded
    shutil.rmtree(foreign_python.installed(target), ignore_errors=True)
    wheels: list[str | Path] = ["--no-index", "--find-links", _dist(target), "--break-system-packages"]
    pip = [*foreign_python.command(target), "-m", "pip", "install", "--no-compile", "--root-user-action=ignore"]
    return run(f"{target.name}-wheel-install", [*pip, *wheels, f"volo[{'cli,parquet' if target.pyarrow else 'cli'}]"])


def smoke(target: Target, rule_sets: int) -> Step:
    """Run the smoke test with the signatures of a number of rule sets."""
    program: list[str | Path] = [ROOT / "tests" / "smoke.py", "--signatures", str(rule_sets)]
    return run(f"{target.name}-wheel-smoke", [*foreign_python.command(target), *program])


def exchange(target: Target) -> Step:
    """Read there what is written here, and here what is written there."""
    folder = FOLDER / "exchange" / target.name
    shutil.rmtree(folder, ignore_errors=True)
    pythons: dict[str, list[str | Path]] = {"here": [sys.executable], "there": foreign_python.command(target)}
    for place, python in pythons.items():
        written = run(f"{target.name}-exchange-write-{place}", [*python, _EXCHANGE, "write", folder / place])
        if not written.success:
            return written
    there = run(f"{target.name}-exchange-read-there", [*pythons["there"], _EXCHANGE, "read", folder / "here"])
    here = run(f"{target.name}-exchange-read-here", [*pythons["here"], _EXCHANGE, "read", folder / "there"])
    return Step(there.success and here.success, there.output + here.output, here.log if there.success else there.log)


def _dist(target: Target) -> Path:
    return FOLDER / "dist" / target.name

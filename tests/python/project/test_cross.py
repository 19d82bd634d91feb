"""The tool of `make cross`: what it reports when packages are missing, and when a step fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(not (ROOT / ".ci" / "cross").is_dir(), reason="needs a checkout")


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program that may import the tool."""
    variables = os.environ | {"PYTHONPATH": str(ROOT / ".ci")} | environment
    return subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False)


def test_a_target_whose_packages_are_missing_is_skipped_and_names_them(tmp_path: Path) -> None:
    program = (
        "import runpy, sys; sys.argv[1:] = ['--only', 's390x', 'musl']; runpy.run_module('cross', run_name='__main__')"
    )
    ended = run(program, PATH=str(tmp_path))  # dpkg-query is not found
    assert ended.returncode == 0, ended.stderr
    for package in ("rust-web-src", "gcc-s390x-linux-gnu", "qemu-user", "musl-tools"):
        assert package in ended.stdout
    assert "windows" not in ended.stdout


def test_without_a_selection_three_targets_are_left_out_and_named(tmp_path: Path) -> None:
    program = "import runpy, sys; sys.argv[1:] = []; runpy.run_module('cross', run_name='__main__')"
    ended = run(program, PATH=str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    table, _, rest = ended.stdout.partition("Left out")
    assert 'ONLY="armv7 ppc64le riscv64"' in rest
    for name in ("s390x", "aarch64", "i686", "musl", "windows"):
        assert name in table
    for name in ("armv7", "ppc64le", "riscv64"):
        assert name not in table


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("test result: ok. 13 passed; 0 failed; 0 ignored\nvolo 0.1.0 on Linux: 331 passed, 2 failed\n", (344, 2)),
        ("error: could not compile", (0, 0)),
    ],
)
def test_the_tests_of_all_programs_are_counted(output: str, expected: tuple[int, int]) -> None:
    ended = run(f"from cross.steps import counts; print(counts({output!r}))")
    assert ended.stdout.strip() == str(expected), ended.stderr


@pytest.mark.parametrize(("status", "reported"), [(0, []), (1, ["run of the crate: see log.txt"])])
def test_a_step_that_fails_is_reported_with_its_log(status: int, reported: list[str]) -> None:
    program = f"""
from pathlib import Path
from cross.rows import Row, execute
from cross.steps import Step
row = Row("s390x")
execute(row, "crate", Step({status} == 0, "5 passed; {status} failed", Path("log.txt")))
print(row.executed, row.failed)
"""
    ended = run(program)
    assert ended.stdout.strip() == f"['crate: 5 passed, {status} failed'] {reported}", ended.stderr


def test_a_step_without_tests_is_a_failure() -> None:
    program = """
from pathlib import Path
from cross.rows import Row, execute
from cross.steps import Step
row = Row("s390x")
execute(row, "crate", Step(True, "", Path("log.txt")))
print(row.failed)
"""
    ended = run(program)
    assert ended.stdout.strip() == "['no test of the crate ran: see log.txt']", ended.stderr

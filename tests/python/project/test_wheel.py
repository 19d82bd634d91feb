"""The tools of `make wheel` and `make test-wheel`: one commit gives one wheel, which names no folder of the machine."""

from __future__ import annotations

import runpy
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

TOOLS = Path(__file__).parents[3] / ".ci"

pytestmark = pytest.mark.skipif(not TOOLS.is_dir(), reason="needs a checkout")


def write_wheel(path: Path, content: str, year: int = 2000) -> Path:
    with ZipFile(path, "w") as wheel:
        wheel.writestr(ZipInfo("volo/_volo.so", (year, 1, 1, 0, 0, 0)), content)
    return path


@pytest.fixture
def sdist(tmp_path: Path) -> Path:
    (tmp_path / "lib.rs").write_text("fn main() {}", encoding="utf-8")
    with tarfile.open(tmp_path / "volo.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "lib.rs", "volo/lib.rs")
    return tmp_path / "volo.tar.gz"


def faults(first: Path, second: Path, sdist: Path, *folders: str) -> list[str]:
    command: list[str | Path] = [sys.executable, TOOLS / "same_wheel.py", first, second, sdist, "--without", *folders]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    found: list[str] = run.stdout.splitlines()
    assert run.returncode == bool(found)
    return found


def test_equal_wheels_without_paths_pass(tmp_path: Path, sdist: Path) -> None:
    first, second = (write_wheel(tmp_path / f"{name}.whl", "code") for name in "ab")
    assert faults(first, second, sdist, "/home/me", "/tmp/build") == []


def test_a_file_that_differs_is_named(tmp_path: Path, sdist: Path) -> None:
    first, second = (write_wheel(tmp_path / f"{name}.whl", name) for name in "ab")
    assert faults(first, second, sdist, "/home/me") == [f"volo/_volo.so differs in {first} and {second}"]


def test_time_stamps_that_differ_are_found(tmp_path: Path, sdist: Path) -> None:
    first, second = (write_wheel(tmp_path / f"{year}.whl", "code", year) for year in (2000, 2001))
    assert faults(first, second, sdist, "/home/me") == [f"the archive itself differs in {first} and {second}"]


def test_a_path_in_a_wheel_or_a_source_distribution_is_found(tmp_path: Path, sdist: Path) -> None:
    first = write_wheel(tmp_path / "a.whl", "\0/home/me/.cargo\0")
    assert faults(first, first, sdist, "/home/me") == [f"volo/_volo.so in {first} names /home/me"] * 2
    assert faults(first, first, sdist, "fn main") == [f"volo/lib.rs in {sdist} names fn main"]


@pytest.mark.parametrize(
    ("written", "without"),
    [
        ('"path+file:///home/me/volo-rules#0.1.0"', '"volo-rules@0.1.0"'),
        ('"path+file:///home/me/volo/python/binding#volo-python@0.1.0"', '"volo-python@0.1.0"'),
        ('"path+file:///tmp/some%20folder#volo-rules@0.1.0 bin-target-0"', '"volo-rules@0.1.0 bin-target-0"'),
        ('"registry+https://github.com/rust-lang/crates.io-index#libc@0.2.1"',) * 2,
    ],
)
def test_an_sbom_names_no_folder(written: str, without: str) -> None:
    tool = runpy.run_path(str(TOOLS / "sbom.py"))
    assert tool["without_folders"](written) == without


@pytest.mark.parametrize("name", sorted(path.name for path in TOOLS.glob("*.py")))
def test_examples_of_the_tools_are_right(name: str) -> None:
    run = subprocess.run([sys.executable, "-m", "doctest", TOOLS / name], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "")

"""Tests of the installed package: its metadata, dependencies, command, import time, and the choice of its backend."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import entry_points, metadata, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import volo
from support.command_line import in_new_process
from support.engines import SLOWEST
from support.pages import ROOT


def test_the_metadata_names_the_designer_and_his_site() -> None:
    about = metadata("volo")
    assert "Dieter Stein" in about["Summary"]
    assert any("spielstein.com" in url for url in about.get_all("Project-URL", []))
    for text in (about["Description"], (ROOT / "README.md").read_text(encoding="utf-8")):
        assert "Dieter Stein" in text
        assert "https://spielstein.com/games/volo" in text


def test_the_metadata_names_the_license() -> None:
    about = metadata("volo")
    assert about["License-Expression"] == "MIT"
    assert "LICENSE" in about.get_all("License-File", [])


def test_the_library_depends_on_numpy_only() -> None:
    needed = [each for each in requires("volo") or [] if "extra ==" not in each]
    assert [re.split(r"[<>=!~ ]", each)[0] for each in needed] == ["numpy"]


@pytest.mark.parametrize(
    ("system", "machine", "has_wheels"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", True),
        ("darwin", "arm64", True),
        ("win32", "AMD64", True),
        ("darwin", "x86_64", False),
        ("win32", "ARM64", False),
        ("linux", "riscv64", False),
    ],
)
def test_the_extra_all_contains_every_other_extra(system: str, machine: str, has_wheels: bool) -> None:
    environment = {"extra": "all", "sys_platform": system, "platform_machine": machine}
    covered: set[str] = set()
    for each in map(Requirement, requires("volo") or []):
        if each.name == "volo" and each.marker is not None and each.marker.evaluate(environment):
            covered |= each.extras
    without = {"all"} if has_wheels else {"all", "openspiel", "ray"}
    assert covered == set(metadata("volo").get_all("Provides-Extra", [])) - without


def test_the_guide_names_every_extra() -> None:
    text = (ROOT / "docs" / "GUIDE.md").read_text(encoding="utf-8")
    for extra in metadata("volo").get_all("Provides-Extra", []):
        assert f'`pip install "volo[{extra}]"`' in text


def test_all_versions_are_equal() -> None:
    about = metadata("volo")
    assert volo.__version__ == about["Version"]
    assert f"## {volo.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


BACKENDS = (SLOWEST, "avx2", "avx512")


@pytest.fixture(scope="session")
def refusal() -> str:
    """What is said about a wrong backend, as a regular expression."""
    fastest = in_new_process("from volo import _volo; print(_volo.backend())", VOLO_BACKEND="fastest")
    available = ", ".join(BACKENDS[: BACKENDS.index(fastest) + 1])
    # The extension that `make test` builds also has the portable sets.
    return f"VOLO_BACKEND must be one of: (portable, )?{available}, fastest; not "


def started(command: list[str], backend: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"VOLO_BACKEND": backend}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize(
    ("command", "value"),
    [
        (["-m", "volo"], "wrong"),
        (["-m", "volo", "--version"], "AVX2"),
        (["-mvolo", "moves", "-m", "volo"], "a\x1b[31m\u202e"),
        (["-Wi", "-m", "volo.__main__"], "wrong"),
        ([str(Path(sys.executable).with_name("volo")), "moves", "-m", "volo"], "wrong"),
    ],
)
def test_the_command_refuses_a_wrong_backend_in_one_line(command: list[str], value: str, refusal: str) -> None:
    done = started(command, value)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match(f"volo: {refusal}", done.stderr)
    assert done.stderr.removesuffix("\n").isprintable()


@pytest.mark.parametrize(
    "program", ["import volo; volo.Position", "import volo; volo.Game", "from volo import Batch", "import volo.records"]
)
def test_with_a_wrong_backend_the_first_use_of_the_core_is_an_error(program: str, tmp_path: Path, refusal: str) -> None:
    # A program may have the name of the command.
    (tmp_path / "volo").write_text(program, encoding="utf-8")
    for command in (["-c", program], [str(tmp_path / "volo")]):
        done = started(command, "wrong")
        assert done.returncode == 1
        assert re.search(f'volo.errors.VoloError: {refusal}"wrong"\n\\Z', done.stderr)


def test_the_command_is_installed() -> None:
    (script,) = entry_points(group="console_scripts", name="volo")
    assert script.value == "volo.cli:main"


def test_import_does_not_load_optional_modules() -> None:
    late = (
        *("volo.records", "volo.reference", "volo.render", "volo.simulate", "volo.cli"),
        *("click", "rich", "asyncio", "unittest", "json", "gzip"),
    )
    loaded = in_new_process(f"import sys, numpy, volo; print(*(name for name in {late!r} if name in sys.modules))")
    assert loaded == ""
    assert in_new_process("import sys, volo.engine.match; print('numpy' in sys.modules)") == "False"


def test_lazy_modules_are_loaded_on_first_use() -> None:
    names = ["records", "reference", "render", "simulate"]
    program = f"import volo; print(*(getattr(volo, name).__name__ for name in {names}))"
    assert in_new_process(program).split() == [f"volo.{name}" for name in names]


def test_the_reference_imports_neither_the_core_nor_numpy() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "python/volo/reference").glob("*.py")]
    assert sources
    for source in sources:
        imported = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", source, re.MULTILINE))
        assert not any(name.startswith(("volo._volo", "numpy", "volo.cli", "volo.game")) for name in imported)
        assert "volo" not in imported


def test_completion_and_star_show_the_public_names() -> None:
    assert dir(volo) == sorted(volo.__all__)
    namespace: dict[str, object] = {}
    exec("from volo import *", namespace)
    assert sorted(namespace.keys() - {"__builtins__"}) == sorted(volo.__all__)
    assert all(getattr(volo, name) is namespace[name] for name in volo.__all__)


def listed(*command: str) -> set[str]:
    """The names of files that a command prints, one in each line."""
    return set(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines())


needs_cargo = pytest.mark.skipif(
    shutil.which("cargo") is None or not (ROOT / ".git").exists(), reason="needs cargo and a checkout"
)


@needs_cargo
def test_the_crate_has_its_sources_and_its_tests_and_only_files_of_the_repository() -> None:
    packed = listed("cargo", "package", "--list", "--allow-dirty", "--offline")
    tracked = listed("git", "ls-files", "--cached", "--others", "--exclude-standard")
    assert packed - tracked <= {"Cargo.toml.orig", ".cargo_vcs_info.json"}
    assert {path for path in tracked if re.fullmatch(r"src/.+|tests/[^/]+\.rs|tests/data/.+", path)} <= packed
    assert {"Cargo.lock", "LICENSE", "README.md", "CHANGELOG.md"} <= packed
    others = packed - {".cargo_vcs_info.json", "docs/cookbook/rust.md"}
    assert not any(path.startswith(("python/", "docs/", ".")) for path in others)


@needs_cargo
def test_an_unpacked_source_distribution_makes_the_same_one_again(tmp_path: Path) -> None:
    def make(source: Path, name: str) -> Path:
        maturin = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path / name)]
        subprocess.run(maturin, capture_output=True, check=True, cwd=source)
        (sdist,) = (tmp_path / name).glob("volo-*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(tmp_path / name, filter="data")
        return next(path for path in (tmp_path / name).iterdir() if path.is_dir())

    first = make(ROOT, "first")
    files = {path.relative_to(first).as_posix() for path in first.rglob("*") if path.is_file()}
    packed = {name for name in files if not name.startswith("python/volo/play/page/")}  # git ignores what is built
    assert {"LICENSE", "README.md", "src/lib.rs", "tests/python/conftest.py", "python/volo/_volo.pyi"} <= packed
    assert packed - listed("git", "ls-files", "--cached", "--others", "--exclude-standard") == {"PKG-INFO"}
    second = make(first, "second")
    for name in files:
        assert (second / name).read_bytes() == (first / name).read_bytes(), name


@pytest.mark.parametrize("name", [SLOWEST, "fastest", volo._volo.backend()])
def test_a_backend_is_selected_by_its_name(name: str) -> None:
    program = "from volo._volo import backend; print(backend())"
    backend = in_new_process(program, VOLO_BACKEND=name)
    assert backend == name or name == "fastest"


def test_an_empty_value_counts_as_not_set() -> None:
    program = "import os; {unset}; from volo._volo import backend; print(backend())"
    unset = in_new_process(program.format(unset="os.environ.pop('VOLO_BACKEND')"), VOLO_BACKEND=SLOWEST)
    assert in_new_process(program.format(unset="pass"), VOLO_BACKEND="") == unset

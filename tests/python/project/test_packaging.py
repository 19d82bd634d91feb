"""Tests of the installed package: its metadata, imports, backends and source files, and a frozen program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import entry_points, metadata, requires
from pathlib import Path

import click
import pytest
from packaging.requirements import Requirement

import volo
from support.command_line import called, in_new_process
from support.engines import SLOWEST
from support.pages import ROOT
from support.pictures import LONG_LOSS
from volo.cli.app import app


def test_the_metadata_and_the_dependencies() -> None:
    about = metadata("volo")
    assert (about["License-Expression"], about["Version"]) == ("MIT", volo.__version__)
    assert f"## {volo.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "https://spielstein.com/games/volo" in about["Description"]
    needed = [each for each in requires("volo") or [] if "extra ==" not in each]
    assert [re.split(r"[<>=!~ ]", each)[0] for each in needed] == ["numpy"]


def test_the_extra_all_contains_every_other_extra_that_has_wheels() -> None:
    every = set(metadata("volo").get_all("Provides-Extra", [])) - {"all"}
    for machine in ("linux x86_64", "linux aarch64", "darwin arm64", "win32 AMD64", "darwin x86_64", "win32 ARM64"):
        environment = dict(zip(("sys_platform", "platform_machine", "extra"), [*machine.split(), "all"], strict=True))
        covered: set[str] = set()
        for each in map(Requirement, requires("volo") or []):
            if each.name == "volo" and each.marker is not None and each.marker.evaluate(environment):
                covered |= each.extras
        assert every - covered == ({"openspiel", "ray"} if machine in {"darwin x86_64", "win32 ARM64"} else set())


VOLO = str(Path(sys.executable).with_name("volo"))


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ([sys.executable, "-m", "volo", "--version"], 2),
        ([sys.executable, "-Wi", "-m", "volo.__main__"], 2),
        ([VOLO, "moves", "-m", "volo"], 2),
        ([sys.executable, "-c", "import volo; volo.Position"], 1),
        ([sys.executable, "-c", "import volo.records"], 1),
        ([sys.executable, "volo"], 1),  # a program may have the name of the command
    ],
)
def test_a_wrong_backend_is_refused_by_the_command_in_one_line_and_at_the_first_use(
    command: list[str], status: int, tmp_path: Path
) -> None:
    (tmp_path / "volo").write_text("from volo import Batch", encoding="utf-8")
    for value in ("AVX2", "a\x1b[31m\u202e"):
        environment = os.environ | {"VOLO_BACKEND": value}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (status, "")
        line = done.stderr.removesuffix("\n") if status == 2 else done.stderr.splitlines()[-1]
        assert line.isprintable()
        # The extension that `make test` builds also has the portable sets.
        refusal = f"VOLO_BACKEND must be one of: (portable, )?{SLOWEST}(, avx2(, avx512)?)?, fastest; not "
        assert re.match(f"(volo|volo.errors.VoloError): {refusal}", line)


def test_a_backend_is_selected_by_its_name_and_an_empty_name_counts_as_not_set() -> None:
    program = "from volo._volo import backend; print(backend())"
    slowest, fastest, default = (in_new_process(program, VOLO_BACKEND=name) for name in (SLOWEST, "fastest", ""))
    assert (slowest, fastest) == (SLOWEST, default)


def test_import_does_not_load_optional_modules_before_their_first_use() -> None:
    lazy = [f"volo.{name}" for name in ("records", "reference", "render", "simulate")]
    late = (*lazy, "volo.cli", "click", "rich", "asyncio", "unittest", "json", "gzip")
    loaded = f"print(*(name for name in {late!r} if name in sys.modules))"
    used = f"print(*(getattr(volo, name[5:]).__name__ for name in {lazy!r}))"
    assert in_new_process(f"import sys, numpy, volo; {loaded}; {used}") == " ".join(lazy)
    assert in_new_process("import sys, volo.engine.match; print('numpy' in sys.modules)") == "False"


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
    return set(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines())


@pytest.mark.checkout
@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_packages_have_their_sources_and_only_files_of_the_repository(tmp_path: Path) -> None:
    tracked = listed("git", "ls-files", "--cached", "--others", "--exclude-standard")
    crate = listed("cargo", "package", "--list", "--allow-dirty", "--offline")
    notices = {"THIRD-PARTY.txt", "volo-rules.cdx.json"}  # which git ignores
    assert crate - tracked - notices <= {"Cargo.toml.orig", ".cargo_vcs_info.json"}
    assert {path for path in tracked if re.fullmatch(r"src/.+|tests/[^/]+\.rs|tests/data/.+", path)} <= crate
    assert {"Cargo.lock", "LICENSE", "README.md", "CHANGELOG.md"} <= crate
    others = crate - {".cargo_vcs_info.json", "docs/cookbook/rust.md"}
    assert not any(path.startswith(("python/", "docs/", ".")) for path in others)
    maturin = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    subprocess.run(maturin, capture_output=True, check=True, cwd=ROOT)
    (file,) = tmp_path.glob("volo-*.tar.gz")
    with tarfile.open(file) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
    built = ("python/volo/play/page/", "c/include/volo.h")  # git ignores it
    notices |= {"python/binding/THIRD-PARTY.txt", "python/binding/volo-python.cdx.json"}
    sdist = {name for name in files if not name.startswith(built)} - notices
    assert ("c/include/volo.h" in files) == (ROOT / "c" / "include" / "volo.h").exists()
    assert {"LICENSE", "README.md", "src/lib.rs", "tests/python/conftest.py", "python/volo/_volo.pyi"} <= sdist
    assert sdist - tracked == {"PKG-INFO"}


def test_an_entry_point_names_the_hooks() -> None:
    (hooks,) = entry_points(group="pyinstaller40", name="hook-dirs").select(module="volo._pyinstaller")
    (folder,) = hooks.load()()
    assert {path.name for path in Path(folder).glob("hook-*.py")} == {"hook-volo.py", "hook-volo.cli.py"}


@pytest.mark.long
def test_the_frozen_command_finds_its_modules_and_files(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nfrom volo.cli import main\nsys.exit(main())\n", encoding="utf-8")
    places = [f"--{name}path={tmp_path / name}" for name in ("dist", "work", "spec")]
    # Large packages of the environment of the tests.
    apart = ("gymnasium", "pandas", "pettingzoo", "pyarrow", "pygame", "ray", "scipy")
    excluded = [f"--exclude-module={name}" for name in apart]
    subprocess.run([sys.executable, "-m", "PyInstaller", "--log-level=ERROR", *places, *excluded, program], check=True)

    def run(*arguments: str) -> str:
        command = [str(tmp_path / "dist/program/program"), *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=tmp_path, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    helps = [[command, "--help"] for command in app.list_commands(click.Context(app))]
    for arguments in (*helps, ["moves", "--rules", "standard-4"], ["solve", LONG_LOSS], ["puzzle", "1"]):
        assert run(*arguments) == called(*arguments)[1]
    run("simulate", "--games", "20", "--rules", "standard-4")
    run("match", "engine:20", "careful", "--games", "2", "--rules", "standard-4", "--out", "games.volo")
    run("replay", "games.volo", "--engine", "reference", "--html", "game.html", "--game", "1")
    assert "<script" in (tmp_path / "game.html").read_text(encoding="utf-8")
    for name in ("games.volo.gz", "games.volo.zst"):
        run("convert", "games.volo", name)
        run("replay", name)

"""PyInstaller freezes the command with the hooks of the package, and without options for it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest

from support.command_line import called
from support.pictures import LONG_LOSS
from volo.cli.app import app

# Large packages of the environment of the tests.
APART = ("gymnasium", "pandas", "pettingzoo", "pyarrow", "pygame", "ray", "scipy")


def test_an_entry_point_names_the_hooks() -> None:
    (hooks,) = entry_points(group="pyinstaller40", name="hook-dirs").select(module="volo._pyinstaller")
    (folder,) = hooks.load()()
    assert {path.name for path in Path(folder).glob("hook-*.py")} == {"hook-volo.py", "hook-volo.cli.py"}


@pytest.mark.long
def test_the_frozen_command_finds_its_modules_and_files(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nfrom volo.cli import main\nsys.exit(main())\n", encoding="utf-8")
    places = [f"--{name}path={tmp_path / name}" for name in ("dist", "work", "spec")]
    excluded = [f"--exclude-module={name}" for name in APART]
    subprocess.run([sys.executable, "-m", "PyInstaller", "--log-level=ERROR", *places, *excluded, program], check=True)
    frozen = str(tmp_path / "dist" / "program" / "program")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [frozen, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=tmp_path, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    for command in app.list_commands(click.Context(app)):
        assert run(command, "--help") == called(command, "--help")[1]
    for arguments in (["moves", "--rules", "standard-4"], ["solve", LONG_LOSS], ["puzzle", "1"]):
        assert run(*arguments) == called(*arguments)[1]
    run("simulate", "--games", "20", "--rules", "standard-4")
    run("match", "engine:20", "careful", "--games", "2", "--rules", "standard-4", "--out", "games.volo")
    run("replay", "games.volo", "--engine", "reference", "--html", "game.html", "--game", "1")
    assert "<script" in (tmp_path / "game.html").read_text(encoding="utf-8")
    for name in ("games.volo.gz", "games.volo.zst"):
        run("convert", "games.volo", name)
        run("replay", name)

"""Debian's Python of another architecture, in a folder of its own. Nothing of it is installed on this machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from cross.steps import FOLDER, run
from cross.targets import Target

__all__ = ["command", "installed", "unpack"]

# The first Debian whose NumPy and rich are as new as volo needs. Its click is too old.
_SUITE: Final = "trixie"
_PACKAGES: Final = ("python3-minimal", "python3-numpy", "python3-pip", "python3-rich")
_KEYRING: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"

_CONFIGURATION: Final = """\
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Debug::NoLocking "true";
Dir::State "{folder}/state";
Dir::State::status "{folder}/state/status";
Dir::Cache "{folder}/cache";
Dir::Etc "{folder}/etc";
"""


def command(target: Target) -> list[str | Path]:
    """The command that runs the foreign Python in the emulator."""
    root = _root(target)
    return [*target.runner[:-1], root, root / "usr" / "bin" / "python3"]


def installed(target: Target) -> Path:
    """The folder into which the foreign pip installs packages."""
    return _root(target) / "usr" / "local"


def unpack(target: Target) -> bool:
    """Download the packages of Python with all that they depend on, and unpack them. Return whether that succeeded."""
    folder = _root(target).parent
    if (folder / "unpacked").exists():
        return True
    shutil.rmtree(folder, ignore_errors=True)
    configuration = _configure(folder, str(target.debian))
    environment = {"APT_CONFIG": str(configuration)}
    for name, arguments in (("update", ["update"]), ("download", ["install", "--yes", "--download-only", *_PACKAGES])):
        if not run(f"{target.name}-python-{name}", ["apt-get", *arguments], environment).success:
            return False
    _join(_root(target))
    for package in sorted((folder / "cache" / "archives").glob("*.deb")):
        subprocess.run(["/usr/bin/dpkg-deb", "--extract", package, _root(target)], check=True)
    _choose_algebra(_root(target))
    (folder / "unpacked").touch()
    return True


def _root(target: Target) -> Path:
    return FOLDER / "python" / target.name / "root"


def _configure(folder: Path, architecture: str) -> Path:
    """Write a configuration of apt whose lists, cache and status are in the folder, and return its path."""
    for name in ("state/lists/partial", "cache/archives/partial", "etc/apt.conf.d", "etc/preferences.d"):
        (folder / name).mkdir(parents=True)
    (folder / "state" / "status").touch()
    source = f"deb [signed-by={_KEYRING}] http://deb.debian.org/debian {_SUITE} main\n"
    (folder / "etc" / "sources.list").write_text(source, encoding="utf-8")
    configuration = folder / "apt.conf"
    configuration.write_text(_CONFIGURATION.format(architecture=architecture, folder=folder), encoding="utf-8")
    return configuration


def _join(root: Path) -> None:
    """Let /lib be /usr/lib, as Debian's installer does. The dynamic linker is looked for in /lib or /lib64."""
    root.mkdir()
    for name in ("bin", "lib", "lib64", "sbin"):
        (root / name).symlink_to(Path("usr", name))


def _choose_algebra(root: Path) -> None:
    """Let NumPy find its libraries of linear algebra. Debian's installer chooses one of several packages for them."""
    for name in ("blas", "lapack"):
        for library in root.glob(f"usr/lib/*/{name}/lib{name}.so.3"):
            (library.parents[1] / library.name).symlink_to(Path(name, library.name))

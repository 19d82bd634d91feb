"""Debian packages: which are missing, and their installation."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable

__all__ = ["install", "missing"]


def missing(names: Iterable[str]) -> list[str]:
    """The packages that are not installed. Without dpkg, these are all."""
    if not shutil.which("dpkg-query"):
        return list(names)
    return [name for name in names if not _is_installed(name)]


def install(names: Iterable[str]) -> None:
    """Install packages. The installation fails if it would remove another package."""
    command = ["apt-get", "install", "--yes", "--no-install-recommends", "--no-remove"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*command, "--option=DPkg::Lock::Timeout=300", *names], check=True, env=environment)


def _is_installed(name: str) -> bool:
    command = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", name]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout == "installed"

"""The files that the package reads, and the modules that it imports when they are used."""

from __future__ import annotations

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

# These need other packages, which a program that does not import them must not get.
_APART = ("volo.cli", "volo.envs", "volo.widget", "volo._pyinstaller")

datas = collect_data_files("volo", excludes=["*.pyi"])
hiddenimports = collect_submodules("volo", filter=lambda name: not name.startswith(_APART))

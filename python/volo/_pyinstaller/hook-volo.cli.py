"""The commands, each of which is imported when it is used."""

from __future__ import annotations

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("volo.cli")

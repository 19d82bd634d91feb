"""Hooks for PyInstaller. An entry point of the package names this module. The hooks name what no import names."""

from __future__ import annotations

from pathlib import Path


def hook_folders() -> list[str]:
    return [str(Path(__file__).parent)]

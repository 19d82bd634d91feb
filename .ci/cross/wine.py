"""Wine, and the library of Windows that it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cross.steps import FOLDER, Step, run
from cross.targets import Target

__all__ = ["VARIABLES", "complete"]

_LIBRARIES: Final = FOLDER / "wine-libraries"

# Wine's disk Z: is the root of this machine. Wine looks for libraries in WINEPATH too.
VARIABLES: Final = {"WINEPREFIX": str(FOLDER / "wine"), "WINEDEBUG": "-all", "WINEPATH": f"Z:{_LIBRARIES}"}


def complete(target: Target) -> Step:
    """Build the library that Rust's standard library needs and that Debian's Wine does not have."""
    _LIBRARIES.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).with_name("bcryptprimitives.c")
    made: list[str | Path] = ["-shared", "-o", _LIBRARIES / "bcryptprimitives.dll", source, "-ladvapi32"]
    return run(f"{target.name}-wine-library", [target.linker, *made])

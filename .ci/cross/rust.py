"""The compiler for a target: Debian's, with a standard library that is built from its source.

Debian packages the standard library of few targets in the version of the compiler. Building it takes a minute or two.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cross.steps import FOLDER
from cross.targets import Target

__all__ = ["CARGO", "environment"]

CARGO: Final = Path("/usr/bin/cargo")


def environment(target: Target) -> dict[str, str]:
    """The variables with which cargo and maturin build for a target."""
    name = target.triple.upper().replace("-", "_")
    variables = {
        "CARGO": str(CARGO),
        "RUSTC": "/usr/bin/rustc",
        "RUSTDOC": "/usr/bin/rustdoc",
        "RUSTC_BOOTSTRAP": "1",
        f"CARGO_TARGET_{name}_LINKER": target.linker,
        f"CARGO_TARGET_{name}_RUSTFLAGS": " ".join([*target.flags, *_unwinder(target)]),
    }
    if target.runner:
        variables[f"CARGO_TARGET_{name}_RUNNER"] = " ".join(target.runner)
    return variables


# GCC's unwinder refers to these weakly, and the linker would leave them out of a static program.
_THREADS: Final = ("key_create", "getspecific", "setspecific", "mutex_lock", "mutex_unlock", "once")


def _unwinder(target: Target) -> list[str]:
    """The flags that give a static musl program GCC's unwinder, because Rust asks for LLVM's, which needs glibc.

    It is the unwinder of GCC 11. That of later versions calls a function that only glibc has.
    """
    if not target.triple.endswith("-musl"):
        return []
    folder = FOLDER / "unwinder"
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "libunwind.a"
    library.unlink(missing_ok=True)
    library.symlink_to("/usr/lib/gcc/x86_64-linux-gnu/11/libgcc_eh.a")
    return [f"-Lnative={folder}", *(f"-Clink-arg=-Wl,--undefined=pthread_{name}" for name in _THREADS)]

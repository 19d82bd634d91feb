"""The targets, and what Debian needs to build and run each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["TARGETS", "Target"]

_RUST: Final = ("rustc-web", "cargo-web", "rust-web-src")


@dataclass(frozen=True)
class Target:
    """An architecture and a system.

    Attributes:
        name: the name in the table.
        triple: the name that Rust uses.
        linker: the program that links.
        packages: the Debian packages that are needed besides the Rust compiler.
        runner: the command that runs a program of this target; empty if this machine runs it. An emulator's command
            ends with the folder of the target's libraries.
        flags: further flags of the Rust compiler.
        debian: Debian's name of the architecture, if its Python runs the wheel.
        emulated: whether an emulator runs the programs, which takes many times as long and cannot start processes.
        wine: whether Wine runs the programs.
        default: whether the target is tried if none is selected.
        pyarrow: the platform of the wheel of pyarrow on PyPI, which kept games need; None if there is none.
    """

    name: str
    triple: str
    linker: str
    packages: tuple[str, ...]
    runner: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    debian: str | None = None
    emulated: bool = False
    wine: bool = False
    default: bool = True
    pyarrow: str | None = None

    @property
    def needed(self) -> tuple[str, ...]:
        """All Debian packages that are needed."""
        return _RUST + self.packages


TARGETS: Final = (
    Target(
        name="s390x",
        triple="s390x-unknown-linux-gnu",
        linker="s390x-linux-gnu-gcc",
        packages=("gcc-s390x-linux-gnu", "libc6-dev-s390x-cross", "qemu-user"),
        runner=("qemu-s390x", "-L", "/usr/s390x-linux-gnu"),
        debian="s390x",
        emulated=True,
    ),
    Target(
        name="aarch64",
        triple="aarch64-unknown-linux-gnu",
        linker="aarch64-linux-gnu-gcc",
        packages=("gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"),
        # Debian's programs sign their pointers, which is very slow to emulate. This processor does not sign pointers.
        runner=("qemu-aarch64", "-cpu", "cortex-a72", "-L", "/usr/aarch64-linux-gnu"),
        debian="arm64",
        emulated=True,
        pyarrow="manylinux_2_28_aarch64",
    ),
    Target(
        name="i686",
        triple="i686-unknown-linux-gnu",
        linker="i686-linux-gnu-gcc",
        packages=("gcc-i686-linux-gnu", "libc6-dev-i386-cross"),
        # The C library of the target is not installed where a program would look for it.
        flags=("-Ctarget-feature=+crt-static",),
    ),
    Target(
        name="musl",
        triple="x86_64-unknown-linux-musl",
        linker="musl-gcc",
        packages=("musl-tools", "libgcc-11-dev"),
        # The objects and libraries are those of musl-gcc, and not those that rustup has beside the standard library.
        # musl-gcc cannot link a static program that is independent of its position.
        flags=("-Clink-self-contained=no", "-Crelocation-model=static"),
    ),
    Target(
        name="windows",
        triple="x86_64-pc-windows-gnu",
        linker="x86_64-w64-mingw32-gcc",
        packages=("gcc-mingw-w64-x86-64-win32", "wine64"),
        runner=("/usr/lib/wine/wine64",),
        flags=("-Ctarget-feature=+crt-static",),
        wine=True,
    ),
    Target(
        name="armv7",
        triple="armv7-unknown-linux-gnueabihf",
        linker="arm-linux-gnueabihf-gcc",
        packages=("gcc-arm-linux-gnueabihf", "libc6-dev-armhf-cross", "qemu-user"),
        runner=("qemu-arm", "-L", "/usr/arm-linux-gnueabihf"),
        emulated=True,
        default=False,
    ),
    Target(
        name="ppc64le",
        triple="powerpc64le-unknown-linux-gnu",
        linker="powerpc64le-linux-gnu-gcc",
        packages=("gcc-powerpc64le-linux-gnu", "libc6-dev-ppc64el-cross", "qemu-user"),
        runner=("qemu-ppc64le", "-L", "/usr/powerpc64le-linux-gnu"),
        emulated=True,
        default=False,
    ),
    Target(
        name="riscv64",
        triple="riscv64gc-unknown-linux-gnu",
        linker="riscv64-linux-gnu-gcc",
        packages=("gcc-riscv64-linux-gnu", "libc6-dev-riscv64-cross", "qemu-user"),
        runner=("qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"),
        emulated=True,
        default=False,
    ),
)
"""All targets, in the order in which they are built."""

"""gzip and zstd compression. Readers detect it by the first bytes; for writers, the suffix of the path selects it."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from typing import IO, Any, Final, Literal, TypeAlias, cast

from volo.errors import VoloError
from volo.records.files.frames import DamagedError, Frames, Inflater

__all__ = ["LONGEST_MAGIC", "SUFFIXES", "Method", "compressing", "decompressing", "method_of", "refuse_others"]

Method: TypeAlias = Literal["gzip", "zstd"]

SUFFIXES: Final[dict[str, Method]] = {".gz": "gzip", ".zst": "zstd"}
LONGEST_MAGIC: Final = 4

_MAGIC: Final[dict[bytes, Method]] = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    # A skippable frame; some compressors (pzstd) write one first.
    **{bytes([0x50 + kind]) + b"\x2a\x4d\x18": "zstd" for kind in range(16)},
}

# What is not read, by its first bytes.
_OTHERS: Final = {
    **dict.fromkeys((b"\xff\xfe", b"\xfe\xff", b"[\0", b"\0[", b"{\0", b"\0{", b"(\0", b"\0("), "UTF-16"),
    b"BZh": "bzip2",
    b"\xfd7zX": "xz",
    b"7z\xbc\xaf": "7-Zip",
    b"\x04\x22\x4d\x18": "LZ4",
    b"Rar!": "RAR",
}

# The largest accepted window of a zstd frame is 2**27 bytes. The zstd command has the same default limit.
_LARGEST_WINDOW_LOG: Final = 27


def method_of(head: bytes) -> Method | None:
    """Return the compression method of data that begin with ``head``, or None if they are not compressed."""
    return next((method for magic, method in _MAGIC.items() if head.startswith(magic)), None)


def refuse_others(head: bytes, name: str) -> None:
    """Raise VoloError if data that begin with ``head`` have an encoding or a compression that is not read."""
    for magic, kind in _OTHERS.items():
        if head.startswith(magic):
            raise VoloError(f"{name}: the data are {kind}; expected text in UTF-8, or such text in gzip, zstd or zip")


def decompressing(method: Method, source: Callable[[int], bytes], name: str) -> Callable[[int], bytes]:
    """Return a function that reads decompressed data, from a function that reads compressed data.

    Each takes a number of bytes and returns at most that many, or ``b""`` at the end of the data. The new one raises
    VoloError if the data are damaged or truncated, or if a zstd frame has a window of more than 128 MiB.
    """
    frames = Frames(source, Inflater, zlib.error, padding=b"\0") if method == "gzip" else _zstd_frames(source)

    def read(size: int) -> bytes:
        try:
            return frames.read(size)
        except DamagedError as error:
            raise VoloError(f"{name}: the {method} data are damaged or truncated, {error}") from error

    return read


def _zstd_frames(source: Callable[[int], bytes]) -> Frames:
    module = _load("zstd")
    options = {module.DecompressionParameter.window_log_max: _LARGEST_WINDOW_LOG}
    return Frames(source, lambda: module.ZstdDecompressor(options=options), module.ZstdError)


def compressing(method: Method, file: Any) -> IO[bytes]:
    """Return a file object that compresses what is written to it and writes the result to ``file``.

    Closing it finishes the compressed data and leaves ``file`` open. The output is deterministic, because it contains
    neither a time nor a file name.

    Raises:
        VoloError: the module for zstd is not installed.
    """
    module = _load(method)
    if method == "gzip":
        return cast("IO[bytes]", module.GzipFile(filename="", mode="wb", fileobj=file, mtime=0))
    return cast("IO[bytes]", module.ZstdFile(file, "wb"))


def _load(method: Method) -> Any:
    # Programs that freeze programs find the modules by these statements.
    if method == "gzip":
        import gzip

        return gzip
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    try:
        if sys.version_info >= (3, 14):
            import compression.zstd as zstd
        else:
            import backports.zstd as zstd
    except ModuleNotFoundError as error:
        raise VoloError(f'zstd needs {name}, which is not installed: pip install "volo[zstd]"') from error
    return zstd

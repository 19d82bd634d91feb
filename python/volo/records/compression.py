"""gzip and zstd: recognized by the first bytes in reading, and by the suffix of the path in writing."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, Final, Literal, TypeAlias, cast

from volo.errors import VoloError
from volo.records.frames import DamagedError, Frames, Inflater

__all__ = ["LONGEST_MAGIC", "SUFFIXES", "Method", "compressing", "decompressing", "method_of"]

Method: TypeAlias = Literal["gzip", "zstd"]

SUFFIXES: Final[dict[str, Method]] = {".gz": "gzip", ".zst": "zstd"}
LONGEST_MAGIC: Final = 4

_MAGIC: Final[dict[bytes, Method]] = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    # A skippable frame, which some compressors (pzstd) write first.
    **{bytes([0x50 + kind]) + b"\x2a\x4d\x18": "zstd" for kind in range(16)},
}

# Base 2 logarithm of the largest window that a zstd frame may have, in bytes: the limit of the command zstd.
_LARGEST_WINDOW_LOG: Final = 27


def method_of(head: bytes) -> Method | None:
    """The compression method of data that begin with these bytes, or None if they are not compressed."""
    return next((method for magic, method in _MAGIC.items() if head.startswith(magic)), None)


def decompressing(method: Method, source: Callable[[int], bytes], name: str) -> Callable[[int], bytes]:
    """A function that reads decompressed data: at most as many bytes as it is asked for, and none at their end.

    ``source`` is such a function for the compressed data. A zstd frame whose window is larger than 128 MiB is refused,
    as the command ``zstd`` does by default.

    Raises:
        VoloError: a module that zstd needs is not installed; or, when the function is called, the data are damaged.
    """
    frames = _gzip_members(source) if method == "gzip" else _zstd_frames(source)

    def read(size: int) -> bytes:
        try:
            return frames.read(size)
        except DamagedError as error:
            raise VoloError(f"{name}: the {method} data are damaged or cut off, {error}") from error

    return read


def _gzip_members(source: Callable[[int], bytes]) -> Frames:
    return Frames(source, Inflater, zlib.error, padding=b"\0")


def _zstd_frames(source: Callable[[int], bytes]) -> Frames:
    module = _load("zstd")
    options = {module.DecompressionParameter.window_log_max: _LARGEST_WINDOW_LOG}
    return Frames(source, lambda: module.ZstdDecompressor(options=options), module.ZstdError)


def compressing(method: Method, file: Any) -> IO[bytes]:
    """A file that writes compressed data to ``file``. Closing it ends the data and leaves ``file`` open.

    The same data always give the same bytes: no time and no file name is written.

    Raises:
        VoloError: a module that zstd needs is not installed.
    """
    module = _load(method)
    if method == "gzip":
        return cast("IO[bytes]", module.GzipFile(filename="", mode="wb", fileobj=file, mtime=0))
    return cast("IO[bytes]", module.ZstdFile(file, "wb"))


def _load(method: Method) -> Any:
    if method == "gzip":
        return import_module("gzip")
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise VoloError(f"zstd needs {name}, which is not installed: pip install 'volo[zstd]'") from error

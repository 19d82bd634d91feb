"""gzip and zstd compression. Readers detect it by the first bytes; for writers, the suffix of the path selects it."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable
from typing import IO, Any, Final, Literal, TypeAlias, cast

from volo.errors import VoloError

__all__ = ["LONGEST_MAGIC", "SUFFIXES", "Method", "compressing", "decompressing", "method_of"]

Method: TypeAlias = Literal["gzip", "zstd"]

SUFFIXES: Final[dict[str, Method]] = {".gz": "gzip", ".zst": "zstd"}
LONGEST_MAGIC: Final = 4

_MAGIC: Final[dict[bytes, Method]] = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    # A skippable frame; some compressors (pzstd) write one first.
    **{bytes([0x50 + kind]) + b"\x2a\x4d\x18": "zstd" for kind in range(16)},
}

# The largest accepted window of a zstd frame is 2**27 bytes. The zstd command has the same default limit.
_LARGEST_WINDOW_LOG: Final = 27

_CHUNK: Final = 1 << 17


def method_of(head: bytes) -> Method | None:
    """Return the compression method of data that begin with ``head``, or None if they are not compressed."""
    return next((method for magic, method in _MAGIC.items() if head.startswith(magic)), None)


def decompressing(method: Method, source: io.RawIOBase, name: str) -> Callable[[int], bytes]:
    """Return a function that reads decompressed data: at most a number of bytes, or ``b""`` at the end of the data.

    It raises VoloError if the data are damaged or truncated, or if a zstd frame has a window of more than 128 MiB.
    """
    compressed = io.BufferedReader(source, _CHUNK)
    if method == "gzip":
        damaged: tuple[type[Exception], ...] = (EOFError, gzip.BadGzipFile, zlib.error)
        file: Any = gzip.GzipFile(fileobj=compressed)
    else:
        module = _zstd()
        damaged = (EOFError, module.ZstdError)
        options = {module.DecompressionParameter.window_log_max: _LARGEST_WINDOW_LOG}
        file = module.ZstdFile(compressed, options=options)

    def read(size: int) -> bytes:
        try:
            return cast("bytes", file.read1(size))
        except damaged as error:
            raise VoloError(f"{name}: the {method} data are damaged or truncated: {error}") from error

    return read


def compressing(method: Method, file: Any) -> IO[bytes]:
    """Return a file object that compresses what is written to it and writes the result to ``file``.

    Closing it finishes the compressed data and leaves ``file`` open. The output is deterministic, because it contains
    neither a time nor a file name.

    Raises:
        VoloError: the module for zstd is not installed.
    """
    if method == "gzip":
        return cast("IO[bytes]", gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0))
    return cast("IO[bytes]", _zstd().ZstdFile(file, "wb"))


def _zstd() -> Any:
    # Programs that freeze programs find the modules by these statements.
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    try:
        if sys.version_info >= (3, 14):
            import compression.zstd as zstd
        else:
            import backports.zstd as zstd
    except ModuleNotFoundError as error:
        raise VoloError(f'zstd needs {name}, which is not installed: pip install "volo[zstd]"') from error
    return zstd

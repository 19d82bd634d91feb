"""gzip and zstd: told by their first bytes when read, by their suffix when written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, Final, Literal, TypeAlias, cast

from volo.errors import VoloError

__all__ = ["LONGEST_MAGIC", "SUFFIXES", "Method", "compressing", "decompressing", "method_of"]

Method: TypeAlias = Literal["gzip", "zstd"]

SUFFIXES: Final[dict[str, Method]] = {".gz": "gzip", ".zst": "zstd"}
LONGEST_MAGIC: Final = 4

_MAGIC: Final[dict[bytes, Method]] = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


def method_of(head: bytes) -> Method | None:
    """How data that begin with these bytes are compressed; None if they are not."""
    return next((method for magic, method in _MAGIC.items() if head.startswith(magic)), None)


def decompressing(method: Method, file: IO[bytes], name: str) -> Callable[[int], bytes]:
    """What reads so many bytes of the decompressed data, or fewer, and none at their end.

    Raises:
        VoloError: what zstd needs is not installed; or, when called, the data are damaged.
    """
    module = _load(method)
    import zlib

    if method == "gzip":
        stream = module.GzipFile(fileobj=file)
        errors: tuple[type[Exception], ...] = (EOFError, zlib.error, module.BadGzipFile)
    else:
        stream = module.ZstdFile(file)
        errors = EOFError, module.ZstdError

    def read(size: int) -> bytes:
        try:
            return cast(bytes, stream.read1(size))
        except errors as error:
            raise VoloError(f"{name}: the {method} data are damaged or cut off: {error}") from error

    return read


def compressing(method: Method, file: Any) -> IO[bytes]:
    """A file that compresses what is written to it; to close it ends the data and leaves ``file`` open.

    The same data give the same bytes, at any time and under any name.

    Raises:
        VoloError: what zstd needs is not installed.
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

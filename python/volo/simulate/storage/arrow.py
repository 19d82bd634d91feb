"""A file system for pyarrow that reads objects."""

from __future__ import annotations

import io
import os
from typing import Any, Protocol, runtime_checkable

from volo.simulate.versions import load

__all__ = ["file_system"]


@runtime_checkable
class _Objects(Protocol):
    """What a file system needs from object storage."""

    def size(self, name: str) -> int: ...
    def range(self, name: str, start: int, end: int) -> bytes: ...


class _Reader(io.RawIOBase):
    """An object that is read in ranges."""

    def __init__(self, storage: _Objects, name: str) -> None:
        self._storage = storage
        self._name = name
        self._size = storage.size(name)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        end = self._size if size is None or size < 0 else min(self._size, self._at + size)
        if self._at >= end:
            return b""
        data = self._storage.range(self._name, self._at, end)
        self._at += len(data)
        return data


def file_system(storage: _Objects) -> Any:
    """The ``pyarrow.fs.FileSystem`` of the objects of a storage. It reads files that are named, and nothing else."""
    fs, pa = load("pyarrow.fs"), load("pyarrow")

    class Handler(fs.FileSystemHandler):  # type: ignore[misc,name-defined]
        def get_type_name(self) -> str:
            return "volo"

        def normalize_path(self, path: str) -> str:
            return path

        def get_file_info(self, paths: list[str]) -> list[Any]:
            return [fs.FileInfo(path, fs.FileType.File) for path in paths]

        def open_input_file(self, path: str) -> Any:
            return pa.PythonFile(_Reader(storage, path), mode="r")

        def _refuse(self, *_: Any) -> Any:
            raise NotImplementedError("kept games are only read")

        get_file_info_selector = open_input_stream = open_output_stream = open_append_stream = _refuse
        create_dir = delete_dir = delete_dir_contents = delete_root_dir_contents = _refuse
        delete_file = move = copy_file = _refuse

    return fs.PyFileSystem(Handler())

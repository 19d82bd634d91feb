"""A folder on object storage, such as S3: the objects under a prefix of a bucket.

obstore is optional (extra ``volo[cloud]``) and is imported on first use.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import timedelta
from itertools import chain
from threading import Thread, current_thread, main_thread
from time import sleep
from typing import Any, BinaryIO, TypeVar, cast

from volo._support.disk import Sink
from volo._support.paths import check_url
from volo.simulate.storage.failures import CONFLICT, NO_ANSWER, PASSING, failure_of
from volo.simulate.storage.lease import InUseError, held
from volo.simulate.storage.protocol import LOCK, Check
from volo.simulate.versions import load

MOST_BYTES = 1 << 30
"""The largest object that is written or read. It is held in memory."""

# Azure allows no hyphen in the name of an attribute.
_CHECKSUM = "volosha256"

_RETRY = {"max_retries": 8, "retry_timeout": timedelta(seconds=60)}
_CLIENT = {"connect_timeout": "10s", "read_timeout": "30s", "timeout": "10m"}

# How often a request is sent whose failure may pass. `put` finds out what the first attempt wrote.
_ATTEMPTS = 4
_PAUSE = 1.0

# On Windows, signals are handled in intervals of this many seconds.
_POLL_SECONDS = 0.2

Answer = TypeVar("Answer")


class ObjectFile:
    """An object. It is downloaded as a whole when it is first used, so that its bytes are read and checked once."""

    def __init__(self, storage: ObjectStorage, name: str) -> None:
        self._storage = storage
        self._name = name
        self._found: tuple[bytes, str | None] | None = None

    def __str__(self) -> str:
        return f"{self._storage}/{self._name}"

    def open(self) -> BinaryIO:
        return io.BytesIO(self._downloaded()[0])

    def recorded(self) -> str | None:
        return self._downloaded()[1]

    def _downloaded(self) -> tuple[bytes, str | None]:
        if self._found is None:
            self._found = self._storage.get(self._name)
        return self._found


class ObjectStorage:
    """A folder on object storage.

    An object is put if absent, or replaced if it is as this instance last read or wrote it, so no other process is
    overruled. An object has its name only when it is whole. The lease is :mod:`.lease`.

    Raises:
        VoloError: the URL cannot be used. It is not repeated, because it may contain a key.
        KeptGamesError: obstore is not installed.
    """

    appends = False

    def __init__(self, url: str) -> None:
        check_url(url)
        self._url = url.rstrip("/")
        self._errors = load("obstore.exceptions")
        client = _CLIENT | {"allow_http": _uses_http(url.partition(":")[0])}
        # The part of a run, whose manifest and lease have this suffix.
        self._part = ""
        self._store = self._ask(
            None, lambda: load("obstore.store").from_url(self._url, retry_config=_RETRY, client_options=client)
        )
        # What conditional puts compare, for each object that was read or written.
        self._versions: dict[str, dict[str, str]] = {}
        self._check: Callable[[], None] = lambda: None

    def __str__(self) -> str:
        return self._url

    def file(self, name: str) -> ObjectFile:
        return ObjectFile(self, name)

    def sizes(self) -> dict[str, int | None]:
        def listed() -> dict[str, int | None]:
            found: dict[str, int | None] = {}
            for each in chain.from_iterable(self._store.list()):
                name, slash, _ = each["path"].partition("/")
                # Consoles of object storage make an object with the name of a folder and a slash.
                if name:
                    found[name] = None if slash else each["size"]
            return dict(sorted(found.items()))

        return self._ask(None, listed)

    def of_part(self, part: str) -> ObjectStorage:
        """The same folder for a part of a run, which has its own manifest and its own lease."""
        view = copy(self)
        view._part, view._versions, view._check = part, {}, lambda: None
        return view

    def create(self) -> None:
        """Do nothing: a prefix exists if there are objects with it."""

    @contextmanager
    def locked(self) -> Iterator[None]:
        with held(self, LOCK) as check:
            self._check = check
            yield

    @contextmanager
    def write(self, name: str) -> Iterator[Sink]:
        buffer = _Buffer(f"{self}/{name}")
        sink = Sink(buffer)
        yield sink
        self._check()
        self.put(name, buffer.getvalue())

    def append(self, name: str, data: bytes) -> None:
        """Raise NotImplementedError: no data can be appended to an object."""
        raise NotImplementedError

    def remove(self, name: str) -> None:
        self._ask(name, lambda: self._store.delete(self._key(name)))

    def get(self, name: str) -> tuple[bytes, str | None]:
        """The bytes of an object, and the SHA-256 that was stored with it."""

        def got() -> tuple[bytes, str | None]:
            found = self._store.get(self._key(name))
            if found.meta["size"] > MOST_BYTES:
                raise OSError(errno.EFBIG, "larger than 1 GiB")
            self._keep_version(name, found.meta)
            return bytes(found.bytes()), found.attributes.get(_CHECKSUM)

        self._versions.pop(name, None)
        return self._ask(name, got)

    def put(self, name: str, data: bytes) -> None:
        """Write an object if it is absent, or if it is as it was last read or written.

        Raises:
            InUseError: another process has written other bytes, or has removed the object.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        key, expected = self._key(name), self._versions.get(name)
        for left in reversed(range(_ATTEMPTS)):
            try:
                result = self._ask(
                    name,
                    lambda: self._store.put(key, data, mode=expected or "create", attributes={_CHECKSUM: sha256}),
                )
            except OSError as error:
                if not isinstance(error, FileExistsError) and error.strerror != CONFLICT:
                    raise
                # Another worker may have written the same shard, or a repeated request meets what its first attempt
                # wrote.
                found = self._head(name)
                if found is not None and found.attributes.get(_CHECKSUM) == sha256:
                    result = found.meta
                elif isinstance(error, FileExistsError) or (found and _version(found.meta)) != expected:
                    raise InUseError(f"{self}/{key}: another run has changed it") from None
                elif left:
                    sleep(_PAUSE)
                    continue
                else:
                    raise
            self._keep_version(name, result)
            return

    def _head(self, name: str) -> Any:
        try:
            return self._ask(name, lambda: self._store.get(self._key(name), options={"head": True}))
        except FileNotFoundError:
            return None

    def arrow(self, names: Sequence[str], check: Check) -> tuple[list[str], Any]:
        """The paths of files, and the file system that pyarrow reads them from. It checks each file that it opens."""
        return list(names), _file_system(self, check)

    def range(self, name: str, start: int, end: int) -> bytes:
        """The bytes of an object from ``start`` to ``end``, which is not included."""
        return self._ask(name, lambda: bytes(self._store.get_range(self._key(name), start=start, end=end)))

    def size(self, name: str) -> int:
        return self._ask(name, lambda: int(self._store.head(self._key(name))["size"]))

    def _key(self, name: str) -> str:
        """The name of an object in the folder. Parts share the shards, and no other objects."""
        return f"{name}.{self._part}" if self._part and name.startswith("_") else name

    def _keep_version(self, name: str, meta: Any) -> None:
        self._versions[name] = _version(meta)

    def _ask(self, name: str | None, request: Callable[[], Answer]) -> Answer:
        for _ in range(_ATTEMPTS):
            try:
                return _interruptible(request)
            except (self._errors.BaseError, OSError) as error:
                failure = failure_of(error)
            except BaseException as error:
                # A panic of obstore is no Exception, so that a program would end with it.
                if type(error).__name__ != "PanicException":
                    raise
                failure = OSError(errno.EIO, NO_ANSWER)
            if failure.strerror not in PASSING:
                break
            sleep(_PAUSE)
        # Raised outside of the handler, so that the message of obstore is not in the context of this error.
        failure.filename = f"{self}/{self._key(name)}" if name else str(self)
        raise failure


def _uses_http(scheme: str) -> bool:
    """Whether requests without TLS are allowed.

    They are if the environment names such a server, and with Google, on whose machines the credentials come from one.
    """
    prefix = "AWS_" if scheme == "s3" else "AZURE_"
    urls = (value for name, value in os.environ.items() if name.startswith(prefix))
    return scheme == "gs" or any(value.lower().startswith("http://") for value in urls)


def _version(meta: Any) -> dict[str, str]:
    return {key: meta[key] for key in ("e_tag", "version") if meta.get(key)}


def _interruptible(request: Callable[[], Answer]) -> Answer:
    """Send a request in a thread, so that a signal ends the wait, which obstore ignores."""
    if current_thread() is not main_thread():
        return request()
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def send() -> None:
        try:
            answers.append(request())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=send, name="volo-request", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_POLL_SECONDS)
    if errors:
        raise errors[0]
    return answers[0]


class _Buffer(io.BytesIO):
    def __init__(self, location: str) -> None:
        super().__init__()
        self._location = location

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > MOST_BYTES:
            reason = "an object of kept games has at most 1 GiB: choose a smaller shard size"
            raise OSError(errno.EFBIG, reason, self._location)
        return super().write(data)


class _Reader(io.RawIOBase):
    def __init__(self, storage: ObjectStorage, name: str) -> None:
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


def _file_system(storage: ObjectStorage, check: Check) -> Any:
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
            file = _Reader(storage, path)
            # Each header of a page would cost a request.
            check(cast(BinaryIO, file), storage.file(path), pages=False)
            return pa.PythonFile(file, mode="r")

        def _refuse(self, *_: Any) -> Any:
            raise NotImplementedError("kept games are only read")

        get_file_info_selector = open_input_stream = open_output_stream = open_append_stream = _refuse
        create_dir = delete_dir = delete_dir_contents = delete_root_dir_contents = _refuse
        delete_file = move = copy_file = _refuse

    return fs.PyFileSystem(Handler())

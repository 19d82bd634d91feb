"""A journal: a file of JSON lines with finished parts of some work, from which the work goes on after a kill.

The first line describes the work. A line for each part follows, written when the part is finished. A last line that is
not complete is removed when the next part is written. The file is locked: the operating system releases the lock when
the file is closed or the process ends.

The first line has the format, such as ``"volo match 1"``, and the version of volo. What a later version of volo may add
without a new number: members of the first line that are null for all earlier files, where they are missing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from volo._support.checks import object_of
from volo._support.disk import UNSUPPORTED, append, open_regular, with_filename
from volo.errors import VoloError

# The two longest games of a match have about 30 MB of text.
_LONGEST_LINE: Final = 1 << 26

_NO_LOCKS: Final = (
    "this file system has no locks: mount it with locks (the option flock of Lustre, local_lock=flock of NFS), or use "
    "another one, such as a disk of this machine"
)


def lock(file: BinaryIO, path: Path) -> None:
    """Lock a file that is open for writing, until it is closed or the process ends."""
    try:
        with with_filename(path):
            _lock(file)
    except OSError as error:
        if error.errno in UNSUPPORTED:
            raise OSError(error.errno, _NO_LOCKS, str(path)) from error
        raise


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(str(error)) from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Journal:
    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._refusal = ""
        # Where the last whole line ends.
        self._end = 0

    def check_heading(self, value: object, work: str, heading: Mapping[str, object]) -> None:
        found = object_of(value, f"a {work}")
        versions = f"volo {str(found.get('volo'))[:40]} wrote this file, and this is volo {heading['volo']}"
        if found.get("format", heading["format"]) != heading["format"]:
            raise VoloError(f"expected the format {heading['format']!r}, not {str(found['format'])[:40]!a}: {versions}")
        for key in found:
            if key not in heading:
                raise VoloError(f"a {work} has the unknown member {key[:40]!a}: {versions}")
        different = [key for key in heading if found.get(key) != heading[key]]
        if different == ["volo"]:
            self._refusal = f"other versions can play other games, so that this {work} cannot go on: {versions}"
        elif different:
            raise VoloError(f"the file is of another {work}, with a different {' and '.join(different)}")

    def check_version(self) -> None:
        """Check that this version of volo began the work. Call this before more of it is done."""
        if self._refusal:
            raise VoloError(f"{self._path}: {self._refusal}")

    def add(self, part: Mapping[str, object]) -> None:
        line = _line_of(part)
        with with_filename(self._path):
            self._file.truncate(self._end)
            append(self._file, line)
        self._end += len(line)

    def read(self, work: str, heading: Mapping[str, object], read: Callable[[object], None]) -> None:
        """Read the file, and write the heading if it has none. A file that another program wrote is not changed."""
        number = 1
        try:
            while line := _line(self._file, self._path):
                is_whole = line.endswith(b"\n")
                if number == 1 and (is_whole or not _line_of(heading).startswith(line)):
                    self.check_heading(_json(line), work, heading)
                elif is_whole:
                    read(_json(line))
                if not is_whole:
                    break
                self._end += len(line)
                number += 1
        except VoloError as error:
            raise VoloError(f"{self._path}: line {number}: {error}") from error
        if number == 1 and not self._refusal:
            try:
                self.add(heading)
            except OSError:
                self._path.unlink(missing_ok=True)
                raise


@contextmanager
def journal(path: Path, work: str, heading: Mapping[str, object], read: Callable[[object], None]) -> Iterator[Journal]:
    """Read a journal, or create it, and keep it open and locked until the end of the ``with`` block.

    The heading describes the work, such as a ``"match"``, in JSON: the members ``format`` and ``volo``, and any others.
    ``read`` is called with the JSON of each part.
    """
    with os.fdopen(open_regular(path, os.O_RDWR | os.O_CREAT), "r+b") as file:
        try:
            lock(file, path)
        except BlockingIOError as error:
            raise VoloError(f"{path}: another {work} is using this file") from error
        found = Journal(file, path)
        found.read(work, heading, read)
        yield found


def _line(file: BinaryIO, path: Path) -> bytes:
    """Read a line. The last one may be incomplete."""
    with with_filename(path):
        line = file.readline(_LONGEST_LINE)
    if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        raise VoloError(f"the line is longer than {_LONGEST_LINE:,} bytes")
    return line


def _line_of(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _json(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise VoloError("not valid JSON") from error

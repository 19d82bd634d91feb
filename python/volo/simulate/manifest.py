"""The manifest of a folder of kept games: what was to be played, and the checksum of every shard that is there."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from volo.disk import is_same, naming, open_regular, whole_file
from volo.errors import KeptGamesError, VoloError
from volo.simulate.config import Configuration
from volo.simulate.ranges import Part, Shard, count_shards, is_shard_of
from volo.simulate.versions import FORMAT

__all__ = [
    "MANIFEST",
    "DamagedManifestError",
    "Entry",
    "Heading",
    "append_entry",
    "open_manifest",
    "read_manifest",
    "rewrite_manifest",
    "tidy_manifest",
]

MANIFEST = "_manifest.jsonl"

# More bytes than the lines of any manifest have.
_LONGEST_HEADING = 1 << 14
_LONGEST_ENTRY = 1 << 9


class DamagedManifestError(KeptGamesError):
    """A manifest whose heading cannot be read."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line of a manifest: whose games these are.

    Attributes:
        configuration: what is played.
        part: the part of the run that is kept in this folder.
        writers: the versions of the programs that write it.
    """

    configuration: Configuration
    part: Part
    writers: dict[str, str]

    def differences(self, other: Heading) -> list[str]:
        """What the other heading has different, each as ``name: here, not there``."""
        found = self.configuration.differences(other.configuration)
        if self.part != other.part:
            found.append(f"part: {self.part}, not {other.part}")
        for name in sorted({*self.writers, *other.writers}):
            here, there = self.writers.get(name), other.writers.get(name)
            if here != there:
                found.append(f"{name}: {here}, not {there}")
        return found

    def has(self, entry: Entry) -> bool:
        """Whether a shard belongs to this part of this run."""
        return is_shard_of(entry.shard, self.configuration, self.part)

    def line(self) -> bytes:
        """The heading as the manifest has it, with a checksum of its own."""
        values = {
            "format": FORMAT,
            "writers": self.writers,
            "configuration": self.configuration.to_dict(),
            "part": str(self.part),
        }
        return _line(values | {"sha256": _checksum(values)})

    @classmethod
    def parse(cls, line: bytes) -> Heading:
        """The heading that :meth:`line` wrote.

        Raises:
            DamagedManifestError: it is not what was written.
            KeptGamesError: it is of a format that is not known here.
        """
        values = _object(line)
        checksum = values.pop("sha256", None)
        if checksum != _checksum(values):
            raise DamagedManifestError("the heading is damaged")
        if values.get("format") != FORMAT:
            raise KeptGamesError(f"format {str(values.get('format'))[:80]} is not known, only {FORMAT}")
        try:
            part = Part.parse(str(values["part"]))
            return cls(Configuration.from_dict(values["configuration"]), part, dict(values["writers"]))
        except (VoloError, KeyError, TypeError, ValueError) as error:
            raise DamagedManifestError(f"the heading is not one: {error}") from error


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a manifest: a shard that is there.

    Attributes:
        first: the number of its first game.
        games: how many games it has.
        size: how long the file is, in bytes.
        sha256: the SHA-256 of the file, in hexadecimal.
    """

    first: int
    games: int
    size: int
    sha256: str

    @property
    def shard(self) -> Shard:
        """The range of games that the file keeps."""
        return Shard(self.first, self.games)

    def line(self) -> bytes:
        """The entry as the manifest has it."""
        return _line({"file": self.shard.file, **asdict(self)})

    @classmethod
    def parse(cls, line: bytes) -> Entry:
        """The entry that :meth:`line` wrote.

        Raises:
            DamagedManifestError: the line is not what was written.
        """
        values = _object(line)
        try:
            entry = cls(**{name: values[name] for name in ("first", "games", "size", "sha256")})
            if entry._is_sound() and entry.line() == line:
                return entry
        except (KeyError, TypeError, ValueError):
            pass
        raise DamagedManifestError("the line is damaged")

    def _is_sound(self) -> bool:
        # JSON also has true and 5.0, which Python takes for equal to whole numbers.
        numbers: tuple[object, ...] = (self.first, self.games, self.size)
        whole = all(type(number) is int and number >= 0 for number in numbers)
        return whole and re.fullmatch("[0-9a-f]{64}", self.sha256) is not None


def read_manifest(folder: Path) -> tuple[Heading, list[Entry]]:
    """The manifest of a folder. Damaged and torn lines are left out, so their shards have no checksum.

    Raises:
        FileNotFoundError: there is no manifest.
        DamagedManifestError: its heading is not what was written, or it is larger than a manifest of its run can be.
        KeptGamesError: it has a format that is not known here.
        OSError: it cannot be read, or is not a regular file.
    """
    path = folder / MANIFEST
    with naming(path), os.fdopen(open_regular(path), "rb") as file:
        try:
            heading = Heading.parse(file.readline(_LONGEST_HEADING))
        except KeptGamesError as error:
            raise type(error)(f"{path}: {error}") from error
        # One line more than there are shards: the last one may be torn.
        lines = count_shards(heading.configuration, heading.part) + 1
        if os.fstat(file.fileno()).st_size > _LONGEST_HEADING + lines * _LONGEST_ENTRY:
            raise DamagedManifestError(f"{path}: larger than the manifest of this run can be")
        entries: dict[int, Entry] = {}
        while line := file.readline(_LONGEST_ENTRY):
            try:
                entry = Entry.parse(line)
            except DamagedManifestError:
                continue
            entries[entry.first] = entry
    return heading, list(entries.values())


def rewrite_manifest(folder: Path, heading: Heading, entries: Iterable[Entry]) -> None:
    """Replace the manifest by a new one, its entries in the order of the games.

    Raises:
        OSError: the disk is full, or broken.
    """
    with whole_file(folder / MANIFEST, folder / f"{MANIFEST}.tmp") as sink:
        for line in _lines(heading, entries):
            sink.write(line)


def tidy_manifest(folder: Path, heading: Heading, entries: Iterable[Entry]) -> None:
    """Rewrite the manifest, unless it has exactly these lines, with the entries in the order of the games.

    Raises:
        OSError: the disk is full, or broken.
    """
    entries = list(entries)
    size, digest = 0, hashlib.sha256()
    for line in _lines(heading, entries):
        size += len(line)
        digest.update(line)
    if not is_same(folder / MANIFEST, size, digest.hexdigest()):
        rewrite_manifest(folder, heading, entries)


def open_manifest(folder: Path) -> FileIO:
    """The manifest of a folder, open for :func:`append_entry`.

    Raises:
        OSError: it cannot be opened, or is not a regular file.
    """
    # Without a buffer: what could not be written is not tried again when the file is closed.
    return FileIO(open_regular(folder / MANIFEST, os.O_WRONLY | os.O_APPEND), "a")


def append_entry(manifest: FileIO, entry: Entry) -> None:
    """Add a line to a manifest that is open for appending, and flush it to the disk.

    Raises:
        OSError: the disk is full, or broken.
    """
    line = entry.line()
    while line:
        line = line[manifest.write(line) :]
    os.fsync(manifest.fileno())


def _lines(heading: Heading, entries: Iterable[Entry]) -> Iterator[bytes]:
    yield heading.line()
    for entry in sorted(entries, key=lambda entry: entry.first):
        yield entry.line()


def _line(values: dict[str, object]) -> bytes:
    return json.dumps(values).encode() + b"\n"


def _checksum(values: dict[str, object]) -> str:
    return hashlib.sha256(_line(values)).hexdigest()


def _object(line: bytes) -> dict[str, Any]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if not line.endswith(b"\n") or not isinstance(values, dict):
        raise DamagedManifestError("the line is damaged")
    return values

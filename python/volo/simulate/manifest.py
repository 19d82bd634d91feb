"""The manifest of a folder of kept games: what was to be played, and the checksum of every shard that is there."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from volo.disk import whole_file
from volo.errors import KeptGamesError, VoloError
from volo.simulate.config import Configuration
from volo.simulate.ranges import Part, Shard, is_shard_of
from volo.simulate.versions import FORMAT

__all__ = ["MANIFEST", "DamagedManifestError", "Entry", "Heading", "append_entry", "read_manifest", "rewrite_manifest"]

MANIFEST = "_manifest.jsonl"


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
            raise KeptGamesError(f"format {values.get('format')} is not known, only {FORMAT}")
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
            DamagedManifestError: it is not what was written.
        """
        values = _object(line)
        try:
            entry = cls(**{name: values[name] for name in ("first", "games", "size", "sha256")})
            if entry.line() == line:
                return entry
        except (KeyError, TypeError, ValueError):
            pass
        raise DamagedManifestError("the line is damaged")


def read_manifest(folder: Path) -> tuple[Heading, list[Entry]]:
    """The manifest of a folder. Lines that are damaged or torn are as good as none: their shards have no checksum.

    Raises:
        FileNotFoundError: there is no manifest.
        DamagedManifestError: its heading is not what was written.
        KeptGamesError: it is of a format that is not known here.
    """
    lines = (folder / MANIFEST).read_bytes().splitlines(keepends=True)
    try:
        heading = Heading.parse(lines[0] if lines else b"")
    except KeptGamesError as error:
        raise type(error)(f"{folder / MANIFEST}: {error}") from error
    entries: dict[int, Entry] = {}
    for line in lines[1:]:
        try:
            entry = Entry.parse(line)
        except DamagedManifestError:
            continue
        entries[entry.first] = entry
    return heading, list(entries.values())


def rewrite_manifest(folder: Path, heading: Heading, entries: list[Entry]) -> None:
    """Put a new manifest in the place of the old one, its entries in the order of the games.

    Raises:
        OSError: the disk is full, or broken.
    """
    with whole_file(folder / MANIFEST, folder / f"{MANIFEST}.tmp") as sink:
        sink.write(heading.line())
        for entry in sorted(entries, key=lambda entry: entry.first):
            sink.write(entry.line())


def append_entry(manifest: BinaryIO, entry: Entry) -> None:
    """Add a line to a manifest that is open for appending, and flush it to the disk.

    Raises:
        OSError: the disk is full, or broken.
    """
    manifest.write(entry.line())
    manifest.flush()
    os.fsync(manifest.fileno())


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

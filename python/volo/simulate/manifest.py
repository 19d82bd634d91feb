"""The manifest of a folder of kept games, and which file names belong to its run."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from volo._support.disk import with_filename
from volo.errors import KeptGamesError, VoloError
from volo.simulate.config import WHOLE, Configuration, Part, Shard, count_shards, shard_at, shard_named
from volo.simulate.storage import Storage, has_checksum
from volo.simulate.storage.protocol import LOCK
from volo.simulate.versions import FORMAT, NewerVersionError, check_members, check_version

MANIFEST = "_manifest.jsonl"

# Upper limits for the size of a line, in bytes.
_LONGEST_HEADING = 1 << 14
_LONGEST_ENTRY = 1 << 9


class DamagedManifestError(KeptGamesError):
    """The manifest, or a line of it, is damaged."""


@dataclass(frozen=True, slots=True)
class Heading:
    configuration: Configuration
    part: Part
    writers: dict[str, str]

    def differences(self, other: Heading) -> list[str]:
        """The fields that differ, each as ``name: own value, not other value``. The number of games may differ."""
        found = self.configuration.differences(other.configuration)
        here, there = ({"part": each.part, **each.writers} for each in (self, other))
        names = [*here, *(there.keys() - here.keys())]
        return found + [
            f"{name}: {here.get(name)}, not {there.get(name)}" for name in names if here.get(name) != there.get(name)
        ]

    def has(self, entry: Entry) -> bool:
        """Whether the shard of an entry belongs to this part of this run. It may be the last one of a shorter run."""
        shard = shard_at(entry.first, self.configuration, self.part)
        return shard is not None and 0 < entry.games <= shard.games

    def has_whole(self, entry: Entry) -> bool:
        """Whether the shard of an entry belongs to this part of this run, and has all of its games."""
        return shard_at(entry.first, self.configuration, self.part) == entry.shard

    def line(self) -> bytes:
        values = {
            "format": FORMAT,
            "writers": self.writers,
            "configuration": self.configuration.to_dict(),
            "part": str(self.part),
        }
        return _line(values | {"sha256": _checksum(values)})

    @classmethod
    def parse(cls, line: bytes) -> Heading:
        values = _object(line)
        checksum = values.pop("sha256", None)
        if checksum != _checksum(values):
            raise DamagedManifestError("the heading is damaged")
        writers = values.get("writers")
        writer = writers.get("volo") if isinstance(writers, dict) else None
        check_version(values.get("format"), FORMAT, "the folder", writer)
        check_members(values, ("format", "writers", "configuration", "part"), "the manifest", "member", writer)
        try:
            configuration = Configuration.from_dict(values["configuration"], writer)
            return cls(configuration, Part.parse(str(values["part"])), dict(values["writers"]))
        except NewerVersionError:
            raise
        except (VoloError, KeyError, TypeError, ValueError) as error:
            raise DamagedManifestError(f"the heading is invalid: {error}") from error


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a manifest after the first: a shard, with the number of its first game and the checksum of its file."""

    first: int
    games: int
    size: int
    sha256: str

    @property
    def shard(self) -> Shard:
        """The range of games in the file."""
        return Shard(self.first, self.games)

    def line(self) -> bytes:
        """The entry as a line of the manifest."""
        return _line({"file": self.shard.file, **asdict(self)})

    @classmethod
    def parse(cls, line: bytes) -> Entry:
        """Read a line that :meth:`line` wrote."""
        values = _object(line)
        try:
            entry = cls(**{name: values[name] for name in ("first", "games", "size", "sha256")})
            if entry._is_valid() and entry.line() == line:
                return entry
        except (KeyError, TypeError, ValueError):
            pass
        raise DamagedManifestError("the line is damaged")

    def _is_valid(self) -> bool:
        # In Python, True and 5.0 from JSON would be equal to the integers 1 and 5.
        numbers: tuple[object, ...] = (self.first, self.games, self.size)
        are_counts = all(type(number) is int and number >= 0 for number in numbers)
        return are_counts and re.fullmatch("[0-9a-f]{64}", self.sha256) is not None


def read_manifest(folder: Storage) -> tuple[Heading, list[Entry]]:
    """Read the manifest of a folder: the entries in the order of their lines, without damaged and incomplete ones.

    A shard that is being replaced has two entries. That of the file in the folder is returned.
    """
    path = folder.file(MANIFEST)
    with with_filename(path), path.open() as file:
        try:
            heading = Heading.parse(file.readline(_LONGEST_HEADING))
        except KeptGamesError as error:
            raise type(error)(f"{path}: {error}") from error
        # One line for each shard, a second one of a shard that is being replaced, and one of an interrupted write.
        lines = count_shards(heading.configuration, heading.part) + 2
        first = file.tell()
        if file.seek(0, os.SEEK_END) > _LONGEST_HEADING + lines * _LONGEST_ENTRY:
            raise DamagedManifestError(f"{path}: larger than the manifest of this run can be")
        file.seek(first)
        entries: dict[int, Entry] = {}
        while line := file.readline(_LONGEST_ENTRY):
            try:
                entry = Entry.parse(line)
            except DamagedManifestError:
                continue
            other = entries.get(entry.first, entry)
            is_other = other != entry and has_checksum(folder.file(other.shard.file), other.size, other.sha256)
            entries[entry.first] = other if is_other else entry
    return heading, list(entries.values())


def rewrite_manifest(folder: Storage, heading: Heading, entries: Iterable[Entry]) -> None:
    with folder.write(MANIFEST) as sink:
        for line in _lines(heading, entries):
            sink.write(line)


def tidy_manifest(folder: Storage, heading: Heading, entries: Iterable[Entry]) -> None:
    """Like :func:`rewrite_manifest`, but does not write if the manifest has exactly these lines already."""
    entries = list(entries)
    size, digest = 0, hashlib.sha256()
    for line in _lines(heading, entries):
        size += len(line)
        digest.update(line)
    if not has_checksum(folder.file(MANIFEST), size, digest.hexdigest()):
        rewrite_manifest(folder, heading, entries)


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


def temporary_name(file: str) -> str:
    return f"_{file}.tmp"


def check_names(folder: Storage, heading: Heading) -> None:
    """Refuse a folder with a file that is not a shard of the run, but that other programs would read as one.

    polars and DuckDB read ``*.parquet``, and pandas also reads the folders in a folder. Other files are ignored, such
    as a README or a license. The files of the run itself must be regular files.
    """
    if not folder.appends:  # all parts of a run are in one folder
        heading = replace(heading, part=WHOLE)
    for name, size in folder.sizes().items():
        if _belongs(name, heading):
            if size is None:
                raise KeptGamesError(f"{folder.file(name)} is not a regular file")
        elif name.endswith(".parquet") or (size is None and not name.startswith(("_", "."))):
            raise KeptGamesError(
                f"{folder.file(name)} does not belong to the games in {folder}; move it to another folder"
            )


def temporary_files(folder: Storage, heading: Heading) -> Iterator[str]:
    """The temporary files of the run. If no run is writing to the folder, a killed run left them."""
    for name in folder.sizes():
        if name.endswith(".tmp") and _belongs(name, heading):
            yield name


def refuse_fewer_games(folder: Storage, found: Heading, wanted: Heading) -> None:
    here, there = (each.configuration.games for each in (found, wanted))
    if here > there:
        raise KeptGamesError(f"{folder} is for {here:,} games of this run, and a folder does not shrink to {there:,}")


def refuse_foreign_folder(folder: Storage) -> None:
    """Refuse a folder that has neither a manifest nor shards, and has files that no run writes."""
    names = folder.sizes()
    if MANIFEST in names or any(name.startswith("games-") for name in names):
        return
    for name in names:
        if not name.startswith((LOCK, MANIFEST, "games-", "_games-")):
            raise KeptGamesError(f"{folder} is not a folder of kept games: it has {name} and no manifest")


def _belongs(name: str, heading: Heading) -> bool:
    if name in {LOCK, MANIFEST, f"{MANIFEST}.tmp"}:
        return True
    shard = name.removeprefix("_").removesuffix(".tmp")
    if name not in {shard, temporary_name(shard)}:
        return False
    return shard_named(shard, heading.configuration, heading.part) is not None

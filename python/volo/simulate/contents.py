"""A folder of kept games as its manifest lists it: how many games it has, how many it should have, and its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from volo.disk import is_same
from volo.errors import KeptGamesError, UnfinishedGamesError
from volo.simulate.manifest import Entry, Heading, read_manifest
from volo.simulate.names import check_names
from volo.simulate.ranges import count_games
from volo.simulate.shard import Rows, read_rows

__all__ = ["REPAIR", "Contents", "checked_rows", "contents_of"]

# What to do about a damaged file.
REPAIR = "the run that wrote it repairs it, started again"


@dataclass(frozen=True, slots=True)
class Contents:
    """The games that a folder keeps.

    Attributes:
        folder: the folder.
        heading: the heading of its manifest.
        entries: the shards that the manifest lists, in the order of the games.
    """

    folder: Path
    heading: Heading
    entries: tuple[Entry, ...]

    @property
    def games(self) -> int:
        """How many games the manifest lists."""
        return sum(entry.games for entry in self.entries)

    @property
    def expected(self) -> int:
        """How many games the folder has when its part of the run is finished."""
        return count_games(self.heading.configuration, self.heading.part)

    def sized_files(self) -> Iterator[Path]:
        """The file of each shard, of which only the size is checked.

        Raises:
            KeptGamesError: a file is missing, or has another size.
        """
        for entry in self.entries:
            path = self.folder / entry.shard.file
            try:
                size = path.lstat().st_size
            except FileNotFoundError:
                size = None
            if size != entry.size:
                raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}")
            yield path

    def checked_files(self) -> Iterator[tuple[Entry, Path]]:
        """Each entry with its file, whose checksum is verified first.

        Raises:
            KeptGamesError: a file is damaged or missing.
            OSError: a file cannot be read.
        """
        for entry in self.entries:
            path = self.folder / entry.shard.file
            if not is_same(path, entry.size, entry.sha256):
                raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}")
            yield entry, path


def contents_of(folder: Path, *, unfinished: bool = False) -> Contents:
    """What a folder keeps.

    Args:
        folder: the folder.
        unfinished: whether games may be missing, because the run was stopped or is still at work.

    Raises:
        UnfinishedGamesError: games are missing, and ``unfinished`` is false.
        KeptGamesError: there is no manifest, or it is damaged, or the folder has files of another run.
        OSError: the folder or its manifest cannot be read.
    """
    try:
        heading, entries = read_manifest(folder)
    except FileNotFoundError as error:
        raise KeptGamesError(f"{folder} is not a folder of kept games: it has no manifest") from error
    check_names(folder, heading)
    own = sorted(filter(heading.has, entries), key=lambda entry: entry.first)
    contents = Contents(folder, heading, tuple(own))
    if contents.games < contents.expected and not unfinished:
        raise UnfinishedGamesError(
            f"{folder} has {contents.games:,} of {contents.expected:,} games: its run was stopped or is still at work, "
            "or its manifest is damaged; the same run finishes it",
            contents.games,
            contents.expected,
        )
    return contents


def checked_rows(path: Path, entry: Entry) -> Iterator[Rows]:
    """The games of a shard, a row group at a time, which must have the numbers that the manifest says.

    Raises:
        KeptGamesError: the file is not a shard, or has other games.
        OSError: the file cannot be read.
    """
    first, end = entry.first, entry.first + entry.games
    for rows in read_rows(path):
        if not np.array_equal(rows.number, np.arange(first, first + len(rows), dtype=np.uint64)):
            raise KeptGamesError(f"{path}: the games do not have the numbers from {first} on")
        first += len(rows)
        yield rows
    if first != end:
        raise KeptGamesError(f"{path} has {first - entry.first:,} games, and the manifest says {entry.games:,}")

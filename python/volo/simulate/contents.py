"""The contents of a folder of kept games, as its manifest lists them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from volo.errors import KeptGamesError, UnfinishedGamesError
from volo.simulate.manifest import Entry, Heading, read_manifest
from volo.simulate.names import check_names
from volo.simulate.ranges import count_games
from volo.simulate.shard import Rows, read_rows
from volo.simulate.storage import Storage, Stored, has_checksum

__all__ = ["REPAIR", "Contents", "checked_rows", "contents_of"]

# How to repair a damaged file, as the end of an error message.
REPAIR = "start the same run again to repair it"


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a folder of kept games.

    Attributes:
        folder: the folder.
        heading: the heading of its manifest.
        entries: the entries of the manifest, in the order of the games.
    """

    folder: Storage
    heading: Heading
    entries: tuple[Entry, ...]

    @property
    def games(self) -> int:
        """The number of games that the manifest lists."""
        return sum(entry.games for entry in self.entries)

    @property
    def expected(self) -> int:
        """The number of games in the folder when its part of the run is finished."""
        return count_games(self.heading.configuration, self.heading.part)

    def sized_files(self) -> list[str]:
        """The names of the files of all shards. Only their sizes are checked, and they are not read.

        Raises:
            KeptGamesError: a file is missing, or does not have the size that the manifest lists.
        """
        sizes = self.folder.sizes()
        for entry in self.entries:
            if sizes.get(entry.shard.file) != entry.size:
                raise KeptGamesError(f"{self.folder.file(entry.shard.file)} is damaged or missing; {REPAIR}")
        return [entry.shard.file for entry in self.entries]

    def checked_files(self) -> Iterator[tuple[Entry, Stored]]:
        """Each entry and its file. The checksum of a file is verified before the file is yielded.

        Raises:
            KeptGamesError: a file is missing, or does not have the checksum that the manifest lists.
            OSError: a file cannot be read.
        """
        for entry in self.entries:
            path = self.folder.file(entry.shard.file)
            if not has_checksum(path, entry.size, entry.sha256):
                raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}")
            yield entry, path


def contents_of(folder: Storage, *, unfinished: bool = False) -> Contents:
    """Read the manifest of a folder of kept games.

    Args:
        folder: the folder.
        unfinished: whether to accept a folder in which games are missing.

    Raises:
        UnfinishedGamesError: games are missing, and ``unfinished`` is false.
        KeptGamesError: the manifest is missing or damaged, or the folder has files of another run.
        OSError: the folder or its manifest cannot be read.
    """
    try:
        heading, entries = read_manifest(folder)
    except FileNotFoundError as error:
        raise KeptGamesError(f"{folder} is not a folder of kept games: the manifest is missing") from error
    check_names(folder, heading)
    own = sorted(filter(heading.has, entries), key=lambda entry: entry.first)
    contents = Contents(folder, heading, tuple(own))
    if contents.games < contents.expected and not unfinished:
        raise UnfinishedGamesError(
            f"{folder} has {contents.games:,} of {contents.expected:,} games: the run was stopped or is still "
            "running, or the manifest is damaged; start the same run again to finish it",
            contents.games,
            contents.expected,
        )
    return contents


def checked_rows(path: Stored, entry: Entry) -> Iterator[Rows]:
    """Read the games of a shard, one row group at a time, and check their numbers.

    Args:
        path: the file of the shard.
        entry: its entry in the manifest.

    Raises:
        KeptGamesError: the file is not a shard, or its games do not have the numbers that the manifest lists.
        OSError: the file cannot be read.
    """
    first, end = entry.first, entry.first + entry.games
    for rows in read_rows(path):
        if not np.array_equal(rows.number, np.arange(first, first + len(rows), dtype=np.uint64)):
            raise KeptGamesError(f"{path}: the games are not numbered from {first}")
        first += len(rows)
        yield rows
    if first != end:
        raise KeptGamesError(f"{path} has {first - entry.first:,} games, but the manifest lists {entry.games:,}")

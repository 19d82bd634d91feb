"""Reading kept games: the contents of a folder, and its games in three forms."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from volo.errors import KeptGamesError, UnfinishedGamesError, VoloError
from volo.game import Game
from volo.simulate.config import Shard, count_games
from volo.simulate.manifest import Entry, Heading, check_names, read_manifest
from volo.simulate.shard import Rows, check_shard, read_origin, read_rows, schema
from volo.simulate.storage import Storage, Stored, has_checksum, shard_file, storage_of
from volo.simulate.versions import load

if TYPE_CHECKING:
    from pyarrow.dataset import Dataset
else:
    # The annotations can be evaluated without pyarrow, which is optional and slow to import.
    Dataset = Any

# How to repair a damaged file, as the end of an error message.
REPAIR = "start the same run again to repair it"


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a folder of kept games. The entries are in the order of the games."""

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
        """The names of the files of all shards. Only their sizes are checked, and they are not read."""
        sizes = self.folder.sizes()
        for entry in self.entries:
            if sizes.get(entry.shard.file) != entry.size:
                raise KeptGamesError(f"{self.folder.file(entry.shard.file)} is damaged or missing; {REPAIR}")
        return [entry.shard.file for entry in self.entries]

    def checked_files(self) -> Iterator[tuple[Entry, Stored]]:
        """Each entry and its file. The checksum of a file is verified before the file is yielded.

        If the run has grown since the manifest was read, the last shard may have been replaced by one with more games.
        """
        for entry in self.entries:
            found, path = entry, self.folder.file(entry.shard.file)
            if not has_checksum(path, entry.size, entry.sha256):
                found, path = self._grown(entry)
            yield found, path

    def _grown(self, entry: Entry) -> tuple[Entry, Stored]:
        """The entry and the file of a shard that has more games now than in an entry, whose file is damaged or gone."""
        path = self.folder.file(entry.shard.file)
        for each in read_manifest(self.folder)[1]:
            is_longer = each.first == entry.first and each.games > entry.games
            if is_longer and has_checksum(path, each.size, each.sha256):
                return each, path
        raise KeptGamesError(f"{path} is damaged or missing; {REPAIR}")


def contents_of(folder: Storage, *, unfinished: bool = False) -> Contents:
    """Read the manifest of a folder of kept games."""
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


def checked_rows(path: Stored, shard: Shard, games: int | None = None) -> Iterator[Rows]:
    """Read the games of a shard, one row group at a time, and check their numbers.

    ``games`` is the number of games of the run, if the configuration of the rows matters.
    """
    first, end = shard.first, shard.first + shard.games
    for rows in read_rows(path, end if games is None else games):
        if not np.array_equal(rows.number, np.arange(first, first + len(rows), dtype=np.int64)):
            raise KeptGamesError(f"{path}: the games are not numbered from {first}")
        first += len(rows)
        yield rows
    if first != end:
        raise KeptGamesError(f"{path} has {first - shard.first:,} games, but the manifest lists {shard.games:,}")


def read_games(directory: str | os.PathLike[str], *, unfinished: bool = False) -> Iterator[Game]:
    """Read the kept games of a folder, in the order of their numbers, each with all its moves.

    The checksum of every file is verified before its first game is yielded. Every move is checked against the rules,
    which takes about half a microsecond for each move. Memory does not grow with the number of games. Errors are raised
    when the iterator is advanced, not by the call.

    Args:
        directory: the folder that ``volo simulate --out`` or :func:`volo.simulate.keep` wrote, or one of its
            shards.
        unfinished: whether to accept a folder in which games are missing, because the run was stopped or is still
            running. The games that the manifest lists when reading begins are yielded.

    Raises:
        UnfinishedGamesError: games are missing, and ``unfinished`` is false. The folder of a part of a run needs only
            the games of that part.
        KeptGamesError: the folder is not a folder of kept games, it has files of another run, a file is damaged or
            missing, or pyarrow is not installed. Starting the same run again repairs the folder.
        VoloError: the folder is a URL that cannot be used.
        OSError: a file cannot be read.

    >>> import tempfile
    >>> from volo.simulate import Configuration, keep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     *_, summary = keep(folder, Configuration(games=20, position=volo.Position("standard-4")))
    ...     games = list(volo.read_games(folder))
    >>> len(games), games[0].outcome() is not None, sum(len(game) for game in games) == summary.plies
    (20, True, True)
    """
    for rows in scan_shards(directory, unfinished=unfinished):
        yield from games_of(directory, rows)


def games_of(directory: object, rows: Rows) -> Iterator[Game]:
    """The games of a row group of this folder. An error names the game."""
    for index, number in enumerate(rows.number.tolist()):
        try:
            game = rows[index]
        except VoloError as error:
            raise KeptGamesError(f"{directory}: game {number}: {error}") from error
        yield game


def scan_shards(directory: str | os.PathLike[str], *, unfinished: bool = False) -> Iterator[Rows]:
    """Read the kept games of a folder as NumPy arrays, in the order of their numbers.

    Each item is one row group of a shard, which has at most 5,000 games. The checksums of files, the memory, and the
    arguments and errors are as for :func:`volo.read_games`.

    >>> import tempfile
    >>> from volo import Position
    >>> from volo.simulate import Configuration, keep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     *_, summary = keep(folder, Configuration(games=20, position=Position("standard-4"), shard_size=10))
    ...     groups = list(scan_shards(folder))
    >>> [rows.number.tolist()[0] for rows in groups]
    [0, 10]
    >>> sum(len(rows.moves) for rows in groups) == summary.plies
    True
    """
    if (single := shard_file(directory)) is not None:
        yield from checked_rows(single, read_origin(single).shard)
        return
    contents = contents_of(storage_of(directory), unfinished=unfinished)
    for entry, path in contents.checked_files():
        yield from checked_rows(path, entry.shard, contents.heading.configuration.games)


def scan(directory: str | os.PathLike[str], *, unfinished: bool = False) -> Dataset:
    """Open the kept games of a folder as a ``pyarrow.dataset.Dataset``, which reads only the columns that are used.

    ``scan(folder).to_table(columns=["winner", "plies"]).to_pandas()`` is a pandas data frame, and
    ``polars.scan_pyarrow_dataset(scan(folder))`` is a lazy polars frame. This function checks the size of every file,
    and the sizes of its row groups (on object storage when the file is first read). The checksums of pages are verified
    when the pages are read. ``polars.scan_parquet(f"{folder}/*.parquet")`` reads the same games without this package
    (from polars 1.0 on; the column ``moves`` in DuckDB needs DuckDB 2.0, and in pyarrow 16), but does not detect that
    games are missing. polars and DuckDB need the pattern ``*.parquet``, because they would also read the other files of
    the folder as Parquet.

    Args:
        directory: the folder that ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.
        unfinished: as for :func:`volo.read_games`. The dataset has the games that the manifest lists now.

    Returns:
        the dataset, with a column for each array of :class:`Rows`, the seed, the rule set (``rules``), and the FEN of
        the start (``start``), which is null if the games begin at the start by the rule set.

    Raises:
        KeptGamesError: a file is missing or has a wrong size, the name of the folder is not UTF-8, or as for
            :func:`volo.read_games`.
        UnfinishedGamesError, VoloError, OSError: as for :func:`volo.read_games`.

    >>> import tempfile
    >>> from volo import Position
    >>> from volo.simulate import Configuration, keep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     *_, summary = keep(folder, Configuration(games=20, position=Position("standard-4")))
    ...     table = scan(folder).to_table(columns=["winner", "plies"])
    >>> table.num_rows, sum(table.column("plies").to_pylist()) == summary.plies
    (20, True)
    """
    contents = contents_of(storage_of(directory), unfinished=unfinished)
    dataset = load("pyarrow.dataset")
    options = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
    files, filesystem = contents.folder.arrow(contents.sized_files(), check_shard)
    try:
        found: Dataset = dataset.dataset(
            files,
            schema=schema(contents.heading.configuration),
            filesystem=filesystem,
            format=dataset.ParquetFileFormat(default_fragment_scan_options=options),
        )
    except UnicodeEncodeError as error:
        raise KeptGamesError(f"pyarrow can only scan folders whose names are UTF-8, not {str(directory)!a}") from error
    return found

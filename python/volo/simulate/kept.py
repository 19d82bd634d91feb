"""Games that were kept, read again: game by game, array by array, or as a table for pyarrow, polars and pandas."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from volo._volo import Move
from volo.disk import is_same
from volo.errors import KeptGamesError, VoloError
from volo.game import Game
from volo.simulate.manifest import Entry, Heading, read_manifest
from volo.simulate.shard import Rows, read_rows, schema
from volo.simulate.versions import load

if TYPE_CHECKING:
    from pyarrow.dataset import Dataset

__all__ = ["checked_files", "listed_shards", "read_games", "scan", "scan_shards"]


def read_games(directory: str | os.PathLike[str]) -> Iterator[Game]:
    """The kept games of a folder, in the order of their numbers, each with all its moves.

    A run that is not finished, or still at work, has the games that are in its manifest. Every file is held against
    its checksum before its first game, and every move against the rules: that takes about half a microsecond a move.

    Args:
        directory: what ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.

    Raises:
        KeptGamesError: the folder has no manifest, or a file of it is damaged or not there, or pyarrow is not
            installed. The same run again repairs the folder. Like every error, it comes with ``next``.
        OSError: a file cannot be read.

    >>> import tempfile, volo
    >>> from volo.simulate import Configuration, keep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     *_, summary = keep(folder, Configuration(games=20, position=volo.Position("standard-4")))
    ...     games = list(volo.read_games(folder))
    >>> len(games), games[0].outcome() is not None, sum(len(game) for game in games) == summary.plies
    (20, True, True)
    """
    for rows in scan_shards(directory):
        codes = rows.moves.tolist()
        starts, ends = rows.offsets[:-1].tolist(), rows.offsets[1:].tolist()
        for number, start, end in zip(rows.number.tolist(), starts, ends, strict=True):
            try:
                game = Game(rows.configuration.position, map(Move.from_code, codes[start:end]))
            except VoloError as error:
                raise KeptGamesError(f"{directory}: game {number}: {error}") from error
            yield game


def scan_shards(directory: str | os.PathLike[str]) -> Iterator[Rows]:
    """The kept games of a folder as arrays, some thousands of games at a time, in the order of their numbers.

    Every file is held against its checksum before its first game. Memory does not grow with the number of games.

    Args:
        directory: what ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.

    Raises:
        KeptGamesError: the folder has no manifest, or a file of it is damaged or not there, or pyarrow is not
            installed. The same run again repairs the folder. Like every error, it comes with ``next``.
        OSError: a file cannot be read.
    """
    for _, path in checked_files(Path(directory)):
        yield from read_rows(path)


def checked_files(folder: Path) -> Iterator[tuple[Entry, Path]]:
    """The entries of a folder's manifest, in the order of the games, each with its file, held against its checksum.

    Raises:
        KeptGamesError: the folder has no manifest, or a file of it is damaged or not there.
        OSError: a file cannot be read.
    """
    _, entries = listed_shards(folder)
    for entry in entries:
        path = folder / entry.shard.file
        if not is_same(path, entry.size, entry.sha256):
            raise KeptGamesError(f"{path} is damaged or not there; the run that wrote it repairs it, started again")
        yield entry, path


def scan(directory: str | os.PathLike[str]) -> Dataset:
    """The kept games of a folder as a ``pyarrow.dataset.Dataset``: nothing is read before it is asked for.

    ``scan(folder).to_table(columns=["winner", "plies"]).to_pandas()`` is a data frame of pandas, and
    ``polars.scan_pyarrow_dataset(scan(folder))`` a lazy one of polars; ``scan_parquet(f"{folder}/*.parquet")`` of
    polars does without this package. Pages are held against their checksums as they are read.

    Args:
        directory: what ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.

    Raises:
        KeptGamesError: the folder has no manifest, or pyarrow is not installed.
        OSError: the manifest cannot be read.
    """
    folder = Path(directory)
    heading, entries = listed_shards(folder)
    dataset = load("pyarrow.dataset")
    options = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
    found: Dataset = dataset.dataset(
        [str(folder / entry.shard.file) for entry in entries],
        schema=schema(heading.configuration),
        format=dataset.ParquetFileFormat(default_fragment_scan_options=options),
    )
    return found


def listed_shards(folder: Path) -> tuple[Heading, list[Entry]]:
    """The heading of a folder's manifest, and its entries in the order of the games.

    Raises:
        KeptGamesError: there is no manifest, or it is damaged.
        OSError: it cannot be read.
    """
    try:
        heading, entries = read_manifest(folder)
    except FileNotFoundError as error:
        raise KeptGamesError(f"{folder} is no folder of kept games: it has no manifest") from error
    return heading, sorted(filter(heading.has, entries), key=lambda entry: entry.first)

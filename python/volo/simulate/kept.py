"""Reading kept games: game by game, array by array, or as a table for pyarrow, polars and pandas."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from volo._volo import Move
from volo.errors import KeptGamesError, VoloError
from volo.game import Game
from volo.simulate.contents import checked_rows, contents_of
from volo.simulate.shard import Rows, schema
from volo.simulate.versions import load

if TYPE_CHECKING:
    from pyarrow.dataset import Dataset

__all__ = ["read_games", "scan", "scan_shards"]


def read_games(directory: str | os.PathLike[str], *, unfinished: bool = False) -> Iterator[Game]:
    """The kept games of a folder, in the order of their numbers, each with all its moves.

    The checksum of every file is verified before its first game, and every move is checked against the rules. That
    takes about half a microsecond a move.

    Args:
        directory: the folder that ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.
        unfinished: whether games may be missing, because the run was stopped or is still at work. The games that the
            manifest lists when reading begins are then given.

    Raises:
        UnfinishedGamesError: games are missing, and ``unfinished`` is false. A folder of a part of a run needs the
            games of that part only.
        KeptGamesError: the folder has no manifest or has files of another run, a file is damaged or missing, or
            pyarrow is not installed. The same run again repairs the folder. Like every error, it is raised by
            ``next``.
        OSError: a file cannot be read.

    >>> import tempfile, volo
    >>> from volo.simulate import Configuration, keep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     *_, summary = keep(folder, Configuration(games=20, position=volo.Position("standard-4")))
    ...     games = list(volo.read_games(folder))
    >>> len(games), games[0].outcome() is not None, sum(len(game) for game in games) == summary.plies
    (20, True, True)
    """
    for rows in scan_shards(directory, unfinished=unfinished):
        codes = rows.moves.tolist()
        starts, ends = rows.offsets[:-1].tolist(), rows.offsets[1:].tolist()
        for number, start, end in zip(rows.number.tolist(), starts, ends, strict=True):
            try:
                game = Game(rows.configuration.position, map(Move.from_code, codes[start:end]))
            except VoloError as error:
                raise KeptGamesError(f"{directory}: game {number}: {error}") from error
            yield game


def scan_shards(directory: str | os.PathLike[str], *, unfinished: bool = False) -> Iterator[Rows]:
    """The kept games of a folder as arrays, some thousands of games at a time, in the order of their numbers.

    The checksum of every file is verified before its first game. Memory does not grow with the number of games.

    Args:
        directory: the folder that ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.
        unfinished: whether games may be missing, because the run was stopped or is still at work. The games that the
            manifest lists when reading begins are then given.

    Raises:
        UnfinishedGamesError: games are missing, and ``unfinished`` is false.
        KeptGamesError: the folder has no manifest or has files of another run, a file is damaged or missing, or
            pyarrow is not installed. The same run again repairs the folder. Like every error, it is raised by
            ``next``.
        OSError: a file cannot be read.
    """
    for entry, path in contents_of(Path(directory), unfinished=unfinished).checked_files():
        yield from checked_rows(path, entry)


def scan(directory: str | os.PathLike[str], *, unfinished: bool = False) -> Dataset:
    """The kept games of a folder as a ``pyarrow.dataset.Dataset``: no game is read before it is asked for.

    ``scan(folder).to_table(columns=["winner", "plies"]).to_pandas()`` is a data frame of pandas, and
    ``polars.scan_pyarrow_dataset(scan(folder))`` a lazy one of polars. ``polars.scan_parquet(f"{folder}/*.parquet")``
    does not need this package, and does not notice what is missing. Here the size of every file is checked at once,
    and the checksums of pages as they are read.

    Args:
        directory: the folder that ``volo simulate --out`` or :func:`volo.simulate.keep` wrote.
        unfinished: whether games may be missing, because the run was stopped or is still at work. The games that the
            manifest lists now are then in the dataset.

    Raises:
        UnfinishedGamesError: games are missing, and ``unfinished`` is false.
        KeptGamesError: the folder has no manifest or has files of another run, a file is missing or has another size,
            or pyarrow is not installed.
        OSError: the folder cannot be read.
    """
    contents = contents_of(Path(directory), unfinished=unfinished)
    dataset = load("pyarrow.dataset")
    options = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
    found: Dataset = dataset.dataset(
        [str(path) for path in contents.sized_files()],
        schema=schema(contents.heading.configuration),
        format=dataset.ParquetFileFormat(default_fragment_scan_options=options),
    )
    return found

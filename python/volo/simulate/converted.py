"""Kept games in other files: as a table with a row for each play, and as game records, and kept again from these."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from volo._support.checks import whole_in
from volo._support.disk import rewriting
from volo._volo import Move
from volo.errors import KeptGamesError, VoloError
from volo.game import Game
from volo.playouts import RecordedPlayouts
from volo.recorded import plays_schema
from volo.simulate.config import WHOLE, Configuration, Shard
from volo.simulate.folder import Folder
from volo.simulate.kept import checked_rows, games_of, scan_shards
from volo.simulate.manifest import Heading
from volo.simulate.runner import keep_whole, play_here
from volo.simulate.shard import Rows, parquet_writer, read_summary
from volo.simulate.storage import Stored, storage_of
from volo.simulate.summary import Summary
from volo.simulate.versions import load, writers

if TYPE_CHECKING:
    from pyarrow import RecordBatchReader
else:
    # The annotations can be evaluated without pyarrow, which is optional and slow to import.
    RecordBatchReader = Any

_NUMBER: Final = "Number"
_NUMBERS: Final = {"Games": "games", "Seed": "seed", "MaxPlies": "max_plies", "ShardSize": "shard_size"}
"""The tags that have a number of the configuration, each with its name there."""

_TAGS: Final = ("Orange", "Blue", *_NUMBERS, _NUMBER)


def scan_plays(
    directory: str | os.PathLike[str],
    *,
    unfinished: bool = False,
    estimate: bool = False,
    threads: int | None = None,
) -> RecordBatchReader:
    """Read the kept games of a folder as a table with a row for each play, as from :meth:`volo.RecordedPlayouts.plays`.

    The reader has batches of at most 5,000 games, so memory does not grow with their number. polars and DuckDB read it,
    as does everything that supports Arrow's PyCapsule interface, and ``read_pandas()`` returns a pandas data frame. The
    checksum of every file is verified before its first game is read. Errors are raised when the reader is advanced. The
    arguments ``directory`` and ``unfinished`` are those of :func:`volo.read_games`.

    Args:
        estimate: whether to add the column ``estimate``.
        threads: the number of threads, 1 to 256; by default as many as the machine runs at once.

    Raises:
        VoloError: the number of threads is out of range, or as for :func:`volo.read_games`.
        UnfinishedGamesError, KeptGamesError, OSError: as for :func:`volo.read_games`.

    >>> import tempfile
    >>> from volo.simulate import Configuration, keep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     *_, summary = keep(folder, Configuration(games=20, position="standard-4"))
    ...     frame = scan_plays(folder).read_pandas()
    >>> len(frame) == summary.plies, int(frame["game"].max())
    (True, 19)
    """

    def batches() -> Iterator[Any]:
        for rows in scan_shards(directory, unfinished=unfinished):
            yield from plays_of(directory, rows, estimate=estimate, threads=threads).to_batches()

    return load("pyarrow").RecordBatchReader.from_batches(plays_schema(estimate=estimate), batches())


def plays_of(directory: object, rows: Rows, *, estimate: bool, threads: int | None) -> Any:
    """The table of the plays of a row group of this folder."""
    try:
        return rows.plays(estimate=estimate, threads=threads)
    except VoloError as error:
        raise KeptGamesError(f"{directory}: {error}") from error


@contextmanager
def plays_writer(path: Path, *, estimate: bool) -> Iterator[Any]:
    """Open a Parquet file of plays for writing, as a ``pyarrow.parquet.ParquetWriter``. It is replaced atomically."""
    schema = plays_schema(estimate=estimate)
    counted = ["game", "ply"]
    with (
        rewriting(path) as sink,
        parquet_writer(
            sink,
            schema,
            use_dictionary=[name for name in schema.names if name not in counted],
            column_encoding=dict.fromkeys(counted, "DELTA_BINARY_PACKED"),
        ) as writer,
    ):
        yield writer


def tagged(directory: object, rows: Rows) -> Iterator[Game]:
    """The games of a row group of this folder, each with the tags from which :func:`keep_records` knows its run."""
    configuration = rows.configuration
    orange, blue = configuration.policy
    numbers = {tag: str(getattr(configuration, name)) for tag, name in _NUMBERS.items()}
    for number, game in zip(rows.number.tolist(), games_of(directory, rows), strict=True):
        game.tags = {"Orange": orange, "Blue": blue, **numbers, _NUMBER: str(number)}
        yield game


def keep_records(
    directory: str | os.PathLike[str], games: Iterable[Game], *, threads: int | None = None
) -> Generator[Summary, None, None]:
    """Keep the games of records in a folder, and after each group of games yield the summary of all games so far.

    The records are those of the games of one run, in their order, with the tags that ``volo convert`` writes. The tags
    determine the games. So each game is played again and compared with its record, and the folder has the same bytes as
    that of the run. It continues if it is stopped, as :func:`volo.simulate.keep` does.

    Raises:
        KeptGamesError: a tag is missing or wrong, games are missing, a record has other moves than the game with its
            tags, or the folder is not that of the run.
        OSError: a file cannot be written.
    """
    storage = storage_of(directory)
    records = _Records(games)

    def play(folder: Folder) -> Iterator[Summary]:
        for entry, file in folder.verify():
            records.kept.append((entry.shard, file))
            yield read_summary(file)
        yield from play_here(folder, threads, records.compare)
        records.finish()

    total = Summary()
    with closing(keep_whole(storage, Heading(records.plan, WHOLE, writers()), play)) as played:
        for summary in played:
            total += summary
            yield total


class _Records:
    """The records of a run. They are compared with the games that their tags determine.

    Attributes:
        plan: the configuration of the run.
        kept: the shards that the folder has already, in the order of the games.
    """

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = iter(games)
        if (first := next(self._games, None)) is None:
            raise KeptGamesError("there are no games to keep")
        self.plan, self._run = _plan(first), _run(first)
        self._number = 0
        self.kept: deque[tuple[Shard, Stored]] = deque()
        self._check(first)
        self._games = chain([first], self._games)

    def compare(self, first: int, playouts: RecordedPlayouts) -> None:
        self._compare_kept(first)
        self._compare(first, playouts)

    def _compare_kept(self, end: int) -> None:
        while self.kept and self.kept[0][0].first < end:
            shard, file = self.kept.popleft()
            for rows in checked_rows(file, shard):
                self._compare(int(rows.number[0]), rows)

    def _compare(self, first: int, playouts: RecordedPlayouts | Rows) -> None:
        for played, game in enumerate(self._read(len(playouts))):
            expected = playouts.moves[playouts.offsets[played] : playouts.offsets[played + 1]].tolist()
            if (found := [move.code for move in game.moves]) == expected:
                continue
            pairs = zip(found, expected, strict=False)
            ply = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            has, should = (
                str(Move.from_code(codes[ply])) if ply < len(codes) else "no move" for codes in (found, expected)
            )
            raise KeptGamesError(
                f"the record of game {first + played} has {has} at ply {ply + 1}, and the game with its tags has "
                f"{should}: the record was changed, or an engine of another version of volo played the game"
            )

    def finish(self) -> None:
        self._compare_kept(self.plan.games)
        if next(self._games, None) is not None:
            raise KeptGamesError(f"there are more records than the {self.plan.games:,} games of the tag Games")

    def _read(self, number: int) -> Iterator[Game]:
        for _ in range(number):
            if (game := next(self._games, None)) is None:
                games, found = self.plan.games, self._number
                raise KeptGamesError(f"there are {found:,} of {games:,} games: those from {found} on are missing")
            self._check(game)
            self._number += 1
            yield game

    def _check(self, game: Game) -> None:
        expected = self._number
        if _run(game) != self._run and (differences := _plan(game).differences(self.plan)):
            raise KeptGamesError(f"the record of game {expected} is one of another run: {'; '.join(differences)}")
        if (number := game.tags.get(_NUMBER, "none")) != str(expected):
            raise KeptGamesError(f"a record has the number {number[:20]}, not {expected}: that game is missing")


def _run(game: Game) -> tuple[object, ...]:
    """What says of which run a game is. Texts are compared faster than configurations."""
    return game.start, *map(game.tags.get, _TAGS[:-1])


def _plan(game: Game) -> Configuration:
    if missing := [tag for tag in _TAGS if tag not in game.tags]:
        raise KeptGamesError(
            f"a record lacks the tags {', '.join(missing)}, which say how the game was played; only games with the "
            "tags that `volo convert` writes can be kept"
        )
    values: dict[str, object] = {"position": game.start.fen(), "orange": game.tags["Orange"], "blue": game.tags["Blue"]}
    for tag, name in _NUMBERS.items():
        values[name] = whole_in(game.tags[tag])
        if values[name] is None:
            raise KeptGamesError(f"the tag {tag} is not a number: {game.tags[tag][:40]!a}")
    return Configuration.from_dict(values)

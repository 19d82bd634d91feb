"""Shards: Parquet files that each contain a range of the games of a run. Each row is a game.

pyarrow is optional (extra ``volo[parquet]``) and is imported on first use.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from volo._support.disk import Sink, with_filename
from volo._volo import Position, play_games
from volo.errors import KeptGamesError
from volo.playouts import Playouts, RecordedPlayouts
from volo.recorded import Origin as RecordedOrigin
from volo.recorded import RecordedGames
from volo.simulate.config import Configuration, Shard
from volo.simulate.document import summary_from_json, summary_to_json
from volo.simulate.sizes import GAMES_PER_GROUP, MOST_MOVES, check_pages, check_sizes
from volo.simulate.storage import Stored
from volo.simulate.summary import Summary
from volo.simulate.versions import FORMAT, NewerVersionError, check_version, load, newer, writers

_COMPRESSION_LEVEL = 1

# The type and the meaning of each column but "moves". The meanings are written into the files: changing a text changes
# the bytes of every shard.
_COLUMNS = {
    "number": ("int64", "the number of the game in its run"),
    "seed": ("uint64", "the seed of the run"),
    "rules": ("text", "the rule set"),
    "start": ("text", "the FEN of the start; null for the start by the rule set"),
    "orange": ("text", "the player of Orange"),
    "blue": ("text", "the player of Blue"),
    "winner": ("int8", "0 Orange, 1 Blue, -1 a draw, -2 truncated"),
    "reason": ("int8", "what ended the game: 0 one flock, 1 two passes, 2 nobody goes on, -1 truncated"),
    "plies": ("int32", "the number of turns"),
    "orange_birds": ("int16", "Orange's birds in the end"),
    "blue_birds": ("int16", "Blue's birds in the end"),
    "adds": ("int32", "the number of adds"),
    "flights": ("int32", "the number of flights"),
    "passes": ("int32", "the number of passes"),
    "clearings": ("int32", "the number of flights that cleared birds of the opponent"),
    "handed_over": ("bool_", "whether the player who did not make the last move won"),
}
_CONFIGURATION = b"volo.configuration"
_MOVES = "the codes of the moves, for volo.Move.from_code"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rows(RecordedGames):
    """Kept games as NumPy arrays. All arrays but ``moves`` and ``offsets`` have one element for each game.

    It is also a sequence of :class:`volo.Game`: ``rows[0]`` is the first game, and iteration yields all of them.
    :meth:`plays` returns a table with a row for each move.

    Attributes:
        configuration: the configuration of the run. ``configuration.position`` is the start of each game. If a single
            shard is read, ``configuration.games`` is the number of games to the end of this shard.
        number: the number of the game in its run. The other arrays are those of :class:`volo.Playouts`. The moves of
            game ``i`` are ``moves[offsets[i] : offsets[i + 1]]``.
    """

    configuration: Configuration
    number: NDArray[np.int64]
    winner: NDArray[np.int8]
    reason: NDArray[np.int8]
    plies: NDArray[np.int32]
    orange_birds: NDArray[np.int16]
    blue_birds: NDArray[np.int16]
    adds: NDArray[np.int32]
    flights: NDArray[np.int32]
    passes: NDArray[np.int32]
    clearings: NDArray[np.int32]
    handed_over: NDArray[np.bool_]
    moves: NDArray[np.uint32]
    offsets: NDArray[np.int64]

    @property
    def starts(self) -> tuple[Position, ...]:
        """The start of all games."""
        return (self.configuration.position,)

    @property
    def _first(self) -> int:
        return int(self.number[0]) if len(self) else 0

    @property
    def _origins(self) -> list[RecordedOrigin]:
        return [RecordedOrigin(self.configuration.position, *self.configuration.policy, self.configuration.seed)]

    def __len__(self) -> int:
        return len(self.number)

    def __repr__(self) -> str:
        return f"<Rows of {len(self):,} games>"


Check: TypeAlias = Callable[[int, RecordedPlayouts], object]
"""Checks games before they are written, of which the first one has this number. It raises an error to refuse them."""


def write_shard(
    sink: Sink, configuration: Configuration, shard: Shard, threads: int | None, check: Check | None = None
) -> Iterator[Summary]:
    """Play the games of a shard, write them, and yield the summary of each row group."""
    end = shard.first + shard.games
    with shard_writer(sink, configuration) as writer:
        for first in range(shard.first, end, GAMES_PER_GROUP):
            games = min(GAMES_PER_GROUP, end - first)
            playouts = play_games(games, threads=threads, record=True, tally=True, first=first, **configuration.terms)
            if check is not None:
                check(first, playouts)
            yield writer.write(first, playouts)


@contextmanager
def shard_writer(sink: Sink, configuration: Configuration) -> Iterator[ShardWriter]:
    """Open a shard for writing. The same games always give the same bytes.

    The footer is written at the end of the ``with`` block. If the block raises, the file is incomplete.
    """
    columns = schema(configuration)
    # Most columns have few different numbers.
    few = [name for name in _COLUMNS if name != "number"]
    with parquet_writer(sink, columns, use_dictionary=few, use_byte_stream_split=["moves.list.element"]) as writer:
        shard = ShardWriter(writer, columns, configuration)
        yield shard
        writer.add_key_value_metadata({"volo.summary": summary_to_json(shard.summary)})


@contextmanager
def parquet_writer(sink: Sink, columns: Any, **options: Any) -> Iterator[Any]:
    """Open a Parquet file with these columns for writing, as a ``pyarrow.parquet.ParquetWriter``.

    The footer is written at the end of the ``with`` block. If the block raises, the file is incomplete.
    """
    writer = load("pyarrow.parquet").ParquetWriter(
        load("pyarrow").PythonFile(sink, mode="w"),
        columns,
        compression="zstd",
        compression_level=_COMPRESSION_LEVEL,
        write_page_checksum=True,
        **options,
    )
    try:
        yield writer
        writer.close()
    except BaseException:
        # pyarrow writes the footer even now, at the latest when its writer is deleted. The sink ignores these bytes.
        sink.abandon()
        with suppress(OSError, ValueError):
            writer.close()
        raise


class ShardWriter:
    """A shard that is open for writing. The summary of all games so far becomes a part of the metadata."""

    def __init__(self, writer: Any, columns: Any, configuration: Configuration) -> None:
        self._writer = writer
        self._schema = columns
        start = configuration.position
        self._texts = (
            str(start.rules),
            None if start == Position(start.rules) else start.fen(),
            *configuration.policy,
        )
        self._seed = configuration.seed
        self.summary: Summary = Summary()

    def write(self, first: int, playouts: Playouts) -> Summary:
        """Write games as one row group. They have their moves and a tally."""
        pa = load("pyarrow")
        games = len(playouts)
        if (moves_played := int(playouts.plies.sum())) > MOST_MOVES:
            raise KeptGamesError(
                f"{games:,} games have {moves_played:,} moves, and kept games have at most {MOST_MOVES:,} in a "
                "row group: choose a smaller shard size or limit of plies"
            )
        offsets = pa.array(playouts.offsets, pa.int64()).cast(pa.int32())
        same = pa.array(np.zeros(games, np.int32))
        moves = pa.ListArray.from_arrays(offsets, pa.array(playouts.moves), type=self._schema.field("moves").type)
        columns = [
            np.arange(first, first + games, dtype=np.int64),
            np.full(games, self._seed, dtype=np.uint64),
            *(pa.array([text], pa.string()).dictionary_encode().take(same) for text in self._texts),
            *(getattr(playouts, name) for name in list(_COLUMNS)[6:]),
        ]
        table = pa.Table.from_arrays([*map(pa.array, columns), moves], schema=self._schema)
        self._writer.write_table(table, row_group_size=games)
        summary = Summary.of(playouts)
        self.summary += summary
        return summary


def schema(configuration: Configuration) -> Any:
    """The ``pyarrow.Schema`` of a shard, with metadata about the format, the columns and the run."""
    pa = load("pyarrow")
    types = {"text": pa.dictionary(pa.int32(), pa.string())}
    columns = [
        pa.field(name, types.get(kind) or getattr(pa, kind)(), nullable=name == "start")
        for name, (kind, _) in _COLUMNS.items()
    ]
    moves = pa.list_(pa.field("element", pa.uint32(), nullable=False))
    run = {name: value for name, value in configuration.to_dict().items() if name != "games"}
    meanings = {name: meaning for name, (_, meaning) in _COLUMNS.items()} | {"moves": _MOVES}
    metadata = {
        "volo.format": str(FORMAT),
        "volo.version": writers()["volo"],
        "volo.columns": json.dumps(meanings),
        "volo.configuration": json.dumps(run),
    }
    return pa.schema([*columns, pa.field("moves", moves, nullable=False)], metadata=metadata)


def read_rows(path: Stored, games: int) -> Iterator[Rows]:
    """Read the games of a shard, one row group at a time. Its run has this number of games."""
    with _open_shard(path, pages=True) as file:
        configuration = _checked_run_of(file, games)
        check_sizes(file.metadata, configuration.max_plies)
        for group in range(file.num_row_groups):
            table = file.read_row_group(group)
            moves = table.column("moves").combine_chunks()
            if not isinstance(moves, load("pyarrow").Array):
                moves = moves.chunk(0)
            columns = {name: table.column(name).to_numpy() for name in _COLUMNS if name in Rows.__slots__}
            offsets = moves.offsets.to_numpy().astype(np.int64)
            yield Rows(configuration, **columns, moves=moves.values.to_numpy(), offsets=offsets)


def read_summary(path: Stored) -> Summary:
    """Read the summary of the games of a shard from its metadata."""
    with _open_shard(path) as file:
        if (text := file.metadata.metadata.get(b"volo.summary")) is None:
            raise KeptGamesError("the metadata have no summary")
        return summary_from_json(text.decode())


def read_configuration(path: Stored) -> Configuration:
    """Read the configuration of the run of a shard from its metadata, which may not have the number of games."""
    with _open_shard(path) as file:
        return _run_of(file)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a shard comes from. The configuration may have the number of games to the end of the shard only."""

    configuration: Configuration
    writers: dict[str, str]
    shard: Shard


def read_origin(path: Stored) -> Origin:
    """Read where a shard comes from."""
    with _open_shard(path, pages=True) as file:
        _checked_run_of(file)
        metadata = file.metadata.metadata
        first = file.read_row_group(0, columns=["number"]).column("number")[0].as_py()
        versions = {"volo": metadata[b"volo.version"].decode(), "pyarrow": file.metadata.created_by.split()[-1]}
        shard = Shard(first, file.metadata.num_rows)
        return Origin(_run_of(file, first + shard.games), versions, shard)


def check_shard(opened: BinaryIO, path: object, *, pages: bool) -> None:
    """Check that a shard is not larger than those of a run, from its footer and, if asked for, from the header of each
    page.
    """
    with _parsed(opened, path, pages=pages):
        pass


@contextmanager
def _open_shard(path: Stored, *, pages: bool = False) -> Iterator[Any]:
    """Open a shard as a ``pyarrow.parquet.ParquetFile`` until the end of the ``with`` block."""
    # pyarrow cannot open a file whose name is not valid UTF-8.
    with with_filename(path), path.open() as opened, _parsed(opened, path, pages=pages) as file:
        yield file


@contextmanager
def _parsed(opened: BinaryIO, path: object, *, pages: bool) -> Iterator[Any]:
    parquet = load("pyarrow.parquet")
    try:
        with parquet.ParquetFile(opened, page_checksum_verification=True) as file:
            if _CONFIGURATION not in (file.metadata.metadata or {}):
                raise KeptGamesError("the metadata have no configuration of a run, as those of a table of plays")
            check_sizes(file.metadata)
            if pages:
                check_pages(opened, file.metadata)
            yield file
    except NewerVersionError as error:
        raise NewerVersionError(f"{path}: {error}") from error
    except Exception as error:
        # pyarrow raises an OSError without an errno for a damaged footer. One with an errno is from the system.
        if getattr(error, "errno", None) is not None or type(error) is MemoryError:
            raise
        raise KeptGamesError(f"{path} is not a shard or is damaged: {error}") from error


def _checked_run_of(file: Any, games: int = 1) -> Configuration:
    """As :func:`_run_of`, and check that the file has the columns of a shard."""
    configuration = _run_of(file, games)
    if not file.schema_arrow.equals(schema(configuration)):
        raise newer("the file does not have the columns of a shard", _writer(file))
    return configuration


def _writer(file: Any) -> str | None:
    return file.metadata.metadata.get(b"volo.version", b"").decode() or None


def _run_of(file: Any, games: int = 1) -> Configuration:
    """The configuration in the metadata of a ``pyarrow.parquet.ParquetFile``.

    The metadata do not have the number of games of the run, so that the files of a longer run are the same.

    The footer has two copies of the metadata: its own, and one in the schema that pyarrow stores. The copies are
    compared, so that a flipped bit is not mistaken for the configuration of another run.
    """
    pa = load("pyarrow")
    metadata = file.metadata.metadata
    text, writer = metadata[_CONFIGURATION], _writer(file)
    stored = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(metadata.get(b"ARROW:schema", b""))))
    if text != (stored.metadata or {}).get(_CONFIGURATION):
        raise KeptGamesError("the metadata have no configuration, or two different ones")
    if b"volo.format" not in metadata:
        raise KeptGamesError("the metadata have no format")
    check_version(metadata[b"volo.format"].decode(), str(FORMAT), "the shard", writer)
    values = json.loads(text)
    if isinstance(values, dict):
        values["games"] = games
    return Configuration.from_dict(values, writer)

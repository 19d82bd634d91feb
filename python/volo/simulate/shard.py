"""A shard: the Parquet file that keeps a range of games, one row a game.

pyarrow is loaded when it is needed; the extra ``volo[parquet]`` brings it.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volo._volo import play_random
from volo.disk import Sink, naming, open_regular
from volo.errors import KeptGamesError
from volo.playouts import Playouts
from volo.simulate.config import Configuration
from volo.simulate.ranges import Shard
from volo.simulate.summary import Summary
from volo.simulate.versions import FORMAT, load, writers

__all__ = [
    "GAMES_A_GROUP",
    "Rows",
    "ShardWriter",
    "read_configuration",
    "read_rows",
    "read_summary",
    "schema",
    "shard_writer",
    "write_shard",
]

# A row group of a file. It is played and written at once, so it is what a run keeps in memory.
GAMES_A_GROUP = 5_000

_LEVEL = 1

_COLUMNS = {
    "number": ("uint64", "the number of the game in its run"),
    "seed": ("uint64", "the seed of the run"),
    "winner": ("int8", "0 Orange, 1 Blue, -1 a draw, -2 truncated"),
    "reason": ("int8", "what ended the game: 0 one flock, 1 two passes, 2 nobody goes on, -1 truncated"),
    "plies": ("int32", "the number of turns"),
    "orange_birds": ("int16", "Orange's birds in the end"),
    "blue_birds": ("int16", "Blue's birds in the end"),
}
_CONFIGURATION = b"volo.configuration"
_MOVES = "the codes of the moves, for volo.Move.from_code"


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Kept games, column by column; a game is a row of the arrays.

    Attributes:
        configuration: what was played; ``configuration.position`` is where each game begins.
        number: the number of each game.
        winner: 0 Orange, 1 Blue, -1 a draw, -2 truncated.
        reason: 0 one flock, 1 two passes, 2 nobody goes on, -1 truncated.
        plies: the number of turns.
        orange_birds: Orange's birds in the end.
        blue_birds: Blue's birds in the end.
        moves: the codes of all moves of all games, one game after the other.
        offsets: where each game begins in ``moves``, and where the last one ends.
    """

    configuration: Configuration
    number: NDArray[np.uint64]
    winner: NDArray[np.int8]
    reason: NDArray[np.int8]
    plies: NDArray[np.int32]
    orange_birds: NDArray[np.int16]
    blue_birds: NDArray[np.int16]
    moves: NDArray[np.uint32]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        """The number of games."""
        return len(self.number)


def write_shard(sink: Sink, configuration: Configuration, shard: Shard, threads: int | None) -> Iterator[Summary]:
    """Play the games of a shard and write them, and give the summary of each row group.

    Raises:
        OSError: the disk is full, or broken.
    """
    end = shard.first + shard.games
    with shard_writer(sink, configuration) as writer:
        for first in range(shard.first, end, GAMES_A_GROUP):
            playouts = _play(configuration, first, min(GAMES_A_GROUP, end - first), threads)
            yield writer.write(first, playouts)


def _play(configuration: Configuration, first: int, games: int, threads: int | None) -> Playouts:
    return play_random(
        games,
        position=configuration.position,
        seed=configuration.seed,
        threads=threads,
        max_plies=configuration.max_plies,
        record=True,
        tally=True,
        first=first,
        policy=configuration.policy,
    )


@contextmanager
def shard_writer(sink: Sink, configuration: Configuration) -> Iterator[ShardWriter]:
    """Write the games of one shard. The same games make the same bytes.

    Args:
        sink: where the bytes go.
        configuration: what is played.

    Raises:
        KeptGamesError: pyarrow is not installed.
        OSError: the disk is full, or broken.
    """
    columns = schema(configuration)
    writer = load("pyarrow.parquet").ParquetWriter(
        load("pyarrow").PythonFile(sink, mode="w"),
        columns,
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=False,
        use_byte_stream_split=["moves.list.element"],
        write_page_checksum=True,
    )
    try:
        shard = ShardWriter(writer, columns, configuration.seed)
        yield shard
        writer.add_key_value_metadata({"volo.summary": shard.summary.to_json()})
        writer.close()
    except BaseException:
        # pyarrow ends its files when it forgets them; there is nothing left to write this one's end to.
        sink.abandon()
        with suppress(OSError, ValueError):
            writer.close()
        raise


class ShardWriter:
    """Writes the games of one shard, a row group at a time.

    Attributes:
        summary: the summary of all games so far. It goes into the metadata of the file, so that a run that goes on
            need not play again what it finds.
    """

    def __init__(self, writer: Any, columns: Any, seed: int) -> None:
        self._writer = writer
        self._schema = columns
        self._seed = seed
        self.summary: Summary = Summary()

    def write(self, first: int, playouts: Playouts) -> Summary:
        """Write recorded games as a row group of its own, and give their summary.

        Args:
            first: the number of the first of them.
            playouts: the games, played with ``record=True`` and ``tally=True``.

        Raises:
            OSError: the disk is full, or broken.
        """
        pa = load("pyarrow")
        games = len(playouts)
        offsets = pa.array(playouts.offsets, pa.int64()).cast(pa.int32())
        moves = pa.ListArray.from_arrays(offsets, pa.array(playouts.moves), type=self._schema.field("moves").type)
        columns = [
            np.arange(first, first + games, dtype=np.uint64),
            np.full(games, self._seed, dtype=np.uint64),
            *(getattr(playouts, name) for name in list(_COLUMNS)[2:]),
        ]
        table = pa.Table.from_arrays([*map(pa.array, columns), moves], schema=self._schema)
        self._writer.write_table(table, row_group_size=games)
        summary = Summary.of(playouts)
        self.summary += summary
        return summary


def schema(configuration: Configuration) -> Any:
    """The ``pyarrow.Schema`` of a shard. Its metadata tell the format, the columns and what is played, as JSON.

    Raises:
        KeptGamesError: pyarrow is not installed.
    """
    pa = load("pyarrow")
    columns = [pa.field(name, getattr(pa, kind)(), nullable=False) for name, (kind, _) in _COLUMNS.items()]
    moves = pa.list_(pa.field("element", pa.uint32(), nullable=False))
    told = {name: meaning for name, (_, meaning) in _COLUMNS.items()} | {"moves": _MOVES}
    metadata = {
        "volo.format": str(FORMAT),
        "volo.version": writers()["volo"],
        "volo.columns": json.dumps(told),
        "volo.configuration": json.dumps(configuration.to_dict()),
    }
    return pa.schema([*columns, pa.field("moves", moves, nullable=False)], metadata=metadata)


def read_rows(path: Path) -> Iterator[Rows]:
    """The games of a shard, a row group at a time.

    Raises:
        KeptGamesError: the file is not a shard, or damaged, or pyarrow is not installed.
        OSError: the file cannot be read, or is not a regular file.
    """
    with _reading(path) as file:
        configuration = _configuration_of(file)
        if not file.schema_arrow.equals(schema(configuration)):
            raise KeptGamesError("its columns are not those of a shard")
        for group in range(file.num_row_groups):
            table = file.read_row_group(group)
            moves = table.column("moves").combine_chunks()
            if not isinstance(moves, load("pyarrow").Array):
                moves = moves.chunk(0)
            columns = {name: table.column(name).to_numpy() for name in _COLUMNS if name != "seed"}
            offsets = moves.offsets.to_numpy().astype(np.int64)
            yield Rows(configuration, moves=moves.values.to_numpy(), offsets=offsets, **columns)


def read_summary(path: Path) -> Summary:
    """The summary of the games of a shard, as its metadata have it.

    Raises:
        KeptGamesError: the file is not a shard, or damaged, or pyarrow is not installed.
        OSError: the file cannot be read, or is not a regular file.
    """
    with _reading(path) as file:
        metadata = file.metadata.metadata or {}
        if (text := metadata.get(b"volo.summary")) is None:
            raise KeptGamesError("its metadata have no summary")
        return Summary.from_json(text.decode())


def read_configuration(path: Path) -> Configuration:
    """What a shard says was played.

    Raises:
        KeptGamesError: the file is not a shard, or damaged, or pyarrow is not installed.
        OSError: the file cannot be read, or is not a regular file.
    """
    with _reading(path) as file:
        return _configuration_of(file)


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    """A Parquet file, open. Whatever pyarrow raises about its contents becomes a KeptGamesError.

    Raises:
        KeptGamesError: the file is not a shard, or damaged.
        OSError: the file cannot be read, or is not a regular file.
    """
    pa, parquet = load("pyarrow"), load("pyarrow.parquet")
    # Opened here, because pyarrow cannot open a file whose name is not text.
    with naming(path), os.fdopen(open_regular(path), "rb") as opened:
        try:
            with parquet.ParquetFile(opened, page_checksum_verification=True) as file:
                yield file
        except (KeptGamesError, pa.ArrowException, OSError, KeyError, ValueError, RecursionError) as error:
            # An error of the system has a number. pyarrow also raises OSError, without one, for a damaged footer.
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise KeptGamesError(f"{path}: not a shard, or damaged: {error}") from error


def _configuration_of(file: Any) -> Configuration:
    """What a file says was played.

    The footer has it twice: in its metadata, and in the schema that pyarrow stores there. So a flipped bit does not
    make it the configuration of another run.

    Raises:
        KeptGamesError: the file does not say it, or the two are different.
    """
    pa = load("pyarrow")
    metadata = file.metadata.metadata or {}
    text = metadata.get(_CONFIGURATION)
    stored = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(metadata.get(b"ARROW:schema", b""))))
    if text is None or text != (stored.metadata or {}).get(_CONFIGURATION):
        raise KeptGamesError("its metadata do not say what was played")
    return Configuration.from_dict(json.loads(text))

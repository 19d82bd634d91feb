"""Recorded games, as games and as a table with a row for each play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from operator import index as operator_index
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from volo._volo import Move, Position, _plays
from volo.color import Color
from volo.errors import VoloError
from volo.game import Game

if TYPE_CHECKING:
    from pyarrow import Schema, Table
else:
    # The annotations can be evaluated without pyarrow, which is optional and slow to import.
    Schema = Table = Any

# The type and the meaning of each column of plays. Each name in the column of another kind than a number is a text.
_COLUMNS: Final = {
    "game": ("int64", "the number of the game"),
    "ply": ("int32", "the number of the play in its game, from 1"),
    "player": ("color", "who made the play"),
    "kind": ("kind", "add, fly or pass"),
    "space": ("space", "the space of an add, or the first space of the line that flew; null for a pass"),
    "direction": ("direction", "the direction of a flight; null for an add or a pass"),
    "length": ("int16", "the number of birds that flew; 0 for an add or a pass"),
    "distance": ("int16", "the number of steps of a flight; 0 for an add or a pass"),
    "landing": ("space", "the space where the first bird of the line landed; null for an add or a pass"),
    "keep": ("space", "the first space of the region that was kept [R15]; null if the play cleared no birds"),
    "cleared": ("int16", "the number of birds of the opponent that were cleared [R15]"),
    "orange_flocks": ("int16", "the number of Orange's flocks after the play"),
    "blue_flocks": ("int16", "the number of Blue's flocks after the play"),
    "orange_birds": ("int16", "the number of Orange's birds in the sky after the play"),
    "blue_birds": ("int16", "the number of Blue's birds in the sky after the play"),
    "won": ("bool_", "whether the player who made the play won; null if nobody did"),
    "rules": ("text", "the rule set"),
    "orange": ("text", "the player of Orange; null if unknown"),
    "blue": ("text", "the player of Blue; null if unknown"),
    "seed": ("uint64", "the seed of the games; null if unknown"),
    "estimate": (
        "float64",
        "the expected result after the play by the engine without a search: 1 if Orange wins, -1 if Blue does",
    ),
}
_NAMES: Final = {
    "color": tuple(map(str, Color)),
    "kind": Move.KINDS,
    "direction": Move.DIRECTIONS,
}


class Origin(NamedTuple):
    """What games begin with: their start, and their players and their seed where these are known."""

    start: Position
    orange: str | None
    blue: str | None
    seed: int | None


class RecordedGames:
    """Games with their moves: a sequence of games, of which :meth:`plays` makes a table.

    A subclass has the ``winner`` of each game, the codes of the ``moves``, the ``offsets`` of the games in them, and
    the ``starts``. As many games begin at each of the starts, those of the first one first.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        moves: NDArray[np.uint32]
        offsets: NDArray[np.int64]

        @property
        def winner(self) -> NDArray[np.int8]:
            """The winner of each game."""

        @property
        def starts(self) -> tuple[Position, ...]:
            """The starting positions."""

        def __len__(self) -> int:
            """The number of games."""

    @property
    def _first(self) -> int:
        return 0

    @property
    def _origins(self) -> list[Origin]:
        raise NotImplementedError

    def game(self, index: SupportsIndex) -> Game:
        """One of the games, with all its moves.

        Args:
            index: the index of the game; a negative one counts from the end.

        Raises:
            IndexError: there is no such game.

        >>> games = volo.play_random(3, positions=["standard-4", "french-5"], record=True, seed=0)
        >>> str(games.game(4).start.rules), games.game(4) == games[-2]
        ('french-5', True)
        """
        at = range(len(self))[operator_index(index)]
        start = self.starts[at * len(self.starts) // len(self)]
        return Game(start, map(Move.from_code, self.moves[self.offsets[at] : self.offsets[at + 1]].tolist()))

    def __getitem__(self, index: SupportsIndex) -> Game:
        return self.game(index)

    def __iter__(self) -> Iterator[Game]:
        return map(self.game, range(len(self)))

    def plays(self, *, estimate: bool = False, threads: int | None = None) -> Table:
        """A pyarrow table with a row for each play, in the order of the games.

        ``games.plays().to_pandas()`` is a pandas data frame, and ``polars.from_arrow(games.plays())`` a polars frame.
        The page on kept games explains the columns. All games are played again, in about a microsecond for each play on
        one thread, or three with estimates. A play takes 60 bytes. Ctrl-C stops the call.

        Args:
            estimate: whether to add the column ``estimate``, the expected result after each play, as
                :func:`volo.engine.evaluate` gives it, but for Orange: 1 if Orange wins, -1 if Blue does.
            threads: the number of threads, 1 to 256; by default as many as the machine runs at once.

        Raises:
            VoloError: pyarrow is not installed, or a number is out of range.

        >>> games = volo.play_random(100, position="standard-4", seed=1, record=True)
        >>> plays = games.plays()
        >>> plays.num_rows == len(games.moves), plays.column_names[:4]
        (True, ['game', 'ply', 'player', 'kind'])
        >>> frame = plays.to_pandas()
        >>> int(frame[frame["kind"] == "fly"]["length"].max())
        4
        """
        games = self.moves, self.offsets, self.winner
        return plays_table(self._origins, *games, first=self._first, estimate=estimate, threads=threads)


def codes_of(games: Sequence[Game]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The codes of the moves of games, and the offsets of the games in them."""
    moves = np.fromiter((move.code for game in games for move in game), np.uint32)
    return moves, np.cumsum([0, *map(len, games)], dtype=np.int64)


def plays_table(
    origins: Sequence[Origin],
    moves: NDArray[np.uint32],
    offsets: NDArray[np.int64],
    winner: NDArray[np.int8],
    *,
    first: int,
    estimate: bool,
    threads: int | None,
) -> Table:
    """The table of the plays of games, of which as many have each of the origins."""
    pa = _pyarrow()
    tables = []
    of_each = (len(offsets) - 1) // max(1, len(origins))
    # Skies of different edges have different spaces, so each edge has a table of its own.
    for _, group in groupby(range(len(origins)), lambda index: origins[index].start.rules.edge):
        some = list(group)
        of_edge = origins[some[0] : some[-1] + 1]
        games = slice(some[0] * of_each, (some[-1] + 1) * of_each + 1)
        begin, end = offsets[games][[0, -1]]
        columns = _plays(
            [origin.start for origin in of_edge],
            moves[begin:end],
            offsets[games] - begin,
            first + games.start,
            estimate,
            threads,
        )
        names = _NAMES | {"space": of_edge[0].start.rules.spaces}
        arrays = {name: _array(pa, numbers, names.get(_COLUMNS[name][0])) for name, numbers in columns.items()}
        game = columns["game"] - first
        winner_of_play = winner[game]
        won = _bits(pa, winner_of_play == columns["player"])
        arrays["won"] = pa.Array.from_buffers(pa.bool_(), len(game), [_bits(pa, winner_of_play >= 0), won])
        arrays |= _origin_columns(pa, of_edge, game // of_each - some[0])
        schema = plays_schema(estimate=estimate)
        tables.append(pa.Table.from_arrays([arrays[name] for name in schema.names], schema=schema))
    return pa.concat_tables(tables).unify_dictionaries() if tables else plays_schema(estimate=estimate).empty_table()


def _origin_columns(pa: Any, origins: Sequence[Origin], which: NDArray[np.int64]) -> dict[str, Any]:
    """The columns that tell what the games began with, from the number of the origin of each play."""
    columns = {}
    for name in ("rules", "orange", "blue"):
        texts = [str(each.start.rules) if name == "rules" else getattr(each, name) for each in origins]
        numbers = {text: number for number, text in enumerate(dict.fromkeys(filter(None, texts)))}
        codes = np.array([numbers.get(text, -1) for text in texts], np.int32)
        columns[name] = _array(pa, codes[which], tuple(numbers))
    seeds = np.array([each.seed or 0 for each in origins], np.uint64)
    known = np.array([each.seed is not None for each in origins])
    buffers = [_bits(pa, known[which]), pa.py_buffer(seeds[which])]
    return columns | {"seed": pa.Array.from_buffers(pa.uint64(), len(which), buffers)}


def _bits(pa: Any, flags: NDArray[np.bool_]) -> Any:
    return pa.py_buffer(np.packbits(flags, bitorder="little"))


def _array(pa: Any, numbers: NDArray[Any], names: tuple[str, ...] | None) -> Any:
    """The array of pyarrow with these numbers, or the names with them; a negative number is null.

    ``pyarrow.array`` would do the same, but imports pandas.
    """
    kind, count = pa.from_numpy_dtype(numbers.dtype), len(numbers)
    if names is None:
        return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(numbers)])
    ends = np.cumsum([0, *map(len, names)], dtype=np.int32)
    texts = [None, pa.py_buffer(ends), pa.py_buffer("".join(names).encode())]
    return pa.DictionaryArray.from_arrays(
        pa.Array.from_buffers(kind, count, [_bits(pa, numbers >= 0), pa.py_buffer(numbers)]),
        pa.Array.from_buffers(pa.string(), len(names), texts),
    )


def plays_schema(*, estimate: bool) -> Schema:
    """The schema of a table of plays, with the meaning of each column in its metadata."""
    pa = _pyarrow()
    small, large = pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.int16(), pa.string())
    types = {"space": large, "text": pa.dictionary(pa.int32(), pa.string())} | dict.fromkeys(_NAMES, small)
    columns = {name: about for name, about in _COLUMNS.items() if estimate or name != "estimate"}
    fields = [
        pa.field(name, types[kind] if kind in types else getattr(pa, kind)(), nullable="null" in meaning)
        for name, (kind, meaning) in columns.items()
    ]
    meanings = {name: meaning for name, (_, meaning) in columns.items()}
    return pa.schema(fields, metadata={"volo.columns": json.dumps(meanings)})


def _pyarrow() -> Any:
    try:
        return import_module("pyarrow")
    except ImportError as error:
        raise VoloError('plays need pyarrow, which is not installed: pip install "volo[parquet]"') from error

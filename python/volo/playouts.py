"""The results of many games."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from numpy.typing import NDArray

from volo import outcome
from volo._volo import Position
from volo.errors import VoloError
from volo.recorded import Origin, RecordedGames
from volo.tally import Tally

if TYPE_CHECKING:
    from pandas import DataFrame
    from pyarrow import Table
else:
    # The annotations can be evaluated without these libraries, which are optional and slow to import.
    DataFrame = Table = Any


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """The results of :func:`volo.play_games`: columns, which are arrays with one element for each game.

    The arrays are read-only. Two ``Playouts`` are equal if their seeds and all their columns are equal. A library that
    supports the Arrow PyCapsule interface, such as polars or DuckDB, can read them as a table without the moves.

    Attributes:
        DRAW: the ``winner`` of a draw, -1.
        TRUNCATED: the ``winner`` of a game that was cut off, -2.
        winner: the color of the winner, 0 Orange or 1 Blue; or :attr:`DRAW`, or :attr:`TRUNCATED` [R19].
        plies: the number of turns.
        orange_birds: the number of Orange's birds at the end.
        blue_birds: the number of Blue's birds at the end.
        adds: the number of turns that were adds.
        flights: the number of turns that were flights.
        passes: the number of turns that were passes.
        clearings: the number of flights that cleared birds of the opponent [R15].
        handed_over: whether the player who did not make the last move won [R18].
        reason: what ended the game: 0 one flock [R17] [R18], 1 a draw by two passes [R14], 2 a win of the last player
            to add or fly [R14b], -1 the limit of plies [R19].
        seed: the seed of the games, which :func:`volo.play_games` drew if it got none.
        legal_moves: the number of legal moves, summed over the plies of the game; None without ``count_moves=True``.
        moves: the codes of the moves of all games, concatenated; None without ``record=True``.
        offsets: the index in ``moves`` of the first move of each game, followed by the length of ``moves``; None
            without ``record=True``.
        tally: the counters of all games together; None without ``tally=True``.
        starts: the starting positions, of which each has as many games as the others; None without ``record=True``.

    >>> games = volo.play_random(100, position="standard-4", seed=1)
    >>> games == volo.play_random(100, position="standard-4", seed=1, threads=1)
    True
    >>> int((games.winner == games.DRAW).sum())
    5
    """

    DRAW: ClassVar[int] = outcome.DRAW
    TRUNCATED: ClassVar[int] = outcome.TRUNCATED

    winner: NDArray[np.int8]
    plies: NDArray[np.int32]
    orange_birds: NDArray[np.int16]
    blue_birds: NDArray[np.int16]
    adds: NDArray[np.int32]
    flights: NDArray[np.int32]
    passes: NDArray[np.int32]
    clearings: NDArray[np.int32]
    handed_over: NDArray[np.bool_]
    reason: NDArray[np.int8]
    seed: int
    legal_moves: NDArray[np.int64] | None = None
    moves: NDArray[np.uint32] | None = None
    offsets: NDArray[np.int64] | None = None
    tally: Tally | None = None
    starts: tuple[Position, ...] | None = None

    def to_dict(self, *, moves: bool = False) -> dict[str, Any]:
        """The columns by name: all arrays that have one element for each game, without those that are None.

        Args:
            moves: whether to add the column ``moves``, a list with an array of codes for each game.

        Raises:
            VoloError: ``moves`` is true, but the games were played without ``record=True``.

        >>> columns = volo.play_random(10, record=True, seed=0).to_dict(moves=True)
        >>> list(columns)[:2], len(columns["moves"]) == 10, len(columns["moves"][0]) == int(columns["plies"][0])
        (['winner', 'plies'], True, True)
        """
        columns: dict[str, Any] = {}
        for each in fields(self):
            column = getattr(self, each.name)
            if column is not None and each.name not in {"seed", "moves", "offsets", "tally", "starts"}:
                columns[each.name] = column
        if moves:
            codes, offsets = self._recorded()
            columns["moves"] = [codes[start:end] for start, end in pairwise(offsets.tolist())]
        return columns

    def to_pandas(self, *, moves: bool = False) -> DataFrame:
        """A pandas data frame with a row for each game and the columns of :meth:`to_dict`.

        The conversion of 100,000 games takes a few milliseconds, or a tenth of a second with their moves.

        Args:
            moves: whether to add the column ``moves``, an array of codes for each game.

        Raises:
            VoloError: pandas is not installed, or ``moves`` is true and the games were played without ``record=True``.

        >>> frame = volo.play_random(1000, position="standard-4", seed=1).to_pandas()
        >>> frame.shape, int((frame["winner"] == volo.BLUE).sum())
        ((1000, 10), 495)
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise VoloError("Playouts.to_pandas needs pandas, which is not installed: pip install pandas") from error
        return pd.DataFrame(self.to_dict(moves=moves))

    def to_arrow(self, *, moves: bool = False) -> Table:
        """A pyarrow table with a row for each game and the columns of :meth:`to_dict`.

        Args:
            moves: whether to add the column ``moves``, a list of codes for each game.

        Raises:
            VoloError: pyarrow is not installed, or ``moves`` is true and the games were played without ``record=True``.

        >>> volo.play_random(1000, record=True, seed=0).to_arrow(moves=True).column("moves").type
        LargeListType(large_list<item: uint32>)
        """
        try:
            import pyarrow as pa
        except ImportError as error:
            raise VoloError("Playouts.to_arrow needs pyarrow, which is not installed: pip install pyarrow") from error
        columns = self.to_dict()
        if moves:
            codes, offsets = self._recorded()
            columns["moves"] = pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(codes))
        return pa.table(columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns without the moves as an Arrow stream, made by pyarrow, for the Arrow PyCapsule interface.

        Raises:
            VoloError: pyarrow is not installed.
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _recorded(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        if self.moves is None or self.offsets is None:
            raise VoloError("the moves were not recorded: play the games with record=True")
        return self.moves, self.offsets

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), *(getattr(self, each.name) for each in fields(self)))

    def __len__(self) -> int:
        return len(self.winner)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return NotImplemented
        pairs = [(getattr(self, each.name), getattr(other, each.name)) for each in fields(self)]
        return all(_is_equal(one, another) for one, another in pairs)

    def __hash__(self) -> int:
        return hash((self.winner.tobytes(), self.plies.tobytes()))


@final
class RecordedPlayouts(RecordedGames, Playouts):
    """The results of :func:`volo.play_games` with ``record=True``: :class:`Playouts` that have the moves.

    It is also a sequence of :class:`volo.Game`: ``games[0]`` is the first game, and iteration yields all of them. A
    game is made when it is asked for, in about half a microsecond for each move. :meth:`plays` returns a table with a
    row for each move.

    >>> games = volo.play_random(10, record=True, seed=0)
    >>> type(games).__name__, len(games.moves) == int(games.plies.sum())
    ('RecordedPlayouts', True)
    >>> len(games[-1]) == int(games.plies[-1]), [game.outcome().reason == "flock" for game in games].count(True)
    (True, 10)
    """

    __slots__ = ()

    if TYPE_CHECKING:
        moves: NDArray[np.uint32]
        offsets: NDArray[np.int64]
        starts: tuple[Position, ...]

    @property
    def _origins(self) -> list[Origin]:
        return [Origin(start, None, None, self.seed) for start in self.starts]


def _restored(kind: type[Playouts], *columns: Any) -> Playouts:
    """Create playouts from the columns in a pickle, which may have the byte order of another machine."""
    restored: list[Any] = [_native(column) if isinstance(column, np.ndarray) else column for column in columns]
    return kind(*restored)


def _native(column: NDArray[Any]) -> NDArray[Any]:
    native = column.astype(column.dtype.newbyteorder("="), copy=False)
    native.flags.writeable = False
    return native


def _is_equal(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return bool(one == other) if type(one) is type(other) else False

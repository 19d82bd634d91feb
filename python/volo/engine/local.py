"""The engine in this process."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from volo._volo import _ENGINE_OPTIONS, _Engine
from volo.engine.analysis import Analysis
from volo.engine.base import AnyEngine
from volo.engine.search import Info, Limit, PlayResult, Searchable, game_of, limit_of, moving
from volo.game import Game


class EngineOption(NamedTuple):
    """What an argument of :class:`Engine` may be. ``short`` is its name in texts."""

    short: str
    least: int
    most: int
    default: int


OPTIONS: Final = {name: EngineOption(*row) for name, row in _ENGINE_OPTIONS.items()}
"""The arguments of :class:`Engine` by name."""

FULL_LEVEL: Final = OPTIONS["level"].most
"""The level of full strength."""


@final
class Engine(AnyEngine):
    """An engine that plays and analyses. It has the methods of ``chess.engine`` of python-chess.

    ``aplay`` and ``aanalyse`` are for coroutines of asyncio. If one is canceled, its search stops, and then the
    coroutine ends. So the engine is free at once.

    The engine keeps its results about positions for later searches; :meth:`clear` removes them. With one thread and
    without a limit of time, its answers depend only on its arguments and on the searches so far. Searches release the
    interpreter, and Ctrl-C stops them. One search runs at a time: a call during another one, or during an
    :class:`Analysis`, raises an ``EngineBusyError``. A :class:`Pool` lends engines to several threads. The engine is a
    context manager, which closes it.

    Args:
        threads: the number of threads that search, 1 to 256. Fewer search if the system or its memory does not allow as
            many.
        hash_mb: the size of the table of positions in megabytes.
        seed: the seed of all random choices, 0 to 2**64 - 1.
        level: how strong the engine plays, from 1 (a beginner) to 12 (full strength). A weaker engine looks less far
            ahead, judges positions less exactly, and overlooks moves, far flights more often than near ones.

    >>> from volo.engine import Limit
    >>> with volo.engine.Engine(hash_mb=1) as engine:
    ...     result = engine.play("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", Limit(depth=3))
    >>> result.info.score
    Score.win(1)
    """

    __slots__ = ("__weakref__", "_engine")

    def __init__(self, threads: int = 1, hash_mb: int = 64, seed: int = 0, *, level: int = FULL_LEVEL) -> None:
        self._engine = _Engine({"threads": threads, "hash_mb": hash_mb, "seed": seed, "level": level})

    def play(self, position: Searchable, limit: Limit) -> PlayResult:
        """Choose a move.

        Args:
            position: a position; a game, whose earlier positions matter too, because a move that repeats one of them
                counts as a draw; a rule set; or the text of a position or a rule set.
            limit: when to stop; see :class:`Limit`.

        Raises:
            VoloError: the game is over, or the limit has no bound for the player to move.
            EngineBusyError: the engine is in use.
            EngineClosedError: the engine is closed.
            RuntimeError: no thread can be started.
        """
        with self._search(moving(position), limit, 1) as analysis:
            return _result(analysis.wait()[0])

    async def aplay(self, position: Searchable, limit: Limit) -> PlayResult:
        """Choose a move, like :meth:`play`, in a coroutine of asyncio.

        If it is canceled, the search stops.

        >>> import asyncio
        >>> async def choose():
        ...     async with Engine(hash_mb=1) as engine:
        ...         return await engine.aplay("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", Limit(depth=3))
        >>> asyncio.run(choose()).info.score
        Score.win(1)
        """
        async with self._search(moving(position), limit, 1) as analysis:
            return _result((await analysis)[0])

    def analyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Find out how good the best moves are.

        Args:
            position: what to analyse; see :meth:`play`.
            limit: when to stop; see :class:`Limit`.
            multipv: the number of best moves to find. There are fewer if the position has fewer moves.

        Returns:
            The results for the best moves, the best one first. If the game is over, there is one result without moves.

        Raises:
            VoloError: ``multipv`` is out of range, or the limit has no bound for the player to move.
            EngineBusyError, EngineClosedError, TypeError, RuntimeError: as for :meth:`play`.

        >>> from volo.engine import Engine, Limit
        >>> with Engine(hash_mb=1) as engine:
        ...     infos = engine.analyse("standard-4", Limit(nodes=2_000), multipv=3)
        >>> [info.multipv for info in infos], infos[0].score >= infos[1].score
        ([1, 2, 3], True)
        """
        with self._search(game_of(position), limit, multipv) as analysis:
            return analysis.wait()

    async def aanalyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Find out how good the best moves are, like :meth:`analyse`, in a coroutine of asyncio.

        If it is canceled, the search stops.
        """
        async with self._search(game_of(position), limit, multipv) as analysis:
            return await analysis

    def analysis(self, position: Searchable, limit: Limit | None = None, multipv: int = 1) -> Analysis:
        """Start to analyse in the background, for a thread or for a coroutine of asyncio.

        The arguments and errors are those of :meth:`analyse`. By default, there is no limit.
        """
        return self._search(game_of(position), Limit() if limit is None else limit, multipv)

    def clear(self) -> None:
        """Remove all stored results, as for a new game.

        Raises:
            EngineBusyError: the engine is in use.
            EngineClosedError: the engine is closed.
        """
        self._engine.clear()

    def close(self) -> None:
        """Stop the search and free the memory. It may be called more than once."""
        self._engine.close()

    def _halt(self) -> None:
        self._engine.halt()

    def _search(self, game: Game, limit: Limit, multipv: int) -> Analysis:
        *earlier, position = game.positions
        time = limit_of(limit, position.turn).time_for(position.turn)
        return Analysis(self._engine.start(position, earlier, time, limit.nodes, limit.depth, multipv))

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("an engine cannot be pickled or copied: make another one with the same arguments")


def _result(info: Info) -> PlayResult:
    return PlayResult(info.pv[0], info.pv[1] if len(info.pv) > 1 else None, info)

"""What all engines can do."""

from __future__ import annotations

from abc import abstractmethod

from volo._support.closing import AsyncClosable
from volo.engine.analysis import Analysis
from volo.engine.search import Info, Limit, PlayResult, Searchable


class AnyEngine(AsyncClosable):
    """The base class of :class:`Engine` and :class:`UgiEngine`, for functions that take either.

    :class:`Engine` describes the methods. A program can derive engines of its own. The context manager, with ``with``
    or ``async with``, closes the engine.

    >>> from volo.engine import AnyEngine, Engine, Limit
    >>> def reply(engine: AnyEngine, game: volo.Game) -> volo.Move:
    ...     return game.push(engine.play(game, Limit(nodes=100)).move)
    >>> with Engine(hash_mb=1) as engine:
    ...     reply(engine, volo.Game("standard-4")).kind
    'add'
    """

    __slots__ = ()

    @abstractmethod
    def play(self, position: Searchable, limit: Limit) -> PlayResult:
        """Choose a move."""

    @abstractmethod
    async def aplay(self, position: Searchable, limit: Limit) -> PlayResult:
        """Choose a move, in a coroutine."""

    @abstractmethod
    def analyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Find out how good the best moves are."""

    @abstractmethod
    async def aanalyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Find out how good the best moves are, in a coroutine."""

    @abstractmethod
    def analysis(self, position: Searchable, limit: Limit | None = None, multipv: int = 1) -> Analysis:
        """Start to analyse in the background."""

    @abstractmethod
    def clear(self) -> None:
        """Begin another game."""

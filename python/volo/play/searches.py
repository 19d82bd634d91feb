"""Searches of the engine that report their results while they run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore, Event
from typing import Final, Protocol, TypeAlias, runtime_checkable

from volo._support.checks import decimal_in, whole_in
from volo._volo import Position
from volo.engine import Analysis, Engine, Info, Limit
from volo.errors import VoloError
from volo.json_values import to_json
from volo.play.problems import problem_of

__all__ = ["MOST_SEARCHES", "Client", "Query", "Searches"]

Query: TypeAlias = Mapping[str, str]

MOST_SEARCHES: Final = 8
"""The number of searches that run at once, for all pages together."""

# The number of seconds between two reports, and between two checks whether the client has left.
_TICK = 0.05
_HASH_MB_TO_PLAY = 16
_HASH_MB_TO_ANALYSE = 64
_MOST_SECONDS = 86_400.0
_MOST_LINES = 5


@runtime_checkable
class Client(Protocol):
    """The page that receives the reports of a search."""

    def send(self, event: str, data: object) -> None:
        """Send an event.

        Raises:
            OSError: the client has left, or does not read.
        """

    def has_left(self) -> bool:
        """Whether the client has closed the connection."""


class Searches:
    """The searches that run for all pages."""

    def __init__(self) -> None:
        self._free = BoundedSemaphore(MOST_SEARCHES)
        self._is_closed = Event()

    def close(self) -> None:
        """Stop all searches within a few hundredths of a second."""
        self._is_closed.set()

    def analyse(self, query: Query, client: Client) -> None:
        """Report the best moves of a position until their value is proven, or the client leaves.

        Args:
            query: ``fen``, and ``lines``, the number of best moves.
            client: who gets the reports.

        Raises:
            OSError: the client has left, or does not read.
        """
        with _reporting(client):
            _check_names(query, {"fen", "lines"})
            position = _position(query)
            lines = _whole(query, "lines", 1, _MOST_LINES, default=1)
            with self._engine(_HASH_MB_TO_ANALYSE) as engine, engine.analysis(position, multipv=lines) as search:
                if self._is_finished(search, client):
                    client.send("done", {})

    def think(self, query: Query, client: Client) -> None:
        """Report the results of the search, and then the engine's move.

        Args:
            query: ``fen``; ``level``, from 1 to 10; ``time`` in seconds or ``nodes`` or both; and ``seed``.
            client: who gets the reports.

        Raises:
            OSError: the client has left, or does not read.
        """
        with _reporting(client):
            _check_names(query, {"fen", "level", "time", "nodes", "seed"})
            position = _position(query)
            limit = _limit(query)
            level = _whole(query, "level", 1, 10, default=10)
            seed = _whole(query, "seed", 0, 2**64 - 1, default=0)
            with self._engine(_HASH_MB_TO_PLAY, level, seed) as engine, engine.analysis(position, limit) as search:
                best = search.info if self._is_finished(search, client) else None
                if best is not None:
                    ponder = str(best.pv[1]) if len(best.pv) > 1 else None
                    client.send("move", {"move": str(best.pv[0]), "ponder": ponder, "score": to_json(best.score)})

    @contextmanager
    def _engine(self, hash_mb: int, level: int = 10, seed: int = 0) -> Iterator[Engine]:
        if not self._free.acquire(blocking=False):
            raise VoloError(f"{MOST_SEARCHES} searches are running already: stop one of them")
        try:
            with Engine(hash_mb=hash_mb, level=level, seed=seed) as engine:
                yield engine
        finally:
            self._free.release()

    def _is_finished(self, search: Analysis, client: Client) -> bool:
        """Report until the search is over. Return False if the client left or the server closed before that."""
        shown: list[Info] = []
        while True:
            is_over, lines = search.is_over, search.multipv
            if lines and lines != shown:
                client.send("info", _report(lines))
                shown = lines
            if is_over:
                return True
            search.wait(_TICK)
            if self._is_closed.is_set() or client.has_left():
                return False


@contextmanager
def _reporting(client: Client) -> Iterator[None]:
    """Send an error of the block to the client as an event."""
    try:
        yield
    except (VoloError, MemoryError, RuntimeError) as error:  # RuntimeError: no thread can be started
        client.send("error-message", problem_of(error))


def _report(lines: list[Info]) -> dict[str, object]:
    best = lines[0]
    return {
        "depth": best.depth,
        "nodes": best.nodes,
        "nps": best.nps,
        "time": best.time,
        "lines": [{"score": to_json(each.score), "pv": to_json(each.pv)} for each in lines],
    }


def _position(query: Query) -> Position:
    if "fen" not in query:
        raise VoloError("the query has no fen")
    position = Position(query["fen"])
    if position.outcome() is not None:
        raise VoloError("the game is over")
    return position


def _limit(query: Query) -> Limit:
    time = query.get("time")
    if time is None and "nodes" not in query:
        raise VoloError("the query has neither time nor nodes")
    seconds = None
    if time is not None:
        seconds = decimal_in(time)
        if seconds is None:
            raise VoloError(f"time is not a number: {time[:40]!a}")
        if not 0 < seconds <= _MOST_SECONDS:
            raise VoloError(f"time is not more than 0 and at most {_MOST_SECONDS:,.0f} seconds")
    nodes = _whole(query, "nodes", 1, 2**64 - 1) if "nodes" in query else None
    return Limit(time=seconds, nodes=nodes)


def _whole(query: Query, name: str, low: int, high: int, default: int | None = None) -> int:
    number = whole_in(query[name]) if name in query else default
    if number is None or not low <= number <= high:
        raise VoloError(f"{name} is not a whole number from {low} to {high}")
    return number


def _check_names(query: Query, names: set[str]) -> None:
    for name in query:
        if name not in names:
            raise VoloError(f"the query has an unknown name {name[:40]!a}")

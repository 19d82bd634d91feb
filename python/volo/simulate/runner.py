"""Playing many random games a chunk at a time, so that somebody can be told how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from volo._volo import Position, play_random
from volo.simulate.summary import Summary

__all__ = ["run"]

_FIRST_CHUNK = 256
_LARGEST_CHUNK = 1 << 16
_CHUNK_SECONDS = 0.2


def run(
    games: int,
    *,
    position: Position | None = None,
    seed: int = 0,
    threads: int | None = None,
    max_plies: int = 2000,
) -> Iterator[Summary]:
    """Play random games, and after each chunk give the summary of all games so far; the last one is of all games.

    Each game has a generator of its own, keyed by the seed and the game's number: the last summary is the same however
    the games fall into chunks, and on any number of threads. Memory does not grow with the number of games.

    Args:
        games: how many; with 0 there is no summary at all.
        position: where each game begins; the start under standard rules unless given.
        seed: the same seed gives the same games.
        threads: how many threads play; all processors unless given.
        max_plies: a game is cut off after so many plies.

    Raises:
        ValueError: a number is out of range. Like every error, it comes with the first chunk.

    >>> for summary in run(1000, position=Position("standard-4"), seed=7):
    ...     pass
    >>> summary.games, summary.games == summary.orange + summary.blue + summary.draws + summary.truncated
    (1000, True)
    """
    if games < 0:
        raise ValueError(f"games must be at least 0, not {games}")
    total = Summary()
    size = _FIRST_CHUNK
    while total.games < games:
        started = perf_counter()
        playouts = play_random(
            min(size, games - total.games),
            position=position,
            seed=seed,
            threads=threads,
            max_plies=max_plies,
            tally=True,
            first=total.games,
        )
        total += Summary.of(playouts)
        yield total
        size = _next_size(size, perf_counter() - started)


def _next_size(size: int, seconds: float) -> int:
    """The size of a chunk that should take a fifth of a second, found by doubling and halving."""
    if seconds < _CHUNK_SECONDS / 2:
        return min(2 * size, _LARGEST_CHUNK)
    if seconds > _CHUNK_SECONDS * 2:
        return max(size // 2, 1)
    return size

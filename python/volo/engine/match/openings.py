"""Random openings for the pairs of a match."""

from __future__ import annotations

from collections.abc import Iterator

from volo._volo import Move, Position, play_random
from volo.game import Game

__all__ = ["openings"]

# On a small sky there are few different openings. After this number of repetitions in a row, an opening may occur
# again.
_PATIENCE = 100


def openings(start: Position, plies: int, seed: int) -> Iterator[Game]:
    """Yield games of some random moves, which are not over. The same arguments give the same openings.

    The moves are those of the ``careful`` policy, so no player can win at once unless the opponent could not prevent
    it. No opening leads to a position of an earlier one, as long as there are others.

    Args:
        start: the position at which the games begin.
        plies: the number of moves of each opening.
        seed: the seed.

    >>> games = openings(Position("standard-5"), 4, seed=1)
    >>> [len(next(games)) for _ in range(3)]
    [4, 4, 4]
    """
    seen: set[Position] = set()
    first, repeated = 0, 0
    while True:
        played = play_random(
            1, position=start, seed=seed, first=first, max_plies=plies, policy="careful", record=True, threads=1
        )
        first += 1
        game = Game(start, map(Move.from_code, played.moves.tolist()))
        is_over = game.outcome() is not None
        if (is_over or game.position in seen) and repeated < _PATIENCE:
            repeated += 1
            continue
        repeated = 0
        seen.add(game.position)
        if is_over:
            # Every game is over so soon: the opening is cut short.
            while game.outcome() is not None and len(game):
                game.pop()
        yield game

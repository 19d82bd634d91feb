"""Who wins a position: solutions, shortest wins, and the proofs of values."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event
from typing import Literal, TypeAlias, overload
from warnings import warn

from volo._support.checks import checked_integer
from volo._support.disk import check_replaceable
from volo._support.paths import local_path
from volo._support.threads import mapped
from volo._volo import Move, Position, _check_proof, _shorten_proof, _shortest_win, _solve
from volo.color import Color
from volo.engine.checkpoint import Source, Watch
from volo.engine.search import listed, position_of, seconds_of
from volo.errors import CheckpointError, EngineClosedError
from volo.game import PositionLike

Value: TypeAlias = Literal["win", "loss", "draw", "unknown"]
"""The value of a position for the player to move."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of :func:`solve` for a position.

    Attributes:
        value: the value for the player to move. ``"win"``: the player can force a win; ``"loss"``: the opponent can
            force a win; ``"draw"``: neither of them can, so the game ends in a draw or goes on forever [R19];
            ``"unknown"``: the limits ended the search before the value was known.
        plies: the number of plies in which the winner can force the win, whatever the loser does. It is a proven upper
            bound: a shorter win may exist. None if the value is a draw or unknown, or if the limits ended the work
            before a whole strategy was found.
        line: the moves of a game in which the winner plays a winning strategy and the loser the longest defense against
            this strategy. It has ``plies`` moves, and is empty if ``plies`` is None.
        nodes: the number of positions that were searched.
        proof: the bytes of a proof for :func:`check_proof`. None without ``proof=True``, if the value is unknown, or if
            the limits ended the work before the proof was complete.
    """

    value: Value
    plies: int | None
    line: tuple[Move, ...]
    nodes: int
    proof: bytes | None


@overload
def solve(
    position: PositionLike,
    nodes: int | None = None,
    time: float | None = None,
    threads: int = 1,
    *,
    positions: None = None,
    memory_mb: int = 256,
    proof: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 600,
    progress: Callable[[int], object] | None = None,
) -> Solution: ...
@overload
def solve(
    position: None = None,
    nodes: int | None = None,
    time: float | None = None,
    threads: int = 1,
    *,
    positions: Iterable[PositionLike],
    memory_mb: int = 256,
    proof: bool = False,
    checkpoint: None = None,
    checkpoint_seconds: float = 600,
    progress: Callable[[int], object] | None = None,
) -> list[Solution]: ...
def solve(
    position: PositionLike | None = None,
    nodes: int | None = None,
    time: float | None = None,
    threads: int = 1,
    *,
    positions: Iterable[PositionLike] | None = None,
    memory_mb: int = 256,
    proof: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 600,
    progress: Callable[[int], object] | None = None,
) -> Solution | list[Solution]:
    """Find out whether the player to move can force a win, or the opponent, or neither of them.

    The search is depth-first proof-number search. Without a limit, it may take impractically long: positions late in
    the game are solved at once, and most positions of edge 4 from ply 10 in seconds. The result depends only on the
    position, ``nodes`` and ``memory_mb``, unless there is a limit of time or a checkpoint to continue from. It is the
    same for any number of threads. The interpreter is released, and Ctrl-C stops the search.

    Args:
        position: the position.
        nodes: the number of positions to search at most, at least 1; None means no limit.
        time: the number of seconds to search at most; None means no limit.
        threads: the number of threads, 1 to 256. No more than 8 are used for a position.
        positions: many positions to solve, in place of ``position``: an iterable of at most 10,000,000 of them. Each is
            solved with a table of its own, by one thread, within the limits. ``threads`` of them are solved at once.
        memory_mb: the size of the table of positions in megabytes. The table is small at first and grows. The strategy
            for ``line`` and ``proof`` takes about as much again, at most.
        proof: whether to make a proof.
        checkpoint: a file. If it exists, the search continues from it, and the positions that were searched before
            count for ``nodes`` and in the result. The search writes it periodically and at its end, also if Ctrl-C
            ends it. It has 32 bytes for each position in the table. Only one search at a time may use it. The file may
            come from the search of another position with the same rules: results for positions that can follow both are
            used again, the count begins at 0, and the file becomes the checkpoint of this position. Only continue from
            a file that you trust, as with a pickle: its results are believed, so that wrong ones give a wrong value. A
            proof is evidence that can be checked.
        checkpoint_seconds: the time between two checkpoints.
        progress: a function that is called with the number of positions searched so far, at most ten times a second. If
            it raises an exception, the search ends with it. With ``positions``, it gets the number of those that are
            done.

    Returns:
        The solution; with ``positions``, a list with the solution of each.

    Raises:
        CheckpointError: the file is not a checkpoint, was written for another rule set, is damaged, or contradicts the
            search.
        VoloError: a number is out of range, there are too many positions, or ``checkpoint`` is a URL.
        TypeError: an argument has the wrong type, or there are both ``position`` and ``positions``, neither of them, or
            both ``positions`` and ``checkpoint``.
        OSError: the checkpoint cannot be read or written. Its folder is checked before the search. There is a
            ``RuntimeWarning`` instead if the value was found, and only the checkpoint after it cannot be written.

    Examples:
        >>> position = volo.Position("2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4")
        >>> solution = volo.engine.solve(position, nodes=100_000)
        >>> for move in solution.line:
        ...     position = position.play(move)
        >>> position.outcome()
        Outcome(winner=Color.BLUE, reason='flock')
        >>> volo.engine.solve("standard", nodes=10).value
        'unknown'
        >>> last = ["2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"]
        >>> [solution.value for solution in volo.engine.solve(positions=last, threads=2)]
        ['win', 'loss']
    """
    if positions is not None:
        if position is not None or checkpoint is not None:
            raise TypeError("positions cannot be solved together with a position, or with a checkpoint")
        return _solve_each(
            positions, nodes, time, checked_integer("threads", threads, 1, 256), memory_mb, proof, progress
        )
    if position is None:
        raise TypeError("solve needs a position or positions")
    checkpoint_seconds = seconds_of("checkpoint_seconds", checkpoint_seconds)
    path = None if checkpoint is None else local_path(checkpoint)
    source = None if path is None else Source.open(path)
    watch = None if path is None and progress is None else Watch(progress, path, checkpoint_seconds)
    try:
        if path is not None:
            check_replaceable(path)
        solution = Solution(*_solve(position, nodes, time, threads, memory_mb, proof, source, watch))
    except KeyboardInterrupt:
        if watch is not None and watch.failure is not None:
            raise watch.failure from None
        raise
    except CheckpointError as error:
        raise CheckpointError(f"{path}: {error}") from None
    finally:
        if source is not None:
            source.close()
    if watch is not None and watch.failure is not None:
        if solution.value == "unknown":
            raise watch.failure
        problem = watch.failure.strerror or watch.failure
        warn(f"no checkpoint was written: {path}: {problem}", RuntimeWarning, stacklevel=2)
    return solution


def _solve_each(
    positions: Iterable[PositionLike],
    nodes: int | None,
    time: float | None,
    threads: int,
    memory_mb: int,
    proof: bool,
    progress: Callable[[int], object] | None,
) -> list[Solution]:
    is_stopped = Event()

    def go_on(searched: int) -> None:
        if is_stopped.is_set():
            raise EngineClosedError(f"stopped after {searched} positions")

    def solved(position: Position) -> Solution:
        return Solution(*_solve(position, nodes, time, 1, memory_mb, proof, None, Watch(go_on, None, 0)))

    return mapped(solved, listed(positions, position_of), threads, is_stopped.set, progress)


@dataclass(frozen=True, slots=True)
class ShortestWin:
    """The result of :func:`shortest_win` for a position.

    Attributes:
        plies: the least number of plies in which the player to move can force a win, whatever the opponent does. None
            if there is no win in at most ``searched`` plies.
        moves: all moves that force a win in this number of plies.
        searched: the number of plies for which the search is complete. It is less than asked for if the limit of nodes
            ended the search.
        nodes: the number of positions that were searched.
    """

    plies: int | None
    moves: tuple[Move, ...]
    searched: int
    nodes: int


def shortest_win(position: PositionLike, plies: int, *, nodes: int | None = None) -> ShortestWin:
    """Find the shortest win of the player to move, and all moves that force it.

    Every move and every answer is searched, so the result is exact. The time grows by a factor of up to a hundred with
    every two plies: a win in three plies takes milliseconds, and one in five at most some tenths of a second. The
    interpreter is released, and Ctrl-C stops the search.

    Args:
        position: the position.
        plies: the number of plies within which a win is looked for, 1 to 99.
        nodes: the number of positions to search at most, at least 1; None means no limit.

    Examples:
        >>> found = volo.engine.shortest_win("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", 5)
        >>> found.plies, found.moves[0]
        (1, Move('f5-SE1', edge=4))
        >>> volo.engine.shortest_win("standard-4", 3).plies is None
        True
    """
    return ShortestWin(*_shortest_win(position, plies, nodes))


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a proof that :func:`check_proof` accepted.

    Attributes:
        position: the position that the proof is about.
        value: the value of the position for the player to move. It is ``"unknown"`` if the proof shows only that one
            player does not lose.
        plies: the number of plies in which the winner can force the win, at most. None if no win is proved.
        safe: the players that are proved not to lose. A winner is among them.
        positions: the number of positions in the lists of the proof.
        left_out: the number of positions that the lists leave out, each of which the check proved by a search. It is 0
            if the proof is not short.
        nodes: the number of positions that these searches took.
        search_limit: the number of positions that the check was allowed to search for each position that is left out.
            None if the proof is not short.
    """

    position: Position
    value: Value
    plies: int | None
    safe: tuple[Color, ...]
    positions: int
    left_out: int
    nodes: int
    search_limit: int | None


def check_proof(proof: bytes, threads: int | None = None, *, search_limit: int | None = None) -> Proof:
    """Check a proof, with the rules of the game alone.

    The proof has the strategy of a player, or of both for a draw: a move in every position that can be reached when the
    player follows the strategy. The check plays each move and every answer to it. It does not use the solver.

    A short proof, which :func:`shorten_proof` makes, leaves out positions. For each of them, the check searches for a
    strategy by itself, and then checks that strategy in the same way.

    The result is the same for any number of threads. The interpreter is released. Ctrl-C stops the check.

    Args:
        proof: the bytes of a proof.
        threads: the number of threads, 1 to 256; by default one for each processor.
        search_limit: a short proof is refused if it lets the check search more positions than this for one position, 1
            to 100,000; None means 100,000, and no proof may state more.

    Raises:
        VoloError: the bytes are not a proof, are damaged, or prove nothing, or a number is out of range.

    Examples:
        >>> text = "2/o3o/1o4/booo/b1bob1/1o1b1/b1 o 0 standard-4"
        >>> proof = volo.engine.check_proof(volo.engine.solve(text, proof=True).proof)
        >>> proof.position == volo.Position(text), proof.value, proof.plies
        (True, 'loss', 6)
    """
    return Proof(*_check_proof(proof, threads, search_limit))


def shorten_proof(proof: bytes, search_limit: int, threads: int | None = None) -> bytes:
    """Make the short form of a proof.

    The short form leaves out each position that the check can prove by itself, by searching no more than half of
    ``search_limit`` positions. The check may search twice as many, so that it still accepts the proof after small
    changes of the search. A higher limit makes a smaller proof, whose check takes longer.

    A wrong proof becomes a wrong short proof. So check it before or after.

    The result is the same for any number of threads. The interpreter is released. Ctrl-C stops the work.

    Args:
        proof: the bytes of a proof that is not short.
        search_limit: the number of positions that the check may search for each position that is left out, 2 to
            100,000.
        threads: the number of threads, 1 to 256; by default one for each processor.

    Raises:
        VoloError: the bytes are not a proof, are damaged, or are already a short proof, or a number is out of range.

    Examples:
        >>> long = volo.engine.solve("2/1obb1/1obo1b/o1ob/b1bo2/o4/1o b 0 standard-4", proof=True).proof
        >>> short = volo.engine.shorten_proof(long, search_limit=100)
        >>> proof = volo.engine.check_proof(short)
        >>> proof.value, proof.plies, len(long) // len(short) >= 4, proof.left_out > proof.positions
        ('win', 5, True, True)
    """
    return _shorten_proof(proof, search_limit, threads)

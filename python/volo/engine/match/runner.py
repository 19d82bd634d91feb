"""Matches: their openings, and playing their games in this process or on a Ray cluster."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, wait
from contextlib import ExitStack, closing
from dataclasses import asdict
from itertools import islice
from pathlib import PurePath
from threading import Event, local
from typing import Any, Literal

from volo._support.checks import checked_integer
from volo._support.cluster import check_cluster, results_on_ray
from volo._support.paths import local_path
from volo._support.threads import BETWEEN_CHECKS, Workers
from volo._volo import Position, __version__, play_random
from volo.engine.match.game import MOST_PAIRS, Pair, Terms, TimeControl, kept_in, play_pair
from volo.engine.match.players import MoveFunction, Player, Spec
from volo.engine.match.score import MatchScore
from volo.engine.search import Limit
from volo.engine.ugi.process import words_of
from volo.errors import ClusterError, EngineError, VoloError
from volo.game import Game, PositionLike

# On a small sky there are few different openings. After this number of repetitions in a row, an opening may occur
# again.
_PATIENCE = 100


def openings(start: Position, plies: int, seed: int) -> Iterator[Game]:
    """Yield games of some random moves, which are not over. The same arguments give the same openings.

    The moves are those of the ``careful`` policy, so no player can win at once unless the opponent could not prevent
    it. No opening leads to a position of an earlier one, as long as there are others.

    >>> games = openings(Position("standard-5"), 4, seed=1)
    >>> [len(next(games)) for _ in range(3)]
    [4, 4, 4]
    """
    seen: set[Position] = set()
    first, repeated = 0, 0
    while True:
        (game,) = play_random(
            1, position=start, seed=seed, first=first, max_plies=plies, policy="careful", record=True, threads=1
        )
        first += 1
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


def play_on_ray(terms: Terms, openings: Iterator[tuple[int, Game]], address: str | None) -> Generator[Pair, None, None]:
    """Play pairs on a Ray cluster, and yield them in the order in which they are finished.

    A task requests as many CPUs as the player with more threads uses. Another program counts as one thread.

    Raises:
        VoloError: a player is another program with a relative path.
        ClusterError: Ray is not installed, there is no cluster at the address, a task failed, or a machine of the
            cluster has another version of volo.
    """
    for spec in terms.specs:
        _check_player(spec)
    cpus = max(spec.options.get("threads", 1) for spec in terms.specs)
    calls = ((number, (terms, number, opening, __version__)) for number, opening in openings)
    with closing(results_on_ray(play_on_a_machine, calls, cpus, address)) as results:
        for _, pair in results:
            yield pair


def play_on_a_machine(terms: Terms, number: int, opening: Game, version: str) -> Pair:
    """Play a pair. This is the task that runs on the machines of the cluster."""
    if version != __version__:
        raise ClusterError(f"a machine of the cluster has volo {__version__}, but the match needs {version}")
    with ExitStack() as stack:
        first, second = (stack.enter_context(closing(spec.player())) for spec in terms.specs)
        return play_pair(terms, (first, second), number, opening)


def _check_player(spec: Spec) -> None:
    """Check that every machine can find the program of a player. The folder in which a task runs is Ray's."""
    if spec.kind != "ugi":
        return
    program = words_of(spec.name)[0]
    if program != PurePath(program).name and not PurePath(program).is_absolute():
        raise VoloError(
            f"on a cluster, another program needs an absolute path or a name that PATH finds, not {program[:80]!r}"
        )


_MOST_PLIES = 1_000_000


class Match:
    """A match between two players.

    If there is no clock, and neither player has a limit of time, is another program or is a function, the games depend
    only on the arguments, and not on the number of games that are played at once or on the machines.

    With a clock, a player who has less time left than a move takes loses the game. So play no more games at once than
    the machine has processors for all threads of the players.

    A player can be a function of the game so far, which returns a move or its text. Its exceptions end the match, also
    those for an illegal move. With an :exc:`EngineError` it loses the game instead, unless an engine is closed or in
    use. It is called from as many threads as games are played at once.

    Args:
        first: the first player: a description or a function.
        second: the second player.
        start: the position at which the openings begin: a position or a rule set, or the text of either.
        pairs: the number of pairs of games, 1 to 10,000,000.
        seed: the seed of the openings and of all random choices, 0 to 2**64 - 1.
        opening_plies: the number of random moves of each opening.
        max_plies: the number of plies after which a game is a draw.
        concurrency: the number of games that are played at once in this process, 1 to 256.
        clock: the time that each player has for a game: a time control or its text, such as ``"10+0.1"`` for 10 seconds
            and 0.1 seconds more after each move. By default, the players have no clocks.

    Attributes:
        score: a score for the caller to count the pairs in.

    Raises:
        VoloError: a number is out of range, a player needs a limit, or the text is not that of a time control.
        NotationError, InvalidPositionError, InvalidRulesError: the text is not that of a position or a rule set.
        TypeError: an argument has the wrong type.

    >>> def first_move(game):
    ...     return game.position.legal_moves()[0]
    >>> [pair.points for pair in Match(first_move, Spec.parse("careful"), start="standard-4", pairs=3).run()]
    [1.0, 0.5, 0.5]
    """

    def __init__(
        self,
        first: Spec | MoveFunction,
        second: Spec | MoveFunction,
        *,
        start: PositionLike = "standard",
        pairs: int = 100,
        seed: int = 0,
        opening_plies: int = 6,
        max_plies: int = 500,
        concurrency: int = 1,
        clock: TimeControl | str | None = None,
    ) -> None:
        control = _control(clock)
        # A clock limits every search.
        limit = None if control is None else Limit()
        self._terms = Terms(
            (Spec.of(first).limited(limit), Spec.of(second).limited(limit)),
            checked_integer("seed", seed, 0, 2**64 - 1),
            checked_integer("max_plies", max_plies, 1, _MOST_PLIES),
            control,
        )
        self._start = Game(start).position
        self._pairs = checked_integer("pairs", pairs, 1, MOST_PAIRS)
        self._opening_plies = checked_integer("opening_plies", opening_plies, 0, 1000)
        self._concurrency = checked_integer("concurrency", concurrency, 1, 256)
        self._stopped = Event()
        self._seats = local()
        self._players: list[Player] = []
        self.score: MatchScore = MatchScore()

    def run(
        self,
        *,
        cluster: Literal["ray"] | None = None,
        address: str | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> Generator[Pair, None, None]:
        """Play the match, and yield the pairs in their order. If the iterator is closed, the match stops soon.

        A match is played once. A second call raises an :exc:`EngineError`.

        Args:
            cluster: ``"ray"`` to play on the machines of a Ray cluster, where each pair is a task. The task requests as
                many CPUs as the player with more threads uses. Another program must be on every machine. By default,
                all games are played in this process.
            address: the address of the Ray cluster. By default a running cluster of this machine is used, or one is
                started.
            checkpoint: a file. Pairs that it has are not played again, and each finished pair is added to it, so a
                match goes on after a kill. The number of pairs may differ from that of the earlier run.

        Raises:
            CheckpointError: the checkpoint belongs to another match, is damaged, or another match uses it; or another
                version of volo wrote it, and pairs are missing.
            ClusterError: Ray is not installed, there is no cluster at the address, or one of its machines has another
                version of volo or cannot play, for example because it does not have another program.
            VoloError: the cluster is unknown, another program does not speak UGI, or has a relative path on Ray.
            OSError: another program cannot be started, or the checkpoint cannot be read or written.
        """
        check_cluster(cluster)
        if self._stopped.is_set():
            raise EngineError("a match is played once; make another one")
        path = None if checkpoint is None else local_path(checkpoint)
        with kept_in(path, self._heading(), self._start) as kept:
            known = frozenset(kept.pairs)
            some = enumerate(islice(openings(self._start, self._opening_plies, self._terms.seed), self._pairs), 1)
            missing = ((number, opening) for number, opening in some if number not in known)
            played = self._play_here(missing) if cluster is None else play_on_ray(self._terms, missing, address)
            try:
                for number in range(1, self._pairs + 1):
                    while number not in kept.pairs:
                        kept.check_version()
                        kept.add(next(played))
                    yield kept.pairs.pop(number)
            finally:
                self._stopped.set()
                played.close()

    def _heading(self) -> dict[str, Any]:
        """What determines the pairs, as JSON."""
        return {
            "format": "volo match 1",
            "volo": __version__,
            "players": [[spec.text, None if spec.limit is None else asdict(spec.limit)] for spec in self._terms.specs],
            "start": self._start.fen(),
            "seed": self._terms.seed,
            "opening_plies": self._opening_plies,
            "max_plies": self._terms.max_plies,
            "clock": None if self._terms.control is None else str(self._terms.control),
        }

    def _play_here(self, missing: Iterator[tuple[int, Game]]) -> Generator[Pair, None, None]:
        """Play pairs in this process, and yield them in their order."""
        pool = Workers(self._concurrency, "volo-match")
        waiting: deque[Future[Pair]] = deque()
        try:
            for number, opening in missing:
                waiting.append(pool.submit(self._play_pair, number, opening))
                if len(waiting) > self._concurrency:
                    yield _awaited(waiting.popleft())
            while waiting:
                yield _awaited(waiting.popleft())
        finally:
            self._stopped.set()
            for pair in waiting:
                pair.cancel()
            for player in tuple(self._players):
                player.close()
            pool.shutdown()

    def _play_pair(self, number: int, opening: Game) -> Pair:
        return play_pair(self._terms, self._seated(), number, opening, self._stopped.is_set)

    def _seated(self) -> tuple[Player, Player]:
        """The players of this thread."""
        if not hasattr(self._seats, "players"):
            made: list[Player] = []
            for spec in self._terms.specs:
                player = spec.player()
                made.append(player)
                self._players.append(player)
                if self._stopped.is_set():
                    player.close()
            self._seats.players = tuple(made)
        players: tuple[Player, Player] = self._seats.players
        return players


def _awaited(pair: Future[Pair]) -> Pair:
    # A signal may arrive just before the wait, and does not end a wait without a time limit then.
    while not wait([pair], BETWEEN_CHECKS).done:
        pass
    return pair.result()


def _control(clock: object) -> TimeControl | None:
    if clock is None or isinstance(clock, TimeControl):
        return clock
    if not isinstance(clock, str):
        raise TypeError(f"clock must be a TimeControl or a str, not {type(clock).__name__}")
    return TimeControl.parse(clock)

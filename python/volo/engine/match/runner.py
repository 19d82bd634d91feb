"""Matches: their openings, and playing their games in this process or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, closing
from itertools import cycle, islice
from pathlib import PurePath
from threading import Event, local
from typing import Any, Final, Literal

from volo._support.checks import checked_integer
from volo._support.cluster import check_cluster, results_on_ray
from volo._support.paths import local_path
from volo._support.threads import BETWEEN_CHECKS, Workers
from volo._volo import Position, Rules, __version__, play_games
from volo.engine.match.agents import AgentPlayer, Table
from volo.engine.match.game import MOST_PAIRS, Key, Pair, Terms, TimeControl, kept_in, play_pair
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
    """
    seen: set[Position] = set()
    first, repeated = 0, 0
    while True:
        (game,) = play_games(
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


def play_on_ray(
    matches: Sequence[Terms],
    missing: Iterator[tuple[Key, Game]],
    keep: Callable[[int, Pair], None],
    address: str | None,
) -> Generator[None, None, None]:
    """Play pairs on a Ray cluster. Pass each to ``keep`` with the place of its match when it ends, and then yield.

    A task requests as many CPUs as the player with most threads uses. Another program counts as one thread.
    """
    specs = [spec for terms in matches for spec in terms.specs]
    for spec in specs:
        _check_player(spec)
    cpus = max(spec.options.get("threads", 1) for spec in specs)
    calls = ((match, (matches[match], number, opening, __version__)) for (match, number), opening in missing)
    with closing(results_on_ray(play_on_a_machine, calls, cpus, address)) as results:
        for match, pair in results:
            keep(match, pair)
            yield


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


class Rounds:
    """Plays one or more matches from the same start: the first pair of each match, then the second one of each."""

    def __init__(
        self,
        matches: Iterable[tuple[Spec, Spec, int]],
        *,
        start: PositionLike | Sequence[PositionLike],
        pairs: int,
        opening_plies: int,
        max_plies: int,
        concurrency: int,
        clock: TimeControl | str | None,
    ) -> None:
        control = _control(clock)
        # A clock limits every search.
        limit = None if control is None else Limit()
        most = checked_integer("max_plies", max_plies, 1, _MOST_PLIES)
        self.matches: Final = [
            Terms((first.limited(limit), second.limited(limit)), seed, most, control) for first, second, seed in matches
        ]
        if control is not None and any(spec.kind == "agent" for terms in self.matches for spec in terms.specs):
            raise VoloError("an agent cannot play with a clock, because one call of it serves all games")
        starts = [start] if isinstance(start, str | Position | Rules) else start
        self._starts: Final = [Game(each).position for each in starts]
        if not self._starts:
            raise VoloError("a match needs a position at which it begins")
        self._pairs = checked_integer("pairs", pairs, 1, MOST_PAIRS)
        self._opening_plies = checked_integer("opening_plies", opening_plies, 0, 1000)
        self._concurrency = checked_integer("concurrency", concurrency, 1, 256)
        self._stopped = Event()
        self._seats = local()
        self._players: list[Player] = []
        self._table = Table()

    def run(
        self,
        work: str,
        heading: Mapping[str, Any],
        cluster: Literal["ray"] | None,
        address: str | None,
        checkpoint: str | os.PathLike[str] | None,
    ) -> Generator[tuple[int, Pair], None, None]:
        """Play the matches, and yield each pair with the place of its match.

        Args:
            work: ``"match"`` or ``"tournament"``.
            heading: what the first line of the checkpoint has for this kind of work only.
            cluster, address, checkpoint: as for a match.
        """
        check_cluster(cluster)
        if self._stopped.is_set():
            raise EngineError(f"a {work} is played once; make another one")
        path = None if checkpoint is None else local_path(checkpoint)
        with kept_in(path, work, self._heading(work, heading), self._starts, self.matches) as kept:
            known = frozenset(kept.pairs)
            missing = ((key, opening) for key, opening in self._openings() if key not in known)
            if cluster is None:
                played = self._play_here(missing, kept.add)
            else:
                played = play_on_ray(self.matches, missing, kept.add, address)
            try:
                for key in self._keys():
                    while key not in kept.pairs:
                        kept.check_version()
                        next(played)
                    yield key[0], kept.pairs.pop(key)
            finally:
                self._stopped.set()
                played.close()

    def _keys(self) -> Iterator[Key]:
        return ((match, number) for number in range(1, self._pairs + 1) for match in range(len(self.matches)))

    def _openings(self) -> Iterator[tuple[Key, Game]]:
        of_matches = [
            cycle([openings(start, self._opening_plies, terms.seed) for start in self._starts])
            for terms in self.matches
        ]
        return ((key, next(next(of_matches[key[0]]))) for key in self._keys())

    def _heading(self, work: str, heading: Mapping[str, Any]) -> dict[str, Any]:
        terms = self.matches[0]
        return {
            "format": f"volo {work} 1",
            "volo": __version__,
            **heading,
            "start": "; ".join(start.fen() for start in self._starts),
            "opening_plies": self._opening_plies,
            "max_plies": terms.max_plies,
            "clock": None if terms.control is None else str(terms.control),
        }

    def _play_here(
        self, missing: Iterator[tuple[Key, Game]], keep: Callable[[int, Pair], None]
    ) -> Generator[None, None, None]:
        """Play pairs in this process. Pass them to ``keep`` when they end, and then yield."""
        pool = Workers(self._concurrency, "volo-match")
        waiting: dict[Future[Pair], int] = {}
        try:
            while True:
                for (match, number), opening in islice(missing, self._concurrency + 1 - len(waiting)):
                    waiting[pool.submit(self._play_pair, match, number, opening)] = match
                if not waiting:
                    return
                # A signal may arrive just before the wait, and does not end a wait without a time limit then.
                done = wait(waiting, BETWEEN_CHECKS, FIRST_COMPLETED).done
                for pair in [each for each in waiting if each in done]:
                    keep(waiting.pop(pair), pair.result())
                yield
        finally:
            self._stopped.set()
            # Pairs that end later may have games with players who were closed.
            ended = {pair: match for pair, match in waiting.items() if pair.done()}
            for pair in waiting:
                pair.cancel()
            for player in tuple(self._players):
                player.close()
            self._table.close()
            pool.shutdown()
            for pair, match in ended.items():
                if pair.exception() is None:
                    keep(match, pair.result())

    def _play_pair(self, match: int, number: int, opening: Game) -> Pair:
        terms = self.matches[match]
        with self._table.pair(spec.function for spec in terms.specs):
            return play_pair(terms, self._seated(terms), number, opening, self._stopped.is_set)

    def _seated(self, terms: Terms) -> tuple[Player, Player]:
        """The players of this thread, which keeps them for its next pair if that is one of the same match."""
        if getattr(self._seats, "terms", None) is not terms:
            for player in getattr(self._seats, "players", ()):
                player.close()
                self._players.remove(player)
            made: list[Player] = []
            for spec in terms.specs:
                player = spec.player()
                if isinstance(player, AgentPlayer):
                    player.table = self._table
                made.append(player)
                self._players.append(player)
                if self._stopped.is_set():
                    player.close()
            self._seats.players, self._seats.terms = tuple(made), terms
        players: tuple[Player, Player] = self._seats.players
        return players


class Match:
    """A match between two players.

    If there is no clock, and neither player has a limit of time, is another program or is a function, the games depend
    only on the arguments, and not on the number of games that are played at once or on the machines.

    With a clock, a player who has less time left than a move takes loses the game. So play no more games at once than
    the machine has processors for all threads of the players.

    A player can be a function of the game so far, which returns a move or its text. Its exceptions end the match, also
    those for an illegal move. With an :exc:`EngineError` it loses the game instead, unless an engine is closed or in
    use. It is called from as many threads as games are played at once.

    A player can also be an agent, which chooses actions in all these games by one call: :func:`player_of` makes one of
    a model or of a function. It has no clock. A checkpoint has only the name of a function or an agent. So give another
    name to a model that has learned more: otherwise a match that goes on has games of both models.

    Args:
        first: the first player: a description or a function.
        second: the second player.
        start: the position at which the openings begin, or several, of which each pair takes the next one in turn.
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
        start: PositionLike | Sequence[PositionLike] = "standard",
        pairs: int = 100,
        seed: int = 0,
        opening_plies: int = 6,
        max_plies: int = 500,
        concurrency: int = 1,
        clock: TimeControl | str | None = None,
    ) -> None:
        seed = checked_integer("seed", seed, 0, 2**64 - 1)
        self._rounds = Rounds(
            [(Spec.of(first), Spec.of(second), seed)],
            start=start,
            pairs=pairs,
            opening_plies=opening_plies,
            max_plies=max_plies,
            concurrency=concurrency,
            clock=clock,
        )
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
        terms = self._rounds.matches[0]
        players = [[text, limit] for text, limit in zip(terms.players, terms.limits, strict=True)]
        heading = {"players": players, "seed": terms.seed}
        with closing(self._rounds.run("match", heading, cluster, address, checkpoint)) as played:
            for _, pair in played:
                yield pair


def _control(clock: object) -> TimeControl | None:
    if clock is None or isinstance(clock, TimeControl):
        return clock
    if not isinstance(clock, str):
        raise TypeError(f"clock must be a TimeControl or a str, not {type(clock).__name__}")
    return TimeControl.parse(clock)

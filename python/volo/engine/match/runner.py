"""Playing the games of a match."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from threading import Event, Lock, local

from volo._support.integers import checked_integer
from volo._volo import Position, Rules
from volo.color import Color
from volo.engine.limit import Limit
from volo.engine.match.game import PlayedGame, play
from volo.engine.match.openings import openings
from volo.engine.match.players import Player
from volo.engine.match.score import MatchScore
from volo.engine.match.spec import Spec
from volo.engine.match.time_control import TimeControl
from volo.errors import EngineError
from volo.game import Game

__all__ = ["Match", "Pair"]

_MOST_PAIRS = 10_000_000
_MOST_PLIES = 1_000_000

# The seconds between two looks for a signal.
_POLL = 0.1

# The seeds of games are below this number. A player whose engine accepts fewer maps them into its range.
_SEEDS = 1 << 31


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same opening, in which the players exchange colours.

    Attributes:
        number: the number of the pair, from 1.
        games: the game in which the first player is Orange, and the one in which that player is Blue.
        points: the points of the first player: 1 for a win, 1/2 for a draw.
    """

    number: int
    games: tuple[PlayedGame, PlayedGame]
    points: float


class Match:
    """A match between two players.

    If there is no clock, and neither player has a limit of time or is another program, the games depend only on the
    arguments, and not on the number of games that are played at once.

    With a clock, a player who has less time left than a move takes loses the game. So play no more games at once than
    the machine has processors for all threads of the players.

    Args:
        first: the first player.
        second: the second player.
        start: the position at which the openings begin: a position or a rule set, or the text of either.
        pairs: the number of pairs of games, 1 to 10,000,000.
        seed: the seed of the openings and of all random choices, 0 to 2**64 - 1.
        opening_plies: the number of random moves of each opening.
        max_plies: the number of plies after which a game is a draw.
        concurrency: the number of games that are played at once, 1 to 256.
        clock: the time that each player has for a game: a time control or its text, such as ``"10+0.1"`` for 10 seconds
            and 0.1 seconds more after each move. By default, the players have no clocks.

    Attributes:
        score: a score for the caller to count the pairs in.

    Raises:
        VoloError: a number is out of range, a player needs a limit, or the text is not that of a time control.
        InvalidRulesError: the text is neither a rule set nor a position.
        TypeError: an argument has the wrong type.
    """

    def __init__(
        self,
        first: Spec,
        second: Spec,
        *,
        start: Position | Rules | str = "standard",
        pairs: int = 100,
        seed: int = 0,
        opening_plies: int = 6,
        max_plies: int = 500,
        concurrency: int = 1,
        clock: TimeControl | str | None = None,
    ) -> None:
        self._control = _control(clock)
        # A clock limits every search.
        limit = None if self._control is None else Limit()
        self._specs = (first.limited(limit), second.limited(limit))
        self._start = Game(start).position
        self._pairs = checked_integer("pairs", pairs, 1, _MOST_PAIRS)
        self._seed = checked_integer("seed", seed, 0, 2**64 - 1)
        self._opening_plies = checked_integer("opening_plies", opening_plies, 0, 1000)
        self._max_plies = checked_integer("max_plies", max_plies, 1, _MOST_PLIES)
        self._concurrency = checked_integer("concurrency", concurrency, 1, 256)
        self._stopped = Event()
        self._seats = local()
        self._lock = Lock()
        self._players: list[Player] = []
        self.score: MatchScore = MatchScore()

    def run(self) -> Generator[Pair, None, None]:
        """Play the match, and yield the pairs in their order. If the iterator is closed, the match stops soon.

        A match is played once. A second call raises an :exc:`EngineError` at its first pair.

        Raises:
            VoloError: another program does not speak UGI.
            OSError: another program cannot be started.
        """
        pool = ThreadPoolExecutor(self._concurrency, thread_name_prefix="volo-match")
        waiting: deque[Future[Pair]] = deque()
        try:
            some = islice(openings(self._start, self._opening_plies, self._seed), self._pairs)
            for number, opening in enumerate(some):
                waiting.append(pool.submit(self._play_pair, number, opening))
                if len(waiting) > self._concurrency:
                    yield _awaited(waiting.popleft())
            while waiting:
                yield _awaited(waiting.popleft())
        finally:
            self._stopped.set()
            for pair in waiting:
                pair.cancel()
            with self._lock:
                for player in self._players:
                    player.close()
            pool.shutdown()

    def _play_pair(self, number: int, opening: Game) -> Pair:
        first, second = self._seated()
        games = []
        for game_number, (orange, blue) in enumerate(((first, second), (second, first))):
            seed = (self._seed * _MOST_PAIRS + 2 * number + game_number) % _SEEDS
            # The match stops before the next move of a player that was closed.
            if self._stopped.is_set():
                raise EngineError("the match was stopped")
            for player in (first, second):
                player.begin(seed)
            played = play(opening, orange, blue, self._max_plies, self._control)
            names = [spec.text for spec in (self._specs if game_number == 0 else self._specs[::-1])]
            tags = {"Event": "Match", "Orange": names[0], "Blue": names[1], "Round": f"{number + 1}.{game_number + 1}"}
            if self._control is not None:
                tags["TimeControl"] = str(self._control)
            played.game.tags |= {name: _printable(tag) for name, tag in tags.items()}
            games.append(played)
        points = _points(games[0], Color.ORANGE) + _points(games[1], Color.BLUE)
        return Pair(number + 1, (games[0], games[1]), points)

    def _seated(self) -> tuple[Player, Player]:
        """The players of this thread."""
        if not hasattr(self._seats, "players"):
            made: list[Player] = []
            for spec in self._specs:
                player = spec.player()
                made.append(player)
                with self._lock:
                    self._players.append(player)
                    if self._stopped.is_set():
                        player.close()
            self._seats.players = tuple(made)
        players: tuple[Player, Player] = self._seats.players
        return players


def _awaited(pair: Future[Pair]) -> Pair:
    # A signal may arrive just before the wait, and does not end a wait without a time limit then.
    while not wait([pair], _POLL).done:
        pass
    return pair.result()


def _control(clock: object) -> TimeControl | None:
    if clock is None or isinstance(clock, TimeControl):
        return clock
    if not isinstance(clock, str):
        raise TypeError(f"clock must be a TimeControl or a str, not {type(clock).__name__}")
    return TimeControl.parse(clock)


def _points(played: PlayedGame, player: Color) -> float:
    return 0.5 if played.winner is None else float(played.winner is player)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)[:200]

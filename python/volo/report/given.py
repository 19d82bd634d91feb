"""Games that were given for a report: all of them are counted, and a sample of them is kept for the engines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from volo._support.checks import checked_integer
from volo._volo import Batch, Move, Position, Rules, _read_player
from volo.color import Color
from volo.engine.match import MatchScore
from volo.errors import KeptGamesError, VoloError
from volo.game import Game
from volo.recorded import codes_of
from volo.report.counts import Counts
from volo.report.plan import check_rules
from volo.simulate import Rows

# Games of records are counted when they have this number of moves together.
_MOVES: Final = 100_000
_MOST_PLAYERS: Final = 4
_LONGEST_NAME: Final = 40
_POINTS_OF_ORANGE: Final = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


class GivenGames:
    """The games that were given for a rule set.

    Attributes:
        counts: what is counted in all of them.
        scores: the matches among them in which one engine searched twice as many positions as the other, by the number
            of the weaker one.
        players: who played: a text for both players. After the first few, ``"others"`` stands for the rest.
    """

    def __init__(self, start: Position, games: int, seed: int) -> None:
        self.counts: Counts = Counts(start)
        self.scores: dict[int, MatchScore] = {}
        self.players: dict[str, None] = {}
        self._start = start
        self._most = games
        self._random = np.random.default_rng(seed)
        self._drawn: list[tuple[float, NDArray[np.uint32]]] = []
        self._digest = sha256()
        self._half_pairs: dict[tuple[int, str], float] = {}

    @property
    def sample(self) -> list[Game]:
        """The games that engines are asked about, each equally likely.

        Each game gets a random number, and those with the smallest numbers are the sample, in the order of the numbers.
        So a smaller sample is the beginning of a larger one.
        """
        return [Game(self._start, map(Move.from_code, codes.tolist())) for _, codes in self._drawn]

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()

    def add(self, moves: NDArray[np.uint32], offsets: NDArray[np.int64], threads: int) -> None:
        self.counts.add(moves, offsets, threads)
        ended = np.insert(moves[: offsets[-1]], offsets[1:], Batch.SKIP)
        self._digest.update(ended.astype("<u4").tobytes())
        numbers = self._random.random(len(offsets) - 1)
        largest = self._drawn[-1][0] if len(self._drawn) == self._most else 1.0
        for index in np.flatnonzero(numbers < largest).tolist():
            self._drawn.append((float(numbers[index]), moves[offsets[index] : offsets[index + 1]].copy()))
        self._drawn = sorted(self._drawn, key=itemgetter(0))[: self._most]

    def add_players(self, orange: str, blue: str) -> None:
        orange, blue = (_shortened(each) for each in (orange, blue))
        name = orange if orange == blue else f"{orange} as Orange against {blue}"
        if name not in self.players:
            self.players["others" if len(self.players) >= _MOST_PLAYERS else name] = None

    def add_to_matches(self, game: Game) -> None:
        """Add the points of a game, if one engine searched twice as many positions as the other.

        ``volo match`` names the players in tags, and numbers both games of a pair in the tag ``Round``.
        """
        nodes = [_nodes_of(game.tags.get(color.name.title(), "")) for color in Color]
        if 0 < max(nodes) == 2 * min(nodes) and game.result in _POINTS_OF_ORANGE:
            points = _POINTS_OF_ORANGE[game.result]
            points = points if nodes[0] > nodes[1] else 1 - points
            pair = min(nodes), game.tags.get("Round", "").partition(".")[0]
            other = self._half_pairs.pop(pair, None)
            if other is None:
                self._half_pairs[pair] = points
            else:
                self.scores.setdefault(min(nodes), MatchScore()).add(points + other)


class Given:
    """The games that were given for a report, by rule sets.

    Args:
        games: the games: recorded ones, or arrays of kept ones, which :func:`volo.simulate.scan_shards` yields.
        sample: the largest number of games of a rule set that engines are asked about.
        seed: the seed of the sample.
        starts: the positions with which the games may begin; by default the starts of at most four rule sets.
    """

    def __init__(self, games: Iterable[Game | Rows], sample: int, seed: int, starts: Sequence[Position] = ()) -> None:
        self.by_rules: dict[Rules, GivenGames] = {}
        self._games = games
        self._sample = sample
        self._seed = seed
        self._starts = starts

    def read(self, threads: int) -> Iterator[int]:
        threads = checked_integer("threads", threads, 1, 256)
        waiting: dict[Rules, list[Game]] = {}
        moves = number = 0
        for each in self._games:
            if isinstance(each, Rows):
                given = self._of(each.configuration.position, number)
                given.add_players(*each.configuration.policy)
                try:
                    given.add(each.moves, each.offsets, threads)
                except VoloError as error:
                    raise KeptGamesError(f"of the kept games from {each.number[0]} on, {error}") from error
                number += len(each)
                yield number
            else:
                given = self._of(each.start, number)
                given.add_players(*(each.tags.get(color.name.title(), "") for color in Color))
                given.add_to_matches(each)
                waiting.setdefault(each.start.rules, []).append(each)
                number += 1
                moves += 1 + len(each)
                if moves >= _MOVES:
                    self._count(waiting, threads)
                    moves = 0
                    yield number
        self._count(waiting, threads)
        yield number

    def _of(self, start: Position, number: int) -> GivenGames:
        rules = start.rules
        starts = self._starts or [Position(rules)]
        if start not in starts:
            names = ", ".join(str(each.rules) for each in starts)
            raise VoloError(f"game {number + 1} does not begin at the start of {names}: {start.fen()}")
        if rules not in self.by_rules:
            check_rules([*self.by_rules, rules])
            self.by_rules[rules] = GivenGames(start, self._sample, self._seed)
        return self.by_rules[rules]

    def _count(self, waiting: dict[Rules, list[Game]], threads: int) -> None:
        for rules, games in waiting.items():
            self.by_rules[rules].add(*codes_of(games), threads)
        waiting.clear()


def _shortened(name: str) -> str:
    return f"{name[: _LONGEST_NAME - 1]}…" if len(name) > _LONGEST_NAME else name or "unknown"


def _nodes_of(player: str) -> int:
    try:
        _, settings = _read_player(player, for_match=True)
    except VoloError:
        return 0
    return int(settings["nodes"]) if set(settings) == {"nodes"} else 0

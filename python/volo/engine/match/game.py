"""The games of a match: their clocks, pairs of games, and the checkpoint that keeps the pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from volo._support.checks import integer_of, items_of, members_of, text_of, texts_of, whole_in
from volo._support.journal import Journal, journal
from volo._volo import Position
from volo.color import Color
from volo.engine.match.players import Player, Spec
from volo.engine.search import MOST_SECONDS, Limit, seconds_of
from volo.errors import CheckpointError, EngineBusyError, EngineClosedError, EngineError, EngineTimeoutError, VoloError
from volo.game import RESULTS, Game

_NUMBER: Final = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_WRITTEN: Final = re.compile(rf"({_NUMBER})(?:\+({_NUMBER}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that each player has for all moves of a game.

    As text, it is ``SECONDS`` or ``SECONDS+INCREMENT``.

    Attributes:
        seconds: the time in seconds at the beginning of the game, more than 0.
        increment: the time in seconds that a player gets after each of the player's moves.

    >>> TimeControl(10, 0.1) == TimeControl.parse("10+0.1"), str(TimeControl(0.5))
    (True, '0.5')
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("seconds", "increment"):
            object.__setattr__(self, name, seconds_of(name, getattr(self, name)))
        if self.seconds == 0:
            raise VoloError("the time for a game must be more than 0 seconds")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read the text of a time control.

        Raises:
            VoloError: the text is not that of a time control.

        >>> TimeControl.parse("10+")
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: a clock must be SECONDS or SECONDS+INCREMENT, as in 10+0.1, not '10+'
        """
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise VoloError(f"a clock must be SECONDS or SECONDS+INCREMENT, as in 10+0.1, not {text[:80]!r}")
        seconds, increment = written.groups(default="0")
        return cls(float(seconds), float(increment))

    def __str__(self) -> str:
        seconds = _written(self.seconds)
        return f"{seconds}+{_written(self.increment)}" if self.increment else seconds

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


def _written(seconds: float) -> str:
    return f"{seconds:.9f}".rstrip("0").rstrip(".")


class Clocks:
    """The time that each player has left."""

    def __init__(self, control: TimeControl) -> None:
        self._increment = control.increment
        self._left = dict.fromkeys(Color, control.seconds)

    @property
    def limit(self) -> Limit:
        """The clocks as the limit of a search."""
        return Limit(
            orange_clock=self._left[Color.ORANGE],
            blue_clock=self._left[Color.BLUE],
            orange_inc=self._increment,
            blue_inc=self._increment,
        )

    def left(self, player: Color) -> float:
        """The time in seconds that a player has left."""
        return self._left[player]

    def spend(self, player: Color, seconds: float) -> bool:
        """Take the time of a move from a clock, and add the increment. If the time was up, return False."""
        if seconds > self._left[player]:
            return False
        self._left[player] = min(self._left[player] - seconds + self._increment, MOST_SECONDS)
        return True


_LONGEST_COMMENT: Final = 500


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match.

    Attributes:
        game: the moves, with tags and comments for a record.
        winner: the player who won; None for a draw.
        failure: why the loser lost without a result by the rules, such as an illegal move or no time left; None
            otherwise.
    """

    game: Game
    winner: Color | None
    failure: str | None = None

    @property
    def is_lost_on_time(self) -> bool:
        """Whether the loser had no time left, or was another program that did not answer in time."""
        return self.failure is not None and self.game.termination == "time"


def play(opening: Game, orange: Player, blue: Player, max_plies: int, control: TimeControl | None = None) -> PlayedGame:
    """Play a game from an opening to its end.

    A player that raises an ``EngineError`` or has no time left loses. After ``max_plies`` plies, the game is a draw by
    adjudication.
    """
    game = opening.copy()
    clocks = None if control is None else Clocks(control)
    while game.outcome() is None:
        if len(game) >= max_plies:
            return _ended(game, None, "adjudication")
        mover = game.position.turn
        player = orange if mover is Color.ORANGE else blue
        began = perf_counter()
        try:
            move = player.move(game, None if clocks is None else clocks.limit)
        except (EngineBusyError, EngineClosedError):
            # A function used one engine for two games at once, or the match was stopped: not a loss of the player.
            raise
        except EngineError as error:
            termination = "time" if isinstance(error, EngineTimeoutError) else "forfeit"
            return _ended(game, mover.other, termination, str(error))
        seconds = perf_counter() - began
        if clocks is not None and not clocks.spend(mover, seconds):
            late = f"{mover.name.title()} moved after {seconds:.3f} s and had {clocks.left(mover):.3f} s left"
            return _ended(game, mover.other, "time", late)
        game.push(move)
    outcome = game.outcome()
    return PlayedGame(game, None if outcome is None else outcome.winner)


def _ended(game: Game, winner: Color | None, termination: str, failure: str | None = None) -> PlayedGame:
    game.tags |= {"Result": RESULTS[winner], "Termination": termination}
    if failure is not None:
        game.comments[len(game)] = _printable(re.sub("[{}]", " ", failure), _LONGEST_COMMENT).strip()
    return PlayedGame(game, winner, failure)


MOST_PAIRS: Final = 10_000_000
"""The largest number of pairs in a match."""

# The seeds of games are below this number.
_SEEDS: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with the same opening, in which the players exchange colors.

    Attributes:
        number: the number of the pair, from 1.
        games: the game in which the first player is Orange, and the one in which that player is Blue.
        points: the points of the first player: 1 for a win, 1/2 for a draw.
    """

    number: int
    games: tuple[PlayedGame, PlayedGame]
    points: float


@dataclass(frozen=True, slots=True)
class Terms:
    """What all pairs of a match have in common. Without clocks, no player has a time for a game."""

    specs: tuple[Spec, Spec]
    seed: int
    max_plies: int
    control: TimeControl | None

    @property
    def players(self) -> tuple[str, str]:
        """The texts of the players."""
        first, second = self.specs
        return first.text, second.text

    @property
    def limits(self) -> list[dict[str, Any] | None]:
        """The limits of the players, as JSON."""
        return [None if spec.limit is None else asdict(spec.limit) for spec in self.specs]


def play_pair(
    terms: Terms,
    players: tuple[Player, Player],
    number: int,
    opening: Game,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Pair:
    """Play both games of a pair, whose number is counted from 1. ``is_stopped`` is asked before each game."""
    first, second = players
    games = []
    for index, (orange, blue) in enumerate(((first, second), (second, first))):
        if is_stopped():
            raise EngineClosedError("the match was stopped")
        seed = (terms.seed * MOST_PAIRS + 2 * (number - 1) + index) % _SEEDS
        for player in players:
            player.begin(seed)
        played = play(opening, orange, blue, terms.max_plies, terms.control)
        names = [spec.text for spec in (terms.specs if index == 0 else terms.specs[::-1])]
        tags = {"Event": "Match", "Orange": names[0], "Blue": names[1], "Round": f"{number}.{index + 1}"}
        if terms.control is not None:
            tags["TimeControl"] = str(terms.control)
        played.game.tags |= {name: _printable(tag, 200) for name, tag in tags.items()}
        games.append(played)
    return pair_of(number, games[0], games[1])


def pair_of(number: int, one: PlayedGame, other: PlayedGame) -> Pair:
    """The pair with these games. The first player is Orange in the first of them."""
    return Pair(number, (one, other), _points(one, Color.ORANGE) + _points(other, Color.BLUE))


def _points(played: PlayedGame, player: Color) -> float:
    return 0.5 if played.winner is None else float(played.winner is player)


def _printable(text: str, most: int) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)[:most]


_WINNERS: Final[dict[str | None, Color | None]] = {None: None, **{str(color): color for color in Color}}

_KEYS: Final = ("moves", "tags", "comments", "winner", "failure")

Key: TypeAlias = tuple[int, int]
"""The place of a match among those that are played together, and the number of a pair."""


@dataclass(slots=True)
class Kept:
    """The pairs of a checkpoint, without those that the run has yielded, and its journal."""

    pairs: dict[Key, Pair] = field(default_factory=dict)
    journal: Journal | None = None
    names: Sequence[dict[str, Any]] = ({},)
    """What the lines of each match begin with."""

    def check_version(self) -> None:
        """Check that this version of volo may add pairs."""
        if self.journal is not None:
            with _as_checkpoint():
                self.journal.check_version()

    def add(self, match: int, pair: Pair) -> None:
        """Add a pair, and write it to the file."""
        self.pairs[match, pair.number] = pair
        if self.journal is not None:
            games = [*map(_to_dict, pair.games)]
            self.journal.add({**self.names[match], "pair": pair.number, "games": games})


@contextmanager
def kept_in(
    path: Path | None, work: str, heading: dict[str, Any], starts: Sequence[Position], matches: Sequence[Terms]
) -> Iterator[Kept]:
    """Read a checkpoint, or create it, and keep it open until the end of the ``with`` block. None is for no file.

    The heading of a match names its players. Without it, each line does, and lines of other players are left out.
    """
    kept = Kept()
    if "players" not in heading:
        kept.names = [{"players": [*terms.players], "limits": terms.limits} for terms in matches]
    places: dict[tuple[str, ...], int] = {terms.players: place for place, terms in enumerate(matches)}

    def read(found: object) -> None:
        members = members_of(found, "a pair", (*kept.names[0], "pair", "games"))
        place: int | None = 0
        if "players" in members:
            players = tuple(text_of(each, "a player") for each in items_of(members["players"], "players"))
            place = places.get(players)
            if place is not None and members["limits"] != matches[place].limits:
                raise VoloError(f"one of these players had another limit: {', '.join(matches[place].players)}")
        if place is not None:
            pair = _read_pair(members, starts)
            kept.pairs[place, pair.number] = pair

    with ExitStack() as stack:
        if path is not None:
            with _as_checkpoint():
                kept.journal = stack.enter_context(journal(path, work, heading, read))
        yield kept


@contextmanager
def _as_checkpoint() -> Iterator[None]:
    try:
        yield
    except VoloError as error:
        raise CheckpointError(str(error)) from error


def _to_dict(played: PlayedGame) -> dict[str, Any]:
    game = played.game
    return {
        "moves": [*map(str, game.moves)],
        "tags": game.tags,
        "comments": game.comments,
        "winner": None if played.winner is None else str(played.winner),
        "failure": played.failure,
    }


def _read_pair(members: dict[str, Any], starts: Sequence[Position]) -> Pair:
    number = integer_of(members["pair"], "pair", 1, MOST_PAIRS)
    games = items_of(members["games"], "games")
    if len(games) != 2:
        raise VoloError("a pair must have two games")
    one, other = (_read_game(each, starts[(number - 1) % len(starts)]) for each in games)
    return pair_of(number, one, other)


def _read_game(found: Any, start: Position) -> PlayedGame:
    members = members_of(found, "a game", _KEYS)
    game = Game(start, (text_of(move, "a move") for move in items_of(members["moves"], "moves")))
    game.tags = texts_of(members["tags"], "tags")
    for text, comment in texts_of(members["comments"], "comments").items():
        ply = whole_in(text)
        if ply is None or not 0 <= ply <= len(game):
            raise VoloError("a comment must have a number of moves")
        game.comments[ply] = comment
    winner, failure = members["winner"], members["failure"]
    if not (winner is None or isinstance(winner, str)) or winner not in _WINNERS:
        raise VoloError("winner must be null or a color")
    played = PlayedGame(game, _WINNERS[winner], None if failure is None else text_of(failure, "failure"))
    # Without a result by the rules, the player to move lost by the failure, or the game is a draw by adjudication.
    if (outcome := game.outcome()) is None:
        result = None if failure is None else game.position.turn.other, failure
    else:
        result = outcome.winner, None
    if (played.winner, failure) != result or game.tags.get("Result", RESULTS[played.winner]) != RESULTS[played.winner]:
        raise VoloError("the winner, the failure or the tag Result contradicts the moves")
    return played
